"""The rules page of a game has exactly the rules that its house rules bring into play."""

import re
from functools import cache
from gettext import NullTranslations
from itertools import chain, combinations
from random import Random

import pytest

from companion.games import GAMES
from companion.ids import Rule
from companion.rules import house
from companion.rules.facts import Setup
from companion.rules.house import declared
from companion.web.views import view
from companion.wording import guide, languages
from companion.wording.games import source_of
from companion.wording.glossary import all_words, words_of
from companion.wording.guide import page
from companion.wording.languages import using
from tests.games.shared import DUTIES, of_game

CITES = {id: of_game(id).CITES for id in GAMES}


def duties_of(game, rules):
    """Return the duties under these house rules, from the law of a deal of two."""
    deal = game.begin(Setup(("Bob", "Ann"), "plays", rules, 0))
    while game.tricks and not view(deal).play:
        # Both stay in, so that tricks are played.
        # With an ace turned up, a duty to lead it lapses.
        options = (
            said
            for said in deal.options()
            if not gives_up(game, said) and getattr(said, "piece", "")[:1] != "A"
        )
        deal = deal.enter(next(options))
    if not game.tricks:
        return set()
    law = deal.play.law
    leads = (law.first, law.second_lead or law.later, law.later)
    binds = {
        "follow-suit": True,
        "must-trump": law.must_trump,
        "must-head": law.must_head,
        "must-overtrump": law.must_trump and law.must_overtrump,
        "lead-ace": any(lead.ace for lead in leads),
        "lead-trump": any(lead.trump_from for lead in leads),
        "lead-highest": any(lead.highest for lead in leads),
        "lead-after-win": law.lead_after_win,
        "cinch": law.cinch,
        "pam-led": law.pam_draws_highest and deal.play.pack.pam,
        "pam-civil": there_is(game, rules)["pam-civil"],
    }
    assert set(binds) == DUTIES
    return {duty for duty, can in binds.items() if can}


def gives_up(game, said):
    return getattr(said, "choice", None) == game.recording.gives_up


def citable(game, rules):
    """Return the rules that can be cited under these house rules."""
    race, cards = game.race(rules) is not None, game.pack.piece == "card"
    forced = getattr(rules, "forced", "never")
    only_if = {
        "score": race,
        "game-over": race,
        **dict.fromkeys(("share", "indivisible", "stake", "ending"), not race),
        **dict.fromkeys(("cannot-drop", "trump-tile"), not cards),
        "club-law": forced == "club-law",
        "single-pool": forced == "single-pool",
        **dict.fromkeys(("dealer-must-enter", "claimer-sweeps"), cards),
        **dict.fromkeys(
            ("stock-exhausted", "not-a-flush", "flush-too-late", "flush-too-early"), cards
        ),
    }
    return (CITES[game.id] - DUTIES | duties_of(game, rules)) - {
        code for code, can in only_if.items() if not can
    }


PAIRS = 150
"""The number of pairs of house rules to try for each preset."""


@cache
def pages(game):
    """Return pages of a game: each preset with one house rule changed, some with two."""
    choices = [
        {rule.name: value}
        for rule in declared(game.house_rules)
        for value in rule.options or ((30,) if rule.default else (None, 30))
    ]
    pairs = [one | other for one, other in combinations(choices, 2)]
    changed = [*choices, *Random(7).sample(pairs, min(PAIRS, len(pairs)))]
    found = {}
    for name in game.accounts.presets or (None,):
        preset = game.preset(name)
        for players in (2, 4):
            for values in ({}, *changed):
                held = {**preset.values, **values, **game.editions[-1]}
                rules = game.settle_house_rules(game.house_rules(**held), players)
                found[rules, preset.account] = None
    return {key: page(game, *key) for key in found}


EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@EVERY_GAME
def test_every_rule_that_can_be_cited_is_on_the_rules_page(game):
    for (rules, _), told in pages(game).items():
        told_ids = [Rule(text.id) for text in told.rules]
        lacking = {id for id, there in there_is(game, rules).items() if not there}
        assert citable(game, rules) - set(told_ids) <= lacking
        assert set(told_ids) & DUTIES == duties_of(game, rules)
        assert len(told_ids) == len(set(told_ids))


