"""A club of four years against an independent reckoning from its spreadsheets, to the chip and the cent."""

import re
from collections import Counter
from datetime import date
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from random import Random

import pytest

from companion.evening.entries import Undone
from companion.groups.entries import EveningHidden, GroupPaid, PersonMerged, ScoringSet
from tests import club, reckoning
from tests.web.table import Phone, device_of
from tests.web.test_groups import start
from tests.web.test_results_csv import confirm, remove, upload


class Club:
    """A club in a store: one half of its evenings was recorded, the other comes from a spreadsheet."""

    def __init__(self, app, number):
        self.app = app
        self.groups = app.extensions["groups"]
        self.host = Phone(app)
        self.host.group = start(self.host, f"Club of {number}")
        self.access = self.groups.open_group(self.host.group, device_of(self.host))
        self.recorded = {}
        """The recorded evenings, by number."""
        self.corrected = {}
        """Those that were recorded wrong and put right."""
        rng = Random(1899)
        for place, one in enumerate(club.club(number // 2)):
            bad = club.mistaken(rng, one.entries) if place % 3 == 0 else None
            id = self.open(self.access, one, bad.recorded if bad else one.entries)
            self.recorded[id] = one
            if bad:
                self.corrected[id] = one
                for entry in bad.corrections:
                    self.enter(id, entry)
        for place, pair in enumerate(club.MERGED.items()):
            self.groups.submit(self.access, PersonMerged(*pair), f"merge-{place:04}")
        self.sheet = club.sheet(number // 2)
        upload(self.host, self.sheet.content)
        confirm(self.host, ("settled", "yes"), currency="EUR")

    def group(self, name):
        info = self.groups.start(name, self.access.device, f"{name}-{len(self.recorded)}")
        return self.groups.open_group(info.key, self.access.device)

    def open(self, group, one, entries):
        """Add an evening with these entries to a group; return its number."""
        log, device = self.groups.tables.evenings.log, group.device
        info = log.open_evening(one.name, entries, device, None, one.opened_at, club.ZONE)
        self.groups.tables.access_store.visit(device, info, host=True)
        self.groups.add(group, self.table(info.id))
        return info.id

    def table(self, number):
        tables = self.groups.tables
        return tables.open_table(tables.evenings.log.evening(number).key, self.access.device)

    def enter(self, number, entry):
        position = self.groups.tables.evenings.evening(number).length
        form = f"form-{number}-{position}"
        self.groups.tables.submit(self.table(number), entry, position, form, sure=True)

    def get(self, path, access=None):
        return Phone(self.app).get(f"/g/{(access or self.access).info.key}{path}")

    def file(self, name, query="", access=None):
        return reckoning.table(self.get(f"/{name}.csv{query}", access).html)


@pytest.fixture(scope="module", params=[40, pytest.param(200, marks=pytest.mark.slow)])
def whole(request, app):
    return Club(app, request.param)


@pytest.fixture(scope="module")
def evenings(whole):
    return reckoning.evenings_of(whole.file("deals"), whole.file("ledger"))


def money(number):
    """Return a figure of a file; None if there is none."""
    return Fraction(number) if number else None


def test_each_file_has_every_evening(whole, evenings):
    days = [one.day for one in whole.recorded.values()]
    days += dict.fromkeys(day for day, _game, _won in whole.sheet.results)
    assert sorted(one.day for one in evenings) == sorted(f"{day}" for day in days)
    worths = {id: one.worth.currency if one.worth else "" for id, one in whole.recorded.items()}
    for one in evenings:
        assert not one.for_chips or one.currency == worths.get(int(one.id), "EUR")


def test_a_spreadsheet_came_in_as_it_was(whole):
    """In cents, which are the chips."""
    deals = [row for row in whole.file("deals") if int(row["evening_id"]) not in whole.recorded]
    found = []
    for (day, *_), rows in groupby(deals, key=itemgetter("day", "evening_id", "game", "deal")):
        rows = list(rows)
        won = {row["person"]: int(row["chips"]) for row in rows}
        assert won == {row["person"]: Fraction(row["money"]) * 100 for row in rows}
        found.append((date.fromisoformat(day), rows[0]["game_name"], won))
    assert found == whole.sheet.results


def test_every_deal_adds_up_to_its_lines(evenings):
    for evening in evenings:
        lines = Counter()
        for row in evening.lines:
            deal = row["game"], row["deal"]
            lines[deal, row["from_name"]] -= int(row["amount"])
            lines[deal, row["to_name"]] += int(row["amount"])
        for row in evening.deals:
            if row["chips"]:
                assert int(row["chips"]) == lines[(row["game"], row["deal"]), row["person"]]
        assert sum(evening.results().values()) <= 0


def test_the_figures_are_those_reckoned(whole, evenings):
    assert not differences(whole.file("figures"), evenings)


QUERIES = (
    "season=2023", "season=2025", "players=3", "game=napoleon", "game=other:Tarock",
    "season=2024&game=domino-loo&players=4",
)  # fmt: skip


@pytest.mark.parametrize("query", QUERIES)
def test_the_figures_of_what_was_chosen_are_those_reckoned(whole, evenings, query):
    wanted = dict(part.split("=") for part in query.split("&"))
    chosen = [one for one in evenings if one.day.startswith(wanted.get("season", ""))]
    if "players" in wanted:
        chosen = [one for one in chosen if len(one.dealt_in()) == int(wanted["players"])]
    names = {"napoleon": "napoleon", "other:Tarock": "tarock", "domino-loo": "domino loo"}
    if "game" in wanted:
        chosen = reckoning.only(chosen, names[wanted["game"]])
    assert not differences(whole.file("figures", f"?{query}"), chosen)
    deals = whole.file("deals", f"?{query}")
    assert {row["evening_id"] for row in deals} == {one.id for one in chosen}
    assert {row["person"] for row in deals} <= {*club.PEOPLE}


def differences(rows, evenings):
    """Return the figures of a file that differ from those reckoned from these evenings.

    The last rows of a file have nothing but debts in further units.
    """
    rows = [row for row in rows if row["evenings"] != "0"]
    units, wrong = {row["currency"] for row in rows}, []
    if units == {""}:  # a chip was always worth the same
        evenings = reckoning.in_chips(evenings)
    for unit in units:
        counted = reckoning.in_unit(evenings, unit) if len(units) > 1 else evenings
        for title in {row["game_name"] for row in rows}:
            its = reckoning.only(counted, title.casefold()) if title else counted
            told = [row for row in rows if (row["currency"], row["game_name"]) == (unit, title)]
            faults = compare({row["person"]: row for row in told}, reckoning.reckon(its))
            wrong += [(unit, title, *fault) for fault in faults]
    assert rows or not evenings
    return wrong


def test_remarkable_deals_and_runs_are_those_reckoned(whole, evenings):
    views = whole.groups.report(whole.access).views
    assert len(views) > 1
    for view in views:
        found = reckoning.reckon(reckoning.in_unit(evenings, view.unit))
        for one in view.people:
            sums, marks = found.get(one.name, reckoning.Sums()), one.marks
            of_one = 100 if view.unit else 1
            amounts = [
                mark and Fraction(mark.amount, of_one)
                for mark in (marks.best_deal, marks.worst_deal)
            ]
            deals = sums.deal_results
            assert amounts == [max(deals, default=None), min(deals, default=None)]
            assert marks.loo_free.longest == sums.longest_without_loo
            assert one.evenings_won == sums.evenings_won


@pytest.mark.parametrize("query", ["", "&season=2025"])
def test_a_person_against_each_other_is_as_reckoned(whole, evenings, query):
    """In euros, in all evenings and in one year. Those met in fewer than three evenings are behind."""
    year = query.partition("=")[2]
    chosen = [one for one in evenings if one.day.startswith(year)]
    page = whole.get(f"/person?name=Ann&unit=EUR{query}")
    told = {
        row.select_one("th bdi").words: cells(row)
        for row in page.soup.select("[aria-label='With whom'] tbody tr")
    }
    found = {}
    for other in club.PEOPLE[1:]:
        both, ahead, results = reckoning.head_to_head(
            reckoning.in_unit(chosen, "EUR"), "Ann", other
        )
        if both:
            own, theirs = results["Ann"]["EUR"], results[other]["EUR"]
            found[other] = {
                "Evenings": both,
                "Ended higher": ahead["Ann"],
                "Ended lower": ahead[other],
            }
            found[other] |= {"EUR": own, "Theirs": theirs}
    assert len(found) > 5 and told == found


def cells(row):
    """Return the figures of a card by their headings, without what was won directly."""
    directly = ("Won from them", "Lost to them")
    found = {cell["data-title"]: amount(cell.words) for cell in row.select("td")}
    return {title: value for title, value in found.items() if title not in directly}


def amount(words):
    """Return the number of a figure: −€1,234.50."""
    return Fraction(re.sub("[^0-9.-]", "", words.replace("−", "-")))


def test_a_season_is_won_by_place_points(whole, evenings):
    whole.groups.submit(whole.access, ScoringSet("places"), "scoring-01")
    for year in ("2023", "2025"):
        page = whole.get(f"/figures?season={year}")
        rows = page.soup.select(".totals tbody tr")
        found = {
            row.select_one("th bdi").words: int(row.select_one("td.chief").words) for row in rows
        }
        points = reckoning.place_points([one for one in evenings if one.day.startswith(year)])
        assert found == points
        winners = sorted(one for one in points if points[one] == max(points.values()))
        assert all(one in page.soup.select_one(".winner h2").words for one in winners)


COUNTS = ("evenings", "deals", "played", "tricks", "tricks_known", "looed", "revokes")
AMOUNTS = ("loo_cost", "won", "lost")
OVER_ALL = ("chips", "best_evening", "worst_evening")


def compare(told, found):
    """Yield each figure that differs: the person, the column, what the app says, what was reckoned."""
    yield from ((person, "is missing", None, None) for person in found.keys() - told.keys())
    for person, row in told.items():
        sums = found.get(person, reckoning.Sums())
        columns = list(COUNTS)
        if row["chips"]:
            columns += AMOUNTS
        if row["chips"] and not row["game"]:
            columns += OVER_ALL
        for column in columns:
            if (money(row[column]) or 0) != (getattr(sums, column) or 0):
                yield person, column, row[column], getattr(sums, column)
        if row["chips"] and Fraction(row["chips"]) != sums.won - sums.lost:
            yield person, "chips", row["chips"], sums.won - sums.lost


def test_debts_are_the_results_and_what_was_paid(whole, evenings):
    """Some was paid during the evenings, in chips, and some in the group, in money."""
    owed = Counter()
    for evening in evenings:
        one = whole.recorded.get(int(evening.id))
        if one is None:
            continue  # all of the spreadsheet is settled
        for person, amount in evening.results().items():
            owed[person, evening.currency] += amount
        of_one = Fraction(one.worth.minor, 100) if one.worth else 1
        for paid in one.paid:
            owed[club.person_of(paid.source), evening.currency] += paid.amount * of_one
            owed[club.person_of(paid.target), evening.currency] -= paid.amount * of_one
    assert any(one.paid for one in whole.recorded.values())
    assert debts(whole) == owed
    for unit in {unit for (_person, unit), amount in owed.items() if amount}:
        debtor = min((person for person, of in owed if of == unit), key=lambda one: owed[one, unit])
        lender = max((person for person, of in owed if of == unit), key=lambda one: owed[one, unit])
        minor = 7 if unit else 1  # seven cents, or a chip
        whole.groups.submit(whole.access, GroupPaid(debtor, lender, minor, unit), f"paid-{unit}-01")
        owed[debtor, unit] += Fraction(minor, 100 if unit else 1)
        owed[lender, unit] -= Fraction(minor, 100 if unit else 1)
    assert debts(whole) == owed


def debts(whole):
    rows = [row for row in whole.file("figures") if row["owed"]]
    return Counter({(row["person"], row["owed_currency"]): Fraction(row["owed"]) for row in rows})


def test_evenings_put_right_are_as_those_recorded_right(whole, evenings):
    """In every third evening a wrong result was corrected, and a forgotten deal put in, by the host."""
    assert len(whole.corrected) > len(whole.recorded) / 6
    right = whole.group("Right")
    for one in whole.corrected.values():
        whole.open(right, one, one.entries)
    for name in ("deals", "ledger"):
        found = [row for row in whole.file(name) if int(row["evening_id"]) in whole.corrected]
        assert without_names(found) == without_names(whole.file(name, access=right))


def without_names(rows):
    """Return the rows without what depends on the group: the numbers of evenings, and merged names."""
    apart = ("evening_id", "person", "from_name", "to_name")
    return [{column: row[column] for column in row if column not in apart} for row in rows]


def test_what_is_hidden_or_removed_does_not_count(whole):
    """At last, because it takes the evenings away from the others.

    The host's files of the deals still have a hidden evening.
    """
    hidden = next(iter(whole.recorded))
    whole.groups.submit(whole.access, EveningHidden(hidden), "hidden-01")
    evenings = reckoning.evenings_of(whole.file("deals"), whole.file("ledger"))
    shown = [one for one in evenings if one.id != f"{hidden}"]
    assert not differences(whole.file("figures"), shown)
    group = whole.groups.store.group(whole.access.info.id)
    remove(whole.host)
    evenings = reckoning.evenings_of(whole.file("deals"), whole.file("ledger"))
    kept = [one for one in evenings if one.id != f"{hidden}"]
    assert len(kept) == len(whole.recorded) - 1
    assert not differences(whole.file("figures"), kept)
    whole.groups.submit(whole.access, Undone(group.evenings[hidden] or 0), "shown-01")
    again = reckoning.evenings_of(whole.file("deals"), whole.file("ledger"))
    assert not differences(whole.file("figures"), again) and len(again) == len(whole.recorded)
