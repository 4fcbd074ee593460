"""The table screen, computed from the state and the engine's options."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from companion.evening import AnyEntry, Evening, capacity
from companion.evening.entries import GameStarted, OrdinaryEntry, Undone
from companion.evening.game_facts import PoolFull
from companion.evening.game_session import MOST_POOL, GameSession
from companion.evening.state import State
from companion.evening.usual import usual_table
from companion.facts import AnyFact
from companion.rules.actions import (
    DealEntry,
    Declared,
    PamShown,
    Peeped,
    Played,
    RestDeclared,
    Settled,
    TricksTaken,
)
from companion.rules.deal import Deal, rest
from companion.rules.facts import Phase, Question, Settlement
from companion.rules.ledger import POOL
from companion.store import TableAccess
from companion.tables import policy
from companion.tables.confirmation import Confirmation, confirmation_wanted
from companion.tables.table_facts import SeatLeft, TableFact
from companion.web.access import tables
from companion.web.addresses import url_for
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
from companion.web.views.faces import Face, known_faces
from companion.web.views.felt import Felt, felt
from companion.web.views.notices import is_growing, notices, with_stakes
from companion.web.views.settlement_view import Why, standings, whys
from companion.wording import say, screens
from companion.wording.evening.entries import entry_words, undoable_words
from companion.wording.games import looed_word
from companion.wording.languages import _
from companion.wording.pieces import use_suits
from companion.wording.screens import who_declares


class Authors(Struct, frozen=True):
    """Who made the last entries, as one device sees it."""

    made_newest: bool = False
    of_undoable: policy.Author = "self"
    name: str = ""
    """The name of the other device that made the undoable entry, if it has one."""


class Answers(Struct, frozen=True):
    """The ways to answer the question of a deal."""

    kind: str = ""
    """The kind of entry that answers the question."""
    player: str = ""
    leads: bool = False
    keys: Mapping[str, PadButton] = {}
    choices: tuple[Choice, ...] = ()
    discards: bool = False
    """Whether the dealer can name the piece discarded for the turn-up."""
    exchanges: tuple[tuple[str, tuple[Choice, ...]], ...] = ()
    """Labelled rows of buttons for the numbers of cards to exchange."""
    draws: int = 0
    """Maximum number of cards that can be exchanged with a declaration."""
    rest: tuple[str, ...] = ()
    """The players who can give up together with one tap, starting with the player to act."""
    last_bid: RestDeclared | None = None
    """A bid after which the others can only pass, as one entry with their passes."""
    extra_actions: tuple[Choice, ...] = ()
    generals: tuple[Choice, ...] = ()
    """Declarations of General Rams, which are allowed out of turn."""
    meld_actions: tuple[Lay, ...] = ()
    civil: Played | None = None
    """The lead of the ace of trumps with the call "Pam be civil"."""
    selections: tuple[PieceSelection, ...] = ()
    pam_from: tuple[str, ...] = ()


class Result(Struct, frozen=True):
    """The pool, and the settlement on the screen."""

    pool: int | None = None
    """The chips in the pool including the settlement on the screen; None without a pool."""
    with_stakes: str = ""
    """The pool including the stakes in words, before the deal begins."""
    settlement: Settlement | None = None
    """The settlement of the open deal, if it is on the screen."""
    settle_now: str = ""
    """Why the deal can be settled early, if it can."""
    reasons: tuple[Why, ...] = ()
    won_by: tuple[str, ...] = ()
    """The winners of the game if the settlement on the screen ends it."""


class Newest(Struct, frozen=True):
    """The newest entries, as this phone sees them."""

    is_own: bool = False
    """Whether this phone made the last one."""
    undo: tuple[int, str] | None = None
    """The number and words of the entry that can be undone."""
    undo_by: str = ""
    """The entry's author, if another device made it."""


