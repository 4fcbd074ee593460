"""Pages around the table: its menu, the display, correcting a play, pieces, hands, penalty, closing."""

from collections import Counter
from collections.abc import Mapping
from itertools import chain

from flask import Blueprint, Response, render_template, request, url_for

from companion.errors import EntryError
from companion.evening import Evening, State
from companion.evening.entries import Amended, EveningClosed, OrdinaryEntry, Penalized
from companion.evening.game_session import GameSession
from companion.evening.penalties import EACH
from companion.pieces import Pack, Piece
from companion.rules.actions import HandsLeft, Played, Revoked, Settled
from companion.rules.ledger import POOL, loo_cost
from companion.store import TableAccess
from companion.tables import policy
from companion.web import addresses, forms
from companion.web.access import evening_of, opened, opened_evening, tables
from companion.web.respond import Page, Problem, flash_and_goto, goto, is_fragment, register, render
from companion.web.routes.home import help_page
from companion.web.routes.rules import game_page
from companion.web.views import RemainingHands
from companion.web.views import display as display_view
from companion.web.views.choices import pad, pad_to_pick
from companion.web.views.notices import closing
from companion.web.views.screen import Screen, screen, screen_before, settling_at_once
from companion.wording import say
from companion.wording.evening import penalties as words
from companion.wording.languages import _
from companion.wording.numbers import plain, signed

bp = Blueprint("pages", __name__, url_prefix="/e/<key>")


@bp.get("/more")
def more(key: str) -> Response:
    return _more(screen(*opened_evening(key)), opens=request.args.get("open"))


def _more(shown: Screen, opens: str | None, problem: str = "", status: int = 200) -> Response:
    """Return the menu; `problem` is HTML for the alert box."""
    options = shown.deal.options() if shown.deal else ()
    return render(
        "table/more.html",
        status,
        s=shown,
        info=shown.table.info,
        may_record=policy.can_record(shown.table),
        leaving=_leaving(shown.evening.state),
        opens=opens,
        problem=problem,
        revoke_tricks=sorted(
            {one.trick for one in options if isinstance(one, Revoked) and one.trick}
        ),
    )


def _leaving(state: State) -> dict[str, str]:
    session = state.session
    if session is None:
        return {}
    if session.race:
        return {name: plain(session.scores[name]) for name in session.seated()}
    chips = state.balances()
    return {name: signed(chips[name]) for name in session.seated()}


@bp.get("/rules")
def rules(key: str) -> Response:
    """The rules of the game that is played, with its house rules."""
    table, evening = opened_evening(key)
    session = evening.state.session
    if session is None:
        return goto("rules.index")
    return game_page(session.game.id, dict(addresses.rules_query(session)), table.info)


@bp.get("/help", endpoint="help_page")
def help_at_table(key: str) -> Response:
    return help_page(opened(key).info)


def _leads_to(endpoint: str, opens: str | None = None) -> Page:
    """Return a page that shows its refusals at the table, and leads on after its entry."""
    return Page(
        lambda _shown, _problem: None, lambda key, _entry: url_for(endpoint, key=key, open=opens)
    )


def _players_again(shown: Screen, problem: Problem) -> Response | None:
    if not shown.evening.state.between_deals:
        return None
    return _more(shown, "players", problem.html(shown), problem.status)


register("joined", Page(_players_again))
# The deal can be settled in ⋯, with one tap that leads on.
register("players", _leads_to("pages.more", opens="players"))
register("another", _leads_to("evenings.next_game"))
register("close", _leads_to("pages.close"))


@bp.get("/display")
def display(key: str) -> Response:
    """A screen for the middle of the table. Its stream updates it; without script it reloads."""
    table, evening = opened_evening(key)
    watch = display_view.link_to_watch(tables(), table, addresses.root())
    return render("table/display.html", **display_view.content(table, evening, watch))


@bp.get("/correct/<int:number>")
def correct(key: str, number: int) -> Response:
    """Ask which piece was really played, to correct a play of the open deal."""
    table, evening = opened_evening(key)
    tables().check_enter(table, evening, Amended(number))
    shown = screen(table, evening)
    # A play of an earlier deal may name a piece that is not in this pack.
    current = evening.current_entries
    played = next((one.entry for one in current if one.number == number), None)
    if not isinstance(played, Played) or shown.deal is None:
        late = _("That play no longer counts. Here is the table now.")
        return flash_and_goto(late, "table.show", key=key)
    piece = shown.deal.pack.read(played.piece)
    play = shown.view.play if shown.view else None
    leads = any(
        (trick.leader, trick.plays[0].piece) == (played.player, piece)
        for trick in (play.tricks if play else ())
        if trick.plays
    )
    player = played.player
    keys = pad(
        shown.deal,
        leads,
        entry_of=lambda name, suit: Amended(number, Played(player, name, suit)),
        free=piece,
    )
    return render("table/correct.html", s=shown, play=played, keys=keys, leads=leads)


