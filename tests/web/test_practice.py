"""The practice deals: a real table, of which nothing is stored."""

import pytest

from tests.web.test_example import counts

DOMINOES = (
    ("turned-up", "piece", "4-2"),
    ("declared", "choice", "play"),
    ("played", "piece", "6-5/6"),
    ("played", "piece", "5-2"),
    ("played", "piece", "6-1"),
    ("played", "stands", "revoke"),
    ("settled",),
)
CARDS = (
    ("turned-up", "piece", "H"),
    ("declared", "choice", "play"),
    ("declared", "choice", "miss"),
    ("rest-declared",),
    *[("trick-won", "player", "Bob")] * 3,
    ("settled",),
)


@pytest.mark.parametrize(("game", "taps"), [("domino-loo", DOMINOES), ("three-card-loo", CARDS)])
def test_a_deal_is_played_to_its_end_and_nothing_is_stored(app, phone, game, taps):
    before = counts(app)
    page = phone.get(f"/e/try-{game}-0")
    for tap in taps:
        assert page.soup.select_one(".practice b") and not page.soup.select("#live")
        if tap == ("settled",):
            assert "looed" in page.text if game == "three-card-loo" else "revoked" in page.text
            assert not [link for link in page.links if "/e/" in link]
        page = phone.press(*tap)
    assert page.heading == "That was a whole deal" and "/evenings/new" in page.links
    assert counts(app) == before
    assert "try-" not in phone.get("/history").html


def test_another_tap_is_refused_with_a_reason(phone):
    phone.get("/e/try-domino-loo-1")
    page = phone.press("turned-up", "piece", "6-6")
    assert page.status == 422 and "Not this one. Tap 4-2." in page.alert
    phone.get("/e/try-domino-loo-6")
    page = phone.press("played", "piece", "5-2")
    assert page.status == 200 and "6‑1" in page.text
    page = phone.press("played", "piece", "6-1")
    assert page.status == 422 and "proves a revoke" in page.question
    page = phone.press("played", "stands", "let-stand")
    assert page.status == 422 and "Not this one." in page.alert and "Tap 6-1." in page.alert
    sent = {"kind": "settled", "after": "13", "entry_id": "practice-1"}
    assert phone.post("/e/try-domino-loo-13/entries", sent).status == 422


@pytest.mark.parametrize("path", ["try-whist-0", "try-domino-loo-22", "try-domino-loo-99999"])
def test_there_is_no_other_practice(phone, path):
    assert phone.get(f"/e/{path}").status == 404
    assert phone.post(f"/e/{path}/entries", {}).status == 404
