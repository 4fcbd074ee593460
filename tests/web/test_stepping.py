"""Stepping through a deal trick by trick, without script."""

import pytest

from tests.web import played
from tests.web.table import opened


def test_a_deal_is_stepped_through_to_its_end_and_back(app, phone):
    key = opened(app, *played.evening(), "settled", dealer="Dan")
    deal = f"/e/{key}/deals/1"
    (first,) = [link for link in phone.get(deal).links if "/tricks/" in link]
    path, shown = first, []
    while path != deal:
        page = phone.get(path)
        shown.append([tag["aria-label"] for tag in page.soup.select("li > .tile[aria-label]")])
        path = page.soup.select_one("a[rel=next]")["href"]
    said = [[piece.replace("-", " ") for _, piece, *_ in trick] for trick in played.PLAYS]
    assert shown == said
    for number in (4, 3, 2, 1):
        path = phone.page.soup.select_one("a[rel=prev]")["href"]
        assert path == f"{deal}/tricks/{number}"
        phone.get(path)
    assert phone.page.soup.select_one("a[rel=prev]")["href"] == deal
    page = phone.get(f"{deal}/tricks/4")
    held = [[tag["aria-label"] for tag in one.select(".tile")] for one in page.soup.select(".held")]
    assert held == [["6 3"], ["6 4"], ["6 1"], ["4 1"]]
    assert [tag.words for tag in page.soup.select(".held .barred")] == ["not allowed"] * 2
    second = phone.get(f"{deal}/tricks/2").text
    assert "Dan had won a trick and had to lead a trump." in second
    assert "Bob was free to play anything." in second
    assert "Tricks so far: Ann 0, Bob 0, Cat 1, Dan 1." in second
    assert "This proves" not in second


def test_the_steps_of_a_deal_on_the_table_lead_back_to_it(app, phone):
    key = opened(app, *played.evening(), dealer="Dan")
    assert phone.get(f"/e/{key}/deals/1/tricks/1").status == 200
    last = phone.get(f"/e/{key}/deals/1/tricks/5")
    assert last.soup.select_one("a[rel=next]")["href"] == f"/e/{key}"


def test_a_step_says_what_a_play_proved(app, phone):
    plays = ("Bob 5-5", "Cat 1-0", "Dan 5-3", "Ann 5-0", "Bob 5-4", "Cat 5-1 revoke")
    said = ("up 6-3", "Bob in", "Cat in", "Dan in", "Ann in", *plays)
    key = opened(app, *said, "settled")
    first, second = (phone.get(f"/e/{key}/deals/1/tricks/{n}").text for n in (1, 2))
    assert "Cat played 1-0 to trick 1 but held 5-1. Cat had to follow suit." in first
    assert "This proves that Cat revoked in trick 1." in second
    # The second trick is the last one with plays, so it links back to the deal.
    assert phone.page.soup.select_one("a[rel=next]")["href"] == f"/e/{key}/deals/1"


@pytest.mark.parametrize("trick", [0, 6, 10**9])
def test_an_unknown_trick_leads_to_the_deal(app, phone, trick):
    key = opened(app, *played.evening(), "settled", dealer="Dan")
    phone.get(f"/e/{key}/deals/1/tricks/{trick}")
    assert phone.url == f"/e/{key}/deals/1" and phone.page.alert
    phone.get(f"/e/{key}/deals/2/tricks/1")
    assert phone.url == f"/e/{key}/deals"


def test_only_deals_recorded_play_by_play_can_be_stepped_through(app, phone):
    said = ("up 6", "Bob in", "Cat in", "Dan in", "Ann in", "won Bob Bob Bob Bob Bob", "settled")
    key = opened(app, *said, depth="tricks")
    page = phone.get(f"/e/{key}/deals/1")
    assert not any("/tricks/" in link for link in page.links)
    phone.get(f"/e/{key}/deals/1/tricks/1")
    assert phone.url == f"/e/{key}/deals/1"
