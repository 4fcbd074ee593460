"""The command line: exit codes, messages and output."""

import csv
import gzip
import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion import __version__, cli
from companion.cli import main
from companion.commands import common
from companion.evening.entries import Amended, WorthSet
from companion.evening.record import LARGEST, Record, dumps, loads
from companion.rules.actions import Misdealt, Settled, TurnedUp
from companion.serving import gunicorn
from companion.store import AccessStore, keys, open_log
from companion.store.sqlite.files import FILE
from companion.tables import Limits, open_groups
from companion.tables.access import EXAMPLE
from companion.tables.group_files import example
from tests.goldens import GOLDENS
from tests.test_records import comparable

ROOT = Path(__file__).parent.parent
RECORDS = Path(__file__).parent / "records"
FROZEN = RECORDS / "frozen" / "version-1.json"


@pytest.fixture
def companion(tmp_path, capsysbinary, monkeypatch):
    """Run a command; return its exit code, standard output and standard error."""

    def run(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(["--instance", str(tmp_path / "instance"), *map(str, arguments)])
        out, err = capsysbinary.readouterr()
        return code, out, err.decode()

    return run


def shell(command, stdin=b""):
    """Run ``python -m companion`` in a new process."""
    done = subprocess.run(
        command.format(companion=f"{sys.executable} -m companion"),
        shell=True, cwd=ROOT, input=stdin, capture_output=True, timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr.decode()


@pytest.fixture
def plain(tmp_path):
    """A record in the form that `export` writes."""
    path = tmp_path / "plain.json"
    path.write_bytes(dumps(loads(FROZEN.read_bytes())))
    return path


@pytest.fixture
def broken(tmp_path):
    """A readable record with three entries that the rules refuse."""
    path = tmp_path / "broken.json"
    entries = [
        {"kind": "game-started", "game": "domino-loo", "seats": ["Ann", "Bob"], "dealer": "Ann",
         "depth": "plays"},
        {"kind": "settled"},
        {"kind": "turned-up", "piece": "7-1"},
        {"kind": "turned-up", "piece": "6-3"},
        {"kind": "declared", "player": "Bob", "choice": "drop"},
    ]  # fmt: skip
    head = {"format": "companion-evening", "version": 1, "name": "Broken",
            "opened_at": "2026-11-20T19:30:00Z", "entries": entries}  # fmt: skip
    path.write_text(json.dumps(head))
    return path


def test_version_is_that_of_the_package(companion):
    code, out, _ = companion("--version")
    assert (code, out.decode()) == (0, f"loo-companion {__version__}\n")


def test_the_tab_key_completes_commands_and_options():
    def completed(words):
        environment = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
        environment["_COMPANION_COMPLETE"] = "bash_complete"
        command = [sys.executable, "-m", "companion"]
        how = {"env": {**os.environ, **environment}, "cwd": ROOT, "capture_output": True}
        done = subprocess.run(command, **how)
        return done.stdout.decode().split()

    assert completed("companion exp") == ["plain,export", "plain,export-group"]
    assert completed("companion serve --pu") == ["plain,--public-url"]


# replay


def test_replay_prints_a_report_and_exits_0(companion):
    code, out, err = companion("replay", RECORDS / "three-deals.json")
    assert (code, err) == (0, "")
    report = json.loads(out)
    assert list(report) == ["format", "version", "seal", "games", "problems"]
    assert report.pop("seal")["file"] is None
    golden = json.loads((RECORDS / "three-deals.replay.json").read_text())
    assert comparable(report, golden) == golden


def test_a_record_changed_after_the_export_is_imported_with_a_warning(companion, plain):
    assert companion("replay", plain)[0] == 0
    plain.write_bytes(plain.read_bytes().replace(b'"Eve"', b'"Eva"'))
    code, out, err = companion("replay", plain)
    seal = json.loads(out)["seal"]
    assert code == 1 and seal["file"] != seal["entries"] and json.loads(out)["problems"] == []
    assert (
        err
        == "Frozen, version 1 was changed after it was downloaded: its check code does not fit.\n"
    )
    code, _, again = companion("import", plain)
    assert (code, again) == (0, err)
    exported = loads(companion("export", "1")[1])
    assert exported.seal == seal["entries"] and exported.seals.hold
    assert json.loads(companion("export", "1", "--as", "json")[1])["seal"] == {
        "file": exported.seal, "entries": exported.seal
    }  # fmt: skip


def test_replay_lists_refused_entries_and_exits_1(companion, broken):
    code, out, err = companion("replay", broken)
    assert code == 1
    problems = json.loads(out)["problems"]
    assert [(p["entry"], p["code"]) for p in problems] == [
        (2, "wrong-phase"), (3, "not-in-pack"), (5, "cannot-drop")
    ]  # fmt: skip
    assert all(problem["message"] for problem in problems)
    assert err == ""
    sealed = json.loads(broken.read_bytes()) | {"seal": "0000 0000"}
    code, out, err = companion("replay", "-", stdin=json.dumps(sealed).encode())
    assert code == 1 and json.loads(out)["problems"] == problems and "check code" in err


def test_replay_of_an_unreadable_file_exits_2_with_a_message(companion, tmp_path):
    for content in (b"", b"{", b"\xff\xfe\x00", b"[" * 100_000, b"{}"):
        code, out, err = companion("replay", "-", stdin=content)
        assert (code, out) == (2, b"")
        assert err.startswith("This is not the record of an evening")
    code, _, err = companion("replay", "-", stdin=b" " * (LARGEST + 1000))
    assert code == 2 and "larger than 8 MB" in err
    code, out, err = companion("replay", tmp_path / "none.json")
    assert (code, out) == (2, b"") and "No such file" in err
    assert companion("replay", tmp_path)[0] == 2
    data = FROZEN.read_bytes().replace(b'"settled"', b'"sang"')
    code, _, err = companion("replay", "-", stdin=data)
    assert code == 2 and err.count("Entry ") == data.count(b'"sang"') > 3


def test_replay_reads_standard_input_and_touches_no_database(companion, plain, tmp_path):
    assert companion("replay", "-", stdin=FROZEN.read_bytes()) == companion("replay", FROZEN)
    data = plain.read_bytes().replace(b'"Eve"', '"سارة"'.encode())
    assert "سارة" in companion("replay", "-", stdin=data)[1].decode()
    assert not (tmp_path / "instance").exists()


def test_a_process_has_the_same_exit_codes_and_output(companion, broken):
    assert shell("{companion} replay -", broken.read_bytes()) == companion("replay", broken)
    assert shell(f"{{companion}} replay {FROZEN} | true")[1:] == (b"", "")
    code, _, err = shell(f"{{companion}} replay {FROZEN} > /dev/full")
    assert (code, err) == (2, "Cannot write the output: No space left on device.\n")


# import, export, list


def test_an_imported_record_is_exported_byte_by_byte(companion, plain):
    code, out, err = companion("import", plain)
    assert (code, err) == (0, "")
    assert "was imported as evening 1: /e/" in out.decode()
    code, out, err = companion("export", "1")
    assert (code, err) == (0, "")
    assert out == plain.read_bytes()


def test_an_evening_is_exported_by_its_link_too(companion, plain):
    _, out, _ = companion("import", "-", stdin=plain.read_bytes())
    link = out.decode().split()[-1]
    for evening in (link, link.removeprefix("/e/"), f"http://192.168.0.7:8000{link}"):
        assert companion("export", evening)[1] == plain.read_bytes()


def test_an_evening_is_exported_for_programs_and_spreadsheets(companion, plain):
    companion("import", plain)
    assert companion("export", "1", "--as", "json") == companion("replay", plain)
    deals = companion("export", "1", "--as", "csv")[1].decode("utf-8-sig").splitlines()
    assert deals[0].startswith('"game","game_id","deal","dealer"')
    ledger = companion("export", "1", "--as", "ledger")[1].decode("utf-8-sig").splitlines()
    assert ledger[0].startswith('"game","game_id","deal","from","to","amount"')


def test_an_exported_evening_has_the_worth_of_its_group(companion, tmp_path):
    record = RECORDS / "three-deals.json"
    companion("import", record)
    with closing(open_groups(tmp_path / "instance")) as groups:
        group = groups.open_group(groups.start("Regulars", "phone", "start-0001").key, "phone")
        groups.submit(group, WorthSet(10, "EUR"), "worth-0001")
        info = groups.tables.evenings.log.evening(1)
        groups.tables.access_store.visit("phone", info, host=True)
        groups.add(group, groups.tables.open_table(info.key, "phone"), takes_worth=True)
    for form in ("csv", "ledger"):
        rows = companion("export", "1", "--as", form)[1].decode("utf-8-sig").splitlines()
        assert {row["currency"] for row in csv.DictReader(rows)} == {"EUR"}
    worth = json.loads(companion("export", "1", "--as", "json")[1])["worth"]
    assert worth == {"minor": 10, "currency": "EUR"}
    assert b"worth" not in companion("export", "1")[1]


def test_an_unknown_evening_is_reported(companion, plain):
    companion("import", plain)
    for evening in ("7", "0", "nothing", "/e/nothing", "", "-1", "9" * 30, "9" * 5000, "²"):
        code, out, err = companion("export", "--", evening)
        assert (code, out) == (2, b"") and "There is no evening" in err


def test_a_refused_record_is_not_imported_and_all_problems_are_listed(companion, broken):
    code, out, err = companion("import", broken)
    assert (code, out) == (1, b"")
    for problem in ("entry 2: ", "entry 3: ", "entry 5: ", "(wrong-phase)", "(not-in-pack)"):
        assert problem in err
    assert companion("list")[1] == b""


RESULTS = """Datum;Spiel;Spieler;Ergebnis
5.1.2024;Skat;Ann;2,50
5.1.2024;Skat;Bob;-2,50
12.1.2024;Loo;Ann;-1
12.1.2024;Loo;Cat;0,9
"""


def test_results_of_a_spreadsheet_need_choices(companion, tmp_path):
    file = tmp_path / "Our Friday.csv"
    file.write_text(RESULTS)
    code, out, err = companion("import", file)
    assert code == 1
    assert out.decode().splitlines() == [
        "2 evenings, 2 deals",
        "5 January 2024 – 12 January 2024",
        "People: Ann, Bob and Cat",
        "Games: Skat and Loo",
        "2024-01-12, Loo: what all win and lose adds up to -0.10, not to 0.",
    ]
    assert err == "Nothing was imported. Choose --currency and --unbalanced.\n"
    code, _, err = companion("import", file, "--unbalanced", "points", "--currency", "pounds")
    assert code == 2 and "three capital letters" in err
    assert companion("groups")[2] == "No groups yet.\n"


def test_results_of_a_spreadsheet_make_a_group(companion, tmp_path):
    file = tmp_path / "Our Friday.csv"
    file.write_text(RESULTS)
    options = ("--unbalanced", "leave-out", "--currency", "EUR", "--settled")
    code, out, _ = companion("import", file, *options)
    assert code == 0
    assert "They were imported into group 1, Our Friday: /g/" in out.decode()
    # Again, it is told, and nothing doubles.
    code, out, _ = companion("import", file, *options)
    assert code == 0
    assert "This file was imported on " in out.decode()
    assert companion("list")[1].decode().count("2024-01-05") == 1
    record = json.loads(companion("export", "2")[1])
    assert record["entries"][-1] == {"kind": "paid", "from": "Bob", "to": "Ann", "amount": 250}


def test_results_of_a_spreadsheet_join_a_group(companion, tmp_path):
    file, more = tmp_path / "a.csv", tmp_path / "b.csv"
    file.write_text("date;Ann;Bob\n3/4/2024;1;-1\n")
    more.write_text("date;ANN;Cat\n3/4/2024;2;-2\n")
    assert companion("import", file)[2] == "Nothing was imported. Choose --order.\n"
    assert companion("import", file, "--order", "month", "--game", "Gin")[0] == 0
    code, out, _ = companion(
        "import", more, "--group", "1", "--order", "day", "--worth", "0.10", "--currency", "EUR"
    )
    assert code == 0 and b"into group 1, a:" in out
    listed = companion("list")[1].decode()
    assert "2024-03-04" in listed and "2024-04-03" in listed
    figures = companion("figures", "1")[1].decode()
    assert '"Ann","",1,1' in figures and "ANN" not in figures and "Gin" in figures
    assert companion("import", more, "--group", "7", "--order", "day")[0] == 2


def test_faults_of_a_spreadsheet_are_listed(companion, tmp_path):
    file = tmp_path / "a.csv"
    file.write_text("date;Ann;Bob\n31.2.2024;1;=A1\n")
    code, out, err = companion("import", file)
    assert code == 2
    assert out.decode().splitlines() == []
    assert err.splitlines() == [
        "Row 2, “date”: “31.2.2024” is not a day from 1970 until tomorrow.",
        "Row 2, “Bob”: “=A1” is not a number. If it is a formula, save the values only.",
    ]


def test_a_file_that_is_not_a_record_is_not_imported(companion):
    assert companion("import", "-", stdin=b"hello")[0] == 2
    assert companion("list")[1] == b""


def test_list_shows_number_day_name_and_link_newest_first(companion, plain, tmp_path):
    later = loads(plain.read_bytes())
    data = dumps(type(later)("Later", "2027-01-02T00:00:00Z", later.entries))
    companion("import", plain)
    companion("import", "-", stdin=data)
    code, out, err = companion("list")
    assert (code, err) == (0, "")
    first, second = out.decode().splitlines()
    assert first.split()[:3] == ["2", "2027-01-02", "Later"]
    assert second.split()[:2] == ["1", "2026-11-20"]
    log = open_log(tmp_path / "instance")
    for line, number in ((second, 1), (first, 2)):
        rules = AccessStore(log).rules(number)
        assert line.split()[-2:] == [f"/e/{rules.record_key}", f"/e/{rules.watch_key}"]
    log.close()


def test_list_without_evenings_is_empty(companion, tmp_path):
    open_log(tmp_path / "instance").close()
    assert companion("list") == (0, b"", "No evenings yet.\n")
    assert companion("groups") == (0, b"", "No groups yet.\n")


READING = [
    "list", "groups", "export 1", "export-group 1", "figures 1", "delete 1", "backup", "check",
]  # fmt: skip


def test_a_mistyped_data_folder_is_not_created(companion, tmp_path):
    for command in READING:
        code, out, err = companion(*command.split())
        assert (code, out) == (2, b"") and "no database" in err and "--instance" in err
        assert list(tmp_path.iterdir()) == []
    # An unreadable folder may contain a database.
    (tmp_path / "instance").write_text("a file")
    for command in READING:
        code, out, err = companion(*command.split())
        assert code and "no database in" not in err and "cannot be used" in err + out.decode()


@pytest.fixture
def older(tmp_path):
    """A data folder with a database of version 0.1.0."""
    folder = tmp_path / "instance"
    folder.mkdir()
    frozen = RECORDS / "frozen" / "database-0.1.0.db.gz"
    (folder / FILE).write_bytes(gzip.decompress(frozen.read_bytes()))
    return folder


def contents(folder):
    """Return the files of a data folder, with the database as its text."""
    with closing(sqlite3.connect(folder / FILE)) as db:
        return {file.name for file in folder.iterdir()}, sorted(db.iterdump())


def test_only_the_server_upgrades_a_database(companion, older, plain, tmp_path, monkeypatch):
    before = contents(older)
    changing = [f"import {plain}", f"copy {older} {tmp_path / 'to'}", "copy {0} {1}"]
    new = tmp_path / "new"
    open_log(new).close()
    changing[2] = changing[2].format(new, older)
    for command in [one for one in READING if one != "backup"] + changing:
        code, out, err = companion(*command.split())
        assert (code, out) == (2, b"") and "m013_studies" in err and "Start the server" in err
        assert contents(older) == before and not (tmp_path / "to").exists()
    monkeypatch.setattr(gunicorn, "serve", lambda *_, **_options: None)
    assert companion("serve")[0] == 0 and companion("list")[0] == 0
    assert len(list((older / "backups").glob("companion-before-m013_studies-*.db"))) == 1


def test_an_older_database_is_backed_up_as_it_is(companion, older, tmp_path):
    """The nightly backup may come between an upgrade of the program and the start of the server."""
    before = contents(older)
    assert companion("backup", tmp_path / "backup.db")[0] == 0
    with closing(sqlite3.connect(tmp_path / "backup.db")) as db:
        assert sorted(db.iterdump()) == before[1]
    names, log = contents(older)
    assert log == before[1] and names == before[0] | {"last-backup"}
    assert companion("restore", tmp_path / "backup.db")[0] == 0 and companion("list")[0] == 0


# backup


def test_a_restore_without_keys_says_what_is_lost(companion, plain, tmp_path):
    companion("import", plain)
    companion("backup", tmp_path / "backup.db")
    out = companion("restore", tmp_path / "backup.db")[1].decode()
    assert "has no keys" in out and "new host link" in out
    keys.server_key(tmp_path / "instance")
    assert "has no keys" not in companion("restore", tmp_path / "backup.db")[1].decode()


def test_a_backup_can_be_restored(companion, plain, tmp_path):
    companion("import", plain)
    code, out, err = companion("backup", tmp_path / "backup.db")
    assert (code, err) == (0, "")
    assert str(tmp_path / "backup.db") in out.decode()
    companion("delete", "1", "--yes", "--no-export")
    code, out, err = companion("restore", tmp_path / "backup.db")
    assert (code, err) == (0, "")
    (aside,) = (tmp_path / "instance").glob("before-restore-*")
    assert f"companion --instance {aside} list" in out.decode()
    assert companion("export", "1")[1] == plain.read_bytes()
    assert companion("restore", tmp_path / "none.db")[0] == 2


def test_check_finds_damage(companion, plain, tmp_path):
    companion("import", plain)
    with closing(open_groups(tmp_path / "instance")) as groups:
        example(groups)
        code, out, err = companion("check")
        assert (code, err) == (0, "")
        assert b"Evenings checked: 4. Groups checked: 1." in out and len(out.splitlines()) == 1
    with closing(sqlite3.connect(tmp_path / "instance" / FILE)) as db:
        db.execute("drop trigger entry_no_delete")
        db.execute("delete from entry where evening = 1 and seq = 3")
        db.commit()
    code, out, err = companion("check")
    assert (code, err) == (1, "")
    assert b"Evening 1, " in out and b"Entry 3 is missing." in out and b"restore" in out
    (tmp_path / "instance" / FILE).write_bytes(b"This is no database. " * 100)
    code, out, err = companion("check")
    assert code == 1 and b"is not a database" in out


def test_control_characters_in_names_are_escaped(companion, plain, tmp_path):
    companion("import", plain)
    with closing(sqlite3.connect(tmp_path / "instance" / FILE)) as db:
        db.execute("update evening set name = 'Ann\x1b[2J\nAll is well\u202eé'")
        db.execute("drop trigger entry_no_delete")
        db.execute("delete from entry where seq = 3")
        db.commit()
    for command in ("check", "list"):
        _, out, _ = companion(command)
        assert rb"Ann\x1b[2J\nAll is well\u202e" + "é".encode() in out
        assert b"\x1b" not in out


def test_the_figures_of_a_group(companion, tmp_path):
    groups = open_groups(tmp_path / "instance")
    with closing(groups.tables):
        example(groups)
    code, _, err = companion("figures", "7")
    assert code == 2 and "There is no group '7'" in err and "`companion groups`" in err
    number, _, name = companion("groups")[1].decode().split()[:3]
    assert name == "Example:"
    rows = companion("figures", number)[1].decode("utf-8-sig").splitlines()
    # Ben +77, +9, +24; Ada -33, +46, -11.
    assert [row.split(",")[10] for row in rows if row.startswith(('"Ben","",', '"Ada","",'))] == [
        "110",
        "2",
    ]
    found = json.loads(companion("figures", number, "--as", "json")[1])
    assert (found["format"], found["version"]) == ("companion-figures", 2)
    assert (found["name"], found["unit"], found["others"]) == ("Example: Saturday", "", [])
    # A chip is worth 10 cents in each of the evenings.
    assert found["owed"] == {"EUR": found["owed"]["EUR"]}
    assert found["owed"]["EUR"]["Dev"] == 10 * (51 - 14 - 9)


def test_a_group_is_exported_and_imported_byte_by_byte(companion, tmp_path):
    with closing(open_groups(tmp_path / "instance")) as groups:
        example(groups)
    number = companion("groups")[1].split()[0].decode()
    code, whole, _ = companion("export-group", number)
    assert code == 0 and companion("export-group", "99")[0] == 2
    code, out, _ = companion("import", "-", stdin=whole)
    assert code == 0 and b"was imported as group" in out
    there = [line.split()[0].decode() for line in companion("groups")[1].splitlines()]
    assert len(there) == 2
    assert {companion("export-group", one)[1] for one in there} == {whole}
    newer = whole.replace(b'"version":1', b'"version":2', 1)
    code, _, err = companion("import", "-", stdin=newer)
    assert code == 2 and err
    wrong = whole.replace(b'{"kind":"settled"}', b'{"kind":"settled"},{"kind":"settled"}', 1)
    code, _, err = companion("import", "-", stdin=wrong)
    assert code == 1 and "evening 1 of the file" in err
    assert len(companion("groups")[1].splitlines()) == 2


def test_a_group_is_exported_for_spreadsheets(companion, tmp_path):
    with closing(open_groups(tmp_path / "instance")) as groups:
        example(groups)
    number, *_ = companion("groups")[1].split()
    number = number.decode()
    figures = companion("export-group", number, "--as", "figures")
    assert figures == companion("figures", number) and figures[0] == 0
    for form, each in (("deals", "csv"), ("ledger", "ledger")):
        code, out, err = companion("export-group", number, "--as", form)
        heading, *rows = out.decode("utf-8-sig").splitlines()
        assert (code, err) == (0, "")
        # The evenings one after the other, the oldest first, under one heading.
        numbers = [line.split()[0].decode() for line in companion("list")[1].splitlines()]
        files = [
            companion("export", one, "--as", each)[1].decode("utf-8-sig").splitlines()
            for one in reversed(numbers)
        ]
        assert {file[0] for file in files} == {heading}
        assert rows == [row for file in files for row in file[1:]]


def test_an_evening_that_cannot_be_read_is_named(companion, tmp_path):
    with closing(open_groups(tmp_path / "instance")) as groups:
        example(groups)
        group = groups.access_store.evenings(EXAMPLE, limit=1)[0]
        log = groups.tables.evenings.log
        bad = log.open_evening("Of tomorrow", [Settled()], "phone")
        log.open_evening("Apart", [Settled()], "phone")
        groups.tables.access_store.visit("phone", bad, host=True)
        access = groups.access_store.open(group.key, "").as_host()
        groups.add(access, groups.tables.open_table(bad.key, "phone"))
    for form in ("deals", "ledger", "figures"):
        code, out, err = companion("export-group", f"{group.id}", "--as", form)
        assert (
            code == 0 and f"Evening {bad.id}, Of tomorrow, cannot be read and is left out." in err
        )
        assert "Apart" not in err and out


@pytest.fixture
def here(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


def test_an_evening_is_exported_and_deleted_after_a_confirmation(companion, plain, here):
    companion("import", plain)
    for answer in (b"\n", b"yes\n", b""):
        code, _, err = companion("delete", "1", stdin=answer)
        assert (code, err) == (1, "Nothing was deleted.\n") and list(here.iterdir()) == []
    code, out, _ = companion("delete", "1", stdin=b"delete\n")
    assert code == 0 and b"Evening 1 was deleted." in out
    (file,) = here.iterdir()
    assert file.read_bytes() == plain.read_bytes() and file.stat().st_mode & 0o77 == 0
    assert companion("list")[1] == b"" and companion("export", "1")[0] == 2
    assert companion("import", file)[0] == 0


def test_delete_stops_if_the_export_fails(companion, plain, here):
    companion("import", plain)
    file = here / f"evening-1-{loads(plain.read_bytes()).opened_at[:10]}.json"
    file.write_text("mine")
    code, _, err = companion("delete", "1", "--yes")
    assert code == 1 and "already exists" in err and file.read_text() == "mine"
    assert companion("export", "1")[0] == 0
    assert companion("delete", "1", "--yes", "--no-export")[0] == 0
    assert file.read_text() == "mine" and companion("list")[1] == b""


def test_a_damaged_database_is_explained(companion, tmp_path):
    (tmp_path / "instance").mkdir()
    (tmp_path / "instance" / FILE).write_bytes(b"This is no database. " * 100)
    for command in READING[:-1]:
        code, out, err = companion(*command.split())
        assert (code, out) == (2, b"") and "is not a database" in err


# The commands themselves


@pytest.mark.parametrize(
    "arguments",
    ["", "sing", "replay", "replay a b", "restore a b", "backup --keep 0", "export 1 --as xml"]
    + [f"serve --port {port}" for port in ("0", "65536", "-1", "8000.5", "0x50")]
    + ["serve --workers 0", "serve --public-url loo.example", "serve --public-url https://a/b"],
)
def test_an_unknown_command_exits_2_with_help(companion, tmp_path, arguments):
    (tmp_path / "instance").mkdir()
    (tmp_path / "instance" / FILE).touch()
    code, out, err = companion(*arguments.split())
    assert (code, out) == (2, b"") and "Usage: companion" in err
    assert arguments.rpartition("--")[2].partition(" ")[0] in err


def test_a_folder_that_cannot_be_written_is_named(companion, monkeypatch, tmp_path):
    (tmp_path / "instance").mkdir()
    monkeypatch.setattr("os.access", lambda *_: False)
    code, _, err = companion("serve")
    assert code == 2 and "cannot be used: Permission denied" in err


def test_budgets_are_given_by_name(companion, monkeypatch):
    given = []
    monkeypatch.setattr(gunicorn, "serve", lambda *_, **options: given.append(options["limits"]))
    assert companion("serve", "--budget", "evenings=5", "--budget", "streams=7")[0] == 0
    assert given == [Limits(evenings=5, streams=7)]
    for wrong in ("evening=5", "evenings", "evenings=-1", "evenings=many", "evenings=1e9"):
        code, _, err = companion("serve", "--budget", wrong)
        assert code == 2 and "evenings=60" in err
    code, _, err = companion("serve", "--budget", "megabytes=65")
    assert code == 2 and "from 1 to 64" in err


def test_the_address_of_the_pocket_is_given(companion, monkeypatch):
    given = []
    monkeypatch.setattr(
        gunicorn, "serve", lambda *_, **options: given.append(options["pocket_url"])
    )
    assert companion("serve")[0] == 0
    assert companion("serve", "--pocket", "https://loo.example.org/Pocket/")[0] == 0
    assert given == ["", "https://loo.example.org/Pocket/"]
    for wrong in (
        "loo.example.org",
        "javascript:alert(1)",
        "https://loo.example.org/ a",
        "https:///a",
    ):
        code, _, err = companion("serve", "--pocket", wrong)
        assert code == 2 and "like https://loo.example.org/pocket/" in err


@pytest.mark.parametrize(
    ("named", "warned"),
    [
        ((), True),
        (("--public-url", "HTTPS://Loo.Example"), False),
        (("--allow-host", "a.b"), False),
    ],
)
def test_a_proxy_needs_its_name(companion, monkeypatch, named, warned):
    monkeypatch.setattr(gunicorn, "serve", lambda *_, **_options: None)
    code, _, err = companion("serve", "--behind-proxy", *named)
    assert code == 0 and ("--public-url" in err) == warned
    assert companion("serve", *named)[2] == ""


def test_a_data_folder_that_cannot_be_created_is_explained(companion, tmp_path):
    (tmp_path / "instance").touch()
    for command in ("serve", "list"):
        code, out, err = companion(command)
        assert (code, out) == (2, b"")
        assert str(tmp_path / "instance") in err and "COMPANION_INSTANCE=DIR" in err


def test_the_data_folder_comes_from_the_environment_or_is_the_users(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "here"))
    assert main(["list"]) == 2 and f"in {tmp_path / 'here'}." in capsys.readouterr().err
    monkeypatch.setenv("COMPANION_INSTANCE", "")
    assert cli.default_instance() == ROOT / "instance"
    monkeypatch.setattr(cli, "CHECKOUT", tmp_path)  # as in an installation
    monkeypatch.setenv("HOME", str(tmp_path))
    users = tmp_path / ".local" / "share" / "loo-companion"
    for name, folder in (("/data", "/data/loo-companion"), ("data", users), ("", users)):
        monkeypatch.setenv("XDG_DATA_HOME", name)
        assert str(cli.default_instance()) == str(folder)


@pytest.mark.parametrize("command", sorted(cli.companion.commands))
def test_every_command_has_help(companion, command):
    code, out, err = companion(command, "--help")
    assert (code, err) == (0, "") and f"companion {command} " in out.decode()
    assert f"  {command} " in companion("--help")[1].decode()


def test_a_command_takes_the_backup_elsewhere(companion, plain, tmp_path):
    companion("import", plain)
    elsewhere = tmp_path / "elsewhere.db"
    code, _, err = companion(
        "backup", tmp_path / "one.db", "--then", f"cp --target {elsewhere} {{}}"
    )
    assert code == 1 and "The backup is there, but this command failed (exit code 1)" in err
    move = (
        f"{sys.executable} -c 'import shutil, sys; shutil.copy(sys.argv[1], \"{elsewhere}\")' {{}}"
    )
    code, _, err = companion("backup", tmp_path / "two.db", "--then", move)
    assert (code, err) == (0, "") and elsewhere.read_bytes() == (tmp_path / "two.db").read_bytes()
    code, _, err = companion("backup", tmp_path / "three.db", "--then", "no-such-program {}")
    assert code == 1 and "No such file" in err and (tmp_path / "three.db").exists()


def names(folder):
    return sorted(file.name for file in folder.iterdir())


@pytest.mark.parametrize(("keep", "left"), [(10, 7), (8, 7), (7, 6), (3, 2), (1, 0)])
def test_as_many_backups_are_kept_as_asked_for(companion, plain, tmp_path, keep, left):
    companion("import", plain)
    older = [tmp_path / f"companion-2020010{day}-050000.db" for day in range(1, 8)]
    upgrade = tmp_path / "companion-before-m011-20200101-050000.db"
    for file in (*older, upgrade):
        file.touch()
    code, out, _ = companion("backup", tmp_path, "--keep", keep)
    assert code == 0 and out.count(b"was deleted") == 7 - left
    assert [file.exists() for file in older] == [False] * (7 - left) + [True] * left
    assert upgrade.exists()


def test_a_clock_that_went_back_deletes_no_new_backup(companion, plain, tmp_path):
    companion("import", plain)
    later = [f"companion-209912{day}-050000.db" for day in (29, 30, 31)]
    for name in (*later, "companion-20200101-050000.db"):
        (tmp_path / name).touch()
    listed = tmp_path / "listed"
    code, out, err = companion("backup", tmp_path, "--keep", 1, "--then", f"cp {{}} {listed}")
    (new,) = {name for name in names(tmp_path) if name.endswith(".db")} - {*later}
    assert code == 0 and listed.read_bytes() == (tmp_path / new).read_bytes()
    assert new in out.decode() and "companion-20200101-050000.db" in out.decode()
    assert all(name in err for name in later)


def test_two_backups_in_one_second_have_two_names(companion, plain, tmp_path):
    companion("import", plain)
    assert [companion("backup", tmp_path)[0] for _ in range(2)] == [0, 0]
    assert sum(name.endswith(".db") for name in names(tmp_path)) == 2


# Long checks


@pytest.mark.parametrize("command", ["replay", "import"])
def test_a_long_check_reports_its_progress(companion, plain, command, monkeypatch):
    number = len(loads(plain.read_bytes()).entries)
    code, _, err = companion(command, plain)
    assert code == 0 and "Checked" not in err
    monkeypatch.setattr(common, "REPORTED_EVERY", -1.0)
    code, _, err = companion(command, plain)
    assert code == 0
    assert err.splitlines()[-1] == f"Checked {number} of {number} entries."


@pytest.mark.parametrize("command", ["replay", "import"])
def test_a_long_check_stops_at_once(tmp_path, command):
    entries = loads(FROZEN.read_bytes()).entries[:1]
    many = (*entries, *(one for _ in range(2_000) for one in (TurnedUp("6-3"), Misdealt())))
    corrections = tuple(Amended(2 * n + 2, TurnedUp("6-4")) for n in range(900))
    file = tmp_path / "long.json"
    file.write_bytes(dumps(Record("Long", "2026-11-20T19:30:00Z", many + corrections)))
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "--instance", tmp_path / "data", command, file],
        cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stderr.readline().startswith("Checked ")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130 and err.splitlines()[-1] == "Stopped."
    assert "Traceback" not in err


def test_study_prints_what_could_have_been_won(companion, broken):
    code, out, err = companion("study", GOLDENS["cards-three-plays"])
    found = json.loads(out)
    assert (code, err) == (0, "") and list(found) == ["format", "version", "deals"]
    assert (found["format"], found["version"]) == ("companion-study", 1)
    bob = {"taken": 2, "sure": 3, "most": 3, "lost_at": {"trick": 1, "piece": "4D"}}
    assert found["deals"][0]["players"]["Bob"] == bob
    code, out, err = companion("study", RECORDS / "three-deals.json")
    assert [one["why_not"] for one in json.loads(out)["deals"]] == ["depth"] * 3
    code, out, err = companion("study", broken)
    assert code == 1 and json.loads(out)["deals"] is not None and err.count("Entry ") == 3
    code, out, err = companion("study", "-", stdin=b"{}")
    assert (code, out) == (2, b"") and err.startswith("This is not the record of an evening")
