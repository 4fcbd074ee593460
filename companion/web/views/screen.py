"""The table screen, computed from the state and the engine's options."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import takewhile

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from companion.evening import AnyEntry, Evening, capacity
from companion.evening.entries import OrdinaryEntry, Undone
from companion.evening.game_facts import PoolFull
from companion.evening.game_session import MOST_POOL, GameSession
from companion.evening.state import State
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
from companion.rules.facts import Phase, Question
from companion.rules.ledger import POOL
from companion.store import EveningInfo, TableAccess
from companion.tables import policy
from companion.tables.confirmation import Confirmation, confirmation_wanted
from companion.tables.table_facts import SeatLeft, TableFact
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
from companion.web.views.settlement_view import Why, whys
from companion.wording import say, screens, standings
from companion.wording.evening.entries import entry_words, undoable_words
from companion.wording.games import game_title, has_antes, looed_word, pool_waits
from companion.wording.languages import _, _n
from companion.wording.loo import screens as loo_screens
from companion.wording.numbers import joined, plain, signed
from companion.wording.pieces import suit_name
from companion.wording.screens import who_declares

LOOS = 3
"""After this many consecutive deals with a loo, the table is told how to limit the pool."""


class Authors(Struct, frozen=True):
    """The authors of the last entries, as one device sees them."""

    made_newest: bool = False
    of_undoable: policy.Author = "self"
    name: str = ""
    """The name of the other device that made the undoable entry, if it has one."""


Explain = Callable[[str], Markup]
"""Turns a sentence into HTML with its terms linked to the glossary."""


class Stakes(Struct, frozen=True):
    """The stakes of a deal and its trump, as HTML."""

    pool: int | None = None
    pool_title: str = ""
    at_first: str = ""
    """The pool including the stakes, before the deal begins."""
    title: str = ""
    is_spare: bool = False
    """Whether to keep the title small to leave room for melds."""
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
    input_template: str
    """The kind of question, or `none`, `over`, `too-few`, `full` or `closed`."""
    rows: tuple[Row, ...] = ()
    session: GameSession | None = None
    deal: Deal | None = None
    view: DealView | None = None
    kind: str = ""
    """The kind of entry that answers the question."""
    player: str = ""
    leads: bool = False
    keys: Mapping[str, PadButton] = {}
    choices: tuple[Choice, ...] = ()
    discards: bool = False
    """Whether a dealer can name the piece put away for the turn-up."""
    exchanges: tuple[tuple[str, tuple[Choice, ...]], ...] = ()
    """Rows of numbers of cards to exchange, each with a label."""
    draws: int = 0
    """The most cards that can be exchanged with a declaration."""
    rest: tuple[str, ...] = ()
    """The players who can give up together with one tap, starting with the player to act."""
    last_bid: RestDeclared | None = None
    """A bid after which the others can only pass, including their passes."""
    extra_actions: tuple[Choice, ...] = ()
    generals: tuple[Choice, ...] = ()
    """Declarations of General Rams, which are allowed out of turn."""
    meld_actions: tuple[Lay, ...] = ()
    civil: Played | None = None
    """The lead of the ace of trumps with the call "Pam be civil"."""
    selections: tuple[PieceSelection, ...] = ()
    pam_from: tuple[str, ...] = ()
    pool: int | None = None
    """The chips in the pool including the settlement on the screen; None without a pool."""
    reasons: tuple[Why, ...] = ()
    won_by: str | None = None
    """The winner of the game if the settlement on the screen ends it."""
    revokes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    unchecked: int = 0
    settle_now: str = ""
    """Why the deal can be settled early, if it can."""
    notice: str = ""
    undo: tuple[int, str] | None = None
    """The number and words of the entry that can be undone."""
    undo_by: str = ""
    """Its author, if another device made it."""
    denied: AnyFact | None = None
    """Why this phone cannot answer the question, if it cannot."""
    entry_id: str = ""
    amends: int = 0
    """The number of the entry being corrected."""
    made_newest: bool = False

    @property
    def info(self) -> EveningInfo:
        """The evening, with the key used to open it."""
        return self.table.info

    @property
    def names(self) -> list[str]:
        return [row.player for row in self.rows]

    @property
    def after(self) -> int:
        return self.evening.length

    @property
    def rights(self) -> str:
        """A digest by which a stream notices that the phone's rights have changed."""
        return policy.rights(self.table)

    @property
    def is_nearly_full(self) -> bool:
        """Whether to offer to continue in a new evening."""
        return capacity.entries_left(self.evening.length) is not None

    @property
    def may_record(self) -> bool:
        """Whether this phone may enter anything."""
        return policy.can_record(self.table)

    @property
    def says_for_whom(self) -> bool:
        """Whether to name the player for whom this phone records."""
        return policy.records_by_seat(self.table, self.evening)

    @property
    def needs_seat(self) -> bool:
        """Whether this phone could enter something after choosing a seat."""
        return self.denied is TableFact.SEAT_UNKNOWN or isinstance(self.denied, SeatLeft)

    @property
    def second_look(self) -> Confirmation | None:
        """The question to this phone about the open settlement, if there is one."""
        newest_by = self.table.device if self.made_newest else None
        return confirmation_wanted(self.table, self.evening.state, newest_by)

    def may(self, entry: AnyEntry) -> bool:
        """Return whether this phone may make an entry; the rules may still refuse it."""
        has_room = capacity.has_room(self.evening.length, self.evening.state, entry)
        return has_room and policy.can_enter(self.table, self.evening, entry)

    def may_some(self, kind: type[OrdinaryEntry]) -> bool:
        return policy.can_enter_kind(self.table, self.evening, kind)

    def may_for(self, kind: Callable[[str], AnyEntry], players: Iterable[str]) -> list[str]:
        """Return the players for whom this phone may make an entry of a kind."""
        return [player for player in players if self.may(kind(player))]

    @property
    def scrolls(self) -> bool:
        """Whether the entry region mostly shows figures."""
        return self.input_template in ("settled", "flushes", "over", "full", "closed")

    @property
    def asks_this_phone(self) -> bool:
        """Whether the question is for the holder of this phone."""
        return not self.denied and policy.concerns(self.table, self.player)

    @property
    def leaves_gap(self) -> bool:
        """Whether rows keep room for a piece played to the trick."""
        return self.deal is not None and self.deal.setup.depth == "plays"

    def stakes(self, explain: Explain) -> Stakes:
        """Return the stakes and the trump of the deal."""
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
        """Return the rows with their states as HTML."""
        return [replace(row, state=explain(row.state)) for row in self.rows]

    @property
    def suits(self) -> dict[str, str]:
        pack = self.session.game.pack if self.session else None
        return {suit: suit_name(suit) for suit in pack.suits} if pack else {}


