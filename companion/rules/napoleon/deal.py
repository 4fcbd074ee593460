"""A deal of Napoleon: bidding, tricks, and payments to or from each player (docs/rules.md 6).

Shared by Napoleon and Seven-card Napoleon; each game's file provides its contracts. Account: [001].
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.errors import MalformedEntry, RuleViolation
from companion.facts import AnyFact
from companion.ids import Rule
from companion.pieces import Pack, Piece
from companion.rules.actions import (
    DealEntry,
    Declared,
    Misdealt,
    Peeped,
    Played,
    RestDeclared,
    Revoked,
    Settled,
    TricksTaken,
    TrickWon,
    check_reason,
)
from companion.rules.deal import can_enter, handler, rest, rest_declared, wrong_phase
from companion.rules.deal_facts import DealFact
from companion.rules.facts import Phase, Question, Settlement
from companion.rules.ledger import POOL, Line, sums
from companion.rules.napoleon.bidding import PASS, Bidding, Contract
from companion.rules.napoleon.nap_facts import (
    BidAsked,
    CannotPeep,
    ContractDecided,
    ContractSpoiled,
    NapFact,
    NotDeclarersTricks,
    PeepBar,
    ResultAsked,
    TrumpsOfLead,
)
from companion.rules.napoleon.settling import Result
from companion.rules.tricks.deal import TrickDeal
from companion.rules.tricks.law import Law
from companion.rules.tricks.play import TrickPlay

FOLLOW = Law(must_trump=False)
"""The law of Napoleon: players who cannot follow suit may play anything."""


class NapDeal(TrickDeal, frozen=True, kw_only=True):
    """A deal of Napoleon. Immutable; `enter` returns a new one."""

    bidding: Bidding
    peeps: bool
    """Whether the declarer of nap or more may exchange a card with the top of the pack."""
    phase: Phase = Phase.DECLARING
    peeped: bool = False
    made_entered: bool | None = None
    """Whether the contract was made, as entered without tricks; None if it was not entered so."""

    # Queries

    @property
    def begun(self) -> bool:
        return bool(self.bidding.bids)

    @property
    def pack(self) -> Pack:
        pack: Pack = self.setup.rules.deck()
        return pack

    @property
    def stakes(self) -> tuple[Line, ...]:
        return ()

    @property
    def bought(self) -> tuple[Line, ...]:
        return self.bidding.purchases

    @property
    def pool(self) -> int | None:
        """The pool of purchases; None if cards cannot be bought."""
        return self._pool if self.bidding.sells else None

    @property
    def _pool(self) -> int:
        return self.setup.carried + sum(line.amount for line in self.bought)

    @property
    def contract(self) -> Contract | None:
        return self.bidding.contract

    @property
    def declarer(self) -> str:
        """The highest bidder so far; "" if nobody has bid."""
        return self.bidding.highest.player if self.bidding.highest else ""

    @property
    def turn_up(self) -> Piece | None:
        return None

    @property
    def trump(self) -> str | None:
        """The suit first led, if the contract has trumps."""
        return (self.play.trump or None) if self.play else None

    @property
    def turn(self) -> str | None:
        if self.play is None or self.phase is not Phase.PLAYING:
            return self.bidding.turn
        return self.play.turn

    @property
    def made(self) -> bool | None:
        """Whether the contract is made; None while open."""
        if self.made_entered is not None or self.contract is None or self.play is None:
            return self.made_entered
        taken = self.play.taken()[self.declarer]
        left = 0 if self.play.is_over else self.play.trick_count - len(self.play.trick_winners)
        return self.contract.decided(taken, left)

    @property
    def offender(self) -> str | None:
        """The player who pays for a revoke: the declarer if an offender, otherwise the first on record."""
        if self.setup.rules.revoke != "contract":
            return None
        revoked = [one.player for one in self.revokes if one.ruling == "revoke"]
        return self.declarer if self.declarer in revoked else next(iter(revoked), None)

    def question(self) -> Question:
        turn, contract, declarer = self.bidding.turn, self.contract, self.declarer
        if turn:
            highest = "" if contract is None or self.bidding.open_to(turn) else contract.id
            return Question("bid", "declared", BidAsked(turn, highest), turn)
        if contract is None or self.play is None:
            return Question("settled", "settled", NapFact.ALL_PASSED)
        if self.phase is Phase.SETTLING:
            return Question("settled", "settled", self._decided(contract))
        if self.setup.depth == "result":
            return Question("contract", "tricks-taken", ResultAsked(declarer, contract.id))
        asked = self.play.question()
        if self.play.under_way or self.setup.depth != "plays":
            return asked
        return replace(asked, notice=TrumpsOfLead(self.play.lead_makes_trump))

    def _decided(self, contract: Contract) -> AnyFact:
        if self.offender:
            return ContractSpoiled(self.declarer, contract.id, self.offender)
        return ContractDecided(self.declarer, contract.id, bool(self.made))

    # Entries

    def options(self) -> tuple[DealEntry, ...]:
        return tuple(self._options())

    def _options(self) -> Iterable[DealEntry]:
        if self.phase is Phase.DECLARING:
            yield from self.bidding.options()
            if len(rest(self, PASS)) > 1:
                yield RestDeclared(PASS)
            if last := self.bidding.last_bid():
                yield RestDeclared(PASS, {last.player: last.choice})
        elif self.phase is Phase.PLAYING and self.play:
            if self.setup.depth == "result":
                yield from (TricksTaken(made=made) for made in (True, False))
                yield from (
                    TricksTaken({self.declarer: n}) for n in range(self.play.trick_count + 1)
                )
            yield from self.play.options()
        others = (Peeped(self.declarer), Settled(), Misdealt())
        if self.play:
            yield from self.play.revoke_options()
        yield from (entry for entry in others if can_enter(self, entry))

    def enter(self, entry: DealEntry) -> "NapDeal":
        """Return the deal after `entry`.

        `Settled` returns the decided deal (the evening books it), `Misdealt` a new one.
        Raises `RuleViolation`, `RevokeProven` or `MalformedEntry`.
        """
        return handler(self, entry, _ENTER)(self, entry)

    def _declared(self, entry: Declared) -> "NapDeal":
        bidding = self.bidding.declared(entry)
        deal = replace(self, bidding=bidding)
        if bidding.turn:
            return deal
        contract, declarer = deal.contract, deal.declarer
        if contract is None:
            return replace(deal, phase=Phase.SETTLING)
        place = self.setup.players.index(declarer)
        play = TrickPlay(
            players=self.setup.players[place:] + self.setup.players[:place],
            depth=self.setup.depth,
            pack=self.pack,
            trump="",
            law=FOLLOW,
            trick_count=bidding.hand,
            lead_makes_trump=contract.trumps,
        )
        return replace(deal, phase=Phase.PLAYING, play=play.begun())

    def _rest_declared(self, entry: RestDeclared) -> "NapDeal":
        return rest_declared(self, entry, PASS)

    def _peeped(self, entry: Peeped) -> "NapDeal":
        player = entry.player[:40]
        if not self.peeps:
            raise RuleViolation(Rule.PEEP, CannotPeep(player, PeepBar.NOT_AT_THIS_TABLE))
        if self.play is None or self.phase is Phase.SETTLING or self.play.under_way:
            raise wrong_phase(self.question(), NapFact.PEEPS_BEFORE_LEAD)
        if self.contract is None or not self.contract.is_nap or entry.player != self.declarer:
            raise RuleViolation(Rule.PEEP, CannotPeep(player, PeepBar.NOT_NAP))
        if self.peeped:
            raise RuleViolation(Rule.PEEP, CannotPeep(player, PeepBar.PEEPED))
        if not self.bidding.stock:
            raise RuleViolation(Rule.STOCK_EXHAUSTED, CannotPeep(player, PeepBar.PACK_OUT))
        return replace(self, peeped=True)

    def _tricks_taken(self, entry: TricksTaken) -> "NapDeal":
        play, tricks = self.playing(), entry.tricks or {}
        if entry.declared is not None:
            raise MalformedEntry(NapFact.BIDS_APART)
        if entry.made is not None:
            play.check_depth("result", *tricks)
            if tricks:
                raise MalformedEntry(NapFact.TRICKS_OR_MADE)
            return replace(self, made_entered=entry.made, phase=Phase.SETTLING)
        if set(tricks) == {self.declarer} and 0 <= tricks[self.declarer] <= play.trick_count:
            # Only the declarer's tricks count.
            play.check_depth("result")
            return self._after(replace(play, totals=dict(tricks)))
        if len(tricks) == 1 and 0 <= sum(tricks.values()) < play.trick_count:
            ((player, _number),) = tricks.items()
            play.check_depth("result", player)
            raise RuleViolation(Rule.TRICK_COUNT, NotDeclarersTricks(player, self.declarer))
        return self._after(play.tricks_taken(entry))

    def _settled(self, _entry: Settled) -> "NapDeal":
        if self.phase is Phase.SETTLING:
            return self
        if self.made is not None or self.offender:
            return replace(self, phase=Phase.SETTLING)
        raise wrong_phase(self.question(), NapFact.CONTRACT_OPEN)

    def _misdealt(self, entry: Misdealt) -> "NapDeal":
        if not self.begun:
            raise wrong_phase(self.question(), DealFact.DEAL_NOT_BEGUN)
        check_reason(entry.reason)
        sold = sum(bid.buys for bid in self.bidding.bids)
        fresh = replace(self.bidding, bids=(), stock=self.bidding.stock + sold)
        return NapDeal(setup=self.setup, bidding=fresh, peeps=self.peeps)

    # Settlement

    def settlement(self) -> Settlement:
        if self.phase is not Phase.SETTLING:
            raise ValueError("the deal is not decided")
        result, pool = self._result(), self._pool
        lines = tuple(result.payments(pool)) if result else ()
        return Settlement(
            lines=lines,
            pool=pool,
            carried=pool + sums(lines).get(POOL, 0),
            tricks=self._tricks(),
            notes=tuple(result.notes(pool)) if result else (),
            unchecked=self.play.unchecked() if self.play else 0,
        )

    def _tricks(self) -> dict[str, int]:
        """Return the known tricks of each player, the declarer first."""
        play = self.play
        if play is None or not (play.tricks or play.trick_winners or play.totals):
            return {}
        if play.totals and sum(play.totals.values()) != play.trick_count:
            return dict(play.totals)
        return play.taken()

    def _result(self) -> Result | None:
        """Return the result of the contract; None if all passed."""
        if self.contract is None:
            return None
        players = self.setup.players
        return Result(players, self.declarer, self.contract, bool(self.made), self.offender)


_ENTER: Mapping[type, Callable[[NapDeal, Any], NapDeal]] = {
    Declared: NapDeal._declared,
    RestDeclared: NapDeal._rest_declared,
    Peeped: NapDeal._peeped,
    Played: NapDeal._played,
    Revoked: NapDeal._revoked,
    TrickWon: NapDeal._trick_won,
    TricksTaken: NapDeal._tricks_taken,
    Settled: NapDeal._settled,
    Misdealt: NapDeal._misdealt,
}
