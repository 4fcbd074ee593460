"""Confirmation of costly settlements by a second device.

The host can turn it on for a table. Then the device that made the newest entry cannot confirm such a
settlement: another device confirms it, or the confirmation is skipped. The entry records which.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import EntryError, MalformedEntry, RuleViolation
from companion.evening import AnyEntry, Evening, State
from companion.evening.entries import Amended
from companion.evening.game_session import GameSession
from companion.facts import Fact, SignedPoints
from companion.ids import Rule
from companion.rules.actions import Settled
from companion.rules.deal import Deal
from companion.rules.facts import Phase
from companion.rules.scores import GeneralPoints
from companion.store import TableAccess
from companion.tables.table_facts import TableFact

ANSWERS = ("confirmed", "skipped")
"""The values of `Settled.confirmation` that a form may send; `signed` appends the device's name."""


class CostlyPayment(Fact, frozen=True):
    player: str
    chips: int


class CostlyScore(Fact, frozen=True):
    player: str
    points: SignedPoints


class RaceEnds(Fact, frozen=True):
    player: str
    score: int
    is_tied: bool


CostlyItem = CostlyPayment | CostlyScore | RaceEnds


class Confirmation(Struct, frozen=True):
    """What to ask a device before a costly settlement is booked."""

    waits: bool
    """True if this device made the newest entry, so another device has to confirm."""
    items: tuple[CostlyItem, ...]


def confirmation_wanted(
    access: TableAccess, state: State, newest_by: str | None
) -> Confirmation | None:
    """Return the confirmation that the open settlement needs, or None.

    `newest_by` is the device that made the newest entry.
    """
    if not access.second_look:
        return None
    items = tuple(_costly_items(state))
    return Confirmation(newest_by == access.device, items) if items else None


def confirmation_of_correction(evening: Evening, entry: Amended) -> Confirmation | None:
    """Return the confirmation that a correction needs, or None.

    In the deal settled last, only additional costs have to be confirmed. A correction in an earlier
    deal, which only a host can make, needs no confirmation. A settlement that replaces another entry
    has to be confirmed completely. Raises `EntryError` if the rules refuse the correction.
    """
    if isinstance(entry.by, Settled):
        items = tuple(_costly_items(evening.before(entry.entry)))
    else:
        newest = evening.newest
        if (
            newest is None
            or not isinstance(newest.entry, Settled)
            or entry.entry >= newest.number
            or evening.deal_of(entry.entry) != evening.deal_of(newest.number)
        ):
            return None
        before = set(_costly_items(evening.before(newest.number)))
        after = _costly_items(evening.enter(entry).before(newest.number))
        items = tuple(one for one in after if one not in before)
    return Confirmation(waits=True, items=items) if items else None


def check_confirmed(wanted: Confirmation | None, entry: AnyEntry) -> None:
    """Raise `RuleViolation` if an entry lacks the confirmation `wanted`.

    Raises `MalformedEntry` for an answer that is not in `ANSWERS`.
    """
    if wanted and isinstance(entry, Amended):
        raise RuleViolation(Rule.SECOND_LOOK, TableFact.NOT_BY_CORRECTION)
    settled = entry.by if isinstance(entry, Amended) else entry
    if not isinstance(settled, Settled):
        return
    if settled.confirmation and (settled is not entry or settled.confirmation not in ANSWERS):
        raise MalformedEntry(TableFact.NOT_A_LOOK)
    if wanted and (
        settled.confirmation is None or (settled.confirmation == "confirmed" and wanted.waits)
    ):
        raise RuleViolation(Rule.SECOND_LOOK, TableFact.SECOND_LOOK_WANTED)


def signed(access: TableAccess, entry: AnyEntry) -> AnyEntry:
    """Return an entry; in a settlement that was confirmed or skipped, add the device's name.

    This does not depend on the table's settings, because a form that is sent again has to make the
    same entry.
    """
    who = access.name or access.seat
    if not isinstance(entry, Settled) or not entry.confirmation or not who:
        return entry
    return replace(entry, confirmation=f"{entry.confirmation} by {who}")


def without_name(entry: AnyEntry) -> AnyEntry:
    """Return an entry as its form sent it, without the name that `signed` appends."""
    if not isinstance(entry, Settled) or entry.confirmation is None:
        return entry
    return replace(entry, confirmation=entry.confirmation.partition(" ")[0])


def _costly_items(state: State) -> Iterator[CostlyItem]:
    """Yield the costly parts of the open settlement."""
    session = state.session
    if session is None or session.deal is None:
        return
    deal = session.deal
    if deal.phase is not Phase.SETTLING:
        # A revoke can end a deal early. Otherwise there is nothing to book yet.
        try:
            deal = deal.enter(Settled())
        except EntryError:
            return
    yield from _costly_in(session, deal)


def _costly_in(session: GameSession, deal: Deal) -> Iterator[CostlyItem]:
    """Yield an item for each player who is looed, has revoked or failed, or ends the race."""
    settlement = deal.settlement()
    revoked = {revoke.player for revoke in deal.revokes if revoke.ruling == "revoke"}
    facts = [one.fact for one in settlement.points]
    failed = {one.player for one in facts if isinstance(one, GeneralPoints) and not one.made}
    for player in deal.setup.players:
        if player not in {*settlement.looed, *revoked, *failed}:
            continue
        if settlement.pool is None:
            points = sum(one.points for one in settlement.points if one.player == player)
            yield CostlyScore(player, points)
        else:
            chips = sum(line.amount for line in settlement.lines if line.source == player)
            yield CostlyPayment(player, chips)
    race = session.race
    if race:
        points_of = settlement.points
        here = {player: session.scores[player] for player in session.seated()}
        first = race.decide(here, points_of, settlement.points_in_order, session.tied)
        for player in first:
            score = here[player] + sum(one.points for one in points_of if one.player == player)
            yield RaceEnds(player, score, is_tied=len(first) > 1)
