"""Properties of every evening, tested with random entries (docs/rules.md 1 and 2).

The evenings cover all games, depths and house rules. A seed and a length identify each.
"""

import json
from collections import Counter
from functools import partial
from random import Random

from hypothesis import given, note
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errors import EntryError
from companion.evening import Evening, State
from companion.evening.entries import (
    Amended,
    DepthChanged,
    EveningClosed,
    GameEnded,
    Left,
    PlayerRenamed,
    SatIn,
    SatOut,
    Undone,
    decode,
    encode,
)
from companion.evening.record import Record, dumps, loads
from companion.evening.replay import replay, report
from companion.evening.seal import seal_of, shown
from companion.games import GAMES
from companion.rules import house
from companion.rules.actions import (
    Declared,
    Exchanged,
    FlushShown,
    Misdealt,
    PamShown,
    Peeped,
    Played,
    RestDeclared,
    Revoked,
    Settled,
    TricksTaken,
    TrickWon,
    TurnedUp,
)
from companion.rules.facts import Phase
from companion.rules.ledger import POOL
from companion.rules.loo.deal import LooDeal
from companion.web.views import view
from companion.wording import say as say_
from companion.wording.guide import page as rules_page
from tests.dealing import (
    DEPTHS,
    HOUSE_RULES,
    PIECES,
    lying_open,
    may_show_flush,
    random_entry,
    random_flush,
    random_game,
    read,
    spellings,
    unasked_exchanges,
)
from tests.examples import examples
from tests.games.shared import of_game
from tests.nap_table import CONTRACTS, HANDS, OPTIONAL, NapTable
from tests.oracle import CARDS, is_a_flush
from tests.whole_deals import one_by_one, random_whole_deal

SEEDS = st.integers(0, 2**32)
LENGTHS = st.integers(1, 70)


def record_of(entries):
    return dumps(Record("Friday", "2026-11-20T19:30:00Z", tuple(entries)))


def walk(rng, steps, start=None):
    """Yield the evening after each of up to `steps` random entries, with the entry."""
    evening = start or Evening()
    said = []
    for _ in range(steps):
        entry = random_entry(rng, evening.state)
        if entry is None:
            break
        try:
            evening = evening.enter(entry)
        except Exception:
            note(record_of([*said, entry]).decode())
            raise
        said.append(entry)
        yield evening, entry
    note(record_of(said).decode())


def walked(rng, steps, start=None):
    evening, said = start or Evening(), []
    for after, entry in walk(rng, steps, start):
        evening = after
        said.append(entry)
    return evening, said


def test_evenings_are_drawn_from_every_game_preset_and_value():
    """The random evenings of this module cover all kinds of entries."""
    for name, game in GAMES.items():
        for rule in house.declared(game.house_rules):
            drawn = HOUSE_RULES[name].get(rule.name, (rule.default,))
            if rule.kind == "choice":
                assert set(rule.values) <= {str(value) for value in drawn}, (name, rule.name)
            else:
                assert len(set(drawn)) > 1, (name, rule.name)


# Chips


