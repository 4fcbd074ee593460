"""What the store cannot do, in words."""

from companion.store.errors import (
    BackupExists,
    BadDatabaseAddress,
    DamagedDatabase,
    DanglingRow,
    DatabaseTrouble,
    FolderInUse,
    ForeignDatabase,
    MissingEntry,
    NewerDatabase,
    NewerSchema,
    NoBackup,
    NoDatabaseDriver,
    NoSuchEvening,
    NoSuchGroup,
    NotEmpty,
    OtherKey,
    StoreTrouble,
    UnfinishedRestore,
    UnreadableEvening,
    UnusableBackup,
    UnusableKey,
    WrongEncoding,
)
from companion.tables.integrity import OtherResult, OtherSeal
from companion.wording.languages import _
from companion.wording.saying import words


@words(StoreTrouble)
def store_trouble(fact: StoreTrouble) -> str:
    """What is wrong with the database, and what to do about it."""
    name, folder = fact.name, fact.folder
    match fact.kind:
        case "full":
            return _("The disk is full, so nothing was written. Free some space, then try again.")
        case "disk":
            return _(
                "The disk failed while {name} was in use, so nothing was written. Check "
                "the disk, then try again.",
                name=name,
            )
        case "locked":
            return _("Another program has locked {name}. Close it, then try again.", name=name)
        case "read-only":
            return _("{name} cannot be written. Give the server permission to write it.", name=name)
        case "cannot-open":
            return _(
                "{name} cannot be opened in {folder}. Check that the folder exists and "
                "can be written to.",
                name=name,
                folder=folder,
            )
        case "damaged":
            return _(
                "{name} is damaged. Save the evenings that can still be read: companion list shows "
                "them, companion export EVENING prints one. Then stop the server, and restore a "
                "backup with: companion restore FILE.",
                name=name,
            )
        case "no-database":
            return _(
                "{name} is not a database, or is damaged. Stop the server, then restore "
                "a backup with: companion restore FILE.",
                name=name,
            )
        case "folder":
            return _(
                "{folder} cannot be used: {detail}. Choose a folder that the companion can write "
                "to.",
                folder=folder,
                detail=fact.detail,
            )
        case "replaced":
            return _(
                "{name} was moved, deleted or replaced while the server was running, so nothing "
                "was saved. Put it back into {folder}. Or stop the server: it copies what it still "
                "has to a new file in {folder}/backups. Restore that with: companion restore FILE.",
                name=name,
                folder=folder,
            )
        case "lone-log":
            return _(
                "{name} is missing or empty, but {name}-wal holds some of its entries. Put it back "
                "into {folder}, or restore a backup with: companion restore FILE.",
                name=name,
                folder=folder,
            )
        case "other":
            return _("The database {name} reported: {detail}.", name=name, detail=fact.detail)


@words(DatabaseTrouble)
def database_trouble(fact: DatabaseTrouble) -> str:
    """What is wrong with a database on a server. While people play, nobody is told where it is."""
    where, detail = fact.where, fact.detail
    match fact.kind:
        case "unreachable":
            return _(
                "The database {where} cannot be reached: {detail}. Check the address, and that "
                "PostgreSQL is running there and accepts connections from here.",
                where=where,
                detail=detail,
            )
        case "away":
            return _("The database cannot be reached right now. Try again in a moment.")
        case "password":
            return _(
                "The database {where} does not accept this user name and password. Check both.",
                where=where,
            )
        case "no-database":
            return _(
                "There is no database {where}. Check its name, or create it with: createdb.",
                where=where,
            )
        case "permission":
            return _(
                "The database {where} does not allow this: {detail}. Give the user the right to "
                "create tables there and to write to them.",
                where=where,
                detail=detail,
            )
        case "read-only":
            return _(
                "The database can only be read right now, so nothing was written. Make it "
                "writable, or use the address of the server that takes writes."
            )
        case "full":
            return _(
                "The disk of the database is full, so nothing was written. Free some space there, "
                "then try again."
            )
        case "disk":
            return _(
                "The disk of the database failed, so nothing was written. Check the disk, then "
                "try again."
            )
        case "busy":
            return _("The database took too long, so nothing was written. Try again in a moment.")
        case "too-many":
            return _(
                "The database accepts no more connections. Close some, or raise max_connections "
                "in its settings, then try again."
            )
        case "damaged":
            return _(
                "The database {where} is damaged. Stop the servers, then restore a backup to an empty "
                "database with: companion restore FILE.",
                where=where,
            )
        case "other":
            return _("The database reported: {detail}.", detail=detail)


@words(ForeignDatabase)
def foreign_database(fact: ForeignDatabase) -> str:
    """Nothing is written among the tables of others."""
    return _(
        "The database {where} holds something else: a table called {table}. Nothing has changed. "
        "Create an empty database for the companion, and give its address.",
        where=fact.where,
        table=fact.table,
    )


@words(NewerSchema)
def newer_schema(fact: NewerSchema) -> str:
    """A newer version of the companion has changed its schema."""
    return _(
        "The database {where} belongs to a newer version of the companion: it has the change "
        "{migration}, which this version does not know. Use the newer version.",
        where=fact.where,
        migration=fact.migration,
    )


@words(WrongEncoding)
def wrong_encoding(fact: WrongEncoding) -> str:
    """Another one has to be made."""
    return _(
        "The database {where} has the encoding {encoding}, which cannot hold every name. Create "
        "one with: createdb --encoding UTF8 --template template0.",
        where=fact.where,
        encoding=fact.encoding,
    )


