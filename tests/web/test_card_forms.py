"""The form for a new card game: presets fill in the house rules, and no input is lost."""

import pytest

from tests.rules.test_card_loo import PRESETS
from tests.web.played import SIXTEEN
from tests.web.table import HTMX, opened, start_of

ACCOUNTS = [(game, preset) for game, preset in PRESETS if preset or game == "irish-loo"]
TYPED = {
    "name": "Our Friday",
    "seat": ["Ann", "Bob", "Cat", "Dan"],
    "dealer": "2",
    "depth": "tricks",
}


def account(page, game, preset):
    """Return the house rules of a preset on a page, as form fields."""
    words = {None: "", True: "true", False: "false"}
    found = {}
    for name, value in PRESETS[game, preset].items():
        is_number = type(value) is int
        field = f"{name}.number" if is_number else name
        if field in shown(page) and name != "loo_chips":
            found[field] = str(value) if is_number else words.get(value, value)
    assert len(found) > 15
    return found


def shown(page):
    pairs = page.filled(page.form())
    return {name.removeprefix("rule."): said for name, said in pairs if name.startswith("rule.")}


def typed(page):
    pairs = page.filled(page.form())
    fields = {name: said for name, said in pairs if name in TYPED}
    return {**fields, "seat": [said for name, said in pairs if name == "seat"]}


def agreed(phone):
    return start_of(phone).get("preset"), start_of(phone).get("house_rules", {})


def choose(phone, how, **chosen):
    """Choose a game or a preset, with the button or by script."""
    (what,) = chosen
    if how is None:
        return phone.do(what, **chosen)
    pairs = [(n, v) for n, v in phone.page.filled(phone.page.form()) if n not in chosen]
    return phone.post("/evenings/new", [*pairs, *chosen.items(), ("do", what)], **how)


HOW = pytest.mark.parametrize("how", [None, HTMX], ids=["button", "htmx"])


@HOW
@pytest.mark.parametrize(("game", "preset"), ACCOUNTS)
def test_a_preset_fills_in_the_house_rules_and_keeps_names(phone, how, game, preset):
    phone.get("/evenings/new")
    phone.do("row", **TYPED)
    page = choose(phone, how, game=game)
    if preset:
        page = choose(phone, how, preset=preset)
    assert page.status == 200
    assert account(page, game, preset).items() <= shown(page).items()
    assert typed(page) == {**TYPED, "seat": ["Ann", "Bob", "Cat", "Dan", ""]}


@HOW
def test_another_preset_replaces_changes(phone, how):
    phone.get("/evenings/new?game=three-card-loo")
    page = phone.do("up:2", **TYPED, **{"rule.loo": "capped", "rule.loo_chips.number": "9"})
    assert shown(page)["loo"] == "capped"  # other buttons leave the house rules unchanged
    page = choose(phone, how, preset="defence")
    assert account(page, "three-card-loo", "defence").items() <= shown(page).items()
    assert shown(page)["loo_chips.number"] == ""
    # Choosing the same preset again keeps later changes.
    phone.do("row", **{"rule.loo": "pool"})
    assert shown(choose(phone, how, preset="defence"))["loo"] == "pool"
    # Another game fills in its first preset.
    page = choose(phone, how, game="five-card-loo")
    assert account(page, "five-card-loo", "classic").items() <= shown(page).items()
    assert typed(page)["name"] == "Our Friday"


@pytest.mark.parametrize(("game", "preset"), ACCOUNTS)
def test_an_unchanged_preset_is_recorded_by_name(phone, game, preset):
    phone.get(f"/evenings/new?game={game}")
    if preset:
        phone.do("preset", preset=preset)
    phone.do("open", seat=["Ann", "Bob", "Cat", "Dan"], dealer="1")
    assert agreed(phone) == (preset, {})


