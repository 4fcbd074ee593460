"""The figures of a group over all its evenings.

Chips of different worth are never added: then figures are in money, or in one of several units. Debts are
in money wherever an evening has a worth. A unit is a currency, whose amounts are in minor units, or "" for
chips.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import chain
from operator import attrgetter

from msgspec import Struct, field
from msgspec.structs import replace

from companion.errors import RuleViolation
from companion.evening.entries import Paid, WorthSet
from companion.evening.figures import LooFree, Won
from companion.evening.names import has_style, likeness
from companion.evening.payments import NotOfTheEvening, check_amount
from companion.evening.settling_up import Plan, Transfer, after_payments, outstanding
from companion.groups.entries import EveningAdded, EveningsValued, GroupPaid
from companion.groups.group import Group, Row, unit_of
from companion.groups.summary import (
    COUNTS,
    IN_CHIPS,
    EveningSummary,
    GameSummary,
    Mark,
    PersonSummary,
    merged,
)
from companion.ids import Rule
from companion.rules.ledger import POOL

PLANNED = 12
"""How many payments, the newest, keep the rest of the plan unchanged. Older ones are netted first."""

MOST_PEOPLE = 1_000
"""Maximum number of people in a group's figures: enough for a club."""

MOST_PAIRS = 25_000
"""Maximum number of pairs who won from each other: enough for 200 people. Later pairs are left out."""


_AMOUNT = attrgetter("amount")


class Marks(Struct, gc=False):
    """The best and the worst of a person, the first of equals."""

    best: Mark | None = None
    """The evening that won most."""
    worst: Mark | None = None
    best_deal: Mark | None = None
    worst_deal: Mark | None = None
    loo_free: LooFree = LooFree()
    """The runs of deals without a loo."""
    points: int = 0
    """Place points of all evenings for chips, in any unit: the first of n dealt in gets n - 1."""
    ranked: int = 0
    """How many evenings those are."""

    def add(self, evening: int, one: PersonSummary) -> None:
        """Add an evening for chips."""
        whole = Mark(one.amount, evening=evening)
        deals = [replace(its, evening=evening) for its in (one.best, one.worst) if its]
        self.best = max(self.best or whole, whole, key=_AMOUNT)
        self.worst = min(self.worst or whole, whole, key=_AMOUNT)
        self.best_deal = max(filter(None, (self.best_deal, *deals)), key=_AMOUNT, default=None)
        self.worst_deal = min(filter(None, (self.worst_deal, *deals)), key=_AMOUNT, default=None)


class Sums(Struct, gc=False):
    """The sums of one person."""

    name: str
    evenings: int = 0
    amount: int = 0
    """Balance in the unit of the figures; 0 in a game for scores."""
    won: int = 0
    lost: int = 0
    deals: int = 0
    played: int = 0
    tricks: int = 0
    tricks_known: int = 0
    looed: int = 0
    loo_cost: int = 0
    revokes: int = 0
    looed_by: Counter[str] = field(default_factory=Counter)
    """How often looed for each reason, in deals that can be studied."""
    games_won: int = 0
    evenings_won: int = 0
    """Evenings for chips with the highest amount of all dealt in, unless all are level."""
    marks: Marks = field(default_factory=Marks)

    def add(self, one: PersonSummary, for_chips: bool) -> None:
        """Add an evening, or a game of one."""
        for name in (*COUNTS, *IN_CHIPS) if for_chips else COUNTS:
            setattr(self, name, getattr(self, name) + getattr(one, name))
        self.looed_by.update(one.looed_by)
        self.marks.loo_free = self.marks.loo_free.then(one.loo_free)


class Rival(Struct, gc=False):
    """One person against another, in the evenings in which both were dealt in."""

    name: str
    won: int
    """Directly from the other, and below lost to them."""
    lost: int
    evenings: int = 0
    ahead: int = 0
    """Evenings ended higher, and below lower."""
    behind: int = 0
    own: int = 0
    """The person's results in these evenings, and below the other's."""
    theirs: int = 0

    @property
    def lead(self) -> tuple[int, int]:
        """How much better it went against this one than against others."""
        return self.ahead - self.behind, self.own - self.theirs


