"""Links, codes and devices."""

from contextlib import closing

import pytest

from companion.evening.entries import GameStarted
from companion.store import AccessStore, open_log

GAME = GameStarted("domino-loo", ("Ann", "Bob", "Cat"), "Ann", "plays")


@pytest.fixture
def log(tmp_path):
    with closing(open_log(tmp_path)) as log:
        yield log


@pytest.fixture
def access(log):
    return AccessStore(log)


@pytest.fixture
def info(log):
    return log.open_evening("Friday", (GAME,), "host phone")


def test_keys_do_not_look_like_options(log, access, monkeypatch):
    sound = [letter * 22 for letter in "abc"]
    made = iter(["-" + "1" * 21, "--" + "2" * 20, *sound[:2], "-" + "3" * 21, sound[2]])
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: next(made))
    info = log.open_evening("Friday", (GAME,), "host phone")
    assert [info.key, access.rules(info.id).watch_key] == sound[:2]
    assert access.replace(info.id, "record") == sound[2]
