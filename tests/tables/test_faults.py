"""The database fails at each statement in turn, and no answered entry is lost or doubled.

Each step runs with a fault at its first statement, then at its second, and so on, for every way in
which the statement can fail. Afterwards nothing hangs or is half done, the cache matches the log, and
repeating the step completes it.
"""

import re
import shutil
import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.evening.entries import Amended, EveningClosed, SatIn, SatOut, Undone
from companion.evening.record import Record
from companion.evening.record import loads as read_record
from companion.groups.entries import Renamed
from companion.groups.record import loads as read_group
from companion.rules.actions import Settled, TricksTaken, TurnedUp
from companion.store import EveningRepository, StoreError
from companion.store.sqlite.files import FILE
from companion.tables import Denied, open_groups
from companion.tables.group_files import import_group
from tests.store.faulty import Fault, faulty, files_end_at, ways
from tests.telling import started

FROZEN = Path(__file__).parents[1] / "records" / "frozen"
GAME = started("Ann Bob Cat Dan", depth="result")
TRICKS = TricksTaken({"Bob": 3, "Cat": 2, "Ann": 0}, declared={})
HANG = 20  # seconds
RANDOM = re.compile(r"[A-Za-z0-9_-]{22}")
"""Matches keys and references."""

STEPS = {}
"""Functions that prepare a step, by name, in the order of the evening."""


def step(prepare):
    STEPS[prepare.__name__] = prepare
    return prepare


def table(groups, device="host", name="Friday"):
    evenings = groups.tables.evenings.log.evenings()
    key = next(info.key for info in evenings if info.name == name)
    return groups.tables.open_table(key, device)


def group(groups):
    (info,) = (info for info in groups.store.evenings() if info.name.endswith("egulars"))
    return groups.open_group(info.key, "host")


def submits(entry, device="host"):
    """Return a function that enters something at the table."""

    def prepare(groups):
        access = table(groups, device)
        position = groups.tables.evenings.evening(access.info.id).length
        entry_id = f"entry-{position:03}"
        return lambda groups: groups.tables.submit(access, entry, position, entry_id, sure=True)

    return prepare


STEPS["open"] = lambda _: (
    lambda groups: groups.tables.open_evening("Friday", [GAME], "host", "evening-1")
)
STEPS["open_another"] = lambda _: (
    lambda groups: groups.tables.open_evening("Saturday", [GAME], "host", "evening-2")
)


@step
def come_in(groups):
    key = table(groups).info.key
    return lambda groups: groups.tables.settings.name_device(
        groups.tables.open_table(key, "guest"), "Guest", ""
    )


STEPS |= {
    "turn_up": submits(TurnedUp("6"), "guest"),
    "undo": submits(Undone(2), "guest"),
    "turn_up_again": submits(TurnedUp("6"), "guest"),
    "tricks": submits(TRICKS),
    "correct": submits(Amended(5, TricksTaken({"Dan": 3, "Cat": 2, "Ann": 0}, declared={}))),
    "settle": submits(Settled(), "guest"),
}


@step
def take_a_seat(groups):
    access = table(groups, "guest")
    return lambda groups: groups.tables.settings.name_device(access, "", "Bob")


@step
def take_the_seat_over(groups):
    access = table(groups)
    return lambda groups: groups.tables.settings.name_device(access, "", "Bob")


@step
def set_rules(groups):
    access = table(groups)
    return lambda groups: groups.tables.settings.set_rules(access, "all", True)


@step
def replace_the_link_to_watch(groups):
    access = table(groups)
    return lambda groups: groups.tables.settings.replace_link(access, watch=True)


@step
def make_a_code(groups):
    access = table(groups)
    return lambda groups: groups.tables.settings.new_code(access)


STEPS["guess_a_code"] = lambda _: lambda groups: groups.tables.settings.open_by_code("ABCDEF")
STEPS["start_a_group"] = lambda _: lambda groups: groups.start("Regulars", "host", "group-001")


@step
def add_an_evening(groups):
    access, evening = group(groups), table(groups)
    return lambda groups: groups.add(access, evening)


@step
def open_one_in_the_group(groups):
    access = group(groups)
    return lambda groups: groups.open_evening(access, "Sunday", [GAME], "evening-3")


@step
def figures(groups):
    access = group(groups)
    return lambda groups: groups.report(access)


@step
def rename_the_group(groups):
    access = group(groups)
    return lambda groups: groups.submit(access, Renamed("The regulars"), "rename-1")


