"""What the screen offers to tap. It comes from the engine's options, so it is what is accepted."""

from collections.abc import Callable, Container, Iterable
from typing import Any

from msgspec import Struct

from companion.evening.game_session import GameSession
from companion.pieces import Piece
from companion.pieces.jokers import same_joker
from companion.rules.actions import (
    Declared,
    Discarded,
    Drew,
    Exchanged,
    JokerMoved,
    LaidOff,
    Played,
    TrickWon,
)
from companion.rules.deal import Deal
from companion.rules.facts import Question
from companion.web.forms import TURN_UP
from companion.web.views import PieceSelection, view
from companion.wording.games import choice_label
from companion.wording.screens import and_exchanges, drawn_from, with_turn_up


class Key(Struct, frozen=True):
    """One piece on the pad."""

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


class Choice(Struct, frozen=True):
    """A button that answers the question."""

    value: str
    label: str
    note: str = ""
    """What stands small beside the label."""


class Lay(Struct, frozen=True):
    """What can be done to one meld on the table."""

    kind: str
    """The kind of entry: `laid-off`, `joker-moved`."""
    meld: int
    pieces: tuple[Piece, ...]
    """The cards it can be done with."""


def exchanges(
    session: GameSession, options: Iterable[Any]
) -> Iterable[tuple[str, tuple[Choice, ...]]]:
    """Yield the rows of numbers of cards that can be exchanged."""
    exchanged = [said.count for said in options if isinstance(said, Exchanged)]
    if exchanged:
        yield "", tuple(Choice(str(count), str(count)) for count in exchanged)
    draws: dict[str, list[Choice]] = {}
    for said in options:
        if isinstance(said, Declared) and said.draws:
            value = f"{said.choice}+{said.draws}"
            draws.setdefault(said.choice, []).append(Choice(value, str(said.draws)))
    for choice, row in draws.items():
        yield and_exchanges(session.game, choice), tuple(row)


def lays(deal: Deal, options: Iterable[Any]) -> Iterable[Lay]:
    """Yield what can be done to each meld."""
    found: dict[tuple[int, str], list[Piece]] = {}
    for said in options:
        if isinstance(said, LaidOff | JokerMoved):
            key = said.meld, str(said.__struct_config__.tag)
            piece, known = deal.pack.read(said.piece), found.setdefault(key, [])
            # In a set a joker is the same whichever suit it is named by.
            if not any(same_joker(piece, one) for one in known):
                known.append(piece)
    for (meld, kind), pieces in sorted(found.items(), key=lambda one: one[0][0]):
        yield Lay(kind, meld, tuple(pieces))


def civil(deal: Deal, options: Iterable[Any]) -> str:
    """Return the ace that can be led with the call "Pam be civil", while Pam is still unseen."""
    calls = (said.piece for said in options if isinstance(said, Played) and said.civil)
    return next(calls, "") if deal.pack.pam not in view(deal).seen else ""


def keys(deal: Deal, question: Question, options: Iterable[Any]) -> dict[str, Key]:
    """Return the pieces of the pad, each with what tapping it would do."""
    if question.asks not in ("turn-up", "piece", "declaration", "turn"):
        return {}
    plays = [said for said in options if isinstance(said, Played | Discarded)]
    doubtful = {s.piece for s in plays if isinstance(s, Played) and s.stands is not None}
    playable = {said.piece for said in plays}
    return pad(
        deal,
        doubtful=doubtful,
        barred=lambda name: question.asks in ("piece", "turn") and name not in playable,
        leads=question.leads,
        held=question.held,
    )


def pad_to_pick(deal: Deal, selection: PieceSelection) -> dict[str, Key]:
    """Return the keys of the pad that asks for the pieces of a selection."""
    return pad(
        deal,
        leads=False,
        opened=selection.barred,
        held=selection.held,
        single=selection.single,
    )


def pad(
    deal: Deal,
    leads: bool,
    doubtful: Container[str] = (),
    barred: Callable[[str], bool] = lambda name: False,
    free: Piece | None = None,
    opened: frozenset[Piece] = frozenset(),
    held: Container[Piece] = (),
    single: Container[Piece] = (),
) -> dict[str, Key]:
    """Return all pieces of a deal's pack by their notation, as keys of a pad.

    `free` is a piece that can be tapped although it has been seen; `opened` have been seen too.
    """
    seen = (view(deal).seen | opened) - {free}
    order = deal.pack.orders[deal.trump] if deal.trump else None
    words = deal.pack.suits
    keys = {}
    for piece in deal.pack.pieces:
        name = str(piece)
        if name in doubtful:
            state = "doubt"
        elif not barred(name) and piece not in seen:
            state = "free"
        else:
            state = "seen" if piece in seen else "barred"
        led_as = order.led_as[piece] if order and leads else ()
        keys[name] = Key(
            piece=piece,
            state=state,
            suits=tuple((suit, words[suit]) for suit in led_as) if len(led_as) > 1 else (),
            is_trump=bool(order and piece in order.trumps),
            is_pam=piece == deal.pack.pam,
            is_held=piece in held,
            is_single=piece in single,
        )
    return keys


def choices(session: GameSession, deal: Deal, options: Iterable[Any]) -> Iterable[Choice]:
    shown = view(deal)
    for said in options:
        if isinstance(said, Declared) and said.discards is None and not said.draws:
            label = choice_label(session.game, said.choice)
            value = said.choice
            if said.takes_turn_up:
                value += TURN_UP
                label = with_turn_up(said.choice, str(deal.turn_up or ""))
            yield Choice(value, label, shown.note(said))
        elif isinstance(said, TrickWon):
            yield Choice(said.player, said.player)
        elif isinstance(said, Drew):
            yield Choice(said.source, drawn_from(said.source), shown.note(said))
