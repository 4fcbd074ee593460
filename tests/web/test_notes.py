"""Notes to an evening and its deals, on their pages; and opening a closed evening again."""

import json

import pytest

from companion.evening.entries import encode
from tests.evening.test_inserting import DEAL_1, DEAL_2, forgotten
from tests.web.table import opened

FAMOUS = "Ann’s famous revoke <b>1</b> https://example.com/?a=1&b=2"


@pytest.fixture
def key(phone):
    """An evening of two deals, which the phone hosts."""
    phone.sit_down(("Ann", "Bob"), game="other", depth="result", title="Skat", name="Friday")
    for points in ((3, -3), (-1, 1)):
        phone.say(phone.key, {"kind": "scored", "score:Ann": points[0], "score:Bob": points[1]})
        phone.say(phone.key, {"kind": "settled"})
    return phone.key


def add(phone, where, text):
    """Add a note with the form of a page."""
    page = phone.get(where)
    phone.submit(page.soup.select_one("#notes textarea").closest("form"), text=text)
    return phone.follow() if phone.page.status == 303 else phone.page


def noted(page):
    return [one.text for one in page.soup.select("#notes .remark > p")]


def close(phone, key):
    phone.say(key, {"kind": "evening-closed"})


def reopen(phone, key):
    page = phone.get(f"/e/{key}/deals")
    (button,) = [one for one in page.soup.select("button") if "Open the evening again" in one.text]
    phone.submit(button.closest("form"), button)
    return phone.page


def test_a_note_to_the_evening_is_text_and_nothing_else(phone, key):
    page = add(phone, f"/e/{key}/deals", f"  {FAMOUS}\r\n on\tFriday ")
    assert phone.url.startswith(f"/e/{key}/deals")
    assert noted(page) == [f"{FAMOUS} on Friday"]
    assert "https://example.com/?a=1&b=2" not in page.links
    assert not page.soup.select("#notes b")
    assert phone.record(key)["entries"][-1] == {"kind": "noted", "text": f"{FAMOUS} on Friday"}
    assert FAMOUS in phone.get(f"/e/{key}/log").text
    assert FAMOUS in phone.get(f"/e/{key}/deals?page=all").text


def test_a_note_to_a_deal_stands_beside_it(phone, key):
    page = add(phone, f"/e/{key}/deals/2", FAMOUS)
    assert phone.url.startswith(f"/e/{key}/deals/2") and noted(page) == [FAMOUS]
    assert noted(phone.get(f"/e/{key}/deals/1")) == []
    evening = phone.get(f"/e/{key}/deals")
    assert noted(evening) == []
    rows = [row.text for row in evening.soup.select(".deals tbody tr")]
    assert [n for n, row in enumerate(rows) if FAMOUS in row] == [2]  # below the second deal
    assert FAMOUS in phone.client.get(f"/e/{key}/deals.csv").data.decode("utf-8-sig")
    results = json.loads(phone.client.get(f"/e/{key}/replay.json").data)
    assert results["notes"] == [{"text": FAMOUS, "game": 1, "deal": 2}]


def test_a_note_stays_with_its_deal_when_a_deal_is_inserted_before_it(phone, app):
    key = opened(app, *DEAL_1, *DEAL_2, depth="result", dealer="Ann")
    add(phone, f"/e/{key}/deals/2", "second")
    lost = forgotten(5, "up 4-1", "told Ann 2 Cat 3 Bob 0", "settled", dealer="Dan")
    phone.say(key, {"entry": encode(lost).decode()})
    assert noted(phone.get(f"/e/{key}/deals/2")) == []
    assert noted(phone.get(f"/e/{key}/deals/3")) == ["second"]
    assert noted(add(phone, f"/e/{key}/deals/2", "inserted")) == ["inserted"]
    assert noted(phone.get(f"/e/{key}/deals/3")) == ["second"]


@pytest.mark.parametrize("page", ["deals", "deals/2"])
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x" * 501, "A note can have at most 500 characters. This one has 501."),
        ("x" * 10_000, "A note can have at most 500 characters. This one has 10000."),
        ("bell\x07", "A note is one line, without control characters."),
        ("  ", "Write something first."),
    ],
)
def test_a_note_that_cannot_be_taken_loses_nothing(phone, key, page, text, says):
    before = phone.record(key)
    answer = add(phone, f"/e/{key}/{page}", text)
    assert answer.status == 422 and answer.soup.select_one("#notes .refusal").text == says
    assert answer.soup.select_one("#notes details[open] textarea").text.strip() == text.strip()
    assert phone.record(key) == before


