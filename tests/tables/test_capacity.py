"""An evening with a full log can still be closed, exported and imported."""

from random import Random

import pytest

from companion.errors import EntryError
from companion.evening import capacity
from companion.evening.entries import EveningClosed, Paid, Undone
from companion.evening.record import Record, RecordError
from companion.rules.actions import TurnedUp
from tests.telling import started

GAME = started("Ann Bob Cat Dan", depth="plays")


@pytest.fixture
def short(monkeypatch):
    """Limit evenings to 60 entries; no deal begins after 50."""
    monkeypatch.setattr(capacity, "CAPACITY", 60)
    monkeypatch.setattr(capacity, "LAST_DEAL", 50)


def offered(tables, access, evening):
    """Return the options of the table, and the undo."""
    found = [one for one in tables.options(access, evening) if not isinstance(one, Paid)]
    undoable = tables.undoable(access, evening)
    return [*found, *([Undone(undoable[0])] if undoable else [])]


@pytest.mark.parametrize("seed", range(6))
def test_a_full_evening_can_be_closed(tables, short, seed):
    rng = Random(seed)
    info = tables.open_evening("Friday", [GAME], "host", None)
    host = tables.open_table(info.key, "host")
    evening = tables.evenings.evening(info.id)
    while True:
        wanted = [e for e in offered(tables, host, evening) if not isinstance(e, EveningClosed)]
        rng.shuffle(wanted)
        for entry in wanted:
            if evening.length < 3 and isinstance(entry, Undone):
                continue
            try:
                entry_id = f"entry-{evening.length}"
                evening = tables.submit(host, entry, evening.length, entry_id, True).evening
                break
            except EntryError:
                continue
        else:
            break
    assert evening.length >= 50
    ways = [e for e in offered(tables, host, evening) if isinstance(e, EveningClosed)]
    closed = tables.submit(host, ways[0], evening.length, "close").evening
    assert closed.state.closed and closed.length <= 60
    entries = tuple(tables.evenings.log.read(info.id))
    copy = tables.import_record(Record("Copy", "2026-11-20T19:30:00Z", entries))
    assert tables.evenings.evening(copy.id).state == closed.state


def test_a_longer_evening_is_not_imported(tables, short):
    entries = (GAME, *[one for n in range(2, 62, 2) for one in (TurnedUp("6-3"), Undone(n))])
    with pytest.raises(RecordError) as error:
        tables.import_record(Record("Long", "2026-11-20T19:30:00Z", entries))
    assert error.value.faults[0].most == 60
    assert tables.evenings.log.evenings() == []


def test_a_longer_evening_of_an_older_database_is_read_and_closed(tables, short):
    entries = (GAME, *[one for n in range(2, 82, 2) for one in (TurnedUp("6-3"), Undone(n))])
    info = tables.evenings.log.open_evening("Long", [*entries, TurnedUp("6-3")], "host", None)
    tables.access_store.visit("host", info, host=True)
    host = tables.open_table(info.key, "host")
    evening = tables.evenings.evening(info.id)
    assert evening.length == 82 and not evening.state.between_deals
    ways = offered(tables, host, evening)
    assert set(map(type, ways)) <= {EveningClosed, Undone}
    with pytest.raises(EntryError):
        tables.submit(host, Undone(82), 82, "undo")
    assert tables.submit(host, EveningClosed("stay"), 82, "close").evening.state.closed
