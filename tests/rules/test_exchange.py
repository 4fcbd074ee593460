"""Exchanges with the stock (docs/rules.md 5, `draw` and `stock_out`); the engine sees no hands."""

import pytest

from companion.rules.actions import Declared, Exchanged
from companion.rules.loo.exchange import Stock
from tests.telling import code, say, session, start

# The arithmetic of the stock


def test_nobody_exchanges_more_than_a_hand():
    assert Stock(hand=3, left=30).most == 3


@pytest.mark.parametrize(
    ("left", "away", "reshuffles", "most"),
    [
        (4, 9, False, 4),  # `limit`: only cards still in the stock
        (0, 9, False, 0),
        (4, 0, True, 4),  # nothing put away yet
        (1, 2, True, 3),  # `reshuffle`: the stock first, then what was put away
        (0, 4, True, 4),
        (0, 0, True, 0),
        (4, 9, True, 5),  # never more than a hand
    ],
)
def test_the_number_of_cards_to_draw(left, away, reshuffles, most):
    assert Stock(hand=5, left=left, away=away, reshuffles=reshuffles).most == most


@pytest.mark.parametrize(
    ("stock", "count", "after"),
    [
        (Stock(hand=5, left=11), 3, Stock(hand=5, left=8, away=3)),
        # 1 from the stock and 2 of the 4 put away, which include the player's own 3.
        (Stock(hand=5, left=1, away=4), 3, Stock(hand=5, left=0, away=5)),
        # Players do not get back the cards that they put away.
        (Stock(hand=5, left=2, away=1), 3, Stock(hand=5, left=0, away=3)),
    ],
)
def test_a_hand_is_exchanged_with_the_stock_and_then_with_what_was_put_away(stock, count, after):
    assert stock.most >= count
    assert stock.exchanged("Ann", count) == after


def test_a_dropped_hand_is_put_away():
    assert Stock(hand=5, left=2, away=1).put_away() == Stock(hand=5, left=2, away=6)


@pytest.mark.parametrize("counts", [(5, 5, 5, 5), (0, 3, 1, 5), (2, 2, 2)])
def test_cards_are_never_lost(counts):
    stock = Stock(hand=5, left=7, away=6)
    for count in counts:
        stock = stock.exchanged("Ann", count)
        assert stock.left + stock.away == 13


# On declaring


def most(evening, player):
    found = {}
    for said in evening.state.options():
        if isinstance(said, Declared) and said.player == player:
            found[said.choice] = max(found.get(said.choice, 0), said.draws)
    return found


def names(number):
    return " ".join(f"P{place}" for place in range(number))


def irish(number=3, up="9H", **rules):
    return say(start(names(number), "irish-loo", forced="never", **rules), f"up {up}")


def test_any_number_is_exchanged_with_the_declaration_to_play():
    evening = irish()
    assert most(evening, "P1") == {"play": 3, "drop": 0}
    offered = [said.draws for said in evening.state.options()
               if isinstance(said, Declared) and said.choice == "play"]  # fmt: skip
    assert offered == [0, 1, 2, 3]
    evening = say(evening, "P1 in draws 2", "P2 in", "P0 in draws 3")
    assert dict(session(evening).deal.exchanges) == {"P1": 2, "P0": 3}
    assert session(evening).deal.turn == "P1"


@pytest.mark.parametrize(
    ("phrase", "refused"),
    [
        ("P1 in draws 4", "draw"),
        ("P1 in draws -1", "unreadable"),
        ("P1 out draws 1", "draw"),
        ("P1 miss draws 1", "draw"),
        ("P1 draws 1", "draw"),
    ],
)
def test_refused_exchanges_with_the_declaration(phrase, refused):
    assert code(irish(miss="one"), phrase) == refused


def test_a_dealer_who_plays_for_the_pool_may_exchange():
    evening = say(irish(), "P1 in", "P2 out")
    assert most(evening, "P0") == {"play": 3, "for-the-pool": 3}
    say(evening, Declared("P0", "for-the-pool", draws=3))


