"""The words: the only layer that makes sentences of facts, in the language of whoever reads them.

`say` puts a fact into words. Every kind of fact has its message in a table in one of these modules, or
a function marked with `words`; a test demands one for each. Sentences are whole, go through gettext
(`N_`, `_`, `_n`), and have named placeholders.
"""

# Imported, each registers its words.
from companion.wording import groups, house_rules, ledger, refusals, store, tables, tricks  # noqa: F401
from companion.wording.evening import (  # noqa: F401
    corrections,
    payments,
    penalties,
    records,
)
from companion.wording.evening import refusals as _evening  # noqa: F401
from companion.wording.loo import asking, bourre, flushes  # noqa: F401
from companion.wording.loo import refusals as _loo  # noqa: F401
from companion.wording.napoleon import refusals as _napoleon  # noqa: F401
from companion.wording.rummy import melds  # noqa: F401
from companion.wording.rummy import refusals as _rummy  # noqa: F401
from companion.wording.saying import say

__all__ = ["say"]
