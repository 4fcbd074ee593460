"""Evenings of different worth in one group, on its pages. tests/groups/test_money.py has the figures."""

import csv

import pytest

from companion.evening.entries import Paid, WorthSet
from tests.telling import entries, started
from tests.web.table import opened
from tests.web.test_groups import add, change, debts_of, folded, form_of, form_to, start

GAME = started("Ann Bob Cat", game="other", depth="result", name="Skat", counts="chips")
LOW = ("scored Ann=-100 Bob=100 Cat=0", "settled", WorthSet(10, "EUR"), "closed")
HIGH = ("scored Ann=20 Bob=-20 Cat=0", "settled", WorthSet(50, "EUR"), "closed")
PLAIN = ("scored Ann=-7 Bob=7 Cat=0", "settled", "closed")


@pytest.fixture
def app(fresh):
    return fresh


@pytest.fixture
def store(app):
    return app.extensions["groups"]


def played(app, phone, *phrases, name="Friday"):
    said = [GAME]
    for phrase in phrases:
        said += entries(phrase) if isinstance(phrase, str) else [phrase]
    key = app.extensions["tables"].evenings.log.open_evening(name, said, "tests").key
    phone.get(f"/e/{key}")
    return key


def rows_of(phone, address):
    return list(csv.DictReader(phone.client.get(address).data.decode("utf-8-sig").splitlines()))


@pytest.mark.parametrize("order", [(LOW, HIGH), (HIGH, LOW)])
def test_different_stakes_come_to_nothing(app, phone, order):
    group = start(phone)
    keys = {one: played(app, phone, *one) for one in order}
    for key in keys.values():
        add(phone, group, key)
    page = phone.get(f"/g/{group}")
    assert "Nobody owes anything." in page.text and not debts_of(page)
    assert "Ann €0.00 2" in " ".join(page.soup.select_one("#figures .figures.wide").words.split())
    # The evening's page and its file say the same.
    page = phone.get(f"/e/{keys[HIGH]}/deals")
    assert "A chip is worth €0.50" in page.text and "Bob pays Ann 20 chips €10.00" in page.text
    ledger = rows_of(phone, f"/e/{keys[HIGH]}/ledger.csv")
    assert {(row["money"], row["currency"]) for row in ledger} == {("10.00", "EUR")}
    rows = rows_of(phone, f"/g/{group}/figures.csv")
    ann = next(row for row in rows if (row["person"], row["game"]) == ("Ann", ""))
    assert (ann["chips"], ann["owed"], ann["currency"]) == ("0.00", "0.00", "EUR")


def test_currencies_and_chips_have_their_own_payments_and_figures(app, phone, store):
    group = start(phone)
    dollars = ("scored Ann=100 Bob=-100 Cat=0", "settled", WorthSet(10, "USD"), "closed")
    for phrases in (LOW, dollars, PLAIN):
        add(phone, group, played(app, phone, *phrases))
    page = phone.get(f"/g/{group}")
    assert debts_of(page) == [
        "Ann pays Bob €10.00", "Bob pays Ann $10.00", "Ann pays Bob 7 chips",
    ]  # fmt: skip
    assert "each currency counts for itself" in page.text
    for unit, amount in (("EUR", "−€10.00"), ("USD", "+$10.00"), ("", "−7")):
        for path in ("", "/figures"):
            found = phone.get(f"/g/{group}{path}?unit={unit}").soup.select_one("#figures .figures")
            assert amount in found.words
    page = phone.get(f"/g/{group}")
    phone.submit(form_of(page, "paid"))
    (payment,) = folded(store, group).payments
    assert (payment.amount, payment.currency) == (1000, "EUR")
    page = phone.get(f"/g/{group}")
    assert debts_of(page)[0] == "✓ Ann paid Bob €10.00"
    phone.submit(form_of(page, "undone"))
    assert not folded(store, group).payments


def test_the_figures_of_a_unit_have_no_debts_of_another(app, phone):
    group = start(phone)
    paid = ("scored Ann=-7 Bob=7 Cat=0", "settled", "closed", Paid("Ann", "Bob", 7))
    for phrases in (LOW, paid):
        add(phone, group, played(app, phone, *phrases))
    for unit in ("EUR", ""):
        table = phone.get(f"/g/{group}?unit={unit}").soup.select_one("#figures .figures.wide")
        assert "Still open" not in table.text
    phone.submit(form_of(phone.get(f"/g/{group}"), "paid"))
    for unit, is_told in (("EUR", True), ("", False)):
        table = phone.get(f"/g/{group}?unit={unit}").soup.select_one("#figures .figures.wide")
        assert ("Still open" in table.text) == is_told


