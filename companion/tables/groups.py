"""The groups of one store: opening them, what is entered of them, and which evenings are in them.

`Groups.submit` and `Groups.add` are the only ways to add an entry to a group that is there.
"""

import secrets
from collections.abc import Collection, Mapping
from contextlib import suppress

from msgspec.structs import replace

from companion.errors import EntryError, RuleViolation
from companion.evening.entries import GameStarted, Paid, Undone
from companion.facts import Fact
from companion.groups import Group
from companion.groups.entries import EveningAdded, GroupChange, GroupOpened, PersonMerged
from companion.groups.figures import MOST_PEOPLE, check_paid
from companion.groups.group import StandingFact, check_merge, check_name
from companion.ids import Rule
from companion.store import (
    AccessStore,
    Conflict,
    EveningInfo,
    GroupRepository,
    Membership,
    MemberStore,
    TableAccess,
)
from companion.tables import group_policy, policy
from companion.tables.access import Links, current, hosted
from companion.tables.overtaken import Overtaken
from companion.tables.standings import Member, Standing, Standings
from companion.tables.submit import Tables
from companion.tables.summaries import Listed, Summaries, usual_of
from companion.tables.table_facts import LogNotThatLong, TableFact
from companion.tables.visits import EXAMPLE, come_in, remember

TRIES = 20
"""Times that an evening is added anew because others were faster."""
USUAL = 10
"""Evenings looked at for the usual table of a group."""


class InAnotherGroup(Fact, frozen=True):
    """The evening is in another group, and it can be in one only."""