def check_books(state):
    """Check all lines of an evening: chips are whole, sum to zero, and the pool never goes negative."""
    people = state.people()
    accounts = dict.fromkeys((*people, POOL), 0)

    def book(lines, through_pool):
        for line in lines:
            assert type(line.amount) is int and line.amount > 0
            assert line.source != line.target
            assert POOL in (line.source, line.target) or not through_pool
            assert line.rule and say_(line.fact)
            accounts[line.source] -= line.amount
            accounts[line.target] += line.amount
            assert sum(accounts.values()) == 0
            assert accounts[POOL] >= 0

    left = Counter()
    for session in state.sessions:
        scored = session.game.race(session.rules) is not None
        # These belong to the Loo family, but each has its own pool (1, Ending).
        has_own = session.game.id in ("bourre", "bestia", "julepe")
        family = session.game.id if has_own else session.game.family
        if scored:
            takes = Counter()
        elif session.edition >= 2 or has_own:
            takes = Counter({family: left[family]})
        else:
            takes = left.copy() if family == "loo" else Counter()
        assert session.opening_pool == takes.total()
        left -= takes
        waiting = accounts[POOL] - session.opening_pool
        assert waiting == left.total()
        # In Loo all chips go through the pool; in other games people pay one another.
        through_pool = session.game.pool.takes_carried and session.game.id != "julepe"
        book_here = partial(book, through_pool=through_pool)
        for done in session.deals:
            penalties = tuple(line for line in done.lines if line.reason == "penalty")
            before = done.deal.stakes + done.deal.bought
            book(penalties, through_pool=False)
            book_here(before)
            assert done.lines == penalties + before + done.settlement.lines
            if scored:
                assert done.lines == () and done.settlement.pool is done.settlement.carried is None
                assert all(type(score) is int for score in done.scores.values())
                continue
            assert accounts[POOL] == waiting + done.settlement.pool + done.settlement.late
            book_here(done.settlement.lines)
            assert accounts[POOL] == waiting + done.settlement.carried
        book(session.penalties, through_pool=False)
        book_here(session.open_lines()[len(session.penalties) :])
        book_here(session.ending)
        left[family] += accounts[POOL] - waiting
    book(state.left_over, through_pool=True)
    balances = state.balances()
    assert balances == {player: accounts[player] for player in people}
    assert all(type(balance) is int for balance in balances.values())
    last = state.session
    on_table = state.pool if last is None or last.ended else state.pool + last.accounts()[POOL]
    assert on_table == accounts[POOL]


@given(SEEDS, LENGTHS)
@examples(100)
def test_every_chip_is_accounted_for_after_every_line(seed, steps):
    for evening, _ in walk(Random(seed), steps):
        check_books(evening.state)


@given(SEEDS, LENGTHS)
@examples(60)
def test_the_tricks_of_a_settled_deal_are_all_accounted_for(seed, steps):
    evening, _ = walked(Random(seed), steps)
    for session in evening.state.sessions:
        for done in session.deals:
            assert {line.rule for line in done.lines} <= page(session)
            assert {point.rule for point in done.settlement.points} <= page(session)
            if hasattr(done.deal, "contract"):
                check_tricks_of_a_contract(done, session.game.id, HANDS[session.game.id])
            elif session.game.tricks:
                check_tricks(done, session.rules, session.game.tricks)
            else:
                assert done.settlement.tricks == {}


def check_tricks(done, rules, hand):
    """Check that the players who are in take all tricks (docs/rules.md 1)."""
    tricks = done.settlement.tricks
    settled_early = done.deal.revokes and rules.revoke == "divide"
    if not done.deal.shown and done.deal.sole is None and not settled_early:
        assert sum(tricks.values()) == hand
    if done.deal.shown:
        assert set(tricks.values()) == {0}
        assert set(done.settlement.looed) <= set(done.deal.setup.players)
    else:
        assert set(done.settlement.looed) <= set(tricks)


def check_tricks_of_a_contract(done, game, hand):
    """Check the tricks of a contract, which may end early (docs/rules.md 6)."""
    tricks, declarer = done.settlement.tricks, done.deal.declarer
    assert done.settlement.looed == ()
    assert set(tricks) in (set(), {declarer}, set(done.deal.setup.players))
    assert sum(tricks.values()) <= hand
    counts = done.deal.setup.rules.revoke == "contract" and done.revokers()
    if tricks and not counts:
        needed, _, _ = CONTRACTS[game][done.deal.contract.id]
        taken, left = tricks[declarer], hand - sum(tricks.values()) if len(tricks) > 1 else 0
        made = taken >= needed if needed else taken == left == 0
        lost = taken + left < needed if needed else taken > 0
        assert made is not lost


# Options are exactly the accepted entries


NO_PIECES = ("6", "0", "7-1", "99", "", "6–3", " 6-3", "JK", "S", "1S", "as")


