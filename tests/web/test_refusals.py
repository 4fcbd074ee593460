"""Refusals by the rules: status 422, a sentence, a working link to the rule, no change."""

from functools import cache
from itertools import chain, cycle, product

import pytest

from companion.games import GAMES
from companion.ids import Rule
from companion.wording.rule_names import is_rule_of_play
from tests.web.markup import parse
from tests.web.table import HTMX, opened

IN = ("up 6-3", "Bob in", "Cat in", "Dan in", "Ann in")
"""Ann deals, sixes are trumps; Bob leads."""
PAYABLE = ("told Bob 3 Cat 2 Dan 0", "settled")
"""Bob is up 10 and Cat 5; Ann is down 10 and Dan 30."""
FIVES = ("Bob 5-5", "Cat 5-1", "Dan 5-3", "Ann 5-0")
"""A first trick, taken by Bob."""

DEAL = {"dealer": "Ann"}
TRICKS = {"depth": "tricks"}
RESULT = {"depth": "result"}
POINTS = {"seats": "Ann Bob", "depth": "tricks"}
BOB_IN, ANN_IN = ("up 6", "Bob in", "Ann miss"), ("up 6", "Ann in", "Bob miss")
ALL_BOB = ("won Bob Bob Bob Bob Bob", "settled")
WON = (*BOB_IN, *ALL_BOB, *ANN_IN, *ALL_BOB, *BOB_IN, *ALL_BOB)

# Cards: Ann deals, hearts are trumps; Bob leads if he is in.
THREE = {"game": "three-card-loo", "preset": "classic", "seats": "Ann Bob Cat"}
DEFENCE = {**THREE, "preset": "defence"}
CHITS = {**THREE, "preset": "chits"}
BOURRE = {"game": "bourre", "seats": "Ann Bob Cat"}
ACES = {**BOURRE, "dealer_ace": True}
CINCH = ("up 7H", "Bob in", "Cat out", "Ann in draws 5")
UNLIMITED = {**THREE, "preset": "unlimited"}
IRISH = {"game": "irish-loo", "seats": "Ann Bob Cat"}
RAMS = {"game": "rams", "seats": "Ann Bob Cat"}
FIVE = {"game": "five-card-loo", "preset": "classic", "seats": "Ann Bob Cat"}
MODERN = {**FIVE, "preset": "modern"}
FIVE_CHITS = {**FIVE, "preset": "chits"}
NAMES = "Ann Bob Cat Dan Eve Fay Gus Hal Ida Jim Kim Leo Mia Ned Oda Pip Quin"
TEN = "Ann Bob Cat Dan Eve Fay Gus Hal Ida Jim"
HEARTS = ("up 7H",)
ALL_IN = (*HEARTS, "Bob in", "Cat in", "Ann in")
DRAWN = ("Bob draws 0", "Cat draws 0", "Ann draws 0")

# Napoleon: Ann deals, Bob declares first.
NAP = {"game": "napoleon", "seats": "Ann Bob Cat"}
EVERY = {**NAP, "misery": True, "wellington": True, "blucher": True, "peep": True, "purchase": True}
COON = {"game": "coon-can", "seats": "Ann Bob Cat"}
LEFT = {**COON, "depth": "result"}
EIGHT = {**COON, "seats": "Ann Bob Cat Dan Eve Fay Gus Hal"}
# Players draw and discard in turn until the stock of 25 runs out.
STOCK_OUT = (
    "up 9S",
    *chain.from_iterable(
        (f"{player} from stock", f"{player} discards {rank}{suit}")
        for player, (suit, rank) in zip(
            cycle(["Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ann"]),
            list(product("CD", "A23456789TJQK"))[:25],
            strict=False,
        )
    ),
)
BOB_NAP = ("Bob says nap", "Cat says pass", "Ann says pass")
BOB_TWO = ("Bob says two", "Cat says pass", "Ann says pass")


