"""Opening a log that was checked when it was written.

`Evening.enter` folds the evening again for every correction, since each has to hold when it is
made. Afterwards it is enough to know what stands in the end, and to fold that once.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.errors import StaleEntry
from companion.evening.chapters import Amendment, StandingEntry, Version
from companion.evening.corrections import (
    AnswersNothing,
    DoesNotStand,
    NotNewest,
    TakenOutAlready,
)
from companion.evening.entries import Amended, AnyEntry, Undone
from companion.evening.game_facts import EveningFact
from companion.evening.history import Evening
from companion.rules.actions import Played, Settled


def open_log(entries: Sequence[AnyEntry]) -> Evening:
    """Return the evening of a whole log, as `Evening.enter` comes to it entry by entry.

    It takes time in proportion to the log, whatever was undone or corrected. Raises `EntryError` if
    what stands does not hold; which entry is to blame, `Evening.enter` says.
    """
    # Each entry with all its versions, the one in force last; None for one that is taken out.
    versions: dict[int, list[Version]] = {}
    # What stands, entries and amendments, the newest last: an entry that is taken out is never the
    # last, for the amendment that took it out comes after it.
    standing: list[int] = []
    targets: dict[int, tuple[int, ...]] = {}
    settled = 0
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, Undone):
            if not standing:
                raise StaleEntry(EveningFact.NOTHING_TO_UNDO)
            newest = standing.pop()
            if newest != entry.entry:
                raise StaleEntry(NotNewest(entry.entry, newest))
            if newest in targets:
                for target in targets.pop(newest):
                    versions[target].pop()
            else:
                del versions[newest]
            continue
        if isinstance(entry, Settled):
            settled = number
        standing.append(number)
        if not isinstance(entry, Amended):
            versions[number] = [entry]
        elif entry.entry not in versions:
            raise StaleEntry(DoesNotStand(entry.entry))
        elif entry.by is None and versions[entry.entry][-1] is None:
            raise StaleEntry(TakenOutAlready(entry.entry))
        else:
            versions[entry.entry].append(entry.by)
            if isinstance(entry.by, Settled):
                settled = max(settled, entry.entry)
            for place, answer in entry.answers.items():
                play = versions[place][-1] if place in versions else None
                if place <= entry.entry or not isinstance(play, Played):
                    raise StaleEntry(AnswersNothing(place))
                versions[place].append(replace(play, stands=answer))
            targets[number] = entry.entry, *entry.answers
    return Evening.of(
        (StandingEntry(n, v[-1], tuple(v[:-1])) for n, v in versions.items() if v[-1] is not None),
        length=len(entries),
        amendments=tuple(Amendment(number, changed) for number, changed in targets.items()),
        out={n: tuple(v[:-1]) for n, v in versions.items() if v[-1] is None},
        settled=settled,
    )
