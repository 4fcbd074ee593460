"""Glossary words are explained at their first use."""

import re

import pytest
from markupsafe import Markup

from companion.games import GAMES
from companion.web.texts import Explainer
from companion.wording.glossary import Word, all_words
from companion.wording.languages import using
from tests.web import played
from tests.web.markup import parse
from tests.web.table import Phone, opened
from tests.web.test_pages import CARD_STATES, NAP_STATES, STATES

ALL = {**STATES, **CARD_STATES, **NAP_STATES}
ALONE = "a:not(.term), button, label, summary, svg, bdi, textarea, .visually-hidden"
"""Elements that must not contain links."""


def marks(soup):
    """Return the ids of the linked words that can be seen, in order."""
    found = []
    for link in soup.select("a.term"):
        assert not link.closest(ALONE)
        if not link.closest("details:not([open])"):
            found.append(link["href"].partition("#word-")[2])
    return found


def first_stands(soup):
    """Return the ids of the words, in the order of their first visible use."""
    forms = {}
    with using(soup["lang"]):
        for word in all_words():
            if soup.select_one(f"#word-{word.id}"):
                forms |= dict.fromkeys(map(str.casefold, word.forms), word.id)
    if not forms:
        return []
    found = []
    for text, tag in soup.select_one("main").texts:
        if tag.closest(f"details:not([open]), {ALONE}"):
            continue
        either = "|".join(sorted(map(re.escape, forms), key=len, reverse=True))
        found += [forms[one.casefold()] for one in re.findall(rf"\b(?:{either})\b", text, re.I)]
    return list(dict.fromkeys(found))


def read(phone, url):
    html = phone.get(url).html
    soup = parse(html)
    assert not re.search(r"<a\b(?:(?!</a>).)*<a\b", html, re.S)  # no nested links
    assert {f"word-{id}" for id in marks(soup)} <= {tag["id"] for tag in soup.select("[id]")}
    # A table without a game has no words to explain.
    assert soup.select_one(".bar details.words summary") or not soup.select("[id^=word-]")
    return soup


@pytest.mark.sampled(3)
@pytest.mark.parametrize("state", ALL)
def test_the_first_use_of_a_word_is_a_link(app, phone, state):
    phrases, game = ALL[state]
    key = opened(app, *phrases, **game)
    soup = read(phone, f"/e/{key}")
    found = marks(soup)
    assert found == first_stands(soup) and len(found) == len(set(found))


@pytest.mark.parametrize("tail", ["/deals", "/deals/1", "/deals/1/tricks/1", "/log", "/game"])
def test_first_uses_on_the_pages_beside_the_table(app, phone, tail):
    key = opened(app, *played.THREE_CARDS.telling(), "settled", **CARD_STATES["cards, settling"][1])
    soup = read(phone, f"/e/{key}{tail}")
    # The title of a curve does not count as a first use.
    assert sorted(marks(soup)) == sorted(first_stands(soup)) != []


@pytest.mark.parametrize("game", GAMES)
def test_first_uses_in_the_rules_of_each_game(phone, game):
    soup = parse(phone.get(f"/rules/{game}").html)
    words = {tag["id"].removeprefix("word-") for tag in soup.select("#words ~ dl [id]")}
    found = marks(soup)
    assert len(found) == len(set(found)) and set(found) <= words
    # The contents link to each rule by name; words are explained in its text.
    assert {"dealer"} <= set(found)


def test_first_uses_in_the_form_of_each_game(phone):
    soup = read(phone, "/evenings/new?game=five-card-loo")
    assert {"word-pam", "word-flush", "word-meld"} <= {tag["id"] for tag in soup.select("[id]")}
    told = {link["href"].partition("#")[2] for link in soup.select("#fold-rules a.term")}
    assert {"word-pool", "word-trick"} <= told and "word-meld" not in told


def test_an_answer_and_a_stream_mark_the_same(app, phone):
    key = opened(app, "up 6-3")
    phone.at(key)
    phone.press("declared", "choice", "miss")
    answered = marks(parse(phone.page.html))
    assert "miss" in answered and answered == marks(read(Phone(app), f"/e/{key}"))


def test_a_refusal_links_its_terms_again(app, phone):
    key = opened(app)
    said = {"kind": "declared", "player": "Bob", "choice": "play"}
    page = phone.say(key, said, headers={"HX-Request": "true"})
    assert page.status == 422
    assert 'class="term"' in page.html


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("a whole deal", {"own-hand", "miss", "for-the-pool"}),
        ("cards, the dealer may defend", {"miss", "defend"}),
        ("bidding, every contract", {"nap", "misery"}),
    ],
)
def test_words_used_only_on_buttons_are_explained_beside_them(app, phone, state, words):
    phrases, game = ALL[state]
    soup = read(phone, f"/e/{opened(app, *phrases, **game)}")
    links = soup.select("#question ~ .notice a.term")
    assert words <= {link["href"].partition("#word-")[2] for link in links}


def test_each_language_has_its_own_word_forms(app):
    key = opened(app, "up 6-3", "Bob in")
    found = {}
    for language in ("en", "xx"):
        phone = Phone(app)
        phone.get(f"/?language={language}")
        found[language] = marks(read(phone, f"/e/{key}"))
    assert found["en"] == found["xx"] != []


WORDS = (
    Word("pam", "Pam", ("Pam",), "A jack."),
    Word("pool", "Pool", ("pool", "pools"), "The chips."),
    Word("for-the-pool", "Play for the pool", ("for the pool",), "The shares stay."),
)


LINK = '<a class="term" href="/glossary#word-{}">{}</a>'.format


def test_a_word_is_a_link_once():
    explain = Explainer(WORDS, glossary="/glossary")
    assert explain("The pool, and pools.") == f"The {LINK('pool', 'pool')}, and pools."
    assert explain("The pool.") == "The pool."


def test_a_player_may_have_the_name_of_a_word():
    assert Explainer(WORDS, glossary="/glossary")("Pam leads.") == f"{LINK('pam', 'Pam')} leads."
    assert Explainer(WORDS, ["pam", "Bob"], glossary="/glossary")("Pam leads.") == "Pam leads."


def test_the_longest_word_is_linked_and_tags_are_skipped():
    sentence = Markup('<b title="pool">Win</b> for the pool, Pools, carpool')
    assert Explainer(WORDS, glossary="/glossary")(sentence) == (
        f'<b title="pool">Win</b> {LINK("for-the-pool", "for the pool")}, {LINK("pool", "Pools")}, '
        "carpool"
    )


def test_a_sentence_is_escaped():
    assert (
        Explainer(WORDS, glossary="/glossary")("<i> & pool")
        == f"&lt;i&gt; &amp; {LINK('pool', 'pool')}"
    )
    assert (
        Explainer(WORDS, glossary="/glossary")(Markup("<i>Pam</i>"))
        == f"<i>{LINK('pam', 'Pam')}</i>"
    )


def test_folded_parts_have_first_uses_of_their_own():
    explain = Explainer(WORDS, glossary="/glossary")
    explain("Pam")
    assert explain.folded()("Pam, the pool") == f"Pam, the {LINK('pool', 'pool')}"
    assert explain("Pam, the pool") == f"Pam, the {LINK('pool', 'pool')}"


def test_words_on_buttons_are_listed_if_they_are_new():
    explain = Explainer(WORDS, glossary="/glossary")
    explain("Pam")
    line = explain.buttons(["Pam", "Plays for the pool"])
    assert LINK("for-the-pool", "Play for the pool") in line and "pam" not in line
    assert explain.buttons(["for the pool"]) == ""
