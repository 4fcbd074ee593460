"""Five-card Loo, with Pam and flushes (docs/rules.md 5.2).

Accounts: [001] is the preset `classic` and the default, [004] is `modern`, [003] is `chits`. [003]
calls both black jacks Pam; the others say clubs, which is used here (resolved).
"""

from typing import Annotated, Literal

from msgspec.structs import replace

from companion.ids import Rule
from companion.rules import house
from companion.rules.game import Preset
from companion.rules.loo import card_loo
from companion.rules.loo.card_loo import CHITS, CLASSIC, SILENT, CardLooRules, Draw, StockOut

_WITH_PAM = house.About(only_with={"pam": ("JC", "JS")})
_WITH_FLUSHES = house.About(only_with={"flush": ("trump-first", "mouche-first")})


class FiveCardRules(CardLooRules, frozen=True):
    """House rules of five-card Loo."""

    stake: int = 5
    draw: Draw = "with-declaration"
    stock_out: StockOut = "reshuffle"
    pam: Literal["none", "JC", "JS"] = "JC"
    """The jack that is the highest trump."""
    civil: Annotated[Literal["none", "absolute", "unless-only-trump"], _WITH_PAM] = "absolute"
    """What the call "Pam be civil" does."""
    pam_led: Annotated[Literal["any-trump", "highest-trump"], _WITH_PAM] = "any-trump"
    """What followers must play when Pam is led."""
    flush: Literal["none", "trump-first", "mouche-first"] = "trump-first"
    """How flushes rank, if they count."""
    flush_show: Annotated[Literal["must", "may"], _WITH_FLUSHES] = "must"
    flush_loos: Annotated[Literal["in-play", "table"], _WITH_FLUSHES] = "table"
    """Who pays for a flush: players who have not dropped, or all dealt in."""
    flush_exempt: Annotated[Literal["flush-or-pam", "nobody"], _WITH_FLUSHES] = "flush-or-pam"
    """Who need not pay for a flush."""
    flush_when: Annotated[Literal["at-once", "after-declarations"], house.BY_EDITION] = "at-once"
    """When a flush that looes only the players in may first be shown."""


# "All the other players" pay for a flush: here, the whole table. A flush is shown "at once": the account
# omits the deadline, who may show one, and what happens if one is not shown.
_CLASSIC = replace(CLASSIC, beyond=CLASSIC.beyond | {Rule.FLUSH, Rule.FLUSH_TOO_LATE})
PRESETS = {
    "classic": _CLASSIC,
    "modern": Preset(
        account="modern",
        players=(5, 10),
        advised=(6, 6),
        values={
            "stake_when": "every-deal",
            "loo": "fixed",
            "lone": "free",
            "draw": "after-declarations",
            "civil": "unless-only-trump",
            "flush": "mouche-first",
            "flush_show": "may",
            "flush_loos": "in-play",
            "revoke_pays": "loo",
            "lead_ace": "none",
            "lead_trump": "none",
            "lead_highest": "never",
        },
        silent=SILENT | {Rule.ALL_DROPPED, Rule.SOLE_PLAYER},
        # "All the other players" pay for a flush. Here these are the players in; in [001], the whole table.
        # So nobody may show one before all have declared.
        resolved=frozenset({Rule.FLUSH_TOO_EARLY}),
        beyond=frozenset({Rule.FLUSH}),
    ),
    # The account says "the same as 3-card Loo", where the dealer wins if all pass.
    "chits": replace(
        CHITS,
        players=(5, 10),
        values={
            "stake_when": "every-deal",
            "loo": "fixed",
            "lone": "free",
            "draw": "after-declarations",
            "civil": "none",
            "pam_led": "highest-trump",
            "flush_exempt": "nobody",
            "revoke_pays": "loo",
            "lead_trump": "one",
            "lead_highest": "always",
        },
        # The account calls both black jacks Pam.
        resolved=CHITS.resolved | {Rule.PAM},
        # The account omits the order of exchanges, when a flush is shown, and how flushes with the same
        # highest card compare.
        beyond=CHITS.beyond | {Rule.DRAW, Rule.FLUSH, Rule.FLUSH_TOO_LATE},
    ),
}

FIVE_CARD_LOO = card_loo.game(
    id="five-card-loo",
    cards=5,
    usual=_CLASSIC,
    house_rules=FiveCardRules,
    presets=PRESETS,
    second_edition={"flush_when": "after-declarations"},
)
