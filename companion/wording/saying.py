"""Facts in words, by tables of messages and functions.

A message is a text with the fact's fields as placeholders. A field's type decides how it is written: a
`PieceName` becomes `Q♥`, `SignedPoints` get a sign, and a fact is put into words itself.
"""

from collections.abc import Callable, Iterator, Mapping
from string import Formatter
from typing import Any, NamedTuple, TypeAlias, TypeVar, get_args, get_type_hints

from companion.facts import AnyFact, Fact, PlainFact
from companion.games import GAMES
from companion.wording.games import game_title, looed_word
from companion.wording.languages import Plural as Plural
from companion.wording.languages import _, _n
from companion.wording.napoleon.contracts import contract_name, contract_title
from companion.wording.numbers import either, either_of_long, grouped, joined, signed
from companion.wording.pieces import card_count, card_names, piece_name, suit_name

SHOWN = 40
"""A sentence repeats at most this many characters of typed text."""

FORMATS: Mapping[str, Callable[[Any], object]] = {
    "piece": piece_name,
    "pieces": card_names,
    "either-piece": lambda pieces: either(map(piece_name, pieces)),
    "either-meld": lambda melds: either_of_long(map(card_names, melds)),
    "limit": grouped,
    "card-count": card_count,
    "suit": suit_name,
    "either-suit": lambda suits: either(map(suit_name, suits)),
    "contract": contract_name,
    "contract-title": contract_title,
    "game": lambda game: game_title(GAMES[game]),
    "loo-term": looed_word,
    "points": signed,
    "names": joined,
    "ids": ", ".join,
    "either-id": either,
    "typed": lambda text: text[:SHOWN],
}
"""Formatters for the fields of facts, by the mark on the field's type."""

Kind = TypeVar("Kind", bound=Fact)
Sayer: TypeAlias = Callable[[Any], str]


class If(NamedTuple):
    """`yes` if a field is true, or not None if it can be None; `no` otherwise."""

    field: str
    yes: "Message"
    no: "Message"


class By(NamedTuple):
    """A message for each value of a field."""

    field: str
    messages: "Mapping[Any, Message]"


Message: TypeAlias = str | Plural | If | By
TABLE: dict[type[Fact] | PlainFact, Message] = {}
_WORDS: dict[type[AnyFact], Sayer] = {}


def words(kind: type[Kind]) -> Callable[[Callable[[Kind], str]], Callable[[Kind], str]]:
    """Register the decorated function to put facts of this kind into words."""

    def mark(function: Callable[[Kind], str]) -> Callable[[Kind], str]:
        _WORDS[kind] = function
        return function

    return mark


def messages(table: Mapping[Any, Message]) -> None:
    TABLE.update(table)
    for kind, message in table.items():
        if isinstance(kind, PlainFact):
            _WORDS[type(kind)] = _plain
        else:
            _WORDS[kind] = _sayer(get_type_hints(kind, include_extras=True), message)


def say(fact: AnyFact) -> str:
    """Return a fact in words of the language in use: one or more whole sentences, or a label."""
    return _WORDS[type(fact)](fact)


def worded() -> frozenset[type[AnyFact]]:
    """Return the kinds of facts that have words."""
    return frozenset(_WORDS)


def texts(message: Message) -> Iterator[str]:
    match message:
        case str():
            yield message
        case Plural():
            yield from (message.one, message.several)
        case If():
            yield from (*texts(message.yes), *texts(message.no))
        case By():
            for one in message.messages.values():
                yield from texts(one)


def placeholders(text: str) -> set[str]:
    return {name for _text, name, _format, _conversion in Formatter().parse(text) if name}


def _plain(fact: PlainFact) -> str:
    return _(str(TABLE[fact]))


def _sayer(types: Mapping[str, Any], message: Message) -> Sayer:
    """Compile a message for a fact with fields of these types."""
    match message:
        case If(field=field, yes=yes, no=no):
            sayers = {True: _sayer(types, yes), False: _sayer(types, no)}
            if type(None) in get_args(types[field]):
                return lambda fact: sayers[getattr(fact, field) is not None](fact)
            return lambda fact: sayers[bool(getattr(fact, field))](fact)
        case By(field=field):
            sayers = {value: _sayer(types, one) for value, one in message.messages.items()}
            return lambda fact: sayers[getattr(fact, field)](fact)
    one, several, by = message if isinstance(message, Plural) else (message, "", "")
    formats = [(name, _format(types[name])) for name in placeholders(one + several) - {"n"}]

    def fill(fact: Fact) -> str:
        values = {}
        for name, write in formats:
            value = getattr(fact, name)
            values[name] = write(value) if write else value
        return _n(one, several, getattr(fact, by), **values) if by else _(one, **values)

    return fill


def _format(type_: Any) -> Callable[[Any], object] | None:
    """Return the formatter of a field; None to write the value itself."""
    for one in (type_, *get_args(type_)):
        if hasattr(one, "__metadata__"):
            return FORMATS[one.__metadata__[0]]
        if isinstance(one, type) and issubclass(one, Fact):
            return say
    return None
