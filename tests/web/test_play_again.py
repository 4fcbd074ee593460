"""The home page on later visits: continuing an evening, and repeating one."""

import pytest

from tests.web.table import HTMX, opened, start_of

SIX = {"stake.number": "6"}


def again(page):
    found = [form for form in page.soup.select("form") if form["action"].endswith("/again")]
    return found[0] if found else None


def primary(page):
    return page.soup.select(".button.primary")


def played(phone, *seats, name="Friday", **rules):
    """Play and close an evening with one deal, in which all but the last drop; return its key."""
    key = left_open(phone, *seats, name=name, **rules)
    phone.get(f"/e/{key}/close")
    phone.press("evening-closed")
    return key


def left_open(phone, *seats, name="Friday", **rules):
    phone.sit_down(seats, "three-card-loo", "result", name=name, **rules)
    phone.press("turned-up", "piece", "H")
    for _ in seats[1:]:
        phone.press("declared", "choice", "drop")
    phone.press("settled")
    return phone.key


def test_a_new_phone_is_offered_a_new_evening(phone):
    page = phone.get("/")
    assert again(page) is None
    assert [one["href"] for one in primary(page)] == ["/evenings/new"]


def test_one_tap_on_the_home_page_repeats_an_evening(phone):
    key = played(phone, "Ann", "Bob", "Cat", name="Our Friday", **SIX)
    before = phone.record(key)
    page = phone.get("/")
    assert "Ann, Bob, Cat" in again(page).text and "Three-card Loo" in again(page).text
    phone.submit(again(page))
    phone.follow()
    assert phone.key != key and phone.page.question  # the first question
    assert start_of(phone) == {**before["entries"][0], "dealer": "Bob"}
    assert phone.record(phone.key)["name"] != "Our Friday"
    assert phone.record(key) == before
    # While the new evening is open, only that is offered.
    assert again(phone.get("/")) is None


def test_a_repeated_tap_opens_one_evening(phone):
    played(phone, "Ann", "Bob")
    page = phone.get("/")
    first, second = (phone.submit(again(page)) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"]


def test_something_can_be_changed_first(phone):
    key = played(phone, "Ann", "Bob", "Cat", must_head="false", **SIX)
    page = phone.get(f"/e/{key}/again")
    fields = dict(page.filled(page.form()))
    assert [v for n, v in page.filled(page.form()) if n == "seat"] == ["Ann", "Bob", "Cat", ""]
    assert (fields["game"], fields["depth"], fields["dealer"]) == ("three-card-loo", "result", "2")
    # The changed house rules come first, and stay there when they are changed back.
    for drawn in (page, phone.do("rules", **{"rule.must_head": "true"})):
        first = drawn.soup.select("#fold-rules > .house-rule")
        assert [row["id"] for row in first] == ["fold-rule-stake", "fold-rule-must_head"]
    phone.do("rules", **{"rule.must_head": "false"})
    phone.do("open", seat=["Ann", "Bob", "Cat", "Dan"])
    assert start_of(phone)["seats"] == ["Ann", "Bob", "Cat", "Dan"]
    assert start_of(phone)["dealer"] == "Bob"
    assert start_of(phone)["house_rules"] == {"stake": 6, "must_head": False}


def test_a_game_without_a_preset_is_repeated_unchanged(app, phone):
    key = opened(app, seats="Ann Bob Cat", game="three-card-loo", depth="tricks", loo="fixed")
    phone.get(f"/e/{key}/again")
    assert phone.do("open").status == 200
    assert start_of(phone)["house_rules"].get("loo") == "fixed"


def test_an_open_evening_is_offered_first(phone):
    key = left_open(phone, "Ann", "Bob", name="Friday")
    page = phone.get("/")
    assert [one.get("href") for one in primary(page)] == [f"/e/{key}"]
    assert "Friday" in primary(page)[0].text and again(page) is None
    phone.get(f"/e/{key}/close")
    phone.press("evening-closed")
    page = phone.get("/")
    assert [one.closest("form") for one in primary(page)] == [again(page)]


def test_an_open_evening_before_a_newer_one_is_not_offered_first(phone):
    left = left_open(phone, "Ann", "Bob")
    newer = played(phone, "Eve", "Fay")
    page = phone.get("/")
    # The open one is listed below "Play again".
    assert len(primary(page)) == 1 and again(page)["action"] == f"/e/{newer}/again"
    (listed,) = page.soup.select('.lead:has(.ways-in) ~ .lists nav[aria-labelledby="open"] a')
    assert listed["href"] == f"/e/{left}"


def test_a_new_evening_proposes_the_game_played_last(phone):
    played(phone, "Ann", "Bob")
    assert dict(phone.get("/evenings/new").filled(phone.page.form()))["game"] == "three-card-loo"


def test_evenings_of_one_day_get_different_names(phone):
    names = []
    for _ in range(3):
        phone.get("/evenings/new")
        phone.do("open", seat=["Ann", "Bob"], dealer="1")
        names.append(phone.record(phone.key)["name"])
    phone.get(f"/e/{phone.key}/close")
    phone.press("evening-closed")
    phone.submit(again(phone.get("/")))
    phone.follow()
    names.append(phone.record(phone.key)["name"])
    day = names[0]
    assert names == [day, f"{day} 2", f"{day} 3", f"{day} 4"]


def test_an_evening_without_a_game_is_not_repeated(app, phone):
    key = opened(app, "undo 1")
    phone.get(f"/e/{key}")
    assert again(phone.get("/")) is None
    page = phone.post(f"/e/{key}/again", {})
    assert page.status == 303 and page.headers["Location"].endswith("/evenings/new")
    assert phone.get(f"/e/{key}/again").status == 200


# The form's errors


@pytest.mark.parametrize(
    ("fill", "field"),
    [
        ({"seat": ["Ann", "pool"]}, "seat-2"),
        ({"seat": ["Ann", "Bob", "x" * 41]}, "seat-3"),
        ({"seat": ["Ann", "Bob", "ann"]}, "seat-3"),
        ({"seat": ["Ann", "", "", ""]}, "seat-2"),
        ({"name": " "}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"rule.loo": "fixed", "rule.loo_chips.number": "many"}, "rule-loo_chips"),
    ],
)
@pytest.mark.parametrize("how", [{}, HTMX], ids=["plain", "htmx"])
def test_an_error_is_at_its_field(phone, how, fill, field):
    phone.get("/evenings/new")
    page = phone.do("open", **{"seat": ["Ann", "Bob"], "dealer": "1", **fill})
    if how:
        page = phone.post("/evenings/new", [*page.filled(page.form()), ("do", "open")], **how)
    assert page.status == 422
    (blamed,) = page.soup.select("[aria-invalid]")
    assert blamed["id"] == field and blamed.has("autofocus")
    (wrong,) = page.soup.select(f"#{blamed['aria-describedby']}")
    assert wrong.text and (wrong.closest("li") or wrong.closest("details"))
    assert all(fold.has("open") for fold in page.soup.select("details:has([aria-invalid])"))


