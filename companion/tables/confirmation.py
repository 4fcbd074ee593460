"""The second look: a costly settlement waits until another device has confirmed it.

It is a setting of the table, off at first. The device that made the newest entry does not book such
a settlement alone. Another one confirms it, or it is skipped; the entry says which.
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
"""The answers to a second look; who answered is added here."""


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
    """Whether another comes there too."""


Claim = CostlyPayment | CostlyScore | RaceEnds


class SecondLook(Struct, frozen=True):
    """What a device is asked about a settlement that waits."""

    waits: bool
    """Whether it has to wait, for it made the newest entry."""
    claims: tuple[Claim, ...]
    """What is to be confirmed: each who pays or wins."""


def second_look(access: TableAccess, state: State, newest_by: str | None) -> SecondLook | None:
    """Return what is asked about the open settlement, or None if it may be booked.

    `newest_by` is the device that made the newest entry.
    """
    if not access.second_look:
        return None
    claims = tuple(_claims(state))
    return SecondLook(newest_by == access.device, claims) if claims else None


def look_at_correction(evening: Evening, entry: Amended) -> SecondLook | None:
    """Return what a second device would have to look at if a correction were entered, if anything.

    It is what the last settlement would cost more than now, if the correction is
    in its deal; earlier ones only a host corrects. A settlement in the place of something else has
    been seen by nobody. Raises `EntryError` for what is refused.
    """
    if isinstance(entry.by, Settled):
        claims = tuple(_claims(evening.before(entry.entry)))
    else:
        newest = evening.newest
        if newest is None or not isinstance(newest.entry, Settled):
            return None
        if entry.entry >= newest.number:
            return None
        if evening.deal_of(entry.entry) != evening.deal_of(newest.number):
            return None
        before = set(_claims(evening.before(newest.number)))
        after = _claims(evening.enter(entry).before(newest.number))
        claims = tuple(one for one in after if one not in before)
    return SecondLook(waits=True, claims=claims) if claims else None


def check_second_look(look: SecondLook | None, entry: AnyEntry) -> None:
    """Raise `EntryError` if an entry books what waits for a second look.

    `look` is what the device is asked about the settlement that the entry books, if anything.
    Raises `MalformedEntry` for another answer than those of `ANSWERS`.
    """
    if look and isinstance(entry, Amended):
        raise RuleViolation(Rule.SECOND_LOOK, TableFact.NOT_BY_CORRECTION)
    settled = entry.by if isinstance(entry, Amended) else entry
    if not isinstance(settled, Settled):
        return
    if settled.looked and (settled is not entry or settled.looked not in ANSWERS):
        raise MalformedEntry(TableFact.NOT_A_LOOK)
    if look and (settled.looked is None or (settled.looked == "confirmed" and look.waits)):
        raise RuleViolation(Rule.SECOND_LOOK, TableFact.SECOND_LOOK_WANTED)


def signed(access: TableAccess, entry: AnyEntry) -> AnyEntry:
    """Return an entry with who has looked at its settlement.

    Whatever the table is set to: the same form again has to make the same entry.
    """
    who = access.name or access.seat
    if not isinstance(entry, Settled) or not entry.looked or not who:
        return entry
    return replace(entry, looked=f"{entry.looked} by {who}")


def without_name(entry: AnyEntry) -> AnyEntry:
    """Return an entry as its form sends it: without the name of who has looked."""
    if not isinstance(entry, Settled) or entry.looked is None:
        return entry
    return replace(entry, looked=entry.looked.partition(" ")[0])


def _claims(state: State) -> Iterator[Claim]:
    """Yield what is costly about the open settlement; nothing if nothing is."""
    session = state.session
    if session is None or session.deal is None:
        return
    deal = session.deal
    if deal.phase is not Phase.SETTLING:
        # A revoke can end a deal at once; else there is nothing to book yet.
        try:
            deal = deal.enter(Settled())
        except EntryError:
            return
    yield from _costly(session, deal)


def _costly(session: GameSession, deal: Deal) -> Iterator[Claim]:
    """Yield each who is looed, has revoked or failed, or comes to the end of the race."""
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
