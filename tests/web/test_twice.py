"""Two phones, old pages and repeated forms: nothing is lost or counted twice."""

import re

import pytest

from tests.web.table import HTMX, opened, says


@pytest.mark.parametrize("how", [{}, HTMX], ids=["plain", "htmx"])
def test_a_late_phone_gets_the_fresh_state(app, phone, other, how):
    key = opened(app, "up 6-3", dealer="Ann")
    phone.at(key)
    form, button = phone.find("declared", "choice", "play")
    other.at(key)
    other.press("declared", "choice", "drop")
    fields = [*phone.page.filled(form), (button["name"], button["value"])]
    page = phone.post(form["action"], fields, **how)
    assert page.status == 409
    assert page.alert and "Bob" in page.alert  # it names the other phone's entry
    assert "Cat" in page.question
    assert phone.length(key) == 3
    # The fresh page works at once.
    phone.press("declared", "choice", "miss")
    assert [e.get("choice") for e in phone.record(key)["entries"][2:]] == ["drop", "miss"]


def test_every_form_of_an_old_page_is_stale(app, phone, other):
    key = opened(
        app, "up 6-3", "Bob in", "Cat in", "Dan in", "Ann in", depth="tricks", dealer="Ann"
    )
    for url in (f"/e/{key}", f"/e/{key}/more"):
        forms = [
            (form["action"], phone.page.filled(form), form.select_one("button"))
            for form in phone.get(url).soup.select("form")
            if form["action"].endswith("/entries")
        ]
        assert forms
        other.at(key)
        other.press("trick-won", "player", "Bob")
        length = phone.length(key)
        for action, fields, button in forms:
            if button.get("name"):
                fields = [*fields, (button["name"], button["value"])]
            fields = [(name, "Bob" if name == "player" else value) for name, value in fields]
            page = phone.post(action, fields)
            same = says(button) == ("trick-won", {"kind": "trick-won", "player": "Bob"})
            assert page.status == (200 if same else 409) and page.alert, page.text
            assert not same or "already entered" in page.alert
        assert phone.length(key) == length


@pytest.mark.parametrize(
    ("late", "is_asked"),
    [
        ({"kind": "trick-won", "player": "Cat"}, True),
        # This one is no longer valid.
        ({"kind": "declared", "player": "Ann", "choice": "play"}, False),
        ({"kind": "undone", "entry": "6"}, False),
    ],
    ids=["a trick", "too late", "an undo"],
)
def test_a_kept_tap_is_asked_about(app, phone, late, is_asked):
    begun = ("up 6", "Bob in", "Cat in", "Dan in", "Ann in", "won Bob")
    key = opened(app, *begun, depth="tricks")
    page = phone.say(key, {**late, "kept": "true"}, after=6, **HTMX)
    assert page.status == 409 and "Bob" in page.alert
    assert phone.length(key) == 7
    form = page.soup.select_one(".asks form")
    assert bool(form) == is_asked
    if form:
        assert "Cat" in page.alert
        assert dict(phone.page.filled(form)).items() >= {**late, "after": "7"}.items()
        phone.submit(form, form.select_one("button:not([type])"))
        assert phone.page.status == 303 and phone.length(key) == 8


AMENDED = {"kind": "amended", "entry": "7"}


@pytest.mark.parametrize(
    ("meanwhile", "says"),
    [
        (
            [{"kind": "trick-won", "player": "Dan", "amends": "7"}],
            "Entry 7 was corrected: Trick to Dan.",
        ),
        ([AMENDED], "Entry 7 was deleted."),
        ([{"kind": "undone", "entry": "7"}], "“Trick to Bob” was undone."),
        ([AMENDED, {"kind": "undone", "entry": "8"}], "The correction of entry 7 was undone."),
        # A later entry does not hide the deletion.
        ([AMENDED, {"kind": "trick-won", "player": "Dan"}], "Entry 7 was deleted."),
        ([{"kind": "trick-won", "player": "Dan"}], "The latest entry: Trick to Dan."),
    ],
    ids=["corrected", "deleted", "undone", "correction undone", "and more", "an entry"],
)
def test_the_message_tells_what_others_did_meanwhile(app, phone, meanwhile, says):
    begun = ("up 6", "Bob in", "Cat in", "Dan in", "Ann in", "won Bob")
    key = opened(app, *begun, depth="tricks")
    phone.at(key)
    for fields in meanwhile:
        assert phone.say(key, fields).status == 303
    page = phone.say(key, {"kind": "trick-won", "player": "Cat"}, after=7)
    assert page.status == 409 and says in page.alert
    assert ("The latest entry" in page.alert) == ("The latest entry" in says)


