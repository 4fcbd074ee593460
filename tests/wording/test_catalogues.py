"""Each catalogue and guide can be read, and what it lacks is in English."""

import logging
import os
import re
import time
from functools import cache
from gettext import GNUTranslations, NullTranslations
from string import Formatter

import pytest

from companion.games import GAMES
from companion.rules.house import declared
from companion.wording import glossary, guide, languages
from companion.wording.glossary import words_of
from companion.wording.guide import files
from companion.wording.house_rules import _explained, house_rule_words
from companion.wording.languages import PSEUDO, SOURCE, _, _n, using
from tests.wording.test_messages import ROOT, found_messages
from tools import catalogues, complete
from tools.catalogues import FOLDER as CATALOGUES
from tools.catalogues import compile_all, faults_of, translated

LANGUAGES = sorted(file.stem for file in CATALOGUES.glob("*.po"))
EACH = pytest.mark.parametrize("language", LANGUAGES)
NUMBERS = (0, 1, 2, 5, 21)


@cache
def catalogue(language):
    return translated(CATALOGUES / f"{language}.po")


def forms(text):
    return (text,) if isinstance(text, str) else tuple(text)


def test_every_catalogue_is_offered():
    assert set(languages.TRANSLATIONS) == {SOURCE, PSEUDO, *LANGUAGES}


@EACH
def test_a_catalogue_has_no_faults(language):
    assert list(faults_of(CATALOGUES / f"{language}.po")) == []


@EACH
def test_translations_have_typographic_apostrophes(language):
    texts = (text for string in catalogue(language).values() for text in forms(string))
    assert not [text for text in texts if re.search(r"\w'", re.sub(r"<[^>]*>", "", text))]


@EACH
def test_every_plural_can_be_filled_in(language, caplog):
    with using(language):
        for context, id in catalogue(language):
            if isinstance(id, str):
                continue
            assert context is None
            values = {name: "x" for _, name, _, _ in Formatter().parse(id[1]) if name}
            values.pop("n", None)
            for number in NUMBERS:
                text = _n(*id, number, **values)
                assert str(number) in text or number < 2 or "{n}" not in id[1], text
    assert caplog.records == []


@EACH
def test_the_pages_of_a_guide_can_be_read(language):
    with using(language):
        for game in GAMES.values():
            rules = game.settle_house_rules(game.house_rules(), 4)
            assert guide.page(game, rules, game.preset(None).account).rules
            assert words_of(game, rules)
            for rule in declared(game.house_rules):
                assert house_rule_words(game, rule).says


@pytest.mark.slow
@EACH
def test_a_guide_says_our_choice_where_the_english_one_does(language):
    with using(language):
        ours = _("Our choice").casefold()
    for name, file in files(language).items():
        said = files(SOURCE)[name].read_text("utf-8").casefold().count("our choice")
        assert file.read_text("utf-8").casefold().count(ours) == said, name


@pytest.fixture
def unfinished_guide(monkeypatch, tmp_path):
    """Return a function that writes a page of a Dutch guide, from the German one."""
    monkeypatch.setitem(languages.TRANSLATIONS, "nl", NullTranslations())
    pages = {}
    find = guide.files
    monkeypatch.setattr(guide, "files", lambda name: pages if name == "nl" else find(name))
    cached = (guide._page, guide.own_part, guide._environment)
    cached += (glossary._words_of, glossary._all_words, _explained)

    def forget():
        for function in cached:
            function.cache_clear()

    def write(name, pattern):
        german = find("de")[name].read_text("utf-8")
        left, count = re.subn(pattern, "", german, count=1, flags=re.DOTALL)
        assert count == 1
        pages[name] = tmp_path / name.replace("/", "-")
        pages[name].write_text(left, "utf-8")
        forget()

    yield write
    forget()


def read(game):
    """Return the rules of a game by id, in Dutch."""
    with using("nl"):
        rules = GAMES[game].settle_house_rules(GAMES[game].house_rules(), 4)
        told = guide.page(GAMES[game], rules, GAMES[game].preset(None).account)
    return told, {text.id: text for text in told.rules}


