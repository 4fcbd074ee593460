"""A phone can show the cards in two colours; others at the table keep four."""

from tests.web.table import Phone, opened


def choose(phone, key, colours):
    form = phone.get(f"/e/{key}/settings").soup.select_one('form:has([name="colours"])')
    button = form.select_one("button")
    assert button["value"] == colours and button["aria-checked"] == ("false" if colours else "true")
    phone.submit(form, button)
    assert "Saved." in phone.follow().text


def is_red_and_black(phone):
    return bool(phone.page.soup.select('link[href*="red-black"]'))


def test_each_phone_has_its_colours(app):
    one, other = Phone(app), Phone(app)
    key = opened(app, "up QH", game="three-card-loo")
    choose(one, key, "two")
    assert is_red_and_black(one)
    one.get("/help")
    assert is_red_and_black(one)
    other.at(key)
    assert not is_red_and_black(other)
    choose(one, key, "")
    assert not is_red_and_black(one)
