"""Confirmation of a costly settlement by a second device.

The host can turn it on for a table. The device that made the newest entry cannot book such a
settlement alone: another device confirms it, or the check is skipped; the entry says which.
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
"""The answers a form may send; `signed` adds the name of the device."""


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


Claim = CostlyPayment | CostlyScore | RaceEnds


class Confirmation(Struct, frozen=True):
    """The question to a device about a costly settlement."""

    waits: bool
    """Whether this device made the newest entry, so that another one has to confirm."""
    claims: tuple[Claim, ...]


def confirmation_wanted(
    access: TableAccess, state: State, newest_by: str | None
) -> Confirmation | None:
    """Return the question about the open settlement, or None if it may be booked.

    `newest_by` is the device that made the newest entry.
    """
    if not access.second_look:
        return None
    claims = tuple(_claims(state))
    return Confirmation(newest_by == access.device, claims) if claims else None


def confirmation_of_correction(evening: Evening, entry: Amended) -> Confirmation | None:
    """Return the question to a second device if a correction were entered, or None.

    In the deal settled last, only the additional cost has to be confirmed. Corrections of earlier
    deals, which only a host can make, need no confirmation. A settlement that replaces another entry
    has to be confirmed completely. Raises `EntryError` if the rules refuse the correction.
    """
    if isinstance(entry.by, Settled):
        claims = tuple(_claims(evening.before(entry.entry)))
    else:
        newest = evening.newest
        if (
            newest is None
            or not isinstance(newest.entry, Settled)
            or entry.entry >= newest.number
            or evening.deal_of(entry.entry) != evening.deal_of(newest.number)
        ):
            return None
        before = set(_claims(evening.before(newest.number)))
        after = _claims(evening.enter(entry).before(newest.number))
        claims = tuple(one for one in after if one not in before)
    return Confirmation(waits=True, claims=claims) if claims else None


def check_confirmed(wanted: Confirmation | None, entry: AnyEntry) -> None:
    """Raise `EntryError` if an entry books a settlement that is not confirmed.

    `wanted` is the question about that settlement, if any. Raises `MalformedEntry` for an answer that
    is not one of `ANSWERS`.
    """
    if wanted and isinstance(entry, Amended):
        raise RuleViolation(Rule.SECOND_LOOK, TableFact.NOT_BY_CORRECTION)
    settled = entry.by if isinstance(entry, Amended) else entry
    if not isinstance(settled, Settled):
        return
    if settled.looked and (settled is not entry or settled.looked not in ANSWERS):
        raise MalformedEntry(TableFact.NOT_A_LOOK)
    if wanted and (settled.looked is None or (settled.looked == "confirmed" and wanted.waits)):
        raise RuleViolation(Rule.SECOND_LOOK, TableFact.SECOND_LOOK_WANTED)


def signed(access: TableAccess, entry: AnyEntry) -> AnyEntry:
    """Return a settlement with the name of the device that answered.

    The table's settings do not matter: the same form sent again has to make the same entry.
    """
    who = access.name or access.seat
    if not isinstance(entry, Settled) or not entry.looked or not who:
        return entry
    return replace(entry, looked=f"{entry.looked} by {who}")


def without_name(entry: AnyEntry) -> AnyEntry:
    """Return an entry without the name that `signed` adds, as its form sends it."""
    if not isinstance(entry, Settled) or entry.looked is None:
        return entry
    return replace(entry, looked=entry.looked.partition(" ")[0])


def _claims(state: State) -> Iterator[Claim]:
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
    yield from _costly(session, deal)


def _costly(session: GameSession, deal: Deal) -> Iterator[Claim]:
    """Yield the players who are looed, have revoked or failed, or reach the end of the race."""
    settlement = deal.settlement()
    revoked = {revoke.player for revoke in deal.revokes if revoke.stands == "revoke"}
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
