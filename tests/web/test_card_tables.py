"""Card tables without script: dropping together, exchanges, flushes, Pam, reasons of figures."""

import pytest

from tests.web import played
from tests.web.table import HTMX, opened, replayed, rest, said

SEATS = " ".join(played.FIVE_SEATS)
THREE = {"game": "three-card-loo", "preset": "classic", "seats": "Ann Bob Cat"}
TABLE = {**THREE, "seats": SEATS}
FIVE = {"game": "five-card-loo", "preset": "classic", "seats": "Ann Bob Cat Dan"}
MODERN = {**FIVE, "preset": "modern"}
TRICKS = {"depth": "tricks"}
UP = "up 7H"


def dropped(app, key):
    evenings = app.extensions["tables"].evenings
    declaring = evenings.evening(evenings.log.find(key).id).state.session.deal.declaring
    return [one.player for one in declaring.declarations if one.choice == "drop"]


# The rest drop


def form_of_rest(phone):
    button = rest(phone.page)
    form = button.closest("form")
    return form, [*phone.page.filled(form), (button["name"], button["value"])]


def let_rest(phone):
    form, _ = form_of_rest(phone)
    return phone.submit(form, rest(phone.page))


@pytest.mark.parametrize(
    ("game", "before", "drop", "asks"),
    [
        # Two others are in, so the dealer may drop too.
        (TABLE, (UP, "Bob in", "Cat miss"), ["Dan", "Eve", "Ann"], "leads"),
        # Against one player the dealer must enter, and is asked.
        (TABLE, (UP, "Bob in"), ["Cat", "Dan", "Eve"], "Ann"),
        # If all others drop, the dealer takes the pool without declaring.
        (TABLE, (UP,), ["Bob", "Cat", "Dan", "Eve"], "Ann takes everything"),
        ({**TABLE, "preset": "modern", "game": "five-card-loo"}, (UP, "Bob in", "Cat in"),
         ["Dan", "Eve", "Ann"], "Bob"),
    ],
)  # fmt: skip
def test_the_rest_drop_with_one_tap_and_one_entry(app, phone, game, before, drop, asks):
    key = opened(app, *before, **game)
    page = phone.at(key)
    for name in drop:
        assert name in rest(page).text
    let_rest(phone)
    page = phone.follow()
    assert dropped(app, key) == drop
    assert phone.record(key)["entries"][-1] == {"kind": "rest-declared", "choice": "drop"}
    assert phone.length(key) == 1 + len(before) + 1
    assert asks in page.question
    # One undo takes back all of them.
    phone.press("undone")
    assert dropped(app, key) == [] and drop[0] in phone.page.question


# Exchanges


def numbers(page, choice="play"):
    offered = page.offers("declared", "choice")
    return [int(one.split("+")[1]) for one in offered if one.startswith(choice + "+")]


def test_exchanging_after_all_have_declared(app, phone):
    key = opened(app, UP, "Bob in", "Cat out", "Dan in", **MODERN)
    page = phone.at(key)
    assert numbers(page) == []
    phone.press("declared", "choice", "play")
    # The players who are in, eldest first.
    for player, count in (("Bob", 5), ("Dan", 0), ("Ann", 2)):
        assert player in phone.page.question
        assert phone.page.offers("exchanged", "count") == ["0", "1", "2", "3", "4", "5"]
        phone.press("exchanged", "count", str(count))
    assert "Bob leads" in phone.page.question
    phone.press("undone")
    assert "Ann" in phone.page.question
    phone.press("exchanged", "count", "1")
    counts = [(one["player"], one["count"]) for one in said(phone, key, "exchanged")]
    assert counts == [("Bob", 5), ("Dan", 0), ("Ann", 2), ("Ann", 1)]


# Flushes


def ticked(page):
    boxes = page.form("flush-shown").select("input[checked]")
    return {box["value"] for box in boxes if box["name"] == "pieces"}


def chosen(page):
    return dict(page.filled(page.form("flush-shown"))).get("player")


def flush_links(page):
    return [link for link in page.links if "/pick/flush-shown" in link]


def pam_buttons(page):
    return page.offers("pam-shown", "player")


