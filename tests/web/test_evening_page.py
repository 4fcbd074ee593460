"""The page of an evening: leaders or winners, charts, transfers, and closing."""

import re

import pytest

from companion.evening.entries import Penalized, WorthSet
from tests.telling import started
from tests.web import played
from tests.web.table import opened

CHOICES = {"play": "in", "drop": "out", "miss": "miss"}
TRICKS = {"depth": "tricks"}


def three_deals():
    """Yield the three deals of the rulebook: Ann −32, Bob −27, Cat +11, Dan +48; the pool is empty."""
    for _, trump, declared, winners in played.THREE_DEALS:
        yield f"up {trump}"
        for one in declared.split(", "):
            player, choice = one.split()
            yield f"{player} {CHOICES[choice]}"
        yield f"won {winners}"
        yield "settled"


THREE = tuple(three_deals())
FIRST = THREE[: THREE.index("settled") + 1]
"""Bob +10, Cat and Dan −30 each; 50 in the pool."""


def debts(page):
    return [row.select_one("p").words for row in page.soup.select(".debts li")]


def test_who_leads_and_who_has_won(app, phone):
    key = opened(app, *FIRST, **TRICKS)
    assert "Bob is ahead with +10 after 1 deal." in phone.get(f"/e/{key}/deals").text
    key = opened(app, *THREE, "closed", **TRICKS)
    assert "Dan won with +48." in phone.get(f"/e/{key}/deals").text
    key = opened(app, **TRICKS)
    page = phone.get(f"/e/{key}/deals")
    assert not page.soup.select_one(".headline") and not page.soup.select(".curve")
    passed = ("Bob says pass", "Cat says pass", "Dan says pass", "Ann says pass", "settled")
    key = opened(app, *passed, "closed", game="napoleon", depth="result")
    page = phone.get(f"/e/{key}/deals")
    assert "Everyone ended even." in page.text and "Nobody owes anything." in page.text


def test_the_curve_matches_the_deals(app, phone):
    key = opened(app, *THREE, "closed", **TRICKS)
    page = phone.get(f"/e/{key}/deals")
    chips, pool = page.soup.select(".curve svg")
    assert [text.text for text in chips.select("g text")] == [
        "Ann", "−32", "Bob", "−27", "Cat", "+11", "Dan", "+48"
    ]  # fmt: skip
    assert [text.text for text in pool.select("g text")] == ["Pool", "0"]
    rows = [
        [cell.text for cell in row.select("th, td")] for row in page.soup.select(".over-time tr")
    ]
    assert rows == [
        ["deals", "Ann", "Bob", "Cat", "Dan", "Pool"],
        ["1", "0", "+10", "−30", "−30", "50"],
        ["2", "−55", "−50", "−30", "+25", "110"],
        ["3", "−32", "−27", "+11", "+48", "0"],
    ]


def test_the_curve_includes_stakes_of_an_open_deal_and_the_division(app, phone):
    def last(*phrases):
        page = phone.get(f"/e/{opened(app, *phrases, **TRICKS)}/deals")
        return [cell.text for cell in page.soup.select(".over-time tr")[-1].select("th, td")]

    assert last(*FIRST, "up 6") == ["Now", "0", "+5", "−30", "−30", "55"]
    # 50 among four: 12 each, and one more for Bob and Cat, the first two from Ann's left.
    assert last(*FIRST, "closed") == ["End", "+12", "+23", "−17", "−18", "0"]


