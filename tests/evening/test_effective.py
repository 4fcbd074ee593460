"""Opening a log folds each entry in force once, and gives the same state as entering them all."""

from random import Random

import pytest
from hypothesis import given
from msgspec.structs import replace

from companion.errors import EntryError, RevokeProven
from companion.evening import Evening
from companion.evening.entries import Amended, SatIn, SatOut, Undone
from companion.evening.history import open_log
from companion.evening.state import State
from tests.evening.test_amending import corrected
from tests.evening.test_properties import LENGTHS, SEEDS, walk
from tests.examples import examples
from tests.telling import entry, started

DEAL = [
    started("Ann Bob Cat Dan", depth="tricks"),
    *(entry(phrase) for phrase in ("up 6", "Bob in", "Cat in")),
]


def corrected_log(rng, steps):
    """Return a log with many undos and amendments, and its evening."""
    evening, log = Evening(), []
    for _ in range(steps):
        chance = rng.random()
        if chance < 0.25 and evening.undoable:
            entry = Undone(evening.undoable)
        elif chance < 0.5 and (evening.entries or evening.deleted):
            entry = corrected(rng, evening)
        else:
            found = next(walk(rng, 1, evening), None)
            if found is None:
                continue
            _, entry = found
        try:
            evening, entry = answered(rng, evening, entry)
        except EntryError:
            continue
        log.append(entry)
    return evening, log


def answered(rng, evening, entry):
    """Return the evening after an entry, and the entry with its answers to proofs."""
    while True:
        try:
            return evening.enter(entry), entry
        except RevokeProven as error:
            if error.number is None:
                raise
            answer = rng.choice(("revoke", "let-stand"))
            entry = replace(entry, answers={**entry.answers, error.number: answer})


@given(SEEDS, LENGTHS)
@examples(120)
def test_a_log_opens_as_it_was_entered(seed, steps):
    evening, log = corrected_log(Random(seed), 2 * steps)
    opened = open_log(log)
    assert opened == evening
    if opened.undoable:
        undone = Undone(opened.undoable)
        assert opened.enter(undone) == evening.enter(undone)


def test_each_entry_in_force_is_folded_once(monkeypatch):
    """A log of 5,000 entries, half of them corrections, applies the rules once for each entry in force."""
    entered = []

    def count(kind, name):
        enter = getattr(kind, name)

        def counted(state, entry, **how):
            entered.append(entry)
            return enter(state, entry, **how)

        monkeypatch.setattr(kind, name, counted)

    log = list(DEAL)
    while len(log) < 5_000:
        log += [Amended(2, entry("up 5")), Undone(len(log) + 1), entry("Dan in")]
        log.append(Undone(len(log)))
    corrections = sum(isinstance(one, Amended | Undone) for one in log)
    count(State, "enter")
    opened = open_log(log)
    assert corrections > 2_500 and opened.length >= 5_000
    assert opened.entries == open_log(DEAL).entries
    assert len(entered) == 2 * len(opened.entries)


def test_an_undo_folds_no_more_than_the_open_deal(monkeypatch):
    log = [DEAL[0], *[kind("Bob") for _ in range(200) for kind in (SatOut, SatIn)]]
    opened = open_log(log)
    entered = []
    enter = State.enter
    monkeypatch.setattr(State, "enter", lambda *of, **how: entered.append(of) or enter(*of, **how))
    undone = opened.enter(Undone(opened.length))
    assert len(entered) <= 2 and undone.state == open_log(log[:-1]).state


@pytest.mark.parametrize(
    "more",
    [
        [Undone(3)], [Undone(9)], [Amended(9)], [Amended(4), Amended(4)], [Amended(4), Undone(4)],
        [entry("Bob in")], [Amended(1)],
    ],
)  # fmt: skip
def test_an_invalid_log_is_refused(more):
    with pytest.raises(EntryError):
        open_log([*DEAL, *more])
    with pytest.raises(EntryError):
        evening = Evening()
        for entry in [*DEAL, *more]:
            evening = evening.enter(entry)