def test_too_many_players_are_an_error_at_the_first_without_a_seat(phone):
    phone.get("/evenings/new")
    phone.do("row")
    page = phone.do("open", seat=["Ann", "Bob", "Cat", "Dan", "Eve"], dealer="1")
    assert [one["id"] for one in page.soup.select("[aria-invalid]")] == ["seat-5"]


@pytest.mark.parametrize("fill", [{"dealer": "4"}, {"depth": "abyss"}])
def test_an_error_of_a_choice_unfolds_it(phone, fill):
    phone.get("/evenings/new")
    page = phone.do("open", **{"seat": ["Ann", "Bob"], "dealer": "1", **fill})
    wrong = page.soup.select_one("#wrong")
    assert page.status == 422 and wrong.closest("details").has("open")


def test_a_name_that_is_too_long_is_kept_in_the_form(phone):
    phone.get("/evenings/new")
    assert not phone.page.form().select_one('[name="seat"]').has("maxlength")
    page = phone.do("open", seat=["Ann", "y" * 45], dealer="1")
    assert "40" in page.alert and "45" in page.alert
    assert ("seat", "y" * 45) in page.filled(page.form())


@pytest.mark.parametrize(
    ("game", "to", "depth", "becomes"),
    [
        ("domino-loo", "coon-can", "tricks", "result"),
        ("coon-can", "domino-loo", "result", "result"),
        ("domino-loo", "coon-can", "plays", "plays"),
        ("three-card-loo", "domino-loo", "result", "result"),
    ],
)
def test_another_game_keeps_a_chosen_depth(phone, game, to, depth, becomes):
    phone.get(f"/evenings/new?game={game}")
    page = phone.do("game", game=to, depth=depth)
    assert dict(page.filled(page.form()))["depth"] == becomes


def test_suggestions_are_people_without_a_seat(phone):
    played(phone, "Ann", "Bob")
    played(phone, "ann", "Cat")
    phone.get("/evenings/new")

    def offered():
        values = [b.get("value", "") for b in phone.page.form().select("button")]
        return [value for value in values if value.startswith("add:")]

    assert offered() == ["add:ann", "add:Cat", "add:Bob"]
    phone.do("row", seat=["BOB", "Cat"])
    assert offered() == ["add:ann"]
