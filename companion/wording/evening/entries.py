"""Short labels for entries, for the undo button and the log: "Cat 6-1"."""

from collections.abc import Collection, Iterable, Mapping

from msgspec import structs

from companion.evening import AnyEntry, Evening
from companion.evening.entries import (
    Amended,
    DealerSet,
    DepthChanged,
    EveningClosed,
    GameEnded,
    GameStarted,
    Inserted,
    Joined,
    Left,
    Noted,
    OrdinaryEntry,
    Paid,
    Penalized,
    PlayerRenamed,
    SatIn,
    SatOut,
    Undone,
    WorthSet,
)
from companion.evening.inserting import is_deal
from companion.evening.starting import started_game
from companion.games import GAMES
from companion.rules.actions import (
    DealEntry,
    Declared,
    Discarded,
    Drew,
    Exchanged,
    FlushShown,
    HandsLeft,
    JokerMoved,
    LaidOff,
    Melded,
    Misdealt,
    PamShown,
    Peeped,
    Played,
    RestDeclared,
    Revoked,
    Scored,
    Settled,
    TricksTaken,
    TrickWon,
    TurnedUp,
)
from companion.rules.game import Game
from companion.wording.evening.penalties import penalty_words
from companion.wording.games import choice_words, game_title
from companion.wording.languages import N_, _, _n
from companion.wording.money import money
from companion.wording.napoleon.contracts import contract_name
from companion.wording.numbers import joined, signed
from companion.wording.pieces import as_played, card_names, piece_name, suit_name

_WITH_TURN_UP = {
    "play": N_("{player} plays and takes the turn-up"),
    "for-the-pool": N_("{player} plays for the pool and takes the turn-up"),
    "general": N_("{player} declares General Rams and takes the turn-up"),
}
_WITH_DISCARD = {
    "play": N_("{player} plays, takes the turn-up, puts away {discard}"),
    "for-the-pool": N_("{player} plays for the pool, takes the turn-up, puts away {discard}"),
    "general": N_("{player} declares General Rams, takes the turn-up, puts away {discard}"),
}
_WITH_DRAWS = {
    "play": N_("{player} plays, exchanges {n}"),
    "for-the-pool": N_("{player} plays for the pool, exchanges {n}"),
    "pass": N_("{player} passes, buys {n}"),
}

_PLAYED: Mapping[tuple[str, str | None], str] = {
    ("", None): N_("{player} {piece}"),
    ("", "revoke"): N_("{player} {piece}, proves a revoke"),
    ("", "let-stand"): N_("{player} {piece}, let stand"),
    ("suit", None): N_("{player} {piece} ({suit})"),
    ("suit", "revoke"): N_("{player} {piece} ({suit}), proves a revoke"),
    ("suit", "let-stand"): N_("{player} {piece} ({suit}), let stand"),
    ("civil", None): N_("{player} {piece}, “Pam be civil”"),
    ("civil", "revoke"): N_("{player} {piece}, “Pam be civil”, proves a revoke"),
    ("civil", "let-stand"): N_("{player} {piece}, “Pam be civil”, let stand"),
}
"""Labels by the announcement and the answer to a proof."""

_LABELS: Mapping[type, str] = {
    Exchanged: N_("{player} exchanges {count}"),
    FlushShown: N_("{player} shows a flush, {pieces}"),
    PamShown: N_("{player} shows Pam"),
    TrickWon: N_("Trick to {player}"),
    Peeped: N_("{player} peeps"),
    Melded: N_("{player} melds {pieces}"),
    LaidOff: N_("{player} lays off {piece} on meld {meld}"),
    JokerMoved: N_("{player} moves the joker of meld {meld}, playing {piece}"),
    Discarded: N_("{player} discards {piece}"),
    DealerSet: N_("{player} deals next"),
    Noted: N_("Note: {text}"),
    SatOut: N_("{player} sits out"),
    SatIn: N_("{player} sits in again"),
    Left: N_("{player} leaves"),
    GameEnded: N_("End of the game"),
}
"""Labels that need only the entry's fields."""
_DREW = {
    "stock": N_("{player} draws from the stock"),
    "discards": N_("{player} takes the top discard"),
}
_CLOSED = {
    "divide": N_("Evening closed, leftover chips divided"),
    "stay": N_("Evening closed, leftover chips stay in the pool"),
    None: N_("Evening closed"),
}
_SETTLED = {
    ("confirmed", True): N_("Deal over, confirmed by {name}"),
    ("confirmed", False): N_("Deal over, confirmed by a second phone"),
    ("skipped", True): N_("Deal over, check skipped by {name}"),
    ("skipped", False): N_("Deal over, check skipped"),
}
"""Labels by the answer to the check, and by whether the name is known."""
_DEPTHS: Mapping[str, str] = {
    "plays": N_("Entering every play"),
    "tricks": N_("Entering who wins each trick"),
    "result": N_("Entering only the result"),
}


