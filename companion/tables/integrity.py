"""Integrity checks of a store: the database, and whether each evening and group can be read."""

from collections.abc import Iterator

from companion.evening.entries import encode
from companion.evening.record import RecordError, dumps, loads
from companion.evening.replay import replay
from companion.evening.seal import seal_of
from companion.facts import AnyFact
from companion.store import EveningInfo, EveningRepository, Store, StoreError
from companion.store.errors import StoreFact, UnreadableEvening


def check(store: Store) -> Iterator[tuple[int | None, AnyFact]]:
    """Yield a store's faults, each with the number of its evening or group, or None.

    This takes a while; the store can be used in the meantime.
    """
    for part in (lambda store: store.log.faults(), _of_evenings, _of_groups):
        # One failing part does not stop the others.
        try:
            yield from part(store)
        except StoreError as error:
            yield None, error.fact


def _of_evenings(store: Store) -> Iterator[tuple[int, AnyFact]]:
    evenings = EveningRepository(store.log)
    for info in store.log.evenings():
        yield from ((info.id, fact) for fact in _of_evening(evenings, info))


def _of_groups(store: Store) -> Iterator[tuple[int, AnyFact]]:
    for info in store.groups.evenings():
        try:
            store.groups.group(info.id)
        except StoreError as error:
            yield info.id, error.fact


def _of_evening(evenings: EveningRepository, info: EveningInfo) -> Iterator[AnyFact]:
    log = evenings.log
    try:
        evening, entries = evenings.evening(info.id), tuple(log.read(info.id))
        seal = log.seal(info.id, len(entries))
        record = loads(dumps(info.record(entries)))
    except StoreError as error:
        yield error.fact
    except RecordError as error:
        yield from error.faults
    else:
        if seal != seal_of(map(encode, entries)):
            yield StoreFact.OTHER_SEAL
        again, problems = replay(record.entries)
        if problems:
            yield UnreadableEvening(problems[0].rule, problems[0].entry)
        elif again != evening:
            yield StoreFact.OTHER_RESULT
