"""Refusals that any game can make, in words."""

from companion.rules.deal import NotInThisGame, OutOfPlace, Question
from companion.wording.languages import _
from companion.wording.saying import say, words


@words(OutOfPlace)
def out_of_place(fact: OutOfPlace) -> str:
    """Why an entry does not fit now, and what is asked instead."""
    return f"{say(fact.why)} {say(fact.question)}"


@words(NotInThisGame)
def not_in_this_game(fact: NotInThisGame) -> str:
    """Entries of that kind are of other games."""
    return _("That is not said in this game.")


@words(Question)
def question(fact: Question) -> str:
    """What is asked."""
    return say(fact.fact)