@pytest.mark.parametrize("how", [{}, HTMX], ids=["plain", "htmx"])
def test_a_repeated_form_counts_once(app, phone, other, how):
    key = opened(app, dealer="Ann")
    fields = {"kind": "turned-up", "piece": "6-3"}
    first = phone.say(key, fields, after=1, entry_id="the-same-form", **how)
    again = phone.say(key, fields, after=1, entry_id="the-same-form", **how)
    assert (again.status, again.headers.get("Location")) == (
        first.status,
        first.headers.get("Location"),
    )
    fresh = re.compile(r'name="entry_id" value="[^"]+"')
    assert fresh.sub("", again.html) == fresh.sub("", first.html)
    assert phone.length(key) == 2
    # The same after later entries, and from another device.
    other.at(key)
    other.press("declared", "choice", "play")
    for one in (phone, other):
        late = one.say(key, fields, after=1, entry_id="the-same-form", **how)
        assert late.status == first.status
    assert phone.length(key) == 3


@pytest.mark.parametrize("how", [{}, HTMX], ids=["plain", "htmx"])
def test_a_form_used_for_another_entry(app, phone, how):
    key = opened(app, dealer="Ann")
    phone.say(key, {"kind": "turned-up", "piece": "6-3"}, after=1, entry_id="the-same-form")
    for fields in (
        {"kind": "turned-up", "piece": "6-2"},
        {"kind": "declared", "player": "Bob", "choice": "play"},
    ):
        page = phone.say(key, fields, after=2, entry_id="the-same-form", **how)
        assert page.status == 409 and page.alert
        assert phone.length(key) == 2


@pytest.mark.parametrize("after", ["", "-1", "0", "3", "soon", "1.0", "9" * 30])
def test_after_is_the_position_seen(app, phone, after):
    key = opened(app, "up 6-3")
    page = phone.say(key, {"kind": "declared", "player": "Bob", "choice": "play"}, after=after)
    assert page.status in (409, 422) and page.alert
    assert phone.length(key) == 2


@pytest.mark.parametrize(
    "entry_id", ["", "short", "with space", "x" * 65, "naïve-naïve", "a;b;c;d;e"]
)
def test_malformed_entry_ids_are_refused(app, phone, entry_id):
    key = opened(app)
    page = phone.say(key, {"kind": "turned-up", "piece": "6-3"}, entry_id=entry_id)
    assert page.status == 422 and page.alert
    assert phone.length(key) == 1


def test_ids_differ_from_page_to_page(app, phone):
    key = opened(app)
    found = set()
    for _ in range(5):
        found |= {f["value"] for f in phone.at(key).soup.select("input[name=entry_id]")}
    assert len(found) == 5


def test_another_game_drawn_twice(app, phone):
    key = opened(app, seats="Ann Bob Cat Dan", depth="tricks")
    form = phone.get(f"/e/{key}/game").form()
    fields = [pair for pair in phone.page.filled(form) if pair[0] != "dealer"]
    fields += [("dealer", "draw"), ("do", "open")]
    for _ in range(6):
        assert phone.post(form["action"], fields).status == 303
    assert phone.length(key) == 2


def test_sit_down_tapped_twice_opens_one_evening(phone):
    page = phone.get("/evenings/new")
    entry_id = page.soup.select_one('input[name="entry_id"]')["value"]
    fields = {"name": "F", "seat": ["Ann", "Bob"], "do": "open", "entry_id": entry_id}
    first, second = (phone.post("/evenings/new", fields) for _ in range(2))
    assert first.status == second.status == 303
    assert first.headers["Location"] == second.headers["Location"]
    assert len(phone.get("/history").soup.select("nav a")) == 1


def test_a_changed_form_after_going_back_opens_another_evening(phone):
    """After going back, a browser shows the form with its old id."""
    page = phone.get("/evenings/new")
    entry_id = page.soup.select_one('input[name="entry_id"]')["value"]
    fields = {"name": "F", "seat": ["Ann", "Bob"], "do": "open", "entry_id": entry_id}
    first = phone.post("/evenings/new", fields)
    second = phone.post("/evenings/new", {**fields, "seat": ["Ann", "Rob"]})
    assert second.status == 303
    assert first.headers["Location"] != second.headers["Location"]
    assert "Rob" in phone.follow().text


@pytest.mark.parametrize("how", [{}, HTMX], ids=["plain", "htmx"])
def test_undoing_an_entry_that_is_no_longer_the_newest(app, phone, other, how):
    key = opened(app, depth="tricks")
    phone.at(key), other.at(key)
    phone.say(key, {"kind": "turned-up", "piece": "6"})
    phone.say(key, {"kind": "undone", "entry": "2"})
    page = other.say(key, {"kind": "undone", "entry": "2"}, after=2, **how)
    assert page.status == 409 and "faster" in page.alert
    assert phone.length(key) == 3


def test_a_form_without_an_id_is_refused_with_a_message(app, phone):
    key = opened(app)
    phone.at(key)
    phone.post("/groups/new", {"name": "Regulars", "entry_id": "group-001"})
    group = phone.page.headers["Location"]
    phone.post(f"/e/{key}/group", {"group": group.split("/")[2]})
    page = phone.post(f"{group}/evenings", {"entry_id": ""})
    assert page.status == 422 and "not saved" in page.heading