def some_entry(rng, state):
    """Draw any entry, plausible or not."""
    if rng.random() < 0.5:
        options = state.options()
        if options:
            return bent(rng, rng.choice(options))
    session = state.session
    names = [*(session.seated() if session else ()), "Zed", "pool", "", "ann"]
    player = rng.choice(names)
    piece = rng.choice([*spellings(rng.choice(PIECES)), *spellings(rng.choice(PIECES)), *NO_PIECES])
    shown = rng.choice((None, piece))
    suit = rng.choice((None, None, "6", "3", "0", 0, 4, 7, "H", "C", "x", piece))
    stands = rng.choice((None, None, "revoke", "let-stand", "correct", ""))
    number = rng.choice((None, 1, 2, 5, 6, 0, -1))
    count = rng.choice((0, 0, 1, 3, 5, 6, -1))
    flush = tuple(rng.sample(CARDS, rng.choice((4, 5, 6))))
    deal = session.deal if session else None
    if may_show_flush(deal):
        flush = getattr(random_flush(rng, deal), "pieces", flush)
        if rng.random() < 0.3:
            flush = (*flush[:4], piece)
    choice = rng.choice(("play", "miss", "drop", "for-the-pool", "defend", ""))
    if session and rng.random() < 0.7:
        choice = rng.choice(["", *sorted(session.game.recording.choices)])
    counts = {rng.choice(names): rng.choice((0, 1, 2, 3, 5, -1, 6)) for _ in range(3)}
    return rng.choice(
        (
            TurnedUp(piece),
            Declared(player, choice, rng.random() < 0.3, shown if rng.random() < 0.3 else None),
            Declared(player, choice, draws=count),
            Exchanged(player, count),
            RestDeclared(rng.choice((choice, "drop", "pass"))),
            RestDeclared(rng.choice(("drop", "pass")), {player: choice}),
            FlushShown(player, flush),
            PamShown(player, rng.choice(((), (), ("JC",), ("JS",), ("JC", "JC"), (piece,)))),
            Played(player, piece, suit, stands, rng.random() < 0.2),
            Revoked(player, number),
            TrickWon(player),
            TricksTaken(counts),
            TricksTaken(dict.fromkeys([player], rng.choice((0, 2, 5, 7, 8, -1)))),
            TricksTaken(rng.choice((None, {}, counts)), rng.random() < 0.5),
            TricksTaken(counts, rng.choice((None, None, True)), {player: choice}),
            random_whole_deal(rng, deal) if isinstance(deal, LooDeal) else Settled(),
            Peeped(player),
            Settled(),
            Misdealt(rng.choice((None, "a tile fell"))),
            SatOut(player),
            SatIn(player),
            Left(player),
            DepthChanged(rng.choice(("plays", "tricks", "result", "deep"))),
            GameEnded(),
            EveningClosed(),
            EveningClosed(rng.choice(("divide", "stay"))),
        )
    )


def bent(rng, entry):
    """Return an option with another spelling, or with one field changed."""
    changes = {}
    if hasattr(entry, "piece") and read(entry.piece):
        changes["piece"] = rng.choice(spellings(read(entry.piece)))
    if isinstance(entry, Played):
        changes |= rng.choice(
            (
                {},
                {"suit": None},
                {"suit": "3"},
                {"suit": 6},
                {"stands": "revoke"},
                {"stands": None},
                {"piece": rng.choice(spellings(rng.choice(PIECES)))},
                {"player": "Bob"},
                {"civil": not entry.civil},
            )
        )
    if isinstance(entry, Declared):
        changes = rng.choice(
            (
                {}, {"takes_turn_up": True}, {"takes_turn_up": False}, {"choice": "drop"},
                {"choice": "miss"}, {"choice": "general"}, {"choice": "for-the-pool"},
                {"choice": "nap"}, {"choice": "misery"},
                {"discards": rng.choice(spellings(rng.choice(PIECES)))},
                {"draws": rng.choice((0, 1, 3, 5, 6, -1))}, {"player": "Ann"},
            )
        )  # fmt: skip
    if isinstance(entry, TricksTaken):
        taken = {player: number for player, number in (entry.tricks or {}).items() if number}
        changes = rng.choice(
            (
                {}, {"tricks": taken}, {"tricks": {**taken, "Ann": 0}}, {"tricks": {"Ann": 5}},
                {"made": True},
            )
        )  # fmt: skip
    if isinstance(entry, Misdealt):
        changes = {"reason": "a tile fell"}
    if isinstance(entry, PamShown):
        changes = rng.choice(({}, {"pieces": ("JC",)}, {"pieces": ("JS",)}, {"player": "Cat"}))
    if isinstance(entry, Exchanged):
        changes = rng.choice(({}, {"count": rng.randint(-1, 6)}, {"player": "Cat"}))
    if isinstance(entry, Revoked):
        changes = rng.choice(({}, {"trick": rng.randint(0, 6)}, {"player": "Cat"}))
    return replace(entry, **changes)


