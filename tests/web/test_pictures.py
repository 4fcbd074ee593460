"""Pictures of packs: every pack can be drawn, and each key names its card."""

import pytest
from msgspec.structs import replace

from companion.games import GAMES
from companion.pieces import DOUBLE_PACK, DOUBLE_SIX, WITH_PAM
from companion.pieces.cards import FIFTY_TWO
from companion.rules.facts import Setup
from companion.rules.rummy.melds import meld
from companion.web.templating import PICTURES
from companion.web.views.choices import ButtonFace, PadButton, pad
from companion.wording.pieces import card_in_full, suit_name
from tests.web.markup import parse

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
NAMED = {
    "joker": "JK",
    **{card_in_full(card): str(card) for card in FIFTY_TWO.pieces},
    **{f"{tile.high} {tile.low}": str(tile) for tile in DOUBLE_SIX.pieces},
}
"""The notation of each piece, by its spoken name."""
MACROS = ("sprite", "pad", "key", "small", "suit", "small_suit", "tall", "announce", "emblem")


@pytest.fixture
def pictures(app):
    return app.jinja_env.globals["pictures"]


def soup(html):
    return parse(str(html))


def keys_of(pack, trump=None, **states):
    """Return the keys of a pack's pad, all free except those given another state."""
    trumps = pack.orders[trump].trumps if trump else ()
    return {
        str(piece): PadButton(
            ButtonFace(
                piece=piece,
                state=states.get(str(piece), "free"),
                is_trump=piece in trumps,
                is_pam=piece == pack.pam,
            )
        )
        for piece in pack.pieces
    }


def buttons(html):
    labels = {tag["aria-label"].split(",")[0]: tag for tag in soup(html).select("button")}
    return {NAMED.get(label, label): tag for label, tag in labels.items()}


def symbols(html):
    return {tag["id"] for tag in soup(html).select("symbol")}


def used(html):
    return {tag["href"].removeprefix("#") for tag in soup(html).select("use")}


@pytest.mark.parametrize("name", PICTURES)
def test_all_pictures_have_the_same_macros(pictures, name):
    assert [macro for macro in MACROS if not hasattr(pictures[name], macro)] == []


@pytest.mark.parametrize("pack", [DOUBLE_SIX, DOUBLE_PACK, *WITH_PAM.values()])
def test_every_piece_and_suit_of_a_pack_is_drawn_from_its_own_sprite(pictures, pack):
    picture = pictures[pack.suit_style]
    keys = keys_of(pack)
    assert set(buttons(picture.pad(keys, "piece"))) == set(keys)
    drawn = [picture.pad(keys, "piece"), *map(picture.small, pack.pieces)]
    drawn += [picture.suit(suit) for suit in pack.suits]
    drawn += [picture.small_suit(suit, suit_name(suit)) for suit in pack.suits]
    drawn.append(picture.emblem())
    assert set().union(*map(used, drawn)) == symbols(picture.sprite())


def test_every_game_is_played_with_a_pack_that_can_be_drawn():
    assert {game.pack.suit_style for game in GAMES.values()} <= set(PICTURES)


def test_a_page_contains_only_symbols_of_its_pack(pictures):
    assert not symbols(pictures["french"].sprite()) & symbols(pictures["tiles"].sprite())


def test_the_deck_is_in_suits_from_the_ace_down(pictures):
    pack = WITH_PAM["JC"]
    page = soup(pictures["french"].pad(keys_of(pack), "piece"))
    groups = page.select("[role=group]")
    assert [group["aria-label"] for group in groups] == list(SUITS.values())
    for place, (group, suit) in enumerate(zip(groups, SUITS, strict=True), 1):
        assert [tag["value"] for tag in group.select("button")] == [
            rank + suit for rank in "AKQJT98765432"
        ]
        # The suit's mark fills the rest of the two rows of seven, hidden from screen readers.
        assert len(group.children) == 14
        assert group.select_one("span[aria-hidden]").text == str(place)


def test_a_key_has_a_name(pictures):
    keys = keys_of(WITH_PAM["JC"], "H", **{"2H": "seen", "KS": "doubt", "3D": "barred"})
    found = buttons(pictures["french"].pad(keys, "piece"))
    said = {name: tag["aria-label"] for name, tag in found.items()}
    assert said["QH"] == "queen of hearts, trump"
    assert said["JC"] == "jack of clubs, Pam"
    assert said["AS"] == "ace of spades"
    assert said["TD"] == "10 of diamonds" and found["TD"].select_one("b").text == "10"
    assert said["2H"] == "2 of hearts, trump, seen"
    assert said["KS"] == "king of spades, would be a revoke"
    assert said["3D"] == "3 of diamonds, not allowed"
    # Only cards already seen are disabled.
    assert [name for name, tag in found.items() if tag.has("disabled")] == ["2H"]
    assert {name for name, tag in found.items() if tag.get("name") == "piece"} == set(keys) - {"2H"}
    assert all(tag["value"] == name for name, tag in found.items() if name != "2H")


