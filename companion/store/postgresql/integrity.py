"""What is wrong in a database, whatever its entries say."""

import re
from collections.abc import Iterator

import psycopg

from companion.facts import AnyFact
from companion.store.errors import DamagedDatabase, StoreError
from companion.store.postgresql import schema
from companion.store.postgresql.connection import Connection, trouble
from companion.store.sql.integrity import missing_entries


def faults(connection: Connection) -> Iterator[tuple[int | None, AnyFact]]:
    """Yield what is wrong, each with the evening or the group that it concerns, if it is one.

    PostgreSQL keeps the references by itself. Raises `StoreError` if the database cannot be read.
    """
    for name in _strange(connection):
        yield None, DamagedDatabase(name)
    yield from missing_entries(connection)


def _strange(connection: Connection) -> list[str]:
    """Return the names of what a database should not have, or has lost, or has otherwise.

    What it should have is made beside it for a moment, in a session's own schema. For that nobody
    needs a right.
    """
    try:
        with connection.connect() as db, db.transaction(force_rollback=True):
            ((place,),) = db.execute("select current_schema()").fetchall()
            schema.make_temporary(db)
            ((temporary,),) = db.execute(
                "select nspname from pg_namespace where oid = pg_my_temp_schema()"
            ).fetchall()
            names = "|".join(map(re.escape, (schema.TEMPORARY, temporary, place)))
            ours, there = (_objects(db, one, names) for one in (temporary, place))
    except psycopg.Error as error:
        raise StoreError(trouble(error, connection.where)) from error
    return sorted({name for _, name, _ in ours ^ there})


def _objects(db: psycopg.Connection, schema: str, names: str) -> set[tuple[str, str, str]]:
    """Return what a schema consists of: the kind, the name and how it was made.

    `names` is a pattern for the names of schemas, which stand before others in some places.
    """
    return {
        (kind, name, re.sub(rf"(?<!\w)(?:{names})\.", "", definition))
        for kind, name, definition in db.execute(_OBJECTS, {"schema": schema})
    }


_OBJECTS = """
    select * from (
      with relation as (
        select oid, relname, relkind, relpersistence from pg_class
        where relnamespace = (select oid from pg_namespace where nspname = %(schema)s)
        and relkind in ('r', 'p', 'v', 'm', 'f')
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
      )
      select 'table', relname::text, relkind::text || (relpersistence = 'u')::text from relation
      union all
      select 'column', relname || '.' || attname,
        concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attidentity,
          pg_get_expr(adbin, adrelid))
      from relation join pg_attribute on attrelid = relation.oid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped
      union all
      select 'index', (select relname from pg_class where oid = indexrelid)::text,
        pg_get_indexdef(indexrelid) || indisvalid::text
      from relation join pg_index on indrelid = relation.oid
      union all
      select 'constraint', conname::text, relname || pg_get_constraintdef(pg_constraint.oid)
      from relation join pg_constraint on conrelid = relation.oid
      where contype in ('c', 'f', 'p', 'u', 'x')
      union all
      select 'trigger', tgname::text,
        pg_get_triggerdef(pg_trigger.oid) || (tgenabled in ('O', 'A'))::text
      from relation join pg_trigger on tgrelid = relation.oid where not tgisinternal
      union all
      select 'rule', rulename::text, pg_get_ruledef(pg_rewrite.oid)
      from relation join pg_rewrite on ev_class = relation.oid
      union all
      select 'function', proname::text, pg_get_functiondef(pg_proc.oid) from pg_proc
      where pronamespace = (select oid from pg_namespace where nspname = %(schema)s)
      and prokind in ('f', 'p')
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    ) as found
"""