class GameSums(Struct, gc=False):
    """The sums of one game over all evenings."""

    game: str
    for_chips: bool
    evenings: int = 0
    as_told: int = 0
    """Evenings with another game that has the title of this one."""
    deals: int = 0
    people: dict[str, Sums] = field(default_factory=dict)
    """By name."""


class GroupFigures(Struct, gc=False):
    """A group's figures. Callers must not change them."""

    evenings: tuple[int, ...]
    """Numbers of the evenings, oldest first."""
    deals: int
    people: tuple[Sums, ...]
    """Sorted by balance, highest first, then by games won."""
    games: tuple[GameSums, ...]
    """Sorted by deals, most first."""
    curve_of: tuple[int, ...]
    """Numbers of the evenings for chips, oldest first."""
    curves: Mapping[str, tuple[int | None, ...]]
    """Each person's balance after each of them; None before the person's first evening."""
    won_from: tuple[Won, ...]
    """What one person won directly from another, most first; at most `MOST_PAIRS` pairs of people."""
    owed: Mapping[str, Mapping[str, int]]
    """Balances before payments across evenings, by unit; under `POOL` what is left in pools.

    Open evenings with chips in the pool are left out: nobody owes a stake that can still be won.
    """
    undecided: Mapping[str, int]
    """What is in the pools of open evenings, by unit."""
    paid_ahead: frozenset[str] = frozenset()
    """Units in which someone has paid for open evenings already, so that none is left out."""
    left_out: int = 0
    """Evenings left out, because their people would exceed `MOST_PEOPLE`."""
    unit: str = ""
    """The unit of all amounts but the debts. Only evenings in this unit, and those without chips, count."""
    units: tuple[str, ...] = ("",)
    """The units to choose from: one if all evenings can be added."""


def figures(
    group: Group,
    evenings: Iterable[tuple[int, EveningSummary]],
    unit: str | None = None,
    people: Iterable[str] = (),
) -> GroupFigures:
    """Return the figures of a group over numbered `evenings`, oldest first, without the hidden ones.

    `unit` chooses one of the units if there are several. Those of `people` keep the name that they have
    there; others have that of their first evening. An evening whose people do not fit is left out
    entirely, so that debts sum to zero.
    """
    shown = [pair for pair in evenings if group.evenings.get(pair[0]) is None]
    worths = {group.worth_of(number, one.worth) for number, one in shown if one.for_chips}
    # A chip that is worth a cent is an amount of money, as in a spreadsheet.
    agree = len(worths) <= 1 and not any(one and one.minor == 1 for one in worths)
    units = ("",) if agree else _in_order(map(unit_of, worths))
    chosen = unit if unit in units else units[0]
    counted = None if agree else chosen
    people = tuple(people)
    # People who are known apart stay so in a part of the evenings.
    apart = _alike(group, people, *(one.names for _number, one in shown))
    return _Tally(group, counted, units, apart).over(shown, people)


def _alike(group: Group, *tables: Iterable[str]) -> frozenset[str]:
    """Return the people who look alike and have sat at one table, so they are not one person."""
    apart: set[str] = set()
    for names in tables:
        people = set(map(group.person, names))
        if any(map(has_style, people)):
            seen = Counter(map(likeness, people))
            apart |= {person for person in people if seen[likeness(person)] > 1}
    return frozenset(apart)


def _key(person: str, apart: Collection[str]) -> str:
    """Return the key of a person's sums: people who look alike are one, except those `apart`."""
    return person if person in apart else likeness(person)


def _in_order(units: Iterable[str]) -> tuple[str, ...]:
    """Return different units in order: currencies, then chips."""
    return tuple(sorted(set(units), key=lambda one: (one == "", one)))


