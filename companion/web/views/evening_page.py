"""What the page of an evening shows."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from companion.evening import Evening, State
from companion.evening.capacity import entries_left
from companion.evening.entries import Paid
from companion.evening.figures import EveningFigures, figures
from companion.evening.seal import shown
from companion.groups import Group
from companion.groups.group import unit_of
from companion.groups.summary import EveningSummary, merged
from companion.store import EveningInfo, TableAccess
from companion.web import addresses
from companion.web.access import groups, tables
from companion.web.views.evening_list import page_of
from companion.web.views.evening_view import (
    Picture,
    Total,
    gone,
    headline,
    is_tallied,
    pictures,
    remarkable,
    rows,
    share_text,
    stories,
    totals,
)
from companion.web.views.faces import Face, looked_up
from companion.web.views.played_games import PlayedGame, played_games
from companion.web.views.screen import Screen, screen
from companion.web.views.settling_view import SettlingUp, settling_up
from companion.wording.evening import results
from companion.wording.groups import settled_in_group
from companion.wording.study import why_looed

A_PAGE = 25
"""Maximum number of deals on a page. A game without deals counts as one."""


class Results(Struct, frozen=True, kw_only=True):
    """What each player won in the whole evening."""

    winners: tuple[str, ...]
    """Of a closed evening."""
    games_won: int
    """Number of games that the first winner won."""
    headline: str
    story: str
    totals: list[Total]
    in_pool: int
    gone: set[str]
    faces: Mapping[str, Face]
    looed_heading: str
    why_looed: list[str]
    pictures: tuple[Picture, ...]
    """On the first page only, as the highlights."""
    remarkable: tuple[tuple[str, str, int, str], ...]
    share_text: str
    has_link: bool
    """Whether `share_text` has a link to watch."""


class EveningPage(Struct, frozen=True, kw_only=True):
    """The page of an evening: its results, and a page of its deals."""

    info: EveningInfo
    state: State
    is_host: bool
    group: EveningInfo | None
    """The group of the evening, if this device knows it."""
    results: Results
    settling: SettlingUp | None
    games: tuple[PlayedGame, ...]
    deals: int
    """Number of deals of the whole evening."""
    number: int
    pages: int
    is_whole: bool
    """Whether all deals are on this page."""
    closed: Screen | None
    """For an undo of the closing."""
    seal: str
    watches: bool
    is_nearly_full: bool

    @property
    def goes_on(self) -> bool:
        """Whether to offer another evening with the same people."""
        return self.state.closed and not self.watches

    @property
    def suit_styles(self) -> list[str]:
        """The packs whose pieces are on the page."""
        return sorted({row.done.deal.pack.suit_style for game in self.games for row in game.deals})


def evening_page(table: TableAccess, evening: Evening, number: int, is_whole: bool) -> EveningPage:
    """Return a page of an evening, by default with all deals or, if they are many, the newest.

    `number` counts the pages from that of the newest deals; `is_whole` puts all on one.
    """
    group, its_group = groups().of_evening(table), groups().group_of(table.info.id)
    state = evening.state.booked()
    if its_group:
        state = replace(state, worth=its_group.worth_of(table.info.id, state.worth))
    sums = figures(state)
    elsewhere = _elsewhere(group, its_group, table.info.id, unit_of(state.worth))
    settling = settling_up(table, evening, its_group or Group(), elsewhere)
    # The first page has the newest deals, with the newest of them at its end.
    page = page_of(rows(state)[::-1], number, A_PAGE)
    whole = is_whole or page.pages == 1
    is_first = whole or page.number == 1
    return EveningPage(
        info=table.info,
        state=state,
        is_host=table.is_host,
        group=group,
        results=_results(table, state, sums, settling, is_first),
        settling=settling,
        games=tuple(played_games(state, rows(state) if whole else page.rows[::-1])),
        deals=sum(game.deals for game in sums.games),
        number=page.number,
        pages=page.pages,
        is_whole=whole,
        closed=screen(table, evening) if _offers_undo(evening) else None,
        seal=shown(tables().evenings.log.seal(table.info.id, evening.length)),
        watches=table.watches,
        is_nearly_full=entries_left(evening.size) is not None,
    )


def _results(
    table: TableAccess,
    state: State,
    sums: EveningFigures,
    settling: SettlingUp | None,
    is_first: bool,
) -> Results:
    winners = sums.leaders if sums.closed else ()
    story = next(stories(sums), "") if winners else ""
    lead = list(headline(state))
    watch = ""  # a private link would lead nowhere
    if not addresses.is_private():
        watch = addresses.link("table.show", key=tables().settings.links(table).watch)
    has_deals = any(game.deals for game in sums.games)
    return Results(
        winners=winners,
        games_won=sums.games_won.get(winners[0], 0) if winners else 0,
        # The card of the winners says who won in chips, and each game for scores who won it.
        headline="" if winners and settling else " ".join(lead),
        story=story,
        totals=totals(state, sums),
        in_pool=sums.pool,
        gone=gone(state),
        faces=looked_up(table.info.id, state.people()),
        looed_heading=_looed_heading(state, sums),
        why_looed=_why_looed(table),
        pictures=tuple(pictures(state, sums)) if is_first else (),
        remarkable=tuple(remarkable(sums)) if has_deals and is_first else (),
        share_text=share_text(table.info, [*lead, story], sums, settling, watch),
        has_link=bool(watch),
    )


def _looed_heading(state: State, sums: EveningFigures) -> str:
    """Return the heading of the column that says how often each was looed."""
    looed = [
        (game.game, is_tallied(session))
        for session, game in zip(state.sessions, sums.games, strict=True)
        if any(one.looed for one in game.players)
    ]
    # Games that only count it have a column of their own.
    with_column = [game for game, tallied in looed if not tallied]
    return results.looed_heading(with_column or [game for game, _ in looed])


def _why_looed(table: TableAccess) -> list[str]:
    known = groups().listed([table.info.id]).get(table.info.id)
    games = known.games if isinstance(known, EveningSummary) else ()
    people = merged(one for game in games for one in game.people)
    return why_looed({one.player: one.looed_by for one in people})


def _elsewhere(info: EveningInfo | None, group: Group | None, evening: int, unit: str) -> str:
    """Return a note that an evening was settled in its group since it is there, or "".

    `info` is None for a device that does not know the group.
    """
    if group is None or not group.has_paid_since(evening, unit):
        return ""
    if group.evenings.get(evening) is not None:  # the group does not count a hidden evening
        return ""
    return settled_in_group(info.name if info else "", groups().is_settled(group))


def _offers_undo(evening: Evening) -> bool:
    """Return whether the newest entry of a closed evening is not a payment, which has its own undo."""
    newest = evening.newest
    return evening.state.closed and not (newest and isinstance(newest.entry, Paid))
