"""The golden evenings: worked out by hand from the rulebook, and replayed to the last chip.

``tests/records/README.md`` shows the working.
"""

import json
from itertools import chain

import pytest

from companion.evening.record import Record, dumps, loads
from companion.evening.replay import replay, report
from companion.evening.seal import shown
from companion.games import GAMES
from companion.store import EveningRepository, open_log
from companion.wording import say as say_
from tests.goldens import GOLDENS, TESTS, expected, replay_of

NAMES = list(GOLDENS)


LINE = ("from", "to", "amount", "reason")


def record(name):
    return json.loads(GOLDENS[name].read_bytes())


def comparable(found, golden):
    """Return a report without the fields that golden files leave open."""
    for game in found["games"]:
        for added in {"edition", "open_lines", "open_points", "ending", "winners"} & game.keys():
            del game[added]
        for deal in game["deals"]:
            deal.pop("points", None)
            deal["lines"] = [{key: line[key] for key in LINE} for line in deal["lines"]]
    if not all("message" in problem for problem in golden["problems"]):
        brief = [{key: p[key] for key in ("entry", "code")} for p in found["problems"]]
        return {**found, "problems": brief}
    return found


def sums_of(lines, players):
    """Return the chips of each player by these lines."""
    return {
        name: sum(one["amount"] for one in lines if one["to"] == name)
        - sum(one["amount"] for one in lines if one["from"] == name)
        for name in players
    }


def in_order(value):
    """Return JSON with its keys in the order of the report."""
    return json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize("name", NAMES)
def test_each_entry_in_force_belongs_to_its_deal(name):
    evening, _ = replay(loads(GOLDENS[name].read_bytes()).entries)
    deals = [evening.deal_of(one.number) for one in evening.entries]
    assert deals == sorted(deals)
    for deal in set(deals):
        found = [one for one in evening.entries if evening.deal_of(one.number) == deal]
        assert list(evening.entries_of(deal)) == found


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_evening_replays_as_worked_out_by_hand(name):
    golden = expected(name)
    found = report(*replay(loads(GOLDENS[name].read_bytes()).entries), say_)
    for game in found["games"]:
        booked = chain(*(deal["lines"] for deal in game["deals"]))
        lines = [*booked, *game.get("open_lines", ()), *game.get("ending", ())]
        assert sums_of(lines, game["balances"]) == game["balances"]
    assert comparable(found, golden) == golden
    tricks = [deal["tricks"] for game in found["games"] for deal in game["deals"]]
    wanted = [deal["tricks"] for game in golden["games"] for deal in game["deals"]]
    assert in_order(tricks) == in_order(wanted)


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_evening_is_the_same_after_import_and_export(name, tmp_path):
    before = loads(GOLDENS[name].read_bytes())
    found, problems = replay(before.entries)
    if problems:
        # Records with refused entries cannot be imported, but the file itself round-trips.
        assert report(*replay(loads(dumps(before)).entries), say_) == report(found, problems, say_)
        return
    log = open_log(tmp_path)
    info = log.open_evening(before.name, before.entries, "import", opened_at=before.opened_at)
    exported = dumps(Record(info.name, info.opened_at, tuple(log.read(info.id))))
    assert loads(exported).entries == before.entries
    assert loads(exported).seal == shown(log.seal(info.id, len(before.entries)))
    assert EveningRepository(log).evening(info.id) == found
    assert report(*replay(loads(exported).entries), say_) == report(found, (), say_)
    log.close()


def test_every_record_has_a_replay_and_vice_versa():
    replays = set(TESTS.glob("records/*.replay.json")) | set(
        TESTS.glob("games/*/records/*.replay.json")
    )
    assert {replay_of(name) for name in NAMES} == replays


# Every way in which a deal or a game can end has a golden evening


