"""The rules of card Loo in words, and where each of them comes from (rulebook 5)."""

from collections.abc import Iterable
from typing import Any

from companion.pieces.cards import SUITS
from companion.rules import texts as common
from companion.rules.game import RuleText
from companion.rules.ids import Rule

CHOICES = {
    "play": "plays",
    "miss": "takes the miss",
    "for-the-pool": "plays for the pool",
    "defend": "defends the miss",
    "drop": "drops",
}

_NUMBERS = {3: "three", 5: "five"}


def texts(rules: Any, cards: int, most: int) -> tuple[RuleText, ...]:
    """Return the rules in force, in reading order, for at most so many players."""
    has_miss = getattr(rules, "miss", "none") == "one"
    pam = getattr(rules, "pam", "none")
    flush = getattr(rules, "flush", "none")
    civil = pam != "none" and rules.civil != "none"
    number = _NUMBERS[cards]
    found = [
        RuleText(
            Rule.TURN_UP,
            "The deal",
            f"A pack of 52, {number} cards each. The next card is turned up, and its suit is "
            f"trump.{' Pam turned up makes its printed suit trump.' if pam != 'none' else ''} "
            "Cards rank ace, king, queen, jack, 10 down to 2.",
        ),
        RuleText(
            Rule.DECLARING,
            "Declaring",
            f"In turn each player plays his hand{', takes the miss' if has_miss else ''} or drops.",
        ),
    ]
    if has_miss:
        found += [
            RuleText(
                Rule.NO_MISS_LEFT,
                "The miss",
                "One spare hand of three cards. The first to ask takes it unseen for his own.",
            ),
            RuleText(Rule.MISS_BINDS, "The miss binds", "Who takes the miss must play it."),
        ]
    found += _lone(rules, has_miss)
    if rules.forced == "club-law":
        found.append(RuleText(Rule.CLUB_LAW, "Club Law", "If clubs are trumps nobody may drop."))
    if rules.forced == "single-pool":
        found.append(
            RuleText(
                Rule.SINGLE_POOL,
                "A single pool",
                "If the pool holds only this deal's stake and odd chips, nobody may drop"
                f"{'; the miss can still be taken' if has_miss else ''}.",
            )
        )
    if rules.draw != "none":
        found += _exchange(rules, cards)
    found += _tricks(rules)
    if pam != "none":
        found += _pam(rules, civil)
    if flush != "none":
        found += _flushes(rules, cards)
    found += _money(rules, cards)
    there = {text.id for text in found}
    found += [
        RuleText(id, title, f"{why}.", absent=True)
        for id, (title, why) in _ABSENT.items()
        if id not in there
    ]
    return (*found, *common.table_law(2, most, "card"))


_ABSENT = {
    "no-miss-left": ("A miss", "There is no miss"),
    "miss-binds": ("The miss binds", "There is no miss"),
    "dealer-must-enter": ("The dealer must enter", "The dealer may always drop"),
    "for-the-pool": ("Playing for the pool", "Nobody plays for the pool"),
    "defend": ("Defending the miss", "Nobody defends the miss"),
    "claimer-sweeps": ("The miss takes the pool", "The miss does not take the pool by itself"),
    "draw": ("Exchanging cards", "Nobody exchanges cards"),
    "stock-exhausted": ("The stock", "Nobody draws from the stock"),
    "pam": ("Pam", "There is no Pam to show"),
    "pam-civil": ("“Pam be civil”", "Nobody calls Pam civil"),
    "flush": ("Flushes", "Flushes count for nothing"),
    "flush-too-late": ("Showing a flush", "Flushes count for nothing"),
    "not-a-flush": ("What a flush is", "Flushes count for nothing"),
    "dealer-turn-up": ("The turn-up", "Nobody takes the turn-up"),
}
"""What an entry can ask for that some games of the family do not have."""


