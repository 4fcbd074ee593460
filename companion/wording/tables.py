"""What a table denies, asks and answers, in words."""

from companion.store import Device
from companion.tables import facts
from companion.tables.budgets import BudgetSpent
from companion.tables.checking import OthersChecked
from companion.tables.code import LookalikeLetters, NotACode
from companion.tables.confirmation import (
    Claim,
    CostlyPayment,
    CostlyScore,
    NotALook,
    NotByCorrection,
    RaceEnds,
    SecondLookWanted,
)
from companion.tables.facts import (
    AnotherEntry,
    EnteredAlready,
    LogNotThatLong,
    NoEntryId,
    NotSeated,
    SameAsBefore,
    SomebodyFaster,
)
from companion.tables.groups import InAnotherGroup
from companion.tables.readers import OthersServed
from companion.wording.languages import _, _n
from companion.wording.numbers import signed
from companion.wording.saying import say, words


@words(OthersChecked)
def others_checked(fact: OthersChecked) -> str:
    """Too many uploads wait to be checked."""
    return _("Other files are being checked, so yours was not imported. Try again in a minute.")


@words(OthersServed)
def others_served(fact: OthersServed) -> str:
    """Too much waits that was asked of long evenings."""
    return _("The server is busy right now. Everything you entered is safe. Try again in a minute.")


