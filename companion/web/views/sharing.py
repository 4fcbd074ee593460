"""The evening as a short text for a chat."""

from collections.abc import Iterator, Sequence

from companion.evening.figures import EveningFigures
from companion.rules.games import GAMES
from companion.store import EveningInfo
from companion.web.views.evening_view import MOST_GAMES
from companion.web.views.settling_view import SettlingUp
from companion.wording.evening import results
from companion.wording.games import game_title
from companion.wording.languages import _
from companion.wording.numbers import day, plain, signed


def share_text(
    info: EveningInfo,
    headline: Sequence[str],
    figures: EveningFigures,
    settling: SettlingUp | None,
    link: str,
) -> str:
    """Return the headline, the standings, the payments, and `link` to watch unless it is ""."""
    parts = [
        [_("{evening}, {day}", evening=info.name, day=day(info.opened_at)), *headline],
        list(_standings(figures)),
        list(_payments(settling)) if settling else [],
        [link],
    ]
    return "\n\n".join("\n".join(filter(None, part)) for part in parts if any(part))


def _standings(figures: EveningFigures) -> Iterator[str]:
    if any(game.for_chips for game in figures.games):
        best_first = sorted(figures.people, key=lambda one: -one.amount)
        yield results.standings([(one.player, signed(one.amount)) for one in best_first])
    for game in figures.games[-MOST_GAMES:]:
        if not game.for_chips:
            scores = results.standings([(one.player, plain(one.amount)) for one in game.players])
            yield _("{game}: {scores}", game=game_title(GAMES[game.game]), scores=scores)


def _payments(settling: SettlingUp) -> Iterator[str]:
    for debt in settling.open:
        yield results.payment(debt.words, debt.chips, debt.worth)
    if not settling.open:
        yield settling.note
    yield settling.pool