def units_owed(group: Group, figures: GroupFigures) -> tuple[str, ...]:
    """Return the units in which something was ever owed, or one unit if nothing was."""
    paid = {one.unit for one in group.payments}
    units = _in_order({*figures.owed, *paid})
    open_units = {*paid, *figures.undecided}
    owed = tuple(one for one in units if one in open_units or any(figures.owed[one].values()))
    return owed or units[:1]


def unit_beside(figures: GroupFigures, owed: Collection[str]) -> str | None:
    """Return the unit of the debts to show beside these figures, or None.

    `owed` are the units of the debts. Figures in chips of one worth have the debts in money beside them.
    """
    if figures.unit in owed:
        return figures.unit
    return next(iter(owed), None) if len(figures.units) == 1 else None


def revaluable(group: Group, evenings: Mapping[int, EveningSummary]) -> tuple[int, ...]:
    """Return the evenings that may take a new worth of the group, although they were added before.

    These are the evenings without a worth of their own that were added since the group last owed nothing;
    there are none if someone has paid since.
    """
    shown = [one for number, one in evenings.items() if group.evenings.get(number) is None]
    apart = _alike(group, *(one.names for one in shown))
    still: Counter[tuple[str, str]] = Counter()
    since: list[int] = []
    has_paid = False
    for row in group.rows:
        entry = row.entry
        if isinstance(entry, GroupPaid):
            has_paid = True
            still[entry.unit, _key(group.person(entry.source), apart)] += entry.amount
            still[entry.unit, _key(group.person(entry.target), apart)] -= entry.amount
        elif isinstance(entry, EveningAdded) and entry.evening in evenings:
            number, one = entry.evening, evenings[entry.evening]
            if group.evenings.get(number) is not None:
                continue
            if not any(amount > 0 for amount in still.values()):
                since, has_paid = [], False
            worth = group.worth_of(number, one.worth)
            for person in one.people if one.for_chips else ():
                who = unit_of(worth), _key(group.person(person.player), apart)
                still[who] += (person.amount + person.paid) * (worth.minor if worth else 1)
            if one.worth is None and not (worth and any(person.paid for person in one.people)):
                since.append(number)
    return () if has_paid else tuple(since)


def is_paid_for(group: Group, evenings: Mapping[int, EveningSummary], row: Row) -> bool:
    """Return whether someone has paid at a worth that an evening has by this row.

    Payments in an evening are of chips: they stay what they are if the evening has no worth afterwards.
    """
    numbers: tuple[int, ...] = ()
    after: Mapping[int, WorthSet] = {}
    if isinstance(row.entry, EveningAdded):
        numbers = (row.entry.evening,)
    elif isinstance(row.entry, EveningsValued):
        numbers, after = row.entry.evenings, group.without(row).worths
    for number in numbers:
        worth, one = group.worths.get(number), evenings.get(number)
        if one is None or one.worth or worth == after.get(number):
            continue
        in_evening = number in after and any(person.paid for person in one.people)
        if group.is_paid_at(number, worth, in_evening):
            return True
    return False


def contradictions(
    group: Group, evenings: Mapping[int, EveningSummary]
) -> dict[int, tuple[WorthSet, WorthSet]]:
    """Return the shown evenings that say another worth of a chip than the group, with the group's first."""
    return {
        number: (worth, own)
        for number, worth in group.worths.items()
        if number in evenings and group.evenings[number] is None
        if (own := evenings[number].worth) and own != worth
    }


def arrivals(group: Group, people: Mapping[int, Iterable[str]]) -> dict[str, int]:
    """Return everyone's place, from 0, in the order in which they came to a group.

    `people` are those of each evening, in order of arrival. The keys are likenesses of names.
    Evenings added later change no place, and hidden ones count.
    """
    spellings = dict.fromkeys(chain.from_iterable(people.get(one, ()) for one in group.evenings))
    order = dict.fromkeys(likeness(group.person(name)) for name in spellings)
    return {name: place for place, name in enumerate(order)}


