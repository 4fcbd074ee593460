"""Joining: links to record and to watch, spoken codes, and the host link of the server."""

import re

import pytest

from companion.store import keys
from companion.store.sqlite import files
from companion.store.types import LETTERS
from companion.tables.budgets import SECONDS, Limits
from companion.version import __version__
from companion.web import create_app
from companion.web.routes import host as host_pages
from tests.web.table import Phone, opened

MINUTE, MOST = SECONDS["codes"], Limits().codes


@pytest.fixture
def app(fresh):
    return fresh


@pytest.fixture
def clock(app, monkeypatch):
    """A clock for the budgets that tests can set."""
    now = [1000.0]
    monkeypatch.setattr(app.extensions["tables"].budgets, "_clock", lambda: now[0])
    return now


def code_of(phone, key):
    """Make a code on the link page; return it as shown."""
    phone.get(f"/e/{key}/people")
    phone.submit(phone.page.soup.select_one(f'form[action="/e/{key}/code"]'))
    shown = phone.follow().soup.select_one(".code")
    return shown.words


def join(phone, code, **how):
    return phone.post("/j", {"code": code}, **how)


def wrong_one(code):
    return "".join(LETTERS[LETTERS.index(letter) - 1] for letter in code.replace(" ", ""))


# Links


def test_the_link_page_shows_watchers_only_the_link_to_watch(app, phone, other):
    key = opened(app)
    page = phone.get(f"/e/{key}/people")
    watch = app.extensions["tables"].access_store.rules(1).watch_key
    for each in (key, watch):
        assert f"http://localhost/e/{each}" in page.text
    assert len(page.soup.select(".qr svg")) == 2
    page = other.get(f"/e/{watch}/people")
    assert page.status == 200 and f"http://localhost/e/{watch}" in page.text
    assert key not in page.html and len(page.soup.select(".qr svg")) == 1
    assert not page.soup.select_one("form")


def test_pages_of_a_watcher_never_contain_the_link_to_record(app, phone, other):
    key = opened(app, "up 6-3", "Bob in")
    phone.at(key)
    watch = app.extensions["tables"].access_store.rules(1).watch_key
    code = code_of(phone, key).replace(" ", "")
    pages = ("", "/more", "/settings", "/people", "/display", "/deals", "/log", "/rules", "/help")
    files = ("/record.json", "/replay.json", "/deals.csv", "/ledger.csv")
    for tail in pages + files:
        html = other.client.get(f"/e/{watch}{tail}").get_data(as_text=True)
        assert key not in html and code not in html.replace("</span> <span>", "")


def test_links_for_this_computer_only_are_told_apart(app, phone):
    key = opened(app)
    for host, alone in (("127.0.0.1:8000", True), ("192.168.1.7:8000", False)):
        page = phone.get(f"/e/{key}/people", base_url=f"http://{host}")
        assert f"http://{host}/e/{key}" in page.text
        assert ("only on this computer" in page.text) is alone


def bad_keys(app, phone):
    access_store = app.extensions["tables"].access_store
    key = opened(app)
    number = app.extensions["tables"].evenings.log.find(key).id
    replaced = [key, access_store.rules(number).watch_key]
    for key_of in ("record", "watch"):
        access_store.replace(number, key_of)
    now = access_store.rules(number)
    return [*replaced, now.record_key[:-1], now.watch_key[1:], "A" * len(key), "0", "…"]


def test_wrong_cut_replaced_and_guessed_links_get_the_same_answer(app, phone):
    answers, of_groups = set(), set()
    for bad in bad_keys(app, phone):
        for rule in app.url_map.iter_rules():
            if "key" not in rule.arguments or rule.endpoint.startswith("static"):
                continue
            path = re.sub(r"<int:\w+>", "1", rule.rule.replace("<key>", bad))
            for method in rule.methods & {"GET", "POST"}:
                answer = phone.client.open(path, method=method, data={"after": "1"})
                assert answer.status_code == 404, path
                alike = of_groups if path.startswith("/g/") else answers
                alike.add((answer.mimetype, answer.data))
    for method in ("GET", "POST"):
        answer = phone.client.open("/host/" + "A" * 22, method=method)
        answers.add((answer.mimetype, answer.data))
    # Browsers and programs get different responses.
    assert sorted(kind for kind, _ in answers) == ["application/problem+json", "text/html"]
    assert len(of_groups) == 1