def test_games_for_scores_have_their_own_curves_and_no_payments(app, phone):
    deal = ("up 6", "Bob in", "Ann in", "won Bob Bob Bob Bob Ann", "settled")
    key = opened(app, *deal, seats="Ann Bob", game="domino-rounce", **TRICKS)
    page = phone.get(f"/e/{key}/deals")
    assert "Bob is ahead at Domino Rounce, with a score of 11." in page.text
    broken_off = phone.get(
        f"/e/{opened(app, *deal, 'closed', seats='Ann Bob', game='domino-rounce', **TRICKS)}/deals"
    )
    assert "Domino Rounce was not finished: Bob was ahead, with a score of 11." in broken_off.text
    assert "won" not in broken_off.soup.select_one(".headline").text
    (scores,) = page.soup.select(".curve svg")
    assert [text.text for text in scores.select("g text")] == ["Ann", "14", "Bob", "11"]
    assert not page.soup.select("#settling")
    heads = [head.words for head in page.soup.select(".totals thead th")]
    assert heads == ["Player", "Score", "Played", "Tricks"]
    assert [row.words for row in page.soup.select(".totals tbody tr")] == [
        "Bob 11 1 4",
        "Ann 14 1 1",
    ]


@pytest.mark.parametrize(("end", "last"), [((), "Now"), (("ended",), "End")])
def test_the_curve_of_a_score_includes_a_late_penalty(app, phone, end, last):
    deal = ("up 6", "Bob in", "Ann in", "won Bob Bob Bob Bob Ann", "settled")
    phrases = (*deal, Penalized("Bob", 2), *end)
    key = opened(app, *phrases, seats="Ann Bob", game="domino-rounce", **TRICKS)
    page = phone.get(f"/e/{key}/deals")
    (scores,) = page.soup.select(".curve svg")
    assert [text.text for text in scores.select("g text")] == ["Ann", "14", "Bob", "13"]
    rows = [
        [cell.text for cell in row.select("th, td")] for row in page.soup.select(".over-time tr")
    ]
    assert rows[-2:] == [["1", "14", "11"], [last, "14", "13"]]


def test_with_several_games_deals_are_named_with_their_game(app, phone):
    rounce = started("Ann Bob Cat Dan", "domino-rounce", "tricks")
    out = ("up 6", "Bob in", "Cat out", "Dan out", "Ann in", "won Bob Bob Bob Ann Ann", "settled")
    loo = started("Ann Bob Cat Dan", "domino-loo", "tricks")
    key = opened(app, *FIRST, "ended", rounce, *out, "ended", loo, *THREE, **TRICKS)
    page = phone.get(f"/e/{key}/deals")
    (largest,) = (
        one for one in page.soup.select(".marks div") if "Largest" in one.select_one("dt").text
    )
    assert largest.select_one("dd").words == "115 chips Domino Loo: deal 3"
    # The curve of chips skips the deal of Domino Rounce, so this is its fourth point.
    table = page.soup.select_one(".over-time")
    assert [head.words for head in table.select("tbody th")] == ["1", "End", "2", "3", "4"]
    assert largest.select_one("a")["href"] == f"/e/{key}/deals/5"


def test_remarkable_deals(app, phone):
    key = opened(app, *THREE, "closed", **TRICKS)
    page = phone.get(f"/e/{key}/deals")
    marks = {
        one.select_one("dt").words: one.select_one("dd").words
        for one in page.soup.select(".marks div")
    }
    assert marks["Largest pool played for"] == "115 chips Deal 3"
    assert marks["Best deal"] == "Dan, +55 Deal 2"
    assert marks["Most expensive loo"] == "Ann, 55 chips Deal 2"
    assert marks["Dealt"] == "Ann 1, Bob 1, Cat 1, Dan 0"
    assert "Revokes" not in marks
    totals = page.soup.select(".totals tbody tr")
    assert [[cell.words for cell in row.select("th, td")] for row in totals] == [
        ["Dan", "+48", "3", "6", "1"],
        ["Cat", "+11", "2", "2", "1"],
        ["Bob", "−27", "3", "4", "1"],
        ["Ann", "−32", "3", "3", "1"],
    ]


# Who pays whom


