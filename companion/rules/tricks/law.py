"""The trick law: legal plays, the winner of a trick, and proofs of revokes.

Rules: docs/rules.md 1 ("Illegal plays, hands unseen") and 2. All three use one list of duties, so
offers, refusals and proofs cannot differ.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from companion.ids import Rule
from companion.pieces import Order, Piece

Hand = frozenset[Piece]


class Leading(Struct, frozen=True):
    ace: Piece | None = None
    """`lead-ace`: the piece that must be led if held, the ace of trumps or the king."""
    trump_from: int = 0
    """`lead-trump`: lead a trump when holding at least this many; 0 for no such duty."""
    highest: bool = False
    """`lead-highest`: if a trump must be led, lead the highest held."""
    highest_plain: bool = False
    """`lead-highest` without trumps: lead a piece of the highest rank held."""


class Law(Struct, frozen=True):
    """The duties in one deal. `follow-suit` applies in every game."""

    must_trump: bool = True
    """`must-trump`: when unable to follow, play a trump if able."""
    must_head: bool = False
    """`must-head`: when following, beat every piece in the trick if able."""
    must_overtrump: bool = False
    """`must-overtrump`: when trumping, beat every trump in the trick if able."""
    undertrump: bool = True
    """Whether `must-trump` also binds to a trump too low to win."""
    unbound_piece: Piece | None = None
    """A trump that may be played to any trick and need never be, but as the last piece of a hand."""
    first: Leading = Leading()
    second_lead: Leading | None = None
    later: Leading = Leading()
    """Duties at the first lead, at the second if they differ, and at later leads."""
    lead_after_win: bool = False
    """`lead-after-win`: after winning a trick, lead a trump if able."""
    cinch: bool = False
    """`cinch`: with the ace, king and queen of trumps in hand, lead them from the top."""
    pam_draws_highest: bool = False
    """`pam-led`: when Pam is led, play the highest trump held."""
    civil: Literal["none", "absolute", "unless-only-trump"] = "none"
    """`pam-civil`: the effect of the call "Pam be civil"."""

    def leading(self, trick: int) -> Leading:
        """Return the duties at a lead; tricks count from 1."""
        if trick == 1:
            return self.first
        return self.later if trick > 2 or self.second_lead is None else self.second_lead


class Play(Struct, frozen=True, gc=False):
    player: str
    piece: Piece


class Trick(Struct, frozen=True, gc=False):
    number: int
    """Counted from 1."""
    leader: str
    suit: str | None = None
    """None before the lead."""
    plays: tuple[Play, ...] = ()
    civil: bool = False
    """Whether the leader called "Pam be civil"."""

    def laid(self, player: str, piece: Piece, suit: str, civil: bool = False) -> "Trick":
        """Return the trick with one more play; `suit` and `civil` count only for the lead."""
        return Trick(
            self.number,
            self.leader,
            self.suit or suit,
            (*self.plays, Play(player, piece)),
            self.civil if self.plays else civil,
        )

    def winner(self, order: Order, law: Law) -> str:
        """Return the player winning the trick so far. Raises `ValueError` if nobody has played."""
        suit = self.suit
        if suit is None:
            raise ValueError("an empty trick has no winner")
        civil = self.civil
        return max(self.plays, key=lambda p: strength(p.piece, suit, civil, order, law)).player


def strength(piece: Piece, suit: str, civil: bool, order: Order, law: Law) -> int:
    """Return the strength of a piece in a trick to which `suit` was led; -1 if it cannot win."""
    # Pam, if called civil but forced out as the last piece, does not beat the ace.
    is_tame = civil and piece == order.pam and law.civil == "absolute"
    return -1 if is_tame else order.strength(piece, suit)


Duty = tuple[Rule, Hand]
"""A rule and the pieces of a hand that obey it."""
Plays = Sequence[tuple[Trick, Piece]]
"""One player's plays in order, each with the trick as it was before the play."""


def duties(
    hand: Hand, trick: Trick, order: Order, law: Law, unseen: int = 0, before: Plays = ()
) -> list[Duty]:
    """Return the duties of a player about to play to `trick`, in order.

    Each narrows down the pieces of `hand`; a duty that would leave none lapses. `trick` is empty for a
    lead. `before` are the player's plays so far.

    `unseen` is the number of unknown pieces in the hand. The result then has only duties that apply
    whatever these are, and a duty may leave none of the known pieces.
    """
    if trick.suit is None:
        if law.cinch and (sure := _sure(hand, order, before)):
            return [(Rule.CINCH, sure)]
        # As `law.leading` says, without a call in the innermost loop of a play.
        second = law.second_lead if trick.number == 2 else None
        leading = second or (law.first if trick.number == 1 else law.later)
        # The leader of a later trick has won the one before.
        after_win = law.lead_after_win and trick.number > 1
        return _leading(hand, order, leading, after_win, unseen)
    return _following(hand, trick, trick.suit, order, law, unseen)


def _following(
    hand: Hand, trick: Trick, suit: str, order: Order, law: Law, unseen: int
) -> list[Duty]:
    binding: list[Duty] = []
    pam = order.pam
    if trick.civil and pam in hand and _is_civil(hand, order, law, unseen):
        hand -= {pam}
        binding.append((Rule.PAM_CIVIL, hand))
    followers = hand & order.suits[suit]
    if followers:
        binding.append((Rule.FOLLOW_SUIT, followers))
        if law.pam_draws_highest and trick.plays[0].piece == pam:
            binding.append((Rule.PAM_LED, _highest(followers, order)))
        elif law.must_head and (heading := _beating(followers, trick, suit, order)):
            binding.append((Rule.MUST_HEAD, heading))
    elif law.must_trump and (trumps := hand & order.trumps):
        over = _beating(trumps, trick, suit, order) if law.must_overtrump else trumps
        if over or law.undertrump:
            binding.append((Rule.MUST_TRUMP, trumps))
        if over and law.must_overtrump:
            binding.append((Rule.MUST_OVERTRUMP, over))
    return binding