def test_a_flush_from_the_table_to_the_next_deal(app, phone):
    key = opened(app, **FIVE)
    phone.at(key)
    phone.press("turned-up", "piece", played.SHOWN.up)
    for _, choice in played.SHOWN.said:
        phone.press("declared", "choice", choice)
    (link,) = flush_links(phone.page)
    page = phone.get(link)
    # Players who dropped are not listed, and the turn-up cannot be ticked.
    players = [i["value"] for i in page.soup.select('input[name="player"]')]
    assert players == ["Bob", "Dan", "Ann"] and chosen(page) is None
    boxes = page.soup.select('input[name="pieces"]')
    assert len(boxes) == 52
    assert [box["value"] for box in boxes if box.has("disabled")] == ["7H"]
    phone.show_flush("Bob", *played.FLUSH)
    page = phone.follow()
    assert said(phone, key, "flush-shown") == [{"player": "Bob", "pieces": list(played.FLUSH)}]
    # The page offers a flush or Pam to every other player who has not dropped.
    assert "Bob" in page.question and "Pam" in page.question
    names = [link.partition("player=")[2] for link in flush_links(page)]
    assert names == pam_buttons(page) == ["Dan", "Ann"]
    assert [card["aria-label"] for card in page.soup.select("#entry .card")] == [
        "ace of spades",
        "king of spades",
        "9 of spades",
        "3 of spades",
        "2 of spades",
    ]
    # The payments are shown before any answer: Dan pays unless he shows Pam.
    assert page.whys["Dan"][0] == -5
    phone.submit(*phone.find("pam-shown", "player", "Dan"))
    page = phone.follow()
    assert said(phone, key, "pam-shown") == [{"player": "Dan"}]
    assert pam_buttons(page) == [] and len(flush_links(page)) == 2
    figures = {name: page.whys[name][0] for name in played.SHOWN.balances}
    assert figures == played.SHOWN.balances == page.figures
    assert page.whys["Pool"][0] == played.SHOWN.carried
    phone.press("settled")
    assert phone.page.figures == played.SHOWN.balances
    assert replayed(app, key)["games"][0]["deals"][0]["looed"] == ["Cat", "Ann"]


@pytest.mark.parametrize(
    ("player", "cards", "word"),
    [
        ("Bob", ("AS", "KS", "9S", "3S", "2D"), "flush"),
        ("Ann", ("AS", "KS", "9S", "3S"), "flush"),
        ("Bob", ("AS", "KS", "9S", "3S", "2S", "QS"), "flush"),
        ("Dan", ("AS", "KS", "9S", "JC", "2D"), "flush"),
    ],
)
def test_a_refused_flush_keeps_its_cards(app, phone, player, cards, word):
    key = opened(app, UP, "Bob in", "Cat out", **FIVE)
    phone.get(f"/e/{key}/pick/flush-shown")
    page = phone.show_flush(player, *cards)
    assert page.status == 422 and player in page.alert and word in page.alert
    assert ticked(page) == set(cards) and chosen(page) == player
    assert phone.length(key) == 4
    # The flush is accepted once it is corrected on the same page.
    phone.show_flush(player, "AS", "KS", "9S", "3S", "JC")
    assert phone.follow().question.startswith(f"{player} showed a flush")
    # htmx gets only the message; the page stays.
    key = opened(app, UP, "Bob in", "Cat out", **FIVE)
    fields = {"kind": "flush-shown", "player": player, "pieces": list(cards), "leaves": "true"}
    page = phone.say(key, fields, **HTMX)
    assert page.status == 422 and page.headers["HX-Retarget"] == "#problem"
    assert not page.soup.select_one("form") and word in page.alert


def test_a_flush_without_a_player_keeps_its_cards(app, phone):
    key = opened(app, UP, "Bob in", "Cat out", **FIVE)
    phone.get(f"/e/{key}/pick/flush-shown")
    ticks = [("pieces", card) for card in played.FLUSH]
    page = phone.submit(phone.page.form("flush-shown"), ticks=ticks)
    assert page.status == 422 and page.alert
    assert ticked(page) == set(played.FLUSH) and chosen(page) is None


