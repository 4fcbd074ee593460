"""The logs: append and read. The only module that knows SQL about entries."""

from collections.abc import Sequence

from companion.errors import MalformedEntry
from companion.evening.entries import VERSION, AnyEntry, decode, encode
from companion.evening.seal import START
from companion.store.errors import (
    Conflict,
    ReusedId,
    StoreError,
    UnknownEvening,
    UnreadableEvening,
)
from companion.store.keys import link_key
from companion.store.protocols import EveningInfo
from companion.store.sql.database import SQLConnection, at_most, now
from companion.store.sql.directory import SQLDirectory

BESIDE_THE_LOG = ("visit", "code", "group_row", "summary")
"""The other tables that hold something of an evening, by the column `evening`."""


class SQLLog(SQLDirectory):
    """The logs of all evenings in a database (`EveningLog`)."""

    def __init__(self, connection: SQLConnection) -> None:
        super().__init__(connection, "evening")

    def open_evening(
        self,
        name: str,
        entries: Sequence[AnyEntry],
        device: str,
        entry_id: str | None = None,
        opened_at: str | None = None,
    ) -> EveningInfo:
        key = link_key()
        entry_id = entry_id or f"{key}-1"
        with self.connection.writing(form=f"{device} {entry_id}") as db:
            found = db.execute(
                "select id, key, name, opened_at from evening join entry on evening = id "
                "where device = :device and entry_id = :entry_id and seq = 1",
                {"device": device, "entry_id": entry_id},
            ).fetchall()
            if found:
                return EveningInfo(*found[0])
            at = opened_at or now()
            db.execute(
                "insert into evening (key, watch, name, opened_at) "
                "values (:key, :watch, :name, :at)",
                {"key": key, "watch": link_key(), "name": name, "at": at},
            )
            ((number,),) = db.execute(
                "select id from evening where key = :key", {"key": key}
            ).fetchall()
            rows = [
                _row(number, seq, entry, entry_id if seq == 1 else f"{key}-{seq}", device)
                for seq, entry in enumerate(entries, 1)
            ]
            db.executemany(_INSERT, rows)
        return EveningInfo(number, key, name, at)

    # Entries

    def append(self, evening: int, after: int, entry: AnyEntry, entry_id: str, device: str) -> int:
        if self.add(evening, after, entry, entry_id, device):
            return after + 1
        earlier = self.seq_of(evening, entry_id, entry)
        assert earlier is not None
        return earlier

    def add(self, evening: int, after: int, entry: AnyEntry, entry_id: str, device: str) -> bool:
        """Append one entry after position `after`. On disk when this returns.

        An entry_id that is in the log already writes nothing, and False is returned. Raises
        `ReusedId` if that was a different entry, `Conflict` if the log's end is not `after`,
        `StoreError` if the database cannot.
        """
        row = _row(evening, after + 1, entry, entry_id, device)
        # One statement is a transaction of its own, and the trigger `entry_next_seq` compares in it.
        if self.connection.insert_next(_INSERT, evening, row):
            return True
        if self.seq_of(evening, entry_id, entry) is None:
            raise Conflict
        return False

    def seq_of(self, evening: int, entry_id: str, entry: AnyEntry) -> int | None:
        rows = self.connection.rows(
            "select seq, body from entry where evening = :evening and entry_id = :entry_id",
            {"evening": evening, "entry_id": entry_id},
        )
        if not rows:
            return None
        if decode(rows[0][1]) != entry:
            raise ReusedId(entry_id)
        return int(rows[0][0])

    def has_entry(self, evening: int, entry_id: str) -> bool:
        sql = "select 1 from entry where evening = :evening and entry_id = :entry_id"
        return bool(self.connection.rows(sql, {"evening": evening, "entry_id": entry_id}))

    def length(self, evening: int) -> int:
        sql = "select coalesce(max(seq), 0) from entry where evening = :evening"
        return int(self.connection.rows(sql, {"evening": evening})[0][0])

    def read(self, evening: int, after: int = 0) -> list[AnyEntry]:
        return [entry for entry, _ in self.entries_with_devices(evening, after)]

    def entries_with_devices(
        self, evening: int, after: int = 0, limit: int = -1
    ) -> list[tuple[AnyEntry, str]]:
        rows = self.connection.rows(
            "select body, device from entry "
            "where evening = :evening and seq > :after order by seq limit :limit",
            {"evening": evening, "after": after, "limit": at_most(limit)},
        )
        try:
            return [(decode(body), device) for body, device in rows]
        except MalformedEntry as error:
            raise StoreError(UnreadableEvening(error.rule)) from error

    def seal(self, evening: int, position: int) -> bytes:
        rows = self.connection.rows(
            "select seal from entry where evening = :evening and seq = :position",
            {"evening": evening, "position": position},
        )
        if not rows and position:
            raise UnknownEvening(evening)
        return bytes(rows[0][0]) if rows else START

    def delete(self, evening: int) -> None:
        """Delete an evening for good: its entries, its links and who came in.

        Nothing else deletes an entry.
        """
        with self.connection.writing([evening]) as db:
            # The row stays: a server that runs may remember the evening by its number. It is
            # changed first, so that nothing is appended meanwhile.
            db.execute(
                "update evening set key = :key, watch = '', name = '', deleted_at = :now "
                "where id = :evening",
                {"key": link_key(), "now": now(), "evening": evening},
            )
            self.connection.delete_entries(db, evening)
            for table in BESIDE_THE_LOG:
                db.execute(f"delete from {table} where evening = :evening", {"evening": evening})


_INSERT = (
    "insert into entry (evening, seq, kind, version, body, said_at, device, entry_id, seal) "
    "values (:evening, :seq, :kind, :version, :body, :said_at, :device, :entry_id, "
    "link((select seal from entry where evening = :evening and seq = :seq - 1), :body))"
)


def _row(evening: int, seq: int, entry: AnyEntry, entry_id: str, device: str) -> dict[str, object]:
    """Return the values of an entry that is inserted now."""
    return {
        "evening": evening,
        "seq": seq,
        "kind": str(entry.__struct_config__.tag),
        "version": VERSION,
        "body": encode(entry).decode(),
        "said_at": now(),
        "device": device,
        "entry_id": entry_id,
    }
