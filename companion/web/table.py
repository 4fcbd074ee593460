"""The table: the screen, the entries, and the pages behind its "More"."""

import segno
from flask import (
    Blueprint,
    Response,
    current_app,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from companion.evening import AnyEntry, Evening
from companion.evening.describe import DEPTH_WORDS, describe
from companion.evening.entries import Amended, Undone
from companion.evening.fold import Said
from companion.evening.record import Record, dumps
from companion.rules.broken import Proof, Refused, RevokeProven
from companion.rules.deal import DEPTHS
from companion.rules.said import Played, Revoked
from companion.store import Behind, EveningInfo, Keeper, ReusedId
from companion.web import forms
from companion.web.reasons import revoke_sentence
from companion.web.screen import Screen, dropping, pad, screen, settling_at_once
from companion.web.security import device

bp = Blueprint("table", __name__, url_prefix="/e/<key>")


PLAY_FIELDS = ("kind", "player", "piece", "suit", "amends")
"""What the answer to a proof repeats of the play that brought it about."""


def keeper() -> Keeper:
    """Return the app's evenings."""
    found: Keeper = current_app.extensions["keeper"]
    return found


@bp.get("")
def show(key: str) -> Response:
    """The table."""
    info = keeper().log.find(key)
    keeper().log.visit(device(), info.id)
    return _page(screen(info, keeper().evening(info.id)))


@bp.post("/entries")
def enter(key: str) -> Response:
    """Take one entry, and answer with the state after it."""
    info = keeper().log.find(key)
    try:
        sent = forms.read(request.form)
        evening = keeper().say(info.id, sent.entry, sent.after, sent.entry_id, device())
        if "rest" in request.form:
            evening = _rest_drop(info, evening, sent)
    except RevokeProven as error:
        return _proven(info, error)
    except Refused as error:
        return _refused(info, error)
    except Behind:
        return _behind(info, "Somebody was faster. This is how it stands now")
    except ReusedId:
        return _behind(info, "That form has been used already. This is how it stands now")
    return _entered(info, evening, sent.entry)


def _rest_drop(info: EveningInfo, evening: Evening, sent: forms.Sent) -> Evening:
    """Enter the same declaration for all who can still drop, an entry each.

    Each is whole by itself: if this is cut short, the table goes on with whoever is next. The same
    form again finds the first of them in the log, and says nothing more.
    """
    if evening.length != sent.after + 1:
        return evening
    sitting = evening.state.sitting
    deal = sitting.deal if sitting else None
    for number, said in enumerate(tuple(dropping(deal)) if deal else (), 1):
        entry_id = f"{sent.entry_id}-{number}"
        evening = keeper().say(info.id, said, sent.after + number, entry_id, device())
    return evening


def _page(shown: Screen, status: int = 200, problem: str = "") -> Response:
    """Return the whole page; `problem` is what stands in the alert box, as HTML."""
    return make_response(render_template("table/table.html", s=shown, problem=problem), status)


def _entered(info: EveningInfo, evening: Evening, entry: AnyEntry) -> Response:
    if not request.headers.get("HX-Request") or "leaves" in request.form:
        return gone_to(url_for("table.show", key=info.key))
    shown = screen(info, evening)
    return make_response(render_template("table/_answer.html", s=shown, said=_said(shown, entry)))


def gone_to(url: str) -> Response:
    """Send the browser to another page."""
    if not request.headers.get("HX-Request"):
        return make_response(redirect(url, code=303))
    answer = make_response("", 200)
    answer.headers["HX-Redirect"] = url
    return answer


def _said(shown: Screen, entry: AnyEntry) -> str:
    """Return what a screen reader is told after an entry."""
    game = shown.sitting.game if shown.sitting else None
    if isinstance(entry, Undone):
        words = "Undone"
    elif isinstance(entry, Amended):
        words = f"Corrected: {describe(entry.by, game)}"
    else:
        words = describe(entry, game)
    return f"{words[0].upper()}{words[1:]}. {shown.question}"


def _refused(info: EveningInfo, error: Refused) -> Response:
    """Answer 422: the sentence, where the thumb is; nothing else on the page changes."""
    shown = screen(info, keeper().evening(info.id))
    problem = render_template("table/_refusal.html", s=shown, error=error)
    if not request.headers.get("HX-Request"):
        return _page(shown, 422, problem)
    answer = make_response(problem, 422)
    answer.headers["HX-Retarget"] = "#problem"
    answer.headers["HX-Reswap"] = "innerHTML"
    return answer


def _proven(info: EveningInfo, error: RevokeProven) -> Response:
    """Answer 422 with the proof and its three answers in the place of the pad."""
    evening = keeper().evening(info.id)
    shown = screen(info, evening)
    suspects = _suspects(evening, error.proofs)
    fields = {
        "s": shown,
        "error": error,
        "suspects": suspects,
        "sent": {name: request.form[name] for name in PLAY_FIELDS if name in request.form},
    }
    if not request.headers.get("HX-Request"):
        return make_response(render_template("table/table.html", proof=True, **fields), 422)
    answer = make_response(render_template("table/_proof.html", **fields), 422)
    answer.headers["HX-Retarget"] = "#entry"
    answer.headers["HX-Reswap"] = "outerHTML"
    return answer


def _suspects(evening: Evening, proofs: tuple[Proof, ...]) -> dict[int, str]:
    """Return the entries that may have been tapped wrong: by their numbers, what they say.

    These are the plays that are proven unlawful, and the leads of their tricks: a suit announced
    wrongly makes a revoke out of a lawful play.
    """
    sitting = evening.state.sitting
    deal = sitting.deal if sitting else None
    found: dict[int, str] = {}
    if sitting is None or deal is None:
        return found
    for proof in proofs:
        leader = deal.tricks[proof.trick - 1].leader
        for player in dict.fromkeys((proof.player, leader)):
            said = _play_to(evening, player, proof.trick)
            if said:
                words = describe(said.entry, sitting.game)
                found[said.number] = f"{words} in trick {proof.trick}"
    return found


def _play_to(evening: Evening, player: str, trick: int) -> Said | None:
    """Return the entry by which a player played to a trick of the open deal."""
    plays = [
        said
        for said in (evening.current.said if evening.current else ())
        if isinstance(said.entry, Played) and said.entry.player == player
    ]
    return plays[trick - 1] if trick <= len(plays) else None


def _behind(info: EveningInfo, sentence: str) -> Response:
    """Answer 409: the fresh state, and a word on what changed."""
    evening = keeper().evening(info.id)
    shown = screen(info, evening)
    newest = evening.newest
    game = shown.sitting.game if shown.sitting else None
    last = f" The last entry is: {describe(newest.entry, game)}." if newest else ""
    note = render_template(
        "table/_note.html", text=f"{sentence}; your entry was not taken.{last} {shown.question}"
    )
    if not request.headers.get("HX-Request"):
        return _page(shown, 409, note)
    return make_response(render_template("table/_answer.html", s=shown, note=note), 409)


@bp.get("/correct/<int:number>")
def correct(key: str, number: int) -> Response:
    """Ask what was really played, for a play of the open deal."""
    info = keeper().log.find(key)
    evening = keeper().evening(info.id)
    shown = screen(info, evening)
    said = evening.find(number)
    if said is None or not isinstance(said.entry, Played) or shown.deal is None:
        flash("That play does not stand any more. This is how the table stands now.")
        return make_response(redirect(url_for("table.show", key=key), code=303))
    play = said.entry
    piece = shown.deal.pack.read(play.piece)
    leads = any(
        (trick.leader, trick.plays[0].piece) == (play.player, piece)
        for trick in shown.deal.tricks
        if trick.plays
    )
    keys = pad(shown.deal, leads, free=piece)
    return make_response(
        render_template(
            "table/correct.html", s=shown, number=number, play=play, keys=keys, leads=leads
        )
    )


@bp.get("/settle")
def settle(key: str) -> Response:
    """Show what the open deal comes to if it is settled at once after a revoke."""
    info = keeper().log.find(key)
    try:
        shown = settling_at_once(info, keeper().evening(info.id))
    except Refused as error:
        flash(error.sentence)
        return make_response(redirect(url_for("table.show", key=key), code=303))
    return make_response(render_template("table/settle.html", s=shown))


@bp.get("/flush")
def flush(key: str) -> Response:
    """Ask who shows a flush, and which pieces."""
    info = keeper().log.find(key)
    shown = screen(info, keeper().evening(info.id))
    if shown.deal is None or not shown.flush_from or shown.sitting is None:
        flash("Nobody can show a flush now. This is how the table stands.")
        return make_response(redirect(url_for("table.show", key=key), code=303))
    on_turn = shown.player if shown.player in shown.flush_from else ""
    return make_response(
        render_template(
            "table/flush.html",
            s=shown,
            cards=shown.sitting.game.tricks,
            keys=pad(shown.deal, leads=False),
            player=request.args.get("player", on_turn),
        )
    )


@bp.get("/more")
def more(key: str) -> Response:
    """Everything that is not needed for the next fact."""
    info = keeper().log.find(key)
    shown = screen(info, keeper().evening(info.id))
    return make_response(
        render_template(
            "table/more.html",
            s=shown,
            depths=DEPTHS,
            words=DEPTH_WORDS,
            revoke_tricks=sorted(
                {
                    said.trick
                    for said in (shown.deal.options() if shown.deal else ())
                    if isinstance(said, Revoked) and said.trick
                }
            ),
        )
    )


@bp.get("/deals")
def deals(key: str) -> Response:
    """The evening so far."""
    info = keeper().log.find(key)
    evening = keeper().evening(info.id)
    return make_response(
        render_template("table/deals.html", info=info, evening=evening, state=evening.state)
    )


@bp.get("/deals/<int:number>")
def deal(key: str, number: int) -> Response:
    """One deal, play by play, with every chip's reason. Deals are counted over the evening."""
    info = keeper().log.find(key)
    state = keeper().evening(info.id).state
    found = [(sitting, done) for sitting in state.sittings for done in sitting.deals]
    if not 1 <= number <= len(found):
        flash(f"There is no deal {number} yet.")
        return make_response(redirect(url_for("table.deals", key=key), code=303))
    sitting, done = found[number - 1]
    return make_response(
        render_template(
            "table/deal.html",
            info=info,
            sitting=sitting,
            done=done,
            number=number,
            last=len(found),
            revokes=[revoke_sentence(revoke) for revoke in done.deal.revokes],
        )
    )


@bp.get("/link")
def link(key: str) -> Response:
    """The table's link, to be opened on another phone."""
    info = keeper().log.find(key)
    url = url_for("table.show", key=key, _external=True)
    drawn = segno.make(url, micro=False).svg_inline(
        scale=6, border=2, omitsize=True, svgclass=None, lineclass=None
    )
    return make_response(render_template("table/link.html", info=info, url=url, code=drawn))


@bp.get("/record.json")
def record(key: str) -> Response:
    """The evening as a record file."""
    info = keeper().log.find(key)
    entries = tuple(keeper().log.read(info.id))
    answer = make_response(dumps(Record(info.name, info.opened_at, entries)))
    answer.content_type = "application/json; charset=utf-8"
    answer.headers.set(
        "Content-Disposition", "attachment", filename=f"evening-{info.opened_at[:10]}.json"
    )
    return answer
