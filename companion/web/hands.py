"""The hands that are left at the end of a deal: their pips typed, or their cards tapped."""

from flask import (
    Blueprint,
    Response,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from companion.web.rights import keeper, may_record, opened
from companion.web.screen import Screen, pad, screen

bp = Blueprint("hands", __name__, url_prefix="/e/<key>")

HAND = "hand:"
"""Begins the name of a field that says what a player is left with."""


@bp.route("/hands", methods=["GET", "POST"])
def show(key: str) -> Response:
    """Ask what each is left with. Nothing is written here: the form sends its entry elsewhere."""
    table = opened(key)
    may_record(table)
    shown = screen(table, keeper().evening(table.info.id))
    if shown.deal is None or shown.deal.hands is None:
        flash("No hands are left to be said now. This is how the table stands.")
        return make_response(redirect(url_for("table.show", key=key), code=303))
    return asking(shown)


def asking(shown: Screen, status: int = 200, problem: str = "") -> Response:
    """Return the page that asks for the hands, with what has been said of them so far.

    `problem` is what stands in the alert box, as HTML.
    """
    if shown.deal is None or shown.deal.hands is None:
        raise ValueError("no hands are left to be said")
    form = request.values
    hands, pack = shown.deal.hands, shown.deal.pack
    winner = form.get("winner", "")
    if winner not in hands.winners:
        winner = hands.winners[0] if hands.winners and not hands.dead else ""
    said = {
        name: form[HAND + name].strip()
        for name in hands.counts
        if form.get(HAND + name, "").strip()
    }
    if form.get("tapped") in hands.counts:
        said[form["tapped"]] = " ".join(request.form.getlist("pieces"))
    said.pop(form.get("clear", ""), None)
    tapping = form.get("tap", "")
    return make_response(
        render_template(
            "table/hands.html",
            s=shown,
            winner=winner,
            losers=[name for name in hands.counts if name != winner],
            said=said,
            cards={
                name: [pack.spellings[text] for text in held.split()]
                for name, held in said.items()
                if held and not held.isdecimal() and all(t in pack.spellings for t in held.split())
            },
            tapping=tapping if tapping in hands.counts else "",
            picked=said.get(tapping, "").split(),
            keys=pad(shown.deal, leads=False) if tapping else {},
            problem=problem,
        ),
        status,
    )
