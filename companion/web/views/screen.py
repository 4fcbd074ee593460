"""What the table screen shows, worked out from the state: one function for every way it is sent.

What the screen offers comes from the engine's options, so that it is what the engine accepts.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from companion.evening import AnyEntry, Evening, capacity
from companion.evening.entries import OrdinaryEntry, Undone
from companion.evening.game_facts import PoolFull
from companion.evening.game_session import MOST_POOL, GameSession
from companion.facts import AnyFact
from companion.rules.actions import (
    Declared,
    PamShown,
    Peeped,
    Played,
    RestDeclared,
    Settled,
    TricksTaken,
)
from companion.rules.deal import Deal, rest
from companion.rules.facts import Phase
from companion.store import EveningInfo, TableAccess
from companion.tables import policy, table_facts
from companion.tables.confirmation import SecondLook, second_look
from companion.tables.table_facts import TableFact
from companion.web.access import tables
from companion.web.views import DealView, PieceSelection, Row, view
from companion.web.views.choices import (
    Choice,
    Lay,
    PadButton,
    choices,
    civil,
    exchanges,
    keys,
    lays,
    out_of_turn,
)
from companion.web.views.notices import notice
from companion.web.views.player_rows import chips_in_pool, player_rows
from companion.web.views.settlement_view import Why, whys
from companion.wording import say, screens
from companion.wording.evening.entries import entry_words, undoable_words
from companion.wording.games import game_title, has_antes
from companion.wording.languages import _
from companion.wording.pieces import suit_name


class Authors(Struct, frozen=True):
    """Who made the last entries, as the device that looks at them sees it."""

    made_newest: bool = False
    """Whether it made the newest entry itself."""
    of_undoable: policy.Author = "self"
    """Who made the entry that can be undone."""
    name: str = ""
    """What that device calls itself, if it is another; "" if nothing."""


Explain = Callable[[str], Markup]
"""Makes HTML of a sentence, in which words of the game link to what they mean."""


class Stakes(Struct, frozen=True):
    """What a deal is played for, and its trumps, as HTML."""

    pool: int | None = None
    pool_title: str = ""
    at_first: str = ""
    """Before a deal begins, what the pool holds with what is put in; "" if nothing is."""
    title: str = ""
    is_spare: bool = False
    """Whether the title takes little room: beside melds."""
    trump: str | None = None
    trump_title: str = ""
    trump_words: str = ""
    no_trump: str = ""
    terms: str = ""


class Screen(Struct, frozen=True):
    """The table screen."""

    table: TableAccess
    evening: Evening
    heading: str
    question: str
    asks: str
    """What the entry region shows: a question's kind, or `none`, `over`, `too-few`, `full`, `closed`."""
    rows: tuple[Row, ...] = ()
    session: GameSession | None = None
    deal: Deal | None = None
    view: DealView | None = None
    """What is shown of the deal, by its family of games."""
    kind: str = ""
    player: str = ""
    leads: bool = False
    keys: Mapping[str, PadButton] = {}
    """The pad: each piece of the pack by its notation."""
    choices: tuple[Choice, ...] = ()
    discards: bool = False
    """Whether a dealer can name the piece put away for the turn-up."""
    exchanges: tuple[tuple[str, tuple[Choice, ...]], ...] = ()
    """Rows of numbers of cards to exchange, each with what it goes with."""
    draws: int = 0
    """How many cards can be exchanged with a declaration, at most."""
    rest: tuple[str, ...] = ()
    """Those who can all give up with one tap, the player on turn first."""
    last_bid: RestDeclared | None = None
    """A bid after which the others can only pass, with their passes."""
    extra_actions: tuple[Choice, ...] = ()
    """What may be entered beside the answer."""
    generals: tuple[Choice, ...] = ()
    """Who may declare General Rams now, whoever's turn it is."""
    meld_actions: tuple[Lay, ...] = ()
    """What can be done to the melds on the table."""
    civil: Played | None = None
    """The lead of the ace of trumps with the call "Pam be civil", if it can be made now."""
    selections: tuple[PieceSelection, ...] = ()
    """What may be entered now by picking pieces, on a page of its own."""
    pam_from: tuple[str, ...] = ()
    """Those who may show Pam now."""
    pool: int | None = None
    """What the pool holds, with the settlement that is shown; None where there is no pool."""
    whys: tuple[Why, ...] = ()
    won_by: str | None = None
    """Who wins the game with the settlement that is shown."""
    revokes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """What is noted and costs nothing."""
    unchecked: int = 0
    settle_now: str = ""
    """Why the deal can be settled before it is played out, if it can."""
    notice: str = ""
    undo: tuple[int, str] | None = None
    """The number of the entry that can be undone, and what it says."""
    undo_by: str = ""
    """Who made it, if that was another device."""
    denied: AnyFact | None = None
    """Why the question cannot be answered on this phone, if it cannot."""
    entry_id: str = ""
    amends: int = 0
    """The number of the entry that the answer is a correction of."""
    made_newest: bool = False
    """Whether this phone made the newest entry."""

    @property
    def info(self) -> EveningInfo:
        """The evening, with the key by which it was opened."""
        return self.table.info

    @property
    def names(self) -> list[str]:
        """The players, as the rows name them."""
        return [row.player for row in self.rows]

    @property
    def after(self) -> int:
        """The position in the log that this screen shows."""
        return self.evening.length

    @property
    def rights(self) -> str:
        """A mark of what this phone is shown, by which a stream tells whether that has changed."""
        return policy.rights(self.table)

    @property
    def is_nearly_full(self) -> bool:
        """Whether the table is offered to go on in a new evening."""
        return capacity.entries_left(self.evening.length) is not None

    @property
    def may_record(self) -> bool:
        """Whether this phone may enter anything at all."""
        return policy.can_record(self.table)

    @property
    def says_for_whom(self) -> bool:
        """Whether it is said for whom this phone records: where each does for their own seat."""
        return policy.records_by_seat(self.table, self.evening)

    @property
    def needs_seat(self) -> bool:
        """Whether this phone could enter something if it chose a seat."""
        return self.denied is TableFact.SEAT_UNKNOWN or isinstance(
            self.denied, table_facts.SeatLeft
        )

    @property
    def second_look(self) -> SecondLook | None:
        """What this phone is asked about the settlement that stands open, if anything."""
        newest_by = self.table.device if self.made_newest else None
        return second_look(self.table, self.evening.state, newest_by)

    def may(self, entry: AnyEntry) -> bool:
        """Return whether this phone may make an entry, whatever the rules say to it."""
        if not capacity.has_room(self.evening.length, self.evening.state, entry):
            return False
        return policy.can_enter(self.table, self.evening, entry)

    def may_some(self, kind: type[OrdinaryEntry]) -> bool:
        """Return whether this phone may make an entry of a kind."""
        return policy.can_enter_kind(self.table, self.evening, kind)

    def may_for(self, kind: Callable[[str], AnyEntry], players: Iterable[str]) -> list[str]:
        """Return those players for whom this phone may make an entry of a kind."""
        return [player for player in players if self.may(kind(player))]

    @property
    def scrolls(self) -> bool:
        """Whether the entry region is figures to be read, from the top, more than buttons."""
        return self.asks in ("settled", "flushes", "over", "full", "closed")

    @property
    def asks_this_phone(self) -> bool:
        """Whether a new question is for the person who holds this phone."""
        return not self.denied and policy.concerns(self.table, self.player)

    @property
    def leaves_gap(self) -> bool:
        """Whether rows keep room for a piece laid to the trick."""
        return self.deal is not None and self.deal.setup.depth == "plays"

    def stakes(self, explain: Explain) -> Stakes:
        """Return what the deal is played for."""
        if self.session is None or self.deal is None or self.view is None:
            return Stakes()
        game, trump, chips = self.session.game, self.deal.trump, self.deal.pool
        has_pool, at_first = self.pool is not None, ""
        if has_pool and chips != self.pool and not self.deal.begun and self.deal.stakes:
            antes = has_antes(game)
            at_first = _("with antes {n}", n=chips) if antes else _("with stakes {n}", n=chips)
        return Stakes(
            pool=self.pool,
            pool_title=explain(_("Pool")) if has_pool else "",
            at_first=at_first and explain(at_first),
            title="" if has_pool else game_title(game),
            is_spare=game.family == "rummy",
            trump=trump,
            trump_title=explain(_("Trump")) if trump else "",
            trump_words=suit_name(trump) if trump else "",
            no_trump="" if trump else explain(self.view.no_trump),
            terms=explain(self.view.terms),
        )

    def explained_rows(self, explain: Explain) -> list[Row]:
        """Return the rows with what is said of each player as HTML."""
        return [replace(row, state=explain(row.state)) for row in self.rows]

    @property
    def suits(self) -> dict[str, str]:
        """The suits of the game's pack with the words for them."""
        pack = self.session.game.pack if self.session else None
        return {suit: suit_name(suit) for suit in pack.suits} if pack else {}


