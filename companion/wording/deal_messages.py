"""Messages that any game can need."""

from companion.rules import deal_facts
from companion.rules.actions import ReasonTooLong
from companion.rules.deal_facts import DealFact
from companion.rules.facts import OutOfPlace, Question
from companion.rules.game import Authority
from companion.rules.reading import NoPiece, NoSuchPiece
from companion.wording.languages import N_
from companion.wording.saying import By, messages, say, words

messages(
    {
        Authority: By(
            "decided_by",
            {
                "table": N_("As this table agreed."),
                "resolved": N_("Our choice: the source is not clear."),
                "beyond": N_("Partly our choice."),
                "silent": N_("Our choice: the source doesn’t say."),
                "account": N_("As in the source."),
            },
        ),
        NoSuchPiece: By(
            "pack",
            {
                "cards": N_("There is no {piece} in a pack of {cards}."),
                "double-six": N_("There is no {piece} in a double-six set."),
                "double-pack": N_("There is no {piece} in two packs of 52 and two jokers."),
            },
        ),
        NoPiece: By(
            "kind",
            {
                "tile": N_("{text!r} is not a tile. Write a tile like {example}."),
                "card": N_("{text!r} is not a card. Write a card like {example}."),
            },
        ),
        OutOfPlace: N_("{why} {question}"),
        deal_facts.RecordedOtherwise: By(
            "depth",
            {
                "plays": N_("This deal is entered play by play."),
                "tricks": N_("This deal is entered trick by trick."),
                "result": N_("This deal is entered by its result."),
            },
        ),
        DealFact.NOT_IN_THIS_GAME: N_("This game has no such entry."),
        ReasonTooLong: N_("Make it shorter: a reason can have at most {longest} characters."),
        deal_facts.NotDealtIn: N_("{player} is not in this deal."),
        deal_facts.NotOnTurn: N_("It is {turn}’s turn, not {player}’s."),
        DealFact.ALL_HAVE_DECLARED: N_("Everyone has declared."),
        deal_facts.HasDeclared: N_("{player} has already declared. It is {turn}’s turn."),
        deal_facts.DeclaresFirst: N_("{turn} declares before {player}."),
        deal_facts.DeclaredSingly: N_(
            "The rest cannot all declare {choice!r} at once. Enter {rest}."
        ),
        DealFact.BIDDER_WANTED: N_("Choose who bid highest, then the bid."),
        DealFact.BUYS_APART: N_("Enter players who buy cards one at a time, then the rest."),
        deal_facts.NotOfTheRest: N_("{player} is not one of the players still to declare."),
        DealFact.NOTHING_PLAYED: N_("Nobody can have revoked: no trick has been played yet."),
        DealFact.NO_TRICK_YET: N_("The first trick has not started yet."),
        DealFact.DEAL_DECIDED: N_("The deal is already decided."),
        DealFact.DEAL_OPEN: N_("The deal is not decided yet. Finish it before you settle."),
        DealFact.DEAL_NOT_BEGUN: N_("The deal has not started, so there is nothing to deal again."),
    }
)


@words(Question)
def question(fact: Question) -> str:
    return say(fact.fact)
