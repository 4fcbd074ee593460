"""Words for results: leaders, winners, charts and payments."""

from collections.abc import Iterable, Mapping, Sequence

from companion.evening.entries import EveningClosed
from companion.games import game_of
from companion.rules.game import Game
from companion.rules.ledger import Line
from companion.wording.games import (
    LooWords,
    family_title,
    game_title,
    loo_term,
    loo_words,
    words_of,
)
from companion.wording.languages import _, _n
from companion.wording.money import money
from companion.wording.numbers import joined, plain, signed


def leads(leaders: Sequence[str], chips: int, deals: int) -> str:
    if not chips:
        return _n("Everyone is even after {n} deal.", "Everyone is even after {n} deals.", deals)
    if len(leaders) == 1:
        return _n(
            "{player} is ahead with {chips} after {n} deal.",
            "{player} is ahead with {chips} after {n} deals.",
            deals,
            player=leaders[0],
            chips=signed(chips),
        )
    return _n(
        "{players} are ahead with {chips} each after {n} deal.",
        "{players} are ahead with {chips} each after {n} deals.",
        deals,
        players=joined(leaders),
        chips=signed(chips),
    )


def won(leaders: Sequence[str], chips: int) -> str:
    """Return a sentence naming the leaders in chips at the close of the evening."""
    if not chips:
        return _("Everyone ended even.")
    if len(leaders) == 1:
        return _("{player} won with {chips}.", player=leaders[0], chips=signed(chips))
    return _("{players} won with {chips} each.", players=joined(leaders), chips=signed(chips))


def came_back(player: str, chips: str, deal: str) -> str:
    """Return a sentence about a winner who was last, with `chips`, after a deal."""
    return _(
        "{player} came back from last place: {chips} ({deal}).",
        player=player,
        chips=chips,
        deal=deal,
    )


def best_deal(players: Sequence[str], chips: str, deal: str) -> str:
    """Return a sentence naming those who won most in one deal; `deal` is the first of them."""
    if len(players) == 1:
        return _(
            "{player} had the best deal: {chips} ({deal}).",
            player=players[0],
            chips=chips,
            deal=deal,
        )
    return _("{players} had the best deals: {chips} each.", players=joined(players), chips=chips)


def largest_pool(amount: int, deal: str) -> str:
    return _("The largest pool was {n} ({deal}).", n=amount, deal=deal)


def leads_game(game: Game, leaders: Sequence[str], score: int, is_over: bool) -> str:
    """Return a sentence naming the leaders of a game for points that has no winner."""
    values = {"players": joined(leaders), "game": game_title(game), "score": plain(score)}
    if is_over:
        return _n(
            "{game} was not finished: {players} was ahead, with a score of {score}.",
            "{game} was not finished: {players} were ahead, with a score of {score} each.",
            len(leaders),
            **values,
        )
    return _n(
        "{players} is ahead at {game}, with a score of {score}.",
        "{players} are ahead at {game}, with a score of {score} each.",
        len(leaders),
        **values,
    )


def order_of_finish(game: Game, finished: Sequence[str], left: Sequence[str], is_over: bool) -> str:
    """Return in which order players have reached the goal, and who is left."""
    values = {"game": game_title(game), "order": ", ".join(finished), "left": joined(left)}
    if not left:
        return _("{game}: {order}.", **values)
    if is_over:
        return _n(
            "{game}: {order}; {left} is left.",
            "{game}: {order}; {left} are left.",
            len(left),
            **values,
        )
    return _n(
        "{game}: {order}; {left} plays on.",
        "{game}: {order}; {left} play on.",
        len(left),
        **values,
    )


def ends_at(figures: Sequence[tuple[str, str]]) -> str:
    """Return the final figure of each line of a chart."""
    each = [_("{player} {figure}", player=player, figure=figure) for player, figure in figures]
    return _("At the end of the lines: {figures}.", figures=joined(each))


def chips_title(deals: int, is_part: bool) -> str:
    """Return the title of the chart of chips; `is_part` is true if it shows only some players."""
    if is_part:
        return _n(
            "Chips over {n} deal: those who played most",
            "Chips over {n} deals: those who played most",
            deals,
        )
    return _n("Chips over {n} deal", "Chips over {n} deals", deals)


def score_title(game: Game) -> str:
    return _("Scores at {game}", game=game_title(game))


# Totals and highlights


def looed_heading(games: Iterable[str]) -> str:
    words = _common_words(games)
    heading = _(words.heading or words.word)
    return heading[:1].upper() + heading[1:]


def paid_heading(games: Iterable[str]) -> str:
    return _(_common_words(games).paid)


def dearest_loo(game: Game) -> str:
    return _(words_of(game).loo.dearest)


def _common_words(games: Iterable[str]) -> LooWords:
    """Return how the games speak of being looed; if they differ, as Loo does."""
    terms = {loo_term(game_of(game)) for game in games}
    return loo_words(terms.pop() if len(terms) == 1 else "looed")


