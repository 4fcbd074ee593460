"""What the accounts tell beside the rules: dealing, when to play, history, why a limit."""

from collections.abc import Iterator
from functools import singledispatch

from msgspec import Struct

from companion.rules.game import Game, Preset
from companion.rules.house import HouseRules
from companion.rules.loo.bourre import BourreRules
from companion.rules.loo.card_loo import CardLooRules
from companion.rules.loo.domino_loo import DominoLooRules
from companion.rules.loo.domino_rounce import DominoRounceRules
from companion.rules.loo.rams import RamsRules
from companion.rules.napoleon.variant import NapRules
from companion.rules.rummy.coon_can import CoonCanRules
from companion.wording.games import account_words
from companion.wording.languages import _
from companion.wording.rule_texts.background_of_card_loo import TELLERS, Teller, rams_group
from companion.wording.rule_texts.paragraphs import Paragraph, paragraph


class Told(Struct, frozen=True):
    """What one account tells."""

    source: str
    """Where it stands."""
    paragraphs: tuple[Paragraph, ...]


def background(game: Game, rules: HouseRules, preset: Preset) -> tuple[Told, ...]:
    """Return what the accounts of a game tell beside its rules, that of the preset first.

    Nothing of it is foreign to a table with these settled house rules. How to deal is told by the
    account of the preset alone.
    """
    found = (
        Told(account_words(account).source, tuple(paragraphs))
        for account, paragraphs in _told(rules, game, preset)
    )
    return tuple(one for one in found if one.paragraphs)


Telling = Iterator[tuple[str, Iterator[Paragraph]]]
"""The id of each account, and what it tells."""


@singledispatch
def _told(rules: HouseRules, game: Game, preset: Preset) -> Telling:
    """Return nothing: all that is known of a game that has no words here."""
    return iter(())


@_told.register
def _of_card_loo(rules: CardLooRules, game: Game, preset: Preset) -> Telling:
    tellers: dict[Teller, str] = {}
    for one in (preset, *game.presets.values()):
        if one.account in TELLERS:
            tellers.setdefault(TELLERS[one.account], one.account)
    for tell, account in tellers.items():
        yield account, tell(rules, game.tricks, account == preset.account)


@_told.register
def _of_domino_loo(rules: DominoLooRules, game: Game, preset: Preset) -> Telling:
    yield preset.account, _domino_loo(rules)


@_told.register
def _of_domino_rounce(rules: DominoRounceRules, game: Game, preset: Preset) -> Telling:
    yield preset.account, _domino_rounce()


@_told.register
def _of_bourre(rules: BourreRules, game: Game, preset: Preset) -> Telling:
    yield "domino-loo", _bourre()


@_told.register
def _of_rams(rules: RamsRules, game: Game, preset: Preset) -> Telling:
    yield "modern", _rams()


@_told.register
def _of_napoleon(rules: NapRules, game: Game, preset: Preset) -> Telling:
    yield preset.account, _napoleon(rules)


@_told.register
def _of_coon_can(rules: CoonCanRules, game: Game, preset: Preset) -> Telling:
    yield preset.account, _coon_can()


# Dominoes


def _domino_loo(rules: DominoLooRules) -> Iterator[Paragraph]:
    points = rules.scoring == "points"
    yield _tiles_dealt()
    if not points:
        yield paragraph(
            _("Playing for the pool"),
            _(
                "It is there so that a player who took the miss does not win all five tricks unopposed."
            ),
        )
    yield paragraph(_("History"), *_old_loo())
    yield paragraph(
        _("Chips or points"),
        _("Three or four players usually play for chips."),
        _(
            "Two usually play for points: 1 for each trick, 5 off for a player who is looed, and the "
            "first to 15 wins."
        ),
    )
    if not points:
        yield paragraph(
            _("Why a limit"),
            _(
                "When several players are looed, the pool can grow very fast: in one example from 25 "
                "chips to 115 by the third deal, so that a trick wins 23 chips instead of 5."
            )
            if rules.loo == "pool"
            else _("Without a limit, the pool can grow very fast when several players are looed."),
            _(
                "A loo might cost 5 chips for each player instead, or as much as the pool but at most "
                "10 or 20 chips for each player."
            )
            if rules.loo == "pool"
            else "",
        )


def _domino_rounce() -> Iterator[Paragraph]:
    yield _tiles_dealt()
    yield paragraph(
        _("History"),
        _(
            "Several American books describe Domino Rounce. It is much like Domino Loo, with rules of "
            "play a little less strict."
        ),
        *_old_loo(),
    )


def _tiles_dealt() -> Paragraph:
    return paragraph(
        _("Dealing"),
        _(
            "The dealer gives everyone their tiles, or everyone draws their own from the boneyard, "
            "whichever you are used to. The turn-up lies face up for the whole deal, unless the "
            "dealer takes it."
        ),
    )


def _old_loo() -> tuple[str, str]:
    return (
        _(
            "Loo was first a card game, which began in the 17th century as a gambling game of the "
            "upper classes."
        ),
        _(
            "By the 19th century it was a gambling game of the lower classes, in many variations. Some "
            "of them are still popular today."
        ),
    )


# Relatives and others


def _bourre() -> Iterator[Paragraph]:
    yield paragraph(
        _("History"),
        _(
            "Bourré comes from Loo, a card game that began in the 17th century as a gambling game of "
            "the upper classes."
        ),
        _old_loo()[1],
        _(
            "One of them is Bourré, which the source calls Boo-Ray. In America it is sometimes played "
            "at poker evenings where the dealer chooses the game."
        ),
    )


def _rams() -> Iterator[Paragraph]:
    yield paragraph(_("The family"), rams_group())


def _napoleon(rules: NapRules) -> Iterator[Paragraph]:
    extras = (rules.misery, rules.peep, rules.purchase, getattr(rules, "wellington", False))
    yield paragraph(
        _("The game"),
        _("Napoleon, or Nap for short, is one of the simplest of all card games."),
        _("Some players make it more interesting with extras, as this table does.")
        if any(extras)
        else "",
    )


def _coon_can() -> Iterator[Paragraph]:
    yield paragraph(
        _("Dealing"),
        _(
            "Shuffle both packs and the jokers together. Deal the cards face down, and put the stock "
            "face down in the middle of the table, with the first discard face up beside it."
        ),
    )
    yield paragraph(
        _("At the table"),
        _("A joker that can no longer be moved is laid crosswise, as a reminder to everyone."),
        _("The stock rarely runs out before someone wins."),
    )
    yield paragraph(
        _("The name"),
        _(
            "In the USA the game is called Double Rum. The name suits it: this is rummy with two packs."
        ),
    )
