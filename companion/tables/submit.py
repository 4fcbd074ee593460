"""The tables of one store.

`Tables.submit` is the only way to add an entry to an evening, and `Tables.import_record` the only
way to import a whole evening.
"""

import time
from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import EntryError, FactError, MalformedEntry, RuleViolation
from companion.evening import AnyEntry, Evening, capacity
from companion.evening.changes import Changes, compare
from companion.evening.entries import (
    Amended,
    GameStarted,
    Inserted,
    OrdinaryEntry,
    PlayerRenamed,
    Undone,
    WorthSet,
)
from companion.evening.game_facts import EveningFact
from companion.evening.new_names import NAMING, check_entered, names_in
from companion.evening.record import Record, RecordError, TooManyEntries, name_fault
from companion.evening.starting import check_title
from companion.groups import Group
from companion.ids import Rule
from companion.rules.actions import Settled, TrickWon
from companion.store import (
    Conflict,
    Device,
    EveningInfo,
    EveningRepository,
    ReusedId,
    Store,
    TableAccess,
)
from companion.tables import policy
from companion.tables.budgets import Budgets, Limits
from companion.tables.checking import Checks, check_record
from companion.tables.confirmation import (
    Confirmation,
    check_confirmed,
    confirmation_of_correction,
    confirmation_wanted,
    signed,
    without_name,
)
from companion.tables.live import Notifier
from companion.tables.settings import Settings
from companion.tables.table_facts import EnteredAlready, LogNotThatLong, TableFact

IMPORT = "import"
"""The device of imported entries, followed by the id of the importing device if there is one."""
A_FEW = 2
"""Number of entries that a form opens an evening with: the worth of a chip, and the game. They need no thread."""
RECHECK_RIGHTS_AFTER = 0.1
"""Seconds an entry may wait to be written before the device's rights are read again."""
LOOKED_AT = 50
"""Number of later entries that are searched for an answer to the same question."""
Meanwhile: TypeAlias = EnteredAlready | LogNotThatLong | TableFact


class Overtaken(FactError, Conflict):
    """The log has grown since the page was made. `fact` says what was entered instead."""


class Submitted(Struct, frozen=True):
    """The result of `Tables.submit`."""

    entry: AnyEntry
    """The entry as recorded; a settlement names the device that confirmed it."""
    number: int
    """The entry's number in the log."""
    evening: Evening
    """The evening after the entry, or the current evening if the form was sent again."""


