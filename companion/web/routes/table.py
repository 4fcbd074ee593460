"""The table: the screen, and what is entered in it."""

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from companion.errors import EntryError, Proof, RevokeProven
from companion.evening import AnyEntry, Evening
from companion.evening.chapters import StandingEntry
from companion.evening.entries import Amended, EveningClosed, Left, Undone
from companion.facts import AnyFact
from companion.rules.actions import Played
from companion.store import TableAccess
from companion.tables import Overtaken, ReusedId, Submitted, Unsure, policy
from companion.tables.overtaken import LOOKED_AT
from companion.tables.table_facts import EnteredAlready, TableFact
from companion.web import forms, seat_order
from companion.web.access import opened, tables
from companion.web.api import problems
from companion.web.api import routes as api
from companion.web.render_cache import RenderCache, Viewer
from companion.web.routes import hands
from companion.web.routes.amend import fresh, place_in_log
from companion.web.routes.pages import picking
from companion.web.routes.penalty import penalty_page
from companion.web.routes.results import evening_page
from companion.web.views import view
from companion.web.views.choices import answers
from companion.web.views.screen import Screen, screen
from companion.web.views.standings import farewell
from companion.wording import say
from companion.wording.evening.entries import entry_words, words_in_trick
from companion.wording.languages import _, language

bp = Blueprint("table", __name__, url_prefix="/e/<key>")


FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


@bp.get("")
def show(key: str) -> Response:
    """The table."""
    table = opened(key)
    return _page(screen(table, tables().evenings.evening(table.info.id)))


@bp.post("/entries")
def enter(key: str) -> Response:
    """Take one entry, and answer with the state after it."""
    table = opened(key)
    # Whether it may record is judged later: a form that is sent again is answered as before.
    policy.may_have_a_name(table)
    if request.mimetype == problems.JSON:
        return api.enter(table)
    # A form without a field may come without a type.
    if request.mimetype not in FORMS and (request.mimetype or request.get_data()):
        abort(415)
    try:
        sent = forms.read(request.form)
        rung = _drawn().rung(table.info.id)
        entered = tables().submit(table, sent.entry, sent.after, sent.entry_id, sent.sure)
    except RevokeProven as error:
        if isinstance(sent.entry, Amended) and not _is_of_open_deal(table, sent.entry, error):
            return fresh(table, sent.entry)
        return _proven(table, error, sent.entry)
    except EntryError as error:
        policy.may_record(table)
        return _refused(table, error)
    except Unsure:
        return _ask_to_undo(table, sent)
    except Overtaken as error:
        policy.may_record(table)
        return _outdated(table, error.fact)
    except ReusedId:
        return _outdated(table, None)
    return _entered(table, entered, rung)


def _page(shown: Screen, status: int = 200, problem: str = "") -> Response:
    """Return the whole page; `problem` is what stands in the alert box, as HTML."""
    if seat_order.is_fixed():
        shown = seat_order.fixed(shown)
    return make_response(render_template("table/table.html", s=shown, problem=problem), status)


def _entered(table: TableAccess, entered: Submitted, rung: int) -> Response:
    if isinstance(entered.entry, Left):
        state = tables().evenings.evening(table.info.id).state
        flash(farewell(state, entered.entry.player))
    leaves = "leaves" in request.form or isinstance(entered.entry, EveningClosed)
    if leaves or not request.headers.get("HX-Request"):
        return gone_to(_where_to(table, entered.entry))
    # Drawn once for this answer and for the streams: the script gives each form an id of its own.
    drawn = _drawn()
    viewer = Viewer(table, language(), fixed_seats=seat_order.is_fixed())
    return make_response(drawn.drawing(viewer, drawn.after(table, entered, rung)).html)


def _drawn() -> RenderCache:
    found: RenderCache = current_app.extensions["render_cache"]
    return found


def _where_to(table: TableAccess, entry: AnyEntry) -> str:
    """Return the page that is shown after an entry: the table, or the one it was entered on.

    A correction is shown in the log, and how an evening has ended on its page.
    """
    if isinstance(entry, Amended) and request.form.get("leaves") == "log":
        return place_in_log(table, entry.entry)
    if request.form.get("leaves") == "close":
        return url_for("closing.ask", key=table.info.key)
    if request.form.get("leaves") == "evening" or isinstance(entry, EveningClosed):
        return url_for("results.evening", key=table.info.key)
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
    if request.form.get("leaves") == "evening":
        return evening_page(table, say(error.fact), 422)
    if request.form.get("leaves") == "penalty":
        return penalty_page(table, say(error.fact), 422)
    shown = screen(table, tables().evenings.evening(table.info.id))
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


