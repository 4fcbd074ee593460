"""House rules, declared once.

A game declares its house rules as a frozen struct of typed fields with defaults; `About` adds
details missing from the type. The form, the check and the rules page derive from that.
`guide/en/house_rules.md` names and explains them.
"""

import types
from collections.abc import Mapping
from functools import cache
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.errors import MalformedEntry
from companion.facts import Fact, GameId, Ids


class About(Struct, frozen=True):
    """Details of a house rule beyond its type."""

    per_player: tuple[int, ...] = ()
    """For a number: amounts to choose from, in chips per player."""
    only_with: Mapping[str, tuple[str, ...]] = {}
    """Other fields and the values they need for this one to matter."""
    values_with: Mapping[str, Mapping[str, tuple[str, ...]]] = {}
    """For values that matter only beside others: other fields, and the values that they need."""
    is_title: bool = False
    """Whether a text is the title of the game."""
    least: int = 1
    """The smallest value of a number."""
    in_points: bool = False
    """Whether a number is of points, not of chips."""
    by_edition: bool = False
    """Whether the game's edition sets the value, not the table."""


PER_PLAYER = "x"
"""Suffix of an amount in chips per player, as written in forms."""
BY_EDITION = About(by_edition=True)


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of every game's house rules: strings, integers and booleans. What an edition decides defaults to the oldest."""

    waiting_chips: Annotated[Literal["any", "own-family"], BY_EDITION] = "any"
    """Which games' leftover chips go into a new game's pool."""
    stakes_by: Annotated[Literal["pool", "settled"], BY_EDITION] = "pool"
    """Whether the stakes go by all chips in the pool, or by those that the last settlement left."""
    ending_for: Annotated[Literal["seated", "dealt-in"], BY_EDITION] = "seated"
    """Who shares the pool at the end: all who are seated, or those of them who were dealt in."""


if TYPE_CHECKING:
    # The default allows `Game` and `Setup` without a type argument.
    from typing_extensions import TypeVar

    Rules = TypeVar("Rules", bound=HouseRules, default=Any)
else:
    from typing import TypeVar

    Rules = TypeVar("Rules", bound=HouseRules)


Kind = Literal["choice", "number", "switch", "text"]


class HouseRule(Struct, frozen=True):
    """A house rule of a game, read from its declaration."""

    name: str
    about: About
    kind: Kind
    options: tuple[str | int | bool, ...]
    """Possible values; () for a number."""
    default: str | int | bool | None

    @property
    def values(self) -> tuple[str, ...]:
        """The options of a choice, as in forms."""
        return tuple(map(str, self.options)) if self.kind == "choice" else ()

    def typed(self, text: str) -> str | int | bool:
        """Return the option spelled `text`, or `text` itself if there is none."""
        return {written(value): value for value in self.options}.get(text, text)


class UnknownHouseRule(Fact, frozen=True):
    name: str
    known: Ids


class UnfitHouseRule(Fact, frozen=True):
    name: str
    kind: Kind
    values: Ids
    least: int
    given: str


class NoNumberOfChips(Fact, frozen=True):
    game: GameId
    name: str
    given: str


class HouseRuleFaults(Fact, frozen=True):
    faults: tuple[UnknownHouseRule | UnfitHouseRule, ...]


MOST_FAULTS = 10
"""A refusal lists at most this many faults."""
LONGEST = 40
"""A title has at most this many characters, and a refusal repeats as many of a wrong value."""


def declared(rules: type[HouseRules]) -> tuple[HouseRule, ...]:
    """Return the house rules that a struct declares, in order."""
    return _declared(rules)


@cache
def _declared(rules: type[HouseRules]) -> tuple[HouseRule, ...]:
    hints = get_type_hints(rules, include_extras=True)
    defaults = rules()
    house_rules = (
        _house_rule(name, hints[name], getattr(defaults, name)) for name in rules.__struct_fields__
    )
    return tuple(rule for rule in house_rules if not rule.about.by_edition)


def matters(name: str, rules: Mapping[str, HouseRule], values: Mapping[str, Any]) -> bool:
    """Return whether house rule `name` has an effect, given all `values`.

    An open value ("" or None) rules nothing out.
    """
    return all(
        (values.get(other) in ("", None) or written(values[other]) in wanted)
        and matters(other, rules, values)
        for other, wanted in rules[name].about.only_with.items()
    )


