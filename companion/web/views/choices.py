"""What the screen offers to tap. It comes from the engine's options, so it is what is accepted."""

from collections.abc import Callable, Container, Iterable
from functools import lru_cache, partial
from itertools import repeat
from typing import Literal, TypeGuard

from msgspec import Struct
from msgspec.structs import replace

from companion.evening import AnyEntry
from companion.evening.entries import Amended, EveningClosed, GameEnded, Paid, Undone
from companion.evening.game_session import GameSession
from companion.pieces import Piece
from companion.pieces.jokers import same_joker
from companion.rules.actions import (
    DealEntry,
    Declared,
    Discarded,
    Drew,
    Exchanged,
    JokerMoved,
    LaidOff,
    Misdealt,
    Played,
    RestDeclared,
    Settled,
    TrickWon,
    TurnedUp,
)
from companion.rules.deal import Deal
from companion.rules.facts import Phase, Question
from companion.rules.loo.declaring import GENERAL
from companion.web.views import PieceSelection, view
from companion.wording.games import choice_label
from companion.wording.languages import _
from companion.wording.pieces import suit_name
from companion.wording.screens import and_exchanges, with_turn_up

EntryOf = Callable[[str, str | None], AnyEntry]
"""What a tap on a piece enters, given its notation and the suit it is announced as, if any."""


WEIGHTY = (Amended, EveningClosed, GameEnded, Misdealt, Paid, RestDeclared, Settled, Undone)
"""What books, closes, undoes or speaks for many: too much for a tap that was meant for another button."""


class ButtonFace(Struct, frozen=True):
    """How one piece stands on the pad."""

    piece: Piece
    state: str
    """`free`, `doubt` (would prove a revoke), `barred` (not allowed), or `seen`."""
    suits: tuple[tuple[str, str], ...] = ()
    """Of a piece to be led: the suits it can be announced as, with their words, if it has two."""
    is_trump: bool = False
    is_pam: bool = False
    is_held: bool = False
    """Whether it is known to be in the hand that is spoken of."""
    is_single: bool = False
    """Whether only one copy of it can be picked."""


class PadButton(Struct, frozen=True):
    """One piece on the pad, with what a tap on it enters."""

    face: ButtonFace
    entries: tuple[AnyEntry, ...] = ()
    """One, or one for each suit the piece can be announced as; none where the form says the rest."""


class Choice(Struct, frozen=True):
    """A button that answers the question."""

    entry: DealEntry
    label: str
    note: str = ""
    """What stands small beside the label."""


class Lay(Struct, frozen=True):
    """What can be done to one meld on the table."""

    meld: int
    cards: tuple[tuple[Piece, LaidOff | JokerMoved], ...]
    """The cards it can be done with, each with the entry that does it."""
    moves_joker: bool


def exchanges(
    session: GameSession, options: Iterable[DealEntry]
) -> Iterable[tuple[str, tuple[Choice, ...]]]:
    """Yield the rows of numbers of cards that can be exchanged, each under its words."""
    exchanged = [option for option in options if isinstance(option, Exchanged)]
    if exchanged:
        yield "", tuple(Choice(option, str(option.count)) for option in exchanged)
    draws: dict[str, list[Choice]] = {}
    for option in options:
        if isinstance(option, Declared) and option.draws:
            draws.setdefault(option.choice, []).append(Choice(option, str(option.draws)))
    for choice, row in draws.items():
        yield and_exchanges(session.game, choice), tuple(row)


def lays(deal: Deal, options: Iterable[DealEntry]) -> Iterable[Lay]:
    """Yield what can be done to each meld."""
    found: dict[tuple[int, bool], dict[Piece, LaidOff | JokerMoved]] = {}
    for option in options:
        if isinstance(option, LaidOff | JokerMoved):
            known = found.setdefault((option.meld, isinstance(option, JokerMoved)), {})
            piece = deal.pack.read(option.piece)
            # In a set a joker is the same whichever suit it is named by.
            if not any(same_joker(piece, one) for one in known):
                known[piece] = option
    for (meld, moves_joker), cards in sorted(found.items(), key=lambda one: one[0][0]):
        yield Lay(meld, tuple(cards.items()), moves_joker)


def civil(deal: Deal, options: Iterable[DealEntry]) -> Played | None:
    """Return the lead of the ace with the call "Pam be civil", while Pam is still unseen."""
    if deal.pack.pam in view(deal).seen:
        return None
    calls = (one for one in options if isinstance(one, Played) and one.civil)
    return next((replace(call, suit=None) for call in calls), None)


def keys(deal: Deal, question: Question, options: Iterable[DealEntry]) -> dict[str, PadButton]:
    """Return the pieces of the pad, each with what tapping it would do."""
    if question.asks not in ("turn-up", "piece", "declaration", "turn"):
        return {}
    plays = [option for option in options if isinstance(option, Played | Discarded)]
    is_play = question.asks in ("piece", "turn")
    return pad(
        deal,
        entry_of=_entry_of(question),
        doubtful=[one.piece for one in plays if isinstance(one, Played) and one.stands],
        playable={option.piece for option in plays} if is_play else None,
        leads=question.leads,
        held=question.held,
    )