NOTE = "Not translated yet."


def test_a_section_that_a_guide_lacks_is_in_english_with_a_note(unfinished_guide):
    unfinished_guide("games/rams", r"## Zähler \{#score\}.*?(?=\n## )")
    told, rules = read("rams")
    assert told.language == "nl"
    assert rules["score"].title == "Counters" and '<span lang="en"' in rules["score"].text
    assert rules["looed"].title == "Gerammt"
    # The pages that it includes are English too.
    assert [NOTE in rules[id].text for id in ("score", "looed", "out-of-turn")] == [
        True,
        False,
        True,
    ]
    assert list(rules) == [text.id for text in read("rams")[0].rules]
    (left,) = [line for line in complete.left_in_guide("nl") if "games-rams" in line]
    assert left.endswith("has other headings, words, conditions or fields than the English")


def test_a_paragraph_that_a_guide_lacks_is_in_english_with_a_note(unfinished_guide):
    unfinished_guide("games/rams", r"## Das Spiel\n.*?(?=\n# )")
    told, _rules = read("rams")
    texts = [text for texts in told.background.values() for text in texts]
    # The text of the second is an included page, which is English.
    assert [(text.title, NOTE in text.text) for text in texts] == [
        ("The game", True), ("Die Familie", True),
    ]  # fmt: skip


def test_of_several_in_one_place_all_must_be_translated():
    found = guide.paired(["a1", "a2", "b1"], ["a9", "b7", "c1"], lambda one: one[0])
    assert list(found) == [("a1", None), ("a2", None), ("b1", "b7")]


def test_a_page_that_a_guide_lacks_is_in_english(unfinished_guide):
    unfinished_guide("games/rams", r"^")
    told, rules = read("bestia")
    assert told.language == "en"
    assert not [text for text in rules.values() if NOTE in text.text]
    assert "nl: games/bestia of the guide is not translated" in complete.left_in_guide("nl")


def test_a_house_rule_that_a_guide_lacks_is_in_english_with_a_note(unfinished_guide):
    unfinished_guide("house_rules.md", r"## [^\n]* \{#must_trump\}.*?(?=\n## )")
    with using("nl"):
        told = {
            rule.name: house_rule_words(GAMES["three-card-loo"], rule)
            for rule in declared(GAMES["three-card-loo"].house_rules)
        }
    assert told["must_trump"].title == "Must trump" and NOTE in told["must_trump"].says
    assert told["must_trump"].group == told["must_head"].group
    assert NOTE not in told["must_head"].says


def test_a_word_that_a_glossary_lacks_is_in_english_with_a_note(unfinished_guide):
    unfinished_guide("glossary.md", r"- [^\n]* \{#trump\}.*?(?=\n- )")
    with using("nl"):
        told = {word.id: word for word in glossary.all_words()}
    assert told["trump"].title == "Trump" and NOTE in told["trump"].text
    assert NOTE not in told["trick"].text and told["trick"].title == "Stich"


def test_the_spanish_texts_address_everybody_as_ustedes():
    vosotros = re.compile(
        r"\b(?:vosotr[oa]s|vuestr[oa]s?|\w+[áéí]is"
        r"|(?:preguntad|acordad|decidid|contad|jugad|mirad|poned|haced)(?:lo|la|los|las)?)\b",
        re.IGNORECASE,
    )
    assert [*vosotros.findall("Preguntad en vuestra mesa: acordadlo, la que jugáis, termináis")] == [
        "Preguntad", "vuestra", "acordadlo", "jugáis", "termináis",
    ]  # fmt: skip
    for file in (*files("es").values(), CATALOGUES / "es.po"):
        assert vosotros.findall(file.read_text("utf-8")) == [], file


def test_no_french_sentence_begins_with_a_bare_relative():
    verb = "a|est|entame|prend|joue|fait|passe|remporte|montre|doit|coupe|fournit"
    bare = re.compile(rf"""^(?!#).*?((?:^|[.:"}}] ?)Qui (?:{verb}) [^?."\n]*\.)""", re.MULTILINE)
    assert bare.findall("Qui a passé garde son score. Qui a gagné ?")
    for file in (*files("fr").values(), CATALOGUES / "fr.po"):
        assert bare.findall(file.read_text("utf-8")) == [], file


