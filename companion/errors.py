"""Errors: what the engine raises when an entry cannot stand.

Every error names the rule it rests on, and carries a fact: what is so, with its evidence.
`companion.wording` makes a sentence of it.
"""

from typing import Literal

from companion.facts import AnyFact, Fact
from companion.ids import Rule

Led = Literal["plain", "trump", "pam"]
"""What was led to a trick: a plain suit, a trump, or Pam, who is one too."""


class Proof(Fact, frozen=True):
    """An earlier play that is now known to be a revoke, with the evidence."""

    player: str
    trick: int
    """From 1."""
    piece: str
    """The piece that was played to it."""
    rule: Rule
    proof: str | None
    """The piece held that made the play unlawful; None if any other would have."""
    must: str | None = None
    """The piece that had to be led, for `lead-ace`."""
    trumps: int = 0
    """From how many trumps held one had to be led, for `lead-trump`."""
    led: Led = "plain"
    """`plain` if the play was the lead."""


class RevokesProven(Fact, frozen=True):
    proofs: tuple[Proof, ...]


class EntryError(Exception):
    """An entry that cannot be accepted. Base of the three kinds that a caller tells apart."""

    def __init__(self, rule: Rule, fact: AnyFact) -> None:
        super().__init__(rule, fact)
        self.rule = rule
        self.fact = fact


class MalformedEntry(EntryError):
    """The entry makes no sense by itself, whatever the state of the game (`unreadable`)."""

    def __init__(self, fact: AnyFact) -> None:
        super().__init__(Rule.UNREADABLE, fact)


class RuleViolation(EntryError):
    """The entry can be read, but is not allowed here."""


class AmbiguousMeld(RuleViolation):
    """Pieces that can be read in several ways: `ways` spells each of them out."""

    def __init__(self, rule: Rule, fact: AnyFact, ways: tuple[tuple[str, ...], ...]) -> None:
        super().__init__(rule, fact)
        self.ways = ways


class RevokeProven(RuleViolation):
    """A play brings about the proof of one or more revokes and is not answered yet.

    `number` is the entry of the play, if that stands already and a correction brings the proof about.
    """

    def __init__(self, proofs: tuple[Proof, ...], number: int | None = None) -> None:
        super().__init__(proofs[0].rule, RevokesProven(proofs))
        self.proofs = proofs
        self.number = number


class StaleEntry(EntryError):
    """The entry speaks of a state that has moved on (`stale`)."""

    def __init__(self, fact: AnyFact) -> None:
        super().__init__(Rule.STALE, fact)
