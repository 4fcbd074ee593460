"""The results of an evening, its deals and its tricks, and downloads of them."""

from flask import Blueprint, Response, abort, request, url_for

from companion.evening import AnyEntry, Evening
from companion.evening.entries import EveningClosed, Inserted
from companion.evening.game_session import DealDone, GameSession
from companion.evening.record import dumps
from companion.evening.replay import report, results_file
from companion.evening.seal import Seals, shown
from companion.evening.spreadsheets import size
from companion.rules.actions import Misdealt
from companion.rules.tricks.review import review
from companion.store import TableAccess
from companion.study.deal import has_study
from companion.tables import policy
from companion.tables.days import day_of
from companion.web.access import evening_of, groups, opened, opened_evening, tables
from companion.web.errors import page
from companion.web.forms import page_number
from companion.web.respond import (
    CSV,
    Page,
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
from companion.web.views.settlement_view import idle
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
    page = evening_page(table, evening_of(table), page_number(request.args), whole)
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
    )


def _to_the_payments(key: str, entry: AnyEntry) -> str:
    """Return the evening's page after an entry made on it: at the payments, unless it was closed."""
    at = None if isinstance(entry, EveningClosed) else "settling"
    return url_for("results.evening", key=key, _anchor=at)


register(
    "evening",
    Page(
        lambda shown, problem: _page(shown.table, problem.text, problem.status),
        _to_the_payments,
        is_apart=True,
        is_redrawn=True,
    ),
)


# An undo of the closing leads to the table.
register("closed", Page(lambda shown, problem: _page(shown.table, problem.text, problem.status)))


@bp.get("/e/<key>/deals/<int:number>")
def deal(key: str, number: int) -> Response:
    """A deal, play by play, with the reason for each chip. Its number counts over all games."""
    table, evening = opened_evening(key)
    session, place, done, last = _find(key, evening, number)
    play = view(done.deal).play
    entries = tuple(evening.entries_of((place, done.number)))
    misdeals = [one.entry for one in entries if isinstance(one.entry, Misdealt)]
    found = (one.number for one in entries if offer_at(evening, one) == "revoke")
    return render(
        "evening/deal.html",
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
        inserted=evening.inserted_in((place, done.number)),
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
    return attachment(content, content_type, table.info.name, f"{day_of(table.info)}{ending}")
