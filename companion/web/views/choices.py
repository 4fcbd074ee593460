"""The buttons of the table screen, made from the engine's options.

An option's kind is its `type`: a tap looks through the options a dozen times, and `isinstance` takes
twenty times as long for a struct of another class. No kind has subclasses.
"""

from collections.abc import Callable, Container, Iterable
from functools import lru_cache, partial
from itertools import repeat
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.evening import AnyEntry
from companion.evening.entries import Amended, EveningClosed, GameEnded, Paid, Undone
from companion.evening.game_session import GameSession
from companion.pieces import Piece, notation
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
"""Returns the entry that plays a piece, from its notation and the suit announced for it, if any."""

WEIGHTY = (Amended, EveningClosed, GameEnded, Misdealt, Paid, RestDeclared, Settled, Undone)
"""Entries that must not be sent by a mistaken tap."""


class ButtonFace(Struct, frozen=True, cache_hash=True):
    """The state of a piece on the pad."""

    piece: Piece
    state: str
    """`free`, `doubt` (it would prove a revoke), `barred` (not allowed) or `seen`."""
    suits: tuple[tuple[str, str], ...] = ()
    """The suits, with their names, that can be announced for a lead, if there are two."""
    is_trump: bool = False
    is_pam: bool = False
    is_special: bool = False
    """Whether it is always a trump, but not Pam."""
    is_held: bool = False
    """Whether the piece is known to be in the player's hand."""
    is_single: bool = False


class PadButton(Struct, frozen=True):
    """A piece on the pad, with the entries it sends."""

    face: ButtonFace
    entries: tuple[AnyEntry, ...] = ()
    """An entry for each suit that can be announced; none if the form holds the entry."""


class Choice(Struct, frozen=True):
    """A button with an entry."""

    entry: DealEntry
    label: str
    note: str = ""


class Lay(Struct, frozen=True):
    """The cards that can be laid off on a meld, or exchanged for its joker."""

    meld: int
    cards: tuple[tuple[Piece, LaidOff | JokerMoved], ...]
    moves_joker: bool


def exchanges(
    session: GameSession, player: str | None, options: Iterable[DealEntry]
) -> Iterable[tuple[str, tuple[Choice, ...]]]:
    """Yield labelled rows of buttons for the numbers of cards that `player` can exchange."""
    exchanged = [one for one in options if type(one) is Exchanged and one.player == player]
    if exchanged:
        yield "", tuple(Choice(option, str(option.count)) for option in exchanged)
    draws: dict[tuple[str, bool], list[Choice]] = {}
    for option in options:
        if type(option) is Declared and option.draws and option.discards is None:
            way = option.choice, option.takes_turn_up
            draws.setdefault(way, []).append(Choice(option, str(option.draws)))
    for (choice, takes), row in draws.items():
        yield and_exchanges(session.game, choice, takes), tuple(row)


def lays(deal: Deal, options: Iterable[DealEntry]) -> Iterable[Lay]:
    melds: dict[tuple[int, bool], dict[Piece, LaidOff | JokerMoved]] = {}
    for option in options:
        if type(option) is LaidOff or type(option) is JokerMoved:
            known = melds.setdefault((option.meld, type(option) is JokerMoved), {})
            piece = deal.pack.read(option.piece)
            # In a set, the suit of a joker makes no difference.
            if not any(same_joker(piece, one) for one in known):
                known[piece] = option
    for (meld, moves_joker), cards in sorted(melds.items(), key=lambda one: one[0][0]):
        yield Lay(meld, tuple(cards.items()), moves_joker)


def civil(deal: Deal, options: Iterable[DealEntry]) -> Played | None:
    """Return the lead of the ace with the call "Pam be civil", unless Pam has been seen."""
    if deal.pack.pam in view(deal).seen:
        return None
    calls = [one for one in options if type(one) is Played and one.civil]
    return replace(calls[0], suit=None) if calls else None


def keys(deal: Deal, question: Question, options: Iterable[DealEntry]) -> dict[str, PadButton]:
    """Return the pad's buttons by the notation of their pieces."""
    if question.asks not in ("turn-up", "piece", "declaration", "turn"):
        return {}
    plays = [one for one in options if type(one) is Played or type(one) is Discarded]
    is_play = question.asks in ("piece", "turn")
    return pad(
        deal,
        entry_of=_entry_of(question),
        doubtful={one.piece for one in plays if type(one) is Played and one.stands},
        playable={option.piece for option in plays} if is_play else None,
        leads=question.leads,
        held=question.held,
    )


