"""A whole evening with five phones, which are sometimes locked or without a network.

Four phones play and one watches. Players enter their own plays; while a phone is away, another one
enters for its player. After every entry, all connected phones show the same figures and the same
question, and phones that reconnect catch up.
"""

import itertools
import json
from contextlib import closing

import pytest
from playwright.sync_api import expect

from companion.evening.entries import DepthChanged, EveningClosed
from companion.evening.record import loads
from companion.rules.actions import Declared, Played, Settled, TricksTaken, TrickWon, TurnedUp
from tests.browser.phone import replay
from tests.browser.test_live import cut_off
from tests.telling import entries, started

pytestmark = pytest.mark.slow

SEATS = ("Ann", "Bob", "Cat", "Dan")
VIEW = """() => {
  const text = (one) => one?.textContent.trim().replaceAll(/\\s+/g, " ") ?? "";
  const open = document.querySelectorAll("#state .player, .whole .row");
  const rows = open.length ? open : document.querySelector("main table")?.tBodies[0].rows ?? [];
  const figures = [...rows].map((row) =>
    [text(row.querySelector("bdi")), text([...row.querySelectorAll(".num")].at(-1))]);
  return JSON.stringify({
    seq: Number(document.getElementById("state").dataset.seq),
    pool: text(document.querySelector("#state .pool .big")).match(/\\d+/g)?.at(-1) ?? "",
    figures: Object.fromEntries(figures),
    question: text(document.getElementById("question")),
    told: [...document.querySelectorAll("#stale, #moved")].filter((one) => !one.hidden).length,
  });
}"""
LOCK = """(is) => {
  window.locked = is;
  Object.defineProperty(document, "hidden", {get: () => window.locked, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Lock the phone: its page is hidden and closes its stream."""


class Evening:
    """Five phones at one table."""

    def __init__(self, phones, server, tmp_path, **game):
        self.server, self.tmp_path = server, tmp_path
        self.path = server.evening(seats=" ".join(SEATS), **game)
        self.said = [started(" ".join(SEATS), **game)]
        with closing(server.store()) as store:
            number = store.log.find(self.path.removeprefix("/e/")).id
            watch = store.access.rules(number).watch_key
        self.phones = {name: phones().open(self.path) for name in SEATS}
        self.phones["Eve"] = phones().open(f"/e/{watch}")
        self.away = {}
        """The text of each disconnected phone when it left, and how to reconnect it, by name."""
        self.turns = itertools.cycle(SEATS)
        self.all_show_the_same(self.phones["Ann"])

    # Connecting phones

    def lock(self, *names):
        for name in names:
            page = self.phones[name].page
            self.away[name] = self.view(name), lambda page=page: page.evaluate(LOCK, False)
            page.wait_for_function("() => connection?.reader")
            page.evaluate(LOCK, True)

    def cut(self, *names):
        for name in names:
            phone = self.phones[name]
            back = lambda phone=phone: phone.context.set_offline(False)  # noqa: E731
            self.away[name] = self.view(name), back
            cut_off(phone)

    def back(self, *names):
        """Reconnect phones; check that they did not change while away, and now catch up."""
        now = self.view(next(name for name in self.phones if name not in self.away))
        for name in names:
            before, back = self.away.pop(name)
            assert {**self.view(name), "told": 0} == before
            back()
        for name in names:
            self.shows(name, now)

    def hand(self, player):
        """Return the phone that enters for a player: the player's, or the next connected one."""
        place = SEATS.index(player)
        return next(n for n in (*SEATS[place:], *SEATS[:place]) if n not in self.away)

    # Entering

    def say(self, *phrases):
        """Enter these phrases by taps, and check all phones after each."""
        for entry in itertools.chain.from_iterable(map(entries, phrases)):
            if isinstance(entry, EveningClosed):
                name = "Ann"  # the first phone is the host
            else:
                name = self.hand(getattr(entry, "player", None) or next(self.turns))
            phone = self.phones[name]
            phone.look_first()
            self.tap(phone, entry)
            self.said.append(entry)
            if isinstance(entry, EveningClosed):
                self.all_show_the_results()
            else:
                self.all_show_the_same(phone)

    def tap(self, phone, entry):
        match entry:
            case TurnedUp(piece):
                if phone.page.locator(".whole").count():
                    phone.step_by_step()
                phone.say("turned-up", "piece", piece)
            case Declared(_, choice):
                phone.say("declared", "choice", choice)
            case Played(_, piece, suit):
                phone.say("played", "piece", f"{piece}/{suit}" if suit else piece)
            case TrickWon(player):
                phone.say("trick-won", "player", player)
            case TricksTaken(tricks=tricks):
                phone.tell(tricks)
            case Settled():
                phone.say("settled")
            case DepthChanged(depth):
                self.choose_depth(phone, depth)
            case EveningClosed():
                phone.follow(f"{self.path}/more")
                phone.follow(f"{self.path}/close")
                with phone.page.expect_navigation():
                    phone.button("evening-closed").tap()

    def choose_depth(self, phone, depth):
        phone.follow(f"{self.path}/more")
        phone.follow(f"{self.path}/settings")
        form = phone.forms("depth-changed")
        phone.page.locator("details", has=form).locator("summary").tap()
        with phone.page.expect_navigation():
            form.locator(f"[value={depth}]").tap()
        assert phone.path == self.path

    # Checking

    def view(self, name):
        return json.loads(self.phones[name].page.evaluate(VIEW))

    def shows(self, name, wanted):
        page = self.phones[name].page
        text = json.dumps(wanted, ensure_ascii=False, separators=(",", ":"))
        try:
            page.wait_for_function(f"wanted => ({VIEW})() === wanted", arg=text)
        except Exception:
            assert self.view(name) == wanted, name
            raise

    def all_show_the_same(self, phone):
        wanted = json.loads(phone.page.evaluate(VIEW))
        assert wanted["seq"] == len(self.said) and not wanted["told"]
        for name in self.phones:
            if name not in self.away:
                self.shows(name, wanted)

    def all_show_the_results(self):
        for name in self.phones:
            if name not in self.away:
                expect(self.phones[name].page.locator(".winner h2")).to_have_text("Dan")

    def stands(self, pool, **balances):
        found = self.view(self.hand("Ann"))
        figures = {name: figure.replace("−", "-") for name, figure in found["figures"].items()}
        assert (found["pool"], {name: int(figure) for name, figure in figures.items()}) == (
            str(pool) if pool is not None else "", balances)  # fmt: skip

    def comes_to(self, deals, **balances):
        """Check the balances in the replayed record."""
        assert not self.away
        record = self.server.record(self.path)
        assert list(loads(record).entries) == self.said
        printed, code = replay(record, self.tmp_path)
        assert code == 0 and printed["problems"] == []
        (game,) = printed["games"]
        assert game["balances"] == balances
        assert [(deal["pool"], deal["looed"], deal["carried"]) for deal in game["deals"]] == deals