def _lone(rules: Any, has_miss: bool) -> Iterable[RuleText]:
    defends = rules.lone == "enter-or-defend" and has_miss
    if rules.lone == "claimer-sweeps" and has_miss:
        yield RuleText(
            Rule.CLAIMER_SWEEPS,
            "The miss takes the pool",
            "If all have dropped but one who took the miss, and the dealer has not declared, that "
            "one wins the pool at once. Not with only two dealt in.",
        )
    if defends:
        yield RuleText(
            Rule.DEALER_MUST_ENTER,
            "The dealer against one other",
            "If exactly one other is in and has not taken the miss, the dealer must enter: with "
            "his hand, with the miss, or defending the miss. If the other took the miss, the "
            "dealer plays or drops.",
        )
        yield RuleText(
            Rule.DEFEND,
            "Defending the miss",
            "The dealer takes the miss and plays it for the pool: the shares for his tricks stay "
            "in the pool, and he cannot be looed. All others win and lose as usual.",
        )
    elif rules.lone in ("enter-or-pool", "enter-or-defend"):
        yield RuleText(
            Rule.DEALER_MUST_ENTER,
            "The dealer against one other",
            "If exactly one other is in, the dealer must enter, for himself or for the pool.",
        )
        yield RuleText(
            Rule.FOR_THE_POOL,
            "Playing for the pool",
            "A dealer against one other may say that he plays for the pool. The shares for his "
            "tricks stay in the pool, and he cannot be looed. All others win and lose as usual.",
        )


def _exchange(rules: Any, cards: int) -> Iterable[RuleText]:
    when = {
        "with-declaration": "On declaring to play, a player exchanges any number of cards with "
        "the stock at once, and then must play.",
        "after-declarations": "When all have declared, those in exchange any number of cards with "
        "the stock, in turn from eldest.",
    }[rules.draw]
    out = {
        "reshuffle": "When the stock runs out, cards put away before by others, and dropped hands, "
        "are dealt again. More than that cannot be exchanged.",
        "limit": "Nobody can exchange more cards than the stock still has.",
    }[rules.stock_out]
    yield RuleText(Rule.DRAW, "Exchanging cards", f"{when} Once each, at most {cards} cards.")
    yield RuleText(Rule.STOCK_EXHAUSTED, "The stock runs out", out)


def _tricks(rules: Any) -> Iterable[RuleText]:
    yield RuleText(Rule.FOLLOW_SUIT, "Follow suit", "If you can, play a card of the suit led.")
    if rules.must_head:
        yield RuleText(
            Rule.MUST_HEAD,
            "Head the trick",
            "Following suit, beat the cards played so far if you can. A trick that has been "
            "trumped cannot be headed by a plain card, so then any of the suit will do.",
        )
    if rules.must_trump:
        yield RuleText(
            Rule.MUST_TRUMP,
            "Must trump",
            "Unable to follow, play a trump if you can, even one that cannot win. With neither, any card.",
        )
    else:
        yield RuleText(Rule.ANY_CARD, "Unable to follow", "Any card may be played, a trump or not.")
    if rules.must_trump and rules.must_overtrump:
        yield RuleText(
            Rule.MUST_OVERTRUMP,
            "Overtrump",
            "If the trick has been trumped already, play a higher trump if you can.",
        )
    yield from _leads(rules)
    yield RuleText(
        Rule.WINNING,
        "Winning a trick",
        "The highest trump wins, or else the highest card of the suit led. Eldest leads to the "
        "first trick, and the winner of each to the next.",
    )


def _leads(rules: Any) -> Iterable[RuleText]:
    later_ace = rules.later_lead_ace or rules.lead_ace
    scope = {
        (True, True): "Whoever leads",
        (True, False): "Whoever leads to the first trick",
        (False, True): "Whoever leads to a later trick",
    }
    ace = (rules.lead_ace != "none", later_ace == "any")
    if any(ace):
        yield RuleText(
            Rule.LEAD_ACE,
            "Lead the ace of trumps",
            f"{scope[ace]} and holds the ace of trumps must lead it; or the king, if the ace is the turn-up.",
        )
    first, later = rules.lead_trump, rules.later_lead_trump or rules.lead_trump
    words = {"one": "any trump in hand", "two": "two or more trumps in hand"}
    if first == later != "none":
        yield RuleText(
            Rule.LEAD_TRUMP, "Lead a trump", f"Whoever leads with {words[first]} must lead a trump."
        )
    elif first != later:
        says = [
            f"{scope[one]} with {words[value]} must lead a trump."
            for one, value in (((True, False), first), ((False, True), later))
            if value != "none"
        ]
        yield RuleText(Rule.LEAD_TRUMP, "Lead a trump", " ".join(says))
    highest = (rules.lead_highest, rules.later_lead_highest or rules.lead_highest)
    if highest != ("never", "never"):
        says = [
            f"{when}: {_HIGHEST[value]}"
            for when, value in zip(("At the first lead", "At later leads"), highest, strict=True)
        ]
        same = [f"{_HIGHEST[highest[0]][0].upper()}{_HIGHEST[highest[0]][1:]}"]
        yield RuleText(
            Rule.LEAD_HIGHEST,
            "Lead the highest",
            " ".join(same if highest[0] == highest[1] else says),
        )
    if rules.lead_after_win:
        yield RuleText(
            Rule.LEAD_AFTER_WIN,
            "Lead a trump after winning",
            "Having won a trick, lead a trump if you can.",
        )