def there_is(game, rules):
    """Return for each optional rule whether the game has it (docs/rules.md 3 to 6)."""
    miss = getattr(rules, "miss", "none") in ("one", "after")
    pam, flush = getattr(rules, "pam", "none"), getattr(rules, "flush", "none")
    lone = getattr(rules, "lone", "free")
    defends = lone == "enter-or-defend" and miss
    enters = lone in ("enter-or-pool", "enter-or-defend")
    dominoes = game.pack.piece == "tile"
    widow = getattr(rules, "widow", False)
    takes = dominoes or hasattr(rules, "widow") or getattr(rules, "dealer_turn_up", "off") != "off"
    bought = getattr(rules, "peep", False) or getattr(rules, "purchase", False)
    drawn = getattr(rules, "draw", "none") != "none" or getattr(rules, "most_exchanged", 0) > 0
    contracts = ("misery", "wellington", "blucher", "peep", "purchase")
    return {
        **dict.fromkeys(("no-miss-left", "miss-binds"), miss or widow or dominoes),
        "dealer-must-enter": enters or getattr(rules, "dealer_plays", False),
        "for-the-pool": enters and not defends
        if not dominoes
        else "share" in CITES[game.id] and game.race(rules) is None,
        "defend": defends,
        "claimer-sweeps": lone == "claimer-sweeps" and miss,
        "draw": drawn,
        "stock-exhausted": drawn or bought,
        "dealer-ace": getattr(rules, "dealer_ace", False),
        "pam": pam != "none",
        "pam-civil": pam != "none" and rules.civil != "none",
        **dict.fromkeys(("flush", "not-a-flush", "flush-too-late"), flush != "none"),
        "flush-too-early": flush != "none" and rules.flush_loos == "in-play",
        "dealer-turn-up": takes,
        "trumps": hasattr(rules, "balli")
        or game.family == "napoleon"
        or getattr(rules, "joker", False),
        "general": getattr(rules, "general", False),
        **{name: getattr(rules, name, False) for name in contracts},
    }


@EVERY_GAME
def test_rules_of_other_house_rules_are_not_on_the_page(game):
    for (rules, _), told in pages(game).items():
        told_ids = {text.id for text in told.rules}
        there = there_is(game, rules)
        assert {id: id in told_ids for id in there} == there


@EVERY_GAME
def test_each_text_is_complete(game):
    for told in pages(game).values():
        assert told.aim.count(". ") == 2
        paragraphs = [text for texts in told.background.values() for text in texts]
        for text in (*told.rules, *paragraphs):
            assert text.title.strip() and text.text.endswith("."), text
            assert not re.search(r"None|[{}<>#]|[.,;:][A-Za-z]", text.text), text


EVERYDAY = {"set", "share", "turn-up"}
"""Words that also have a plain meaning."""


def strange_words(game, rules):
    """Return a pattern for glossary words without a meaning under these house rules."""
    there = {word.id for word in words_of(game, rules)} | EVERYDAY
    strange = [form for word in all_words() if word.id not in there for form in word.forms]
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, strange))})\b", re.IGNORECASE)


@EVERY_GAME
def test_pages_use_only_words_of_their_house_rules(game):
    for (rules, _), told in pages(game).items():
        if getattr(rules, "blucher", False) and not rules.wellington:
            continue  # Blucher overbids only Wellington
        strange = strange_words(game, rules)
        assert told.background
        paragraphs = [text for texts in told.background.values() for text in texts]
        for text in (*told.rules, *paragraphs):
            if text.id != "score":  # this rule names the words that do not apply
                assert not strange.search(f"{text.title} {text.text}"), text


@pytest.mark.parametrize("name", ["napoleon", "seven-card-napoleon"])
def test_the_page_of_napoleon_names_the_contracts_in_use(name):
    for (rules, _), told in pages(GAMES[name]).items():
        texts = {text.id: text.text for text in told.rules}
        for contract in rules.contracts():
            on, title = rules.plays(contract), contract.id.capitalize()
            assert (f" {contract.id}" in texts["must-outbid"].lower()) is on
            assert (f" {title} (" in texts["contract"]) is on
            if on:
                terms = texts["contract"].split(f" {title} (")[1].split(".")[0]
                assert set(map(int, re.findall(r"\d+", terms))) == {contract.wins, contract.loses}