@bp.get("/settle")
def settle(key: str) -> Response:
    """Show the settlement of the open deal as if it were settled at once because of a revoke."""
    table, evening = opened_evening(key)
    policy.check_enter_kind(table, evening, Settled)
    try:
        shown = settling_at_once(table, evening)
    except EntryError as error:
        return flash_and_goto(say(error.fact), "table.show", key=key)
    return render("table/settle.html", s=shown)


# Picking pieces


@bp.get("/pick/<kind>")
def pick(key: str, kind: str) -> Response:
    """Ask for a player and their pieces, as for a flush that is shown."""
    table, evening = opened_evening(key)
    policy.check_answer(table, evening, request.args.get("player"))
    answer = _picking(screen(table, evening), kind)
    late = _("That cannot be entered now. Here is the table.")
    return answer or flash_and_goto(late, "table.show", key=key)


def _picking(shown: Screen, kind: str, status: int = 200, problem: str = "") -> Response | None:
    """Return the page that asks for pieces, with those chosen so far; None if it is too late.

    `problem` is HTML for the alert box.
    """
    selection = next((one for one in shown.answers.selections if one.kind == kind), None)
    if selection is None or shown.deal is None:
        return None
    return render(
        "table/_pick.html" if is_fragment() else "table/pick.html",
        status,
        s=shown,
        pick=selection,
        keys=pad_to_pick(shown.deal, selection),
        player=request.values.get("player", ""),
        picked=request.form.getlist("pieces"),
        problem=problem,
    )


def _picking_again(shown: Screen, problem: Problem) -> Response | None:
    if "amends" in request.form:
        return None
    return _picking(shown, request.form["kind"], problem.status, problem.html(shown))


for _kind in ("flush-shown", "melded"):
    register(_kind, Page(_picking_again))


# A penalty


@bp.get("/penalty")
def penalty(key: str) -> Response:
    """Ask who pays a penalty, how much, to whom, and why."""
    table, evening = opened_evening(key)
    policy.check_enter_kind(table, evening, Penalized)
    return _penalty(table)


def _penalty(table: TableAccess, problem: str = "", status: int = 200) -> Response:
    evening = evening_of(table)
    session = evening.state.session
    if session is None or session.ended or session.winner:
        late = _("A penalty can be entered only while a game is on.")
        return flash_and_goto(late, "table.show", key=table.info.key)
    return render(
        "table/penalty.html",
        status,
        info=table.info,
        **penalty_choices(session),
        in_this_deal=bool(
            session.deal and session.deal.pool is not None and not session.deal.begun
        ),
        given=request.form,
        problem=problem,
        after=evening.length,
        entry_id=forms.new_id(),
    )


def penalty_choices(session: GameSession) -> dict[str, list[tuple[str, str]]]:
    """Return payers, suggested amounts, payees and usual reasons, each with its words."""
    players = [(name, name) for name in session.seated()]
    reasons = [(reason, reason) for reason in words.reasons(session.game, session.rules)]
    if session.race:
        amounts, targets = {1: words.one_point(session.rules)}, []
    else:
        amounts = _amounts(session)
        pool = [(POOL, _("The pool"))] if session.game.pool.exists(session.rules) else []
        targets = [*pool, (EACH, _("Each of the others")), *players]
    suggested = [(str(n), says) for n, says in sorted(amounts.items())]
    return {"players": players, "amounts": suggested, "targets": targets, "reasons": reasons}


def _amounts(session: GameSession) -> dict[int, str]:
    amounts, deal = {1: _("One chip")}, session.deal
    if deal and deal.stakes:
        chips = min(line.amount for line in deal.stakes)
        amounts[chips] = words.one_stake(session.game, chips)
    if deal and deal.pool and hasattr(session.rules, "loo"):
        chips = loo_cost(deal.setup.rules, deal.pool).chips
        amounts[chips] = words.one_loo(session.game, chips)
    return amounts


register(
    "penalty", Page(lambda shown, problem: _penalty(shown.table, problem.text, problem.status))
)


# Closing


@bp.get("/close")
def close(key: str) -> Response:
    """Show what is still open, and the ways to close the evening."""
    table, evening = opened_evening(key)
    if evening.state.closed:
        return goto("results.evening", key=key)
    policy.check_enter_kind(table, evening, EveningClosed)
    return render(
        "evening/close.html",
        info=table.info,
        **closing(evening),
        after=evening.length,
        entry_id=forms.new_id(),
    )


# The hands left at the end of a deal

HAND = "hand:"


