"""The results of an evening, its deals and its tricks, and downloads of them."""

from functools import partial

from flask import Blueprint, Response, abort, request, url_for
from msgspec.structs import replace

from companion.evening import Evening
from companion.evening.capacity import entries_left
from companion.evening.entries import Paid
from companion.evening.figures import figures
from companion.evening.game_session import DealDone, GameSession
from companion.evening.record import Record, dumps
from companion.evening.replay import report, results_file
from companion.evening.seal import Seals, shown
from companion.evening.spreadsheets import (
    DEAL_COLUMNS,
    LEDGER_COLUMNS,
    deal_rows,
    ledger_rows,
    size,
)
from companion.groups import Group
from companion.groups.group import unit_of
from companion.groups.summary import EveningSummary
from companion.rules.actions import Misdealt
from companion.rules.tricks.review import review
from companion.store import EveningInfo, TableAccess
from companion.tables.days import day_of
from companion.web import addresses
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
from companion.web.views.evening_list import page_of
from companion.web.views.evening_view import (
    accounts_of,
    beside,
    games_on_page,
    gone,
    has_pool,
    headline,
    is_tallied,
    pictures,
    remarkable,
    rows,
    share_text,
    stories,
    totals,
)
from companion.web.views.faces import faces
from companion.web.views.screen import screen
from companion.web.views.settlement_view import idle
from companion.web.views.settling_view import settling_up
from companion.wording import say
from companion.wording.evening import results
from companion.wording.groups import settled_in_group
from companion.wording.languages import _
from companion.wording.pieces import use_suits
from companion.wording.screens import misdealt, revoke_on_record
from companion.wording.spreadsheets import spreadsheet as spreadsheet_file
from companion.wording.study import why_looed

bp = Blueprint("results", __name__)

A_PAGE = 25
"""Maximum number of deals on a page. A game without deals counts as one."""
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
    group, evening = groups().of_evening(table), evening_of(table)
    watch = ""  # a private link would lead nowhere
    if not addresses.is_private():
        watch = addresses.link("table.show", key=tables().settings.links(table).watch)
    is_nearly_full = entries_left(evening.length) is not None
    arrivals, its_group = groups().arrivals_of(table.info.id)
    state = evening.state.booked()
    if its_group:
        state = replace(state, worth=its_group.worth_of(table.info.id, state.worth))
    # The first page has the newest deals, with the newest of them at its end.
    page = page_of(rows(state)[::-1], page_number(request.args), A_PAGE)
    whole = page.pages == 1 or request.args.get("page") == "all"
    is_first = whole or page.number == 1
    found, lead, settling = (
        figures(state),
        list(headline(state)),
        settling_up(
            table,
            evening,
            its_group or Group(),
            _elsewhere(group, its_group, table.info.id, unit_of(state.worth)),
        ),
    )
    number = sum(game.deals for game in found.games)
    games = tuple(games_on_page(rows(state) if whole else page.rows[::-1]))
    looed = [
        (game.game, is_tallied(session))
        for session, game in zip(state.sessions, found.games, strict=True)
        if any(one.looed for one in game.players)
    ]
    # Games that only count it have a column of their own.
    with_column = [game for game, tallied in looed if not tallied]
    looed_heading = results.looed_heading(with_column or [game for game, _ in looed])
    known = groups().listed([table.info.id]).get(table.info.id)
    people = known.people if isinstance(known, EveningSummary) else ()
    winners = found.leaders if found.closed else ()
    story = next(stories(found), "") if winners else ""
    return render(
        "evening/evening.html",
        status,
        info=table.info,
        state=state,
        headline=lead[1:] if winners and settling else lead,  # the card says who won in chips
        winners=winners,
        games_won=found.games_won,
        story=story,
        picture_name=file_name(table.info.name, f"{day_of(table.info)}"),
        pictures_of=tuple(pictures(state, found)) if is_first else (),
        totals=totals(state, found),
        looed_heading=looed_heading,
        why_looed=why_looed({one.player: one.looed_by for one in people}),
        remarkable=list(remarkable(found)) if number and is_first else (),
        gone=gone(state),
        faces=faces(state.people(), arrivals, its_group),
        accounts_of=partial(accounts_of, state),
        in_pool=found.pool,
        settling=settling,
        number=number,
        games=games,
        sprites=sorted(
            {done.deal.pack.drawn for _game, deals, _ends in games for _number, done in deals}
        ),
        share_text=share_text(table.info, [*lead, story], found, settling, watch),
        has_link=bool(watch),
        has_pool=has_pool,
        beside=beside,
        page=page.number,
        pages=page.pages,
        whole=whole,
        group=group,
        is_host=table.is_host,
        problem=problem,
        closed=screen(table, evening) if _offers_undo(evening) else None,
        goes_on=evening.state.closed and not table.watches,
        is_nearly_full=is_nearly_full,
        seal=shown(tables().evenings.log.seal(table.info.id, evening.length)),
    )


def _elsewhere(info: EveningInfo | None, group: Group | None, evening: int, unit: str) -> str:
    """Return a note that an evening was settled in its group since it is there, or "".

    `info` is None for a device that does not know the group.
    """
    if group is None or not group.has_paid_since(evening, unit):
        return ""
    if group.evenings.get(evening) is not None:  # the group does not count a hidden evening
        return ""
    return settled_in_group(info.name if info else "", groups().is_settled(group))


register(
    "evening",
    Page(
        lambda shown, problem: _page(shown.table, problem.text, problem.status),
        lambda key, _entry: url_for("results.evening", key=key),
        is_apart=True,
        stays=True,
    ),
)


def _offers_undo(evening: Evening) -> bool:
    """Return whether the newest entry of a closed evening is not a payment, which has its own undo."""
    newest = evening.newest
    return evening.state.closed and not (newest and isinstance(newest.entry, Paid))


# An undo of the closing leads to the table.
register("closed", Page(lambda shown, problem: _page(shown.table, problem.text, problem.status)))


@bp.get("/e/<key>/deals/<int:number>")
def deal(key: str, number: int) -> Response:
    """A deal, play by play, with the reason for each chip. Its number counts over all games."""
    table, evening = opened_evening(key)
    session, place, done, last = _find(key, evening, number)
    play = view(done.deal).play
    entries = [one.entry for one in evening.entries_of((place, done.number))]
    misdeals = [entry for entry in entries if isinstance(entry, Misdealt)]
    return render(
        "evening/deal.html",
        info=table.info,
        game_session=session,
        done=done,
        number=number,
        last=last,
        steps=bool(play and play.tricks),
        studies=table.studies and play is not None and play.depth == "plays",
        idle=idle(done),
        misdeals=[misdealt(entry.reason) for entry in misdeals[:MOST_MISDEALS]],
        more_misdeals=max(len(misdeals) - MOST_MISDEALS, 0),
        most_turns=MOST_TURNS,
        revokes=[revoke_on_record(revoke) for revoke in done.deal.revokes],
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
    entries = tuple(tables().evenings.log.read(table.info.id))
    content = dumps(Record(table.info.name, table.info.opened_at, entries, zone=table.info.zone))
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
    state = _small_evening(table).state
    if name == "deals":
        content = spreadsheet_file(DEAL_COLUMNS, deal_rows(state, table.info.name))
    else:
        content = spreadsheet_file(LEDGER_COLUMNS, ledger_rows(state, table.info.name))
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
