"""Which account decides each rule; `tests/games/` says it, read by hand."""

import pytest

from companion.evening.starting import read_rules
from companion.games import GAMES
from companion.ids import OF_THE_RECORD, Rule
from companion.wording.guide import page
from tests.games.shared import of_game

# Rules that an account omits, that it leaves unclear or contradicts, and that it states in part. It states
# all others, except misdeals, sitting out and penalties, which no account mentions.
READ = {(id, preset): decided for id in GAMES for preset, decided in of_game(id).DECIDED.items()}


def settled(game, preset, **values):
    rules = read_rules(game, preset, values, game.edition)
    return game.settle_house_rules(rules, game.preset(preset).usual_most)


@pytest.mark.parametrize(("name", "preset"), READ)
def test_rules_have_the_authority_of_their_account(name, preset):
    game = GAMES[name]
    rules = settled(game, preset)
    kinds = dict(zip(("silent", "resolved", "beyond"), READ[name, preset], strict=True))
    expected = {id: kind for kind, ids in kinds.items() for id in ids.split()}
    expected |= dict.fromkeys(("misdeal", "penalty", "sitting-out"), "silent")
    found = {
        text.id: game.authority(preset, rules, Rule(text.id)).decided_by
        for text in page(game, rules, "").rules
        if text.id not in OF_THE_RECORD
    }
    assert expected == {id: kind for id, kind in found.items() if kind != "account"}


def test_an_account_with_a_pool_is_silent_on_points():
    game = GAMES["domino-loo"]
    for scoring, who in (("chips", "account"), ("points", "silent")):
        rules = settled(game, None, scoring=scoring)
        assert game.authority(None, rules, Rule.ALL_DROPPED).decided_by == who


def test_every_game_and_account_is_in_the_table():
    assert set(READ) == {
        (game.id, one) for game in GAMES.values() for one in game.accounts.presets or [None]
    }


@pytest.mark.parametrize("rule", sorted(OF_THE_RECORD))
def test_rules_of_the_record_have_no_authority(rule):
    game = GAMES["domino-loo"]
    assert game.authority(None, settled(game, None), rule) is None


@pytest.mark.parametrize(
    ("name", "preset", "agreed", "rules"),
    [
        ("three-card-loo", "classic", {"must_head": False}, "must-head"),
        ("three-card-loo", "classic", {"must_trump": False}, "any-card"),
        ("three-card-loo", "defence", {"later_lead_trump": "two"}, "lead-trump"),
        ("three-card-loo", "chits", {"lead_ace": "first"}, "lead-ace"),
        ("three-card-loo", "chits", {"miss": "none"}, "declaring too-many-players"),
        ("three-card-loo", "chits", {"lone": "free"}, "claimer-sweeps"),
        ("five-card-loo", "modern", {"pam": "JS"}, "pam pam-civil"),
        ("five-card-loo", "modern", {"flush_loos": "table"}, "flush flush-too-late"),
        ("irish-loo", None, {"draw": "after-declarations"}, "draw"),
        ("irish-loo", None, {"forced": "never"}, "club-law"),
        ("domino-loo", None, {"loo": "capped"}, "looed"),
        ("bourre", None, {"most_exchanged": 3}, "draw"),
        ("bourre", None, {"dealer_ace": True}, "dealer-ace"),
        ("rams", None, {"widow": False}, "declaring too-many-players"),
        ("rams", None, {"counters": 7}, "score"),
        ("napoleon", None, {"pack": 28}, "declaring too-many-players"),
        ("napoleon", None, {"wellington": True, "blucher": True}, "wellington blucher"),
        ("coon-can", None, {"going_out": "meld"}, "going-out"),
    ],
)
def test_house_rules_that_differ_are_decided_by_the_table(name, preset, agreed, rules):
    game = GAMES[name]
    for rule in rules.split():
        assert game.authority(preset, settled(game, preset), Rule(rule)).decided_by != "table"
        found = game.authority(preset, settled(game, preset, **agreed), Rule(rule))
        assert (found.decided_by, found.account) == ("table", game.preset(preset).account)


def test_marked_rules_belong_to_their_game():
    """An account can be silent only about the rules of its game."""
    for game in GAMES.values():
        for name in game.accounts.presets or (None,):
            preset = game.preset(name)
            optional = {"scoring": "points", "purchase": True, "draw": "with-declaration"}
            held = {key: one for key, one in optional.items() if hasattr(game.house_rules(), key)}
            pages = (settled(game, name), settled(game, name, **held))
            told = {text.id for rules in pages for text in page(game, rules, "").rules}
            marked = preset.silent | preset.resolved | preset.beyond | preset.silent_for_points
            assert marked <= told