def _entry_of(question: Question) -> EntryOf | None:
    """Return what a tap on a piece answers, given its notation and the suit it is led as."""
    player = question.player or ""
    match question.asks:
        case "turn-up":
            return lambda piece, suit: TurnedUp(piece)
        case "piece":
            return partial(Played, player)
        case "turn":
            return lambda piece, suit: Discarded(player, piece)
    return None


def pad_to_pick(deal: Deal, pick: PieceSelection) -> dict[str, PadButton]:
    """Return the pad that asks for the pieces of a pick."""
    return pad(deal, leads=False, opened=pick.barred, held=pick.held, single=pick.single)


def pad(
    deal: Deal,
    leads: bool,
    entry_of: EntryOf | None = None,
    doubtful: Container[str] = (),
    playable: Container[str] | None = None,
    free: Piece | None = None,
    opened: frozenset[Piece] = frozenset(),
    held: Container[Piece] = (),
    single: Container[Piece] = (),
) -> dict[str, PadButton]:
    """Return all pieces of a deal's pack by their notation, as buttons of a pad.

    Without `playable`, all are that have not been seen; `free` is one that can be tapped although it
    has been, and `opened` have been seen too.
    """
    # A pad is most of what is drawn for a tap: nothing here is called for each piece.
    pack, trump = deal.pack, deal.trump
    seen = (view(deal).seen | opened) - {free}
    order = pack.orders[trump] if trump else None
    suit_names = {suit: suit_name(suit) for suit in pack.suits} if leads else {}
    buttons = {}
    for piece in pack.pieces:
        name = _notation(piece)
        is_barred = playable is not None and name not in playable
        led_as = order.led_as[piece] if order and leads else ()
        suits = led_as if len(led_as) > 1 else ()
        face = ButtonFace(
            piece=piece,
            state="doubt"
            if name in doubtful
            else "seen"
            if piece in seen
            else "barred"
            if is_barred
            else "free",
            suits=tuple(zip(suits, map(suit_names.__getitem__, suits), strict=True)),
            is_trump=order is not None and piece in order.trumps,
            is_pam=piece == pack.pam,
            is_held=piece in held,
            is_single=piece in single,
        )
        entries = tuple(map(entry_of, repeat(name), suits or (None,))) if entry_of else ()
        buttons[name] = PadButton(face, entries)
    return buttons


_notation = lru_cache(maxsize=None)(str)


def choices(session: GameSession, deal: Deal, options: Iterable[DealEntry]) -> Iterable[Choice]:
    """Yield the buttons that answer the question without a piece."""
    shown = view(deal)
    for option in options:
        match option:
            case Declared() if out_of_turn(option, deal):
                pass
            case Declared(takes_turn_up=True, discards=None, draws=0):
                label = with_turn_up(option.choice, str(deal.turn_up or ""))
                yield Choice(option, label, shown.note(option))
            case Declared(discards=None, draws=0):
                label = choice_label(session.game, option.choice)
                yield Choice(option, label, shown.note(option))
            case TrickWon():
                yield Choice(option, option.player)
            case Drew():
                stock = option.source == "stock"
                label = _("The stock") if stock else _("The discards")
                yield Choice(option, label, shown.note(option))


def out_of_turn(option: DealEntry, deal: Deal) -> TypeGuard[Declared]:
    """Return whether an option is a declaration that does not answer what is asked."""
    return isinstance(option, Declared) and (
        deal.phase is not Phase.DECLARING or option.choice == GENERAL
    )


ANSWERS: tuple[Literal["revoke", "let-stand"], ...] = ("revoke", "let-stand")


def revoke_answers(entry: AnyEntry, later: int | None = None) -> dict[str, AnyEntry]:
    """Return an entry with each answer to the revoke that it proves, by those.

    It is a play, or a correction: that proves one by the play that it puts in, or by a `later` play,
    which is named by its number. Of other entries there is nothing to answer.
    """
    if isinstance(entry, Amended):
        if later is not None:
            return {one: replace(entry, answers={**entry.answers, later: one}) for one in ANSWERS}
        return (
            {one: replace(entry, by=by) for one, by in revoke_answers(entry.by).items()}
            if entry.by
            else {}
        )
    return {one: replace(entry, stands=one) for one in ANSWERS} if isinstance(entry, Played) else {}


def weight(entry: AnyEntry) -> str:
    """Return the kind of an entry that a button must not send by a slip, "" for a fact of the play."""
    if isinstance(entry, WEIGHTY) or (isinstance(entry, Played) and entry.stands):
        return str(entry.__struct_config__.tag)
    return ""