class Draft(Struct, frozen=True):
    """What a page of the log asks for. Its forms are sent there, not to the table."""

    number: int
    """The number of the entry to correct, or before which a deal is inserted."""
    action: str
    told: str | None = None
    """The deal to insert as far as it is told, as JSON for a hidden field; None for a correction."""


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
    answers: Answers = Answers()
    result: Result = Result()
    newest: Newest = Newest()
    notice: str = ""
    denied: AnyFact | None = None
    """Why this phone cannot answer the question, if it cannot."""
    entry_id: str = ""
    draft: Draft | None = None
    """What is corrected or inserted by the answer to the question."""

    @property
    def faces(self) -> Mapping[str, Face]:
        """How each person is drawn, as on the evening's page."""
        return known_faces(self.table.info.id, self.evening.state.people())

    @property
    def is_nearly_full(self) -> bool:
        """Whether to offer to continue in a new evening."""
        return capacity.entries_left(self.evening.size) is not None

    @property
    def offers_limit(self) -> bool:
        """Whether to offer other house rules, because the pool grows without a limit."""
        session, deal = self.session, self.deal
        if session is None or deal is None or deal.begun or session.tied or session.staked:
            return False
        return is_growing(session) and self.may_some(GameStarted)

    @property
    def needs_seat(self) -> bool:
        """Whether this phone could enter something after choosing a seat."""
        return self.denied is TableFact.SEAT_UNKNOWN or isinstance(self.denied, SeatLeft)

    @property
    def second_look(self) -> Confirmation | None:
        """What to ask this phone before the open settlement is booked, if anything."""
        newest_by = self.table.device if self.newest.is_own else None
        return confirmation_wanted(self.table, self.evening.state, newest_by)

    def may(self, entry: AnyEntry) -> bool:
        """Return whether this phone may make an entry; the rules may still refuse it."""
        has_room = capacity.has_room(self.evening.size, self.evening.state, entry)
        return has_room and policy.can_enter(self.table, self.evening, entry)

    def may_some(self, kind: type[OrdinaryEntry]) -> bool:
        return policy.can_enter_kind(self.table, self.evening, kind)

    @property
    def same_again(self) -> GameStarted | None:
        """The start that repeats a game that is over, if this phone may start it now."""
        start = usual_table(self.evening)
        can_start = start and self.may(start) and self.evening.state.can_enter(start)
        return start if can_start else None

    @property
    def may_throw_away(self) -> bool:
        return policy.can_throw_away(self.table, self.evening)

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
        return not self.denied and policy.concerns(self.table, self.answers.player)

    def felt(self, faces: Mapping[str, Face]) -> Felt | None:
        """Return the tricks that lie on the table, if the deal is played."""
        if self.view is None or self.view.play is None:
            return None
        return felt(self.view.play, {row.player: faces[row.player] for row in self.rows})

    def explained_rows(
        self, explain: Callable[[str], Markup], faces: Mapping[str, Face]
    ) -> list[Row]:
        """Return the rows with their states as HTML, in which terms are linked to the glossary.

        Where not all fit, the player who is asked is shown, or the dealer, with both neighbours.
        """
        shown, last = 0, len(self.rows) - 1
        for at, row in enumerate(self.rows):
            if row.on_turn or row.deals:
                shown = at
            if row.on_turn:
                break
        near = (shown - 1, shown + 1, shown - last, shown + last)
        return [
            replace(
                row,
                state=explain(row.state),
                face=faces[row.player],
                is_you=row.player == self.table.seat,
                looks=f"{'out ' if row.out else ''}{'deals ' if row.deals else ''}"
                f"{'asked' if at == shown else 'near' if at in near else ''}",
            )
            for at, row in enumerate(self.rows)
        ]


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
        newest=Newest(
            authors.made_newest,
            undoable_words(evening) if can_undo else None,
            (authors.name or _("another phone")) if is_anothers else "",
        ),
        denied=_denial(table, evening, asked),
        entry_id=secrets.token_urlsafe(9),
    )
    if session is None:
        return shown
    shown = _with_players(shown, state, session)
    if template or session.deal is None or asked is None:
        return shown
    shown = _with_deal(shown, session, session.deal, asked)
    return shown if one_by_one or not shown.answers.rest else _bid_at_once(shown)


