"""Errors that the engine raises when it refuses an entry.

Every error names the rule it rests on and carries a fact with the evidence, which
`companion.wording` turns into a sentence.
"""

from typing import Literal

from companion.facts import AnyFact, Fact
from companion.ids import Rule

Led = Literal["plain", "trump", "pam"]
"""The kind of lead to a trick. Pam counts as a trump, but is named separately."""


class Proof(Fact, frozen=True):
    """An earlier play that is now proven to be a revoke."""

    player: str
    trick: int
    """Number of the trick, from 1."""
    piece: str
    """The piece played."""
    rule: Rule
    proof: str | None
    """A piece in hand that made the play unlawful; None if any other piece would have made it so."""
    must: str | None = None
    """For `lead-ace` and `cinch`: the piece that had to be led."""
    trumps: int = 0
    """For `lead-trump`: the number of trumps from which one had to be led."""
    led: Led = "plain"
    """`plain` if the play was the lead."""


class RevokesProven(Fact, frozen=True):
    proofs: tuple[Proof, ...]


class FactError(Exception):
    """An error with its reason, `fact`."""

    def __init__(self, fact: AnyFact) -> None:
        super().__init__(fact)
        self.fact = fact


class EntryError(Exception):
    """An entry that cannot be accepted: the `rule` behind that, and a `fact` for `say`. Callers tell its subclasses apart."""

    def __init__(self, rule: Rule, fact: AnyFact) -> None:
        super().__init__(rule, fact)
        self.rule = rule
        self.fact = fact


class MalformedEntry(EntryError):
    """The entry is invalid whatever the state of the game (`unreadable`)."""

    def __init__(self, fact: AnyFact) -> None:
        super().__init__(Rule.UNREADABLE, fact)


class RuleViolation(EntryError):
    """The entry is well-formed, but not allowed here."""


class AmbiguousMeld(RuleViolation):
    """The pieces form several melds; `ways` lists them."""

    def __init__(self, rule: Rule, fact: AnyFact, ways: tuple[tuple[str, ...], ...]) -> None:
        super().__init__(rule, fact)
        self.ways = ways


class RevokeProven(RuleViolation):
    """The play proves one or more revokes that the table has not decided on yet.

    If a correction turned an earlier play into a proof, `number` is that play's entry number.
    """

    def __init__(self, proofs: tuple[Proof, ...], number: int | None = None) -> None:
        super().__init__(proofs[0].rule, RevokesProven(proofs))
        self.proofs = proofs
        self.number = number


class StaleEntry(EntryError):
    """The entry was made for a state that has changed since (`stale`)."""

    def __init__(self, fact: AnyFact) -> None:
        super().__init__(Rule.STALE, fact)
