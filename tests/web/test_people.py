"""People and rights at a table: names, seats, the host's settings, guests."""

from hashlib import sha256

import pytest

from companion.store import MOST_LISTED
from companion.web.routes.people import A_PAGE
from tests.web import played
from tests.web.table import HTMX, Phone, opened

IN = ("up 6-3", "Bob in", "Cat in", "Dan in", "Ann in")
HOST_POSTS = {
    "people/rules": {"records": "own", "second_look": "true"},
    "people/host": {"to": "0" * 16},
    "people/remove": {"to": "0" * 16},
    "people/replace": {"link": "record"},
    "throw-away": {},
}
"""Actions of the host alone, with valid fields."""


@pytest.fixture
def app(fresh):
    return fresh


@pytest.fixture
def key(app, phone):
    key = opened(app, *IN)
    phone.at(key)
    return key


@pytest.fixture
def guest(app, key):
    guest = Phone(app)
    guest.at(key)
    return guest


@pytest.fixture
def watcher(app, key):
    watcher = Phone(app)
    watcher.watch = app.extensions["tables"].access_store.rules(1).watch_key
    watcher.at(watcher.watch)
    return watcher


def is_me(phone, key, **fields):
    return phone.post(f"/e/{key}/me", {"name": "", "seat": "", **fields})


def names_of(page):
    return [one.text for one in page.soup.select(".phones b")]


def hosts(app):
    return [one.name for one in app.extensions["tables"].access_store.devices(1) if one.is_host]


def store_of(app):
    connection = app.extensions["tables"].evenings.log.connection
    tables = ("entry", "evening", "code", "visit")
    return {
        table: sorted(map(str, connection.rows(f"select * from {table}", {}))) for table in tables
    }


def set_rules(app, records, second_look=False):
    app.extensions["tables"].access_store.set_rules(1, records, second_look)


# Names and seats


def test_a_phone_chooses_its_seat_and_name(app, key, phone, guest):
    page = guest.get(f"/e/{key}/settings")
    form = page.soup.select_one(f'form[action="/e/{key}/me"]')
    assert [one["value"] for one in form.select("option")] == ["", "Ann", "Bob", "Cat", "Dan"]
    guest.submit(form, seat="Bob")
    assert "Bob’s phone" in guest.follow().alert
    assert names_of(phone.get(f"/e/{key}/people")) == ["A phone without a name", "Bob’s phone"]
    is_me(guest, key, seat="Bob", name="  the   old one ")
    page = phone.get(f"/e/{key}/people")
    assert names_of(page)[1] == "the old one" and "plays for Bob" in page.text
    # Other phones see the name on the undo button.
    guest.at(key)
    guest.press("played", "piece", "5-4/5")
    assert "by the old one" in phone.at(key).text
    assert "by the old one" not in guest.at(key).text


@pytest.mark.parametrize(
    ("name", "word"), [("x" * 41, "40"), ("a\x07b", "control"), ("pool", "pool"), ("​", "empty")]
)
def test_an_invalid_name(app, key, guest, name, word):
    page = is_me(guest, key, name=name)
    assert page.status == 422 and word in page.alert
    assert app.extensions["tables"].access_store.devices(1)[1].name == ""


def test_an_unknown_seat(app, key, guest):
    page = is_me(guest, key, seat="Zoe", name="mine")
    assert page.status == 422 and "Zoe" in page.alert
    assert page.soup.select_one('input[name="name"]')["value"] == "mine"


def test_a_seat_has_one_phone_at_a_time(app, key, phone, guest):
    is_me(phone, key, seat="Ann")
    page = guest.get(f"/e/{key}/settings")
    assert "Ann (now on another phone)" in page.text
    is_me(guest, key, seat="Ann")
    seats = [one.seat for one in app.extensions["tables"].access_store.devices(1)]
    assert seats == ["", "Ann"]


def test_a_name_can_be_removed(app, key, guest):
    is_me(guest, key, seat="Bob", name="mine")
    assert is_me(guest, key).status == 303
    assert "no name" in guest.follow().alert


# Recording


