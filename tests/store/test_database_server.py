"""A database on a server: its faults, their messages, and the data afterwards."""

import sys
import threading
import time
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest

from companion.cli import main
from companion.evening.entries import SatIn, SatOut
from companion.store import Conflict, StoreError, keys, open_store, prepare_server
from companion.store.errors import DatabaseTrouble
from companion.store.postgresql import connection as module
from companion.store.postgresql import news
from companion.wording import say
from tests.postgres import Postgres
from tests.store.conformance import told_of
from tests.telling import append, started

pytestmark = pytest.mark.slow

GAME = started("Ann Bob Cat Dan")
PASSWORD = "open-sesame"
ROOT = Path(__file__).parents[1]
LONG = 30


@pytest.fixture
def opened(tmp_path):
    """Return a function that opens a store."""
    stores = []

    def open_one(address):
        stores.append(open_store(tmp_path, address))
        return stores[-1]

    yield open_one
    for store in stores:
        store.close()


@pytest.fixture
def store(opened, database):
    return opened(database)


@pytest.fixture
def evening(store):
    return store.log.open_evening("Friday", (GAME,), "phone").id


def refused(act, *arguments):
    """Return the message and the kind of a `StoreError`."""
    with pytest.raises(StoreError) as caught:
        act(*arguments)
    fact = caught.value.fact
    sentence = say(fact)
    assert PASSWORD not in sentence
    return sentence, getattr(fact, "kind", "")


def until(act):
    """Retry until there is no `StoreError`."""
    give_up = time.monotonic() + LONG
    while True:
        try:
            return act()
        except StoreError:
            assert time.monotonic() < give_up
            time.sleep(0.05)


# The address


@pytest.mark.parametrize(
    ("address", "word"),
    [
        ("postgresql://loo:open-sesame@127.0.0.1:1/loo", "127.0.0.1:1/loo"),
        ("postgresql://loo:open-sesame@nowhere.invalid/loo", "nowhere.invalid/loo"),
        ("postgresql:///loo?host=/nowhere", "/nowhere/loo"),
        ("postgresql://loo:open-sesame@here/loo?colour=red", "postgresql://user:password@"),
        ("loo and open-sesame", "postgresql://user:password@"),
    ],
)
def test_an_unreachable_address(opened, address, word):
    assert word in refused(opened, address)[0]


def test_a_missing_database(opened, postgres):
    sentence, kind = refused(opened, postgres.address("nothing"))
    assert kind == "no-database" and "createdb" in sentence


def test_a_wrong_password(opened, tmp_path, capfd):
    with closing(Postgres()) as server:
        server.execute("create role loo login password 'right'")
        server.execute("create database loo owner loo")
        hba = server.folder / "data" / "pg_hba.conf"
        hba.write_text(f"local all loo scram-sha-256\n{hba.read_text()}")
        server.execute("select pg_reload_conf()")
        where = f"/loo?host={server.folder}"
        until(lambda: opened(f"postgresql://loo:right@{where}"))
        for asking in ("loo:open-sesame", "loo"):
            sentence, kind = refused(opened, f"postgresql://{asking}@{where}")
            assert kind == "password" and str(server.folder) in sentence
        # A server exits at once.
        address = f"postgresql://loo:open-sesame@{where}"
        assert main(["--instance", str(tmp_path), "serve", "--database", address]) == 2
        assert "".join(capfd.readouterr()) == f"{sentence}\n"


