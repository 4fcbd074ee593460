"""Tests that every store must pass.

A test module of an implementation inherits these classes and defines the fixture `make_store`, a
function that opens the same store again, as another process would. The store starts empty.
"""

import threading
import time
from pathlib import Path

import pytest

from companion.errors import EntryError
from companion.evening import Evening
from companion.evening.entries import EveningClosed, SatIn, SatOut, Undone, WorthSet, encode
from companion.evening.record import loads
from companion.evening.seal import seal_of
from companion.groups.entries import EveningAdded, EveningHidden, GroupOpened, GroupPaid, Renamed
from companion.groups.group import Row
from companion.groups.summary import summary
from companion.rules.actions import Settled, TurnedUp
from companion.store import (
    CODE_LENGTH,
    LETTERS,
    Conflict,
    EveningRepository,
    ReusedId,
    StoreError,
    UnknownEvening,
)
from companion.store.types import MOST_MISSES
from tests.telling import append, started

GAME = started("Ann Bob Cat Dan")
FROZEN = Path(__file__).parent.parent / "records" / "frozen" / "version-1.json"


class Conformance:
    @pytest.fixture
    def store(self, make_store):
        return make_store()

    @pytest.fixture
    def log(self, store):
        return store.log


class LogConformance(Conformance):
    @pytest.fixture
    def evening(self, log):
        """Return the number of an evening with three entries."""
        info = log.open_evening("Friday", (GAME,), "phone")
        append(log, info.id, 1, SatOut("Bob"), "b", "phone")
        append(log, info.id, 2, SatOut("Cat"), "c", "phone")
        return info.id

    def test_only_the_deleted_evening_is_gone(self, store, log, evening):
        kept = log.open_evening("Saturday", (GAME,), "phone")
        gone = log.open_evening("Sunday", (GAME,), "phone")
        store.access.visit("phone", gone, host=True)
        letters = store.access.new_code(gone)
        links = store.access.rules(gone.id)
        log.delete(gone.id)
        assert [info.id for info in log.evenings()] == [kept.id, evening]
        for key in (gone.key, links.watch_key, ""):
            with pytest.raises(UnknownEvening):
                log.find(key)
            with pytest.raises(UnknownEvening):
                store.access.open(key, "phone")
        with pytest.raises(UnknownEvening):
            log.evening(gone.id)
        assert store.access.evenings("phone") == []
        assert store.access.open_by_code(letters) is None
        assert log.read(gone.id) == [] and log.read(kept.id) == [GAME]
        # A running server may still have the deleted evening under its number.
        assert log.open_evening("Monday", (GAME,), "phone").id not in (evening, kept.id, gone.id)
        with pytest.raises(Conflict):
            append(log, gone.id, 1, SatOut("Bob"), "late", "phone")

    def test_an_evening_is_opened_completely_or_not_at_all(self, store):
        long = [GAME, *([SatOut("Bob"), SatIn("Bob")] * 2000)]

        def broken():
            yield from long
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            store.log.open_evening("Long", broken(), "phone", "form-01")
        assert store.log.evenings() == []
        info = store.log.open_evening("Long", long, "phone", "form-01")
        assert store.log.read(info.id) == long and store.log.find(info.key) == info
        assert store.log.open_evening("Long", long, "phone", "form-01") == info
        assert store.log.evenings() == [info]
        other = store.log.open_evening("Long", long, "another phone", "form-01")
        assert other.id != info.id and other.key != info.key
        assert store.log.seal(info.id, len(long)) == seal_of(map(encode, long))

    def test_entries_come_back_in_order(self, log, evening):
        assert log.read(evening) == [GAME, SatOut("Bob"), SatOut("Cat")]
        assert log.read(evening, after=2) == [SatOut("Cat")]
        assert log.read(evening, after=3) == []
        assert log.read(99) == []

    def test_append_returns_the_seq(self, log, evening):
        assert append(log, evening, 3, SatOut("Dan"), "d", "phone") == 4

    def test_each_evening_has_its_own_positions(self, log, evening):
        other = log.open_evening("Saturday", (GAME,), "phone")
        assert append(log, other.id, 1, SatOut("Bob"), "b", "phone") == 2
        assert len(log.read(evening)) == 3

    def test_a_repeated_id_writes_nothing_and_returns_its_seq(self, log, evening):
        assert append(log, evening, 1, SatOut("Bob"), "b", "phone") == 2
        assert append(log, evening, 3, SatOut("Bob"), "b", "other phone") == 2
        assert len(log.read(evening)) == 3
        assert log.seq_of(evening, "b", SatOut("Bob")) == 2
        assert log.seq_of(evening, "new", SatOut("Bob")) is None

    def test_the_same_id_with_another_entry_is_refused(self, log, evening):
        with pytest.raises(ReusedId):
            append(log, evening, 3, SatOut("Dan"), "b", "phone")
        with pytest.raises(ReusedId):
            log.seq_of(evening, "b", SatOut("Dan"))
        assert len(log.read(evening)) == 3

    @pytest.mark.parametrize("after", [0, 2, 4, -1])
    def test_a_stale_position_writes_nothing(self, log, evening, after):
        with pytest.raises(Conflict):
            append(log, evening, after, SatOut("Dan"), "d", "phone")
        assert len(log.read(evening)) == 3

    def test_an_unknown_evening_is_not_written_to(self, log):
        with pytest.raises(StoreError):
            append(log, 99, 0, GAME, "a", "phone")
        with pytest.raises(UnknownEvening):
            log.evening(99)
        with pytest.raises(UnknownEvening):
            log.find("nothing")

    def test_an_evening_is_found_by_its_number_and_its_key(self, log):
        info = log.open_evening("Friday", (GAME,), "phone")
        assert log.evening(info.id) == log.find(info.key) == info
        assert len(info.key) >= 22

    def test_evenings_are_listed_newest_first(self, log):
        first = log.open_evening("Old", (GAME,), "import", opened_at="2001-01-01T00:00:00Z")
        second = log.open_evening("New", (GAME,), "phone")
        assert log.evenings() == [second, first]
        assert log.evenings(limit=1) == [second]
        assert log.evenings(offset=1) == [first]

    def test_each_entry_is_sealed_with_all_before_it(self, store, log, evening):
        bodies = list(map(encode, log.read(evening)))
        assert [log.seal(evening, seq) for seq in range(4)] == [
            seal_of(bodies[:seq]) for seq in range(4)
        ]
        record = loads(FROZEN.read_bytes())
        info = log.open_evening("Frozen", record.entries, "import")
        assert log.seal(info.id, len(record.entries)) == seal_of(map(encode, record.entries))
        for missing in ((evening, 4), (99, 1)):
            with pytest.raises(UnknownEvening):
                log.seal(*missing)

    def test_a_sound_store_has_no_faults(self, log, evening):
        log.connection.tidy()
        assert list(log.faults()) == []
        log.connection.tidy()
        assert append(log, evening, 3, SatOut("Dan"), "d", "phone") == 4

    def test_threads_share_one_log(self, log, evening):
        answered = []

        def enter(name):
            for step in range(20):
                while True:
                    after = len(log.read(evening))
                    try:
                        seq = append(log, evening, after, TurnedUp("6-3"), f"{name}{step}", name)
                    except Conflict:
                        continue
                    answered.append(seq)
                    break

        threads = [threading.Thread(target=enter, args=(name,)) for name in "ABC"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert sorted(answered) == list(range(4, 64))


class RepositoryConformance(Conformance):
    @pytest.fixture
    def number(self, log):
        return log.open_evening("Friday", (GAME,), "phone").id

    @pytest.fixture
    def evenings(self, log):
        return EveningRepository(log)

    def test_a_form_entered_by_two_processes_is_folded_once(self, make_store, log, number):
        """Between our read and our write, another process writes an entry and our form."""
        others = make_store().log

        class Raced:
            def __getattr__(self, name):
                return getattr(log, name)

            def add(self, evening, after, entry, entry_id, device):
                append(others, evening, after, SatOut("Cat"), "c", "other")
                append(others, evening, after + 1, entry, entry_id, "other")
                return log.add(evening, after, entry, entry_id, device)

        slow = EveningRepository(Raced())
        evening = slow.append(number, SatOut("Bob"), 1, "b", "phone")
        assert evening == slow.evening(number) == EveningRepository(others).evening(number)
        assert evening.length == 3
        assert [slow.device_of(number, seq) for seq in (2, 3)] == ["other", "other"]

    def test_a_form_entered_by_another_process_keeps_its_device(self, make_store, evenings, number):
        """This process has not read yet that another device made and undid the entry."""
        evenings.evening(number)
        others = EveningRepository(make_store().log)
        others.append(number, SatOut("Bob"), 1, "b", "other")
        others.append(number, Undone(2), 2, "u", "other")
        evening = evenings.append(number, SatOut("Bob"), 1, "b", "phone")
        assert evening.length == 3 and evening == others.evening(number)
        assert [evenings.device_of(number, seq) for seq in (2, 3)] == ["other", "other"]

    def test_devices_of_entries_are_right_while_another_process_writes(
        self, make_store, log, number
    ):
        """Several corrections make the repository read the whole log, which may have grown meanwhile."""
        others = make_store().log

        class Raced:
            """A log to which another process appends after each read."""

            def __getattr__(self, name):
                return getattr(log, name)

            def entries_with_devices(self, evening, after=0, limit=-1):
                found = log.entries_with_devices(evening, after, limit)
                end = len(others.read(evening))
                if end > 1:
                    append(others, evening, end, WorthSet(end, "EUR"), f"late {end}", f"late {end}")
                return found

        slow = EveningRepository(Raced())
        slow.evening(number)
        for seq, entry in enumerate((SatOut("Bob"), Undone(2), SatOut("Bob"), Undone(4)), 1):
            append(others, number, seq, entry, str(seq), f"phone {seq}")
        for _ in range(3):
            evening = slow.evening(number)
            made_by = [device for _, device in others.entries_with_devices(number)]
            found = [slow.device_of(number, seq) for seq in range(1, evening.length + 1)]
            assert found == made_by[: evening.length]

    def test_an_entry_is_folded_and_written(self, evenings, log, number):
        evening = evenings.append(number, SatOut("Bob"), 1, "b", "phone")
        assert evening == evenings.evening(number) == EveningRepository(log).evening(number)
        assert log.read(number) == [GAME, SatOut("Bob")]

    def test_a_refused_entry_is_not_written(self, evenings, log, number):
        with pytest.raises(EntryError):
            evenings.append(number, Settled(), 1, "s", "phone")
        assert log.read(number) == [GAME]
        assert evenings.evening(number).length == 1

    @pytest.mark.parametrize("after", [0, 2])
    def test_an_entry_on_an_older_state_is_stale(self, evenings, log, number, after):
        with pytest.raises(Conflict):
            evenings.append(number, SatOut("Bob"), after, "b", "phone")
        assert log.read(number) == [GAME]

    def test_a_stale_entry_is_reported_before_a_refused_one(self, evenings, number):
        evenings.append(number, SatOut("Bob"), 1, "b", "phone")
        with pytest.raises(Conflict):
            evenings.append(number, SatOut("Bob"), 1, "b again", "other phone")

    def test_a_repeated_entry_writes_nothing_and_returns_the_evening(self, evenings, log, number):
        first = evenings.append(number, SatOut("Bob"), 1, "b", "phone")
        assert evenings.append(number, SatOut("Bob"), 1, "b", "phone") == first
        evenings.append(number, SatOut("Cat"), 2, "c", "phone")
        assert evenings.append(number, SatOut("Bob"), 1, "b", "phone").length == 3
        assert len(log.read(number)) == 3

    def test_an_id_used_for_something_else_is_refused(self, evenings, number):
        evenings.append(number, SatOut("Bob"), 1, "b", "phone")
        with pytest.raises(ReusedId):
            evenings.append(number, SatOut("Cat"), 2, "b", "phone")

    def test_entries_of_another_process_are_folded(self, evenings, log, number):
        """Two repositories share a log, like two workers."""
        other = EveningRepository(log)
        other.evening(number)
        evenings.append(number, SatOut("Bob"), 1, "b", "phone")
        assert other.evening(number).length == 2
        with pytest.raises(Conflict):
            other.append(number, SatOut("Cat"), 1, "c", "phone")
        assert other.append(number, SatOut("Cat"), 2, "c", "phone").length == 3
        assert evenings.evening(number) == other.evening(number)

    def test_the_cached_state_can_vanish_at_any_time(self, log):
        record = loads(FROZEN.read_bytes())
        number = log.open_evening("Frozen", (), "phone").id
        evenings = EveningRepository(log)
        for seq, entry in enumerate(record.entries):
            evenings.append(number, entry, seq, str(seq), "phone")
            if seq % 5 == 0:
                evenings._cache.clear()
        whole = Evening()
        for entry in record.entries:
            whole = whole.enter(entry)
        assert evenings.evening(number) == EveningRepository(log).evening(number) == whole

    def test_undo_is_an_entry_of_the_log(self, evenings, log, number):
        before = evenings.evening(number).state
        evenings.append(number, SatOut("Bob"), 1, "b", "phone")
        evening = evenings.append(number, Undone(2), 2, "u", "phone")
        assert evening.state == before
        assert log.read(number)[1:] == [SatOut("Bob"), Undone(2)]

    def test_a_log_that_cannot_be_folded_is_reported(self, log):
        number = log.open_evening("Friday", (GAME, Settled()), "phone").id
        with pytest.raises(StoreError, match="entry=2"):
            EveningRepository(log).evening(number)


class AccessConformance(Conformance):
    @pytest.fixture
    def access(self, store):
        return store.access

    @pytest.fixture
    def info(self, log):
        return log.open_evening("Friday", (GAME,), "host phone")

    def test_a_link_to_watch_opens_the_same_evening(self, log, access, info):
        rules = access.rules(info.id)
        assert rules.record_key == info.key != rules.watch_key
        assert min(len(rules.record_key), len(rules.watch_key)) >= 22
        watched = access.open(rules.watch_key, "tv")
        assert watched.info.id == info.id and watched.watches
        assert not access.open(info.key, "phone").watches
        assert log.find(rules.watch_key).watches

    @pytest.mark.parametrize("link", ["record", "watch"])
    def test_a_replaced_link_opens_nothing_and_the_other_still_does(self, access, info, link):
        before = access.rules(info.id)
        old, kept = before.record_key, before.watch_key
        if link == "watch":
            old, kept = kept, old
        new = access.replace(info.id, link)
        with pytest.raises(UnknownEvening):
            access.open(old, "phone")
        assert access.open(new, "phone").info.id == access.open(kept, "tv").info.id == info.id

    def test_the_device_that_opened_an_evening_stays_its_host(self, access, info):
        access.visit("host phone", info, host=True)
        access.visit("host phone", info)
        access.visit("guest", info)
        assert access.open(info.key, "host phone").is_host
        assert not access.open(info.key, "guest").is_host

    def test_the_first_to_claim_an_evening_becomes_host(self, access, info):
        for device in ("first", "second"):
            access.visit(device, info)
        assert not access.is_hosted(info.id)
        assert not access.become_host("a stranger", info.id)
        assert access.become_host("second", info.id) and access.is_hosted(info.id)
        assert not access.become_host("first", info.id)
        hosts = [device.id for device in access.devices(info.id) if device.is_host]
        assert hosts == ["second"]

    def test_a_replaced_link_cannot_claim_an_evening(self, access, info):
        access.visit("first", info)
        access.replace(info.id, "record")
        assert not access.become_host("first", info.id) and not access.is_hosted(info.id)

    def test_the_last_evenings_of_a_device_are_listed(self, log, access, monkeypatch):
        infos = [log.open_evening("Friday", (GAME,), "phone") for _ in range(4)]
        for info in infos:
            access.visit("phone", info)
        monkeypatch.setattr("companion.store.sql.access.MOST_VISITED", 3)
        assert {one.id for one in access.evenings("phone")} == {one.id for one in infos[1:]}
        assert access.known("phone", infos[0].id) == infos[0]

    def test_evenings_are_counted_by_month_and_listed_up_to_a_time(self, log, access):
        for number, month in enumerate(("2024-03", "2024-01", "2024-03", "2023-12")):
            info = log.open_evening(
                f"E{number}", (GAME,), "x", opened_at=f"{month}-0{number + 1}T20:00:00Z"
            )
            access.visit("phone", info)
        access.hide("phone", info.id, True)
        assert list(access.months("phone").items()) == [("2024-03", 2), ("2024-01", 1)]
        assert list(access.months(None)) == ["2024-03", "2024-01", "2023-12"]
        assert access.months("other") == {}
        before = "2024-03-03T20:00:00Z"
        assert [one.name for one in access.evenings("phone", before=before)] == ["E0", "E1"]
        assert [one.name for one in log.evenings(2, 1, before)] == ["E1", "E3"]

    def test_hosting_is_handed_over(self, access, info):
        access.visit("host phone", info, host=True)
        access.visit("guest", info)
        access.hand_over(info.id, "guest")
        assert not access.open(info.key, "host phone").is_host
        assert access.open(info.key, "guest").is_host

    def test_replacing_a_link_removes_all_devices_but_the_host(self, access, info):
        access.visit("host phone", info, host=True)
        access.visit("guest", info)
        assert access.evenings("guest") == [access.known("guest", info.id)] == [info]
        new = access.replace(info.id, "record")
        assert access.evenings("guest") == [] and access.known("guest", info.id) is None
        assert [one.key for one in access.evenings("host phone")] == [new]
        assert access.known("host phone", info.id).key == new
        assert access.known("stranger", info.id) is None
        assert [device.id for device in access.devices(info.id)] == ["host phone"]

    def test_an_evening_that_has_grown_is_not_deleted(self, log, info):
        length = len(log.read(info.id))
        log.add(info.id, length, TurnedUp("6-3"), "new-entry-000001", "phone")
        with pytest.raises(Conflict):
            log.delete(info.id, length)
        assert log.find(info.key) == info and len(log.read(info.id)) == length + 1
        log.delete(info.id, length + 1)
        with pytest.raises(UnknownEvening):
            log.find(info.key)

    def test_a_removed_device_changes_the_marks(self, log, access, info):
        access.visit("guest", info)
        before = log.marks([info.id])
        access.set_role("guest", info.id, "removed")
        assert log.marks([info.id]) != before
        assert access.open(info.key, "guest").watches
        access.visit("guest", info)
        assert [one.role for one in access.devices(info.id)] == ["removed"]

    def test_devices_are_ordered_host_seats_newest(self, access, info):
        for device in ("early", "seated", "host phone", "late"):
            access.visit(device, info, host=device == "host phone")
        access.name("seated", info.id, "", "Ann")
        found = access.devices(info.id)
        assert [one.id for one in found] == ["host phone", "seated", "late", "early"]
        assert found[1] == access.device("seated", info.id)
        access.replace(info.id, "record")
        assert access.devices(info.id) == found[:1]

    def test_the_newest_devices_are_listed_with_the_host_and_the_seats(
        self, access, info, monkeypatch
    ):
        monkeypatch.setattr("companion.store.sql.access.MOST_LISTED", 3)
        for device in ("host phone", "seated", "named", "two", "three", "four"):
            access.visit(device, info, host=device == "host phone")
        access.name("seated", info.id, "", "Ann")
        access.name("named", info.id, "Zoe", "")
        found = [one.id for one in access.devices(info.id)]
        assert found == ["host phone", "seated", "four", "three", "two"]
        access.hand_over(info.id, "named")
        assert [one.id for one in access.devices(info.id)][:2] == ["named", "seated"]

    def test_a_seat_has_one_device(self, access, info):
        for phone in ("one", "two"):
            access.visit(phone, info)
            access.name(phone, info.id, f"phone {phone}", "Ann")
        assert (access.device("one", info.id).seat, access.device("two", info.id).seat) == (
            "",
            "Ann",
        )
        assert access.device("one", info.id).name == "phone one"

    def test_a_code_opens_its_evening_until_it_ends(self, access, info):
        letters = access.new_code(info)
        assert len(letters) == CODE_LENGTH and set(letters) <= set(LETTERS)
        assert not set(LETTERS) & set("IOL01")
        assert access.code(info.id) == letters
        assert access.open_by_code(letters).key == info.key
        access.end_code(info.id)
        assert access.open_by_code(letters) is None and access.code(info.id) is None

    def test_a_hundred_wrong_codes_end_a_code(self, access, info):
        letters = access.new_code(info)
        for _ in range(MOST_MISSES - 1):
            assert access.open_by_code("AAAAAA" if letters != "AAAAAA" else "BBBBBB") is None
        assert access.open_by_code(letters).id == info.id
        access.open_by_code("ZZZZZZ" if letters != "ZZZZZZ" else "BBBBBB")
        assert access.open_by_code(letters) is None and access.code(info.id) is None
        assert access.open_by_code(access.new_code(info)).id == info.id

    def test_a_wrong_code_is_counted_once_for_all_codes(self, store, log, access):
        for _ in range(3):
            access.new_code(log.open_evening("Friday", (GAME,), "phone"))
        codes = "select * from code order by evening"
        before = store.log.connection.rows(codes, {})
        (misses,) = store.log.connection.rows("select number from wrong_codes", {})[0]
        access.open_by_code("AAAAAA")
        assert store.log.connection.rows(codes, {}) == before
        assert store.log.connection.rows("select number from wrong_codes", {}) == [(misses + 1,)]

    def test_letters_belong_to_one_evening_until_the_code_ends(
        self, log, access, info, monkeypatch
    ):
        other = log.open_evening("Saturday", (GAME,), "phone")
        wanted = []
        monkeypatch.setattr("companion.store.sql.access.secrets.choice", lambda _: wanted.pop(0))
        wanted[:] = "ABCABC"
        assert access.new_code(info) == "ABCABC"
        wanted[:] = "ABCABC" + "DEFDEF"
        assert access.new_code(other) == "DEFDEF"
        for _ in range(MOST_MISSES):
            access.open_by_code("AAAAAA")
        wanted[:] = "ABCABC"
        assert access.new_code(other) == "ABCABC"
        assert access.open_by_code("ABCABC").id == other.id and access.code(info.id) is None

    def test_replacing_the_link_ends_the_code(self, access, info):
        letters = access.new_code(info)
        access.replace(info.id, "record")
        assert access.open_by_code(letters) is None
        with pytest.raises(UnknownEvening):
            access.new_code(info)
        assert access.code(info.id) is None

    def test_a_code_gives_the_current_key(self, store, access, info, monkeypatch):
        letters, read = access.new_code(info), store.log.connection.rows

        def and_replace(*query):
            found = read(*query)
            monkeypatch.undo()
            access.replace(info.id, "record")
            return found

        monkeypatch.setattr(store.log.connection, "rows", and_replace)
        assert access.open_by_code(letters).key == info.key
        with pytest.raises(UnknownEvening):
            access.open(info.key, "phone")

    def test_settings_of_the_host_are_stored(self, access, info):
        access.set_rules(info.id, "own", second_look=True)
        rules = access.rules(info.id)
        assert (rules.records, rules.second_look) == ("own", True)
        assert not access.open(info.key, "phone").is_host
        access.set_rules(info.id, "host", second_look=False)
        assert access.open(info.key, "phone").records == "host"


def told_of(store, evening):
    """Return whether another process has written to this evening."""
    give_up = time.monotonic() + 20
    while time.monotonic() < give_up:
        told = store.log.connection.wait(0.3)
        if told is None or evening in told:
            return True
    return False


class NewsConformance(Conformance):
    def test_writes_of_another_process_are_noticed(self, make_store, store):
        other = make_store()
        info = store.log.open_evening("Friday", (GAME,), "phone")
        store.log.connection.wait(0)
        # At first, some stores report every evening.
        while store.log.connection.wait(0.3) is None:
            pass
        append(other.log, info.id, 1, SatOut("Bob"), "b", "phone")
        assert told_of(store, info.id)
        assert not store.log.connection.wait(0.3)
        append(store.log, info.id, 2, SatIn("Bob"), "c", "phone")
        assert not store.log.connection.wait(0.3)
        other.access.set_rules(info.id, "host", False)
        assert told_of(store, info.id)

    def test_marks_change_with_the_log_and_the_rights(self, store):
        one, two = (store.log.open_evening(name, (GAME,), "phone").id for name in ("A", "B"))
        before = store.log.marks((one, two))
        assert {number: end for number, (end, _) in before.items()} == {one: 1, two: 1}
        append(store.log, one, 1, SatOut("Bob"), "b", "phone")
        assert store.log.marks((one,))[one] == (2, before[one][1])
        for device in ("ann", "bob"):
            store.access.visit(device, store.log.evening(two), host=device == "ann")
        for change in (
            lambda: store.access.set_rules(two, "host", False),
            lambda: store.access.replace(two, "watch"),
            lambda: store.access.hand_over(two, "bob"),
            lambda: store.access.name("ann", two, "Ann’s", "Ann"),
        ):
            before = store.log.marks((two,))[two]
            assert store.log.marks((two,))[two] == before
            change()
            assert store.log.marks((two,))[two][1] != before[1]
        changed = store.log.marks((two,))[two]
        store.access.replace(two, "watch")
        assert store.log.marks((two,))[two] != changed


class BudgetConformance(Conformance):
    def test_requests_within_a_budget_are_counted(self, make_store):
        one, other = make_store().budgets, make_store().budgets
        ann = ("evenings", "ann", 2, 60)
        assert [one.spend(*ann, 1000), other.spend(*ann, 1010), one.spend(*ann, 1020)] == [0, 0, 40]
        assert other.spend("evenings", "bob", 2, 60, 1020) == 0
        assert other.spend("uploads", "ann", 2, 60, 1020) == 0
        other.give_back("evenings", "ann")
        assert [one.spend(*ann, 1030), one.spend(*ann, 1059)] == [0, 1]
        assert one.spend(*ann, 1060) == 0

    def test_a_time_in_the_future_is_forgotten(self, store):
        ann = ("evenings", "ann", 1, 60)
        assert [store.budgets.spend(*ann, now) for now in (1000, 1000, 900)] == [0, 60, 0]

    def test_a_budget_of_zero_allows_nothing(self, store):
        assert store.budgets.spend("evenings", "ann", 0, 60, 1000) == 60


class GroupConformance(Conformance):
    @pytest.fixture
    def group(self, store):
        return started_group(store, "Fridays")

    @pytest.fixture
    def access(self, store, group):
        return store.group_access.open(group.key, "phone")

    @pytest.fixture
    def evenings(self, log):
        """Return the numbers of three evenings, newest last."""
        return [
            log.open_evening(name, (GAME,), "phone", opened_at=f"2026-01-0{day}T00:00:00Z").id
            for day, name in enumerate(("One", "Two", "Three"), 1)
        ]

    def test_rows_are_added_and_undone_one_by_one(self, store, group, access):
        with store.groups.changing(access) as rows:
            rows.add(Renamed("Club"), "form-2")
            rows.add(GroupPaid("Ann", "Bob", 3), "form-3")
            rows.add(Renamed("Loo club"), "form-4")
        found = store.groups.group(group.id)
        assert found.rows == (
            Row(1, GroupOpened("Fridays"), "phone"),
            Row(2, Renamed("Club"), "phone"),
            Row(3, GroupPaid("Ann", "Bob", 3), "phone"),
            Row(4, Renamed("Loo club"), "phone"),
        )
        assert store.groups.find(group.key).name == "Loo club"
        with store.groups.changing(access) as rows:
            assert rows.made_by("form-2") == Renamed("Club") and rows.made_by("form-9") is None
            rows.take_back(2)
            assert rows.group.name == "Loo club"
            rows.take_back(4)
        found = store.groups.group(group.id)
        assert (found.name, [row.number for row in found.rows]) == ("Fridays", [1, 3])
        assert found.taken_back == {2, 4}
        assert store.groups.evening(group.id).name == "Fridays"
        with store.groups.changing(access) as rows:
            # An undone row keeps its form and its number.
            assert rows.made_by("form-4") == Renamed("Loo club")
            rows.add(WorthSet(5, "EUR"), "form-5")
        assert store.groups.group(group.id).worth == WorthSet(5, "EUR")
        assert store.groups.group(group.id).rows[-1].number == 5

    def test_all_rows_are_written_or_none(self, store, group, access):
        with pytest.raises(KeyboardInterrupt), store.groups.changing(access) as rows:
            rows.add(Renamed("Club"), "form-2")
            raise KeyboardInterrupt
        with pytest.raises(StoreError), store.groups.changing(access) as rows:
            rows.add(GroupPaid("Ann", "Bob", 3), "form-2")
            rows.add(GroupPaid("Ann", "Bob", 3), "form-2")
        assert len(store.groups.group(group.id).rows) == 1
        assert store.groups.find(group.key).name == "Fridays"

    def test_two_connections_pay_one_debt_once(self, make_store, store, group, access):
        others = [make_store() for _ in range(2)]
        ready, paid = threading.Barrier(2), GroupPaid("Ann", "Bob", 3)

        def pay(place):
            ready.wait(10)
            with others[place].groups.changing(access) as rows:
                if not rows.group.payments:
                    time.sleep(0.1)
                    rows.add(paid, f"form-{place}")

        threads = [threading.Thread(target=pay, args=[place]) for place in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
        assert store.groups.group(group.id).payments == (paid,)

    def test_rights_are_checked_when_writing(self, store, group, access):
        assert not access.is_host
        store.group_access.visit("phone", group, host=True)
        with store.groups.changing(access) as rows:
            assert rows.access.is_host
        with store.groups.changing(access.as_host()) as rows:
            assert rows.access.is_server_host
        store.group_access.replace(group.id, "record")
        with pytest.raises(UnknownEvening), store.groups.changing(access):
            pytest.fail("removed")

    def test_a_repeated_form_starts_one_group(self, store, evenings):
        one, two, _ = evenings
        entries = [EveningAdded(one), EveningAdded(two), EveningHidden(two), WorthSet(5, "EUR")]
        group = store.groups.start("Fridays", "phone", "form", entries, "2026-01-01T00:00:00Z")
        assert store.groups.start("Others", "phone", "form") == group
        assert store.groups.start("Others", "another phone", "form") != group
        assert store.groups.group(group.id).evenings == {one: None, two: 4}
        # An evening stays in its group.
        second = store.groups.start("Again", "phone", "form-2", entries)
        assert store.groups.group(second.id).evenings == {}
        assert store.groups.group(second.id).worth == WorthSet(5, "EUR")

    def test_an_evening_is_in_one_group(self, store, group, access, evenings):
        one, two, three = evenings
        assert store.groups.of_evening(one) is None
        for number in (one, three):
            add(store, access, EveningAdded(number))
        assert store.groups.of_evening(one) == group.id
        other = store.group_access.open(started_group(store, "Sundays").key, "phone")
        with pytest.raises(StoreError):
            add(store, other, EveningAdded(one))
        with store.groups.changing(other, one) as rows:
            assert rows.member_of(one) == group.id
            assert rows.member_of(two) is None
        with store.groups.changing(access) as rows:
            rows.take_back(2)
        add(store, other, EveningAdded(one))
        assert store.groups.of_evening(one) == other.info.id
        assert store.groups.group(group.id).evenings == {three: None}
        store.log.delete(three)
        assert store.groups.group(group.id).evenings == {}

    def test_keys_of_groups_and_evenings_differ(self, store, group):
        evening = store.log.open_evening("Friday", (GAME,), "phone")
        watch = store.group_access.rules(group.id).watch_key
        assert store.group_access.open(watch, "tv").info.watches
        for key in (group.key, watch):
            with pytest.raises(UnknownEvening):
                store.access.open(key, "phone")
            with pytest.raises(UnknownEvening):
                store.log.find(key)
        for opens in (store.groups.find, lambda key: store.group_access.open(key, "phone")):
            with pytest.raises(UnknownEvening):
                opens(evening.key)
        with pytest.raises(UnknownEvening):
            store.log.evening(group.id)
        store.group_access.visit("phone", group)
        store.access.visit("phone", evening)
        assert store.log.evenings() == store.access.evenings("phone") == [evening]
        assert store.groups.evenings() == store.group_access.evenings("phone") == [group]
        assert store.group_access.known("phone", group.id) == group
        assert store.access.known("phone", group.id) is None
        letters = store.access.new_code(evening)
        assert store.group_access.open_by_code(letters) is None

    def test_evenings_are_listed_with_links_newest_first(self, store, evenings):
        found = [one for one, _ in store.log.members(evenings, watches=False)]
        assert [one.id for one in found] == evenings[::-1]
        record, watch = found[1], store.log.members(evenings)[1][0]
        rules = store.access.rules(evenings[1])
        assert (record.key, record.name, record.watches) == (rules.record_key, "Two", False)
        assert (watch.key, watch.name, watch.watches) == (rules.watch_key, "Two", True)
        assert store.log.members([]) == []
        store.log.delete(evenings[1])
        found = [one for one, _ in store.log.members(evenings, watches=False)]
        assert [one.id for one in found] == [evenings[2], evenings[0]]

    def test_summaries_are_stored_with_their_positions(self, store, evenings, monkeypatch):
        one, two, three = evenings
        log = store.log
        assert log.summaries((one, two)) == {one: None, two: None}
        first = summary(EveningRepository(log).evening(one))
        for number in (one, three):
            log.keep_summary(number, 1, first)
        assert log.summaries((one, three)) == {one: first, three: first}
        append(log, one, 1, EveningClosed(), "b", "phone")
        assert log.summaries((one, three)) == {one: None, three: first}
        assert log.summaries(()) == log.summaries((999,)) == {}
        newer = summary(EveningRepository(log).evening(one))
        log.keep_summary(one, 2, newer)
        assert log.summaries((one, three)) == {one: newer, three: first}
        monkeypatch.setattr("companion.store.sql.log.SUMMARY_VERSION", 1)
        assert log.summaries((one, three)) == {one: None, three: None}
        texts = log.texts((one, two, three))
        assert set(texts) == {one, three}
        assert [person.player for person in texts[one].people] == ["Ann", "Bob", "Cat", "Dan"]
        log.delete(one)
        assert log.summaries((one,)) == log.texts((one,)) == {}

    def test_an_evening_is_described(self, store, evenings):
        before = store.log.evening(evenings[0])
        assert before.place == ""
        store.access.describe(evenings[0], "Christmas", "Zoë’s “kitchen”", "2026-12-25T19:00:00Z")
        info = store.log.evening(evenings[0])
        assert (info.name, info.place) == ("Christmas", "Zoë’s “kitchen”")
        assert info.opened_at == "2026-12-25T19:00:00Z"
        store.access.visit("phone", info, host=True)
        letters = store.access.new_code(info)
        found = (
            store.log.find(info.key), store.access.known("phone", info.id),
            store.access.open(info.key, "phone").info, store.access.open_by_code(letters),
            store.log.members(evenings[:1], watches=False)[0][0],
        )  # fmt: skip
        assert set(found) == {info}
        assert store.log.evening(evenings[1]).name == "Two"

    def test_an_unreadable_group_is_reported(self, store, group, access):
        add(store, access, Renamed("Club"))
        with store.log.connection.writing([group.id]) as db:
            db.execute("update group_row set body = '{}' where number = 2")
        with pytest.raises(StoreError, match="UnreadableEvening"):
            store.groups.group(group.id)


def started_group(store, name):
    return store.groups.start(name, "phone", f"form-{name}")


def add(store, access, entry):
    with store.groups.changing(access) as rows:
        rows.add(entry, f"form-{time.monotonic_ns()}")
