"""How a closed deal could have gone, on phones without script and for programs."""

import re
from random import Random
from types import SimpleNamespace

import pytest

from companion.wording.study import why_looed
from tests.browser.test_looks import DROPPED
from tests.oracle import CARDS, CardLaw
from tests.study.test_deal import CONTRACT, GAVE_AWAY, OPEN
from tests.web import played
from tests.web.table import Phone, opened
from tests.web.test_log import WINNERS

THREE = {"seats": "Ann Bob Cat", "game": "three-card-loo"}
LINK = "How it could have gone"


def links_of(page):
    return [tag["href"] for tag in page.soup.select("a") if tag.words == LINK]


def test_the_settlement_leads_to_what_could_have_been(app, phone):
    key = opened(app, *GAVE_AWAY, **THREE)
    (link,) = links_of(phone.get(f"/e/{key}"))
    page = phone.get(link)
    assert link == f"/e/{key}/deals/1/study"
    assert "Bob took 0. Safe: 2. At best: 2." in page.text
    said = "Trick 1: with AS, 2 tricks were safe; 5S gave them away. It cost 5 chips."
    assert said in page.text and "The others could not have kept Ann from one trick." in page.text
    # A tap opens the choice that gave it away: each card with what is safe after it.
    assert not page.soup.select_one("#choice")
    (lost,) = page.soup.select(".grid a:has(.lost)")
    page = phone.get(lost["href"].partition("#")[0])
    assert page.soup.select_one(".grid a[aria-current]") == page.soup.select_one(
        ".grid a:has(.lost)"
    )
    assert "After 5S: safe tricks: Bob 0 and Ann 3." in page.text
    assert "If everyone had seen all cards and played against Bob" in page.text
    options = page.soup.select(".options a")
    shown = [one.words.split()[1:] for one in options]
    assert shown == [["2", "best"], ["0", "played"], ["1–2"]]
    tried = phone.get(options[0]["href"].partition("#")[0])
    assert "With AS instead: safe tricks: Bob 2 and Ann 1." in tried.text


def cell(tag):
    """Return what a cell of the grid says to a screen reader."""
    return [
        one.get("aria-label") or one.words for one in tag.select("[role=img], .visually-hidden")
    ]


def test_the_tricks_are_a_grid_in_the_order_of_the_seats(app, phone):
    key = opened(app, *played.evening(), dealer="Dan")
    (grid,) = phone.get(f"/e/{key}/deals/1/study").soup.select(".grid")
    assert [one.words for one in grid.select("thead th")] == ["Trick", *played.SEATS]
    marks = [str(one.select_one(".face")) for one in grid.select("thead th")[1:]]
    assert len(set(marks)) == 4
    for row, trick, winner in zip(grid.select("tbody tr"), played.PLAYS, WINNERS, strict=True):
        pieces = {player: piece.replace("-", " ") for player, piece, *_suit in trick}
        for player, tag in zip(played.SEATS, row.select("td"), strict=True):
            said = [
                pieces[player],
                *["led"] * (player == trick[0][0]),
                *["won"] * (player == winner),
            ]
            assert cell(tag) == said
            assert ("won" in tag.classes) == (player == winner)


def test_a_cell_says_what_was_given_away_and_what_was_best(app, phone):
    key = opened(app, *GAVE_AWAY, **THREE)
    (lost,) = phone.get(f"/e/{key}/deals/1/study").soup.select(".grid td:has(.lost)")
    assert cell(lost) == ["5 of spades", "led", "gave something away", "was best:", "ace of spades"]


@pytest.mark.parametrize("number", [2, 5, 7])
def test_every_play_has_a_cell(app, phone, number):
    said, game = many(number)
    (grid,) = phone.get(f"/e/{opened(app, *said, **game)}/deals/1/study").soup.select(".grid")
    assert len(grid.select("td a")) == 3 * number


def test_a_contract_is_supposed_to_be_defended_by_all(app, phone):
    key = opened(
        app, "Bob says three", "Ann says pass", *CONTRACT, seats="Ann Bob", game="napoleon"
    )
    page = phone.get(f"/e/{key}/deals/1/study")
    assert re.search(r"\w+ needed \d and took \d\.", page.text)
    assert "If everyone had seen all cards and played against" in page.text


def test_the_deals_page_leads_there_too(app, phone):
    key = opened(app, *GAVE_AWAY, "settled", **THREE)
    assert links_of(phone.get(f"/e/{key}/deals/1")) == [f"/e/{key}/deals/1/study"]


