"""What a host sets at a table, the links and the codes that lead there, and what phones are called."""

from companion.errors import MalformedEntry
from companion.evening import names
from companion.evening.record import name_fault
from companion.store import AccessStore, EveningInfo, EveningRepository, RecordingMode, TableAccess
from companion.tables import policy
from companion.tables.access import Links
from companion.tables.live import Bell
from companion.tables.table_facts import NotSeated, TableFact
from companion.tables.visits import remember


class Settings:
    """The settings of all tables of one store. Safe to share between threads and greenlets."""

    def __init__(self, evenings: EveningRepository, access_store: AccessStore, bell: Bell) -> None:
        """`bell` wakes those who listen at a table whose settings have changed."""
        self._evenings = evenings
        self._access_store = access_store
        self._bell = bell

    def rename(self, access: TableAccess, name: str) -> None:
        """Call an evening otherwise. Raises `Denied`, and `MalformedEntry` for no name."""
        policy.check_host(access)
        if fault := name_fault(name):
            raise MalformedEntry(fault)
        self._access_store.rename(access.info.id, name)
        self._bell.ring(access.info.id, rights=True)

    def set_rules(self, access: TableAccess, records: RecordingMode, second_look: bool) -> None:
        """Set who records, and whether a costly settlement waits.

        Raises `Denied`, and `MalformedEntry` for what cannot be had at once.
        """
        policy.check_host(access)
        if records == "host" and second_look:
            raise MalformedEntry(TableFact.NOBODY_TO_CONFIRM)
        self._access_store.set_rules(access.info.id, records, second_look)
        self._bell.ring(access.info.id, rights=True)

    def replace_link(self, access: TableAccess, watch: bool) -> str:
        """Replace the link to watch, or the one to record; return the new key. Raises `Denied`."""
        policy.check_host(access)
        key = self._access_store.replace(access.info.id, "watch" if watch else "record")
        self._bell.ring(access.info.id, rights=True)
        return key

    def hand_over(self, access: TableAccess, device: str) -> None:
        """Make another device the host, and nobody else. Raises `Denied`."""
        policy.check_host(access)
        if not policy.can_become_host(self._access_store.present(device, access.info.id)):
            raise policy.Denied(TableFact.CANNOT_BECOME_HOST)
        self._access_store.hand_over(access.info.id, device)
        self._bell.ring(access.info.id, rights=True)

    def claim_hosting(self, access: TableAccess) -> bool:
        """Make a device the host of a table that has none; return whether it is. Raises `Denied`."""
        policy.check_not_watching(access)
        remember(self._access_store, access)
        done = self._access_store.claim(access.device, access.info.id)
        self._bell.ring(access.info.id, rights=True)
        return done

    def links(self, access: TableAccess) -> Links:
        """Return what a device may show to others, so that they can come in too."""
        rules = self._access_store.rules(access.info.id)
        closed = self._evenings.evening(access.info.id).state.closed
        code = None if closed else self._access_store.code(access.info.id)
        return Links(
            watch=rules.watch_key,
            record=None if access.watches else rules.record_key,
            code=code if policy.can_record(access) else None,
        )

    def link_to_watch(self, access: TableAccess) -> str:
        """Return the key to watch a table, for everybody there."""
        return self._access_store.rules(access.info.id).watch_key

    def new_code(self, access: TableAccess) -> str | None:
        """Make a join code, and return it; None if the evening is closed. Raises `Denied`."""
        policy.check_record(access)
        if self._evenings.evening(access.info.id).state.closed:
            return None
        return self._access_store.new_code(access.info)

    def open_by_code(self, letters: str) -> EveningInfo | None:
        """Return the evening that a code opens. A closed one takes its code back."""
        info = self._access_store.open_by_code(letters)
        if info and self._evenings.evening(info.id).state.closed:
            self._access_store.end_code(info.id)
            return None
        return info

    def name_device(self, access: TableAccess, name: str, seat: str) -> None:
        """Say what a device is called and whose it is; "" for neither.

        Raises `Denied`, and `MalformedEntry` for no name or for one who sits at no table.
        """
        fault = names.fault(name) if name else None
        if fault:
            raise MalformedEntry(fault)
        session = self._evenings.evening(access.info.id).state.session
        if seat and (session is None or seat not in session.seated()):
            raise MalformedEntry(NotSeated(seat))
        policy.check_not_watching(access)
        remember(self._access_store, access)
        self._access_store.name(access.device, access.info.id, name, seat)
        # The phone that had the seat before is shown that it has none.
        self._bell.ring(access.info.id, rights=True)
