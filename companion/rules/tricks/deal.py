"""Shared parts of all deals with tricks."""

from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.actions import DealEntry, Played, Revoked, TrickWon
from companion.rules.deal import wrong_phase
from companion.rules.deal_facts import DealFact
from companion.rules.facts import Phase, Question, Revoke, Setup
from companion.rules.tricks.play import TrickPlay


class TrickDeal(Struct, frozen=True, kw_only=True):
    setup: Setup
    phase: Phase
    play: TrickPlay | None = None
    """The tricks, once the players in are known."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.setup.dealer} deals, {self.phase}>"

    @property
    def revokes(self) -> tuple[Revoke, ...]:
        return self.play.revokes if self.play else ()

    def question(self) -> Question:
        raise NotImplementedError

    def enter(self, entry: DealEntry) -> Self:
        raise NotImplementedError

    def before_lead(self) -> Self:
        """Return the deal in which the next play is made: a lead closes exchanges that may be skipped."""
        return self

    def _played(self, entry: Played) -> Self:
        return self._after(self.playing().played(entry))

    def _trick_won(self, entry: TrickWon) -> Self:
        return self._after(self.playing().trick_won(entry))

    def _revoked(self, entry: Revoked) -> Self:
        if self.play is None:
            raise wrong_phase(self.question(), DealFact.NOTHING_PLAYED)
        return replace(self, play=self.play.revoked(entry))

    def playing(self) -> TrickPlay:
        """Return the play. Raises `RuleViolation` if it has not begun or is over."""
        if self.phase is Phase.SETTLING:
            raise wrong_phase(self.question(), DealFact.DEAL_DECIDED)
        if self.play is None:
            raise wrong_phase(self.question(), DealFact.NO_TRICK_YET)
        return self.play

    def _after(self, play: TrickPlay) -> Self:
        return replace(self, play=play, phase=Phase.SETTLING if play.is_over else Phase.PLAYING)
