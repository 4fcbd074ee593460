"""Why a payment, or what a chip is to be worth, is not entered."""

from companion.evening.money import NoCurrencyCode, NotAnAmount, WorthOutOfRange
from companion.evening.payments import (
    AwaitsNothing,
    MoreThanOpen,
    NoChipsPaid,
    NotForChips,
    NotOfTheEvening,
    OwesNothing,
    PaymentTooLarge,
    PaysDuringDeal,
    PaysOneself,
    TooManyPayments,
)
from companion.wording.languages import _, _n
from companion.wording.saying import words


@words(PaysDuringDeal)
def pays_during_deal(fact: PaysDuringDeal) -> str:
    """A deal is under way."""
    return _("Finish this deal first. Payments are entered between deals.")


@words(NotOfTheEvening)
def not_of_the_evening(fact: NotOfTheEvening) -> str:
    """Nobody of that name has played."""
    return _("{player} has not played this evening.", player=fact.player[:40])


@words(PaysOneself)
def pays_oneself(fact: PaysOneself) -> str:
    """One person twice."""
    return _("{player} cannot pay themselves. Choose two people.", player=fact.player)


@words(NotForChips)
def not_for_chips(fact: NotForChips) -> str:
    """Only points were played for."""
    return _("Nobody owes anything: no game this evening was played for chips.")


@words(OwesNothing)
def owes_nothing(fact: OwesNothing) -> str:
    """The one who pays is settled."""
    return _("{player} does not owe anything.", player=fact.player)


@words(AwaitsNothing)
def awaits_nothing(fact: AwaitsNothing) -> str:
    """The one who is paid is settled."""
    return _("Nobody owes {player} anything.", player=fact.player)


@words(NoChipsPaid)
def no_chips_paid(fact: NoChipsPaid) -> str:
    """Less than a chip."""
    return _("A payment is at least one chip.")


@words(PaymentTooLarge)
def payment_too_large(fact: PaymentTooLarge) -> str:
    """No table has so many."""
    return _("A payment is at most {most:,} chips.", most=fact.most)


@words(MoreThanOpen)
def more_than_open(fact: MoreThanOpen) -> str:
    """How much can be paid."""
    return _n(
        "{source} can pay {target} {n} chip at most: no more is owed.",
        "{source} can pay {target} {n} chips at most: no more is owed.",
        fact.most,
        source=fact.source,
        target=fact.target,
    )


@words(TooManyPayments)
def too_many_payments(fact: TooManyPayments) -> str:
    """As many as there can be."""
    return _n(
        "An evening holds {n} payment at most.",
        "An evening holds {n} payments at most.",
        fact.most,
    )


@words(WorthOutOfRange)
def worth_out_of_range(fact: WorthOutOfRange) -> str:
    """Nothing, less than nothing, or too much."""
    if fact.minor < 1:
        return _("A chip must be worth something. Enter an amount above zero.")
    return _("That is too much for one chip. Enter at most {n} digits.", n=len(str(fact.most)))


@words(NoCurrencyCode)
def no_currency_code(fact: NoCurrencyCode) -> str:
    """How a currency is written."""
    return _("A currency is three capital letters, like EUR or USD.")


@words(NotAnAmount)
def not_an_amount(fact: NotAnAmount) -> str:
    """How an amount is written."""
    if not fact.digits:
        return _("Enter a whole number, like 5.")
    return _n(
        "Enter an amount like 0.1, with at most {n} digit after the point.",
        "Enter an amount like 0.10, with at most {n} digits after the point.",
        fact.digits,
    )