def test_no_exchange_with_the_declaration_of_the_miss():
    evening = irish(miss="one")
    assert most(evening, "P1") == {"play": 3, "miss": 0, "drop": 0}


@pytest.mark.parametrize(
    ("players", "miss", "left"), [(15, "none", 6), (15, "one", 3), (16, "none", 3), (17, "none", 0)]
)
def test_the_size_of_the_stock(players, miss, left):
    """52 − turn-up − 3 for each player − 3 for the miss."""
    evening = irish(players, miss=miss, stock_out="limit")
    drawn = 0
    for place in range(1, players):
        can = most(evening, f"P{place}")["play"]
        evening = say(evening, f"P{place} in draws {can}")
        drawn += can
    assert drawn == left


def test_with_limit_only_the_stock_is_drawn():
    """6 cards are left for fifteen players."""
    evening = say(irish(15, stock_out="limit"), "P1 in draws 3", "P2 out", "P3 in draws 2")
    assert most(evening, "P4") == {"play": 1, "drop": 0}
    assert code(evening, "P4 in draws 2") == "stock-exhausted"
    evening = say(evening, "P4 in draws 1")
    assert most(evening, "P5") == {"play": 0, "drop": 0}
    assert code(evening, "P5 in draws 1") == "stock-exhausted"
    say(evening, "P5 in")


def test_with_reshuffle_dropped_hands_are_dealt_again():
    """No cards are left for seventeen players until somebody puts cards away."""
    evening = irish(17)
    assert most(evening, "P1") == {"play": 0, "drop": 0}
    assert code(evening, "P1 in draws 1") == "stock-exhausted"
    evening = say(evening, "P1 out")
    assert most(evening, "P2") == {"play": 3, "drop": 0}
    evening = say(evening, "P2 in draws 3")
    assert most(evening, "P3") == {"play": 3, "drop": 0}


def test_with_reshuffle_cards_exchanged_before_are_dealt_again():
    """16 players leave 3: P1 takes 2 of them, and P2 has 1 and P1's 2 to draw from."""
    evening = say(irish(16), "P1 in draws 2")
    assert most(evening, "P2")["play"] == 3
    evening = say(evening, "P2 in draws 3")
    assert most(evening, "P3")["play"] == 3


def test_the_hand_left_for_the_miss_is_put_away():
    """16 players with the miss use all cards; taking the miss puts three cards away."""
    evening = irish(16, miss="one")
    assert code(evening, "P1 in draws 1") == "stock-exhausted"
    evening = say(evening, "P1 miss")
    assert most(evening, "P2") == {"play": 3, "drop": 0}


# After the declarations


def modern(number=4, depth="plays", **rules):
    evening = say(start(names(number), "five-card-loo", depth, preset="modern", **rules), "up 9H")
    for place in (*range(1, number), 0):
        evening = say(evening, f"P{place} {'out' if place == 2 else 'in'}")
    return evening


def test_players_in_exchange_in_turn_once_each():
    evening = modern()
    for player, count in (("P1", 0), ("P3", 5), ("P0", 2)):
        deal = session(evening).deal
        assert deal.phase == "exchanging" and deal.turn == player
        assert deal.question().asks == "exchange" and deal.question().player == player
        offered = [said for said in evening.state.options() if isinstance(said, Exchanged)]
        assert offered == [Exchanged(player, number) for number in range(6)]
        evening = say(evening, f"{player} draws {count}")
    assert dict(session(evening).deal.exchanges) == {"P1": 0, "P3": 5, "P0": 2}
    assert session(evening).deal.phase == "playing"
    assert session(evening).deal.turn == "P1"
    assert code(evening, "P1 draws 1") == "wrong-phase"


