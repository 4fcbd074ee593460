"""Evenings in WebKit: a deal of each family, two phones, undo, a refusal and a proof."""

import time

from tests.browser import test_revokes, test_rummy
from tests.browser.cable import Cable
from tests.web import played

TRICKS = (
    # Ann deals; Bob plays two, and his first card makes spades trumps. Hands:
    #   Bob 9S KH 2H 7D 3C · Cat AS 5H 8D 6D AC · Ann TS 4H 9D KD 8C
    # Trick 3: Cat and Ann have no heart left, and nobody a trump. Bob took 2 and 3.
    (("Bob", "9S"), ("Cat", "AS"), ("Ann", "TS")),
    (("Cat", "5H"), ("Ann", "4H"), ("Bob", "KH")),
    (("Bob", "2H"), ("Cat", "6D"), ("Ann", "KD")),
    (("Bob", "7D"), ("Cat", "8D"), ("Ann", "9D")),
    (("Ann", "8C"), ("Bob", "3C"), ("Cat", "AC")),
)
MADE = {"Ann": -2, "Bob": 4, "Cat": -2}


def test_a_deal_of_dominoes_on_two_phones(phones, server):
    path = server.evening(seats="Ann Bob Cat Dan", dealer="Dan", depth="plays")
    first, second = phones().open(path), phones().open(path)
    first.say("turned-up", "piece", played.TURN_UP)
    first.declare(", ".join(f"{name} play" for name in played.SEATS))
    for trick, phone in zip(played.PLAYS, (second, first, second, first, second), strict=True):
        phone.until(lambda phone=phone, who=trick[0][0]: who in phone.question, "the turn")
        phone.play([trick])
    first.until(lambda: first.position == second.position, "the last trick")
    first.say("settled")
    for phone in (first, second):
        phone.until(lambda phone=phone: phone.figures == played.BALANCES, "the balances")


def test_a_refusal_and_an_undo(phone, server):
    path = server.evening("up 6-3", "Bob in", "Cat in", "Dan in", "Ann in +", dealer="Ann")
    phone.open(path)
    # The dealer took the 6-3.
    phone.tap(lambda: phone.button("played", "piece", "6-3"))
    phone.until(lambda: "6-3" in phone.alert and "Ann" in phone.alert, "the refusal")
    assert phone.position == 6
    phone.say("played", "piece", "6-4")
    assert "Cat" in phone.question
    phone.say("undone")
    assert "Bob" in phone.question and phone.alert == ""


def test_a_proof(phone, server):
    path = server.evening(*test_revokes.BEFORE, dealer="Ann")
    phone.open(path)
    phone.tap(lambda: phone.button("played", "piece", "5-2"))
    phone.until(lambda: "1-0" in phone.text("main"), "the proof")
    assert len(server.entries(path)) == len(test_revokes.BEFORE) + 1
    phone.say("played", "stands", "revoke")
    assert server.entries(path)[-1]["stands"] == "revoke" and "Dan" in phone.question


def test_a_deal_of_napoleon(phone, server):
    path = server.evening(seats="Ann Bob Cat", game="napoleon", depth="plays", dealer="Ann")
    phone.open(path)
    phone.declare("Bob two, Cat pass, Ann pass")
    phone.play(TRICKS)
    phone.say("settled")
    assert phone.figures == MADE


def test_melds_of_coon_can(phone, server):
    path = server.evening("up QD", **test_rummy.GAME)
    phone.open(path)
    phone.say("drew", "from", "stock")
    phone.follow(f"{path}/pick/melded")
    for card in ("6H", "7H", "8H", "9H"):
        phone.tap(lambda card=card: phone.find(f'label:has(input[name=pieces][value="{card}"])'))
    phone.tap(lambda: phone.find("#pick .counts"))
    phone.until(lambda: phone.driver.current_url.endswith(path), "the table")
    assert "9" in phone.text("#state .melds")
    phone.say("discarded", "piece", "2C")
    assert "Cat" in phone.question


def test_two_quick_taps_on_one_spot_count_once(phone, server):
    """An iPhone does not report the second tap as a double tap."""
    path = server.evening("up 6", "Bob in", "Cat in", "Dan in", "Ann in", depth="tricks")
    phone.open(path)
    before = phone.position
    time.sleep(1)
    phone.run(TWO_TAPS)
    phone.until(lambda: phone.position == before + 1, "the trick")
    time.sleep(0.5)
    assert len(server.entries(path)) == before + 1


TWO_TAPS = """
  const button = () => document.querySelector("#entry button[value*='Bob']");
  const at = button().getBoundingClientRect();
  const tap = () => {
    const spot = {clientX: at.x + 20, clientY: at.y + 20, bubbles: true, cancelable: true, detail: 1};
    const under = document.elementFromPoint(spot.clientX, spot.clientY);
    for (const kind of ["pointerdown", "pointerup", "click"])
      under.dispatchEvent(new (kind === "click" ? MouseEvent : PointerEvent)(kind, spot));
  };
  const before = document.getElementById("state").dataset.seq;
  tap();
  const look = () => {
    if (document.getElementById("state").dataset.seq === before) setTimeout(look, 5);
    else tap();
  };
  look();
"""


def test_going_back_shows_a_table_that_still_updates(phone, server):
    path = server.evening("up 6", "Bob in", "Cat in", "Dan in", "Ann in", depth="tricks")
    phone.open(path)
    before = phone.position
    phone.follow(f"{path}/more")
    phone.driver.back()
    phone.until(lambda: phone.position == before, "the table")
    assert not phone.run("return !document.getElementById('stale')?.hidden")
    phone.say("trick-won", "player", "Bob")
    assert len(server.entries(path)) == before + 1


def test_a_tap_while_the_server_is_down(phone, server):
    phone.server = cable = Cable(server)
    path = server.evening("up 6", "Bob in", "Cat in", "Dan in", "Ann in", depth="tricks")
    phone.open(path)
    before = phone.position
    cable.cut()
    phone.tap(lambda: phone.button("trick-won", "player", "Bob"))
    waits = "return !document.getElementById('unsent').hidden"
    phone.until(lambda: phone.run(waits), "the line that it is not sent yet")
    assert "Bob" in phone.text("#unsent")
    cable.mend()
    phone.until(lambda: phone.position == before + 1, "an answer")
    phone.until(lambda: not phone.run(waits), "no such line")
    assert len(server.entries(path)) == before + 1
    # Pages other than the table first check whether the server answers.
    phone.open(f"{path}/more")
    phone.run(
        "document.querySelector('[name=kind][value=misdealt]').closest('details').open = true"
    )
    phone.tap(lambda: phone.button("misdealt"))
    phone.until(lambda: phone.position == before + 2, "the table")
    cable.cut()


def test_from_the_first_page_to_the_first_question(phone):
    phone.open("/")
    phone.follow("/evenings/new")
    for place, name in enumerate(played.SEATS):
        phone.driver.find_elements("css selector", "[name=seat]")[place].send_keys(name)
    phone.tap(lambda: phone.find('button.primary[name="do"][value="open"]'))
    phone.until(lambda: phone.position == 1, "the table")
    assert set(phone.figures) == set(played.SEATS) and "?" in phone.question
