"""Evenings summed up, for lists and groups: a row beside the log, made anew when the log has grown."""

import time
from collections.abc import Collection
from contextlib import suppress

import msgspec

from companion.groups.summary import VERSION, EveningSummary, summary
from companion.store import Derived, EveningRepository, StoreError, SummaryStore

A_BREAK = 0.0005
"""Seconds in which others have their turn, after an evening was summed up."""

Listed = EveningSummary | StoreError
"""What a list shows of an evening: why it cannot be read, if it cannot."""

_decoder = msgspec.json.Decoder(EveningSummary)
_encoder = msgspec.json.Encoder()


class Summaries:
    """The summaries of one store. Safe to share between threads and greenlets."""

    def __init__(self, evenings: EveningRepository, kept: SummaryStore) -> None:
        self._evenings = evenings
        self._kept = kept

    def of(self, evenings: Collection[int]) -> dict[int, Listed]:
        """Return evenings summed up, by number. Those that were deleted are left out."""
        found: dict[int, Listed] = {}
        for number, (end, derived) in self._kept.read(evenings).items():
            found[number] = _read(derived, end) or self._worked_out(number)
        return found

    def _worked_out(self, number: int) -> Listed:
        """Return an evening summed up now, and keep that: a list that is cut off is quicker next time."""
        try:
            evening = self._evenings.evening(number)
        except StoreError as error:
            return error
        its = summary(evening)
        # On a full disk it is worked out again next time.
        with suppress(StoreError):
            self._kept.keep({number: Derived(evening.length, VERSION, _encoder.encode(its))})
        time.sleep(A_BREAK)
        return its


def _read(derived: Derived | None, end: int) -> EveningSummary | None:
    """Return a summary that is kept, unless it stands for less than the log, or is of another version."""
    if derived is None or (derived.position, derived.version) != (end, VERSION):
        return None
    try:
        return _decoder.decode(derived.body)
    except msgspec.DecodeError:
        return None
