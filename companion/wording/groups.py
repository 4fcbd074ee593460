"""Messages of groups, and labels for their entries."""

from companion.evening.entries import WorthSet
from companion.groups import group as facts
from companion.groups import record as file
from companion.groups.entries import (
    EveningAdded,
    EveningHidden,
    GroupEntry,
    GroupOpened,
    GroupPaid,
    PersonMerged,
    Renamed,
    ScoringSet,
    SeasonNamed,
)
from companion.groups.figures import MOST_PEOPLE
from companion.groups.group import GroupFact
from companion.groups.summary import EveningSummary
from companion.wording.evening import results
from companion.wording.evening.entries import entry_words
from companion.wording.languages import N_, _, _n
from companion.wording.money import money, signed_money
from companion.wording.numbers import decimal_sign, grouped
from companion.wording.saying import messages

messages(
    {
        facts.GroupNameUnusable: N_(
            "Give it a name of up to {most} letters, without line breaks or extra spaces."
        ),
        GroupFact.SEASON_ENDS_FIRST: N_("A season cannot end before it starts. Change a day."),
        facts.GroupFull: N_("This group is full: it can hold {most}. Start a new group."),
        facts.TooManyMerged: N_(
            "This group has merged {most} spellings, which is the limit. Start a new group."
        ),
        facts.TooManyPaid: N_(
            "This group has {most} payments, which is the limit. Start a new group."
        ),
        GroupFact.IN_GROUP_ALREADY: N_("This evening is already in the group."),
        GroupFact.NOT_IN_GROUP: N_("This evening is not in the group now. Here is the group."),
        GroupFact.HIDDEN_ALREADY: N_("This evening is already hidden."),
        facts.SameName: N_("The group is already called {name}."),
        facts.SamePerson: N_(
            "{one} and {other} already count as one person. Choose two different people."
        ),
        facts.SatTogether: N_(
            "{one} and {other} have played at the same table, so they are two people."
        ),
        file.FaultyEvening: N_("Evening {number}: {why}"),
        file.TooManySpellings: N_(
            "The payments of this group spell people in more than {most} ways, so it cannot be "
            "imported."
        ),
        file.TooManyTogether: N_(
            "The evenings of this file have more than {most} entries together. It can only be imported on "
            "the server, with `companion import`."
        ),
        file.TooManyEvenings: N_(
            "A group of more than {most} evenings can only be imported on the server, with "
            "`companion import`."
        ),
    }
)


def refused_in_evening(number: int, entry: str) -> str:
    """Name the evening of a refused entry; `entry` names the entry and the reason."""
    return _("Evening {number}: {why}", number=number, why=entry)


def settled_in_group(group: str, is_settled: bool) -> str:
    """Return a note for the page of an evening that its group settles with its other evenings.

    `group` is "" for those who do not know the group.
    """
    if is_settled and group:
        return _("Settled in {group}. Nobody owes anything.", group=group)
    if is_settled:
        return _("Settled together with other evenings. Nobody owes anything.")
    if group:
        return _(
            "This evening is settled together with others in {group}, which shows what is still open.",
            group=group,
        )
    return _("This evening is settled together with others. Ask the host what is still open.")


def counts_at_own_worth(
    evening: str, summary: EveningSummary, before: WorthSet, now: WorthSet
) -> str:
    """Say that an evening counts at its own worth now, not at the group's, and what that changes."""
    text = _(
        "In {evening} a chip counts at {own}, as the evening says, and no longer at {group}.",
        evening=evening,
        own=money(now.minor, now.currency),
        group=money(before.minor, before.currency),
    )
    more = now.minor - before.minor
    changed = [
        (one.player, signed_money((one.amount + one.paid) * more, now.currency))
        for one in sorted(summary.people, key=lambda one: -one.amount)
        if one.amount + one.paid
    ]
    if before.currency != now.currency or not changed:
        return text
    what_changes = _("This changes: {figures}.", figures=results.standings(changed))
    return f"{text} {what_changes}"


def curve_title(evenings: int, is_part: bool, unit: str) -> str:
    """Return the title of the chart of chips, or of money in a currency.

    `is_part` is true if it shows only some players.
    """
    if unit:
        return _n("Money over {n} evening", "Money over {n} evenings", evenings)
    if is_part:
        return _n(
            "Chips over {n} evening: those who came most often",
            "Chips over {n} evenings: those who came most often",
            evenings,
        )
    return _n("Chips over {n} evening", "Chips over {n} evenings", evenings)


def over(evenings: int, deals: int, as_told: int = 0) -> str:
    """Return the number of evenings and deals: 3 evenings, 40 deals."""
    parts = _n("{n} evening", "{n} evenings", evenings), _n("{n} deal", "{n} deals", deals)
    told = _n(
        "{n} evening is as told: it was entered as another game with this name.",
        "{n} evenings are as told: they were entered as another game with this name.",
        as_told,
    )
    return ", ".join(parts) + (f". {told}" if as_told else "")


def left_out(evenings: int) -> str:
    """Return a note on the evenings missing from the figures, with advice for the host; "" for none."""
    text = _n(
        "{n} evening is not counted: figures are for at most {most} people. If someone is there "
        "under two spellings, the host can merge them to make room.",
        "{n} evenings are not counted: figures are for at most {most} people. If someone is there "
        "under two spellings, the host can merge them to make room.",
        evenings,
        most=grouped(MOST_PEOPLE),
    )
    return text if evenings else ""


def a_deal(number: int, deals: int) -> str:
    """Return an average per deal to one decimal: 1.7."""
    tenths = (20 * number + deals) // (2 * deals)
    return f"{tenths // 10}{decimal_sign()}{tenths % 10}"


def group_entry_words(entry: GroupEntry, evening: str) -> str:
    """Return a short label for an entry of a group; `evening` is the name of its evening."""
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
        case WorthSet():
            return entry_words(entry, None)
        case SeasonNamed():
            return _("Season {name}", name=entry.name)
        case ScoringSet():
            return _("Seasons by points") if entry.scoring == "places" else _("Seasons by chips")
        case GroupPaid():
            words = results.has_paid(entry.source, entry.target)
            return results.payment(words, results.amount(entry.amount, entry.unit), "")