@step
def undo_in_the_group(groups):
    access = group(groups)
    number = groups.store.group(access.info.id).rows[-1].number
    return lambda groups: groups.submit(access, Undone(number), "undo-001")


@step
def import_a_record(_):
    record = read_record((FROZEN / "version-1.json").read_bytes())
    record = Record("Imported", record.opened_at, record.entries[:6])
    return lambda groups: groups.tables.import_record(record, "host", "import-01")


@step
def import_whole_group(_):
    record = read_group((FROZEN / "group-2.json").read_bytes())
    evenings = [
        replace(one, record=replace(one.record, entries=one.record.entries[:3]))
        for one in record.evenings
    ]
    record = replace(record, evenings=tuple(evenings))
    return lambda groups: import_group(groups, record, "host", "import-02")


@step
def delete(groups):
    number = table(groups, name="Imported").info.id
    return lambda groups: groups.tables.evenings.log.delete(number)


STEPS["close"] = submits(EveningClosed())


@step
def settle_all(groups):
    access = group(groups)
    assert len(groups.report(access).plan("").transfers) > 1
    return lambda groups: groups.settle_all(access, "settle-all", "")


@step
def hand_over(groups):
    access = table(groups)
    return lambda groups: groups.tables.settings.hand_over(access, "guest")


def contents(select):
    """Return what a query finds in a database, without values that differ between runs.

    Evenings are renumbered, because an interrupted import uses up a number.
    """
    live = (
        "with live as (select *, row_number() over (order by id) as nth from evening "
        "where deleted_at is null) select "
    )
    found = {
        what: select(live + query)
        for what, query in {
            "evenings": "nth, name, sort, records, second_look from live order by 1",
            "entries": "nth, seq, body, device, entry_id "
            "from entry join live on evening = id order by 1, 2",
            "visits": "nth, device, role, visit.name, seat "
            "from visit join live on evening = id order by 1, 2",
            "codes": "nth from code join live on evening = id order by 1",
            "rows": "g.nth, number, kind, device, taken_back_at is null, m.nth "
            'from group_row join live g on "group" = g.id left join live m on evening = m.id '
            "order by 1, 2",
        }.items()
    }
    return {
        what: [
            tuple(RANDOM.sub("*", one) if isinstance(one, str) else one for one in row)
            for row in rows
        ]
        for what, rows in found.items()
    }


class Trial:
    """A step on a copy of the database from before it."""

    def __init__(self, name, before, folder, is_cold=False):
        """With `is_cold`, the evening is not cached."""
        if before:
            shutil.copy(before, folder / FILE)
        self.folder = folder
        self.fault = Fault()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sqlite3, "connect", faulty(self.fault))
            self.groups = open_groups(folder)
        if is_cold:
            elsewhere = open_groups(folder)
            with closing(elsewhere.tables):
                self._step = STEPS[name](elsewhere)
        else:
            self._step = STEPS[name](self.groups)

    def play(self, at=-1, how=""):
        """Run the step with a fault, and return the error raised, if any."""
        self.fault.arm(at, how)
        try:
            self._step(self.groups)
        except StoreError as error:
            return error
        finally:
            self.statements = list(self.fault.seen)
            self.fault.arm()
        return None

    def contents(self):
        """Return the content of the database, and its schema."""
        with closing(sqlite3.connect(self.folder / FILE)) as db:
            return contents(lambda query: db.execute(query).fetchall()) | {
                "schema": db.execute(
                    "select type, name, sql from sqlite_master order by 1, 2"
                ).fetchall()
            }

    def close(self):
        self.groups.tables.close()


@pytest.fixture(scope="module")
def stage(tmp_path_factory):
    """For each step: the database before, its statements cold and warm, the content after."""
    folder = tmp_path_factory.mktemp("stage")
    found, before = {}, None
    for place, name in enumerate(STEPS):
        statements = []
        for is_cold in (True, False):
            trial_folder = folder / f"{place}-{is_cold}"
            trial_folder.mkdir()
            with closing(Trial(name, before, trial_folder, is_cold)) as trial:
                assert trial.play() is None
                statements.append(trial.statements)
                after = trial.contents()
        found[name] = before, statements, after
        before = folder / f"{place}.db"
        with closing(sqlite3.connect(trial_folder / FILE)) as db:
            db.execute("vacuum into ?", (str(before),))
    return found


