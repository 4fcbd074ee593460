"""Every kind of fact has words, and they go through the language in use."""

import importlib
import pkgutil

import companion
from companion.rules.ids import Fact
from companion.wording.saying import worded

BELOW = ("pieces", "rules", "evening", "groups", "store", "tables")


def kinds(base=Fact):
    """Every kind of fact that the layers below the words declare."""
    for kind in base.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_every_kind_of_fact_has_words():
    for layer in BELOW:
        package = importlib.import_module(f"companion.{layer}")
        for module in pkgutil.walk_packages(package.__path__, f"companion.{layer}."):
            importlib.import_module(module.name)
    declared = {kind for kind in kinds() if kind.__module__.startswith(companion.__name__)}
    assert len(declared) > 100
    assert {kind.__name__ for kind in declared - worded()} == set()
