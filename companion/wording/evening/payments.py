"""Why a payment, or what a chip is to be worth, is not entered."""

from companion.evening.game_facts import EveningFact
from companion.evening.money import NoCurrencyCode, NotAnAmount, WorthOutOfRange
from companion.evening.payments import (
    AwaitsNothing,
    MoreThanOpen,
    NoChipsPaid,
    NotOfTheEvening,
    OwesNothing,
    PaymentTooLarge,
    PaysOneself,
    TooManyPayments,
)
from companion.wording.languages import N_, _
from companion.wording.saying import If, Plural, messages, words

messages(
    {
        EveningFact.PAYS_DURING_DEAL: N_(
            "Finish this deal first. Payments are entered between deals."
        ),
        NotOfTheEvening: N_("{player} has not played this evening."),
        PaysOneself: N_("{player} cannot pay themselves. Choose two people."),
        EveningFact.NOT_FOR_CHIPS: N_(
            "Nobody owes anything: no game this evening was played for chips."
        ),
        OwesNothing: N_("{player} does not owe anything."),
        AwaitsNothing: N_("Nobody owes {player} anything."),
        NoChipsPaid: N_("A payment is at least one chip."),
        PaymentTooLarge: N_("A payment is at most {most:,} chips."),
        MoreThanOpen: Plural(
            "{source} can pay {target} {n} chip at most: no more is owed.",
            "{source} can pay {target} {n} chips at most: no more is owed.",
            by="most",
        ),
        TooManyPayments: Plural(
            "An evening holds {n} payment at most.",
            "An evening holds {n} payments at most.",
            by="most",
        ),
        NoCurrencyCode: N_("A currency is three capital letters, like EUR or USD."),
        NotAnAmount: If(
            "digits",
            Plural(
                "Enter an amount like 0.1, with at most {n} digit after the point.",
                "Enter an amount like 0.10, with at most {n} digits after the point.",
                by="digits",
            ),
            N_("Enter a whole number, like 5."),
        ),
    }
)


@words(WorthOutOfRange)
def worth_out_of_range(fact: WorthOutOfRange) -> str:
    """Nothing, less than nothing, or too much."""
    if fact.minor < 1:
        return _("A chip must be worth something. Enter an amount above zero.")
    return _("That is too much for one chip. Enter at most {n} digits.", n=len(str(fact.most)))
