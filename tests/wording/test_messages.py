"""`make messages` finds every sentence to translate."""

import ast
import re
from functools import cache
from gettext import NullTranslations
from string import Formatter

import pytest

from companion.games import GAMES
from companion.groups.spreadsheets import COLUMNS
from companion.wording import games, languages
from tools.catalogues import ROOT, wanted

found_messages = cache(wanted)


@pytest.fixture(scope="module")
def messages():
    """Return what `gettext` is asked for."""
    return {
        languages.NP_(context, message) if context else message
        for context, message in found_messages()
    }


class Recorder(NullTranslations):
    """Records the messages that are asked for."""

    def __init__(self):
        super().__init__()
        self.asked = set()

    def gettext(self, message):
        self.asked.add(message)
        return message

    def ngettext(self, msgid1, msgid2, n):
        self.asked.add((msgid1, msgid2))
        return msgid1 if n == 1 else msgid2


@pytest.fixture
def recorder(monkeypatch):
    recorder = Recorder()
    monkeypatch.setitem(languages.TRANSLATIONS, "recorded", recorder)
    with languages.using("recorded"):
        yield recorder


def test_sentences_of_python_and_templates_are_found(messages):
    assert "Where the versions differ" in messages  # of a template
    assert "Better play on until someone wins nap." in messages
    assert ("{n} chip", "{n} chips") in messages


def test_headings_of_spreadsheets_can_be_translated(messages):
    columns = {column for names in COLUMNS.values() for column in names}
    assert {languages.NP_("column", column) for column in columns} <= messages


def test_names_of_games_can_be_translated(messages, recorder):
    for game in GAMES.values():
        games.game_title(game)
        games.game_summary(game)
        games.play_on(game)
        games.pool_waits(game)
        for choice in game.recording.choices:
            games.choice_label(game, choice)
            games.choice_words(game, "Ann", choice)
        for depth in game.recording.depths:
            games.depth_words(game, depth)
            games.depth_title(depth)
        for preset in (None, *game.accounts.presets):
            account = game.preset(preset)
            games.source_of(account.account)
            games.preset_title(preset or "classic")
    assert len(recorder.asked) > 50
    assert recorder.asked <= messages


def test_sentences_have_typographic_apostrophes(messages):
    texts = (text for one in messages for text in (one if isinstance(one, tuple) else (one,)))
    assert not [text for text in texts if re.search(r"\w'", re.sub(r"<[^>]*>", "", text))]


def test_singular_and_plural_have_the_same_fields(messages):
    for one, several in (message for message in messages if isinstance(message, tuple)):
        fields = [
            {name for _, name, _, _ in Formatter().parse(text) if name} for text in (one, several)
        ]
        assert fields[0] - {"n"} == fields[1] - {"n"}, one


def test_each_plural_has_a_singular_of_its_own(messages):
    # A catalogue finds a plural by its singular.
    singulars = [message[0] for message in messages if isinstance(message, tuple)]
    assert sorted(singulars) == sorted(set(singulars))


def literals():
    """Yield the messages in calls of `_`, `_n` and their like, with their places, as Python reads them."""
    for file in sorted((ROOT / "companion").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
                "_",
                "N_",
                "_n",
                "gettext",
            ):
                texts = tuple(getattr(one, "value", None) for one in node.args[:2])
                wanted = texts if node.func.id == "_n" else texts[0]
                if isinstance(texts[0], str):
                    yield wanted, f"{file.name}:{node.lineno}"


def test_no_message_hides_where_it_is_not_extracted(messages):
    """Babel overlooks a call inside an f-string."""
    assert [place for wanted, place in literals() if wanted not in messages] == []
