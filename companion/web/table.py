"""The table: the screen, and what is entered in it."""

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
from msgspec.structs import replace

from companion.errors import EntryError, Proof, RevokeProven
from companion.evening import AnyEntry, Evening
from companion.evening.describe import describe
from companion.evening.entries import Amended
from companion.evening.history import StandingEntry
from companion.rules.actions import Played, TrickWon
from companion.store import Conflict, ReusedId, TableAccess
from companion.web import forms, hands
from companion.web.amend import fresh, place_in_log
from companion.web.choices import giving_up
from companion.web.confirmation import looked
from companion.web.pages import picking
from companion.web.render_cache import RenderCache
from companion.web.rights import Denied, Unsure, doors, keeper, may_enter, may_record, opened
from companion.web.screen import Screen, screen

bp = Blueprint("table", __name__, url_prefix="/e/<key>")


PLAY_FIELDS = ("kind", "player", "piece", "suit", "amends")
"""What the answer to a proof repeats of the play that brought it about."""


@bp.get("")
def show(key: str) -> Response:
    """The table."""
    table = opened(key)
    return _page(screen(table, keeper().evening(table.info.id)))


@bp.post("/entries")
def enter(key: str) -> Response:
    """Take one entry, and answer with the state after it."""
    table = opened(key)
    number = table.info.id
    try:
        may_record(table)
        sent = forms.read(request.form)
        before = keeper().at(number, sent.after)
        may_enter(table, before, sent.entry, sent.sure)
        sent = replace(sent, entry=looked(table, before, sent.entry, sent.after))
        evening = keeper().say(number, sent.entry, sent.after, sent.entry_id, table.device)
        if "rest" in request.form:
            evening = _rest_give_up(table, evening, sent)
    except RevokeProven as error:
        return _proven(table, error)
    except EntryError as error:
        return _refused(table, error)
    except Unsure:
        return _ask_to_undo(table, sent)
    except Conflict:
        return _behind(table, sent)
    except ReusedId:
        return _outdated(table, "That form has been used already. This is how it stands now")
    if evening.state.closed:
        doors().end_code(number)
    return _entered(table, evening, sent.entry)


def _rest_give_up(table: TableAccess, evening: Evening, sent: forms.Sent) -> Evening:
    """Enter the same declaration for all who can still give up, an entry each.

    Each is whole by itself: if this is cut short, the table goes on with whoever is next. The same
    form again finds the first of them in the log, and says nothing more.
    """
    if evening.length != sent.after + 1:
        return evening
    session = evening.state.session
    if session is None or session.deal is None:
        return evening
    for number, said in enumerate(tuple(giving_up(session, session.deal)), 1):
        entry_id = f"{sent.entry_id}-{number}"
        try:
            may_enter(table, evening, said, sure=True)
            evening = keeper().say(table.info.id, said, sent.after + number, entry_id, table.device)
        except Denied:  # that player records for himself
            return evening
        except Conflict:  # another phone has gone on from here
            return keeper().evening(table.info.id)
    return evening


def _page(shown: Screen, status: int = 200, problem: str = "") -> Response:
    """Return the whole page; `problem` is what stands in the alert box, as HTML."""
    return make_response(render_template("table/table.html", s=shown, problem=problem), status)


def _entered(table: TableAccess, evening: Evening, entry: AnyEntry) -> Response:
    if not request.headers.get("HX-Request") or "leaves" in request.form:
        return gone_to(_where_to(table, entry))
    # Drawn once for this answer and for the streams: the script gives each form an id of its own.
    drawn: RenderCache = current_app.extensions["drawn"]
    now = drawn.now(table.info.id, least=evening.length)
    return make_response(drawn.drawing(table, now).html)


def _where_to(table: TableAccess, entry: AnyEntry) -> str:
    """Return the page that is shown after an entry: the table, or the log after a correction."""
    if isinstance(entry, Amended) and request.form.get("leaves") == "log":
        return place_in_log(table, entry.entry)
    return url_for("table.show", key=table.info.key)


def gone_to(url: str) -> Response:
    """Send the browser to another page."""
    if not request.headers.get("HX-Request"):
        return make_response(redirect(url, code=303))
    answer = make_response("", 200)
    answer.headers["HX-Redirect"] = url
    return answer


def _refused(table: TableAccess, error: EntryError) -> Response:
    """Answer 422: the sentence, where the thumb is; nothing else on the page changes."""
    shown = screen(table, keeper().evening(table.info.id))
    problem = render_template("table/_refusal.html", s=shown, error=error)
    if not request.headers.get("HX-Request"):
        if _is_picked(shown):
            return picking(shown, request.form["kind"], 422, problem)
        if _is_of_hands(shown):
            return hands.asking(shown, 422, problem)
        return _page(shown, 422, problem)
    answer = make_response(problem, 422)
    answer.headers["HX-Retarget"] = "#problem"
    answer.headers["HX-Reswap"] = "innerHTML"
    return answer


