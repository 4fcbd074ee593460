"""With many players, a small screen shows players and answers in two columns."""

import pytest

from tests.web.table import opened


@pytest.mark.parametrize("guests", [3, 4])
def test_more_than_seven_players_are_in_two_columns(app, phone, guests):
    said = ["Dan sits-out"]
    for name in ("Eve", "Fay", "Gus", "Hal")[:guests]:
        said += [f"{name} joins", f"{name} sits-out"]
    page = phone.at(opened(app, *said, "up 6-3", "Bob in"))
    assert len(page.people) == 4 + guests
    assert ("two" in page.soup.select_one(".players").classes) == (guests == 4)


@pytest.mark.parametrize("number", [4, 5])
def test_more_than_four_buttons_are_in_two_columns(app, phone, number):
    names = ["Ann", "Bob", "Cat", "Dan", "Eve"][:number]
    said = ["up 6H", *(f"{name} in" for name in (*names[1:], "Ann"))]
    seats = " ".join(names)
    page = phone.at(opened(app, *said, seats=seats, game="three-card-loo", depth="tricks"))
    choices = page.soup.select_one("#entry .choices")
    assert all(name in choices.text for name in names)
    assert ("stack" in choices.classes) == (number == 4)
