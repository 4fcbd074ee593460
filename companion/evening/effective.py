"""Select the entries of a log that are in force, without asking the rules of the games.

Old records depend on these semantics: `undone` removes the newest entry in force, ordinary or
amendment; `amended` replaces an earlier entry, or deletes it.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import StaleEntry
from companion.evening.entries import Amended, AnyEntry, OrdinaryEntry, Undone
from companion.evening.game_facts import (
    AnswersNothing,
    DoesNotStand,
    EveningFact,
    NotNewest,
    TakenOutAlready,
)
from companion.evening.state import State
from companion.rules.actions import Played, Settled

Version = OrdinaryEntry | None
"""One version of an entry; None if it is deleted."""


class EffectiveEntry(Struct, frozen=True, gc=False):
    """An entry in force."""

    number: int
    """Entry number in the log, from 1."""
    entry: OrdinaryEntry
    was: tuple[Version, ...] = ()
    """Versions before the amendments, oldest first."""
    lapsed: str | None = None
    """The table's decision on a revoke, `revoke` or `let-stand`, if a correction removed its proof."""
    before: State | None = None
    """The state before the entry, if no deal was open."""

    @property
    def told(self) -> OrdinaryEntry:
        """The entry in force, with its lapsed answer restored."""
        if self.lapsed is not None and isinstance(self.entry, Played):
            return replace(self.entry, stands=self.lapsed)
        return self.entry


class Amendment(Struct, frozen=True, gc=False):
    """An amendment in force."""

    number: int
    targets: tuple[int, ...]
    """Numbers of the amended entry, and of the proofs of revokes that the amendment answers."""


class Effective(Struct, frozen=True):
    """The part of a log that is in force."""

    entries: tuple[EffectiveEntry, ...]
    amendments: tuple[Amendment, ...]
    out: Mapping[int, tuple[Version, ...]]
    """The versions of each deleted entry, oldest first, by its number."""
    settled: int
    """The number of the newest `settled`, in force or not."""


def effective(log: Sequence[AnyEntry | None]) -> Effective:
    """Return the part of a log that is in force. Refused entries are None in the log.

    Raises `StaleEntry` for an undo or amendment with an invalid target.
    """
    # All versions of each entry, the current one last; it is None if the entry is deleted.
    versions: dict[int, list[Version]] = {}
    # Entries and amendments, the newest last. A deleted entry is never last, because its amendment
    # follows it.
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
    """Remove the undone entry from the list, and return its number."""
    if not in_force:
        raise StaleEntry(EveningFact.NOTHING_TO_UNDO)
    newest = in_force.pop()
    if newest != entry.entry:
        raise StaleEntry(NotNewest(entry.entry, newest))
    return newest


def _amend(versions: Mapping[int, list[Version]], entry: Amended) -> tuple[int, ...]:
    """Add the versions that an amendment creates, and return their entries' numbers."""
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
