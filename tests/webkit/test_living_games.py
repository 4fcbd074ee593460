"""Ramset, Bestia and another game in WebKit, in the languages of their players."""

from urllib.parse import urlsplit

import pytest

from tests.browser import test_living_games as living

FIGURES = {game: figures for game, (_, _, figures) in living.EVENINGS.items()}


@pytest.fixture
def speaking(phone):
    """Return a phone, after choosing its language on the home page."""

    def choose(language):
        phone.open("/")
        phone.tap(lambda: phone.find(f'[name="language"][value="{language}"]'))
        spoken = "return document.documentElement.lang"
        phone.until(lambda: phone.run(spoken) == language, "the language")
        return phone

    return choose


def settled(phone):
    phone.say("settled")
    return phone.figures


def sit_down(phone, game, depth, **more):
    path = phone.server.evening(
        game=game, seats="Ann Bob Cat Dan", dealer="Ann", depth=depth, **more
    )
    return phone.open(path)


def test_ramset(speaking):
    phone = sit_down(speaking("de"), "ramset", "plays")
    living.ramset(phone)
    assert settled(phone) == FIGURES["ramset"]


def test_bestia(speaking):
    phone = sit_down(speaking("it"), "bestia", "tricks")
    phone.say("turned-up", "piece", "H")
    phone.declare("Dan play, Cat drop, Bob play, Ann drop")
    phone.tap(lambda: phone.find(".late summary"))
    phone.say("declared", "player", "Cat")
    phone.win("Dan Cat Cat")
    assert settled(phone) == FIGURES["bestia"]


def pad(phone):
    return {
        key.text: key for key in phone.driver.find_elements("css selector", ".scores-pad button")
    }


def test_another_game(speaking):
    phone = sit_down(speaking("de"), "other", "result", counts="points")
    before = phone.position
    for player, keys in (("Ann", "12"), ("Bob", "±4")):
        phone.tap(lambda player=player: phone.find(f'[name="score:{player}"]'))
        for key in keys:
            phone.tap(lambda key=key: pad(phone)[key])
    phone.tap(lambda: phone.find(".scores .primary"))
    phone.until(lambda: phone.position == before + 1, "the deal")
    *_, entry = phone.server.entries(urlsplit(phone.driver.current_url).path)
    assert entry["scores"] == {"Ann": 12, "Bob": -4, "Cat": 0, "Dan": 0}
