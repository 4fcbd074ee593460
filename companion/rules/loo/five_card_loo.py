"""Five-card Loo, with Pam and flushes (docs/rules.md 5.2).

Accounts: [001] is the preset `classic` and holds where none is named, [004] is `modern`, [003] is
`chits`. [003] names both black jacks as Pam; the other accounts say clubs, and so it is (resolved).
"""

from typing import Annotated, Literal

from companion.rules import house
from companion.rules.game import Preset
from companion.rules.loo import card_loo
from companion.rules.loo.card_loo import SILENT, CardLooRules, Draw, StockOut

CARDS = 5
_WITH_PAM = {"pam": ("JC", "JS")}
_WITH_FLUSHES = {"flush": ("trump-first", "mouche-first")}


class FiveCardRules(CardLooRules, frozen=True):
    """The house rules of five-card Loo."""

    stake: Annotated[
        int, house.About("The stake", "Chips the dealer puts in, a multiple of five.")
    ] = 5
    draw: Draw = "with-declaration"
    stock_out: StockOut = "reshuffle"
    pam: Annotated[
        Literal["none", "JC", "JS"],
        house.About(
            "Pam",
            "A jack that is the highest trump, above the ace, and belongs to no other suit.",
            {
                "none": "There is no Pam.",
                "JC": "The jack of clubs.",
                "JS": "The jack of spades.",
            },
        ),
    ] = "JC"
    civil: Annotated[
        Literal["none", "absolute", "unless-only-trump"],
        house.About(
            "“Pam be civil”",
            "Who leads the ace of trumps may say so; then Pam may not be played to that trick.",
            {
                "none": "Pam obeys nobody.",
                "absolute": "Pam stays back while its holder has any other card; as his last card "
                "it does not beat the ace.",
                "unless-only-trump": "Unless its holder has no other trump; then it wins.",
            },
            only_with=_WITH_PAM,
        ),
    ] = "absolute"
    pam_led: Annotated[
        Literal["any-trump", "highest-trump"],
        house.About(
            "Pam led",
            "What must be played to it.",
            {
                "any-trump": "A trump, if any is held.",
                "highest-trump": "The highest trump held.",
            },
            only_with=_WITH_PAM,
        ),
    ] = "any-trump"
    flush: Annotated[
        Literal["none", "trump-first", "mouche-first"],
        house.About(
            "Flushes",
            "Five cards of one suit, or four and Pam (a mouche), take the pool without play. The best is …",
            {
                "none": "Flushes count for nothing.",
                "trump-first": "… one in trumps; then the highest card tells, and the next.",
                "mouche-first": "… a mouche, then one in trumps; then the highest card tells.",
            },
        ),
    ] = "trump-first"
    flush_show: Annotated[
        Literal["must", "may"],
        house.About(
            "Showing a flush",
            "Before the first lead.",
            {
                "must": "It must be shown; one that comes out card by card is noted.",
                "may": "Its holder may keep it to himself.",
            },
            only_with=_WITH_FLUSHES,
        ),
    ] = "must"
    flush_loos: Annotated[
        Literal["in-play", "table"],
        house.About(
            "Whom a flush looes",
            "Each of them pays a loo penalty.",
            {
                "in-play": "All who have not dropped.",
                "table": "All who were dealt in, dropped or not.",
            },
            only_with=_WITH_FLUSHES,
        ),
    ] = "table"
    flush_exempt: Annotated[
        Literal["flush-or-pam", "nobody"],
        house.About(
            "Spared by a flush",
            "Who pays nothing although somebody else takes the pool.",
            {
                "flush-or-pam": "Who shows a flush as well, or Pam.",
                "nobody": "Nobody.",
            },
            only_with=_WITH_FLUSHES,
        ),
    ] = "flush-or-pam"


CLASSIC = Preset(
    account="classic",
    advised=(5, 7),
    silent=SILENT - {"revoke"} | {"all-dropped", "sole-player"},
)
PRESETS = {
    "classic": CLASSIC,
    "modern": Preset(
        account="modern",
        advised=(5, 10),
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
        silent=SILENT | {"all-dropped", "sole-player"},
    ),
    "chits": Preset(
        account="chits",
        advised=(5, 10),
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
        silent=SILENT | {"all-dropped", "sole-player"},
    ),
}

FIVE_CARD_LOO = card_loo.game(
    id="five-card-loo",
    title="Five-card Loo",
    cards=CARDS,
    usual=CLASSIC,
    house_rules=FiveCardRules,
    presets=PRESETS,
)