def with_chips(players: Sequence[str], chips: str) -> str:
    """Return players with the chips of each: Ann, +35."""
    if len(players) > 1:
        return _("{players}, {chips} each", players=joined(players), chips=chips)
    return _("{player}, {chips}", player=players[0], chips=chips)


# Who pays whom


def pays(source: str, target: str) -> str:
    return _("{source} pays {target}", source=source, target=target)


def has_paid(source: str, target: str) -> str:
    return _("{source} paid {target}", source=source, target=target)


def chips(number: int) -> str:
    return _n("{n} chip", "{n} chips", number)


def amount(number: int, unit: str) -> str:
    """Return an amount of a currency, in minor units, or of chips if `unit` is ""."""
    return money(number, unit) if unit else chips(number)


def pool_question(held: int, unit: str) -> str:
    """Ask about what is in the pool, which has to be won or divided before anyone pays."""
    if unit:
        return _("What becomes of the chips in the pool, worth {amount}?", amount=money(held, unit))
    return _n(
        "What becomes of the {n} chip in the pool?",
        "What becomes of the {n} chips in the pool?",
        held,
    )


def lost_in_pool(held: int, lost: Mapping[str, int], more: int, unit: str) -> str:
    """Return who has `lost` what stays in a pool for good; `more` people are not named."""
    others = [_n("{n} other", "{n} others", more)] if more else []
    if unit:
        named = [f"{player} ({money(minor, unit)})" for player, minor in lost.items()]
        return _(
            "{amount} stays in the pool, and nobody gets it. It is lost by {people}.",
            amount=money(held, unit),
            people=joined([*named, *others]),
        )
    return _n(
        "{n} chip stays in the pool, and nobody gets it. It is lost by {people}.",
        "{n} chips stay in the pool, and nobody gets them. They are lost by {people}.",
        held,
        people=joined([*(f"{player} ({plain(chips)})" for player, chips in lost.items()), *others]),
    )


def plan_note(number: int, paid: int, exact: bool) -> str:
    """Return a note that all debts are settled, or how few payments settle them."""
    if not number:
        return _("All paid. Nobody owes anything.") if paid else _("Nobody owes anything.")
    if paid:
        return _n("One payment is left.", "{n} payments are left.", number)
    if exact:
        return _n(
            "One payment settles everything.",
            "These {n} payments settle everything. No fewer would do.",
            number,
        )
    return _n(
        "This payment settles everything.",
        "These {n} payments settle everything. With so many players, fewer might do.",
        number,
    )


# Closing


def deal_open(number: int, settling: bool) -> str:
    """Return a note that a deal is in progress, or not settled yet."""
    if settling:
        return _(
            "Deal {n} is over, and its settlement is still on the table.",
            n=number,
        )
    return _("Deal {n} is in progress. Finish it first, or enter a misdeal.", n=number)


def pool_open(chips: int, divided: bool, stays_for: Game | None) -> str:
    """Return a note on the chips in the pool of the current game, and their destination.

    `stays_for` is the game whose family can win them later; None if that is undecided.
    """
    if divided:
        return _n(
            "The pool still holds {n} chip. It goes to one of those at the table.",
            "The pool still holds {n} chips. They are divided among those at the table who were dealt "
            "in at least once.",
            chips,
        )
    if stays_for:
        return _n(
            "The pool still holds {n} chip. It stays for the next {family} game.",
            "The pool still holds {n} chips. They stay for the next {family} game.",
            chips,
            family=family_title(stays_for.pool_family),
        )
    return _n("The pool still holds {n} chip.", "The pool still holds {n} chips.", chips)


def shares(lines: Iterable[Line]) -> str:
    """Return who gets how many chips of a pool that is divided, the larger shares first."""
    players: dict[int, list[str]] = {}
    for line in lines:
        players.setdefault(line.amount, []).append(line.target)
    return " ".join(
        _n(
            "{players} gets {chips}.",
            "{players} get {chips} each.",
            len(names),
            players=joined(names),
            chips=plain(chips),
        )
        for chips, names in sorted(players.items(), reverse=True)
    )


def kept(held: int) -> str:
    """Say that nobody gets the chips which stay in the pool; "" if there are none."""
    return _n("Nobody gets the {n} chip.", "Nobody gets the {n} chips.", held) if held else ""


def close_button(entry: EveningClosed) -> str:
    match entry.left_over:
        case "divide":
            return _("Divide the chips and close")
        case "stay":
            return _("Leave the chips and close")
        case None:
            return _("Close the evening")


# The text for the chat


def standings(figures: Sequence[tuple[str, str]]) -> str:
    """Return the figure of each player: Dan +48, Ann −32."""
    return ", ".join(
        _("{player} {figure}", player=player, figure=figure) for player, figure in figures
    )


def payment(words: str, chips: str, worth: str) -> str:
    """Return a payment with its amount; `worth` is "" if chips are worth nothing."""
    if worth:
        return _("{payment}: {chips}, {worth}", payment=words, chips=chips, worth=worth)
    return _("{payment}: {chips}", payment=words, chips=chips)