@words(BudgetSpent)
def budget_spent(fact: BudgetSpent) -> str:
    """When to try again, and what to do instead."""
    if fact.kind == "codes":
        return _n(
            "Try again in {n} second, or ask someone at the table to show you the QR code.",
            "Try again in {n} seconds, or ask someone at the table to show you the QR code.",
            fact.seconds,
        )
    if not fact.most:
        return _("Only the host of this server can do that.")
    return _n(
        "Your network has reached its limit for this hour. Try again in {n} minute.",
        "Your network has reached its limit for this hour. Try again in {n} minutes.",
        -(-fact.seconds // 60),
    )


def too_many(fact: BudgetSpent) -> str:
    """Return what there was too much of."""
    if not fact.most:
        return _("Not open to everyone")
    match fact.kind:
        case "codes":
            return _("Too many wrong codes")
        case "evenings":
            return _("Too many new evenings")
        case "uploads":
            return _("Too many imports")
        case "groups":
            return _("Too many new groups")
        case "visits":
            return _("Too many phones")


@words(facts.LinkWatchesOnly)
def link_watches_only(fact: facts.LinkWatchesOnly) -> str:
    """The link records nothing."""
    return _("This link can only watch. Ask the host for the join link.")


@words(facts.HostRecordsAlone)
def host_records_alone(fact: facts.HostRecordsAlone) -> str:
    """The host alone records."""
    return _("At this table only the host records.")


@words(facts.HostOnly)
def host_only(fact: facts.HostOnly) -> str:
    """That is the host's to do."""
    return _("Only the host of this table can do that. Tap ⋯, then Phones, to see who that is.")


@words(facts.AnothersEntry)
def anothers_entry(fact: facts.AnothersEntry) -> str:
    """Another device made the entry."""
    return _("Another phone entered that. Only that phone or the host can undo it.")


@words(facts.SeatUnknown)
def seat_unknown(fact: facts.SeatUnknown) -> str:
    """The device has no seat."""
    return _("Everyone records for their own seat here. Choose yours, or just watch.")


@words(facts.SeatLeft)
def seat_left(fact: facts.SeatLeft) -> str:
    """The player of the device is gone."""
    return _("{player} has left. Choose your seat, or just watch.", player=fact.player)


@words(facts.AnothersSeat)
def anothers_seat(fact: facts.AnothersSeat) -> str:
    """The entry is for another's seat."""
    return _(
        "{player} or the host records that. This phone is {seat}’s.",
        player=fact.player,
        seat=fact.seat,
    )


@words(facts.OneSettlementBack)
def one_settlement_back(fact: facts.OneSettlementBack) -> str:
    """A settlement was taken back already."""
    return _("Only the host can undo another settlement. Settle this deal first, or ask the host.")


@words(facts.GroupHostOnly)
def group_host_only(fact: facts.GroupHostOnly) -> str:
    """That is the host's to do."""
    return _("Only the host of this group can do that. Ask the person who started the group.")


@words(facts.AnothersGroupEntry)
def anothers_group_entry(fact: facts.AnothersGroupEntry) -> str:
    """Another device made the newest entry."""
    return _("Another phone did that. Only that phone or the host can undo it.")


@words(InAnotherGroup)
def in_another_group(fact: InAnotherGroup) -> str:
    """An evening is in one group."""
    return _("This evening is already in another group. An evening can be in only one.")


@words(facts.CannotBecomeHost)
def cannot_become_host(fact: facts.CannotBecomeHost) -> str:
    """The device is not there, only watches, or is host already."""
    return _("That phone cannot become the host. Choose one of these.")


@words(facts.NobodyToConfirm)
def nobody_to_confirm(fact: facts.NobodyToConfirm) -> str:
    """To confirm is to record."""
    return _(
        "Nothing was saved. If only the host records, no second phone can confirm. Choose who else "
        "records, or leave out the second phone."
    )


@words(NotByCorrection)
def not_by_correction(fact: NotByCorrection) -> str:
    """Nobody else would have seen it."""
    return _(
        "The settlement would need a second phone, so this cannot be corrected afterwards. Undo "
        "back to it, then enter what happened and settle again."
    )


@words(SecondLookWanted)
def second_look_wanted(fact: SecondLookWanted) -> str:
    """The settlement waits."""
    return _(
        "This settlement needs a second phone. Confirm it on another phone that records, "
        "or tap “Go on without a second phone”."
    )


@words(NotALook)
def not_a_look(fact: NotALook) -> str:
    """Another answer than those there are."""
    return _("Here you can only confirm a big payment, or skip the check.")


@words(CostlyPayment)
def costly_payment(fact: CostlyPayment) -> str:
    """What a player pays."""
    return _("{player} pays {chips}.", player=fact.player, chips=fact.chips)


@words(CostlyScore)
def costly_score(fact: CostlyScore) -> str:
    """What a deal brings a player."""
    return _("{player} {points}.", player=fact.player, points=signed(fact.points))


def claim(fact: Claim, outcome: str) -> str:
    """Return what a second look is to confirm; `outcome` is how the player came out of the deal."""
    match fact:
        case CostlyPayment() if outcome:
            return _(
                "{player} pays {chips}: {outcome}.",
                player=fact.player,
                chips=fact.chips,
                outcome=outcome,
            )
        case CostlyScore() if outcome:
            return _(
                "{player} {points}: {outcome}.",
                player=fact.player,
                points=signed(fact.points),
                outcome=outcome,
            )
    return say(fact)


@words(RaceEnds)
def race_ends(fact: RaceEnds) -> str:
    """A player comes to the end of the race."""
    if fact.is_tied:
        return _(
            "{player} reaches {score} and is tied with another player.",
            player=fact.player,
            score=fact.score,
        )
    return _("{player} reaches {score} and wins.", player=fact.player, score=fact.score)


@words(EnteredAlready)
def entered_already(fact: EnteredAlready) -> str:
    """The same stands there, and who entered it."""
    if fact.is_own:
        return _("This phone has already entered that. Here is the table now.")
    if not fact.by:
        return _("Another phone has already entered that. Here is the table now.")
    return _("{name} has already entered that. Here is the table now.", name=fact.by)


@words(SomebodyFaster)
def somebody_faster(fact: SomebodyFaster) -> str:
    """Something else was entered in the meantime."""
    return _("Someone was faster, so your entry was not saved. Here is the table now.")


@words(LogNotThatLong)
def log_not_that_long(fact: LogNotThatLong) -> str:
    """How long the log is."""
    return _n(
        "The log has only {n} entry, so yours was not saved. Reload the page.",
        "The log has only {n} entries, so yours was not saved. Reload the page.",
        fact.length,
    )


@words(SameAsBefore)
def same_as_before(fact: SameAsBefore) -> str:
    """A correction changes nothing."""
    return _("That is what it says already. Choose something else, or cancel.")


@words(AnotherEntry)
def another_entry(fact: AnotherEntry) -> str:
    """Which entry the page corrects."""
    return _("This page corrects only entry {entry}.", entry=fact.entry)


@words(NoEntryId)
def no_entry_id(fact: NoEntryId) -> str:
    """A fresh page has one."""
    return _("This page cannot send that. Reload it, then enter it again.")


@words(LookalikeLetters)
def lookalike_letters(fact: LookalikeLetters) -> str:
    """Which letters no code has."""
    return _("A code never has I, L, O, 0 or 1, because they look alike. Check it again.")


@words(NotACode)
def not_a_code(fact: NotACode) -> str:
    """What a code looks like."""
    return _("A code is {n} letters, like ABC DEF.", n=fact.length)


@words(NotSeated)
def not_seated(fact: NotSeated) -> str:
    """Nobody of that name sits at the table."""
    return _("{player} is not at this table now. Choose again.", player=fact.player[:40])


def device_name(device: Device | None) -> str:
    """Return what the others call a device; "" if there is none."""
    if device is None:
        return ""
    return device.name or device.seat or _("another phone")
