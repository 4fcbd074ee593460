"""Fold the list of entries into the state of an evening.

`effective` selects the entries in force, without asking the rules; they are then folded once. All
entries after an amended one must still be valid.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import EntryError, RevokeProven, RuleViolation, StaleEntry
from companion.evening.capacity import EveningFull, closable, size_of
from companion.evening.effective import Effective, EffectiveEntry, effective, number_of
from companion.evening.entries import (
    MOST_ENTRIES,
    Amended,
    AnyEntry,
    EveningClosed,
    GameStarted,
    Inserted,
    Noted,
    PlayerRenamed,
    Undone,
)
from companion.evening.game_facts import AnswersNothing, DoesNotStand, EveningFact, NoLongerHolds
from companion.evening.game_session import GameSession
from companion.evening.inserting import check_place, insert, is_deal
from companion.evening.state import State
from companion.ids import Rule
from companion.pieces import Piece
from companion.rules.actions import Played, Scored, Settled
from companion.rules.deal import wrong_phase
from companion.rules.deal_facts import DealFact
from companion.rules.game import Game
from companion.rules.tricks.deal import TrickDeal
from companion.rules.tricks.review import LegalPlays, legal_plays
from companion.rules.tricks.trick_facts import NothingProven

DealId = tuple[int, int]
"""The place of a game in the evening, from 0, and the number of a deal in it, from 1."""


class Note(Struct, frozen=True):
    """A note in force."""

    number: int
    """The number of its entry."""
    text: str
    deal: DealId | None
    """None for a note to the evening."""


Log = tuple[AnyEntry | None, ...]
"""All entries of an evening; None for one that was refused."""
_CORRECTIONS = (Undone, Amended, Inserted, PlayerRenamed)
"""The entries that change earlier ones."""


class Evening(Effective, frozen=True, gc=False):
    """An evening folded so far. Immutable; `enter` returns the next one."""

    state: State = State()
    length: int = 0
    """Entries folded, in force or not."""
    log: Log = ()
    at_end: tuple[EffectiveEntry, ...] = ()
    """The insertions that no entry follows any more."""

    def __repr__(self) -> str:
        return f"<Evening: {self.length} entries, {self.state.session}>"

    @property
    def size(self) -> int:
        """The entries folded, with those in insertions, which count towards the limit of an evening."""
        return self.length + self.inserted

    def entries_of(self, deal: DealId) -> Iterator[EffectiveEntry]:
        """Yield the entries in force of a deal."""
        here = None
        for one in self.entries:
            if one.before is not None:
                here = _deal_of_first(one)
            if here == deal:
                yield one

    def before(self, number: int) -> State:
        """Return the state just before the entry with this number, after what is inserted there."""
        state, start = self._last_start(number)
        steps = chain.from_iterable((*one.insertions, one) for one in self.entries[start:])
        for one in chain(steps, self.at_end):
            inserted = one.entry if isinstance(one.entry, Inserted) else None
            if inserted.before > number if inserted else one.number >= number:
                break
            state = insert(state, inserted) if inserted else state.enter(one.entry, again=True)
        return state

    def inserted_deals(self) -> dict[int, DealId]:
        """Return the deals that were inserted, by the numbers of their `inserted` entries."""
        return {number: deal for number, entry, deal in self._inserted() if is_deal(entry)}

    def inserted_in(self, deal: DealId) -> list[int]:
        """Return the insertions that are this deal, or of its dealer or a revoke in it."""
        return [number for number, _entry, place in self._inserted() if place == deal]

    def _inserted(self) -> Iterator[tuple[int, Inserted, DealId]]:
        """Yield the insertions in order of play: number, entry, and deal."""
        folded = (one.insertions for one in self.entries if one.insertions)
        for one in chain(*folded, self.at_end):
            yield one.number, _inserted(one), cast(State, one.before).next_deal

    def deal_of(self, number: int) -> DealId:
        """Return the deal of an entry.

        Entries between deals belong to the following deal, in force or not. An insertion in force
        belongs to the deal that it is, or whose dealer or revoke it is.
        """
        found = self.find(number)
        if found and isinstance(found.entry, Inserted):
            return next(deal for inserted, _entry, deal in self._inserted() if inserted == number)
        place = bisect_left(self.entries, number, key=number_of)
        if place == len(self.entries):
            return self.state.next_deal
        entry = self.entries[place]
        if entry.number != number and entry.before is not None:
            return entry.before.next_deal
        return _deal_of_first(self.entries[self._start_of(place)])

    def deals(self) -> dict[DealId, range]:
        """Return the range of entry numbers of each deal, in order."""
        ranges: dict[DealId, range] = {}
        begun = 1

        def reach(deal: DealId, last: int) -> None:
            nonlocal begun
            if last >= begun:
                earlier = ranges.get(deal)
                ranges[deal] = range(earlier.start if earlier else begun, last + 1)
                begun = last + 1

        deal, last = (0, 1), 0
        for one in self.entries:
            if one.before is not None:
                reach(deal, last)
                # Entries between two deals that are not in force belong to the second deal.
                reach(one.before.next_deal, one.number - 1)
                deal = _deal_of_first(one)
            last = one.number
        reach(deal, last)
        reach(self.state.next_deal, self.length)
        return ranges

    def notes(self) -> tuple[Note, ...]:
        """Return the notes, in order of entry."""
        return tuple(
            Note(one.number, one.entry.text, self._noted_deal(one.entry.of))
            for one in self.entries
            if isinstance(one.entry, Noted)
        )

    def _noted_deal(self, of: int | None) -> DealId | None:
        """Return the deal of a note; None for the evening, also if an inserted deal is taken out again."""
        if not of or (isinstance(self.log[of - 1], Inserted) and not self.find(of)):
            return None
        return self.deal_of(of)

    def session_of(self, number: int) -> GameSession | None:
        """Return the session of an entry, or None before the first game."""
        place = self.deal_of(number)[0]
        sessions = self.state.sessions
        return sessions[place] if place < len(sessions) else None

    def game_of(self, number: int) -> Game | None:
        """Return the game of an entry, or None before the first game."""
        session = self.session_of(number)
        return session.game if session else None

    def enter(self, entry: AnyEntry) -> "Evening":
        """Return the evening after one more entry. Raises `EntryError` if it is refused."""
        builder = EveningBuilder(self)
        builder.enter(entry)
        return builder.evening()

    def legal_plays(self, hand: Iterable[Piece]) -> LegalPlays:
        """Return which pieces of a hand the law lets the player on turn play, and what forbids the others.

        `hand` has all the pieces that the player has left, in their notation. Raises `RuleViolation` if no
        piece is to be played now, or if that cannot be the hand; `MalformedEntry` for what is no piece.
        """
        if self.state.closed:
            raise RuleViolation(Rule.EVENING_CLOSED, EveningFact.CLOSED_EVENING)
        deal = self.state.open_session().open_deal()
        if not isinstance(deal, TrickDeal):
            raise wrong_phase(deal.question(), DealFact.NOT_IN_THIS_GAME)
        return legal_plays(deal.before_lead().playing(), hand)

    def corrected(self, entry: Undone | Amended | Inserted | PlayerRenamed) -> "Evening":
        """Return the evening after an entry that changes earlier ones. Raises `EntryError`."""
        if isinstance(entry, Undone):
            return self._undone(entry)
        if isinstance(entry, Amended):
            return self._amended(entry)
        log = (*self.log, entry)
        if isinstance(entry, Inserted):
            return self._folded(log, effective(log), len(log), new=len(log))
        self.state.enter(entry)
        return _refolded(log)

    def _undone(self, entry: Undone) -> "Evening":
        log, number = (*self.log, entry), entry.entry
        if self.entries and number == self.entries[-1].number == self.undoable:
            if isinstance(self.entries[-1].entry, PlayerRenamed):
                return _refolded(log)
            # The newest entry was never amended, so the log need not be read again.
            return self._folded(log, replace(self, entries=self.entries[:-1]), number)
        undone = next((one.targets for one in self.amendments if one.number == number), (number,))
        return self._folded(log, effective(log), *undone)

    def _amended(self, entry: Amended) -> "Evening":
        if isinstance(entry.by, Noted):
            _check_note(entry.by, entry.entry)
        log = (*self.log, entry)
        evening = self._folded(log, effective(log), entry.entry, new=entry.entry)
        for number in entry.answers:
            answered = evening.find(number)
            if answered is None or answered.lapsed:
                raise StaleEntry(AnswersNothing(number))
        return evening

    def _folded(self, log: Log, in_force: Effective, *changed: int, new: int = 0) -> "Evening":
        """Return the evening of a longer log, refolded from the first deal that `changed` entries affect."""
        insertions = (*self.insertions, *in_force.insertions)
        places = [_inserted(one).before for one in insertions if one.number in changed]
        state, start = self._last_start(min((*changed, *places)))
        return _fold(log, in_force, state, self.entries[:start], new)

    def _last_start(self, number: int) -> tuple[State, int]:
        """Return the last state between deals up to an entry, and the place that follows it."""
        place = self._start_of(bisect_right(self.entries, number, key=number_of) - 1)
        one = self.entries[place] if self.entries else None
        first = one.insertions[0] if one and one.insertions else one
        return (first and first.before) or State(), place


class EveningBuilder:
    """An evening that grows entry by entry: it appends to lists, and `evening` makes tuples of them once."""

    def __init__(self, evening: Evening) -> None:
        self._begin(evening)

    def _begin(self, evening: Evening) -> None:
        self._before = evening
        self._state = evening.state
        self._settled = evening.settled
        self._log: list[AnyEntry | None] = []
        self.folding = 0
        """The number of the entry that is folded again."""
        self._entries: list[EffectiveEntry] = []

    @property
    def length(self) -> int:
        return self._before.length + len(self._log)

    def enter(self, entry: AnyEntry) -> None:
        """Add an entry. Raises `EntryError` if it is refused, and then changes nothing."""
        number, before = self._before.length + len(self._log) + 1, self._state
        if number > MOST_ENTRIES:
            raise RuleViolation(Rule.WRONG_PHASE, EveningFull(closing=False))
        if isinstance(entry, _CORRECTIONS):
            self._begin(self.evening().corrected(entry))
            return
        if isinstance(entry, Noted):
            _check_note(entry, number)
        if self._before.at_end:
            log = (*self._before.log, *self._log, entry)
            self._begin(_refolded(log, new=number))
            return
        state = self._closable(number) if isinstance(entry, EveningClosed) else before
        self._state = state.enter(entry)
        is_between = before.between_deals and before.met_by(entry).between_deals
        self._entries.append(EffectiveEntry(number, entry, before=before if is_between else None))
        self._log.append(entry)
        if isinstance(entry, Settled | Scored):
            self._settled = number

    def _closable(self, number: int) -> State:
        """Return the state that a closing with this number meets."""
        earlier = (*self._before.log, *self._log)[: number - 1]
        return closable(sum(map(size_of, earlier)), self._state)

    def skip(self) -> None:
        """Add a refused entry, which only uses up its number."""
        self._log.append(None)

    def enter_again(
        self, one: EffectiveEntry, insertions: tuple[EffectiveEntry, ...], new: int
    ) -> None:
        """Add an entry in force, already in the log, after what is inserted before it.

        The entry or insertion `new` is checked for the first time. Raises `EntryError`; then `folding`
        is its number. An answer lapses if its proof is gone, and holds again if a correction brings the
        proof back.
        """
        placed = self.insert(insertions, new, one) if insertions else ()
        self.folding, is_new = one.number, one.number == new
        entry, before, lapsed = one.restored, self._state, None
        state = self._closable(one.number) if isinstance(entry, EveningClosed) else before
        try:
            self._state = state.enter(entry, again=not is_new)
        except EntryError as error:
            if is_new or not (isinstance(entry, Played) and isinstance(error.fact, NothingProven)):
                raise
            lapsed = entry.stands
            entry = replace(entry, stands=None)
            self._state = state.enter(entry, again=True)
        is_between = before.between_deals and before.met_by(entry).between_deals
        met = before if is_between else None
        self._entries.append(EffectiveEntry(one.number, entry, one.versions, lapsed, met, placed))

    def insert(
        self, insertions: Iterable[EffectiveEntry], new: int, target: EffectiveEntry | None = None
    ) -> tuple[EffectiveEntry, ...]:
        """Fold what is inserted before `target`, or at the end. Raises as `enter_again` does."""
        placed = []
        for one in insertions:
            self.folding, entry = one.number, _inserted(one)
            if one.number == new:
                if target is None or target.number != entry.before:
                    raise StaleEntry(DoesNotStand(entry.before))
                check_place(self._state, entry, target.entry)
            placed.append(replace(one, before=self._state))
            self._state = insert(self._state, entry)
        return tuple(placed)

    def evening(self) -> Evening:
        """Return the evening as it is now."""
        before = self._before
        return replace(
            before,
            state=self._state,
            length=before.length + len(self._log),
            log=(*before.log, *self._log),
            entries=(*before.entries, *self._entries),
            settled=self._settled,
        )


def open_log(log: Sequence[AnyEntry]) -> Evening:
    """Fold a log whose entries were checked when they were made.

    Raises `EntryError` if the rules refuse an entry in force.
    """
    return _refolded(tuple(log))


def _refolded(log: Log, new: int = 0) -> Evening:
    return _fold(log, effective(log), State(), (), new)


def _fold(
    log: Log, in_force: Effective, state: State, before: tuple[EffectiveEntry, ...], new: int = 0
) -> Evening:
    """Fold a log. `before` are its first entries in force, which lead to `state`.

    If the rules refuse a later entry, raises `NoLongerHolds`, or `RevokeProven` with its number. Entry
    `new` is checked for the first time: its own error is raised.
    """
    done = before[-1].number if before else 0
    waiting = [one for one in in_force.insertions if _inserted(one).before > done]
    waiting.sort(key=lambda one: _inserted(one).before)
    builder = EveningBuilder(
        Evening(
            entries=before,
            amendments=in_force.amendments,
            insertions=in_force.insertions,
            deleted=in_force.deleted,
            settled=in_force.settled,
            inserted=in_force.inserted,
            state=state,
            length=len(log),
            log=log,
        )
    )
    try:
        for one in in_force.entries[len(before) :]:
            here = [other for other in waiting if _inserted(other).before <= one.number]
            waiting = waiting[len(here) :]
            builder.enter_again(one, tuple(here), new)
        at_end = builder.insert(waiting, new)
    except EntryError as error:
        number = builder.folding
        if number == new:
            raise
        if isinstance(error, RevokeProven):
            raise RevokeProven(error.proofs, number) from None
        after = len(in_force.entries) - bisect_right(in_force.entries, number, key=number_of)
        raise NoLongerHolds(number, error, after) from None
    return replace(builder.evening(), at_end=at_end)


def _check_note(entry: Noted, number: int) -> None:
    """Raise `StaleEntry` if a note, entry `number`, is to an entry that does not precede it."""
    if entry.of and entry.of >= number:
        raise StaleEntry(DoesNotStand(entry.of))


def _inserted(one: EffectiveEntry) -> Inserted:
    """Return the entry of an insertion in force."""
    return cast(Inserted, one.entry)


def _deal_of_first(first: EffectiveEntry) -> DealId:
    """Return the deal of an entry made between deals."""
    before = first.before or State()
    if isinstance(first.entry, GameStarted):
        return len(before.sessions), 1
    return before.next_deal