def test_ramset_has_strokes_and_no_points_in_german():
    assert not re.findall("Punkt.*", files("de")["games/ramset"].read_text("utf-8"))
    assert not re.findall("Punkt.*", "\n".join(_scores_of_any_game()))


def _scores_of_any_game():
    """Yield what German says where a score can be of points, counters or strokes."""
    english = {"Score", "Scores nothing.", "Scores at {game}", "How the score changed"}
    for (_context, message), told in translated(CATALOGUES / "de.po").items():
        first = message if isinstance(message, str) else message[0]
        if first in english or "with a score of" in first or "scores nothing" in first:
            yield told if isinstance(told, str) else "\n".join(told)


# The terms


def rows_of(language):
    """Yield each row of the language's table in docs/languages.md: English, forms, and words to avoid."""
    text = (ROOT / "docs/languages.md").read_text("utf-8")
    parts = re.findall(rf"^## .*\({language}\)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert len(parts) == 1, f"docs/languages.md needs one table of the terms ({language})"
    for line in parts[0].splitlines():
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if cells[0] not in ("English", "---"):
                yield tuple(words(cells[place]) for place in (0, 2, 3))


def words(cell):
    return [word.strip().casefold() for word in cell.split(",") if word.strip() not in ("", "–")]


@EACH
def test_each_term_is_translated_in_one_way(language):
    wrong = []
    for english, said, avoided in rows_of(language):
        term = re.compile(rf"\b(?:{'|'.join(map(re.escape, english))})\b", re.IGNORECASE)
        for (_context, id), string in catalogue(language).items():
            for place, text in enumerate(forms(string)):
                source = forms(id)[:2][-1 if place else 0]
                if not term.search(re.sub(r"\{[^}]*\}|<[^>]*>", "", source)):
                    continue
                low = re.sub(r"\{[^}]*\}|\u00ad", "", text).casefold()
                if said and not any(stem in low for stem in said):
                    wrong.append((english[0], text))
                wrong += [
                    (word, text) for word in avoided if re.search(rf"\b{re.escape(word)}", low)
                ]
    assert wrong == []


# Faulty catalogues


HEAD = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            'msgid "{player} wins"\nmsgstr "{speler} wint"\n',
            "nl.po:6: “{player} wins”: the placeholders differ in “{speler} wint”",
        ),
        (
            'msgid "{player} wins"\nmsgstr "{player wint"\n',
            "nl.po:6: “{player} wins”: a placeholder is broken in “{player wint”: "
            "expected '}' before end of string",
        ),
        (
            'msgid "<b>Yes</b>"\nmsgstr "<b>Ja"\n',
            "nl.po:6: “<b>Yes</b>”: the tags differ in “<b>Ja”",
        ),
    ],
)
def test_the_build_refuses_a_faulty_catalogue(tmp_path, text, fault):
    file = tmp_path / "nl.po"
    file.write_text(HEAD + text, "utf-8")
    assert compile_all(tmp_path) == [f"{tmp_path}/{fault}"]
    assert not (tmp_path / "nl.mo").exists()


@pytest.mark.parametrize(
    "text",
    [
        'msgid "Yes"\nmsgstr ""\n',
        '#, fuzzy\nmsgid "Yes"\nmsgstr "Ja"\n',
        'msgid "Yes"\nmsgid_plural "{n} times yes"\nmsgstr[0] "Ja"\nmsgstr[1] ""\n',
    ],
)
def test_a_message_that_is_not_translated_stays_english(tmp_path, text):
    file = tmp_path / "nl.po"
    file.write_text(f'{HEAD}msgid "No"\nmsgstr "Nee"\n\n{text}', "utf-8")
    assert compile_all(tmp_path) == []
    assert translated(file) == {(None, "No"): "Nee"}
    with file.with_suffix(".mo").open("rb") as compiled:
        translations = GNUTranslations(compiled)
    assert translations.gettext("No") == "Nee"
    assert translations.gettext("Yes") == "Yes"
    assert translations.ngettext("Yes", "{n} times yes", 2) == "{n} times yes"


