"""Cached tables equal those made for each phone without the cache."""

import re
from itertools import product

import pytest

from companion.evening.entries import Undone, WorthSet
from companion.web import render_cache
from companion.web.preferences import in_order_of_play
from companion.web.views.screen import screen
from companion.wording.languages import using
from tests.telling import entry
from tests.web import played
from tests.web.table import opened

DEVICES = {"host": "", "bob": "Bob", "cat": "Cat", "nameless": ""}
STATES = {"leading": played.evening()[:5], "settling": played.evening()}
MAKERS = (("host",), ("bob", "host"), ("bob", "cat", "host undoes"), ("cat", "bob undoes"))
"""The devices that make the last entries."""


def alone(access, evening, newest, language, turns):
    """Return the table drawn for one device without the cache."""
    with using(language):
        shown = screen(access, evening)
        shown = in_order_of_play(shown) if turns else shown
        ears = render_cache.words_for_ears(shown, newest)
        return render_cache.answer(shown, announcement=ears)


def plain(html):
    """Return a table without the id of its form, and without "you": the script knows the seat."""
    return re.sub(r'(name="entry_id" value=)"[^"]*"|(?<=<i) hidden', r"\1", html)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("records", ["all", "own", "host"])
def test_every_phone_sees_what_it_would_see_alone(app, state, records):
    tables, cache = app.extensions["tables"], app.extensions["render_cache"]
    for second_look, makers in product((False, True), MAKERS):
        key = opened(app, *STATES[state], dealer="Dan")
        number = tables.evenings.log.find(key).id
        watch = tables.access_store.rules(number).watch_key
        tables.settings.become_host(tables.open_table(key, "host"))
        for device, seat in DEVICES.items():
            name = device.title() if device != "nameless" else ""
            tables.settings.name_device(tables.open_table(key, device), name, seat)
        tables.access_store.set_rules(number, "all", False)
        length = len(tables.evenings.log.read(number))
        for maker in makers:
            device, *undoes = maker.split()
            access = tables.open_table(key, device)
            newest = Undone(length) if undoes else WorthSet(5 + length, "EUR")
            tables.submit(access, newest, length, f"entry-{length:04}", sure=True)
            length += 1
        tables.access_store.set_rules(number, records, second_look)
        tables.notifier.notify(number, rights=True)
        viewers = [(key, device) for device in DEVICES] + [(watch, "watcher")]
        for (link, device), language, turns in product(viewers, ("en", "xx"), (False, True)):
            access = tables.open_table(link, device)
            now = cache.now(number, least=length)
            viewer = render_cache.phone(access, language, turns)
            shared = cache.rendered(viewer, device, *now).html.decode()
            with app.test_request_context():
                by_itself = alone(access, now[0], newest, language, turns)
            assert plain(shared) == plain(by_itself), (device, language, turns, makers)


def test_an_entry_is_drawn_once_for_phones_that_see_the_same(app):
    tables, cache = app.extensions["tables"], app.extensions["render_cache"]
    key = opened(app, *STATES["leading"], dealer="Dan")
    length = len(tables.evenings.log.read(tables.evenings.log.find(key).id))
    host = tables.open_table(key, "host")
    play = entry("Ann 4-2 as 2")
    tables.submit(host, play, length, "entry-0001")
    now = cache.now(host.info.id, least=length + 1)
    seen = {
        device: cache.rendered(
            render_cache.phone(tables.open_table(key, device), "en", False), device, *now
        )
        for device in ("host", "one", "two", "three")
    }
    assert seen["one"] is seen["two"] is seen["three"] is not seen["host"]


def test_a_table_is_drawn_with_an_entry_that_no_notice_was_given_of(app):
    """Another process wrote the entry, and the phone already has it."""
    tables, cache = app.extensions["tables"], app.extensions["render_cache"]
    number = tables.evenings.log.find(opened(app, *STATES["leading"], dealer="Dan")).id
    length = len(tables.evenings.log.read(number))
    assert cache.now(number, least=length)[0].length == length
    tables.evenings.log.add(number, length, entry("Ann 4-2 as 2"), "entry-0001", "other phone")
    found, last = cache.now(number, least=length + 1)
    assert found.length == length + 1 and last.newest_by == "other phone"
