"""Which entries of a log are in force. The rules of the games are not asked.

Old records depend on this rule: `undone` takes back the newest entry in force, be it ordinary or an
amendment; `amended` puts another entry in the place of an earlier one, or nothing.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import StaleEntry
from companion.evening.corrections import (
    AnswersNothing,
    DoesNotStand,
    NotNewest,
    TakenOutAlready,
)
from companion.evening.entries import Amended, AnyEntry, OrdinaryEntry, Undone
from companion.evening.game_facts import EveningFact
from companion.evening.state import State
from companion.rules.actions import Played, Settled

Version = OrdinaryEntry | None
"""What an entry is at one time; None if it is taken out."""


class EffectiveEntry(Struct, frozen=True, gc=False):
    """An entry in force."""

    number: int
    """Its number in the log, from 1."""
    entry: OrdinaryEntry
    was: tuple[Version, ...] = ()
    """What it was before each of its amendments, the first version first."""
    lapsed: str | None = None
    """Its answer, `revoke` or `let-stand`, to a proof that a correction removed."""
    before: State | None = None
    """The state in which it was entered, if no deal was open then."""

    @property
    def told(self) -> OrdinaryEntry:
        """The entry as the table made it, its answer included."""
        if self.lapsed is not None and isinstance(self.entry, Played):
            return replace(self.entry, stands=self.lapsed)
        return self.entry


class Amendment(Struct, frozen=True, gc=False):
    """An amendment in force."""

    number: int
    targets: tuple[int, ...]
    """The entry that is amended, and the plays whose proofs are answered with it."""


class Effective(Struct, frozen=True):
    """The part of a log that is in force."""

    entries: tuple[EffectiveEntry, ...]
    amendments: tuple[Amendment, ...]
    out: Mapping[int, tuple[Version, ...]]
    """The entries that are taken out, by number: what each was, the first version first."""
    settled: int
    """The number of the newest `settled`, whether it is in force or not."""


def effective(log: Sequence[AnyEntry | None]) -> Effective:
    """Return the part of a log that is in force. A refused entry is None in the log.

    Raises `StaleEntry` if an entry undoes or amends what it cannot.
    """
    # Each entry with all its versions, the one in force last; None for one that is taken out.
    versions: dict[int, list[Version]] = {}
    # Entries and amendments, the newest last. An entry that is taken out is never the last, for the
    # amendment that took it out comes after it.
    in_force: list[int] = []
    targets: dict[int, tuple[int, ...]] = {}
    settled = 0
    for number, entry in enumerate(log, 1):
        if entry is None:
            continue
        if isinstance(entry, Undone):
            newest = _undoable(in_force, entry)
            for target in targets.pop(newest, ()):
                versions[target].pop()
            versions.pop(newest, None)
            continue
        in_force.append(number)
        if isinstance(entry, Amended):
            targets[number] = _amend(versions, entry)
            if isinstance(entry.by, Settled):
                settled = max(settled, entry.entry)
        else:
            versions[number] = [entry]
            if isinstance(entry, Settled):
                settled = number
    return Effective(
        tuple(
            EffectiveEntry(number, latest, tuple(was))
            for number, (*was, latest) in versions.items()
            if latest is not None
        ),
        tuple(Amendment(number, changed) for number, changed in targets.items()),
        {number: tuple(was) for number, (*was, latest) in versions.items() if latest is None},
        settled,
    )


def _undoable(in_force: list[int], entry: Undone) -> int:
    """Take the entry that is undone off those in force, and return its number."""
    if not in_force:
        raise StaleEntry(EveningFact.NOTHING_TO_UNDO)
    newest = in_force.pop()
    if newest != entry.entry:
        raise StaleEntry(NotNewest(entry.entry, newest))
    return newest


def _amend(versions: Mapping[int, list[Version]], entry: Amended) -> tuple[int, ...]:
    """Add the versions that an amendment makes, and return the numbers of their entries."""
    target = entry.entry
    if target not in versions:
        raise StaleEntry(DoesNotStand(target))
    if entry.by is None and versions[target][-1] is None:
        raise StaleEntry(TakenOutAlready(target))
    versions[target].append(entry.by)
    for number, answer in entry.answers.items():
        play = versions[number][-1] if number in versions else None
        if number <= target or not isinstance(play, Played):
            raise StaleEntry(AnswersNothing(number))
        versions[number].append(replace(play, stands=answer))
    return target, *entry.answers
