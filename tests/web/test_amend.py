"""Corrections: the replacements on offer, the preview and its button."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from companion.evening.entries import Amended, GameStarted, Undone, WorthSet, encode
from companion.evening.history import Evening
from companion.tables import submit
from companion.web import forms
from tests.evening.test_properties import walk
from tests.examples import examples
from tests.telling import started
from tests.web.table import HTMX, opened, replayed, typed
from tests.web.test_log import row, words

IN = ("Bob in", "Cat in", "Dan in", "Ann in")
FIRST = ("up 6", *IN, "won Bob Ann Bob Ann Bob", "settled")
SECOND = ("up 1", "Cat out", "Dan in", "Ann in", "Bob in", "won Dan Dan Dan Dan Dan", "settled")
THIRD = ("up 4", "Dan in", "Ann in", "Bob in", "Cat in", "won Cat Dan Ann Bob Cat", "settled")
"""The rulebook's 25 → 55 → 115. The tricks of the first deal are the entries 7 to 11."""
CORRECTED = {
    # Cat took the first trick, not Bob. Deal 1: shares of 5, Dan alone is looed: 25 stay.
    "Deal 1": {
        "Pool": ("25", "25"),
        "Bob": ("+10", "+5"),
        "Cat": ("−30 looed", "0"),
        "Next pool": ("50", "25"),
    },
    # Bob adds 5: 30. Dan takes it all; Ann and Bob pay 30 each.
    "Deal 2": {
        "Pool": ("55", "30"),
        "Dan": ("+55", "+30"),
        "Ann": ("−55 looed", "−30 looed"),
        "Bob": ("−60 looed", "−35 looed"),
        "Next pool": ("110", "60"),
    },
    # Cat adds 5: 65, 13 a trick; Cat takes two.
    "Deal 3": {
        "Pool": ("115", "65"),
        "Dan": ("+23", "+13"),
        "Ann": ("+23", "+13"),
        "Bob": ("+23", "+13"),
        "Cat": ("+41", "+21"),
        "Next pool": ("0", "0"),
    },
    "Chips this evening": {
        "Ann": ("−32", "−17"),
        "Bob": ("−27", "−17"),
        "Cat": ("+11", "+21"),
        "Dan": ("+48", "+13"),
        "In the pool": ("0", "0"),
    },
}
TRICKS = {"depth": "tricks"}
FIVE = {"game": "five-card-loo", "preset": "classic", "seats": "Ann Bob Cat"}
FLUSH = ("AS", "KS", "9S", "3S", "2S")


def three_deals(app):
    return opened(app, *FIRST, *SECOND, *THIRD, **TRICKS)


def amend(phone, key, number):
    return phone.get(f"/e/{key}/amend/{number}")


def choose(phone, kind, field=None, value=None, **fill):
    """Press a button on the correction page, which leads to the preview."""
    form, button = phone.find(kind, field, value)
    assert form["action"].endswith(phone.url.rpartition("/")[2]), "not the form of a correction"
    return phone.submit(form, button, **fill)


def confirm(phone, **how):
    """Press the only button of a preview."""
    (form,) = [f for f in phone.page.soup.select("form") if f["action"].endswith("/entries")]
    assert len(form.select("button")) == 1
    return phone.post(form["action"], phone.page.filled(form), **how)


def compared(page):
    """Return the figures of a preview: {heading: {row: (as entered, corrected)}}."""
    found = {}
    for panel in page.soup.select("section.panel"):
        found[panel.select_one("h2").words] = {
            tag.select_one("th").words: tuple(cell.words for cell in tag.select("td"))
            for tag in panel.select("tbody tr")
        }
    return found


def newest(phone, key):
    return phone.record(key)["entries"][-1]


# The preview


def test_the_preview_shows_what_changes_and_writes_nothing(app, phone):
    """The figures are worked out in tests/evening/test_changes.py."""
    key = three_deals(app)
    page = amend(phone, key, 7)
    assert page.status == 200 and "Who won trick 1?" in page.text
    assert "Trick to Bob" in page.text and "Deal 1" in page.text
    page = choose(phone, "trick-won", "player", "Cat")
    assert page.status == 200
    assert compared(page) == CORRECTED
    assert phone.length(key) == 34


