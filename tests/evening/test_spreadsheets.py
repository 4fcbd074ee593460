"""Rows for a spreadsheet (docs/formats.md)."""

import csv

import pytest
from msgspec.structs import replace

from companion.evening.entries import Noted, Penalized
from companion.evening.spreadsheets import csv_file
from companion.rules.actions import Scored
from companion.store import EveningInfo
from companion.wording.languages import using
from companion.wording.spreadsheets import evening_file
from tests.telling import say, start, started

DEAL = ("told Bob 3 Cat 2 Dan 0", "settled")
"""Four at domino Loo, Ann deals: she stakes 10, the others 5. P is 25, a share 5: Bob takes 15, Cat
10, Dan is looed 25. Ann -10, Bob +10, Cat +5, Dan -30, and 25 in the pool."""


# Half an hour after midnight in Zurich.
INFO = EveningInfo(7, "a-key", "Friday", "2026-07-03T22:30:00Z", "Europe/Zurich")


def read(content, delimiter=","):
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(content.decode("utf-8-sig").splitlines(), delimiter=delimiter))


def deals(evening):
    return read(b"".join(evening_file("deals", evening, INFO)))


def ledger(evening):
    return read(b"".join(evening_file("ledger", evening, INFO)))


def test_a_deal_has_a_row_for_each_player():
    rows = deals(say(start(depth="result"), *DEAL))
    chips = {row["player"]: (row["chips"], row["balance"], row["tricks"]) for row in rows}
    assert chips == {
        "Bob": ("10", "10", "3"),
        "Cat": ("5", "5", "2"),
        "Dan": ("-30", "-30", "0"),
        "Ann": ("-10", "-10", ""),
    }
    assert [(row["player"], row["in"], row["looed"]) for row in rows] == [
        *(("Bob", "1", "0"), ("Cat", "1", "0"), ("Dan", "1", "1"), ("Ann", "0", "0"))
    ]
    assert {
        (row["game_id"], row["deal"], row["dealer"], row["pool"], row["carried"]) for row in rows
    } == {("domino-loo", "1", "Ann", "25", "25")}


def test_the_ledger_sums_to_the_balances():
    evening = say(start(depth="result"), *DEAL, "closed")
    sums = {}
    for row in ledger(evening):
        for name, sign in ((row["from"], -1), (row["to"], 1)):
            sums[name] = sums.get(name, 0) + sign * int(row["amount"])
    # The end divides 25: 6 each, and the odd chip to Bob.
    assert sums == {"Ann": -4, "Bob": 17, "Cat": 11, "Dan": -24, "pool": 0}
    assert {row["deal"] for row in ledger(evening) if row["reason"] == "ending"} == {""}


def test_penalties_are_listed_and_the_ledger_sums_to_the_balances():
    """Ann sits out and gets 2 from Bob in the deal; Cat pays 5 after it, and the evening closes."""
    evening = say(start(depth="result"), "Ann sits-out", Penalized("Bob", 2, "Ann", "=1+1"))
    evening = say(evening, "told Cat 3 Dan 2 Bob 0", "settled", Penalized("Cat", 5), "closed")
    columns = ("dealt_in", "in", "chips", "penalty")
    found = {row["player"]: tuple(row[one] for one in columns) for row in deals(evening)}
    assert found["Ann"] == ("0", "0", "2", "0") and found["Bob"][3] == "2"
    assert (found["Cat"][0], found["Cat"][3]) == ("1", "0")
    rows = ledger(evening)
    told = [
        (row["deal"], row["from"], row["to"], row["note"])
        for row in rows
        if row["reason"] == "penalty"
    ]
    assert told == [("1", "Bob", "Ann", "'=1+1"), ("", "Cat", "pool", "")]
    sums = dict.fromkeys(evening.state.accounts(), 0)
    for row in rows:
        sums[row["from"]] -= int(row["amount"])
        sums[row["to"]] += int(row["amount"])
    assert sums == evening.state.accounts()


def test_a_balance_includes_payments_after_the_last_deal_of_an_earlier_game():
    again = started("Ann Bob Cat Dan", "domino-loo", "result")
    evening = say(start(depth="result"), Penalized("Dan", 7, "Bob"), "ended", again, *DEAL)
    assert {row["player"]: row["balance"] for row in deals(evening)} == {
        "Bob": "17", "Cat": "5", "Dan": "-37", "Ann": "-10"
    }  # fmt: skip


def test_points_and_score():
    rows = deals(
        say(start(game="domino-rounce", depth="result"), "told Bob 3 Cat 2 Dan 0", "settled")
    )
    assert {row["chips"] for row in rows} == {""} and {row["pool"] for row in rows} == {""}
    assert all(row["points"] and row["score"] for row in rows)