def test_a_missing_driver_is_explained(opened, monkeypatch):
    for name in [name for name in sys.modules if name.startswith("companion.store.postgresql")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert "loo-companion[postgresql]" in refused(opened, "postgresql://localhost/loo")[0]


# The schema


def test_a_database_of_another_program_is_left_alone(opened, postgres, database):
    postgres.execute("create table invoice (id integer)", database)
    assert "invoice" in refused(opened, database)[0]
    postgres.execute("drop table invoice", database)
    opened(database)


def test_a_newer_schema(opened, postgres, database, store):
    postgres.execute("insert into companion_migration values ('m999_moon', '')", database)
    assert "m999_moon" in refused(opened, database)[0]


def test_an_encoding_without_all_characters(opened, postgres):
    postgres.execute("create database ascii encoding 'SQL_ASCII' locale 'C' template template0")
    assert "SQL_ASCII" in refused(opened, postgres.address("ascii"))[0]


def test_a_user_who_may_not_create_tables(opened, postgres):
    postgres.execute("create role guest login")
    postgres.execute("create database guarded")
    address = postgres.address("guarded").replace("companion@", "guest@")
    assert refused(opened, address)[1] == "permission"


def test_concurrent_starts_create_the_schema_once(opened, database):
    found = []
    threads = [threading.Thread(target=lambda: found.append(opened(database))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG)
    assert len(found) == 6
    number = found[0].log.open_evening("Friday", (GAME,), "phone").id
    assert all(one.log.read(number) == [GAME] for one in found)


@pytest.mark.parametrize(
    "statement",
    [
        "update entry set body = '{}'",
        "update entry set seal = ''",
        "delete from entry",
        "truncate entry",
        "insert into entry select evening, seq + 2, kind, version, body, said_at, device, 'x' from entry",
        "insert into entry select evening, seq + 1, kind, version, body, said_at, device, entry_id from entry",
        "insert into entry select evening, seq, kind, version, body, said_at, device, entry_id from entry "
        "on conflict (evening, seq) do update set body = '{}'",
        "insert into entry select evening, seq + 1, kind, version, 'no JSON', said_at, device, 'x' from entry",
    ],
)
def test_the_log_is_append_only(store, postgres, database, evening, statement):
    with pytest.raises(psycopg.Error):
        postgres.execute(statement, database)
    assert store.log.read(evening) == [GAME] and list(store.log.faults()) == []


def test_missing_and_disabled_triggers_are_found(store, postgres, database):
    postgres.execute("drop trigger entry_next_seq on entry", database)
    postgres.execute("alter table entry disable trigger entry_append_only", database)
    postgres.execute(
        "create trigger strange before insert on entry execute function entry_next_seq()", database
    )
    found = {fact.detail for _, fact in store.log.faults()}
    assert found == {"entry_next_seq", "entry_append_only", "strange"}


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("drop index entry_first", "entry_first"),
        ("create index more on entry (said_at)", "more"),
        ("alter table entry drop constraint entry_body_check", "entry_body_check"),
        ("alter table entry add column more text", "entry.more"),
        ("alter table visit alter column name drop not null", "visit.name"),
        ("alter table summary set unlogged", "summary"),
        ("drop table health cascade", "health"),
        ("create view more as select * from entry", "more"),
        ("create rule more as on insert to visit do instead nothing", "more"),
        ("create or replace function entry_append_only() returns trigger language plpgsql "
         "as 'begin return new; end'", "entry_append_only"),
        ("create trigger more before insert on visit execute function entry_append_only()", "more"),
    ],
)  # fmt: skip
def test_differences_from_the_schema_are_found(store, postgres, database, statement, name):
    postgres.execute(statement, database)
    assert name in {fact.detail for _, fact in store.log.faults()}


@pytest.mark.parametrize("name", ["companion", "new"])
def test_a_schema_is_sound_whatever_its_name(opened, postgres, name):
    """Definitions of functions contain the name of the schema."""
    assert list(opened(postgres.schema(name)).log.faults()) == []


# While people play


def test_the_database_is_restarted(opened):
    with closing(Postgres()) as server:
        address = server.schema()
        here, elsewhere = opened(address), opened(address)
        number = here.log.open_evening("Friday", (GAME,), "phone").id
        here.log.connection.wait(0)
        server.stop()
        for act in (
            lambda: append(here.log, number, 1, SatOut("Bob"), "b", "phone"),
            lambda: here.log.read(number),
            here.log.connection.check,
        ):
            sentence, kind = refused(act)
            assert kind == "away" and str(server.folder) not in sentence
        server.start()
        assert until(lambda: append(here.log, number, 1, SatOut("Bob"), "b", "phone")) == 2
        here.log.connection.check()
        # Notices arrive again.
        until(lambda: append(elsewhere.log, number, 2, SatIn("Bob"), "c", "phone"))
        assert told_of(here, number) and here.log.read(number)[2:] == [SatIn("Bob")]
        while here.log.connection.wait(0.2) is None:
            pass
        append(elsewhere.log, number, 3, SatOut("Bob"), "d", "phone")
        assert told_of(here, number)


def test_the_first_news_after_a_restart_arrives(opened, monkeypatch):
    """The connection for notices was cut, and the next regular check is too far off."""
    monkeypatch.setattr(news, "LOOK_ANYWAY", LONG)
    with closing(Postgres()) as server:
        address = server.schema()
        here, elsewhere = opened(address), opened(address)
        number = elsewhere.log.open_evening("Friday", (GAME,), "phone").id
        for seq, entry in ((1, SatOut("Bob")), (2, SatIn("Bob"))):
            # Skip the notices that follow connecting.
            while here.log.connection.wait(LONG) is not None:
                pass
            until(
                lambda seq=seq, entry=entry: append(elsewhere.log, number, seq, entry, str(seq), "")
            )
            assert here.log.connection.wait(LONG / 2) == {number}
            server.stop()
            server.start()