def test_the_looks_of_a_key_can_be_told_apart(pictures):
    card = WITH_PAM["JC"].read("JC")
    plain = ButtonFace(piece=card, state="free")
    kinds = [plain, replace(plain, is_trump=True), replace(plain, is_trump=True, is_pam=True)]
    looks = [replace(kind, state=state) for kind in kinds for state in ("free", "doubt", "barred")]
    looks += [replace(kind, state="seen") for kind in (kinds[0], kinds[2])]
    looks += [replace(plain, is_held=True, state=state) for state in ("free", "barred")]
    drawn = set()
    for key in looks:
        tag = soup(pictures["french"].key(key)).select_one("button")
        drawn.add((" ".join(tag.classes), tag.has("disabled"), tag.text))
    assert len(drawn) == len(looks)


def test_pam_depends_on_the_house_rules(pictures):
    for name, pack in WITH_PAM.items():
        marked = [
            label
            for label, tag in buttons(pictures["french"].pad(keys_of(pack), "piece")).items()
            if "Pam" in tag.text and "Pam" in tag["aria-label"]
        ]
        assert marked == ([] if name == "none" else [name])


@pytest.mark.parametrize("trump", [None, "H", "C"])
def test_the_pad_of_a_deal_marks_pam_and_trumps(trump):
    game = GAMES["five-card-loo"]
    setup = Setup(("Bob", "Ann"), "plays", game.house_rules(pam="JC"), 0)
    keys = pad(replace(game.begin(setup), trump=trump), leads=True)
    assert [name for name, key in keys.items() if key.face.is_pam] == ["JC"]
    trumps = {rank + trump for rank in "AKQJT98765432"} | {"JC"} if trump else set()
    assert {name for name, key in keys.items() if key.face.is_trump} == trumps
    assert not any(key.face.suits for key in keys.values())  # no suit is announced with a card
    tame = replace(setup, rules=game.house_rules(pam="none"))
    assert not any(key.face.is_pam for key in pad(game.begin(tame), leads=True).values())


def test_keys_of_other_fields_and_packs_are_drawn_separately(pictures):
    picture = pictures["french"]
    none, pam = keys_of(WITH_PAM["none"]), keys_of(WITH_PAM["JC"])
    for keys, field in ((none, "piece"), (none, "discards"), (pam, "piece"), (none, "piece")):
        found = buttons(picture.pad(keys, field))
        assert found["JC"]["name"] == field
        assert ("Pam" in found["JC"]["aria-label"]) == (keys is pam)


def test_a_small_card_has_its_spoken_name(pictures):
    pack = WITH_PAM["none"]
    small = pictures["french"].small
    assert soup(small(pack.read("QH"))).select_one("span")["aria-label"] == "queen of hearts"
    assert soup(small(pack.read("TC"))).select_one("span").text == "10"
    assert (
        soup(pictures["french"].small_suit("D", "diamonds")).select_one("span")["aria-label"]
        == "diamonds"
    )


def test_the_joker_is_last_in_the_deck(pictures):
    groups = soup(pictures["french"].pad(keys_of(DOUBLE_PACK), "piece")).select("[role=group]")
    assert [len(group.children) for group in groups] == [14] * 4
    assert groups[-1].select("button")[-1]["value"] == "JK"
    assert [group.select_one(".mark") is None for group in groups] == [False] * 3 + [True]


@pytest.mark.parametrize(
    ("state", "says"), [("free", ""), ("seen", ", seen"), ("barred", ", not allowed")]
)
@pytest.mark.parametrize("held", [False, True])
def test_the_joker_on_the_pad_has_a_name(pictures, state, says, held):
    key = ButtonFace(piece=DOUBLE_PACK.read("JK"), state=state, is_held=held)
    tag = soup(pictures["french"].key(key)).select_one("button")
    assert tag["aria-label"] == "joker" + (", in hand" if held else "") + says
    assert tag.has("disabled") == (state == "seen")
    assert ("held" in tag.classes, "barred" in tag.classes) == (held, state == "barred")
    assert tag.text == "★Joker"


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("6S 7S 8S JK=9S", "6 of spades|7 of spades|8 of spades|joker as 9 of spades"),
        ("JK=AS 2S 3S", "joker as ace of spades|2 of spades|3 of spades"),
        ("4S JK=5S 6S", "4 of spades|joker as 5 of spades, stays|6 of spades"),
        ("9S JK=9H 9D", "9 of spades|joker, stays|9 of diamonds"),
    ],
)
def test_a_meld_is_drawn_in_order(pictures, cards, said):
    laid = meld("Bob", [DOUBLE_PACK.read(card) for card in cards.split()])
    drawn = soup(pictures["french"].meld(laid)).select("[role=img]")
    assert "|".join(tag["aria-label"] for tag in drawn) == said
    assert [("crosswise" in tag.classes) for tag in drawn] == [
        tag["aria-label"].endswith(", stays") for tag in drawn
    ]


@pytest.mark.parametrize("copies", [1, 2])
def test_every_card_of_a_double_pack_can_be_picked_twice(pictures, copies):
    pack = DOUBLE_PACK
    single = PadButton(ButtonFace(piece=pack.read("9S"), state="free", is_single=True))
    keys = {**keys_of(pack, KS="seen"), "9S": single}
    boxes = soup(pictures["french"].pick(keys, "pieces", ["9S", "TS", "TS"], copies)).select(
        "input"
    )
    assert len(boxes) == 53 * copies
    ticked = [box["value"] for box in boxes if box.has("checked")]
    assert sorted(ticked) == ["9S", "TS", "TS"][: 1 + copies]
    off = [box["value"] for box in boxes if box.has("disabled")]
    assert sorted(off) == (["KS"] if copies == 1 else ["9S", "KS", "KS"])