def authors_of(table: TableAccess, evening: Evening) -> Authors:
    """Return the authors of an evening's last entries, as a device sees them."""
    number, undoable = table.info.id, evening.undoable or 0
    author = tables().author(table, undoable)
    other = tables().other_author(table, undoable) if author == "another" else None
    made_newest = tables().evenings.device_of(number, evening.length) == table.device
    return Authors(made_newest, author, other.name or other.seat if other else "")


def screen(
    table: TableAccess, evening: Evening, one_by_one: bool = False, authors: Authors | None = None
) -> Screen:
    """Return the table screen of an evening.

    `one_by_one` asks each player for a bid, even if one entry can hold all bids.
    """
    state, session = evening.state, evening.state.session
    authors = authors or authors_of(table, evening)
    can_undo = evening.undoable is not None and policy.can_change(
        table, evening, Undone(evening.undoable), authors.of_undoable
    )
    is_anothers = can_undo and authors.of_undoable == "another"
    asked = session.deal.question() if session and session.deal else None
    heading, words, template = _status(evening, asked)
    shown = Screen(
        table=table,
        evening=evening,
        heading=heading,
        question=words,
        input_template=template,
        session=session,
        undo=undoable_words(evening) if can_undo else None,
        undo_by=(authors.name or _("another phone")) if is_anothers else "",
        made_newest=authors.made_newest,
        denied=_denial(table, evening, asked),
        entry_id=secrets.token_urlsafe(9),
    )
    if session is None:
        return shown
    after = state.booked().session or session
    shown = replace(
        shown,
        rows=_player_rows(session, after),
        pool=_chips_in_pool(session, after),
        reasons=() if after is session else tuple(whys(after)),
        won_by=None if after is session else after.winner,
    )
    if template or session.deal is None or asked is None:
        return shown
    shown = _with_deal(shown, session, session.deal, asked)
    if one_by_one or not shown.rest or not (shown.view and shown.view.bids_at_once):
        return shown
    return replace(
        shown,
        question=shown.view.bids_at_once,
        input_template="highest-bid",
        kind="rest-declared",
        player="",
        rows=tuple([replace(row, on_turn=False) for row in shown.rows]),
    )