def test_names_are_not_formulas():
    seats = "=1+1 @SUM -Tom ＝Ann"
    rows = deals(say(start(seats, depth="result"), "told @SUM 3 -Tom 2 ＝Ann 0", "settled"))
    assert {row["player"] for row in rows} == {"'=1+1", "'@SUM", "'-Tom", "'＝Ann"}
    # Negative numbers are not text.
    assert {row["chips"] for row in rows} == {"-10", "10", "5", "-30"}


def test_names_stay_in_their_cell():
    rows = b"".join(csv_file(("player", "chips"), [('A, "B"\nC', 1), ("دان", 2)]))
    assert rows.decode("utf-8-sig") == '"player","chips"\r\n"A, ""B""\nC",1\r\n"دان",2\r\n'


def test_control_and_bidirectional_characters_are_removed():
    rows = b"".join(csv_file(("note",), [("\0=1+1",), ("red\x1b[31m",), ("turned \u202earound",)]))
    assert rows.decode("utf-8-sig") == ('"note"\r\n"\'=1+1"\r\n"red[31m"\r\n"turned around"\r\n')


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
def test_no_text_begins_a_formula(start):
    (content,) = csv_file(("note",), [(f"{start}1",)])
    ((cell,),) = list(csv.reader(content.decode("utf-8-sig").splitlines(True)))[1:]
    assert cell.startswith("'")


def test_a_long_file_comes_in_parts_under_one_heading():
    parts = list(csv_file(("n",), ((number,) for number in range(1_200))))
    assert len(parts) == 3 and all(parts)
    assert b"".join(parts).decode("utf-8-sig").split() == ['"n"', *map(str, range(1_200))]


def test_rows_say_of_which_evening_they_are():
    evening = say(start(depth="result"), *DEAL)
    for row in (*deals(evening), *ledger(evening)):
        assert (row["evening"], row["evening_id"], row["day"]) == ("Friday", "7", "2026-07-04")
        assert (row["game_id"], row["game_name"]) == ("domino-loo", "Domino Loo")


def test_a_typed_game_has_its_own_name():
    skat = start("Ann Bob", game="other", depth="result", name="=Skat", counts="chips")
    evening = say(skat, Scored({"Ann": 4, "Bob": -4}), "settled")
    for row in (*deals(evening), *ledger(evening)):
        assert (row["game_id"], row["game_name"]) == ("other:=Skat", "'=Skat")


def test_ids_have_words_in_the_language_of_the_phone():
    """Bestia with Italian suits: the host's hearts are cups. The one looed pays his bestia."""
    evening = say(start("Ann Bob Cat", game="bestia", depth="result"), "up AH")
    evening = say(evening, "told Bob 2 Cat 1 Ann 0", "settled", "ended")
    with using("it"):
        files = {name: evening_file(name, evening, INFO) for name in ("deals", "ledger")}
    # The files are made when the request has ended.
    found = {name: read(b"".join(parts), ";") for name, parts in files.items()}
    assert {(one["briscola"], one["nome_briscola"]) for one in found["deals"]} == {("H", "coppe")}
    assert {one["nome_gioco"] for one in found["deals"]} == {"Bestia"}
    words = {(one["motivo"], one["nome_motivo"]) for one in found["ledger"]}
    assert {("stake", "posta"), ("loo", "bestia")} <= words
    for one in found["ledger"]:
        for id, word in (("da", "nome_da"), ("a", "nome_a")):
            assert one[word] == ("piatto" if one[id] == "pool" else one[id])
    assert all(
        one["nome_regola"] and one["nome_regola"] != one["regola"] for one in found["ledger"]
    )


def test_what_is_divided_at_the_end_is_not_called_as_what_is_won():
    evening = say(start(depth="result"), *DEAL, "closed")
    words = {row["reason"]: row["reason_name"] for row in ledger(evening)}
    assert (words["ending"], words["tricks"]) == ("end of the game", "tricks")
    assert words["loo"] == "loo"


def test_notes_are_beside_their_deal_and_the_evening_has_a_place():
    evening = say(start(depth="result"), *DEAL, Noted("Ann's famous revoke", 2), Noted("=Rain"))
    evening = say(evening, Noted("and Dan's", 3), *DEAL)
    info = replace(INFO, place="At Ann's")
    rows = read(b"".join(evening_file("deals", evening, info)))
    assert {(row["deal"], row["note"]) for row in rows} == {
        ("1", "Ann's famous revoke · and Dan's"), ("2", ""),
    }  # fmt: skip
    assert {(row["evening_note"], row["evening_place"]) for row in rows} == {("'=Rain", "At Ann's")}
