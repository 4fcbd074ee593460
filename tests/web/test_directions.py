"""Names that no browser translates, and languages written from right to left."""

from gettext import NullTranslations

import pytest

from companion.wording import languages
from companion.wording.languages import isolated
from companion.wording.numbers import plain, signed
from companion.wording.pieces import piece_name
from tests.web.table import opened

DANA = "דנה"


@pytest.fixture
def arabic(monkeypatch):
    """Arabic without translations."""
    monkeypatch.setitem(languages.TRANSLATIONS, "ar", NullTranslations())
    monkeypatch.setattr(languages, "RIGHT_TO_LEFT", languages.RIGHT_TO_LEFT)
    languages.RIGHT_TO_LEFT.add("ar")
    yield
    languages.RIGHT_TO_LEFT.discard("ar")


def test_figures_and_pieces_keep_their_order_from_right_to_left(arabic):
    with languages.using("ar"):
        assert signed(-30) == "\u2066−30\u2069" and plain(-2) == "\u2066−2\u2069"
        assert piece_name("KS") == "\u2066K♠\ufe0e\u2069"
        assert piece_name("6-4") == "\u20666-4\u2069"
    assert signed(-30) == "−30" and piece_name("6-4") == "6-4"


def test_a_page_says_its_direction(app, phone, arabic, monkeypatch):
    assert " dir=" not in phone.get("/").html.partition("<head>")[0]
    monkeypatch.setitem(app.config, "LANGUAGES", (*app.config["LANGUAGES"], "ar"))
    monkeypatch.setitem(app.config, "LANGUAGE", "ar")
    assert '<html lang="ar" dir="rtl">' in phone.get("/").html
    rules = phone.get("/rules/bestia").soup.select_one("main [lang]")
    assert rules["lang"] == "en" and rules["dir"] == "ltr"


def test_no_browser_translates_names_and_cards(app, phone):
    key = opened(app, "up 7S", game="three-card-loo", seats="Will Mark Rose")
    for path in ("", "/deals", "/more", "/people", "/log", "/display"):
        page = phone.get(f"/e/{key}{path}")
        for name in page.soup.select("bdi"):
            if name.words in ("Will", "Mark", "Rose", "Friday"):
                assert name["translate"] == "no", path
        assert all(sign["translate"] == "no" for sign in page.soup.select(".sign"))
    # A whole sentence can be translated.
    assert not phone.get(f"/e/{key}").soup.select_one(".undo bdi").has("translate")


def test_names_in_the_shared_text_have_their_own_direction(app, phone):
    deal = (f"told {DANA} 3 Bob 2 Ann 0", "settled", "closed")
    key = opened(app, "up 6", *deal, seats=f"{DANA} Bob Ann", depth="result", ending="carry")
    text = phone.get(f"/e/{key}/deals").soup.select_one("#share-text").text
    assert f"\u2068Ann\u2069 pays \u2068{DANA}\u2069" in text
    assert text.count(DANA) == text.count(f"\u2068{DANA}\u2069")


def test_the_longest_name_is_isolated():
    names = {"Ann", "Ann B", DANA}
    expected = "\u2068Ann B\u2069 pays \u2068Ann\u2069."
    assert isolated("Ann B pays Ann.", names) == expected
    assert isolated("Annex", names) == "Annex"
    # In a text from left to right these need no marks.
    assert isolated("Ann B pays Ann.", {"Ann", "Ann B"}) == "Ann B pays Ann."


@pytest.mark.parametrize("asked", ["pt-PT,pt;q=0.9,en;q=0.8", "pt", "pt-BR, en", "en;q=0.2, pt-pt"])
def test_a_phone_gets_its_language_of_another_country(app, phone, monkeypatch, asked):
    monkeypatch.setitem(languages.TRANSLATIONS, "pt_BR", NullTranslations())
    monkeypatch.setitem(app.config, "LANGUAGES", (*app.config["LANGUAGES"], "pt_BR"))
    page = phone.get("/", headers={"Accept-Language": asked})
    assert '<html lang="pt-BR">' in page.html
