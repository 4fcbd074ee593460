"""The pages round the table: corrections, settling at once, picking pieces."""

from flask import (
    Blueprint,
    Response,
    flash,
    make_response,
    render_template,
    request,
)

from companion.errors import EntryError
from companion.evening.entries import Amended
from companion.rules.actions import Played, Revoked, Settled
from companion.tables import policy
from companion.web import seat_order
from companion.web.access import groups, opened, tables
from companion.web.respond import Page, Problem, goto, is_fragment, register
from companion.web.routes.people import me_form
from companion.web.views.choices import pad, pad_to_pick
from companion.web.views.closing_view import left_open
from companion.web.views.screen import Screen, screen, settling_at_once
from companion.web.views.standings import leaving
from companion.wording import say
from companion.wording.languages import _

bp = Blueprint("pages", __name__, url_prefix="/e/<key>")


@bp.get("/correct/<int:number>")
def correct(key: str, number: int) -> Response:
    """Ask what was really played, for a play of the open deal."""
    table = opened(key)
    evening = tables().evenings.evening(table.info.id)
    tables().check_may_amend(table, evening, number)
    shown = screen(table, evening)
    play = shown.view.play if shown.view else None
    tricks = play.tricks if play else ()
    # One of an earlier deal may name a piece that this pack has not.
    current = evening.current_entries
    played = next((one.entry for one in current if one.number == number), None)
    if not isinstance(played, Played) or shown.deal is None:
        flash(_("That play no longer counts. Here is the table now."))
        return goto("table.show", key=key)
    piece = shown.deal.pack.read(played.piece)
    leads = any(
        (trick.leader, trick.plays[0].piece) == (played.player, piece)
        for trick in tricks
        if trick.plays
    )
    player = played.player
    keys = pad(
        shown.deal,
        leads,
        entry_of=lambda name, suit: Amended(number, Played(player, name, suit)),
        free=piece,
    )
    return make_response(
        render_template(
            "table/correct.html", s=shown, number=number, play=played, keys=keys, leads=leads
        )
    )


@bp.get("/settle")
def settle(key: str) -> Response:
    """Show what the open deal comes to if it is settled at once after a revoke."""
    table = opened(key)
    evening = tables().evenings.evening(table.info.id)
    policy.may_enter_kind(table, evening, Settled)
    try:
        shown = settling_at_once(table, evening)
    except EntryError as error:
        flash(say(error.fact))
        return goto("table.show", key=key)
    return make_response(render_template("table/settle.html", s=shown))


@bp.get("/pick/<kind>")
def pick(key: str, kind: str) -> Response:
    """Ask whose entry it is, and of which pieces: who shows a flush."""
    table = opened(key)
    evening = tables().evenings.evening(table.info.id)
    policy.may_answer(table, evening, request.args.get("player"))
    shown = screen(table, evening)
    if all(one.kind != kind for one in shown.selections):
        flash(_("That cannot be entered now. Here is the table."))
        return goto("table.show", key=key)
    return picking(shown, kind)


def picking(shown: Screen, kind: str, status: int = 200, problem: str = "") -> Response:
    """Return the page that asks for pieces, with the player and the pieces chosen so far.

    `problem` is what stands in the alert box, as HTML.
    """
    found = next((one for one in shown.selections if one.kind == kind), None)
    if found is None or shown.deal is None:
        raise ValueError("nothing is entered now by picking such pieces")
    return make_response(
        render_template(
            "table/_pick.html" if is_fragment() else "table/pick.html",
            s=shown,
            pick=found,
            keys=pad_to_pick(shown.deal, found),
            player=request.values.get("player", ""),
            picked=request.form.getlist("pieces"),
            problem=problem,
        ),
        status,
    )


def _picking_again(shown: Screen, problem: Problem) -> Response | None:
    """Ask again for pieces that can still be entered, so that the ticks are not lost."""
    kind = request.form["kind"]
    if "amends" in request.form or all(one.kind != kind for one in shown.selections):
        return None
    return picking(shown, kind, problem.status, problem.html(shown))


for _kind in ("flush-shown", "melded"):
    register(_kind, Page(_picking_again))


@bp.get("/more")
def more(key: str) -> Response:
    """Everything that is not needed for the next fact."""
    table = opened(key)
    info = table.info
    shown = screen(table, tables().evenings.evening(info.id))
    return make_response(
        render_template(
            "table/more.html",
            s=shown,
            info=info,
            me=me_form(table),
            group=groups().of_evening(table),
            leaving=leaving(shown.evening.state),
            left_open=tuple(left_open(shown.evening.state)),
            fixed_seats=seat_order.is_fixed(),
            revoke_tricks=sorted(
                {
                    option.trick
                    for option in (shown.deal.options() if shown.deal else ())
                    if isinstance(option, Revoked) and option.trick
                }
            ),
        )
    )
