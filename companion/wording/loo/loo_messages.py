"""Messages of the Loo family: questions, refusals, payments, notes."""

from companion.ids import Rule
from companion.rules.loo import loo_facts, variant
from companion.rules.loo.flush import FlushShare
from companion.rules.loo.loo_facts import LooFact
from companion.rules.loo.settling import FlushKeptBack, NoNextStake
from companion.wording.languages import N_, _, _n, _p
from companion.wording.numbers import joined
from companion.wording.pieces import piece_name
from companion.wording.saying import By, If, messages, words

messages(
    {
        LooFact.WHOLE_DEAL_ASKED: N_("Who was in, with how many tricks?"),
        loo_facts.DeclarationAsked: N_("What does {player} do?"),
        loo_facts.ExchangeAsked: N_("How many cards does {player} exchange?"),
        loo_facts.FlushesAsked: If(
            "pam",
            N_("{best} showed a flush. Does anyone else have a flush, or Pam?"),
            N_("{best} showed a flush. Does anyone else have a flush?"),
        ),
        loo_facts.SoleTakesAll: If(
            "points",
            N_("Everyone else dropped: {points} for {player}."),
            N_("{player} takes everything without playing."),
        ),
        LooFact.DEAL_PLAYED: N_("Deal over: here is the settlement."),
        # Payments and notes
        variant.StakeAdded: N_("The dealer adds {chips} to the {pool} in the pool."),
        variant.EmptyPoolStake: If(
            "is_dealers",
            N_(
                "The pool is empty (fewer than {empty} chips): each player puts in {chips}, and the "
                "dealer {chips} more."
            ),
            N_("The pool is empty (fewer than {empty} chips): each player puts in {chips}."),
        ),
        variant.DealersStake: By(
            "cause",
            {
                variant.StakeCause.EVERY_DEAL: N_("The dealer puts in {chips} every deal."),
                variant.StakeCause.EMPTY_POOL: N_(
                    "The pool is empty (fewer than {empty} chips): the dealer puts in {chips}."
                ),
                variant.StakeCause.NOBODY_LOOED: N_(
                    "Nobody was looed in the last deal, so the dealer puts in {chips}."
                ),
            },
        ),
        variant.EachStakes: If(
            "is_closed",
            N_(
                "The pool is empty (fewer than {empty} chips): everyone puts in {chips}, and nobody "
                "may drop."
            ),
            N_("Put in: {chips}."),
        ),
        FlushKeptBack: N_(
            "{player} held a flush and did not show it. This is noted and costs nothing."
        ),
        # Refusals
        LooFact.TURN_UP_NAMED: N_("The turn-up has already been entered."),
        LooFact.DECLARING_BEGUN: N_(
            "Declarations have already been entered. Go on with them, or undo them first."
        ),
        LooFact.NO_TURN_UP: N_("The turn-up comes before the declarations."),
        LooFact.FLUSH_DECIDED: N_("A flush has already decided the deal."),
        LooFact.NO_EXCHANGE: N_("Cards cannot be exchanged now."),
        LooFact.EXCHANGES_OVER: N_("The exchanges are over."),
        LooFact.NO_FLUSHES: N_("This game has no flushes and no Pam."),
        LooFact.FLUSH_WITHOUT_TURN_UP: N_("The turn-up comes before any flush."),
        LooFact.FLUSH_TOO_EARLY: N_(
            "It is too early for a flush: first everyone declares, since dropping costs nothing."
        ),
        LooFact.FLUSH_TOO_LATE: N_(
            "It is too late for a flush: it must be shown before the first lead."
        ),
        loo_facts.PieceWanted: By(
            "kind",
            {
                "tile": N_("Enter the tile turned up, not only the trump suit."),
                "card": N_("Enter the card turned up, not only the trump suit."),
            },
        ),
        loo_facts.NoSuchDeclaration: N_(
            "{player} cannot declare {choice!r} here. Choose {choices}."
        ),
        loo_facts.MissBinds: By(
            "spare_hand",
            {
                "miss": N_("{player} took the miss and must play it."),
                "dummy": N_("{player} took the dummy and must play it."),
                "widow": N_("{player} took the widow and must play it."),
                "blinde": N_("{player} took the Blinde and must play it."),
                "buco": N_("{player} took a buco and must play it."),
            },
        ),
        loo_facts.NoMissLeft: If(
            "has_any",
            By(
                "spare_hand",
                {
                    "miss": N_("{player} cannot take a miss: none is left."),
                    "dummy": N_("{player} cannot take a dummy: none is left."),
                    "widow": N_("{player} cannot take the widow: someone has it already."),
                    "blinde": N_("{player} cannot take the Blinde: someone has it already."),
                    "buco": N_("{player} cannot take a buco: the stock has too few cards."),
                },
            ),
            By(
                "spare_hand",
                {
                    "miss": N_("{player} cannot take a miss: this game has none."),
                    "dummy": N_("{player} cannot take a dummy: this game has none."),
                    "widow": N_("{player} cannot take the widow: there is none at this table."),
                    "blinde": N_("{player} cannot take the Blinde: there is none at this table."),
                    "buco": N_(
                        "{player} cannot take a buco now. Only players who dropped can, after the "
                        "exchanges."
                    ),
                },
            ),
        ),
        loo_facts.CannotPlayForPool: By(
            "dealer_vs_one",
            {
                "free": N_("{player} cannot play for the pool. Nobody can in this game."),
                "claimer-sweeps": N_("{player} cannot play for the pool. Nobody can in this game."),
                "enter-or-defend": N_(
                    "{player} cannot play for the pool. The dealer can only defend the miss."
                ),
                "enter-or-pool": N_(
                    "{player} cannot play for the pool. Only the dealer can, when one other player "
                    "is in and the game is for chips."
                ),
                "pool-against-miss": N_(
                    "{player} cannot play for the pool. Only the dealer can, with four players and a "
                    "game for chips, when the only other player in has taken the miss."
                ),
            },
        ),
        loo_facts.CannotDefend: By(
            "spare_hand",
            {
                "miss": N_(
                    "{player} cannot defend the miss. Only the dealer can, in games that allow it, "
                    "when one other player is in and the miss is not taken."
                ),
                "dummy": N_(
                    "{player} cannot defend the dummy. Only the dealer can, in games that allow "
                    "it, when one other player is in and the dummy is not taken."
                ),
                "widow": N_("{player} cannot defend the widow. Nobody can in this game."),
                "blinde": N_("{player} cannot defend the Blinde. Nobody can in this game."),
                "buco": N_("{player} cannot defend a hand. Nobody can in this game."),
            },
        ),
        loo_facts.DealerAlwaysPlays: N_("{player} is the dealer and must play."),
        loo_facts.PassedOver: N_(
            "{player} cannot take a buco any more: a later player has, or {player} shares one."
        ),
        loo_facts.SharesNothing: N_("{player} cannot share a hand here."),
        loo_facts.CannotShare: N_(
            "Only players who dropped, and share no other hand, can share with {player}."
        ),
        loo_facts.DealerDeclaresNothing: By(
            "rule",
            {
                Rule.ALL_DROPPED: N_(
                    "Everyone else dropped, so {player} takes everything without declaring."
                ),
                Rule.CLAIMER_SWEEPS: N_(
                    "The miss takes the pool, so {player} wins nothing and does not declare."
                ),
            },
        ),
        loo_facts.NobodyDrops: If(
            "player",
            By(
                "rule",
                {
                    Rule.CLUB_LAW: N_(
                        "{player} cannot drop: clubs are trumps, and under Club Law everyone plays."
                    ),
                    Rule.SINGLE_POOL: N_(
                        "{player} cannot drop: before the stakes the pool held odd chips at most, so "
                        "everyone plays."
                    ),
                    Rule.CANNOT_DROP: N_(
                        "{player} cannot drop: with two players, both must play or take a spare hand."
                    ),
                },
            ),
            By(
                "rule",
                {
                    Rule.CLUB_LAW: N_("Clubs are trumps: under Club Law nobody may drop."),
                    Rule.SINGLE_POOL: N_(
                        "Before the stakes the pool held odd chips at most: nobody may drop."
                    ),
                    Rule.CANNOT_DROP: N_(
                        "Nobody can drop: with two players, both must play or take a spare hand."
                    ),
                },
            ),
        ),
        loo_facts.DeclaredButOut: N_(
            "{player} cannot be both in and out. Enter how many tricks they took."
        ),
        loo_facts.DealerMustEnter: N_(
            "{player} is the dealer and must play: only one other player is in."
        ),
        loo_facts.AceTurnedUp: N_("{player} turned up an ace and must play."),
        loo_facts.GeneralTooLate: N_(
            "{player} cannot declare General Rams now: it comes before any other declaration."
        ),
        loo_facts.GeneralDeclared: N_(
            "{player} has declared General Rams: everyone plays, and nobody else declares."
        ),
        loo_facts.NoExchangeWith: By(
            "kind",
            {
                "tile": N_("{player} cannot exchange tiles with this declaration."),
                "card": N_("{player} cannot exchange cards with this declaration."),
            },
        ),
        LooFact.NOBODY_TAKES_TURN_UP: N_("Nobody takes the turn-up in this game."),
        loo_facts.CannotTakeTurnUp: N_(
            "{player} cannot take the turn-up. Only a dealer who plays their own hand can."
        ),
        loo_facts.PutAwayForNothing: By(
            "kind",
            {
                "tile": N_("{player} did not take the turn-up, so there is no tile to put away."),
                "card": N_("{player} did not take the turn-up, so there is no card to put away."),
            },
        ),
        loo_facts.PutAwayIsTurnUp: By(
            "kind",
            {
                "tile": N_("{piece} is the turn-up itself. Enter the tile put away for it."),
                "card": N_("{piece} is the turn-up itself. Enter the card put away for it."),
            },
        ),
        loo_facts.NegativeExchange: N_("{player} cannot exchange {count} cards. Enter 0 or more."),
        loo_facts.ExchangeOverHand: N_("{player} has {hand} cards, so cannot exchange {count}."),
        loo_facts.ExchangeOverLimit: N_(
            "{player} cannot exchange {count}: the house rules allow {limit}."
        ),
        loo_facts.ExchangeOverStock: If(
            "reshuffles",
            N_(
                "{player} cannot exchange {count}: the stock and the cards put away have only {left}."
            ),
            N_("{player} cannot exchange {count}: the stock has only {left}."),
        ),
        loo_facts.ExchangesNothing: N_("{player} is not in, so cannot exchange cards."),
        loo_facts.NotOnTurnToExchange: N_("It is {turn}’s turn to exchange, not {player}’s."),
        # Flushes
        loo_facts.NoHandToShow: N_(
            "{player} has no hand to show: they dropped, or are not in this deal."
        ),
        loo_facts.HandShown: N_("{player} has already shown their hand."),
        loo_facts.CardNamedTwice: N_("One card is entered twice for {player}. Change one of them."),
        loo_facts.CardLiesOpen: N_("{player} cannot have {card}: it is on the table."),
        loo_facts.PamNotAmongThem: N_(
            "{player} has shown {pam}, so it must be one of these cards."
        ),
        LooFact.NO_PAM: N_("There is no Pam in this game."),
        loo_facts.NotPam: N_("Only {pam} is Pam."),
        LooFact.PAM_WITHOUT_FLUSH: N_("Pam is shown only after someone has shown a flush."),
        loo_facts.PamSeen: N_("{player} cannot have {pam}: it has already been seen."),
    }
)


