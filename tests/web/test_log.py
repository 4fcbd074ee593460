"""The log page: each entry with its phone, its player, and whether it is in force."""

from itertools import chain

import pytest

from companion.evening.entries import Amended, Penalized, Undone, WorthSet
from companion.evening.record import Record, dumps
from companion.rules.actions import TrickWon
from tests.telling import entries, started
from tests.web import played
from tests.web.table import Phone, opened
from tests.web.test_rummy import GAME, OUT, TURN

IN = ("Bob in", "Cat in", "Dan in", "Ann in")
DEAL = ("up 6", *IN, "won Bob Ann Bob Ann Bob", "settled")
"""Entries 2 to 12."""
WINNERS = ("Dan", "Cat", "Dan", "Cat", "Bob")
"""Of the tricks of `played.evening`."""


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


def numbers(group):
    """Return the numbers of the entries of each line; others say what can be inserted."""
    lines = [line.select("[id^=e]") for line in group.select_one("ol").children]
    return [[int(one["id"][1:]) for one in line] for line in lines if line]


def drawn(line):
    """Return the plays of a trick's line: pieces and players."""
    return [
        (play.select_one("[role=img]")["aria-label"], play.select_one("bdi").words)
        for play in line.select("summary .play")
    ]


def line_of(page, number):
    return row(page, number).closest("details")


# Entries


def test_every_entry_in_order_by_deals(app, phone):
    key = opened(app, *DEAL, "up 1", "Cat out", depth="tricks")
    page = log(phone, key)
    assert page.status == 200
    titles = [tag.words for tag in page.soup.select("main details h2")]
    assert titles == ["Deal 2, in progress", "Deal 1"]
    assert [numbers(group) for group in page.soup.select(".log")] == [
        [[13], [14]],
        [[1], [2], [3, 4, 5, 6], *([n] for n in range(7, 13))],
    ]
    assert words(page, 1) == "Domino Loo begins"
    assert words(page, 2) == "Trumps: sixes"
    assert words(page, 7) == "Trick to Bob"
    assert words(page, 12) == "Deal over"
    assert "Bob deals" in page.soup.select_one("main details summary").words
    assert "pool 25" in page.soup.select(".log > summary")[1].words
    # The newest deal is open; one tap opens the others.
    assert [group.has("open") for group in page.soup.select(".log")] == [True, False]


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


# Tricks, declarations and turns


def test_a_line_for_each_trick(app, phone):
    key = opened(app, *played.evening(), dealer="Dan")
    page = log(phone, key)
    (group,) = page.soup.select(".log")
    assert group.select_one("h2").words == "Deal 1"  # settled, although not confirmed
    tricks = [list(range(first, first + 4)) for first in range(7, 27, 4)]
    assert numbers(group) == [[1], [2], [3, 4, 5, 6], *tricks]
    for number, (trick, winner) in enumerate(zip(played.PLAYS, WINNERS, strict=True)):
        line = line_of(page, 7 + 4 * number)
        said = [(piece.replace("-", " "), player) for player, piece, *_suit in trick]
        assert drawn(line) == said
        assert line.select_one("summary .won bdi").words == winner
        assert line.select_one("summary .num").words == f"Trick {number + 1} {number + 1}"
    assert "twos" in line_of(page, 7).select_one(".play").words
    assert "Bob plays" in line_of(page, 3).select_one("summary").words
    # A tap shows the entries, each with its change.
    assert [words(page, number) for number in (7, 8)] == ["Ann 4-2 (twos)", "Bob 2-1"]
    assert not page.soup.select("li details[open]")


def test_an_open_trick_has_no_winner(app, phone):
    page = log(phone, opened(app, *played.evening()[:7], dealer="Dan"))
    assert drawn(line_of(page, 8)) == [("4 2", "Ann"), ("2 1", "Bob")]
    assert not page.soup.select(".play.won")


def test_a_deal_dealt_again_counts_its_tricks_from_one(app, phone):
    said = played.evening()
    page = log(phone, opened(app, *said[:11], "misdealt", *said[:9], dealer="Dan"))
    tricks = [one.words for one in page.soup.select("summary .num b")]
    assert tricks == ["1", "2", "1"]
    # The tricks of the void deal have no winners.
    assert [one.closest("details") for one in page.soup.select(".play.won")] == [line_of(page, 19)]


def test_a_deal_dealt_again_twice_counts_its_tricks_from_one(app, phone):
    said = played.evening()[:11]
    page = log(phone, opened(app, *said, "misdealt", *said, "misdealt", *said, dealer="Dan"))
    tricks = [one.words for one in page.soup.select("summary .num b")]
    assert tricks == ["1", "2"] * 3