def pam_of(deal):
    return getattr(deal.setup.rules, "pam", "none")


def can_be_laid(said, deal):
    """Return whether a flush is valid and allowed, and its cards are not seen elsewhere."""
    if said.player not in may_show_flush(deal):
        return False
    cards, pam = [read(spelling) for spelling in said.pieces], pam_of(deal)
    if not (set(cards) <= set(CARDS) and is_a_flush(cards, pam, 5)):
        return False
    shown_by = deal.showing.pam if deal.showing else None
    if shown_by is not None and (pam in cards) is not (said.player == shown_by):
        return False
    return not set(cards) & lying_open(deal)


def is_offered(entry, state, offered):
    """Return whether an entry is an option, or cannot be listed as one.

    Flushes and whole deals in one entry cannot be listed; an exchange is not where nothing depends on it.
    """
    if isinstance(entry, FlushShown):
        assert not any(isinstance(option, FlushShown) for option in offered)
        return can_be_laid(entry, state.session.deal if state.session else None)
    if isinstance(entry, TricksTaken) and entry.declared is not None:
        deal = state.session.deal if state.session else None
        return entry.tricks is not None and one_by_one(deal, entry) is not None
    if isinstance(entry, RestDeclared):
        return can_be_said_of_the_rest(entry, state)
    said = plainly(entry, state)
    return said in offered or said in unasked_exchanges(state.session and state.session.deal)


def can_be_said_of_the_rest(entry, state):
    """Return whether the remaining declarations can be entered one by one, in turn."""
    session = state.session
    others, told = dict(entry.except_), 0
    if session is None or entry.choice != session.game.recording.gives_up:
        return False
    while (deal := state.session.deal) and deal.phase is Phase.DECLARING:
        player = deal.turn
        said = Declared(player, others.get(player, entry.choice))
        if said not in state.options():
            if player in others or not told:
                return False
            break
        others.pop(player, None)
        state, told = state.enter(said), told + 1
    return told > 0 and not others


def plainly(entry, state):
    """Return the entry in the form in which options list it."""
    deal = state.session.deal if state.session else None
    if deal and deal.phase is Phase.EXCHANGING and deal.exchanging.can_skip:
        deal = deal.exchanges_closed()  # as the entry does
    piece = read(getattr(entry, "piece", None))
    if piece:
        entry = replace(entry, piece=piece)
    if isinstance(entry, Misdealt):
        return Misdealt()
    if isinstance(entry, EveningClosed):
        chips_wait = EveningClosed("stay") in state.options()
        return EveningClosed(entry.left_over or "stay") if chips_wait else EveningClosed()
    if isinstance(entry, PamShown) and deal and entry.pieces == (pam_of(deal),):
        return PamShown(entry.player)
    if isinstance(entry, Declared) and read(entry.discards):
        return replace(entry, discards=read(entry.discards))
    if isinstance(entry, Played):
        suit = None if entry.suit is None else str(entry.suit)
        play = view(deal).play if deal and deal.phase is Phase.PLAYING else None
        leads = play and play.tricks
        if suit is None and piece and leads and leads[-1].suit is None:
            # The default is trumps, or the higher end of a tile, or the suit of a card.
            special = str(deal.pack.special or "none")
            trump = (deal.trump or "none") in piece or piece == special
            suit = deal.trump if trump else piece[1] if piece in CARDS else piece[0]
        return replace(entry, suit=suit)
    if isinstance(entry, TricksTaken) and getattr(deal, "play", None):
        if entry.made is not None:
            return replace(entry, tricks=entry.tricks or None)
        if set(entry.tricks) == {getattr(deal, "declarer", None)}:
            return entry
        return TricksTaken({**dict.fromkeys(deal.play.players, 0), **entry.tricks})
    return entry


