"""Refusals: what the engine says when an entry cannot stand.

Every refusal has a stable `code` (an id of the rulebook, or one of the few below it), a sentence
that names the player, the piece and the rule, and, for a proven revoke, the evidence.
"""

from msgspec import Struct


class Proof(Struct, frozen=True):
    """An earlier play that is now known to have been against the law, and what shows it."""

    player: str
    trick: int
    """The number of the trick, from 1."""
    piece: str
    """The piece that was played to it."""
    rule: str
    """The id of the rule broken."""
    proof: str | None
    """The piece that was in hand and kept the play from being lawful; None if any other would."""
    duty: str
    """What the player had to do, in words."""

    @property
    def sentence(self) -> str:
        """What was played, what proves it, and the duty."""
        held = self.proof or "other cards"
        return f"{self.player} played {self.piece} to trick {self.trick} but held {held}, and {self.duty}."


class EntryError(Exception):
    """An entry that cannot be accepted. Base of the three kinds a caller tells apart."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class MalformedEntry(EntryError):
    """The entry makes no sense by itself, whatever the state of the game (code `unreadable`)."""

    def __init__(self, sentence: str) -> None:
        super().__init__("unreadable", sentence)


class RuleViolation(EntryError):
    """The entry can be read, but is not allowed here."""


class AmbiguousMeld(RuleViolation):
    """Pieces that can be read in several ways: `ways` spells each of them out."""

    def __init__(self, code: str, sentence: str, ways: tuple[tuple[str, ...], ...]) -> None:
        super().__init__(code, sentence)
        self.ways = ways


class RevokeProven(RuleViolation):
    """The play brings about the proof of one or more revokes and is not answered yet."""

    def __init__(self, proofs: tuple[Proof, ...]) -> None:
        super().__init__(proofs[0].rule, " ".join(proof.sentence for proof in proofs))
        self.proofs = proofs


class StaleEntry(EntryError):
    """The entry speaks of a state that has moved on (code `stale`)."""

    def __init__(self, sentence: str) -> None:
        super().__init__("stale", sentence)