# House rules of the presets of card Loo that change how a deal ends (docs/rules.md 5.1 to 5.3).
_CLASSIC = {"loo": "pool", "lone": "enter-or-pool", "forced": "never", "flush": "none"}
_CHITS = {"loo": "fixed", "lone": "claimer-sweeps", "forced": "never", "flush": "none"}
CARDS = {
    "three-card-loo": {
        "classic": _CLASSIC,
        "defence": {**_CLASSIC, "loo": "fixed", "lone": "enter-or-defend"},
        "chits": _CHITS,
        "unlimited": {**_CHITS, "loo": "pool", "forced": "single-pool"},
    },
    "five-card-loo": {
        "classic": {**_CLASSIC, "flush": "trump-first"},
        "modern": {**_CHITS, "lone": "free", "flush": "mouche-first"},
        "chits": {**_CHITS, "lone": "free", "flush": "trump-first"},
    },
    "irish-loo": {"classic": {**_CLASSIC, "loo": "capped", "forced": "club-law"}},
}
SCORED = {"domino-rounce": "rounce", "rams": "rams"}
"""Games that count down to zero, with the prefix of their endings."""
NAPS = {"napoleon": "nap ", "seven-card-napoleon": "nap7 "}


def defaults(start):
    """Return the house rules of a game, with the defaults of the rulebook."""
    game = start["game"]
    two = len(start["seats"]) == 2
    scoring = "points" if game == "domino-loo" and two else "chips"
    rules = {
        "scoring": SCORED.get(game, scoring),
        "counters": 5,
        "loo": "pool",
        "remainder": "carry",
        "revoke": "note" if game in NAPS else "bourre" if game == "bourre" else "divide",
        "ending": "divide",
        **CARDS.get(game, {}).get(start.get("preset", "classic"), {}),
    }
    chosen = {k: v for k, v in start.get("house_rules", {}).items() if v is not None}
    return {**rules, **chosen, "tricks": GAMES[game].tricks}


def kind_of(start):
    """Return the prefix of the endings of a game."""
    if start["game"] == "coon-can":
        return "coon "
    if start["game"] == "bourre":
        return "bourre "
    if start["game"] == "rams":
        return "rams "
    return "cards " if start["game"] in CARDS else NAPS.get(start["game"], "")


def standing(entries, problems):
    """Return the entries in force."""
    refused = {problem["entry"] for problem in problems}
    stands, amendments = {}, []
    for number, entry in enumerate(entries, 1):
        if number in refused:
            continue
        if entry["kind"] == "undone":
            gone = entry["entry"]
            if amendments and amendments[-1][0] == gone:
                _, target, was = amendments.pop()
                stands[target] = was
            else:
                del stands[gone]
        elif entry["kind"] == "amended":
            amendments.append((number, entry["entry"], stands[entry["entry"]]))
            # None keeps the place of a removed entry, because a later correction may fill it again.
            stands[entry["entry"]] = entry.get("by")
        else:
            stands[number] = entry
    in_order = []
    for number, entry in stands.items():
        for other in stands.values():
            if other and other["kind"] == "inserted" and other["before"] == number:
                in_order += other["entries"]
        if entry is not None and entry["kind"] != "inserted":
            in_order.append(entry)
    return in_order


def told_by_deal(entries):
    """Return for each game its start and the entries of each settled deal."""
    games, deal = [], []
    for entry in entries:
        if entry["kind"] == "game-started":
            games.append((entry, []))
            deal = []
        elif entry["kind"] == "misdealt":
            deal = []
        elif entry["kind"] == "settled":
            games[-1][1].append(deal)
            deal = []
        else:
            deal.append(entry)
    return games


