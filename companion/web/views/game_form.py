"""The form that starts a game: seats, rules and depth.

Every button sends the whole form, and all but one only draw it again. So the form works without
script, and nothing typed is lost.
"""

import secrets
from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import EntryError, MalformedEntry
from companion.evening import Evening, names
from companion.evening.entries import GameStarted
from companion.evening.game_facts import EveningFact, UnknownDepth
from companion.evening.names import UnusableName
from companion.evening.record import EveningNameTooLong
from companion.evening.seats import KnownOtherwise, SameName
from companion.evening.starting import DealerWithoutSeat, TooFewToStart, TooManyToStart, new_game
from companion.facts import AnyFact
from companion.games import GAMES
from companion.rules.facts import Depth
from companion.rules.game import Game
from companion.rules.house import (
    PER_PLAYER,
    HouseRule,
    HouseRuleFaults,
    NoNumberOfChips,
    declared,
    matters,
    offered,
    written,
)
from companion.rules.loo.variant import StakeIndivisible
from companion.web.forms import Form
from companion.web.views import view
from companion.wording.games import family_title
from companion.wording.house_rules import HouseRuleWords, house_rule_words
from companion.wording.languages import _

ROWS = 4
MOST_ROWS = 40
DRAW = "draw"


class GameForm(Struct, frozen=True):
    """The contents of the form."""

    game: Game
    seats: tuple[str, ...]
    """Names as typed, clockwise, including empty rows."""
    preset: str | None = None
    dealer: str = DRAW
    """A row's number from 1, or `DRAW`."""
    depth: str = "tricks"
    id: str = ""
    """The id of the entry that the form makes; it is kept when the form is drawn again."""
    rules: Mapping[str, str] = {}
    """The values of the form's fields for house rules, by name without the prefix `rule.`."""
    first: tuple[str, ...] = ()
    """The house rules shown first: those that differed when they were filled in."""

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(tidy for tidy in map(names.tidy, self.seats) if tidy)

    @property
    def title_rule(self) -> HouseRule | None:
        """The field for the title of a game that the companion does not know."""
        return next((one for one in declared(self.game.house_rules) if one.about.is_title), None)

    @property
    def house_rules(self) -> tuple[HouseRule, ...]:
        """The game's house rules that have an effect beside the others."""
        every = {rule.name: rule for rule in declared(self.game.house_rules)}
        chosen = {name: self.chosen(rule) for name, rule in every.items()}
        return tuple(rule for name, rule in every.items() if matters(name, every, chosen))

    def values(self, rule: HouseRule) -> tuple[str, ...]:
        """Return the values of a choice that have an effect beside the other house rules."""
        every = {one.name: self.chosen(one) for one in declared(self.game.house_rules)}
        return offered(rule, every)

    @property
    def changed(self) -> tuple[str, ...]:
        """The names of house rules that differ from the preset's."""
        return tuple(
            rule.name for rule in self.house_rules if self.shown(rule) != _as_sent(self.usual(rule))
        )

    @property
    def grouped(self) -> Mapping[str, list[tuple[HouseRule, HouseRuleWords]]]:
        """The house rules with their words by heading, those in `first` before all others under ""."""
        groups: dict[str, list[tuple[HouseRule, HouseRuleWords]]] = {"": []}
        for rule in self.house_rules:
            if not rule.about.is_title:
                says = house_rule_words(self.game, rule, self.for_points)
                heading = "" if rule.name in self.first else says.group
                groups.setdefault(heading, []).append((rule, says))
        return groups

    @property
    def for_points(self) -> bool:
        """Whether the game is played for points with these house rules and players."""
        chosen = {
            rule.name: rule.typed(self.chosen(rule))
            for rule in self.house_rules
            if self.chosen(rule) in rule.values
        }
        settled = self.game.settle_house_rules(self.game.house_rules(**chosen), len(self.players))
        return self.game.race(settled) is not None

    @property
    def first_dealer(self) -> str:
        """The name in the first dealer's row; "" if it is drawn, or the row is empty."""
        row = _row(self.dealer, len(self.seats))
        return "" if row is None else names.tidy(self.seats[row])

    @property
    def filled_from(self) -> str:
        """The game and preset that the form's house rules come from."""
        return f"{self.game.id}/{self.preset or ''}"

    def usual(self, rule: HouseRule) -> str | int | bool | None:
        """Return the preset's value of a house rule."""
        values: Mapping[str, str | int | bool] = self.game.preset(self.preset).values
        return values.get(rule.name, rule.default)

    def chosen(self, rule: HouseRule) -> str:
        """Return the value of a house rule's field."""
        return self.rules.get(rule.name, _as_sent(self.usual(rule)))

    def shown(self, rule: HouseRule) -> str:
        """Return the value of a house rule; a typed number overrides the chosen amount."""
        return self.rules.get(f"{rule.name}.number") or self.chosen(rule)