def _is_of_open_deal(table: TableAccess, entry: Amended, error: RevokeProven) -> bool:
    """Return whether a correction proves a revoke itself, in the deal that is being played."""
    evening = tables().evenings.evening(table.info.id)
    begun = evening.current.first if evening.current and not evening.state.between_deals else None
    return begun is not None and entry.entry >= begun and error.number is None


def _proven(table: TableAccess, error: RevokeProven, entry: AnyEntry) -> Response:
    """Answer 422 with the proof and its three answers in the place of the pad."""
    evening = tables().evenings.evening(table.info.id)
    shown = screen(table, evening)
    suspects = _suspects(table, evening, error.proofs)
    fields = {
        "s": shown,
        "error": error,
        "suspects": suspects,
        "played": entry.by if isinstance(entry, Amended) else entry,
        "answers": answers(entry),
    }
    if not request.headers.get("HX-Request"):
        return make_response(render_template("table/table.html", proof=True, **fields), 422)
    answer = make_response(render_template("table/_proof.html", **fields), 422)
    answer.headers["HX-Retarget"] = "#entry"
    answer.headers["HX-Reswap"] = "outerHTML"
    return answer


def _suspects(table: TableAccess, evening: Evening, proofs: tuple[Proof, ...]) -> dict[int, str]:
    """Return the entries that may have been tapped wrong: by number, in words.

    These are the plays that are proven unlawful, and the leads of their tricks: a suit announced
    wrongly makes a revoke out of a lawful play.
    """
    session = evening.state.session
    deal = session.deal if session else None
    found: dict[int, str] = {}
    play = view(deal).play if deal else None
    if session is None or play is None:
        return found
    for proof in proofs:
        leader = play.tricks[proof.trick - 1].leader
        for player in dict.fromkeys((proof.player, leader)):
            stands = _play_to(evening, player, proof.trick)
            if stands and policy.can_enter(table, evening, Amended(stands.number)):
                found[stands.number] = words_in_trick(stands.entry, session.game, proof.trick)
    return found


def _play_to(evening: Evening, player: str, trick: int) -> StandingEntry | None:
    """Return the entry by which a player played to a trick of the open deal."""
    plays = [
        one
        for one in (evening.current.entries if evening.current else ())
        if isinstance(one.entry, Played) and one.entry.player == player
    ]
    return plays[trick - 1] if trick <= len(plays) else None


def _ask_to_undo(table: TableAccess, sent: forms.Sent) -> Response:
    """Answer 409: the entry is somebody else's; ask whether it is to be undone all the same."""
    evening = tables().evenings.evening(table.info.id)
    shown = screen(table, evening)
    if shown.undo is None or Undone(shown.undo[0]) != sent.entry:
        return _outdated(table, TableFact.SOMEBODY_FASTER)  # it is not the latest any more
    note = render_template("table/_sure.html", s=shown, entry_id=sent.entry_id)
    if not request.headers.get("HX-Request"):
        return _page(shown, 409, note)
    answer = make_response(note, 409)
    answer.headers["HX-Retarget"] = "#problem"
    answer.headers["HX-Reswap"] = "innerHTML"
    return answer