def ways_of(name):
    """Return the kinds of endings that a golden evening shows."""
    golden = expected(name)
    entries = standing(record(name)["entries"], golden["problems"])
    found = {entry["kind"] for entry in entries if entry["kind"] in ("misdealt", "evening-closed")}
    for (start, told), game in zip(told_by_deal(entries), golden["games"], strict=True):
        assert len(told) == len(game["deals"])
        rules = defaults(start)
        if start["game"] == "coon-can":
            ways = ways_of_hands(told, game["deals"])
            found |= {kind_of(start) + way for way in ways}
            continue
        if start["game"] in NAPS:
            ways = ways_of_contracts(told, game["deals"], rules)
            found |= {kind_of(start) + way for way in ways}
            continue
        if start["game"] == "bourre":
            for said, deal in zip(told, game["deals"], strict=True):
                found |= {f"bourre {way}" for way in ways_of_pot(said, deal, rules)}
            continue
        ways = ways_of_game(start, told, game, rules)
        before = None
        for said, deal in zip(told, game["deals"], strict=True):
            ways |= ways_of_deal(said, deal, rules) | ways_of_forcing(said, deal, before, rules)
            before = (said, deal)
        if start.get("preset") == "unlimited":
            ways |= ways_of_growth(game["deals"])
        found |= {kind_of(start) + way for way in ways}
    return found | ways_of_endings(entries, golden)


def choices(said):
    return {entry["player"]: entry["choice"] for entry in said if entry["kind"] == "declared"}


def ways_of_hands(told, deals):
    found = set()
    for said, deal in zip(told, deals, strict=True):
        kinds = [entry["kind"] for entry in said]
        (left,) = (entry for entry in said if entry["kind"] == "hands-left")
        depth = "plays" if "drew" in kinds else "result"
        if left["winner"] is None:
            found.add(f"{depth}, dead hand")
            assert {line["to"] for line in deal["lines"]} == {"pool"}
            continue
        found.add(f"{depth}, won")
        if depth == "plays":
            last = kinds[kinds.index("hands-left") - 1]
            found.add("out with a discard" if last == "discarded" else "out without a discard")
        if "pool-taken" in {line["reason"] for line in deal["lines"]}:
            found.add("pool of a dead hand taken")
        if any(isinstance(hand, int) for hand in left["hands"].values()):
            found.add("pips")
        if any(isinstance(hand, list) for hand in left["hands"].values()):
            found.add("cards")
        found |= {kind for kind in kinds if kind in ("laid-off", "joker-moved")}
        if len(left["hands"]) == 7:
            found.add("eight players")
    return found


def ways_of_contracts(told, deals, rules):
    found = set()
    for said, deal in zip(told, deals, strict=True):
        found |= ways_of_contract(said, deal, rules)
    # The pool of purchases grows over two deals and is won in the third.
    for three in zip(deals, deals[1:], deals[2:], strict=False):
        reasons = [{line["reason"] for line in deal["lines"]} for deal in three]
        grows = 0 < three[0]["carried"] < three[1]["carried"] < three[2]["pool"]
        if grows and "pool-taken" in reasons[2]:
            found.add("purchase over three deals")
    return found


def ways_of_contract(said, deal, rules):
    kinds = {entry["kind"] for entry in said}
    bids = [(player, choice) for player, choice in choices(said).items() if choice != "pass"]
    if not bids:
        assert deal["tricks"] == {} and {line["reason"] for line in deal["lines"]} <= {"purchase"}
        return {"all pass"}
    declarer, contract = bids[-1]
    found = {"peeped"} & kinds
    reasons = {line["reason"]: line for line in deal["lines"]}
    if "revoke" in reasons:
        own = reasons["revoke"]["from"] == declarer
        found.add(f"revoke of {'the declarer' if own else 'another'} paid")
    else:
        made = reasons["contract"]["to"] == declarer
        found.add(f"{contract} {'made' if made else 'lost'}")
        if contract == "misery" and "played" in kinds:
            trumps = "with" if rules.get("misery_trumps") else "without"
            found.add(f"misery {trumps} trumps {'made' if made else 'lost'}")
    if deal["pool"] and contract in ("nap", "wellington", "blucher", "misery", "six", "seven"):
        found.add(f"pool {'taken by' if 'pool-taken' in reasons else 'left at'} {contract}")
    for revoke in deal["revokes"]:
        answer = rules["revoke"] if revoke["stands"] == "revoke" else "let-stand"
        found.add(f"revoke {answer}")
        found.add("revoke proven" if revoke["proof"] else "revoke seen")
    taken = deal["tricks"]
    if "tricks-taken" in kinds:
        found.add(f"result, {('made or not', 'one', 'all')[min(len(taken), 2)]}")
    elif sum(taken.values()) < rules["tricks"]:
        found.add("settled at once")
    found.add("depth " + ("plays" if "played" in kinds else
                          "tricks" if "trick-won" in kinds else "result"))  # fmt: skip
    return found


