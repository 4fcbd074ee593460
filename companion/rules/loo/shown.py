"""What the table screen shows of a deal of the Loo family (rulebook 1 to 5)."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.rules.deal import Phase, PieceSelection, Question, Settlement, Standing
from companion.rules.ids import Rule
from companion.rules.ledger import penalty
from companion.rules.loo.declaring import LEAVES_SHARES

if TYPE_CHECKING:
    from companion.rules.loo.deal import LooDeal

_UP_TO = {1: "1", 2: "1, 2", 3: "1, 2, 3"}


def terms(deal: LooDeal) -> str:
    """Return what a trick is worth and what it costs to take none, for the table screen.

    While players declare in a game without a limit, also what the next pool would be.
    """
    race, pool = deal.loo.race, deal.pool
    if race or pool is None:
        return race.terms if race else ""
    chips, _ = penalty(deal.setup.rules, pool)
    found = f"{pool // deal.loo.tricks} a trick · looed pays {chips}"
    if deal.phase is Phase.DECLARING and deal.setup.rules.loo == "pool":
        most = min(3, len(deal.setup.players) - 1)
        pools = ", ".join(str(_next_pool(deal, pool, looed)) for looed in range(1, most + 1))
        found += f" · next pool with {_UP_TO[most]} looed: {pools}"
    return found


def _next_pool(deal: LooDeal, pool: int, looed: int) -> int:
    """Return what the next pool will be if so many are looed, its stakes included."""
    odd = pool % deal.loo.tricks if deal.setup.rules.remainder == "carry" else 0
    carried = odd + looed * penalty(deal.setup.rules, pool)[0]
    following = replace(deal.setup, carried=carried, single=False, looed_before=True)
    return carried + sum(line.amount for line in deal.loo.stakes(following))


def question(deal: LooDeal) -> Question:
    """Return the one question to ask next."""
    if deal.phase is Phase.TURN_UP:
        turner, pack = deal.loo.turner(deal.setup), deal.loo.pack
        who = turner if turner == deal.setup.dealer else f"{turner}, at the dealer's right,"
        what = "Which?" if deal.setup.depth == "plays" else f"Its {pack.makes_trump}?"
        return Question("turn-up", "turned-up", f"{who} turns up a {pack.piece}. {what}")
    if deal.phase is Phase.DECLARING:
        return Question(
            "declaration",
            "declared",
            f"What does {deal.turn} do?",
            deal.turn,
            notice=deal.declaring.must_stay if deal.declaring else "",
        )
    if deal.phase is Phase.EXCHANGING:
        text = f"How many cards does {deal.turn} exchange?"
        return Question("exchange", "exchanged", text, deal.turn)
    if deal.phase is Phase.PLAYING and deal.play:
        return deal.play.question()
    if deal.showing:
        best = " and ".join(deal.showing.winners())
        text = f"{best}: a flush. Has anybody else a flush, or Pam?"
        return Question("flushes", "settled", text)
    if deal.sole:
        return Question("settled", "settled", f"{deal.sole} takes all without play.")
    return Question("settled", "settled", "The deal is played. See what it comes to.")


def standing(deal: LooDeal) -> tuple[Standing, ...]:
    """Return a row for each dealt in, clockwise from the dealer's left."""
    said = {declaration.player: declaration.choice for declaration in deal.declarations}
    laid = deal.play.laid() if deal.play else {}
    taken = deal.play.taken() if deal.play else {}
    turn = deal.turn
    return tuple(
        Standing(
            player=player,
            state=_choice_word(deal, said[player]) if player in said else "",
            is_in=said.get(player, "drop") != "drop",
            tricks=taken.get(player, 0),
            on_turn=player == turn,
            laid=laid.get(player),
        )
        for player in deal.setup.players
    )


def _choice_word(deal: LooDeal, choice: str) -> str:
    """Return how the table names a declaration once it is made."""
    return {
        "play": "in",
        "miss": deal.loo.miss_word,
        "drop": "out",
        "for-the-pool": "pool",
        "defend": f"{deal.loo.miss_word}, pool",
    }[choice]


def picks(deal: LooDeal) -> tuple[PieceSelection, ...]:
    """Return the flush that may be shown now, if any may."""
    players, cards = deal.may_show_flush, deal.loo.tricks
    if not players:
        return ()
    return (
        PieceSelection(
            kind="flush-shown",
            offer="A flush is shown",
            asks=f"Who shows a flush, and which {cards} cards?",
            done="Show the flush",
            players=players,
            least=cards,
            most=cards,
            barred=frozenset(chain.from_iterable(deal.shown.values())),
        ),
    )


def came_out(deal: LooDeal, player: str, settlement: Settlement) -> str:
    """Return in a word or two how a player came out of the deal."""
    moved = {line.rule for line in settlement.lines if line.source == player}
    moved |= {points.rule for points in settlement.points if points.player == player}
    if "revoke" in moved:
        return "revoked"
    if player in deal.shown:
        return "a flush"
    if player in settlement.looed:
        word = deal.loo.race.looed_word if deal.loo.race else "looed"
        return f"{word} by the flush" if deal.shown else f"no trick, {word}"
    if player not in settlement.tricks and player != deal.sole:
        return "out" if _choice(deal, player) else "not asked"
    if deal.sole or deal.shown:
        return ""
    number = settlement.tricks[player]
    return f"{number} {'trick' if number == 1 else 'tricks'}"


def idle(deal: LooDeal, player: str, settlement: Settlement) -> tuple[str, Rule]:
    """Return why a player neither wins nor pays: a sentence, and the id of its rule."""
    said = _choice(deal, player)
    if said == "drop":
        return f"{player} dropped, and neither wins nor pays.", Rule.DECLARING
    if said is None and not deal.shown:
        return f"{player} was not asked, and neither wins nor pays.", Rule.DECLARING
    if settlement.pool is None:
        return f"{player} neither wins nor loses.", Rule.SCORE
    if said in LEAVES_SHARES:
        return f"{player} plays for the pool: the shares stay there, and no loo is paid.", Rule(
            said
        )
    if settlement.divided:
        return "The tricks do not count, and there is nothing to share out.", Rule.REVOKE
    return f"{player} shows a flush or Pam too, and is spared.", Rule.FLUSH


def _choice(deal: LooDeal, player: str) -> str | None:
    """Return what a player declared, or None if he was not asked."""
    return next((said.choice for said in deal.declarations if said.player == player), None)