def test_an_evening_of_domino_loo(phones, server, tmp_path):
    evening = Evening(phones, server, tmp_path, game="domino-loo", depth="tricks")
    # Ann deals and stakes 10, the others 5: 25, a trick is worth 5. Bob takes three, Ann two; Cat
    # and Dan are looed and pay 25 each.
    evening.say("up 6", "Bob in")
    evening.lock("Cat")
    evening.say("Cat in", "Dan in")
    evening.cut("Eve")
    evening.say("Ann in", "won Bob Ann")
    evening.back("Cat")
    evening.say("won Bob Ann")
    evening.cut("Dan")
    evening.say("won Bob")
    evening.back("Eve")
    evening.say("settled")
    evening.stands(55, Ann=0, Bob=10, Cat=-30, Dan=-30)
    # Bob deals and adds 5 to the 50. Dan takes all five; Ann and Bob pay 55 each.
    evening.say("depth result")
    evening.lock("Ann")
    evening.back("Dan")
    evening.say("up 1", "Cat out", "Dan in", "Ann in")
    evening.lock("Eve", "Cat")
    evening.back("Ann")
    evening.say("Bob in", "taken Dan 5 Ann 0 Bob 0", "settled")
    evening.stands(115, Ann=-55, Bob=-50, Cat=-30, Dan=25)
    # Cat deals and adds 5 to the 110: 115, a trick is worth 23. Fours are trumps. Hands:
    #   Dan 4-4 4-1 6-6 3-0 2-2 · Bob 4-3 6-5 6-1 5-5 3-3
    # Trick 1: Dan has two trumps and must lead one. 2: he has won and leads the other; Bob has none
    # left. 3: Bob must follow. 4: Dan announces threes; Bob has the double. 5: Dan cannot follow.
    evening.say("depth plays", "up 4-0", "Dan in")
    evening.back("Cat", "Eve")
    evening.say("Ann out", "Bob in", "Cat out", "Dan 4-4")
    evening.cut("Bob", "Ann")
    evening.say("Bob 4-3", "Dan 4-1")
    evening.back("Bob")
    evening.say("Bob 6-1", "Dan 6-6")
    evening.lock("Dan")
    evening.back("Ann")
    evening.say("Bob 6-5", "Dan 3-0 as 3", "Bob 3-3")
    evening.back("Dan")
    evening.cut("Cat")
    evening.say("Bob 5-5", "Dan 2-2", "settled")
    # 3 × 23 for Dan and 2 × 23 for Bob: nobody is looed, and the pool is empty. Next, all stake.
    evening.stands(25, Ann=-55, Bob=-4, Cat=-35, Dan=94)
    evening.say("closed")
    evening.away.pop("Cat")[1]()
    evening.all_show_the_results()
    deals = [(25, ["Cat", "Dan"], 50), (55, ["Ann", "Bob"], 110), (115, [], 0)]
    evening.comes_to(deals, Ann=-55, Bob=-4, Cat=-35, Dan=94)