def plan(group: Group, figures: GroupFigures, unit: str = "") -> Plan:
    """Return the transfers that would settle the debts of all evenings in one unit.

    Entering one of them leaves the others unchanged.
    """
    paid = _resolved(group, figures, _in_unit(group, unit))
    before = max(len(paid) - PLANNED, 0)
    return outstanding(after_payments(figures.owed.get(unit, {}), paid[:before]), paid[before:])


def is_settled(group: Group, figures: GroupFigures) -> bool:
    """Return whether nobody has to pay anybody, in any unit, and every pool is decided."""
    units = units_owed(group, figures)
    return not figures.undecided and not any(plan(group, figures, one).transfers for one in units)


def still_open(group: Group, figures: GroupFigures, unit: str = "") -> dict[str, int]:
    """Return each person's balance in one unit after all payments."""
    paid = _resolved(group, figures, _in_unit(group, unit))
    still = after_payments(figures.owed.get(unit, {}), paid)
    still.pop(POOL, None)
    return still


def _in_unit(group: Group, unit: str) -> list[GroupPaid]:
    return [one for one in group.payments if one.unit == unit]


def check_paid(group: Group, figures: GroupFigures, entry: GroupPaid) -> None:
    """Raise `RuleViolation` unless a payment settles a part of the open balances in its unit."""
    still = still_open(group, figures, entry.unit)
    (one,) = _resolved(group, figures, (entry,))
    for name in (one.source, one.target):
        if not any(name in balances for balances in (*figures.owed.values(), still)):
            raise RuleViolation(Rule.PAYMENT, NotOfTheEvening(name))
        still.setdefault(name, 0)
    check_amount(Paid(one.source, one.target, one.amount), still, entry.unit)


def _resolved(group: Group, figures: GroupFigures, payments: Iterable[GroupPaid]) -> list[Transfer]:
    """Return payments with the names used in the figures."""
    named = naming(group, {name for balances in figures.owed.values() for name in balances})
    return [Transfer(named(one.source), named(one.target), one.amount) for one in payments]


def naming(group: Group, people: Collection[str]) -> Callable[[str], str]:
    """Return a function from a spelling to the name in the group; `people` are those in its figures."""
    names = {likeness(name): name for name in people}

    def named(spelling: str) -> str:
        person = group.person(spelling)
        return person if person in people else names.get(likeness(person), person)

    return named


def head_to_head(
    person: str, group: Group, figures: GroupFigures, evenings: Mapping[int, EveningSummary]
) -> tuple[dict[int, int | None], list[Rival]]:
    """Return a person's result in each evening, oldest first, and against the others, the most often met first.

    A result is None in an evening without chips.
    """
    named = naming(group, {one.name for one in figures.people})
    won = {(one.winner, one.loser): one.chips for one in figures.won_from}
    results: dict[int, int | None] = {}
    found: dict[str, Rival] = {}
    for number in figures.evenings:
        evening = evenings[number]
        worth = group.worth_of(number, evening.worth) if figures.unit else None
        there = {one.player: one for one in merged(evening.people, named)}
        amounts = {name: one.amount * (worth.minor if worth else 1) for name, one in there.items()}
        if person in there:
            results[number] = amounts[person] if evening.for_chips else None
            met = [name for name in there if there[person].deals and there[name].deals]
            for name in met:
                pairs = won.get((person, name), 0), won.get((name, person), 0)
                one = found.setdefault(name, Rival(name, *pairs))
                one.evenings += 1
                one.ahead += amounts[person] > amounts[name]
                one.behind += amounts[person] < amounts[name]
                one.own += amounts[person]
                one.theirs += amounts[name]
    found.pop(person, None)
    return results, sorted(found.values(), key=lambda one: (-one.evenings, one.name))


