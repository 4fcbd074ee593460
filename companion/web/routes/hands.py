"""Ask for the hands left at the end of a deal, as pips typed or cards tapped."""

from collections import Counter
from collections.abc import Container, Mapping
from itertools import chain

from flask import Blueprint, Response, render_template, request

from companion.evening import Evening
from companion.evening.entries import OrdinaryEntry
from companion.pieces import Piece
from companion.rules.actions import HandsLeft
from companion.rules.deal import Deal
from companion.tables import policy
from companion.web import forms
from companion.web.access import opened_evening, tables
from companion.web.respond import Page, Problem, flash_and_goto, register, render
from companion.web.views import RemainingHands
from companion.web.views.choices import PadButton, pad
from companion.web.views.screen import Screen, screen, screen_before
from companion.wording.languages import _

bp = Blueprint("hands", __name__, url_prefix="/e/<key>")

HAND = "hand:"
"""Prefix of the fields with the players' hands."""


@bp.route("/hands", methods=["GET", "POST"])
def show(key: str) -> Response:
    """Ask what each player is left with. The form sends its entry to the table."""
    table, evening = opened_evening(key)
    policy.check_enter_kind(table, evening, HandsLeft)
    shown = screen(table, evening)
    if shown.view is None or shown.view.hands is None:
        return flash_and_goto(
            _("There are no cards left to enter now. Here is the table now."), "table.show", key=key
        )
    return asking(shown)


@bp.route("/amend/<int:number>/hands", methods=["GET", "POST"])
def amend(key: str, number: int) -> Response:
    """Ask what each player was really left with, to correct an entry."""
    table, evening = opened_evening(key)
    tables().check_may_amend(table, evening, number)
    shown = screen_before(table, evening, number)
    if shown is None or shown.view is None or shown.view.hands is None:
        return flash_and_goto(
            _("That entry has no cards left to correct."), "amend.choose", key=key, number=number
        )
    was = last_version(evening, number)
    return asking(shown, was=was if isinstance(was, HandsLeft) else None)


def last_version(evening: Evening, number: int) -> OrdinaryEntry | None:
    """Return an entry, as it was last if it was deleted; None if it was undone."""
    found = evening.find(number)
    return found.entry if found else (evening.was(number) or (None,))[-1]


def asking(
    shown: Screen, status: int = 200, problem: str = "", was: HandsLeft | None = None
) -> Response:
    """Return the page that asks for the hands, with what has been entered so far.

    `problem` is HTML for the alert box; `was` is the entry to be corrected.
    """
    if shown.deal is None or shown.view is None or shown.view.hands is None:
        raise ValueError("no hands are left to be entered")
    form = request.values
    hands, pack = shown.view.hands, shown.deal.pack
    winner = form.get("winner", "")
    if winner not in hands.winners:
        winner = hands.winners[0] if hands.winners and not hands.dead else ""
    if was and request.method != "POST" and not any(name.startswith(HAND) for name in form):
        typed = forms.hands_typed(was)
    else:
        typed = {
            name: form[HAND + name].strip()
            for name in hands.counts
            if form.get(HAND + name, "").strip()
        }
    typed.pop(form.get("clear", ""), None)
    tapping = form.get("tap", "")
    if form.get("tapped") in hands.counts:
        name, pieces = form["tapped"], request.form.getlist("pieces")
        typed[name] = " ".join(pieces)
        problem = problem or _miscounted(name, len(pieces), hands)
        tapping = name if problem else tapping
    cards = {
        name: found
        for name, held in typed.items()
        if (found := [pack.spellings.get(text) for text in held.split()])
        and all(card in hands.pips for card in found)
    }
    held = hands.held.get(tapping, ())
    others = Counter(chain.from_iterable(one for name, one in cards.items() if name != tapping))
    return render(
        "table/hands.html",
        status,
        s=shown,
        winner=winner,
        losers=[name for name in hands.counts if name != winner],
        typed=typed,
        cards=cards,
        pips={name: sum(map(hands.pips.__getitem__, found)) for name, found in cards.items()},
        tapping=tapping if tapping in hands.counts else "",
        picked=[str(card) for card in cards.get(tapping, held)],
        keys=_pad(shown.deal, held, others) if tapping else {},
        problem=problem,
    )


def _asking_again(shown: Screen, problem: Problem) -> Response | None:
    if "amends" in request.form or shown.view is None or shown.view.hands is None:
        return None
    return asking(shown, problem.status, problem.html(shown))


register("hands-left", Page(_asking_again))


def _miscounted(player: str, number: int, hands: RemainingHands) -> str:
    """Return as HTML why a player cannot have this number of cards left; "" if they can."""
    count = hands.counts[player]
    if count is not None and number != count:
        wrong = _("{player} has {count}, but {n} are tapped.", player=player, count=count, n=number)
    elif not 1 <= number <= hands.most:
        wrong = _(
            "{player} has 1 to {most} cards left, but {n} are tapped.",
            player=player,
            most=hands.most,
            n=number,
        )
    else:
        return ""
    return render_template("table/_wrong.html", text=wrong)


def _pad(
    deal: Deal, held: Container[Piece], others: Mapping[Piece | None, int]
) -> dict[str, PadButton]:
    """Return the cards to tap for one hand, without the cards in the other hands."""
    gone = frozenset(piece for piece in deal.pack.pieces if others[piece] >= deal.pack.copies)
    single = frozenset(piece for piece in deal.pack.pieces if others[piece] == 1)
    return pad(deal, leads=False, held=held, opened=gone, single=single)
