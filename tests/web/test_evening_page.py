"""The page of an evening: leaders or winners, charts, transfers, and closing."""

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


BACK = ("told Bob 3 Cat 2 Dan 0", "settled", "told Dan 5 Cat 0", "settled", "told Cat 3 Dan 2")
"""Pools of 25, 30 and 35. Dan: −30, then 0, then +14; Cat: +5, −25, −9."""
EVEN = ("told Bob 2 Cat 2 Dan 1", "settled", "closed")


FOLDED = ("Totals", "The pool over 3 deals", "Times dealt", "Rules", "Blank score sheet",
          "Results for programs", "Check code", "Scores at Domino Rounce")  # fmt: skip


def test_what_the_page_of_an_evening_begins_with(app, phone):
    """Who won, who pays, the curve, the deals, the highlights; of an open evening, how it stands."""
    rounce = started("Ann Bob Cat Dan", "domino-rounce", "tricks")
    out = ("up 6", "Bob in", "Cat out", "Dan out", "Ann in", "won Bob Bob Bob Ann Ann", "settled")
    key = opened(app, *THREE, "ended", rounce, *out, "closed", **TRICKS)
    soup = phone.get(f"/e/{key}/deals").soup
    parts = ".winner, .next, #settling, .curve, .game, .marks, .fold, .menu"
    assert [name_of(one) for one in soup.select(parts)] == [
        "winner", "next", "settling", "curve", "game", "game", "marks",
        "fold", "fold", "curve", "menu", "menu",
    ]  # fmt: skip
    shown = [text for text, tag in soup.select_one("main").texts if tag.closest("details") is None]
    for words in FOLDED:
        assert words in soup.text and words not in " ".join(shown)
    key = opened(app, *THREE, **TRICKS)
    soup = phone.get(f"/e/{key}/deals").soup
    assert [name_of(one) for one in soup.select(f".headline, {parts}")] == [
        "headline", "fold", "settling", "next", "curve", "game", "marks", "menu", "menu"
    ]  # fmt: skip
    assert soup.select_one(".fold:has(.totals)").has("open")


def name_of(part):
    return part["id"] if part.has("id") else [*part.classes][-1]


@pytest.mark.parametrize(
    ("phrases", "depth", "says"),
    [
        ((*THREE, WorthSet(10, "EUR"), "closed"), "tricks",
         "Winner Dan +48 +€4.80 Dan had the best deal: +55 (Deal 2)."),
        ((*BACK, "settled", "closed"), "result",
         "Winner Dan +14 Dan came back from last place: −30 (Deal 1)."),
        (EVEN, "result", "Winners Bob and Cat +5 Bob and Cat had the best deals: +5 each."),
    ],
)  # fmt: skip
def test_a_closed_evening_opens_with_the_winners_card(app, phone, phrases, depth, says):
    key = opened(app, *phrases, depth=depth)
    card = phone.get(f"/e/{key}/deals").soup.select_one("main > .summary > div > .winner")
    assert card.words.startswith(says)
    still_open = opened(app, *(one for one in phrases if one != "closed"), depth=depth)
    assert not phone.get(f"/e/{still_open}/deals").soup.select(".winner")


def test_the_winners_card_of_a_game_for_scores(app, phone):
    """Bob wins four tricks in each deal: 15, 11, 7, 3, and past the goal."""
    first = ("up 6", "Bob in", "Ann in", "won Bob Bob Bob Bob Ann", "settled")
    second = ("up 6", "Ann in", "Bob in", *first[3:])
    key = opened(app, *first, *second, *first, *second, "closed", seats="Ann Bob",
                 game="domino-rounce", **TRICKS)  # fmt: skip
    page = phone.get(f"/e/{key}/deals")
    assert page.soup.select_one(".winner .figure").words == "Score −1"
    assert "Bob won Domino Rounce" in page.soup.select_one(".winner .story").text
    assert not page.soup.select(".headline")


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
    assert heads == ["Player", "Score", "Deals", "Tricks"]
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
    assert marks["Most expensive loo"] == "Ann and Bob, 55 chips each Deal 2"
    assert "Times dealt: Ann 1, Bob 1, Cat 1, Dan 0." in page.soup.select_one(".about").text
    assert "Revokes" not in marks
    totals = page.soup.select(".totals tbody tr")
    assert [[cell.words for cell in row.select("th, td")] for row in totals] == [
        ["Dan", "+48", "3", "6", "1"],
        ["Cat", "+11", "3", "2", "1"],
        ["Bob", "−27", "3", "4", "1"],
        ["Ann", "−32", "3", "3", "1"],
    ]


