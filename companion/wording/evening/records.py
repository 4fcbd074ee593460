"""Words for faults of record files and entries."""

from typing import get_args

from companion.evening import AnyEntry, entries
from companion.evening.entries import FormatFault, NotInFormat
from companion.evening.game_facts import EveningFact
from companion.evening.record import (
    EveningNameTooLong,
    FaultyEntry,
    NeedsNewer,
    NewerVersion,
    NoSuchTime,
    NoSuchVersion,
    NotARecord,
    OtherFormat,
    RecordTooLarge,
    SealsBroken,
    TooLongToCheck,
    TooManyEntries,
    UnreadableHead,
)
from companion.evening.starting import UnknownGame
from companion.facts import AnyFact
from companion.wording.languages import N_, _, _n
from companion.wording.numbers import either
from companion.wording.saying import Plural, messages, say, words

_FAULTS = {
    FormatFault.NO_JSON: N_("It is not JSON ({detail})."),
    FormatFault.TOO_DEEP: N_("It is nested too deeply."),
    FormatFault.MISSING_FIELD: N_("The field {field!r} is missing."),
    FormatFault.UNKNOWN_FIELD: N_("The field {field!r} does not belong here."),
    FormatFault.UNKNOWN_KIND: N_("{found!r} is not a kind of entry."),
}
_EXPECTED = {
    FormatFault.NO_JSON: N_("JSON"),
    FormatFault.TOO_DEEP: N_("JSON"),
    FormatFault.MISSING_FIELD: N_("a value"),
    FormatFault.UNKNOWN_FIELD: N_("no such field"),
}
_TYPES = {
    "int": N_("a whole number"),
    "float": N_("a number"),
    "str": N_("text"),
    "bool": N_("true or false"),
    "array": N_("a list"),
    "object": N_("an object"),
}
_LIMITS = {
    ">=": N_("{types} of at least {number}"),
    "<=": N_("{types} of at most {number}"),
}


@words(NotInFormat)
def not_in_format(fact: NotInFormat) -> str:
    values = {"field": fact.field, "found": fact.found, "detail": fact.detail}
    if fact.fault in _FAULTS:
        return _(_FAULTS[fact.fault], **values)
    expected = expected_there(fact)
    if fact.field and (fact.fault is FormatFault.WRONG_TYPE or fact.expected or fact.choices):
        return _("Field {field!r} must be {expected}.", expected=expected, **values)
    if fact.fault is FormatFault.WRONG_TYPE:
        return _("It must be {expected}.", expected=expected)
    if fact.field:
        return _("Field {field!r}: {detail}.", **values)
    return _("It cannot be read: {detail}.", **values)


def expected_there(fact: NotInFormat) -> str:
    """Return the description of the expected JSON: `a whole number of at least 0`."""
    if fact.fault in _EXPECTED:
        return _(_EXPECTED[fact.fault])
    if fact.fault is FormatFault.UNKNOWN_KIND:
        # A correction can contain only ordinary entries.
        each = entries.OrdinaryEntry if fact.field.endswith("by.kind") else AnyEntry
        kinds = (str(kind.__struct_config__.tag) for kind in get_args(each))
        return _("one of the kinds of entry: {kinds}", kinds=", ".join(kinds))
    if fact.choices:
        return _("one of {choices}", choices=fact.choices.replace(" | ", ", "))
    if not fact.expected:
        return fact.detail
    types = either(
        _(_TYPES[name]) if name in _TYPES else name for name in fact.expected.split(" | ")
    )
    sort, _space, value = fact.limit.rpartition(" ")
    if sort == "matching regex":
        # The pattern is quoted as in Python.
        pattern = value[1:-1].replace("\\\\", "\\")
        return _("{types} that matches {pattern}", types=types, pattern=pattern)
    return _(_LIMITS[sort], types=types, number=value) if sort in _LIMITS else types


messages(
    {
        FaultyEntry: N_("Entry {number}: {why}"),
        entries.NoWholeNumber: N_("{given!r} is not a whole number. Write one like 3."),
        OtherFormat: N_("This file has the format {format!r}, not {ours!r}."),
        NewerVersion: N_(
            "The record has version {version}, but this companion reads only up to {newest}. Use a "
            "newer companion."
        ),
        EveningFact.BEFORE_RELEASE: N_(
            "This file was made before 0.1.0. Import it with companion 0.1.0, and download it there again."
        ),
        NoSuchVersion: N_("There is no version {version} of the record format."),
        UnreadableHead: N_("The start of the record cannot be read: {why}"),
        NoSuchTime: N_(
            "{moment!r} is not a time from 1970 to 9998. Write opened_at like 2026-11-20T19:30:00Z."
        ),
        TooManyEntries: N_("An evening can have at most {most} entries."),
        TooLongToCheck: N_(
            "Checking this file takes too long: it is very large, or many early entries were corrected "
            "in it. The check stopped at entry {entry}. Whoever runs this server can still import the "
            "file on the command line."
        ),
        EveningNameTooLong: Plural(
            "An evening’s name can have at most {n} character; this one has {number}.",
            "An evening’s name can have at most {n} characters; this one has {number}.",
            by="most",
        ),
        EveningFact.EVENING_NAME_UNTIDY: N_(
            "An evening’s name cannot be empty, or have extra spaces or line breaks."
        ),
        EveningFact.UNUSABLE_PLACE: N_(
            "An evening’s place can have at most 80 characters, and no line breaks or extra spaces."
        ),
    }
)


def refused_entry(number: int, why: AnyFact) -> str:
    return _("Entry {number}: {why}", number=number, why=say(why))


@words(NeedsNewer)
def needs_newer(fact: NeedsNewer) -> str:
    match fact.why:
        case NewerVersion(version=number):
            what = _("version {number} of the format", number=number)
        case UnknownGame(game=name):
            what = _("game {name}", name=name.replace("-", " ").title())
        case NotInFormat(fault=FormatFault.UNKNOWN_KIND, found=name):
            what = _("entry {name}", name=name)
        case NotInFormat(fault=FormatFault.UNKNOWN_FIELD, field=name):
            what = _("field {name}", name=name)
        case why:
            return _(
                "This file needs companion {version} or newer. {why}",
                version=fact.version,
                why=say(why),
            )
    return _(
        "This file needs companion {version} or newer ({what}).", version=fact.version, what=what
    )


@words(RecordTooLarge)
def record_too_large(fact: RecordTooLarge) -> str:
    return _(
        "The file is larger than {most} MB, which is the limit. A long evening has less than 1 MB: import "
        "evenings one by one, or ask whoever runs this server to import the file on the command line.",
        most=fact.most // 2**20,
    )


@words(SealsBroken)
def seals_broken(fact: SealsBroken) -> str:
    first, *more = fact.names
    if more:
        return _n(
            "{name} and {n} more evening were changed after they were downloaded: their check "
            "codes do not fit.",
            "{name} and {n} more evenings were changed after they were downloaded: their check "
            "codes do not fit.",
            len(more),
            name=first,
        )
    return _(
        "{name} was changed after it was downloaded: its check code does not fit.",
        name=first,
    )


@words(NotARecord)
def not_a_record(fact: NotARecord) -> str:
    return _(
        "This is not the record of an evening. Choose a file that a companion has saved. ({why})",
        why=say(fact.why),
    )