def test_five_hundred_characters_are_a_note(phone, key):
    assert noted(add(phone, f"/e/{key}/deals", "é" * 500)) == ["é" * 500]


def test_a_note_is_deleted_by_its_phone_or_the_host(phone, other, key):
    other.get(f"/e/{key}")
    for device, text in ((phone, "host’s"), (other, "guest’s"), (other, "again")):
        add(device, f"/e/{key}/deals", text)
    close(phone, key)

    def deletable(device):
        page = device.get(f"/e/{key}/deals")
        return [one.select_one("p").text for one in page.soup.select(".remark:has(form)")]

    assert deletable(phone) == ["host’s", "guest’s", "again"]
    assert deletable(other) == ["guest’s", "again"]
    form = other.page.soup.select(".remark form")[0]
    other.submit(form, form.select_one("button"))
    assert noted(other.follow()) == ["host’s", "again"]
    form = phone.get(f"/e/{key}/deals").soup.select(".remark form")[1]
    phone.submit(form, form.select_one("button"))
    assert noted(phone.follow()) == ["host’s"]


def test_who_only_watches_reads_notes_and_adds_none(phone, other, key, app):
    add(phone, f"/e/{key}/deals", FAMOUS)
    info = app.extensions["tables"].evenings.log.find(key)
    watch = app.extensions["tables"].access_store.rules(info.id).watch_key
    page = other.get(f"/e/{watch}/deals")
    assert noted(page) == [FAMOUS] and not page.soup.select("#notes form")
    assert not other.get(f"/e/{watch}/deals/1").soup.select("#notes")


@pytest.mark.parametrize("page", ["deals", "deals/1"])
def test_a_note_is_found_in_the_history(phone, key, page):
    phone.get("/history")
    add(phone, f"/e/{key}/{page}", FAMOUS)
    assert "Friday" in phone.get("/history?q=famous+REVOKE").text
    assert "Friday" not in phone.get("/history?q=famous+slip").soup.select_one("main").text


def test_a_closed_evening_is_opened_again_below_what_came_since(phone, key):
    close(phone, key)
    assert "Open the evening again" not in phone.get(f"/e/{key}/deals").text  # undo does it
    assert "↶ Undo" in phone.page.text
    add(phone, f"/e/{key}/deals", FAMOUS)
    reopen(phone, key)
    assert phone.follow().status == 200
    page = phone.get(f"/e/{key}/deals")
    assert "still open" in page.text and noted(page) == [FAMOUS]
    phone.say(key, {"kind": "scored", "score:Ann": 5, "score:Bob": -5})
    assert phone.record(key)["entries"][-1]["kind"] == "scored"


def test_payments_stay_when_an_evening_is_opened_again(phone):
    phone.sit_down(("Ann", "Bob"), game="other", depth="result", title="Skat", counts="chips")
    key = phone.key
    phone.say(key, {"kind": "scored", "score:Ann": 3, "score:Bob": -3})
    close(phone, key)
    phone.say(key, {"kind": "paid", "from": "Bob", "to": "Ann", "amount": 3})
    reopen(phone, key)
    results = json.loads(phone.client.get(f"/e/{key}/replay.json").data)
    assert [one["amount"] for one in results["payments"]] == [3]
    phone.say(key, {"kind": "scored", "score:Ann": -2, "score:Bob": 2})
    assert "still open" in phone.get(f"/e/{key}/deals").text


def test_only_the_host_opens_it_again(phone, other, key):
    other.get(f"/e/{key}")
    close(phone, key)
    add(phone, f"/e/{key}/deals", FAMOUS)
    assert "Open the evening again" not in other.get(f"/e/{key}/deals").text
    number = next(
        n
        for n, one in enumerate(phone.record(key)["entries"], 1)
        if one["kind"] == "evening-closed"
    )
    assert other.say(key, {"kind": "amended", "entry": number}).status == 403
    assert "closed" in other.get(f"/e/{key}/deals").text
