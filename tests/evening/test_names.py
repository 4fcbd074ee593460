"""Names as typed on phones."""

import unicodedata

import pytest

from companion.evening import Evening, names
from companion.evening.entries import GameStarted
from companion.evening.names import NameFault, UnusableName
from companion.wording import say as say_
from tests.telling import accounts, code, say, start

FAMILY = "👨‍👩‍👧"
ARABIC = "سارة"
HEBREW = "דנה"


PLAIN = ("Ann", "Ann-Marie", "d'Arcy", "O’Neill", "Ann B", "x" * 40, "7", "<b>", "Pools", "None")
FOREIGN = ("José", "Łukasz", "小明", ARABIC, HEBREW, FAMILY, "🦊")


@pytest.mark.parametrize("name", PLAIN + FOREIGN)
def test_unusual_names_are_allowed(name):
    assert names.fault(name) is None
    assert names.tidy(name) == name


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        *((name, NameFault.EMPTY) for name in ("", " ", "\u3000", "\x7f")),
        ("x" * 41, NameFault.TOO_LONG),
        *((name, NameFault.POOL) for name in ("pool", "Pool", "POOL", "ｐｏｏｌ")),
        *((name, NameFault.CONTROL) for name in ("a\x00b", "a\x1bb")),
    ],
)
def test_invalid_names(name, fault):
    assert names.fault(name) == UnusableName(name, fault)
    assert say_(names.fault(name)).endswith(".")


@pytest.mark.parametrize(
    ("name", "tidied"),
    [
        *((name, "Ann") for name in (" Ann", "Ann ")),
        *((name, "Ann B") for name in ("Ann  B", "Ann\tB", "Ann\nB", "Ann\u00a0B", "Ann\u2028B")),
        (unicodedata.normalize("NFD", "José"), "José"),
        # Bidirectional marks could reverse text on the page.
        *((f"An{mark}n", "Ann") for mark in "\u061c\u200e\u200f\u202a\u202e\u2066\u2069"),
    ],
)
def test_names_are_tidied(name, tidied):
    assert names.fault(name)
    assert names.tidy(name) == tidied
    assert names.fault(tidied) is None


def test_joined_emoji_stay_joined():
    assert "\u200d" in names.tidy(FAMILY)


@pytest.mark.parametrize("twin", ["ann", "ANN", "Ａｎｎ", " Ann"])
def test_names_that_look_alike_are_equal(twin):
    assert names.likeness(twin) == names.likeness("Ann")


@pytest.mark.parametrize(
    ("one", "other"), [("Straße", "STRASSE"), ("José", unicodedata.normalize("NFD", "JOSÉ"))]
)
def test_case_is_folded_as_in_the_language(one, other):
    assert names.likeness(one) == names.likeness(other)


INVISIBLE = "\u200b\u2060\ufeff\u00ad\u200d\u180e"


@pytest.mark.parametrize("mark", INVISIBLE)
def test_invisible_characters_are_ignored(mark):
    assert say_(names.fault(mark)) == "A name cannot be empty."
    assert names.likeness(f"An{mark}n") == names.likeness("Ann")
    assert say_(names.fault(f"po{mark}ol")).startswith("Nobody can be called “pool”")


ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
HEART, COLOURED = "❤", "❤\ufe0f"


def test_flags_of_two_regions_are_two_people():
    assert names.likeness(ENGLAND) != names.likeness(SCOTLAND)
    # Outside a flag the same letters draw nothing.
    assert names.likeness(f"Ann{ENGLAND[1:]}") == names.likeness("Ann")
    evening = Evening().enter(
        GameStarted("domino-loo", (ENGLAND, SCOTLAND, "Ann"), "Ann", "result")
    )
    assert evening.state.people() == (ENGLAND, SCOTLAND, "Ann")


def test_a_coloured_heart_is_the_same_heart_except_in_a_log():
    assert names.likeness(HEART) == names.likeness(COLOURED) == names.likeness("❤\ufe0e")
    evening = Evening().enter(GameStarted("domino-loo", (HEART, COLOURED, "Ann"), "Ann", "result"))
    assert evening.state.people() == (HEART, COLOURED, "Ann")


@pytest.mark.parametrize("mark", "\u3164\u115f\u1160\uffa0\u2800\u034f\u17b4")
def test_letters_that_draw_nothing_are_refused_where_a_name_is_entered(mark):
    fault = names.entered_fault(f"An{mark}n")
    assert fault == UnusableName(f"An{mark}n", NameFault.UNSEEN)
    assert say_(fault) == "A name cannot hold letters that nobody can see."
    assert names.fault(f"An{mark}n") is None


def test_the_pool_in_another_colour_is_refused_where_a_name_is_entered():
    assert names.fault("pool\ufe0f") is None
    assert names.entered_fault("pool\ufe0f").fault is NameFault.POOL


def test_different_names_are_different():
    assert len({names.likeness(name) for name in ("Ann", "Anna", "An", "Àn")}) == 4


def test_people_of_any_script_can_sit_at_one_table():
    seats = (ARABIC, HEBREW, FAMILY, "José")
    evening = start().enter(GameStarted("domino-loo", seats, FAMILY, "plays"))
    evening = say(evening, "up 6-3")
    assert accounts(evening)[FAMILY] == -10


def test_a_name_keeps_its_spelling_all_evening():
    evening = say(start("Ann Bob Cat"), "Bob leaves")
    assert code(evening, "bob joins") == "already-recorded"
    assert code(evening, "ANN joins") == "already-recorded"
    assert say(evening, "Bob joins").state.session.seated() == ("Ann", "Cat", "Bob")


def test_only_the_beginning_of_a_text_is_normalized():
    """A longer text is too long for a name anyway."""
    long = "x" * (names.NORMALIZED + 5)
    assert len(names.tidy(long)) == names.NORMALIZED > names.LONGEST
    assert names.fault(long).fault is NameFault.TOO_LONG
    assert names.likeness(long.upper()) != names.likeness(long) != names.likeness(long + "y")


def test_apart_compares_each_name_once(monkeypatch):
    looked, likeness = [], names.likeness
    monkeypatch.setattr(names, "likeness", lambda name: looked.append(name) or likeness(name))
    assert names.apart(("Ann", "ann", "Bob", "Cat"), (" CAT", "Dan")) == ["Ann", "Bob"]
    assert len(looked) == 6


def test_an_accent_does_not_move_a_name_to_the_end():
    assert sorted(["Zoe", "émile", "Bob", "Étienne"], key=names.alphabetical) == [
        "Bob",
        "émile",
        "Étienne",
        "Zoe",
    ]
