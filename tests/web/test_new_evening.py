"""The form for a new evening: buttons, house rules, dealer and names."""

from urllib.parse import urlencode

import pytest

from companion.games import GAMES
from companion.rules.house import declared
from companion.wording.house_rules import house_rule_words
from tests.web.table import HTMX, Phone, opened, replayed, start_of

GAME_IDS = list(GAMES)


def value_of(page, name):
    return dict(page.filled(page.form())).get(name)


def seats(page):
    return [value for name, value in page.filled(page.form()) if name == "seat"]


def test_the_form_of_another_game_says_what_is_at_stake(app, phone):
    key = opened(app, game="three-card-loo")
    page = phone.get(f"/e/{key}/game")
    assert "The first deal is for 3 chips. Each trick wins 1. Taking no trick costs 3." in page.text
    phone.submit(page.form(), page.form().select_one('[value="game"]'), game="domino-loo")
    assert (
        "The first deal is for 25 chips. Each trick wins 5. Taking no trick costs 25."
        in phone.page.text
    )
    # Ann's loo of 25 waits. The pool is not empty, so only the dealer adds 5 (docs/rules.md 3, stake).
    waits = opened(
        app, "up 6", "told Bob 3 Cat 2 Ann 0", "settled", "ended", depth="result", ending="carry"
    )
    assert "The first deal is for 30 chips." in phone.get(f"/e/{waits}/game").text
    phone.get(f"/e/{key}/game")
    phone.submit(phone.page.form(), phone.page.form().select_one('[value="game"]'), game="rams")
    assert "The first deal" not in phone.page.text


# The buttons of the seats


def test_a_fresh_form(phone):
    page = phone.get("/evenings/new")
    assert seats(page) == ["", "", "", ""]
    assert value_of(page, "name")  # the form suggests a name
    assert value_of(page, "dealer") == "draw"
    assert value_of(page, "depth") == "tricks"
    assert value_of(page, "game") == GAME_IDS[0]
    games = [i["value"] for i in page.form().select('input[name="game"]')]
    assert games == GAME_IDS
    headings = [heading.text for heading in page.form().select("h2")]
    assert headings == ["Loo", "Napoleon", "double rummy", "other games"]


def test_games_played_before_come_first(app):
    phone = Phone(app)
    for game in ("napoleon", "coon-can"):
        phone.get(f"/e/{opened(app, game=game)}")
    form = phone.get("/evenings/new").form()
    first, *families = [heading.text for heading in form.select("h2")]
    assert (first, families) == ("Played before", ["Loo", "Napoleon", "other games"])
    games = [radio["value"] for radio in form.select('input[name="game"]')]
    assert games[:3] == ["coon-can", "napoleon", GAME_IDS[0]]
    assert sorted(games) == sorted(GAME_IDS)


@pytest.mark.parametrize(
    ("button", "after", "dealer"),
    [
        ("up:2", ["Bob", "Ann", "Cat", ""], "1"),
        ("up:1", ["Ann", "Bob", "Cat", ""], "2"),
        ("up:3", ["Ann", "Cat", "Bob", ""], "3"),
        ("down:2", ["Ann", "Cat", "Bob", ""], "3"),
        ("down:1", ["Bob", "Ann", "Cat", ""], "1"),
        ("down:4", ["Ann", "Bob", "Cat", ""], "2"),
        ("off:1", ["Bob", "Cat", ""], "1"),
        ("off:2", ["Ann", "Cat", ""], "draw"),  # without the dealer, draw one
        ("off:3", ["Ann", "Bob", ""], "2"),
        ("add:Dan", ["Ann", "Bob", "Cat", "Dan"], "2"),
        ("row", ["Ann", "Bob", "Cat", "", ""], "2"),
        # Invalid buttons only redraw the form.
        ("up:99", ["Ann", "Bob", "Cat", ""], "2"),
        ("off:-1", ["Ann", "Bob", "Cat", ""], "2"),
        ("up:", ["Ann", "Bob", "Cat", ""], "2"),
        ("dance", ["Ann", "Bob", "Cat", ""], "2"),
        ("", ["Ann", "Bob", "Cat", ""], "2"),
    ],
)
def test_buttons_keep_the_form_and_the_dealer(phone, button, after, dealer):
    phone.get("/evenings/new")
    typed = {
        "name": "Our Friday", "seat": ["Ann", "Bob", "Cat", ""], "dealer": "2", "depth": "result",
        "rule.loo": "capped", "rule.loo_chips.number": "37",
    }  # fmt: skip
    page = phone.do(button, **typed)
    assert page.status == 200
    assert seats(page) == after
    assert value_of(page, "dealer") == dealer
    for name in ("name", "depth", "rule.loo", "rule.loo_chips.number"):
        assert value_of(page, name) == typed[name]


