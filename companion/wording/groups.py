"""What a group refuses, and its entries in a few words."""

from companion.evening.entries import Paid, WorthSet
from companion.groups import group as facts
from companion.groups import record as file
from companion.groups import version_1
from companion.groups.entries import (
    EveningAdded,
    EveningHidden,
    GroupEntry,
    GroupOpened,
    PersonMerged,
    Renamed,
)
from companion.groups.figures import MOST_PEOPLE
from companion.wording.evening.entries import entry_words
from companion.wording.languages import _, _n
from companion.wording.saying import say, words


@words(facts.GroupNameUnusable)
def group_name_unusable(fact: facts.GroupNameUnusable) -> str:
    """What a group's name may be."""
    return _(
        "Give the group a name of up to {most} letters, without line breaks or extra spaces.",
        most=fact.most,
    )


@words(version_1.NotOpened)
def not_opened(fact: version_1.NotOpened) -> str:
    """The first entry opens the group."""
    return _("A group starts with its name, and only once.")


@words(facts.GroupFull)
def group_full(fact: facts.GroupFull) -> str:
    """There is no room."""
    return _("This group is full: it can hold {most}. Start a new group.", most=fact.most)


@words(facts.TooManyMerged)
def too_many_merged(fact: facts.TooManyMerged) -> str:
    """No more spellings can be merged."""
    return _(
        "This group has merged {most:,} spellings, which is the limit. Start a new group.",
        most=fact.most,
    )


@words(facts.TooManyPaid)
def too_many_paid(fact: facts.TooManyPaid) -> str:
    """No more payments can be entered."""
    return _(
        "This group has {most:,} payments, which is the limit. Start a new group.",
        most=fact.most,
    )


@words(facts.InGroupAlready)
def in_group_already(fact: facts.InGroupAlready) -> str:
    """The evening is there."""
    return _("This evening is already in the group.")


@words(facts.NotInGroup)
def not_in_group(fact: facts.NotInGroup) -> str:
    """The evening is not there."""
    return _("This evening is not in the group now. Here is the group.")


@words(facts.HiddenAlready)
def hidden_already(fact: facts.HiddenAlready) -> str:
    """The evening is hidden."""
    return _("This evening is already hidden.")


@words(facts.SameName)
def same_name(fact: facts.SameName) -> str:
    """The name is that already."""
    return _("The group is already called {name}.", name=fact.name)


@words(facts.SamePerson)
def same_person(fact: facts.SamePerson) -> str:
    """The two are one."""
    return _(
        "{one} and {other} already count as one person. Choose two different people.",
        one=fact.one,
        other=fact.other,
    )


@words(facts.SatTogether)
def sat_together(fact: facts.SatTogether) -> str:
    """The two are two."""
    return _(
        "{one} and {other} have played at the same table, so they are two people.",
        one=fact.one,
        other=fact.other,
    )


@words(file.NotAGroup)
def not_a_group(fact: file.NotAGroup) -> str:
    """The file is of another format."""
    return _(
        "This file has the format {format!r}, not {ours!r}.",
        format=fact.format[:40],
        ours=file.FORMAT,
    )


@words(file.FaultyEvening)
def faulty_evening(fact: file.FaultyEvening) -> str:
    """An evening of the file cannot be read."""
    return _("Evening {number}: {why}", number=fact.number, why=say(fact.why))


@words(file.NoEntries)
def no_entries(fact: file.NoEntries) -> str:
    """The log is empty."""
    return _("A group’s file needs at least one entry: the one that starts the group.")


@words(file.EveningTwice)
def evening_twice(fact: file.EveningTwice) -> str:
    """Two evenings with one reference."""
    return _("Evening {number} has the same reference as another one.", number=fact.number)


@words(file.NotAMember)
def not_a_member(fact: file.NotAMember) -> str:
    """The log does not have the evening."""
    return _("Evening {number} is not in the group, according to its entries.", number=fact.number)


@words(file.TooManySpellings)
def too_many_spellings(fact: file.TooManySpellings) -> str:
    """Each spelling counts, whoever is meant."""
    return _(
        "The payments of this group spell people in more than {most:,} ways, so it cannot be "
        "imported.",
        most=fact.most,
    )


@words(file.TooManyEvenings)
def too_many_evenings(fact: file.TooManyEvenings) -> str:
    """More than are taken at once."""
    return _(
        "A group of more than {most} evenings can only be imported on the server, with "
        "`companion import`.",
        most=fact.most,
    )


def refused_in_evening(number: int, entry: str) -> str:
    """Return in which evening of a group's file an entry was refused; `entry` says which and why."""
    return _("Evening {number}: {why}", number=number, why=entry)


def curve_title(evenings: int, is_part: bool) -> str:
    """Return what the picture of everybody's chips is called; it may show only some of them."""
    if is_part:
        return _n(
            "Chips over {n} evening: those who came most often",
            "Chips over {n} evenings: those who came most often",
            evenings,
        )
    return _n("Chips over {n} evening", "Chips over {n} evenings", evenings)


def over(evenings: int, deals: int) -> str:
    """Return how much was played: 3 evenings, 40 deals."""
    return ", ".join(
        (
            _n("{n} evening", "{n} evenings", evenings),
            _n("{n} deal", "{n} deals", deals),
        )
    )


def left_out(evenings: int) -> str:
    """Return how many evenings the figures do not count, and what can be done."""
    return _n(
        "{n} evening is not counted: figures are for at most {most:,} people. If someone is there "
        "under two spellings, the host can merge them to make room.",
        "{n} evenings are not counted: figures are for at most {most:,} people. If someone is there "
        "under two spellings, the host can merge them to make room.",
        evenings,
        most=MOST_PEOPLE,
    )


def a_deal(number: int, deals: int) -> str:
    """Return how many there were in a deal on average, to one place: 1.7."""
    tenths = (20 * number + deals) // (2 * deals)
    return _("{units}.{rest}", units=tenths // 10, rest=tenths % 10)


def group_entry_words(entry: GroupEntry, evening: str = "") -> str:
    """Return an entry of a group in a few words; `evening` is what its evening is called."""
    match entry:
        case GroupOpened():
            return _("{group} started", group=entry.name)
        case Renamed():
            return _("Renamed to {group}", group=entry.name)
        case EveningAdded():
            return _("{evening} added", evening=evening)
        case EveningHidden():
            return _("{evening} hidden", evening=evening)
        case PersonMerged():
            return _("{one} is {other}", one=entry.from_, other=entry.into)
        case Paid() | WorthSet():
            return entry_words(entry, None)