def test_with_own_entries_the_table_names_the_player_of_the_phone(app, key, phone, guest):
    line = "keeps score for"
    assert line not in guest.at(key).text
    set_rules(app, "own")
    page = guest.at(key)
    assert "Choose yours" in page.text and f"/e/{key}/settings" in page.links
    assert not page.kinds()
    is_me(guest, key, seat="Cat")
    text = guest.at(key).text  # it is Bob's turn
    assert "Bob or the host enters that. This phone is Cat’s." in text
    assert text.count(f"{line} Cat") == 1
    assert f"{line} everyone" in phone.at(key).text
    page = guest.say(key, {"kind": "played", "player": "Bob", "piece": "5-4", "suit": "5"}, **HTMX)
    assert page.status == 403 and "Bob or the host enters that" in page.text
    assert phone.length(key) == 6


def test_with_own_entries_only_the_players_phone_is_asked(app, key, phone, guest):
    is_me(guest, key, seat="Cat")
    set_rules(app, "own")
    page = guest.at(key)  # Bob leads
    assert "Bob or the host enters that." in page.text and not page.offers("played", "piece")
    calls = "#entry[data-yours]"
    assert not page.soup.select_one(calls)
    assert phone.at(key).offers("played", "piece")  # the host enters for all
    phone.press("played", "piece", "5-4/5")
    page = guest.at(key)
    assert "enters that." not in page.text and page.offers("played", "piece")
    assert page.soup.select_one(calls)
    is_me(phone, key, seat="Bob")
    assert not phone.at(key).soup.select_one(calls)  # the host is on turn too


def test_with_own_entries_a_hand_can_be_shown_out_of_turn(app, phone):
    """Bob leads. Cat has a flush, Dan shows Pam, Ann has dropped."""
    dealt = ("up 7H", "Bob in", "Cat in", "Dan in", "Ann out")
    key = opened(app, *dealt, game="five-card-loo")
    phone.at(key)  # the host
    ann, cat, dan = guests = [Phone(app) for _ in range(3)]
    for guest, seat in zip(guests, ("Ann", "Cat", "Dan"), strict=True):
        guest.at(key)
        is_me(guest, key, seat=seat)
    set_rules(app, "own")
    link = f"/e/{key}/pick/flush-shown"
    assert link not in ann.at(key).links and link in dan.at(key).links
    page = cat.at(key)
    assert link in page.links and page.kinds() == []
    form = cat.get(link).form("flush-shown")
    assert [one["value"] for one in form.select("[name=player]")] == ["Cat"]
    cat.show_flush("Cat", *played.FLUSH)
    assert not cat.at(key).offers("pam-shown", "player")
    assert dan.at(key).offers("pam-shown", "player") == ["Dan"]


def test_entries_keep_their_name_when_another_phone_takes_the_seat(app, key, phone, guest):
    is_me(guest, key, seat="Bob")
    guest.at(key)
    guest.press("played", "piece", "5-4/5")
    other = Phone(app)
    other.at(key)
    is_me(other, key, seat="Bob")
    assert "by Bob" in phone.at(key).text
    assert "5-4" in guest.get(f"/e/{key}/log").text and "another phone" not in guest.page.text


def test_the_host_sets_who_records(app, key, phone, guest):
    page = phone.get(f"/e/{key}/settings")
    form = page.soup.select_one(f'form[action="/e/{key}/people/rules"]')
    for records in ("own", "host", "all"):
        phone.submit(form, records=records)
        page = phone.follow()
        assert page.alert
        chosen = page.soup.select_one("input[name=records][checked]")["value"]
        assert chosen == records == app.extensions["tables"].access_store.rules(1).records
    assert not app.extensions["tables"].access_store.rules(1).second_look
    phone.post(f"/e/{key}/people/rules", {"records": "own", "second_look": "true"})
    assert phone.follow().soup.select_one("input[name=second_look][checked]")
    assert "need a second phone" in guest.get(f"/e/{key}/settings").text
    phone.post(f"/e/{key}/people/rules", {"records": "host"})
    page = guest.get(f"/e/{key}/settings")
    assert "Only the host" in page.text and "second phone" in page.text
    assert not guest.at(key).kinds()
    assert phone.post(f"/e/{key}/people/rules", {"records": "nobody"}).status == 400