@pytest.fixture
def unfinished(tmp_path):
    """The folder of a catalogue with ten messages, and one that is used no more."""
    said = sorted(id for context, id in found_messages() if not context and str(id).isalpha())
    texts = (f'msgid "{text}"\nmsgstr "Ja"\n' for text in ("Never said", *said[:10]))
    (tmp_path / "nl.po").write_text("\n".join((HEAD, *texts)), "utf-8")
    return tmp_path


def test_the_messages_in_english_are_counted(unfinished, capsys):
    catalogues.main(unfinished)
    number = len(found_messages())
    assert capsys.readouterr().err == f"nl: {number - 10:,} of {number:,} messages in English\n"


def test_a_release_refuses_messages_in_english(unfinished):
    with pytest.raises(SystemExit) as refused:
        complete.main(unfinished)
    *shown, count = str(refused.value).splitlines()
    assert len(shown) == 5 and shown[0].startswith("nl: “")
    assert re.match(r"[\d,]+ translations are missing or old", count)
    left = list(complete.left_in_catalogues(unfinished))
    assert len(left) == len(found_messages()) - 10 + 1


def test_a_changed_catalogue_is_compiled_again(tmp_path):
    file = tmp_path / "nl.po"
    compiled = file.with_suffix(".mo")
    for text, days_after in (("Ja", -1), ("Jawel", 1)):
        file.write_text(f'{HEAD}msgid "Yes"\nmsgstr "{text}"\n', "utf-8")
        written = compiled.stat().st_mtime if compiled.exists() else time.time()
        os.utime(file, (written + days_after * 86400,) * 2)
        assert compile_all(tmp_path) == []
        with compiled.open("rb") as opened:
            assert GNUTranslations(opened).gettext("Yes") == text


def test_the_build_refuses_a_wrong_header(tmp_path):
    (tmp_path / "nl.po").write_text(HEAD.replace("nplurals=2", "nplurals=3"), "utf-8")
    (fault,) = compile_all(tmp_path)
    assert "nl.po:1: the header must have Plural-Forms: nplurals=2; plural=(n != 1);" in fault


def test_the_build_refuses_a_file_that_is_no_catalogue(tmp_path):
    (tmp_path / "nl.po").write_text(f"{HEAD}msgid Yes\n", "utf-8")
    (fault,) = compile_all(tmp_path)
    assert "nl.po:6: cannot be read" in fault


# Running on


class Broken(NullTranslations):
    def gettext(self, message):
        return "{speler} wint"

    def ngettext(self, msgid1, msgid2, n):
        return "{n} {kaarten}"


def test_a_translation_that_cannot_be_filled_in_is_english_and_logged(monkeypatch, caplog):
    monkeypatch.setitem(languages.TRANSLATIONS, "nl", Broken())
    with using("nl"), caplog.at_level(logging.ERROR):
        assert _("{player} wins", player="Ann") == "Ann wins"
        assert _n("{n} card", "{n} cards", 1) == "1 card"
        assert _n("{n} card", "{n} cards", 2) == "2 cards"
    assert len(caplog.records) == 3


def test_a_source_that_cannot_be_filled_in_is_an_error():
    with pytest.raises(KeyError):
        _("{player} wins", name="Ann")


def test_a_fifth_language(tmp_path, monkeypatch):
    (tmp_path / "nl.po").write_text(f'{HEAD}msgid "Yes"\nmsgstr "Ja"\n', "utf-8")
    assert compile_all(tmp_path) == []
    with (tmp_path / "nl.mo").open("rb") as file:
        monkeypatch.setitem(languages.TRANSLATIONS, "nl", GNUTranslations(file))
    with using("nl"):
        assert _("Yes") == "Ja"
    assert "nl" in languages.offered(SOURCE) and languages.title("nl") == "Nederlands"