def authors_of(table: TableAccess, evening: Evening) -> Authors:
    """Return who made the last entries of an evening, as a device sees it."""
    number, undoable = table.info.id, evening.undoable or 0
    author = tables().author(table, undoable)
    other = tables().other_author(table, undoable) if author == "another" else None
    made_newest = tables().evenings.device_of(number, evening.length) == table.device
    return Authors(made_newest, author, other.name or other.seat if other else "")


def screen(
    table: TableAccess,
    evening: Evening,
    one_by_one: bool = False,
    authors: Authors | None = None,
) -> Screen:
    """Return the table screen of an evening.

    `one_by_one` asks each player for a bid even where one entry can tell all bids.
    """
    state, session = evening.state, evening.state.session
    authors = authors or authors_of(table, evening)
    can_undo = evening.undoable is not None and policy.can_change(
        table, evening, Undone(evening.undoable), authors.of_undoable
    )
    is_anothers = can_undo and authors.of_undoable == "another"
    common: dict[str, Any] = {
        "table": table,
        "evening": evening,
        "session": session,
        "undo": undoable_words(evening) if can_undo else None,
        "undo_by": (authors.name or _("another phone")) if is_anothers else "",
        "made_newest": authors.made_newest,
        "denied": _denial(table, evening),
        "entry_id": secrets.token_urlsafe(9),
    }
    if session:
        after = state.booked().session or session
        common["rows"] = player_rows(session, after)
        common["pool"] = chips_in_pool(session, after)
        if after is not session:
            common["whys"] = tuple(whys(after))
            common["won_by"] = after.winner
    if state.closed:
        return Screen(
            heading=_("Closed"), question=_("The evening is closed."), asks="closed", **common
        )
    if session is None:
        return Screen(
            heading=_("No game yet"), question=_("What are you playing?"), asks="none", **common
        )
    if capacity.is_full(evening.length, state):
        full = say(capacity.full(evening.length))
        return Screen(heading=_("Evening full"), question=full, asks="full", **common)
    if session.winner is not None:
        return Screen(
            heading=_("Game over"),
            question=_("{player} wins.", player=session.winner),
            asks="over",
            **common,
        )
    if session.ended:
        return Screen(
            heading=_("Game over"), question=_("The game has ended."), asks="over", **common
        )
    if session.deal is None and session.pool_is_full:
        return Screen(
            heading=_("Pool full"), question=say(PoolFull(MOST_POOL)), asks="full", **common
        )
    if session.deal is None:
        return Screen(
            heading=screens.deal_heading(session.number),
            question=_("Not enough players."),
            asks="too-few",
            **common,
        )
    shown = _deal_screen(session, session.deal, common)
    if one_by_one or not shown.rest or not (shown.view and shown.view.bids_at_once):
        return shown
    return replace(
        shown,
        question=shown.view.bids_at_once,
        asks="highest-bid",
        kind="rest-declared",
        player="",
        rows=tuple(replace(row, on_turn=False) for row in shown.rows),
    )


