"""The study of a deal in words. Nothing here is a judgement: all cards are open."""

from collections.abc import Mapping

from companion.study import hands
from companion.study.deal import DealStudy, Lost, Verdict, WhyNot
from companion.study.position import Move, Position
from companion.wording.languages import N_, Plural, _, _n
from companion.wording.numbers import either, joined
from companion.wording.pieces import as_played
from companion.wording.saying import By, messages

_WHY_NOT: Mapping[WhyNot, str] = {
    "game": N_("This game has no tricks, so there is nothing to look at."),
    "open": N_("This deal is not finished yet."),
    "no-play": N_("No trick was played in this deal, so there is nothing to look at."),
    "depth": N_(
        "For this, every play must be entered. The host can choose that under ⋯, Settings, “How "
        "much to enter”, between two deals."
    ),
    "unseen": N_("This deal was settled before the last card, so some cards are not known."),
    "too-many": N_("With these hands there is too much to look at, so the companion says nothing."),
}
_VERDICTS: Mapping[Verdict, str] = {
    Verdict.CARDS: N_("No play could have won {player} a trick."),
    Verdict.OPEN: N_("It depended on the others."),
}
"""Of the others, `lost` and `unlawful` say which play, and `verdict` the number of safe tricks."""
_OF_CONTRACT: Mapping[Verdict, str] = {
    **_VERDICTS,
    Verdict.CARDS: N_("No play could have made the contract."),
    Verdict.SAFE: N_("The others could not have prevented it."),
}
_LOOED: Mapping[Verdict, str] = {
    Verdict.CARDS: N_("{player} could not have avoided it."),
    Verdict.PLAY: N_("{player} gave a safe trick away."),
    Verdict.OPEN: N_("For {player}, it could have gone either way."),
    Verdict.UNLAWFUL: N_("For {player}, nobody can say, after a revoke."),
}
"""Why a player was looed, if only once."""
_OF_SEVERAL: Mapping[Verdict, Plural] = {
    Verdict.CARDS: Plural("once it could not be avoided", "{n} times it could not be avoided", "n"),
    Verdict.PLAY: Plural(
        "once a safe trick was given away", "{n} times a safe trick was given away", "n"
    ),
    Verdict.OPEN: Plural(
        "once it could have gone either way", "{n} times it could have gone either way", "n"
    ),
    Verdict.UNLAWFUL: Plural(
        "once, after a revoke, nobody can say", "{n} times, after a revoke, nobody can say", "n"
    ),
}

messages(
    {
        hands.Elsewhere: N_(
            "{piece} cannot be in this hand: it lies open, somebody else held it, or it is not in the pack."
        ),
        hands.WrongSize: By(
            "kind",
            {
                "card": N_("A hand has {size} cards; {entered} are chosen."),
                "tile": N_("A hand has {size} tiles; {entered} are chosen."),
            },
        ),
    }
)


def why_not(why: WhyNot) -> str:
    return _(_WHY_NOT[why])


