"""Read an entry from a form.

A button holds its whole entry, as JSON, in the field `entry`. A form with inputs has a field `kind`
and the entry's fields as in the record format, with these differences: `pieces` is repeated for each
piece, `reads` is a reading of the pieces (``6S 7S JK=8S``), `tricks:NAME` is a player's number of
tricks, `except:NAME` is a declaration that differs from the others', `hand:NAME` is a player's
remaining hand, as pips (``27``) or cards (``9S JK``), `score:NAME` is a player's points or chips, and
`left_of` is the neighbour of a new player (because `after` is the position in the log that the page
showed). The worth of a chip is an `amount` of money, like `0.10`, instead of `minor`. `amends` is the
number of an entry to replace.
"""

import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from hashlib import sha256
from typing import Any

from msgspec import to_builtins
from werkzeug.datastructures import MultiDict

from companion.errors import MalformedEntry
from companion.evening import AnyEntry, names
from companion.evening.entries import (
    Amended,
    FormatFault,
    NotInFormat,
    NoWholeNumber,
    convert,
    decode,
)
from companion.evening.notes import one_line
from companion.evening.payments import currency_code, minor_units
from companion.rules.actions import HandsLeft
from companion.rules.deal_facts import DealFact
from companion.rules.loo.declaring import GENERAL
from companion.rules.loo.whole_deal import TAKES_TURN_UP
from companion.rules.rummy.rummy_facts import NeitherPipsNorCards
from companion.tables.table_facts import TableFact
from companion.web.entry_request import EntryRequest

Form = MultiDict[str, str]
Fields = dict[str, Any]

TYPED = ":typed"
"""Suffix of a field for a typed value, which replaces the value chosen in the field without it."""
PAGE_FIELDS = (
    "after",
    "entry_id",
    "amends",
    "rest",
    "bidder",
    "bids",
    "leaves",
    "told",
    "sure",
    "reads",
    "kept",
    "at",
    "deal",
)
"""Fields that are not part of the entry."""

_ENTRY_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
_CARD = re.compile(r"[0-9A-Za-z]{1,3}(=\w{2,3})?")
_WHOLE = re.compile(r"-?\d{1,9}")


def whole(text: str) -> int:
    """Return the whole number in a field. Raises `MalformedEntry`."""
    if not _WHOLE.fullmatch(text):
        raise MalformedEntry(NoWholeNumber(text[:20]))
    return int(text)


def _hand(player: str, text: str) -> int | list[str]:
    if text.isdecimal():
        return whole(text)
    cards = text.split()
    if not all(_CARD.fullmatch(card) for card in cards):
        raise MalformedEntry(NeitherPipsNorCards(player, text[:20]))
    return cards


def _number(_player: str, text: str) -> int:
    return whole(text.replace("−", "-").removeprefix("+") or "0")


PARTS: dict[str, tuple[str, Callable[[str, str], object]]] = {
    "tricks": ("tricks", lambda _player, text: whole(text)),
    "declared": ("declared", lambda _player, text: text),
    "except": ("except", lambda _player, text: text),
    "hand": ("hands", _hand),
    "score": ("scores", _number),
}
"""For fields like `tricks:NAME`, maps the prefix to the entry's field and the value's parser."""
NEW_NAMES = {"joined": "player", "player-renamed": "to"}
"""The field with a name that someone has typed, by the kind of entry."""


def read(form: Form) -> EntryRequest:
    """Return the entry of a form. Raises `MalformedEntry`."""
    is_whole = "entry" in form and "kind" not in form
    entry = decode(form["entry"]) if is_whole else convert(_fields(form))
    amends = form["amends"].strip() if "amends" in form else ""
    if amends and not isinstance(entry, Amended):
        entry = convert({"kind": "amended", "entry": whole(amends), "by": to_builtins(entry)})
    return EntryRequest(entry, whole(form.get("after", "")), entry_id(form), "sure" in form)


def read_or_none(form: Form) -> AnyEntry | None:
    """Return the entry of a form, or None if it cannot be read."""
    with suppress(MalformedEntry):
        return read(form).entry
    return None


def _fields(form: Form) -> Fields:
    """Return the fields of an entry, as in the record format."""
    fields = _as_sent(form)
    for name in [one for one in fields if one.endswith(TYPED)]:
        fields[name.removesuffix(TYPED)] = fields.pop(name)
    if "declared" in fields:
        _complete_deal(fields, form)
    for name, adapt in ADAPTED.items():
        if name in form:
            adapt(fields, form)
    new_name = NEW_NAMES.get(fields.get("kind", ""))
    if new_name in fields:
        fields[new_name] = names.tidy(fields[new_name])
    if fields.get("kind") == "noted":
        fields["text"] = one_line(form.get("text", ""))
    return fields


