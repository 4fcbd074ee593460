"""What could have been won, as JSON: `companion study`, and one deal for programs (docs/formats.md)."""

from collections.abc import Iterator
from typing import Any

from companion.evening import State
from companion.evening.game_session import DealDone
from companion.study.deal import DealStudy, NotStudied, study

FORMAT = "companion-study"
VERSION = 1


def report(state: State) -> dict[str, Any]:
    """Return what could have been won in all deals of an evening, in the study format, version 1."""
    return document(list(_deals(state)))


def document(deals: list[dict[str, Any]]) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, "deals": deals}


def _deals(state: State) -> Iterator[dict[str, Any]]:
    for game, session in enumerate(state.booked().sessions, 1):
        yield from (deal_report(game, done) for done in session.deals)
        if session.deal and session.deal.begun:
            yield {"game": game, "deal": session.number, "why_not": "open"}


def deal_report(game: int, done: DealDone) -> dict[str, Any]:
    """Return what could have been won in a deal of the evening's game number `game`, from 1."""
    try:
        result = _studied(study(done.deal))
    except NotStudied as error:
        result = {"why_not": error.why}
    return {"game": game, "deal": done.number, **result}


def _studied(studied: DealStudy) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    if studied.contract:
        declarer = studied.contract.declarer
        fields["contract"] = {
            "declarer": declarer,
            "bid": studied.contract.bid,
            "sure": bool(studied.sure[declarer][0]),
            "most": bool(studied.most[declarer][0]),
            "made": studied.contract.made,
        }
    else:
        fields["players"] = {player: _player(studied, player) for player in studied.players}
    if studied.unlawful:
        fields["unlawful"] = [
            {"player": studied.positions[place].turn, **_play(studied, place)}
            for place in studied.unlawful
        ]
    return fields


def _player(studied: DealStudy, player: str) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "taken": studied.taken(player),
        "sure": studied.sure[player][0],
        "most": studied.most[player][0],
    }
    if lost := studied.lost(player):
        fields["lost_at"] = _play(studied, lost[0].place)
    return fields


def _play(studied: DealStudy, place: int) -> dict[str, Any]:
    trick, piece = studied.positions[place].trick.number, studied.moves[place].piece
    return {"trick": trick, "piece": str(piece)}