def test_many_changed_deals_are_folded_away(app, phone):
    names = ["Bob", "Cat", "Dan", "Ann"]
    deals = [
        phrase
        for n in range(6)
        for phrase in (
            "up 6",
            *(f"{names[(n + k) % 4]} in" for k in range(4)),
            f"won {' '.join([names[n % 4]] * 5)}",
            "settled",
        )
    ]
    key = opened(app, *deals, **TRICKS)
    amend(phone, key, 7)
    page = choose(phone, "trick-won", "player", "Dan")
    assert [tag.words for tag in page.soup.select("#choice > section h2")] == [
        "Deal 1",
        "Deal 2",
        "Deal 3",
        "Chips this evening",
    ]
    (more,) = page.soup.select("#choice > details")
    assert more.select_one("summary").words == "3 more deals change" and not more.has("open")
    assert [tag.words for tag in more.select("h2")] == ["Deal 4", "Deal 5", "Deal 6"]


def test_only_the_first_of_very_many_deals_are_shown(app, phone, monkeypatch):
    key = three_deals(app)
    amend(phone, key, 7)
    compare = submit.compare

    def many(*evenings):
        found = compare(*evenings)
        return replace(found, deals=found.deals[:1] * 1_000)

    monkeypatch.setattr(submit, "compare", many)
    page = choose(phone, "trick-won", "player", "Cat")
    assert len(page.soup.select("table.compared")) <= 52
    assert "997 more deals change" in page.text and "And 950 more." in page.text


def test_a_correction_that_came_too_late_is_folded_by_its_preview_alone(app, phone, monkeypatch):
    key = three_deals(app)
    monkeypatch.setattr(Evening, "corrected", lambda evening, entry: pytest.fail("it is folded"))
    for leaves in ("close", "penalty", "table"):
        correction = {"kind": "trick-won", "player": "Cat", "amends": "7", "leaves": leaves}
        assert phone.say(key, correction, after=3).status in (303, 409)


def test_a_deleted_settlement(app, phone):
    key = opened(app, *FIRST, **TRICKS)
    amend(phone, key, 12)
    page = choose(phone, "amended")
    found = compared(page)
    assert found["Deal 1"]["Settled"] == ("yes", "no")
    assert found["Deal 1"]["Next pool"] == ("50", "50")
    assert "Chips this evening" not in found  # the settlement is on the table, with its chips
    assert "Ann deals now, not Bob ." in page.text


def test_the_confirmation_leads_to_the_log(app, phone):
    key = three_deals(app)
    amend(phone, key, 7)
    choose(phone, "trick-won", "player", "Cat")
    assert confirm(phone).status == 303
    assert phone.page.headers["Location"] == f"/e/{key}/log?entry=7#e7"
    page = phone.follow()
    assert page.soup.select_one("[role=status]:not([hidden])").words == "Saved."
    assert row(page, 7).select_one("del").words.endswith("Trick to Bob")
    assert row(page, 7).select_one("ins").words.endswith("Trick to Cat")
    assert newest(phone, key) == {
        "kind": "amended",
        "entry": 7,
        "by": {"kind": "trick-won", "player": "Cat"},
    }
    assert phone.at(key).figures == {"Ann": -17, "Bob": -17, "Cat": 21, "Dan": 13}


def test_htmx_gets_fragments_and_goes_to_the_log(app, phone):
    key = three_deals(app)
    amend(phone, key, 7)
    form, button = phone.find("trick-won", "player", "Cat")
    fields = [*phone.page.filled(form), (button["name"], button["value"])]
    page = phone.post(form["action"], fields, **HTMX)
    assert page.status == 200 and not page.is_whole and page.soup.select_one("#choice")
    assert compared(page)["Deal 1"]["Bob"] == ("+10", "+5")
    page = confirm(phone, **HTMX)
    assert page.status == 200
    assert page.headers["HX-Redirect"] == f"/e/{key}/log?entry=7#e7"
    assert phone.length(key) == 35


