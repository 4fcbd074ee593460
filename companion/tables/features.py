"""What an app offers: everything on a server, less in a browser without one (the pocket)."""

from msgspec import Struct


class Features(Struct, frozen=True):
    """What an app offers. The defaults are a server's."""

    live: bool = True
    """There is a server, which sends news of other phones and can be out of reach."""
    invite: bool = True
    """Other phones can join, watch, have a seat, confirm or become the host, and the server has a host."""
    estimates: bool = True
    """The odds of staying in are worked out, in a process of its own, also for the trainer."""
    shell_worker: bool = True
    """Phones keep the app's shell; otherwise they delete it."""
    copies: bool = False
    """The only copy of the evenings is on this phone, so pages offer to save another."""


SERVER = Features()
POCKET = Features(live=False, invite=False, estimates=False, shell_worker=False, copies=True)
