"""The form that starts a game: who sits where, what is played, by which house rules.

Every button of the form sends the whole form; what does not start the game only redraws it. So the
same form works with and without script, and nothing typed is lost.
"""

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from werkzeug.datastructures import MultiDict

from companion.evening import names
from companion.evening.entries import GameStarted
from companion.rules import GAMES, Game
from companion.rules.broken import Unreadable
from companion.rules.house import HouseRule, declared, matters

Form = MultiDict[str, str]
ROWS = 4
"""Seats that an empty form shows."""
DRAW = "draw"
PER_PLAYER = "x"
"""Ends a ready amount that is counted in chips a player."""


class GameForm(Struct, frozen=True):
    """The form as it stands."""

    game: Game
    seats: tuple[str, ...]
    """Names as typed, clockwise, with empty rows."""
    dealer: str = DRAW
    """A row's number from 1, or `DRAW`."""
    depth: str = "plays"
    rules: Mapping[str, str] = {}
    """House rules as the form's fields send them, without the `rule.` before."""

    @property
    def id(self) -> str:
        """A new id for the entry that the form makes."""
        return secrets.token_urlsafe(9)

    @property
    def players(self) -> tuple[str, ...]:
        """The names entered, tidy."""
        return tuple(tidy for tidy in map(names.tidy, self.seats) if tidy)

    @property
    def house_rules(self) -> tuple[HouseRule, ...]:
        """The house rules to choose."""
        return declared(self.game.house_rules)

    def chosen(self, rule: HouseRule) -> str:
        """Return the value of a house rule's field."""
        default = rule.default
        usual = "" if default is None else str(default).lower() if default is False else default
        return self.rules.get(rule.name, str(usual))


def empty(game: Game, seats: Iterable[str] = ()) -> GameForm:
    """Return a form nobody has filled in yet."""
    taken = tuple(seats)
    return GameForm(game, taken + ("",) * (ROWS - len(taken)))


def read(form: Form) -> GameForm:
    """Return the form as sent, after the button pressed has done its work."""
    game = GAMES.get(form.get("game", ""), next(iter(GAMES.values())))
    rules = {
        name.removeprefix("rule."): form[name].strip() for name in form if name.startswith("rule.")
    }
    sent = GameForm(
        game=game,
        seats=tuple(form.getlist("seat")),
        dealer=form.get("dealer", DRAW),
        depth=form.get("depth", "plays"),
        rules=rules,
    )
    return _pressed(sent, form.get("do", ""))


def _pressed(form: GameForm, button: str) -> GameForm:
    """Return the form after a button of the seats: `up:2`, `down:2`, `off:2`, `add:Ann`, `row`."""
    action, _, value = button.partition(":")
    seats = list(form.seats)
    dealer = form.dealer
    # The dealer is a row: remember whose, so that he stays it when rows move.
    whose = seats[int(dealer) - 1] if dealer.isdecimal() and 0 < int(dealer) <= len(seats) else ""
    row = int(value) - 1 if value.isdecimal() else -1
    if action == "up" and 0 < row < len(seats):
        seats[row - 1], seats[row] = seats[row], seats[row - 1]
    elif action == "down" and 0 <= row < len(seats) - 1:
        seats[row + 1], seats[row] = seats[row], seats[row + 1]
    elif action == "off" and 0 <= row < len(seats):
        del seats[row]
    elif action == "add":
        place = next((i for i, name in enumerate(seats) if not name.strip()), len(seats))
        seats[place : place + 1] = [value]
    elif action == "row":
        seats.append("")
    if whose.strip():
        dealer = str(seats.index(whose) + 1) if whose in seats else DRAW
    return GameForm(form.game, tuple(seats), dealer, form.depth, form.rules)


def entry(form: GameForm) -> tuple[GameStarted, bool]:
    """Return the entry that starts the game, and whether the dealer was drawn.

    Raises `Unreadable` for what is no number or no choice. Names are checked by the engine.
    """
    players = form.players
    drawn = not form.dealer.isdecimal()
    if drawn:
        dealer = secrets.choice(players) if players else ""
    else:
        row = int(form.dealer) - 1
        dealer = names.tidy(form.seats[row]) if row < len(form.seats) else ""
        if not dealer:
            raise Unreadable("The first dealer's row is empty. Choose who deals first.")
    rules: dict[str, Any] = {}
    for rule in form.house_rules:
        value = _value(rule, form, len(players))
        if value is not None and value != rule.default:
            rules[rule.name] = value
    started = GameStarted(
        game=form.game.id,
        seats=players,
        dealer=dealer,
        depth=form.depth,
        house_rules=rules,
        edition=form.game.edition,
    )
    return started, drawn


def _value(rule: HouseRule, form: GameForm, players: int) -> str | int | bool | None:
    """Return what the form says of a house rule, or None if that is left open or idle."""
    others = {other.name: other for other in form.house_rules}
    if not matters(rule.name, others, {name: form.chosen(one) for name, one in others.items()}):
        return None
    # A number typed goes before the ready amount chosen above it.
    text = form.rules.get(f"{rule.name}.number") or form.chosen(rule)
    if not text:
        return None
    if rule.kind == "choice":
        return text
    if rule.kind == "switch":
        return text == "true"
    digits = text.removesuffix(PER_PLAYER)
    if not digits.isdecimal() or len(digits) > 7:
        raise Unreadable(
            f"{rule.about.title}: {text[:20]!r} is no number of chips. Write a whole number."
        )
    return int(digits) * (players if text.endswith(PER_PLAYER) else 1)