def test_a_preset_chosen_without_its_button_counts(phone):
    phone.get("/evenings/new?game=three-card-loo")
    phone.do("open", seat=["Ann", "Bob", "Cat"], dealer="1", preset="defence")
    assert agreed(phone) == ("defence", {})


@pytest.mark.parametrize(
    ("preset", "chosen", "recorded"),
    [
        ("classic", {"loo": "fixed"}, {"loo": "fixed"}),
        ("classic", {"must_head": "false"}, {"must_head": False}),
        ("classic", {"stake.number": "6", "later_lead_ace": "none"},
         {"stake": 6, "later_lead_ace": "none"}),
        # A classic rule is a change in another preset.
        ("defence", {"lone": "enter-or-pool"}, {"lone": "enter-or-pool"}),
        ("defence", {"lead_after_win": "false"}, {"lead_after_win": False}),
        ("defence", {"loo": "pool", "stake.number": "3"}, {"loo": "pool"}),
        ("defence", {"loo_chips.number": "5"}, {"loo_chips": 5}),
        # Numbers without effect are left out.
        ("classic", {"loo_chips.number": "5"}, {}),
    ],
)  # fmt: skip
def test_only_differences_from_the_preset_are_recorded(phone, preset, chosen, recorded):
    phone.get("/evenings/new?game=three-card-loo")
    phone.do("preset", preset=preset)
    rules = {f"rule.{name}": said for name, said in chosen.items()}
    phone.do("open", seat=["Ann", "Bob", "Cat"], dealer="1", **rules)
    assert agreed(phone) == (preset, recorded)


def test_the_next_game_with_a_preset(app, phone):
    key = opened(app, seats="Ann Bob Cat", depth="tricks")
    phone.get(f"/e/{key}/game")
    phone.do("game", game="three-card-loo")
    page = phone.do("preset", preset="unlimited")
    assert account(page, "three-card-loo", "unlimited").items() <= shown(page).items()
    phone.do("open", dealer="1")
    entry = phone.record(key)["entries"][-1]
    assert (entry["game"], entry["preset"], entry["seats"]) == (
        "three-card-loo",
        "unlimited",
        ["Ann", "Bob", "Cat"],
    )


def test_the_next_game_is_as_it_was_played_last(app, phone):
    phone.get("/evenings/new?game=five-card-loo")
    phone.do("preset", preset="modern")
    phone.do("open", seat=["Ann", "Bob", "Cat"], dealer="1", **{"rule.pam": "none"})
    seats = {"seats": "Ann Bob Cat", "depth": "tricks"}
    key = opened(app, game="three-card-loo", preset="chits", loo="pool", **seats)
    phone.get(f"/e/{key}/game")
    phone.do("open", dealer="1")
    entry = phone.record(key)["entries"][-1]
    assert (entry["preset"], entry["house_rules"]) == ("chits", {"loo": "pool"})
    for game, (preset, rules) in {
        "domino-loo": (None, {}),
        "five-card-loo": ("modern", {"pam": "none"}),
        "three-card-loo": ("chits", {"loo": "pool"}),
    }.items():
        phone.get(f"/e/{key}/game")
        phone.do("game", game=game)
        phone.do("open", dealer="1")
        entry = phone.record(key)["entries"][-1]
        again = entry["game"], entry.get("preset"), entry.get("house_rules", {})
        assert again == (game, preset, rules)


def test_it_is_another_game_only_after_one(app, phone):
    key = opened(app, seats="Ann Bob Cat")
    assert phone.get(f"/e/{key}/game").heading == "Another game"
    phone.at(key)
    phone.press("undone")
    assert phone.get(f"/e/{key}/game").heading == "Start a game"


# Impossible games

SEVENTEEN = (*SIXTEEN, "Quin")
EIGHTEEN = (*SEVENTEEN, "Ria")


def ask(phone, game, seats, **rules):
    phone.get(f"/evenings/new?game={game}")
    phone.add_seats(len(seats))
    fill = {**TYPED, "seat": list(seats), **{f"rule.{n}": said for n, said in rules.items()}}
    return phone.do("open", **fill)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("how", [{}, HTMX], ids=["plain", "htmx"])