def _entry_of(question: Question) -> EntryOf | None:
    player = question.player or ""
    match question.asks:
        case "turn-up":
            return lambda piece, suit: TurnedUp(piece)
        case "piece":
            return partial(_play, player)
        case "turn":
            return lambda piece, suit: Discarded(player, piece)
    return None


def pad_to_pick(deal: Deal, pick: PieceSelection) -> dict[str, PadButton]:
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
    """Return the buttons of a deal's whole pack by notation.

    Without `playable`, every unseen piece can be tapped. The pieces in `opened` also count as seen.
    `free` can be tapped even if it has been seen.
    """
    # The pad is most of a response, so its faces and plays are made once, and no piece takes a call.
    pack, trump = deal.pack, deal.trump
    seen = (view(deal).seen | opened) - {free}
    order = pack.orders[trump] if trump else None
    trumps = order.trumps if order else ()
    led_as = order.led_as if order and leads else None
    special = None if pack.pam else pack.special
    named = {suit: (suit, suit_name(suit)) for suit in pack.suits} if leads else {}
    buttons = {}
    for piece in pack.pieces:
        name = notation(piece)
        suits = led_as[piece] if led_as and len(led_as[piece]) > 1 else ()
        if name in doubtful:
            state = "doubt"
        elif piece in seen:
            state = "seen"
        else:
            state = "free" if playable is None or name in playable else "barred"
        face = _face(
            piece,
            state,
            tuple([named[suit] for suit in suits]) if suits else (),
            piece in trumps,
            piece == pack.pam,
            piece == special,
            piece in held,
            piece in single,
        )
        entries: tuple[AnyEntry, ...] = ()
        if entry_of and state != "seen":
            one = () if suits else (entry_of(name, None),)
            entries = one or tuple(map(entry_of, repeat(name), suits))
        buttons[name] = PadButton(face, entries)
    return buttons


_face = lru_cache(maxsize=4096)(ButtonFace)
_play = lru_cache(maxsize=4096)(Played)


def choices(session: GameSession, deal: Deal, options: Iterable[DealEntry]) -> Iterable[Choice]:
    """Yield the buttons that answer the question without naming a piece."""
    shown = view(deal)
    for option in options:
        if type(option) is Declared:
            if option.discards is not None or option.draws or out_of_turn(option, deal):
                continue
            label = (
                with_turn_up(option.choice, shown.turned)
                if option.takes_turn_up
                else choice_label(session.game, option.choice)
            )
            yield Choice(option, label, shown.note(option))
        elif type(option) is TrickWon:
            yield Choice(option, option.player)
        elif type(option) is Drew:
            label = _("The stock") if option.source == "stock" else _("The discards")
            yield Choice(option, label, shown.note(option))


def out_of_turn(option: Declared, deal: Deal) -> bool:
    """Return whether a declaration does not answer the question."""
    return deal.phase is not Phase.DECLARING or option.choice == GENERAL


ANSWERS: tuple[Literal["revoke", "let-stand"], ...] = ("revoke", "let-stand")


def revoke_answers(entry: AnyEntry, later: int | None = None) -> dict[str, AnyEntry]:
    """Return the entries that answer the revoke that `entry` proves, by answer.

    In a correction, the answer belongs to the play that it enters or, if a `later` play proves the
    revoke, to the play with that number.
    """
    if isinstance(entry, Played):
        return {one: replace(entry, stands=one) for one in ANSWERS}
    if not isinstance(entry, Amended):
        return {}
    if later is not None:
        return {one: replace(entry, answers={**entry.answers, later: one}) for one in ANSWERS}
    answers = revoke_answers(entry.by) if entry.by else {}
    return {one: replace(entry, by=by) for one, by in answers.items()}


def weight(entry: AnyEntry) -> str:
    """Return the kind of an entry that a mistaken tap must not send; "" for other entries."""
    if isinstance(entry, WEIGHTY) or (isinstance(entry, Played) and entry.stands):
        return str(entry.__struct_config__.tag)
    return ""