def test_a_second_look_needs_a_second_phone_that_records(app, key, phone):
    set_rules(app, "own")
    phone.post(f"/e/{key}/people/rules", {"records": "host", "second_look": "true"})
    page = phone.follow()
    assert "no second phone can confirm" in page.alert
    assert page.soup.select_one("input[name=records][checked]")["value"] == "own"
    assert not app.extensions["tables"].access_store.rules(1).second_look


@pytest.mark.parametrize("sent", ["a form", "JSON"])
@pytest.mark.parametrize("after", ["1", "999", "x"])
def test_missing_rights_are_reported_before_other_errors(app, key, guest, sent, after):
    set_rules(app, "host")
    url = f"/e/{key}/entries"
    if sent == "JSON":
        body = f'{{"entry": {{"kind": "worth-set"}}, "after": {after}, "entry_id": "the-form"}}'
        answer = guest.client.post(url, data=body, content_type="application/json")
    else:
        form = {"kind": "misdealt", "after": after, "entry_id": "the-form", "leaves": "penalty"}
        answer = guest.client.post(url, data=form)
    assert answer.status_code == 403


# Host actions


def test_hosting_is_handed_over_after_one_question(app, key, phone, guest, watcher):
    is_me(guest, key, name="Bob’s phone")
    page = phone.get(f"/e/{key}/people")
    asks = [link for link in page.links if "people/host?" in link]
    assert len(asks) == 1  # phones with only the link to watch are not offered
    page = phone.get(asks[0])
    assert "Bob’s phone" in page.heading and hosts(app) == [""]
    phone.submit(page.soup.select_one("form"))
    assert "Bob’s phone" in phone.follow().alert
    assert hosts(app) == ["Bob’s phone"]
    assert phone.get(f"/e/{key}/people/replace?link=watch").status == 403
    assert guest.get(f"/e/{key}/people/replace?link=watch").status == 200
    # An old form can name a device that may not host; nothing changes.
    for to in ("", "0" * 16):
        guest.post(f"/e/{key}/people/host", {"to": to})
        assert guest.follow().alert
    assert hosts(app) == ["Bob’s phone"]


def test_replacing_a_link_warns_that_a_group_gets_the_new_one(app, key, phone, guest):
    told = "Everyone in the group gets the new link."
    assert told not in phone.get(f"/e/{key}/people/replace?link=record").text
    phone.post("/groups/new", {"name": "Fridays", "entry_id": "a-group-1"})
    group = phone.page.headers["Location"].rpartition("/")[2]
    phone.post(f"/e/{key}/group", {"group": group})
    to = next(one for one in phone.get(f"/e/{key}/people").links if "to=" in one).partition("to=")[
        2
    ]
    phone.post(f"/e/{key}/people/host", {"to": to})
    assert told in guest.get(f"/e/{key}/people/replace?link=record").text


@pytest.mark.parametrize("which", ["record", "watch"])
def test_a_link_is_replaced_after_one_question(app, key, phone, guest, watcher, which):
    tables = app.extensions["tables"]
    code = tables.access_store.new_code(tables.evenings.log.find(key))
    page = phone.get(f"/e/{key}/people/replace?link={which}")
    assert (
        "at once" in page.text and app.extensions["tables"].access_store.rules(1).record_key == key
    )
    phone.submit(page.soup.select_one("form"))
    page = phone.follow()
    rules = app.extensions["tables"].access_store.rules(1)
    new = {"record": rules.record_key, "watch": rules.watch_key}[which]
    assert page.alert and f"http://localhost/e/{new}" in page.text
    dead, alive = ((key, guest), (watcher.watch, watcher))[:: 1 if which == "record" else -1]
    for tail in ("", "/more", "/people", "/display", "/record.json"):
        assert dead[1].get(f"/e/{dead[0]}{tail}").status == 404
        assert alive[1].get(f"/e/{alive[0]}{tail}").status == 200
    assert guest.post("/j", {"code": code}).status == 422
    assert phone.get("/").text.count("Friday") == 1
    assert phone.at(rules.record_key).kinds()


