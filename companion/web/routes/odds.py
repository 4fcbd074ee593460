"""Play or drop: the trainer, and what staying in was worth in a closed deal. Nothing is stored."""

import secrets
from collections.abc import Iterator
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from flask.globals import request_ctx

from companion.estimating import Estimate
from companion.rules.house import HouseRules
from companion.rules.loo.deal import LooDeal
from companion.study.deal import NotStudied, study
from companion.study.odds import Odds, Policy
from companion.web.addresses import url_for
from companion.web.respond import render
from companion.web.routes.rules import rules_of
from companion.web.routes.study import closed_deal
from companion.web.templating import SLOT
from companion.web.views import odds_view, view
from companion.web.views.odds_view import HANDS, Dealt
from companion.wording import odds as words
from companion.wording.languages import language, using
from companion.wording.pieces import use_suits
from companion.wording.study import why_not as say_why_not

bp = Blueprint("odds", __name__)


def _policy() -> Policy:
    return "advised" if request.args.get("others") == "advised" else "random"


def _streamed(template: str, rules: HouseRules, estimate: Estimate, **values: object) -> Response:
    """Return a page of which the start is sent at once, and the rest when the estimate is done.

    In between, where the template has its `slot`, comes the progress.
    """
    spoken, context = language(), request_ctx.copy()

    def page() -> tuple[str, str, str]:
        # Anew for each part, so that nothing is held while the browser waits.
        with context.copy(), using(spoken):
            use_suits(rules)
            return render_template(template, estimate=estimate, **values).partition(SLOT)

    def parts() -> Iterator[str]:
        yield page()[0]
        yield from (f"{done} % " for done in estimate.progress())
        yield page()[2]

    return Response(parts(), content_type="text/html; charset=utf-8")


@bp.get("/trainer")
def index() -> Response:
    return render("practice/games.html", games=odds_view.games())


@bp.get("/trainer/<game>")
def trainer(game: str) -> Response:
    """A made-up hand, and after `choice` what it was worth. The query has the house rules, as in the rules.

    `seed` names the hand, `hand` counts from 1. `right` is the number of good choices before, `unanswered`
    the number of hands before for which there was no answer.
    """
    found, rules = rules_of(game, request.args)
    if found not in odds_view.games():
        abort(404)

    def address(**changes: object) -> str:
        kept = {name: text for name, text in request.args.items() if name != "choice"}
        return f"{url_for('odds.trainer', game=game)}?{urlencode({**kept, **changes})}"

    seed = request.args.get("seed", "")[:20]
    if not seed:
        return make_response(redirect(address(seed=secrets.token_hex(4)), 303))
    number = min(max(request.args.get("hand", 1, int), 1), HANDS)
    unanswered = min(max(request.args.get("unanswered", 0, int), 0), number - 1)
    right = min(max(request.args.get("right", 0, int), 0), number - 1 - unanswered)
    hand = odds_view.dealt(found, rules, seed)
    policy, choice = _policy(), request.args.get("choice")
    shown = {
        "game": found,
        "hand": hand,
        "number": number,
        "most": HANDS,
        "right": right,
        "unanswered": unanswered,
        "policy": policy,
        "against": words.against(policy, hand.deal.loo),
        "terms": view(hand.deal).terms,
        "own_rules": bool(
            request.args.keys() - {"seed", "hand", "right", "unanswered", "choice", "others"}
        ),
        "address": address,
    }
    if choice not in hand.choices:
        return render("practice/trainer.html", **shown)
    estimate = Estimate([hand.question(game, policy, seed)])
    return _streamed(
        "practice/trainer.html",
        rules,
        estimate,
        **shown,
        choice=choice,
        answer=lambda: _answer(estimate, hand, choice),
        following=secrets.token_hex(4),
    )


def _answer(estimate: Estimate, hand: Dealt, choice: str) -> tuple[tuple[Odds, ...], list[str]]:
    """Return the odds of each choice, and the best ones; empty if there was too much to look at."""
    found = estimate.odds[0] if estimate.odds else None
    if found is None:
        return (), []
    race = hand.deal.loo.race
    return found, odds_view.better(found, counts_down=race is not None and race.trick < 0)


@bp.get("/e/<key>/deals/<int:number>/odds")
def of_deal(key: str, number: int) -> Response:
    """What staying in was worth to each player of a closed deal whose hand is known."""
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
    estimate = Estimate([one.question(session.game.id, policy) for one in hands])
    return _streamed(
        "evening/odds.html",
        session.rules,
        estimate,
        info=table.info,
        game_session=session,
        done=done,
        number=number,
        policy=policy,
        against=words.against(policy, deal.loo),
        hands=hands,
        why_not=why_not,
    )