@pytest.mark.parametrize(
    ("game", "seats", "rules", "words"),
    [
        ("three-card-loo", SIXTEEN[:5], {"stake.number": "4"}, ("stake", "3", "4")),
        ("five-card-loo", SIXTEEN[:5], {"stake.number": "12"}, ("stake", "5", "12")),
        # 3 × 17, the miss and the turn-up are 55 cards; without the miss they are 52.
        ("three-card-loo", SEVENTEEN, {}, ("16", "17")),
        ("three-card-loo", EIGHTEEN, {"miss": "none"}, ("17", "18")),
        ("irish-loo", EIGHTEEN, {}, ("17", "18")),
        # 5 × 10 and the turn-up are 51.
        ("five-card-loo", SIXTEEN[:11], {}, ("10", "11")),
        ("three-card-loo", ("Ann", "Bob", "ann"), {}, ("ann",)),
        ("three-card-loo", SIXTEEN[:5], {"stake.number": "three"}, ("three",)),
    ],
)
def test_impossible_games_are_refused_and_keep_the_form(phone, how, game, seats, rules, words):
    rules = {"revoke": "note", "lead_ace": "first", **rules}
    page = ask(phone, game, seats, **rules)
    if how:
        pairs = [*page.filled(page.form()), ("do", "open")]
        page = phone.post("/evenings/new", pairs, **how)
    assert page.status == 422
    assert all(word in page.alert for word in words), page.alert
    assert typed(page)["seat"][: len(seats)] == list(seats)
    assert {n: typed(page)[n] for n in ("name", "dealer", "depth")} == {
        n: TYPED[n] for n in ("name", "dealer", "depth")
    }
    assert rules.items() <= shown(page).items()
    # Once this is corrected, the form is accepted with all other fields.
    most = 10 if game == "five-card-loo" else 16
    kept = list(dict.fromkeys(name.title() for name in seats))[:most]
    phone.do("open", seat=kept, **{"rule.stake.number": "15"})
    assert start_of(phone)["seats"] == kept
    expected = {n: said for n, said in rules.items() if n != "stake.number"}
    assert agreed(phone)[1] == {**expected, "stake": 15}


@pytest.mark.parametrize(
    ("game", "seats", "rules"),
    [
        ("three-card-loo", SIXTEEN, {}),
        ("three-card-loo", SEVENTEEN, {"miss": "none"}),
        ("irish-loo", SEVENTEEN, {}),
        ("five-card-loo", SIXTEEN[:10], {}),
    ],
)
def test_as_many_as_the_pack_holds(phone, game, seats, rules):
    page = ask(phone, game, seats, **rules)
    assert page.status == 200 and len(page.people) == len(seats)
    # The form said what numbers are advised.
    assert "best with" not in page.text.lower()


def test_a_switch_is_on_or_off(phone):
    page = ask(phone, "three-card-loo", SIXTEEN[:5], must_head="perhaps")
    assert page.status == 422 and "must_head" in page.alert and "perhaps" in page.alert


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({}, "None changed"),
        ({"rule.stake.number": "3"}, "None changed"),
        ({"rule.stake.number": "6"}, "1 changed"),
        ({"rule.loo_chips.number": "6"}, "None changed"),  # without effect
        ({"rule.must_head": "false", "rule.loo": "fixed"}, "2 changed"),
    ],
)
def test_the_summary_counts_changed_house_rules(phone, chosen, says):
    phone.get("/evenings/new?game=three-card-loo")
    page = phone.do("row", **TYPED, **chosen)
    fold = page.soup.select_one("#fold-rules")
    assert says in fold.select_one("summary").text
    # A changed rule is marked where it stands.
    marked = fold.select(".group > .house-rule.changed")
    assert len(marked) == sum(char.isdecimal() and int(char) for char in says)
