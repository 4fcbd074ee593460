"""Summaries of evenings for lists and groups: stored beside the log, remade when the log has grown."""

import time
from collections.abc import Collection
from contextlib import suppress

import msgspec

from companion.groups.summary import VERSION, EveningSummary, summary
from companion.store import Derived, EveningRepository, StoreError, SummaryStore

A_BREAK = 0.0005
"""Seconds of sleep after each summary, which let other requests run."""

Listed = EveningSummary | StoreError
"""The summary of an evening, or the error if it cannot be read."""

_decoder = msgspec.json.Decoder(EveningSummary)
_encoder = msgspec.json.Encoder()


class Summaries:
    """The summaries of one store. Safe to share between threads and greenlets."""

    def __init__(self, evenings: EveningRepository, kept: SummaryStore) -> None:
        self._evenings = evenings
        self._kept = kept

    def of(self, evenings: Collection[int]) -> dict[int, Listed]:
        """Return the summaries of evenings by number, without the deleted ones."""
        found: dict[int, Listed] = {}
        for number, (end, derived) in self._kept.read(evenings).items():
            found[number] = _read(derived, end) or self._worked_out(number)
        return found

    def _worked_out(self, number: int) -> Listed:
        """Make and store a summary."""
        try:
            evening = self._evenings.evening(number)
        except StoreError as error:
            return error
        its = summary(evening)
        # On a full disk it is made again next time.
        with suppress(StoreError):
            self._kept.keep({number: Derived(evening.length, VERSION, _encoder.encode(its))})
        time.sleep(A_BREAK)
        return its


def _read(derived: Derived | None, end: int) -> EveningSummary | None:
    """Return a stored summary, or None if it is stale or of another version."""
    if derived is None or (derived.position, derived.version) != (end, VERSION):
        return None
    try:
        return _decoder.decode(derived.body)
    except msgspec.DecodeError:
        return None