def test_a_name_goes_into_the_first_empty_row(phone):
    phone.get("/evenings/new")
    page = phone.do("add:Dan", seat=["Ann", " ", "Cat", ""])
    assert seats(page) == ["Ann", "Dan", "Cat", ""]
    page = phone.do("add:Eve", seat=["Ann", "Dan", "Cat", "Fay"])
    assert seats(page) == ["Ann", "Dan", "Cat", "Fay", "Eve"]


def test_htmx_gets_the_form_alone(phone):
    phone.get("/evenings/new")
    fields = [("name", "F"), ("seat", "Ann"), ("seat", "Bob"), ("do", "up:2")]
    page = phone.post("/evenings/new", fields, **HTMX)
    assert page.status == 200 and not page.is_whole
    assert seats(page) == ["Bob", "Ann"]
    page = phone.post("/evenings/new", [*fields[:-2], ("do", "open")], **HTMX)
    assert page.status == 422 and page.alert and seats(page) == ["Ann"]
    page = phone.post("/evenings/new", [*fields[:-1], ("dealer", "1"), ("do", "open")], **HTMX)
    assert page.status == 200 and page.headers["HX-Redirect"].startswith("/e/")


def test_empty_rows_are_ignored(phone):
    phone.get("/evenings/new")
    phone.do("open", seat=["", "Ann", "", "Bob"], dealer="4")
    assert start_of(phone)["seats"] == ["Ann", "Bob"]
    assert start_of(phone)["dealer"] == "Bob"


@pytest.mark.parametrize("dealer", ["1", "9"])
def test_the_dealer_needs_a_name(phone, dealer):
    phone.get("/evenings/new")
    page = phone.do("open", seat=["", "Ann", "Bob", ""], dealer=dealer)
    assert page.status == 422 and "seat has no name" in page.alert
    assert seats(page) == ["", "Ann", "Bob", ""]


def test_drawing_the_dealer(phone):
    drawn = set()
    for _ in range(40):
        phone.sit_down(("Ann", "Bob", "Cat"), dealer="draw")
        drawn.add(start_of(phone)["dealer"])
        assert start_of(phone)["dealer"] in phone.page.alert  # the table shows it once
        assert start_of(phone)["dealer"] not in phone.at(phone.key).alert
        if len(drawn) == 3:
            break
    assert drawn == {"Ann", "Bob", "Cat"}


@pytest.mark.parametrize(
    ("game", "depth"),
    [(name, depth) for name, game in GAMES.items() for depth in game.recording.depths],
)
def test_game_and_depth_are_recorded(phone, game, depth):
    seats = ("Ann", "Bob", "Cat")[: max(2, GAMES[game].least)]
    phone.sit_down(seats, game, depth, title="Skat")
    assert (start_of(phone)["game"], start_of(phone)["depth"]) == (game, depth)


def test_an_unknown_depth_or_game(phone):
    phone.get("/evenings/new")
    assert phone.do("open", seat=["Ann", "Bob"], dealer="1", depth="abyss").status == 422
    assert phone.get("/evenings/new?game=whist").status == 200


# House rules


def choices():
    for game in GAMES.values():
        for rule in declared(game.house_rules):
            values = rule.values if rule.kind == "choice" else ("true", "false")
            if rule.kind not in ("number", "text"):
                for value in values:
                    yield pytest.param(game, rule, value, id=f"{game.id}-{rule.name}-{value}")


def so_that_it_matters(rule):
    """Return the values of other house rules that make this one matter."""
    return {other: wanted[0] for other, wanted in rule.about.only_with.items()}


def words_of(game, rule):
    race = game.race(game.settle_house_rules(game.house_rules(), 3))
    return house_rule_words(game, rule, for_points=race is not None)


@pytest.mark.slow  # tries every value of every rule of every game
@pytest.mark.parametrize(("game", "rule", "value"), list(choices()))
def test_each_house_rule_is_recorded(phone, game, rule, value):
    fill = {**so_that_it_matters(rule), rule.name: value}
    phone.sit_down(("Ann", "Bob", "Cat"), game.id, game.recording.depths[-1], title="Skat", **fill)
    assert phone.page.status == 200, phone.page.alert
    said = rule.typed(value)
    sent = start_of(phone).get("house_rules", {})
    if said == rule.default:
        assert rule.name not in sent  # only differences are recorded
    else:
        assert sent[rule.name] == said
    # The rules page of this table shows the value, and leaves the other rules unchanged.
    link = next(link for link in phone.get(f"{phone.table}/more").links if link.endswith("/rules"))
    says = words_of(game, rule)
    words = {"true": "Yes", "false": "No", **says.values}
    assert phone.get(link).house_rules[says.title] == words[value]


