"""Headings, buttons, rows and figures of the table, for any game."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from companion.pieces import Piece
from companion.rules.actions import Declared
from companion.rules.facts import Revoke, Settlement
from companion.rules.game import Game, Preset
from companion.rules.ledger import POOL
from companion.wording.games import choice_label, choice_words, family_title
from companion.wording.languages import N_, _, _n
from companion.wording.numbers import either, grouped, joined, signed
from companion.wording.pieces import piece_name
from companion.wording.tricks import proof

# Buttons


def nearly_full(left: int | None) -> str:
    """Return a note on the number of entries left; "" if `left` is None."""
    if left is None:
        return ""
    return _n(
        "This evening has room for {left} more entry. Close it soon and start a new one.",
        "This evening has room for {left} more entries. Close it soon and start a new one.",
        left,
        left=grouped(left),
    )


def named(pieces: Iterable[Piece]) -> str:
    return joined([piece_name(str(piece)) for piece in pieces])


def with_turn_up(choice: str, turned: Collection[Piece]) -> str:
    """Return the button label of a dealer who takes the pieces turned up; none if unseen."""
    pieces = named(turned)
    if choice == "for-the-pool" and pieces:
        return _("Plays for the pool, takes the {piece}", piece=pieces)
    if choice == "for-the-pool":
        return _("Plays for the pool, takes the turn-up")
    if pieces:
        return _("Plays, takes the {piece}", piece=pieces)
    return _("Plays, takes the turn-up")


def who_declares(entry: Declared, turn_up: Piece | None) -> str:
    """Return the player who declares, as the second line of a button."""
    if not entry.takes_turn_up:
        return entry.player
    if turn_up is None:
        return _("{player}, takes the turn-up", player=entry.player)
    return _("{player}, takes the {piece}", player=entry.player, piece=piece_name(str(turn_up)))


def and_exchanges(game: Game, choice: str, takes_turn_up: bool) -> str:
    """Return the heading over the numbers of cards to exchange."""
    if takes_turn_up:
        return _("{choice} and exchanges", choice=with_turn_up(choice, ()))
    if choice == "play":
        return _("Plays and exchanges")
    return _("{choice} and exchanges", choice=choice_label(game, choice))


def declared(game: Game, choice: str, player: str, takes_turn_up: bool, draws: int) -> str:
    """Return a declaration, with the turn-up taken and the cards exchanged."""
    words = choice_words(game, player, choice)
    if takes_turn_up and draws:
        return _("{declaration}, takes the turn-up and exchanges {n}", declaration=words, n=draws)
    if takes_turn_up:
        return _("{declaration} and takes the turn-up", declaration=words)
    if draws:
        return _("{declaration}, exchanges {n}", declaration=words, n=draws)
    return words


# Notices


def staking(amounts: dict[str, int], players: tuple[str, ...]) -> str:
    dealer = players[-1]
    if len(amounts) == len(players) and len({*amounts.values()}) == 1:
        return _("Everyone puts in {n}.", n=amounts[dealer])
    if dealer not in amounts or len({*amounts.values()}) == 1 < len(amounts):
        usual = min(amounts.values())
        return _n(
            "{players} puts in {usual}.",
            "{players} put in {usual} each.",
            len(amounts),
            players=joined(tuple(amounts)),
            usual=usual,
        )
    if len(amounts) == 1:
        ((player, amount),) = amounts.items()
        return _("{player} deals and puts in {n}.", player=player, n=amount)
    return _(
        "{player}, who deals, puts in {n}; everyone else puts in {usual}.",
        usual=min(amounts.values()),
        player=dealer,
        n=amounts[dealer],
    )


def for_players(preset: Preset, can_play: int = 99) -> str:
    """Return the numbers of players that a preset is for, and is best with.

    `can_play` is the most that the house rules allow.
    """
    sentences = []
    if preset.players:
        least, most = preset.players[0], min(preset.players[1], can_play)
        sentences.append(_("For {least} to {most} players.", least=least, most=most))
    if preset.advised:
        sentences.append(_("Best with {players} players.", players=_between(*preset.advised)))
    return " ".join(sentences)


def _between(least: int, most: int) -> str:
    if most - least < 2:
        return either(map(str, range(least, most + 1)))
    return _("{least} to {most}", least=least, most=most)


def misdealt(reason: str | None) -> str:
    if reason:
        return _("Misdeal: {reason}. The same dealer dealt again.", reason=reason)
    return _("A misdeal: the same dealer dealt again.")


def left_with(player: str, chips: int) -> str:
    """Return how many chips a player who left is up or down."""
    if chips < 0:
        return _n(
            "{player} left owing {n} chip. The debt stays on the evening page.",
            "{player} left owing {n} chips. The debt stays on the evening page.",
            -chips,
            player=player,
        )
    if chips:
        return _n(
            "{player} left {n} chip up. It stays on the evening page.",
            "{player} left {n} chips up. They stay on the evening page.",
            chips,
            player=player,
        )
    return _("{player} left even: nothing is owed.", player=player)


def waiting(left_by: Game, chips: int) -> str:
    """Return a note on chips that an earlier game left for the next game of its family."""
    return _n(
        "{n} chip from an earlier game waits for the next game of {family}.",
        "{n} chips from an earlier game wait for the next game of {family}.",
        chips,
        family=family_title(left_by.pool_family),
    )


# Rows and figures


def parts(amounts: Mapping[str, int]) -> str:
    """Return the parts of a figure: "tricks +10, stake −5"."""
    return ", ".join(
        _("{part}\u00a0{amount}", part=part, amount=signed(amount))
        for part, amount in amounts.items()
    )


NAMED = 4
"""A row of players with the same outcome names at most this many."""


def unmoved(players: Sequence[str], outcome: str, paid: str) -> str:
    """Return a row for players with the same outcome, who neither win nor lose in the settlement.
    `outcome` is their result, `paid` their earlier payment; each can be "".
    """
    more = len(players) - NAMED
    values = {
        "players": joined(players)
        if more <= 1
        else _("{players} and {n} others", players=", ".join(players[:NAMED]), n=more),
        "outcome": outcome,
        "paid": paid,
    }
    if outcome and paid:
        return _("{players}: {outcome}, {paid} each", **values)
    if paid:
        return _("{players}: {paid} each", **values)
    if outcome:
        return _("{players}: {outcome}, nothing changes", **values)
    return _("{players}: nothing changes", **values)


def pool_sum(settlement: Settlement) -> str:
    """Return the calculation of the remaining pool."""
    values = {
        "pool": settlement.pool,
        "paid": sum(line.amount for line in settlement.lines if line.source == POOL),
        "added": sum(line.amount for line in settlement.lines if line.target == POOL),
        "late": settlement.late,
        "carried": settlement.carried,
    }
    if settlement.late:
        return _(
            "{pool} in the pool − {paid} paid out + {added} paid in + {late} in penalties"
            " = {carried}.",
            **values,
        )
    return _("{pool} in the pool − {paid} paid out + {added} paid in = {carried}.", **values)


def revoke_on_record(revoke: Revoke) -> str:
    how = proof(revoke.proof) if revoke.proof else _seen(revoke)
    let_stand = _("The table let it stand.")
    return f"{how} {let_stand}" if revoke.ruling == "let-stand" else how


def _seen(revoke: Revoke) -> str:
    if revoke.trick:
        return _("Someone saw {player} revoke in trick {n}.", player=revoke.player, n=revoke.trick)
    return _("Someone saw {player} revoke.", player=revoke.player)


def wins(players: Sequence[str]) -> str:
    return _n("{player} wins.", "{player} win.", len(players), player=joined(players))


def potatoes(number: int) -> str:
    return _n("{n} potato", "{n} potatoes", number)


def trick_count(number: int) -> str:
    return _n("{n} trick", "{n} tricks", number) if number else _("no trick")


# The display

_GOING_ON = {
    **dict.fromkeys(("turn-up", "whole-deal", "highest-bid"), N_("{dealer} deals")),
    "declaration": N_("{player} declares"),
    "bid": N_("{player} bids"),
    "exchange": N_("{player} exchanges"),
    "piece": N_("{player} plays to trick {n}"),
    "trick-winner": N_("Trick {n}"),
    **dict.fromkeys(("trick-totals", "contract"), N_("Counting the tricks")),
    "draw": N_("{player} draws"),
    "turn": N_("{player}’s turn"),
    "hands": N_("Counting what is left"),
    "flushes": N_("Someone shows a flush"),
    "settled": N_("The deal is over"),
}


def goes_on(asks: str, player: str, dealer: str, trick: int, leads: bool) -> str:
    """Describe the phase in which a question is asked; "" for an unknown question."""
    if asks == "piece" and leads:
        return _("{player} leads to trick {n}", player=player, n=trick)
    text = _GOING_ON.get(asks)
    return _(text, player=player, dealer=dealer, n=trick) if text else ""
