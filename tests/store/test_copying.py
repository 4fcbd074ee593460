"""Copying a whole store to another store."""

import itertools
import sqlite3
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from companion.cli import main
from companion.evening.entries import SatOut
from companion.evening.record import dumps, loads
from companion.evening.seal import shown
from companion.groups.entries import EveningAdded, Renamed
from companion.store import StoreError, copy, open_store
from companion.store.sql import copying, log
from companion.wording import say
from tests.telling import append, started

FROZEN = Path(__file__).parent.parent / "records" / "frozen" / "version-1.json"
GAME = started("Ann Bob Cat Dan")


def fill(place):
    """Put rows into every table of a store."""
    with closing(open_store(*place)) as store:
        record = loads(FROZEN.read_bytes())
        for name in ("Frozen", "Zoë’s 🂡", "Gone"):
            store.log.open_evening(
                name, record.entries, f"phone {name}", f"form {name}", zone="Asia/Tokyo", place=name
            )
        old, new, gone = sorted(store.log.evenings(), key=lambda info: info.id)
        for device in ("zoe", "ann", "bob"):
            store.access.visit(device, old, host=device == "ann")
        store.access.name("bob", old.id, "Bob’s", "Bob")
        watching = store.access.open(store.access.rules(old.id).watch_key, "tv").info
        store.access.visit("tv", watching)
        store.access.set_rules(old.id, "own", second_look=True)
        store.access.replace(new.id, "record")
        for _ in range(3):
            store.access.open_by_code("AAAAAA")
        store.access.new_code(store.log.evening(new.id))
        store.log.delete(gone.id)
        group = store.groups.start("Fridays", "ann", "group", [EveningAdded(old.id)])
        with store.groups.changing(store.group_access.open(group.key, "ann")) as rows:
            rows.add(Renamed("Club"), "entry")
            rows.take_back(3)


def misses(place):
    """Return the rows that count wrong codes."""
    with closing(open_store(*place)) as store:
        return store.log.connection.rows("select number from wrong_codes", {})


def contents(place):
    """Return every row of a store, and every evening's record."""
    with closing(open_store(*place)) as store:
        rows = {
            table: store.log.connection.rows(f"select {columns} from {table} order by {order}", {})
            for table, (columns, order) in copying.TABLES.items()
        }
        records = []
        for info in store.log.evenings():
            entries = tuple(store.log.read(info.id))
            seal = shown(store.log.seal(info.id, len(entries)))
            records.append(dumps(info.record(entries, seal)))
        assert list(store.log.faults()) == []
    return rows, records


@pytest.fixture(
    params=["file to file", pytest.param("file to server and back", marks=pytest.mark.slow)]
)
def places(request, tmp_path):
    """Return several stores; the first has content."""
    found = [(tmp_path / "one", ""), (tmp_path / "two", "")]
    if request.param != "file to file":
        postgres = request.getfixturevalue("postgres")
        found[1:1] = [(tmp_path, postgres.schema()), (tmp_path, postgres.schema())]
    fill(found[0])
    return found


def test_the_copy_is_equal(places):
    expected = contents(places[0])
    assert all(expected[0].values()) and len(expected[1]) == 2
    for source, target in itertools.pairwise(places):
        copied = copy(source, target)
        assert copied == {table: len(rows) for table, rows in expected[0].items()}
        assert contents(target) == expected
        assert misses(target) == misses(source) == [(103,)]
    # The copy works: links are the same, and numbers are not reused.
    with closing(open_store(*places[-1])) as store:
        numbers = [number for number, *_ in expected[0]["evening"]]
        for info in store.log.evenings():
            assert store.access.open(info.key, "phone").info.id == info.id
        host = store.access.open(store.access.rules(numbers[0]).record_key, "ann")
        assert host.is_host and host.records == "own"
        assert store.log.open_evening("New", (GAME,), "phone").id > max(numbers)


def test_the_target_must_be_empty(places):
    source, target = places[0], places[1]
    with closing(open_store(*target)) as store:
        store.log.open_evening("Here already", (GAME,), "phone")
    before = contents(target)
    with pytest.raises(StoreError) as caught:
        copy(source, target)
    assert "nothing was copied" in say(caught.value.fact)
    assert contents(target) == before
    with pytest.raises(StoreError):
        copy(source, source)


@pytest.mark.parametrize("batches", [1, 3])
def test_an_interrupted_copy_leaves_the_target_empty(places, monkeypatch, batches):
    monkeypatch.setattr(copying, "AT_ONCE", 5)
    begun = []

    def stop(rows, number):
        begun.append(rows)
        if len(begun) > batches:
            raise KeyboardInterrupt
        return islice(rows, number)

    with monkeypatch.context() as patch:
        patch.setattr(copying, "islice", stop)
        with pytest.raises(KeyboardInterrupt):
            copy(places[0], places[1])
    assert not any(contents(places[1])[0].values())
    copy(places[0], places[1])
    assert contents(places[1]) == contents(places[0])