def test_connections_that_were_cut_are_replaced(store, postgres, database, evening):
    for seq in range(1, 4):
        postgres.execute(
            "select pg_terminate_backend(pid, 10000) from pg_stat_activity where pid <> pg_backend_pid() "
            "and backend_type = 'client backend'"
        )
        entry = SatOut("Bob") if seq % 2 else SatIn("Bob")
        assert append(store.log, evening, seq, entry, f"entry {seq}", "phone") == seq + 1


def test_a_connection_cut_during_a_write_retries_without_doubling(
    store, postgres, database, evening
):
    """The first cut is after the write, so the store does not know whether it succeeded."""
    postgres.execute("create sequence times", database)
    postgres.execute(
        "create function cut() returns trigger language plpgsql as "
        "$$ begin if nextval('times') <= 2 then perform pg_terminate_backend(pg_backend_pid()); "
        "end if; return null; end $$",
        database,
    )
    postgres.execute(
        "create constraint trigger cut after insert on entry deferrable initially deferred "
        "for each row execute function cut()",
        database,
    )
    assert refused(append, store.log, evening, 1, SatOut("Bob"), "b", "phone")[1] == "away"
    assert append(store.log, evening, 1, SatOut("Bob"), "b", "phone") == 2
    assert append(store.log, evening, 1, SatOut("Bob"), "b", "phone") == 2
    assert store.log.read(evening) == [GAME, SatOut("Bob")]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("53100", "full"),
        ("58030", "disk"),
        ("57014", "busy"),
        ("XX001", "damaged"),
        ("22012", "other"),
    ],
)
def test_a_failed_write_is_reported_and_writes_nothing(
    store, postgres, database, evening, monkeypatch, code, kind
):
    postgres.execute(
        "create function fail() returns trigger language plpgsql as "
        f"$$ begin raise exception 'on purpose' using errcode = '{code}'; end $$",
        database,
    )
    postgres.execute("create trigger fail after insert on entry execute function fail()", database)
    for act in (
        lambda: append(store.log, evening, 1, SatOut("Bob"), "b", "phone"),
        lambda: store.log.open_evening("Saturday", (GAME,), "phone"),
    ):
        assert refused(act)[1] == kind
    assert store.log.read(evening) == [GAME] and len(store.log.evenings()) == 1
    # The health check reports the full disk for a while.
    if kind in ("full", "disk"):
        assert refused(store.log.connection.check)[1] == kind
        monkeypatch.setattr(module, "WRITTEN_AGAIN", timedelta(0))
    store.log.connection.check()
    postgres.execute("drop trigger fail on entry", database)
    assert append(store.log, evening, 1, SatOut("Bob"), "b", "phone") == 2


def test_a_read_only_database(opened, store, database, evening):
    reading = opened(database + "%20-cdefault_transaction_read_only%3Don")
    assert reading.log.read(evening) == [GAME]
    for act in (
        lambda: append(reading.log, evening, 1, SatOut("Bob"), "b", "phone"),
        reading.log.connection.check,
    ):
        assert refused(act)[1] == "read-only"
    assert store.log.read(evening) == [GAME]


def test_waits_are_limited(opened, database, monkeypatch):
    monkeypatch.setattr(module, "_SESSION", "select set_config('lock_timeout', '100ms', false)")
    store = opened(database)
    number = store.log.open_evening("Friday", (GAME,), "phone").id
    with psycopg.connect(database) as other:
        other.execute("select from evening for update")
        kind = refused(append, store.log, number, 1, SatOut("Bob"), "b", "phone")[1]
        assert kind == "busy"
    assert append(store.log, number, 1, SatOut("Bob"), "b", "phone") == 2


def test_writes_are_synchronous_even_if_the_server_says_otherwise(postgres, opened):
    store = opened(postgres.schema().replace("options=", "options=-csynchronous_commit%3Doff%20"))
    assert store.log.connection.rows("show synchronous_commit", {}) == [("on",)]


def test_an_evening_is_deleted_while_others_append(opened, database):
    here, elsewhere = opened(database), opened(database)
    for _ in range(20):
        number = here.log.open_evening("Friday", (GAME,), "phone").id
        ready, answers = threading.Barrier(2), []

        def enter(number=number, ready=ready, answers=answers):
            ready.wait(LONG)
            for seq in range(1, 9):
                entry = SatOut("Bob") if seq % 2 else SatIn("Bob")
                try:
                    answers.append(append(elsewhere.log, number, seq, entry, f"id {seq}", "phone"))
                except Conflict:
                    return

        thread = threading.Thread(target=enter)
        thread.start()
        ready.wait(LONG)
        here.log.delete(number)
        thread.join(LONG)
        assert here.log.read(number) == [] and answers == list(range(2, 2 + len(answers)))


