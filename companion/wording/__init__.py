"""Messages: the only layer that writes sentences, in the reader's language.

`say` puts a fact into words. Every kind of fact has its message in a table in one of these modules, or a
function marked with `words`; a test checks that. Messages are whole sentences with named placeholders,
marked for gettext (`N_`, `_`, `_n`).
"""

from importlib import import_module

from companion.games import GAMES

# Importing these registers their messages.
from companion.wording import (  # noqa: F401
    deal_messages,
    groups,
    house_rules,
    ledger,
    results_csv,
    store,
    study,
    tables,
    tricks,
)
from companion.wording.evening import evening_messages, penalties, records  # noqa: F401
from companion.wording.games import register
from companion.wording.loo import loo_messages  # noqa: F401
from companion.wording.napoleon import nap_messages  # noqa: F401
from companion.wording.other import other_messages  # noqa: F401
from companion.wording.rummy import rummy_messages  # noqa: F401
from companion.wording.saying import say

# The words of the games use all of the above.
for id in GAMES:
    register(id, import_module(f"companion.games.{id.replace('-', '_')}.words").WORDS)

__all__ = ["say"]
