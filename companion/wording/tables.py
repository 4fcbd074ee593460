"""Messages of the tables."""

from companion.groups.group import GroupFact
from companion.tables import confirmation, table_facts
from companion.tables.budgets import BudgetSpent
from companion.tables.table_facts import NotACode, TableFact
from companion.wording.languages import N_, _, _n
from companion.wording.saying import If, Plural, messages, say, words

messages(
    {
        TableFact.OTHERS_CHECKED: N_(
            "Other files are being checked, so yours was not imported. Try again in a minute."
        ),
        TableFact.NO_COOKIES: N_(
            "This browser keeps no cookies: it can keep score, but not be the host, have a seat or find "
            "its evenings again. Allow cookies, or open this page in another browser."
        ),
        TableFact.NOT_A_DAY: N_("That is not a date. Write it like 2026-11-20."),
        TableFact.LINK_WATCHES_ONLY: N_(
            "This link can only watch. Ask the host for the join link."
        ),
        TableFact.CHOSE_TO_WATCH: N_("This phone is just watching. It can keep score again."),
        TableFact.PHONE_REMOVED: N_(
            "The host has removed this phone, so it can only watch. Ask the host to let it back."
        ),
        TableFact.HOST_RECORDS_ALONE: N_("This evening only the host keeps score."),
        TableFact.HOST_ONLY: N_(
            "Only the host of this evening can do that. The page “Invite” says who that is."
        ),
        TableFact.ANOTHERS_ENTRY: N_(
            "Another phone entered that. Only that phone or the host can undo it."
        ),
        TableFact.SEAT_UNKNOWN: N_(
            "Everyone keeps score for their own seat here. Choose yours, or just watch."
        ),
        table_facts.SeatLeft: N_("{player} has left. Choose your seat, or just watch."),
        table_facts.AnothersSeat: N_("{player} or the host enters that. This phone is {seat}’s."),
        TableFact.ONE_SETTLEMENT_BACK: N_(
            "Only the host can undo another settlement. Finish this deal first, or ask the host."
        ),
        GroupFact.GROUP_HOST_ONLY: N_(
            "Only the host of this group can do that. Ask the person who started the group."
        ),
        GroupFact.ANOTHERS_GROUP_ENTRY: N_(
            "Another phone did that. Only that phone or the host can undo it."
        ),
        GroupFact.IN_ANOTHER_GROUP: N_(
            "This evening is already in another group. An evening can be in only one."
        ),
        TableFact.CANNOT_BECOME_HOST: N_("That phone cannot become the host. Choose one of these."),
        TableFact.CANNOT_REMOVE: N_("That phone cannot be removed. Choose another one."),
        TableFact.DEAL_HAS_ENTRIES: N_(
            "A deal has entries, so the evening cannot be thrown away. Undo them first, or close the "
            "evening."
        ),
        TableFact.NOBODY_TO_CONFIRM: N_(
            "Nothing was saved. If only the host keeps score, no second phone can confirm. Choose who "
            "else keeps score, or leave out the second phone."
        ),
        TableFact.NOT_BY_CORRECTION: N_(
            "The settlement would need a second phone, so this cannot be corrected afterwards. "
            "Undo back to it, then enter what happened and settle again."
        ),
        TableFact.SECOND_LOOK_WANTED: N_(
            "This settlement needs a second phone. Confirm it on another phone that keeps score, or "
            "choose “Go on without a second phone”."
        ),
        TableFact.STUDIES_OFF: N_(
            "The host has switched off “How it could have gone” for this evening. The host can switch "
            "it on again in Settings."
        ),
        TableFact.ANOTHER_STUDY: N_("Another deal is being looked at. Try again in a moment."),
        TableFact.NO_OTHER_PHONES: N_(
            "This companion runs without a server, so no other phone can take part. To go on together, "
            "import the evening’s file on a companion with a server."
        ),
        TableFact.NO_ESTIMATES: N_(
            "“Play or drop?” and the odds of a deal take too long to work out on a phone. A companion with "
            "a server has them."
        ),
        TableFact.NOT_A_LOOK: N_("Here you can only confirm a big payment, or skip the check."),
        confirmation.CostlyPayment: N_("{player} pays {chips}."),
        confirmation.CostlyScore: N_("{player} {points}."),
        confirmation.RaceEnds: If(
            "is_tied",
            N_("{player} reaches {score} and is tied with another player."),
            N_("{player} reaches {score} and wins."),
        ),
        table_facts.EnteredAlready: If(
            "is_own",
            N_("This phone has already entered that. Here is the table now."),
            If(
                "by",
                N_("{by} has already entered that. Here is the table now."),
                N_("Another phone has already entered that. Here is the table now."),
            ),
        ),
        TableFact.SOMEBODY_FASTER: N_(
            "Someone was faster, so your entry was not saved. Here is the table now."
        ),
        table_facts.LogNotThatLong: Plural(
            "The log has only {n} entry, so yours was not saved. Reload the page.",
            "The log has only {n} entries, so yours was not saved. Reload the page.",
            by="length",
        ),
        TableFact.SAME_AS_BEFORE: N_(
            "That is what it says already. Choose something else, or cancel."
        ),
        table_facts.AnotherEntry: N_("This page corrects only entry {entry}."),
        TableFact.NO_ENTRY_ID: N_("This page cannot send that. Reload it, then enter it again."),
        TableFact.LOOKALIKE_LETTERS: N_(
            "A code never has I, L, O, 0 or 1, because they look alike. Check it again."
        ),
        NotACode: N_("A code is {length} letters, like ABC DEF."),
        table_facts.NotSeated: N_("{player} is not at this table now. Choose again."),
    }
)


@words(BudgetSpent)
def budget_spent(fact: BudgetSpent) -> str:
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


_TOO_MANY = {
    "codes": N_("Too many wrong codes"),
    "evenings": N_("Too many new evenings"),
    "uploads": N_("Too many imports"),
}


def too_many(fact: BudgetSpent) -> str:
    """Return the title of the page shown when a budget is spent."""
    if not fact.most:
        return _("Not open to everyone")
    return _(_TOO_MANY[fact.kind])


def costly_item(fact: confirmation.CostlyItem, figure: str, outcome: str) -> str:
    """Return the request to a second phone to confirm. `figure` and `outcome` are the player's in
    the settlement; each can be "".
    """
    if isinstance(fact, confirmation.RaceEnds) or not outcome:
        return say(fact)
    return _("{player} {figure} ({outcome}).", player=fact.player, figure=figure, outcome=outcome)
