"""With many players, a small screen shows the answers in two columns."""

import pytest

from tests.web.table import opened


@pytest.mark.parametrize("number", [4, 5])
def test_more_than_four_buttons_are_in_two_columns(app, phone, number):
    names = ["Ann", "Bob", "Cat", "Dan", "Eve"][:number]
    said = ["up 6H", *(f"{name} in" for name in (*names[1:], "Ann"))]
    seats = " ".join(names)
    page = phone.at(opened(app, *said, seats=seats, game="three-card-loo", depth="tricks"))
    choices = page.soup.select_one("#entry .choices")
    assert all(name in choices.text for name in names)
    assert ("stack" in choices.classes) == (number == 4)