@pytest.mark.parametrize("how", [{}, HTMX], ids=["plain", "htmx"])
@pytest.mark.parametrize("tail", HOST_POSTS)
def test_actions_of_the_host_are_refused_to_others(app, key, guest, watcher, tail, how):
    before = store_of(app)
    for one, link in ((guest, key), (watcher, watcher.watch)):
        page = one.post(f"/e/{link}/{tail}", HOST_POSTS[tail], **how)
        assert page.status == 403 and ("host" in page.text.lower())
        if tail != "people/rules":
            assert one.get(f"/e/{link}/{tail}?link=record").status == 403
    assert store_of(app) == before


def test_guests_see_the_list_without_buttons(key, guest, watcher):
    for one, link in ((guest, key), (watcher, watcher.watch)):
        page = one.get(f"/e/{link}/people")
        assert page.status == 200 and len(names_of(page)) == 3
        assert not page.soup.select_one("form:not([action$='/code'])")
        assert not [x for x in page.links if "people/" in x]
    page = guest.get(f"/e/{key}/more")
    assert "game-ended" not in page.kinds() and f"/e/{key}/close" not in page.links
    assert guest.get(f"/e/{key}/close").status == 403


def test_many_phones_come_in_pages_with_host_and_seats_first(app, key, phone, guest):
    is_me(guest, key, seat="Bob")
    tables = app.extensions["tables"]
    info = tables.evenings.log.find(key)
    for number in range(A_PAGE):
        tables.access_store.visit(f"phone-{number}", info)
    first, last = (phone.get(f"/e/{key}/people?page={page}") for page in (1, 2))
    assert names_of(first)[1] == "Bob’s phone" and len(names_of(first)) == A_PAGE
    assert "Page 1 of 2" in first.text and f"/e/{key}/people?page=2" in first.links
    assert len(names_of(last)) == 2 and f"/e/{key}/people?page=1" in last.links
    assert names_of(phone.get(f"/e/{key}/people?page=999")) == names_of(last)
    assert "Bob (now on " in phone.get(f"/e/{key}/settings").text


def test_only_the_newest_of_very_many_phones_are_listed(app, key, phone):
    tables = app.extensions["tables"]
    info = tables.evenings.log.find(key)
    phone.at(key)
    for device in (
        *(f"early-{number}" for number in range(3)),
        *(f"phone-{number}" for number in range(MOST_LISTED)),
    ):
        tables.access_store.visit(device, info)
    last = phone.get(f"/e/{key}/people?page=999")
    assert "those with a seat and the 1000 newest are listed" in last.text
    assert "Page 21 of 21" in last.text and len(names_of(last)) == 1
    assert "are listed" not in phone.get(f"/e/{key}/people").text
    # Devices that are not listed cannot become host.
    for device, status in (("early-0", 303), ("phone-0", 200)):
        handle = sha256(f"{info.id} {device}".encode()).hexdigest()[:16]
        asked = phone.client.get(f"/e/{key}/people/host?to={handle}")
        assert asked.status_code == status


def test_the_ids_of_cookies_are_never_shown(app, key, phone, guest):
    page = phone.get(f"/e/{key}/people")
    for device in app.extensions["tables"].access_store.devices(1):
        assert device.id not in page.html


# A link to watch


FIELDS = {
    "kind": "played", "player": "Bob", "piece": "5-4", "suit": "5", "after": "6", "name": "Eve",
    "entry_id": "by-a-watcher", "seat": "Bob", "do": "open", "records": "host", "link": "record",
    "entry": "6", "sure": "true", "amends": "2", "looked": "skipped", "number": "2",
}  # fmt: skip