def test_a_text_names_the_chips_of_the_house_rules():
    game = GAMES["domino-loo"]
    rules = game.settle_house_rules(house.read(game.house_rules, {"loo": "capped"}), 4)
    told = page(game, rules, "domino-loo")
    (looed,) = (text.text for text in told.rules if text.id == "looed")
    assert "at most 40 chips" in looed


@EVERY_GAME
def test_in_the_pseudo_language_every_text_has_accents(game):
    rules = game.settle_house_rules(game.house_rules(), 4)
    english = page(game, rules, game.accounts.usual.account)
    with using("xx"):
        told = page(game, rules, game.accounts.usual.account)
    assert [text.id for text in told.rules] == [text.id for text in english.rules]
    paragraphs = [text for texts in told.background.values() for text in texts]
    texts = [f"{text.title} {text.text}" for text in (*told.rules, *paragraphs)]
    texts += [told.aim, *told.background]
    assert not [text for text in texts if re.search("[A-Za-z]{2,}", text)]


def test_a_text_is_escaped_when_it_becomes_html():
    assert guide.html("<i> & *so*") == "&lt;i&gt; &amp; <em>so</em>"


def test_each_part_is_included_somewhere():
    english = guide.files("en")
    texts = "".join(file.read_text("utf-8") for file in english.values())
    parts = {name for name in english if name.startswith("parts/")}
    assert {name for name in re.findall(r'include "(.*?)"', texts) if "/" in name} == parts


def test_a_language_without_a_guide_has_the_english_one(monkeypatch):
    monkeypatch.setitem(languages.TRANSLATIONS, "kw", NullTranslations())
    with using("kw"):
        rules = GAMES["rams"].settle_house_rules(GAMES["rams"].house_rules(), 4)
        told = {text.id: text.text for text in page(GAMES["rams"], rules, "").rules}
        assert "Everyone declares once" in told["out-of-turn"]
        assert "Rammed" in [word.title for word in all_words()]


def test_texts_have_typographic_apostrophes_and_no_loops_or_sums():
    everything = [guide.files(folder.name) for folder in guide.FOLDER.iterdir()]
    for file in chain.from_iterable(one.values() for one in everything):
        text = file.read_text("utf-8")
        assert not re.search(r"\w'", text), file
        assert not re.search(r"\{% *(for|macro|call|filter|import)\b", text), file
        assert not re.search(r"\{\{[^}]*[-+*/|(]", text), file


@EVERY_GAME
def test_only_the_chosen_account_explains_the_deal(game):
    for name in game.accounts.presets or (None,):
        rules = game.settle_house_rules(game.house_rules(**game.preset(name).values), 4)
        background = page(game, rules, game.preset(name).account).background
        own, *others = background.values()
        titles = [text.title for texts in others for text in texts]
        assert "Dealing" not in titles
        if game.accounts.presets:
            assert "Dealing" in [text.title for text in own]


@pytest.mark.parametrize(
    ("game", "preset", "told"),
    [
        ("three-card-loo", "classic", True),
        ("three-card-loo", "defence", True),
        ("five-card-loo", "modern", True),
        ("irish-loo", None, True),
        ("domino-loo", None, False),
    ],
)
def test_advice_on_when_to_play_names_the_account_that_gives_it(game, preset, told):
    found = GAMES[game]
    rules = found.settle_house_rules(found.house_rules(**found.preset(preset).values), 4)
    sources = [
        source
        for source, texts in page(found, rules, found.preset(preset).account).background.items()
        if any("what a loo costs" in text.text for text in texts)
    ]
    assert sources == ([source_of("classic")] if told else [])


@EVERY_GAME
def test_italian_rules_explain_renonce_where_it_comes_first(game):
    for name in game.accounts.presets or (None,):
        preset = game.preset(name)
        changed = [{rule.name: one} for rule in declared(game.house_rules) for one in rule.options]
        for values in ({}, *changed):
            held = {**preset.values, **values, **game.editions[-1]}
            rules = game.settle_house_rules(game.house_rules(**held), 4)
            with using("it"):
                told = page(game, rules, preset.account).rules
            texts = [f"{one.title} {re.sub('<[^>]*>', '', one.text)}" for one in told]
            first = next((text for text in texts if "renonce" in text), "")
            assert not first or re.search(r"risp(on|os)\w+ al seme", first), first
