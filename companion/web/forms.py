"""From a form to an entry. What makes no sense is refused with a sentence, like any other entry.

A button carries its whole entry, as JSON, in the field `entry`. A form in which something is typed
or chosen has a field `kind` and those of the entry, as the record format names them, with these
differences: `pieces` comes once for each piece, `reads` is one way to read those (``6S 7S JK=8S``),
`tricks:NAME` are numbers of tricks, `except:NAME` is what one of the rest declares otherwise,
`hand:NAME` is what a player is left with, pips (``27``) or cards (``9S JK``), and `left_of` says
beside whom somebody sits down (`after` is the position in the log that the form was made from). What a
chip is worth is typed as an `amount` of the currency, `0.10`, in the place of `minor`.
With either, `amends` is the number of an entry that this one replaces.
"""

import re
import secrets
from hashlib import sha256
from typing import Any

from msgspec import Struct, to_builtins
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
from companion.evening.money import minor_units
from companion.rules.actions import HandsLeft
from companion.rules.deal_facts import DealFact
from companion.rules.rummy.rummy_facts import NeitherPipsNorCards
from companion.tables.table_facts import TableFact

Form = MultiDict[str, str]

TYPED = ":typed"
"""At the end of a field's name: what is typed there holds, and not what is chosen beside it."""
PAGE_FIELDS = (
    "after",
    "entry_id",
    "amends",
    "rest",
    "bidder",
    "bids",
    "leaves",
    "sure",
    "reads",
    "kept",
)
"""Fields that are not the entry's: what the page saw, and what it wants done beside it."""

_ENTRY_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
_CARD = re.compile(r"[0-9A-Za-z]{1,3}(=\w{2,3})?")
_WHOLE = re.compile(r"-?\d{1,9}")


class Sent(Struct, frozen=True):
    """An entry as a form sends it."""

    entry: AnyEntry
    after: int
    """The position in the log that the person saw."""
    entry_id: str
    sure: bool = False
    """Whether the person was asked, and wants it all the same."""


def read(form: Form) -> Sent:
    """Return what a form says. Raises `MalformedEntry`."""
    is_whole = "entry" in form and "kind" not in form
    entry = decode(form["entry"]) if is_whole else convert(_fields(form))
    amends = form.get("amends", "").strip()
    if amends and not isinstance(entry, Amended):
        entry = convert({"kind": "amended", "entry": whole(amends), "by": to_builtins(entry)})
    return Sent(entry, whole(form.get("after", "")), entry_id(form), "sure" in form)


def _fields(form: Form) -> dict[str, Any]:
    """Return the fields of an entry that is typed or chosen. Raises `MalformedEntry`."""
    fields: dict[str, Any] = {}
    for name in form:
        value = form[name].strip()
        if name.startswith("tricks:"):
            # A row that was left alone counts as no trick, as the form says.
            if value:
                _part(fields, "tricks")[name.removeprefix("tricks:")] = whole(value)
        elif name == "declared":
            # A whole deal, told row by row: of who is left out there, nothing is entered.
            fields |= {"tricks": fields.get("tricks", {}), "declared": fields.get("declared", {})}
        elif name.startswith("declared:"):
            if value:
                _part(fields, "declared")[name.removeprefix("declared:")] = value
        elif name == "general":
            # Then everybody is in: a row that says otherwise was left as it came.
            if value:
                _part(fields, "declared")[value] = "general"
                for row in (one for one in form if one.startswith("tricks:")):
                    _part(fields, "tricks").setdefault(row.removeprefix("tricks:"), 0)
        elif name.startswith("except:"):
            _part(fields, "except")[name.removeprefix("except:")] = value
        elif name.startswith("hand:"):
            if value:
                player = name.removeprefix("hand:")
                _part(fields, "hands")[player] = _hand(player, value)
        elif name == "winner":
            fields["winner"] = value or None  # a dead hand has no winner, and says so
        elif name == "pieces":
            fields["pieces"] = form.getlist("pieces")
        elif value and name not in PAGE_FIELDS:
            fields[name] = value
    for name in [one for one in fields if one.endswith(TYPED)]:
        fields[name.removesuffix(TYPED)] = fields.pop(name)
    if "bids" in form:  # the highest bid, and whose it is
        if "bidder" not in form:
            raise MalformedEntry(DealFact.BIDDER_WANTED)
        fields["except"] = {form["bidder"]: form["bids"]}
    if "rest" in form:  # a button of the form that asks the first of them
        fields = _rest_fields(form)
    if "reads" in form:
        fields["pieces"] = form["reads"].split()
    if "left_of" in fields:
        fields["after"] = fields.pop("left_of")
    if fields.get("kind") == "joined" and "player" in fields:
        fields["player"] = names.tidy(fields["player"])
    if (
        "currency" in fields and "minor" not in fields
    ):  # what a chip is worth is typed as people write it
        fields["currency"] = fields["currency"].upper()
        fields["minor"] = minor_units(fields.pop("amount", ""), fields["currency"])
    return fields