def _with_players(shown: Screen, state: State, session: GameSession) -> Screen:
    after = state.booked().session or session
    pool, has_pool = after.accounts()[POOL], session.deal and session.deal.pool is not None
    return replace(
        shown,
        rows=tuple(_player_rows(session, after)),
        result=Result(
            pool=pool if has_pool or pool else None,
            reasons=() if after is session else tuple(whys(after)),
            won_by=() if after is session else after.winners,
        ),
    )


def _bid_at_once(shown: Screen) -> Screen:
    """Return the screen with one question for all bids, where one entry can hold them."""
    answers = shown.answers
    if not (shown.view and shown.view.bids_at_once):
        return shown
    return replace(
        shown,
        question=shown.view.bids_at_once,
        input_template="highest-bid",
        answers=replace(answers, kind="rest-declared", player=""),
        rows=tuple([replace(row, on_turn=False) for row in shown.rows]),
    )


def _status(evening: Evening, asked: Question | None) -> tuple[str, str, str]:
    state, session = evening.state, evening.state.session
    if state.closed:
        return _("Closed"), _("The evening is closed."), "closed"
    if session is None:
        return _("No game yet"), _("What are you playing?"), "none"
    if capacity.is_full(evening.size, state):
        return _("Evening full"), say(capacity.full(evening.size)), "full"
    if session.winners:
        return _("Game over"), screens.wins(session.winners), "over"
    if session.ended:
        return _("Game over"), _("The game has ended."), "over"
    heading = _("Deal {n}", n=session.number)
    if asked is not None:
        return heading, say(asked), ""
    if session.pool_is_full:
        return _("Pool full"), say(PoolFull(MOST_POOL)), "full"
    return heading, _("Not enough players."), "too-few"


def screen_before(table: TableAccess, evening: Evening, number: int) -> Screen | None:
    """Return the table before an entry, with only those options that a correction can use.

    Returns None if the entry cannot be corrected.
    """
    if evening.versions_of(number) is None:
        return None
    state, stands = evening.before(number), evening.find(number)
    if stands:
        state = state.met_by(stands.entry)
    draft = Draft(number, url_for("log.choose", key=table.info.key, number=number))
    shown = screen_of(table, state, draft, one_by_one=True)
    return replace(shown, answers=replace(shown.answers, rest=(), last_bid=None))


def screen_of(table: TableAccess, state: State, draft: Draft, one_by_one: bool = False) -> Screen:
    """Return the table in a state that only a page of the log shows, with the suits of its game."""
    use_suits(state.session.rules if state.session else None)
    shown = screen(replace(table, second_look=False), Evening(state=state), one_by_one)
    return replace(shown, draft=draft, result=replace(shown.result, settle_now=""))


def settling_at_once(table: TableAccess, evening: Evening) -> Screen:
    """Return the screen as if the open deal were settled now. Raises `RuleViolation`."""
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
    options = policy.enterable(shown.table, shown.evening, deal.options())
    deal_view, result = view(deal), shown.result
    settlement = deal.settlement() if deal.phase is Phase.SETTLING else None
    is_open = settlement is None and deal.phase is not Phase.EXCHANGING
    can_settle_early = is_open and Settled() in options
    shown = replace(
        shown,
        input_template=question.asks,
        deal=deal,
        view=deal_view,
        result=replace(
            result,
            with_stakes=with_stakes(result.pool, session.game, deal),
            settlement=settlement,
            settle_now=deal_view.note(Settled()) if can_settle_early else "",
        ),
        notice=" ".join(filter(None, notices(shown.evening, session, deal, question))),
    )
    return replace(shown, answers=_answers(shown, session, deal, question, options))


