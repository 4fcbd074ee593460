"""The second look: a costly settlement needs another phone, or an explicit skip."""

import msgspec
import pytest

from companion.errors import MalformedEntry
from companion.evening.entries import decode
from companion.rules.actions import Settled
from tests.web.table import HTMX, Phone, opened

IN = ("up 6", "Bob in", "Cat in", "Dan in", "Ann in")
TRICKS = {"depth": "tricks"}
LOOED = ((*IN, "won Bob Bob Bob Cat"), TRICKS, "Cat")
"""The phrases, the game, and the winner of the last trick: Dan and Ann are looed."""
NOBODY = (("up 6", "Bob in", "Cat in", "Dan out", "Ann out", "won Bob Bob Cat Cat"), TRICKS, "Bob")
REVOKED = ((*IN, "won Bob Cat Dan Ann", "revoked Cat 2"), TRICKS, "Bob")
POINTS = {"seats": "Ann Bob", "depth": "tricks"}
BOB_LEADS, ANN_LEADS = ("up 6", "Bob in", "Ann in"), ("up 6", "Ann in", "Bob in")
ALL_BOB = ("won Bob Bob Bob Bob Bob", "settled")


@pytest.fixture
def app(fresh):
    return fresh


def table(app, case, phone, *others, second_look=True):
    """Open a table with second look on; `phone` enters the last trick. Return its key."""
    said, game, last = case
    key = opened(app, *said, **game)
    number = app.extensions["tables"].evenings.log.find(key).id
    for one in (phone, *others):
        one.at(key)
    app.extensions["tables"].access_store.set_rules(number, "all", second_look)
    phone.at(key)
    phone.press("trick-won", "player", last)
    return key


def kinds(phone, key):
    return [entry["kind"] for entry in phone.record(key)["entries"]]


def test_the_phone_that_made_the_newest_entry_waits(app, phone, other):
    key = table(app, LOOED, phone, other)
    page = phone.page
    assert "Waiting for a second phone" in page.text
    assert page.offers("settled", "looked") == ["skipped"]
    assert page.offers("settled", None) == []
    # Another phone is asked to confirm, and told who pays what.
    page = other.at(key)
    assert "Dan −30 (no trick, looed)." in page.text and "Is that right?" in page.text
    assert page.offers("settled", "looked") == ["confirmed"]
    assert page.whys["Dan"][0] == -30
    # "No" leads to the newest entry in the log, and replaces Undo.
    assert (
        f"/e/{key}/log?entry=11&wrong=1#e11" in page.links and page.offers("undone", "kind") == []
    )


def test_a_phone_that_came_to_confirm_is_not_asked_whose_it_is(app, phone):
    key = table(app, LOOED, phone)
    page = app.test_client().get(f"/e/{key}").get_data(as_text=True)
    assert "Is that right?" in page and "Who are you?" not in page


def test_another_phone_confirms(app, phone, other):
    key = table(app, LOOED, phone, other)
    other.post(f"/e/{key}/me", {"name": "Bob’s phone", "seat": ""})
    other.at(key)
    page = other.press("settled", "looked", "confirmed")
    assert page.status == 200
    assert phone.record(key)["entries"][-1] == {
        "kind": "settled",
        "looked": "confirmed by Bob’s phone",
    }
    assert "Deal over, confirmed by Bob’s phone" in phone.at(key).text


@pytest.mark.parametrize("named", [True, False])
def test_it_can_be_skipped_explicitly(app, phone, named):
    key = table(app, LOOED, phone)
    if named:
        phone.post(f"/e/{key}/me", {"name": "", "seat": "Ann"})
    phone.at(key)
    page = phone.press("settled", "looked", "skipped")
    says = "skipped by Ann" if named else "skipped"
    assert phone.record(key)["entries"][-1]["looked"] == says
    assert f"check {says}" in page.text


@pytest.mark.parametrize("how", [{}, HTMX], ids=["plain", "htmx"])
@pytest.mark.parametrize("fields", [{}, {"looked": "confirmed"}], ids=["plain", "by itself"])
def test_one_phone_cannot_settle_alone(app, phone, other, how, fields):
    key = table(app, LOOED, phone, other)
    page = phone.say(key, {"kind": "settled", **fields}, **how)
    assert page.status == 422 and "second phone" in page.alert
    assert kinds(phone, key)[-1] == "trick-won"


def test_an_old_page_of_another_phone_does_not_confirm(app, phone, other):
    key = table(app, LOOED, phone, other, second_look=False)
    other.at(key)
    form, _ = other.find("settled")
    app.extensions["tables"].access_store.set_rules(1, "all", True)
    assert other.submit(form).status == 422
    assert kinds(phone, key)[-1] == "trick-won"


@pytest.mark.parametrize("on", [True, False])
def test_a_cheap_settlement_does_not_wait(app, phone, other, on):
    key = table(app, NOBODY if on else LOOED, phone, other, second_look=on)
    for one in (phone, other):
        assert one.at(key).offers("settled", "kind") == ["settled"]
    phone.at(key)
    phone.press("settled")
    assert phone.record(key)["entries"][-1] == {"kind": "settled"}


def test_a_revoke_waits(app, phone, other):
    key = table(app, REVOKED, phone, other)
    assert phone.at(key).offers("settled", "looked") == ["skipped"]
    assert "Cat −" in other.at(key).text
    assert phone.say(key, {"kind": "settled"}).status == 422


