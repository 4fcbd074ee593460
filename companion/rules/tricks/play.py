"""The tricks of a deal, recorded play by play, trick by trick, or by the result.

Shared by all trick games: it knows pieces, trick law and players, but no stakes or scores.

A play can be the *proof* that an earlier play of the same player was a revoke. The table *answers* it: the
revoke counts (`revoke`), or is ignored (`let-stand`). Otherwise the earlier play has to be corrected.

Rules: docs/rules.md 1 ("What can be seen", "Illegal plays, hands unseen", "Depth of recording").
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import Led, MalformedEntry, Proof, RevokeProven, RuleViolation
from companion.ids import Rule
from companion.pieces import Order, Pack, Piece, notation
from companion.rules.actions import DealEntry, Played, Revoked, TricksTaken, TrickWon
from companion.rules.deal_facts import NotOnTurn, RecordedOtherwise
from companion.rules.facts import Depth, OutOfPlace, Question, Revoke
from companion.rules.reading import read_piece
from companion.rules.tricks.law import (
    Hand,
    Law,
    Trick,
    Unlawful,
    can_call_civil,
    unlawful_plays,
)
from companion.rules.tricks.trick_facts import (
    CannotCallCivil,
    DoesNotLead,
    InDealersHand,
    LastIsTurnUp,
    LeadAsked,
    NoSuchAnswer,
    NothingProven,
    NotInPlay,
    NotOfSuit,
    NotPlayedTo,
    PlayAsked,
    RevokeRecorded,
    SeenAlready,
    TrickFact,
    TrumpAnnounced,
    WinnerAsked,
    WrongTrickCount,
)

STANDS = ("revoke", "let-stand")
"""Answers to a proved revoke under which the plays stand."""


class TrickPlay(Struct, frozen=True, gc=False):
    """The tricks of one deal. Immutable; each entry returns a new one."""

    players: tuple[str, ...]
    """Players in, clockwise from eldest."""
    depth: Depth
    pack: Pack
    trump: str
    law: Law
    trick_count: int
    """Tricks in the deal, and pieces in a hand."""
    seen: Hand = frozenset()
    """Pieces that can no longer be played."""
    held: Hand = frozenset()
    """The turn-up while it is known to be in the hand of `holder`."""
    holder: str = ""
    dealt: Hand = frozenset()
    """A turn-up dealt to `holder`; no other player can have it, even if it was put away."""
    tricks: tuple[Trick, ...] = ()
    """At depth `plays`: the tricks so far; the last one can be incomplete."""
    trick_winners: tuple[str, ...] = ()
    """Winners of the tricks so far; empty at depth `result`."""
    totals: Mapping[str, int] = {}
    """Tricks taken, as entered at depth `result`."""
    plays_by_player: Mapping[str, tuple[tuple[Trick, Piece], ...]] = {}
    """Each player's plays, with the trick as it was before the play."""
    revokes: tuple[Revoke, ...] = ()
    lead_makes_trump: bool = False
    """Whether the first suit led is trump; until then `trump` is ""."""

    # Queries

    @property
    def order(self) -> Order:
        return self.pack.orders[self.trump]

    @property
    def is_over(self) -> bool:
        return len(self.trick_winners) == self.trick_count or bool(self.totals)

    @property
    def under_way(self) -> bool:
        led = self.tricks and self.tricks[0].plays
        return bool(led or self.trick_winners or self.totals or self.revokes)

    @property
    def turn(self) -> str | None:
        """The player to act; None if unknown at this depth."""
        if not self.tricks or self.is_over:
            return None
        trick = self.tricks[-1]
        place = self.players.index(trick.leader) + len(trick.plays)
        return self.players[place % len(self.players)]

    def taken(self) -> dict[str, int]:
        """Return each player's tricks so far, clockwise from eldest."""
        return {p: self.totals.get(p, 0) + self.trick_winners.count(p) for p in self.players}

    def laid(self) -> dict[str, Piece]:
        """Return the pieces on the table: those of the latest trick with a play."""
        lying = [trick for trick in self.tricks if trick.plays][-1:]
        return {play.player: play.piece for trick in lying for play in trick.plays}

    def led(self, trick: Trick) -> Led:
        """Return the lead to a trick; `plain` before the lead."""
        if trick.plays and trick.plays[0].piece == self.order.pam:
            return "pam"
        return "trump" if trick.suit == self.trump else "plain"

    def offenders(self) -> tuple[str, ...]:
        """Return the players with a recorded revoke, clockwise from eldest."""
        guilty = {revoke.player for revoke in self.revokes if revoke.ruling == "revoke"}
        return tuple(player for player in self.players if player in guilty)

    def unchecked(self) -> int:
        """Return the number of plays not checked because the player's hand is not complete."""
        return sum(
            len(plays) for plays in self.plays_by_player.values() if len(plays) < self.trick_count
        )

    def question(self) -> Question:
        if self.depth == "result":
            return Question("trick-totals", "tricks-taken", TrickFact.TRICKS_ASKED)
        number = len(self.trick_winners) + 1
        if self.depth == "tricks":
            return Question("trick-winner", "trick-won", WinnerAsked(number))
        turn, trick = self.turn or "", self.tricks[-1]
        if trick.suit is None:
            return Question("piece", "played", LeadAsked(turn, number), turn, leads=True)
        asked = PlayAsked(turn, number, trick.suit, trick.civil)
        return Question("piece", "played", asked, turn)

    def options(self) -> Sequence[DealEntry]:
        """Return every possible next play, trick or result, in table order.

        A play that would prove a revoke appears once with each answer.
        """
        if self.depth == "tricks":
            return [TrickWon(player) for player in self.players]
        if self.depth == "result":
            return list(map(TricksTaken, _distributions(self.players, self.trick_count)))
        return self.ways_to_play(self.turn) if self.turn else ()

    def ways_to_play(self, player: str) -> list[Played]:
        """Return every play of a piece that the player may hold, lawful or not."""
        options = []
        trick, order, held = self.tricks[-1], self.order, self.held_by(player)
        civil = [piece for piece in order.honours[:1] if self._can_call_civil(piece)]
        # The first play proves nothing if no other piece of the hand is known.
        proves = bool(self.plays_by_player[player] or held or trick.civil)
        gone = self.seen | self._elsewhere(player)
        for piece in self.pack.pieces:
            if piece in gone:
                continue
            name = notation(piece)
            answers = STANDS if proves and self._unlawful(player, piece, held) else (None,)
            for suit in (None,) if trick.suit else order.led_as[piece]:
                for call in (False, True) if piece in civil else (False,):
                    for stands in answers:
                        options.append(Played(player, name, suit, stands, call))
        return options

    def revoke_options(self) -> list[Revoked]:
        """Return every revoke that can be entered as seen."""
        known = {(revoke.player, revoke.trick) for revoke in self.revokes}
        options = []
        for player in self.players:
            tricks = (None, *range(1, self._tricks_played(player) + 1))
            options += [Revoked(player, n) for n in tricks if (player, n) not in known]
        return options

    # Entries

    def begun(self, leader: str = "") -> "TrickPlay":
        """Start the first trick, led by `leader` or by eldest."""
        if self.depth != "plays":
            return self
        first = Trick(1, leader or self.players[0])
        return replace(self, tricks=(first,), plays_by_player=dict.fromkeys(self.players, ()))

    def played(self, entry: Played) -> "TrickPlay":
        """Add a play. Raises `RuleViolation`, `RevokeProven` or `MalformedEntry`."""
        self.check_depth("plays", entry.player)
        if entry.stands is not None and entry.stands not in STANDS:
            raise MalformedEntry(NoSuchAnswer(entry.stands[:40]))
        player, trick = entry.player, self.tricks[-1]
        piece = read_piece(self.pack, entry.piece)
        if player != self.turn:
            raise RuleViolation(Rule.NOT_YOUR_TURN, NotOnTurn(self.turn or "", player))
        suit = self._suit(entry, piece, trick)
        if entry.civil and not self._can_call_civil(piece):
            raise RuleViolation(Rule.PAM_CIVIL, CannotCallCivil(player))
        self.check_unseen(player, piece)
        unlawful = self._unlawful(player, piece, self.held_by(player))
        proofs = self._proofs(player, piece, unlawful) if unlawful else ()
        if proofs and entry.stands is None:
            raise RevokeProven(proofs)
        if entry.stands is not None and not proofs:
            raise RuleViolation(Rule.WRONG_PHASE, NothingProven(str(piece)))
        stands = entry.stands or ""
        is_first = trick.number == 1 and trick.suit is None
        return replace(
            self,
            trump=suit if is_first and self.lead_makes_trump else self.trump,
            tricks=(*self.tricks[:-1], trick.laid(player, piece, suit, entry.civil)),
            plays_by_player={
                **self.plays_by_player,
                player: (*self.plays_by_player[player], (trick, piece)),
            },
            seen=self.seen | {piece},
            held=self.held - {piece},
            revokes=self.revokes + tuple(Revoke(p.player, p.trick, stands, p) for p in proofs),
        )._trick_complete()

    def trick_won(self, entry: TrickWon) -> "TrickPlay":
        """Add the winner of a trick. Raises `RuleViolation`."""
        self.check_depth("tricks", entry.player)
        return replace(self, trick_winners=(*self.trick_winners, entry.player))

    def tricks_taken(self, entry: TricksTaken) -> "TrickPlay":
        """Add the result. Raises `RuleViolation` or `MalformedEntry`."""
        tricks = entry.tricks or {}
        self.check_depth("result", *tricks)
        if entry.made is not None:
            raise MalformedEntry(TrickFact.NO_CONTRACT)
        counts = tricks.values()
        if sum(counts) != self.trick_count or any(number < 0 for number in counts):
            entered = tuple(tricks.items())
            raise RuleViolation(Rule.TRICK_COUNT, WrongTrickCount(self.trick_count, entered))
        return replace(self, totals=dict(tricks))

    def revoked(self, entry: Revoked) -> "TrickPlay":
        """Add a revoke that players saw. Raises `RuleViolation`."""
        self.check_plays(entry.player)
        if entry.trick is not None and not 1 <= entry.trick <= self._tricks_played(entry.player):
            raise RuleViolation(Rule.WRONG_PHASE, NotPlayedTo(entry.player, entry.trick))
        if any(r.player == entry.player and r.trick == entry.trick for r in self.revokes):
            raise RuleViolation(Rule.ALREADY_RECORDED, RevokeRecorded(entry.player))
        return replace(self, revokes=(*self.revokes, Revoke(entry.player, entry.trick, "revoke")))

    def check_plays(self, player: str) -> None:
        if player not in self.players:
            name = player if len(player) <= 40 else player[:39] + "…"
            raise RuleViolation(Rule.NOT_IN, NotInPlay(name))

    # Checks

    def check_depth(self, depth: Depth, *players: str) -> None:
        """Raise `RuleViolation` if the deal has another depth, or one of `players` is not in."""
        for player in players:
            self.check_plays(player)
        if self.depth != depth:
            why = RecordedOtherwise(self.depth)
            raise RuleViolation(Rule.WRONG_PHASE, OutOfPlace(why, self.question()))

    def _suit(self, entry: Played, piece: Piece, trick: Trick) -> str:
        """Return the suit that the piece is led as. Followers cannot announce one."""
        led_as = self.order.led_as[piece]
        if entry.suit is None:
            return led_as[0]
        suit = str(entry.suit)
        if trick.suit is not None:
            raise MalformedEntry(DoesNotLead(entry.player, str(piece)))
        if suit in led_as:
            return suit
        trumps = self.order.trumps if self.order.is_announced else frozenset()
        if piece in trumps and suit in self.pack.suits:
            why = TrumpAnnounced(entry.player, str(piece), led_as[0])
            raise RuleViolation(Rule.TRUMP_TILE, why)
        raise MalformedEntry(NotOfSuit(str(piece), suit[:10], led_as))

    def check_unseen(self, player: str, piece: Piece) -> None:
        """Raise `RuleViolation` if the player cannot hold the piece."""
        if piece in self.seen:
            raise RuleViolation(Rule.ALREADY_SEEN, SeenAlready(str(piece)))
        if piece not in self._elsewhere(player):
            return
        if player != self.holder:
            why = InDealersHand(player, str(piece), self.holder, was_dealt=bool(self.dealt))
            raise RuleViolation(Rule.ALREADY_SEEN, why)
        turn_up = min(map(str, self.held))
        last = LastIsTurnUp(player, turn_up, self.pack.piece, was_dealt=bool(self.dealt))
        raise RuleViolation(Rule.NOT_IN_HAND, last)

    def _elsewhere(self, player: str) -> Hand:
        """Return the unseen pieces that a player cannot have.

        These are the turn-up in another's hand, or all others than one's own if nothing else is left.
        """
        if player != self.holder:
            return self.held | self.dealt
        left = self.trick_count - len(self.plays_by_player[player])
        if self.held and left <= len(self.held):
            return frozenset(self.pack.pieces) - self.held
        return frozenset()

    def _can_call_civil(self, piece: Piece) -> bool:
        """Return whether `piece` can be led with the call "Pam be civil"."""
        return self.tricks[-1].suit is None and can_call_civil(piece, self.order, self.law)

    def _proofs(self, player: str, piece: Piece, unlawful: Iterable[Unlawful]) -> tuple[Proof, ...]:
        """Return the proof of each unlawful play, given that `player` plays `piece`."""
        plays = (*self.plays_by_player[player], (self.tricks[-1], piece))
        in_hand = (piece, *(self.held_by(player) - {piece}), *(later for _, later in plays))
        return tuple([self._proof(player, plays[one.place], one, in_hand) for one in unlawful])

    def _unlawful(self, player: str, piece: Piece, held: Hand) -> list[Unlawful]:
        """Return the plays proven unlawful if `player` plays `piece` now, except recorded revokes."""
        plays = (*self.plays_by_player[player], (self.tricks[-1], piece))
        order = self.pack.orders[self.trump]
        unlawful = unlawful_plays(plays, held - {piece}, self.trick_count, order, self.law)
        if not unlawful:
            return []
        known = {revoke.trick for revoke in self.revokes if revoke.player == player}
        return [one for one in unlawful if plays[one.place][0].number not in known]

    def held_by(self, player: str) -> Hand:
        """Return the pieces known to be in the player's hand."""
        return self.held if player == self.holder else frozenset()

    def _proof(
        self, player: str, play: tuple[Trick, Piece], unlawful: Unlawful, in_hand: Iterable[Piece]
    ) -> Proof:
        """Return the proof of an unlawful play, with the first piece of `in_hand` that shows it."""
        trick, piece = play
        leading = self.law.leading(trick.number)
        shows = next((one for one in in_hand if one in unlawful.lawful), None)
        return Proof(
            player=player,
            trick=trick.number,
            piece=str(piece),
            rule=unlawful.rule,
            proof=None if shows is None else str(shows),
            must=the_one(unlawful.rule, unlawful.lawful),
            trumps=leading.trump_from if unlawful.rule is Rule.LEAD_TRUMP else 0,
            led=self.led(trick),
        )

    def _trick_complete(self) -> "TrickPlay":
        """Start the next trick if everybody has played to this one."""
        trick = self.tricks[-1]
        if len(trick.plays) < len(self.players):
            return self
        winner = trick.winner(self.order, self.law)
        trick_winners = (*self.trick_winners, winner)
        if len(trick_winners) == self.trick_count:
            return replace(self, trick_winners=trick_winners)
        return replace(
            self,
            trick_winners=trick_winners,
            tricks=(*self.tricks, Trick(trick.number + 1, winner)),
        )

    def _tricks_played(self, player: str) -> int:
        """Return how many tricks the player can have played to."""
        if self.depth == "plays":
            return len(self.plays_by_player[player])
        if self.depth == "tricks":
            return min(len(self.trick_winners) + 1, self.trick_count)
        return self.trick_count


def the_one(rule: Rule, left: Hand) -> str | None:
    """Return the piece required by a rule that allows only one; None for other rules."""
    return str(next(iter(left))) if rule in (Rule.LEAD_ACE, Rule.CINCH) else None


def _distributions(players: tuple[str, ...], tricks: int) -> Iterable[dict[str, int]]:
    first, rest = players[0], players[1:]
    if not rest:
        yield {first: tricks}
        return
    for number in range(tricks, -1, -1):
        for others in _distributions(rest, tricks - number):
            yield {first: number, **others}
