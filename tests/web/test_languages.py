"""Each phone is answered in its own language, also at one table."""

import pytest

from companion.web import create_app
from companion.wording import languages
from companion.wording.languages import PSEUDO
from tests.web.table import HTMX, Phone, opened

ENGLISH = {"headers": {"Accept-Language": "en-GB,en;q=0.9"}}


@pytest.fixture
def bilingual(instance):
    """An app whose own language is the pseudo-language, so that there are two."""
    app = create_app(instance, language=PSEUDO)
    yield app
    app.extensions["tables"].evenings.log.close()


def chosen(app, language):
    phone = Phone(app)
    phone.get("/")
    phone.submit(
        phone.page.soup.find("form", action="/language"),
        phone.page.soup.find("button", value=language),
    )
    phone.follow()
    return phone


def test_a_server_with_one_language_offers_no_choice(phone):
    page = phone.get("/", headers={"Accept-Language": "xx"})
    assert page.soup.html["lang"] == "en"
    assert not page.soup.find("form", action="/language")


def test_a_phone_keeps_the_language_it_has_chosen(bilingual):
    phone = Phone(bilingual)
    assert phone.get("/", **ENGLISH).soup.html["lang"] == "xx"
    phone = chosen(bilingual, "en")
    assert phone.page.soup.html["lang"] == "en"
    assert phone.get("/history").soup.html["lang"] == "en"


def test_a_browser_is_answered_as_it_asks(instance, monkeypatch):
    monkeypatch.setitem(languages.TRANSLATIONS, "nl", languages.Pseudo())
    monkeypatch.setitem(languages.TITLES, "nl", "Nederlands")
    app = create_app(instance)
    asked = {
        "nl-BE,nl;q=0.9,en;q=0.5": "nl",
        "fr,en;q=0.7,nl;q=0.4": "en",
        "fr": "en",
        "": "en",
        "\u00ff;q=x,,;": "en",
    }
    for header, answered in asked.items():
        page = Phone(app).get("/", headers={"Accept-Language": header})
        assert page.soup.html["lang"] == answered, header
    app.extensions["tables"].evenings.log.close()


def test_a_language_nobody_has_is_answered_in_english_with_a_word(phone):
    phone.post("/language", {"language": "zz"})
    page = phone.follow()
    assert page.soup.html["lang"] == "en"
    assert "does not speak that language yet" in page.alert


def test_two_phones_at_one_table_read_their_own_language(bilingual):
    key = opened(bilingual)
    one, two = chosen(bilingual, "en"), chosen(bilingual, "xx")
    one.say(key, {"kind": "turned-up", "piece": "6-3"}, **HTMX)
    two.say(key, {"kind": "declared", "player": "Bob", "choice": "play"}, **HTMX)
    english, pseudo = one.at(key), two.at(key)
    assert (english.soup.html["lang"], pseudo.soup.html["lang"]) == ("en", "xx")


def test_a_stream_speaks_the_language_of_its_phone(bilingual):
    key = opened(bilingual, "up 6-3", "Bob in")
    app, told = bilingual, {}
    for language in ("en", "xx"):
        phone = chosen(app, language)
        answer = phone.client.get(f"/e/{key}/live?after=0")
        chosen(app, "en" if language == "xx" else "xx")  # another phone asks in between
        events = iter(answer.response)
        next(events)
        told[language] = next(events).decode()
        answer.close()
    assert "trump" in told["en"]
    assert "trump</span>" not in told["xx"]
