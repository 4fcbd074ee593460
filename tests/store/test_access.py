"""Links, codes and devices: who comes in, and what a replaced link still opens."""

import sqlite3

import pytest

from companion.evening.entries import GameStarted
from companion.store import AccessStore, Log, UnknownEvening
from companion.store.sqlite.access import CODE_LENGTH, LETTERS, MOST_MISSES
from companion.store.sqlite.migrations import m001_log

GAME = GameStarted("domino-loo", ("Ann", "Bob", "Cat"), "Ann", "plays")


@pytest.fixture
def log(tmp_path):
    with Log(tmp_path) as log:
        yield log


@pytest.fixture
def access(log):
    return AccessStore(log)


@pytest.fixture
def info(log):
    return log.open_evening("Friday", (GAME,), "host phone")


def test_a_link_to_watch_opens_the_same_evening_and_records_nothing(log, access, info):
    rules = access.rules(info.id)
    assert rules.record_key == info.key != rules.watch_key
    assert min(len(rules.record_key), len(rules.watch_key)) >= 22
    watched = access.open(rules.watch_key, "tv")
    assert watched.info.id == info.id and watched.watches and not watched.may_record
    assert access.open(info.key, "phone").may_record
    assert log.find(rules.watch_key).watches


@pytest.mark.parametrize("link", ["record", "watch"])
def test_a_replaced_link_opens_nothing_and_the_other_still_does(access, info, link):
    before = access.rules(info.id)
    old, kept = before.record_key, before.watch_key
    if link == "watch":
        old, kept = kept, old
    new = access.replace(info.id, link)
    with pytest.raises(UnknownEvening):
        access.open(old, "phone")
    assert access.open(new, "phone").info.id == access.open(kept, "tv").info.id == info.id


def test_the_host_is_who_opened_it_and_stays_host(access, info):
    access.visit("host phone", info, host=True)
    access.visit("host phone", info)
    access.visit("guest", info)
    assert access.open(info.key, "host phone").is_host
    assert not access.open(info.key, "guest").is_host


def test_an_evening_nobody_hosts_is_hosted_by_the_first_who_records(access, info):
    watching = access.open(access.rules(info.id).watch_key, "tv").info
    access.visit("tv", watching)
    access.visit("first", info)
    access.visit("second", info)
    hosts = [device.id for device in access.devices(info.id) if device.is_host]
    assert hosts == ["first"]


def test_hosting_is_handed_over(access, info):
    access.visit("host phone", info, host=True)
    access.visit("guest", info)
    access.hand_over(info.id, "guest")
    assert not access.open(info.key, "host phone").is_host
    assert access.open(info.key, "guest").is_host


def test_who_came_in_by_a_replaced_link_is_shown_out_but_the_host_is_not(access, info):
    access.visit("host phone", info, host=True)
    access.visit("guest", info)
    assert [one.key for one in access.evenings("guest")] == [info.key]
    new = access.replace(info.id, "record")
    assert access.evenings("guest") == []
    assert [one.key for one in access.evenings("host phone")] == [new]
    assert [device.id for device in access.devices(info.id)] == ["host phone"]


def test_a_seat_is_one_device_s(access, info):
    for phone in ("one", "two"):
        access.visit(phone, info)
        access.name(phone, info.id, f"phone {phone}", "Ann")
    assert (access.device("one", info.id).seat, access.device("two", info.id).seat) == ("", "Ann")
    assert access.device("one", info.id).words == "phone one"


def test_a_code_opens_its_evening_until_it_is_taken_back(access, info):
    letters = access.new_code(info.id)
    assert len(letters) == CODE_LENGTH and set(letters) <= set(LETTERS)
    assert not set(LETTERS) & set("IOL01")
    assert access.code(info.id) == letters
    assert access.open_by_code(letters).key == info.key
    access.end_code(info.id)
    assert access.open_by_code(letters) is None and access.code(info.id) is None


def test_a_hundred_wrong_codes_and_a_new_one_is_needed(access, info):
    letters = access.new_code(info.id)
    for _ in range(MOST_MISSES - 1):
        assert access.open_by_code("AAAAAA" if letters != "AAAAAA" else "BBBBBB") is None
    assert access.open_by_code(letters).id == info.id
    access.open_by_code("ZZZZZZ" if letters != "ZZZZZZ" else "BBBBBB")
    assert access.open_by_code(letters) is None and access.code(info.id) is None
    assert access.open_by_code(access.new_code(info.id)).id == info.id


def test_replacing_the_link_takes_the_code_back(access, info):
    letters = access.new_code(info.id)
    access.replace(info.id, "record")
    assert access.open_by_code(letters) is None


def test_what_the_host_sets_is_kept(access, info):
    access.set_rules(info.id, "own", second_look=True)
    rules = access.rules(info.id)
    assert (rules.records, rules.second_look) == ("own", True)
    assert not access.open(info.key, "phone").is_host
    access.set_rules(info.id, "host", second_look=False)
    assert not access.open(info.key, "phone").may_record


def test_an_old_database_gets_a_link_to_watch_for_each_evening(tmp_path):
    from sqlite_utils import Database, Migrations

    old = Migrations("companion")
    old()(m001_log)
    db = Database(sqlite3.connect(tmp_path / "companion.db"))
    old.apply(db)
    for number in (1, 2):
        key = f"{number}" * 22
        db.execute(
            "insert into evening (key, name, opened_at) values (?, 'Old', '2026-01-01T00:00:00Z')",
            (key,),
        )
        db.execute(
            "insert into visit values ('phone', ?, 'host', '2026-01-01T00:00:00Z')", (number,)
        )
    db.conn.commit()
    db.close()
    with Log(tmp_path) as log:
        access = AccessStore(log)
        keys = {access.rules(number).watch_key for number in (1, 2)}
        assert len(keys) == 2 and all(len(key) >= 22 for key in keys)
        assert [one.key for one in access.evenings("phone")] == ["2" * 22, "1" * 22]
        assert access.open("1" * 22, "phone").is_host