def turned(piece):
    return {"kind": "turned-up", "piece": piece}


def declared(player, choice, **more):
    return {"kind": "declared", "player": player, "choice": choice, **more}


def laid(player, piece, **more):
    return {"kind": "played", "player": player, "piece": piece, **more}


def said(kind, player, **more):
    return {"kind": kind, "player": player, **more}


def paid(source, target, amount):
    return {"kind": "paid", "from": source, "to": target, "amount": str(amount)}


def drew(player, source):
    return {"kind": "drew", "player": player, "from": source}


def melded(player, *cards):
    return {"kind": "melded", "player": player, "pieces": list(cards)}


def left(winner, **hands):
    held = {f"hand:{player}": hand for player, hand in hands.items()}
    return {"kind": "hands-left", "winner": winner, **held}


MELDED = ("up KC", "Bob from stock", "Bob melds 6S 7S 8S")


def flush(player, *cards):
    return {"kind": "flush-shown", "player": player, "pieces": list(cards)}


def drawn(player, count):
    return {"kind": "exchanged", "player": player, "count": str(count)}


ALL_BUT_ONE = (
    "up 6-5", "Bob in", "Ann in +", "Bob 6-6", "Ann 0-0 let-stand", "Bob 6-4", "Ann 1-0 let-stand",
    "Bob 6-3", "Ann 1-1 let-stand", "Bob 6-2", "Ann 2-0 let-stand", "Bob 6-1",
)  # fmt: skip
"""Ann has one tile left, the turn-up that she took."""
CASES = {
    # By code: (start of the game, earlier phrases, refused entry).
    "out-of-turn": [
        (DEAL, ("up 6-3",), declared("Cat", "play")),
        (MODERN, ALL_IN, drawn("Cat", 1)),
    ],
    "not-your-turn": [(DEAL, IN, laid("Dan", "6-4"))],
    "not-in": [
        (DEAL, ("up 6-3", "Bob in", "Cat out", "Dan in", "Ann in"), laid("Cat", "6-4")),
        (DEAL, ("up 6-3",), declared("Zed", "play")),
        (DEAL, (), said("joined", "Eve", left_of="Zed")),
    ],
    "no-miss-left": [(DEAL, ("up 6-3", "Bob miss"), declared("Cat", "miss"))],
    "miss-binds": [(DEAL, ("up 6-3", "Bob miss"), declared("Bob", "drop"))],
    "cannot-drop": [({"seats": "Ann Bob"}, ("up 6-3",), declared("Bob", "drop"))],
    "general": [(RAMS, (*HEARTS, "Bob in"), declared("Bob", "general"))],
    "dealer-turn-up": [(DEAL, ("up 6-3",), declared("Bob", "play", takes_turn_up="true"))],
    "for-the-pool": [(DEAL, ("up 6-3",), declared("Bob", "for-the-pool"))],
    "all-dropped": [(DEAL, ("up 6-3", "Bob out", "Cat out", "Dan out"), declared("Ann", "play"))],
    "already-seen": [
        (DEAL, (*IN, "Bob 6-4"), laid("Cat", "6-4")),
        (DEAL, (*IN, "Bob 6-4"), laid("Cat", "46")),  # the same tile, spelt another way
        (FIVE, HEARTS, flush("Bob", "AS", "KS", "9S", "3S", "3S")),
    ],
    "not-in-pack": [(DEAL, (), turned("9-2")), (THREE, ALL_IN, laid("Bob", "JK"))],
    "trump-tile": [(DEAL, IN, laid("Bob", "6-4", suit="4"))],
    "not-in-hand": [({"seats": "Ann Bob"}, ALL_BUT_ONE, laid("Ann", "2-2"))],
    "trick-count": [
        (RESULT, IN, {"kind": "tricks-taken", "tricks:Bob": "6"}),
        (RESULT, IN, {"kind": "tricks-taken", "tricks:Bob": "٣"}),  # a three in Arabic digits
        # An empty row counts as no tricks.
        (RESULT, IN, {"kind": "tricks-taken", "tricks:Bob": "0", "tricks:Cat": ""}),
        ({**NAP, **RESULT}, BOB_TWO, {"kind": "tricks-taken", "tricks:Cat": "3"}),
    ],
    "unreadable": [
        (RESULT, IN, {"kind": "tricks-taken", "tricks:Bob": "2.5", "tricks:Cat": "2.5"}),
        (RESULT, IN, {"kind": "tricks-taken", "tricks:Bob": "five"}),
        (RESULT, IN, {"kind": "tricks-taken", "tricks:Bob": "9999999999999999999"}),
        (RESULT, IN, {"kind": "tricks-taken"}),
        (DEAL, (), {}),
        (DEAL, (), {"kind": "flip-the-table"}),
        (DEAL, (), {"kind": "turned-up"}),
        (DEAL, (), {"kind": "turned-up", "piece": "ace of spades"}),
        (DEAL, (), {"kind": "turned-up", "piece": "6-3", "colour": "red"}),
        (DEAL, (), {"kind": "turned-up", "piece": "6"}),  # at this depth a suit is not enough
        (DEAL, ("up 6-3",), declared("Bob", "fold")),
        (DEAL, IN, laid("Bob", "5-4", suit="3")),
        (DEAL, IN, laid("Bob", "6-4", stands="maybe")),
        (DEAL, (), said("joined", "x" * 41)),
        (DEAL, (), {"kind": "depth-changed", "depth": "abyss"}),
        (TRICKS, ("up 6", *IN[1:]), said("revoked", "Bob", trick="two")),
        (DEAL, ("up 6-3",), {"kind": "undone", "entry": "last"}),
        (DEAL, ("up 6-3",), {**turned("6-2"), "amends": "second"}),
        (THREE, (), turned("11S")),
        (FIVE, HEARTS, declared("Bob", "play+many")),
        (MODERN, ALL_IN, drawn("Bob", "many")),
        (FIVE, HEARTS, flush("Bob", "AS", "KS", "9S", "3S", "spades")),
        ({**NAP, **RESULT}, BOB_TWO, {"kind": "tricks-taken", "made": "perhaps"}),
        ({**NAP, **RESULT}, BOB_TWO, {"kind": "tricks-taken", "made": "true", "tricks:Bob": "2"}),
    ],
    "wrong-phase": [
        (DEAL, IN, {"kind": "settled"}),
        (DEAL, (), {"kind": "misdealt"}),
        (FIVE, HEARTS, said("pam-shown", "Bob")),
    ],
    "already-recorded": [
        (DEAL, ("Bob sits-out",), said("sat-out", "Bob")),
        ({"seats": "Ann Bob"}, (), said("joined", "Ann")),
        (TRICKS, ("up 6", *IN[1:], "revoked Bob 1"), said("revoked", "Bob", trick="1")),
    ],
    "too-many-players": [(DEAL, (), said("joined", "Eve"))],
    "too-few-players": [({"seats": "Ann Bob"}, ("Bob sits-out",), turned("6-3"))],
    "game-over": [(POINTS, WON, turned("6"))],
    "evening-closed": [(DEAL, ("closed",), turned("6-3"))],
    "payment": [(DEAL, (), paid("Ann", "Ann", 5))],
    "nothing-open": [(DEAL, (), paid("Ann", "Bob", 5))],
    "more-than-open": [(RESULT, PAYABLE, paid("Dan", "Bob", 11))],
    "worth": [
        (DEAL, (), {"kind": "worth-set", "minor": "0", "currency": "EUR"}),
        (DEAL, (), {"kind": "worth-set", "minor": "10", "currency": "euro"}),
    ],
    "stale": [
        (DEAL, ("up 6-3",), {"kind": "undone", "entry": "1"}),
        (DEAL, ("up 6-3",), {**turned("6-2"), "amends": "99"}),
    ],
    "no-longer-holds": [(DEAL, (*IN, "Bob 6-4"), {**turned("6-4"), "amends": "2"})],
    # Proven revokes are refused with the broken rule until they are answered.
    "follow-suit": [
        (DEAL, (*IN, "Bob 5-4", "Cat 1-0", "Dan 5-3", "Ann 5-0", "Bob 6-4"), laid("Cat", "5-2"))
    ],
    "must-trump": [
        (DEAL, (*IN, "Bob 5-4", "Cat 1-0", "Dan 5-3", "Ann 5-0", "Bob 6-4"), laid("Cat", "6-2"))
    ],
    "lead-trump": [
        (DEAL, (*IN, *FIVES, "Bob 6-4", "Cat 6-1", "Dan 6-0", "Ann 1-0"), laid("Bob", "6-2"))
    ],
    "lead-after-win": [
        (DEAL, (*IN, *FIVES, "Bob 4-4", "Cat 4-1", "Dan 4-0", "Ann 4-2"), laid("Bob", "6-4"))
    ],
    # Card games only.
    "dealer-must-enter": [(THREE, (*HEARTS, "Bob in", "Cat out"), declared("Ann", "drop"))],
    "defend": [(DEFENCE, (*HEARTS, "Bob miss", "Cat out"), declared("Ann", "defend"))],
    "claimer-sweeps": [(CHITS, (*HEARTS, "Bob miss", "Cat out"), declared("Ann", "play"))],
    "dealer-ace": [(ACES, ("up AH", "Bob in", "Cat out"), declared("Ann", "drop"))],
    "cinch": [
        (
            BOURRE,
            (*CINCH, "Bob 5C", "Ann JC", "Ann TC", "Bob AH", "Bob KH", "Ann 3D"),
            laid("Bob", "QH"),
        )
    ],
    "club-law": [(IRISH, ("up 7C", "Bob in"), declared("Cat", "drop"))],
    "single-pool": [(UNLIMITED, HEARTS, declared("Bob", "drop"))],
    "draw": [
        (THREE, HEARTS, declared("Bob", "play+1")),
        (FIVE, HEARTS, declared("Bob", "drop", draws="1")),
    ],
    "stock-exhausted": [
        # Ten hands of five and the turn-up leave one card, and nothing has been put away.
        ({**FIVE, "seats": TEN}, HEARTS, declared("Bob", "play+2"))
    ],
    # Napoleon only.
    "must-outbid": [(NAP, ("Bob says three",), declared("Cat", "three"))],
    "misery": [(NAP, (), declared("Bob", "misery"))],
    "wellington": [(NAP, BOB_NAP[:1], declared("Cat", "wellington"))],
    "blucher": [(NAP, BOB_NAP[:1], declared("Cat", "blucher"))],
    "purchase": [
        (NAP, (), declared("Bob", "two", draws="1")),
        (EVERY, (), declared("Bob", "two", draws="6")),
    ],
    "peep": [(NAP, BOB_NAP, said("peeped", "Bob"))],
    "must-draw": [(COON, ("up 9S",), {"kind": "discarded", "player": "Bob", "piece": "KD"})],
    "must-discard": [(COON, ("up 9S", "Bob from stock"), drew("Cat", "stock"))],
    "not-a-meld": [
        (COON, ("up 9S", "Bob from stock"), melded("Bob", "KS", "AS", "2S")),
        (COON, MELDED, {"kind": "laid-off", "player": "Bob", "meld": "1", "piece": "TS"}),
    ],
    "no-such-meld": [
        (COON, MELDED, {"kind": "laid-off", "player": "Bob", "meld": "2", "piece": "9S"})
    ],
    "joker-move": [
        (COON, MELDED, {"kind": "joker-moved", "player": "Bob", "meld": "1", "piece": "8S"})
    ],
    "going-out": [
        (
            {**COON, "going_out": "discard"},
            (*MELDED, "Bob melds 6H 7H 8H", "Bob melds 6D 7D 8D", "Bob lays 9S on 1"),
            {"kind": "laid-off", "player": "Bob", "meld": "2", "piece": "9H"},
        )
    ],
    "hand-count": [
        (LEFT, (), left("Bob", Ann="119", Cat="20")),
        (LEFT, (), left("Bob", Ann="20")),
        (LEFT, (), left("Bob", Ann="2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", Cat="20")),
    ],
    "stock-out": [(EIGHT, STOCK_OUT, drew("Cat", "stock"))],
    "same-discard": [
        (
            EIGHT,
            (*STOCK_OUT, "Cat from discards"),
            {"kind": "discarded", "player": "Cat", "piece": "QD"},
        )
    ],
    "flush": [(THREE, HEARTS, flush("Bob", "AS", "KS", "9S"))],
    "not-a-flush": [(FIVE, HEARTS, flush("Bob", "AS", "KS", "9S", "3S", "2D"))],
    "flush-too-early": [
        (
            {**FIVE, "preset": "modern", "edition": 2},
            (*HEARTS, "Bob in"),
            flush("Bob", "AS", "KS", "9S", "3S", "2S"),
        )
    ],
    "flush-too-late": [(FIVE, (*ALL_IN, "Bob 9S"), flush("Cat", "AD", "KD", "9D", "3D", "2D"))],
    "pam": [(THREE, HEARTS, said("pam-shown", "Bob"))],
    "pam-civil": [
        (FIVE, ALL_IN, laid("Bob", "KH+civil")),
        # Proven at once, because Cat has four more cards.
        (FIVE, (*ALL_IN, "Bob AH civil"), laid("Cat", "JC")),
    ],
    "penalty": [({}, (), said("penalized", "Ann", amount="1", to="Ann"))],
    "must-head": [(THREE, (*ALL_IN, "Bob 9S", "Cat 4S", "Ann 5S", "Bob 8D"), laid("Cat", "QS"))],
    "must-overtrump": [
        (THREE, (*ALL_IN, "Bob AS", "Cat 6H", "Ann 4H", "Cat KD"), laid("Ann", "9H"))
    ],
    "lead-ace": [(THREE, (*ALL_IN, "Bob KH", "Cat 9H", "Ann 8S"), laid("Bob", "AH"))],
    "lead-highest": [
        (THREE, (*HEARTS, "Bob in", "Cat out", "Ann in", "Bob 5H", "Ann 3H"), laid("Bob", "9H"))
    ],
    "pam-led": [
        (FIVE_CHITS, (*ALL_IN, *DRAWN, "Bob JC", "Cat 6H", "Ann 8H", "Bob KH"), laid("Cat", "QH"))
    ],
}


