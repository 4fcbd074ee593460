"""The stream of a table: its events, who gets them, and when it ends."""

import threading
import time
from collections import Counter
from contextlib import ExitStack
from urllib.parse import urlencode

import pytest

from companion.evening import Evening
from companion.evening.entries import Undone, WorthSet
from companion.tables import Submitted, live
from companion.web import render_cache
from companion.web.render_cache import Rendered
from companion.web.render_cache import phone as viewer_of
from companion.web.routes import table as table_routes
from tests.web.table import HTMX, Page, Phone, opened

LONG = 30
IN = ("up 6-3", "Bob in", "Cat in", "Dan in", "Ann in")


@pytest.fixture
def app(fresh):
    return fresh


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Make idle streams send a pulse at once, so that tests need not wait."""
    monkeypatch.setattr(live, "PULSE", 0.02)
    monkeypatch.setattr(live, "LOOK", 0.02)


class Stream:
    """A stream, parsed as a browser parses it."""

    def __init__(self, phone, key, after=None, display=None, url=None, **headers):
        styles = phone.client.application.extensions["assets"].url("app.css").split(".")[-2]
        asked = {"after": after, "display": display, "styles": styles}
        asked = {name: value for name, value in asked.items() if value is not None}
        url = url or f"/e/{key}/live?{urlencode(asked)}"
        self.answer = phone.client.get(url, headers=headers, buffered=False)
        self._parts = iter(self.answer.response)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.answer.close()

    def event(self):
        """Return the name, id and data of the next event; None at the end."""
        part = next(self._parts, None)
        if part is None:
            return None
        lines = part.decode().split("\n")
        assert lines[-2:] == ["", ""]
        found = {"event": "", "id": "", "data": ""}
        for line in lines[:-2]:
            name, _, value = line.partition(": ")
            found[name] = f"{found[name]}\n{value}" if name == "data" else value
        return found["event"], found["id"], found["data"].strip("\n")

    def pulse(self):
        assert self.event() == ("pulse", "", "")

    def news(self):
        """Return the next event other than a pulse."""
        for _ in range(1000):
            event = self.event()
            if event is None or event[0] != "pulse":
                return event
        raise AssertionError("only pulses come")


@pytest.mark.parametrize("kind", ["after=0&rights=record", "display="])
def test_a_page_of_another_version_loads_again(app, phone, kind):
    """It keeps its own styles, in which the tables of this version look wrong."""
    key, guest = host_and_guest(app, phone, *IN)
    for styles in ("", "&styles=0123456789ab"):
        with Stream(phone, key, url=f"/e/{key}/live?{kind}{styles}") as stream:
            assert stream.news() == ("gone", "", "") and stream.event() is None
    place = guest.at(f"{key}/display" if kind == "display=" else key)
    with Stream(guest, key, url=place.soup.select_one("#live")["data-stream"]) as stream:
        stream.pulse()


def test_a_waiting_stream_ends_when_the_link_is_replaced(app, phone, monkeypatch):
    key, _guest = host_and_guest(app, phone, *IN)
    tables = app.extensions["tables"]
    now = app.extensions["render_cache"].now

    def read(number, least):
        tables.access_store.replace(number, "record")
        tables.notifier.notify(number, rights=True)
        return now(number, least)

    with Stream(phone, key) as stream:
        monkeypatch.setattr(app.extensions["render_cache"], "now", read)
        assert stream.news() == ("gone", "", "")


def test_a_late_repetition_is_not_taken_for_the_newest_entry(app, phone):
    key, _guest = host_and_guest(app, phone, *IN)
    tables, cache = app.extensions["tables"], app.extensions["render_cache"]
    table = tables.open_table(key, "phone")
    older = tables.evenings.evening(1)
    tables.submit(table, WorthSet(5, "EUR"), older.length, "worth-0001")
    again = Submitted(older.newest.entry, older.length, older)
    drawn = cache.after_entry(viewer_of(table, "en", False), "phone", again)
    assert b'data-seq="7"' in drawn.html
    assert "0.05" in Fragment(drawn.html.decode()).text


def test_a_repeated_form_does_not_claim_another_entry(app, phone):
    key, _guest = host_and_guest(app, phone, *IN)
    tables, cache = app.extensions["tables"], app.extensions["render_cache"]
    mine, other = tables.open_table(key, "phone"), tables.open_table(key, "other")
    tables.access_store.set_rules(1, "all", False)
    form = Undone(6), 6, "undone-0001", True
    tables.submit(mine, *form)
    tables.submit(other, WorthSet(5, "EUR"), 7, "worth-0001")
    again = tables.submit(mine, *form)
    assert again.entry == Undone(6) and again.number == 7
    drawn = cache.after_entry(viewer_of(mine, "en", False), "phone", again)
    page = Fragment(drawn.html.decode())
    assert "0.05" in page.text and "another phone" in page.text


class Fragment(Page):
    def __init__(self, html):
        answer = type("Answer", (), {"status_code": 200, "headers": {}})
        answer.get_data = lambda as_text: html
        super().__init__(answer)


def shown(stream):
    name, seq, data = stream.news()
    assert name == "" and seq
    return Fragment(data), int(seq)


def host_and_guest(app, phone, *phrases, **game):
    key = opened(app, *phrases, **game)
    phone.at(key)
    guest = Phone(app)
    guest.at(key)
    return key, guest


# Events


def test_the_whole_state_comes_first(app, phone):
    key = opened(app, *IN)
    page = phone.at(key)
    with Stream(phone, key) as stream:
        stream.pulse()
        found, seq = shown(stream)
        assert seq == 6
        assert str(found.soup.select_one("#state")) == str(page.soup.select_one("#state"))
        assert found.question == page.question
        assert found.kinds() == page.kinds()


@pytest.mark.parametrize(
    "after", ["5", "0", "7", "", "-1", "x", "9" * 2000, "٣"], ids=lambda a: a[:9]
)
def test_an_outdated_phone_gets_the_state(app, phone, after):
    key = opened(app, *IN)
    with Stream(phone, key, after) as stream:
        stream.pulse()
        assert shown(stream)[1] == 6


@pytest.mark.parametrize("how", [{"after": 6}, {"Last-Event-ID": "6"}], ids=str)
def test_an_up_to_date_phone_gets_nothing(app, phone, how):
    key = opened(app, *IN)
    with Stream(phone, key, **how) as stream:
        for _ in range(5):
            stream.pulse()
        phone.say(key, {"kind": "played", "player": "Bob", "piece": "5-5"})
        assert shown(stream)[1] == 7
        for _ in range(5):
            stream.pulse()


def test_the_last_event_id_overrides_the_address(app, phone):
    key = opened(app, *IN)
    with Stream(phone, key, 3, **{"Last-Event-ID": "6"}) as stream:
        for _ in range(5):
            stream.pulse()


def test_every_entry_reaches_every_phone(app, phone):
    key, guest = host_and_guest(app, phone, "up 6", *IN[1:], depth="tricks")
    with Stream(phone, key, 6) as one, Stream(guest, key, 6) as other:
        for number, winner in enumerate(("Bob", "Cat", "Ann"), 7):
            phone.say(key, {"kind": "trick-won", "player": winner})
            pages = [shown(stream) for stream in (one, other)]
            assert [seq for _, seq in pages] == [number, number]
            states = {str(page.soup.select_one("#state")) for page, _ in pages}
            assert states == {str(phone.at(key).soup.select_one("#state"))}


def test_each_phone_sees_whether_the_entry_is_its_own(app, phone):
    key, guest = host_and_guest(app, phone, *IN)
    third = Phone(app)
    third.at(key)
    with Stream(phone, key, 6) as own, Stream(guest, key, 6) as his, Stream(third, key, 6) as its:
        phone.say(key, {"kind": "played", "player": "Bob", "piece": "5-5"})
        words = [undo(stream) for stream in (own, his, its)]
        assert ["by another phone" in one for one in words] == [False, True, True]
        guest.say(key, {"kind": "played", "player": "Cat", "piece": "5-4"})
        guest.say(key, {"kind": "undone", "entry": 8})
        # Now the host's entry can be undone, although the guest made the newest one.
        words = [undo(stream) for stream in (own, his, its)]
        assert ["by another phone" in one for one in words] == [False, True, True]


def test_a_new_name_of_a_phone_shows_at_once(app, phone):
    key, guest = host_and_guest(app, phone, *IN)
    for name in ("", "the old one", "the new one"):
        guest.post(f"/e/{key}/me", {"name": name, "seat": "Bob"})
        if not name:
            guest.say(key, {"kind": "played", "player": "Bob", "piece": "5-5"})
        for _ in "twice":
            with Stream(phone, key, 6) as stream:
                assert f"by {name or 'Bob'}" in undo(stream)


def undo(stream):
    form = shown(stream)[0].form("undone")
    return form.words


def test_words_for_screen_readers(app, phone):
    key = opened(app, *IN)
    phone.at(key)
    with Stream(phone, key, 6) as stream:
        phone.say(key, {"kind": "played", "player": "Bob", "piece": "5-5"})
        assert said(stream).startswith("Bob 5-5")
        phone.say(key, {"kind": "undone", "entry": 7})
        assert said(stream).startswith("Undone.")
        fields = {"kind": "declared", "player": "Bob", "choice": "miss", "amends": "3"}
        assert phone.say(key, fields).status < 400
        assert said(stream).startswith("Corrected: ")


def said(stream):
    page, _ = shown(stream)
    return page.soup.select_one("[hx-target='#announcement']").text


def test_the_answer_to_a_tap_equals_the_event(app, phone):
    key = opened(app, *IN)
    phone.at(key)
    with Stream(phone, key, 6) as stream:
        answer = phone.say(key, {"kind": "played", "player": "Bob", "piece": "5-5"}, **HTMX)
        _, _, data = stream.news()
        assert data.split() == answer.html.split()


def test_a_watcher_gets_no_forms(app, phone):
    key = opened(app, *IN)
    phone.at(key)
    watch = app.extensions["tables"].access_store.rules(1).watch_key
    watcher = Phone(app)
    watcher.at(watch)
    with Stream(watcher, watch) as stream:
        for number in (6, 7):
            page, seq = shown(stream)
            assert seq == number
            assert not page.soup.select("form, button, input")
            assert key not in page.html
            phone.say(key, {"kind": "played", "player": "Bob", "piece": "5-5"})


def test_a_phone_with_changed_rights_gets_a_new_state(app, phone):
    key, guest = host_and_guest(app, phone, *IN)
    with Stream(phone, key, 6) as host, Stream(guest, key, 6) as stream:
        app.extensions["tables"].access_store.set_rules(1, "host", False)
        app.extensions["tables"].notifier.notify(1, rights=True)
        page, seq = shown(stream)
        assert seq == 6 and not page.soup.select("form")
        app.extensions["tables"].access_store.set_rules(1, "all", False)
        app.extensions["tables"].notifier.notify(1, rights=True)
        page, seq = shown(stream)
        assert seq == 6 and page.soup.select("form")
        del host


def test_each_of_two_hosts_is_called_for_its_own_turn(app):
    key = opened(app, "up 6-3")
    tables, cache = app.extensions["tables"], app.extensions["render_cache"]
    tables.access_store.set_rules(1, "own", False)
    found = []
    for name in ("Bob", "Cat"):
        tables.settings.name_device(tables.open_table(key, name), "", name)
        host = tables.open_table(key, name, hosts_server=True)
        drawn = cache.rendered(viewer_of(host, "en", False), name, *cache.now(1, least=0))
        found.append(b"data-yours" in drawn.html)
    assert found == [True, False]


def test_a_phone_whose_rights_changed_while_it_was_away_gets_a_new_state(app, phone):
    key, guest = host_and_guest(app, phone, *IN)
    url = guest.at(key).soup.select_one("#live")["data-stream"]
    with Stream(guest, key, url=url) as stream:
        for _ in range(3):
            stream.pulse()
    app.extensions["tables"].access_store.set_rules(1, "host", False)
    with Stream(guest, key, url=url, **{"Last-Event-ID": "6"}) as stream:
        page, seq = shown(stream)
        assert seq == 6 and not page.soup.select("form")


# Closing


@pytest.mark.parametrize("link", ["record", "watch"])
def test_a_replaced_link_ends_it(app, phone, link):
    key = opened(app, *IN)
    phone.at(key)
    access_store = app.extensions["tables"].access_store
    rules = access_store.rules(1)
    keys = {"record": rules.record_key, "watch": rules.watch_key}
    phones = {name: Phone(app) for name in keys}
    with (
        Stream(phones["record"], keys["record"], 6) as record,
        Stream(phones["watch"], keys["watch"], 6) as watch,
    ):
        streams = {"record": record, "watch": watch}
        record.pulse(), watch.pulse()
        access_store.replace(1, link)
        app.extensions["tables"].notifier.notify(1, rights=True)
        ended = streams.pop(link)
        assert ended.news() == ("gone", "", "")
        assert ended.event() is None
        for other in streams.values():
            for _ in range(3):
                other.pulse()
    assert phones["record"].client.get(f"/e/{keys[link]}/live").status_code == 404
    assert not app.extensions["tables"].notifier._addresses


@pytest.mark.parametrize("after", [6, 13])
def test_a_closed_evening_sends_phones_to_its_page(app, phone, after):
    """Also a phone that comes back to its table later."""
    key = opened(app, "up 6", *IN[1:], depth="tricks")
    phone.at(key)
    watch = app.extensions["tables"].access_store.rules(1).watch_key
    watcher = Phone(app)
    watcher.at(watch)
    winners = ("Bob", "Cat", "Dan", "Ann", "Bob")
    for winner in winners:
        phone.say(key, {"kind": "trick-won", "player": winner})
    with (
        Stream(phone, key, 11) as record,
        Stream(watcher, watch, 11) as watching,
        Stream(phone, key, display="", after=11) as wall,
    ):
        shown(wall)
        phone.say(key, {"kind": "settled"})
        for stream in (record, watching, wall):
            assert shown(stream)[1] == 12
        phone.say(key, {"kind": "evening-closed"})
        for stream in (record, watching):
            assert stream.news() == ("gone", "", "") and stream.event() is None
        assert "won" in shown(wall)[0].text  # a display stays
    with Stream(phone, key, after) as late:
        assert late.news() == ("gone", "", "")
    assert watcher.at(watch).soup.select(".winner")


def test_a_waiting_stream_keeps_no_evening_in_memory(app):
    key = opened(app, *IN)
    tables, cache = app.extensions["tables"], app.extensions["render_cache"]
    access = tables.open_table(key, "phone")
    listener = tables.notifier.listen(access.info.id, "here")
    viewer = viewer_of(access, "en", False)
    events = table_routes._events(cache, tables, listener, access, lambda _: viewer, -1)
    assert next(events) and b"data: " in next(events)
    held = events.gi_frame.f_locals.values()
    assert not [one for one in held if isinstance(one, Evening | Rendered)]
    events.close()


def test_the_render_cache_is_limited_in_bytes(app, monkeypatch):
    tables, cache = app.extensions["tables"], app.extensions["render_cache"]

    def drawn(key):
        access = tables.open_table(key, "phone")
        now = cache.now(access.info.id, 0)
        return cache.rendered(viewer_of(access, "en", False), "phone", *now)

    def size(one):
        return len(one.html) + len(one.event)

    keys = [opened(app, *IN) for _ in range(5)]
    most = 3 * size(drawn(keys[0])) + 100
    monkeypatch.setattr(render_cache, "MOST_BYTES", most)
    found = [drawn(key) for key in keys]
    assert list(cache._rendered.values()) == found[2:]
    assert drawn(keys[4]) is found[4]
    # Each replaced link adds another rendering of the same table; the limit still holds.
    number = tables.evenings.log.find(keys[4]).id
    for _ in range(8):
        drawn(tables.access_store.replace(number, "record"))
        assert cache._bytes == sum(map(size, cache._rendered.values())) <= most


def test_a_stream_of_an_unreadable_evening_ends(app, phone, monkeypatch):
    key = opened(app, *IN)
    log = app.extensions["tables"].evenings.log
    with Stream(phone, key, 6) as stream:
        stream.pulse()
        with log.connection.writing() as db:
            db.execute(
                "insert into entry (evening, seq, kind, version, body, said_at, device, entry_id) "
                "values (1, 7, 'dreamt', 9, '{\"kind\": \"dreamt\"}', '', '', 'entry-000007')"
            )
        app.extensions["tables"].notifier.notify(1)
        assert stream.news() is None
    assert phone.at(key).status == 503


def test_phones_woken_at_once_share_one_rendering(app, monkeypatch):
    """Concurrent requests wait for one rendering and share it."""
    key = opened(app, *IN)
    tables, cache = app.extensions["tables"], app.extensions["render_cache"]
    access = tables.open_table(key, "phone")
    asked, drawn = Counter(), []

    def slowly(name, do):
        def done(*arguments, **options):
            asked[name] += 1
            time.sleep(0.1)
            return do(*arguments, **options)

        return done

    log = tables.evenings.log
    monkeypatch.setattr(log, "entries_with_devices", slowly("read", log.entries_with_devices))
    monkeypatch.setattr(cache, "_html", slowly("drawn", cache._html))

    def woken():
        now = cache.now(access.info.id, least=6)
        drawn.append(cache.rendered(viewer_of(access, "en", False), "phone", *now))

    threads = [threading.Thread(target=woken) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG)
    assert len(drawn) == 6 and len({id(one) for one in drawn}) == 1
    assert asked == {"read": 2, "drawn": 1}


# Transport


def test_its_headers(app, phone):
    key = opened(app, *IN)
    with Stream(phone, key, **{"Accept-Encoding": "br, gzip"}) as stream:
        headers = stream.answer.headers
        assert stream.answer.status_code == 200
        assert headers["Content-Type"] == "text/event-stream; charset=utf-8"
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Accel-Buffering"] == "no"
        assert "Content-Encoding" not in headers and "Content-Length" not in headers
        assert "default-src 'self'" in headers["Content-Security-Policy"]


@pytest.mark.parametrize("headers", [{}, {"Accept": "application/json"}])
def test_a_stream_of_a_burst_without_a_place_ends(app, phone, monkeypatch, headers):
    address = f"/e/{opened(app)}/live"
    notifier = app.extensions["tables"].notifier
    monkeypatch.setattr(notifier, "listen", lambda *of_whom: live.Listener(notifier, *of_whom))
    monkeypatch.setattr(notifier, "_most", 0)
    answer = phone.client.get(address, headers=headers)
    assert (answer.status_code, answer.data) == (200, b"")
    assert not notifier._listeners


@pytest.mark.parametrize("how", [{}, HTMX["headers"]], ids=["plain", "htmx"])
def test_too_many_streams_from_one_address(app, phone, how):
    key = opened(app, *IN)
    with ExitStack() as streams:
        for _ in range(100):
            stream = streams.enter_context(Stream(phone, key, 6, **how))
            assert stream.answer.status_code == 200
            stream.pulse()
        answer = streams.enter_context(Stream(phone, key, 6, **how)).answer
        assert answer.status_code == 429 and int(answer.headers["Retry-After"]) > 0
        text = Page(answer).text
        assert "Too many tables are open" in text and "reload" in text
        # The table still works.
        assert phone.say(key, {"kind": "played", "player": "Bob", "piece": "5-5"}).status == 303
    assert not app.extensions["tables"].notifier._addresses


def test_a_jumping_clock_changes_only_the_times(app, phone, monkeypatch):
    """Positions order the log, not times."""
    key = opened(app, "up 6", *IN[1:], depth="tricks")
    times = iter(["2031-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "2026-11-20T19:30:00Z"])
    monkeypatch.setattr("companion.store.sql.log.now", lambda: next(times))
    phone.at(key)
    log = app.extensions["tables"].evenings.log
    with Stream(phone, key, 6) as stream:
        for number, winner in enumerate(("Bob", "Cat", "Ann"), 7):
            assert phone.say(key, {"kind": "trick-won", "player": winner}).status == 303
            assert shown(stream)[1] == number
    rows = log.connection.rows("select seq, said_at from entry where seq > 6 order by seq", {})
    assert [seq for seq, _ in rows] == [7, 8, 9]
    assert [at[:4] for _, at in rows] == ["2031", "1970", "2026"]
    won = [one["player"] for one in phone.record(key)["entries"] if one["kind"] == "trick-won"]
    assert won == ["Bob", "Cat", "Ann"]
