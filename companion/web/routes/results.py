"""The results of an evening, its deals and its tricks, and downloads of them."""

from itertools import chain
from typing import Any

from flask import Blueprint, Response, abort, request, url_for

from companion.evening import AnyEntry, Evening
from companion.evening.entries import EveningClosed, Inserted, Noted
from companion.evening.game_session import DealDone, GameSession
from companion.evening.history import DealId
from companion.evening.record import dumps
from companion.evening.replay import report, results_file
from companion.evening.seal import Seals, shown
from companion.evening.spreadsheets import size
from companion.rules.actions import DealEntry, Misdealt
from companion.rules.tricks.review import review
from companion.store import TableAccess
from companion.study.deal import has_study
from companion.tables import policy
from companion.tables.days import day_of
from companion.web.access import evening_of, groups, opened, opened_evening, tables
from companion.web.api.routes import for_all_sites
from companion.web.errors import page
from companion.web.forms import new_id, page_number
from companion.web.respond import (
    CSV,
    Page,
    Problem,
    attachment,
    file_name,
    flash_and_goto,
    register,
    render,
)
from companion.web.views import view
from companion.web.views.evening_page import evening_page
from companion.web.views.faces import faces_at
from companion.web.views.log_view import offer_at
from companion.web.views.screen import Screen
from companion.web.views.settlement_view import idle
from companion.web.views.settling_view import marks
from companion.wording import say, spreadsheets
from companion.wording.languages import _
from companion.wording.pieces import use_suits
from companion.wording.screens import misdealt, revoke_on_record

bp = Blueprint("results", __name__)

MOST_MISDEALS = 20
MOST_TURNS = 200
"""Show at most this many turns of a deal, the latest. A deal of Coon Can takes about 40."""
JSON = "application/json; charset=utf-8"
MOST_LINES = 50_000
"""Maximum lines of a generated file. A thousand deals make 10,000; 50,000 take 200 MB of memory."""


@bp.get("/e/<key>/deals")
def evening(key: str) -> Response:
    """The results and a page of deals, by default the newest. `?page=all` shows all, to print them."""
    return _page(opened(key))


def _page(table: TableAccess, problem: str = "", status: int = 200) -> Response:
    whole = request.args.get("page") == "all"
    evening = evening_of(table)
    page = evening_page(table, evening, page_number(request.args), whole)
    # The templates use `info` and `state` on many pages.
    return render(
        "evening/evening.html",
        status,
        page=page,
        info=page.info,
        state=page.state,
        results=page.results,
        settling=page.settling,
        faces=page.results.faces,
        picture_name=file_name(table.info.name, f"{day_of(table.info)}"),
        problem=problem,
        reopening=next((one for _, one, _ in marks(table, evening, EveningClosed)), None),
        **_notes(table, evening),
    )


def _notes(
    table: TableAccess, evening: Evening, number: int = 0, deal: DealId | None = None
) -> dict[str, Any]:
    """Return the variables of the notes, each with the number of its deal, 0 for the evening's."""
    deals = enumerate(evening.state.booked().closed_deals(), 1)
    numbers = {(place, done.number): number for number, (place, done) in deals}
    deal_of = {one.number: numbers.get(one.deal or (0, 0), 0) for one in evening.notes()}
    fields = {"after": evening.length, "entry_id": new_id(), "leaves": "evening", "at": "notes"}
    inserted = evening.inserted_in(deal) if deal else []
    if deal:
        entries = (one for one in evening.entries_of(deal) if isinstance(one.entry, DealEntry))
        fields |= {"deal": number, "of": next(chain((one.number for one in entries), inserted), 0)}
    return {
        "notes": [(one, undo, deal_of[n]) for one, undo, n in marks(table, evening, Noted)],
        "can_note": policy.can_enter_kind(table, evening, Noted),
        "fields": fields,
        "inserted": inserted,
    }


def _to_its_place(key: str, entry: AnyEntry) -> str:
    """Return the page after an entry made on it: at the notes or payments, unless it was closed."""
    at = None if isinstance(entry, EveningClosed) else request.form.get("at", "settling")
    if isinstance(entry, Noted):
        groups().listed([opened(key).info.id])  # so that a search finds it
    number = request.form.get("deal", type=int)
    where = "results.deal" if number else "results.evening"
    return url_for(where, key=key, number=number, _anchor=at)


def _again(shown: Screen, problem: Problem) -> Response:
    if number := request.form.get("deal", type=int):
        return deal(shown.table.info.key, number, problem.text, problem.status)
    return _page(shown.table, problem.text, problem.status)


register("evening", Page(_again, _to_its_place, is_apart=True, is_redrawn=True))


# An undo of the closing leads to the table.
register("closed", Page(lambda shown, problem: _page(shown.table, problem.text, problem.status)))