# The code


def test_six_letters_lead_to_the_table(app, phone):
    key = opened(app)
    code = code_of(phone, key)
    first, second = code.split()
    assert len(first) == len(second) == 3 and set(first + second) <= set(LETTERS)
    assert "http://localhost/j" in phone.page.text
    ways = (
        code,
        code.lower(),
        first + second,
        f"{first}-{second}",
        f" {' '.join(first)}–{second} ",
    )
    for said in ways:
        other = Phone(app)
        assert join(other, said).status == 303
        assert other.follow().status == 200 and other.key == key
        assert other.page.kinds()


def test_the_field_for_a_code_is_on_the_home_page(phone):
    assert "/j" in phone.get("/").links
    for url in ("/j", "/join"):
        page = phone.get(url)
        assert page.status == 200 and page.soup.select_one('input[name="code"]')


def test_a_pasted_link_leads_to_the_evening_or_group(app, phone):
    phone.post("/groups/new", {"name": "Fridays", "entry_id": "a-group-1"})
    for path in (phone.page.headers["Location"], f"/e/{opened(app)}"):
        assert join(phone, f" https://loo.example.org{path}\n").headers["Location"] == path
    assert join(phone, "https://elsewhere.example/x").status == 422


@pytest.mark.parametrize("said", ["ABCDE0", "AB1 CDE", "ABO-CDE", "abl cde", "ABI CDE"])
def test_letters_that_look_alike_are_refused_with_a_message(app, phone, other, said):
    code_of(phone, opened(app))
    page = join(other, said)
    assert page.status == 422 and "look alike" in page.alert
    assert page.soup.select_one('input[name="code"]')["value"] == said


@pytest.mark.parametrize("said", ["", "ABC", "ABCDEFG", "A" * 5000, "ÄBCDEF", "ABC DE2", "<b>"])
def test_malformed_codes_are_refused_and_not_counted(app, phone, other, said):
    code_of(phone, opened(app))
    for _ in range(2 * MOST):
        page = join(other, said)
        assert page.status == 422 and "six letters" in page.alert.replace("6", "six")
        assert len(page.html) < 10_000


def test_ten_wrong_codes_in_a_minute_mean_a_wait(app, phone, other, clock):
    key = opened(app)
    code = code_of(phone, key)
    for _ in range(MOST):
        page = join(other, wrong_one(code))
        assert page.status == 422 and "ask for a new code" in page.alert
        clock[0] += 1
    page = join(other, code)
    assert page.status == 429 and page.headers["Retry-After"] == "50" and "50 seconds" in page.text
    # Another address can try at once, this one after a wait.
    other_house = {"environ_overrides": {"REMOTE_ADDR": "192.0.2.7"}}
    assert join(Phone(app), code, **other_house).status == 303
    clock[0] += 50
    assert join(other, code).status == 303


def test_right_codes_are_not_counted(app, phone, other, clock):
    code = code_of(phone, opened(app))
    for _ in range(3 * MOST):
        assert join(other, code).status == 303


def test_a_new_code_replaces_the_old_one(app, phone, other):
    key = opened(app)
    first, second = code_of(phone, key), code_of(phone, key)
    assert join(other, first).status == 422
    assert join(other, second).status == 303


def test_closing_the_evening_ends_its_code(app, phone, other):
    key = opened(app)
    code = code_of(phone, key)
    phone.get(f"/e/{key}/close")
    phone.press("evening-closed")
    assert join(other, code).status == 422
    page = phone.get(f"/e/{key}/people")
    assert not page.soup.select_one(".code") and not page.soup.select_one(
        f'form[action="/e/{key}/code"]'
    )
    phone.post(f"/e/{key}/code", {})
    assert phone.follow().alert
    # The table needs a new code.
    phone.at(key)
    phone.press("undone")
    assert join(other, code).status == 422
    assert join(other, code_of(phone, key)).status == 303


# The host of the server