def test_a_payment_is_marked_by_one_tap_and_taken_back(app, phone):
    key = opened(app, *THREE, "closed", **TRICKS)
    phone.get(f"/e/{key}/deals")
    assert debts(phone.page) == [
        "Ann pays Dan 32 chips", "Bob pays Dan 16 chips", "Bob pays Cat 11 chips"
    ]  # fmt: skip
    assert "These 3 payments settle everything. It cannot be done with fewer." in phone.page.text
    page = phone.press("paid", "from", "Ann")
    assert phone.url == f"/e/{key}/deals"
    assert debts(page) == [
        "Bob pays Dan 16 chips", "Bob pays Cat 11 chips", "✓ Ann paid Dan 32 chips"
    ]  # fmt: skip
    page = phone.press("undone")
    assert len(debts(page)) == 3 and "✓" not in page.text
    for _ in range(3):
        page = phone.press("paid")
    assert "All paid. Nobody owes anything." in page.text and "paid" not in page.kinds()
    assert {"kind": "paid", "from": "Bob", "to": "Cat", "amount": 11} in phone.record(key)[
        "entries"
    ]


def test_an_earlier_payment_is_deleted_by_a_correction(app, phone):
    key = opened(app, *THREE, "closed", **TRICKS)
    phone.get(f"/e/{key}/deals")
    for _ in range(2):
        page = phone.press("paid")
    (link,) = [link for link in page.links if "/amend/" in link]
    page = phone.get(link)
    assert page.status == 200 and "Ann pays Dan 32 chips" in page.text
    phone.say(key, {"kind": "amended", "entry": link.rpartition("/")[2]})
    assert debts(phone.get(f"/e/{key}/deals")) == [
        "Ann pays Dan 32 chips", "Bob pays Cat 11 chips", "✓ Bob paid Dan 16 chips"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("payment", "says"),
    [
        (("Ann", "Dan", 33), "32"),
        (("Ann", "Ann", 5), "themselves"),
        (("Zoe", "Dan", 5), "Zoe has not played this evening."),
        (("Ann", "Dan", 0), "at least one chip"),
    ],
)
def test_an_impossible_payment_is_refused_on_the_page(app, phone, payment, says):
    key = opened(app, *THREE, "closed", **TRICKS)
    source, target, amount = payment
    before = phone.length(key)
    fields = {"kind": "paid", "from": source, "to": target, "amount": str(amount)}
    page = phone.say(key, {**fields, "leaves": "evening"})
    assert page.status == 422 and says in page.soup.select_one("[role=alert]").words
    assert page.soup.select_one("#settling") and phone.length(key) == before


def test_chips_in_the_pool_are_named(app, phone):
    key = opened(app, *FIRST, "closed", ending="carry", **TRICKS)
    page = phone.get(f"/e/{key}/deals")
    assert "50 chips were left in the pool. They belong to nobody." in page.text
    rows = debts(page)
    assert rows[0] in ("Cat pays Bob 10 chips", "Dan pays Bob 10 chips")
    amounts = [int(re.search(r"\d+", row)[0]) for row in rows]
    assert amounts[0] == 10 and sum(amounts[1:]) == 50
    assert all("in the pool" in row for row in rows[1:])


def test_payments_wait_for_the_end_of_a_deal(app, phone):
    key = opened(app, *FIRST, "up 6", **TRICKS)
    page = phone.get(f"/e/{key}/deals")
    assert "Payments can be marked once the deal is settled." in page.text
    assert "paid" not in page.kinds() and "as it stands now" in page.text


def test_the_text_for_the_chat(app, phone):
    key = opened(
        app, *THREE, WorthSet(10, "EUR"), "Ann pays Dan 32", "closed", name="<Friday>", **TRICKS
    )
    page = phone.get(f"/e/{key}/deals", base_url="http://companion.local")
    lines = page.soup.select_one("textarea").text.split("\n")
    assert lines[0].startswith("<Friday>, ")
    assert lines[1:-1] == [
        "Dan won with +48.", "", "Dan +48, Cat +11, Bob −27, Ann −32", "",
        "Bob pays Dan: 16 chips, €1.60", "Bob pays Cat: 11 chips, €1.10", "",
    ]  # fmt: skip
    watch = phone.get(f"/e/{key}/link").soup.select_one(".to-watch .link").text.rpartition("/")[2]
    assert lines[-1] == f"http://companion.local/e/{watch}" and watch != key
    # The text omits an address that only this computer can open.
    text = phone.get(f"/e/{key}/deals").soup.select_one("textarea").text
    assert "http" not in text and text.endswith("€1.10")


