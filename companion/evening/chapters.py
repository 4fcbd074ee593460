"""What the fold of an evening keeps of its entries: which stand, and the deals that they are about."""

from msgspec import Struct
from msgspec.structs import replace

from companion.evening.entries import GameStarted, OrdinaryEntry
from companion.evening.state import State
from companion.rules.actions import Played

Version = OrdinaryEntry | None
"""What an entry is at one time; None if it is taken out."""
DealId = tuple[int, int]
"""The place of a game in the evening, from 0, and the number of a deal in it, from 1."""


class StandingEntry(Struct, frozen=True, gc=False):
    """An entry that stands."""

    number: int
    """Its number in the log, from 1."""
    entry: OrdinaryEntry
    """As it is in force."""
    was: tuple[Version, ...] = ()
    """What it was before each of its amendments, the first version first."""
    lapsed: str | None = None
    """Its answer to a proof that a correction has taken away: `revoke` or `let-stand`."""

    @property
    def told(self) -> OrdinaryEntry:
        """The entry as the table made it, its answer included."""
        if self.lapsed is not None and isinstance(self.entry, Played):
            return replace(self.entry, stands=self.lapsed)
        return self.entry


class Chapter(Struct, frozen=True, gc=False):
    """Entries from one moment between deals to the next, and the state before them."""

    before: State
    entries: tuple[StandingEntry, ...] = ()

    @property
    def first(self) -> int:
        """The number of its first entry."""
        return self.entries[0].number

    @property
    def last(self) -> int:
        """The number of its last entry."""
        return self.entries[-1].number

    @property
    def deal(self) -> DealId:
        """The deal that it is about."""
        if isinstance(self.entries[0].entry, GameStarted):
            return len(self.before.sessions), 1
        return self.before.next_deal


class Amendment(Struct, frozen=True, gc=False):
    """An amendment that stands."""

    number: int
    targets: tuple[int, ...]
    """The entry that is amended, and the plays whose proofs are answered with it."""