def test_from_choice_to_choice(app, phone):
    key = opened(app, *played.evening(), "settled", dealer="Dan")
    page = phone.get(f"/e/{key}/deals/1/study?at=0")
    seen = []
    while True:
        seen.append(page.soup.select_one("#choice h2").words)
        following = page.soup.select_one("a[rel=next]")
        if not following:
            break
        page = phone.get(following["href"].partition("#")[0])
    assert seen[0] == "Trick 1: Ann plays 4-2 as twos" and len(set(seen)) == len(seen) > 5
    back = page.soup.select_one("a[rel=prev]")["href"].partition("#")[0]
    assert phone.get(back).soup.select_one("#choice h2").words == seen[-2]


@pytest.mark.parametrize("query", ["at=99", "at=-1", "at=0&try=99", "at=0&try=-7"])
def test_an_unknown_choice_is_not_found(app, phone, query):
    key = opened(app, *GAVE_AWAY, **THREE)
    assert phone.get(f"/e/{key}/deals/1/study?{query}").status == 404


@pytest.mark.parametrize("depth", ["tricks", "result"])
def test_other_depths_do_not_lead_there_and_say_what_is_missing(app, phone, depth):
    taken = {"tricks": "won Bob Bob Ann", "result": "taken Bob 2 Ann 1"}[depth]
    key = opened(app, "up 7H", "Bob in", "Cat out", "Ann in", taken, depth=depth, **THREE)
    assert not links_of(phone.get(f"/e/{key}"))
    phone.press("settled")
    assert not links_of(phone.get(f"/e/{key}/deals/1"))
    page = phone.get(f"/e/{key}/deals/1/study")
    assert "For this, every play must be entered." in page.text


def test_for_programs(app, phone):
    key = opened(app, *GAVE_AWAY, **THREE)
    found = phone.get(f"/e/{key}/deals/1.json").response.json
    assert (found["format"], found["version"]) == ("companion-study", 1)
    (deal,) = found["deals"]
    assert (deal["number"], deal["game"], deal["deal"]) == (1, 1, 1)
    bob = {"taken": 0, "sure": 2, "most": 2, "lost_at": {"trick": 1, "piece": "5S"}}
    assert deal["players"]["Bob"] == bob
    assert deal["settled"]["tricks"] == {"Bob": 0, "Ann": 3} and deal["settled"]["looed"] == ["Bob"]


# Never for an open deal


def routes(app, key, number):
    """Yield the address of every page about an evening."""
    values = {"key": key, "int:number": str(number), "int:trick": "1", "kind": "flush-shown"}
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and rule.rule.startswith("/e/<key>") and "live" not in rule.rule:
            path = re.sub(r"<([\w:]+)>", lambda part: values.get(part[1], "x"), rule.rule)
            yield rule.endpoint, path


STUDIES = {"study.show", "study.as_json", "study.lay_down"}


def check_nothing_is_told(app, key, phone, number):
    asked = set()
    for endpoint, path in routes(app, key, number):
        for query in ("", "?at=0&try=0", "?player=Cat"):
            page = phone.get(path + query)
            if endpoint in STUDIES:
                assert page.status == 404, path
            else:
                assert not links_of(page), path
                assert not re.search(r"safe tricks|Safe: \d|\"sure\"", page.html), path
            asked.add(endpoint)
    assert asked > STUDIES and len(asked) > 25


def test_no_page_tells_anything_of_an_open_deal(app, phone):
    key = opened(app, *GAVE_AWAY[:-1], **THREE)
    check_nothing_is_told(app, key, phone, 1)


def test_a_deal_that_is_undone_is_open_again(app, phone):
    key = opened(app, *GAVE_AWAY, "settled", **THREE)
    assert "took 0" in phone.get(f"/e/{key}/deals/1/study").text
    tables = app.extensions["tables"]
    for _ in range(2):
        evening = tables.evenings.evening(tables.evenings.log.find(key).id)
        fields = {"kind": "undone", "entry": evening.undoable, "after": evening.length}
        entry_id = {"entry_id": f"undo-{evening.length:08}"}
        assert phone.post(f"/e/{key}/entries", {**fields, **entry_id}).status == 303
    check_nothing_is_told(app, key, phone, 1)


# A hand that was dropped


def test_a_dropped_hand_is_used_for_one_answer(app, phone):
    key = opened(app, *OPEN, **THREE)
    page = phone.get(f"/e/{key}/deals/1/study")
    (link,) = [one for one in page.links if "/hand" in one]
    names = [box["value"] for box in phone.get(link).soup.select("input:enabled[name=pieces]")]
    assert len(names) == 52 - 6 - 1 and not {"AS", "7H"} & set(names)
    before = app.extensions["tables"].evenings.evening(1).length
    page = phone.post(link, [("pieces", one) for one in ("AH", "KH", "QH")])
    assert "Cat would have been sure of 3, and could have taken 3 at most." in page.text
    assert app.extensions["tables"].evenings.evening(1).length == before
    page = phone.post(link, [("pieces", "AH")])
    assert page.status == 422 and page.alert == "A hand has 3 cards; 1 are chosen."
    assert page.soup.select_one("input[value=AH][checked]")
    page = phone.post(link, [("pieces", one) for one in ("AS", "KH", "QH")])
    assert "AS cannot be in this hand" in page.text
    assert phone.get(link.replace("Cat", "Ann")).status == 404


