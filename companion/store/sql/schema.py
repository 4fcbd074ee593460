"""The tables that SQLite and PostgreSQL have in common.

`entry` contains the logs of all evenings. The rows of the other, smaller tables can change: `evening`
has the names and links, `visit` the devices, `code` the spoken codes. A group also has a row in
`evening`; its entries are in `group_row`. `wrong_codes` counts wrong codes on the whole server.
`summary` can be computed from the logs again; `budget` and `health` only concern the last hour.
"""

VISITS = (
    # A device hides an evening from its lists. Its part is '' until it says who it is, or says later;
    # it can choose to watch, and the host can remove it, so that it can only watch.
    "alter table visit add column hidden integer not null default 0 check (hidden in (0, 1))",
    "alter table visit add column part text not null default '' "
    "check (part in ('', 'later', 'watches', 'removed'))",
    "drop index visit_marked",
    """
    create index visit_marked on visit (evening)
      where role = 'host' or seat <> '' or part = 'removed'
    """,
)
STUDIES = (
    # The host of an evening decides whether its deals are studied.
    "alter table evening add column studies integer not null default 1 check (studies in (0, 1))",
)
ZONES = (
    # The time zone of the phone that opened an evening; "" if it is not known.
    "alter table evening add column zone text not null default ''",
)
PLACES = (
    # Where an evening was, as its host has typed it; "" if nobody has said.
    "alter table evening add column place text not null default ''",
)
TABLES = (
    """
    create table evening (
      id          {id} primary key,
      key         text    not null unique check (length(key) >= 20),
      name        text    not null,
      opened_at   text    not null,
      watch       text    not null default '',
      records     text    not null default 'all' check (records in ('all', 'own', 'host')),
      second_look integer not null default 0 check (second_look in (0, 1)),
      sort        text    not null default 'evening' check (sort in ('evening', 'group')),
      deleted_at  text
    ){strict}
    """,
    "create unique index evening_watch on evening (watch) where watch <> ''",
    "create index evening_newest on evening (sort, opened_at, id) where deleted_at is null",
    """
    create table visit (
      device  text    not null,
      evening {big} not null references evening (id),
      role    text    not null check (role in ('host', 'guest')),
      seen_at text    not null,
      key     text    not null default '',
      name    text    not null default '',
      seat    text    not null default '',{visit_order}
      primary key (device, evening)
    ){strict}
    """,
    # Finds the host and the seats without reading all visits.
    "create index visit_marked on visit (evening) where role = 'host' or seat <> ''",
    """
    create table entry (
      evening  {big} not null references evening (id),
      seq      integer not null check (seq >= 1),
      kind     text    not null,
      version  integer not null,
      body     text    not null check ({is_json}),
      said_at  text    not null,
      device   text    not null,
      entry_id text    not null,
      seal     {bytes} not null default {nothing},
      primary key (evening, seq),
      unique (evening, entry_id)
    ){strict}
    """,
    "create unique index entry_first on entry (device, entry_id) where seq = 1",
    """
    create table code (
      evening    {big} primary key references evening (id),
      letters    text    not null unique,
      made_after {big} not null default 0
    ){strict}
    """,
    "create table wrong_codes (id integer primary key check (id = 1), number {big} not null){strict}",
    "insert into wrong_codes values (1, 100)",
    # `evening` is set for an entry that adds or hides an evening.
    """
    create table group_row (
      "group"       {big} not null references evening (id),
      number        integer not null check (number >= 1),
      form_id       text    not null,
      device        text    not null,
      made_at       text    not null,
      body          text    not null check ({is_json}),
      kind          text    not null,
      evening       {big} references evening (id),
      taken_back_at text,
      primary key ("group", number),
      unique ("group", form_id)
    ){strict}
    """,
    # An evening is in at most one group.
    """
    create unique index group_row_member on group_row (evening)
      where kind = 'evening-added' and taken_back_at is null
    """,
    "create unique index group_row_first on group_row (device, form_id) where number = 1",
    """
    create table summary (
      evening  {big} primary key{summary_of},
      position integer not null,
      version  integer not null,
      body     text    not null{summary_check}
    ){strict}
    """,
    # `who` is a keyed hash of an address.
    """
    create table budget (
      kind    text    not null,
      who     text    not null,
      started {big} not null,
      ends    {big} not null,
      used    {big} not null,
      primary key (kind, who)
    ){keyed}
    """,
    "create index budget_ends on budget (ends)",
    "create index budget_started on budget (started)",
    # This row is updated to check that the database is writable.
    "create table health (id integer primary key check (id = 1), checked_at text not null){strict}",
)
