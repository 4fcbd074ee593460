"""House rules: what a table may choose, declared once.

A game declares its house rules as a frozen struct of typed fields with defaults. Each field carries
an `About` with its title and explanations. The form, the check and the rules page all derive from
that declaration.
"""

import types
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from companion.errors import MalformedEntry


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every game's house rules. Fields are flat: words, whole numbers, true or false."""


class About(Struct, frozen=True):
    """What people need to know of one house rule."""

    title: str
    says: str
    """One or two sentences."""
    values: Mapping[str, str] = {}
    """For a choice: each value with its explanation."""
    per_player: tuple[int, ...] = ()
    """For a number: ready amounts in chips a player, as an account names them."""
    only_with: Mapping[str, tuple[str, ...]] = {}
    """Other fields, each with the values with which this one matters; all must hold."""
    unset: str = ""
    """For a field that may be left open: what then holds."""


class HouseRule(Struct, frozen=True):
    """One house rule of a game, as read off its declaration."""

    name: str
    about: About
    kind: Literal["choice", "number", "switch"]
    values: tuple[str, ...]
    default: str | int | bool | None


TOLD = 10
"""Wrong house rules named in one refusal."""

Rules = TypeVar("Rules", bound=HouseRules)


@cache
def declared(rules: type[HouseRules]) -> tuple[HouseRule, ...]:
    """Return the house rules that a struct declares, in order."""
    hints = get_type_hints(rules, include_extras=True)
    defaults = rules()
    return tuple(
        _house_rule(name, hints[name], getattr(defaults, name)) for name in rules.__struct_fields__
    )


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
    if get_origin(hint) is not Annotated:
        raise TypeError(f"house rule {name} lacks its About")
    inner, about = get_args(hint)[:2]
    if get_origin(inner) in (Union, types.UnionType):
        inner = next(arg for arg in get_args(inner) if arg is not type(None))
    if get_origin(inner) is Literal:
        values = tuple(str(value) for value in get_args(inner))
        if set(about.values) != set(values):
            raise TypeError(f"house rule {name} does not explain each of its values")
        return HouseRule(name, about, "choice", values, default)
    return HouseRule(name, about, "switch" if inner is bool else "number", (), default)


def read(rules: type[Rules], values: Mapping[str, Any]) -> Rules:
    """Return `values` as typed house rules; what is not given takes its default.

    Raises `MalformedEntry` with everything that is wrong, one sentence each.
    """
    known = {rule.name: rule for rule in declared(rules)}
    wrong = []
    for name, value in values.items():
        if name not in known:
            wrong.append(f"There is no house rule {str(name)[:40]!r}; {_names(known)}.")
        elif not _fits(known[name], value):
            wrong.append(_wants(known[name], value))
    if wrong:
        raise MalformedEntry(" ".join(wrong[:TOLD]))
    return msgspec.convert(dict(values), rules)


def _fits(rule: HouseRule, value: Any) -> bool:
    if value is None:
        return rule.default is None
    if rule.kind == "choice":
        return value in rule.values
    if rule.kind == "switch":
        return isinstance(value, bool)
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 1_000_000


def _wants(rule: HouseRule, value: Any) -> str:
    if rule.kind == "choice":
        wanted = "one of " + ", ".join(rule.values)
    elif rule.kind == "switch":
        wanted = "true or false"
    else:
        wanted = "a whole number from 1 to 1000000"
    return f"House rule {rule.name!r} must be {wanted}; it was {str(value)[:40]!r}."


def _names(known: Sequence[str] | Mapping[str, Any]) -> str:
    return "the house rules are " + ", ".join(known) if known else "this game has none"


# The house rules that several games share. A game picks those it has.

LOO = About(
    "What a loo costs",
    "Whoever was in and took no trick pays this into the next pool.",
    {
        "pool": "As many chips as the pool held at the start of the deal. The pool can grow fast.",
        "fixed": "Always the same number of chips.",
        "capped": "What the pool held, but never more than a limit.",
    },
)
LOO_CHIPS = About(
    "The fixed penalty, or the limit",
    "Counted in chips.",
    only_with={"loo": ("fixed", "capped")},
)
REMAINDER = About(
    "Chips that do not divide",
    "What the pool holds beyond equal shares.",
    {
        "carry": "They stay in the pool for the next deal.",
        "last-trick": "They go to the winner of the last trick.",
        "eldest-first": "One each to those who took tricks, from the dealer's left.",
    },
)
REVOKE = About(
    "A revoke",
    "What it costs to play against the rules of following and leading.",
    {
        "divide": "The tricks do not count. The others who were in share the pool, and who revoked pays.",
        "loo": "Who revoked is looed, and his tricks pay him nothing. The rest settles as usual.",
        "note": "It is noted and costs nothing.",
    },
)
REVOKE_PAYS = About(
    "What a revoke pays",
    "What the player who revoked pays into the pool.",
    {"pool": "As many chips as the pool held.", "loo": "As much as a loo costs."},
    only_with={"revoke": ("divide",)},
)
ENDING = About(
    "Chips left at the end",
    "What becomes of the pool when the game ends.",
    {
        "divide": "All at the table share it; odd chips go one each from the last dealer's left.",
        "carry": "It stays, and the next Loo game for chips this evening starts with it.",
    },
)

REVOKE_SCORES = About(
    "A revoke",
    "What it costs to play against the rules of following and leading.",
    {
        "divide": "Who revoked scores as if he had taken no trick, and nobody else scores.",
        "loo": "Who revoked scores as if he had taken no trick. The others score as usual.",
        "note": "It is noted and costs nothing.",
    },
)

Revoke = Annotated[Literal["divide", "loo", "note"], REVOKE]
RevokeScores = Annotated[Literal["divide", "loo", "note"], REVOKE_SCORES]
