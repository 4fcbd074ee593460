"""The log page: each entry with its phone, its player, and whether it is in force."""

from itertools import chain

import pytest

from companion.evening.entries import Amended, Undone
from companion.evening.record import Record, dumps
from companion.rules.actions import TrickWon
from tests.telling import entries, started
from tests.web.table import Phone, opened

IN = ("Bob in", "Cat in", "Dan in", "Ann in")
DEAL = ("up 6", *IN, "won Bob Ann Bob Ann Bob", "settled")
"""Entries 2 to 12."""


def row(page, number):
    return page.soup.select_one(f"#e{number}")


def words(page, number):
    return row(page, number).select_one("p").words


def who(page, number):
    small = row(page, number).select_one("small")
    return small.words if small else ""


def named(app, phone, key, name="", seat=""):
    table = app.extensions["tables"].access_store.devices(
        app.extensions["tables"].evenings.log.find(key).id
    )
    known = {device.id for device in table}
    with phone.client.session_transaction() as session:
        device = session["device"]
    assert device in known
    app.extensions["tables"].access_store.name(
        device, app.extensions["tables"].evenings.log.find(key).id, name, seat
    )


def log(phone, key, query=""):
    return phone.get(f"/e/{key}/log{query}")


# Entries


def test_every_entry_in_order_by_deals(app, phone):
    key = opened(app, *DEAL, "up 1", "Cat out", depth="tricks")
    page = log(phone, key)
    assert page.status == 200
    titles = [tag.words for tag in page.soup.select("main details h2")]
    assert titles == ["Deal 2, in progress", "Deal 1"]
    numbers = [
        [one["id"] for one in group.select("li")] for group in page.soup.select("main details")
    ]
    assert numbers == [["e13", "e14"], [f"e{n}" for n in range(1, 13)]]
    assert words(page, 1) == "Domino Loo begins"
    assert words(page, 2) == "Trumps: sixes"
    assert words(page, 7) == "Trick to Bob"
    assert words(page, 12) == "Deal over"
    assert "Bob deals" in page.soup.select_one("main details summary").words
    assert "pool 25" in page.soup.select("main details summary")[1].words
    # The newest deal is open; one tap opens the others.
    assert [group.has("open") for group in page.soup.select("main details")] == [True, False]


def test_menu_and_deal_link_to_the_log(app, phone):
    key = opened(app, *DEAL, depth="tricks")
    for tail in ("/more", "/deals"):
        assert f"/e/{key}/log" in phone.get(f"/e/{key}{tail}").links
    assert f"/e/{key}/log?deal=1" in phone.get(f"/e/{key}/deals/1").links
    page = log(phone, key, "?deal=1")
    assert [group.select_one("h2").words for group in page.soup.select("main details[open]")] == [
        "Deal 1"
    ]


def test_each_game_has_its_own_words(app, phone):
    cards = started("Ann Bob Cat Dan", "three-card-loo", "tricks", preset="classic")
    key = opened(app, *DEAL, cards, "up H", "Bob miss", depth="tricks")
    page = log(phone, key)
    assert words(page, 2) == "Trumps: sixes"
    assert words(page, 13) == "Three-card Loo begins"
    assert words(page, 14) == "Trumps: hearts"
    assert words(page, 15) == "Bob takes the miss"
    assert page.soup.select_one("main details h2").words == "Three-card Loo: deal 1, in progress"


def test_names_are_escaped(app, phone):
    key = opened(app, "up 6", "<b>Bob</b> in", depth="tricks", seats="<i>Ann</i> <b>Bob</b>")
    page = log(phone, key)
    assert words(page, 3) == "<b>Bob</b> plays"
    assert not row(page, 3).select_one("b")


# Entries no longer in force


def test_undone_entries_are_struck_through(app, phone):
    key = opened(app, "up 6", "Bob in", Undone(3), "Bob out", depth="tricks")
    page = log(phone, key)
    assert row(page, 3).select_one("del").words.endswith("Bob plays")
    assert "undone" in words(page, 3) and not row(page, 3).select_one("ins")
    assert words(page, 4) == "Undo of 3 : Bob plays"
    assert f"/e/{key}/log?entry=3#e3" in [a["href"] for a in row(page, 4).select("a")]
    assert words(page, 5) == "Bob drops" and not row(page, 5).select_one("del")


