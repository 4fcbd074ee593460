"""The first page, the history, and the check that the server is well."""

from flask import Blueprint, Response, make_response, render_template
from msgspec import Struct

from companion.evening import State
from companion.rules import GAMES
from companion.rules.scores import signed
from companion.store import EveningInfo, StoreError
from companion.web.security import device
from companion.web.table import keeper
from companion.web.texts import joined

bp = Blueprint("home", __name__)


class Summary(Struct, frozen=True):
    """An evening in a list."""

    info: EveningInfo
    closed: bool
    people: str
    line: str


@bp.get("/")
def index() -> Response:
    """Open evenings of this device, a new one, history, rules."""
    evenings = [one for one in _summaries() if not one.closed]
    return make_response(render_template("home/index.html", evenings=evenings[:5], games=GAMES))


@bp.get("/history")
def history() -> Response:
    """All evenings of this device, the newest first."""
    return make_response(render_template("home/history.html", evenings=_summaries()))


@bp.get("/healthz")
def health() -> Response:
    """Say whether the log can be read and written."""
    try:
        keeper().log.check()
    except StoreError as error:
        return Response(f"{error}\n", 503, mimetype="text/plain")
    return Response("ok\n", mimetype="text/plain")


def _summaries() -> list[Summary]:
    return [
        _summary(info, keeper().evening(info.id).state) for info in keeper().log.evenings(device())
    ]


def _summary(info: EveningInfo, state: State) -> Summary:
    games = [f"{s.game.title}, {_deals(len(s.deals))}" for s in state.sittings]
    results = [f"{s.winner} won" for s in state.sittings if s.winner]
    chips = {name: amount for name, amount in state.balances().items() if amount}
    if chips:
        most, least = max(chips, key=chips.__getitem__), min(chips, key=chips.__getitem__)
        results.append(f"{most} {signed(chips[most])}")
        if chips[least] < 0:
            results.append(f"{least} {signed(chips[least])}")
    return Summary(info, state.closed, joined(state.people()), " · ".join(games + results))


def _deals(number: int) -> str:
    return f"{number} deal" if number == 1 else f"{number} deals"
