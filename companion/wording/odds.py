"""The odds of staying in, in words."""

from collections.abc import Sequence

from companion.rules.loo.loo_facts import SpareHand
from companion.rules.loo.variant import LooVariant
from companion.rules.scores import Race
from companion.study.odds import Odds, Policy
from companion.wording.languages import N_, NP_, _, _p
from companion.wording.numbers import decimal_sign, either
from companion.wording.screens import trick_count

_AGAINST: dict[Policy, str] = {
    "random": N_(
        "Against hands drawn at random. Each player still to declare stays in with an even chance."
    ),
    "advised": N_(
        "Against hands drawn at random. The others stay in with a hand that is called good: {good}."
    ),
}
_CHOICES = {"play": NP_("declaration", "Play"), "drop": NP_("declaration", "Drop")}
_SPARE: dict[SpareHand, str] = {
    "miss": N_("Take the miss"),
    "dummy": N_("Take a dummy"),
    "widow": N_("Take the widow"),
    "blinde": N_("Take the Blinde"),
    "buco": N_("Take a buco"),
}
_GOOD = {
    3: N_("any two trumps, or the ace or king of trumps"),
    5: N_("any two trumps, or the highest or second-highest trump"),
    "pam": N_("Pam, the ace of trumps, or king and queen, queen, jack and nine, or jack and ten"),
}


def against(policy: Policy, loo: LooVariant) -> str:
    """Return how the others are supposed to play, and what all exchange."""
    is_short = len(loo.pack.pieces) < 52
    cards = 5 if is_short or loo.tricks > 3 else 3
    good = _(_GOOD["pam" if loo.pack.pam else cards])
    text = _(_AGAINST[policy], good=good)
    if not loo.exchange:
        return text
    exchanges = _("Everyone exchanges all but trumps and aces.")
    return f"{text} {exchanges}"


def chances(odds: Odds) -> list[tuple[str, str, int]]:
    """Return each outcome as a label and in words, and how often it comes in 100 deals.

    The outcomes are the numbers of tricks, and that nobody else is in, if that can be.
    """
    *tricks, alone = hundred((*odds.tricks, odds.alone))
    outcomes = [(str(n), trick_count(n), times) for n, times in enumerate(tricks)]
    if alone:
        outcomes.append((_p("tricks", "alone"), _("nobody else"), alone))
    return outcomes


def hundred(shares: Sequence[float]) -> list[int]:
    """Return the shares of a whole in percent, rounded so that they add up to 100."""
    percent = [int(100 * share) for share in shares]
    rest = sorted(range(len(shares)), key=lambda n: percent[n] - 100 * shares[n])
    for n in rest[: 100 - sum(percent)]:
        percent[n] += 1
    return percent


def expected(odds: Odds, race: Race | None) -> str:
    """Return the mean chips or points, with the error of the estimate."""
    values = {
        # No −0.0.
        "amount": f"{round(odds.amount, 1) + 0.0:+.1f}".replace("-", "\u2212").replace(
            ".", decimal_sign()
        ),
        "error": f"{odds.error:.1f}".replace(".", decimal_sign()),
    }
    if race is None:
        return _("{amount} chips on average (±\u00a0{error})", **values)
    if race.trick < 0:
        return _("{amount} points on average (±\u00a0{error}); fewer is better", **values)
    return _("{amount} points on average (±\u00a0{error})", **values)


def label(choice: str, spare_hand: SpareHand) -> str:
    """Return a declaration as the player's own choice: Take the miss."""
    return _(_SPARE[spare_hand] if choice == "miss" else _CHOICES[choice])


def best(choices: Sequence[str], chosen: str, spare_hand: SpareHand) -> str:
    """Return whether the chosen declaration was among the best, in a sentence."""
    names = either([label(one, spare_hand) for one in choices])
    if chosen in choices and len(choices) > 1:
        return _("Too close to call: {choices}", choices=names)
    if chosen in choices:
        return _("Yes. Best on average: {choices}", choices=names)
    return _("Better on average: {choices}", choices=names)
