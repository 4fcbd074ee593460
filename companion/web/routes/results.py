"""The results of an evening, of each deal, and of each trick."""

from flask import Blueprint, Response, abort, request, url_for

from companion.evening import Evening
from companion.evening.capacity import entries_left
from companion.evening.figures import figures
from companion.evening.game_session import DealDone, GameSession
from companion.evening.seal import shown
from companion.rules.actions import Misdealt
from companion.rules.tricks.review import review
from companion.store import TableAccess
from companion.web import addresses
from companion.web.access import evening_of, groups, opened, opened_evening, tables
from companion.web.forms import page_number
from companion.web.respond import Page, flash_and_goto, register, render
from companion.web.views import view
from companion.web.views.evening_list import page_of
from companion.web.views.evening_view import (
    beside,
    games_on_page,
    has_pool,
    headline,
    pictures,
    remarkable,
    rows,
    share_text,
    totals,
)
from companion.web.views.settlement_view import idle
from companion.web.views.settling_view import settling_up
from companion.wording.evening import results
from companion.wording.languages import _
from companion.wording.screens import misdealt, revoke_on_record

bp = Blueprint("results", __name__, url_prefix="/e/<key>")

A_PAGE = 25
"""The most deals on a page. A game without deals counts as one."""
MOST_MISDEALS = 20
MOST_TURNS = 200
"""The most turns of a deal to show, the last ones. A deal of Coon Can takes about 40."""


@bp.get("/deals")
def evening(key: str) -> Response:
    """The results, and a page of deals, the newest by default. `?page=all` has all, for printing."""
    return _page(opened(key))


def _page(table: TableAccess, problem: str = "", status: int = 200) -> Response:
    group, evening = groups().of_evening(table), evening_of(table)
    watch = ""  # a private link would lead nowhere
    if not addresses.is_private():
        watch = addresses.link("table.show", key=tables().settings.links(table).watch)
    is_nearly_full = entries_left(evening.length) is not None
    state = evening.state.booked()
    # The newest deals are on the first page, and stand last on it.
    page = page_of(rows(state)[::-1], page_number(request.args), A_PAGE)
    whole = page.pages == 1 or request.args.get("page") == "all"
    is_first = whole or page.number == 1
    found, lead, settling = figures(state), list(headline(state)), settling_up(table, evening)
    number = sum(game.deals for game in found.games)
    return render(
        "evening/evening.html",
        status,
        info=table.info,
        state=state,
        headline=lead,
        pictures_of=tuple(pictures(state, found)) if is_first else (),
        totals=totals(state, found),
        looed_heading=results.looed_heading(
            game.game for game in found.games if any(one.looed for one in game.players)
        ),
        remarkable=list(remarkable(found)) if number and is_first else (),
        here=state.session.seated() if state.session else (),
        in_pool=found.pool,
        settling=settling,
        number=number,
        games=tuple(games_on_page(rows(state) if whole else page.rows[::-1])),
        share_text=share_text(table.info, lead, found, settling, watch),
        has_link=bool(watch),
        has_pool=has_pool,
        beside=beside,
        page=page.number,
        pages=page.pages,
        whole=whole,
        group=group,
        is_host=table.is_host,
        paid_in_group=bool(group and groups().store.group(group.id).payments),
        problem=problem,
        goes_on=evening.state.closed and is_nearly_full and not table.watches,
        seal=shown(tables().evenings.log.seal(table.info.id, evening.length)),
    )


register(
    "evening",
    Page(
        lambda shown, problem: _page(shown.table, problem.text, problem.status),
        lambda key, _entry: url_for("results.evening", key=key),
        is_apart=True,
        stays=True,
    ),
)


@bp.get("/deals/<int:number>")
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
        idle=idle(done),
        misdeals=[misdealt(entry.reason) for entry in misdeals[:MOST_MISDEALS]],
        more_misdeals=max(len(misdeals) - MOST_MISDEALS, 0),
        most_turns=MOST_TURNS,
        revokes=[revoke_on_record(revoke) for revoke in done.deal.revokes],
    )


@bp.get("/deals/<int:number>/tricks/<int:trick>")
def trick(key: str, number: int, trick: int) -> Response:
    """A trick of a deal: the cards on the table, and each play's duties and proven revokes."""
    table, evening = opened_evening(key)
    session, _place, done, _last = _find(key, evening, number)
    play = view(done.deal).play
    tricks = [one for one in play.tricks if one.plays] if play else []
    if play is None or not 1 <= trick <= len(tricks):
        says = _("Trick {n} was not recorded play by play.", n=trick)
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
    )


def _find(key: str, evening: Evening, number: int) -> tuple[GameSession, int, DealDone, int]:
    """Return a settled deal: its game, the game's index, the deal, and the number of deals.

    Goes to the evening's page if there is none with that number.
    """
    sessions = evening.state.booked().sessions
    last = sum(len(session.deals) for session in sessions)
    before = 0
    for place, session in enumerate(sessions):
        if before < number <= before + len(session.deals):
            return session, place, session.deals[number - before - 1], last
        before += len(session.deals)
    late = _("There is no deal {n} yet.", n=number)
    abort(flash_and_goto(late, "results.evening", key=key))