def ways_of_flush(said, deal, rules):
    suits = {
        entry["player"]: {piece[-1] for piece in entry["pieces"] if piece not in ("JC", "JS")}
        for entry in said
        if entry["kind"] == "flush-shown"
    }
    pam = {
        entry["player"]
        for entry in said
        if entry["kind"] == "flush-shown" and {"JC", "JS"} & set(entry["pieces"])
    }
    takers = [line["to"] for line in deal["lines"] if line["reason"] == "pool-taken"]
    found = {"flush left in the pool"} if not takers else set()
    if len(takers) > 1:
        found.add("flush tie")
    for player in takers:
        rank = "trump" if suits[player] == {deal["trump"]} else "plain"
        found.add(f"flush {'mouche' if player in pam else rank}, {rules['flush']}")
    paying = {line["from"] for line in deal["lines"] if line["reason"] == "loo"}
    if any(entry["kind"] == "pam-shown" and entry["player"] not in paying for entry in said):
        found.add("flush, spared by Pam")
    if any(choice == "drop" and player in paying for player, choice in choices(said).items()):
        found.add("flush looes who dropped")
    return found


def ways_of_forcing(said, deal, before, rules):
    declared = choices(said)
    others = [choice for player, choice in declared.items() if player != deal["dealer"]]
    playing = [choice for choice in others if choice != "drop"]
    found = set()
    bound = rules.get("lone") == "enter-or-pool" or (
        rules.get("lone") == "enter-or-defend" and playing != ["miss"]
    )
    if bound and len(playing) == 1 and declared.get(deal["dealer"]) in ("play", "miss"):
        found.add("forced dealer")
    if "drop" in declared.values() or not declared:
        return found
    if rules.get("forced") == "club-law" and deal["trump"] == "C":
        found.add("club-law")
    if rules.get("forced") == "single-pool":
        paid_in = before and any(
            line["to"] == "pool" and line["reason"] != "stake" for line in before[1]["lines"]
        )
        left = before and {"for-the-pool", "defend"} & set(choices(before[0]).values())
        if not paid_in and not left:
            found.add("single-pool")
    return found


def ways_of_growth(deals):
    for place in range(len(deals) - 3):
        four = deals[place : place + 4]
        pools = [deal["pool"] for deal in four]
        if pools == sorted(set(pools)) and all(deal["looed"] for deal in four[:3]):
            return {"growth over four deals"}
    return set()


