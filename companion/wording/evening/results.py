"""Words for results: leaders, winners, charts and payments."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from companion.evening.entries import EveningClosed
from companion.rules.game import Game
from companion.wording.games import family_title, game_title, has_antes
from companion.wording.languages import N_, _, _n
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


def ending() -> str:
    return _("End")


def now() -> str:
    return _("Now")


# Totals and highlights


_LOOED: Mapping[str, str] = {
    "domino-rounce": N_("Rounced"),
    "bourre": N_("Bourrés"),
    "rams": N_("Rammed"),
}


def looed_heading(games: Iterable[str]) -> str:
    headings = {_(_LOOED[game]) if game in _LOOED else _("Looed") for game in games}
    return headings.pop() if len(headings) == 1 else _("Looed")


def paid_heading(games: Collection[str]) -> str:
    return _("Paid for bourrés") if {*games} == {"bourre"} else _("Paid for loos")


def dearest_loo(game: Game) -> str:
    return _("Most expensive bourré") if has_antes(game) else _("Most expensive loo")


def with_chips(player: str, chips: str) -> str:
    """Return a player with chips: Ann, +35."""
    return _("{player}, {chips}", player=player, chips=chips)


# Who pays whom


def pays(source: str, target: str) -> str:
    return _("{source} pays {target}", source=source, target=target)


def has_paid(source: str, target: str) -> str:
    return _("{source} paid {target}", source=source, target=target)


def chips(number: int) -> str:
    return _n("{n} chip", "{n} chips", number)


def down_by_pool(player: str, number: int) -> str:
    """Return a note that nobody collects the chips which a player lost to the pool."""
    return _n(
        "{player} is down {n} chip that is in the pool.",
        "{player} is down {n} chips that are in the pool.",
        number,
        player=player,
    )


def in_pool(held: int, closed: bool) -> str:
    """Return a note on chips in the pool, which belong to nobody."""
    if closed:
        return _n(
            "{n} chip was left in the pool. It belongs to nobody.",
            "{n} chips were left in the pool. They belong to nobody.",
            held,
        )
    return _n(
        "{n} chip is in the pool and not counted for anyone.",
        "{n} chips are in the pool and not counted for anyone.",
        held,
    )


def plan_note(number: int, paid: int, exact: bool) -> str:
    """Return a note that all debts are settled, or how few payments settle them."""
    if not number:
        return _("All paid. Nobody owes anything.") if paid else _("Nobody owes anything.")
    if exact:
        return _n(
            "One payment settles everything.",
            "These {n} payments settle everything. It cannot be done with fewer.",
            number,
        )
    return _n(
        "One payment settles everything.",
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
    return _("Deal {n} is in progress. Finish it first, or record a misdeal.", n=number)


def pool_open(chips: int, divided: bool, stays_for: Game | None = None) -> str:
    """Return a note on the chips in the pool of the current game, and their destination.

    `stays_for` is the game whose family can win them later; None if that is undecided.
    """
    if divided:
        return _n(
            "The pool still holds {n} chip. It goes to one of those at the table.",
            "The pool still holds {n} chips. They are divided among everyone at the table.",
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