def empty(game: Game, seats: Iterable[str] = ()) -> GameForm:
    """Return a form for a game that has only its seats filled in."""
    first = next(iter(game.accounts.presets), None)
    return GameForm(game, _rows(seats), first, depth=usual_depth(game), id=secrets.token_urlsafe(9))


def filled(started: GameStarted) -> GameForm:
    """Return the form filled in to start this game again."""
    game = GAMES[started.game]
    chosen = {**game.preset(started.preset).values, **started.house_rules}
    form = GameForm(
        game=game,
        seats=_rows(started.seats),
        preset=started.preset or next(iter(game.accounts.presets), None),
        dealer=str(started.seats.index(started.dealer) + 1),
        depth=started.depth,
        rules={
            # Every amount is shown as typed, even if a button offers it.
            f"{rule.name}.number" if rule.kind == "number" else rule.name: _as_sent(
                chosen.get(rule.name, rule.default)
            )
            for rule in declared(game.house_rules)
        },
        id=secrets.token_urlsafe(9),
    )
    return replace(form, first=form.changed)


def as_before(form: GameForm, started: GameStarted) -> GameForm:
    """Return the form with an earlier game's preset and house rules."""
    before = filled(started)
    return replace(form, preset=before.preset, rules=before.rules, first=before.first)


def shows_another_game(form: GameForm, sent: Form) -> bool:
    """Return whether the game has changed since the form was drawn."""
    return sent.get("filled_from", form.filled_from).partition("/")[0] != form.game.id


def usual_depth(game: Game) -> Depth:
    return "tricks" if "tricks" in game.recording.depths else game.recording.depths[-1]


def by_family(played: Iterable[Game]) -> dict[str, list[Game]]:
    """Return all games under headings: those played before, as given, then the others by family."""
    before = list(dict.fromkeys(played))
    by_heading = {_("Played before"): before} if before else {}
    for game in GAMES.values():
        if game not in before:
            by_heading.setdefault(family_title(game.family), []).append(game)
    return by_heading


def _rows(seats: Iterable[str]) -> tuple[str, ...]:
    taken = tuple(seats)
    return taken + ("",) * (ROWS - len(taken))


def _as_sent(value: str | int | bool | None) -> str:
    return "" if value is None else written(value)


def read(form: Form) -> GameForm:
    """Return the sent form, changed by the pressed button."""
    game = GAMES.get(form.get("game", ""), next(iter(GAMES.values())))
    preset = form.get("preset", "")
    sent = GameForm(
        game=game,
        seats=tuple(form.getlist("seat")[:MOST_ROWS]),
        preset=preset
        if preset in game.accounts.presets
        else next(iter(game.accounts.presets), None),
        dealer=form.get("dealer", DRAW),
        depth=form.get("depth", usual_depth(game)),
        rules={
            name.removeprefix("rule."): form[name].strip()
            for name in form
            if name.startswith("rule.")
        },
        id=form.get("entry_id", ""),
        first=tuple(form.get("first", "").split()),
    )
    filled_from = form.get("filled_from", sent.filled_from)
    if filled_from != sent.filled_from:
        sent = replace(sent, rules={}, first=())
    if not filled_from.startswith(f"{game.id}/") and sent.depth not in game.recording.depths:
        sent = replace(sent, depth=usual_depth(game))
    return _pressed(sent, form.get("do", ""))