@bp.route("/hands", methods=["GET", "POST"])
def hands(key: str) -> Response:
    """Show the form for each player's remaining hand; it posts to the table."""
    table, evening = opened_evening(key)
    policy.check_enter_kind(table, evening, HandsLeft)
    shown = screen(table, evening)
    late = _("There are no cards left to enter now. Here is the table now.")
    return ask_hands(shown) or flash_and_goto(late, "table.show", key=key)


@bp.route("/amend/<int:number>/hands", methods=["GET", "POST"])
def amend_hands(key: str, number: int) -> Response:
    """Ask for each player's actual remaining hand, to correct an entry."""
    table, evening = opened_evening(key)
    tables().check_enter(table, evening, Amended(number))
    shown = screen_before(table, evening, number)
    was = last_version(evening, number)
    answer = shown and ask_hands(shown, was=was if isinstance(was, HandsLeft) else None)
    late = _("That entry has no cards left to correct.")
    return answer or flash_and_goto(late, "log.choose", key=key, number=number)


def last_version(evening: Evening, number: int) -> OrdinaryEntry | None:
    """Return an entry. If it was deleted, return its last version; if it was undone, None."""
    current = evening.find(number)
    return current.entry if current else (evening.versions_of(number) or (None,))[-1]


def ask_hands(
    shown: Screen, status: int = 200, problem: str = "", was: HandsLeft | None = None
) -> Response | None:
    """Return the page that asks for the hands, with those entered so far; None if it is too late.

    `problem` is HTML for the alert box; `was` is the entry to be corrected.
    """
    if shown.deal is None or shown.view is None or shown.view.hands is None:
        return None
    form = request.values
    hands, pack = shown.view.hands, shown.deal.pack
    winner = form.get("winner", "")
    if winner not in hands.winners:
        winner = hands.winners[0] if hands.winners and not hands.dead else ""
    typed = _typed_hands(hands, was)
    tapping = form.get("tap", "")
    if form.get("tapped") in hands.counts:
        name, pieces = form["tapped"], request.form.getlist("pieces")
        typed[name] = " ".join(pieces)
        problem = problem or _miscounted(name, len(pieces), hands)
        tapping = name if problem else tapping
    cards = _cards(typed, hands, pack)
    held = hands.held.get(tapping, ())
    others = Counter(chain.from_iterable(one for name, one in cards.items() if name != tapping))
    gone = frozenset(piece for piece in pack.pieces if others[piece] >= pack.copies)
    single = frozenset(piece for piece in pack.pieces if others[piece] == 1)
    return render(
        "table/hands.html",
        status,
        s=shown,
        winner=winner,
        losers=[name for name in hands.counts if name != winner],
        typed=typed,
        cards=cards,
        pips={name: sum(map(hands.pips.__getitem__, hand)) for name, hand in cards.items()},
        tapping=tapping if tapping in hands.counts else "",
        picked=[str(card) for card in cards.get(tapping, held)],
        keys=pad(shown.deal, leads=False, held=held, opened=gone, single=single) if tapping else {},
        problem=problem,
    )


def _typed_hands(hands: RemainingHands, was: HandsLeft | None) -> dict[str, str]:
    """Return the hands in the form, or in the entry being corrected."""
    form = request.values
    if was and request.method != "POST" and not any(name.startswith(HAND) for name in form):
        typed = forms.hands_typed(was)
    else:
        fields = {name: form.get(HAND + name, "").strip() for name in hands.counts}
        typed = {name: text for name, text in fields.items() if text}
    typed.pop(form.get("clear", ""), None)
    return typed


def _cards(typed: Mapping[str, str], hands: RemainingHands, pack: Pack) -> dict[str, list[Piece]]:
    """Return the cards of the hands that are typed as cards, not as pips."""
    read = {}
    for name, text in typed.items():
        spelled = text.split()
        cards = [pack.spellings[one] for one in spelled if one in pack.spellings]
        if cards and len(cards) == len(spelled) and all(card in hands.pips for card in cards):
            read[name] = cards
    return read


def _hands_again(shown: Screen, problem: Problem) -> Response | None:
    if "amends" in request.form:
        return None
    return ask_hands(shown, problem.status, problem.html(shown))


register("hands-left", Page(_hands_again))


def _miscounted(player: str, number: int, hands: RemainingHands) -> str:
    """Return the HTML that says why a player cannot have `number` cards left; "" if they can."""
    count = hands.counts[player]
    if count is not None and number != count:
        wrong = _("{player} holds {count}; {n} are chosen.", player=player, count=count, n=number)
    elif not 1 <= number <= hands.most:
        wrong = _(
            "{player} holds 1 to {most} cards; {n} are chosen.",
            player=player,
            most=hands.most,
            n=number,
        )
    else:
        return ""
    return render_template("table/_wrong.html", text=wrong)
