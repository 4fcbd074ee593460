"""Upgrading a database of version 0.1.0, and refusing one of before."""

import gzip
import json
import re
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import main
from companion.evening.figures import figures
from companion.groups.entries import EveningHidden, GroupPaid, PersonMerged, Renamed
from companion.store import StoreError, examine, open_store
from companion.tables import open_groups
from companion.wording import say

FROZEN = Path(__file__).parent.parent / "records" / "frozen"
EXPECTED = json.loads((FROZEN / "database-0.1.0.json").read_text())
HOST, GUEST = "host-phone-0001", "guest-phone-001"


@pytest.fixture
def folder(tmp_path):
    file = tmp_path / "companion.db"
    file.write_bytes(gzip.decompress((FROZEN / "database-0.1.0.db.gz").read_bytes()))
    return tmp_path


@pytest.fixture(params=["file", pytest.param("server", marks=pytest.mark.slow)])
def database(request):
    """Return the address of the database on a server, or "" for the file."""
    if request.param == "file":
        return ""
    postgres = request.getfixturevalue("postgres")
    name = f"frozen_{secrets.token_hex(6)}"
    dump = gzip.decompress((FROZEN / "database-0.1.0.sql.gz").read_bytes()).decode()
    postgres.execute(re.sub(r"\bfrozen\b", name, dump))
    return postgres.schema(name)


@pytest.fixture
def groups(folder, database):
    with closing(open_groups(folder, database=database)) as groups:
        yield groups


def links(directory, access):
    found = {}
    for info in directory.evenings():
        rules = access.rules(info.id)
        found[str(info.id)] = {
            "name": info.name,
            "opened_at": info.opened_at,
            "record": rules.record_key,
            "watch": rules.watch_key,
            "records": rules.records,
            "second_look": rules.second_look,
            "code": access.code(info.id),
            "devices": [
                [one.id, one.name, one.seat, one.is_host, one.watches]
                for one in access.devices(info.id)
            ],
        }
    return found


def test_links_devices_and_codes_stay(groups):
    tables = groups.tables
    assert links(groups.store, groups.access_store) == EXPECTED["group_links"]
    assert links(tables.evenings.log, tables.access_store) == EXPECTED["links"]


def test_evenings_stay(groups):
    log = groups.tables.evenings.log
    balances, lengths, seals = {}, {}, {}
    for info in log.evenings():
        evening = groups.tables.evenings.evening(info.id)
        balances[str(info.id)] = {one.player: one.amount for one in figures(evening.state).people}
        lengths[str(info.id)] = evening.length
        seals[str(info.id)] = log.seal(info.id, evening.length).hex()
    assert (balances, lengths, seals) == (
        EXPECTED["balances"], EXPECTED["lengths"], EXPECTED["seals"],
    )  # fmt: skip