@bp.get("/e/<key>/deals/<int:number>")
def deal(key: str, number: int, problem: str = "", status: int = 200) -> Response:
    """A deal, play by play, with the reason for each chip. Its number counts over all games."""
    table, evening = opened_evening(key)
    session, place, done, last = _find(key, evening, number)
    play = view(done.deal).play
    id = place, done.number
    entries = tuple(evening.entries_of(id))
    misdeals = [one.entry for one in entries if isinstance(one.entry, Misdealt)]
    found = (one.number for one in entries if offer_at(evening, one) == "revoke")
    return render(
        "evening/deal.html",
        status,
        problem=problem,
        **_notes(table, evening, number, id),
        info=table.info,
        faces=faces_at(table),
        game_session=session,
        done=done,
        number=number,
        last=last,
        steps=bool(play and play.tricks),
        studies=table.studies and has_study(done.deal),
        idle=idle(done),
        misdeals=[misdealt(entry.reason) for entry in misdeals[:MOST_MISDEALS]],
        more_misdeals=max(len(misdeals) - MOST_MISDEALS, 0),
        most_turns=MOST_TURNS,
        revokes=[revoke_on_record(revoke) for revoke in done.deal.revokes],
        settled=next(found, 0) if policy.can_enter_kind(table, evening, Inserted) else 0,
    )


@bp.get("/e/<key>/deals/<int:number>/tricks/<int:trick>")
def trick(key: str, number: int, trick: int) -> Response:
    """A trick of a deal: the cards on the table, and each play's duties and proven revokes."""
    table, evening = opened_evening(key)
    session, _place, done, _last = _find(key, evening, number)
    play = view(done.deal).play
    tricks = [one for one in play.tricks if one.plays] if play else []
    if play is None or not 1 <= trick <= len(tricks):
        says = _("Trick {n} was not entered play by play.", n=trick)
        return flash_and_goto(says, "results.deal", key=key, number=number)
    winners = play.trick_winners
    return render(
        "evening/trick.html",
        info=table.info,
        faces=faces_at(table),
        game_session=session,
        done=done,
        number=number,
        trick=tricks[trick - 1],
        last=len(tricks),
        plays=review(play, trick),
        winner=winners[trick - 1] if trick <= len(winners) else "",
        taken={name: winners[:trick].count(name) for name in play.players},
        is_on_table=number > sum(len(one.deals) for one in evening.state.sessions),
    )


def _find(key: str, evening: Evening, number: int) -> tuple[GameSession, int, DealDone, int]:
    """Return a settled deal with its game, the game's index, and the number of deals.

    If there is no such deal, redirects to the evening's page.
    """
    state = evening.state.booked()
    deals = state.closed_deals()
    if 1 <= number <= len(deals):
        place, done = deals[number - 1]
        use_suits(state.sessions[place].rules)
        return state.sessions[place], place, done, len(deals)
    late = _("There is no deal {n} yet.", n=number)
    abort(flash_and_goto(late, "results.evening", key=key))


@bp.get("/e/<key>/record.json")
def record(key: str) -> Response:
    table = opened(key)
    content = dumps(table.info.record(tables().evenings.log.read(table.info.id)))
    return _file(table, content, JSON, ".json")


@bp.get("/e/<key>/replay.json")
def replayed(key: str) -> Response:
    """The results of the evening, as `companion replay` prints them."""
    table = opened(key)
    evening = _small_evening(table)
    seal = shown(tables().evenings.log.seal(table.info.id, evening.length))
    content = results_file(report(evening, (), say, Seals(seal, seal)))
    return _file(table, content, JSON, "-results.json")


@bp.get("/e/<key>/deals.csv", defaults={"name": "deals"})
@bp.get("/e/<key>/ledger.csv", defaults={"name": "ledger"})
def spreadsheet(key: str, name: str) -> Response:
    """The settled deals, with a row for each player dealt in, or the ledger, with a row for each line."""
    table = opened(key)
    evening = _small_evening(table)
    content = b"".join(spreadsheets.evening_file(name, evening, table.info))
    return _file(table, content, CSV, f"-{name}.csv")


def _small_evening(table: TableAccess) -> Evening:
    """Return the evening, with the worth of a chip in its group.

    Aborts if its files would take too much memory.
    """
    evening = groups().valued(table.info.id, evening_of(table))
    if size(evening.state) > MOST_LINES:
        text = _("Download the evening’s record, then run “companion replay” on it.")
        abort(page(413, _("This evening is too long for that file"), text))
    return evening


def _file(table: TableAccess, content: bytes, content_type: str, ending: str) -> Response:
    file = attachment(content, content_type, table.info.name, f"{day_of(table.info)}{ending}")
    return for_all_sites(table.info.watches, file) if content_type == JSON else file
