"""An entry for which others were faster, and what they have entered instead."""

from typing import TypeAlias

from companion.evening import AnyEntry
from companion.evening.entries import Amended, Undone
from companion.rules.actions import TrickWon
from companion.store import AccessStore, Conflict, EveningRepository, TableAccess
from companion.tables.table_facts import EnteredAlready, LogNotThatLong, TableFact

LOOKED_AT = 50
"""Entries of others in which an answer to the same question is looked for."""
Meanwhile: TypeAlias = EnteredAlready | LogNotThatLong | TableFact
"""What has happened since the state from which the entry was made."""


class Overtaken(Conflict):
    """The entry was made from another state than the log's. `fact` says what happened instead."""

    def __init__(self, fact: Meanwhile) -> None:
        super().__init__(fact)
        self.fact = fact


def meanwhile(
    evenings: EveningRepository,
    devices: AccessStore,
    access: TableAccess,
    entry: AnyEntry,
    position: int,
) -> Meanwhile:
    """Return what others have entered since a position, instead of an entry or the same."""
    number = access.info.id
    evening = evenings.evening(number)
    if position > evening.length:
        return LogNotThatLong(evening.length)
    since = evenings.log.entries_with_devices(number, position, LOOKED_AT)
    # The first answer counts to what was asked then: in a later deal the same can be entered again.
    alike = (
        (seq, *one)
        for seq, one in enumerate(since, position + 1)
        if _subject(one[0]) == _subject(entry)
    )
    seq, recorded, by = next(alike, (0, None, ""))
    if recorded != entry:
        return TableFact.SOMEBODY_FASTER
    # The entry may have been undone or corrected since.
    stands = evening.find(seq)
    if not isinstance(entry, Amended | Undone) and (stands is None or stands.entry != entry):
        return TableFact.SOMEBODY_FASTER
    device = devices.device(by, number)
    called = (device.name or device.seat) if device else ""
    return EnteredAlready(called, is_own=by == access.device)


def _subject(entry: AnyEntry) -> tuple[type[AnyEntry], str]:
    """Return the kind of an entry and its player."""
    return type(entry), "" if isinstance(entry, TrickWon) else getattr(entry, "player", "")
