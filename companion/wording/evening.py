"""What the evening and its table refuse, in words."""

from companion.evening.history import WouldNotHold
from companion.evening.record import FaultyEntry
from companion.wording.languages import _
from companion.wording.saying import say, words


@words(WouldNotHold)
def would_not_hold(fact: WouldNotHold) -> str:
    """A later entry would not hold any more."""
    return _(
        "Entry {number} would no longer hold: {why} Undo or correct it first.",
        number=fact.number,
        why=say(fact.why),
    )


@words(FaultyEntry)
def faulty_entry(fact: FaultyEntry) -> str:
    """An entry of a record makes no sense by itself."""
    return _("Entry {number}: {why}", number=fact.number, why=say(fact.why))