def _is_civil(hand: Hand, order: Order, law: Law, unseen: int) -> bool:
    """Return whether Pam cannot be played from this hand after the call "Pam be civil"."""
    if law.civil == "absolute":
        return len(hand) + unseen > 1
    return len(hand & order.trumps) > 1


def _beating(hand: Hand, trick: Trick, suit: str, order: Order) -> Hand:
    """Return the pieces of `hand` that beat every piece in the trick."""
    # The innermost loop of a play, so without calls for each piece.
    strengths = order.strengths[suit]
    best = -1
    for play in trick.plays:
        best = max(best, strengths.get(play.piece, -1))
    return frozenset([piece for piece in hand if strengths.get(piece, -1) > best])


def _highest(hand: Hand, order: Order) -> Hand:
    """Return the pieces of the highest rank; several only if in different suits."""
    best = max(order.rank(piece) for piece in hand)
    return frozenset(piece for piece in hand if order.rank(piece) == best)


def _sure(hand: Hand, order: Order, before: Plays) -> Hand:
    """Return the trump that the player must lead by `cinch`; empty if none is known.

    The duty applies to a leader with ace, king and queen of trumps, and after leading that ace.
    """
    honours = order.honours
    held = hand
    for trick, piece in reversed(before):
        if honours[0] in held:
            break
        held |= {piece}
        if piece == honours[0] and trick.suit is not None:
            return frozenset()  # the ace was played, but not led
    if not held.issuperset(honours):
        return frozenset()
    return frozenset([piece for piece in honours if piece in hand][:1])


def _leading(
    hand: Hand, order: Order, leading: Leading, after_win: bool, unseen: int
) -> list[Duty]:
    if leading.ace in hand:
        return [(Rule.LEAD_ACE, frozenset((leading.ace,)))]
    trumps = hand & order.trumps
    binding: list[Duty] = []
    if after_win and trumps:
        binding.append((Rule.LEAD_AFTER_WIN, trumps))
    if leading.trump_from and len(trumps) >= leading.trump_from:
        binding.append((Rule.LEAD_TRUMP, trumps))
    if binding and leading.highest:
        binding.append((Rule.LEAD_HIGHEST, _highest(trumps, order)))
    # With an unseen trump the play may be lawful, unless even one trump must be led.
    one_binds = after_win or leading.trump_from == 1
    if leading.highest_plain and hand and not trumps and (one_binds or not unseen):
        binding.append((Rule.LEAD_HIGHEST, _highest(hand, order)))
    return binding


def legal(hand: Hand, trick: Trick, order: Order, law: Law, before: Plays = ()) -> Hand:
    """Return the pieces of `hand` that may be played to `trick`, after the plays `before`."""
    free = hand & {law.unbound_piece}
    hand -= free
    for _, allowed in duties(hand, trick, order, law, before=before):
        hand = allowed
    return hand | free


def can_call_civil(piece: Piece, order: Order, law: Law) -> bool:
    """Return whether a piece can be led with the call "Pam be civil"."""
    return law.civil != "none" and piece in order.honours[:1]


def ways_to_lead(piece: Piece, order: Order, law: Law) -> Iterator[tuple[str, bool]]:
    """Yield each suit that a piece can be led as, and whether with the call "Pam be civil"."""
    for suit in order.led_as[piece]:
        yield suit, False
        if can_call_civil(piece, order, law):
            yield suit, True


def honours_owed(
    hand: Hand, piece: Piece, trick: Trick, order: Order, law: Law
) -> tuple[Piece, ...]:
    """Return the honours that the leader of `piece` owes by `cinch`; empty if there are none."""
    if not law.cinch or trick.suit is not None or piece not in order.honours[:1]:
        return ()
    binding = [rule for rule, _ in duties(hand, trick, order, law)]
    return order.honours if Rule.CINCH in binding else ()


def led_before(honours: tuple[Piece, ...], hand: Hand) -> Plays:
    """Return the leads of the honours that are no longer in `hand`, for `legal`."""
    return [(Trick(1, ""), piece) for piece in honours if piece not in hand]


class Unlawful(Struct, frozen=True):
    place: int
    """Index of the play among the player's plays."""
    rule: Rule
    lawful: Hand
    """Pieces known to have been in hand that obeyed the rule."""


def unlawful_plays(
    plays: Plays,
    held: Iterable[Piece],
    hand_size: int,
    order: Order,
    law: Law,
) -> list[Unlawful]:
    """Return the plays of one player that are proven unlawful.

    `held` are pieces known to be still in hand; `hand_size` is the size of the full hand. A piece played
    later was in hand earlier, so each play is tested against all later ones and `held`, with the rest of
    the hand unseen. The result holds whatever the unseen pieces are: a larger hand can change which duty
    is broken, but never make the play lawful. With the whole hand known it is exact.
    """
    unlawful = []
    hand = frozenset(held) - {law.unbound_piece}
    for place in range(len(plays) - 1, -1, -1):
        trick, piece = plays[place]
        if piece == law.unbound_piece:
            continue
        hand |= {piece}
        if len(hand) == 1 and not trick.civil:
            continue  # no other piece of the hand is known
        unseen = hand_size - place - len(hand)
        for rule, lawful in duties(hand, trick, order, law, unseen, plays[:place]):
            if piece not in lawful:
                unlawful.append(Unlawful(place, rule, lawful))
                break
    return unlawful[::-1]