def test_a_revoke_settled_at_once_waits_too(app, phone, other):
    key = opened(app, *IN, "won Bob", **TRICKS)
    app.extensions["tables"].access_store.set_rules(1, "all", True)
    other.at(key), phone.at(key)
    phone.say(key, {"kind": "revoked", "player": "Cat", "trick": "1"})
    assert phone.say(key, {"kind": "settled"}).status == 422
    assert phone.get(f"/e/{key}/settle").offers("settled", "looked") == ["skipped"]
    page = other.get(f"/e/{key}/settle")
    assert page.offers("settled", "looked") == ["confirmed"] and "Cat −" in page.text
    other.press("settled", "looked", "confirmed")
    assert phone.record(key)["entries"][-1]["looked"] == "confirmed"


def test_the_end_of_a_race_waits(app, phone, other):
    said = (*BOB_LEADS, *ALL_BOB, *ANN_LEADS, *ALL_BOB, *BOB_LEADS, "won Bob Bob Bob Bob")
    key = table(app, (said, POINTS, "Bob"), phone, other)
    page = other.at(key)
    assert "Bob reaches 15 and wins." in page.text
    assert phone.at(key).offers("settled", "looked") == ["skipped"]


def test_general_rams_that_fails_waits(app, phone, other):
    rams = {"game": "rams", "seats": "Ann Bob Cat", "depth": "tricks"}
    table(app, (("up H", "Cat general", "won Cat Bob Cat Ann"), rams, "Cat"), phone, other)
    assert phone.page.offers("settled", "looked") == ["skipped"]
    assert "Cat +5 (General Rams failed)." in phone.page.text


def test_after_a_correction_the_other_phone_confirms(app, phone, other):
    key = table(app, LOOED, phone, other)
    other.say(key, {"kind": "revoked", "player": "Dan", "trick": "1"})
    assert other.at(key).offers("settled", "looked") == ["skipped"]
    assert phone.at(key).offers("settled", "looked") == ["confirmed"]


def test_a_correction_does_not_bypass_it(app, phone, other):
    key = table(app, LOOED, phone, other)
    phone.say(key, {"kind": "revoked", "player": "Cat", "trick": "1"})
    last = phone.length(key)
    for fields in ({}, {"looked": "skipped"}):
        page = phone.say(key, {"kind": "settled", "amends": str(last), **fields})
        assert page.status == 422
    assert phone.length(key) == last


def test_correcting_a_misdeal_to_a_settlement_does_not_bypass_it(app, phone, other):
    key = table(app, LOOED, phone, other)
    phone.say(key, {"kind": "misdealt"})
    last = phone.length(key)
    sent = {"kind": "settled", "amends": str(last)}
    form = {**sent, "after": str(last), "entry_id": "preview-001"}
    page = phone.post(f"/e/{key}/amend/{last}", form)
    assert page.status == 422 and "would need a second phone" in page.text
    assert phone.say(key, sent).status == 422 and phone.length(key) == last
    # Without the setting, no second phone is needed.
    app.extensions["tables"].access_store.set_rules(1, "all", False)
    assert phone.say(key, sent).status in (200, 303) and phone.length(key) == last + 1


def test_correcting_a_cheap_settlement_does_not_bypass_it(app, phone, other):
    """Otherwise one phone could settle cheaply alone, and then correct the deal."""
    key = table(app, NOBODY, phone, other)
    phone.say(key, {"kind": "settled"})
    last = phone.length(key)
    for number, fields in ((10, {"player": "Bob"}), (9, {"player": "Bob"})):
        page = phone.say(key, {"kind": "trick-won", "amends": str(number), **fields})
        if number == 9:
            assert page.status == 422 and "would need a second phone" in page.text
    assert phone.length(key) == last + 1  # the first correction left Cat one trick


def test_the_host_corrects_an_earlier_deal_without_it(app, phone, other):
    """The pool of an earlier deal can change what the last settlement costs."""
    said = ("Bob in", "Cat in", "Dan out", "Ann out", "won Bob Bob Cat Cat")
    later = ("up 5", "Cat in", "Dan in", "Ann out", "Bob out", "won Cat Cat Cat Cat Cat")
    key = opened(app, "up 6", *said, "won Cat", "settled", *later, "settled", **TRICKS, loo="pool")
    phone.at(key), other.at(key)
    app.extensions["tables"].access_store.set_rules(1, "all", True)
    evening = app.extensions["tables"].evenings.evening(1)
    before = evening.state.session.balances
    for number in (9, 10, 11):
        correction = {"kind": "trick-won", "player": "Bob", "amends": number}
        assert phone.say(key, correction).status == 303
    assert app.extensions["tables"].evenings.evening(1).state.session.balances != before


def test_a_watcher_is_not_asked(app, phone, other):
    key = table(app, LOOED, phone)
    number = app.extensions["tables"].evenings.log.find(key).id
    page = other.at(app.extensions["tables"].access_store.rules(number).watch_key)
    assert not page.kinds() and page.whys
    third = Phone(app)
    assert third.at(key).offers("settled", "looked") == ["confirmed"]


# The record


@pytest.mark.parametrize(
    "looked", ["confirmed", "skipped", "confirmed by Bob", "skipped by " + "W" * 40]
)
def test_valid_looks_in_a_record(looked):
    assert decode(msgspec.json.encode({"kind": "settled", "looked": looked})).confirmation == looked


@pytest.mark.parametrize(
    "looked",
    ["", "seen", "confirmed by ", "confirmed by  Bob", "skipped by " + "W" * 41, "confirmedby Bob",
     "confirmed by B\nb", "confirmed by \u202eBob", "confirmed\n", 1, True],
)  # fmt: skip
def test_invalid_looks_in_a_record(looked):
    with pytest.raises(MalformedEntry):
        decode(msgspec.json.encode({"kind": "settled", "looked": looked}))


def test_without_a_second_look_the_record_is_unchanged():
    assert msgspec.json.encode(Settled()) == b'{"kind":"settled"}'
