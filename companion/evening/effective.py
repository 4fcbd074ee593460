"""Select the entries of a log that are in force, without asking the rules of the games.

Old records depend on these semantics: `undone` removes the newest entry in force, ordinary or
amendment; `amended` replaces an earlier entry, or deletes it; `inserted` is folded before another
entry.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import StaleEntry
from companion.evening.capacity import size_of
from companion.evening.entries import (
    Amended,
    AnyEntry,
    Inserted,
    OrdinaryEntry,
    Paid,
    PlayerRenamed,
    Undone,
)
from companion.evening.game_facts import (
    AnswersNothing,
    DoesNotStand,
    EveningFact,
    NotNewest,
    TakenOutAlready,
)
from companion.evening.state import State
from companion.rules.actions import Entry, Played, Scored, Settled

EntryT = TypeVar("EntryT", bound=Entry)
Version = OrdinaryEntry | None
"""One version of an entry; None if it is deleted."""

number_of = attrgetter("number")
_NAMES = ("player", "dealer", "winner", "after", "to")
"""Fields that hold a player's name, or a word that no player is called."""
_BY_NAME = ("tricks", "declared", "except_", "hands", "scores")
"""Fields with a value for each name."""


class EffectiveEntry(Struct, frozen=True, gc=False):
    """An entry in force."""

    number: int
    """Entry number in the log, from 1."""
    entry: OrdinaryEntry
    versions: tuple[Version, ...] = ()
    """Versions before the amendments, oldest first."""
    lapsed: str | None = None
    """The table's decision on a revoke, `revoke` or `let-stand`, if a correction removed its proof."""
    before: State | None = None
    """The state before the entry, if no deal was open; before an insertion, in any case."""
    insertions: tuple["EffectiveEntry", ...] = ()
    """What is inserted right before it."""

    @property
    def restored(self) -> OrdinaryEntry:
        """The entry in force, with its lapsed answer restored."""
        if self.lapsed is not None and isinstance(self.entry, Played):
            return replace(self.entry, stands=self.lapsed)
        return self.entry


class Amendment(Struct, frozen=True, gc=False):
    """An amendment in force."""

    number: int
    targets: tuple[int, ...]
    """Numbers of the amended entry, and of the proofs of revokes that the amendment answers."""


class Effective(Struct, frozen=True, gc=False):
    """The part of a log that is in force."""

    entries: tuple[EffectiveEntry, ...] = ()
    amendments: tuple[Amendment, ...] = ()
    insertions: tuple[EffectiveEntry, ...] = ()
    """In order of entry."""
    deleted: Mapping[int, tuple[Version, ...]] = {}
    """The versions of each deleted entry, oldest first, by its number."""
    settled: int = 0
    """The number of the newest `settled` or `scored`, in force or undone."""
    inserted: int = 0
    """The number of entries in insertions, in force or not."""

    @property
    def newest(self) -> EffectiveEntry | None:
        """The newest entry in force, amendments aside."""
        return self.entries[-1] if self.entries else None

    @property
    def undoable(self) -> int | None:
        """The number of the newest entry in force, amendments and insertions included."""
        newest = 0
        for ones in (self.entries, self.amendments, self.insertions):
            if ones and ones[-1].number > newest:
                newest = ones[-1].number
        return newest or None

    @property
    def current_entries(self) -> tuple[EffectiveEntry, ...]:
        """The entries in force from the last one made between deals."""
        return self.entries[self._start_of(len(self.entries) - 1) :]

    def is_of_earlier_deal(self, number: int) -> bool:
        """Return whether an entry comes before the current ones."""
        start = self._start_of(len(self.entries) - 1)
        return start > 0 and number <= self.entries[start - 1].number

    def find(self, number: int) -> EffectiveEntry | None:
        """Return the entry in force with this number, or None."""
        for entries in (self.entries, self.insertions):
            place = bisect_left(entries, number, key=number_of)
            if place < len(entries) and entries[place].number == number:
                return entries[place]
        return None

    def versions_of(self, number: int) -> tuple[Version, ...] | None:
        """Return the versions of an entry before its amendments; None if it was undone."""
        entry = self.find(number)
        return entry.versions if entry else self.deleted.get(number)

    def last_changes(self) -> dict[int, int]:
        """Return, by the number of each amended entry, the number of its newest amendment."""
        return {one.targets[0]: one.number for one in self.amendments}

    def _start_of(self, place: int) -> int:
        """Return the place of the last entry up to this one that was made between deals."""
        while place > 0 and self.entries[place].before is None:
            place -= 1
        return max(place, 0)


