"""The connection to the database is cut at each exchange, and nothing is lost or doubled."""

import os
import socket
import threading
from contextlib import closing
from functools import partial

import psycopg
import pytest
from psycopg_pool import ConnectionPool

from companion.store import StoreError
from companion.store.postgresql import connection
from companion.tables import Denied, open_groups
from tests.tables.test_faults import STEPS, contents, in_memory_is_what_is_in_the_log, others_go_on

pytestmark = pytest.mark.slow
MOMENTS = 24


class Cut:
    """Cut the connection at one exchange with the server, before or after it."""

    def __init__(self):
        self.at, self.seen, self.is_late = -1, 0, False

    def arm(self, at=-1, is_late=False):
        self.at, self.seen, self.is_late = at, 0, is_late

    def is_now(self):
        # The pool opens connections in its own threads.
        if threading.current_thread() is not threading.main_thread():
            return False
        self.seen += 1
        return self.seen - 1 == self.at


def cut_by(cut):
    """Return a class of connections that are cut at this point."""

    class Cuttable(psycopg.Connection):
        def wait(self, gen, *args, **options):
            if cut.is_now():
                # Close one direction: the server executes the request, but the response is lost.
                with closing(socket.socket(fileno=os.dup(self.fileno()))) as line:
                    line.shutdown(socket.SHUT_RD if cut.is_late else socket.SHUT_RDWR)
            return super().wait(gen, *args, **options)

    return Cuttable


def stands(groups):
    rows = groups.tables.evenings.log.connection.rows
    return contents(lambda query: rows(query, {}))


def play(folder, address, monkeypatch, at):
    """Run all steps, cutting the connection once in each; yield the content after each, and if it failed."""
    cut = Cut()
    pool = partial(ConnectionPool, connection_class=cut_by(cut))
    with monkeypatch.context() as patch:
        patch.setattr(connection, "ConnectionPool", pool)
        groups = open_groups(folder, database=address)
    with closing(groups.tables):
        for place, name in enumerate(STEPS):
            step = STEPS[name](groups)
            is_late = (at + place) % 2 == 1
            cut.arm(at, is_late)
            failed = False
            try:
                step(groups)
            except StoreError:
                failed = True
            cut.arm()
            if failed:
                try:
                    step(groups)
                except Denied:  # the step succeeded, and its device is no longer the host
                    assert name == "hand_over" and is_late
            in_memory_is_what_is_in_the_log(groups)
            yield stands(groups), failed
        others_go_on(groups)


def test_the_connection_is_cut_at_each_exchange(tmp_path, postgres, monkeypatch):
    expected = [after for after, _ in play(tmp_path, postgres.schema(), monkeypatch, -1)]
    all_failed = set()
    for at in range(MOMENTS):
        for name, right, (after, failed) in zip(
            STEPS, expected, play(tmp_path, postgres.schema(), monkeypatch, at), strict=True
        ):
            assert after == right, (name, at)
            all_failed |= {name} if failed else set()
    # The store retries an append, but no transaction of several statements.
    assert {"open", "import_whole_group", "delete", "hand_over"} <= all_failed