def ways_of_deal(said, deal, rules):
    found = set()
    score = deal["pool"] is None
    kinds = {entry["kind"] for entry in said}
    declared = choices(said)
    if "flush-shown" in kinds:
        return ways_of_flush(said, deal, rules)
    if not deal["tricks"]:
        return {"all-dropped in a game for scores" if score else "all-dropped"}
    if len(deal["tricks"]) == 1:
        if deal["dealer"] not in declared:
            return {"claimer-sweeps"}
        return {"sole-player in a game for scores" if score else "sole-player"}
    found |= {"for-the-pool", "defend"} & set(declared.values())
    for revoke in deal["revokes"]:
        answer = rules["revoke"] if revoke["stands"] == "revoke" else "let-stand"
        found.add(f"revoke {answer}")
        found.add("revoke proven" if revoke["proof"] else "revoke seen")
    settled_at_once = sum(deal["tricks"].values()) < rules["tricks"]
    if settled_at_once:
        found.add("settled at once")
    if any(revoke["stands"] == "revoke" for revoke in deal["revokes"]):
        if score:
            found.add(f"revoke {rules['revoke']} in a game for scores")
        return found
    if rules["scoring"] == "rounce":
        found.add("rounced" if deal["looed"] else "nobody rounced")
        return found
    if rules["scoring"] == "rams":
        found.add("rammed" if deal["looed"] else "nobody rammed")
        if general := general_of(said):
            made = deal["tricks"][general] == rules["tricks"]
            found.add("general made" if made else "general failed")
        found.add("depth " + ("plays" if "played" in kinds else
                              "tricks" if "trick-won" in kinds else "result"))  # fmt: skip
        return found
    found.add("looed" if deal["looed"] else "nobody looed")
    if score:
        return found
    if deal["looed"]:
        found.add(f"loo {rules['loo']}")
        paid = next(line["amount"] for line in deal["lines"] if line["reason"] == "loo")
        if rules["loo"] == "capped":
            found.add("loo capped at the limit" if paid < deal["pool"] else "loo under the limit")
    if deal["pool"] % rules["tricks"]:
        found.add(f"remainder {rules['remainder']}")
    found.add("depth " + ("plays" if "played" in kinds else
                          "tricks" if "trick-won" in kinds else "result"))  # fmt: skip
    return found


def ways_of_pot(said, deal, rules):
    kinds = {entry["kind"] for entry in said}
    antes = [line for line in deal["lines"] if line["reason"] == "stake"]
    paid = [line["amount"] for line in deal["lines"] if line["reason"] == "loo"]
    taken = [line for line in deal["lines"] if line["reason"] == "pool-taken"]
    found = {"no antes"} if not antes else set()
    if not deal["tricks"]:
        return found | {"all-dropped"}
    if len(deal["tricks"]) == 1:
        return found | {"sole-player"}
    found.add("depth " + ("plays" if "played" in kinds else
                          "tricks" if "trick-won" in kinds else "result"))  # fmt: skip
    for revoke in deal["revokes"]:
        counts = revoke["stands"] == "revoke"
        found.add(f"revoke {rules['revoke'] if counts else 'let-stand'}")
        found.add("revoke proven" if revoke["proof"] else "revoke seen")
    offenders = {r["player"] for r in deal["revokes"] if r["stands"] == "revoke"}
    if offenders and rules["revoke"] == "bourre":
        others = {p: n for p, n in deal["tricks"].items() if n and p not in offenders}
        best = max(others.values(), default=0)
        tied = sum(n == best for n in others.values())
        return found | {
            f"revoke leaves {'a tie' if tied > 1 else 'the pool' if others else 'nothing'}"
        }
    best = max(deal["tricks"].values())
    if sum(number == best for number in deal["tricks"].values()) > 1:
        found.add(f"tie {rules.get('tie', 'carry')}")
        if taken and deal["pool"] % len(taken):
            found.add("tie with odd chips")
    else:
        found.add("most tricks")
    found.add("looed" if deal["looed"] else "nobody looed")
    limit = rules.get("bourre_pays", "pot")
    for amount in paid:
        found.add(f"bourre {limit}" + (" at the limit" if amount < deal["pool"] else ""))
    if deal["looed"] and not paid:
        found.add("bourre for nothing")
    return found


def general_of(said):
    told = next((entry["declared"] for entry in said if entry.get("declared")), {})
    declared = {**choices(said), **told}
    return next((player for player, choice in declared.items() if choice == "general"), None)