def test_it_is_put_back(app, phone):
    key = opened(app, "up 6", *IN, "won Bob Ann Bob", Amended(8), **TRICKS)
    page = amend(phone, key, 8)
    assert "deleted" in page.text and "Restore: Trick to Ann" in page.text
    choose(phone, "trick-won")
    confirm(phone)
    assert row(phone.follow(), 8).select_one("ins").words.endswith("Trick to Ann")
    # It can also be replaced; pieces that cannot be right are not offered.
    key = opened(app, "up 6", *IN, "won Bob Ann Bob", Amended(8), **TRICKS)
    assert not [f for f in amend(phone, key, 8).kinds() if f == "amended"]
    choose(phone, "trick-won", "player", "Dan")
    confirm(phone)
    assert row(phone.follow(), 8).select_one("ins").words.endswith("Trick to Dan")


def test_the_preview_names_a_new_winner(app, phone):
    bob = ("up 6", "Bob in", "Ann in", "won Bob Bob Bob Bob Bob", "settled")
    ann = ("up 6", "Ann in", "Bob in", *bob[3:])
    key = opened(app, *bob, *ann, *bob, seats="Ann Bob", **TRICKS)
    amend(phone, key, 23)
    page = choose(phone, "trick-won", "player", "Ann")
    assert "Bob no longer wins the game." in page.text
    assert compared(page)["Domino Loo: scores"] == {"Ann": ("−15", "−9"), "Bob": ("15", "14")}
    assert compared(page)["Deal 3"] == {"Bob": ("+5", "+4"), "Ann": ("−5 looed", "+1")}


def test_the_preview_says_if_no_figure_changes(app, phone):
    key = opened(app, "up 6", *IN, "won Bob", **TRICKS)
    amend(phone, key, 2)
    page = choose(phone, "turned-up", "piece", "5")
    assert page.status == 200 and "No figures change." in page.text
    assert confirm(phone).status == 303


# Replacements


