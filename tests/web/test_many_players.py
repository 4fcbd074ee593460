"""Large tables on a small screen: players and answers lie in two columns."""

import pytest

from companion.web.views.choices import Choice
from tests.web.table import opened


@pytest.mark.parametrize("guests", [3, 4])
def test_more_than_seven_at_the_table_sit_in_two_columns(app, phone, guests):
    said = ["Dan sits-out"]
    for name in ("Eve", "Fay", "Gus", "Hal")[:guests]:
        said += [f"{name} joins", f"{name} sits-out"]
    page = phone.at(opened(app, *said, "up 6-3", "Bob in"))
    assert len(page.people) == 4 + guests
    assert ("two" in page.soup.select_one(".players").classes) == (guests == 4)


@pytest.mark.parametrize("number", [4, 5])
def test_more_than_four_names_to_tap_lie_in_two_columns(app, number):
    names = [f"Player {n}" for n in range(number)]
    asked = {
        "asks": "trick-winner",
        "kind": "trick-won",
        "info": {"key": "k"},
        "table": {"may_record": True},
        "choices": [Choice(name, name) for name in names],
    }
    with app.test_request_context():
        html = app.jinja_env.get_template("table/_entry.html").render(s=asked)
    assert all(name in html for name in names)
    assert ('class="choices stack"' in html) == (number == 4)