def test_corrected_entries_are_struck_through_beside_their_replacement(app, phone):
    key = opened(
        app, *DEAL[:-1], Amended(7, TrickWon("Cat")), Amended(7, TrickWon("Dan")), depth="tricks"
    )
    page = log(phone, key)
    struck = [tag.words for tag in row(page, 7).select("del")]
    assert [text.split(": ")[1] for text in struck] == ["Trick to Bob", "Trick to Cat"]
    assert row(page, 7).select_one("ins").words == "Now: Trick to Dan"
    assert words(page, 12) == "Correction of 7 : Trick to Cat"
    assert words(page, 13) == "Correction of 7 : Trick to Dan"


def test_deleted_entries_are_struck_through(app, phone):
    key = opened(app, *DEAL[:-1], Amended(8), Undone(12), Amended(8), depth="tricks")
    page = log(phone, key)
    assert [tag.words.split(": ")[1] for tag in row(page, 8).select("del")] == ["Trick to Ann"]
    assert "deleted" in words(page, 8) and not row(page, 8).select_one("ins")
    assert words(page, 12).startswith("Deletion of 8") and "undone" in words(page, 12)
    assert words(page, 13) == "Undo of 12 : Deletion of 8"
    assert words(page, 14) == "Deletion of 8 : Trick to Ann"
    assert not row(page, 14).select_one("del")


def test_a_page_links_corrections_on_other_pages(app, phone):
    ring = ("Bob in", "Cat in", "Dan in", "Ann in") * 2
    deals = [("up 6", *ring[n % 4 : n % 4 + 4], *DEAL[5:]) for n in range(14)]
    out = (Amended(8, TrickWon("Dan")), Undone(156), Amended(8, TrickWon("Cat")))
    key = opened(app, *chain(*deals), *out, depth="tricks")
    page = log(phone, key)
    assert not row(page, 34) and row(page, 35)
    assert words(page, 156) == "Correction of 8 : Before: Trick to Dan undone"
    assert words(page, 157) == "Undo of 156 : Correction of 8"
    assert words(page, 158) == "Correction of 8 : Trick to Cat"
    assert row(log(phone, key, "?page=2"), 8).select_one("ins").words == "Now: Trick to Cat"


def test_only_the_first_and_last_of_many_versions_are_shown(app, phone):
    wrong = [Amended(7, TrickWon(("Cat", "Dan", "Ann")[n % 3])) for n in range(40)]
    key = opened(app, *DEAL[:-1], *wrong, depth="tricks")
    page = log(phone, key)
    struck = [tag.words.split(": ")[1] for tag in row(page, 7).select("del")]
    assert struck == [
        "Trick to Bob",
        *(f"Trick to {('Cat', 'Dan', 'Ann')[n % 3]}" for n in range(30, 39)),
    ]
    assert (
        "(30 more)" in words(page, 7)
        and row(page, 7).select_one("ins").words == "Now: Trick to Cat"
    )


# Phones


def test_the_phone_and_the_player_of_an_entry(app, phone, other):
    key = opened(app, "up 6", depth="tricks")
    for one in (phone, other):
        one.at(key)
    named(app, phone, key, seat="Ann")
    named(app, other, key, name="Kitchen", seat="Cat")
    phone.say(key, {"kind": "declared", "player": "Bob", "choice": "play"})
    other.say(key, {"kind": "declared", "player": "Cat", "choice": "play"})
    other.say(key, {"kind": "declared", "player": "Dan", "choice": "drop"})
    phone.say(key, {"kind": "declared", "player": "Ann", "choice": "play"})
    for reader in (phone, other):
        page = log(reader, key)
        assert who(page, 2) == ""  # no phone made the imported entries
        assert who(page, 3) == "Entered by Ann for Bob"
        assert who(page, 4) == "Entered by Kitchen"
        assert who(page, 5) == "Entered by Kitchen for Dan"
        assert who(page, 6) == "Entered by Ann"


def test_phones_without_a_name(app, phone, other):
    phone.sit_down(("Ann", "Bob"), depth="tricks")
    key = phone.key
    page = log(phone, key)
    assert who(page, 1) == ""  # all entries are from one phone
    other.at(key)
    other.press("turned-up", "piece", "6")
    assert who(log(phone, key), 1) == "Entered by this phone"
    assert who(phone.page, 2) == "Entered by another phone"
    assert who(log(other, key), 2) == "Entered by this phone"


