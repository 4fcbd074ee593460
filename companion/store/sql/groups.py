"""The groups. A group consists of rows, which are added and taken back one by one."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from msgspec.structs import replace

from companion.errors import MalformedEntry
from companion.evening.entries import encode
from companion.groups.entries import (
    EveningAdded,
    EveningHidden,
    EveningsValued,
    GroupEntry,
    GroupOpened,
    GroupPaid,
    adding,
    decode,
    with_unit,
)
from companion.groups.group import Group, Row, check_room, group_of
from companion.store.errors import StoreError, UnreadableEvening
from companion.store.sql.database import Transaction, Values, listing, now
from companion.store.sql.link_table import INFO, LinkTable, Select, erase, open_link
from companion.store.types import EveningInfo, TableAccess

_ROWS = (
    "select number, body, device, taken_back_at is null from group_row "
    'where "group" = :group order by number'
)


class GroupStore(LinkTable):
    """The groups in one database."""

    kind = "group"
    first = (
        f'select {INFO} from evening join group_row on "group" = id '
        "where device = :device and form_id = :form_id and number = 1"
    )
    insert = (
        'insert into group_row ("group", number, form_id, device, made_at, kind, body, evening, '
        "taken_back_at) values (:group, :number, :form_id, :device, :made_at, :kind, :body, :evening, "
        ":taken_back_at)"
    )

    def start(
        self,
        name: str,
        device: str,
        form_id: str,
        entries: Sequence[GroupEntry] = (),
        opened_at: str | None = None,
    ) -> EveningInfo:
        """Start a group with these entries, all or nothing.

        The same form from the same device returns the group that it started before. Entries for an
        evening that is already in a group are left out.
        """

        def rows(db: Transaction, info: EveningInfo) -> list[Values]:
            there = [GroupOpened(name), *(one for one in entries if not _is_taken(db, one))]
            return [
                values_of(info.id, n, one, form_id if n == 1 else f"{info.key}-{n}", device)
                for n, one in enumerate(there, 1)
            ]

        return self._open(name, device, form_id, opened_at, rows)

    def group(self, number: int) -> Group:
        """Return a group."""
        return read_group(self.connection.rows, number)

    def sizes(self, groups: Collection[int]) -> dict[int, int]:
        """Return the number of evenings of each group, without hidden ones. An empty group is left out."""
        rows = self.connection.rows(
            "select \"group\", sum(case kind when 'evening-added' then 1 else -1 end) from group_row "
            f'where "group" in ({self.connection.listed}) and taken_back_at is null '
            "and kind in ('evening-added', 'evening-hidden') group by \"group\"",
            {"numbers": listing(groups)},
        )
        return dict(rows)

    def of_evening(self, evening: int) -> int | None:
        """Return the number of the group that contains an evening, or None."""
        return _group_of(self.connection.rows, evening)

    def delete(self, group: int) -> None:
        """Delete a group permanently. Its evenings stay."""
        with self.connection.writing([group]) as db:
            erase(db, group, ("visit", "code"))
            db.execute('delete from group_row where "group" = :group', {"group": group})

    @contextmanager
    def changing(self, access: TableAccess, *evenings: int) -> Iterator["GroupChanges"]:
        """Lock a group and these evenings; at the end, write all changes or, after an error, none.

        Raises `UnknownEvening` if the device can no longer open the group.
        """
        number = access.info.id
        with self.connection.writing([number, *evenings]) as db:
            lock = f"select 1 from evening where id = :group{self.connection.for_update}"
            db.execute(lock, {"group": number}).fetchall()
            again = open_link(selecting(db), self.kind, access.info.key, access.device)
            rows = GroupChanges(db, again.as_host() if access.is_server_host else again)
            yield rows
            rows.write_name()


class GroupChanges:
    """The rows of a group, locked until the transaction ends."""

    def __init__(self, db: Transaction, access: TableAccess) -> None:
        self._db = db
        self.access = access
        self._number = access.info.id
        self._group: Group | None = None

    def made_by(self, form_id: str) -> GroupEntry | None:
        """Return the entry that a form has made, or None."""
        rows = self._db.execute(
            'select body from group_row where "group" = :group and form_id = :form_id',
            {"group": self._number, "form_id": form_id},
        ).fetchall()
        return decode(rows[0][0]) if rows else None

    def member_of(self, evening: int) -> int | None:
        """Return the number of the group that contains an evening, or None."""
        return _group_of(selecting(self._db), evening)

    def add(self, entry: GroupEntry, form_id: str) -> None:
        """Add a row for the device. Raises `RuleViolation` if the group is full."""
        ((number,),) = self._db.execute(
            'select max(number) + 1 from group_row where "group" = :group', {"group": self._number}
        ).fetchall()
        check_room(number)
        self._db.execute(
            GroupStore.insert, values_of(self._number, number, entry, form_id, self.access.device)
        )
        self._group = None

    def forget_worths(self, evenings: Collection[int]) -> None:
        """Forget what the group says that a chip is worth in these of its evenings."""
        for row in self.group.rows:
            entry = row.entry
            if isinstance(entry, EveningAdded) and entry.evening in evenings:
                without = replace(entry, minor=None, currency=None)
                update_row(self._db, self._number, row.number, without)
            elif isinstance(entry, EveningsValued):
                others = tuple(one for one in entry.evenings if one not in evenings)
                update_row(self._db, self._number, row.number, replace(entry, evenings=others))
        self._group = None

    def take_back(self, number: int) -> None:
        """Take a row back permanently."""
        self._db.execute(
            'update group_row set taken_back_at = :now where "group" = :group and number = :number',
            {"now": now(), "group": self._number, "number": number},
        )
        self._group = None

    @property
    def group(self) -> Group:
        """The group with the changes so far."""
        if self._group is None:
            self._group = read_group(selecting(self._db), self._number)
        return self._group

    def write_name(self) -> None:
        """Copy the group's name to its row in `evening`, which links read."""
        if self.group.name != self.access.info.name:
            self._db.execute(
                "update evening set name = :name where id = :group",
                {"name": self.group.name, "group": self._number},
            )