def _outdated(table: TableAccess, fact: AnyFact | None) -> Response:
    """Answer somebody who was not the fastest: 200 if the same was entered already, else 409.

    It is the fresh state, and a word on what changed; without a fact the form had been used.
    """
    evening = tables().evenings.evening(table.info.id)
    shown = screen(table, evening)
    status = 200 if isinstance(fact, EnteredAlready) else 409
    in_log = request.form.get("leaves") == "log"
    if fact is None:
        why = _("That form was already used, so your entry was not saved. Here is the table now.")
    elif in_log and fact is TableFact.SOMEBODY_FASTER:
        why = _("The table has moved on since you opened this page. Look again, then save.")
    else:
        why = say(fact)
    sentences = [why]
    if status != 200:
        sentences.append(_news(table, evening))
    if not in_log and request.form.get("leaves") != "evening":  # these pages ask nothing
        # What was picked on another page may have come too late.
        why = _refusal(evening) if "leaves" in request.form and status != 200 else ""
        sentences += [why, "" if shown.question in why else shown.question]
    text = " ".join(filter(None, sentences))
    if "kept" in request.form and status != 200 and not _refusal(evening):
        return _answered(shown, status, _kept(table, shown) or _note(text))
    if in_log:
        entry = forms.read(request.form).entry
        if isinstance(entry, Amended) and status != 200:
            return fresh(table, entry, text)
        flash(text)
        return gone_to(_where_to(table, entry))
    note = _note(text)
    if status != 200 and _is_picked(shown):
        return picking(shown, request.form["kind"], status, note)
    if status != 200 and _is_of_hands(shown):
        return hands.asking(shown, status, note)
    if request.form.get("leaves") == "evening":
        return evening_page(table, text, status)
    if request.form.get("leaves") == "penalty" and status != 200:
        return penalty_page(table, text, status)
    if "leaves" in request.form:  # from a page that has no table on it
        flash(text)
        return gone_to(url_for("table.show", key=table.info.key))
    if not request.headers.get("HX-Request"):
        return _page(shown, status, note)
    return _answered(shown, status, note)


def _answered(shown: Screen, status: int, note: str) -> Response:
    """Return the state with a word on what happened, as a fragment."""
    if seat_order.is_fixed():
        shown = seat_order.fixed(shown)
    return make_response(render_template("table/_answer.html", s=shown, note=note), status)


def _note(text: str) -> str:
    return render_template("table/_note.html", text=text)


def _news(table: TableAccess, evening: Evening) -> str:
    """Return what others have done since the page was made, a sentence.

    It is what they corrected or undid, which nobody would look for; else the latest entry.
    """
    log, info = tables().evenings.log, table.info
    since = log.entries_with_devices(info.id, forms.read(request.form).after, LOOKED_AT)
    match next((one for one, _by in reversed(since) if isinstance(one, Amended | Undone)), None):
        case Amended(entry=number, by=None):
            return _("Entry {n} was deleted.", n=number)
        case Amended(entry=number, by=now) if now:
            return _(
                "Entry {n} was corrected: {entry}.",
                n=number,
                entry=entry_words(now, evening.game_of(number)),
            )
        case Undone(entry=number):
            undone = log.entries_with_devices(info.id, number - 1, 1)[0][0]
            if isinstance(undone, Amended | Undone):
                return _("The correction of entry {n} was undone.", n=undone.entry)
            said = entry_words(undone, evening.game_of(number))
            return _("“{entry}” was undone.", entry=said)
    newest = evening.newest
    if newest is None:
        return ""
    said = entry_words(newest.entry, evening.game_of(newest.number))
    return _("The latest entry: {entry}.", entry=said)


def _kept(table: TableAccess, shown: Screen) -> str:
    """Return the question about an entry that a phone kept while it had no connection, as HTML.

    It is "" for undoing or correcting another, which was meant for the table as it stood.
    """
    entry = forms.read(request.form).entry
    if isinstance(entry, Undone | Amended):
        return ""
    game = shown.session.game if shown.session else None
    return render_template(
        "table/_kept.html",
        s=shown,
        news=_news(table, shown.evening),
        entry=entry_words(entry, game),
        fields=[
            (name, value)
            for name, value in request.form.items(multi=True)
            if name not in ("after", "entry_id", "kept", "leaves")
        ],
    )


def _refusal(evening: Evening) -> str:
    """Return why what was sent cannot be entered any more; "" if it can."""
    entry = forms.read(request.form).entry
    if isinstance(entry, Undone | Amended):  # a preview tells, and has its turn
        return ""
    try:
        evening.enter(entry)
    except EntryError as error:
        return say(error.fact)
    return ""


def _is_picked(shown: Screen) -> bool:
    """Return whether pieces were picked that can still be entered, so that they are not lost."""
    kind = "" if "amends" in request.form else request.form.get("kind")
    return any(one.kind == kind for one in shown.selections)


def _is_of_hands(shown: Screen) -> bool:
    """Return whether hands were sent that can still be entered, so that they are not lost."""
    is_left = shown.view is not None and shown.view.hands is not None
    return is_left and request.form.get("kind") == "hands-left" and "amends" not in request.form
