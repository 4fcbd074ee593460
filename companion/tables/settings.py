"""The settings of a table: the host's choices, join code, and names of devices."""

from datetime import date

from msgspec.structs import replace

from companion.errors import MalformedEntry
from companion.evening import names
from companion.evening.record import YEARS, name_fault, place_fault, time_fault
from companion.store import (
    CODE_LENGTH,
    LETTERS,
    AccessStore,
    EveningInfo,
    EveningRepository,
    RecordingMode,
    Role,
    TableAccess,
)
from companion.tables import policy
from companion.tables.access import LinkSettings
from companion.tables.days import day_of, moved
from companion.tables.live import Notifier
from companion.tables.table_facts import NotACode, NotSeated, TableFact

BETWEEN = str.maketrans("", "", " \t\u00a0\u2009\u202f-\u2010\u2011\u2012\u2013\u2014\u2212.,·")
"""Removes the separators that people type between the letters of a code."""
LONGEST = 40
"""Only this many characters of a typed code are read."""
LOOKALIKES = "IOL01"
"""Letters and digits that no code contains, because they are easily confused."""


def read_code(text: str) -> str:
    """Return the letters of a typed join code. Raises `MalformedEntry` if `text` cannot be a code."""
    letters = text[:LONGEST].translate(BETWEEN).upper()
    if any(letter in LOOKALIKES for letter in letters):
        raise MalformedEntry(TableFact.LOOKALIKE_LETTERS)
    if len(letters) != CODE_LENGTH or set(letters) - set(LETTERS):
        raise MalformedEntry(NotACode(CODE_LENGTH))
    return letters


class Settings(LinkSettings):
    """The settings of all tables of one store. Safe to share between threads and greenlets."""

    def __init__(
        self, evenings: EveningRepository, access_store: AccessStore, notifier: Notifier
    ) -> None:
        super().__init__(access_store, lambda access: notifier.notify(access.info.id, rights=True))
        self._evenings = evenings

    def describe(
        self, access: TableAccess, name: str, day: date | None = None, place: str | None = None
    ) -> EveningInfo:
        """Rename an evening, change its day and place if they are given, and return it.

        Raises `Denied`, and `MalformedEntry` if one of them cannot be used; then nothing changes.
        """
        policy.check_host(access)
        info = access.info
        place = info.place if place is None else place
        if fault := name_fault(name) or place_fault(place):
            raise MalformedEntry(fault)
        opened_at = info.opened_at
        if day and day != day_of(info):
            opened_at = moved(info, day) if day.year in YEARS else ""
            # A day at the edge of the years can begin in another one elsewhere.
            if not opened_at or time_fault(opened_at):
                raise MalformedEntry(TableFact.NOT_A_DAY)
        self.access_store.describe(info.id, name, place, opened_at)
        self.rights_changed(access)
        return replace(info, name=name, place=place, opened_at=opened_at)

    def set_rules(self, access: TableAccess, records: RecordingMode, second_look: bool) -> None:
        """Set who records, and whether a second device has to confirm a costly settlement.

        Raises `Denied`, and `MalformedEntry` if no second device could confirm.
        """
        policy.check_host(access)
        if records == "host" and second_look:
            raise MalformedEntry(TableFact.NOBODY_TO_CONFIRM)
        self.access_store.set_rules(access.info.id, records, second_look)
        self.rights_changed(access)

    def set_studies(self, access: TableAccess, on: bool) -> None:
        """Set whether closed deals can be studied. Raises `Denied`."""
        policy.check_host(access)
        self.access_store.set_studies(access.info.id, on)
        self.rights_changed(access)

    def hand_over(self, access: TableAccess, device: str) -> None:
        """Make another device the only host. Raises `Denied`."""
        policy.check_host(access)
        there = self.access_store.devices(access.info.id)
        if not any(one.id == device and policy.can_become_host(one) for one in there):
            raise policy.Denied(TableFact.CANNOT_BECOME_HOST)
        self.access_store.hand_over(access.info.id, device)
        self.rights_changed(access)

    def set_removed(self, access: TableAccess, device: str, removed: bool) -> None:
        """Remove another device, which then can only watch, or let it back. Raises `Denied`."""
        policy.check_host(access)
        there = self.access_store.devices(access.info.id)
        phone = next((one for one in there if one.id == device and policy.can_remove(one)), None)
        if phone is None:
            raise policy.Denied(TableFact.CANNOT_REMOVE)
        # The seat becomes free for another device.
        self.access_store.name(device, access.info.id, phone.name or phone.seat, "")
        self.access_store.set_role(device, access.info.id, "removed" if removed else "later")
        self.rights_changed(access)

    def choose_role(self, access: TableAccess, role: Role) -> None:
        """Let a device watch, keep score again (""), or be asked later whose it is. Raises `Denied`."""
        policy.check_comes_back(access)
        policy.check_choose_role(access)
        self.remember(access)
        self.access_store.set_role(access.device, access.info.id, role)
        self.rights_changed(access)

    def code(self, access: TableAccess) -> str | None:
        """Return the join code, if there is one and the device may record."""
        if not policy.can_record(access) or self._is_closed(access.info.id):
            return None
        return self.access_store.code(access.info.id)

    def new_code(self, access: TableAccess) -> str | None:
        """Make a join code, and return it; None if the evening is closed. Raises `Denied`."""
        policy.check_record(access)
        return None if self._is_closed(access.info.id) else self.access_store.new_code(access.info)

    def open_by_code(self, letters: str) -> EveningInfo | None:
        """Return the evening that a code opens, or None. A closed evening's code is deleted."""
        info = self.access_store.open_by_code(letters)
        if info and self._is_closed(info.id):
            self.access_store.end_code(info.id)
            return None
        return info

    def name_device(self, access: TableAccess, name: str, seat: str) -> None:
        """Set the name and the seat of a device; "" for none.

        Raises `Denied`, and `MalformedEntry` for an unusable name or a player who is not seated.
        """
        policy.check_comes_back(access)
        fault = names.entered_fault(name) if name else None
        if fault:
            raise MalformedEntry(fault)
        session = self._evenings.evening(access.info.id).state.session
        if seat and (session is None or seat not in session.seated()):
            raise MalformedEntry(NotSeated(seat))
        policy.check_not_watching(access)
        self.remember(access)
        self.access_store.name(access.device, access.info.id, name, seat)
        # This may have taken the seat from another device.
        self.rights_changed(access)

    def _is_closed(self, number: int) -> bool:
        return self._evenings.evening(number).state.closed
