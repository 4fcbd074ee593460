"""Every kind of fact has words, for any values of its fields."""

import importlib
import pkgutil
from collections.abc import Mapping
from enum import Enum
from types import UnionType
from typing import Annotated, Literal, Union, get_args, get_origin, get_type_hints

import pytest

import companion
from companion.evening.seats import NotAtTable
from companion.evening.starting import TooFewToStart
from companion.facts import AnyFact, Fact, PlainFact
from companion.games import GAMES
from companion.ids import Rule
from companion.rules.deal_facts import NotDealtIn
from companion.rules.loo.loo_facts import FlushesAsked
from companion.rules.napoleon.nap_facts import ContractDecided, ContractSpoiled
from companion.rules.rummy.hand_values import CardsLeft, JokerInHand
from companion.rules.rummy.melds import DoesNotFit, SeveralMelds
from companion.rules.rummy.rummy_facts import DrawAsked, HandIsKnown
from companion.rules.scores import SolePoints
from companion.tables.confirmation import CostlyScore
from companion.wording import say
from companion.wording.games import loo_term
from companion.wording.languages import using
from companion.wording.saying import FORMATS, TABLE, By, If, Plural, placeholders, texts, worded
from tests.telling import in_signs

BELOW = ("pieces", "rules", "evening", "groups", "store", "tables")
TERMS = {loo_term(game) for game in GAMES.values()}
OF_A_KIND = {
    "piece": "QH", "suit": "H", "game": "domino-loo", "account": "classic", "contract": "nap",
    "contract-title": "nap", "either-suit": ("H", "S"), "either-piece": ("QH", "9S"),
    "either-meld": (("9S", "TS", "JS"),), "either-id": ("nap", "six"),
}  # fmt: skip
"""Sample values by the mark of a type."""
OF_A_FIELD = {
    "Proof.rule": Rule.MUST_HEAD,
    "Obligation.rule": Rule.MUST_HEAD,
    "NoNumberOfChips.name": "loo_chips",
}
"""Sample values of fields that do not accept every value of their type."""


def kinds(base=Fact):
    for kind in base.__subclasses__():
        yield kind
        yield from kinds(kind)


def declared(base):
    for layer in BELOW:
        package = importlib.import_module(f"companion.{layer}")
        for module in pkgutil.walk_packages(package.__path__, f"companion.{layer}."):
            importlib.import_module(module.name)
    return sorted(
        {kind for kind in kinds(base) if kind.__module__.startswith(companion.__name__)},
        key=lambda kind: (kind.__module__, kind.__name__),
    )


STRUCTS = declared(Fact)
PLAIN = declared(PlainFact)


def test_every_kind_of_fact_has_words():
    assert len(STRUCTS) > 100
    assert {kind.__name__ for kind in {*STRUCTS, *PLAIN} - worded()} == set()


@pytest.mark.parametrize("kind", PLAIN, ids=lambda kind: kind.__name__)
def test_every_plain_fact_is_said(kind):
    assert all(say(member) for member in kind)


def samples(type_):
    origin, inside = get_origin(type_), get_args(type_)
    if type_ in (Fact, AnyFact):
        return [NotDealtIn("Ann")]
    if origin is Annotated and inside[1] == "loo-term":
        return list(TERMS)
    if origin is Annotated:
        return [OF_A_KIND[inside[1]]] if inside[1] in OF_A_KIND else samples(inside[0])
    if origin in (Union, UnionType):
        return [value for one in inside for value in samples(one)]
    if origin is Literal:
        return [*inside]
    if origin is tuple and inside[-1] is Ellipsis:
        one = samples(inside[0])[0]
        return [(one,), (one, one)]
    if origin is tuple:
        return [tuple(samples(one)[0] for one in inside)]
    if origin is not None:
        return [{} if origin is Mapping else origin()]
    if type_ is bool:
        return [True, False]
    if type_ in (int, float):
        return [1, 2]
    if type_ is str:
        return ["Ann"]
    if type_ is type(None):
        return [None]
    return [*type_] if issubclass(type_, Enum) else instances(type_)


