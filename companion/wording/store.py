"""Messages of the store."""

from companion.store import errors
from companion.store.errors import StoreFact
from companion.wording.languages import N_, _
from companion.wording.saying import By, If, messages, words

messages(
    {
        errors.StoreTrouble: By(
            "kind",
            {
                "full": N_(
                    "The disk is full, so nothing was written. Free some space, then try again."
                ),
                "disk": N_(
                    "The disk failed while {name} was in use, so nothing was written. Check the disk, then "
                    "try again."
                ),
                "locked": N_("Another program has locked {name}. Close it, then try again."),
                "read-only": N_(
                    "{name} cannot be written. Give the server permission to write it."
                ),
                "cannot-open": N_(
                    "{name} cannot be opened in {folder}. Check that the folder exists and can be written "
                    "to."
                ),
                "damaged": N_(
                    "{name} is damaged. Save the evenings that can still be read: companion list shows "
                    "them, companion export EVENING prints one. Then stop the server, and restore a backup "
                    "with: companion restore FILE."
                ),
                "no-database": N_(
                    "{name} is not a database, or is damaged. Stop the server, then restore a backup with: "
                    "companion restore FILE."
                ),
                "folder": N_(
                    "{folder} cannot be used: {detail}. Choose a folder that the companion can write to."
                ),
                "replaced": N_(
                    "{name} was moved, deleted or replaced while the server was running, so nothing was "
                    "saved. Put it back into {folder}. Or stop the server: it copies what it still has to "
                    "a new file in {folder}/backups. Restore that with: companion restore FILE."
                ),
                "lone-log": N_(
                    "{name} is missing or empty, but {name}-wal holds some of its entries. Put it back "
                    "into {folder}, or restore a backup with: companion restore FILE."
                ),
                "newer": N_(
                    "{name} in {folder} belongs to a newer version of the companion: it has the change "
                    "{detail}, which this version does not know. Use the newer version, or restore a "
                    "backup from before the upgrade: companion restore FILE."
                ),
                "too-old": N_(
                    "{name} in {folder} was made before 0.1.0. Start companion 0.1.0 with it once, then "
                    "this one."
                ),
                "no-backup": N_(
                    "{name} must be upgraded, but the backup that is made first cannot be written to "
                    "{folder}: {detail}. Nothing has changed. Free some space or fix the folder, then "
                    "start again."
                ),
                "in-use": N_(
                    "The server is running on {folder}, or another command is using it. Stop it, then try "
                    "again. Nothing has changed."
                ),
                "unfinished": N_(
                    "Restoring a backup in {folder} was interrupted. Nothing is lost: the files from "
                    "before are in {detail}. Restore the backup again with: companion restore FILE."
                ),
                "other": N_("The database {name} reported: {detail}."),
            },
        ),
        errors.DatabaseTrouble: By(
            "kind",
            {
                "unreachable": N_(
                    "The database {where} cannot be reached: {detail}. Check the address, and that "
                    "PostgreSQL is running there and accepts connections from here."
                ),
                "away": N_("The database cannot be reached right now. Try again in a moment."),
                "password": N_(
                    "The database {where} does not accept this user name and password. Check both."
                ),
                "no-database": N_(
                    "There is no database {where}. Check its name, or create it with: createdb."
                ),
                "permission": N_(
                    "The database {where} does not allow this: {detail}. Give the user the right to create "
                    "tables there and to write to them."
                ),
                "read-only": N_(
                    "The database can only be read right now, so nothing was written. Make it writable, or "
                    "use the address of the server that takes writes."
                ),
                "full": N_(
                    "The disk of the database is full, so nothing was written. Free some space there, then "
                    "try again."
                ),
                "disk": N_(
                    "The disk of the database failed, so nothing was written. Check the disk, then try "
                    "again."
                ),
                "busy": N_(
                    "The database took too long, so nothing was written. Try again in a moment."
                ),
                "too-many": N_(
                    "The database accepts no more connections. Close some, or raise max_connections in its "
                    "settings, then try again."
                ),
                "damaged": N_(
                    "The database {where} is damaged. Stop the servers, then restore a backup to an empty "
                    "database with: companion restore FILE."
                ),
                "foreign": N_(
                    "The database {where} holds something else: a table called {detail}. Nothing has "
                    "changed. Create an empty database for the companion, and give its address."
                ),
                "newer": N_(
                    "The database {where} belongs to a newer version of the companion: it has the change "
                    "{detail}, which this version does not know. Use the newer version."
                ),
                "too-old": N_(
                    "The database {where} was made before 0.1.0. Start companion 0.1.0 with it once, "
                    "then this one."
                ),
                "encoding": N_(
                    "The database {where} has the encoding {detail}, which cannot hold every name. "
                    "Create one with: createdb --encoding UTF8 --template template0."
                ),
                "not-empty": N_(
                    "{where} already holds evenings or groups, so nothing was copied. Copy to an empty "
                    "database, or to a new folder."
                ),
                "other": N_("The database reported: {detail}."),
            },
        ),
        StoreFact.BAD_DATABASE_ADDRESS: N_(
            "That is not the address of a database. Give one like "
            "postgresql://user:password@localhost/loo."
        ),
        StoreFact.NO_DATABASE_DRIVER: N_(
            "PostgreSQL needs two more packages. Install them with: pip install "
            "'loo-companion[postgresql]'."
        ),
        errors.DanglingRow: N_(
            "Row {row} of the table {table} refers to a row of {parent} that is missing."
        ),
        errors.MissingEntry: N_("Entry {entry} is missing."),
        StoreFact.OTHER_SEAL: N_(
            "The entries do not match their seal. They were changed in the database."
        ),
        StoreFact.OTHER_RESULT: N_("Its record does not give the same result as the evening."),
        errors.FileTrouble: By(
            "kind",
            {
                "exists": N_("{file} already exists. Choose a new file name."),
                "unreadable": N_("{file} cannot be read: {detail}."),
                "not-ours": N_(
                    "{file} is not a backup. Choose a file made with: companion backup FILE. Nothing has "
                    "changed."
                ),
                "damaged": N_("{file} is damaged. Choose another backup. Nothing has changed."),
                "other-key": N_(
                    "{file} is not the key that the servers on this database share. Move it out of the "
                    "folder and start again. The server then uses the shared one."
                ),
                "no-key": N_(
                    "{file} is damaged: it holds no key. Restore it from a copy. Or delete it and start "
                    "again: the server then knows no phone, and everyone has to open their link again."
                ),
                "no-host-key": N_(
                    "{file} is damaged: it holds no key. Restore it from a copy. Or delete it and start "
                    "again: there is then a new host link, and browsers that used the old one are no "
                    "longer hosts."
                ),
            },
        ),
        errors.UnreadableEvening: If(
            "entry",
            N_(
                "Entry {entry} of this evening cannot be read by this version of the companion. Use "
                "the version that wrote it."
            ),
            N_("A newer version of the companion wrote this evening. Use that version."),
        ),
        errors.NotFound: By(
            "kind",
            {
                "evening": N_(
                    "There is no evening {asked!r}. `companion list` shows all evenings."
                ),
                "group": N_("There is no group {asked!r}. `companion groups` shows all groups."),
            },
        ),
    }
)


@words(errors.DamagedDatabase)
def damaged_database(fact: errors.DamagedDatabase) -> str:
    return _("The database is damaged: {detail}", detail=" ".join(fact.detail.split()))