def why_looed(people: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Return a sentence for each player who was looed, as far as the reasons are known."""
    reasons = {
        player: {why: by_reason[why] for why in _LOOED if by_reason.get(why)}
        for player, by_reason in people.items()
    }
    return [_why_looed(player, by_reason) for player, by_reason in reasons.items() if by_reason]


def _why_looed(player: str, by_reason: Mapping[Verdict, int]) -> str:
    if sum(by_reason.values()) == 1:
        return _(_LOOED[next(iter(by_reason))], player=player)
    parts = ((_OF_SEVERAL[why], number) for why, number in by_reason.items())
    told = ", ".join([_n(part.one, part.several, number) for part, number in parts])
    return _("{player}: {reasons}.", player=player, reasons=told)


def line(studied: DealStudy, player: str) -> str:
    """Return what a player took, was sure of, and could have taken at most."""
    if studied.contract:
        return _(
            "{player} needed {needed} and took {taken}.",
            player=player,
            needed=studied.contract.tricks,
            taken=studied.positions[-1].taken[player],
        )
    return _(
        "{player} took {taken}. Safe: {sure}. At best: {most}.",
        player=player,
        taken=studied.taken(player),
        sure=studied.sure[player][0],
        most=studied.most[player][0],
    )


def verdict(studied: DealStudy, player: str) -> str:
    """Return why a player took a trick or none, or made the contract, in a sentence, or ""."""
    verdict = studied.verdict(player)
    if verdict is Verdict.SAFE and not studied.contract:
        return _n(
            "The others could not have kept {player} from one trick.",
            "The others could not have kept {player} from {n} tricks.",
            studied.sure[player][0],
            player=player,
        )
    text = (_OF_CONTRACT if studied.contract else _VERDICTS).get(verdict)
    return _(text, player=player) if text else ""


def lost(studied: DealStudy, one: Lost, cost: str) -> str:
    """Return a play that gave something away, with the better ones, the answer to it, and its cost."""
    position, number = studied.positions[one.place], one.sure
    values = {
        "trick": position.trick.number,
        "better": either(dict.fromkeys(move_name(move) for move in studied.better(one))),
        "piece": move_name(studied.moves[one.place]),
        "left": one.left,
    }
    if studied.contract:
        text = _(
            "Trick {trick}: with {better}, the contract was safe; {piece} gave it away.", **values
        )
    elif one.left:
        text = _(
            "Trick {trick}: with {better}, {number} tricks were safe; {piece} left {left}.",
            number=number,
            **values,
        )
    else:
        text = _n(
            "Trick {trick}: with {better}, one trick was safe; {piece} gave it away.",
            "Trick {trick}: with {better}, {n} tricks were safe; {piece} gave them away.",
            number,
            **values,
        )
    reply = studied.refutation(one)
    if reply:
        player, move = reply
        answer = _("{player} can answer with {piece}.", player=player, piece=move_name(move))
        text = f"{text} {answer}"
    return f"{text} {cost}" if cost else text


def given_back() -> str:
    return _("The others gave it back later.")


def cost(difference: int, in_points: bool) -> str:
    """Return what a play that gave tricks away cost the player, in a sentence; "" for nothing."""
    if not difference:
        return ""
    number = abs(difference)
    if in_points:
        return _n("It cost {n} point.", "It cost {n} points.", number)
    return _n("It cost {n} chip.", "It cost {n} chips.", number)


def unlawful(studied: DealStudy) -> str:
    """Return the plays that were not allowed, in a sentence; "" if there are none."""
    plays = [
        _(
            "{player}’s {piece} in trick {n}",
            player=studied.positions[place].turn,
            piece=move_name(studied.moves[place]),
            n=studied.positions[place].trick.number,
        )
        for place in studied.unlawful
    ]
    if not plays:
        return ""
    return _("Not allowed: {plays}. What was safe does not hold after that.", plays=joined(plays))


def move_name(move: Move) -> str:
    return as_played(str(move.piece), move.suit, move.civil)


def would_be_sure(studied: DealStudy, move: Move, sure: Mapping[str, int], was_played: bool) -> str:
    """Return what is sure for each player after a move."""
    if studied.contract:
        is_sure = any(sure.values())
        text = _("the contract is safe") if is_sure else _("the contract is not safe")
    else:
        text = joined([_("{player} {n}", player=player, n=n) for player, n in sure.items()])
        text = _("safe tricks: {players}", players=text)
    if was_played:
        return _("After {piece}: {text}.", piece=move_name(move), text=text)
    return _("With {piece} instead: {text}.", piece=move_name(move), text=text)


def heading(position: Position, move: Move) -> str:
    return _(
        "Trick {n}: {player} plays {piece}",
        n=position.trick.number,
        player=position.turn,
        piece=move_name(move),
    )


def laid_down(player: str, sure: int, most: int) -> str:
    return _(
        "With this hand against theirs, {player} would have been sure of {sure}, and could have taken "
        "{most} at most.",
        player=player,
        sure=sure,
        most=most,
    )