def test_nul_characters(store, evening):
    """PostgreSQL cannot store NUL in text."""
    store.access.visit("phone", store.log.evening(evening))
    store.access.name("phone", evening, "Ann\0", "")
    assert store.access.device("phone", evening).name == "Ann\N{REPLACEMENT CHARACTER}"


def test_errors_without_a_code_have_a_kind():
    fact = module.trouble(psycopg.InterfaceError("the connection is closed"), "here/loo")
    assert fact == DatabaseTrouble("away", "here/loo", "the connection is closed")


# The keys


def test_servers_share_the_keys_of_the_first(tmp_path, database):
    first, second, third = (tmp_path / name for name in "abc")
    own = keys.server_key(first), keys.host_token(first)
    for folder in (first, second, first):
        prepare_server(folder, database)
        assert (keys.server_key(folder), keys.host_token(folder)) == own
        assert (folder / "server.key").stat().st_mode & 0o077 == 0
    others = keys.server_key(third)
    sentence, _ = refused(prepare_server, third, database)
    assert str(third / "server.key") in sentence and "Move it" in sentence
    assert keys.server_key(third) == others
    (third / "server.key").unlink()
    prepare_server(third, database)
    assert (keys.server_key(third), keys.host_token(third)) == own


# The commands


def test_the_commands_work_on_it(tmp_path, database, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    frozen = ROOT / "records" / "frozen" / "version-1.json"

    def run(command, *arguments):
        instance = ["--instance", str(tmp_path / "instance")]
        code = main([*instance, command, *map(str, arguments), "--database", database])
        return code, "".join(capsys.readouterr())

    assert run("import", frozen)[0] == 0
    code, listed = run("list")
    assert code == 0 and "/e/" in listed
    assert run("export", 1)[0] == 0 and run("groups") == (0, "No groups yet.\n")
    assert run("check") == (0, "All is well. Evenings checked: 1. Groups checked: 0.\n")
    assert run("delete", 1, "--yes")[0] == 0 and run("list") == (0, "No evenings yet.\n")
    assert not list(tmp_path.rglob("companion.db"))


@pytest.mark.parametrize("command", ["list", "serve"])
def test_a_command_explains_a_wrong_address(tmp_path, capfd, command):
    address = "postgresql://loo:open-sesame@127.0.0.1:1/loo"
    assert main(["--instance", str(tmp_path), command, "--database", address]) == 2
    said = "".join(capfd.readouterr())
    assert said.count("\n") == 1 and "127.0.0.1:1/loo cannot be reached" in said
    assert PASSWORD not in said


def test_a_damaged_database_is_restored_from_a_backup(postgres, database, store, evening, capsys):
    postgres.execute("alter table entry disable trigger all", database)
    postgres.execute("""update entry set body = '{"kind":"settled"}'""", database)
    postgres.execute("alter table entry enable trigger all", database)
    assert main(["check", "--database", database]) == 1
    said = capsys.readouterr().out
    assert "do not match their seal" in said or "cannot be read" in said
    assert "to an empty database" in said and "companion restore" in said


def test_writers_waiting_for_one_evening_leave_connections_free(store, evening):
    """Requests for one evening must not use up the connections."""
    connection = store.log.connection
    with connection.writing([evening]):
        writers = [
            threading.Thread(target=store.access.set_rules, args=(evening, "all", False))
            for _ in range(2 * module.MOST_CONNECTIONS)
        ]
        for writer in writers:
            writer.start()
        time.sleep(0.2)
        assert connection._pool.get_stats().get("requests_waiting", 0) == 0
        assert len(store.log.read(evening)) == 1
    for writer in writers:
        writer.join(LONG)
        assert not writer.is_alive()


def test_writers_waiting_for_another_server_time_out_together(
    store, database, evening, monkeypatch
):
    """One after the other, the requests would each wait for the full timeout."""
    monkeypatch.setattr(module, "LOCK_PATIENCE", 0.1)
    outcomes = []

    def change():
        try:
            store.access.set_rules(evening, "all", False)
        except StoreError as error:
            outcomes.append(error.fact.kind)

    waiting = [threading.Thread(target=change) for _ in range(5)]
    with closing(psycopg.connect(database)) as other:
        other.execute("select pg_advisory_xact_lock(%s)", (evening,))
        for thread in waiting:
            thread.start()
        give_up = time.monotonic() + 4  # less than the timeout in the database
        while len(outcomes) < 4:
            assert time.monotonic() < give_up
            time.sleep(0.01)
    for thread in waiting:
        thread.join(LONG)
    assert outcomes == ["busy"] * 4
    store.access.set_rules(evening, "own", False)
    assert store.access.rules(evening).records == "own"
