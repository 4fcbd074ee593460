"""The example group on the home page, which has no owner."""

import re

import pytest

from companion.evening.record import loads
from companion.evening.replay import replay
from companion.store.sqlite.connection import Connection
from companion.tables.group_files import RECORDS
from tests.web.table import Phone


def counts(app):
    tables, groups = app.extensions["tables"], app.extensions["groups"]
    return len(tables.evenings.log.evenings()), len(groups.store.evenings())


def test_the_records_are_valid():
    files = sorted(RECORDS.glob("*.json"))
    assert len(files) == 3
    for file in files:
        assert replay(loads(file.read_bytes()).entries)[1] == ()


def test_it_is_made_once_and_linked_from_the_home_page(app, phone):
    page = phone.get("/")
    page = phone.get(page.soup.select_one("a[href='/example']")["href"])
    assert page.status == 200 and page.heading == "Example: Saturday"
    assert "Ada" in page.text and counts(app) == (3, 1)
    key = phone.url.rpartition("/")[2]
    other = Phone(app)
    other.get("/example")
    assert other.url.endswith(f"/g/{key}") and counts(app) == (3, 1)


def test_its_name_is_in_the_language_of_the_phone(app, phone):
    phone.get("/example")
    page = phone.get(phone.url, headers={"Accept-Language": "de"})
    assert page.heading.endswith(": Samstag")


def test_existing_examples_need_no_write(app, phone, monkeypatch):
    phone.get("/example")
    monkeypatch.setattr(Connection, "writing", lambda _: pytest.fail("written"))
    assert phone.client.get("/example").status_code == 303


def test_visitors_change_nothing_and_are_not_remembered(app, phone):
    page = phone.get("/example")
    records = [info.key for info in app.extensions["tables"].evenings.log.evenings()]
    keys = set(re.findall(r"/e/([\w-]{22})", page.html))
    assert len(keys) == 3 and not keys & set(records)
    for key in keys:
        page = phone.get(f"/e/{key}/deals")
        assert page.status == 200 and not page.soup.select("main form[method=post]")
        entry = {"kind": "worth-set", "minor": "5", "currency": "EUR"}
        assert phone.say(key, entry, after=1).status == 403
    for url in ("/", "/history"):
        assert not any(key in phone.get(url).html for key in keys)
    assert "Saturday table" not in phone.get("/").text
