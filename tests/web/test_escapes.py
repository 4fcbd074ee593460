"""In the pseudo-language every word on a page is translated."""

import re
from urllib.parse import urljoin, urlsplit

import pytest

from companion.games import GAMES
from companion.web import create_app
from companion.wording import languages
from companion.wording.games import words_of
from companion.wording.languages import PSEUDO
from companion.wording.worked_deals import PLAYERS
from tests.web import played
from tests.web.table import Phone, opened

WORD = re.compile(r"[A-Za-z]{3,}")
TITLES = set(WORD.findall(" ".join(map(languages.title, languages.TRANSLATIONS))))
NAMES = {"Ann", "Bob", "Cat", "Dan", "Eve", "Friday", "Pseudo", *TITLES}
"""Names of people, evenings and languages."""
READ_ALOUD = ("aria-label", "title", "placeholder", "alt")

TRUMP = ("up 6-3", "Bob in", "Cat in", "Dan out", "Ann in")
EVENINGS = {
    "domino-loo": [
        ({"dealer": "Dan"}, (*played.evening(), "settled", "up 6-3")),
        ({}, (*TRUMP, "Bob 6-5", "Cat 5-1")),
        ({}, TRUMP[:2]),
        ({"depth": "tricks"}, ("up 6", *TRUMP[1:], "won Bob Bob Cat Ann Ann", "settled", "closed")),
        ({"depth": "result"}, ("up 6", *TRUMP[1:], "taken Bob 3 Cat 2")),
        ({"depth": "result"}, ("up 6", *TRUMP[1:], "taken Bob 5", "settled", "Dan sits-out")),
    ],
    "domino-rounce": [
        ({"depth": "result"}, ("up 6", *TRUMP[1:], "taken Bob 3 Cat 2", "settled")),
        ({"depth": "result"}, ("up 6", *TRUMP[1:], "taken Bob 3 Cat 2")),
    ],
    "three-card-loo": [
        ({"seats": "Ann Bob Cat Dan Eve"}, played.THREE_CARDS.telling()),
        ({"seats": "Ann Bob Cat Dan Eve", "preset": "defence"}, ("up 7H",)),
    ],
    "five-card-loo": [
        ({}, (*played.FIVE_CARDS.telling(), "settled", "up 7H", "Cat in", "Dan out")),
        ({"preset": "chits"}, ("up 7S", "Bob in", "Cat in", "Dan in", "Ann in")),
        ({"preset": "modern", "depth": "result"}, ("up S", "Bob in", "Cat in", "Dan in")),
    ],
    "bourre": [
        ({}, ("up 7H", "Bob in draws 1", "Cat in")),
        ({"depth": "result"}, ("told Bob 2 Cat 2 Dan 1 Ann 0",)),
        ({"depth": "result"}, ("told Bob 2 Cat 2 Dan 1 Ann 0", "settled")),
    ],
    "irish-loo": [({}, ("up 7H", "Bob in draws 1", "Cat in"))],
    "rams": [
        ({}, ("up 9H", "Bob in", "Cat miss", "Dan out")),
        ({"depth": "tricks"}, ("up H", "Cat general", "won Cat Bob Cat Dan Cat")),
        ({"depth": "result"}, ()),
    ],
    "ramset": [
        ({}, ("up 7D", "up KH", "Dan in", "Cat miss", "Bob out", "Ann in + 9C TC")),
        ({"depth": "result"}, ("told Dan 5 Cat 0",)),
        ({"depth": "result", "ends": "last"}, ("told Dan 5 Cat 0", "settled")),
        ({}, ("up 7D",)),
    ],
    "bestia": [
        ({}, ("up KH", "Dan in", "Cat out", "Bob in", "Ann out", "Dan draws 1", "Bob draws 0")),
        ({"depth": "tricks"}, ("up H", "Dan in", "Cat out", "Bob out", "Ann out", "Dan draws 1")),
        ({"depth": "result", "partners": True}, ("told Dan 1 Cat 2 miss Bob 0", "settled")),
        (
            {"depth": "tricks", "partners": True},
            (
                "up H",
                "Dan in",
                "Cat out",
                "Bob in",
                "Ann out",
                "Cat miss with Ann",
                "won Cat Cat Dan",
            ),
        ),
    ],
    "julepe": [
        ({"joker": True}, ("up JK", "up 2H", "Dan in", "Cat in", "Bob out")),
        ({"depth": "result"}, ("told Dan 3 Cat 2 Ann 0",)),
        (
            {"depth": "tricks"},
            ("up H", "Dan in", "Cat in", "Bob out", "Ann in +", "won Cat Cat Dan Dan Dan"),
        ),
    ],
    "other": [
        ({"depth": "result", "target": 20}, ("scored Ann=12 Bob=-4 Cat=0 Dan=20",)),
        ({"depth": "result", "counts": "chips"}, ("scored Ann=12 Bob=-4 Cat=0 Dan=-8", "settled")),
        ({"depth": "result"}, ("scored Ann=1 Bob=1 Cat=0 Dan=0", "settled")),
    ],
    "napoleon": [
        ({}, ("Bob says two", "Cat says pass", "Dan says pass")),
        ({}, ("Bob says nap", "Cat says pass", "Dan says pass", "Ann says pass")),
        (
            {"depth": "result"},
            ("Bob says two", "Cat says pass", "Dan says pass", "Ann says pass", "made", "settled"),
        ),
        (
            {"depth": "tricks", "misery": True},
            ("Bob says misery", "Cat says pass", "Dan says pass", "Ann says pass", "won Cat Bob"),
        ),
    ],
    "seven-card-napoleon": [
        ({"depth": "result"}, ("Bob says three", "Cat says pass", "Dan says pass", "Ann says pass"))
    ],
    "coon-can": [
        (
            {},
            (
                *("up 9S", "Bob from discards", "Bob melds 9S 9H 9D", "Bob discards KC"),
                *("Cat from stock", "Cat melds 6H 7H 8H JK=9H"),
            ),
        ),
        ({}, ("up 9S",)),
        ({"depth": "result"}, ("left Bob Ann=20 Cat=20 Dan=9S+JK",)),
        ({"depth": "result"}, ("left nobody Ann=20 Bob=7 Cat=20 Dan=9S+JK", "settled")),
    ],
}


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    app = create_app(tmp_path_factory.mktemp("pseudo"), language=PSEUDO)
    yield app
    app.extensions["tables"].evenings.log.close()


