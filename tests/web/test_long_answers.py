"""What takes long is answered only to those who may still see it then."""

import pytest

from companion.store import StoreError
from companion.store.errors import StoreTrouble
from companion.tables import Overtaken, access
from companion.tables.facts import SomebodyFaster
from companion.web import errors
from companion.web.views import evening_list
from tests.web.table import Phone, opened
from tests.web.test_methods import ASKED, addresses


@pytest.fixture
def pages(app, phone, instance):
    """All that a host can look at in an evening and its group: path by path, with the keys there."""
    key = opened(app, *ASKED, depth="tricks")
    phone.at(key)
    Phone(app).at(key)
    phone.post("/groups/new", {"name": "Fridays", "entry_id": "a-group-1"})
    group = phone.page.headers["Location"].rpartition("/")[2]
    phone.post(f"/e/{key}/group", {"group": group})
    asked = [*addresses(app, phone, instance, key, group), f"/e/{key}/live"]
    looked_at = [one for one in asked if phone.client.get(one, buffered=False).status_code == 200]
    return {"e": key, "g": group}, [one for one in looked_at if one.startswith(("/e/", "/g/"))]


@pytest.mark.sqlite
def test_what_takes_long_shows_nothing_to_who_lost_the_link_meanwhile(
    app, phone, pages, monkeypatch
):
    """The link is replaced right after the phone has come in by it, at every address."""
    keys, asked = pages
    first, groups = dict(keys), app.extensions["groups"]
    assert len(asked) > 60

    def losing(owner, name, sort):
        come_in = getattr(owner, name)

        def lost(*given):
            found = come_in(*given)
            if found.info.key == keys[sort]:
                keys[sort] = owner.access_store.replace(found.info.id, "record")
            return found

        monkeypatch.setattr(owner, name, lost)

    losing(groups.tables, "open_table", "e")
    losing(groups, "open_group", "g")

    def shown():
        """Return at which addresses something is shown."""
        found = set()
        for address in asked:
            now = address.replace(first[address[1]], keys[address[1]])
            answer = phone.client.get(now, buffered=False)
            answer.close()
            if answer.status_code == 200:
                found.add(address)
            else:  # what has nothing left to be asked about leads on
                assert answer.status_code in (303, 404), address
        return found

    # At once only those show nothing that look again themselves.
    assert len(shown()) > 30
    monkeypatch.setattr(access, "A_MOMENT", -1)
    assert not shown()


def test_an_answer_that_leads_on_is_given_all_the_same(app, phone, pages, monkeypatch):
    """Whoever replaces the link that they came by is led to the new one, however long it took."""
    monkeypatch.setattr(access, "A_MOMENT", -1)
    keys, _asked = pages
    page = phone.post(f"/e/{keys['e']}/people/replace", {"link": "record"})
    assert page.status == 303
    assert phone.get(page.headers["Location"]).status == 200


def test_who_lost_the_link_is_told_nothing_on_the_next_page_either(app, phone, pages, monkeypatch):
    """An answer that leads on shows nothing itself, but what it says is shown by the next page."""
    key = pages[0]["e"]
    tables, guest = app.extensions["tables"], Phone(app)
    guest.at(key)

    def overtaken(*given):
        if moment:
            tables.access_store.replace(1, "record")
        raise Overtaken(SomebodyFaster())

    monkeypatch.setattr(tables, "submit", overtaken)
    at = guest.length(key)
    for moment in (0, -1):
        monkeypatch.setattr(access, "A_MOMENT", moment or 10)
        page = guest.say(key, {"kind": "sat-out", "player": "Bob", "leaves": "table"}, after=at)
        assert page.status == (404 if moment else 303)
        told = "The latest entry" in page.text + guest.get("/").text
        assert told == (not moment)


def test_a_database_that_fails_in_the_end_is_named(app, phone, pages, monkeypatch):
    def fails():
        raise StoreError(StoreTrouble("locked", "companion.db", ""))

    monkeypatch.setattr(errors, "look_again", fails)
    assert phone.get(f"/e/{pages[0]['e']}").status == 503


@pytest.mark.parametrize("where", ["/", "/history"])
def test_a_list_that_took_long_names_nothing_that_is_closed_to_the_phone_by_now(
    app, phone, monkeypatch, where
):
    key = opened(app, *ASKED, depth="tricks")
    phone.at(key)
    guest = Phone(app)
    guest.at(key)
    assert "Friday" in guest.get(where).text
    listed = evening_list.listed

    def lost(infos):
        app.extensions["tables"].access_store.replace(1, "record")
        return listed(infos)

    monkeypatch.setattr(evening_list, "A_MOMENT", -1)
    monkeypatch.setattr(evening_list, "listed", lost)
    assert "Friday" not in guest.get(where).text