def every_case():
    for code, cases in CASES.items():
        for number, case in enumerate(cases):
            yield pytest.param(code, *case, id=f"{code}-{number}")


def rule_links(page):
    return [link for link in page.links if link.startswith("/rules/") and "#" in link]


@cache
def assert_rule_is_there(app, link):
    rules = app.test_client().get(link)
    assert rules.status_code == 200
    anchor = parse(rules.data).select_one(f"#{link.partition('#')[2]}")
    # Rules not in force have no text; their anchor is in the section of house rules.
    text = anchor.words or anchor.closest("section").words
    assert len(text) > 20


@pytest.mark.parametrize(("code", "game", "before", "fields"), list(every_case()))
def test_refused(app, phone, code, game, before, fields):
    key = opened(app, *before, **game)
    length = phone.length(key)
    page = phone.say(key, fields)
    assert page.status == 422, page.text
    assert page.alert and page.alert[-1].isprintable()
    # The rules page of this table has a text for each cited rule of play.
    links = rule_links(page)
    assert (code in {link.partition("#")[2] for link in links}) == is_rule_of_play(code), page.alert
    for link in links:
        assert_rule_is_there(app, link)
    # Nothing was written, and the page shows the table or the form of the entry.
    assert phone.length(key) == length
    assert page.ids & {"state", "pick", "hands", "players"}