def escaped(soup):
    """Yield each text and attribute of a page that has plain English."""
    for tag in soup.select(
        "script, style, code, svg, .link, .code, .seal b, kbd, figure, [data-name]"
    ):
        tag.node.decompose()
    texts = [text for text, _ in soup.texts]
    texts += [tag[name] for name in READ_ALOUD for tag in soup.select(f"[{name}]")]
    for text in texts:
        if set(WORD.findall(text)) - NAMES:
            yield " ".join(text.split())


def crawl(phone, start):
    """Return every page below this one that links lead to, by path."""
    pages, to_see = {}, [start]
    while to_see:
        path = to_see.pop()
        bare = urlsplit(path).path
        if bare in pages:
            continue
        page = phone.get(path)
        pages[bare] = page
        if "html" not in page.headers["Content-Type"]:
            continue
        for link in page.links:
            goal = urljoin(path, link).partition("#")[0]
            if urlsplit(goal).path.startswith(start) and not goal.endswith((".json", ".csv")):
                to_see.append(goal)
    return pages


def report(pages):
    found = {}
    for path, page in pages.items():
        for text in escaped(page.soup):
            found.setdefault(text, re.sub(r"/e/[\w-]+", "", path))
    return sorted(f"{where}: {text}" for text, where in found.items())


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES)
def test_no_page_of_an_evening_has_plain_english(app, game):
    pages = {}
    depth, entries = next(words_of(GAMES[game]).worked_deal())
    worked = ({"depth": depth, "seats": " ".join(PLAYERS)}, entries)
    for how, phrases in (worked, *EVENINGS.get(game, ())):
        key = opened(app, *phrases, game=game, **how)
        phone = Phone(app)
        pages |= crawl(phone, f"/e/{key}")
        for number in range(1, len(phrases) + 2):
            pages |= crawl(phone, f"/e/{key}/amend/{number}")
    assert report(pages) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_rule_has_plain_english(app, game):
    phone = Phone(app)
    pages = {
        path: phone.get(path)
        for path in (f"/rules/{game}", f"/rules/{game}/sheet", f"/evenings/new?game={game}")
    }
    assert report(pages) == []


@pytest.mark.parametrize("path", ["/", "/history", "/rules", "/j", "/nowhere"])
def test_no_other_page_has_plain_english(app, path):
    assert report({path: Phone(app).get(path)}) == []
