"""How a closed deal could have gone, with all cards open. An open deal has no such pages."""

from collections.abc import Sequence
from contextvars import copy_context

import msgspec
from flask import Blueprint, Response, abort, request

from companion.evening import replay
from companion.evening.game_session import DealDone, GameSession
from companion.rules.loo.deal import LooDeal
from companion.store import TableAccess
from companion.study import hands, report
from companion.study.deal import DealStudy, NotStudied, study
from companion.tables import policy
from companion.web.access import opened, opened_evening, tables
from companion.web.api.routes import JSON, for_all_sites
from companion.web.errors import page
from companion.web.respond import flash_and_goto, is_fragment, render
from companion.web.views import study_view
from companion.web.views.choices import pad
from companion.web.views.faces import faces_at
from companion.wording import say
from companion.wording import study as words
from companion.wording.languages import _
from companion.wording.pieces import use_suits

bp = Blueprint("study", __name__)


def closed_deal(key: str, number: int) -> tuple[TableAccess, GameSession, int, DealDone]:
    """Return a closed deal with its game and the game's number, from 1.

    `number` counts over the evening. Answers 404 for a deal that is not closed. Raises `Denied` if the
    host has switched studies off.
    """
    table, evening = opened_evening(key)
    policy.check_study(table)
    deals = evening.state.closed_deals()
    if not 1 <= number <= len(deals):
        says = _("This deal is not settled, or open again. Go back to the table.")
        abort(page(404, _("Not to be seen now"), says))
    place, done = deals[number - 1]
    use_suits(evening.state.sessions[place].rules)
    return table, evening.state.sessions[place], place + 1, done


@bp.get("/e/<key>/deals/<int:number>/study")
def show(key: str, number: int) -> Response:
    """The deal card by card: `at` is the number of a play, from 0, and `try` of a move to try there."""
    table, session, _game, done = closed_deal(key, number)
    try:
        studied = study(done.deal)
        at, move = request.args.get("at", None, int), request.args.get("try", None, int)
        if not study_view.has_choice(studied, at, move):
            abort(404)
        # The thread needs the language of the request.
        context = copy_context()
        seats = list(dict.fromkeys(seat.player for seat in session.seats))
        shown = tables().checks.study(lambda: context.run(_shown, studied, done, seats, at, move))
    except NotStudied as error:
        shown = {"why_not": words.why_not(error.why)}
    return render(
        "evening/study.html",
        info=table.info,
        faces=faces_at(table),
        game_session=session,
        done=done,
        number=number,
        **shown,
    )


def _shown(
    studied: DealStudy, done: DealDone, seats: Sequence[str], at: int | None, move: int | None
) -> dict[str, object]:
    choice = None if at is None else study_view.choice(studied, at, move)
    return {
        "studied": studied,
        "players": [name for name in seats if name in studied.play.players],
        "lines": list(study_view.lines(studied, done.deal)),
        "unlawful": words.unlawful(studied),
        "choice": choice,
        "held": study_view.held(choice.position) if choice else {},
        "neighbours": study_view.neighbours(studied, choice.place) if choice else (None, None),
        "tricks": list(study_view.tricks(studied, seats)),
        "dropped": hands.who_dropped(done.deal),
    }


@bp.post("/e/<key>/studies")
def switch(key: str) -> Response:
    """Switch the study of deals on or off for an evening."""
    is_on = bool(request.form.get("on"))
    tables().settings.set_studies(opened(key), is_on)
    says = _("“How it could have gone” is on.") if is_on else _("“How it could have gone” is off.")
    return flash_and_goto(says, "people.settings", key=key)


@bp.route("/e/<key>/deals/<int:number>/hand", methods=["GET", "POST"])
def lay_down(key: str, number: int) -> Response:
    """Ask for the hand of a player who dropped, and say what it could have taken. It is not kept."""
    table, session, _game, done = closed_deal(key, number)
    player, deal = request.args.get("player", ""), done.deal
    if not isinstance(deal, LooDeal) or player not in hands.who_dropped(deal):
        abort(404)
    picked, text, status = request.form.getlist("pieces"), "", 200
    if request.method == "POST":
        try:
            could_take = tables().checks.study(lambda: hands.laid_down(deal, player, picked))
            text = words.laid_down(player, *could_take)
        except hands.ImpossibleHand as error:
            text, status = say(error.fact), 422
        except NotStudied as error:
            text, status = words.why_not(error.why), 422
    if is_fragment():
        return render("evening/_said.html", status, text=text)
    gone = hands.gone(deal, player)
    own = None if deal.turn_up in gone else deal.turn_up
    return render(
        "evening/hand.html",
        status,
        info=table.info,
        game_session=session,
        done=done,
        number=number,
        player=player,
        picked=picked,
        keys=pad(deal, leads=False, opened=gone, free=own),
        text=text,
    )


@bp.get("/e/<key>/deals/<int:number>.json")
def as_json(key: str, number: int) -> Response:
    """The deal for programs, as in `companion study` and `companion replay`, with its number over the evening."""
    table, session, game, done = closed_deal(key, number)
    studied = tables().checks.study(lambda: report.deal_report(game, done))
    settled = replay.deal_report(session, done)
    document = report.document([{"number": number, **studied, "settled": settled}])
    return for_all_sites(table.info.watches, Response(msgspec.json.encode(document), mimetype=JSON))