def ways_of_game(start, told, game, rules):
    if game["winner"] is None:
        return set()
    down = SCORED.get(start["game"])
    found = {f"{down or 'points'} won"}
    goal_up = rules["scoring"] == "points"

    def there(score):
        return score >= 15 if goal_up else score <= 0

    final = game["scores"][game["winner"]]
    if not goal_up:
        found.add(f"{down} zero" if final == 0 else f"{down} past zero")
    # Several players reached the goal, and a tie-break chose the winner.
    others = [p for p, s in game["scores"].items() if there(s) and p != game["winner"]]
    in_order = {"played", "trick-won"} & {entry["kind"] for entry in told[-1]}
    if others:
        found.add("two at the goal")
        scores = [game["scores"][player] for player in (*others, game["winner"])]
        best = max(scores) if goal_up else min(scores)
        if not in_order:
            found.add("score-tie by totals")
        elif final != best or scores.count(best) > 1:
            # The scores alone do not decide the winner, so the order of the tricks did.
            found.add("score-tie by order")
    # Players had reached the goal before the last deal, but were level.
    if any(there(s) for s in scores_before_last(start, told, game, rules).values()):
        found.add("score-tie level")
    return found


def scores_before_last(start, told, game, rules):
    """Return the scores before the last deal, computed from the replay."""
    up = rules["scoring"] == "points"
    trick, looed = (1, -5) if up else (-1, 5)
    begin = {"points": 0, "rounce": 15}.get(rules["scoring"], rules["counters"])
    alone = 1 if rules["scoring"] == "rams" else looed
    scores = dict.fromkeys(game["scores"], begin)
    for said, deal in zip(told[:-1], game["deals"][:-1], strict=True):
        offenders = {r["player"] for r in deal["revokes"] if r["stands"] == "revoke"}
        divided = offenders and rules["revoke"] == "divide"
        if not deal["tricks"]:
            scores[deal["dealer"]] -= alone
        elif len(deal["tricks"]) == 1:
            scores[next(iter(deal["tricks"]))] -= alone
        elif divided:
            for player in offenders:
                scores[player] += looed
        else:
            for player, number in deal["tricks"].items():
                if player in (*deal["looed"], general_of(said)):
                    scores[player] += looed
                else:
                    scores[player] += trick * number
    return scores


def ways_of_endings(entries, golden):
    found = set()
    starts = [entry for entry in entries if entry["kind"] == "game-started"]
    closed = any(entry["kind"] == "evening-closed" for entry in entries)
    last_ended = closed or any(
        entry["kind"] == "game-ended" for entry in entries[entries.index(starts[-1]) :]
    )
    for place, (start, game) in enumerate(zip(starts, golden["games"], strict=True)):
        ended = place < len(starts) - 1 or last_ended
        left = game["deals"][-1]["carried"] if game["deals"] else 0
        if ended and game["pool"] is not None and left:
            rules = defaults(start)
            found.add(f"{kind_of(start)}ending {rules['ending']}")
            assert game["pool"] == (left if rules["ending"] == "carry" else 0)
    return found


def wanted(kind, ways):
    return {kind + way for way in " ".join(ways.split()).split("; ")}