_HIGHEST = {
    "never": "any trump will do.",
    "two-players": "when only two play the deal, the trump that must be led is the highest held.",
    "always": "the trump that must be led is the highest held. Without trumps, the highest card "
    "held must be led, of any suit; of equal ones any.",
}


def _pam(rules: Any, civil: bool) -> Iterable[RuleText]:
    suit = SUITS[rules.pam[1]]
    yield RuleText(
        Rule.PAM,
        "Pam",
        f"The jack of {suit} is Pam: the highest trump, above the ace. It belongs to the trump "
        f"suit only, so it does not follow {suit} unless they are trumps. When it is led, trumps "
        "are to be played if held.",
    )
    if rules.pam_led == "highest-trump":
        yield RuleText(
            Rule.PAM_LED, "Pam led", "When Pam is led, play the highest trump you hold to it."
        )
    if civil:
        how = {
            "absolute": "Its holder plays any other card, even if he has no other trump. As his "
            "last card Pam is played and does not beat the ace.",
            "unless-only-trump": "Its holder is free of that if he has no other trump; then Pam wins.",
        }[rules.civil]
        yield RuleText(
            Rule.PAM_CIVIL,
            "“Pam be civil”",
            "Whoever leads the ace of trumps may call “Pam be civil”. Then Pam may not be played "
            f"to that trick. {how}",
        )


def _flushes(rules: Any, cards: int) -> Iterable[RuleText]:
    mouche = f", or {cards - 1} and Pam (a mouche)" if rules.pam != "none" else ""
    best = {
        "trump-first": "One in trumps beats one in a plain suit; then the highest card tells, and the next.",
        "mouche-first": "A mouche beats all, one in trumps beats one in a plain suit; then the "
        "highest card tells, and the next.",
    }[rules.flush]
    pays = {
        "in-play": "All others who have not dropped pay",
        "table": "All others who were dealt in, dropped or not, pay",
    }[rules.flush_loos]
    spared = {
        "flush-or-pam": ", but not who shows a flush or Pam himself",
        "nobody": "",
    }[rules.flush_exempt]
    yield RuleText(
        Rule.FLUSH,
        "Flushes",
        "The best flush takes the whole pool without play. "
        f"{pays} a loo penalty{spared}. {best} Equal ones divide the pool, and odd chips stay. "
        "A dealer who plays for the pool leaves it where it is and pays nothing.",
    )
    yield RuleText(
        Rule.NOT_A_FLUSH, "What a flush is", f"{cards} cards of one suit{mouche}, shown openly."
    )
    show = {
        "must": "It must be shown. One that comes out card by card is noted and is no revoke.",
        "may": "It need not be shown.",
    }[rules.flush_show]
    yield RuleText(
        Rule.FLUSH_TOO_LATE,
        "Showing a flush",
        f"After the deal or the exchange, before the first lead, by one who has not dropped. {show}",
    )


def _money(rules: Any, cards: int) -> Iterable[RuleText]:
    when = {
        "every-deal": "in every deal",
        "nobody-looed": "if the deal before looed nobody, or it is the first, or the pool holds "
        f"fewer than {cards} chips; a paid revoke or a flush that looes counts as a loo",
    }[rules.stake_when]
    yield RuleText(Rule.STAKE, "The stake", f"The dealer puts {rules.stake} chips in, {when}.")
    yield from common.pool_law(rules, cards)
    yield from common.revoke_law("card", common.pool_revoke(rules))
    yield common.ending_law(rules.ending)