def test_the_host_link_needs_a_tap_on_its_button(app, instance, phone):
    opened(app, name="Theirs")
    token = keys.host_token(instance)
    page = phone.get(f"/host/{token}")
    assert page.status == 200 and "Theirs" not in phone.get("/history").text
    page = phone.get(f"/host/{token}")
    phone.submit(page.soup.select_one("form"))
    assert "Theirs" in phone.follow().text
    assert "Theirs" in phone.get("/history").text


def test_the_host_of_the_server_hosts_every_evening(app, instance, phone, other):
    key = opened(app, "up 6-3")
    other.at(key)  # the first device is the host
    phone.at(key)
    assert phone.get(f"/e/{key}/people/replace?link=record").status == 403
    phone.post(f"/host/{keys.host_token(instance)}", {})
    assert phone.get(f"/e/{key}/people/replace?link=record").status == 200
    # A link to watch works too, and the host can become an ordinary browser again.
    watch = app.extensions["tables"].access_store.rules(1).watch_key
    assert phone.at(watch).kinds()
    phone.get("/")
    phone.submit(phone.page.soup.select_one('form[action="/host"]'))
    assert phone.follow().alert
    assert phone.get(f"/e/{key}/people/replace?link=record").status == 403


def test_the_host_of_the_server_hands_an_evening_on(app, instance, phone, other):
    key = opened(app)
    lost = Phone(app)
    lost.at(key), other.at(key)
    phone.post(f"/host/{keys.host_token(instance)}", {})
    phone.get(f"/e/{key}/people")
    (to,) = [link for link in phone.page.links if "people/host" in link][:1]
    phone.submit(phone.get(to).soup.select_one("form"))
    phone.follow()
    hosts = [one.id for one in app.extensions["tables"].access_store.devices(1) if one.is_host]
    assert len(hosts) == 1
    assert lost.get(f"/e/{key}/people/replace?link=watch").status == 403


def test_the_host_cookie_of_another_server_is_ignored(app, phone, instance):
    with phone.client.session_transaction() as session:
        session["host"] = "0" * 32
    opened(app, name="Theirs")
    assert "Theirs" not in phone.get("/history").text
    assert keys.host_token(instance) != keys.mark(keys.host_token(instance))
    assert len(keys.host_token(instance)) == 22


def test_concurrent_codes_are_limited_too(instance, monkeypatch):
    """Codes that wait for the database are not counted yet."""
    app = create_app(instance, limits=Limits(codes=3))
    tables, looked_up = app.extensions["tables"], []
    real = tables.settings.open_by_code

    def meanwhile(letters):
        looked_up.append(letters)
        if len(looked_up) < 20:
            wrong(app)
        return real(letters)

    def wrong(app):
        there = {"environ_overrides": {"REMOTE_ADDR": "192.0.2.1"}}
        return app.test_client().post("/j", data={"code": "AAAAAA"}, **there).status_code

    monkeypatch.setattr(tables.settings, "open_by_code", meanwhile)
    wrong(app)
    assert len(looked_up) == 3
    tables.evenings.log.close()


@pytest.mark.sqlite
def test_the_host_of_the_server_sees_its_state(app, phone, instance, monkeypatch):
    assert phone.get("/host").status == 404 and "Open the host link" in phone.page.text
    opened(app, "up 6-3")
    phone.post(f"/host/{keys.host_token(instance)}", {})
    assert "/host" in phone.get("/").links
    page = phone.get("/host")
    rows = {
        row.select_one("dt").words: row.select_one("dd").words for row in page.soup.select("dl div")
    }
    assert rows["Version"] == __version__ and rows["Evenings"] == "1"
    assert rows["Size"].endswith(" MB") and rows["Newest backup"] == "none here"
    assert "All is well." in page.text
    made = instance / "one.db"
    made.touch()
    files.note_backup(instance, made)
    page = phone.get("/host")
    assert "All is well." in page.text and str(made) in page.text
    made.unlink()
    assert "The newest backup is not there now." in phone.get("/host").text
    (instance / files.LAST_BACKUP).write_text("2026-01-02T05:00:00+00:00\n/mnt/stick/one.db\n")
    assert "The newest backup is old." in phone.get("/host").text
    monkeypatch.setattr(host_pages, "LITTLE_ROOM", 10**18)
    assert "The disk is almost full." in phone.get("/host").text
