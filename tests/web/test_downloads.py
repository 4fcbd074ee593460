"""The files of an evening, equal to the output of the command line."""

import csv
import json
import re
from urllib.parse import unquote

import pytest

from companion.evening.entries import WorthSet
from companion.evening.replay import replay, report
from companion.web.respond import file_name
from companion.web.routes import results as routes
from companion.wording import say as say_
from tests.web import played
from tests.web.table import opened


@pytest.fixture
def app(fresh):
    return fresh


def test_every_file_is_linked(app, phone):
    worth = WorthSet(5, "EUR")
    key = opened(app, *played.evening(), "settled", worth, dealer="Dan", name="Zoé: 1/2")
    day = app.extensions["tables"].evenings.log.find(key).opened_at[:10]
    page = phone.get(f"/e/{key}/deals")
    found, files = {}, set()
    for link in page.soup.select("#download a"):
        answer = phone.client.get(link["href"])
        sent = re.fullmatch(
            r"attachment; filename\*=UTF-8''(\S+)", answer.headers["Content-Disposition"]
        )
        files.add(unquote(sent[1]))
        found[link["href"].rpartition("/")[2]] = answer.data
    assert set(found) == {"record.json", "deals.csv", "ledger.csv", "replay.json"}
    endings = (".json", "-results.json", "-deals.csv", "-ledger.csv")
    assert files == {f"Zoé-1-2-{day}{ending}" for ending in endings}
    replayed = report(*replay(app.extensions["tables"].evenings.log.read(1)), say_)
    seal = json.loads(found["record.json"])["seal"]
    assert json.loads(found["replay.json"]) == {
        **json.loads(json.dumps(replayed)), "seal": {"file": seal, "entries": seal}
    }  # fmt: skip
    assert seal in phone.get(f"/e/{key}/deals").soup.select_one("#download .seal").text
    rows = list(csv.DictReader(found["deals.csv"].decode("utf-8-sig").splitlines()))
    # Ann is looed 25 and staked 5 (tests/web/played.py).
    (ann,) = [row for row in rows if row["player"] == "Ann"]
    told = (ann["chips"], ann["money"], ann["currency"], ann["evening"])
    assert told == ("-30", "-1.50", "EUR", "Zoé: 1/2")
    lines = list(csv.DictReader(found["ledger.csv"].decode("utf-8-sig").splitlines()))
    assert {row["money"] for row in lines if row["reason"] == "loo"} == {"1.25"}


@pytest.mark.parametrize("file", ["deals.csv", "ledger.csv"])
def test_without_a_deal_there_are_only_headings(app, phone, file):
    answer = phone.client.get(f"/e/{opened(app)}/{file}")
    assert answer.mimetype == "text/csv" and answer.data.count(b"\r\n") == 1


def test_a_file_that_is_too_long_is_refused(app, phone, monkeypatch):
    key = opened(app, *played.evening(), "settled", dealer="Dan")
    files = ("replay.json", "deals.csv", "ledger.csv")
    lines = len(phone.client.get(f"/e/{key}/ledger.csv").data.splitlines()) - 1
    monkeypatch.setattr(routes, "MOST_LINES", lines)
    assert {phone.get(f"/e/{key}/{file}").status for file in files} == {200}
    monkeypatch.setattr(routes, "MOST_LINES", lines - 1)
    for file in files:
        page = phone.get(f"/e/{key}/{file}", headers={"Accept": "text/html"})
        assert page.status == 413 and "companion replay" in page.text
        assert page.soup.select_one(f'a[href="/e/{key}"]')
    assert phone.get(f"/e/{key}/record.json").status == 200


def test_a_name_of_signs_alone_gives_a_file_its_day(app):
    with app.test_request_context():
        assert file_name("!!!", "2026.json") == "2026.json"
        assert file_name("Fri. 1", "2026.json") == "Fri-1-2026.json"