@pytest.mark.parametrize("how", [{}, HTMX], ids=["plain", "htmx"])
def test_a_link_to_watch_is_read_only_on_every_route(app, key, watcher, how):
    before = store_of(app)
    tried = 0
    for rule in app.url_map.iter_rules():
        if not rule.rule.startswith("/e/<key>") or "POST" not in rule.methods:
            continue
        if rule.endpoint == "study.lay_down":  # it answers a question and writes nothing
            continue
        path = rule.rule.replace("<key>", watcher.watch).replace("<int:number>", "2")
        for fields in (FIELDS, {}, {**FIELDS, "kind": "undone"}):
            assert watcher.post(path, fields, **how).status == 403, path
            tried += 1
        assert store_of(app) == before, path
    assert tried >= 3 * 7


def test_pages_of_a_watcher_write_nothing(app, key, watcher):
    before = store_of(app)
    seen, todo = set(), [f"/e/{watcher.watch}"]
    while todo:
        url = todo.pop()
        seen.add(url)
        page = watcher.get(url)
        assert page.status in (200, 403), url
        if page.status == 403:
            continue
        assert not page.soup.select(f'form[action^="/e/{watcher.watch}"]'), url
        for link in page.links:
            target = link.partition("#")[0]
            if target.startswith(f"/e/{watcher.watch}") and target not in seen | set(todo):
                todo.append(target)
    assert store_of(app) == before
    assert {f"/e/{watcher.watch}{tail}" for tail in ("", "/more", "/people", "/display")} <= seen


def test_a_refusal_leads_back_to_the_table(app, key, guest):
    set_rules(app, "own")
    for tail in ("settle", "hands", "game", "amend/1", "people/replace?link=watch"):
        page = guest.get(f"/e/{key}/{tail}")
        assert page.status == 403, tail
        assert page.soup.select_one("main a.button.primary")["href"] == f"/e/{key}"


@pytest.mark.parametrize("name", ["Ann", " aNN"])
def test_a_player_is_not_added_twice_and_the_page_can_be_reloaded(app, phone, name):
    key = opened(app, seats="Ann Bob")
    page = phone.say(key, {"kind": "joined", "player": name})
    assert page.status == 422
    assert "Ann is already at the table. If this is someone else, add a letter" in page.alert
    for address, leads_to in ((f"/e/{key}/entries", f"/e/{key}"), ("/records", "/")):
        again = phone.client.get(address, headers={"Accept": "text/html"})
        assert (again.status_code, again.headers["Location"]) == (303, leads_to)


def test_a_phone_has_no_seat_after_its_player_left(app, phone, guest):
    key = opened(app, "Cat leaves")
    phone.at(key)
    info = app.extensions["tables"].evenings.log.find(key)
    store = app.extensions["tables"].access_store
    is_me(guest, key, seat="Bob")
    with guest.client.session_transaction() as session:
        store.name(session["device"], info.id, "", "Cat")
    store.set_rules(info.id, "own", False)
    page = guest.at(key)
    assert "Cat has left." in page.text and not page.kinds() and f"/e/{key}/settings" in page.links
    assert not guest.get(f"/e/{key}/me").soup.select_one("option[selected]")
    assert "Cat" not in guest.get(f"/e/{key}/people").text


# An evening without a host


def test_a_get_request_makes_no_one_host(app, phone):
    """Programs that preview links may keep cookies, as phones do."""
    key = opened(app, *IN)
    visitor = Phone(app, claims=False)
    for method in ("HEAD", "GET"):
        for tail in ("", "/people", "/more", "/settings"):
            assert visitor.client.open(f"/e/{key}{tail}", method=method).status_code == 200
    assert not app.extensions["tables"].access_store.is_hosted(1)


def test_a_phone_can_become_host_if_there_is_none(app):
    key = opened(app, *IN)
    first, late = Phone(app, claims=False), Phone(app, claims=False)
    watcher = Phone(app, claims=False)
    watch = app.extensions["tables"].access_store.rules(1).watch_key
    action = f"/e/{key}/people/claim"
    for one in (first, late):
        page = one.get(f"/e/{key}/people")
        assert page.soup.select_one(f'form[action="{action}"]')
    assert not watcher.get(f"/e/{watch}/people").soup.select_one('form[method="post"]')
    assert watcher.post(f"/e/{watch}/people/claim", {}).status == 403
    form = first.page.soup.select_one(f'form[action="{action}"]')
    first.submit(form)
    assert "This phone is now the host." in first.follow().text
    assert first.get(f"/e/{key}/people/replace?link=watch").status == 200
    late.submit(late.page.soup.select_one(f'form[action="{action}"]'))
    assert "Someone else is the host already." in late.follow().text
    assert not late.page.soup.select_one(f'form[action="{action}"]')