@pytest.mark.parametrize(
    ("phrase", "refused"),
    [
        ("P3 draws 1", "out-of-turn"),
        ("P2 draws 1", "not-in"),
        ("Zed draws 1", "not-in"),
        ("P1 draws 6", "draw"),
        ("P1 draws -1", "unreadable"),
        ("P1 AS", "wrong-phase"),
        ("settled", "wrong-phase"),
    ],
)
def test_refused_exchanges_after_the_declarations(phrase, refused):
    assert code(modern(), phrase) == refused


def test_nobody_exchanges_before_all_have_declared():
    evening = say(start(names(3), "five-card-loo", preset="modern"), "up 9H")
    assert code(evening, "P1 draws 1") == "wrong-phase"
    assert code(evening, "P1 in draws 1") == "draw"
    assert most(evening, "P1") == {"play": 0, "drop": 0}


def test_a_player_with_the_miss_exchanges_after_the_declarations():
    evening = start(names(2), "irish-loo", forced="never", miss="one", draw="after-declarations")
    evening = say(evening, "up 9H", "P1 miss", "P0 in")
    assert session(evening).deal.turn == "P1"
    say(evening, "P1 draws 3", "P0 draws 3")


def test_after_the_declarations_all_dropped_hands_are_in_the_stock():
    """Ten players leave 1 card of 51. With P2's five, 6 can be drawn, and then 1 more by each player."""
    evening = modern(10)
    assert code(modern(10, stock_out="limit"), "P1 draws 2") == "stock-exhausted"
    say(modern(10, stock_out="limit"), "P1 draws 1")
    evening = say(evening, "P1 draws 5", "P3 draws 5")
    assert session(evening).deal.turn == "P4"


def test_a_sole_player_does_not_exchange():
    evening = say(start(names(2), "five-card-loo", preset="modern"), "up 9H", "P1 in", "P0 out")
    assert session(evening).deal.phase == "settling"
    assert code(evening, "P1 draws 1") == "wrong-phase"


@pytest.mark.parametrize("game", ["three-card-loo", "domino-loo"])
def test_without_the_house_rule_no_cards_are_exchanged(game):
    evening = say(start(game=game), "up 6-3" if game == "domino-loo" else "up 9H")
    assert code(evening, "Bob in draws 1") == "draw"
    assert code(evening, "Bob draws 1") == "draw"
    evening = say(evening, "Bob in", "Cat in", "Dan in", "Ann in")
    assert code(evening, "Bob draws 1") == "draw"


@pytest.mark.parametrize("depth", ["plays", "result"])
def test_exchanges_are_asked(depth):
    assert session(modern(depth=depth)).deal.phase == "exchanging"


# At depth `tricks`: taken, and not asked where nothing depends on the number


def counted(game, seats=4, up="H", inside=None, **rules):
    """Return an evening at depth `tricks` in which the first of the players are in, the others not."""
    evening = say(start(names(seats), game, "tricks", **rules), f"up {up}")
    players = session(evening).deal.setup.players
    for place, player in enumerate(players):
        evening = say(evening, f"{player} {'in' if place < (inside or seats) else 'out'}")
    return evening


def exchanges(evening):
    return [said for said in evening.state.options() if isinstance(said, Exchanged)]


AFTER = {"draw": "after-declarations"}


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("bestia", {}),
        ("julepe", {}),
        ("five-card-loo", AFTER),
        ("irish-loo", AFTER),
        ("bourre", {"declare": "after-declarations"}),
    ],
)
def test_exchanges_are_taken_but_not_asked(game, rules):
    evening = counted(game, up="9H" if game in ("five-card-loo", "irish-loo") else "H", **rules)
    assert session(evening).deal.question().asks == "trick-winner"
    assert session(evening).deal.turn is None and exchanges(evening) == []
    first, second, third, _ = session(evening).deal.setup.players
    evening = say(evening, f"{second} draws 2")  # the first exchanged none
    assert dict(session(evening).deal.exchanges) == {first: 0, second: 2}
    assert code(evening, f"{first} draws 1") == "out-of-turn"
    assert code(evening, f"{third} draws 6") == "draw"
    say(evening, f"{third} draws 1")
    assert code(say(evening, f"won {first}"), f"{third} draws 1") == "wrong-phase"
    assert code(say(evening, f"revoked {first}"), f"{third} draws 1") == "wrong-phase"