@pytest.mark.parametrize("how", [{}, HTMX], ids=["plain", "htmx"])
def test_a_flush_from_an_old_page_keeps_its_cards(app, phone, other, how):
    key = opened(app, UP, "Bob in", "Cat out", **FIVE)
    form = phone.get(f"/e/{key}/pick/flush-shown?player=Dan").form("flush-shown")
    assert chosen(phone.page) == "Dan"
    fields = phone.page.filled(form)
    other.get(f"/e/{key}/pick/flush-shown?player=Bob")
    other.show_flush("Bob", *played.FLUSH)
    mine = [("pieces", card) for card in ("AD", "KD", "9D", "3D", "2D")]
    page = phone.post(form["action"], [*fields, *mine], **how)
    assert page.status == 409 and "Bob" in page.alert
    assert ticked(page) == {"AD", "KD", "9D", "3D", "2D"} and chosen(page) == "Dan"
    assert page.is_whole == (not how)
    # Bob's cards are on the table, and his whole hand is known.
    boxes = page.soup.select('input[name="pieces"][disabled]')
    assert {box["value"] for box in boxes} == {"7H", *played.FLUSH}
    assert "Bob" not in [i["value"] for i in page.soup.select('input[name="player"]')]
    phone.submit(page.form("flush-shown"))
    assert phone.length(key) == 6
    assert [one["player"] for one in said(phone, key, "flush-shown")] == ["Bob", "Dan"]


@pytest.mark.parametrize("preset", ["classic", "modern", "chits"])
def test_no_flush_is_asked_for_with_one_player_in(app, phone, preset):
    game = {**FIVE, "preset": preset, "depth": "tricks"}
    key = opened(app, "up H", "Bob out", "Cat out", "Dan out", **game)
    assert phone.at(key).figures["Ann"] == 0 and not flush_links(phone.page)


@pytest.mark.parametrize("how", [{}, HTMX], ids=["plain", "htmx"])
def test_a_flush_when_it_is_too_late(app, phone, other, how):
    key = opened(app, UP, "Bob in", "Cat out", "Dan out", "Ann in", **FIVE)
    form = phone.get(f"/e/{key}/pick/flush-shown").form("flush-shown")
    mine = [("player", "Bob"), *(("pieces", card) for card in played.FLUSH)]
    fields = [*phone.page.filled(form), *mine]
    other.at(key)
    other.press("played", "piece", "9D")
    page = phone.post(form["action"], fields, **how)
    # The response redirects to the table, which shows a message.
    place = page.headers["HX-Redirect" if how else "Location"]
    assert phone.get(place).alert and phone.url == f"/e/{key}"
    assert "Bob 9D" in phone.page.alert and "too late for a flush" in phone.page.alert
    assert phone.length(key) == 7
    assert not flush_links(phone.page)
    phone.get(f"/e/{key}/pick/flush-shown")
    assert phone.url == f"/e/{key}" and phone.page.alert


@pytest.mark.parametrize(
    ("game", "before"),
    [
        (FIVE, ()),
        ({**FIVE, "flush": "none"}, (UP, "Bob in")),
        (TABLE, (UP, "Bob in")),
        (FIVE, (UP, "Bob in", "Cat in", "Dan out", "Ann out", "Bob 9S")),
    ],
)
def test_no_flush_is_asked_for_where_none_can_be_shown(app, phone, game, before):
    key = opened(app, *before, **game)
    assert not flush_links(phone.at(key))
    phone.get(f"/e/{key}/pick/flush-shown")
    assert phone.url == f"/e/{key}" and phone.page.alert


# Pam be civil

ALL_IN = ("Bob in", "Cat in", "Dan out", "Ann in")
LEADING = ("up 7S", *ALL_IN)


def test_the_call_is_part_of_leading_the_ace(app, phone):
    key = opened(app, *LEADING, **FIVE)
    phone.at(key)
    button = phone.page.soup.select_one("button[value*=civil]")
    assert button["aria-label"] == "ace of spades, led with “Pam be civil”"
    assert button.words == "A civil"
    phone.press("played", "piece", "AS+civil")
    assert said(phone, key, "played") == [{"player": "Bob", "piece": "AS", "civil": True}]
    assert "civil" in phone.page.form("undone").text
    phone.press("undone")
    phone.press("played", "piece", "AS")
    assert said(phone, key, "played")[-1] == {"player": "Bob", "piece": "AS"}