def instances(kind):
    """Return structs that together contain every sample; each differs from the first in one field."""
    hints = get_type_hints(kind, include_extras=True)
    fields = {
        name: [OF_A_FIELD[known]]
        if (known := f"{kind.__name__}.{name}") in OF_A_FIELD
        else samples(hints[name])
        for name in kind.__struct_fields__
    }
    usual = {name: values[0] for name, values in fields.items()}
    return [
        kind(**usual),
        *(kind(**{**usual, name: value}) for name, of in fields.items() for value in of[1:]),
    ]


@pytest.mark.parametrize("kind", STRUCTS, ids=lambda kind: kind.__name__)
def test_every_value_of_a_fact_has_words(kind):
    for fact in instances(kind):
        said = say(fact)
        assert "{" not in said.replace('{"format"', "")
        with using("xx"):
            assert say(fact) != said or kind is CostlyScore  # only a name and a figure


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (JokerInHand("JK=9S"), "A joker in hand stands for no card. Write JK, not JK=9S."),
        (DrawAsked("Bob", "JK", True), "Bob draws from the stock or takes the joker."),
        (
            HandIsKnown("Bob", 1, ("9S",), ("TS", "JK")),
            "Bob has 1 card, including 9S from the discards, so cannot have TS joker.",
        ),
        (
            SeveralMelds("Bob", (("JK=8S", "9S", "TS"), ("9S", "TS", "JK=JS"))),
            "Choose what Bob’s joker stands for: joker (8S) 9S TS, or 9S TS joker (JS).",
        ),
        (
            DoesNotFit("Bob", "TS", ("6S", "7S", "JK=8S"), ("5S", "9S")),
            "Bob cannot lay off TS on 6S 7S joker (8S): only 5S or 9S fits.",
        ),
        (CardsLeft("Bob", 1, 2, 10), "Bob has 2 cards left, but 1 is entered."),
        (CardsLeft("Bob", 11, None, 10), "Bob has 1 to 10 cards left, but 11 are entered."),
        (SolePoints(-5), "Without playing: −5."),
        (ContractDecided("Bob", "nap", True), "Nap: Bob made it."),
        (ContractSpoiled("Bob", "nap", "Cat"), "Bob played nap. Cat revoked."),
        (
            FlushesAsked(("Ann", "Bob"), False),
            "Ann and Bob showed a flush. Does anyone else have a flush?",
        ),
        (TooFewToStart("domino-loo", 2, 1), "Domino Loo needs at least 2 players, not 1."),
        (NotAtTable("x" * 50), "x" * 40 + " is not at the table."),
    ],
)
def test_a_field_is_written_by_its_type(fact, sentence):
    assert say(fact) == in_signs(sentence)


IN_TABLES = [kind for kind in TABLE if isinstance(kind, type)]


@pytest.mark.parametrize("kind", IN_TABLES, ids=lambda kind: kind.__name__)
def test_a_message_names_fields_of_its_fact(kind):
    for text in texts(TABLE[kind]):
        assert placeholders(text) - {"n"} <= {*kind.__struct_fields__}
        assert "n" not in placeholders(text) or text in of_plurals(TABLE[kind])


def of_plurals(message):
    match message:
        case Plural(one, several):
            yield from (one, several)
        case If(_, yes, no):
            yield from (*of_plurals(yes), *of_plurals(no))
        case By():
            for one in message.messages.values():
                yield from of_plurals(one)


def choices(kind, message):
    """Yield, for each choice by a field, the values with a message and all its values."""
    match message:
        case If(_, yes, no):
            yield from (*choices(kind, yes), *choices(kind, no))
        case By(field):
            yield {*message.messages}, {*samples(get_type_hints(kind)[field])}
            for one in message.messages.values():
                yield from choices(kind, one)


@pytest.mark.parametrize("kind", IN_TABLES, ids=lambda kind: kind.__name__)
def test_a_choice_by_a_field_has_a_message_for_each_value(kind):
    for worded_values, values in choices(kind, TABLE[kind]):
        assert values <= worded_values


def test_every_mark_of_a_type_has_a_format():
    marks = {
        mark
        for kind in STRUCTS
        for hint in get_type_hints(kind, include_extras=True).values()
        for one in (hint, *get_args(hint))
        for mark in getattr(one, "__metadata__", ())
    }
    assert marks <= {*FORMATS}
