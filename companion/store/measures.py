"""What a store and its tables tell whoever measures them."""

from contextlib import AbstractContextManager, nullcontext

from companion.rules.ids import Fact

_NOT_TIMED = nullcontext()


class Measures:
    """Is told what happens, and ignores it. Who measures derives from it.

    Everything is called often, and from any thread.
    """

    def folding(self) -> AbstractContextManager[object]:
        """Return what times a fold: entries read from the log, or one that is new."""
        return _NOT_TIMED

    def appending(self) -> AbstractContextManager[object]:
        """Return what times the append of one entry, the commit included."""
        return _NOT_TIMED

    def entered(self, kind: str) -> None:
        """An entry of this kind was appended."""

    def refused(self, rule: str) -> None:
        """An entry was refused, by the rule with this id."""

    def denied(self, why: str) -> None:
        """An entry came from a device that may not make it, for a reason with this name."""

    def overtaken(self) -> None:
        """An entry was made from a state that was not the newest."""

    def failed(self, why: Fact) -> None:
        """The store could not do something."""