# The worth of a chip


def test_chips_become_money_before_during_or_after(app, phone):
    for phrases in ((), (*FIRST, "up 6"), (*THREE, "closed")):
        key = opened(app, *phrases, **TRICKS)
        phone.get(f"/e/{key}/deals")
        page = phone.submit(phone.page.form("worth-set"), amount="0,10", currency="eur")
        assert phone.follow().status == 200
        assert phone.record(key)["entries"][-1] == {
            "kind": "worth-set", "minor": 10, "currency": "EUR"
        }  # fmt: skip
        assert "A chip is worth €0.10" in phone.page.text
    assert debts(phone.page)[0] == "Ann pays Dan 32 chips €3.20"
    assert [row.select_one("td small").words for row in phone.page.soup.select(".totals tbody tr")] == [
        "+€4.80", "+€1.10", "−€2.70", "−€3.20"
    ]  # fmt: skip
    assert page.status == 303


@pytest.mark.parametrize(
    ("amount", "currency"),
    [("0", "EUR"), ("1.5", "JPY"), ("1", "€"), ("", "EUR"), ("ten", "EUR")],
)  # fmt: skip
def test_an_impossible_worth_is_refused_on_the_page(app, phone, amount, currency):
    key = opened(app, *FIRST, **TRICKS)
    phone.get(f"/e/{key}/deals")
    page = phone.submit(phone.page.form("worth-set"), amount=amount, currency=currency)
    assert page.status == 422 and page.alert and page.soup.select_one("#settling")
    assert phone.record(key)["entries"][-1]["kind"] == "settled"


# Closing


def test_closing_takes_one_button_if_nothing_is_open(app, phone):
    passed = (
        "Bob says pass", "Ann says pass", "settled", "Ann says pass", "Bob says pass", "settled",
    )  # fmt: skip
    key = opened(app, *passed, seats="Ann Bob", game="napoleon", depth="result")
    page = phone.get(f"/e/{key}/close")
    assert "Nothing is left open." in page.text
    phone.press("evening-closed")
    assert phone.url == f"/e/{key}/deals"
    phone.get(f"/e/{key}/close")
    assert phone.url == f"/e/{key}/deals"


def test_open_matters_are_named_before_closing(app, phone):
    key = opened(app, *FIRST, **TRICKS)
    page = phone.get(f"/e/{key}/close")
    assert (
        "The pool still holds 50 chips. They are divided among everyone at the table." in page.text
    )
    assert "Bob, Cat and Dan have dealt less often than the others." in page.text
    # Players who sit out are skipped as dealers, without losing a turn.
    key = opened(app, *FIRST, "Cat sits-out", "Dan sits-out", **TRICKS)
    assert "Bob has dealt less often than the others." in phone.get(f"/e/{key}/close").text
    assert page.kinds() == ["evening-closed"]
    key = opened(app, *FIRST, "up 6", **TRICKS)
    page = phone.get(f"/e/{key}/close")
    assert "Deal 2 is in progress." in page.text and not page.kinds()
    key = opened(app, *FIRST[:-1], **TRICKS)
    page = phone.get(f"/e/{key}/close")
    assert "Deal 1 is over, and its settlement is still on the table." in page.text
    # After that deal Ann has dealt once, and the settlement shows the pool.
    assert "Bob, Cat and Dan have dealt less often than the others." in page.text
    assert "The pool still holds 50 chips." in page.text
    # Settling the deal there leads on to closing.
    assert page.kinds() == ["settled"]
    assert phone.press("settled").kinds() == ["evening-closed"]
    key = opened(app, *FIRST[:-1], **TRICKS)
    assert "Close the evening" in phone.get(f"/e/{key}/more").text


