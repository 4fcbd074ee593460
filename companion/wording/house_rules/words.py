"""What is to be said of a house rule."""

from collections.abc import Mapping

from msgspec import Struct


class HouseRuleWords(Struct, frozen=True):
    """What people need to know of one house rule."""

    title: str
    says: str
    """One or two sentences."""
    values: Mapping[str, str] = {}
    """For a choice: each value with its explanation."""
    labels: Mapping[str, str] = {}
    """For a choice: what each value is called, where that differs between games."""
    unset: str = ""
    """For a field that may be left open: what then holds."""
