"""Nothing moves under a thumb: a deal of each family, on the phones that most have and on small ones."""

from itertools import count

import msgspec
import pytest
from playwright.sync_api import expect

from tests.browser.test_rummy import GAME, PLAYED
from tests.telling import entries
from tests.web import played
from tests.web.test_pages import EVERY, NAP_BID, THREE

SIZES = ((390, 844), (360, 640))
TRICKS = ("up H", "Bob in", "Cat miss", "Dan out", "Eve in", "Ann out", "won Bob", "revoked Cat 1")
CARDS = played.THREE_CARDS.telling()
DEALS = {
    "tricks": ((*TRICKS, "won Eve", "won Bob"), {**THREE, "depth": "tricks"}),
    "cards": (CARDS, THREE),
    "dominoes": (played.evening(), {"dealer": "Dan"}),
    "napoleon": ((*NAP_BID, "Bob peeps", "Bob AS", "Cat 2S", "Dan 3S", "Ann 4S", "Bob KD"), EVERY),
    "rummy": (PLAYED, GAME),
}
PLACES = """() => {
  // A button is the same for the next player. What is laid off goes with the melds, which move all.
  const what = (one) => {
    if (one.name !== "entry") return [one.name, one.value, one.pathname].join();
    const { kind, player, entry, suit, ...said } = JSON.parse(one.value);
    return JSON.stringify([kind, kind === "trick-won" && player, said]);
  };
  const places = {};
  for (const one of document.querySelectorAll("#entry :is(button:enabled, a.button):not(.lays *)")) {
    const { left, top } = (one.closest("span.tile") || one).getBoundingClientRect();
    places[what(one)] = [left, top];
  }
  return places;
}"""


@pytest.mark.parametrize("deal", DEALS)
def test_what_stays_offered_stays_where_it_is(phone, server, deal):
    phrases, game = DEALS[deal]
    path = server.evening(**game)
    phone.open(path)
    phone.quiet()
    before, moved, held = {}, [], set()
    position = count(len(server.entries(path)))
    for phrase in ("", *phrases):
        for entry in entries(phrase) if phrase else ():
            after = next(position)
            said = msgspec.json.encode(entry).decode()
            sent = {"entry": said, "after": after, "entry_id": f"on-and-on-{after:06}"}
            assert server.post(f"{path}/entries", sent) == 200
            expect(phone.page.locator("#state")).to_have_attribute("data-seq", str(after + 1))
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            now = phone.page.evaluate(PLACES)
            for what, (x, y) in now.items():
                was = before.get((width, what))
                if was and max(abs(x - was[0]), abs(y - was[1])) > 4:
                    moved.append((phrase, width, what, was, (x, y)))
                held |= {what} if was else set()
            before = {key: at for key, at in before.items() if key[0] != width}
            before |= {(width, what): at for what, at in now.items()}
    assert moved == []
    assert len(held) > 1 and any('"undone"' in what for what in held)
