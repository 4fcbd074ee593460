"""The JSON documents: the state of a table, an entry, a problem.

The OpenAPI description is made from these types; openapi.toml says what each field means."""

from collections.abc import Iterator

from msgspec import Struct, field

from companion.errors import Proof
from companion.evening import AnyEntry, Evening
from companion.evening.entries import OrdinaryEntry, Undone
from companion.evening.game_session import GameSession
from companion.ids import Rule
from companion.rules.actions import Played, Settled
from companion.rules.facts import Phase
from companion.rules.game import Authority
from companion.rules.ledger import POOL
from companion.rules.tricks.play import TrickPlay
from companion.store import TableAccess
from companion.tables import Tables, policy
from companion.web.entry_request import EntryId
from companion.web.views import view
from companion.wording import say


class QuestionState(Struct, frozen=True):
    """The question to be answered next."""

    asks: str
    kind: str
    player: str | None
    text: str


class PlayerState(Struct, frozen=True):
    """A player at the table."""

    name: str
    figure: int
    is_dealer: bool = False
    is_dealt_in: bool = False
    is_in: bool = False
    is_on_turn: bool = False
    tricks: int = 0
    laid: str | None = None


class TrickState(Struct, frozen=True):
    """The trick on the table; once all have played to it, the next one. The last of a deal stays."""

    leader: str
    suit: str | None
    plays: tuple[Played, ...]


class Payment(Struct, frozen=True):
    """Chips that move, or points that are won, and why."""

    amount: int
    rule: Rule
    text: str
    to: str
    source: str | None = field(default=None, name="from")
    authority: Authority | None = None


class SettlementState(Struct, frozen=True):
    """The settlement of the open deal, if it is booked."""

    payments: tuple[Payment, ...]
    looed: tuple[str, ...]
    carried: int | None
    notes: tuple[str, ...]


class SecondLookState(Struct, frozen=True):
    """A settlement that another device has to confirm."""

    waits: bool
    claims: tuple[str, ...]


class Self(Struct, frozen=True):
    """The requesting device, as the table knows it."""

    name: str
    seat: str
    may_record: bool
    is_host: bool


class TableState(Struct, frozen=True):
    """The state of a table, for the requesting device."""

    name: str
    after: int
    closed: bool
    game: str | None
    edition: int | None
    deal: int | None
    trump: str | None
    pool: int | None
    question: QuestionState | None
    options: tuple[OrdinaryEntry, ...]
    undo: Undone | None
    players: tuple[PlayerState, ...]
    trick: TrickState | None
    settlement: SettlementState | None
    second_look: SecondLookState | None
    device: Self


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why something was not done (RFC 9457). Nothing was written."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    reason: str = ""
    authority: Authority | None = None
    entry: AnyEntry | None = None
    proofs: tuple[Proof, ...] = ()
    ways: tuple[tuple[str, ...], ...] = ()
    field: str = ""
    expected: str = ""


class NewEvening(Struct, frozen=True, forbid_unknown_fields=True):
    """An evening to open."""

    name: str = ""
    entries: tuple[AnyEntry, ...] = ()
    entry_id: EntryId | None = None
    group: str = ""


class NewGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """A group to start."""

    name: str
    entry_id: EntryId | None = None


class Opened(Struct, frozen=True):
    """The links of a new evening or group. The device that asked for it is the host."""

    name: str
    join: str
    watch: str


def table_state(tables: Tables, access: TableAccess, evening: Evening) -> TableState:
    """Return the state of a table for a device, in the current language."""
    session = evening.state.session
    deal = session.deal if session else None
    asked = deal.question() if deal else None
    look = tables.confirmation(access, evening)
    undoable = tables.undoable(access, evening)
    return TableState(
        name=access.info.name,
        after=evening.length,
        closed=evening.state.closed,
        game=session.game.id if session else None,
        edition=session.edition if session else None,
        deal=session.number if session and not session.ended else None,
        trump=None if deal is None or deal.trump is None else str(deal.trump),
        pool=_pool(evening),
        question=QuestionState(asked.asks, asked.kind, asked.player, say(asked)) if asked else None,
        options=tables.options(access, evening),
        undo=Undone(undoable[0]) if undoable else None,
        players=tuple(_players(session)) if session else (),
        trick=_trick(view(deal).play) if deal else None,
        settlement=_settlement(session)
        if session and deal and deal.phase is Phase.SETTLING
        else None,
        second_look=SecondLookState(look.waits, tuple(map(say, look.items))) if look else None,
        device=Self(access.name, access.seat, policy.can_record(access), access.is_host),
    )


def _pool(evening: Evening) -> int | None:
    session = evening.state.session
    if session is None or session.ended:
        return evening.state.pool
    if session.deal:
        return session.deal.pool
    return None if session.race else session.accounts()[POOL]


def _players(session: GameSession) -> Iterator[PlayerState]:
    figures = session.scores if session.race else session.accounts()
    deal = session.deal
    standings = {one.player: one for one in view(deal).rows()} if deal else {}
    for name in session.seated():
        standing = standings.get(name)
        if standing is None or deal is None:
            yield PlayerState(name, figures[name])
            continue
        yield PlayerState(
            name,
            figures[name],
            is_dealer=name == deal.setup.dealer,
            is_dealt_in=True,
            is_in=standing.is_in,
            is_on_turn=standing.on_turn,
            tricks=standing.tricks,
            laid=str(standing.laid) if standing.laid else None,
        )


def _trick(play: TrickPlay | None) -> TrickState | None:
    if play is None or not play.tricks:
        return None
    trick = play.tricks[-1]
    plays = tuple(Played(one.player, str(one.piece)) for one in trick.plays)
    return TrickState(trick.leader, trick.suit, plays)


def _settlement(session: GameSession) -> SettlementState:
    done = session.enter(Settled()).deals[-1]
    settlement = done.settlement
    penalties = (one for one in done.lines if one.reason == "penalty")
    lines = [
        Payment(
            one.amount, one.rule, say(one.fact), one.target, one.source, session.authority(one.rule)
        )
        for one in (*penalties, *settlement.lines)
    ]
    points = [
        Payment(
            one.points, one.rule, say(one.fact), one.player, authority=session.authority(one.rule)
        )
        for one in settlement.points
    ]
    return SettlementState(
        payments=(*lines, *points),
        looed=tuple(settlement.looed),
        carried=settlement.carried,
        notes=tuple(map(say, settlement.notes)),
    )
