"""A phone with two thousand evenings goes to a month and finds an evening, with and without script."""

from contextlib import closing

import pytest
from playwright.sync_api import expect

from companion.store.keys import link_key
from tests.browser.test_inserting import look

MANY = 2_000
EVENING = """
    insert into evening (key, watch, name, opened_at, place)
      values (:key, :watch, :name, :opened_at, 'The back room of the Red Lion')
"""
ENTRIES = """
    insert into entry
      select evening.id, seq, kind, version, body, said_at, device, 'many' || evening.id, seal
        from entry, evening
        where entry.evening = :first and seq = 1 and {}
"""
VISITS = """
    insert into visit (device, evening, role, seen_at)
      select device, evening.id, 'host', seen_at from visit, evening
        where visit.evening = :first and {}
"""
NEW = "not exists (select 1 from entry as its where its.evening = evening.id) and sort = 'evening'"


def fill(server, path):
    """Give the phone that has opened this evening many more, thirteen or fourteen a month over twelve years."""
    with closing(server.store()) as store:
        first = {"first": store.log.find(path.removeprefix("/e/")).id}
        evenings = [
            {
                "key": link_key(),
                "watch": link_key(),
                "name": f"Night {n}",
                "opened_at": f"{2014 + n // 12 % 12}-{n % 12 + 1:02}-{n // 144 + 1:02}T20:00:00Z",
            }
            for n in range(MANY)
        ]
        with store.log.connection.writing(form="tests") as db:
            db.executemany(EVENING, evenings)
            db.execute(VISITS.format(NEW), first)
            db.execute(ENTRIES.format(NEW), first)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_month_and_an_evening_are_found_among_two_thousand(phones, server, script):
    phone = phones(script=script)
    path = server.evening()
    page = phone.open(path).page
    fill(server, path)
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"{server.url}/history")
    page.locator("select[name=month]").select_option("2019-05")
    page.get_by_role("button", name="Go there").tap()
    expect(page.locator("nav.evenings h2").first).to_have_text("May 2019")
    page.get_by_role("link", name="Older").tap()
    expect(page.locator("nav.evenings h2").first).to_have_text("April 2019")
    if script:
        look(phone)
        assert phone.axe() == []
    page.locator("input[name=q]").fill("night 1777 lion")
    page.get_by_role("button", name="Search").tap()
    expect(page.locator("nav.evenings a")).to_have_count(1)
    expect(page.locator("nav.evenings h2")).to_have_text("February 2018")
