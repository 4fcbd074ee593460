"""What the store cannot do, in words."""

from companion.store.errors import BackupExists, NoSuchEvening, StoreTrouble, UnreadableEvening
from companion.wording.languages import _
from companion.wording.saying import words


@words(StoreTrouble)
def store_trouble(fact: StoreTrouble) -> str:
    """What is wrong with the database, and what to do about it."""
    name, folder = fact.name, fact.folder
    match fact.kind:
        case "full":
            return _(
                "The disk is full, so nothing was written. Free some space, then enter it again."
            )
        case "disk":
            return _(
                "The disk failed while {name} was in use, so nothing was written. Check "
                "the disk, then enter it again.",
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
                "{name} is damaged. Move it away, and restore a backup "
                "(made with: companion backup FILE) in its place.",
                name=name,
            )
        case "no-database":
            return _(
                "{name} is not a database, or is damaged. Move it away, and restore a "
                "backup (made with: companion backup FILE) in its place.",
                name=name,
            )
        case "folder":
            return _("{folder} cannot be used: {detail}.", folder=folder, detail=fact.detail)
        case "other":
            return _("The database {name} reported: {detail}.", name=name, detail=fact.detail)


@words(BackupExists)
def backup_exists(fact: BackupExists) -> str:
    """A backup overwrites nothing."""
    return _("{file} already exists. Choose a new file name.", file=fact.file)


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