def update_row(db: Transaction, group: int, number: int, entry: GroupEntry) -> None:
    """Replace the entry of a row."""
    db.execute(
        'update group_row set body = :body where "group" = :group and number = :number',
        {"body": encode(entry).decode(), "group": group, "number": number},
    )


def selecting(db: Transaction) -> Select:
    return lambda sql, values: db.execute(sql, values).fetchall()


def _group_of(select: Select, evening: int) -> int | None:
    rows = select(
        'select "group" from group_row '
        "where evening = :evening and kind = 'evening-added' and taken_back_at is null",
        {"evening": evening},
    )
    return rows[0][0] if rows else None


def _is_taken(db: Transaction, entry: GroupEntry) -> bool:
    if not isinstance(entry, EveningAdded | EveningHidden):
        return False
    return _group_of(selecting(db), entry.evening) is not None


def read_group(select: Select, number: int) -> Group:
    """Return a group. Raises `StoreError`."""
    rows = select(_ROWS, {"group": number})
    try:
        return group_of(
            [
                Row(number, decode(body), device)
                for number, body, device, is_kept in rows
                if is_kept
            ],
            [number for number, _body, _device, is_kept in rows if not is_kept],
        )
    except MalformedEntry as error:
        raise StoreError(UnreadableEvening(error.rule)) from error


def values_of(group: int, number: int, entry: GroupEntry, form_id: str, device: str) -> Values:
    """Return the values of a new row."""
    return {
        "group": group,
        "number": number,
        "form_id": form_id,
        "device": device,
        "made_at": now(),
        "kind": str(entry.__struct_config__.tag),
        "body": encode(entry).decode(),
        "evening": getattr(entry, "evening", None),
        "taken_back_at": None,
    }


def set_units(db: Transaction) -> None:
    """Upgrade the groups of version 0.1.0, which had one worth for all their evenings and payments.

    Each keeps the worth that its group had last, so what was settled stays settled. Payments in groups without a worth are of chips, as they were.
    """
    for (group,) in db.execute("select id from evening where sort = 'group'", {}).fetchall():
        opened = read_group(selecting(db), group)
        for row in opened.rows if opened.worth else ():
            if isinstance(row.entry, EveningAdded):
                update_row(db, group, row.number, adding(row.entry.evening, opened.worth))
            elif isinstance(row.entry, GroupPaid):
                update_row(db, group, row.number, with_unit(row.entry, opened.worth))