@pytest.mark.parametrize(
    ("players", "scoring", "is_of_points"),
    [(2, "", True), (3, "", False), (3, "points", True), (2, "chips", False)],
)
def test_the_price_of_a_revoke_fits_the_scoring(phone, players, scoring, is_of_points):
    phone.get("/evenings/new?game=domino-loo")
    seat = ["Ann", "Bob", "Cat"][:players]
    page = phone.do("", seat=seat, **{"rule.scoring": scoring})
    (revoke,) = (
        field.text
        for field in page.soup.select(".house-rule")
        if field.select_one("legend").text == "A revoke"
    )
    assert ("share the pool" in revoke, "nobody else scores" in revoke) == (
        not is_of_points,
        is_of_points,
    )
    phone.do("open", seat=seat, dealer="1", **{"rule.scoring": scoring})
    link = next(link for link in phone.get(f"{phone.table}/more").links if link.endswith("/rules"))
    in_force = phone.get(link).house_rules["A revoke"]
    assert ("pool" in in_force) is not is_of_points


@pytest.mark.parametrize(
    ("fill", "chips"),
    [
        ({"loo": "fixed"}, 15),  # the default of the game: 5 for each player
        ({"loo": "capped"}, 30),
        ({"loo": "fixed", "loo_chips": "5x"}, 15),
        ({"loo": "capped", "loo_chips": "10x"}, 30),
        ({"loo": "capped", "loo_chips": "20x"}, 60),
        ({"loo": "fixed", "loo_chips.number": "7"}, 7),
        ({"loo": "fixed", "loo_chips": "20x", "loo_chips.number": "8"}, 8),
    ],
)
def test_suggested_amounts_are_per_player(app, phone, fill, chips):
    phone.sit_down(("Ann", "Bob", "Cat"), depth="tricks", **fill)
    key = phone.key
    link = next(link for link in phone.get(f"{phone.table}/more").links if link.endswith("/rules"))
    # An open limit goes by those dealt in to each deal.
    each = {"fixed": "5 chips for each player", "capped": "at most 10 chips for each player"}
    told = str(chips) if len(fill) > 1 else each[fill["loo"]]
    assert told in phone.get(link).text
    phone.at(key)
    # The pool is 20.
    phone.press("turned-up", "piece", "6")
    assert str(min(chips, 20) if fill["loo"] == "capped" else chips) in phone.page.text


def test_suggested_amounts_show_their_total(phone):
    phone.get("/evenings/new")
    phone.do("row", seat=["Ann", "Bob", "Cat", "Dan"])
    page = phone.do("rules", **{"rule.loo": "capped"})
    offered = {i["value"] for i in page.form().select('input[name="rule.loo_chips"]')}
    assert {"5x", "10x", "20x"} <= offered
    assert "80" in page.form().text


@pytest.mark.parametrize("chips", ["0", "-5", "2.5", "many", "99999999", "1e3", "½"])
def test_invalid_amounts(phone, chips):
    phone.get("/evenings/new")
    fill = {"rule.loo": "fixed", "rule.loo_chips.number": chips}
    page = phone.do("open", seat=["Ann", "Bob"], dealer="1", **fill)
    assert page.status == 422 and page.alert
    assert value_of(page, "rule.loo_chips.number") == chips
    assert page.form().select_one("details[open]")  # the house rules with the message are unfolded


def test_an_amount_without_effect_is_left_out(phone):
    phone.sit_down(("Ann", "Bob"), loo="pool", **{"loo_chips.number": "7"})
    assert "loo_chips" not in start_of(phone).get("house_rules", {})


def test_another_game_shows_its_own_house_rules(phone):
    phone.get("/evenings/new")
    page = phone.do("game", game="domino-rounce", seat=["Ann", "Bob"])
    names = {name for name, _ in page.filled(page.form()) if name.startswith("rule.")}
    assert {"rule.revoke"} <= names and "rule.loo" not in names
    assert seats(page)[:2] == ["Ann", "Bob"]
    # House rules of the other game are ignored.
    page = phone.do("open", game="domino-rounce", dealer="1", **{"rule.loo": "fixed"})
    assert phone.page.status == 200 and start_of(phone)["game"] == "domino-rounce"


