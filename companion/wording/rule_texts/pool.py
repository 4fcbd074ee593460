"""The pool in words: shares, what a loo and a revoke cost."""

from companion.rules.ids import Rule
from companion.rules.ledger import PoolRules
from companion.wording.languages import _
from companion.wording.rule_texts.shared import RuleText, rule_text


def pool_law(rules: PoolRules, tricks: int, for_the_pool: bool) -> tuple[RuleText, ...]:
    """Return the rules of the pool in force; `for_the_pool` says whether a dealer may play for it."""
    return (
        rule_text(
            Rule.SHARE,
            _("A share"),
            _(
                "The pool is divided by {tricks}: that is a share. Each trick pays its winner one.",
                tricks=tricks,
            ),
        ),
        rule_text(Rule.INDIVISIBLE, _("Chips left over"), _remainder(rules, tricks)),
        rule_text(
            Rule.LOOED,
            _("Looed"),
            _("A player who was in, won no trick and did not play for the pool is looed.")
            if for_the_pool
            else _("A player who was in and won no trick is looed."),
            _loo(rules),
            _("Those chips wait for the next deal."),
        ),
        *without_play(),
    )


def without_play() -> tuple[RuleText, ...]:
    """Return who takes the whole pool without play."""
    return (
        rule_text(
            Rule.SOLE_PLAYER,
            _("Only one player in"),
            _("If only one player is in, that player takes the whole pool without play."),
        ),
        rule_text(
            Rule.ALL_DROPPED,
            _("Everyone drops before the dealer"),
            _("The dealer takes the whole pool at once, without declaring."),
        ),
    )


def _remainder(rules: PoolRules, tricks: int) -> str:
    match rules.remainder:
        case "carry":
            return _(
                "What the pool holds beyond {tricks} equal shares stays there for the next deal.",
                tricks=tricks,
            )
        case "last-trick":
            return _(
                "What the pool holds beyond {tricks} equal shares goes to the winner of the"
                " last trick. If only totals were entered, or that player takes no share, "
                "it stays in the pool.",
                tricks=tricks,
            )
        case "eldest-first":
            return _(
                "What the pool holds beyond {tricks} equal shares goes, one chip each from "
                "the dealer's left, to the players who are paid for tricks. The rest stays "
                "in the pool.",
                tricks=tricks,
            )


def _loo(rules: PoolRules) -> str:
    match rules.loo:
        case "pool":
            return _(
                "They pay as many chips into the pool as it held at the start of the deal, "
                "after the others are paid."
            )
        case "fixed":
            return _(
                "They pay {chips} chips into the pool, after the others are paid.",
                chips=rules.loo_chips,
            )
        case "capped":
            return _(
                "They pay what the pool held at the start of the deal, at most {chips} "
                "chips, after the others are paid.",
                chips=rules.loo_chips,
            )


def pool_revoke(rules: PoolRules, for_the_pool: bool) -> str:
    """Return what a revoke costs in a game for chips; `for_the_pool` as in `pool_law`."""
    sentences: tuple[str, ...]
    match rules.revoke:
        case "divide":
            sentences = (
                _("The tricks do not count."),
                _("Everyone else who was in gets an equal part of the pool."),
                _("The player who revoked pays as many chips as the pool held.")
                if rules.revoke_pays == "pool"
                else _("The player who revoked pays as much as a loo costs."),
                _(
                    "Our choice: odd chips stay, no one else is looed, and the table can settle at once."
                )
                if rules.revoke_pays == "pool"
                else _("Odd chips stay, no one else is looed, and the table can settle at once."),
                _("A dealer playing for the pool takes no part.") if for_the_pool else "",
            )
        case "loo":
            sentences = (
                _("The player who revoked is looed, even a dealer playing for the pool.")
                if for_the_pool
                else _("The player who revoked is looed."),
                _(
                    "The shares for their tricks stay in the pool. Everything else settles as usual."
                ),
            )
        case "note":
            sentences = (_("It is noted and costs nothing."),)
    return " ".join(filter(None, sentences))