DEAL = ("up 6-3", *IN)
CHOICES = [
    # An entry and one possible replacement.
    (DEAL, {}, 2, ("turned-up", "piece", "5-4")),
    (("up 6",), TRICKS, 2, ("turned-up", "piece", "0")),
    (DEAL[:4], {}, 4, ("declared", "choice", "miss")),
    ((*DEAL[:4], "Ann in +"), {}, 6, ("declared", "choice", "play")),
    ((*DEAL, "Bob 5-4"), {}, 7, ("played", "piece", "5-4/4")),
    ((*DEAL, "Bob 5-4", "Cat 5-1"), {}, 8, ("played", "piece", "5-2")),
    (("up 6", *IN, "won Bob"), TRICKS, 7, ("trick-won", "player", "Dan")),
    (("up 6", *IN, "won Bob", "revoked Cat"), TRICKS, 8, ("revoked", None, None)),
    (FIRST, TRICKS, 12, ("misdealt", None, None)),
    (("up 6", "misdealt"), TRICKS, 3, None),
    (("Dan sits-out",), {}, 2, ("sat-out", None, None)),
    (("Dan sits-out", "Dan sits-in"), {}, 3, None),
    (("Dan leaves",), {}, 2, ("left", None, None)),
    (("depth result",), {}, 2, ("depth-changed", None, None)),
    (("ended",), {}, 2, None),
    (("up 7H", "Bob in draws 2"), FIVE, 3, ("declared", "choice", "play+3")),
    ((*DEAL[:2], "rest drop"), {}, 4, ("rest-declared", None, None)),
    (("up 7H", "Bob in", "Cat in", "Ann in", "Bob draws 2"), {**FIVE, "preset": "modern"}, 6,
     ("exchanged", "count", "1")),
    (("up 7H", "Bob in", "Cat in", "Ann in", "Bob flush " + " ".join(FLUSH), "Cat pam"), FIVE, 7,
     ("pam-shown", None, None)),
    (("up 7S", "Bob in", "Cat in", "Ann in", "Bob AS"), FIVE, 6, ("played", "piece", "AS+civil")),
    (("up 6", "Bob in", "Ann in", "taken Bob 3 Ann 2"), {"depth": "result", "seats": "Ann Bob"}, 5,
     ("tricks-taken", None, None)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("phrases", "game", "number", "instead"), CHOICES, ids=[f"{case[0][-1]}" for case in CHOICES]
)
def test_every_kind_of_entry_can_be_corrected(app, phone, phrases, game, number, instead):
    key = opened(app, *phrases, **game)
    page = amend(phone, key, number)
    assert page.status == 200
    assert set(page.kinds()) <= {instead[0] if instead else "", "amended"}
    before = phone.length(key)
    if instead:
        page = choose(phone, *instead)
        assert page.status == 200, page.text
        assert confirm(phone).status == 303
        said = newest(phone, key)
        assert (said["kind"], said["entry"], said["by"]["kind"]) == ("amended", number, instead[0])
        assert phone.length(key) == before + 1
    amend(phone, key, number)
    page = choose(phone, "amended")
    # If later entries become invalid, the message names the first.
    if page.status == 200:
        assert confirm(phone).status == 303
        assert newest(phone, key) == {"kind": "amended", "entry": number}
    else:
        assert page.status == 422 and "would no longer be possible" in page.text


def test_totals_are_corrected_as_totals(app, phone):
    key = opened(app, "up 6", *IN, "taken Bob 3 Cat 2", depth="result")
    amend(phone, key, 7)
    form, _ = phone.find("tricks-taken")
    choose(phone, "tricks-taken", **{"tricks:Bob": "1", "tricks:Cat": "0", "tricks:Ann": "4"})
    assert form and confirm(phone).status == 303
    assert newest(phone, key)["by"]["tricks"] == {"Bob": 1, "Cat": 0, "Dan": 0, "Ann": 4}


def test_a_whole_deal_is_corrected_row_by_row(app, phone):
    key = opened(
        app, "told Bob 2 Cat 1 miss", game="three-card-loo", preset="classic", depth="result"
    )
    amend(phone, key, 2)
    form, _ = phone.find("tricks-taken")
    filled = dict(phone.page.filled(form))
    assert (filled["tricks:Bob"], filled["tricks:Cat"], filled["tricks:Dan"]) == ("2", "1", "")
    assert filled["declared:Cat"] == "miss"
    choose(phone, "tricks-taken", **{"tricks:Bob": "1", "tricks:Dan": "1"})
    assert confirm(phone).status == 303
    by = {"tricks": {"Bob": 1, "Cat": 1, "Dan": 1}, "declared": {"Cat": "miss"}}
    assert newest(phone, key)["by"] == {"kind": "tricks-taken", **by}


def test_the_name_of_a_player_who_joined_is_corrected(app, phone):
    key = opened(app, "Eve joins Ann", game="three-card-loo", preset="classic", seats="Ann Bob")
    page = amend(phone, key, 2)
    form, _ = phone.find("joined")
    assert dict(page.filled(form))["player"] == "Eve"
    assert dict(page.filled(form))["left_of"] == "Ann"
    choose(phone, "joined", player=" Eva ", left_of="Bob")
    assert confirm(phone).status == 303
    assert newest(phone, key)["by"] == {"kind": "joined", "player": "Eva", "after": "Bob"}


def test_a_flush_is_corrected(app, phone):
    key = opened(app, "up 7H", "Bob in", "Bob flush " + " ".join(FLUSH), **FIVE)
    page = amend(phone, key, 4)
    form, _ = phone.find("flush-shown")
    picked = [value for name, value in page.filled(form) if name == "pieces"]
    assert sorted(picked) == sorted(FLUSH)
    others = [pair for pair in page.filled(form) if pair[0] != "pieces"]
    new = ("QS", *FLUSH[1:])
    page = phone.post(form["action"], [*others, *(("pieces", piece) for piece in new)])
    assert page.status == 200 and "QS" in page.text
    assert confirm(phone).status == 303
    assert sorted(newest(phone, key)["by"]["pieces"]) == sorted(new)


def test_the_start_of_a_game_can_only_be_deleted(app, phone):
    key = opened(app)
    page = amend(phone, key, 1)
    assert "house rules cannot be changed here" in page.text
    assert page.kinds() == ["amended"]
    choose(phone, "amended")
    assert confirm(phone).status == 303
    assert phone.follow().status == 200
    assert amend(phone, key, 1).kinds() == []
    # The table offers to undo the correction, although no entry is in force.
    page = phone.at(key)
    phone.press("undone")
    assert phone.page.pool == 0
    key = opened(app, "up 6-3")
    amend(phone, key, 1)
    page = choose(phone, "amended")
    assert page.status == 422 and f"/e/{key}/log?entry=2#e2" in page.links


def test_a_play_that_proves_a_revoke_is_answered_first(app, phone):
    """Cat discarded 1-0 on fives while holding 5-1."""
    plays = ("Bob 5-5", "Cat 1-0", "Dan 5-3", "Ann 5-0", "Bob 5-4", "Cat 2-1")
    key = opened(app, *DEAL, *plays)
    amend(phone, key, 12)
    page = choose(phone, "played", "piece", "5-1")
    assert page.status == 422 and "had to follow suit" in page.alert
    assert phone.page.kinds() == ["played", "played"]
    form, button = phone.find("played", "stands", "let-stand")
    assert phone.submit(form, button).status == 200
    assert confirm(phone).status == 303
    assert newest(phone, key)["by"] == {
        "kind": "played",
        "player": "Cat",
        "piece": "5-1",
        "stands": "let-stand",
    }


def test_a_revoke_proven_by_a_correction_is_answered_with_it(app, phone):
    """If Cat discarded 1-0 on fives instead of playing 5-2, her later 5-1 proves a revoke."""
    plays = ("Bob 5-5", "Cat 5-2", "Dan 5-3", "Ann 5-0", "Bob 5-4", "Cat 5-1")
    key = opened(app, *DEAL, *plays)
    amend(phone, key, 8)
    page = choose(phone, "played", "piece", "1-0")
    assert page.status == 422 and "had to follow suit" in page.alert
    assert "a later play proves a revoke" in page.text
    assert f"/e/{key}/log?entry=12#e12" in page.links and phone.page.kinds() == ["played"] * 2
    form, button = phone.find("played")
    assert phone.submit(form, button).status == 200
    assert confirm(phone).status == 303
    assert newest(phone, key)["answers"] == {"12": "revoke"}
    assert "revoke" in words(phone.get(f"/e/{key}/log"), 12)

    amend(phone, key, 8)
    page = choose(phone, "played", "piece", "5-2")
    assert page.status == 200 and "does not count: Cat 5-1" in page.text
    assert confirm(phone).status == 303
    assert words(phone.get(f"/e/{key}/log"), 12).endswith("answer no longer counts")
    by = {"kind": "played", "player": "Cat", "piece": "5-2"}
    answered = {"kind": "amended", "entry": 8, "by": by, "answers": {"9": "revoke"}}
    body = {"entry": answered, "after": phone.length(key), "entry_id": "by-hand-1"}
    answer = phone.client.post(f"/e/{key}/entries", json=body)
    assert answer.status_code == 422 and "answer for entry 9" in answer.json["detail"]


def test_a_field_that_says_of_nobody_what_others_say_of_each(app, phone):
    key = opened(app, "up 6", **TRICKS)
    for kind, fields in (
        ("tricks-taken", {"tricks": "15", "tricks:Ann": "1"}),
        ("hands-left", {"hands": "1", "hand:Ann": "1"}),
        ("rest-declared", {"except": "1", "except:Ann": "play", "choice": "drop"}),
    ):
        page = phone.say(key, {"kind": kind, **fields}, after=2, entry_id="both-ways")
        assert page.status == 422 and "must be an object" in page.alert


# EntryError


def test_later_entries_must_remain_valid(app, phone):
    """Bob cannot win the first trick after dropping."""
    key = three_deals(app)
    amend(phone, key, 3)
    page = choose(phone, "declared", "choice", "drop")
    assert page.status == 422
    assert "Entry 7 would no longer be possible: Bob is not in" in page.alert
    assert f"/e/{key}/log?entry=7#e7" in page.links and "Trick to Bob" in page.text
    assert not [form for form in page.soup.select("form") if form["action"].endswith("/entries")]
    assert phone.length(key) == 34


def test_a_refused_correction_names_the_rule(app, phone):
    key = three_deals(app)
    phone.at(key)
    fields = {"kind": "trick-won", "player": "Zed", "after": "34", "entry_id": "by-hand-1"}
    page = phone.post(f"/e/{key}/amend/7", fields)
    assert page.status == 422 and any(link.endswith("#not-in") for link in page.links)


def test_a_correction_must_change_something(app, phone):
    key = three_deals(app)
    amend(phone, key, 7)
    page = choose(phone, "trick-won", "player", "Bob")
    assert page.status == 422 and "what it says already" in page.alert


@pytest.mark.parametrize("number", [0, 35, 99, 36])
def test_an_unknown_entry(app, phone, number):
    key = opened(app, *FIRST, *SECOND, *THIRD, "up 3", Undone(35), **TRICKS)
    page = amend(phone, key, number)
    assert phone.url == f"/e/{key}/log" and page.alert
    fields = {"kind": "trick-won", "player": "Cat", "after": "36", "entry_id": f"by-hand-{number}"}
    page = phone.post(f"/e/{key}/amend/{number}", fields)
    assert page.status == 422 and "no longer counts" in page.alert
    assert phone.length(key) == 36


@pytest.mark.parametrize(
    "fields",
    [
        {}, {"kind": "trick-won"}, {"kind": "sang", "player": "Cat"},
        {"kind": "undone", "entry": "34"}, {"kind": "amended", "entry": "8"}, {"kind": "amended"},
        {"kind": "amended", "entry": "first"}, {"kind": "game-started", "game": "domino-rounce"},
        {"kind": "trick-won", "player": "Cat", "after": ""},
        {"kind": "trick-won", "player": "Cat", "entry_id": "x"},
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("how", [{}, HTMX], ids=["plain", "htmx"])
def test_an_unreadable_correction(app, phone, fields, how):
    key = three_deals(app)
    phone.at(key)
    fields = {"after": "34", "entry_id": "by-hand-9", **fields}
    page = phone.post(f"/e/{key}/amend/7", fields, **how)
    assert page.status == 422 and page.alert
    assert phone.length(key) == 34


def test_a_payment_is_corrected_or_deleted_after_the_closing(app, phone):
    """Ann 12, Bob 23, Cat -17, Dan -18: closing divided the pool of 50."""
    key = opened(app, *FIRST, "closed", "Cat pays Bob 5", WorthSet(10, "EUR"), **TRICKS)
    page = amend(phone, key, 14)
    assert "Dan pays Bob 18 chips" in page.text and "Cat pays Ann 12 chips" in page.text
    choose(phone, "paid", "amount", "12")
    assert confirm(phone).status == 303
    assert "Now: Cat pays Ann 12 chips" in words(phone.get(f"/e/{key}/log"), 14)
    for number in (14, 15):
        amend(phone, key, number)
        choose(phone, "amended")
        assert confirm(phone).status == 303
        assert amend(phone, key, number).status == 200  # to bring it back
    assert {"payments", "worth"}.isdisjoint(replayed(app, key))


# Rights


def refused_everywhere(phone, key, number, length):
    said = {"kind": "trick-won", "player": "Cat", "amends": str(number)}
    out = {"kind": "amended", "entry": str(number)}
    hand = {"after": str(length), "entry_id": "by-hand-1"}
    assert amend(phone, key, number).status == 403
    assert phone.post(f"/e/{key}/amend/{number}", {**said, **hand}).status == 403
    for fields in (said, out):
        assert phone.post(f"/e/{key}/entries", {**fields, **hand}).status == 403


def test_only_the_host_corrects_earlier_deals(app, phone, other):
    key = opened(app, *FIRST, "up 1", "Cat out", **TRICKS)
    phone.at(key)
    other.at(key)
    refused_everywhere(other, key, 7, 14)
    # Everyone may correct the current deal.
    assert amend(other, key, 14).status == 200
    choose(other, "declared", "choice", "miss")
    assert confirm(other).status == 303
    assert newest(phone, key)["by"]["choice"] == "miss"


# Conflicts


@pytest.mark.parametrize("how", [{}, HTMX], ids=["plain", "htmx"])
def test_a_correction_after_a_newer_entry_is_kept_in_the_form(app, phone, other, how):
    key = three_deals(app)
    amend(phone, key, 7)
    choose(phone, "trick-won", "player", "Cat")
    preview = phone.page
    other.at(key)
    other.press("turned-up", "piece", "5")
    phone.page = preview
    page = confirm(phone, **how)
    assert page.status == 409
    assert "The table has moved on" in page.alert and "then save" in page.alert
    assert "Trumps: fives" in page.alert
    assert compared(page)["Deal 1"]["Bob"] == ("+10", "+5")
    # Either way the pool is empty after the third deal, so all stake again.
    assert compared(page)["Chips this evening"]["In the pool"] == ("25", "25")
    assert phone.length(key) == 35
    page = confirm(phone, **how)
    assert page.status == (200 if how else 303)
    assert newest(phone, key)["entry"] == 7


@pytest.mark.parametrize("how", [{}, HTMX], ids=["plain", "htmx"])
def test_the_entry_was_undone_meanwhile(app, phone, other, how):
    key = opened(app, "up 6", *IN, "won Bob", **TRICKS)
    amend(phone, key, 7)
    choose(phone, "trick-won", "player", "Cat")
    preview = phone.page
    other.at(key)
    other.press("undone")
    phone.page = preview
    page = confirm(phone, **how)
    assert page.status == 409 and "no longer counts" in page.alert
    assert phone.length(key) == 8


@pytest.mark.parametrize("how", [{}, HTMX], ids=["plain", "htmx"])
def test_two_hosts_make_the_same_correction(app, phone, other, how):
    key = opened(app, "up 6", *IN, "won Bob", **TRICKS)
    for one in (phone, other):
        amend(one, key, 7)
        choose(one, "trick-won", "player", "Cat")
    assert confirm(other).status == 303
    page = confirm(phone, **how)
    assert page.status == (200 if how else 303)
    assert phone.length(key) == 8
    where = page.headers["HX-Redirect"] if how else page.headers["Location"]
    assert where == f"/e/{key}/log?entry=7#e7"
    alert = phone.get(where.partition("#")[0]).alert
    assert "already entered" in alert and "Saved" not in alert


# Forms that show an entry


@given(st.integers(0, 2**32))
@examples(60)
def test_the_fields_of_an_entry_decode_to_it(seed):
    for _, entry in walk(Random(seed), 40):
        page = [("after", "3"), ("entry_id", "by-hand-1")]
        for said in (entry, Amended(7, entry), Amended(7)):
            assert forms.read(MultiDict([("entry", encode(said).decode()), *page])).entry == said
        if not isinstance(entry, GameStarted):  # the start of a game has its own form
            assert forms.read(MultiDict([*typed(entry), *page])).entry == entry
            sent = forms.read(MultiDict([*typed(entry), ("amends", "7"), *page]))
            assert sent.entry == Amended(7, entry)


def test_the_start_of_a_game_cannot_be_put_there_by_a_form(app, phone):
    key = opened(app)
    phone.at(key)
    said = started("Ann Bob Cat Dan")
    fields = {"kind": "game-started", "game": said.game, "dealer": "Ann", "depth": "plays"}
    assert phone.say(key, {**fields, "seats": "Ann", "amends": "1"}).status == 422


def test_a_play_of_an_earlier_game_has_no_pad(app, phone):
    cards = started("Ann Bob Cat", game="three-card-loo")
    key = opened(app, "up 6-3", *IN, "Bob 6-4", "misdealt", cards, "up 7H")
    phone.at(key)
    page = phone.get(f"/e/{key}/correct/7")
    assert phone.url == f"/e/{key}" and "no longer counts" in page.text


def test_an_entry_of_an_earlier_game_is_corrected_in_the_suits_of_that_game(app, phone):
    """Bestia is played with cups and coins, domino Loo is not."""
    deal = ("up 6-3", "Bob in", "Cat in", "Dan out", "Ann out", "Bob 6-4", "Cat 6-1", "misdealt")
    key = opened(app, *deal, started("Ann Bob Cat", "bestia", "tricks"), depth="plays")
    for number in (7, 8):
        page = phone.get(f"/e/{key}/amend/{number}")
        assert page.status == 200 and page.kinds()
