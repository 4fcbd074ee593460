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
from companion.evening.game_facts import EveningFact, UnknownDepth
from companion.evening.names import UnusableName
from companion.evening.record import EveningNameTooLong
from companion.evening.seats import KnownOtherwise, SameName
from companion.evening.starting import DealerWithoutSeat, TooFewToStart, TooManyToStart
from companion.facts import AnyFact
from companion.rules.facts import Depth
from companion.rules.game import Game, Preset
from companion.rules.games import GAMES
from companion.rules.house import (
    HouseRule,
    HouseRuleFaults,
    NoNumberOfChips,
    declared,
    matters,
    written,
)
from companion.rules.loo.variant import StakeIndivisible

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
    depth: str = "tricks"
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
    def changed(self) -> int:
        """How many house rules differ from the source's."""
        return sum(
            self.chosen(rule) != self._usual(rule)
            or self.rules.get(f"{rule.name}.number", "") not in ("", self._usual(rule))
            for rule in self.house_rules
        )

    @property
    def for_points(self) -> bool:
        """Whether the game is played for points with what is chosen and who is entered so far."""
        chosen = {
            rule.name: rule.typed(self.chosen(rule))
            for rule in self.house_rules
            if self.chosen(rule) in rule.values
        }
        settled = self.game.settle_house_rules(self.game.house_rules(**chosen), len(self.players))
        return self.game.race(settled) is not None

    @property
    def first_dealer(self) -> str:
        """The name in the row that deals first; "" if it is drawn, or the row is empty."""
        row = _row(self.dealer, len(self.seats))
        return "" if row is None else names.tidy(self.seats[row])

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
        return _as_sent(self.usual(rule))

    def chosen(self, rule: HouseRule) -> str:
        """Return the value of a house rule's field."""
        return self.rules.get(rule.name, self._usual(rule))


def empty(game: Game, seats: Iterable[str] = ()) -> GameForm:
    """Return a form nobody has filled in yet, but for those who sit there already."""
    first = next(iter(game.presets), None)
    return GameForm(game, _rows(seats), preset=first, depth=usual_depth(game), id=_new_id())


def filled(started: GameStarted) -> GameForm:
    """Return the form as it would be filled in to start this game."""
    game = GAMES[started.game]
    chosen = {**game.preset(started.preset).values, **started.house_rules}
    rules = {}
    for rule in declared(game.house_rules):
        # An amount stands where it is typed, be it one of the ready ones or not.
        field = f"{rule.name}.number" if rule.kind == "number" else rule.name
        rules[field] = _as_sent(chosen.get(rule.name, rule.default))
    return GameForm(
        game=game,
        seats=_rows(started.seats),
        preset=started.preset or next(iter(game.presets), None),
        dealer=str(started.seats.index(started.dealer) + 1),
        depth=started.depth,
        rules=rules,
        id=_new_id(),
    )


def as_before(form: GameForm, started: GameStarted) -> GameForm:
    """Return the form with the version, the house rules and the depth of a game played before."""
    before = filled(started)
    return replace(form, preset=before.preset, rules=before.rules, depth=before.depth)


def shows_another_game(form: GameForm, sent: Form) -> bool:
    """Return whether another game was chosen than the one whose house rules the form showed."""
    return sent.get("filled_from", form.filled_from).partition("/")[0] != form.game.id


def usual_depth(game: Game) -> Depth:
    """Return the depth that a new table begins with."""
    return "tricks" if "tricks" in game.depths else game.depths[-1]


def _rows(seats: Iterable[str]) -> tuple[str, ...]:
    taken = tuple(seats)
    return taken + ("",) * (ROWS - len(taken))


def _new_id() -> str:
    return secrets.token_urlsafe(9)


def _as_sent(value: str | int | bool | None) -> str:
    """Return the value of a house rule as the form's fields send it."""
    return "" if value is None else written(value)


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
        depth=form.get("depth", usual_depth(game)),
        rules=rules,
        id=form.get("entry_id", ""),
    )
    filled_from = form.get("filled_from", sent.filled_from)
    if filled_from != sent.filled_from:
        sent = replace(sent, rules={})  # another version fills the house rules in anew
    before = GAMES.get(filled_from.partition("/")[0], game)
    if before is not game and (sent.depth == usual_depth(before) or sent.depth not in game.depths):
        sent = replace(sent, depth=usual_depth(game))
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
    dealer = secrets.choice(players) if drawn and players else form.first_dealer
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


def field_of(fact: AnyFact, form: GameForm) -> str:
    """Return the field of the form that a refusal is about; "" if it is about none.

    That is `name`, `seat-2` for a row, `dealer`, `depth`, or `rule-stake` for a house rule.
    """
    match fact:
        case EveningNameTooLong() | EveningFact.EVENING_NAME_UNTIDY:
            return "name"
        case UnusableName():
            return _seat_of(fact.name, form)
        case SameName() | KnownOtherwise():
            return _seat_of(fact.player, form)
        case EveningFact.NOBODY_AT_TABLE | TooFewToStart():
            free = [row for row, name in enumerate(form.seats, 1) if not names.tidy(name)]
            return f"seat-{free[0] if free else len(form.seats)}"
        case TooManyToStart():
            return _seat_of(form.players[fact.most], form)
        case DealerWithoutSeat():
            return "dealer"
        case UnknownDepth():
            return "depth"
        case NoNumberOfChips():
            return f"rule-{fact.name}"
        case HouseRuleFaults():
            return f"rule-{fact.faults[0].name}"
        case StakeIndivisible():
            return "rule-stake"
    return ""


def _seat_of(player: str, form: GameForm) -> str:
    """Return the last row with that name: of two that are the same, the second is refused."""
    rows = [row for row, name in enumerate(form.seats, 1) if names.tidy(name) == player]
    return f"seat-{rows[-1]}" if rows else ""


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
    if rule.options:
        return rule.typed(text)
    digits = text.removesuffix(PER_PLAYER)
    if not digits.isdecimal() or len(digits) > 7:
        raise MalformedEntry(NoNumberOfChips(form.game.id, rule.name, text[:20]))
    return int(digits) * (players if text.endswith(PER_PLAYER) else 1)
