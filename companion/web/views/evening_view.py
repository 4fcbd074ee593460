"""The page of an evening: leaders or winners, curves, totals and highlights."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.evening import State
from companion.evening.figures import DealMark, EveningFigures, GameFigures, PlayerFigures, leaders
from companion.evening.game_session import DealDone, GameSession
from companion.games import game_of
from companion.rules.ledger import POOL
from companion.store import EveningInfo
from companion.web.views.curve import Curve, Values, curve
from companion.web.views.settling_view import SettlingUp
from companion.wording.evening import results
from companion.wording.games import game_title
from companion.wording.languages import _, _n, isolated
from companion.wording.money import value_of
from companion.wording.numbers import day, joined, plain, signed
from companion.wording.pages import counted, log_heading

MOST_LINES = 24
MOST_GAMES = 8
"""Only the newest games for scores, at most this many, have a headline and a picture."""
T = TypeVar("T")


class Picture(Struct, frozen=True):
    """A curve and its texts."""

    curve: Curve
    title: str
    shows: str
    pool: "Picture | None" = None


class Total(Struct, frozen=True):
    """A player's result in the evening."""

    figures: PlayerFigures
    worth: str
    score: int | None
    """The score, if the only game of the evening is for scores."""
    looed: int
    """How often looed, in games that do not only count it."""
    potatoes: int
    """How often looed or penalized, in games that only count it."""


def rows(state: State) -> list[tuple[int, GameSession, DealDone | None]]:
    """Return a row for each deal, with its number in the evening, and for each game without deals."""
    number = count(1)
    return [
        (next(number), session, done) if done else (0, session, None)
        for session in state.sessions
        for done in session.deals or (None,)
    ]


def headline(state: State) -> Iterator[str]:
    """Yield the leaders or winners: in chips over the evening, and in each game for scores."""
    if any(session.deals and not session.race for session in state.sessions):
        chips = state.balances()
        most = max(chips.values())
        best = [name for name, amount in chips.items() if amount == most]
        deals = sum(len(session.deals) for session in state.sessions)
        yield results.won(best, most) if state.closed else results.leads(best, most, deals)
    for session in state.sessions[-MOST_GAMES:]:
        yield from outcome(session)


def outcome(session: GameSession) -> Iterator[str]:
    """Yield who won a game for scores or leads in it, and the order in which players finish a game."""
    if session.race and (ahead := leaders(session)):
        score = session.scores[ahead[0]]
        if session.winners:
            yield _n(
                "{player} won {game}, with a score of {score}.",
                "{player} won {game}, with a score of {score}.",
                len(session.winners),
                player=joined(session.winners),
                game=game_title(session.game),
                score=plain(score),
            )
        else:
            yield results.leads_game(session.game, ahead, score, session.ended)
    if session.finished:
        left = session.left_behind()
        yield results.order_of_finish(
            session.game, session.finished, left, bool(session.winners) or session.ended
        )


def pictures(state: State, figures: EveningFigures) -> Iterator[Picture]:
    """Yield pictures of everybody's chips over the evening and of the newest games for scores."""
    if any(game.deals and game.for_chips for game in figures.games):
        yield _of_chips(figures)
    for session, game in list(zip(state.sessions, figures.games, strict=True))[-MOST_GAMES:]:
        if session.race and game.deals:
            yield _of_scores(session, game, session.race.start)


def picture_of(
    series: Mapping[str, Values], times: Sequence[str], written: Callable[[int], str], title: str
) -> Picture:
    """Return a picture of named series, with a value for each of `times`."""
    drawn = curve(series, times, written)
    ends = results.ends_at([(line.name, line.figure) for line in drawn.lines])
    return Picture(drawn, title, ends)


def foremost(people: Sequence[T], most: int, number: Callable[[T], int]) -> list[T]:
    """Return at most `most` people, those with the largest numbers, in their original order."""
    places = sorted(range(len(people)), key=lambda place: -number(people[place]))
    return [people[place] for place in sorted(places[:most])]


def _of_scores(session: GameSession, game: GameFigures, start: int) -> Picture:
    people = foremost(game.players, MOST_LINES, lambda one: one.deals)
    times = [*map(str, range(game.deals + 1)), *[_("End")] * game.has_ending]
    series = {one.player: [start, *game.curves[one.player]] for one in people}
    _add_now(times, series, {one.player: one.amount for one in people})
    return picture_of(series, times, plain, results.score_title(session.game))


def _of_chips(figures: EveningFigures) -> Picture:
    people = foremost(figures.people, MOST_LINES, lambda one: one.deals)
    curves, number = figures.curves(), count(1)
    times = ["0", *(str(next(number)) if deal else _("End") for _game, deal in curves.points)]
    series = {one.player: [0, *curves.chips[one.player]] for one in people}
    series[POOL] = [0, *curves.pool]
    _add_now(times, series, {one.player: one.amount for one in people} | {POOL: figures.pool})
    pool, deals = series.pop(POOL), next(number) - 1
    title = results.chips_title(deals, len(people) < len(figures.people))
    shown = picture_of(series, times, signed, title)
    if not any(pool):
        return shown
    return replace(
        shown,
        pool=Picture(
            curve({_("Pool"): pool}, times, plain, under=shown.curve),
            _n("The pool over {n} deal", "The pool over {n} deals", deals),
            _("The pool was {most} at most, and is {now}.", most=max(pool), now=pool[-1]),
        ),
    )


def _add_now(times: list[str], series: Mapping[str, list[int]], now: Mapping[str, int]) -> None:
    if any(series[name][-1] != amount for name, amount in now.items()):
        times.append(_("Now"))
        for name, amount in now.items():
            series[name].append(amount)


