"""House rules: what a table may choose, declared once.

A game declares its house rules as a frozen struct of typed fields with defaults. A field that has
ready amounts, or an effect only beside others, carries an `About`. The form, the check and the rules
page all derive from that declaration; what a rule is called stands in `guide/en/house_rules.md`.
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

from companion.errors import MalformedEntry
from companion.facts import Fact, GameId


class About(Struct, frozen=True):
    """What is to be known of a house rule beside its type. What it means stands in `wording`."""

    per_player: tuple[int, ...] = ()
    """For a number: ready amounts in chips a player, as an account names them."""
    only_with: Mapping[str, tuple[str, ...]] = {}
    """Other fields, each with the values with which this one matters; all must hold."""
    by_edition: bool = False
    """Whether the edition of the game decides it, so that no table chooses it or is asked."""


BY_EDITION = About(by_edition=True)


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of every game's house rules. Fields are flat: words, whole numbers, true or false."""

    waiting_chips: Annotated[Literal["any", "own-family"], BY_EDITION] = "any"
    """Which chips a game begins with that earlier games of the evening have left in their pools."""


if TYPE_CHECKING:
    # Without a parameter, `Game` and `Setup` are those of any game.
    from typing_extensions import TypeVar

    Rules = TypeVar("Rules", bound=HouseRules, default=Any)
else:
    from typing import TypeVar

    Rules = TypeVar("Rules", bound=HouseRules)


class HouseRule(Struct, frozen=True):
    """One house rule of a game, as read off its declaration."""

    name: str
    about: About
    kind: Literal["choice", "number", "switch"]
    options: tuple[str | int | bool, ...]
    """Every value it can have; of a number, none."""
    default: str | int | bool | None

    @property
    def values(self) -> tuple[str, ...]:
        """Return those of a choice, as forms write them."""
        return tuple(map(str, self.options)) if self.kind == "choice" else ()

    def typed(self, text: str) -> str | int | bool:
        """Return the value that `text` writes; if it writes none, `text` itself."""
        return {written(value): value for value in self.options}.get(text, text)


class UnknownHouseRule(Fact, frozen=True):
    name: str
    known: tuple[str, ...]


class UnfitHouseRule(Fact, frozen=True):
    name: str
    kind: Literal["choice", "number", "switch"]
    values: tuple[str, ...]
    """For a choice: those it can have."""
    given: str


class NoNumberOfChips(Fact, frozen=True):
    game: GameId
    name: str
    given: str


class HouseRuleFaults(Fact, frozen=True):
    faults: tuple[UnknownHouseRule | UnfitHouseRule, ...]


MOST_FAULTS = 10
"""Wrong house rules named in one refusal."""
LONGEST = 40
"""Characters of a wrong name or value that are repeated."""


def declared(rules: type[HouseRules]) -> tuple[HouseRule, ...]:
    """Return the house rules that a struct declares, in order."""
    return _declared(rules)


@cache
def _declared(rules: type[HouseRules]) -> tuple[HouseRule, ...]:
    hints = get_type_hints(rules, include_extras=True)
    defaults = rules()
    found = (
        _house_rule(name, hints[name], getattr(defaults, name)) for name in rules.__struct_fields__
    )
    return tuple(rule for rule in found if not rule.about.by_edition)


def matters(name: str, rules: Mapping[str, HouseRule], values: Mapping[str, Any]) -> bool:
    """Return whether house rule `name` has any effect beside the `values` of the others.

    A value that is left open ("" or None) does not rule anything out.
    """
    return all(
        (values.get(other) in ("", None) or written(values[other]) in wanted)
        and matters(other, rules, values)
        for other, wanted in rules[name].about.only_with.items()
    )


def written(value: str | int | bool) -> str:
    """Return a value as `About.only_with` and the fields of a form write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def in_force(rules: HouseRules) -> tuple[tuple[HouseRule, str | int | bool], ...]:
    """Return the house rules that matter under `rules`, each with its value."""
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
    return HouseRule(name, about, "number", (), default)


def read(rules: type[Rules], values: Mapping[str, Any]) -> Rules:
    """Return `values` as typed house rules; what is not given takes its default.

    Raises `MalformedEntry` with everything that is wrong.
    """
    known = {rule.name: rule for rule in declared(rules)}
    faults: list[UnknownHouseRule | UnfitHouseRule] = []
    for name, value in values.items():
        if name not in known:
            faults.append(UnknownHouseRule(str(name)[:LONGEST], tuple(known)))
        elif not _fits(known[name], value):
            rule = known[name]
            faults.append(UnfitHouseRule(name, rule.kind, rule.values, str(value)[:LONGEST]))
    if faults:
        raise MalformedEntry(HouseRuleFaults(tuple(faults[:MOST_FAULTS])))
    found: Rules = msgspec.convert(dict(values), rules)
    return found


def _fits(rule: HouseRule, value: Any) -> bool:
    if value is None:
        return rule.default is None
    if rule.options:
        return any(value == one and type(value) is type(one) for one in rule.options)
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 1_000_000


# The house rules that several games share. A game picks those it has.

Loo = Literal["pool", "fixed", "capped"]
"""What a loo costs: what the pool held, `loo_chips`, or what the pool held up to `loo_chips`."""
LOO_CHIPS = About(only_with={"loo": ("fixed", "capped")})
Remainder = Literal["carry", "last-trick", "eldest-first"]
"""Where chips go that do not divide: nowhere, to the last trick's winner, or one each."""
Revoke = Literal["divide", "loo", "note"]
"""What a revoke costs: the tricks count for nothing, who revoked is looed, or nothing."""
RevokePays = Annotated[Literal["pool", "loo"], About(only_with={"revoke": ("divide",)})]
"""What who revoked pays under `divide`: what the pool held, or as much as a loo costs."""
Ending = Literal["divide", "carry"]
"""Where chips go that are left in the pool: to all at the table, or to a later game."""

OWN_FAMILY: Mapping[str, Any] = {"waiting_chips": "own-family"}
"""What edition 2 of every game with a pool decides."""
