"""Each phone gets its own language, even at one table."""

import csv
import json
import re
from gettext import NullTranslations

import pytest

from companion.evening.entries import WorthSet
from companion.web import FOLDER, create_app
from companion.wording import languages
from companion.wording.languages import PSEUDO
from tests.web import played
from tests.web.table import HTMX, Phone, opened, speaking
from tests.wording.test_catalogues import LANGUAGES

ENGLISH = {"headers": {"Accept-Language": "en-GB,en;q=0.9"}}


@pytest.fixture
def bilingual(instance):
    """An app that also offers the pseudo-language."""
    app = create_app(instance, language=PSEUDO)
    yield app
    app.extensions["tables"].evenings.log.close()


def chosen(app, language):
    phone = Phone(app)
    phone.get("/")
    phone.submit(
        phone.page.soup.select_one('form[action="/language"]'),
        phone.page.soup.select_one(f'button[value="{language}"]'),
    )
    phone.follow()
    return phone


def test_the_pseudo_language_is_not_offered(phone):
    page = phone.get("/", headers={"Accept-Language": "xx"})
    assert page.language == "en"
    offered = [one["value"] for one in page.soup.select("button[name=language]")]
    assert offered == ["en", *LANGUAGES]


def test_a_phone_keeps_its_language(bilingual):
    phone = Phone(bilingual)
    assert phone.get("/", **ENGLISH).language == "xx"
    phone = chosen(bilingual, "en")
    assert phone.page.language == "en"
    assert phone.get("/history").language == "en"


@pytest.mark.parametrize(
    ("header", "answered"),
    [
        ("fr-CH,fr;q=0.9,en;q=0.5", "fr"),
        ("tlh,es;q=0.7,en;q=0.4", "es"),
        ("tlh", "en"),
        ("fr", "fr"),
        ("", "en"),
        ("\u00ff;q=x,,;", "en"),
    ],
)
def test_the_language_of_the_browser_is_used(phone, header, answered):
    assert phone.get("/", headers={"Accept-Language": header}).language == answered


def test_an_unknown_language_gets_english_and_a_notice(phone):
    phone.post("/language", {"language": "zz"})
    page = phone.follow()
    assert page.language == "en"
    assert "That language is not available yet" in page.alert


def test_two_phones_at_one_table_read_their_own_language(bilingual):
    key = opened(bilingual)
    one, two = chosen(bilingual, "en"), chosen(bilingual, "xx")
    one.say(key, {"kind": "turned-up", "piece": "6-3"}, **HTMX)
    two.say(key, {"kind": "declared", "player": "Bob", "choice": "play"}, **HTMX)
    english, pseudo = one.at(key), two.at(key)
    assert (english.language, pseudo.language) == ("en", "xx")


def test_a_stream_speaks_the_language_of_its_phone(bilingual):
    key = opened(bilingual, "up 6-3", "Bob in")
    app, told = bilingual, {}
    for language in ("en", "xx"):
        phone = chosen(app, language)
        answer = phone.client.get(f"/e/{key}/live?after=0")
        chosen(app, "en" if language == "xx" else "xx")  # another phone's request comes in between
        events = iter(answer.response)
        next(events)
        told[language] = next(events).decode()
        answer.close()
    assert "trump" in told["en"]
    assert "trump</span>" not in told["xx"]


def test_an_unknown_language_gets_english_even_if_the_default_is_another(bilingual):
    phone = Phone(bilingual)
    phone.post("/language", {"language": "zz"})
    page = phone.follow()
    assert page.language == "en"
    assert "This is English." in page.alert
    assert phone.get("/").alert == ""
    assert phone.page.language == "en"


@pytest.mark.parametrize("server", ["en", PSEUDO])
def test_a_cookie_of_an_unknown_language_gets_a_notice_once(instance, server):
    app = create_app(instance, language=server)
    phone = Phone(app)
    phone.client.set_cookie("language", "zz")
    page = phone.get("/")
    assert page.language == "en" and "This is English." in page.alert
    page = phone.get("/")
    assert page.language == "en" and page.alert == ""
    app.extensions["tables"].evenings.log.close()


def test_an_address_can_name_a_language(bilingual):
    phone = Phone(bilingual)
    page = phone.get("/history?language=en")
    assert page.language == "en" and page.alert == ""
    assert phone.get("/").language == "en"
    phone.get("/?language=xx")
    assert phone.get("/").language == "xx"
    page = phone.get("/?language=zz")
    assert page.language == "en" and "This is English." in page.alert
    assert phone.get("/").alert == ""


PLAIN = re.compile("[A-Za-z]{3,}")


def plain(text, *names):
    return [word for word in PLAIN.findall(text) if word not in names]


