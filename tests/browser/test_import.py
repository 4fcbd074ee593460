"""The import of a large group."""

import json

import pytest
from playwright.sync_api import expect

from companion.evening.record import Record, dumps
from companion.groups.record import lines
from tests.telling import entries, started

EVENINGS, PAIRS = 200, 200
"""Evenings of the group, and turn-ups with a misdeal in each: 80,200 entries in all."""


@pytest.mark.slow
def test_a_group_of_many_long_evenings_arrives(phone, server, tmp_path):
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
    page = phone.page
    phone.open("/")
    for fold in ("#more > summary", "#more details summary"):
        page.locator(fold).tap()
    page.set_input_files("[name=record]", file)
    page.get_by_role("button", name="Import", exact=True).tap()
    expect(page.locator("h1")).to_have_text("Regulars", timeout=60_000)
    # The group's page first says that its evenings are being counted, and loads again.
    assert all("503" in complaint for complaint in phone.complaints)
    phone.complaints.clear()
    whole = json.loads(page.request.get(f"{page.url.split('#')[0]}/group.json").body())
    assert [one["record"]["name"] for one in whole["evenings"]] == [
        f"Evening {n}" for n in range(EVENINGS)
    ]
    assert [one.get("hidden", False) for one in whole["evenings"]].index(True) == 3
