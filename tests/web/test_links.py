"""Links that got longer on their way, and what robots may list."""

import pytest

from tests.web.table import opened
from tests.web.test_groups import start

BEHIND = ("/", ".", ",", ")", ">", "%20", "%E2%80%8B", "&fbclid=IwAR0", "%3Ffbclid=IwAR0", "./")


@pytest.mark.parametrize("behind", BEHIND)
def test_a_link_with_something_behind_it_leads_where_it_should(app, phone, behind):
    key = opened(app)
    group = start(phone)
    for link in (f"/e/{key}", f"/g/{group}"):
        answer = phone.client.get(link + behind)
        assert (answer.status_code, answer.headers.get("Location")) == (302, link)
        assert phone.client.post(link + behind, data={}).status_code in (404, 405)


@pytest.mark.parametrize("path", ["/e/{key}x", "/e/{short}.", "/e/{key}./deals", "/x/{key}."])
def test_other_wrong_links_are_not_found(app, phone, path):
    key = opened(app)
    assert phone.client.get(path.format(key=key, short=key[:-1])).status_code == 404


def test_robots_list_no_evening_and_no_group(app, phone):
    key = opened(app)
    group = start(phone)
    for path in (f"/e/{key}", f"/e/{key}/deals", f"/e/{key}/ledger.csv", f"/g/{group}"):
        assert phone.client.get(path).headers["X-Robots-Tag"] == "noindex"
    for path in ("/", "/rules/domino-loo", "/help"):
        assert "X-Robots-Tag" not in phone.client.get(path).headers