def offered(rule: HouseRule, values: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the options of a choice that have an effect, given all `values`, and the chosen one.

    A field that the game lacks has the value "none".
    """
    needs = rule.about.values_with
    return tuple(
        value
        for value in rule.values
        if value == values.get(rule.name)
        or all(
            values.get(other, "none") in wanted for other, wanted in needs.get(value, {}).items()
        )
    )


def written(value: str | int | bool) -> str:
    """Return a value as written in `About.only_with` and in forms."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def in_force(rules: HouseRules) -> tuple[tuple[HouseRule, str | int | bool], ...]:
    """Return the house rules that have an effect under `rules`, with their values."""
    known = {rule.name: rule for rule in declared(type(rules))}
    values = {name: getattr(rules, name) for name in known}
    return tuple(
        (rule, values[name])
        for name, rule in known.items()
        if values[name] is not None and matters(name, known, values)
    )


def _house_rule(name: str, hint: Any, default: str | int | bool | None) -> HouseRule:
    about = About()
    if get_origin(hint) is Annotated:
        hint, about = get_args(hint)[:2]
    if get_origin(hint) in (Union, types.UnionType):
        hint = next(arg for arg in get_args(hint) if arg is not type(None))
    if get_origin(hint) is Literal:
        return HouseRule(name, about, "choice", get_args(hint), default)
    if hint is bool:
        return HouseRule(name, about, "switch", (True, False), default)
    return HouseRule(name, about, "text" if hint is str else "number", (), default)


def read(rules: type[Rules], values: Mapping[str, Any]) -> Rules:
    """Return `values` as typed house rules, with defaults for the rest.

    Raises `MalformedEntry` with all faults.
    """
    known = {rule.name: rule for rule in declared(rules)}
    faults: list[UnknownHouseRule | UnfitHouseRule] = []
    for name, value in values.items():
        if name not in known:
            faults.append(UnknownHouseRule(str(name)[:LONGEST], tuple(known)))
        elif not _fits(known[name], value):
            rule = known[name]
            faults.append(
                UnfitHouseRule(name, rule.kind, rule.values, rule.about.least, str(value)[:LONGEST])
            )
    if faults:
        raise MalformedEntry(HouseRuleFaults(tuple(faults[:MOST_FAULTS])))
    checked: Rules = msgspec.convert(dict(values), rules)
    return checked


def _fits(rule: HouseRule, value: Any) -> bool:
    if value is None:
        return rule.default is None
    if rule.options:
        return any(value == one and type(value) is type(one) for one in rule.options)
    if rule.kind == "text":
        return isinstance(value, str) and _is_title(value)
    least = rule.about.least
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= 1_000_000


def _is_title(text: str) -> bool:
    # Only text with control characters, marks of direction and the like is not printable.
    return 0 < len(text) <= LONGEST and text.isprintable() and text == " ".join(text.split())


# House rules that several games share.

LooPrice = Literal["pool", "fixed", "capped"]
"""What a loo costs: the pool, `loo_chips`, or the pool up to `loo_chips`."""
LOO_CHIPS = About(only_with={"loo": ("fixed", "capped")})


def settle_loo_chips(rules: Any, players: int) -> Any:
    """Return the house rules with the usual price of a loo, if it is open: the stake, or twice as a limit."""
    usual = {"fixed": rules.stake, "capped": 2 * rules.stake}
    return replace(rules, loo_chips=rules.loo_chips or usual.get(rules.loo))


Remainder = Literal["carry", "last-trick", "eldest-first"]
"""Who gets the chips that do not divide: nobody, the last trick's winner, or one player each."""
Revoke = Literal["divide", "loo", "note"]
"""What a revoke does: cancel the tricks, loo the offender, or nothing."""
RevokePays = Annotated[Literal["pool", "loo"], About(only_with={"revoke": ("divide",)})]
"""What the offender pays under `divide`: the pool, or the price of a loo."""
Ending = Literal["divide", "carry"]
"""Who gets the chips left in the pool: all at the table, or a later game."""
Direction = Literal["right", "left"]
"""The way of turns and of the deal around the table."""

OWN_FAMILY: Mapping[str, Any] = {"waiting_chips": "own-family"}
"""Decided by edition 2 of every game with a pool."""
DEALT_IN: Mapping[str, Any] = {**OWN_FAMILY, "stakes_by": "settled", "ending_for": "dealt-in"}
"""Decided by the edition of December 2026 of every game with a pool."""
