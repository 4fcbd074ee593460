"""Copies of what is in the pocket, which a server opens, and the other way."""

import json
import os
import shutil
from functools import partial

import pytest

from companion.groups import record as group_record
from companion.store import StoreError
from companion.store.errors import StoreTrouble
from companion.tables import group_files
from companion.tables.features import POCKET
from companion.web import create_app
from tests.goldens import GOLDENS
from tests.web.table import Phone, device_of

PLAYED = (
    "coon-ending",
    "rounce-tie-tricks",
    "revoke-two-offenders",
    "bourre-antes",
    "cards-flush-modern",
)


@pytest.fixture
def pocket_app(instance):
    app = create_app(instance, features=POCKET)
    yield app
    app.extensions["tables"].close()


@pytest.fixture
def pocket(pocket_app):
    return Phone(pocket_app)


@pytest.fixture
def server(tmp_path, built):
    shutil.copytree(built, tmp_path / "server" / "static", copy_function=os.link)
    app = create_app(tmp_path / "server", pocket_url="https://loo.example.org/pocket/")
    yield app
    app.extensions["tables"].close()


def golden(which, part=1.0, /, **head):
    """Return a golden evening's record, or its first part, as it was in the middle of the game."""
    record = json.loads(GOLDENS[which].read_bytes())
    record.pop("seal", None)
    entries = record["entries"]
    return json.dumps({**record, **head, "entries": entries[: round(len(entries) * part)]}).encode()


def play(phone, which, part=1.0, /, **head):
    """Put an evening onto a phone; return its key."""
    phone.import_record(golden(which, part, **head))
    return phone.page.headers["Location"].split("/")[2]


def sent_to(page):
    return page.headers["Location"]


def everything(pocket):
    answer = pocket.client.get("/everything.json")
    assert answer.headers["Content-Disposition"].startswith("attachment; filename*=UTF-8''All-even")
    return answer.data


def as_group(file, name="Club"):
    """Return a file of evenings as that of a group."""
    return file.replace(b'"name":""', json.dumps({"name": name})[1:-1].replace(" ", "").encode(), 1)


def evenings(phone):
    """Return the record and the results, seal and balances among them, of each evening of a phone."""
    found = []
    for info in phone.app.extensions["tables"].access_store.evenings(device_of(phone)):
        results = phone.client.get(f"/e/{info.key}/replay.json").data
        found.append((phone.client.get(f"/e/{info.key}/record.json").data, results))
    return sorted(found)


def test_everything_goes_to_a_server_word_for_word(pocket, server):
    for place, name in enumerate(PLAYED):
        play(pocket, name, 0.6 if place % 2 else 1.0, name=f"{name} {place}")
    there = evenings(pocket)
    phone = Phone(server)
    assert phone.import_record(everything(pocket)).status == 303
    page = phone.follow()
    assert page.heading == "History" and "5 evenings imported." in page.text
    assert "were changed" not in page.text
    assert evenings(phone) == there and len(there) == len(PLAYED)
    for record, results in map(partial(map, json.loads), there):
        assert record["seal"] == results["seal"]["file"] == results["seal"]["entries"]
        assert any(game["balances"] for game in results["games"])


def test_everything_goes_back_into_a_pocket(pocket, server):
    phone = Phone(server)
    for part, name in zip((1.0, 0.5), ("three-deals", "two-games"), strict=True):
        key = play(phone, name, part)
        pocket.import_record(phone.client.get(f"/e/{key}/record.json").data)
        assert pocket.follow().status == 200
    assert evenings(pocket) == evenings(phone)
    lost = evenings(pocket)
    copy = everything(pocket)
    new = Phone(pocket.app)
    new.import_record(copy)
    assert evenings(new) == lost


def test_hidden_evenings_are_in_the_file_and_examples_are_not(pocket):
    key = play(pocket, "three-deals", name="Hidden one")
    pocket.post("/history/hide", {"key": key})
    pocket.get("/example")
    file = group_record.loads(everything(pocket))
    assert [one.record.name for one in file.evenings] == ["Hidden one"]
    assert file.rows == ()


def test_no_evening_is_doubled(pocket, server):
    half, whole = golden("three-deals", 0.5), golden("three-deals")
    phone = Phone(server)
    pocket.import_record(half)
    first = everything(pocket)
    play(pocket, "two-games")
    phone.import_record(first)
    phone.import_record(everything(pocket))
    assert len(evenings(phone)) == 2
    phone.import_record(everything(pocket))
    assert "0 evenings imported. 2 were here already." in phone.follow().text
    # An evening that has gone on since is another one, but what it was before is not.
    later = Phone(pocket.app)
    later.import_record(whole)
    phone.import_record(everything(later))
    assert len(evenings(phone)) == 3
    phone.import_record(first)
    assert len(evenings(phone)) == 3


def test_a_deleted_group_comes_back_from_its_file(pocket, server):
    play(pocket, "three-deals")
    phone = Phone(server)
    group = sent_to(phone.import_record(as_group(everything(pocket))))
    file = phone.client.get(f"{group}/group.json").data
    phone.submit(phone.get(f"{group}/delete").form())
    again = sent_to(phone.import_record(file))
    assert again.startswith("/g/") and again != group
    assert len(group_record.loads(phone.client.get(f"{again}/group.json").data).evenings) == 1
    assert len(evenings(phone)) == 1