def _status(evening: Evening, asked: Question | None) -> tuple[str, str, str]:
    state, session = evening.state, evening.state.session
    if state.closed:
        return _("Closed"), _("The evening is closed."), "closed"
    if session is None:
        return _("No game yet"), _("What are you playing?"), "none"
    if capacity.is_full(evening.length, state):
        return _("Evening full"), say(capacity.full(evening.length)), "full"
    if session.winner is not None:
        return _("Game over"), _("{player} wins.", player=session.winner), "over"
    if session.ended:
        return _("Game over"), _("The game has ended."), "over"
    heading = screens.deal_heading(session.number)
    if asked is not None:
        return heading, say(asked), ""
    if session.pool_is_full:
        return _("Pool full"), say(PoolFull(MOST_POOL)), "full"
    return heading, _("Not enough players."), "too-few"


def screen_before(table: TableAccess, evening: Evening, number: int) -> Screen | None:
    """Return the table before an entry, offering only what a correction can use.

    Returns None if that entry cannot be corrected.
    """
    if evening.was(number) is None:
        return None
    before = Evening(state=evening.before(number), length=evening.length)
    shown = screen(replace(table, second_look=False), before, one_by_one=True)
    return replace(shown, amends=number, rest=(), last_bid=None, settle_now="")


def settling_at_once(table: TableAccess, evening: Evening) -> Screen:
    """Return the screen of the open deal as if settled now. Raises `RuleViolation`."""
    return screen(table, replace(evening, state=evening.state.decided()))


def _denial(table: TableAccess, evening: Evening, question: Question | None) -> AnyFact | None:
    try:
        if evening.state.closed:
            policy.check_record(table)
        else:
            policy.check_answer(table, evening, question.player if question else None)
            if question and question.asks == "whole-deal":
                policy.check_enter(table, evening, TricksTaken({}, declared={}))
    except policy.Denied as error:
        return error.fact
    return None


def _with_deal(shown: Screen, session: GameSession, deal: Deal, question: Question) -> Screen:
    table, evening = shown.table, shown.evening
    options = policy.enterable(table, evening, deal.options())
    declared = [option for option in options if isinstance(option, Declared)]
    in_turn = [option for option in declared if not out_of_turn(option, deal)]
    unasked = [one for one in declared if one not in in_turn and one.discards is None]
    generals = unasked if deal.phase is Phase.DECLARING else []
    late = unasked if deal.phase is Phase.PLAYING else []
    extra = late + (generals if shown.denied else [])
    deal_view, giving_up = view(deal), RestDeclared(session.game.gives_up)
    settlement = deal.settlement() if deal.phase is Phase.SETTLING else None
    can_settle_early = settlement is None and Settled() in options
    return replace(
        shown,
        input_template=question.asks,
        deal=deal,
        view=deal_view,
        kind=question.kind,
        player=question.player or "",
        leads=question.leads,
        keys={} if shown.denied else keys(deal, question, options),
        choices=tuple(choices(session, deal, options)),
        discards=deal.turn_up is not None and any(one.discards for one in in_turn),
        exchanges=tuple(exchanges(session, options)),
        draws=max([option.draws for option in declared], default=0),
        rest=rest(deal, giving_up.choice) if giving_up in options else (),
        last_bid=next(
            (one for one in options if isinstance(one, RestDeclared) and one.except_), None
        ),
        extra_actions=tuple(
            [
                Choice(one, entry_words(one, session.game))
                for one in options
                if isinstance(one, Peeped) or one in extra
            ]
        ),
        generals=tuple([Choice(one, who_declares(one, deal.turn_up)) for one in generals]),
        meld_actions=tuple(lays(deal, options)),
        civil=civil(deal, options),
        selections=tuple(_selections(deal_view, table, evening)),
        pam_from=tuple([one.player for one in options if isinstance(one, PamShown)]),
        revokes=tuple(map(screens.revoke_on_record, deal.revokes)),
        notes=tuple(map(say, settlement.notes)) if settlement else (),
        unchecked=settlement.unchecked if settlement else 0,
        settle_now=deal_view.note(Settled()) if can_settle_early else "",
        notice=_notice(evening, session, deal, question),
    )