def screen_before(table: TableAccess, evening: Evening, number: int) -> Screen | None:
    """Return the table as it stood before an entry, without what can only be done as it is now.

    None if that entry cannot be corrected.
    """
    if evening.was(number) is None:
        return None
    before = Evening(state=evening.before(number), length=evening.length)
    shown = screen(replace(table, second_look=False), before, one_by_one=True)
    return replace(shown, amends=number, rest=(), last_bid=None, settle_now="")


def settling_at_once(table: TableAccess, evening: Evening) -> Screen:
    """Return the screen of the open deal as if it were settled now, which a revoke allows.

    Raises `RuleViolation` if that is not allowed.
    """
    return screen(table, replace(evening, state=evening.state.decided()))


def _denial(table: TableAccess, evening: Evening) -> AnyFact | None:
    """Return why what is asked now cannot be answered on this phone; None if it can."""
    session = evening.state.session
    deal = session.deal if session else None
    try:
        if evening.state.closed:
            policy.check_record(table)
        else:
            question = deal.question() if deal else None
            policy.check_answer(table, evening, question.player if question else None)
            if question and question.asks == "whole-deal":
                policy.check_enter(table, evening, TricksTaken({}, declared={}))
    except policy.Denied as error:
        return error.fact
    return None


def _deal_screen(session: GameSession, deal: Deal, common: dict[str, Any]) -> Screen:
    table, evening = common["table"], common["evening"]
    question = deal.question()
    options = policy.enterable(table, evening, deal.options())
    declared = [option for option in options if isinstance(option, Declared)]
    in_turn = [option for option in declared if not out_of_turn(option, deal)]
    unasked = [one for one in declared if one not in in_turn and one.discards is None]
    generals = unasked if deal.phase is Phase.DECLARING else []
    late = unasked if deal.phase is Phase.PLAYING else []
    bids = [one for one in options if isinstance(one, RestDeclared) and one.except_]
    extra = late + (generals if common["denied"] else [])
    shown = view(deal)
    settled = deal.phase is Phase.SETTLING
    giving_up = RestDeclared(session.game.gives_up)
    return Screen(
        heading=screens.deal_heading(session.number),
        question=say(question),
        asks=question.asks,
        deal=deal,
        view=shown,
        kind=question.kind,
        player=question.player or "",
        leads=question.leads,
        keys={} if common["denied"] else keys(deal, question, options),
        choices=tuple(choices(session, deal, options)),
        discards=deal.turn_up is not None and any(one.discards for one in in_turn),
        exchanges=tuple(exchanges(session, options)),
        draws=max([option.draws for option in declared], default=0),
        rest=rest(deal, giving_up.choice) if giving_up in options else (),
        last_bid=bids[0] if bids else None,
        extra_actions=tuple(
            [
                Choice(one, entry_words(one, session.game))
                for one in options
                if isinstance(one, Peeped) or one in extra
            ]
        ),
        generals=tuple(Choice(one, screens.who_declares(one, deal.turn_up)) for one in generals),
        meld_actions=tuple(lays(deal, options)),
        civil=civil(deal, options),
        selections=_selections(shown, table, evening),
        pam_from=tuple([one.player for one in options if isinstance(one, PamShown)]),
        revokes=tuple(screens.revoke_on_record(revoke) for revoke in deal.revokes),
        notes=tuple(map(say, deal.settlement().notes)) if settled else (),
        unchecked=deal.settlement().unchecked if settled else 0,
        settle_now=shown.note(Settled()) if not settled and Settled() in options else "",
        notice=" ".join(
            filter(
                None,
                (
                    say(question.notice) if question.notice else "",
                    ""
                    if deal.begun
                    else screens.nearly_full(capacity.entries_left(evening.length)),
                    notice(evening.state, session, deal),
                ),
            )
        ),
        **common,
    )


def _selections(
    shown: DealView, table: TableAccess, evening: Evening
) -> tuple[PieceSelection, ...]:
    """Return what may be entered now by picking pieces, of the players this phone records for."""
    found = []
    for one in shown.selections:
        players = tuple(name for name in one.players if policy.can_answer(table, evening, name))
        if players:
            found.append(replace(one, players=players))
    return tuple(found)