def _part(fields: dict[str, Any], name: str) -> dict[str, Any]:
    """Return what a field says of each player. Raises `MalformedEntry` if it says something else."""
    part: object = fields.setdefault(name, {})
    if not isinstance(part, dict):
        wrong = FormatFault.WRONG_TYPE
        raise MalformedEntry(NotInFormat(wrong, "", name, expected="object", found="str"))
    return part


def _rest_fields(form: Form) -> dict[str, Any]:
    """Return the fields by which all who are left declare the same."""
    if form.get("draws", "0") != "0":
        raise MalformedEntry(DealFact.BUYS_APART)
    return {"kind": "rest-declared", "choice": form["rest"]}


def hands_typed(entry: HandsLeft) -> dict[str, str]:
    """Return the hands of an entry as they are typed, by their players."""
    return {
        player: str(held) if isinstance(held, int) else " ".join(held)
        for player, held in entry.hands.items()
    }


def _hand(player: str, text: str) -> int | list[str]:
    """Return the pips or the cards that a field says. Raises `MalformedEntry`."""
    if text.isdecimal():
        return whole(text)
    cards = text.split()
    if not all(_CARD.fullmatch(card) for card in cards):
        raise MalformedEntry(NeitherPipsNorCards(player, text[:20]))
    return cards


def new_id() -> str:
    """Return an id for a new form, by which it is known if it is sent twice."""
    return secrets.token_urlsafe(9)


def name(form: Form) -> str:
    """Return the name typed for an evening, a group or a phone. A store checks its length."""
    return names.tidy(form.get("name", "")[:1000])


def entry_id(form: Form) -> str:
    """Return the id of the form. Raises `MalformedEntry`."""
    found = form.get("entry_id", "")
    if not _ENTRY_ID.fullmatch(found):
        raise MalformedEntry(TableFact.NO_ENTRY_ID)
    return found


def content_id(form: Form, file: bytes = b"") -> str:
    """Return an id of what is made of a form: the same if it is sent again, another if it has changed.

    A browser that goes back shows the form with its old `entry_id`, and what is changed or chosen
    then is meant to be made too. Raises `MalformedEntry`.
    """
    entry_id(form)
    fields = repr(list(form.items(multi=True))).encode()
    return sha256(b"%d %b%b" % (len(fields), fields, file)).hexdigest()[:32]


def whole(text: str) -> int:
    """Return the number that a field says. Raises `MalformedEntry`."""
    if not _WHOLE.fullmatch(text):
        raise MalformedEntry(NoWholeNumber(text[:20]))
    return int(text)


def page_number(args: Form, last: int = 9999, name: str = "page") -> int:
    """Return which page of a list is asked for; the first, if the address says nothing sensible."""
    text = args.get(name, "")
    asked = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 1
    return min(max(asked, 1), last)