def _proven(table: TableAccess, error: RevokeProven) -> Response:
    """Answer 422 with the proof and its three answers in the place of the pad."""
    evening = keeper().evening(table.info.id)
    shown = screen(table, evening)
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
    session = evening.state.session
    deal = session.deal if session else None
    found: dict[int, str] = {}
    if session is None or deal is None or deal.play is None:
        return found
    for proof in proofs:
        leader = deal.play.tricks[proof.trick - 1].leader
        for player in dict.fromkeys((proof.player, leader)):
            said = _play_to(evening, player, proof.trick)
            if said:
                words = describe(said.entry, session.game)
                found[said.number] = f"{words} in trick {proof.trick}"
    return found


def _play_to(evening: Evening, player: str, trick: int) -> StandingEntry | None:
    """Return the entry by which a player played to a trick of the open deal."""
    plays = [
        said
        for said in (evening.current.said if evening.current else ())
        if isinstance(said.entry, Played) and said.entry.player == player
    ]
    return plays[trick - 1] if trick <= len(plays) else None


def _ask_to_undo(table: TableAccess, sent: forms.Sent) -> Response:
    """Answer 409: the entry is somebody else's; ask whether it is to be undone all the same."""
    evening = keeper().evening(table.info.id)
    shown = screen(table, evening)
    note = render_template("table/_sure.html", s=shown, entry_id=sent.entry_id)
    if not request.headers.get("HX-Request"):
        return _page(shown, 409, note)
    answer = make_response(note, 409)
    answer.headers["HX-Retarget"] = "#problem"
    answer.headers["HX-Reswap"] = "innerHTML"
    return answer


def _behind(table: TableAccess, sent: forms.Sent) -> Response:
    """Answer somebody who was not the fastest: 200 if the same was said already, else 409."""
    new = keeper().log.said(table.info.id, sent.after)
    # The first answer counts to what was asked then: in a later deal the same can be said again.
    answered = (one for one in new if _subject(one[0]) == _subject(sent.entry))
    entry, by = next(answered, (None, ""))
    if entry != sent.entry:
        return _outdated(table, "Somebody was faster. This is how it stands now")
    found = None if by == table.device else doors().device(by, table.info.id)
    other = found.words if found else "another phone"
    name = "this phone" if by == table.device else other
    return _outdated(table, f"That is entered already, by {name}. This is how it stands now", 200)


def _subject(entry: AnyEntry) -> tuple[type[AnyEntry], str]:
    """Return what an entry is about: its kind, and the player whose it is."""
    return type(entry), "" if isinstance(entry, TrickWon) else getattr(entry, "player", "")


def _outdated(table: TableAccess, sentence: str, status: int = 409) -> Response:
    """Answer with the fresh state, and a word on what changed."""
    evening = keeper().evening(table.info.id)
    shown = screen(table, evening)
    newest = evening.newest
    game = shown.session.game if shown.session else None
    last = f" The last entry is: {describe(newest.entry, game)}." if newest else ""
    in_log = request.form.get("leaves") == "log"
    asks = "" if in_log else f" {shown.question}"  # the log asks nothing
    if status == 200:
        text = f"{sentence}.{asks}"
    else:
        text = f"{sentence}; your entry was not taken.{last}{asks}"
    if in_log:
        entry = forms.read(request.form).entry
        if isinstance(entry, Amended) and status != 200:
            return fresh(table, entry, text)
        flash(text)
        return gone_to(_where_to(table, entry))
    note = render_template("table/_note.html", text=text)
    if status != 200 and _is_picked(shown):
        return picking(shown, request.form["kind"], status, note)
    if status != 200 and _is_of_hands(shown):
        return hands.asking(shown, status, note)
    if "leaves" in request.form:  # from a page that has no table on it
        flash(text)
        return gone_to(url_for("table.show", key=table.info.key))
    if not request.headers.get("HX-Request"):
        return _page(shown, status, note)
    return make_response(render_template("table/_answer.html", s=shown, note=note), status)


def _is_picked(shown: Screen) -> bool:
    """Return whether pieces were picked that can still be said, so that they are not to be lost."""
    kind = "" if "amends" in request.form else request.form.get("kind")
    return any(pick.kind == kind for pick in shown.picks)


def _is_of_hands(shown: Screen) -> bool:
    """Return whether hands were sent that can still be said, so that they are not to be lost."""
    is_left = shown.deal is not None and shown.deal.hands is not None
    return is_left and request.form.get("kind") == "hands-left" and "amends" not in request.form