def test_a_group_takes_the_evenings_that_came_with_everything(pocket, server):
    play(pocket, "three-deals")
    phone, file = Phone(server), everything(pocket)
    phone.import_record(file)
    group = sent_to(phone.import_record(as_group(file)))
    assert len(group_record.loads(phone.client.get(f"{group}/group.json").data).evenings) == 1
    assert len(evenings(phone)) == 1
    # It is in a group now, and an evening can be in only one.
    assert sent_to(phone.import_record(as_group(file))) != group
    assert len(evenings(phone)) == 2


def test_a_form_that_is_sent_twice_leads_to_the_same_group(pocket, server):
    play(pocket, "three-deals")
    phone, file = Phone(server), as_group(everything(pocket))
    sent = [sent_to(phone.import_record(file, entry_id="import-0001")) for _ in range(2)]
    assert sent[0] == sent[1] and sent[0].startswith("/g/")


def test_an_import_that_was_cut_off_loses_no_evening(pocket, server, monkeypatch):
    for name in ("three-deals", "two-games", "misdeal"):
        play(pocket, name)
    phone, file = Phone(server), everything(pocket)
    write = group_files.written

    def cut(groups, record, device, entry_id):
        if entry_id.endswith("-1"):
            raise StoreError(StoreTrouble("full", "", ""))
        return write(groups, record, device, entry_id)

    with monkeypatch.context() as patch:
        patch.setattr(group_files, "written", cut)
        assert phone.import_record(file, entry_id="import-0001").status == 503
    assert phone.import_record(file, entry_id="import-0001").status == 303
    assert len(evenings(phone)) == 3


def test_a_guest_gets_evenings_of_their_own(pocket, server):
    host, guest = Phone(server), Phone(server, claims=False)
    key = play(host, "three-deals")
    guest.get(f"/e/{key}")
    play(pocket, "three-deals")
    guest.import_record(everything(pocket))
    assert "already" not in guest.follow().text
    assert len(evenings(guest)) == 2


def test_an_evening_goes_on_at_a_server(pocket, server):
    entries = json.loads(golden("three-deals"))["entries"]
    key = play(pocket, "three-deals", 0.5)
    phone = Phone(server)
    phone.import_record(pocket.client.get(f"/e/{key}/record.json").data)
    phone.follow()
    told = entries[phone.length(phone.key)]
    assert phone.say(phone.key, told).status in (200, 303)
    assert phone.get(f"/e/{phone.key}/people").status == 200


def saving(page):
    return {link["href"]: link.get("data-tell") for link in page.soup.select("a[data-save]")}


def test_the_home_page_offers_a_copy_and_says_when_the_last_was_saved(pocket):
    assert saving(pocket.get("/")) == {}
    play(pocket, "three-deals", 0.5)
    page = pocket.get("/")
    assert saving(page) == {"/everything.json": "/everything/saved"} and "No copy yet." in page.text
    everything(pocket)
    assert "No copy yet." in pocket.get("/").text
    assert pocket.post("/everything/saved", {}).status == 204
    page = pocket.get("/")
    assert "Last copy: " in page.text and "No copy yet." not in page.text


def test_an_evening_is_saved_from_its_page_and_under_more(pocket):
    closed, half = play(pocket, "coon-ending"), play(pocket, "three-deals", 0.5)
    assert saving(pocket.get(f"/e/{closed}/deals")) == {f"/e/{closed}/record.json": None}
    assert saving(pocket.get(f"/e/{half}/deals")) == {}
    page = pocket.get(f"/e/{half}/more")
    assert saving(page) == {f"/e/{half}/record.json": None}
    assert "When friends want to join" in page.text
    assert saving(pocket.get(f"/e/{closed}/more")) == {}


def test_a_server_offers_no_copies_but_the_pocket(server):
    phone = Phone(server)
    closed, half = play(phone, "coon-ending"), play(phone, "three-deals", 0.5)
    for path in ("/", f"/e/{closed}/deals", f"/e/{half}/more"):
        page = phone.get(path)
        assert saving(page) == {} and "copies" not in page.html
    assert phone.get("/everything.json").status == 404
    assert phone.post("/everything/saved", {}).status == 404
    assert "https://loo.example.org/pocket/" in phone.get("/").links


def test_a_server_without_a_pocket_does_not_offer_it(phone):
    assert "in your pocket" not in phone.get("/").text


def test_a_pocket_reads_a_file_of_64_mb_whole(pocket, server):
    assert pocket.app.config["LARGEST_FILE"] == 64 * 2**20
    play(pocket, "coon-ending")
    large = everything(pocket) + b" " * (17 * 2**20)
    assert Phone(pocket.app).import_record(large).status == 303
    refused = Phone(server).import_record(large)
    assert refused.status == 413
    assert "larger than 16 MB" in refused.text and "on the command line" in refused.text


def test_phones_of_a_server_keep_no_script_of_the_pocket(server):
    assert "/static/pocket/" not in server.test_client().get("/worker.js").text