def test_a_proof_without_a_card_that_proves_it(app, phone):
    """Cat plays Pam on a civil ace with four more cards in hand (docs/rules.md 5.2)."""
    key = opened(app, *LEADING, "Bob AS civil", **FIVE)
    page = phone.say(key, {"kind": "played", "player": "Cat", "piece": "JC"})
    assert page.status == 422
    assert "other cards" in page.text and "Pam" in page.text
    assert any("#pam-civil" in link for link in page.links)
    assert {link for link in page.links if "/correct/" in link} == {f"/e/{key}/correct/7"}
    assert set(page.offers("played", "stands")) == {"revoke", "let-stand"}
    phone.url = f"/e/{key}"
    phone.press("played", "stands", "let-stand")
    assert said(phone, key, "played")[-1]["stands"] == "let-stand"
    # The ace wins the trick, because it was called civil.
    phone.press("played", "piece", "5S")
    assert "Trick 2: Bob leads" in phone.page.question


# Corrections


# The cost of a loo, shown before declaring

IN = ("Bob in", "Cat in", "Dan in", "Ann in")
FOUR = {**THREE, **TRICKS, "seats": "Ann Bob Cat Dan"}
HUGE = {**FOUR, "preset": "unlimited"}
TWO_STAY = ("up H", "Bob in", "Cat out", "Dan out", "Ann pool", "won Bob Ann Ann", "settled")
"""Ann plays for the pool, takes two of three tricks, and two chips stay."""


@pytest.mark.parametrize(
    ("game", "before", "terms", "following"),
    [
        # 1, 2 or 3 loos of 3, plus the dealer's stake of 3, which is due in every deal.
        (HUGE, (), "Each trick wins 1. Taking no trick costs 3.", "Next pool, stakes included: 6 with one looed, 9 with two, 12 with three."),
        # Two were looed: 6 + 3 = 9 in the pool. Then 9, 18 or 27, plus the stake of 3.
        (HUGE, ("up H", *IN, "won Bob Bob Cat", "settled"),
         "Each trick wins 3. Taking no trick costs 9.", "Next pool, stakes included: 12 with one looed, 21 with two, 30 with three."),
        # After a loo the next dealer does not stake.
        (FOUR, (), "Each trick wins 1. Taking no trick costs 3.", "Next pool: 3 with one looed, 6 with two, 9 with three."),
        # The pool is 2 + 3 = 5: 1 a trick, and 2 stay. Then 2 + 5, 2 + 10 or 2 + 15.
        (FOUR, TWO_STAY, "Each trick wins 1. Taking no trick costs 5.", "Next pool: 7 with one looed, 12 with two, 17 with three."),
        # Here the odd chips go to the last trick.
        ({**FOUR, "remainder": "last-trick"}, TWO_STAY,
         "Each trick wins 1. Taking no trick costs 5.", "Next pool: 5 with one looed, 10 with two, 15 with three."),
        ({**HUGE, "seats": "Ann Bob"}, (),
         "Each trick wins 1. Taking no trick costs 3.", "Next pool, stakes included: 6 with one looed."),
        # A limit on loos bounds the pool, so the line does not show the next one.
        ({**FOUR, "preset": "defence"}, (), "Each trick wins 1. Taking no trick costs 3.", ""),
        ({"game": "irish-loo", **TRICKS, "seats": "Ann Bob Cat Dan", "stake": 9, "loo_chips": 5},
         (), "Each trick wins 3. Taking no trick costs 5.", ""),
        # 25, 50 or 75, plus the dealer's 5: with two, the 55 of the rulebook.
        ({**TRICKS}, (), "Each trick wins 5. Taking no trick costs 25.", "Next pool, stakes included: 30 with one looed, 55 with two, 80 with three."),
    ],
)  # fmt: skip
def test_the_pool_line_before_declaring(app, phone, game, before, terms, following):
    game = {"dealer": "Ann", "seats": "Ann Bob Cat Dan", **game}
    key = opened(app, *before, **game)
    phone.at(key)
    phone.press("turned-up", "piece", "6" if "game" not in game else "H")
    assert phone.page.terms == terms
    later = phone.page.soup.select_one("#state .terms p")
    assert (later.words if later else "") == following