def test_all_players_of_a_tie_are_named(app, phone):
    lost = ("Bob says three", "Cat says pass", "Dan says pass", "Ann says pass", "lost", "settled")
    key = opened(app, *lost, game="napoleon", depth="result")
    page = phone.get(f"/e/{key}/deals")
    (best,) = (one for one in page.soup.select(".marks div") if "Best deal" in one.text)
    assert best.select_one("dd").words == "Ann, Cat and Dan, +3 each Deal 1"
    assert "Ann, Cat and Dan +3 · Bob −9" in phone.get("/history").text


def test_a_player_who_sits_out_of_the_last_game_has_not_left(app, phone):
    rounce = started("Ann Bob Cat", "domino-rounce", "tricks")
    key = opened(app, *FIRST, "Dan sits-out", "ended", rounce, **TRICKS)
    page = phone.get(f"/e/{key}/deals")
    heads = [row.select_one("th").words for row in page.soup.select(".totals tbody tr")]
    assert heads == ["Bob", "Ann", "Cat", "Dan"]
    key = opened(app, *FIRST, "Cat leaves", "ended", **TRICKS)
    page = phone.get(f"/e/{key}/deals")
    assert "Cat left" in [row.select_one("th").words for row in page.soup.select(".totals tr")]


# Who pays whom


def test_a_payment_stays_in_its_row_and_is_taken_back(app, phone, other):
    key = opened(app, *THREE, "closed", **TRICKS)
    phone.get(f"/e/{key}/deals")
    assert debts(phone.page) == [
        "Ann pays Dan 32 chips", "Bob pays Dan 16 chips", "Bob pays Cat 11 chips"
    ]  # fmt: skip
    assert "These 3 payments settle everything. No fewer would do." in phone.page.text
    page = phone.press("paid", "from", "Bob")
    assert phone.url == f"/e/{key}/deals"
    assert debts(page) == [
        "Ann pays Dan 32 chips", "✓ Bob paid Dan 16 chips", "Bob pays Cat 11 chips"
    ]  # fmt: skip
    page = phone.press("paid", "from", "Ann")
    guest = other.get(f"/e/{key}/deals")
    assert "paid" in guest.kinds() and not {"undone", "amended"} & {*guest.kinds()}
    # An earlier payment is deleted, the newest one is undone.
    assert {"amended", "undone"} <= {*page.kinds()}
    assert debts(phone.press("undone"))[:2] == ["Ann pays Dan 32 chips", "✓ Bob paid Dan 16 chips"]
    phone.press("paid", "from", "Ann")
    assert debts(phone.press("amended"))[:2] == ["✓ Ann paid Dan 32 chips", "Bob pays Dan 16 chips"]
    phone.press("amended")
    for _ in range(3):
        page = phone.press("paid")
    assert "All paid. Nobody owes anything." in page.text and "paid" not in page.kinds()
    assert {"kind": "paid", "from": "Bob", "to": "Cat", "amount": 11} in phone.record(key)[
        "entries"
    ]


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


def test_the_losers_of_chips_left_in_the_pool_are_named(app, phone):
    key = opened(app, *FIRST, "closed", ending="carry", **TRICKS)
    page = phone.get(f"/e/{key}/deals")
    assert debts(page) == ["Dan pays Bob 10 chips"]
    assert "50 chips stay in the pool, and nobody gets them." in page.text
    assert "They are lost by Cat (30) and Dan (20)" in page.text


@pytest.mark.parametrize("more", [(), ("up 6",)])
def test_nobody_is_asked_to_pay_while_chips_are_in_the_pool(app, phone, more):
    key = opened(app, *FIRST, *more, **TRICKS)
    page = phone.get(f"/e/{key}/deals")
    held = 50 + 5 * bool(more)
    assert f"What becomes of the {held} chips in the pool?" in page.text
    assert not debts(page) and "paid" not in page.kinds() and f"/e/{key}/close" in page.links
    assert "What becomes of" in page.soup.select_one("textarea").text


