"""The logs of evenings, which are appended to and read, but never changed."""

import secrets
from collections.abc import Collection, Hashable, Iterator, Sequence
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from companion.errors import MalformedEntry
from companion.evening.entries import VERSION, AnyEntry, decode, encode
from companion.evening.record import Record
from companion.evening.seal import START
from companion.facts import AnyFact
from companion.groups.summary import VERSION as SUMMARY_VERSION
from companion.groups.summary import EveningSummary, SummaryTexts
from companion.store.errors import (
    Conflict,
    MissingEntry,
    ReusedId,
    StoreError,
    UnknownEvening,
    UnreadableEvening,
)
from companion.store.sql.database import Transaction, Values, at_most, listing, now
from companion.store.sql.link_table import INFO, LinkTable, erase
from companion.store.types import EveningInfo

BESIDE_THE_LOG = ("visit", "code", "group_row", "summary")
"""The other tables whose rows belong to an evening, by their column `evening`."""


class EveningLog(LinkTable):
    """The logs of all evenings in a database. Threads may share it."""

    kind = "evening"
    first = (
        f"select {INFO} from evening join entry on evening = id "
        "where device = :device and entry_id = :form_id and seq = 1"
    )
    insert = (
        "insert into entry (evening, seq, kind, version, body, said_at, device, entry_id, seal) "
        "values (:evening, :seq, :kind, :version, :body, :said_at, :device, :entry_id, "
        "link((select seal from entry where evening = :evening and seq = :seq - 1), :body))"
    )

    def open_evening(
        self,
        name: str,
        entries: Sequence[AnyEntry],
        device: str,
        entry_id: str | None = None,
        opened_at: str | None = None,
        zone: str = "",
        place: str = "",
    ) -> EveningInfo:
        """Open a new evening with `entries`, all or nothing.

        The same `entry_id` from the same device returns the evening that it opened before.
        `opened_at` defaults to the current time.
        """
        form = entry_id or secrets.token_hex(16)

        def rows(_: Transaction, info: EveningInfo) -> list[Values]:
            return [
                _row(info.id, seq, entry, form if seq == 1 else f"{info.key}-{seq}", device)
                for seq, entry in enumerate(entries, 1)
            ]

        return self._open(name, device, form, opened_at, rows, zone, place)

    def open_record(self, record: Record, device: str, entry_id: str | None) -> EveningInfo:
        """Open a record as a new evening, as `open_evening` does."""
        said = record.opened_at, record.zone, record.place
        return self.open_evening(record.name, record.entries, device, entry_id, *said)

    # Entries

    def add(self, evening: int, after: int, entry: AnyEntry, entry_id: str, device: str) -> bool:
        """Append an entry after position `after`. It is on disk when this returns.

        If the log already has this entry with this `entry_id`, write nothing and return False. Raises
        `ReusedId` if the `entry_id` belongs to another entry, and `Conflict` if the log does not end
        at `after`.
        """
        row = _row(evening, after + 1, entry, entry_id, device)
        # The trigger `entry_next_seq` checks the position in the same transaction.
        if self.connection.insert_next(self.insert, evening, row):
            return True
        if self.seq_of(evening, entry_id, entry) is None:
            raise Conflict
        return False

    def seq_of(self, evening: int, entry_id: str, entry: AnyEntry) -> int | None:
        """Return the position of the entry with this `entry_id`, or None.

        Raises `ReusedId` if that is not `entry`.
        """
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

    def read(self, evening: int, after: int = 0) -> list[AnyEntry]:
        """Return the entries after position `after`, in order."""
        return [entry for entry, _ in self.entries_with_devices(evening, after)]

    def entries_with_devices(
        self, evening: int, after: int = 0, limit: int = -1
    ) -> list[tuple[AnyEntry, str]]:
        """Return the entries after position `after`, each with the device that made it."""
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
        """Return the seal of the entries up to a position. Raises `UnknownEvening`."""
        rows = self.connection.rows(
            "select seal from entry where evening = :evening and seq = :position",
            {"evening": evening, "position": position},
        )
        if not rows and position:
            raise UnknownEvening(evening)
        return bytes(rows[0][0]) if rows else START

    def delete(self, evening: int, length: int | None = None) -> None:
        """Delete an evening permanently, with its links and devices. Its number is not used again.

        Raises `Conflict` and deletes nothing if `length` is given and the log is longer.
        """
        with self.connection.writing([evening]) as db:
            erase(db, evening, BESIDE_THE_LOG)
            ends = "select coalesce(max(seq), 0) from entry where evening = :evening"
            if (
                length is not None
                and db.execute(ends, {"evening": evening}).fetchall()[0][0] > length
            ):
                raise Conflict
            self.connection.delete_entries(db, evening)

    # Summaries, which can be computed again at any time

    def members(
        self, evenings: Collection[int], watches: bool = True
    ) -> list[tuple[EveningInfo, EveningSummary | None]]:
        """Return evenings, newest first, with their stored summaries; deleted evenings are left out.

        They have watch keys if `watches`, otherwise record keys. A summary is None if it is missing, older
        than the log, or of another version. It has no figures of the study where the host has switched
        that off.
        """
        rows = self.connection.rows(
            f"select id, {'watch' if watches else 'key'}, name, opened_at, zone, place, studies, "
            "case when version = :version and position = "
            "(select coalesce(max(seq), 0) from entry where evening = id) then body end "
            "from evening left join summary on summary.evening = id "
            f"where id in ({self.connection.listed}) and deleted_at is null "
            "order by opened_at desc, id desc",
            {"version": SUMMARY_VERSION, "numbers": listing(evenings)},
        )
        return [
            (replace(EveningInfo(*about), watches=watches), _summary(body, bool(studies)))
            for *about, studies, body in rows
        ]

    def summaries(self, evenings: Collection[int]) -> dict[int, EveningSummary | None]:
        """Return the stored summaries of evenings by number, oldest first, as `members` does."""
        found = self.members(evenings) if evenings else ()
        return {info.id: summary for info, summary in reversed(found)}

    def texts(self, evenings: Collection[int]) -> dict[int, SummaryTexts]:
        """Return what the stored summaries of evenings say, though they may be out of date."""
        texts, listed = {}, {"numbers": listing(evenings)}
        select = f"select evening, body from summary where evening in ({self.connection.listed})"
        for evening, body in self.connection.rows(select, listed):
            with suppress(msgspec.DecodeError):
                texts[evening] = msgspec.json.decode(body, type=SummaryTexts)
        return texts

    def keep_summary(self, evening: int, position: int, summary: EveningSummary) -> None:
        """Store the summary of an evening up to a position, replacing the previous summary."""
        with self.connection.writing(form="summary") as db:
            db.execute(
                "insert into summary (evening, position, version, body) "
                "values (:evening, :position, :version, :body) "
                "on conflict (evening) do update set position = excluded.position, "
                "version = excluded.version, body = excluded.body",
                {
                    "evening": evening,
                    "position": position,
                    "version": SUMMARY_VERSION,
                    "body": msgspec.json.encode(summary).decode(),
                },
            )

    # Other processes, and the database

    def marks(self, evenings: Collection[int]) -> dict[int, tuple[int, Hashable]]:
        """Return for each evening the length of its log, and its rights as a value to compare."""
        numbers = {"numbers": listing(evenings)}
        of_devices: dict[int, set[tuple[object, ...]]] = {}
        for evening, *of_device in self.connection.rows(
            "select evening, device, role, seat, part from visit "
            f"where evening in ({self.connection.listed}) "
            "and (role = 'host' or seat <> '' or part = 'removed')",
            numbers,
        ):
            of_devices.setdefault(evening, set()).add(tuple(of_device))
        rows = self.connection.rows(
            "select id, (select coalesce(max(seq), 0) from entry where evening = id), "
            f"key, watch, records, second_look, studies from evening where id in ({self.connection.listed})",
            numbers,
        )
        return {row[0]: (row[1], (*row[2:], frozenset(of_devices.get(row[0], ())))) for row in rows}

    def faults(self) -> Iterator[tuple[int | None, AnyFact]]:
        """Yield the database's faults, each with the number of its evening or group, or None."""
        for fact in self.connection.faults():
            yield None, fact
        for evening, missing in self.connection.rows(_MISSING, {}):
            yield evening, MissingEntry(missing)

    def close(self) -> None:
        """Close the database."""
        self.connection.close()


_summaries = msgspec.json.Decoder(EveningSummary)
_MISSING = """
    select evening, min(place) from (
      select evening, seq, row_number() over (partition by evening order by seq) as place from entry
    ) as placed where seq <> place group by evening
"""


def _summary(body: str | None, studies: bool) -> EveningSummary | None:
    with suppress(msgspec.DecodeError):
        summary = _summaries.decode(body) if body else None
        return summary if summary is None or studies else summary.without_study()
    return None


def _row(evening: int, seq: int, entry: AnyEntry, entry_id: str, device: str) -> Values:
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
