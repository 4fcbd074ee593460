"""An example to look at: a group of three evenings, made from the records in the package.

It lies in the store like any group, so that every page shows it as it shows a real one. No phone
hosts it, and who looks gets the link to watch and stays unknown there.
"""

from pathlib import Path

from companion.evening.record import loads
from companion.tables.groups import Groups
from companion.tables.visits import EXAMPLE

RECORDS = Path(__file__).parents[1] / "example"
NAME = "Saturday table"


def example(groups: Groups) -> str:
    """Return the key to watch the example, which is made when somebody looks for the first time.

    Raises `StoreError`.
    """
    known = groups.access_store.evenings(EXAMPLE, limit=1)
    info = known[0] if known else groups.start(NAME, EXAMPLE, EXAMPLE)
    access = groups.open_group(info.key, EXAMPLE)
    records = sorted(RECORDS.glob("*.json"))
    if len(groups.evenings(access)) < len(records):
        for file in records:
            record = loads(file.read_bytes())
            made = groups.tables.import_record(record, EXAMPLE, f"{EXAMPLE}-{file.stem}")
            groups.add(access, groups.tables.open_table(made.key, EXAMPLE))
    return groups.links(access).watch