FITS, CUT = 20, 8
"""How many letters of a label, and of a name in it, are seen on the undo button of a narrow phone."""


def entry_words(entry: OrdinaryEntry, game: Game | None) -> str:
    """Return a short label for an entry: "Cat 6-1"."""
    if isinstance(entry, DealEntry):
        return _deal_words(entry, game)
    match entry:
        case GameStarted(game=name):
            if name in GAMES:
                return _("{game} begins", game=game_title(started_game(entry)))
            return _("Game begins")
        case Joined(player=player, after=None):
            return _("{player} joins", player=player)
        case Joined(player=player, after=after):
            return _("{player} joins to the left of {after}", player=player, after=after)
        case Inserted():
            return _inserted(entry, game)
        case Penalized():
            return penalty_words(entry)
        case DepthChanged(depth=depth):
            return _(_DEPTHS[depth]) if depth in _DEPTHS else _("Entering {depth}", depth=depth)
        case EveningClosed(left_over=left_over):
            return _(_CLOSED[left_over])
        case Paid(source=source, target=target, amount=n):
            return _n(
                "{source} pays {target} {n} chip",
                "{source} pays {target} {n} chips",
                n,
                source=source,
                target=target,
            )
        case PlayerRenamed(player=player, to=name):
            return _("{player} is now called {name}", player=player, name=name)
        case WorthSet(minor=minor, currency=currency):
            return _("A chip is worth {amount}", amount=money(minor, currency))
        case _simple:
            return _label(entry)


def _inserted(entry: Inserted, game: Game | None) -> str:
    match entry:
        case Inserted(entries=(DealerSet(player=player),), dealer=None):
            return _("Inserted: {player} dealt", player=player)
        case Inserted(entries=entries) if not is_deal(entry):
            return _("Inserted: {entry}", entry=joined([entry_words(one, game) for one in entries]))
        case Inserted(dealer=None):
            return _("Inserted: a deal")
    return _("Inserted: a deal, {player} dealt", player=entry.dealer)


def _deal_words(entry: DealEntry, game: Game | None) -> str:
    suits = game.pack.suits if game else ()
    match entry:
        case TurnedUp(piece=piece):
            if piece in suits:
                return _("Trumps: {suit}", suit=suit_name(piece))
            return _("Turn-up {piece}", piece=piece_name(piece))
        case Declared():
            return _declared(entry, game)
        case RestDeclared():
            return _rest_declared(entry, game)
        case Played():
            return _played(entry, suits)
        case TricksTaken():
            return _tricks_taken(entry, game)
        case Drew(player=player, source=source):
            return _(_DREW[source], player=player)
        case HandsLeft():
            return _hands_left(entry)
        case Revoked(player=player, trick=None):
            return _("{player} revoked", player=player)
        case Revoked(player=player, trick=n):
            return _("{player} revoked in trick {n}", player=player, n=n)
        case Settled(confirmation=confirmation):
            return _settled(confirmation)
        case Scored(scores=scores):
            return joined([f"{player} {signed(number)}" for player, number in scores.items()])
        case Misdealt(reason=reason):
            return _("Misdeal: {reason}", reason=reason) if reason else _("Misdeal")
        case _simple:
            return _label(entry)


def _label(entry: OrdinaryEntry) -> str:
    values = structs.asdict(entry)
    if "piece" in values:
        values["piece"] = piece_name(values["piece"])
    if "pieces" in values:
        values["pieces"] = card_names(values["pieces"])
    return _(_LABELS[type(entry)], **values)


def words_in_trick(entry: Played, trick: int) -> str:
    """Return a play with its trick: "Cat’s 6-1 in trick 2"."""
    piece = as_played(entry.piece, entry.suit, entry.civil)
    return _("{player}’s {piece} in trick {n}", player=entry.player, piece=piece, n=trick)


def undoable_words(evening: Evening) -> tuple[int, str] | None:
    """Return the number and label of the entry that can be undone."""
    number = evening.undoable
    if number is None:
        return None
    newest, session = evening.find(number), evening.state.session
    if newest:
        if newest.entry == Settled():  # as on the button
            return number, _("End the game") if session and session.winner else _("Next deal")
        label = _shorter(newest.entry) or entry_words(newest.entry, evening.game_of(number))
        if len(label) > FITS:
            label = _with_short_names(label, evening.state.people())
        return number, label
    target = evening.amendments[-1].targets[0]
    stands, game = evening.find(target), evening.game_of(target)
    if stands:
        return number, _("Correction: {entry}", entry=entry_words(stands.entry, game))
    was = evening.deleted[target][-1]
    return number, _("Deletion: {entry}", entry=entry_words(was, game) if was else "")