def test_the_pool_becomes_what_the_line_announced(app, phone):
    key = opened(app, *("up H", *IN, "won Bob Bob Cat", "settled"), "up H", **HUGE)
    # Cat is eldest now; Dan and Ann are looed.
    told = phone.at(key).soup.select_one("#state .terms p").words
    for choice in ("play", "play", "play", "play"):
        phone.press("declared", "choice", choice)
    assert not phone.page.soup.select("#state details")  # everybody has declared
    for winner in ("Bob", "Cat", "Cat"):
        phone.press("trick-won", "player", winner)
    phone.press("settled")
    phone.press("turned-up", "piece", "S")
    assert phone.page.pool == 21 and "21 with two" in told


# The settlement: the rule and the source of each figure

AGREED = "As this table agreed"
DEALT = played.THREE_CARDS.telling()
FLUSH = (*played.SHOWN.telling(), "Bob flush " + " ".join(played.FLUSH), "Dan pam")
LONE = ("up H", "Bob in", "Cat out")
REVOKED = ("up H", "Bob in", "Cat in", "Ann in", "won Bob Bob", "revoked Cat 1", "won Ann")
REASONS = {
    "a share": (TABLE, DEALT, "Bob", 2, ("2 tricks × 1", "3 in the pool ÷ 3", "share")),
    "looed": (TABLE, DEALT, "Cat", -3, ("took no trick", "looed")),
    "looed at a price agreed": ({**TABLE, "loo": "fixed"}, DEALT, "Cat", -3, ("looed", AGREED)),
    "dropped": (TABLE, DEALT, "Dan", 0, ("Dan dropped", "declaring")),
    "looed, limited": (
        {"game": "irish-loo", "seats": SEATS},
        [*played.THREE_CARDS.telling()[:2], "Cat in", *played.THREE_CARDS.telling()[3:]],
        "Cat", -3, ("looed",),  # the account requires a limit without giving one
    ),
    "chips over, as agreed": (
        {**THREE, **TRICKS, "remainder": "eldest-first"},
        (*LONE, "Ann pool", "won Bob Ann Ann", "settled", "up S", "Cat in", "Ann in", "Bob in",
         "won Cat Ann Bob"),
        "Cat", 2, ("1 trick × 1", "2 left over", "a pool that does not divide", AGREED),
    ),
    # Ann deals and has staked 3.
    "all dropped": (THREE, (UP, "Bob out", "Cat out"), "Ann", 0,
                    ("whole pool: 3", "everyone dropped")),
    "alone": ({**THREE, "preset": "chits"}, (UP, "Bob in", "Cat out", "Ann out"), "Bob", 3,
              ("whole pool: 3", "the only player in")),
    "the miss": ({**THREE, "preset": "chits"}, (UP, "Bob miss", "Cat out"), "Bob", 3,
                 ("the miss wins the pool",)),
    "for the pool": ({**THREE, **TRICKS}, (*LONE, "Ann pool", "won Bob Ann Ann"), "Ann", -3,
                     ("for the pool",)),
    "defending": ({**THREE, **TRICKS, "preset": "defence"},
                  (*LONE, "Ann defend", "won Bob Ann Ann"), "Ann", -3,
                  ("defend",)),
    "a revoke": ({**THREE, **TRICKS}, REVOKED, "Cat", -3, ("revoke",)),
    "a part": ({**THREE, **TRICKS}, REVOKED, "Ann", -2, ("3 in the pool ÷ 2", "revoke")),
    "a revoke of which nothing is told": ({**THREE, **TRICKS, "preset": "defence"}, REVOKED,
                                          "Cat", -3, ("pays for one loo", "revoke")),
    "a revoke, as agreed": ({**THREE, **TRICKS, "revoke": "loo"}, REVOKED, "Cat", -3,
                            ("Cat revoked", AGREED)),
    "a flush": (FIVE, FLUSH, "Bob", 5, ("whole pool: 5", "flush")),
    "looed by a flush": (FIVE, FLUSH, "Cat", -5, ("a flush looes the whole table",)),
    "spared by Pam": (FIVE, FLUSH, "Dan", 0, ("showed a flush or Pam too", "flush")),
    "a flush, as agreed": ({**FIVE, "flush_exempt": "nobody"}, FLUSH, "Dan", -5, (AGREED,)),
    "dropped, and so spared": ({**FIVE, "flush_loos": "in-play"}, FLUSH, "Cat", 0,
                               ("Cat dropped",)),
    "a flush by another account": (
        MODERN,
        (UP, "Bob in", "Cat out", "Dan in", "Ann in", "Bob flush AS KS 9S 3S 2S"),
        "Ann", -10, ("looed by a flush",),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REASONS)
def test_every_figure_names_its_rule_and_what_was_agreed(app, phone, case):
    game, phrases, name, figure, words = REASONS[case]
    page = phone.at(opened(app, *phrases, **game))
    found, reasons = page.whys[name]
    assert found == figure
    for word in words:
        assert word in reasons, reasons
    assert (AGREED in reasons) == (AGREED in words)
    assert not any(other in reasons for other in (" rules", "ur choice"))


def test_the_ending_names_its_rule(app, phone):
    """The first three players from Ann's left get one each of the 3 chips."""
    page = phone.at(opened(app, *DEALT, "settled", "ended", **TABLE))
    assert {name: why[0] for name, why in page.whys.items()} == {"Bob": 1, "Cat": 1, "Dan": 1}
    assert all("Rule: end of the game" in reasons for _, reasons in page.whys.values())
    page = phone.at(opened(app, *DEALT, "settled", "ended", **{**TABLE, "ending": "carry"}))
    assert (
        page.whys == {}
        and "3 chips from an earlier game wait for the next game of Loo." in page.text
    )


def test_a_flush_played_card_by_card_is_noted(app, phone):
    plays = ("Bob AS", "Cat 8D", "Ann 7D", "Bob KS", "Cat 6D", "Ann 9D", "Bob 9S", "Cat 4D",
             "Ann TD", "Bob 3S", "Cat 3D", "Ann QD", "Bob 2S", "Cat 2D", "Ann KD")  # fmt: skip
    for game, noted in ((FIVE, True), ({**FIVE, "flush_show": "may"}, False)):
        key = opened(app, UP, "Bob in", "Cat in", "Dan out", "Ann in", *plays, "settled", **game)
        page = phone.get(f"/e/{key}/deals/1")
        assert ("Bob held a flush" in page.text) == noted
        assert replayed(app, key)["games"][0]["deals"][0]["revokes"] == []


# The evening so far


def lines(page):
    return [" ".join(li.text.split()) for li in page.soup.select("ul.plain li")]


def test_the_deals_of_a_card_evening(app, phone):
    five = played.FIVE_CARDS
    second = ("up 7H", "Cat in draws 4", "Dan out", "Ann in", "Bob in", "Cat flush AD QD 8D 4D JC")
    key = opened(app, *five.telling(), "settled", *second, "settled", **FIVE)
    page = phone.get(f"/e/{key}/deals")
    assert [f"/e/{key}/deals/{n}" in page.links for n in (1, 2, 3)] == [True, True, False]
    # Nobody stakes after a loo: Cat takes the pool of 5, and all others pay 5.
    # Ann −10 − 5, Bob 3 − 5, Cat 2 + 5, Dan −5, the pool 15.
    now = [td.text for td in page.soup.select("tfoot td.num")]
    assert now == ["−15", "−2", "+7", "−5", "15"]
    first = phone.get(f"/e/{key}/deals/1").text
    assert lines(phone.page) == [
        "Bob plays, exchanges 2",
        "Cat plays, exchanges 1",
        "Dan drops",
        "Ann plays",
    ]
    assert "Pam be civil" in first and "All plays were checked." in first
    cards = [c["aria-label"] for c in phone.page.soup.select("table .card")]
    assert len(cards) == 15 and cards[0] == "ace of spades"
    second = phone.get(f"/e/{key}/deals/2")
    shown = [c["aria-label"] for c in second.soup.select(".shown .card")]
    assert shown == [
        "jack of clubs", "ace of diamonds", "queen of diamonds", "8 of diamonds", "4 of diamonds",
    ]  # fmt: skip
    assert lines(second) == ["Cat plays, exchanges 4", "Dan drops", "Ann plays", "Bob plays"]
    figures = [(name, number) for name, (number, _) in second.whys.items()]
    assert figures == [("Cat", 5), ("Dan", -5), ("Ann", -5), ("Bob", -5)]


def test_the_page_of_a_deal_with_exchanges_after_the_declarations(app, phone):
    said = ("Bob in", "Cat out", "Dan in", "Ann in", "Bob draws 2", "Dan draws 0", "Ann draws 5")
    game = {**MODERN, **TRICKS}
    key = opened(app, "up H", *said, "won Bob Bob Dan Dan Bob", "settled", **game)
    page = phone.get(f"/e/{key}/deals/1")
    assert lines(page)[4:7] == ["Bob 2", "Dan 0", "Ann 5"]
    assert lines(page)[7:] == ["Bob 3", "Dan 2", "Ann 0"]


@pytest.mark.parametrize(
    ("said", "tricks"),
    [
        ((UP, *(f"{name} out" for name in ("Bob", "Cat", "Dan", "Eve"))), False),
        (("up 7H", *played.THREE_CARDS.telling()[1:]), True),
    ],
)
def test_a_deal_without_play_has_no_tricks(app, phone, said, tricks):
    key = opened(app, *said, "settled", **TABLE)
    titles = [h.text for h in phone.get(f"/e/{key}/deals/1").soup.select("h2")]
    assert ("Play by play" in titles) == tricks and "Tricks" not in titles


def test_a_blank_score_sheet_for_the_house_rules_of_the_table(app, phone):
    game = {**TABLE, "preset": "defence", "stake": 6, "lead_after_win": False}
    key = opened(app, *DEALT[:1], **game)
    (link,) = [link for link in phone.get(f"/e/{key}/deals").links if "/sheet" in link]
    rules = phone.get(link).house_rules
    assert rules["The stake"] == "6 chips" and rules["A trump after winning"] == "No"
    assert rules["What a loo costs"] == "Always the same number of chips."
    names = [th.text for th in phone.page.soup.select("thead th")][2:]
    assert sorted(names[:-1]) == sorted(phone.at(key).people) and names[-1] == "Pool"


def test_a_balli_turned_up_cannot_be_turned_up_again(app, phone):
    page = phone.at(opened(app, "up 7D", game="ramset"))
    assert page.soup.select_one('.deck button[aria-label^="7 of bells"][disabled]')


def test_a_dealer_who_takes_two_cards_puts_two_away(app, phone):
    key = opened(app, "up 7D", "up KS", "Dan out", "Cat out", "Bob in", game="ramset")
    page = phone.at(key)
    boxes = page.soup.select('input[name="discards"]')
    assert len(boxes) == 32
    takes = {"kind": "declared", "player": "Ann", "choice": "play", "takes_turn_up": "true"}
    page = phone.say(key, {**takes, "discards": ["9H", "8H", "7H"]}, after=6, entry_id="too-many")
    assert page.status == 422 and phone.length(key) == 6
    phone.say(key, {**takes, "discards": ["9H", "8H"]}, after=6, entry_id="both-away")
    log = app.extensions["tables"].evenings.log
    said = log.read(log.find(key).id)[-1]
    assert (said.discards, said.also_discards) == ("9H", "8H")


def test_a_dealer_who_takes_two_cards_need_not_name_them(app, phone):
    key = opened(app, "up 7D", "up KS", "Dan out", "Cat out", "Bob in", game="ramset")
    takes = {"kind": "declared", "player": "Ann", "choice": "play", "takes_turn_up": "true"}
    phone.say(key, {**takes, "discards": ""}, after=6, entry_id="none-named")
    assert phone.length(key) == 7