class Groups:
    """All groups of one store. Safe to share between threads and greenlets."""

    def __init__(
        self,
        groups: GroupRepository,
        access_store: AccessStore,
        members: MemberStore,
        tables: Tables,
        summaries: Summaries,
    ) -> None:
        """`access_store` is that of the groups; `groups` has to ring the bell of the tables."""
        self.groups = groups
        self.access_store = access_store
        self.members = members
        self.tables = tables
        self._summaries = summaries
        self.standings = Standings(groups, members, summaries)

    def close(self) -> None:
        """Wake all who listen for the last time, and close the database."""
        self.tables.close()

    # Coming in

    def open_group(
        self,
        key: str,
        device: str,
        hosts_server: bool = False,
        comes_back: bool = True,
    ) -> TableAccess:
        """Return the group that a link's key opens, with the rights of the device that asks.

        `hosts_server` says that it hosts everything here. `comes_back` is as with `open_table`. Raises
        `UnknownEvening`.
        """
        found = come_in(self.access_store, key, device, comes_back)
        return found.as_host() if hosts_server else found

    def start(self, name: str, device: str, entry_id: str) -> EveningInfo:
        """Start a group, hosted by a device, and return it.

        The same `entry_id` from the same device starts nothing new. Raises `EntryError`, or
        `UnknownEvening` if the device has been removed from that group since.
        """
        check_name(name)
        opened = GroupOpened(name)
        info = self.groups.log.open_evening(name, [opened], device, f"group-{entry_id}")
        return hosted(self.access_store, device, info)

    def links(self, access: TableAccess) -> Links:
        """Return what a device may show to others, so that they can come in too."""
        rules = self.access_store.rules(access.info.id)
        return Links(rules.watch_key, None if access.watches else rules.record_key, code=None)

    def replace_link(self, access: TableAccess, watch: bool) -> str:
        """Replace the link to watch, or the one to record; return the new key. Raises `Denied`."""
        group_policy.may_host(access)
        return self.access_store.replace(access.info.id, "watch" if watch else "record")

    def claim_hosting(self, access: TableAccess) -> bool:
        """Make a device the host of a group that has none; return whether it is. Raises `Denied`."""
        policy.may_claim_hosting(access)
        remember(self.access_store, access)
        return self.access_store.claim(access.device, access.info.id)

    # Entries

    def submit(
        self, access: TableAccess, entry: GroupChange, position: int, entry_id: str
    ) -> Group:
        """Enter a change of a group, and return the group after it.

        `position` is the length of the log that the person saw, `entry_id` chosen by the device for
        this entry alone: the same again writes nothing. Raises `Denied`, `Overtaken`, `ReusedId`,
        `Busy`, `EntryError` or `StoreError`; nothing is written then.
        """
        number = access.info.id
        try:
            group = self._appended(access, entry, position, entry_id)
        except (policy.Denied, EntryError, Overtaken):
            if access.watches or not self._is_made(access, entry, position, entry_id):
                raise
            group = self.groups.evening(number)
        name = self.groups.log.evening(number).name
        while name != group.name:
            # Of several who rename it at once, the last to look writes what the log says.
            name = group.name
            self.access_store.rename(number, name)
            group = self.groups.evening(number)
        return group

    def _is_made(
        self, access: TableAccess, entry: GroupChange, position: int, entry_id: str
    ) -> bool:
        """Return whether the same form of the same device has made the entry already."""
        number, log = access.info.id, self.groups.log
        return any(
            device == access.device and made == entry and log.has_entry(number, entry_id)
            for made, device in log.entries_with_devices(number, position, 1)
        )

    def _appended(
        self, access: TableAccess, entry: GroupChange, position: int, entry_id: str
    ) -> Group:
        number = access.info.id
        group = self.groups.evening(number)
        if position > group.length:
            raise Overtaken(LogNotThatLong(group.length))
        author: policy.Author = "self"
        if isinstance(entry, Undone):
            author = self._author(access, entry.entry)
        group_policy.may_enter(access, group, entry, author)
        # What was made from an old page is left for the log to refuse.
        is_fresh = position == group.length
        if isinstance(entry, PersonMerged) and is_fresh:
            people = self.standings.tables(number)
            check_merge(group, entry, people)
        if isinstance(entry, Paid) and is_fresh:
            standing = self.standings.whole(number)
            check_paid(group, standing.figures, standing.still_open, entry)

        def allow(group: Group) -> None:
            now = current(self.access_store, access)
            group_policy.may_enter(now, group, entry, author)

        try:
            return self.groups.append(number, entry, position, entry_id, access.device, allow)
        except Conflict:
            raise Overtaken(TableFact.SOMEBODY_FASTER) from None

    def settle_all(self, access: TableAccess, position: int, entry_id: str) -> Group:
        """Enter every payment that is still open across the evenings, and return the group then.

        Raises as `submit` does; payments made before one is refused stay.
        """
        policy.may_record(access)

        def allow(_group: Group) -> None:
            policy.may_record(current(self.access_store, access))

        number, made = access.info.id, 0
        group = self.groups.evening(number)
        # What was entered by hand can have such ids, too: no plan has more payments than people.
        most = min(group.length - position, MOST_PEOPLE)
        while made < most and self.groups.log.has_entry(number, f"{entry_id}-{made}"):
            made += 1
        if position + made != group.length:
            if made:
                return group
            raise Overtaken(TableFact.SOMEBODY_FASTER)
        # If the disk failed after the first payments, the same again makes the others.
        try:
            for done, one in enumerate(self.standings.whole(number).plan.transfers, made):
                paid, its_id = Paid(one.source, one.target, one.amount), f"{entry_id}-{done}"
                group = self.groups.append(
                    number, paid, position + done, its_id, access.device, allow
                )
                self.rest()
        except Conflict:
            raise Overtaken(TableFact.SOMEBODY_FASTER) from None
        return group

    def undoable(self, access: TableAccess, group: Group) -> StandingFact | None:
        """Return the entry of a group that a device may undo, if any."""
        newest = group.undoable
        if newest is None:
            return None
        author = self._author(access, newest.number)
        may = group_policy.can_enter(access, group, Undone(newest.number), author)
        return newest if may else None

    def _author(self, access: TableAccess, number: int) -> policy.Author:
        made_by = self.groups.device_of(access.info.id, number)
        return "self" if made_by == access.device else "another"

    # The evenings

    def open_evening(
        self, access: TableAccess, name: str, started: GameStarted, entry_id: str | None
    ) -> EveningInfo:
        """Open an evening in a group with its first game, hosted by the device, and return it.

        The same `entry_id` from the same device opens nothing new. Raises `Denied` or `EntryError`.
        """
        policy.may_record(access)
        # A group that is full opens nothing.
        self.groups.evening(access.info.id).enter(EveningAdded(_reference()))
        info = self.tables.open_evening(name, started, access.device, entry_id)
        self.add(access, self.tables.open_table(info.key, access.device))
        return info

    def add(self, access: TableAccess, evening: TableAccess) -> None:
        """Put an evening that is there in a group; if it is in there, nothing happens.

        Raises `Denied`, `Overtaken` or `EntryError`, such as for one that is in another group.
        """
        group_policy.may_join(access, evening)

        def allow(_group: Group) -> None:
            its_own = current(self.tables.access_store, evening)
            group_policy.may_join(current(self.access_store, access), its_own)

        for _ in range(TRIES):
            was = self.members.membership(evening.info.id)
            if was and was.reference in self.groups.evening(was.group).evenings:
                if was.group == access.info.id:
                    return
                raise RuleViolation(Rule.ALREADY_RECORDED, InAnotherGroup())
            to = Membership(access.info.id, _reference())
            entry = EveningAdded(to.reference)
            group = self.groups.evening(to.group)
            position = group.enter(entry).length - 1
            allow(group)
            # What was assigned but not added is in no group, so that it can be assigned again.
            with suppress(Conflict):
                self.members.assign(evening.info.id, to, was)
                self.groups.append(to.group, entry, position, to.reference, access.device, allow)
                return
        raise Overtaken(TableFact.SOMEBODY_FASTER)

    def is_in_group(self, evening: TableAccess) -> bool:
        """Return whether an evening is in a group, be it one that the device does not know."""
        was = self.members.membership(evening.info.id)
        return bool(was and was.reference in self.groups.evening(was.group).evenings)

    def of_evening(self, evening: TableAccess) -> EveningInfo | None:
        """Return the group that an evening is in, if the device knows it, with its key there."""
        was = self.members.membership(evening.info.id)
        found = self.access_store.known(evening.device, was.group) if was else None
        if was and found is None and self.access_store.device(EXAMPLE, was.group):
            found = self.groups.log.find(self.access_store.rules(was.group).watch_key)
        return found if found and self.is_in_group(evening) else None

    def evenings(self, access: TableAccess, with_hidden: bool = False) -> tuple[Member, ...]:
        """Return the evenings of a group, the newest first, hidden ones only if they are wanted."""
        found = self.standings.members(access.info.id)
        return found if with_hidden else tuple(one for one in found if not one.is_hidden)

    def listed(self, evenings: Collection[int]) -> Mapping[int, Listed]:
        """Return what is known of evenings, after working out a little of what is missing."""
        return self._summaries.listed(evenings)

    def lengths(self, access: TableAccess) -> Mapping[int, int]:
        """Return how many entries each evening of a group has."""
        return self._summaries.lengths(access.info.id)

    def links_of(self, access: TableAccess, evenings: Collection[int]) -> Mapping[int, EveningInfo]:
        """Return a group's evenings by their numbers, each with the key that the device gets by it.

        Who came by the link to watch gets no key to record.
        """
        found = self.members.links(evenings)
        return {
            number: watched if access.watches else recorded
            for number, (recorded, watched) in found.items()
        }

    def usual_table(self, access: TableAccess) -> GameStarted | None:
        """Return the last game of the group as the start of the next one.

        People are seated under the names that they have in the group.
        """
        person = self.groups.evening(access.info.id).person
        numbers = [one.number for one in self.evenings(access)[:USUAL]]
        found = self.listed(numbers)
        for number in numbers:
            if usual := usual_of(found.get(number)):
                seats = tuple(map(person, usual.seats))
                return replace(usual, seats=seats, dealer=person(usual.dealer))
        return None

    def people(self, access: TableAccess) -> tuple[str, ...]:
        """Return who has played in a group, who came most often first."""
        people = sorted(self.figures(access).figures.people, key=lambda one: -one.evenings)
        return tuple(one.name for one in people)

    def figures(self, access: TableAccess) -> Standing:
        """Return the figures of a group, over as many of its evenings as are summed up by now.

        Each call sums up some more of what is missing. Raises `Busy`.
        """
        return self.standings.of(access.info.id)

    def rest(self) -> None:
        """Let others run, in the middle of what takes long."""
        self._summaries.rest()


def _reference() -> str:
    return secrets.token_urlsafe(16)