def page(session):
    """Return the ids of the rules on the page of a game."""
    return {text.id for text in rules_page(session.game, session.rules, "").rules}


@given(SEEDS, LENGTHS)
@examples(100)
def test_options_are_exactly_the_accepted_entries(seed, steps):
    """The engine accepts exactly the entries that the screen offers."""
    rng = Random(seed)
    for evening, _ in walk(rng, steps):
        state = evening.state
        if rng.random() < 0.3:
            offered = state.options()
            assert len(set(map(repr, offered))) == len(offered)
            deal = state.session.deal if state.session else None
            for option in rng.sample(offered, min(len(offered), 20)):
                state.enter(option)
            for taken in unasked_exchanges(deal)[-20:]:
                state.enter(taken)
            for _ in range(12):
                entry = some_entry(rng, state)
                try:
                    state.enter(entry)
                except EntryError as refusal:
                    assert not is_offered(entry, state, offered), (entry, say_(refusal.fact))
                    assert refusal.rule and say_(refusal.fact).endswith((".", "?"))
                else:
                    assert is_offered(entry, state, offered), entry


@given(SEEDS)
@examples(25)
def test_questions_agree_with_options(seed):
    for evening, _ in walk(Random(seed), 60):
        deal = evening.state.session.deal
        if deal is None or not evening.state.between_deals:
            assert evening.state.closed or deal is None or deal.options()
        if deal is not None:
            question, rows = deal.question(), view(deal).rows()
            assert say_(question)
            assert [row.player for row in rows] == list(deal.setup.players)
            assert [row.player for row in rows if row.on_turn] == (
                [question.player] if question.player else []
            )
            if question.player:
                assert deal.turn == question.player


# The fold


@given(SEEDS, LENGTHS)
@examples(50)
def test_folding_again_gives_the_same_evening(seed, steps):
    evening, said = walked(Random(seed), steps)
    again, problems = replay(said)
    assert problems == ()
    assert again == evening


@given(SEEDS, LENGTHS)
@examples(50)
def test_records_round_trip(seed, steps):
    """Export and import do not change the state."""
    evening, said = walked(Random(seed), steps)
    data = record_of(said)
    again, problems = replay(loads(data).entries)
    assert again.state == evening.state
    assert dumps(loads(data)) == data
    assert loads(data).seal == shown(seal_of(map(encode, said)))
    assert json.dumps(report(again, problems, say_)) == json.dumps(report(evening, (), say_))


def anew(evening):
    """Return the state after the entries in force, folded from the start."""
    fresh = State()
    for said in evening.entries:
        fresh = fresh.enter(said.entry, again=True)
    return fresh


@given(SEEDS, LENGTHS)
@examples(60)
def test_undo_returns_the_state_before_any_number_of_times(seed, steps):
    evening, _ = walked(Random(seed), steps)
    states = [Evening().state]
    for said in evening.entries:
        states.append(states[-1].enter(said.entry))
    while evening.undoable:
        assert states.pop() == evening.state
        evening = evening.enter(Undone(evening.undoable))
    assert evening.state == states.pop()
    assert states == []


