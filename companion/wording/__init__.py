"""The words: the only layer that makes sentences of facts, in the language of whoever reads them.

`say` puts a fact into words. Every kind of fact has its function in one of these modules, marked
with `words`; a test demands one for each. Sentences are whole, go through gettext (`_`, `_n`), and
have named placeholders.
"""

# Imported, each registers its words.
from companion.wording import (  # noqa: F401
    evening,
    games,
    groups,
    house_rules,
    ledger,
    loo,
    napoleon,
    refusals,
    rummy,
    store,
    tables,
    tricks,
)
from companion.wording.saying import say

__all__ = ["say"]