@pytest.mark.parametrize("game", GAME_IDS)
def test_rules_pages_show_every_choice(phone, game):
    for rule in declared(GAMES[game].house_rules):
        for value in rule.values:
            query = urlencode({**so_that_it_matters(rule), rule.name: value})
            page = phone.get(f"/rules/{game}?{query}")
            assert page.status == 200
            assert words_of(GAMES[game], rule).values[value] in page.text
    known = {rule.name for rule in declared(GAMES[game].house_rules)}
    for name, value in (("loo", "double"), ("revoke", "perhaps")):
        page = phone.get(f"/rules/{game}?{name}={value}")
        assert page.status == (404 if name in known else 200)  # those of another game are ignored


def test_the_table_shows_what_a_loo_costs(app, phone):
    for house, cost in (({}, "25"), ({"loo": "fixed", "loo_chips": 13}, "13")):
        page = phone.at(opened(app, "up 6", depth="tricks", **house))
        assert page.pool == 25 and cost in page.soup.select_one("#state").text


# Names


NAMES = {
    "arabic": "ليلى بنت أحمد", "emoji": "👩‍👩‍👧‍👦",
    "html": "<b>Bo</b> & “Co” <script>alert(1)</script>"[:40], "quotes": 'O\'Neil "Q" / 6-3',
    "longest": "x" * 40, "percent": "100 % {{ 7 * 7 }}", "colon": "a:b",
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES.values(), ids=list(NAMES))
def test_all_kinds_of_names(app, phone, name):
    phone.sit_down(("Ann", name, "Cat"), depth="tricks", name=name)
    assert start_of(phone)["seats"] == ["Ann", name, "Cat"]
    assert phone.record(phone.key)["name"] == name
    key = phone.key
    assert name in phone.page.people
    assert "Bo" not in [b.text for b in phone.page.soup.select("b")]
    phone.press("turned-up", "piece", "6")
    assert name in phone.page.question
    phone.press("declared", "choice", "play")
    assert name in phone.page.text  # in the text of the undo button
    phone.press("declared", "choice", "play")
    phone.press("declared", "choice", "drop")
    phone.get(f"/e/{key}/more")
    phone.press("revoked", player=name)
    phone.press("undone")
    for _ in range(5):
        phone.press("trick-won", "player", name)
    assert phone.page.whys[name][0] == 15  # the pool minus his stake
    phone.press("settled")
    for url in (f"/e/{key}/deals", f"/e/{key}/deals/1", "/history", "/"):
        page = phone.get(url)
        assert name in page.text.replace("  ", " "), url
        assert "alert(1)</script>" not in page.html
    phone.get(f"/e/{key}/more")
    phone.press("sat-out", "player", name)
    phone.get(f"/e/{key}/more")
    phone.press("sat-in", "player", name)
    phone.get(f"/e/{key}/settings")
    phone.press("depth-changed", depth="result")
    phone.press("turned-up", "piece", "5")
    for choice in ("play", "drop", "play"):
        phone.press("declared", "choice", choice)
    phone.get(f"/e/{key}/more")
    assert {"revoked", "misdealt"} <= set(phone.page.kinds())
    phone.get("/evenings/new")
    assert f"add:{name}" in [b.get("value") for b in phone.page.form().select("button")]
    games = replayed(app, key)["games"]
    assert games[0]["deals"][0]["tricks"][name] == 5


def test_names_are_tidied(phone):
    phone.sit_down((" Ann\u200f ", "B\u0301ob  the\tBuilder"), name="  Fri\n day ")
    assert start_of(phone)["seats"] == ["Ann", "B\u0301ob the Builder"]
    assert phone.record(phone.key)["name"] == "Fri day"


def test_an_unreadable_evening_does_not_break_the_form(app, phone):
    key = opened(app, "won Bob", depth="tricks")
    assert phone.get(f"/e/{key}").status == 503
    for page in ("/", "/evenings/new"):
        assert phone.get(page).status == 200


def test_a_target_that_is_too_low_is_marked(phone):
    phone.get("/evenings/new?game=ramset")
    page = phone.do("open", seat=["Ann", "Bob"], dealer="1", **{"rule.target.number": "4"})
    assert page.status == 422 and "from 5" in page.alert
    assert page.soup.select_one("[aria-invalid]")["id"] == "rule-target"


@pytest.mark.parametrize("game", GAME_IDS)
def test_only_starting_asks_for_what_is_required(phone, game):
    """A browser would refuse another seat because the name of the game is empty."""
    page = phone.get(f"/evenings/new?game={game}")
    phone.submit(page.form(), page.form().select_one('[value="game"]'), game=game)
    form = phone.page.form()
    for button in form.select("button[name=do]"):
        assert (button["value"] == "open") is (button.get("formnovalidate") is None)
        empty = [("do", button["value"]), ("game", game), *[("seat", "")] * 4]
        assert phone.post("/evenings/new", empty).status in (200, 422)
        assert phone.page.form().select_one("[name=seat]")