def test_a_phone_can_become_host_of_a_group_without_one(app, phone):
    phone.post("/groups/new", {"name": "Fridays", "entry_id": "a-group-1"})
    group = phone.page.headers["Location"]
    found = app.extensions["groups"]
    with app.extensions["tables"].evenings.log.connection.writing() as db:
        db.execute("update visit set role = 'guest'")  # as after an import on the command line
    form = phone.get(f"{group}/more").soup.select_one(f'form[action="{group}/claim"]')
    phone.submit(form)
    assert "This phone is now the host." in phone.follow().text
    key = group.rpartition("/")[2]
    watch = found.access_store.rules(found.store.find(key).id).watch_key
    assert Phone(app).post(f"/g/{watch}/claim", {}).status == 403


# Joining, and names


def test_a_phone_that_joins_is_asked_whose_it_is(app, key, phone):
    client = app.test_client()
    client.get(f"/e/{key}")
    for _ in range(2):  # until it has answered
        page = client.get(f"/e/{key}").get_data(as_text=True)
        assert "Who are you?" in page and "<button" in page and 'name="entry"' not in page
    assert client.post(f"/e/{key}/me", data={"seat": "Bob"}).status_code == 303
    assert "Who are you?" not in client.get(f"/e/{key}").get_data(as_text=True)
    later = app.test_client()
    later.get(f"/e/{key}")
    assert later.post(f"/e/{key}/me", data={"part": "later"}).status_code == 303
    assert "Who are you?" not in later.get(f"/e/{key}").get_data(as_text=True)


def test_the_hosts_phone_is_offered_the_same_and_answers_first(app, key, phone, guest):
    page = phone.at(key)
    assert page.offers("played", "piece")  # the question is not held up
    offer = page.soup.select_one("details#mine")
    assert [one["value"] for one in offer.select("button")] == ["Ann", "Bob", "Cat", "Dan", "later"]
    phone.say(key, {"kind": "played", "player": "Bob", "piece": "6-4"})
    assert "by another phone" in guest.at(key).text
    assert "A phone without a name" in guest.get(f"/e/{key}/people").text
    phone.at(key)
    phone.submit(phone.page.soup.select_one("#mine form"), seat="Ann")
    assert not phone.at(key).soup.select_one("#mine") and "by Ann" in guest.at(key).text
    assert "Ann’s phone" in guest.get(f"/e/{key}/people").text


def test_the_host_is_not_offered_it_after_later(key, phone):
    phone.post(f"/e/{key}/me", {"part": "later"})
    page = phone.at(key)
    assert not page.soup.select_one("#mine") and page.offers("played", "piece")


def test_a_phone_that_is_just_watching_can_keep_score_again(app, key, guest):
    guest.post(f"/e/{key}/me", {"part": "watches"})
    page = guest.at(key)
    assert "You are watching." in page.text and not page.offers("played", "piece")
    answer = guest.say(key, {"kind": "played", "player": "Bob", "piece": "6-4"})
    assert answer.status == 403 and "just watching" in answer.text
    guest.get(f"/e/{key}")
    guest.submit(guest.page.soup.select_one(f'form[action="/e/{key}/me"]'), part="")
    assert guest.at(key).offers("played", "piece")
    # It is no way back for a phone that the host has removed, or that has only the link to watch.
    store = app.extensions["tables"].access_store
    with guest.client.session_transaction() as session:
        store.set_role(session["device"], 1, "removed")
    assert guest.post(f"/e/{key}/me", {"part": ""}).status == 403
    watch = store.rules(1).watch_key
    assert Phone(app).post(f"/e/{watch}/me", {"part": ""}).status == 403


