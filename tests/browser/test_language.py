"""Evenings in the pseudo-language: no page has plain English, and longer words are not cut."""

import re

import pytest

from tests.browser.phone import Phone, Server
from tests.browser.test_every_game import domino_loo, napoleon, three_card_loo
from tests.browser.test_rows import COMMON, TABLES, faults

NAMES = {"Ann", "Bob", "Cat", "Dan", "Friday", "English", "Pseudo"}
"""Names of people, evenings and languages."""
WORD = re.compile(r"[A-Za-z]{3,}")
NO_WORDS = re.compile(r"https?://\S+|companion list|[0-9A-Z]{4} [0-9A-Z]{4}")
"""Addresses, commands to type, and seals."""
READ = """() => {
  const texts = [document.title, document.body.innerText];
  for (const name of ["aria-label", "title", "placeholder"])
    for (const tag of document.querySelectorAll(`[${name}]`)) texts.push(tag.getAttribute(name));
  return texts.flatMap((text) => text.split("\\n"));
}"""
"""Returns the visible lines of a page, and its labels for screen readers."""


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


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "deal", "depth"),
    [
        ("domino-loo", domino_loo, "result"),
        ("three-card-loo", three_card_loo, "tricks"),
        ("napoleon", napoleon, "plays"),
        ("coon-can", coon_can, "result"),
    ],
)
def test_an_evening_of_each_family_has_no_plain_english(pseudo, browser, game, deal, depth):
    phone = Reader(browser, pseudo)
    table = phone.sit_down(("Ann", "Bob", "Cat", "Dan"), game, depth)
    assert phone.page.locator("html").get_attribute("lang") == "xx"
    deal(phone)
    phone.read()
    settle = phone.button("settled")
    if phone.path == table:
        phone.tap(settle)
    else:
        with phone.page.expect_navigation():
            settle.tap()
    phone.read()
    for page in ("deals", "deals/1", "log", "more", "people", "link", "display"):
        phone.open(f"{table}/{page}")
        phone.read()
    assert phone.complaints == []
    phone.close()
    assert phone.escaped == {}


@pytest.fixture(scope="module")
def reader(browser, pseudo):
    reader = Phone(browser, pseudo)
    yield reader
    reader.close()


@pytest.mark.parametrize("state", COMMON)
def test_words_a_third_longer_are_not_cut(reader, pseudo, state):
    phrases, game = TABLES[state]
    reader.open(pseudo.evening(*phrases, **game))
    assert faults(reader, 360, 640) == []
