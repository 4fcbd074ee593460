"""The figures of a deal are the same at the table, on the display and on the evening page."""

import re

import pytest

from companion.errors import EntryError
from companion.evening import Evening
from companion.evening.entries import Penalized, SatOut
from companion.evening.history import EveningBuilder
from companion.evening.record import loads
from companion.rules.actions import Misdealt, Settled
from companion.rules.facts import Phase
from companion.web import access
from companion.web.views import display
from companion.web.views.screen import screen, settling_at_once
from tests.goldens import GOLDENS
from tests.telling import started
from tests.web import played
from tests.web.table import opened


def number(text):
    return int(text.replace("−", "-"))


def amounts(text):
    return list(map(number, re.findall(r"[+−]?\b\d+", text)))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GOLDENS)
def test_balances_move_once_when_the_settlement_shows(app, name):
    key = opened(app)
    builder = EveningBuilder(Evening())
    evening = builder.evening()
    with app.test_request_context():
        table = access.opened(key)
        for entry in loads(GOLDENS[name].read_bytes()).entries:
            try:
                builder.enter(entry)
            except EntryError:
                builder.skip()
            after = builder.evening()
            if isinstance(entry, Settled) and after.state is not evening.state:
                compare(table, evening, after)
            evening = after


def compare(table, evening, after):
    """Compare the settlement on screen with the figures before and after it."""
    session = evening.state.session
    is_settling = session.deal.phase is Phase.SETTLING
    shown = screen(table, evening) if is_settling else settling_at_once(table, evening)
    then = screen(table, after)
    # A player who joined after the last deal has no balance yet.
    old = {seat.player: 0 for seat in session.seats} | dict(session.scores or session.balances)
    for one in session.penalty_points:  # the scores and the settlement both include them
        old[one.player] -= one.points
    figures = {row.player: number(row.figure) for row in shown.rows}
    assert figures == {row.player: number(row.figure) for row in then.rows}
    assert (shown.result.pool or 0) == (then.result.pool or 0)
    settled = [one for one in shown.result.reasons if not one.is_pool]
    assert {one.name for one in settled} == set(session.deal.setup.players)
    for one in settled:
        (now,) = amounts(one.now or one.figure)
        assert sum(amounts(one.parts or one.figure)) == number(one.figure)
        assert old[one.name] + number(one.figure) == now == figures[one.name]
    changes = {row.player: (amounts(row.change) or [0])[-1] for row in display.lines(shown)}
    assert all(changes[one.name] == number(one.figure) for one in settled)
    if not session.race:
        left = [seat.player for seat in session.seats if seat.gone]
        assert sum(figures.values()) + sum(old[name] for name in left) + (
            shown.result.pool or 0
        ) == (session.opening_pool)


# The evening page: each column adds up to its sum


def columns(page, place=0):
    """Return each column of a game on the evening page: (its rows, its sum)."""
    table = page.soup.select("table.deals")[place]
    heads = [th.text.split() for th in table.select("thead th.num")]
    rows = [
        [number(cell.texts[0][0]) for cell in row.select("td.num")]
        for row in table.select("tbody tr, tfoot tr")
    ]
    *body, foot = zip(*rows, strict=True) if rows else ()
    return {
        " ".join(head): (column[:-1], column[-1])
        for head, column in zip(heads, (*body, foot), strict=True)
    }


