"""The figures of a settlement, with their reasons and the rules behind them."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from companion.evening.game_session import DealDone, GameSession
from companion.ids import Rule
from companion.tables.confirmation import Confirmation
from companion.web.views import DealView, Row, view
from companion.wording import say, screens
from companion.wording.languages import _, _p
from companion.wording.ledger import line_part, points_part, why_points
from companion.wording.numbers import plain, signed
from companion.wording.tables import costly_item


class Why(Struct, frozen=True):
    """One figure of the settlement, with its reasons."""

    name: str
    note: str
    """The result in a word or two; what is bad of it is in `stamp`."""
    figure: str
    reasons: tuple[tuple[str, str], ...]
    """Sentences, each with the id of its rule."""
    parts: str = ""
    """What the figure consists of, like "tricks +10, stake −5"; "" if the note says the same."""
    now: str = ""
    """The player's new balance or score; "" in a first deal."""
    is_moved: bool = True
    """Whether the player was in, or has a payment or points; stakes do not count."""
    is_pool: bool = False
    outcome: str = ""
    """`won`, also `best` if nobody won more, `lost`, or "" for neither."""
    stamp: str = ""
    """What is stamped in red: that a player is looed, has revoked, or lost a contract."""

    @property
    def said(self) -> str:
        """The whole result, in words."""
        if not (self.note and self.stamp):
            return self.note or self.stamp
        return _("{tricks}, {looed}", tricks=self.note, looed=self.stamp)


class Rest(Struct, frozen=True):
    """Players without a change, in one line."""

    words: str
    members: tuple[Why, ...]


def whys(session: GameSession) -> Iterator[Why]:
    """Yield each player's figure in the newest settled deal, the best first, then the pool's."""
    done = session.deals[-1]
    settlement, shown, now = done.settlement, view(done.deal), standings(session)
    gains = {name: gain * session.better for name, gain in done.gains().items()}
    figures = [_player(done, shown, name, now[name]) for name in session.ranked(done.gains())]
    is_first = all(one.figure == now[one.name] for one in figures)
    for one in figures:
        gain = gains[one.name]
        won = "won best" if gain == max(gains.values()) else "won"
        outcome = won if gain > 0 else "lost" if gain else ""
        yield replace(one, now="" if is_first else one.now, outcome=outcome)
    if settlement.pool or settlement.carried:
        yield Why(
            _("Pool"),
            _("was {n}", n=settlement.pool),
            str(settlement.carried),
            ((screens.pool_sum(settlement), session.game.pool.rule),),
            is_pool=True,
        )


def standings(session: GameSession) -> dict[str, str]:
    """Return everybody's scores in a game for scores, otherwise everybody's and the pool's chips."""
    if session.race:
        return {name: plain(score) for name, score in session.scores.items()}
    return {name: signed(chips) for name, chips in session.accounts().items()}


def ranked(session: GameSession) -> list[Row]:
    """Return everybody in a game that is over: who won, then the best first, and last those who left."""
    accounts, winners = session.accounts(), session.winners
    held = session.scores or {seat.player: accounts[seat.player] for seat in session.seats}
    left = {seat.player for seat in session.seats if seat.gone} - {*winners}
    order = dict.fromkeys((*winners, *session.finished, *session.ranked(held)))
    names = sorted(order, key=left.__contains__)
    most = 0 if session.race else held[names[0]]
    best = winners or [one for one in names if held[one] == most > 0 and one not in left]
    notes = dict.fromkeys(winners, _p("player", "won")) | dict.fromkeys(left, _p("player", "left"))
    written = plain if session.race else signed
    return [
        Row(one, notes.get(one, ""), looks="best" if one in best else "", figure=written(held[one]))
        for one in names
    ]


def _player(done: DealDone, shown: DealView, name: str, standing: str) -> Why:
    settlement = done.settlement
    points = [one for one in settlement.points if one.player == name]
    lines = [line for line in settlement.lines if name in (line.source, line.target)]
    penalties = (line for line in done.lines if line.reason == "penalty")
    booked = (*penalties, *done.deal.stakes, *done.deal.bought)
    before = [line for line in booked if name in (line.source, line.target)]
    parts: Counter[str] = Counter()
    for one in points:
        parts[points_part(one)] += one.points
    for line in (*lines, *before):
        parts[line_part(line)] += -line.amount if line.source == name else line.amount
    times = Counter((one.fact, one.rule) for one in points)
    reasons = dict.fromkeys((why_points(fact, n), rule) for (fact, rule), n in times.items())
    reasons |= dict.fromkeys((say(line.fact), line.rule) for line in lines)
    is_dealt_in = name in done.deal.setup.players
    if not reasons and is_dealt_in:
        reasons = dict.fromkeys([shown.idle(name, settlement)])
    reasons |= dict.fromkeys((say(line.fact), line.rule) for line in before)
    words = screens.parts(parts)
    note, stamp = shown.came_out(name, settlement) if is_dealt_in else (_("sat out"), "")
    is_moved = bool(points or lines) or not is_dealt_in
    return Why(
        name,
        note,
        signed(sum(parts.values())),
        tuple(reasons),
        "" if len(parts) == 1 and (note or stamp) and is_moved else words,
        _("now {figure}", figure=standing),
        is_moved=is_moved or name in settlement.tricks,
        stamp=stamp,
    )


def idle(done: DealDone) -> Iterator[tuple[str, tuple[str, Rule]]]:
    """Yield each player who was in but neither won nor paid, with the reason and its rule."""
    settlement, shown = done.settlement, view(done.deal)
    moved = {one.player for one in settlement.points}
    moved |= {name for line in settlement.lines for name in (line.source, line.target)}
    for standing in shown.rows() if moved else ():
        if standing.is_in and standing.player not in moved:
            yield standing.player, shown.idle(standing.player, settlement)


def folded(shown: Iterable[Why]) -> Iterator[Why | Rest]:
    """Yield the figures of a settlement; unchanged players with equal words have one line."""
    alike: dict[tuple[str, str], list[Why]] = {}
    figures = list(shown)
    for one in figures:
        if not one.is_moved:
            alike.setdefault((one.note, one.parts), []).append(one)
    for one in figures:
        members = [one] if one.is_moved else alike.pop((one.note, one.parts), [])
        if len(members) == 1:
            yield members[0]
        elif members:
            names = [member.name for member in members]
            yield Rest(screens.unmoved(names, one.note, one.parts), tuple(members))


def costly_items(look: Confirmation, shown: Iterable[Why]) -> list[str]:
    """Return the sentences that another phone has to confirm."""
    rows = {one.name: (one.figure, one.said) for one in shown}
    return [costly_item(one, *rows.get(one.player, ("", ""))) for one in look.items]
