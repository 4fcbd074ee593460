"""Names as someone enters them: none unseen, no two alike.

The fold does not ask this, so that a log with such names still opens.
"""

from collections.abc import Iterable, Iterator, Sequence

from companion.errors import EntryError, MalformedEntry, RuleViolation
from companion.evening import names
from companion.evening.entries import Amended, AnyEntry, GameStarted, Joined, PlayerRenamed
from companion.evening.replay import Problem
from companion.evening.seats import SameName
from companion.ids import Rule

NAMING = (GameStarted, Joined, PlayerRenamed, Amended)
"""The entries that can bring names."""


def names_in(entry: AnyEntry | None) -> tuple[str, ...]:
    """Return the names that an entry brings."""
    match entry:
        case GameStarted():
            return entry.seats
        case Joined():
            return (entry.player,)
        case PlayerRenamed():
            return (entry.to,)
        case Amended():
            return names_in(entry.by)
    return ()


def check_entered(new: Iterable[str], people: Sequence[str]) -> None:
    """Raise `MalformedEntry` or `RuleViolation` if one of the `new` people cannot be seen or told apart."""
    for name in new:
        if fault := names.entered_fault(name):
            raise MalformedEntry(fault)
        alike = names.likeness(name)
        for other in people:
            if other != name and names.likeness(other) == alike:
                raise RuleViolation(Rule.ALREADY_RECORDED, SameName(name, other))


def problems(people: Sequence[str], entries: Sequence[AnyEntry]) -> Iterator[Problem]:
    """Yield a problem for each of an imported evening's people who cannot be seen or told apart."""
    for place, name in enumerate(people):
        try:
            check_entered((name,), people[:place])
        except EntryError as error:
            named = (n for n, entry in enumerate(entries, 1) if name in names_in(entry))
            yield Problem(next(named, 1), error.rule, error.fact)