@pytest.mark.parametrize("game", ["five-card-loo", "irish-loo", "julepe", "bourre"])
def test_a_number_told_with_the_declaration_is_not_asked(game):
    draw = {"declare" if game == "bourre" else "draw": "with-declaration"}
    evening = say(start(names(4), game, "tricks", **draw), "up 7H")
    player = session(evening).deal.turn
    assert most(evening, player)["play"] == 0
    assert dict(session(say(evening, f"{player} in draws 2")).deal.exchanges) == {player: 2}
    evening = say(start(names(4), game, "plays", **draw), "up 7H")
    assert most(evening, player)["play"] == (3 if game == "irish-loo" else 5)


def test_a_flush_ends_the_exchanges():
    evening = say(counted("five-card-loo", up="9H", preset="modern"), "P2 draws 1")
    evening = say(evening, "P3 flush AS KS QS TS 2S")
    assert code(evening, "P3 draws 1") == "wrong-phase"


@pytest.mark.parametrize(
    ("players", "inside", "rules", "asked"),
    [
        (8, 8, {"stock_out": "limit", "most_exchanged": 3}, True),  # 12 are left for 24
        (8, 4, {"stock_out": "limit", "most_exchanged": 3}, False),  # 12 for 12
        (8, 8, {"most_exchanged": 3}, False),  # those put away are dealt again
        (6, 6, {"stock_out": "limit", "most_exchanged": 3}, False),  # 22 for 18
        (6, 6, {"stock_out": "limit"}, True),  # 22 for 30
    ],
)
def test_bourre_asks_where_the_stock_is_short(players, inside, rules, asked):
    later = {"declare": "after-declarations", **rules}
    evening = counted("bourre", players, inside=inside, **later)
    assert (session(evening).deal.phase == "exchanging") is asked
    assert bool(exchanges(evening)) is asked


def test_with_the_declaration_too_numbers_are_asked_where_the_stock_is_short():
    short = {"stock_out": "limit", "most_exchanged": 3}
    evening = say(start(names(8), "bourre", "tricks", **short), "up H")
    assert most(evening, "P1")["play"] == 3
    evening = say(evening, "P1 in draws 3", "P2 in draws 3", "P3 in draws 3", "P4 in draws 2")
    assert most(evening, "P5")["play"] == 1
    assert code(evening, "P5 in draws 2") == "stock-exhausted"
    # Four fewer are left to declare: 12 cards are enough for them.
    evening = say(start(names(8), "bourre", "tricks", **short), "up H")
    assert most(say(evening, *(f"P{place} out" for place in range(1, 5))), "P5")["play"] == 0


@pytest.mark.parametrize(("inside", "asked"), [(1, True), (2, True), (3, False), (7, False)])
def test_bestia_asks_where_a_buco_depends_on_it(inside, asked):
    """Seven players leave 18 cards: 2 for each who is in, and 3 for each who can come in after all."""
    evening = counted("bestia", 7, inside=inside)
    assert bool(exchanges(evening)) is asked
    bucos = [said for said in evening.state.options() if getattr(said, "choice", "") == "miss"]
    assert len(bucos) == 7 - inside


def test_one_who_is_alone_can_exchange_before_a_buco():
    evening = counted("bestia", 4, inside=1)
    assert session(evening).deal.question().asks == "settled" and not exchanges(evening)
    first, *others = session(evening).deal.setup.players
    evening = say(evening, f"{first} draws 2", f"{others[0]} miss")
    assert dict(session(evening).deal.exchanges) == {first: 2}
    assert code(evening, f"{first} draws 1") == "wrong-phase"


def test_cards_put_away_or_drawn_are_not_seen():
    evening = say(irish(2), "P1 in draws 3", "P0 in draws 3")
    assert {str(card) for card in session(evening).deal.seen} == {"9H"}
