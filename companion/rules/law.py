"""The trick law: what may be played, who wins a trick, and what proves a revoke.

Rulebook 1 ("Illegal plays, hands unseen") and 2. One list of duties decides all three, so that what
is offered, what is refused and what is proven cannot differ.
"""

from collections.abc import Sequence

from msgspec import Struct

from companion.pieces import Order, Piece

Hand = frozenset[Piece]


class Law(Struct, frozen=True):
    """The obligations a game lays on its players. `follow-suit` binds in every game."""

    must_trump: bool = True
    """`must-trump`: unable to follow, play a trump if able."""
    lead_trump_from: int = 0
    """`lead-trump`: lead a trump when holding at least so many; 0 if there is no such duty."""
    lead_after_win: bool = False
    """`lead-after-win`: having won a trick, lead a trump if able."""


class Play(Struct, frozen=True):
    """One piece laid to a trick."""

    player: str
    piece: Piece


class Trick(Struct, frozen=True):
    """The plays to one trick, and the suit that was led."""

    number: int
    """Counted from 1."""
    leader: str
    suit: str | None = None
    """The suit led; None while nobody has played."""
    plays: tuple[Play, ...] = ()

    def laid(self, player: str, piece: Piece, suit: str) -> "Trick":
        """Return the trick with one more play; `suit` counts only for the play that leads."""
        return Trick(
            self.number, self.leader, self.suit or suit, (*self.plays, Play(player, piece))
        )

    def winner(self, order: Order) -> str:
        """Return who wins the trick as it lies. Raises `ValueError` if nobody has played."""
        suit = self.suit
        if suit is None:
            raise ValueError("an empty trick has no winner")
        return max(self.plays, key=lambda play: order.strength(play.piece, suit)).player


def duties(hand: Hand, trick: Trick, order: Order, law: Law) -> list[tuple[str, Hand]]:
    """Return the duties that bind a player about to play to `trick`, in the order they bind.

    Each is the id of a rule and the pieces of `hand` that it leaves, never none: a duty that would
    leave none lapses. `trick` is the trick as the player finds it: empty means to lead.
    """
    if trick.suit is None:
        return _leading_duties(hand, trick, order, law)
    followers = hand & order.suits[trick.suit]
    if followers:
        return [("follow-suit", followers)]
    if law.must_trump:
        trumps = hand & order.trumps
        if trumps:
            return [("must-trump", trumps)]
    return []


def _leading_duties(hand: Hand, trick: Trick, order: Order, law: Law) -> list[tuple[str, Hand]]:
    trumps = hand & order.trumps
    found = []
    # Whoever leads to a later trick has won the one before.
    if law.lead_after_win and trick.number > 1 and trumps:
        found.append(("lead-after-win", trumps))
    if law.lead_trump_from and len(trumps) >= law.lead_trump_from:
        found.append(("lead-trump", trumps))
    return found


def legal(hand: Hand, trick: Trick, order: Order, law: Law) -> Hand:
    """Return the pieces of `hand` that may be played to `trick`."""
    for _, allowed in duties(hand, trick, order, law):
        hand = allowed
    return hand


def broken_rule(piece: Piece, hand: Hand, trick: Trick, order: Order, law: Law) -> str | None:
    """Return the id of the first rule that playing `piece` out of `hand` breaks, or None."""
    for rule, allowed in duties(hand, trick, order, law):
        if piece not in allowed:
            return rule
    return None


def unlawful_plays(
    plays: Sequence[tuple[Trick, Piece]], held: Hand, order: Order, law: Law
) -> list[tuple[int, str]]:
    """Return which of one player's plays of a deal are against the law, as far as is known.

    `plays` are the player's plays in order, each with its trick as the player found it; `held` are
    pieces known to be still in hand. What is played later was in hand earlier, so each play is
    tested against itself, all later ones and `held`. The duties only ever bind harder the more of
    a hand is known, so what is found here is proof, and with the whole hand known it is exact.

    The result is pairs of (place in `plays`, id of the rule broken), in order of play.
    """
    found = []
    hand = held
    for place in range(len(plays) - 1, -1, -1):
        trick, piece = plays[place]
        hand |= {piece}
        rule = broken_rule(piece, hand, trick, order, law)
        if rule is not None:
            found.append((place, rule))
    return found[::-1]