def _pressed(form: GameForm, button: str) -> GameForm:
    """Return the form after a button for seats: `up:2`, `down:2`, `off:2`, `add:Ann` or `row`."""
    action, _, value = button.partition(":")
    seats, row = list(form.seats), _row(value, len(form.seats))
    # The dealer is a row's number, which must follow the player when rows move.
    dealer = form.first_dealer and seats[int(form.dealer) - 1]
    if action == "add":
        empty_row = next((i for i, name in enumerate(seats) if not name.strip()), len(seats))
        seats[empty_row : empty_row + 1] = [value]
    elif action == "row":
        seats.append("")
    elif row is not None and action == "off":
        del seats[row]
    elif row is not None and action in ("up", "down"):
        other = min(max(row + (1 if action == "down" else -1), 0), len(seats) - 1)
        seats[row], seats[other] = seats[other], seats[row]
    number = form.dealer
    if dealer:
        number = str(seats.index(dealer) + 1) if dealer in seats else DRAW
    return replace(form, seats=tuple(seats), dealer=number)


def _row(text: str, rows: int) -> int | None:
    if not text.isascii() or not text.isdecimal() or len(text) > 3 or not 1 <= int(text) <= rows:
        return None
    return int(text) - 1


def entry(form: GameForm) -> tuple[GameStarted, bool]:
    """Return the entry that starts the game, and whether the dealer was drawn.

    Raises `MalformedEntry` unless amounts are numbers. The engine checks everything else.
    """
    players = form.players
    drawn = not form.dealer.isdecimal() and form.game.recording.asks_dealer
    values = {rule.name: (_value(rule, form), form.usual(rule)) for rule in form.house_rules}
    started = new_game(
        form.game.id,
        players,
        dealer=_dealer(form, drawn),
        depth=form.depth,
        preset=form.preset,
        house_rules={name: value for name, (value, usual) in values.items() if value != usual},
    )
    return started, drawn


def _dealer(form: GameForm, drawn: bool) -> str:
    players = form.players
    if not form.game.recording.asks_dealer:
        return "".join(players[:1])
    return secrets.choice(players) if drawn and players else form.first_dealer


def at_stake(form: GameForm, evening: Evening) -> str:
    """Return what the first deal is for; "" without a pool, or if the form cannot start a game yet.

    `evening` is the one in which the game starts, because chips may wait there.
    """
    try:
        session = evening.enter(entry(form)[0]).state.session
    except EntryError:
        return ""
    deal = session.deal if session else None
    if deal is None or not deal.pool:
        return ""
    return _("The first deal is for {n} chips. {terms}", n=deal.pool, terms=view(deal).terms)


def field_of(fact: AnyFact, form: GameForm) -> str:
    """Return the field of the form that a refusal is about; "" if there is none.

    Fields are `name`, `seat-2` for a row, `dealer`, `depth`, or `rule-stake` for a house rule.
    """
    match fact:
        case EveningNameTooLong() | EveningFact.EVENING_NAME_UNTIDY:
            return "name"
        case UnusableName():
            return _seat_of(fact.name, form)
        case SameName() | KnownOtherwise():
            return _seat_of(fact.player, form)
        case TooManyToStart():
            return _seat_of(form.players[fact.most], form)
        case EveningFact.NOBODY_AT_TABLE | TooFewToStart():
            tidy = [*map(names.tidy, form.seats)]
            return f"seat-{tidy.index('') + 1 if '' in tidy else len(tidy)}"
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
    """Return the field of a player's last row, because the second of two equal names is refused."""
    rows = [row for row, name in enumerate(form.seats, 1) if names.tidy(name) == player]
    return f"seat-{rows[-1]}" if rows else ""


def _value(rule: HouseRule, form: GameForm) -> str | int | bool | None:
    text = form.shown(rule)
    if not text:
        return None
    if rule.options:
        return rule.typed(text)
    if rule.kind == "text":
        return names.tidy(text)
    digits = text.removesuffix(PER_PLAYER)
    if not digits.isdecimal() or len(digits) > 7:
        raise MalformedEntry(NoNumberOfChips(form.game.id, rule.name, text[:20]))
    return int(digits) * (len(form.players) if text.endswith(PER_PLAYER) else 1)
