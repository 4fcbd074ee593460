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
    return list(csv.DictReader(content.removeprefix("\ufeff").splitlines()))


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
    evenings_won: int = 0
    by_evening: dict = field(default_factory=dict)
    """The result of each evening for chips."""
    deal_results: list = field(default_factory=list)
    """What each deal for chips brought, in order."""
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

    def dealt_in(self):
        return {row["person"] for row in self.deals if row["dealt_in"] == "1"}

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


def only(evenings, game):
    """Return what was played of one game."""
    found = []
    for one in evenings:
        deals, lines = (
            [row for row in rows if game_of(row) == game] for rows in (one.deals, one.lines)
        )
        if deals:
            found.append(Evening(one.id, one.day, deals, lines))
    return found


def in_unit(evenings, unit):
    """Return the evenings that can be added in a unit: those with its chips, and those without any."""
    return [one for one in evenings if not one.for_chips or one.currency == unit]


def in_chips(evenings):
    """Return the evenings as if their chips had no worth."""
    bare = {"money": "", "currency": ""}
    return [
        Evening(one.id, one.day, *([row | bare for row in rows] for rows in (one.deals, one.lines)))
        for one in evenings
    ]


def reckon(evenings):
    """Return the sums of each person over evenings."""
    people = defaultdict(Sums)
    for one in evenings:
        _count(people, one.deals)
        _move(people, one)
        for person in one.people():
            people[person].evenings += 1
        if one.for_chips:
            for person, amount in one.results().items():
                people[person].by_evening[one.id] = amount
                people[person].chips += amount
            for person in first_of(one):
                people[person].evenings_won += 1
    return dict(people)


def first_of(evening):
    """Return those who ended highest of all dealt in; nobody if all are level."""
    net = evening.results()
    amounts = {net[person] for person in evening.dealt_in()}
    return [one for one in evening.dealt_in() if len(amounts) > 1 and net[one] == max(amounts)]


def _count(people, deals):
    for _deal, rows in groupby(deals, key=lambda row: (row["game"], row["deal"])):
        rows = list(rows)
        has_tricks = any(int(row["tricks"] or 0) for row in rows)
        for row in (row for row in rows if row["dealt_in"] == "1"):
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
                sums.deal_results.append(amount_of(row, "chips"))


def _move(people, evening):
    """Count what was won and lost: deal by deal, and at the end of a game or of the evening."""
    settled = {(row["game"], row["deal"]) for row in evening.deals}
    for row in evening.deals:
        if row["chips"]:
            people[row["person"]].move(amount_of(row, "chips"))
    ends = defaultdict(Fraction)
    for row in evening.lines:
        amount = amount_of(row, "amount")
        if row["reason"] == "loo":
            people[row["from_name"]].loo_cost += amount
        if (row["game"], row["deal"]) not in settled:
            for end, sign in (("from_name", -1), ("to_name", 1)):
                if row[end] != POOL:
                    ends[row["game"], row[end]] += sign * amount
    for (_game, person), amount in ends.items():
        people[person].move(amount)


def head_to_head(evenings, one, other):
    """Return the evenings that both played, how often each ended higher, and both results by unit."""
    both, ahead, results = 0, Counter(), {one: Counter(), other: Counter()}
    for evening in evenings:
        if not {one, other} <= evening.dealt_in():
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
    """Return the points of each person: the first of n gets n - 1, level people those of the better place."""
    points = Counter()
    for evening in evenings:
        if evening.for_chips:
            dealt, net = evening.dealt_in(), evening.results()
            for person in dealt:
                ahead = sum(net[other] > net[person] for other in dealt)
                points[person] += len(dealt) - 1 - ahead
    return points