@words(BadDatabaseAddress)
def bad_database_address(_fact: BadDatabaseAddress) -> str:
    """What was given may hold a password, so it is not repeated."""
    return _(
        "That is not the address of a database. Give one like "
        "postgresql://user:password@localhost/loo."
    )


@words(NoDatabaseDriver)
def no_database_driver(_fact: NoDatabaseDriver) -> str:
    """It is no part of a plain installation."""
    return _(
        "PostgreSQL needs two more packages. Install them with: "
        "pip install 'loo-companion[postgresql]'."
    )


@words(NotEmpty)
def not_empty(fact: NotEmpty) -> str:
    """Two stores cannot be mixed: their numbers would be the same."""
    return _(
        "{where} already holds evenings or groups, so nothing was copied. Copy to an empty "
        "database, or to a new folder.",
        where=fact.where,
    )


@words(BackupExists)
def backup_exists(fact: BackupExists) -> str:
    """A backup overwrites nothing."""
    return _("{file} already exists. Choose a new file name.", file=fact.file)


@words(NewerDatabase)
def newer_database(fact: NewerDatabase) -> str:
    """A newer version of the companion has changed its schema."""
    return _(
        "{name} in {folder} belongs to a newer version of the companion: it has the change "
        "{migration}, which this version does not know. Use the newer version, or restore a "
        "backup from before the upgrade: companion restore FILE.",
        name=fact.name,
        folder=fact.folder,
        migration=fact.migration,
    )


@words(NoBackup)
def no_backup(fact: NoBackup) -> str:
    """Without a backup nothing is upgraded."""
    return _(
        "{name} must be upgraded, but the backup that is made first cannot be written to "
        "{folder}: {detail}. Nothing has changed. Free some space or fix the folder, then start again.",
        name=fact.name,
        folder=fact.folder,
        detail=fact.detail,
    )


@words(DamagedDatabase)
def damaged_database(fact: DamagedDatabase) -> str:
    """In the database's own words: it is for who looks after the server."""
    return _("The database is damaged: {detail}", detail=" ".join(fact.detail.split()))


@words(DanglingRow)
def dangling_row(fact: DanglingRow) -> str:
    """A row refers to one that is not there."""
    return _(
        "Row {row} of the table {table} refers to a row of {parent} that is missing.",
        row=fact.row,
        table=fact.table,
        parent=fact.parent,
    )


@words(MissingEntry)
def missing_entry(fact: MissingEntry) -> str:
    """A log goes on after it."""
    return _("Entry {entry} is missing.", entry=fact.entry)


@words(OtherSeal)
def other_seal(_fact: OtherSeal) -> str:
    """Somebody has changed them in the database."""
    return _("The entries do not match their seal. They were changed in the database.")


@words(OtherResult)
def other_result(_fact: OtherResult) -> str:
    """Its record would not be imported as it is."""
    return _("Its record does not give the same result as the evening.")


@words(UnusableBackup)
def unusable_backup(fact: UnusableBackup) -> str:
    """What is wrong with a file that was to be restored."""
    match fact.kind:
        case "unreadable":
            return _("{file} cannot be read: {detail}.", file=fact.file, detail=fact.detail)
        case "not-ours":
            return _(
                "{file} is not a backup. Choose a file made with: companion backup FILE. "
                "Nothing has changed.",
                file=fact.file,
            )
        case "damaged":
            return _(
                "{file} is damaged. Choose another backup. Nothing has changed.", file=fact.file
            )


@words(FolderInUse)
def folder_in_use(fact: FolderInUse) -> str:
    """The server runs, or another command."""
    return _(
        "The server is running on {folder}, or another command is using it. Stop it, then try "
        "again. Nothing has changed.",
        folder=fact.folder,
    )


@words(UnfinishedRestore)
def unfinished_restore(fact: UnfinishedRestore) -> str:
    """What was begun has to be finished first."""
    return _(
        "Restoring a backup in {folder} was interrupted. Nothing is lost: the files from before "
        "are in {aside}. Restore the backup again with: companion restore FILE.",
        folder=fact.folder,
        aside=fact.aside,
    )


@words(OtherKey)
def other_key(fact: OtherKey) -> str:
    """All servers on one database have to know the same phones."""
    return _(
        "{file} is not the key that the servers on this database share. Move it out of the "
        "folder and start again. The server then uses the shared one.",
        file=fact.file,
    )


@words(UnusableKey)
def unusable_key(fact: UnusableKey) -> str:
    """What deleting it means depends on what rests on it."""
    if fact.signs_cookies:
        return _(
            "{file} is damaged: it holds no key. Restore it from a copy. Or delete it and start "
            "again: the server then knows no phone, and everyone has to open their link again.",
            file=fact.file,
        )
    return _(
        "{file} is damaged: it holds no key. Restore it from a copy. Or delete it and start "
        "again: there is then a new host link, and browsers that used the old one are no "
        "longer hosts.",
        file=fact.file,
    )


@words(UnreadableEvening)
def unreadable_evening(fact: UnreadableEvening) -> str:
    """Another version of the companion wrote it."""
    if not fact.entry:
        return _("A newer version of the companion wrote this evening. Use that version.")
    return _(
        "Entry {entry} of this evening cannot be read by this version of the companion. "
        "Use the version that wrote it.",
        entry=fact.entry,
    )


@words(NoSuchEvening)
def no_such_evening(fact: NoSuchEvening) -> str:
    """No evening is called so."""
    return _(
        "There is no evening {asked}. `companion list` shows all evenings.",
        asked=repr(fact.asked),
    )


@words(NoSuchGroup)
def no_such_group(fact: NoSuchGroup) -> str:
    """No group is called so."""
    return _(
        "There is no group {asked}. `companion groups` shows all groups.", asked=repr(fact.asked)
    )