def amended_at_random(rng, evening):
    """Return the evening with a random entry amended, or unchanged if the amendment is refused."""
    said = rng.choice(evening.entries)
    before = evening.before(said.number)
    options = [option for option in before.options() if type(option) is type(said.entry)]
    by = rng.choice(options) if options else said.entry
    try:
        return evening.enter(Amended(said.number, by))
    except EntryError:
        return evening


@given(SEEDS, LENGTHS)
@examples(60)
def test_amendments_and_undo_equal_the_entries_in_force(seed, steps):
    """After any corrections, the state is that of the entries in force."""
    rng = Random(seed)
    evening, _ = walked(rng, steps)
    trail = [evening]
    for _ in range(6):
        move = rng.random()
        if move < 0.6:
            after = amended_at_random(rng, evening)
        else:
            after = next((one for one, _ in walk(rng, 1, evening)), evening)
        if after is not evening:
            assert after.state == anew(after)
            assert len({said.number for said in after.entries}) == len(after.entries)
            trail.append(after)
            evening = after
    while len(trail) > 1:
        undone = trail.pop()
        evening = evening.enter(Undone(undone.length))
        assert evening.state == trail[-1].state
        assert evening.entries == trail[-1].entries
        assert evening.amendments == trail[-1].amendments


@given(SEEDS, LENGTHS)
@examples(50)
def test_a_renamed_player_has_the_new_name_in_the_whole_evening(seed, steps):
    rng = Random(seed)
    evening, said = walked(rng, steps)
    if not evening.state.people():
        return
    name = rng.choice(evening.state.people())
    renamed = evening.enter(PlayerRenamed(name, "Zoltán"))
    as_typed_right = [
        decode(encode(one).replace(f'"{name}"'.encode(), '"Zoltán"'.encode())) for one in said
    ]
    assert renamed.state == replay(as_typed_right)[0].state
    assert replay([*said, PlayerRenamed(name, "Zoltán")])[0] == renamed
    # The evening goes on with the new name; undoing it all restores the old one.
    after, more = walked(rng, 6, renamed)
    assert replay([*as_typed_right, *more])[0].state == after.state
    while after.length > renamed.length and after.undoable > renamed.length:
        after = after.enter(Undone(after.undoable))
    assert after.enter(Undone(renamed.length)).state == evening.state


@given(SEEDS, LENGTHS)
@examples(50)
def test_an_entry_amended_by_itself_changes_nothing(seed, steps):
    rng = Random(seed)
    evening, _ = walked(rng, steps)
    said = rng.choice(evening.entries)
    after = evening.enter(Amended(said.number, said.entry))
    assert after.state == evening.state
    assert [one.entry for one in after.entries] == [one.entry for one in evening.entries]
    assert after.enter(Undone(after.length)).state == evening.state


# Misdeal


@given(SEEDS, LENGTHS)
@examples(80)
def test_a_misdeal_keeps_dealer_number_and_stakes(seed, steps):
    rng = Random(seed)
    for evening, _ in walk(rng, steps):
        if evening.state.between_deals:
            continue
        before = evening.state.session
        after = evening.enter(Misdealt()).state
        session = after.session
        assert session.number == before.number
        # The new deal also plays for penalties that went into the pool.
        penalties = into_pool(session.penalties)
        late = session.pool + penalties - before.deal.setup.carried
        apart = penalties if session.rules.stakes_by == "settled" else 0
        only_remainder = before.deal.setup.only_remainder and (bool(apart) or not late)
        assert session.deal.setup == replace(
            before.deal.setup,
            carried=before.deal.setup.carried + late,
            penalized=apart,
            only_remainder=only_remainder,
        )
        # Purchases are paid back.
        paid_back = {line.source: line.amount for line in before.deal.bought}
        pool = before.accounts()[POOL] - sum(paid_back.values())
        accounts = {
            player: chips + paid_back.get(player, 0) for player, chips in before.accounts().items()
        }
        assert session.accounts() == {**accounts, POOL: pool}
        assert session.deals == before.deals and session.scores == before.scores
        assert after.between_deals
        for option in session.deal.options()[: 0 if late else 1]:
            assert after.enter(option).session.accounts() == session.accounts()