def test_an_evening_without_a_worth_is_asked(app, phone, store):
    group = start(phone)
    add(phone, group, played(app, phone, *LOW))
    change(phone, group, "worth-set", amount="0.10", currency="EUR")
    for choice, chips in (("group", "70 cents"), ("none", "7 chips")):
        key = played(app, phone, *PLAIN)
        page = add(phone, group, key)
        assert page.status == 200 and "€0.10 as in the group" in page.text
        phone.submit(form_to(page, f"/e/{key}/group"), worth=choice)
        page = phone.get(f"/e/{key}/deals")
        assert ("€0.70" in page.text) == (choice == "group"), chips
        assert "worth-set" in page.kinds()  # its page can still say a worth
    assert debts_of(phone.get(f"/g/{group}")) == ["Ann pays Bob €10.70", "Ann pays Bob 7 chips"]
    # Several at once.
    keys = [played(app, phone, *PLAIN, name=name) for name in ("One", "Two")]
    page = phone.get(f"/g/{group}/add")
    assert "€0.10 as in the group" in page.text and "No money" in page.text
    phone.post(f"/g/{group}/add", {"evening": keys, "worth": "group"})
    assert debts_of(phone.get(f"/g/{group}"))[0] == "Ann pays Bob €12.10"


def test_a_phone_outside_the_group_sees_the_same_worth(app, phone, other):
    group = start(phone)
    change(phone, group, "worth-set", amount="0.10", currency="EUR")
    key = played(app, phone, *PLAIN)
    phone.submit(form_to(add(phone, group, key), f"/e/{key}/group"), worth="group")
    for browser in (phone, other):
        page = browser.get(f"/e/{key}/deals")
        assert (
            "A chip is worth €0.10" in page.text and "€0.70" in page.soup.select_one(".totals").text
        )
        shared = page.soup.select_one("#share-text").text
        assert "Ann pays Bob: 7 chips, €0.70" in shared
    assert {row["money"] for row in rows_of(other, f"/e/{key}/ledger.csv")} == {"0.70"}
    results = phone.client.get(f"/e/{key}/replay.json").json
    assert results["worth"] == {"minor": 10, "currency": "EUR"}
    # The record has only what the evening itself says.
    assert b"worth-set" not in phone.client.get(f"/e/{key}/record.json").data


def test_a_new_worth_leaves_open_debts_as_they_are(app, phone):
    group = start(phone)
    add(phone, group, played(app, phone, *LOW))
    add(phone, group, played(app, phone, *PLAIN, name="Sunday"))
    page = phone.get(f"/g/{group}")
    form = form_of(page, "worth-set")
    # The worth of the newest evening that has one is suggested.
    assert form.select_one('[name="amount"]')["value"] == "0.10"
    assert "Also for the 1 evening" in page.text and "Sunday" in form.words
    before = debts_of(page)
    phone.submit(form, amount="1", currency="USD")
    page = phone.follow()
    assert "From the next evening on a chip is worth $1.00." in page.text
    assert debts_of(page) == before == ["Ann pays Bob €10.00", "Ann pays Bob 7 chips"]
    phone.submit(form_of(page, "worth-set"), amount="1", currency="USD", also="yes")
    page = phone.follow()
    assert "A chip is now worth $1.00." in page.text
    assert debts_of(page) == ["Ann pays Bob €10.00", "Ann pays Bob $7.00"]
    phone.submit(form_of(page, "paid"))
    assert "Also for the" not in phone.get(f"/g/{group}").text


def test_an_evening_opened_in_the_group_has_its_worth(app, phone, other):
    group = start(phone)
    add(phone, group, played(app, phone, *LOW))
    change(phone, group, "worth-set", amount="0.20", currency="EUR")
    page = phone.get(f"/g/{group}")
    phone.submit(form_to(page, f"/g/{group}/evenings"))
    page = phone.follow()
    assert page.heading and "A chip is worth €0.20" in phone.get(f"/e/{phone.key}/deals").text
    entries = phone.client.get(f"/e/{phone.key}/record.json").json["entries"]
    assert [one["kind"] for one in entries] == ["worth-set", "game-started"]