def test_chips_left_in_the_pool_are_divided_or_stay(app, phone):
    for how, left in (("divide", 0), ("stay", 50)):
        key = opened(app, *FIRST, ending="carry", **TRICKS)
        page = phone.get(f"/e/{key}/close")
        offered = [button["value"] for button in page.soup.select("button[name=entry]")]
        assert ["divide" in one for one in offered] == [True, False]  # the fair ending first
        first = page.soup.select_one("button[name=entry]")
        assert "Ann +12, Bob +23, Cat −17, Dan −18" in first.words
        page = phone.press("evening-closed", "left_over", how)
        assert ("left in the pool" in page.text) == bool(left)
        assert page.soup.select_one(".curve svg + *") or page.soup.select(".curve")


def test_chips_of_an_earlier_game_are_named(app, phone):
    rounce = started("Ann Bob Cat", "domino-rounce", "tricks")
    key = opened(app, *FIRST, "ended", rounce, ending="carry", **TRICKS)
    page = phone.get(f"/e/{key}/close")
    assert "50 chips of an earlier game are still in the pool." in page.text
    page = phone.press("evening-closed", "left_over", "divide")
    assert "Bob won with +23." in page.text


def test_starting_another_game_names_what_is_still_open(app, phone):
    def open_panel(*phrases, **game):
        page = phone.get(f"/e/{opened(app, *phrases, **TRICKS, **game)}/game")
        panel = page.soup.select_one("main section")
        head = panel and panel.select_one("h2")
        return panel.words if head and "ends" in head.text else ""

    deal = ("up 6", "Bob in", "Ann in", "won Bob Bob Bob Bob Ann", "settled")
    rounce = {"seats": "Ann Bob", "game": "domino-rounce"}
    said = open_panel(*deal, **rounce)
    ends = phone.get(phone.url.replace("/game", "/more")).soup.select_one("button.danger")
    assert "Nobody has won Domino Rounce" in ends.closest("details").text
    assert said.startswith("Starting a new game ends Domino Rounce Nobody has won Domino Rounce")
    assert "Bob has dealt less often" in said
    # Bob takes 4 tricks in each deal: 11, 7, 3, and past the goal with the fourth.
    turned = ("up 6", "Ann in", "Bob in", *deal[3:])
    won = open_panel(*deal, *turned, *deal, *turned, **rounce)
    assert won == "" and phone.page.status == 200
    assert open_panel(*deal, "ended", **rounce) == ""
    assert "They are divided among everyone at the table." in open_panel(*FIRST)
    assert "They stay for the next Loo game." in open_panel(*FIRST, ending="carry")
    assert "Deal 2 is in progress." in open_panel(*FIRST, "up 6")


def test_a_long_evening_is_a_small_page(app, phone):
    deals = [phrase for turn in range(500) for phrase in ("up H", *_turn(turn), "settled")]
    key = opened(app, *deals, WorthSet(5, "EUR"), seats=" ".join(EIGHT), game="three-card-loo",
                 loo="fixed", loo_chips=40, **TRICKS)  # fmt: skip
    page = phone.get(f"/e/{key}/deals")
    assert len(page.html.encode()) < 60_000
    assert len(page.soup.select("table.deals tbody tr")) == 25


EIGHT = played.SIXTEEN[:8]


def _turn(turn):
    """Play a deal in which everyone is in, three players take a trick each, and five are looed."""
    order = [EIGHT[(turn + 1 + place) % 8] for place in range(8)]
    winners = " ".join(EIGHT[(turn * step) % 8] for step in (1, 3, 5))
    return (*(f"{name} in" for name in order), f"won {winners}")
