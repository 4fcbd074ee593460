"""Five-card Loo, with Pam and flushes (docs/rules.md 5.2).

Accounts: [001] is the preset `classic` and holds where none is named, [004] is `modern`, [003] is
`chits`. [003] names both black jacks as Pam; the other accounts say clubs, and so it is (resolved).
"""

from typing import Annotated, Literal

from companion.ids import Rule
from companion.rules import house
from companion.rules.game import Preset
from companion.rules.loo import card_loo
from companion.rules.loo.card_loo import (
    CHITS_BEYOND,
    CHITS_RESOLVED,
    CHITS_SILENT,
    CLASSIC_BEYOND,
    CLASSIC_RESOLVED,
    CLASSIC_SILENT,
    SILENT,
    CardLooRules,
    Draw,
    StockOut,
)

CARDS = 5
_WITH_PAM = house.About(only_with={"pam": ("JC", "JS")})
_WITH_FLUSHES = house.About(only_with={"flush": ("trump-first", "mouche-first")})


class FiveCardRules(CardLooRules, frozen=True):
    """The house rules of five-card Loo."""

    stake: int = 5
    draw: Draw = "with-declaration"
    stock_out: StockOut = "reshuffle"
    pam: Literal["none", "JC", "JS"] = "JC"
    """The jack that is the highest trump."""
    civil: Annotated[Literal["none", "absolute", "unless-only-trump"], _WITH_PAM] = "absolute"
    """How far Pam obeys the call "Pam be civil"."""
    pam_led: Annotated[Literal["any-trump", "highest-trump"], _WITH_PAM] = "any-trump"
    """What must be played to Pam."""
    flush: Literal["none", "trump-first", "mouche-first"] = "trump-first"
    """Whether flushes count, and which is the best."""
    flush_show: Annotated[Literal["must", "may"], _WITH_FLUSHES] = "must"
    flush_loos: Annotated[Literal["in-play", "table"], _WITH_FLUSHES] = "table"
    """Who pays to a flush: all who have not dropped, or all dealt in."""
    flush_exempt: Annotated[Literal["flush-or-pam", "nobody"], _WITH_FLUSHES] = "flush-or-pam"
    """Who of them is spared."""
    flush_when: Annotated[Literal["at-once", "after-declarations"], house.BY_EDITION] = "at-once"
    """From when on a flush may be shown that looes those in play."""


CLASSIC = Preset(
    account="classic",
    advised=(6, 7),
    silent=CLASSIC_SILENT,
    resolved=CLASSIC_RESOLVED | {Rule.FLUSH},
    # A flush is shown "at once"; not until when, by whom, and what of one that is not.
    beyond=CLASSIC_BEYOND | {Rule.FLUSH_TOO_LATE},
)
PRESETS = {
    "classic": CLASSIC,
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
        # "All the other players" pay to a flush: here those in play, in [001] the whole table.
        # So nobody shows one who could make others pay that were not asked yet.
        resolved=frozenset({Rule.FLUSH, Rule.FLUSH_TOO_EARLY}),
    ),
    "chits": Preset(
        account="chits",
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
        # It is "the same as 3-card Loo", where the dealer wins if all pass.
        silent=CHITS_SILENT,
        # It names both black jacks as Pam.
        resolved=CHITS_RESOLVED | {Rule.PAM},
        # It does not say in which order cards are exchanged, when a flush is shown, and whose is the
        # better one beyond its highest card.
        beyond=CHITS_BEYOND | {Rule.DRAW, Rule.FLUSH, Rule.FLUSH_TOO_LATE},
    ),
}

FIVE_CARD_LOO = card_loo.game(
    id="five-card-loo",
    cards=CARDS,
    usual=CLASSIC,
    house_rules=FiveCardRules,
    presets=PRESETS,
    second_edition={"flush_when": "after-declarations"},
)