def is_tallied(session: GameSession) -> bool:
    """Return whether being looed is only counted in a game."""
    return session.race is not None and session.race.tallies


def totals(state: State, figures: EveningFigures) -> list[Total]:
    """Return each player's result, the best first."""
    race = state.sessions[0].race if len(state.sessions) == 1 else None
    scores = {one.player: one.amount for one in figures.games[0].players} if race else {}

    def place(one: PlayerFigures) -> int:
        return -race.trick * scores[one.player] if race else -one.amount

    potatoes: Counter[str] = Counter()
    looed: Counter[str] = Counter()
    for session, game in zip(state.sessions, figures.games, strict=True):
        potatoes.update(session.tally())
        if not is_tallied(session):
            looed.update({one.player: one.looed for one in game.players})
    return [
        Total(
            one,
            value_of(one.amount, figures.worth) if figures.worth else "",
            scores.get(one.player),
            looed[one.player],
            potatoes[one.player],
        )
        for one in sorted(figures.people, key=place)
    ]


def remarkable(figures: EveningFigures) -> Iterator[tuple[str, str, int, str]]:
    """Yield highlights: title, sentence, deal number and the deal's heading (0 and "" for no deal)."""
    games, people = [game_of(one.game) for one in figures.games], figures.people
    if mark := figures.largest_pool:
        yield (_("Largest pool played for"), results.chips(mark.amount), *_at(figures, mark))
    if best := best_deals(figures):
        first, *others = {*best.values()}
        words = results.with_chips([*best], signed(first.amount))
        yield (_("Best deal"), words, *((0, "") if others else _at(figures, first)))
    if loo := figures.dearest_loo:
        words = results.with_chips(loo.players, results.chips(loo.at.amount))
        yield (results.dearest_loo(games[loo.at.game]), words, *_at(figures, loo.at))
    longest = max(one.without_trick for one in people)
    if longest > 1:
        unlucky = joined([one.player for one in people if one.without_trick == longest])
        words = _n("{players}, {n} deal", "{players}, {n} deals", longest, players=unlucky)
        yield (_("Most deals in a row without a trick"), words, 0, "")
    if revokes := {one.player: one.revokes for one in figures.people if one.revokes}:
        yield (_("Revokes"), counted(revokes), 0, "")


def _at(figures: EveningFigures, mark: DealMark) -> tuple[int, str]:
    """Return a deal's number in the evening, and its heading."""
    before = sum(one.deals for one in figures.games[: mark.game])
    game = game_of(figures.games[mark.game].game) if len(figures.games) > 1 else None
    return before + mark.deal, log_heading("settled", mark.deal, game)


def best_deals(figures: EveningFigures) -> dict[str, DealMark]:
    """Return the players who won most in one deal, each with that deal."""
    marks = {one.player: one.best for one in figures.people if one.best and one.best.amount > 0}
    most = max((mark.amount for mark in marks.values()), default=0)
    return {player: mark for player, mark in marks.items() if mark.amount == most}


def stories(figures: EveningFigures) -> Iterator[str]:
    """Yield sentences about an evening that someone has won, the most telling first."""
    curves, leader = figures.curves(), figures.leaders[0]
    low = min(curves.chips[leader], default=0)
    # Not every deficit makes a comeback.
    if -2 * low >= figures.balance(leader) and len(figures.leaders) == 1 and low < 0:
        place = curves.chips[leader].index(low)
        game, deal = curves.points[place]
        if deal and [chips[place] <= low for chips in curves.chips.values()].count(True) == 1:
            heading = _at(figures, DealMark(game, deal, low))[1]
            yield results.came_back(leader, signed(low), heading)
    best = best_deals(figures)
    if not {*best}.isdisjoint(figures.leaders):
        first = next(iter(best.values()))
        yield results.best_deal([*best], signed(first.amount), _at(figures, first)[1])
    if pool := figures.largest_pool:
        yield results.largest_pool(pool.amount, _at(figures, pool)[1])


def share_text(
    info: EveningInfo,
    headline: Sequence[str],
    figures: EveningFigures,
    settling: SettlingUp | None,
    link: str,
) -> str:
    """Return a text about the evening for a chat; `link` is the watch link or ""."""
    parts = [
        [_("{evening}, {day}", evening=info.name, day=day(info)), *headline],
        list(_standings(figures)),
        list(_payments(settling)) if settling else [],
    ]
    text = "\n\n".join("\n".join(filter(None, part)) for part in parts if any(part))
    named = isolated(text, {info.name, *(one.player for one in figures.people)})
    return "\n\n".join(filter(None, (named, link)))


def _standings(figures: EveningFigures) -> Iterator[str]:
    if any(game.for_chips for game in figures.games):
        best_first = sorted(figures.people, key=lambda one: -one.amount)
        yield results.standings([(one.player, signed(one.amount)) for one in best_first])
    for game in figures.games[-MOST_GAMES:]:
        if not game.for_chips:
            scores = results.standings([(one.player, plain(one.amount)) for one in game.players])
            yield _("{game}: {scores}", game=game_title(game_of(game.game)), scores=scores)


def _payments(settling: SettlingUp) -> Iterator[str]:
    for debt in settling.rows.rows:
        yield results.payment(debt.words, debt.chips, debt.worth)
    if not settling.open:
        yield settling.question or settling.note
    yield settling.pool


def gone(state: State) -> set[str]:
    """Return the players who had left the table of the last game in which they had a seat."""
    last = {seat.player: seat.gone for session in state.sessions for seat in session.seats}
    return {player for player, is_gone in last.items() if is_gone}