NO_REFUSAL = {
    "all-pass", "any-card", "any-tile", "bourre", "contract", "dead-hand", "declaring", "ending",
    "indivisible", "looed", "most-tricks", "misdeal", "pips", "proof", "revoke", "score",
    "score-tie", "seats", "share", "sitting-out", "sole-player", "stake", "trumps", "turn-up",
    "winning",
}  # fmt: skip
"""Rules for payments and reports, which no entry can break."""


def test_every_rule_that_can_be_broken_has_its_case():
    assert set(Rule) - NO_REFUSAL - set(CASES) <= {Rule.SECOND_LOOK}


@pytest.mark.parametrize(
    "address",
    [
        *GAMES, "domino-loo?loo=capped&loo_chips=40&revoke=note&ending=carry",
        "domino-loo?scoring=points&revoke=loo", "three-card-loo?preset=defence",
        "three-card-loo?preset=unlimited", "five-card-loo?preset=modern",
        "napoleon?misery=true&wellington=true&peep=true&purchase=true",
        "coon-can?going_out=meld&ending=carry",
    ],
)  # fmt: skip
def test_every_rule_has_its_anchor(phone, address):
    """Every page has an anchor for each rule, whatever its house rules."""
    page = phone.get(f"/rules/{address}")
    assert set(Rule) <= page.ids
    # Readers never see an id.
    assert not [id for id in set(Rule) - {"turn-up"} if "-" in id and id in page.text]