def _answers(
    shown: Screen,
    session: GameSession,
    deal: Deal,
    question: Question,
    options: Sequence[DealEntry],
) -> Answers:
    declared: list[Declared] = []
    bids: list[RestDeclared] = []
    pam_from: list[str] = []
    extra: list[DealEntry] = []
    draws = 0
    for option in options:
        if type(option) is Declared:
            declared.append(option)
            draws = max(draws, option.draws)
        elif type(option) is RestDeclared and option.except_:
            bids.append(option)
        elif type(option) is PamShown:
            pam_from.append(option.player)
        elif type(option) is Peeped:
            extra.append(option)
    unasked = [one for one in declared if out_of_turn(one, deal) and one.discards is None]
    generals = unasked if deal.phase is Phase.DECLARING else []
    if deal.phase in (Phase.PLAYING, Phase.SETTLING) or (generals and shown.denied):
        extra += unasked
    giving_up = RestDeclared(session.game.recording.gives_up)
    answers = choices(session, deal, options)
    if question.asks == "trick-winner":
        seats = [seat.player for seat in session.seats]
        answers = sorted(answers, key=lambda one: seats.index(one.label))
    return Answers(
        kind=question.kind,
        player=question.player or "",
        leads=question.leads,
        keys={} if shown.denied else keys(deal, question, options),
        choices=tuple(answers),
        discards=deal.turn_up is not None
        and any(one.discards for one in declared if not out_of_turn(one, deal)),
        exchanges=tuple(exchanges(session, question.player, options)),
        draws=draws,
        rest=rest(deal, giving_up.choice) if giving_up in options else (),
        last_bid=bids[0] if bids else None,
        extra_actions=tuple([Choice(one, entry_words(one, session.game)) for one in extra]),
        generals=tuple([Choice(one, who_declares(one, deal.turn_up)) for one in generals]),
        meld_actions=tuple(lays(deal, options)),
        civil=civil(deal, options),
        selections=tuple(_selections(shown)),
        pam_from=tuple(pam_from),
    )


def _selections(shown: Screen) -> Iterable[PieceSelection]:
    for one in shown.view.selections if shown.view else ():
        players = [
            name for name in one.players if policy.can_answer(shown.table, shown.evening, name)
        ]
        if players:
            yield replace(one, players=tuple(players))


def _player_rows(session: GameSession, after: GameSession) -> list[Row]:
    """Return the rows of the players dealt in and of those sitting out, in the order of their seats.

    `after` is the session including the settlement on the screen, if there is one.
    """
    deal, figures = session.deal, standings(after)
    absent = Row("", _("sits out") if deal else "", out=bool(deal))
    done = replace(absent, state=_("has won"))
    rows: dict[str, Row] = {}
    states: dict[str, str] = {}
    if deal:
        if deal.phase is Phase.SETTLING:
            settlement = deal.settlement()
            states = dict.fromkeys(settlement.looed, looed_word(settlement.looed_as))
        elif deal.phase is Phase.TURN_UP:
            states = {player: screens.potatoes(n) for player, n in session.tally().items()}
        revoked = [revoke.player for revoke in deal.revokes if revoke.ruling == "revoke"]
        states |= dict.fromkeys(revoked, _("revoked"))
        rows = {
            row.player: replace(
                row,
                state=states.get(row.player, row.state),
                out=not row.is_in and bool(row.state),
                deals=session.game.recording.asks_dealer and row.player == deal.setup.dealer,
                figure=figures[row.player],
            )
            for row in view(deal).rows()
        }
    for name in session.seated():
        if name not in rows:
            row = done if name in session.finished else absent
            rows[name] = replace(row, player=name, figure=figures[name])
    return [rows[seat.player] for seat in session.seats if seat.player in rows]