def test_imported_entries_have_no_phone(app, phone):
    told = [started("Ann Bob", depth="tricks"), *entries("up 6")]
    phone.import_record(dumps(Record("Friday", "2026-11-20T19:30:00Z", tuple(told))))
    phone.follow()
    key = phone.key
    named(app, phone, key, name="Ann")
    phone.press("declared", "choice", "play")
    page = log(phone, key)
    assert [who(page, number) for number in (1, 2, 3)] == ["", "", "Entered by Ann for Bob"]


# Rights to correct


def corrections(page):
    return [link for link in page.links if "/amend/" in link]


def test_the_host_can_correct_present_and_deleted_entries(app, phone):
    key = opened(app, *DEAL[:-1], Amended(8), "won Bob", Undone(13), depth="tricks")
    page = log(phone, key)
    # The start of a game can only be undone.
    assert corrections(page) == [f"/e/{key}/amend/{number}" for number in range(2, 12)]
    assert row(page, 7).select_one(".amend")["aria-label"] == "Change 7: Trick to Bob"


def test_a_watcher_can_read_the_log(app, phone, other):
    key = opened(app, *DEAL, depth="tricks")
    phone.at(key)
    info = app.extensions["tables"].evenings.log.find(key)
    watch = app.extensions["tables"].access_store.rules(info.id).watch_key
    page = log(other, watch)
    assert page.status == 200 and words(page, 7) == "Trick to Bob"
    assert corrections(page) == []
    assert key not in page.html


def test_only_the_host_corrects_a_closed_evening(app, phone, other):
    key = opened(app, *DEAL, "closed", depth="tricks")
    page = log(phone, key)
    assert words(page, 13) == "Evening closed" and len(corrections(page)) > 10
    assert corrections(log(other, key)) == []


# Long and empty evenings


@pytest.fixture(scope="module")
def thirty(app):
    """An evening of thirty deals in which everyone drops before the dealer."""
    names = ["Ann", "Bob", "Cat"]
    deals = [
        phrase
        for n in range(30)
        for phrase in ("up 6", f"{names[(n + 1) % 3]} out", f"{names[(n + 2) % 3]} out", "settled")
    ]
    return app, opened(app, *deals, seats="Ann Bob Cat", depth="tricks")


def test_a_long_evening_comes_in_pages(thirty):
    app, key = thirty
    phone = Phone(app)
    page = log(phone, key)
    seen = []
    while True:
        seen += [tag.words for tag in page.soup.select("main details h2")]
        older = [link for link in page.links if "?page=" in link]
        forth = [link for link in older if int(link.split("=")[1]) > len(seen) // 12]
        if len(seen) % 12 or not forth:
            break
        page = phone.get(forth[-1])
    assert seen == [f"Deal {number}" for number in range(30, 0, -1)]


def test_an_entry_is_found_on_its_page(thirty):
    app, key = thirty
    page = log(Phone(app), key, "?entry=6")
    assert page.soup.select_one("details[open] h2").words == "Deal 2"
    assert row(page, 6) and len(page.soup.select("main details")) == 6


def test_a_link_to_an_entry_or_a_deal_opens_its_deal(app, phone):
    slips = chain.from_iterable(("up 6", Undone(n)) for n in range(2, 100, 2))
    key = opened(app, *slips, *DEAL, depth="tricks")
    last = 1 + 98 + 11
    for number in (1, 2, 50, last):
        page = log(phone, key, f"?entry={number}")
        assert row(page, number).closest("details").has("open")
    assert row(log(phone, key, "?deal=1"), 1) and row(log(phone, key), last)


@pytest.mark.parametrize(
    "query", ["?page=0", "?page=99", "?page=x", "?entry=0", "?entry=999", "?entry=x", "?deal=-1"]
)
def test_unknown_pages_show_the_log(thirty, query):
    app, key = thirty
    page = log(Phone(app), key, query)
    assert page.status == 200 and page.soup.select("main details li")


def test_between_the_deals(app, phone):
    key = opened(app, "Dan sits-out", "up 6", "misdealt", depth="tricks")
    assert log(phone, key).soup.select_one("main details h2").words == "Deal 1, to be dealt again"
    key = opened(app, "Dan sits-out", depth="tricks")
    assert log(phone, key).soup.select_one("main details h2").words == "Before the first deal"
    key = opened(app, *DEAL, "ended", "closed", depth="tricks")
    assert log(phone, key).soup.select_one("main details h2").words == "After deal 1"
    key = opened(app, Undone(1), depth="tricks")
    page = log(phone, key)
    assert page.soup.select_one("main details h2").words == "Before the first game"
    assert "undone" in words(page, 1)