def effective(log: Sequence[AnyEntry | None]) -> Effective:
    """Return the part of a log that is in force. Refused entries are None in the log.

    Entries before a player was renamed have the new name. Raises `StaleEntry` for an undo or
    amendment with an invalid target.
    """
    selected = _effective(log)
    has_new_names = any(isinstance(one.entry, PlayerRenamed) for one in selected.entries)
    return _effective(_with_new_names(log, selected)) if has_new_names else selected


def _effective(log: Sequence[AnyEntry | None]) -> Effective:
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
            if isinstance(entry.by, Settled | Scored):
                settled = max(settled, entry.entry)
        else:
            versions[number] = [entry]
            if isinstance(entry, Settled | Scored):
                settled = number
    in_order = [
        EffectiveEntry(number, latest, tuple(earlier))
        for number, (*earlier, latest) in versions.items()
        if latest is not None
    ]
    deleted = {number: tuple(old[:-1]) for number, old in versions.items() if old[-1] is None}
    return Effective(
        tuple(one for one in in_order if not isinstance(one.entry, Inserted)),
        tuple(Amendment(number, changed) for number, changed in targets.items()),
        tuple(one for one in in_order if isinstance(one.entry, Inserted)),
        deleted,
        settled,
        sum(map(size_of, log)) - len(log),
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
    if isinstance(versions[target][-1], PlayerRenamed) or isinstance(entry.by, PlayerRenamed):
        raise StaleEntry(EveningFact.NAMES_ARE_NOT_CORRECTED)
    if entry.by is None and versions[target][-1] is None:
        raise StaleEntry(TakenOutAlready(target))
    is_insertion = isinstance(versions[target][0], Inserted)
    if entry.by is not None and is_insertion != isinstance(entry.by, Inserted):
        raise StaleEntry(EveningFact.INSERTED_AS_A_WHOLE)
    versions[target].append(entry.by)
    for number, answer in entry.answers.items():
        play = versions[number][-1] if number in versions else None
        if number <= target or not isinstance(play, Played):
            raise StaleEntry(AnswersNothing(number))
        versions[number].append(replace(play, stands=answer))
    return target, *entry.answers


def _with_new_names(log: Sequence[AnyEntry | None], selected: Effective) -> list[AnyEntry | None]:
    """Return a log in which the entries before each renaming in force have the new name."""
    in_force = {one.number for one in selected.entries}
    new: dict[str, str] = {}
    entries: list[AnyEntry | None] = []
    for number, entry in zip(range(len(log), 0, -1), reversed(log), strict=True):
        if isinstance(entry, PlayerRenamed):
            if number in in_force:
                new = {**new, entry.player: new.get(entry.to, entry.to)}
        elif entry is not None and new:
            entry = _with_names(entry, new)
        entries.append(entry)
    return entries[::-1]


def _with_names(entry: EntryT, new: Mapping[str, str]) -> EntryT:
    """Return an entry with players' names replaced by `new` ones."""
    changes: dict[str, object] = {}
    for field in entry.__struct_fields__:
        value = getattr(entry, field)
        if field in _NAMES or (isinstance(entry, Paid) and field in ("source", "target")):
            changes[field] = new.get(value, value)
        elif field in ("seats", "with_"):
            changes[field] = tuple(new.get(name, name) for name in value)
        elif field in _BY_NAME and value:
            changes[field] = {new.get(name, name): one for name, one in value.items()}
        elif field == "by" and value is not None:
            changes[field] = _with_names(value, new)
        elif field == "entries":
            changes[field] = tuple(_with_names(one, new) for one in value)
    return replace(entry, **changes)