class Tables:
    """All tables of one store. Safe to share between threads and greenlets."""

    def __init__(self, store: Store, checks: Checks, limits: Limits, key: bytes = b"") -> None:
        """`key` is the server's secret, with which budgets hash addresses."""
        self.access_store = store.access
        self.groups = store.groups
        self.notifier = Notifier(store.log, limits.streams)
        self.evenings = EveningRepository(store.log, self.notifier.notify)
        self.budgets = Budgets(store.budgets, key, limits)
        self.checks = checks
        self.settings = Settings(self.evenings, store.access, self.notifier)
        self.open_table = self.settings.open
        self.reopen = self.settings.reopen

    def close(self) -> None:
        """Wake all listeners for the last time, and close the database."""
        self.notifier.close()
        self.evenings.log.close()

    # Opening

    def open_evening(
        self,
        name: str,
        entries: Sequence[AnyEntry],
        device: str,
        entry_id: str | None,
        zone: str = "",
    ) -> EveningInfo:
        """Open an evening with its first entries, hosted by a device if one is given, and return it.

        `zone` is the time zone of the device, "" if it is not known.

        The same `entry_id` from the same device returns the same evening. Raises `UnknownEvening` if
        the device was removed from that evening, `MalformedEntry`, or as `import_record` does.
        """
        if fault := name_fault(name):
            raise MalformedEntry(fault)
        for entry in entries:
            check_title(entry)
            check_confirmed(None, entry)
        record = Record(name, "", tuple(entries))
        if len(entries) > A_FEW:
            self._check_record(record)
        else:
            check_record(record, lambda number: None)
        info = self.evenings.log.open_evening(name, entries, device, entry_id, zone=zone)
        return self.settings.hosted(device, info)

    def import_record(
        self, record: Record, device: str = "", entry_id: str | None = None
    ) -> EveningInfo:
        """Import a whole record as a new evening, and return it.

        `device` becomes the host; if it is empty, the first device that claims the evening does.
        Raises `RecordRefused` if the rules refuse an entry, and `RecordError` if there are too many
        entries or the check takes too long.
        """
        self._check_record(record)
        maker = f"{IMPORT} {device}" if device else IMPORT
        info = self.evenings.log.open_record(record, maker, entry_id)
        return self.settings.hosted(device, info)

    def _check_record(self, record: Record) -> None:
        if sum(map(capacity.size_of, record.entries)) > capacity.CAPACITY:
            raise RecordError(TooManyEntries(capacity.CAPACITY))
        self.checks.run(lambda check_time: check_record(record, check_time))

    def throw_away(self, access: TableAccess) -> None:
        """Delete an evening permanently while no deal has an entry; its open pages are told.

        Raises `Denied`, or `Conflict` if something is entered meanwhile.
        """
        number = access.info.id
        evening = self.evenings.evening(number)
        policy.check_throw_away(access, evening)
        self.evenings.log.delete(number, evening.length)
        self.notifier.notify(number, rights=True)

    # Entries

    def submit(
        self,
        access: TableAccess,
        entry: AnyEntry,
        position: int,
        entry_id: str,
        sure: bool = False,
    ) -> Submitted:
        """Add an entry to an evening, and wake its listeners.

        `position` is the length of the log that the page shows. `entry_id` is unique to the form:
        sending it again writes nothing and returns the same entry. `sure` means that the person has
        agreed to undo another device's entry.

        Raises `Denied`, `Unsure`, `Overtaken`, `ReusedId`, `EntryError` or `StoreError`, and then
        writes nothing.
        """
        if isinstance(entry, Amended):
            entry = self._in_its_edition(access.info.id, entry)
        recorded, began = signed(access, entry), time.monotonic()

        def allow(evening: Evening) -> None:
            has_waited = time.monotonic() - began > RECHECK_RIGHTS_AFTER
            now = self.reopen(access) if has_waited else access
            self._check_submitted(now, evening, entry, position == evening.length, sure)

        try:
            evening = self.evenings.append(
                access.info.id, recorded, position, entry_id, access.device, allow=allow
            )
        except (policy.Denied, policy.Unsure, EntryError, Conflict, ReusedId) as error:
            made = None if access.watches else self._made(access, entry, position, entry_id)
            if made is None and isinstance(error, Conflict):
                raise Overtaken(self._meanwhile(access, recorded, position)) from None
            if made is None:
                raise
            recorded, evening = made, self.evenings.evening(access.info.id)
        submitted = Submitted(recorded, position + 1, evening)
        self._keep_device(access, submitted)
        return submitted

    def _keep_device(self, access: TableAccess, submitted: Submitted) -> None:
        """Remember the device that made an entry, and its seat if the entry changes the name."""
        # A device that sends another device's form again has entered nothing.
        if self.evenings.device_of(access.info.id, submitted.number) == access.device:
            self.settings.remember(access)
        if isinstance(submitted.entry, PlayerRenamed | Undone):
            self._rename_seat(access, submitted.evening, submitted.entry)

    def _check_submitted(
        self, access: TableAccess, evening: Evening, entry: AnyEntry, is_fresh: bool, sure: bool
    ) -> None:
        """Raise if a device may not make an entry now, or has to confirm something before.

        An entry from an old page needs no confirmation, because the log refuses it.
        """
        self.check_enter(access, evening, entry)
        check_title(entry)
        if isinstance(entry, Undone) and not sure and self.other_author(access, entry.entry):
            raise policy.Unsure
        capacity.check_room(evening.size, evening.state, entry)
        if is_fresh and isinstance(entry, NAMING):
            _check_new_names(evening, entry)
        if is_fresh and isinstance(entry, WorthSet | Amended | Undone):
            self._check_worth(access.info.id, evening, entry)
        confirmation = self._confirmation_of(access, evening, entry) if is_fresh else None
        check_confirmed(confirmation, entry)

    def _rename_seat(
        self, access: TableAccess, evening: Evening, entry: PlayerRenamed | Undone
    ) -> None:
        """Let a player's device keep its seat when the name changes, or changes back."""
        renamed = entry if isinstance(entry, PlayerRenamed) else evening.log[entry.entry - 1]
        if isinstance(renamed, PlayerRenamed):
            names = (renamed.player, renamed.to)
            before, after = names if renamed is entry else names[::-1]
            self.access_store.rename_seat(access.info.id, before, after)
            self.settings.rights_changed(access)

    def _in_its_edition(self, number: int, entry: Amended) -> Amended:
        """Return a correction; a corrected start of a game keeps the edition of the start it replaces."""
        if not isinstance(entry.by, GameStarted):
            return entry
        log = self.evenings.evening(number).log
        before = log[entry.entry - 1] if 0 < entry.entry <= len(log) else None
        if not isinstance(before, GameStarted) or before.game != entry.by.game:
            return entry
        return replace(entry, by=replace(entry.by, edition=before.edition))

    def _check_worth(self, number: int, evening: Evening, entry: AnyEntry) -> None:
        """Raise `RuleViolation` if an entry changes the worth of chips that someone was paid for."""
        own, after = evening.state.worth, evening.enter(entry).state.worth
        if own == after:
            return
        in_group = self.groups.of_evening(number)
        group = Group() if in_group is None else self.groups.group(in_group)
        worth = group.worth_of(number, own)
        is_paid = group.is_paid_at(number, worth, bool(evening.state.payments))
        if is_paid and worth != group.worth_of(number, after):
            raise RuleViolation(Rule.WORTH, EveningFact.PAID_AT_THIS_WORTH)

    def _made(
        self, access: TableAccess, entry: AnyEntry, position: int, entry_id: str
    ) -> AnyEntry | None:
        """Return the entry that this device has already made with this form, if any.

        The device's rights and name may have changed since.
        """
        number, log = access.info.id, self.evenings.log
        for made, device in log.entries_with_devices(number, position, 1):
            is_same = device == access.device and without_name(made) == entry
            if is_same and log.has_entry(number, entry_id):
                return made
        return None

    def _meanwhile(self, access: TableAccess, entry: AnyEntry, position: int) -> Meanwhile:
        """Return the fact about what was entered since `position` instead of `entry`."""
        number = access.info.id
        evening = self.evenings.evening(number)
        if position > evening.length:
            return LogNotThatLong(evening.length)
        since = self.evenings.log.entries_with_devices(number, position, LOOKED_AT)
        # Only the first answer counts: in a later deal the same entry answers another question.
        for seq, (recorded, by) in enumerate(since, position + 1):
            if _subject(recorded) != _subject(entry):
                continue
            # It may have been undone or corrected since.
            now = evening.find(seq)
            is_in_force = isinstance(entry, Amended | Undone) or (now and now.entry == entry)
            if recorded != entry or not is_in_force:
                break
            device = self.access_store.device(by, number)
            called = (device.name or device.seat) if device else ""
            return EnteredAlready(called, is_own=by == access.device)
        return TableFact.SOMEBODY_FASTER

    def preview(self, access: TableAccess, entry: Amended | Inserted) -> Changes:
        """Return the changes that a correction or an insertion would make, without writing it.

        Raises `Denied` or `EntryError`: `NoLongerHolds` if a later entry rules it out, `RevokeProven`
        if it would prove a revoke.
        """
        evening = self.evenings.evening(access.info.id)
        if isinstance(entry, Amended):
            entry = self._in_its_edition(access.info.id, entry)
            if (before := evening.find(entry.entry)) and before.entry == entry.by:
                raise RuleViolation(Rule.ALREADY_RECORDED, TableFact.SAME_AS_BEFORE)
        self.check_enter(access, evening, entry)
        capacity.check_room(evening.size, evening.state, entry)
        check_confirmed(self._confirmation_of(access, evening, entry), entry)
        return compare(evening, evening.enter(entry))

    def _confirmation_of(
        self, access: TableAccess, evening: Evening, entry: AnyEntry
    ) -> Confirmation | None:
        if isinstance(entry, Settled):
            return self.confirmation(access, evening)
        if isinstance(entry, Amended) and access.second_look:
            return confirmation_of_correction(evening, entry)
        return None

    def options(self, access: TableAccess, evening: Evening) -> tuple[OrdinaryEntry, ...]:
        """Return the entries that a device can make now, in table order.

        As with `State.options`, starting a game and joining one are left out.
        """
        wanted = self.confirmation(access, evening)
        answer = Settled("skipped" if wanted and wanted.waits else "confirmed")
        state = capacity.closable(evening.size, evening.state)
        return tuple(
            answer if wanted and isinstance(entry, Settled) else entry
            for entry in policy.enterable(access, evening, state.options())
            if capacity.has_room(evening.size, state, entry)
        )

    def confirmation(self, access: TableAccess, evening: Evening) -> Confirmation | None:
        """Return what to ask a device before the open settlement is booked, or None."""
        if not access.second_look:
            return None
        newest_by = self.evenings.device_of(access.info.id, evening.length)
        return confirmation_wanted(access, evening.state, newest_by)

    def other_author(self, access: TableAccess, number: int) -> Device | None:
        """Return the device that made an entry, unless it is this one or the entry was imported."""
        made_by = self.evenings.device_of(access.info.id, number)
        if made_by == access.device:
            return None
        return self.access_store.device(made_by, access.info.id)

    def undoable(self, access: TableAccess, evening: Evening) -> tuple[int, Device | None] | None:
        """Return the number of the entry that a device may undo, and its author if another device."""
        number = evening.undoable
        if number is None:
            return None
        if not policy.can_change(access, evening, Undone(number), self.author(access, number)):
            return None
        return number, self.other_author(access, number)

    def author(self, access: TableAccess, number: int) -> policy.Author:
        """Return the author of an entry, as seen from the device."""
        if self.evenings.device_of(access.info.id, number) == access.device:
            return "self"
        return "another" if self.other_author(access, number) else "nobody"

    def check_enter(self, access: TableAccess, evening: Evening, entry: AnyEntry) -> None:
        """Raise `Denied` unless a device may make an entry."""
        author: policy.Author = "self"
        if isinstance(entry, Undone):
            author = self.author(access, entry.entry)
        elif isinstance(entry, Amended):
            author = self.author(access, evening.last_changes().get(entry.entry, entry.entry))
        policy.check_enter(access, evening, entry, author)


def _check_new_names(evening: Evening, entry: AnyEntry) -> None:
    known = evening.state.people()
    if new := [name for name in names_in(entry) if name not in known]:
        check_entered(new, evening.enter(entry).state.people())


def _subject(entry: AnyEntry) -> tuple[type[AnyEntry], str]:
    """Return an entry's kind and player, which are equal for answers to the same question."""
    return type(entry), "" if isinstance(entry, TrickWon) else getattr(entry, "player", "")