WANTED = {
    *wanted("", """
        all-dropped; all-dropped in a game for scores; depth plays; depth result;
        depth tricks; ending carry; ending divide; evening-closed; for-the-pool;
        loo capped at the limit; loo fixed; loo pool; loo under the limit; looed; misdealt;
        nobody looed; nobody rounced; points won; remainder carry; remainder eldest-first;
        remainder last-trick; revoke divide; revoke divide in a game for scores;
        revoke let-stand; revoke loo; revoke loo in a game for scores; revoke note;
        revoke proven; revoke seen; rounce past zero; rounce won; rounce zero; rounced;
        score-tie by order; score-tie by totals; score-tie level; settled at once;
        sole-player; sole-player in a game for scores
    """),
    *wanted("cards ", """
        all-dropped; claimer-sweeps; club-law; defend; depth plays; depth result;
        depth tricks; ending carry; ending divide; flush left in the pool;
        flush looes who dropped; flush mouche, mouche-first; flush mouche, trump-first;
        flush plain, mouche-first; flush plain, trump-first; flush tie;
        flush trump, mouche-first; flush trump, trump-first; flush, spared by Pam;
        for-the-pool; forced dealer; growth over four deals; loo capped at the limit;
        loo fixed; loo pool; loo under the limit; looed; nobody looed; remainder carry;
        remainder eldest-first; remainder last-trick; revoke divide; revoke let-stand;
        revoke loo; revoke proven; revoke seen; settled at once; single-pool; sole-player
    """),
    *wanted("bourre ", """
        all-dropped; bourre capped; bourre capped at the limit; bourre for nothing;
        bourre pot; depth plays; depth result; depth tricks; ending carry; ending divide;
        looed; most tricks; no antes; nobody looed; revoke bourre; revoke leaves a tie;
        revoke leaves nothing; revoke leaves the pool; revoke let-stand; revoke note;
        revoke proven; revoke seen; sole-player; tie carry; tie split; tie with odd chips
    """),
    *wanted("rams ", """
        all-dropped in a game for scores; depth plays; depth result; depth tricks;
        general failed; general made; nobody rammed; rammed; rams past zero; rams won;
        rams zero; revoke divide in a game for scores; revoke let-stand;
        revoke loo in a game for scores; revoke note; revoke proven; revoke seen;
        score-tie by order; score-tie by totals; score-tie level; settled at once;
        sole-player in a game for scores
    """),
    *wanted("coon ", """
        cards; eight players; ending carry; ending divide; joker-moved; laid-off;
        out with a discard; out without a discard; pips; plays, dead hand; plays, won;
        pool of a dead hand taken; result, dead hand; result, won
    """),
    # Napoleon: each contract made and lost at both games, and every option (docs/rules.md 6).
    *wanted("nap ", """
        all pass; blucher lost; blucher made; depth plays; depth result; depth tricks;
        ending carry; ending divide; four lost; four made; misery lost; misery made;
        misery with trumps lost; misery with trumps made; misery without trumps lost;
        misery without trumps made; nap lost; nap made; peeped; pool left at misery;
        pool left at nap; pool taken by nap; pool taken by wellington;
        purchase over three deals; result, all; result, made or not; result, one;
        revoke contract; revoke let-stand; revoke note; revoke of another paid;
        revoke of the declarer paid; revoke proven; revoke seen; settled at once;
        three lost; three made; two lost; two made; wellington lost; wellington made
    """),
    *wanted("nap7 ", """
        depth plays; depth result; depth tricks; four lost; four made; misery lost;
        misery made; misery with trumps lost; misery without trumps made; nap lost;
        nap made; pool left at misery; pool left at nap; pool taken by seven;
        pool taken by six; result, all; result, made or not; result, one; revoke contract;
        revoke of another paid; revoke of the declarer paid; revoke seen; settled at once;
        seven lost; seven made; six lost; six made; three lost; three made
    """),
}  # fmt: skip


def test_every_way_a_deal_or_a_game_can_end_has_a_golden_evening():
    missing = WANTED - set().union(*map(ways_of, NAMES))
    assert not missing


@pytest.mark.parametrize("name", NAMES)
def test_the_chips_of_a_golden_evening_sum_to_zero(name):
    """docs/rules.md 1, Ledger, checked with the golden files alone."""
    evening = 0
    for game in expected(name)["games"]:
        accounts = dict.fromkeys([*game["balances"], "pool"], 0)
        for deal in game["deals"]:
            for line in deal["lines"]:
                accounts[line["from"]] -= line["amount"]
                accounts[line["to"]] += line["amount"]
                assert line["amount"] > 0
            assert sum(accounts.values()) == 0
        evening += sum(game["balances"].values())
    last = [game["pool"] for game in expected(name)["games"] if game["pool"] is not None]
    assert evening == -(last[-1] if last else 0)