def test_entries_made_meanwhile_are_left_out(places, monkeypatch):
    expected = contents(places[0])
    entered = []

    def enter(rows, number):
        found = list(islice(rows, number))
        if not entered:
            entered.append(True)
            with closing(open_store(*places[0])) as store:
                store.log.open_evening("Meanwhile", (GAME,), "phone")
        return found

    monkeypatch.setattr(copying, "islice", enter)
    copy(places[0], places[1])
    assert contents(places[1]) == expected


def test_the_command(tmp_path, capsys):
    source, target = tmp_path / "one", tmp_path / "two"
    assert main(["copy", str(source), str(target)]) == 2
    assert "no database" in capsys.readouterr().err and not source.exists()
    fill((source, ""))
    assert main(["copy", str(source), str(target)]) == 0
    assert "Entries: " in capsys.readouterr().out
    with closing(sqlite3.connect(target / "companion.db")) as db:
        assert db.execute("select count(*) from evening").fetchone() == (4,)
    assert main(["copy", str(source), str(target)]) == 2
    assert str(target) in capsys.readouterr().err


LEFT_BEHIND = {"summary", "budget", "health", "wrong_codes"}
"""Tables that are not copied row by row."""


def test_no_column_is_forgotten(tmp_path):
    with closing(open_store(tmp_path)) as store:
        assert columns_in_sqlite(store) == {
            table: set(columns.replace('"', "").split(","))
            for table, (columns, _) in copying.TABLES.items()
        }


def test_deleting_an_evening_forgets_no_table(tmp_path):
    with closing(open_store(tmp_path)) as store:
        tables = store.log.connection.db.tables
        of_evenings = {table.name for table in tables if "evening" in table.columns_dict}
    assert of_evenings == {"entry", *log.BESIDE_THE_LOG}


@pytest.mark.slow
def test_the_schemas_are_the_same(tmp_path, database):
    with closing(open_store(tmp_path)) as store, closing(open_store(tmp_path, database)) as other:
        found = {}
        for table, column in other.log.connection.rows(
            "select table_name, column_name from information_schema.columns "
            "where table_schema = current_schema()",
            {},
        ):
            if column != "rowid":  # SQLite has this column implicitly
                found.setdefault(table, set()).add(column)
        of_its_own = {"companion_migration", "secret"}
        assert found.keys() - of_its_own == columns_in_sqlite(store).keys() | LEFT_BEHIND
        for table, columns in columns_in_sqlite(store).items():
            assert found[table] == columns


def columns_in_sqlite(store):
    db = store.log.connection.db
    return {
        table: {column.name for column in db[table].columns}
        for table in db.table_names()
        if table not in LEFT_BEHIND and not table.startswith("_")
    }


@pytest.mark.slow
def test_a_backup_of_a_server_is_restored_to_an_empty_one(tmp_path, postgres, capsys):
    """The user of the new database owns it and has no other rights."""
    postgres.execute("create role loo login")
    for name in ("before", "after"):
        postgres.execute(f"create database {name} owner loo")
    before, after = (
        postgres.address(name).replace("companion@", "loo@") for name in ("before", "after")
    )
    fill((tmp_path, before))
    backups = tmp_path / "instance" / "backups"
    backups.mkdir(parents=True)

    def run(*arguments, on):
        code = main(["--instance", str(backups.parent), *map(str, arguments), "--database", on])
        return code, "".join(capsys.readouterr())

    assert run("backup", on=before)[0] == 0
    (file,) = backups.iterdir()
    assert file.stat().st_mode & 0o077 == 0
    code, said = run("backup", file, on=before)
    assert code == 2 and "already exists" in said and list(backups.iterdir()) == [file]
    code, said = run("backup", tmp_path / "nowhere" / "file.db", on=before)
    assert code == 2 and "nowhere cannot be used" in said
    code, said = run("restore", FROZEN, on=after)
    assert code == 2 and "is not a backup" in said
    assert run("restore", file, on=after)[0] == 0
    assert contents((tmp_path, after)) == contents((tmp_path, before))
    code, said = run("restore", file, on=after)
    assert code == 2 and "nothing was copied" in said


@pytest.mark.slow
def test_a_dump_of_a_server_is_restored(tmp_path, postgres):
    for name in ("dumped", "restored"):
        postgres.execute(f"create database {name}")
    before, after = ((tmp_path, postgres.address(name)) for name in ("dumped", "restored"))
    fill(before)
    there = (f"--host={postgres.folder}", "--username=companion")
    postgres.run("pg_dump", *there, "--format=custom", "--file=dump", "dumped")
    postgres.run("pg_restore", *there, "--exit-on-error", "--dbname=restored", "dump")
    assert contents(after) == contents(before)
    with closing(open_store(*after)) as store:
        last = store.log.evenings()[0]
        position = len(store.log.read(last.id))
        assert append(store.log, last.id, position, SatOut("Bob"), "new", "phone") == position + 1
