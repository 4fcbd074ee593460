"""The second look: a dear settlement waits until another phone has confirmed it.

It is a setting of the table, off at first. The phone that made the newest entry does not book such
a settlement alone. Another one confirms it, or it is skipped in words; the entry says which.
"""

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import EntryError, MalformedEntry, RuleViolation
from companion.evening import AnyEntry, Evening
from companion.evening.entries import Amended
from companion.evening.game_session import GameSession
from companion.rules.actions import Settled
from companion.rules.deal import Deal, Phase
from companion.rules.ids import Rule
from companion.store import TableAccess
from companion.web.rights import keeper
from companion.web.settlement_view import whys

ANSWERS = ("confirmed", "skipped")
"""What a form says of a second look; who said so is added here."""
SAYS = (
    "This settlement waits for a second look. Let another phone that records confirm it, or tap "
    "“Skip the second look”."
)


class Look(Struct, frozen=True):
    """What a phone is asked about a settlement that waits."""

    waits: bool
    """Whether it has to wait, for it made the newest entry."""
    claims: tuple[str, ...]
    """What is to be confirmed, a sentence for each who pays or wins."""


def second_look(table: TableAccess, evening: Evening) -> Look | None:
    """Return what is asked about the settlement that stands open, or None if it may be booked."""
    if not table.second_look:
        return None
    claims = _claims(evening)
    if not claims:
        return None
    newest = keeper().device_of(table.info.id, evening.length)
    return Look(newest == table.device, claims)


def looked(table: TableAccess, evening: Evening, entry: AnyEntry, after: int) -> AnyEntry:
    """Return an entry with who has looked written in.

    Raises `RuleViolation` if a settlement waits that it books without a second look, and `MalformedEntry`
    for another answer than those of the form. What was made from an old page is left for the log
    to refuse.
    """
    said = entry.by if isinstance(entry, Amended) else entry
    if not isinstance(said, Settled):
        return entry
    if said.looked and (said is not entry or said.looked not in ANSWERS):
        raise MalformedEntry("A second look is confirmed or skipped, by the phone that says so.")
    look = second_look(table, evening) if after == evening.length else None
    if look and (said.looked is None or (said.looked == "confirmed" and look.waits)):
        raise RuleViolation(Rule.SECOND_LOOK, SAYS)
    who = table.name or table.seat
    # Whatever the table is set to: the same form again has to say the same.
    return replace(said, looked=f"{said.looked} by {who}") if said.looked and who else entry


def _claims(evening: Evening) -> tuple[str, ...]:
    """Return what is dear about the open settlement; nothing if nothing is."""
    session = evening.state.session
    if session is None or session.deal is None:
        return ()
    deal = session.deal
    if deal.phase is not Phase.SETTLING:
        # A revoke can end a deal at once; else there is nothing to book yet.
        try:
            deal = deal.enter(Settled())
        except EntryError:
            return ()
    return tuple(_dear(session, deal))


def _dear(session: GameSession, deal: Deal) -> list[str]:
    """Return a sentence for each who is looed, has revoked, or comes to the end of the race."""
    settlement = deal.settlement()
    revoked = {revoke.player for revoke in deal.revokes if revoke.stands == "revoke"}
    dear = {*settlement.looed, *revoked}
    found = []
    for one in whys(session, deal, settlement):
        if one.name not in dear:
            continue
        if settlement.pool is None:
            found.append(f"{one.name} {one.figure}: {one.note}.")
            continue
        pays = sum(line.amount for line in settlement.lines if line.source == one.name)
        found.append(f"{one.name} pays {pays}: {one.note}.")
    race = session.race
    if race:
        points = settlement.points
        here = {player: session.scores[player] for player in session.seated()}
        first = race.decide(here, points, settlement.points_in_order, session.level)
        for player in first:
            score = here[player] + sum(one.points for one in points if one.player == player)
            ends = "wins" if len(first) == 1 else "is level with another"
            found.append(f"{player} comes to {score} and {ends}.")
    return found
