"""The place of an evening: the host mends it beside name and day, and it stands outside the seal."""

import pytest

PLACE = "Zoë’s <b>kitchen</b>, “2nd floor”"


@pytest.fixture
def key(phone):
    phone.sit_down(("Ann", "Bob"), name="Friday")
    return phone.key


def mend(phone, key, **fields):
    form = phone.get(f"/e/{key}/settings").soup.select_one("form[action$='/name']")
    return phone.submit(form, **fields)


def test_the_place_stands_beside_name_and_day(phone, key):
    before = phone.record(key)
    mend(phone, key, place=f"  {PLACE} ")
    assert "Saved." in phone.follow().text
    for page in ("/history", "/history/hide", f"/e/{key}/deals", f"/e/{key}/settings"):
        shown = phone.get(page)
        assert PLACE in [one.text for one in shown.soup.select("bdi")], page
        assert "kitchen" not in [one.text for one in shown.soup.select("b")]
    after = phone.record(key)
    assert (after["place"], after["seal"]) == (PLACE, before["seal"])
    mend(phone, key, place="")
    assert phone.record(key) == before


def test_a_copy_of_the_record_has_the_place(phone, other, key):
    mend(phone, key, place=PLACE)
    where = other.import_record(phone.client.get(f"/e/{key}/record.json").data)
    assert other.record(where.headers["Location"].split("/")[2])["place"] == PLACE


def test_a_form_without_the_place_leaves_it(phone, key):
    mend(phone, key, place=PLACE)
    phone.post(f"/e/{key}/name", {"name": "Saturday"})
    after = phone.record(key)
    assert (after["name"], after["place"]) == ("Saturday", PLACE)


@pytest.mark.parametrize("place", ["x" * 81, "x" * 10_000, "bell\x07"])
def test_a_place_that_cannot_be_used_loses_nothing(phone, key, place):
    before = phone.record(key)
    answer = mend(phone, key, name="Saturday", place=place)
    assert answer.status == 422
    assert "An evening’s place can" in answer.soup.select_one("#described .refusal").text
    assert answer.soup.select_one("#described input[name=name]")["value"] == "Saturday"
    assert answer.soup.select_one("#described input[name=place]")["value"] == place
    assert phone.record(key) == before


def test_lines_and_marks_of_direction_are_tidied(phone, key):
    mend(phone, key, place="at\n\u202eAnn’s\t house")
    assert phone.record(key)["place"] == "at Ann’s house"


def test_only_the_host_says_the_place(phone, other, key):
    other.get(f"/e/{key}")
    assert other.post(f"/e/{key}/name", {"name": "Friday", "place": "Bob’s"}).status == 403
    assert "place" not in phone.record(key)
