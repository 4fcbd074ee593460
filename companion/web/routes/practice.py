"""A made-up deal to practise with. Its address says how far it is; nothing is stored."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, request
from msgspec.structs import replace

from companion.errors import EntryError, RevokeProven
from companion.evening import AnyEntry, Evening
from companion.evening.record import loads
from companion.games import GAMES
from companion.rules.actions import Played
from companion.store import EveningInfo, TableAccess
from companion.web import forms
from companion.web.respond import goto, note, render
from companion.web.views.choices import revoke_answers
from companion.web.views.screen import Authors, Newest, screen
from companion.wording import say
from companion.wording.games import practised, words_of
from companion.wording.languages import _

bp = Blueprint("practice", __name__)

GAMES_FOLDER = Path(__file__).parents[2] / "games"


@bp.get("/e/try-<game>-<int:at>")
def show(game: str, at: int, status: int = 200, **shown: Any) -> Response:
    """The table at the first tap after `at` entries, or the end."""
    entries, others = _entries(game), [GAMES[one] for one in practised() if one != game]
    if at == len(entries):
        return render("practice/end.html", others=others)
    at = _next_tap(game, at)
    info = EveningInfo(0, f"try-{game}-{at}", _("Practice"), "")
    guest = TableAccess(info, "", "", "", True, "all", second_look=False, is_known=True)
    table = screen(guest, _after(entries, at), authors=Authors())
    table = replace(table, newest=Newest(), answers=replace(table.answers, selections=()))
    return render(
        "practice/table.html",
        status,
        s=table,
        hint=_hint(game, at),
        wanted=entries[at],
        others=others,
        **shown,
    )


@bp.post("/e/try-<game>-<int:at>/entries")
def tap(game: str, at: int) -> Response:
    """Go on if the expected entry was tapped; otherwise say why not."""
    entries = _entries(game)
    evening, wanted = _after(entries, at), entries[at]
    try:
        sent = forms.read(request.form).entry
        if sent == wanted:
            return goto("practice.show", game=game, at=at + 1)
        evening.enter(sent)
        why = _("Not this one. {hint}", hint=re.split(r"(?<=[.!?]) ", _hint(game, at))[-1])
    except RevokeProven as error:
        if isinstance(wanted, Played) and sent == replace(wanted, stands=None):
            proof = {"played": sent, "answers": revoke_answers(sent), "suspects": {}}
            return show(game, at, 422, proof=True, error=error, **proof)
        why = say(error.fact)
    except EntryError as error:
        why = say(error.fact)
    return show(game, at, 422, problem=note(why))


def _next_tap(game: str, at: int) -> int:
    """Return the next number of entries after which there is something to tap."""
    return next((tap for tap in words_of(GAMES[game]).practice if tap >= at), at)


def _hint(game: str, at: int) -> str:
    """Return what happens and, in the last sentence, what to tap."""
    return _(words_of(GAMES[game]).practice[_next_tap(game, at)])


@lru_cache
def _entries(game: str) -> tuple[AnyEntry, ...]:
    if game not in practised():
        abort(404)
    file = GAMES_FOLDER / game.replace("-", "_") / "practice.json"
    return loads(file.read_bytes()).entries


def _after(entries: tuple[AnyEntry, ...], number: int) -> Evening:
    if number >= len(entries):
        abort(404)
    evening = Evening()
    for entry in entries[:number]:
        evening = evening.enter(entry)
    return evening