def test_a_worth_that_was_paid_at_is_refused_with_a_reason(app, phone):
    group = start(phone)
    key = played(app, phone, *LOW)
    add(phone, group, key)
    form = form_of(phone.get(f"/e/{key}/deals"), "worth-set")
    phone.submit(form_of(phone.get(f"/g/{group}"), "paid"))
    # The page no longer offers it; this form is from before.
    page = phone.get(f"/e/{key}/deals")
    assert "worth-set" not in page.kinds() and "A chip is worth €0.10" in page.text
    page = phone.submit(form, amount="0.50", currency="EUR")
    assert page.status == 422 and "Undo the payment first." in page.text
    phone.submit(form_of(phone.get(f"/g/{group}"), "undone"))
    assert "worth-set" in phone.get(f"/e/{key}/deals").kinds()


def test_an_evening_that_counts_at_its_own_worth_now_is_named_once(app, phone):
    group = start(phone)
    change(phone, group, "worth-set", amount="0.10", currency="EUR")
    key = played(app, phone, *HIGH[:2], name="High stakes")
    phone.submit(form_to(add(phone, group, key), f"/e/{key}/group"), worth="group")
    form = form_of(phone.get(f"/e/{key}/deals"), "worth-set")
    phone.submit(form, amount="0.50", currency="EUR")
    page = phone.get(f"/g/{group}")
    assert (
        "In High stakes a chip counts at €0.50, as the evening says, and no longer at €0.10. "
        "This changes: Ann +€8.00, Bob −€8.00."
    ) in page.text
    phone.submit(form_to(page, f"/g/{group}/worths"))
    assert "no longer at" not in phone.follow().text


def test_a_file_keeps_the_worth_of_each_evening(app, phone, store):
    group = start(phone)
    change(phone, group, "worth-set", amount="0.10", currency="EUR")
    for worth in ("group", "none"):
        key = played(app, phone, *PLAIN)
        phone.submit(form_to(add(phone, group, key), f"/e/{key}/group"), worth=worth)
    add(phone, group, played(app, phone, *HIGH))
    data = phone.client.get(f"/g/{group}/group.json").data
    before = debts_of(phone.get(f"/g/{group}"))
    page = phone.import_record(data)
    assert page.status == 303 and debts_of(phone.follow()) == before


def test_only_the_debts_of_an_open_pool_wait(app, phone):
    """A pool in euros asks for a decision; the chips of another evening can be paid."""
    group = start(phone)
    deal = ("up 6", "told Bob 3 Cat 2 Ann 0", "settled", WorthSet(10, "EUR"))
    key = opened(app, *deal, name="Going on", depth="result")
    phone.get(f"/e/{key}")
    add(phone, group, key)
    add(phone, group, played(app, phone, *PLAIN))
    page = phone.get(f"/g/{group}")
    assert "What becomes of the chips in the pool, worth €2.50?" in page.text
    assert debts_of(page) == ["Ann pays Bob 7 chips"]
    phone.submit(form_of(page, "paid"))
    assert debts_of(phone.get(f"/g/{group}")) == ["✓ Ann paid Bob 7 chips"]


def test_older_debts_are_paid_while_a_pool_is_open(app, phone, store):
    """A stake of the newest evening is nobody's debt yet, and leaves the older ones as they are."""
    group = start(phone)
    add(phone, group, played(app, phone, *LOW))
    deal = ("up 6", "told Bob 3 Cat 2 Ann 0", "settled", WorthSet(10, "EUR"))
    key = opened(app, *deal, name="Going on", depth="result")
    phone.get(f"/e/{key}")
    add(phone, group, key)
    page = phone.get(f"/g/{group}")
    assert "What becomes of the chips in the pool, worth €2.50?" in page.text
    assert "Without this evening:" in page.text
    assert debts_of(page) == ["Ann pays Bob €10.00"]
    phone.submit(form_of(page, "paid"))
    page = phone.get(f"/g/{group}")
    assert debts_of(page) == ["✓ Ann paid Bob €10.00"]
    rows = page.soup.select_one("#figures .figures.wide").select("tbody tr")
    open_amounts = [row.select("td")[-1].words for row in rows]
    assert open_amounts == ["€0.00"] * 4
    # Nobody says that all is settled while the evening goes on.
    assert "Nobody owes anything" not in page.text
    assert "Nobody owes anything" not in phone.get(f"/e/{key}").text
