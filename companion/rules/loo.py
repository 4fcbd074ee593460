"""A deal of the Loo family: turn-up, declarations, tricks, settlement.

This is the frame the games of the family share. A game's own file hands in a `Loo`: its pack, its
trick law, its spare hands and what it is played for. Nothing here knows a game by name.

Rules: rulebook 1 to 4. Account: [002] for the order of declarations, the misses, playing for the
pool and the dealer's turn-up.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.pieces import Pack, Piece
from companion.rules.broken import Refused, RuleBroken, Unreadable
from companion.rules.deal import Declaration, Phase, Question, Revoke, Settlement, Setup, Standing
from companion.rules.declaring import Declaring
from companion.rules.law import Law, Trick
from companion.rules.ledger import Line, Outcome, penalty, settle_pool, sums
from companion.rules.play import TrickPlay, read_piece
from companion.rules.said import (
    DealEntry,
    Declared,
    Misdealt,
    Played,
    Revoked,
    Settled,
    TricksTaken,
    TrickWon,
    TurnedUp,
)
from companion.rules.scores import Race

LONGEST_REASON = 80


class Loo(Struct, frozen=True):
    """What one game of the family lays down."""

    pack: Pack
    tricks: int
    """Pieces in a hand, and so tricks in a deal."""
    law: Law
    misses: Callable[[int], int]
    """Spare hands by the number of players."""
    drop_from: int
    """The fewest players with whom one may drop."""
    stakes: Callable[[Setup], tuple[Line, ...]]
    race: Callable[[Any], Race | None]
    """None under house rules for chips."""
    turner: Callable[[Setup], str]
    """Who turns up the trump."""
    miss_word: str = "miss"


class LooDeal(Struct, frozen=True):
    """A deal of a Loo game. Immutable; `enter` returns the next one."""

    loo: Loo
    setup: Setup
    phase: Phase = Phase.TURN_UP
    trump: str | None = None
    turn_up: Piece | None = None
    declaring: Declaring | None = None
    """The round of declarations, once there is a turn-up."""
    play: TrickPlay | None = None
    """The tricks, once two or more are in."""

    # What can be asked

    @property
    def begun(self) -> bool:
        """Whether anything has been said of the deal."""
        return self.trump is not None

    @property
    def pack(self) -> Pack:
        """The pack that is played with."""
        return self.loo.pack

    @property
    def stakes(self) -> tuple[Line, ...]:
        """The stakes of this deal, by its house rules and what was carried."""
        return self.loo.stakes(self.setup)

    @property
    def pool(self) -> int | None:
        """P: what the pool holds after the stakes; None in a game for scores."""
        if self.loo.race(self.setup.rules):
            return None
        return self.setup.carried + sum(line.amount for line in self.stakes)

    @property
    def terms(self) -> str:
        """What a trick is worth and what it costs to take none, for the table screen."""
        race, pool = self.loo.race(self.setup.rules), self.pool
        if race or pool is None:
            return race.terms if race else ""
        chips, _ = penalty(self.setup.rules, pool)
        return f"{pool // self.loo.tricks} a trick · looed pays {chips}"

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """What has been declared, in turn."""
        return self.declaring.said if self.declaring else ()

    @property
    def players(self) -> tuple[str, ...]:
        """Those in, clockwise from eldest; empty until all have declared."""
        if self.declaring is None or self.phase is Phase.DECLARING:
            return ()
        return self.declaring.staying

    @property
    def sole(self) -> str | None:
        """Who takes everything without play, if anybody does."""
        if self.phase is not Phase.SETTLING or self.play:
            return None
        return self.players[0] if self.players else self.setup.dealer

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks so far, where every piece is recorded."""
        return self.play.tricks if self.play else ()

    @property
    def fell(self) -> tuple[str, ...]:
        """Winners of the tricks so far, where that is known."""
        return self.play.fell if self.play else ()

    @property
    def revokes(self) -> tuple[Revoke, ...]:
        """The revokes on record, proven or seen."""
        return self.play.revokes if self.play else ()

    @property
    def seen(self) -> frozenset[Piece]:
        """The pieces that nobody can play any more."""
        if self.play:
            return self.play.seen
        return self.declaring.seen if self.declaring else frozenset()

    @property
    def turn(self) -> str | None:
        """Whose turn it is to declare or play; None where the depth does not tell, or nobody's."""
        if self.phase is Phase.DECLARING and self.declaring:
            return self.declaring.turn
        return self.play.turn if self.play and self.phase is Phase.PLAYING else None

    def question(self) -> Question:
        """Return the one question to ask next."""
        if self.phase is Phase.TURN_UP:
            turner, pack = self.loo.turner(self.setup), self.loo.pack
            who = turner if turner == self.setup.dealer else f"{turner}, at the dealer's right,"
            what = "Which?" if self.setup.depth == "plays" else f"Its {pack.makes_trump}?"
            return Question("turn-up", f"{who} turns up a {pack.piece}. {what}")
        if self.phase is Phase.DECLARING:
            return Question("declaration", f"What does {self.turn} do?", self.turn)
        if self.phase is Phase.PLAYING and self.play:
            return self.play.question()
        if self.sole:
            return Question("settled", f"{self.sole} takes all without play.")
        return Question("settled", "The deal is played. See what it comes to.")

    def standing(self) -> tuple[Standing, ...]:
        """Return a row for each dealt in, clockwise from the dealer's left."""
        said = {declaration.player: declaration.choice for declaration in self.declarations}
        laid = self.play.laid() if self.play else {}
        taken = self.play.taken() if self.play else {}
        turn = self.turn
        return tuple(
            Standing(
                player=player,
                state=self.choice_word(said[player]) if player in said else "",
                is_in=said.get(player, "drop") != "drop",
                tricks=taken.get(player, 0),
                on_turn=player == turn,
                laid=laid.get(player),
            )
            for player in self.setup.players
        )

    def choice_word(self, choice: str) -> str:
        """Return how the table names a declaration once it is made."""
        words = {"play": "in", "miss": self.loo.miss_word, "drop": "out", "for-the-pool": "pool"}
        return words[choice]

    # What can be said

    def options(self) -> tuple[DealEntry, ...]:
        """Return every entry that may be made next, in table order.

        A play that would prove a revoke stands here with each of its answers instead of bare.
        """
        return tuple(self._options())

    def _options(self) -> Iterable[DealEntry]:
        if self.phase is Phase.PLAYING and self.play:
            yield from self.play.options()
        elif self.phase is not Phase.SETTLING:
            yield from (said for said in self._sayable() if self._may(said))
        if self.play:
            yield from self.play.revoke_options()
        yield from (said for said in (Settled(), Misdealt()) if self._may(said))

    def _may(self, said: DealEntry) -> bool:
        try:
            self.enter(said)
        except Refused:
            return False
        return True

    def check(self, said: DealEntry) -> None:
        """Raise `Refused` if `said` may not be said now."""
        self.enter(said)

    def enter(self, said: DealEntry) -> "LooDeal":
        """Return the deal after `said`.

        `Settled` returns the deal decided (booking is the evening's), `Misdealt` a fresh one.
        Raises `RuleBroken`, `RevokeProven` or `Unreadable`, and changes nothing then.
        """
        return _ENTER[type(said)](self, said)

    def _sayable(self) -> Iterable[DealEntry]:
        """Yield what could be said before the play, allowed or not."""
        if self.declaring:
            yield from self.declaring.sayable()
        else:
            yield from (TurnedUp(str(piece)) for piece in self.loo.pack.pieces)
            yield from (TurnedUp(suit) for suit in self.loo.pack.suits)

    # Turn-up and declarations

    def _turned_up(self, said: TurnedUp) -> "LooDeal":
        if self.phase is not Phase.TURN_UP:
            raise self._wrong_phase("The turn-up has been named already.")
        if said.piece in self.loo.pack.suits:
            if self.setup.depth == "plays":
                word = self.loo.pack.piece
                raise Unreadable(
                    f"The deal is recorded {word} by {word}: name the {word} turned up, "
                    "not only the trump."
                )
            return self._with_trump(said.piece, None)
        piece = read_piece(self.loo.pack, said.piece)
        return self._with_trump(self.loo.pack.turns_up[piece], piece)

    def _with_trump(self, trump: str, turn_up: Piece | None) -> "LooDeal":
        """Return the deal with its trump, about to be declared."""
        players = self.setup.players
        declaring = Declaring(
            players=players,
            pack=self.loo.pack,
            turn_up=turn_up,
            misses=self.loo.misses(len(players)),
            miss_word=self.loo.miss_word,
            may_drop=len(players) >= self.loo.drop_from,
            has_pool=self.loo.race(self.setup.rules) is None,
        )
        return replace(
            self, phase=Phase.DECLARING, trump=trump, turn_up=turn_up, declaring=declaring
        )

    def _declared(self, said: Declared) -> "LooDeal":
        if self.declaring is None:
            raise self._wrong_phase("Nobody declares before the turn-up.")
        declaring = self.declaring.declared(said)
        deal = replace(self, declaring=declaring)
        if declaring.turn:
            return deal
        players = declaring.staying
        if len(players) < 2:
            return replace(deal, phase=Phase.SETTLING)
        play = TrickPlay(
            players=players,
            depth=self.setup.depth,
            pack=self.loo.pack,
            trump=self.trump or "",
            law=self.loo.law,
            of=self.loo.tricks,
            seen=declaring.seen,
            held=declaring.held,
            holder=self.setup.dealer,
        )
        return replace(deal, phase=Phase.PLAYING, play=play.begun())

    # Tricks

    def _played(self, said: Played) -> "LooDeal":
        return self._after(self._playing().played(said))

    def _trick_won(self, said: TrickWon) -> "LooDeal":
        return self._after(self._playing().trick_won(said))

    def _tricks_taken(self, said: TricksTaken) -> "LooDeal":
        return self._after(self._playing().tricks_taken(said))

    def _revoked(self, said: Revoked) -> "LooDeal":
        if self.play is None:
            raise self._wrong_phase("Nobody can have revoked: no trick has been played.")
        return replace(self, play=self.play.revoked(said))

    def _playing(self) -> TrickPlay:
        """Return the play. Raises `RuleBroken` if none is under way."""
        if self.phase is Phase.SETTLING:
            raise self._wrong_phase("All tricks of this deal have been played.")
        if self.play is None:
            raise self._wrong_phase("No trick is being played yet.")
        return self.play

    def _after(self, play: TrickPlay) -> "LooDeal":
        return replace(self, play=play, phase=Phase.SETTLING if play.is_over else Phase.PLAYING)

    # Settlement

    def _settled(self, _said: Settled) -> "LooDeal":
        if self.phase is Phase.SETTLING:
            return self
        if self.play and self.play.offenders() and self.setup.rules.revoke == "divide":
            return replace(self, phase=Phase.SETTLING)
        raise self._wrong_phase("The deal is not decided yet, so it cannot be settled.")

    def _misdealt(self, said: Misdealt) -> "LooDeal":
        if not self.begun:
            raise self._wrong_phase("The deal has not begun, so it cannot be void.")
        if len(said.reason or "") > LONGEST_REASON:
            raise Unreadable(f"Say it shorter: a reason has at most {LONGEST_REASON} characters.")
        return LooDeal(self.loo, self.setup)

    def settlement(self) -> Settlement:
        """Return what the deal comes to. Raises `ValueError` before it is decided."""
        if self.phase is not Phase.SETTLING:
            raise ValueError("the deal is not decided")
        outcome = self._outcome()
        race, pool = self.loo.race(self.setup.rules), self.pool
        lines: tuple[Line, ...] = ()
        if pool is not None:
            lines = settle_pool(outcome, pool, self.setup.rules)
        return Settlement(
            tricks=outcome.tricks,
            looed=outcome.looed(),
            lines=lines,
            points=race.score_deal(outcome) if race else (),
            points_in_order=bool(self.fell),
            pool=pool,
            carried=None if pool is None else pool + sums(lines).get("pool", 0),
            divided=outcome.divided,
            unchecked=self.play.unchecked() if self.play else 0,
        )

    def _outcome(self) -> Outcome:
        return Outcome(
            players=self.players,
            tricks=self.play.taken() if self.play else dict.fromkeys(self.players, 0),
            of=self.loo.tricks,
            fell=self.fell,
            sole=self.sole,
            all_dropped=self.sole is not None and not self.players,
            for_the_pool=self.declaring.for_the_pool if self.declaring else None,
            offenders=self.play.offenders() if self.play else (),
            revoke=self.setup.rules.revoke,
        )

    def _wrong_phase(self, sentence: str) -> RuleBroken:
        return RuleBroken("wrong-phase", f"{sentence} {self.question().text}")


_ENTER: Mapping[type, Callable[[LooDeal, Any], LooDeal]] = {
    TurnedUp: LooDeal._turned_up,
    Declared: LooDeal._declared,
    Played: LooDeal._played,
    Revoked: LooDeal._revoked,
    TrickWon: LooDeal._trick_won,
    TricksTaken: LooDeal._tricks_taken,
    Settled: LooDeal._settled,
    Misdealt: LooDeal._misdealt,
}