def test_the_host_mends_a_name_for_the_whole_evening(app, key, phone, guest):
    is_me(guest, key, seat="Bob")
    page = phone.get(f"/e/{key}/settings")
    phone.submit(page.form("player-renamed"), player="Bob", to="  Ann ")
    assert phone.page.status == 422 and "same name" in phone.page.text
    filled = dict(phone.page.filled(phone.page.form("player-renamed")))
    assert (filled["player"], filled["to"].strip()) == ("Bob", "Ann")
    phone.submit(phone.page.form("player-renamed"), player="Bob", to=" Robert ")
    assert set(phone.at(key).figures) == {"Ann", "Robert", "Cat", "Dan"}
    assert "Undo “Bob is now called Robert”" in phone.page.text.replace("“ ", "“").replace(
        " ”", "”"
    )
    assert [one.seat for one in app.extensions["tables"].access_store.devices(1) if one.seat] == [
        "Robert"
    ]
    answer = guest.say(key, {"kind": "player-renamed", "player": "Robert", "to": "Rob"})
    assert answer.status == 403


# Removing a phone, and an evening


def test_a_removed_phone_watches_until_it_is_let_back(app, key, phone, guest):
    is_me(guest, key, seat="Bob", name="Bob’s")
    handle = phone.get(f"/e/{key}/people").soup.select_one('a[href*="people/remove"]')["href"][-16:]
    asked = phone.get(f"/e/{key}/people/remove?to={handle}")
    assert f"/e/{key}/people/replace?link=record" in asked.links
    assert guest.get(f"/e/{key}").offers("played", "piece")
    phone.submit(asked.form())
    page = guest.get(f"/e/{key}")
    assert not page.kinds() and "The host has removed this phone" in page.text
    answer = guest.say(key, {"kind": "played", "player": "Bob", "piece": "6-4"})
    assert answer.status == 403 and phone.length(key) == 6
    for path in ("me", "people/claim", "code"):
        assert guest.post(f"/e/{key}/{path}", {}).status == 403
    assert guest.get(f"/e/{key}/link").soup.select_one(".to-record") is None
    # A new link does not let it back, and its seat is free.
    new = app.extensions["tables"].access_store.replace(1, "record")
    assert "The host has removed this phone" in guest.get(f"/e/{new}").text
    people = phone.get(f"/e/{new}/people")
    assert "removed" in people.text and not people.soup.select('a[href*="people/host?"]')
    # It can be let back even if it has opened the watch link meanwhile.
    guest.get(f"/e/{app.extensions['tables'].access_store.rules(1).watch_key}")
    phone.submit(people.soup.select_one('form[action$="people/remove"]'))
    assert "is back" in phone.follow().text
    assert guest.get(f"/e/{new}").offers("played", "piece")


def test_only_an_evening_without_a_deal_is_thrown_away(app, key, phone, guest):
    assert "A deal has entries" in phone.get(f"/e/{key}/throw-away").text
    phone.post(f"/e/{key}/throw-away", {})
    empty = opened(app)
    for one in (phone, guest):
        one.at(empty)
    phone.post(f"/e/{empty}/throw-away", {})
    for one in (phone, guest):
        page = one.get(f"/e/{empty}")
        assert page.status == 404 and "/j" in page.links
        assert f"/e/{empty}" not in one.get("/").links
    assert phone.get(f"/e/{key}").status == 200


def test_an_evening_without_a_game_offers_to_be_thrown_away(app, phone, other):
    key = opened(app, "undo 1")
    assert f"/e/{key}/throw-away" in phone.at(key).links
    assert f"/e/{key}/throw-away" not in other.get(f"/e/{key}").links


def test_an_evening_is_hidden_on_one_phone_and_brought_back(key, phone, guest):
    page = phone.get("/history/hide")
    phone.submit(page.form())
    for path in ("/", "/history", "/history/hide"):
        assert f"/e/{key}" not in phone.get(path).links
        assert f"/e/{key}" in guest.get(path).links
    assert phone.get(f"/e/{key}").status == 200 and "/history/hidden" in phone.get("/history").links
    phone.submit(phone.get("/history/hidden").form())
    assert f"/e/{key}" in phone.get("/").links
    assert "/history/hidden" not in phone.get("/history").links
