"""The form that starts a game: who sits where, what is played, by which house rules.

Every button of the form sends the whole form; what does not start the game only redraws it. So the
same form works with and without script, and nothing typed is lost.
"""

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from companion.errors import MalformedEntry
from companion.evening import names
from companion.evening.entries import GameStarted
from companion.rules.game import Game, Preset
from companion.rules.games import GAMES
from companion.rules.house import HouseRule, NoNumberOfChips, declared, matters
from companion.web.views.rule_links import SWITCH

Form = MultiDict[str, str]
ROWS = 4
"""Seats that an empty form shows."""
MOST_ROWS = 40
DRAW = "draw"
PER_PLAYER = "x"
"""Ends a ready amount that is counted in chips a player."""


class GameForm(Struct, frozen=True):
    """The form as it stands."""

    game: Game
    seats: tuple[str, ...]
    """Names as typed, clockwise, with empty rows."""
    preset: str | None = None
    """One of the game's, if it has any."""
    dealer: str = DRAW
    """A row's number from 1, or `DRAW`."""
    depth: str = "plays"
    id: str = ""
    """Of the entry that the form makes; it stays the same while the form is redrawn."""
    rules: Mapping[str, str] = {}
    """House rules as the form's fields send them, without the `rule.` before."""

    @property
    def players(self) -> tuple[str, ...]:
        """The names entered, tidy."""
        return tuple(tidy for tidy in map(names.tidy, self.seats) if tidy)

    @property
    def house_rules(self) -> tuple[HouseRule, ...]:
        """The house rules to choose."""
        return declared(self.game.house_rules)

    @property
    def has_chosen(self) -> bool:
        """Whether any house rule was changed."""
        return any(
            self.chosen(rule) != self._usual(rule)
            or self.rules.get(f"{rule.name}.number", "") not in ("", self._usual(rule))
            for rule in self.house_rules
        )

    @property
    def account(self) -> Preset:
        """The account that the house rules are filled in from."""
        return self.game.preset(self.preset)

    @property
    def filled_from(self) -> str:
        """Which game's and preset's house rules the form shows."""
        return f"{self.game.id}/{self.preset or ''}"

    def usual(self, rule: HouseRule) -> str | int | bool | None:
        """Return the account's value of a house rule."""
        value: str | int | bool | None = self.account.values.get(rule.name, rule.default)
        return value

    def _usual(self, rule: HouseRule) -> str:
        value = self.usual(rule)
        if value is None:
            return ""
        return str(value).lower() if isinstance(value, bool) else str(value)

    def chosen(self, rule: HouseRule) -> str:
        """Return the value of a house rule's field."""
        return self.rules.get(rule.name, self._usual(rule))


def empty(game: Game, seats: Iterable[str] = (), depth: str = "plays") -> GameForm:
    """Return a form nobody has filled in yet, but for those who sit there already."""
    taken = tuple(seats)
    rows = taken + ("",) * (ROWS - len(taken))
    first = next(iter(game.presets), None)
    return GameForm(game, rows, preset=first, depth=depth, id=secrets.token_urlsafe(9))


def read(form: Form) -> GameForm:
    """Return the form as sent, after the button pressed has done its work."""
    game = GAMES.get(form.get("game", ""), next(iter(GAMES.values())))
    rules = {
        name.removeprefix("rule."): form[name].strip() for name in form if name.startswith("rule.")
    }
    preset = form.get("preset", "")
    sent = GameForm(
        game=game,
        seats=tuple(form.getlist("seat")[:MOST_ROWS]),
        preset=preset if preset in game.presets else next(iter(game.presets), None),
        dealer=form.get("dealer", DRAW),
        depth=form.get("depth", "plays"),
        rules=rules,
        id=form.get("entry_id", ""),
    )
    if form.get("filled_from", sent.filled_from) != sent.filled_from:
        sent = replace(sent, rules={})  # another account fills the house rules in anew
    return _pressed(sent, form.get("do", ""))


def _pressed(form: GameForm, button: str) -> GameForm:
    """Return the form after a button of the seats: `up:2`, `down:2`, `off:2`, `add:Ann`, `row`."""
    action, _, value = button.partition(":")
    seats = list(form.seats)
    dealer = form.dealer
    # The dealer is a row: remember whose, so that he stays it when rows move.
    place = _row(dealer, len(seats))
    whose = "" if place is None else seats[place]
    row = _row(value, len(seats))
    if action == "add":
        empty_row = next((i for i, name in enumerate(seats) if not name.strip()), len(seats))
        seats[empty_row : empty_row + 1] = [value]
    elif action == "row":
        seats.append("")
    elif row is None:
        pass
    elif action == "up" and row > 0:
        seats[row - 1], seats[row] = seats[row], seats[row - 1]
    elif action == "down" and row < len(seats) - 1:
        seats[row + 1], seats[row] = seats[row], seats[row + 1]
    elif action == "off":
        del seats[row]
    if whose.strip():
        dealer = str(seats.index(whose) + 1) if whose in seats else DRAW
    return replace(form, seats=tuple(seats), dealer=dealer)


def _row(text: str, rows: int) -> int | None:
    """Return the place, from 0, of the row that a field names, counted from 1; None if none."""
    if not text.isascii() or not text.isdecimal() or len(text) > 3 or not 1 <= int(text) <= rows:
        return None
    return int(text) - 1


def entry(form: GameForm) -> tuple[GameStarted, bool]:
    """Return the entry that starts the game, and whether the dealer was drawn.

    Raises `MalformedEntry` for what is no number. All else is checked by the engine.
    """
    players = form.players
    drawn = not form.dealer.isdecimal()
    if drawn:
        dealer = secrets.choice(players) if players else ""
    else:
        row = _row(form.dealer, len(form.seats))
        dealer = "" if row is None else names.tidy(form.seats[row])
    rules: dict[str, Any] = {}
    for rule in form.house_rules:
        if _has_effect(rule, form):
            value = _value(rule, form, len(players))
            if value != form.usual(rule):
                rules[rule.name] = value
    started = GameStarted(
        game=form.game.id,
        seats=players,
        dealer=dealer,
        depth=form.depth,
        preset=form.preset,
        house_rules=rules,
        edition=form.game.edition,
    )
    return started, drawn


def _has_effect(rule: HouseRule, form: GameForm) -> bool:
    """Return whether a house rule matters beside the others chosen."""
    others = {other.name: other for other in form.house_rules}
    return matters(rule.name, others, {name: form.chosen(one) for name, one in others.items()})


def _value(rule: HouseRule, form: GameForm, players: int) -> str | int | bool | None:
    """Return what the form says of a house rule, or None if that is left open."""
    # A number typed goes before the ready amount chosen above it.
    text = form.rules.get(f"{rule.name}.number") or form.chosen(rule)
    if not text:
        return None
    if rule.kind == "choice":
        return text
    if rule.kind == "switch":
        return SWITCH.get(text, text)
    digits = text.removesuffix(PER_PLAYER)
    if not digits.isdecimal() or len(digits) > 7:
        raise MalformedEntry(NoNumberOfChips(form.game.id, rule.name, text[:20]))
    return int(digits) * (players if text.endswith(PER_PLAYER) else 1)
