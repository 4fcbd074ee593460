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
def doors(log):
    return AccessStore(log)


@pytest.fixture
def info(log):
    return log.open_evening("Friday", (GAME,), "host phone")


def test_a_link_to_watch_opens_the_same_evening_and_records_nothing(log, doors, info):
    rules = doors.rules(info.id)
    assert rules.record_key == info.key != rules.watch_key
    assert min(len(rules.record_key), len(rules.watch_key)) >= 22
    watched = doors.open(rules.watch_key, "tv")
    assert watched.info.id == info.id and watched.watches and not watched.may_record
    assert doors.open(info.key, "phone").may_record
    assert log.find(rules.watch_key).watches


@pytest.mark.parametrize("link", ["record", "watch"])
def test_a_replaced_link_opens_nothing_and_the_other_still_does(doors, info, link):
    before = doors.rules(info.id)
    old, kept = before.record_key, before.watch_key
    if link == "watch":
        old, kept = kept, old
    new = doors.replace(info.id, link)
    with pytest.raises(UnknownEvening):
        doors.open(old, "phone")
    assert doors.open(new, "phone").info.id == doors.open(kept, "tv").info.id == info.id


def test_the_host_is_who_opened_it_and_stays_host(doors, info):
    doors.visit("host phone", info, host=True)
    doors.visit("host phone", info)
    doors.visit("guest", info)
    assert doors.open(info.key, "host phone").is_host
    assert not doors.open(info.key, "guest").is_host


def test_an_evening_nobody_hosts_is_hosted_by_the_first_who_records(doors, info):
    watching = doors.open(doors.rules(info.id).watch_key, "tv").info
    doors.visit("tv", watching)
    doors.visit("first", info)
    doors.visit("second", info)
    hosts = [device.id for device in doors.devices(info.id) if device.is_host]
    assert hosts == ["first"]


def test_hosting_is_handed_over(doors, info):
    doors.visit("host phone", info, host=True)
    doors.visit("guest", info)
    doors.hand_over(info.id, "guest")
    assert not doors.open(info.key, "host phone").is_host
    assert doors.open(info.key, "guest").is_host


def test_who_came_in_by_a_replaced_link_is_shown_out_but_the_host_is_not(doors, info):
    doors.visit("host phone", info, host=True)
    doors.visit("guest", info)
    assert [one.key for one in doors.evenings("guest")] == [info.key]
    new = doors.replace(info.id, "record")
    assert doors.evenings("guest") == []
    assert [one.key for one in doors.evenings("host phone")] == [new]
    assert [device.id for device in doors.devices(info.id)] == ["host phone"]


def test_a_seat_is_one_device_s(doors, info):
    for phone in ("one", "two"):
        doors.visit(phone, info)
        doors.name(phone, info.id, f"phone {phone}", "Ann")
    assert (doors.device("one", info.id).seat, doors.device("two", info.id).seat) == ("", "Ann")
    assert doors.device("one", info.id).words == "phone one"


def test_a_code_opens_its_evening_until_it_is_taken_back(doors, info):
    letters = doors.new_code(info.id)
    assert len(letters) == CODE_LENGTH and set(letters) <= set(LETTERS)
    assert not set(LETTERS) & set("IOL01")
    assert doors.code(info.id) == letters
    assert doors.open_by_code(letters).key == info.key
    doors.end_code(info.id)
    assert doors.open_by_code(letters) is None and doors.code(info.id) is None


def test_a_hundred_wrong_codes_and_a_new_one_is_needed(doors, info):
    letters = doors.new_code(info.id)
    for _ in range(MOST_MISSES - 1):
        assert doors.open_by_code("AAAAAA" if letters != "AAAAAA" else "BBBBBB") is None
    assert doors.open_by_code(letters).id == info.id
    doors.open_by_code("ZZZZZZ" if letters != "ZZZZZZ" else "BBBBBB")
    assert doors.open_by_code(letters) is None and doors.code(info.id) is None
    assert doors.open_by_code(doors.new_code(info.id)).id == info.id


def test_replacing_the_link_takes_the_code_back(doors, info):
    letters = doors.new_code(info.id)
    doors.replace(info.id, "record")
    assert doors.open_by_code(letters) is None


def test_what_the_host_sets_is_kept(doors, info):
    doors.set_rules(info.id, "own", second_look=True)
    rules = doors.rules(info.id)
    assert (rules.records, rules.second_look) == ("own", True)
    assert not doors.open(info.key, "phone").is_host
    doors.set_rules(info.id, "host", second_look=False)
    assert not doors.open(info.key, "phone").may_record


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
        doors = AccessStore(log)
        keys = {doors.rules(number).watch_key for number in (1, 2)}
        assert len(keys) == 2 and all(len(key) >= 22 for key in keys)
        assert [one.key for one in doors.evenings("phone")] == ["2" * 22, "1" * 22]
        assert doors.open("1" * 22, "phone").is_host
