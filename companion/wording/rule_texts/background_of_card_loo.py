"""What the accounts of card Loo tell beside the rules."""

from collections.abc import Callable, Iterator, Mapping

from companion.rules.ledger import loo_cost
from companion.rules.loo.card_loo import CardLooRules
from companion.rules.loo.irish_loo import IrishRules
from companion.wording.languages import _
from companion.wording.rule_texts.card_loo import has_miss
from companion.wording.rule_texts.flushes import flushes_cost_all, has_pam
from companion.wording.rule_texts.paragraphs import Paragraph, paragraph


def _classic(rules: CardLooRules, cards: int, own: bool) -> Iterator[Paragraph]:
    if own:
        yield paragraph(
            _("Dealing"),
            _("Deal the cards one at a time, to each player and to the miss.")
            if has_miss(rules)
            else _("Deal the cards one at a time."),
            _("Players who drop put their cards face down in the middle."),
        )
    yield paragraph(
        _("When to play"),
        _(
            "The rules leave little choice once you play. The best player is the one who knows when "
            "to play and when to drop."
        ),
        _(
            "Do not be too timid with a weak hand, but compare what a loo costs with what a trick wins."
        ),
        _(
            "With 15 chips in the pool, a trick wins 3. Even if a loo cost no more than 10, you would "
            "risk over three times as much: not a good bet with a weak hand."
        )
        if cards == 5 and loo_cost(rules, 15).chips >= 10
        else "",
    )
    yield paragraph(
        _("Good hands"),
        _(
            "Apart from Pam, these trumps are sure of a trick: the ace; king and queen; queen, jack "
            "and 10."
        )
        if has_pam(rules)
        else _("These trumps are sure of a trick: the ace; king and queen; queen, jack and 10."),
        _("Queen, jack and 9 usually win one, depending on where you sit."),
        _(
            "King and 3 win one if trumps are led and you play last. If not, you may have to put the "
            "king on a 4 and lose it to the ace."
        )
        if rules.must_head and rules.must_overtrump
        else "",
        _(
            "But even with seven players many cards stay in the pack, so jack, 10 and 9 of trumps can "
            "be enough, or even jack and 10."
        ),
    )
    yield paragraph(
        _("The name"),
        _(
            "Loo is short for lanterloo, a name no longer in use. It comes from the French lanturlu, "
            "which means something like “fiddlesticks”."
        ),
        _(
            "In a verse that the source quotes, Pam overthrows kings and queens and mows down armies."
        )
        if has_pam(rules)
        else "",
    )
    if isinstance(rules, IrishRules):
        yield paragraph(
            _("The game"),
            _(
                "Irish Loo combines the three-card and the five-card game. Good players think it the "
                "best kind of Loo."
            ),
        )
    yield paragraph(
        _("Why a limit"),
        _(
            "With Club Law everyone has to play when clubs are trumps, so what a loo costs must be "
            "limited to a reasonable amount."
        )
        if rules.forced == "club-law"
        else _(
            "Without a limit, being looed can get very expensive. In practice players need to agree "
            "on one."
        ),
    )


def _defence(rules: CardLooRules, cards: int, own: bool) -> Iterator[Paragraph]:
    if own:
        yield paragraph(
            _("The object"),
            _("Win as many tricks as you can, and chips from the other players with them."),
        )
        yield paragraph(
            _("Dealing"),
            _("Agree first what a stake is worth, and choose the first dealer at random."),
            _("Set the miss aside, and put the rest of the pack face down near the dealer.")
            if has_miss(rules)
            else _("Put the rest of the pack face down near the dealer."),
        )
        yield paragraph(
            _("The end"),
            _("Play as long as you like: no number of deals is set."),
            _("It is fair when everyone has been the dealer equally often."),
        )


def _chits(rules: CardLooRules, cards: int, own: bool) -> Iterator[Paragraph]:
    if own:
        yield paragraph(
            _("Dealing"),
            _("Everyone starts with the same number of chips."),
            _("The dealer puts in the stake, and then deals."),
        )
        if has_miss(rules):
            yield paragraph(
                _("How many"),
                _(
                    "The source has the game for up to 17 players. With the miss, the pack is enough "
                    "for 16."
                ),
            )
        if has_pam(rules):
            yield paragraph(
                _("Which jack"),
                _(
                    "The source calls the jack of clubs Pam in one place, and the jack of spades in "
                    "another."
                ),
            )
    if has_pam(rules):
        yield paragraph(
            _("Who Pam was"),
            _(
                "Pam is short for Pamphilus, “friend of all”, a charming rogue of the Middle Ages. A popular "
                "comic poem about him was sold as a slim book, and gave us the word pamphlet."
            ),
            _("David Parlett sees in Pam a forerunner of the joker."),
        )
    if cards == 3 and rules.loo == "pool":
        yield paragraph(
            _("History"),
            _(
                "In the 18th century Loo was probably played mostly without a limit: a loo cost as "
                "much as the pool held."
            ),
        )
        yield paragraph(_("Why a limit"), _("When two players are looed, the pool doubles."))
    elif rules.stake_when == "every-deal":
        yield paragraph(
            _("The pool"),
            _("Each dealer adds a stake to what looed players paid, so the pool can grow quickly."),
        )


def _modern(rules: CardLooRules, cards: int, own: bool) -> Iterator[Paragraph]:
    if own:
        yield paragraph(
            _("Dealing"),
            _("Agree first what a chip is worth, if anything."),
            _("To find the first dealer, deal everyone a card: the highest deals."),
            _("After the deal, put the rest of the pack in the middle of the table."),
        )
        yield paragraph(
            _("Tricks"),
            _(
                "Keep the tricks you win in front of you, each laid across the one below, so that "
                "they are easy to count."
            ),
        )
    yield paragraph(
        _("The object"),
        _("Win at least one trick, or see in time that your hand is too weak for one."),
    )
    yield paragraph(
        _("History"),
        _(
            "Loo is a gambling game, and goes back at least to the 17th century. Its full name, "
            "lanterloo, was a meaningless phrase from the lullabies of the time."
        ),
        rams_group(risky=flushes_cost_all(rules)),
    )


def rams_group(risky: bool = False) -> str:
    """Return what kind of games Loo belongs to; `risky` says whether to drop out can cost chips."""
    if risky:
        return _("Loo belongs to the Rams group of games: with a poor hand you can drop out.")
    return _(
        "Loo belongs to the Rams group of games: with a poor hand you can drop out without risking "
        "anything."
    )


Teller = Callable[[CardLooRules, int, bool], Iterator[Paragraph]]
TELLERS: Mapping[str, Teller] = {
    "classic": _classic,
    "defence": _defence,
    "chits": _chits,
    "unlimited": _chits,
    "modern": _modern,
}
"""Who tells what an account does, of hands of so many cards; and whether it is the preset's own."""