def test_a_proof_and_its_answers(app, phone):
    told = CASES["follow-suit"][0]
    fields = told[2]
    key = opened(app, *told[1], **told[0])
    page = phone.say(key, fields)
    for word in ("Cat", "1-0", "5-2"):
        assert word in page.text
    assert any("/correct/8" in link for link in page.links)
    answers = set(page.offers("played", "stands"))
    assert answers == {"revoke", "let-stand"}
    for answer in answers:
        key = opened(app, *told[1], **told[0])
        phone.url = f"/e/{key}"
        phone.say(key, fields)
        phone.press("played", "stands", answer)
        assert phone.page.status == 200
        newest = phone.record(key)["entries"][-1]
        assert newest["stands"] == answer and newest["piece"] == "5-2"
    # htmx gets the same message in place of the pad.
    page = phone.say(opened(app, *told[1], **told[0]), fields, **HTMX)
    assert page.status == 422 and page.headers["HX-Retarget"] == "#entry"
    assert set(page.offers("played", "stands")) == {"revoke", "let-stand"}


def test_a_proof_answered_by_correcting(app, phone):
    told = CASES["follow-suit"][0]
    key = opened(app, *told[1], **told[0])
    page = phone.say(key, told[2])
    phone.get(next(link for link in page.links if "/correct/" in link))
    phone.press("played", "piece", "5-1")
    phone.press("played", "piece", "5-2")
    assert phone.page.status == 200
    evenings = app.extensions["tables"].evenings
    deal = evenings.evening(evenings.log.find(key).id).state.session.deal
    assert deal.revokes == ()


@pytest.mark.parametrize("field", ["dealer", "do"])
@pytest.mark.parametrize("value", ["0", "-1", "1" * 5000, "٣", "up:" + "9" * 5000, "up:0"])
def test_an_invalid_row(phone, field, value):
    fields = {"name": "F", "seat": ["Ann", "Bob"], "do": "open", field: value}
    assert phone.post("/evenings/new", fields).status in (200, 303, 422)


def test_thousands_of_seats(phone):
    fields = {"name": "F", "seat": [f"P{n}" for n in range(900)], "do": "open"}
    page = phone.post("/evenings/new", fields)
    assert page.status == 422 and "at most" in page.text
