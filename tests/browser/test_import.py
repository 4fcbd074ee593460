"""The import of a large group, which the page sends in parts."""

import json
import re

import pytest
from playwright.sync_api import expect

from companion.evening.record import Record, dumps
from companion.groups.record import lines
from tests.telling import entries, started

EVENINGS, PAIRS = 200, 200
"""Evenings of the group, and turn-ups with a misdeal in each: 80,200 entries in all."""


@pytest.mark.slow
def test_a_group_beyond_the_bounds_of_an_upload_arrives_after_an_interruption(
    phone, server, tmp_path
):
    told = (
        started("Ann Bob"),
        *(one for _ in range(PAIRS) for say in ("up 6-3", "misdealt") for one in entries(say)),
    )
    opened_at = "2026-11-20T19:30:00Z"
    evenings = [
        (dumps(Record(f"Evening {n}", opened_at, told)), n == 3, None, 0) for n in range(EVENINGS)
    ]
    file = tmp_path / "group.json"
    file.write_bytes(b"".join(lines("Regulars", opened_at, (), evenings)))
    assert EVENINGS * len(told) > 40_000
    page, sent = phone.page, []

    def post(route):
        sent.append(route.request)
        if len(sent) == 2:
            phone.may_be_offline = True
            route.abort()
        else:
            route.continue_()

    page.route("**/records", post)
    phone.open("/")
    page.get_by_text("Import an evening or a group").tap()
    page.set_input_files("[name=record]", file)
    button = page.get_by_role("button", name="Import", exact=True)
    button.tap()
    status = page.locator("#import [role=status]")
    expect(status).to_have_text("It stopped. Tap Import again to go on.", timeout=60_000)
    page.wait_for_timeout(500)
    button.tap()
    expect(page.locator("h1")).to_have_text("Regulars", timeout=60_000)
    # The part that had arrived was not sent again.
    assert len(sent) == 4
    whole = json.loads(page.request.get(f"{page.url.split('#')[0]}/group.json").body())
    assert [one["record"]["name"] for one in whole["evenings"]] == [
        f"Evening {n}" for n in range(EVENINGS)
    ]
    assert [one.get("hidden", False) for one in whole["evenings"]].index(True) == 3


FIELD = re.compile(rb'name="entry_id"\r\n\r\n(\S+)\r\n')


def test_a_busy_server_stops_the_import_and_the_same_file_goes_on(phone, server, tmp_path):
    """The server's answers are told here: busy, the keys of the first part, then the group."""
    told = (started("Ann Bob"), *(entries("up 6-3")[0], entries("misdealt")[0]) * 1_000)
    opened_at = "2026-11-20T19:30:00Z"
    evenings = [(dumps(Record(f"Evening {n}", opened_at, told)), False, None, 0) for n in range(20)]
    file = tmp_path / "group.json"
    file.write_bytes(b"".join(lines("Regulars", opened_at, (), evenings)))
    answers = [(503, "busy"), (429, "often"), (200, "AAAA BBBB"), (200, "<h1>There</h1>")]
    ids, sent = set(), []
    phone.may_be_offline = True

    def post(route):
        ids.update(FIELD.findall(route.request.post_data_buffer))
        status, body = answers[len(sent) % len(answers)]
        sent.append(route.request)
        route.fulfill(status=status, body=body, content_type="text/html")

    for page in (phone.page, phone.page.context.new_page()):  # a second tab is another upload
        page.route("**/records", post)
        page.goto(server.url)
        page.get_by_text("Import an evening or a group").tap()
        page.set_input_files("[name=record]", file)
        for _ in range(2):
            page.get_by_role("button", name="Import", exact=True).tap()
            status = page.locator("#import [role=status]")
            expect(status).to_have_text("It stopped. Tap Import again to go on.")
        page.get_by_role("button", name="Import", exact=True).tap()
        expect(page.locator("h1")).to_have_text("There")
        assert "AAAA" not in page.inner_text("body")
    assert len(sent) == 8 and len(ids) == 1