def _with_short_names(label: str, people: Iterable[str]) -> str:
    """Return a label with longer names cut, so that a button on a phone shows its end too."""
    for name in sorted(people, key=len, reverse=True):
        if len(name) > CUT:
            label = label.replace(name, f"{name[: CUT - 1].rstrip()}…")
    return label


def _shorter(entry: OrdinaryEntry) -> str:
    """Return a shorter label for a note and for the hands left, which are long; "" for any other entry."""
    if isinstance(entry, Noted):
        return _("Note")
    if not isinstance(entry, HandsLeft):
        return ""
    return _("{player} wins", player=entry.winner) if entry.winner else _("Nobody goes out")


def entry_news(entry: AnyEntry, game: Game | None) -> str:
    """Return an entry as a spoken announcement."""
    match entry:
        case Undone():
            return _("Undone.")
        case Amended(by=by) if by is not None:
            return _("Corrected: {entry}.", entry=entry_words(by, game))
        case Amended():
            return _("Deleted.")
        case _ordinary:
            return _("{entry}.", entry=entry_words(entry, game))


def _declared(entry: Declared, game: Game | None) -> str:
    player, choice, n = entry.player, entry.choice, entry.draws
    away = [piece_name(one) for one in (entry.discards, entry.also_discards) if one]
    if away and choice in _WITH_DISCARD:
        return _(_WITH_DISCARD[choice], player=player, discard=joined(away))
    if entry.takes_turn_up and choice in _WITH_TURN_UP:
        return _(_WITH_TURN_UP[choice], player=player)
    if n and choice in _WITH_DRAWS:
        return _(_WITH_DRAWS[choice], player=player, n=n)
    if n:
        contract = contract_name(choice)
        return _("{player} bids {contract}, buys {n}", player=player, contract=contract, n=n)
    words = choice_words(game, player, choice) if game else f"{player} {choice}"
    if entry.with_:
        return _("{declaration}, with {players}", declaration=words, players=joined(entry.with_))
    return words


def _rest_declared(entry: RestDeclared, game: Game | None) -> str:
    others = ", ".join(
        _declared(Declared(player, choice), game) for player, choice in entry.except_.items()
    )
    if entry.choice == "pass":
        return _("{others}, the rest pass", others=others) if others else _("The rest pass")
    return _("The rest drop, but {others}", others=others) if others else _("The rest drop")


def _played(entry: Played, suits: Collection[str]) -> str:
    says = "civil" if entry.civil else "" if entry.suit is None else "suit"
    suit = str(entry.suit)
    return _(
        _PLAYED[says, entry.stands],
        player=entry.player,
        piece=piece_name(entry.piece),
        suit=suit_name(suit) if suit in suits else suit,
    )


def _tricks_taken(entry: TricksTaken, game: Game | None) -> str:
    if entry.made is not None:
        return _("Contract made") if entry.made else _("Contract lost")
    counts = (entry.tricks or {}).items()
    each = ", ".join(_("{player} {n}", player=player, n=n) for player, n in counts)
    if entry.declared is None:
        return _("Tricks: {counts}", counts=each)
    if not counts:
        return _("All drop")
    choices = [_declared(Declared(*one), game) for one in entry.declared.items()]
    if entry.takes_turn_up:
        choices.append(_("the dealer took the turn-up"))
    if not choices:
        return _("Tricks: {counts}", counts=each)
    return _("Tricks: {counts}; {choices}", counts=each, choices=", ".join(choices))


def _hands_left(entry: HandsLeft) -> str:
    hands = ", ".join(_hand(player, hand) for player, hand in entry.hands.items())
    if entry.winner is None:
        return _("Nobody can go out, left: {hands}", hands=hands)
    return _("{winner} wins, left: {hands}", winner=entry.winner, hands=hands)


def _hand(player: str, hand: tuple[str, ...] | int) -> str:
    if isinstance(hand, int):
        return _n("{player} {n} pip", "{player} {n} pips", hand, player=player)
    return _("{player} {cards}", player=player, cards=card_names(hand))


def _settled(confirmation: str | None) -> str:
    if confirmation is None:
        return _("Deal over")
    answer, _by, name = confirmation.partition(" by ")
    return _(_SETTLED[answer, bool(name)], name=name)