def into_pool(lines):
    return sum(line.amount for line in lines if line.target == POOL)


# Revokes


TABLES = {id: of_game(id).TABLE for id, game in GAMES.items() if game.tricks}
"""For each game with tricks, the class that deals hands and implements the law."""


def deals_played(rng, cheat):
    # Deal Pam often, because the rules about Pam rarely apply.
    games = (*TABLES, *["five-card-loo"] * 3)
    evening = Evening().enter(random_game(rng, games, depth="plays"))
    kind = TABLES[evening.state.session.game.id]
    for _ in range(3):
        if evening.state.session.winner is not None:
            break
        table = kind(rng, evening, cheat)
        played = table.play_deal()
        evening = table.evening
        if played:
            yield table
        evening = evening.enter(Settled())


@given(SEEDS)
@examples(200)
def test_lawful_plays_are_never_accused(seed):
    for table in deals_played(Random(seed), cheat=0.0):
        assert table.unlawful() == set()
        assert table.deal.revokes == ()
        assert list(table.deal.play.trick_winners) == table.winners
        assert table.deal.settlement().unchecked == 0


@given(SEEDS, st.sampled_from((0.1, 0.4, 1.0)))
@examples(300)
def test_exactly_the_revokes_of_a_complete_deal_are_found(seed, cheat):
    """docs/rules.md 1: "At the end ... every obligation has been checked exactly".

    `tests.dealing` and `tests.card_table` check that each proof is correct and comes as early as
    possible.
    """
    for table in deals_played(Random(seed), cheat):
        assert set(table.answered) == table.unlawful()
        found = {(r.player, r.trick): r.ruling for r in table.deal.revokes}
        assert found == table.answered
        assert len(found) == len(table.deal.revokes)
        assert list(table.deal.play.trick_winners) == table.winners
        settlement = table.deal.settlement()
        rules = table.deal.setup.rules
        if "revoke" in found.values() and rules.revoke == "divide":
            assert settlement.looed == ()


# Contracts, with dealt hands


@given(SEEDS, st.sampled_from((0.0, 0.3)))
@examples(200)
def test_contracts_are_settled_by_the_rulebook(seed, cheat):
    """docs/rules.md 6: `tests.nap_table` computes the payments independently, at every depth."""
    rng = Random(seed)
    game = random_game(rng, tuple(HANDS))
    # Every optional contract is allowed in half of the games.
    every = {name: True for name in HOUSE_RULES[game.game] if name in OPTIONAL}
    rules = rng.choice(({}, every))
    evening = Evening().enter(replace(game, house_rules={**game.house_rules, **rules}))
    for _ in range(4):
        table = NapTable(rng, evening, cheat, early=rng.choice((0.0, 0.5, 1.0)))
        table.play_deal()
        evening = table.evening.enter(Settled())
        done = evening.state.session.deals[-1]
        paid = [(line.source, line.target, line.amount, line.reason) for line in done.lines]
        assert paid == table.payments()
        assert {*done.chips()} <= {*table.players, POOL}
        pool = table.carried + sum(cards for _, cards in table.bought)
        taken = sum(chips for source, _, chips, _ in paid if source == POOL)
        assert (done.settlement.pool, done.settlement.carried) == (pool, pool - taken)
        assert evening.state.session.pool == pool - taken
        if done.settlement.tricks and table.depth != "result":
            ring = table.players.index(table.declarer)
            order = table.players[ring:] + table.players[:ring]
            assert done.settlement.tricks == {p: table.winners.count(p) for p in order}
            assert tuple(done.settlement.tricks) == order
        if rng.random() < 0.2:
            depth = rng.choice([one for one in DEPTHS if one != evening.state.session.depth])
            evening = evening.enter(DepthChanged(depth))
