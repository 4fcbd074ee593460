"""Words for penalties that the table agrees on."""

from companion.evening.entries import Penalized
from companion.evening.game_facts import EveningFact
from companion.evening.penalties import (
    EACH,
    NoPoolToPay,
    PaysOwnPenalty,
    Penalty,
    PenaltyAmount,
    TooManyPenalties,
)
from companion.rules.game import Game
from companion.rules.house import HouseRules
from companion.rules.ledger import POOL
from companion.wording import games
from companion.wording.glossary import words_of
from companion.wording.languages import N_, _
from companion.wording.saying import messages, words

_IN_LOG = {
    ("", False): N_("{player} gets a penalty of {n}"),
    ("", True): N_("{player} gets a penalty of {n}: {reason}"),
    (POOL, False): N_("{player} pays a penalty of {n} to the pool"),
    (POOL, True): N_("{player} pays a penalty of {n} to the pool: {reason}"),
    (EACH, False): N_("{player} pays a penalty of {n} to each of the others"),
    (EACH, True): N_("{player} pays a penalty of {n} to each of the others: {reason}"),
    ("player", False): N_("{player} pays {to} a penalty of {n}"),
    ("player", True): N_("{player} pays {to} a penalty of {n}: {reason}"),
}
"""Messages by recipient and presence of a reason."""
_NOTES = {
    ("", False): N_("penalty"),
    ("", True): N_("penalty: {reason}"),
    (POOL, False): N_("penalty to the pool"),
    (POOL, True): N_("penalty to the pool: {reason}"),
    ("player", False): N_("penalty to {to}"),
    ("player", True): N_("penalty to {to}: {reason}"),
}
_PAID = {
    ("", False): N_("{player} gets a penalty of {n}."),
    ("", True): N_("{player} gets a penalty of {n}: {reason}."),
    (POOL, False): N_("{player} pays a penalty of {n} to the pool."),
    (POOL, True): N_("{player} pays a penalty of {n} to the pool: {reason}."),
    ("player", False): N_("{player} pays {to} a penalty of {n}."),
    ("player", True): N_("{player} pays {to} a penalty of {n}: {reason}."),
}
_LOOKED_AT = {
    "miss": N_("the miss looked at"),
    "dummy": N_("a dummy looked at"),
    "widow": N_("the widow looked at"),
}
"""Messages by the glossary id of the spare hand."""


def penalty_words(entry: Penalized) -> str:
    to = entry.to if entry.to in (POOL, EACH) else "player" if entry.to else ""
    return _(
        _IN_LOG[to, bool(entry.reason)],
        player=entry.player,
        n=entry.amount,
        to=entry.to or "",
        reason=entry.reason or "",
    )


def penalty_note(to: str, reason: str) -> str:
    """Return a penalty as a note beside its payer."""
    kind = to if to in (POOL, "") else "player"
    return _(_NOTES[kind, bool(reason)], to=to, reason=reason)


def reasons(game: Game, rules: HouseRules) -> tuple[str, ...]:
    spare = (_LOOKED_AT.get(word.id) for word in words_of(game, rules))
    return (
        *map(_, filter(None, spare)),
        _("out of turn"),
        _("a tile exposed") if game.pack.piece == "tile" else _("a card exposed"),
        _("misdealt"),
    )


def one_loo(game: Game, chips: int) -> str:
    return _(games.words_of(game).loo.one, n=chips)


def one_stake(game: Game, chips: int) -> str:
    return _(games.words_of(game).stake.one, n=chips)


def one_point(rules: HouseRules) -> str:
    return _("One counter") if hasattr(rules, "counters") else _("One point")


@words(Penalty)
def penalty(fact: Penalty) -> str:
    to = fact.to if fact.to in (POOL, "") else "player"
    return _(
        _PAID[to, bool(fact.reason)],
        player=fact.player,
        n=fact.amount,
        to=fact.to,
        reason=fact.reason,
    )


messages(
    {
        PenaltyAmount: N_("A penalty is a whole number, at least 1 and at most a million."),
        NoPoolToPay: N_("{game} has no pool here. Choose each of the others, or one player."),
        EveningFact.POINTS_TO_NOBODY: N_(
            "In a game for points nobody receives a penalty. Leave out `to`."
        ),
        PaysOwnPenalty: N_("{player} cannot pay a penalty to themselves."),
        TooManyPenalties: N_(
            "This deal already has {most} payments for penalties. Settle it before you enter more."
        ),
        EveningFact.NOBODY_ELSE: N_("Nobody else is dealt in. Choose who gets the penalty."),
    }
)