@pytest.mark.parametrize(
    ("reasons", "says"),
    [
        ({"open": 1}, ["For Bob, it could have gone either way."]),
        ({"play": 2}, ["Bob: 2 times a safe trick was given away."]),
        ({"play": 0, "cards": 1}, ["Bob could not have avoided it."]),
        ({"unlawful": 1, "play": 1, "cards": 3},
         ["Bob: 3 times it could not be avoided, once a safe trick was given away, "
          "once, after a revoke, nobody can say."]),
        ({"open": 0}, []),
    ],
)  # fmt: skip
def test_one_sentence_says_why_a_player_was_looed(reasons, says):
    assert why_looed({"Bob": reasons}) == says


@pytest.mark.parametrize(
    ("said", "game", "player", "size"),
    [(OPEN, THREE, "Cat", 52), (DROPPED, {"dealer": "Ann"}, "Dan", 28)],
)
def test_the_hand_is_tapped_on_the_pad(app, phone, said, game, player, size):
    key = opened(app, *said, **game)
    page = phone.get(f"/e/{key}/deals/1/hand?player={player}")
    boxes = page.soup.select(".deck label > input[name=pieces]")
    assert len(boxes) == size
    gone = {one.split()[1] for one in said if one[-1].isdigit() or one[-1] in "SHDC"}
    assert {one["value"] for one in boxes if one.has("disabled")} == gone


# The host's switch


def test_the_host_can_switch_it_off(app, phone):
    key = opened(app, *GAVE_AWAY, "settled", *OPEN[:1], "misdealt", **THREE)
    assert "Bob gave a safe trick away." in phone.get(f"/e/{key}/deals").text
    guest = Phone(app, claims=False)
    guest.get(f"/e/{key}")
    assert guest.post(f"/e/{key}/studies", {"on": ""}).status == 403
    switch = phone.get(f"/e/{key}/settings").soup.select_one('button[name="on"]')
    assert (switch["aria-checked"], switch["value"]) == ("true", "")
    phone.post(f"/e/{key}/studies", {"on": ""})
    assert "is off" in phone.follow().text
    switch = phone.get(f"/e/{key}/settings").soup.select_one('button[name="on"]')
    assert (switch["aria-checked"], switch["value"]) == ("false", "true")
    for path in ("study", "hand?player=Cat"):
        assert phone.get(f"/e/{key}/deals/1/{path}").status == 403
    assert phone.get(f"/e/{key}/deals/1.json").status == 403
    for path in ("", "/deals", "/deals/1"):
        page = phone.get(f"/e/{key}{path}")
        assert not links_of(page) and "with all hands open" not in page.text
    phone.post(f"/e/{key}/studies", {"on": "true"})
    assert "seen with all hands open: Bob" in phone.get(f"/e/{key}/deals").text


def many(number):
    """Return a deal of three-card Loo in which everybody is in: phrases, and the game."""
    names = [f"P{number}" for number in range(number)]
    rng = Random(4)
    cards = rng.sample(CARDS, 3 * number + 1)
    hands = {
        name: cards[3 * place : 3 * place + 3] for place, name in enumerate(names[1:] + names[:1])
    }
    rules = {"miss": "none", "lead_trump": "none", "lead_ace": "none", "must_head": False}
    said = [f"up {cards[-1]}", *(f"{name} in" for name in hands)]
    table = CardLaw(SimpleNamespace(pam="none"), cards[-1], number)
    leader = names[1]
    for _ in range(3):
        order = names[names.index(leader) :] + names[: names.index(leader)]
        laid = []
        for name in order:
            led = table.suit(laid[0][1]) if laid else None
            follows = [card for card in hands[name] if table.suit(card) == led]
            trumps = [card for card in hands[name] if table.is_trump(card)] if laid else []
            card = (follows or trumps or hands[name])[0]
            hands[name].remove(card)
            laid.append((name, card))
            said.append(f"{name} {card}")
        leader = table.wins(laid)
    rules = {**rules, "must_overtrump": False}
    return said, {"seats": " ".join(names), "game": "three-card-loo", **rules}


def test_seventeen_players_get_an_answer(app, phone):
    said, game = many(17)
    key = opened(app, *said, **game)
    page = phone.get(f"/e/{key}/deals/1/study")
    assert page.status == 200
    assert "too much to look at" in page.text or "took" in page.text