@pytest.mark.parametrize(
    "between", ["revoked Ann", Penalized("Ann", 3, "pool"), WorthSet(10, "EUR")]
)
def test_what_comes_between_two_plays_counts_no_trick(app, phone, between):
    """The second trick is in two lines, and those after it keep their winners."""
    said = played.evening()
    page = log(phone, opened(app, *said[:11], between, *said[11:], dealer="Dan"))
    (group,) = page.soup.select(".log")
    assert numbers(group)[4:7] == [[11, 12], [13], [14, 15]]
    lines = group.select("li > details:has(.play)")
    assert [line.select_one("summary .num b").words for line in lines] == list("122345")
    won = [line.select_one("summary .won bdi") for line in lines]
    assert [one and one.words for one in won] == ["Dan", None, *WINNERS[1:]]


def test_what_was_undone_lies_in_the_line_of_what_followed(app, phone):
    said = played.evening()
    wrong = (*said[:7], "Cat 5-5", Undone(9), *said[7:9], "Dan 6-6", Undone(13), "Dan 5-4")
    page = log(phone, opened(app, *wrong, dealer="Dan"))
    (group,) = page.soup.select(".log")
    assert numbers(group)[3:] == [[7, 8, 9, 10, 11, 12], [13, 14, 15]]
    assert [play for play, _player in drawn(line_of(page, 9))] == ["4 2", "2 1", "2 0", "2 2"]
    assert "with changes" in line_of(page, 9).select_one("summary").words
    assert "undone" not in line_of(page, 3).select_one("summary").words


def test_a_corrected_play_is_drawn_as_it_stands(app, phone):
    said = played.evening()
    (right,) = entries("Bob 3-1")
    page = log(phone, opened(app, *said[:9], Amended(8, right), dealer="Dan"), "?entry=8")
    assert drawn(line_of(page, 8))[1] == ("3 1", "Bob")
    assert "with changes" in line_of(page, 8).select_one("summary").words
    assert line_of(page, 8).has("open") and row(page, 8).select_one("del").words.endswith("Bob 2-1")
    # The correction has a line of its own, since it is about another.
    assert numbers(page.soup.select_one(".log"))[-1] == [11]


def test_a_line_for_each_turn(app, phone):
    page = log(phone, opened(app, *TURN, *OUT, **GAME))
    (group,) = page.soup.select(".log")
    assert numbers(group) == [[1], [2], [3, 4, 5], [6, 7, 8], list(range(9, 14)), [14, 15, 16, 17]]
    said = line_of(page, 6).select_one("summary").words
    assert "Cat draws from the stock" in said and "Cat discards QD" in said


def test_an_entry_that_is_named_is_in_an_open_line(app, phone):
    key = opened(app, *played.evening(), dealer="Dan")
    for number in range(3, 27):
        page = log(phone, key, f"?entry={number}")
        assert page.soup.select("li details[open]") == [line_of(page, number)]


def test_every_player_has_the_mark_of_the_evening(app, phone):
    key = opened(app, *played.evening(), "settled", dealer="Dan")
    page, results = log(phone, key), phone.get(f"/e/{key}/deals")
    marks = {
        one.words: str(one.select_one(".face")) for one in results.soup.select("th:has(.face)")
    }
    for play in page.soup.select(".play"):
        assert str(play.select_one(".face")) == marks[play.select_one("bdi").words]


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
        # What this phone entered needs no name.
        is_own = reader is phone
        assert who(page, 3) == ("" if is_own else "Entered by Ann for Bob")
        assert who(page, 4) == ("Entered by Kitchen" if is_own else "")
        assert who(page, 5) == ("Entered by Kitchen for Dan" if is_own else "")
        assert who(page, 6) == ("" if is_own else "Entered by Ann")


def test_phones_without_a_name(app, phone, other):
    phone.sit_down(("Ann", "Bob"), depth="tricks")
    key = phone.key
    page = log(phone, key)
    assert who(page, 1) == ""  # all entries are from one phone
    other.at(key)
    other.press("turned-up", "piece", "6")
    assert who(log(phone, key), 1) == ""
    assert who(phone.page, 2) == "Entered by another phone"
    assert who(log(other, key), 2) == ""


def test_imported_entries_have_no_phone(app, phone, other):
    told = [started("Ann Bob", depth="tricks"), *entries("up 6")]
    phone.import_record(dumps(Record("Friday", "2026-11-20T19:30:00Z", tuple(told))))
    phone.follow()
    key = phone.key
    named(app, phone, key, name="Ann")
    phone.press("declared", "choice", "play")
    page = log(other, key)
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
    assert row(page, 6) and len(page.soup.select(".log")) == 6


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