def test_payments_wait_for_the_end_of_a_deal(app, phone):
    won = ("Bob says three", "Cat says pass", "Dan says pass", "Ann says pass", "made", "settled")
    key = opened(app, *won, "Cat says two", game="napoleon", depth="result")
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
        "Dan won with +48.", "Dan had the best deal: +55 (Deal 2).", "",
        "Dan +48, Cat +11, Bob −27, Ann −32", "",
        "Ann paid Dan: 32 chips, €3.20", "Bob pays Dan: 16 chips, €1.60",
        "Bob pays Cat: 11 chips, €1.10", "",
    ]  # fmt: skip
    watch = phone.get(f"/e/{key}/people").soup.select_one(".to-watch .link").text.rpartition("/")[2]
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
    [("0", "EUR"), ("1.5", "JPY"), ("1", "€€"), ("", "EUR"), ("ten", "EUR")],
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
        "The pool still holds 50 chips. They are divided among those at the table who were dealt in "
        "at least once. Bob and Cat get 13 each. Dan and Ann get 12 each." in page.text
    )
    close = page.soup.select_one("button[name=entry]")
    assert close.words == "Close the evening Ann +12, Bob +23, Cat −17, Dan −18"
    assert "Bob, Cat and Dan have dealt less often than others." in page.text
    # Players who sit out are skipped as dealers, without losing a turn.
    key = opened(app, *FIRST, "Cat sits-out", "Dan sits-out", **TRICKS)
    assert "Bob has dealt less often than others." in phone.get(f"/e/{key}/close").text
    assert page.kinds() == ["evening-closed"]
    key = opened(app, *FIRST, "up 6", **TRICKS)
    page = phone.get(f"/e/{key}/close")
    assert "Deal 2 is in progress." in page.text and not page.kinds()
    key = opened(app, *FIRST[:-1], **TRICKS)
    page = phone.get(f"/e/{key}/close")
    assert "Deal 1 is over, and its settlement is still on the table." in page.text
    # After that deal Ann has dealt once, and the settlement shows the pool.
    assert "Bob, Cat and Dan have dealt less often than others." in page.text
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
        first, second = page.soup.select("button[name=entry]")
        assert first.words.endswith(
            "Bob and Cat get 13 each. Dan and Ann get 12 each. Ann +12, Bob +23, Cat −17, Dan −18"
        )
        assert "Nobody gets the 50 chips. Ann 0, Bob +10" in second.words
        page = phone.press("evening-closed", "left_over", how)
        table = [row.words for row in page.soup.select(".deals tr")]
        divided = ["Pool divided +12 +13 +13 +12 0", "End +12 +23 −17 −18 0"]
        assert table[-2:] == divided or (how == "stay" and table[-1] == "End 0 +10 −30 −30 50")
        assert ("nobody gets them" in page.text) == bool(left)
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
    assert phone.find("game-ended")
    assert said.startswith("This ends Domino Rounce Nobody has won Domino Rounce")
    assert "Bob has dealt less often" in said
    # Bob takes 4 tricks in each deal: 11, 7, 3, and past the goal with the fourth.
    turned = ("up 6", "Ann in", "Bob in", *deal[3:])
    won = open_panel(*deal, *turned, *deal, *turned, **rounce)
    assert won == "" and phone.page.status == 200
    assert open_panel(*deal, "ended", **rounce) == ""
    assert "They are divided among those at the table who" in open_panel(*FIRST)
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


@pytest.mark.parametrize(
    ("game", "told", "heading", "dearest"),
    [
        ("julepe", "told Dan 3 Cat 2 Ann 0", "Julepe", "Most expensive julepe"),
        ("bestia", "told Dan 2 Cat 1 Ann 0", "In bestia", "Most expensive bestia"),
        ("bourre", "told Dan 3 Cat 2 Ann 0", "Bourrés", "Most expensive bourré"),
        ("three-card-loo", "told Dan 2 Cat 1 Ann 0", "Looed", "Most expensive loo"),
    ],
)
def test_each_game_has_its_own_word_for_looed(app, phone, game, told, heading, dearest):
    key = opened(app, told, "settled", game=game, seats="Ann Bob Cat Dan", depth="result")
    page = phone.get(f"/e/{key}/deals")
    assert page.soup.select(".totals thead th")[-1].text == heading
    titles = [one.text for one in page.soup.select(".marks dt")]
    # At Julepe players pay one another, so no payment goes through the plate.
    assert dearest in titles or game == "julepe"
