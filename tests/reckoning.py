"""The figures of a group, reckoned from its spreadsheets alone: deals.csv and ledger.csv.

This is what someone would do with a spreadsheet. It imports nothing from `companion`, so that its figures are
independent of those of the app. Amounts are exact: whole chips, and money in `Fraction`.
"""

import csv
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

POOL = "pool"


def table(content):
    """Return the rows of a CSV file in English."""
    return list(csv.DictReader(content.decode("utf-8-sig").splitlines()))


@dataclass
class Sums:
    evenings: int = 0
    deals: int = 0
    played: int = 0
    tricks: int = 0
    tricks_known: int = 0
    looed: int = 0
    revokes: int = 0
    loo_cost: Fraction = Fraction(0)
    chips: Fraction = Fraction(0)
    won: Fraction = Fraction(0)
    lost: Fraction = Fraction(0)
    by_evening: dict = field(default_factory=dict)
    """The result of each evening for chips."""
    best_deal: Fraction | None = None
    worst_deal: Fraction | None = None
    loos: list = field(default_factory=list)
    """For each deal played of a game that can loo, whether it looed."""

    def move(self, amount):
        """Count what a deal or an ending brought."""
        if amount > 0:
            self.won += amount
        else:
            self.lost -= amount

    @property
    def best_evening(self):
        return max(self.by_evening.values(), default=None)

    @property
    def worst_evening(self):
        return min(self.by_evening.values(), default=None)

    @property
    def longest_without_loo(self):
        runs = (len(list(run)) for looed, run in groupby(self.loos) if not looed)
        return max(runs, default=0)


@dataclass
class Evening:
    id: str
    day: str
    deals: list
    lines: list

    @property
    def currency(self):
        """The currency of its chips; "" if they have no worth."""
        return next((row["currency"] for row in (*self.lines, *self.deals) if row["currency"]), "")

    @property
    def for_chips(self):
        return any(row["chips"] for row in self.deals) or bool(self.lines)

    def people(self):
        """Return everybody who was dealt in or paid, in order."""
        named = [row["person"] for row in self.deals]
        named += [row[end] for row in self.lines for end in ("from_name", "to_name")]
        return [one for one in dict.fromkeys(named) if one != POOL]

    def results(self):
        """Return what everybody is up or down: the net of all lines."""
        net = dict.fromkeys(self.people(), 0)
        for row in self.lines:
            for end, sign in (("from_name", -1), ("to_name", 1)):
                if row[end] != POOL:
                    net[row[end]] += sign * amount_of(row, "amount")
        return net


def amount_of(row, column):
    """Return an amount in the unit of its evening: in money, or in chips without a worth."""
    return Fraction(row["money"]) if row["currency"] else Fraction(row[column])


def evenings_of(deals, ledger):
    """Return the evenings in the order of the file."""
    by_evening = defaultdict(lambda: ([], []))
    for place, rows in enumerate((deals, ledger)):
        for row in rows:
            by_evening[row["evening_id"], row["day"]][place].append(row)
    order = {
        key: None for rows in (deals, ledger) for key in ((r["evening_id"], r["day"]) for r in rows)
    }
    return [Evening(id, day, *by_evening[id, day]) for id, day in order]


def game_of(row):
    """Return a game by its name, because another game can bear the name of a known one."""
    return row["game_name"].casefold()


def reckon(evenings, unit=None, game=None):
    """Return the sums of each person over evenings, in a unit, or in one game only.

    Evenings with chips of another unit do not count; those without chips do.
    """
    people = defaultdict(Sums)
    for one in evenings:
        if unit is not None and one.for_chips and one.currency != unit:
            continue
        deals = [row for row in one.deals if game in (None, game_of(row))]
        _count(people, deals)
        _move(people, one, deals, game)
        here = one.people() if game is None else dict.fromkeys(row["person"] for row in deals)
        for person in here:
            people[person].evenings += 1
        if game is None and one.for_chips:
            for person, amount in one.results().items():
                people[person].by_evening[one.id] = amount
                people[person].chips += amount
    return dict(people)


def _count(people, deals):
    for _deal, rows in groupby(deals, key=lambda row: (row["game"], row["deal"])):
        rows = list(rows)
        has_tricks = any(int(row["tricks"] or 0) for row in rows)
        for row in rows:
            sums = people[row["person"]]
            sums.deals += 1
            sums.played += row["in"] != "0"
            if row["tricks"] and has_tricks:
                sums.tricks += int(row["tricks"])
                sums.tricks_known += 1
            sums.looed += int(row["looed"])
            sums.revokes += int(row["revokes"])
            if row["in"] == "1":
                sums.loos.append(row["looed"] == "1")
            if row["chips"]:
                amount = amount_of(row, "chips")
                sums.best_deal = max(
                    amount, sums.best_deal if sums.best_deal is not None else amount
                )
                sums.worst_deal = min(
                    amount, sums.worst_deal if sums.worst_deal is not None else amount
                )


def _move(people, evening, deals, game):
    """Count what was won and lost: deal by deal, and at the end of a game or of the evening."""
    settled = {(row["game"], row["deal"]) for row in deals}
    for row in deals:
        if row["chips"]:
            people[row["person"]].move(amount_of(row, "chips"))
    ends = defaultdict(Fraction)
    for row in evening.lines:
        if row["game"] and game not in (None, game_of(row)):
            continue
        amount = amount_of(row, "amount")
        if row["reason"] == "loo":
            people[row["from_name"]].loo_cost += amount
        if (row["game"], row["deal"]) in settled or (not row["game"] and game is not None):
            continue
        for end, sign in (("from_name", -1), ("to_name", 1)):
            if row[end] != POOL:
                ends[row["game"], row[end]] += sign * amount
    for (_game, person), amount in ends.items():
        people[person].move(amount)


def head_to_head(evenings, one, other):
    """Return the evenings that both played, how often each ended higher, and both results by unit."""
    both, ahead, results = 0, Counter(), {one: Counter(), other: Counter()}
    for evening in evenings:
        dealt = {row["person"] for row in evening.deals}
        if not {one, other} <= dealt:
            continue
        both += 1
        if evening.for_chips:
            net = evening.results()
            if net[one] != net[other]:
                ahead[max(one, other, key=net.get)] += 1
            for person in (one, other):
                results[person][evening.currency] += net[person]
    return both, ahead, results


def place_points(evenings):
    """Return the points of each person: the 1st of n gets n − 1, level people the better place's."""
    points = Counter()
    for evening in evenings:
        dealt = dict.fromkeys(row["person"] for row in evening.deals)
        if evening.for_chips:
            net = evening.results()
            for person in dealt:
                points[person] += sum(net[other] < net[person] for other in dealt) + sum(
                    net[other] == net[person] for other in dealt if other != person
                )
    return points
