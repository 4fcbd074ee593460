"""What other phones have entered since a page was made."""

from companion.evening import Evening
from companion.evening.entries import Amended, Undone
from companion.tables.submit import LOOKED_AT
from companion.web.access import tables
from companion.wording.evening.entries import entry_words
from companion.wording.languages import _


def news(evening: Evening, number: int, after: int) -> str:
    """Return in a sentence what other phones have done in evening `number` since a position.

    A correction or an undo comes first, because it is easy to miss; else the latest entry.
    """
    log = tables().evenings.log
    since = log.entries_with_devices(number, after, LOOKED_AT)
    match next((one for one, _by in reversed(since) if isinstance(one, Amended | Undone)), None):
        case Amended(entry=corrected, by=None):
            return _("Entry {n} was deleted.", n=corrected)
        case Amended(entry=corrected, by=now) if now:
            said = entry_words(now, evening.game_of(corrected))
            return _("Entry {n} was corrected: {entry}.", n=corrected, entry=said)
        case Undone(entry=undone):
            was = log.entries_with_devices(number, undone - 1, 1)[0][0]
            if isinstance(was, Amended | Undone):
                return _("The correction of entry {n} was undone.", n=was.entry)
            return _("“{entry}” was undone.", entry=entry_words(was, evening.game_of(undone)))
    if evening.newest is None:
        return ""
    said = entry_words(evening.newest.entry, evening.game_of(evening.newest.number))
    return _("The latest entry: {entry}.", entry=said)
