"""Errors: what the engine raises when an entry cannot stand.

Every error names the rule it rests on, and carries a fact: what is so, with its evidence.
`companion.wording` makes a sentence of it.
"""

from typing import Literal

from companion.rules.ids import AnyFact, Fact, Rule

Led = Literal["plain", "trump", "pam"]
"""What was led to a trick: a plain suit, a trump, or Pam, who is one too."""


class Proof(Fact, frozen=True):
    """An earlier play that is now known to have been against the law, and what shows it."""

    player: str
    trick: int
    """The number of the trick, from 1."""
    piece: str
    """The piece that was played to it."""
    rule: Rule
    """The rule broken."""
    proof: str | None
    """The piece that was in hand and kept the play from being lawful; None if any other would."""
    must: str | None = None
    """Where one piece had to be led (`lead-ace`): that piece."""
    trumps: int = 0
    """Where a trump had to be led (`lead-trump`): from how many held on."""
    led: Led = "plain"
    """What was led to the trick; `plain`, too, where the play was the lead."""


class RevokesProven(Fact, frozen=True):
    """A play brings revokes to light."""

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