@words(loo_facts.TurnUpAsked)
def turn_up_asked(fact: loo_facts.TurnUpAsked) -> str:
    if fact.before:
        return _(
            "{piece} makes no trump. {player} turns up another card. Which one?",
            piece=piece_name(fact.before),
            player=fact.player,
        )
    if fact.kind == "tile":
        who = (
            _("{player} turns up a tile.", player=fact.player)
            if fact.is_dealer
            else _("{player}, on the dealer’s right, turns up a tile.", player=fact.player)
        )
        asked = _p("tile", "Which one?") if fact.whole else _("What is its higher end?")
        return f"{who} {asked}"
    who = (
        _("{player} turns up a card.", player=fact.player)
        if fact.is_dealer
        else _("{player}, on the dealer’s right, turns up a card.", player=fact.player)
    )
    asked = _p("card", "Which one?") if fact.whole else _("Which suit?")
    return f"{who} {asked}"


@words(variant.StakeIndivisible)
def stake_indivisible(fact: variant.StakeIndivisible) -> str:
    return _(
        "The stake is divided among {tricks} tricks, so it must be a multiple of "
        "{tricks}, like {tricks} or {twice}, not {stake}.",
        tricks=fact.tricks,
        twice=2 * fact.tricks,
        stake=fact.stake,
    )


@words(FlushShare)
def flush_share(fact: FlushShare) -> str:
    if len(fact.winners) == 1:
        return _(
            "{player} shows the best flush and takes the whole pool: {pool}.",
            player=fact.winners[0],
            pool=fact.pool,
        )
    return _(
        "{number} flushes are equal: {pool} in the pool ÷ {number} = {part} each.",
        number=len(fact.winners),
        pool=fact.pool,
        part=fact.part,
    )


@words(loo_facts.NotAFlush)
def not_a_flush(fact: loo_facts.NotAFlush) -> str:
    values = {"player": fact.player, "cards": fact.cards, "fewer": fact.cards - 1}
    if fact.with_pam:
        return _(
            "{player}’s cards are not a flush. A flush is {cards} cards of one suit, or "
            "{fewer} and Pam.",
            **values,
        )
    return _("{player}’s cards are not a flush. A flush is {cards} cards of one suit.", **values)


@words(NoNextStake)
def no_next_stake(fact: NoNextStake) -> str:
    return _n(
        "{players} pays no ante for the next deal.",
        "{players} pay no ante for the next deal.",
        len(fact.players),
        players=joined(fact.players),
    )
