"""Evenings in each language: no page has plain English, and longer words are not cut."""

import re

import pytest

from companion.wording import languages
from tests.browser.phone import Phone, Server
from tests.browser.test_every_game import domino_loo, napoleon, three_card_loo
from tests.browser.test_rows import COMMON, SIZES, TABLES, faults
from tests.wording.test_catalogues import LANGUAGES, catalogue, forms
from tests.wording.test_messages import found_messages

WORD = re.compile(r"[A-Za-z]{3,}")
TITLES = set(WORD.findall(" ".join(map(languages.title, languages.TRANSLATIONS))))
NAMES = {"Ann", "Bob", "Cat", "Dan", "Friday", "Pseudo", *TITLES}
"""Names of people, evenings and languages."""
NO_WORDS = re.compile(r"https?://\S+|companion list|[0-9A-Z]{4} [0-9A-Z]{4}")
"""Addresses, commands to type, and seals."""
READ = """() => {
  const texts = [document.title, document.body.innerText];
  for (const name of ["aria-label", "title", "placeholder"])
    for (const tag of document.querySelectorAll(`[${name}]`)) texts.push(tag.getAttribute(name));
  return texts.flatMap((text) => text.split("\\n"));
}"""
"""Returns the visible lines of a page, and its labels for screen readers."""


def tag(language):
    """Return what browsers call a language: pt_BR is pt-BR."""
    return language.replace("_", "-")


class Reader(Phone):
    """A phone that checks the text of every page."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.escaped = {}

    def quiet(self):
        found = super().quiet()
        self.read()
        return found

    def read(self):
        for line in self.page.evaluate(READ):
            if set(WORD.findall(NO_WORDS.sub("", line))) - NAMES:
                self.escaped.setdefault(line, self.path)


@pytest.fixture(scope="module")
def pseudo(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("pseudo"), "--language", "xx").start()
    yield server
    server.stop()


def coon_can(phone):
    phone.follow(f"{phone.table}/hands?winner=Cat")
    phone.read()
    for player, pips in (("Ann", "10"), ("Bob", "27"), ("Dan", "24")):
        phone.page.locator(f'input[name="hand:{player}"]').fill(pips)
    with phone.page.expect_navigation():
        phone.page.locator('button[name="kind"][value="hands-left"]:visible').last.tap()


FAMILIES = pytest.mark.parametrize(
    ("game", "deal", "depth"),
    [
        ("domino-loo", domino_loo, "result"),
        ("three-card-loo", three_card_loo, "tricks"),
        ("napoleon", napoleon, "plays"),
        ("coon-can", coon_can, "result"),
    ],
)


def play(phone, language, game, deal, depth):
    """Play a deal by taps, and read every page of the evening."""
    table = phone.sit_down(("Ann", "Bob", "Cat", "Dan"), game, depth)
    assert phone.page.locator("html").get_attribute("lang") == tag(language)
    deal(phone)
    phone.read()
    settle = phone.button("settled")
    if phone.path == table:
        phone.tap(settle)
    else:
        with phone.page.expect_navigation():
            settle.tap()
    phone.read()
    for page in (
        "deals",
        "deals/1",
        "log",
        "more",
        "people",
        "settings",
        "rules",
        "link",
        "display",
    ):
        phone.open(f"{table}/{page}")
        phone.read()
    assert phone.complaints == []
    phone.close()
    assert phone.escaped == {}


@pytest.mark.slow
@FAMILIES
def test_an_evening_of_each_family_has_no_plain_english(pseudo, browser, game, deal, depth):
    play(Reader(browser, pseudo), "xx", game, deal, depth)


def texts(messages):
    return {text for _context, id in messages for text in forms(id)}


class Translated(Reader):
    """A phone that checks that no line of a page is the English of a translated message."""

    def __init__(self, browser, server, language):
        super().__init__(browser, server, locale=tag(language))
        messages = catalogue(language)
        left = texts(found_messages() - set(messages))
        # A page may break a message into lines.
        self.english = texts(messages) - left - set(" ".join(left).split())
        self.english -= {text for string in messages.values() for text in forms(string)}

    def read(self):
        for line in self.page.evaluate(READ):
            if line.strip() in self.english:
                self.escaped.setdefault(line, self.path)


@pytest.mark.sampled(7)
@pytest.mark.parametrize("language", LANGUAGES)
@FAMILIES
def test_an_evening_of_each_family_in_each_language(server, browser, language, game, deal, depth):
    play(Translated(browser, server, language), language, game, deal, depth)


@pytest.fixture(scope="module")
def reading_in(browser, server):
    """Return a phone of each language."""
    phones = {language: Phone(browser, server, locale=tag(language)) for language in LANGUAGES}
    yield phones
    for phone in phones.values():
        phone.close()


@pytest.mark.sampled(11)
@pytest.mark.parametrize("state", COMMON)
@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_each_language_are_not_cut(reading_in, server, language, state):
    phrases, game = TABLES[state]
    phone = reading_in[language]
    phone.open(server.evening(*phrases, **game))
    assert [found for size in SIZES for found in faults(phone, *size)] == []


@pytest.fixture(scope="module")
def reader(browser, pseudo):
    reader = Phone(browser, pseudo)
    yield reader
    reader.close()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("state", COMMON)
def test_words_a_third_longer_are_not_cut(reader, pseudo, state):
    phrases, game = TABLES[state]
    reader.open(pseudo.evening(*phrases, **game))
    assert faults(reader, 360, 640) == []


LONG = "Christopherson-Smith Bartholomew Dolores-Maria Wilhelmina"
SAID = ("Bartholomew in", "Dolores-Maria in", "Wilhelmina in", "Christopherson-Smith in")
UNDOABLE = {
    "a play": (
        "up 6-3",
        *SAID,
        "Bartholomew 5-5",
        "Dolores-Maria 5-0",
        "Wilhelmina 5-2",
        "Christopherson-Smith 6-6",
    ),
    "a trick": ("up 6", *SAID, "won Christopherson-Smith"),
    "the last trick": ("up 6", *SAID, "won" + 5 * " Christopherson-Smith"),
    "a declaration": ("up 6", *SAID),
}


@pytest.mark.parametrize("undone", UNDOABLE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_undo_says_to_the_end_what_it_undoes(reading_in, server, language, undone):
    depth = "plays" if undone == "a play" else "tricks"
    said, phone = UNDOABLE[undone], reading_in[language]
    phone.open(server.evening(*said, seats=LONG, dealer=LONG.split()[0], depth=depth))
    phone.page.set_viewport_size({"width": 320, "height": 568})
    label = phone.page.locator(".undo .button > span").first
    assert label.evaluate("one => one.scrollHeight <= one.clientHeight + 1")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_word_on_a_joker_is_not_cut(reading_in, server, language):
    phone = reading_in[language]
    phone.open(server.evening(seats="Ann Bob", game="coon-can", depth="plays"))
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        word = phone.page.locator(".joker i").first
        assert word.evaluate("one => one.scrollWidth <= one.clientWidth"), (
            width,
            word.inner_text(),
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_of_a_group_are_not_cut(reading_in, language):
    phone = reading_in[language]
    phone.open("/example")
    group = phone.path
    for tail in ("", "/figures", "/figures?season=2026", "/person?name=Ada"):
        phone.open(f"{group}{tail}")
        assert [found for size in SIZES for found in faults(phone, *size)] == []
        assert faults(phone, 320, 568, percent=200) == []
        hides = "all => all.filter(one => one.scrollWidth > one.clientWidth).length"
        assert phone.page.locator(".scroll:has(.cards)").evaluate_all(hides) == 0
        phone.font_size(16)