def _as_sent(form: Form) -> Fields:
    fields: Fields = {}
    for name in form:
        value = form[name].strip()
        prefix, colon, player = name.partition(":")
        if colon and prefix in PARTS:
            field, read_value = PARTS[prefix]
            if value or field in ("except", "scores"):  # an empty row of tricks means none
                _part(fields, field)[player] = read_value(player, value)
        elif name == "declared":
            # A whole deal, row by row. Players without a row are not in the entry.
            fields |= {"tricks": fields.get("tricks", {}), "declared": fields.get("declared", {})}
        elif name == "winner":
            fields["winner"] = value or None  # a dead hand has no winner
        elif name in ("pieces", "with"):
            fields[name] = form.getlist(name)
        elif name == "discards" and value:
            # A dealer who takes two cards can name both that are put away.
            fields[name], *others = form.getlist(name)
            fields |= {"also_discards": " ".join(others)} if others else {}
        elif value and name not in PAGE_FIELDS:
            fields[name] = value
    # An empty field beside a number is a 0; a form without any number was sent by accident.
    if "scores" in fields and not any(
        form[f"score:{player}"].strip() for player in fields["scores"]
    ):
        fields["scores"] = {}
    return fields


def _complete_deal(fields: Fields, form: Form) -> None:
    declared = fields["declared"]
    for player in [one for one, choice in declared.items() if choice.endswith(TAKES_TURN_UP)]:
        choice = declared.pop(player).removesuffix(TAKES_TURN_UP).rstrip()
        declared |= {player: choice} if choice else {}
        fields["takes_turn_up"] = "true"
    if GENERAL in declared.values():  # everyone is in
        for row in (one for one in form if one.startswith("tricks:")):
            _part(fields, "tricks").setdefault(row.removeprefix("tricks:"), 0)


def _highest_bid(fields: Fields, form: Form) -> None:
    if "bidder" not in form:
        raise MalformedEntry(DealFact.BIDDER_WANTED)
    fields["except"] = {form["bidder"]: form["bids"]}


def _rest(fields: Fields, form: Form) -> None:
    """Read the button for all remaining players."""
    if form.get("draws", "0") != "0":
        raise MalformedEntry(DealFact.BUYS_APART)
    fields.clear()
    fields |= {"kind": "rest-declared", "choice": form["rest"]}


def _reading(fields: Fields, form: Form) -> None:
    fields["pieces"] = form["reads"].split()


def _neighbour(fields: Fields, _form: Form) -> None:
    if "left_of" in fields:
        fields["after"] = fields.pop("left_of")


def _money(fields: Fields, _form: Form) -> None:
    if "currency" in fields and "minor" not in fields:
        fields["currency"] = currency_code(fields["currency"])
        fields["minor"] = minor_units(fields.pop("amount", ""), fields["currency"])


ADAPTED: dict[str, Callable[[Fields, Form], None]] = {
    "bids": _highest_bid,
    "rest": _rest,
    "reads": _reading,
    "left_of": _neighbour,
    "currency": _money,
}
"""What to do for a field of the form, if it has it, in this order."""


def _part(fields: dict[str, Any], name: str) -> dict[str, Any]:
    part: object = fields.setdefault(name, {})
    if not isinstance(part, dict):
        wrong = FormatFault.WRONG_TYPE
        raise MalformedEntry(NotInFormat(wrong, "", name, expected="object", found="str"))
    return part


def hands_typed(entry: HandsLeft) -> dict[str, str]:
    return {
        player: str(held) if isinstance(held, int) else " ".join(held)
        for player, held in entry.hands.items()
    }


def new_id() -> str:
    """Return an id for a new form, so that it counts once if it is sent twice."""
    return secrets.token_urlsafe(9)


def name(form: Form, field: str = "name") -> str:
    """Return the name typed for an evening, a place, a group or a phone. Its length is checked later."""
    return names.tidy(form.get(field, "")[:1000])


def day(form: Form, name: str = "day", is_needed: bool = False) -> date | None:
    """Return the day chosen in a field; None if none is. Raises `MalformedEntry`."""
    text = form.get(name, "").strip()[:20]
    try:
        return date.fromisoformat(text) if text or is_needed else None
    except ValueError:
        raise MalformedEntry(TableFact.NOT_A_DAY) from None


def entry_id(form: Form) -> str:
    """Return the id of the form. Raises `MalformedEntry`."""
    sent = form.get("entry_id", "")
    if not _ENTRY_ID.fullmatch(sent):
        raise MalformedEntry(TableFact.NO_ENTRY_ID)
    return sent


def content_id(form: Form, file: bytes = b"") -> str:
    """Return an id of a form's content. It is the same if the form is sent again unchanged.

    After going back, a browser shows a form with its old `entry_id`. If the form is then changed and
    sent, it should make something new. Raises `MalformedEntry`.
    """
    entry_id(form)
    fields = repr(list(form.items(multi=True))).encode()
    return sha256(b"%d %b%b" % (len(fields), fields, file)).hexdigest()[:32]


def search(args: Form) -> str:
    """Return what a list of evenings is searched for; "" for nothing."""
    return names.tidy(args.get("q", "")[:60])


def page_number(args: Form, usual: int = 1, name: str = "page") -> int:
    """Return the page number in a query, or `usual` if there is none."""
    text = args.get(name, "")
    asked = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else usual
    return max(asked, 1)
