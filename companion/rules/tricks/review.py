"""Reviews of a deal's tricks: the duties of each play, and the revokes it proved.

Also what a hand that is known may play next. After the last play all hands are known, so the duties are exact.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import Led, RuleViolation
from companion.facts import AnyFact, Fact, PieceKind, PieceName
from companion.ids import Rule
from companion.pieces import Piece, notation
from companion.rules.actions import Played
from companion.rules.facts import Revoke
from companion.rules.reading import read_piece
from companion.rules.tricks.law import Duty, Hand, Trick, duties
from companion.rules.tricks.play import TrickPlay, the_one


class Obligation(Fact, frozen=True):
    player: str
    rule: Rule
    must: str | None = None
    """For `lead-ace` and `cinch`: the piece that had to be led."""
    trumps: int = 0
    """For `lead-trump`: the number of trumps from which one had to be led."""
    led: Led = "plain"
    """`plain` if the play was the lead."""


class NoDuty(Fact, frozen=True):
    player: str
    leads: bool


class InHand(Fact, frozen=True):
    player: str
    left: int
    turn_up: PieceName | None
    """The turn-up, if it is known to be among them."""


class OnePieceLeft(Fact, frozen=True):
    player: str
    kind: PieceKind


class HandUnknown(Fact, frozen=True):
    player: str


class PlayReview(Struct, frozen=True):
    player: str
    piece: Piece
    bound: tuple[AnyFact, ...]
    """The player's duties in order, or the reason for having none."""
    revoke: Revoke | None
    """The recorded revoke at this play."""
    proves: tuple[Revoke, ...]
    """Earlier revokes that this piece proves."""
    others: tuple[tuple[Piece, bool], ...]
    """The other pieces in the hand, each with whether it was allowed; empty unless all are known."""


class LegalPlays(Struct, frozen=True):
    """What the law lets the player on turn play."""

    player: str
    entries: tuple[Played, ...]
    """The lawful plays, ready to enter: in the order of the pack, with each suit that a piece can be led
    as, and with and without the call “Pam be civil”."""
    forbidden: Mapping[str, Obligation]
    """The other pieces in their notation, each with the first duty that forbids it."""


def legal_plays(play: TrickPlay, pieces: Iterable[Piece]) -> LegalPlays:
    """Return what the player on turn may play from a hand. Raises `RuleViolation` or `MalformedEntry`."""
    play.check_depth("plays")
    player, trick, law = play.turn or "", play.tricks[-1], play.law
    hand = frozenset(read_piece(play.pack, str(piece)) for piece in pieces)
    for piece in sorted(hand, key=notation):
        play.check_unseen(player, piece)
    before, held = play.plays_by_player[player], play.held_by(player)
    if len(hand) != (left := play.trick_count - len(before)) or held - hand:
        fact = InHand(player, left, min(map(notation, held), default=None))
        raise RuleViolation(Rule.NOT_IN_HAND, fact)
    bound = hand - {law.unbound_piece}
    binding = duties(bound, trick, play.order, law, before=before)
    forbidden = {
        notation(piece): _obligation(play, player, trick, rule, lawful)
        for piece in play.pack.pieces
        for rule, lawful in reversed(binding)  # so that the first one counts
        if piece in bound - lawful
    }
    lawful = {*map(notation, hand)} - forbidden.keys()
    plays = (one for one in play.ways_to_play(player) if one.piece in lawful)
    entries = dict.fromkeys(replace(one, stands=None) for one in plays)
    return LegalPlays(player, tuple(entries), forbidden)


def review(play: TrickPlay, number: int) -> tuple[PlayReview, ...]:
    """Review the plays to a trick, in order. Tricks count from 1.

    Raises `IndexError` if the trick was not recorded play by play.
    """
    trick = play.tricks[number - 1]
    return tuple(_reviewed(play, number, one.player, one.piece) for one in trick.plays)


def _reviewed(play: TrickPlay, number: int, player: str, piece: Piece) -> PlayReview:
    own = [revoke for revoke in play.revokes if revoke.player == player]
    plays = play.plays_by_player[player]
    trick, _ = plays[number - 1]
    hand = play.held_by(player) | {piece for _, piece in plays[number - 1 :]}
    unseen = play.trick_count - (number - 1) - len(hand)
    # If the first lead makes trump, that lead itself has no trump.
    is_first = play.lead_makes_trump and number == 1 and trick.suit is None
    order = play.pack.orders[""] if is_first else play.order
    free = hand & {play.law.unbound_piece}
    binding = duties(hand - free, trick, order, play.law, unseen, plays[: number - 1])
    allowed = binding[-1][1] | free if binding else hand
    others = sorted(hand - {piece}, key=play.pack.pieces.index)
    return PlayReview(
        player,
        piece,
        tuple(_bound(play, player, trick, binding, unseen)),
        next((revoke for revoke in own if revoke.trick == number), None),
        tuple(
            revoke
            for revoke in own
            if revoke.trick != number and revoke.proof and revoke.proof.proof == str(piece)
        ),
        () if unseen else tuple((one, one in allowed) for one in others),
    )


def _bound(
    play: TrickPlay, player: str, trick: Trick, binding: list[Duty], unseen: int
) -> list[AnyFact]:
    if trick.number == play.trick_count:
        return [OnePieceLeft(player, play.pack.piece)]
    if binding:
        # Skip duties that rule out no piece.
        earlier = (None, *(left for _, left in binding))
        return [
            _obligation(play, player, trick, rule, left)
            for (rule, left), before in zip(binding, earlier, strict=False)
            if left != before
        ]
    return [HandUnknown(player) if unseen else NoDuty(player, leads=trick.suit is None)]


def _obligation(play: TrickPlay, player: str, trick: Trick, rule: Rule, left: Hand) -> Obligation:
    leading = play.law.leading(trick.number)
    return Obligation(
        player,
        rule,
        must=the_one(rule, left),
        trumps=leading.trump_from if rule is Rule.LEAD_TRUMP else 0,
        led=play.led(trick),
    )