class _Tally:
    def __init__(
        self, group: Group, unit: str | None, units: tuple[str, ...], apart: Collection[str]
    ) -> None:
        """Count the evenings in `unit`, in money; all of them in chips if it is None.

        The people in `apart` have their own keys, though others look like them.
        """
        self._group = group
        self._unit = unit
        self._units = units
        self._apart = apart
        self._names: dict[str, str] = {}
        """Canonical name of each spelling."""
        self._alike: dict[str, str] = {}
        """Canonical name of each likeness."""
        self._people: dict[str, Sums] = {}
        self._games: dict[str, GameSums] = {}
        self._curves: dict[str, list[int | None]] = {}
        self._won: dict[tuple[str, str], int] = {}
        self._pairs = 0
        """Pairs in `_won`, not counting directions."""
        self._owed: dict[str, dict[str, int]] = {}
        self._undecided: dict[str, Counter[str]] = {}
        """Balances of the open evenings with chips in the pool, by unit."""
        self._decided: dict[str, list[tuple[int, Counter[str]]]] = {}
        """The row that added each other evening, and its balances, by unit."""
        self._since: dict[str, int] = {}
        """The row that added the first open evening with chips in the pool, by unit."""

    def over(
        self, evenings: Iterable[tuple[int, EveningSummary]], named: Iterable[str]
    ) -> GroupFigures:
        self._alike |= {_key(one, self._apart): one for one in named}
        numbers, curve_of, left_out = list[int](), list[int](), 0
        for number, evening in evenings:
            if not self._has_room(evening):
                left_out += 1
                continue
            worth = self._group.worth_of(number, evening.worth)
            self._owe(number, evening, worth)
            self._rank(evening)
            if not evening.was_played:
                continue
            if self._unit is not None and evening.for_chips:
                if unit_of(worth) != self._unit:
                    continue
                evening = evening.valued(worth.minor) if worth else evening
            numbers.append(number)
            self._add(number, evening)
            if evening.for_chips:
                curve_of.append(number)
                self._draw(len(curve_of))
        figures = self._figures(numbers, curve_of, left_out)
        self._leave_out_undecided(figures)
        return figures

    def _figures(
        self, numbers: Iterable[int], curve_of: Iterable[int], left_out: int
    ) -> GroupFigures:
        won = [Won(*pair, chips) for pair, chips in self._won.items()]
        people = self._people.values()
        ranked = sorted(people, key=lambda one: (-one.amount, -one.games_won, one.name))
        return GroupFigures(
            evenings=tuple(numbers),
            deals=sum(one.deals for one in self._games.values()),
            people=tuple(ranked),
            games=tuple(sorted(self._games.values(), key=lambda one: -one.deals)),
            curve_of=tuple(curve_of),
            curves={name: tuple(values) for name, values in self._curves.items()},
            won_from=tuple(sorted(won, key=lambda one: (-one.chips, one.winner, one.loser))),
            owed={unit: dict(sorted(one.items())) for unit, one in self._owed.items()},
            undecided={unit: balances[POOL] for unit, balances in self._undecided.items()},
            left_out=left_out,
            unit=self._unit or "",
            units=self._units,
        )

    def _leave_out_undecided(self, figures: GroupFigures) -> None:
        """Take the open evenings with chips in the pool out of the debts, unless someone has paid for them."""
        for unit, undecided in self._undecided.items():
            balances = {
                name: amount - undecided[name] for name, amount in figures.owed[unit].items()
            }
            if not balances.get(POOL):
                balances.pop(POOL, None)
            if self._is_covered(figures, unit):
                figures.owed = {**figures.owed, unit: balances}
            else:
                figures.paid_ahead |= {unit}

    def _is_covered(self, figures: GroupFigures, unit: str) -> bool:
        """Return whether each payment since the first open evening was of a debt of other evenings."""
        rows = [(row.number, row.entry) for row in self._group.rows]
        paid = [(number, one) for number, one in rows if isinstance(one, GroupPaid)]
        in_unit = [(number, one) for number, one in paid if one.unit == unit]
        payments = _resolved(self._group, figures, (one for _number, one in in_unit))
        for place, ((number, _entry), one) in enumerate(zip(in_unit, payments, strict=True)):
            if number < self._since[unit]:
                continue
            # Evenings that were added later do not count: nobody owed for them yet.
            owed: Counter[str] = Counter()
            for added, balances in self._decided.get(unit, ()):
                if added < number:
                    owed.update(balances)
            still = after_payments(owed, payments[:place])
            if min(-still.get(one.source, 0), still.get(one.target, 0)) < one.amount:
                return False
        return True

    def _has_room(self, evening: EveningSummary) -> bool:
        """Return whether the people of an evening fit in `MOST_PEOPLE`."""
        unknown = (one.player for one in evening.people if one.player not in self._names)
        keys = {_key(self._group.person(spelling), self._apart) for spelling in unknown}
        new = keys - self._alike.keys()
        return len(self._people) + len(new) <= MOST_PEOPLE

    def _name(self, spelling: str) -> str:
        name = self._names.get(spelling)
        if name is None:
            person = self._group.person(spelling)
            name = self._alike.setdefault(_key(person, self._apart), person)
            self._names[spelling] = name
            self._people.setdefault(name, Sums(name))
        return name

    def _owe(self, number: int, evening: EveningSummary, worth: WorthSet | None) -> None:
        """Add the balances of an evening to those in its unit."""
        if evening.was_played and not evening.for_chips:
            return
        unit, of_one = unit_of(worth), worth.minor if worth else 1
        owed = self._owed.setdefault(unit, {})
        balances: Counter[str] = Counter()
        for one in evening.people:
            balances[self._name(one.player)] += (one.amount + one.paid) * of_one
        if evening.pool:
            balances[POOL] = evening.pool * of_one
        for name, amount in balances.items():
            owed[name] = owed.get(name, 0) + amount
        added = self._group.added.get(number, 0)
        if evening.is_undecided:
            self._undecided.setdefault(unit, Counter()).update(balances)
            self._since[unit] = min(added, self._since.get(unit, added))
        else:
            self._decided.setdefault(unit, []).append((added, balances))

    def _rank(self, evening: EveningSummary) -> None:
        """Give place points. Those who are level each get the points of the better place."""
        there = merged(evening.people, self._name) if evening.for_chips else []
        dealt = [one for one in there if one.deals]
        amounts = sorted(one.amount for one in dealt)
        for one in dealt:
            marks = self._people[one.player].marks
            marks.points += bisect(amounts, one.amount) - 1
            marks.ranked += 1

    def _add(self, number: int, evening: EveningSummary) -> None:
        people = merged(evening.people, self._name)
        amounts = {one.amount for one in people if one.deals}
        for one in people:
            sums = self._people[one.player]
            sums.evenings += 1
            sums.add(one, for_chips=True)
            if evening.for_chips:
                sums.marks.add(number, one)
                is_first = bool(one.deals) and one.amount == max(amounts)
                sums.evenings_won += is_first and len(amounts) > 1
        for game in evening.games:
            self._add_game(game)

    def _add_game(self, game: GameSummary) -> None:
        """Add all games of one kind in an evening."""
        key = f"{game.game} {game.for_chips}"
        sums = self._games.setdefault(key, GameSums(game.game, game.for_chips))
        sums.evenings += 1
        sums.as_told += game.as_told
        sums.deals += game.deals
        for one in merged(game.people, self._name):
            person = sums.people.setdefault(one.player, Sums(one.player))
            person.evenings += 1
            person.add(one, game.for_chips)
            self._people[one.player].looed_by.update(one.looed_by)
        for spelling, times in game.wins.items():
            winner = self._name(spelling)
            self._people[winner].games_won += times
            sums.people[winner].games_won += times
        for won in game.won_from:
            pair = self._name(won.winner), self._name(won.loser)
            if pair not in self._won:
                if pair[::-1] not in self._won and self._pairs >= MOST_PAIRS:
                    continue
                self._pairs += pair[::-1] not in self._won
                self._won[pair] = 0
            self._won[pair] += won.chips

    def _draw(self, length: int) -> None:
        """Extend every curve to `length` points."""
        for name, sums in self._people.items():
            if name not in self._curves:
                if not sums.evenings:
                    continue
                self._curves[name] = [None] * (length - 1)
            self._curves[name].append(sums.amount)
