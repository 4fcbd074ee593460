"""Play or drop: the trainer, and what staying in was worth in a closed deal. Nothing is stored."""

import secrets
from functools import partial
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, make_response, redirect, request

from companion.rules.loo.deal import LooDeal
from companion.study.deal import NotStudied, study
from companion.study.odds import Policy
from companion.tables.estimating import work_out
from companion.web.addresses import url_for
from companion.web.respond import render
from companion.web.routes.rules import rules_of
from companion.web.routes.study import closed_deal
from companion.web.views import odds_view, view
from companion.web.views.faces import faces_at
from companion.web.views.odds_view import HANDS
from companion.wording import odds as words
from companion.wording.study import why_not as say_why_not

bp = Blueprint("odds", __name__)


def _policy() -> Policy:
    return "advised" if request.args.get("others") == "advised" else "random"


OF_CHOICE = ("choice", "answer")
OF_TRAINER = {"seed", "hand", "right", "unanswered", "others", *OF_CHOICE}
"""Parts of a query that are no house rules."""


@bp.get("/trainer")
def index() -> Response:
    return render("practice/games.html", games=odds_view.games())


@bp.get("/trainer/<game>")
def trainer(game: str) -> Response:
    """A made-up hand, and after `choice` what it was worth. The query has the house rules, as in the rules.

    `seed` names the hand, `hand` counts from 1. `right` is the number of good choices before, `unanswered`
    the number of hands before for which there was no answer. With `answer` it is worked out; the page
    without it asks for it.
    """
    played, rules = rules_of(game, request.args)
    if played not in odds_view.games():
        abort(404)

    seed = request.args.get("seed", "")[:20]
    if not seed:
        return make_response(redirect(_address(game, seed=secrets.token_hex(4)), 303))
    number, unanswered, right = _counts()
    hand = odds_view.dealt(played, rules, seed)
    policy, choice = _policy(), request.args.get("choice")
    estimate = None
    if choice in hand.choices and "answer" in request.args:
        estimate = work_out([hand.question(game, policy, seed)])
    odds = estimate.odds[0] if estimate and estimate.odds else None
    return render(
        "practice/trainer.html",
        game=played,
        hand=hand,
        number=number,
        most=HANDS,
        right=right,
        unanswered=unanswered,
        policy=policy,
        against=words.against(policy, hand.deal.loo),
        terms=view(hand.deal).terms,
        own_rules=bool(request.args.keys() - OF_TRAINER),
        address=partial(_address, game),
        choice=choice if choice in hand.choices else "",
        estimate=estimate,
        odds=odds,
        best=odds_view.better(odds, hand.deal.loo) if odds else [],
        following=secrets.token_hex(4),
    )


def _address(game: str, **changes: object) -> str:
    kept = {name: one for name, one in request.args.items() if name not in OF_CHOICE}
    return f"{url_for('odds.trainer', game=game)}?{urlencode({**kept, **changes})}"


def _counts() -> tuple[int, int, int]:
    """Return the number of this hand, and of those before without an answer and well decided."""
    number = min(max(request.args.get("hand", 1, int), 1), HANDS)
    unanswered = min(max(request.args.get("unanswered", 0, int), 0), number - 1)
    right = min(max(request.args.get("right", 0, int), 0), number - 1 - unanswered)
    return number, unanswered, right


@bp.get("/e/<key>/deals/<int:number>/odds")
def of_deal(key: str, number: int) -> Response:
    """What staying in was worth to each player of a closed deal whose hand is known.

    With `answer` it is worked out; the page without it asks for it.
    """
    table, session, _game, done = closed_deal(key, number)
    deal, policy = done.deal, _policy()
    if not isinstance(deal, LooDeal):
        abort(404)
    hands, why_not = [], ""
    try:
        study(deal)
        hands = list(odds_view.declared(deal))
    except NotStudied as error:
        why_not = say_why_not(error.why)
    questions = [one.question(session.game.id, policy) for one in hands]
    estimate = work_out(questions) if "answer" in request.args else None
    answers = estimate.odds if estimate else ()
    return render(
        "evening/odds.html",
        estimate=estimate,
        best=[odds_view.better(one, deal.loo) if one else [] for one in answers],
        info=table.info,
        faces=faces_at(table),
        game_session=session,
        done=done,
        number=number,
        policy=policy,
        against=words.against(policy, deal.loo),
        hands=hands,
        why_not=why_not,
    )
