"""Who may undo the newest entry, for each kind, maker and phone."""

from contextlib import closing

import pytest

from companion.evening.entries import Amended, Penalized, Undone, WorthSet
from companion.rules.actions import Declared, TricksTaken, TurnedUp
from companion.tables import Denied, Unsure, open_groups
from tests.telling import entries, started

ASKING = ("host", "bob", "cat", "spare", "watcher")
"""Five phones: Ann is the host, Bob and Cat have seats, the spare phone has none."""
MAKERS = ("host", "bob", "spare")

# One letter for each phone that asks. y: may undo the entry; a: is asked first, because another phone
# made it; n: may not. The columns are the makers when all record, when players record their own seat,
# and when only the host records; "-" if the maker may not make the entry.
WHO_MAY_UNDO = """
a turn-up                  yaaan  ayaan  aaayn  ynnnn  aynnn  -      ynnnn
Bob’s declaration          yaaan  ayaan  aaayn  ynnnn  aynnn  -      ynnnn
Cat’s declaration          yaaan  ayaan  aaayn  ynnnn  -      -      ynnnn
the rest drop              yaaan  ayaan  aaayn  ynnnn  -      -      ynnnn
a trick                    yaaan  ayaan  aaayn  ynnnn  aynnn  -      ynnnn
the last trick             yaaan  ayaan  aaayn  ynnnn  aynnn  -      ynnnn
a whole deal               yaaan  ayaan  aaayn  ynnnn  -      -      ynnnn
a settlement               yaaan  ayaan  aaayn  ynnnn  aynnn  -      ynnnn
the settlement before      ynnnn  ynnnn  ynnnn  ynnnn  -      -      ynnnn
a misdeal                  yaaan  ayaan  aaayn  ynnnn  aynnn  -      ynnnn
Bob sits out               yaaan  ayaan  aaayn  ynnnn  aynnn  -      ynnnn
Eve joins                  yaaan  ayaan  aaayn  ynnnn  -      -      ynnnn
Bob leaves                 yaaan  ayaan  aaayn  ynnnn  aynnn  -      ynnnn
a payment                  yaaan  ayaan  aaayn  ynnnn  aynnn  annyn  ynnnn
a penalty                  yaaan  ayaan  aaayn  ynnnn  -      -      ynnnn
the worth                  yaaan  ayaan  aaayn  ynnnn  -      -      ynnnn
the depth                  yaaan  ayaan  aaayn  ynnnn  -      -      ynnnn
the end of a game          ynnnn  -      -      ynnnn  -      -      ynnnn
another game               ynnnn  aynnn  annyn  ynnnn  -      -      ynnnn
the closing                ynnnn  -      -      ynnnn  -      -      ynnnn
a declaration corrected    yaaan  ayaan  aaayn  ynnnn  aynnn  -      ynnnn
a declaration deleted      yaaan  ayaan  aaayn  ynnnn  -      -      ynnnn
an earlier deal corrected  ynnnn  -      -      ynnnn  -      -      ynnnn
"""

GAME = started("Ann Bob Cat", depth="tricks")
PLAYED = ("up 6", "Bob in", "Cat in", "Ann out", "won Bob Bob Bob Cat Cat")
DEAL = (*PLAYED, "settled")
SECOND_DEAL = ("up 5", "Cat in", "Ann out", "Bob in", "won Bob Bob Bob Cat Cat", "settled")
NEWEST = {
    "a turn-up": ("up 6",),
    "Bob’s declaration": ("up 6", "Bob in"),
    "Cat’s declaration": ("up 6", "Bob in", "Cat in"),
    "the rest drop": ("up 6", "Bob in", "rest drop"),
    "a trick": (*PLAYED[:4], "won Bob"),
    "the last trick": PLAYED,
    "a whole deal": (*DEAL, "depth result", TricksTaken({"Bob": 3, "Cat": 2}, declared={})),
    "a settlement": DEAL,
    # Entered by the host; the maker undoes the last entry after it.
    "the settlement before": (*DEAL, *SECOND_DEAL, *(Undone(one) for one in range(21, 11, -1))),
    "a misdeal": ("up 6", "misdealt"),
    "Bob sits out": (*DEAL, "Bob sits-out"),
    "Eve joins": (*DEAL, "Eve joins"),
    "Bob leaves": (*DEAL, "Bob leaves"),
    "a payment": (*DEAL, "Ann pays Bob 1"),
    "a penalty": (*DEAL, Penalized("Cat", 5, "pool")),
    "the worth": (*DEAL, WorthSet(10, "EUR")),
    "the depth": (*DEAL, "depth plays"),
    "the end of a game": (*DEAL, "ended"),
    "another game": (*DEAL, "ended", GAME),
    "the closing": (*DEAL, "closed"),
    "a declaration corrected": ("up 6", "Bob in", Amended(3, Declared("Bob", "drop"))),
    "a declaration deleted": ("up 6", "Bob in", "Cat in", Amended(4)),
    "an earlier deal corrected": (*DEAL, "up 5", Amended(2, TurnedUp("4"))),
}


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    with closing(open_groups(tmp_path_factory.mktemp("undo")).tables) as tables:
        yield tables


def phones_at(tables, name, records):
    """Return five phones at a new table, by name."""
    info = tables.open_evening(name, [GAME], "host", f"evening-{name}")
    host = tables.open_table(info.key, "host")
    for phone, seat in (("bob", "Bob"), ("cat", "Cat"), ("spare", "")):
        access = tables.open_table(info.key, phone)
        tables.settings.name_device(access, f"{phone}’s phone", seat)
    tables.settings.set_rules(host, records, False)
    watch = tables.settings.links(host).watch
    keys = dict.fromkeys(ASKING, info.key) | {"watcher": watch}
    return {phone: tables.open_table(key, phone) for phone, key in keys.items()}


def verdict(tables, phones, phrases, maker, asking):
    """Return the letter for an undo of the newest entry by this phone, as in `WHO_MAY_UNDO`."""
    said = [one for each in phrases for one in (entries(each) if isinstance(each, str) else [each])]
    for position, entry in enumerate(said, start=1):
        by = phones[maker if position == len(said) else "host"]
        try:
            tables.submit(by, entry, position, f"entry-{position:03}", sure=True)
        except Denied:
            return "-"
    evening = tables.evenings.evening(phones["host"].info.id)
    try:
        tables.submit(phones[asking], Undone(evening.undoable), evening.length, "undoing-it")
    except Denied:
        return "n"
    except Unsure:
        return "a"
    return "y"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("row", WHO_MAY_UNDO.strip().splitlines())
def test_who_may_undo_what(tables, row):
    what, cells = row.split("  ", 1)
    ways = [(records, maker) for records in ("all", "own") for maker in MAKERS] + [("host", "host")]
    found = []
    for records, maker in ways:
        cell = ""
        for asking in ASKING:
            phones = phones_at(tables, f"{what} {records} {maker} {asking}", records)
            cell += verdict(tables, phones, NEWEST[what], maker, asking)
            if cell == "-":  # it is refused before anyone asks
                break
        found.append(cell)
    assert found == cells.split()


def test_the_table_has_every_case():
    assert [row.split("  ")[0] for row in WHO_MAY_UNDO.strip().splitlines()] == list(NEWEST)
