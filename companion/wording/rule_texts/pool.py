"""The pool in words: shares, what a loo and a revoke cost."""

from typing import Literal

from companion.rules.ids import Rule
from companion.rules.ledger import PoolRules
from companion.wording.languages import _
from companion.wording.rule_texts.shared import RuleText, rule_text

Spared = Literal["nobody", "for-the-pool", "defending"]
"""Which dealer cannot be looed: one who plays for the pool, or one who defends the miss."""


def pool_law(rules: PoolRules, tricks: int, spared: Spared) -> tuple[RuleText, ...]:
    """Return the rules of the pool in force."""
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
            _looed(spared),
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


def _looed(spared: Spared) -> str:
    match spared:
        case "nobody":
            return _("A player who was in and won no trick is looed.")
        case "for-the-pool":
            return _("A player who was in, won no trick and did not play for the pool is looed.")
        case "defending":
            return _("A player who was in, won no trick and did not defend the miss is looed.")


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
                "the dealer’s left, to the players who are paid for tricks. The rest stays "
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


def pool_revoke(rules: PoolRules, spared: Spared) -> str:
    """Return what a revoke costs in a game for chips."""
    sentences: tuple[str, ...]
    match rules.revoke:
        case "divide":
            sentences = (
                _("The tricks do not count."),
                _("Everyone else who was in gets an equal part of the pool."),
                _("The player who revoked pays as many chips as the pool held.")
                if rules.revoke_pays == "pool"
                else _("The player who revoked pays as much as a loo costs."),
                *_divided(rules.revoke_pays == "pool", spared),
            )
        case "loo":
            sentences = (
                _revoker_looed(spared),
                _(
                    "The shares for their tricks stay in the pool. Everything else settles as usual."
                ),
            )
        case "note":
            sentences = (_("It is noted and costs nothing."),)
    return " ".join(filter(None, sentences))


def _divided(told: bool, spared: Spared) -> tuple[str, str]:
    """Return what is ours of a pool that is divided; `told` says whether an account divides it."""
    ours = (
        _(
            "Our choice: players who dropped get nothing, odd chips stay, nobody else is looed, and "
            "the table can settle at once."
        )
        if told
        else _("Odd chips stay, nobody else is looed, and the table can settle at once.")
    )
    match spared:
        case "nobody":
            return ours, ""
        case "for-the-pool":
            if told:
                return ours, _("Our choice, too: a dealer playing for the pool gets no part.")
            return ours, _("A dealer playing for the pool gets no part.")
        case "defending":
            if told:
                return ours, _("Our choice, too: a dealer defending the miss gets no part.")
            return ours, _("A dealer defending the miss gets no part.")


def _revoker_looed(spared: Spared) -> str:
    match spared:
        case "nobody":
            return _("The player who revoked is looed.")
        case "for-the-pool":
            return _("The player who revoked is looed, even a dealer playing for the pool.")
        case "defending":
            return _("The player who revoked is looed, even a dealer defending the miss.")
