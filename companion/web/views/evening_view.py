"""The page of an evening: who leads or has won, the curves, the totals, what was remarkable."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, count

from msgspec import Struct

from companion.evening import State
from companion.evening.deal_done import DealDone
from companion.evening.figures import DealMark, EveningFigures, PlayerFigures, leaders
from companion.evening.game_session import GameSession
from companion.rules.games import GAMES
from companion.rules.ledger import Line
from companion.rules.scores import Points
from companion.web.views.curve import Curve, curve
from companion.wording.evening import results
from companion.wording.games import game_title
from companion.wording.languages import _, _n
from companion.wording.money import worth
from companion.wording.numbers import plain, signed
from companion.wording.pages import counted, log_heading

MOST_LINES = 24
"""Of a picture: hardly a table has more people."""
MOST_BESIDE = 20
"""Lines of a game that are told of no settled deal."""
MOST_GAMES = 8
"""Games for scores whose leaders are named, and whose scores are drawn: the newest."""


class Picture(Struct, frozen=True):
    """A curve with its words."""

    curve: Curve
    title: str
    shows: str
    pool: "Picture | None" = None
    """The second, small picture under it."""


class GameShown(Struct, frozen=True):
    """A game on a page of the evening."""

    session: GameSession
    deals: tuple[tuple[int, DealDone], ...]
    """Those that stand on the page, each with its number in the evening."""
    is_end: bool
    """Whether its last deal stands there, and so what came after that."""


class Beside(Struct, frozen=True):
    """What a game has booked of no settled deal: stakes of a deal that is void, and penalties."""

    lines: tuple[Line, ...]
    points: tuple[Points, ...]
    more: int
    """How many are left out."""


class Total(Struct, frozen=True):
    """What one player comes to over the evening."""

    player: str
    chips: str
    worth: str
    """What the chips are worth; "" if the table has not said."""
    score: str
    """The score, where the evening has had one game, which was for scores; else ""."""
    figures: PlayerFigures


class Mark(Struct, frozen=True):
    """Something remarkable."""

    title: str
    words: str
    deal: int = 0
    """Which deal it was, counted over the evening; 0 for none."""
    deal_words: str = ""


def rows(state: State) -> int:
    """Return how many rows the games of an evening fill: one each deal, or one for a game without."""
    return sum(max(len(session.deals), 1) for session in state.sessions)


def games_on_page(state: State, first: int, end: int) -> Iterator[GameShown]:
    """Yield the games that have one of the rows from `first` to before `end`, counted from 0."""
    row = before = 0
    for session in state.sessions:
        size = len(session.deals)
        start, stop = max(first - row, 0), min(end - row, max(size, 1))
        if start < stop:
            deals = tuple(
                (before + at + 1, session.deals[at]) for at in range(start, min(stop, size))
            )
            yield GameShown(session, deals, stop >= size)
        row += max(size, 1)
        before += size


def beside(session: GameSession) -> Beside:
    """Return what a game has booked of no settled deal; of one under way, the penalties alone."""
    lines = [one for one in session.open_lines() if session.ended or one.reason == "penalty"]
    points = session.penalty_points
    more = max(len(lines) + len(points) - MOST_BESIDE, 0)
    return Beside(tuple(lines[:MOST_BESIDE]), points[:MOST_BESIDE], more)


def headline(state: State) -> Iterator[str]:
    """Yield who leads or has won: in chips over the evening, and in each game for scores."""
    if any(session.deals and not session.race for session in state.sessions):
        chips = state.balances()
        most = max(chips.values())
        best = [name for name, amount in chips.items() if amount == most]
        deals = sum(len(session.deals) for session in state.sessions)
        yield results.won(best, most) if state.closed else results.leads(best, most, deals)
    for session in state.sessions[-MOST_GAMES:]:
        if session.race and (ahead := leaders(session)):
            score = session.scores[ahead[0]]
            if session.winner:
                yield _(
                    "{player} won {game}, with a score of {score}.",
                    player=session.winner,
                    game=game_title(session.game),
                    score=plain(score),
                )
            else:
                yield results.leads_game(session.game, ahead, score, session.ended)


def pictures(state: State, figures: EveningFigures) -> Iterator[Picture]:
    """Yield the picture of everybody's chips over the evening, with its pool, and that of each score.

    The scores are those of the newest games, the lines those of the people who were dealt in most.
    """
    deals = sum(game.deals for game in figures.games if game.for_chips)
    if deals:
        yield _of_chips(figures, deals)
    for session, game in list(zip(state.sessions, figures.games, strict=True))[-MOST_GAMES:]:
        if session.race and game.deals:
            times = [str(number) for number in range(game.deals + 1)]
            start = session.race.start
            series = [
                (one.player, [start, *game.curves[one.player]]) for one in _drawn(game.players)
            ]
            if game.has_ending:
                times.append(results.ending())
            elif any(game.curves[one.player][-1] != one.amount for one in game.players):
                # Penalties of the deal under way.
                times.append(results.now())
                for (_name, values), one in zip(series, _drawn(game.players), strict=True):
                    values.append(one.amount)
            yield Picture(
                curve(series, times, plain),
                results.score_title(session.game),
                results.ends_at([(one.player, plain(one.amount)) for one in _drawn(game.players)]),
            )


def _drawn(people: Sequence[PlayerFigures]) -> list[PlayerFigures]:
    """Return the people who have a line in a picture, in their order."""
    most = sorted(people, key=lambda one: -one.deals)[:MOST_LINES]
    names = {one.player for one in most}
    return [one for one in people if one.player in names]


def _of_chips(figures: EveningFigures, deals: int) -> Picture:
    curves = figures.curves()
    # The deals of games for chips alone: a point each, numbered as the title counts them.
    number = count(1)
    times = ["0", *(str(next(number)) if deal else results.ending() for _, deal in curves.points)]
    people = _drawn(figures.people)
    chips = {one.player: [0, *curves.chips[one.player]] for one in people}
    pool = [0, *curves.pool]
    if any((curves.chips[one.player] or (0,))[-1] != one.amount for one in figures.people):
        # Stakes of the deal under way.
        times.append(results.now())
        pool.append(figures.pool)
        for one in people:
            chips[one.player].append(one.amount)
    drawn = curve(list(chips.items()), times, signed)
    under = None
    if any(pool):
        low = curve([(_("Pool"), pool)], times, plain, under=drawn)
        shows = _("The pool was {most} at most, and is {now}.", most=max(pool), now=pool[-1])
        under = Picture(low, _n("The pool over {n} deal", "The pool over {n} deals", deals), shows)
    shows = results.ends_at([(one.player, signed(one.amount)) for one in people])
    title = results.chips_title(deals, len(people) < len(figures.people))
    return Picture(drawn, title, shows, under)


def totals(state: State, figures: EveningFigures) -> tuple[Total, ...]:
    """Return what each player comes to, who is ahead first."""
    scores: dict[str, int] = {}
    race = state.sessions[0].race if len(state.sessions) == 1 else None
    if race:
        scores = {one.player: one.amount for one in figures.games[0].players}

    def place(one: PlayerFigures) -> int:
        return -race.trick * scores[one.player] if race else -one.amount

    return tuple(
        Total(
            one.player,
            signed(one.amount),
            worth(one.amount, figures.worth) if figures.worth else "",
            plain(scores[one.player]) if race else "",
            one,
        )
        for one in sorted(figures.people, key=place)
    )


def looed_heading(figures: EveningFigures) -> str:
    """Return what stands above how often each was looed, in the words of the games."""
    return results.looed_heading(
        game.game for game in figures.games if any(one.looed for one in game.players)
    )


def remarkable(figures: EveningFigures) -> Iterator[Mark]:
    """Yield what was remarkable, as far as there was anything of the kind."""
    before = _deals_before(figures)

    def at(mark: DealMark) -> tuple[int, str]:
        game = GAMES[figures.games[mark.game].game] if len(figures.games) > 1 else None
        return before[mark.game] + mark.deal, log_heading("settled", mark.deal, game)

    if figures.largest_pool:
        mark = figures.largest_pool
        yield Mark(_("Largest pool played for"), results.chips(mark.amount), *at(mark))
    best = max((one.best for one in figures.people if one.best), key=_amount, default=None)
    if best and best.amount > 0:
        winner = next(one.player for one in figures.people if one.best == best)
        words = results.with_chips(winner, signed(best.amount))
        yield Mark(_("Best deal"), words, *at(best))
    if figures.dearest_loo:
        loo = figures.dearest_loo
        words = results.with_chips(loo.player, results.chips(loo.at.amount))
        title = results.dearest_loo(GAMES[figures.games[loo.at.game].game])
        yield Mark(title, words, *at(loo.at))
    if figures.longest_run:
        run = figures.longest_run
        yield Mark(
            _("Most deals in a row without a trick"),
            _n("{player}, {n} deal", "{player}, {n} deals", run.deals, player=run.player),
        )
    revokes = {one.player: one.revokes for one in figures.people if one.revokes}
    if revokes:
        yield Mark(_("Revokes"), counted(revokes))
    yield Mark(_("Dealt"), counted({p.player: p.dealt for p in figures.people}))


def _amount(mark: DealMark) -> int:
    return mark.amount


def _deals_before(figures: EveningFigures) -> Sequence[int]:
    """Return how many deals there were before each game."""
    return list(accumulate((game.deals for game in figures.games), initial=0))