def rows(contents):
    found = {}
    for evening, _, *entry in contents["entries"]:
        found.setdefault(evening, []).append(entry)
    return found


def check(trial, before, expected, error):
    assert not trial.groups.tables.evenings.log.connection.db.conn.in_transaction
    with closing(sqlite3.connect(trial.folder / FILE, timeout=0, isolation_level=None)) as another:
        another.execute("begin immediate")
        another.execute("rollback")
    stands = trial.contents()
    if error is None:
        assert stands == expected
    assert stands["schema"] == expected["schema"]
    was, now, will_be = map(rows, (before, stands, expected))
    for evening in was.keys() | now.keys():
        stands, longest = now.get(evening), will_be.get(evening, [])
        if stands not in (was.get(evening), will_be.get(evening)):
            assert len(was.get(evening, [])) < len(stands) and stands == longest[: len(stands)]
    in_memory_is_what_is_in_the_log(trial.groups)


def in_memory_is_what_is_in_the_log(groups):
    evenings = groups.tables.evenings
    again = EveningRepository(evenings.log)
    for info in evenings.log.evenings():
        assert evenings.evening(info.id) == again.evening(info.id)


def others_go_on(groups):
    """Make an entry at another table from another thread."""

    def enter():
        access = table(groups, "somebody", "Saturday")
        for entry in (SatOut("Bob"), SatIn("Bob")):
            position = groups.tables.evenings.evening(access.info.id).length
            groups.tables.submit(access, entry, position, f"other-{position:03}")
        done.append(True)

    done = []
    thread = threading.Thread(target=enter, daemon=True)
    thread.start()
    thread.join(HANG)
    assert done


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "is_cold",
    [pytest.param(True, marks=pytest.mark.slow, id="cold"), pytest.param(False, id="warm")],
)
@pytest.mark.parametrize("name", STEPS)
def test_a_fault_at_each_statement(stage, tmp_path, name, is_cold):
    before, statements, expected = stage[name]
    for at, statement in enumerate(statements[not is_cold]):
        for how in ways(statement):
            folder = tmp_path / f"{at}-{how}"
            folder.mkdir()
            with closing(Trial(name, before, folder, is_cold)) as trial:
                was = trial.contents()
                error = trial.play(at, how)
                check(trial, was, expected, error)
                if error:
                    try:
                        assert trial.play() is None
                    except Denied:  # the step succeeded, and its device is no longer the host
                        assert (name, how) == ("hand_over", "unsure")
                    assert trial.contents() == expected
                in_memory_is_what_is_in_the_log(trial.groups)
                if name not in ("open", "open_another"):
                    others_go_on(trial.groups)


@pytest.mark.parametrize("name", ["turn_up", "import_whole_group", "settle_all", "delete"])
def test_a_disk_that_becomes_full_after_each_page(stage, tmp_path, name):
    before, _, expected = stage[name]
    kinds, size = set(), 0
    while "none" not in kinds:
        folder = tmp_path / str(size)
        folder.mkdir()
        with closing(Trial(name, before, folder)) as trial:
            was, wal = trial.contents(), folder / f"{FILE}-wal"
            # Stop in the middle of a page too.
            with files_end_at(wal.stat().st_size + size):
                error = trial.play()
            kinds.add(error.fact.kind if error else "none")
            check(trial, was, expected, error)
            if error:
                assert trial.play() is None and trial.contents() == expected
            others_go_on(trial.groups)
            in_memory_is_what_is_in_the_log(trial.groups)
        size += 5000
    assert kinds <= {"none", "full", "disk"} and len(kinds) > 1


def test_a_fault_at_each_statement_of_opening(tmp_path, monkeypatch):
    fault = Fault()
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", faulty(fault))
    open_groups(tmp_path / "made").tables.close()
    statements = list(fault.seen)
    expected = schema(connect, tmp_path / "made")
    for at, statement in enumerate(statements):
        how = ways(statement)[at % len(ways(statement))]
        folder = tmp_path / str(at)
        fault.arm(at, how)
        with suppress(StoreError):
            open_groups(folder).tables.close()
        fault.arm()
        groups = open_groups(folder)
        with closing(groups.tables):
            assert schema(connect, folder) == expected
            groups.tables.open_evening("Friday", [GAME], "host", "evening-1")


def schema(connect, folder):
    with closing(connect(folder / FILE)) as db:
        return db.execute("select type, name, sql from sqlite_master order by 1, 2").fetchall()