IN = ("Bob in", "Cat in", "Dan in", "Ann in")
LOO = {"depth": "tricks"}
FIRST = ("up 6", *IN, "won Bob Ann Bob Ann Bob")
"""25 in the pool: Bob 15, Ann 10; Cat and Dan are looed and pay 25. Ann staked 10, the others 5."""
EVENINGS = {
    "before the first deal": ((), {}, "Ann 0 Bob 0 Cat 0 Dan 0", 0),
    "under way": (("up 6",), {}, "Ann -10 Bob -5 Cat -5 Dan -5", 25),
    "settling": (FIRST, {}, "Ann 0 Bob 10 Cat -30 Dan -30", 50),
    "settled": ((*FIRST, "settled"), {}, "Ann 0 Bob 10 Cat -30 Dan -30", 50),
    "the next under way": ((*FIRST, "settled", "up 6"), {}, "Ann 0 Bob 5 Cat -30 Dan -30", 55),
    "void": ((*FIRST, "settled", "up 6", "misdealt"), {}, "Ann 0 Bob 5 Cat -30 Dan -30", 55),
    # 55 among four: 13 each, and the odd chips from the left of Ann, who dealt last.
    "void at the end": (
        (*FIRST, "settled", "up 6", "misdealt", "ended"), {}, "Ann 13 Bob 19 Cat -16 Dan -16", 0
    ),
    # 50 among four: 12 each, and one more for Bob and Cat, the first two from Ann's left.
    "ended": ((*FIRST, "settled", "ended"), {}, "Ann 12 Bob 23 Cat -17 Dan -18", 0),
    "left in the pool": (
        (*FIRST, "settled", "ended"), {"ending": "carry"}, "Ann 0 Bob 10 Cat -30 Dan -30", 50
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", EVENINGS)
def test_the_columns_of_the_evening_page_add_up(app, phone, case):
    phrases, game, balances, pool = EVENINGS[case]
    key = opened(app, *phrases, **LOO, **game)
    page = phone.get(f"/e/{key}/deals")
    names, chips = balances.split()[::2], map(int, balances.split()[1::2])
    found = columns(page)
    assert {name: foot for name, (_, foot) in found.items()} == {
        **dict(zip(names, chips, strict=True)), "Pool": pool
    }  # fmt: skip
    assert all(sum(found[name][0]) == found[name][1] for name in names)
    assert sum(foot for _, foot in found.values()) == 0
    assert page.soup.select_one("tfoot th").text == ("End" if "ended" in phrases else "Now")


def test_a_game_for_points_adds_up_from_its_start(app, phone):
    key = opened(app, *FIRST, game="domino-rounce", **LOO)
    lines = phone.at(key).soup.select("#settlement small")
    assert lines[0].words == "now 12"
    page = phone.get(f"/e/{key}/deals")
    found = columns(page)
    assert {name: foot for name, (_, foot) in found.items()} == {
        "Ann": 13, "Bob": 12, "Cat": 20, "Dan": 20
    }  # fmt: skip
    assert all(15 + sum(body) == foot for body, foot in found.values())
    assert "which starts at 15" in page.text


@pytest.mark.parametrize("purchase", [False, True])
def test_a_game_without_a_pool_has_no_column_for_one(app, phone, purchase):
    bids = ("Bob says three", "Cat says pass", "Dan says pass", "Ann says pass", "made")
    key = opened(app, *bids, "settled", game="napoleon", depth="result", purchase=purchase)
    assert ("Pool" in columns(phone.get(f"/e/{key}/deals"))) == purchase


# Players who left, and carried chips


def test_a_player_who_leaves_sees_the_balance_and_stays_listed(app, phone):
    key = opened(app, *FIRST, "settled", **LOO)
    phone.get(f"/e/{key}/more")
    _form, button = phone.find("left", "player", "Cat")
    assert button.text == "Cat leaves"
    assert "Cat −30" in [one.text for one in phone.page.soup.select("summary.chip")]
    page = phone.press("left", "player", "Cat")
    assert "Cat left owing 30 chips" in page.text and "Cat" not in page.people
    phone.get(f"/e/{key}/more")
    assert "Ann left even" in phone.press("left", "player", "Ann").text
    page = phone.get(f"/e/{key}/deals")
    assert columns(page)["Cat left"] == ((-30,), -30)
    assert "Times dealt: Ann 1, Bob 0, Cat 0, Dan 0." in page.text  # Ann left, and is listed
    phone.get(f"/e/{key}/more")
    assert "Bob left 10 chips up" in phone.press("left", "player", "Bob").text
    phone.get(f"/e/{key}/game")
    standings = phone.press("game-ended").soup.select_one("table.figures")
    assert [row.words for row in standings.select("tbody tr")] == [
        "Dan +20", "Bob left +10", "Ann left 0", "Cat left −30"
    ]  # fmt: skip


def test_a_player_who_leaves_a_game_for_points_sees_the_score(app, phone):
    key = opened(app, *FIRST, "settled", game="domino-rounce", **LOO)
    phone.get(f"/e/{key}/more")
    assert "Cat left the game at 20." in phone.press("left", "player", "Cat").text


def test_waiting_chips_are_shown_until_the_next_loo_game(app, phone):
    rounce = started("Ann Bob Cat", "domino-rounce", "tricks")
    loo = started("Ann Bob Cat", "three-card-loo", "tricks")
    left = (*FIRST, "settled", "ended")
    key = opened(app, *left, **LOO, ending="carry")
    assert "50 chips from an earlier game wait for the next game of Loo" in phone.at(key).text
    assert "50 chips from an earlier game wait" in phone.get(f"/e/{key}/game").text
    key = opened(app, *left, rounce, **LOO, ending="carry")
    assert "50 chips from an earlier game wait for the next game of Loo" in phone.at(key).text
    key = opened(app, *left, rounce, "ended", loo, **LOO, ending="carry")
    page = phone.at(key)
    assert "The pool began with 50 chips from an earlier game" in page.text and page.pool == 50
    assert "earlier game" not in phone.get(f"/e/{key}/game").text


# One line for players without a change


def test_a_player_who_paid_a_penalty_and_sits_out_has_a_line(app, phone):
    """Ann pays Bob 2 and sits out. Dan deals and puts in 3; Bob wins two tricks, Cat one."""
    key = opened(app, Penalized("Ann", 2, "Bob"), SatOut("Ann"), "told Bob 2 Cat 1",
                 game="three-card-loo", seats="Ann Bob Cat Dan", dealer="Dan", depth="result")  # fmt: skip
    page = phone.at(key)
    assert {name: figure for name, (figure, _why) in page.whys.items()} == {
        "Ann": -2, "Bob": 4, "Cat": 1, "Dan": -3, "Pool": 0,
    }  # fmt: skip
    assert "sat out" in page.text


def test_players_without_a_change_share_a_line(app, phone):
    rest = ("up H", "Bob in", "Cat out", "Dan miss", "Eve in")
    rest += (*(f"{name} out" for name in (*played.SIXTEEN[5:], "Ann")), "won Bob Dan Dan")
    game = {"game": "three-card-loo", "seats": " ".join(played.SIXTEEN), **LOO}
    page = phone.at(opened(app, *rest, **game))
    rest = page.soup.select_one(".rest summary")
    assert rest.words == "Cat, Fay, Gus, Hal and 8 others: out, nothing changes"
    lines = page.soup.select("details.why:not(.rest) bdi")
    assert [line.text for line in lines] == ["Dan", "Bob", "Ann", "Eve", "Pool"]
    figure, why = page.whys["Pip"]
    assert figure == 0 and "Pip dropped" in why
    # They paid their stakes; Ann's is double, so she has her own line.
    two = ("up 6", "Bob in", "Cat out", "Dan out", "Ann in", "won Bob Bob Bob Bob Ann")
    page = phone.at(opened(app, *two, **LOO))
    assert page.soup.select_one(".rest summary").words == "Cat and Dan: out, stake −5 each"
    assert {name: page.whys[name][0] for name in ("Cat", "Dan")} == {"Cat": -5, "Dan": -5}


# The page of a deal


def test_the_page_of_a_deal_shows_pam_and_says_why_her_holder_pays_nothing(app, phone):
    flush = "Bob flush " + " ".join(played.FLUSH)
    key = opened(app, *played.SHOWN.telling(), flush, "Dan pam", game="five-card-loo")
    assert "Dan Pam" in phone.at(key).soup.select_one("#settlement").words
    for phrase in ("", "settled"):
        if phrase:
            phone.at(key)
            phone.press(phrase)
        page = phone.get(f"/e/{key}/deals/1")
        shown = [p.select_one("bdi").text for p in page.soup.select("p.shown")]
        assert shown == ["Bob", "Dan"]
        assert page.soup.select("p.shown")[1].select_one(".card")["aria-label"] == "jack of clubs"
        figure, why = page.whys["Dan"]
        assert figure == 0 and "Dan showed a flush or Pam too, so pays nothing." in why


def test_the_page_of_a_deal_says_why_it_was_dealt_again(app, phone):
    key = opened(app, "up 6", Misdealt("a card was face up"), *FIRST, "settled", **LOO)
    page = phone.get(f"/e/{key}/deals/1")
    assert "Misdeal: a card was face up." in page.text
    key = opened(app, *FIRST, "settled", "up 6", "misdealt", *FIRST[:1], **LOO)
    assert "isdeal" not in phone.get(f"/e/{key}/deals/1").text