@pytest.mark.parametrize("number", EXPECTED["groups"])
def test_groups_come_to_the_same(groups, number):
    expected = EXPECTED["groups"][number]
    access = groups.open_group(EXPECTED["group_links"][number]["record"], HOST)
    report, worth = groups.report(access), groups.store.group(int(number)).worth
    # Debts and payments are in the group's money now, so that what was settled stays settled.
    minor, unit = (worth.minor, worth.currency) if worth else (1, "")
    assert report.units_owed == (unit,) and {one.unit for one in report.group.payments} <= {unit}
    assert set(report.group.worths.values()) == ({worth} if worth else set())
    assert {
        "name": report.group.name,
        "worth": [worth.minor, worth.currency] if worth else None,
        "evenings": {
            str(one.id): report.group.evenings[one.id] is not None for one in report.evenings
        },
        "people": {one.name: one.amount for one in report.figures.people},
        "debts": [
            [one.source, one.target, one.amount // minor] for one in report.plan(unit).transfers
        ],
        "still_open": {name: amount // minor for name, amount in report.still_open(unit).items()},
        "payments": [
            [one.source, one.target, one.amount // minor] for one in report.group.payments
        ],
        "spellings": {name: report.group.person(name) for name in expected["spellings"]},
    } == expected


def is_payment_of(entry, chips):
    return isinstance(entry, GroupPaid) and entry.amount == chips * 10


def test_rows_keep_who_made_them_and_the_forms_that_made_them(groups):
    access = groups.open_group(EXPECTED["group_links"]["1"]["record"], HOST)
    rows = {type(row.entry): row for row in groups.store.group(1).rows}
    assert {Renamed, EveningHidden, PersonMerged, GroupPaid} <= rows.keys()
    made = [row for row in groups.store.group(1).rows if is_payment_of(row.entry, 4)]
    assert [row.device for row in made] == [GUEST]
    before = groups.store.group(1)
    assert before.worth and made[0].entry.currency == before.worth.currency
    # The forms of a payment and of an undone payment.
    for number, amount in ((made[0].number, 4), (made[0].number + 1, 3)):
        paid, form = GroupPaid("Ann", "Bob", amount), f"group-entry-{number - 1:03}"
        assert groups.submit(access, paid, form).payments == before.payments


@pytest.mark.parametrize("command", ["list", "check", "backup {0}", "restore {1}", "copy {2} {3}"])
def test_commands_leave_it_as_it_is(folder, database, tmp_path, capsys, command):
    """A backup of the file is made as it is (`tests/test_cli.py`)."""
    if not database and command.startswith(("backup", "restore")):
        return
    other = tmp_path / "other"
    open_store(other).close()
    places = (tmp_path / "new.db", other / "companion.db", other, database or folder)
    there = ("--database", database) if database and "copy" not in command else ()
    assert main(["--instance", str(folder), *command.format(*places).split(), *there]) == 2
    assert "older version" in capsys.readouterr().err and not places[0].exists()
    assert "studies" in examine(folder, database)


def test_the_upgraded_database_is_sound(groups):
    assert list(groups.tables.evenings.log.faults()) == []


def test_it_is_backed_up_before_the_upgrade(folder, capsys):
    with closing(open_store(folder)) as store:
        assert list(store.log.faults()) == []
    (backup,) = (folder / "backups").iterdir()
    assert "m013" in backup.name
    with closing(sqlite3.connect(backup)) as db:
        assert db.execute("select count(*) from group_row").fetchone() == (22,)
    assert main(["--instance", str(folder), "check"]) == 0
    assert "All is well" in capsys.readouterr().out


def test_its_backup_can_be_restored(folder, tmp_path):
    backup = folder / "old.db"
    (folder / "companion.db").rename(backup)
    assert main(["--instance", str(tmp_path), "restore", str(backup)]) == 0
    with closing(open_groups(tmp_path)) as groups:
        assert links(groups.store, groups.access_store) == EXPECTED["group_links"]


def test_a_foreign_trigger_in_an_old_backup_is_found(folder, tmp_path, capsys):
    backup = folder / "old.db"
    (folder / "companion.db").rename(backup)
    with closing(sqlite3.connect(backup)) as db:
        db.execute("create trigger foreign_one after insert on visit begin select 1; end")
    assert main(["--instance", str(tmp_path), "restore", str(backup)]) == 2
    assert "is not a backup" in capsys.readouterr().err
    assert not (folder / "companion.db").exists()


@pytest.mark.slow
def test_an_older_version_on_a_server_is_refused(postgres):
    address = postgres.schema()
    open_store(FROZEN, address).close()
    postgres.execute("delete from companion_migration where name > 'm006_group_rows'", address)
    with pytest.raises(StoreError) as error:
        open_store(FROZEN, address)
    assert "was made before 0.1.0" in say(error.value.fact)


def test_an_older_version_is_refused_and_left_unchanged(folder, capsys):
    file = folder / "companion.db"
    before = gzip.decompress((FROZEN / "database-10.db.gz").read_bytes())
    file.write_bytes(before)
    with pytest.raises(StoreError) as error:
        open_store(folder)
    assert "was made before 0.1.0" in say(error.value.fact)
    assert file.read_bytes() == before
    backup = folder / "old.db"
    file.rename(backup)
    assert main(["--instance", str(folder), "restore", str(backup)]) == 2
    assert "was made before 0.1.0" in capsys.readouterr().err