def _selections(
    deal_view: DealView, table: TableAccess, evening: Evening
) -> Iterable[PieceSelection]:
    for one in deal_view.selections:
        players = [name for name in one.players if policy.can_answer(table, evening, name)]
        if players:
            yield replace(one, players=tuple(players))


def _player_rows(session: GameSession, after: GameSession) -> tuple[Row, ...]:
    """Return the rows of the players dealt in, from the eldest, then of those sitting out.

    `after` is the session including the settlement on the screen, if there is one.
    """
    deal, figures = session.deal, _figures(after)
    rows: dict[str, Row] = {}
    states: dict[str, str] = {}
    if deal:
        rows = {row.player: row for row in view(deal).rows()}
        if deal.phase is Phase.SETTLING:
            settlement = deal.settlement()
            states = dict.fromkeys(settlement.looed, looed_word(settlement.looed_as))
        revoked = [revoke.player for revoke in deal.revokes if revoke.stands == "revoke"]
        states |= dict.fromkeys(revoked, screens.revoked())
    absent = Row("", _("sits out") if deal else "", out=bool(deal))
    found = [
        replace(
            row,
            state=states.get(name, row.state),
            out=not row.is_in and bool(row.state),
            deals=deal is not None and name == deal.setup.dealer,
            figure=figures[name],
        )
        for name, row in rows.items()
    ]
    found += [
        replace(absent, player=name, figure=figures[name])
        for name in session.seated()
        if name not in rows
    ]
    return tuple(found)


def _figures(session: GameSession) -> dict[str, str]:
    if session.race:
        return {name: plain(score) for name, score in session.scores.items()}
    return {name: signed(chips) for name, chips in session.accounts().items()}


def _chips_in_pool(session: GameSession, after: GameSession) -> int | None:
    """Return the chips in the pool including the settlement on the screen; None without a pool.

    The figure counts what has been paid, as the rows do, so the two add up.
    """
    pool = after.accounts()[POOL]
    is_played_for = session.deal is not None and session.deal.pool is not None
    return pool if is_played_for or pool else None


def _notice(evening: Evening, session: GameSession, deal: Deal, question: Question) -> str:
    """Return notices for the table, most of them before a deal begins."""
    sentences = [say(question.notice) if question.notice else ""]
    if not deal.begun:
        sentences.append(screens.nearly_full(capacity.entries_left(evening.length)))
        if session.tied:
            players = joined(session.tied)
            sentences.append(_("{players} are tied. This deal decides.", players=players))
        elif session.staked:
            sentences.append(_("Same deal again: what was put in stays in."))
        else:
            sentences += _before_deal(evening.state, session, deal)
    return " ".join(filter(None, sentences))


def _before_deal(state: State, session: GameSession, deal: Deal) -> list[str]:
    found = [*_first_deal(state, session)] if not session.deals else []
    dealt = session.dealt.get(session.dealt_in()[0], 0)
    if dealt and not session.behind():
        found.append(
            _n(
                "Everyone has dealt once: a fair moment to stop.",
                "Everyone has dealt {n} times: a fair moment to stop.",
                dealt,
            )
        )
    amounts = {line.source: line.amount for line in deal.stakes}
    if amounts:
        found.append(screens.staking(amounts, deal.setup.players))
    elif deal.pool:
        found.append(pool_waits(session.game))
    found.append(_loos(session))
    return found if session.deals else [*found, _advice(session, deal)]


def _first_deal(state: State, session: GameSession) -> Iterator[str]:
    if session.opening_pool:
        yield _n(
            "The pool began with {n} chip from an earlier game.",
            "The pool began with {n} chips from an earlier game.",
            session.opening_pool,
        )
    for left_by, chips in state.waiting():
        yield standings.waiting(left_by.game, chips)


def _loos(session: GameSession) -> str:
    if session.race or getattr(session.rules, "loo", "") != "pool":
        return ""
    looed = takewhile(lambda done: done.settlement.looed, reversed(session.deals))
    deals = sum(1 for _ in looed)
    if deals < LOOS:
        return ""
    return loo_screens.three_loos(deals, session.deals[-1].settlement.looed_as)


def _advice(session: GameSession, deal: Deal) -> str:
    number, preset = len(deal.setup.players), session.game.preset(session.preset)
    if preset.players and not preset.players[0] <= number <= preset.players[1]:
        return screens.meant_for(session.game, *preset.players)
    if preset.advised and not preset.advised[0] <= number <= preset.advised[1]:
        return screens.advised(session.game, *preset.advised)
    return ""