def test_a_refused_record_is_explained_in_the_phones_language(bilingual):
    start = {
        "kind": "game-started", "game": "domino-loo", "seats": ["Ann", "Bob"], "dealer": "Ann",
        "depth": "plays",
    }  # fmt: skip
    head = {
        "format": "companion-evening",
        "version": 1,
        "name": "N",
        "opened_at": "2026-11-20T19:30:00Z",
    }
    record = {**head, "entries": [start, {"kind": "trick-won", "player": "Ann"}]}
    page = Phone(bilingual).import_record(json.dumps(record).encode())
    assert page.status == 422
    assert [plain(item.text, "Ann", "Bob") for item in page.soup.select(".panel li")] == [[]]


def test_a_proof_is_explained_in_the_phones_language(bilingual):
    key = opened(bilingual, "up 6-1", "Bob in", "Cat out", "Dan out", "Ann in", "Bob 5-4")
    phone = Phone(bilingual)
    phone.at(key)
    phone.say(key, {"kind": "played", "player": "Ann", "piece": "4-2"})
    for player, piece in (("Bob", "3-3"), ("Ann", "3-0"), ("Bob", "2-2")):
        phone.say(key, {"kind": "played", "player": player, "piece": piece})
    page = phone.say(key, {"kind": "played", "player": "Ann", "piece": "5-0"})
    suspects = page.soup.select("#entry a.button")
    assert page.status == 422 and len(suspects) > 1
    assert [plain(link.text, "Ann", "Bob") for link in suspects] == [[]] * len(suspects)


def test_a_new_evening_is_named_after_the_day_in_the_phones_language(bilingual):
    page = Phone(bilingual).get("/evenings/new")
    name = page.soup.select_one('input[name="name"]')["value"]
    assert name and plain(name) == []


def test_style_sheets_contain_no_words():
    for sheet in (FOLDER / "static").glob("*.css"):
        assert re.findall(r'content: *"[^"]*[A-Za-z]{2,}', sheet.read_text("utf-8")) == [], sheet


def test_a_language_can_be_chosen_under_more(app, phone):
    key = opened(app)
    form = phone.get(f"/e/{key}/more").soup.select_one('form[action="/language"]')
    phone.submit(form, form.select_one('button[value="fr"]'))
    page = phone.follow()
    assert page.language == "fr" and page.soup.select_one("#question")
    assert Phone(app).get(f"/e/{key}").language == "en"


def test_a_spreadsheet_has_the_headings_and_signs_of_the_language(app):
    key = opened(app, *played.evening(), "settled", "closed", WorthSet(5, "EUR"), dealer="Dan")
    sent = speaking(app, "es").client.get(f"/e/{key}/deals.csv").data.decode("utf-8-sig")
    rows = list(csv.DictReader(sent.splitlines(), delimiter=";"))
    # Ann is looed 25 and staked 5 (tests/web/played.py).
    (ann,) = [row for row in rows if row["jugador"] == "Ann"]
    assert (ann["fichas"], ann["dinero"], ann["moneda"]) == ("-30", "-1,50", "EUR")


def test_cards_have_the_letters_of_the_language(app):
    key = opened(app, "up QH", game="five-card-loo")
    page = speaking(app, "fr").get(f"/e/{key}")
    assert page.soup.select_one("#entry[data-ranks]")["data-ranks"] == "ARDV"
    assert 'aria-label="dame de cœur">D♥' in page.html
    assert '"piece":"QH"' in speaking(app, "en").get(f"/e/{key}/record.json").html
    deck = speaking(app, "fr").get(f"/e/{opened(app, game='five-card-loo')}")
    letters = [tag.text for tag in deck.soup.select(".deck button b")][:5]
    assert letters == ["A", "R", "D", "V", "10"]


def test_rules_without_a_translation_say_so(app, phone, monkeypatch):
    monkeypatch.setitem(languages.TRANSLATIONS, "kw", NullTranslations())
    monkeypatch.setitem(app.config, "LANGUAGES", (*app.config["LANGUAGES"], "kw"))
    page = speaking(app, "kw").get("/rules/rams")
    assert page.language == "kw" and "The rules are in English only." in page.text
    assert page.soup.select_one("main > [lang=en] h1")
    assert "English only" not in speaking(app, "fr").get("/rules/rams").text


@pytest.mark.parametrize(("site", "is_secure"), [("https", True), ("http", False)])
def test_the_choice_of_a_language_is_secure_over_https(phone, site, is_secure):
    answer = phone.client.get("/?language=de", base_url=f"{site}://localhost/")
    (cookie,) = [one for one in answer.headers.getlist("Set-Cookie") if "language=" in one]
    assert ("Secure" in cookie) is is_secure
