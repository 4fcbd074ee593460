"""Where logs end, and what decides who may do what."""

from collections.abc import Collection
from typing import Any

from companion.store.sql.database import SQLConnection, listing


def marks(
    connection: SQLConnection, evenings: Collection[int]
) -> dict[int, tuple[int, tuple[Any, ...]]]:
    """Return for evenings where their logs end, and a value that changes with the rights."""
    numbers = {"numbers": listing(evenings)}
    of_devices: dict[int, set[tuple[str, ...]]] = {}
    for evening, *of_device in connection.rows(
        "select evening, device, role, seat from visit "
        f"where evening in ({connection.listed}) and (role = 'host' or seat <> '')",
        numbers,
    ):
        of_devices.setdefault(evening, set()).add(tuple(of_device))
    rows = connection.rows(
        "select id, (select coalesce(max(seq), 0) from entry where evening = id), "
        f"key, watch, records, second_look from evening where id in ({connection.listed})",
        numbers,
    )
    return {row[0]: (row[1], (*row[2:], frozenset(of_devices.get(row[0], ())))) for row in rows}
