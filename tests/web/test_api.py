"""The JSON interface: state, entries and refusals."""

import itertools
import json

import msgspec
import pytest
from msgspec.structs import replace

from companion.evening.entries import Penalized, encode
from companion.rules.actions import Played, Settled
from companion.web.api.documents import Problem, TableState
from tests.web import played
from tests.web.table import opened

IDS = itertools.count()
IN = ("up 6", "Bob in", "Cat in", "Dan in", "Ann in")


@pytest.fixture
def app(fresh):
    return fresh


class Program:
    """A device that speaks JSON."""

    def __init__(self, app, key):
        self.client = app.test_client()
        self.path = f"/e/{key}"
        self.client.get(f"{self.path}/state.json")  # for the cookie
        self.client.post(f"{self.path}/people/claim")  # the first device is the host

    def state(self):
        answer = self.client.get(f"{self.path}/state.json")
        assert answer.mimetype == "application/json", answer.text
        return msgspec.json.decode(answer.data, type=TableState)

    def send(self, body, content_type="application/json"):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.client.post(f"{self.path}/entries", data=data, content_type=content_type)

    def enter(self, entry, after=None, entry_id=None, **more):
        """Send an entry; return the state after it, or the problem."""
        entry = json.loads(encode(entry)) if isinstance(entry, msgspec.Struct) else entry
        answer = self.send(
            {
                "entry": entry,
                "after": self.state().after if after is None else after,
                "entry_id": entry_id or f"program-{next(IDS)}",
                **more,
            }
        )
        if answer.status_code == 200:
            return msgspec.json.decode(answer.data, type=TableState)
        return problem(answer)


def problem(answer):
    assert answer.mimetype == "application/problem+json", answer.text
    found = msgspec.json.decode(answer.data, type=Problem)
    assert found.status == answer.status_code >= 400
    assert found.detail.endswith((".", "?", ")")) and found.title
    assert found.type.endswith(found.code)
    return found


@pytest.fixture
def key(app):
    return opened(app, *IN, depth="tricks")


@pytest.fixture
def program(app, key):
    return Program(app, key)


def test_the_state_contains_what_the_table_shows(app, phone, program, key):
    state = program.state()
    page = phone.at(key)
    assert (state.name, state.after, state.game, state.deal) == ("Friday", 6, "domino-loo", 1)
    assert state.edition == 1
    assert state.question.text in page.question and state.question.kind == "trick-won"
    assert state.pool == page.pool and state.trump == "6"
    assert {one.name: one.figure for one in state.players} == page.figures
    assert [one.name for one in state.players if one.is_dealer] == ["Ann"]
    assert state.undo.entry == 6 and state.device.is_host


@pytest.mark.parametrize("game", ["domino-loo", "three-card-loo", "napoleon", "coon-can"])
def test_an_evening_can_be_played_from_its_options(app, game):
    """A front end needs no rules, because every offered entry is accepted."""
    seats = "Ann Bob" if game == "coon-can" else "Ann Bob Cat"
    program = Program(app, opened(app, seats=seats, game=game))
    state = program.state()
    for _ in range(60):
        plays = [one for one in state.options if "stands" not in json.loads(encode(one))]
        assert plays, state.question
        before = state.after
        # Take the middle option, so that not everyone drops or passes.
        state = program.enter(plays[len(plays) // 2])
        assert isinstance(state, TableState), state
        assert state.after == before + 1
        if state.closed:
            break


def test_the_trick_on_the_table_is_told_play_by_play(app):
    """After a trick, it is the winner's; after the last of a deal, that one stays."""
    program = Program(app, opened(app, "up 5-3"))
    assert program.state().trick is None
    for player in ("Bob", "Cat", "Dan", "Ann"):
        state = program.enter({"kind": "declared", "player": player, "choice": "play"})
    assert (state.trick.leader, state.trick.suit, state.trick.plays) == ("Bob", None, ())
    state = program.enter({"kind": "played", "player": "Bob", "piece": "4-2", "suit": "2"})
    state = program.enter({"kind": "played", "player": "Cat", "piece": "2-1"})
    assert (state.trick.leader, state.trick.suit) == ("Bob", "2")
    assert [(one.player, one.piece) for one in state.trick.plays] == [
        ("Bob", "4-2"),
        ("Cat", "2-1"),
    ]
    for player, piece in (("Dan", "2-0"), ("Ann", "2-2")):
        state = program.enter({"kind": "played", "player": player, "piece": piece})
    assert (state.trick.leader, state.trick.suit, state.trick.plays) == ("Ann", None, ())
    assert {one.name: one.laid for one in state.players}["Bob"] == "4-2"


def test_the_last_trick_of_a_deal_stays(app):
    found = Program(app, opened(app, *played.evening(), dealer="Dan")).state().trick
    assert found.leader == "Cat" and [one.piece for one in found.plays] == [
        "4-1",
        "6-3",
        "6-4",
        "6-1",
    ]


@pytest.mark.parametrize("game", [{"depth": "tricks"}, {"depth": "result"}, {"game": "coon-can"}])
def test_a_deal_that_is_not_entered_by_plays_has_no_trick(app, game):
    phrases = (
        () if "game" in game else ("up 6", *IN[1:]) if game["depth"] == "tricks" else ("up 6",)
    )
    assert Program(app, opened(app, *phrases, **game)).state().trick is None


def test_an_entry_is_made_once_and_answered_with_the_state(program):
    entry = {"kind": "trick-won", "player": "Bob"}
    state = program.enter(entry, 6, "the-same-id")
    assert state.after == 7
    assert program.enter(entry, 6, "the-same-id") == state
    assert program.enter({**entry, "player": "Cat"}, 7, "the-same-id").code == "reused-id"
    assert program.state().after == 7


def test_a_late_entry_is_refused_or_already_entered(app, key, program):
    other = Program(app, key)
    program.enter({"kind": "trick-won", "player": "Bob"}, 6)
    assert other.enter({"kind": "trick-won", "player": "Bob"}, 6).after == 7
    late = other.enter({"kind": "trick-won", "player": "Cat"}, 6)
    assert (late.status, late.code) == (409, "conflict")
    assert program.state().after == 7


def test_undoing_another_devices_entry_needs_confirmation(app, key, program):
    other = Program(app, key)
    after = program.enter({"kind": "trick-won", "player": "Bob"}).after
    undo = {"kind": "undone", "entry": after}
    assert (other.enter(undo).status, other.enter(undo).code) == (409, "unsure")
    assert other.enter(undo, sure=True).after == after + 1


def test_a_refusal_names_the_rule_and_the_entry(program):
    refused = program.enter({"kind": "trick-won", "player": "Eve"})
    assert refused.status == 422 and refused.entry.player == "Eve" and refused.code
    assert program.state().after == 6


def test_a_refusal_names_the_source_of_its_rule(app):
    early = {"kind": "trick-won", "player": "Bob"}
    chits = {"game": "three-card-loo", "preset": "chits", "seats": "Ann Bob Cat", "depth": "tricks"}
    late = {"kind": "declared", "player": "Cat", "choice": "miss"}

    def authority(entry, *phrases, **game):
        found = Program(app, opened(app, *phrases, **game)).enter(entry).authority
        return found and (found.decided_by, found.account)

    assert authority(late, "up H", "Bob miss", **chits) == ("account", "chits")
    assert authority(late, "up H", "Bob in", **{**chits, "miss": "none"}) == ("table", "chits")
    assert authority(late, "up 6-3", "Bob miss") == ("resolved", "domino-loo")
    # Rules of the record have no source.
    assert authority(early, "up H", **chits) is None


def test_a_settlement_has_sources_and_penalties(app):
    """The pool is 25; Bob takes 3 tricks, Cat 2; 25 and the penalty of 5 stay for the next deal."""
    told = ("Bob in", "Cat in", "Dan in", Penalized("Dan", 5), "Ann out")
    key = opened(
        app, "up 6", *told, "won Bob Bob Bob Cat Cat", depth="tricks", loo="fixed", loo_chips=25
    )
    settlement = Program(app, key).state().settlement
    decided = [
        (one.source, one.amount, one.rule, one.authority.decided_by) for one in settlement.payments
    ]
    assert decided == [
        ("Dan", 5, "penalty", "silent"),
        ("pool", 15, "share", "account"),
        ("pool", 10, "share", "account"),
        ("Dan", 25, "looed", "table"),
    ]
    assert settlement.carried == 30


def test_a_proof_comes_with_its_evidence(app):
    program = Program(app, opened(app, "up 6-3", *IN[1:]))
    state = program.state()
    while not (doubtful := [one for one in state.options if getattr(one, "stands", None)]):
        # Taking the last option soon leads to a revoke.
        state = program.enter([one for one in state.options if isinstance(one, Played)][-1])
    refused = program.enter(replace(doubtful[0], stands=None), state.after)
    assert (refused.status, refused.code) == (422, str(refused.proofs[0].rule))
    assert refused.proofs[0].player in refused.detail and refused.proofs[0].piece in refused.detail
    assert program.enter(doubtful[0], state.after).after == state.after + 1


def test_only_what_the_device_may_enter_is_offered(app, key, program):
    program.state()  # the first device is the host
    app.extensions["tables"].access_store.set_rules(1, "own", False)
    other = Program(app, key)
    assert program.state().options and other.state().options == ()
    assert other.enter({"kind": "trick-won", "player": "Bob"}).code == "denied"


def test_a_second_look_is_what_is_offered(app, key, program):
    program.state()
    other = Program(app, key)
    other.state()
    app.extensions["tables"].access_store.set_rules(1, "all", True)
    for player in ("Bob", "Bob", "Bob", "Cat", "Cat"):
        state = program.enter({"kind": "trick-won", "player": player})
    assert state.second_look.waits and state.settlement.looed
    assert [one.confirmation for one in state.options if hasattr(one, "confirmation")] == [
        "skipped"
    ]
    assert program.enter({"kind": "settled"}).code == "second-look"
    state = other.state()
    (settled,) = [one for one in state.options if hasattr(one, "confirmation")]
    assert settled.confirmation == "confirmed"
    assert other.enter(settled).deal == 2


def test_a_position_beyond_the_log_is_refused(program):
    refused = program.enter({"kind": "trick-won", "player": "Bob"}, after=7)
    assert (refused.status, refused.code) == (409, "conflict")
    assert "has only 6 entries" in refused.detail


WON = {"kind": "trick-won", "player": "Bob"}
GOOD = {"entry": WON, "after": 6, "entry_id": "an-entry-id"}
NO_AFTER = {"entry": WON, "entry_id": "x" * 8}


def entering(**entry):
    return {**GOOD, "entry": entry}


BAD = {
    # body, status, code, field, expected
    "no JSON": (b"{", 400, "no-json", "", "JSON"),
    "nothing": (b"", 400, "no-json", "", "JSON"),
    "no text": (b'{"entry_id": "\xff"}', 400, "no-json", "", "JSON"),
    "deep": (b"[" * 60_000, 422, "wrong-type", "", ""),
    "another shape": ([], 422, "wrong-type", "", "an object"),
    "no entry": ({**GOOD, "entry": None}, 422, "wrong-type", "entry", ""),
    "lacks after": (NO_AFTER, 422, "missing-field", "after", "a value"),
    "after of text": ({**GOOD, "after": "6"}, 422, "wrong-type", "after", "a whole number"),
    "after below 0": ({**GOOD, "after": -1}, 422, "wrong-value", "after",
                      "a whole number of at least 0"),
    "after beyond all": ({**GOOD, "after": 10**30}, 422, "wrong-value", "after",
                         "a whole number of at most 10000000"),
    "a poor id": ({**GOOD, "entry_id": "x"}, 422, "wrong-value", "entry_id",
                  r"text that matches ^[A-Za-z0-9_-]{8,64}$(?!\n)"),
    "an id and a newline": ({**GOOD, "entry_id": "x" * 8 + "\n"}, 422, "wrong-value", "entry_id", ""),
    "another word": (entering(kind="drew", player="Bob", **{"from": "sky"}), 422, "wrong-value",
                     "entry.from", "one of stock, discards"),
    "unknown field beside": ({**GOOD, "extra": 1}, 422, "unknown-field", "extra", "no such field"),
    "unknown kind": (entering(kind="danced"), 422, "unknown-kind", "entry.kind",
                     "one of the kinds of entry: turned-up, declared, "),
    "no kind": (entering(player="Bob"), 422, "missing-field", "entry.kind", ""),
    "unknown field": (entering(**WON, how=1), 422, "unknown-field", "entry.how", ""),
    "wrong type": (entering(kind="trick-won", player=5), 422, "wrong-type", "entry.player", "text"),
    "a field of a correction": (entering(kind="amended", entry=6, by={"kind": "declared"}), 422,
                                "missing-field", "entry.by.player", ""),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD.values(), ids=BAD.keys())
def test_bad_input_is_named_and_nothing_is_written(program, case):
    body, status, code, where, expected = case
    found = problem(program.send(body))
    assert (found.status, found.code, found.field) == (status, code, where)
    assert found.expected and found.expected.startswith(expected)
    assert "`" not in found.detail
    assert program.state().after == 6


@pytest.mark.parametrize("content_type", ["text/plain", "application/xml", None])
@pytest.mark.parametrize("accept", [None, "*/*", "application/json"])
def test_another_content_type_is_a_problem_unless_a_page_is_wanted(program, content_type, accept):
    headers = {"Accept": accept} if accept else {}
    sent = {"data": json.dumps(GOOD), "content_type": content_type}
    found = problem(program.client.post(f"{program.path}/entries", headers=headers, **sent))
    assert found.code == "wrong-content-type" and "application/json" in found.detail
    for headers in ({"Accept": "text/html,*/*;q=0.8"}, {"HX-Request": "true"}):
        page = program.client.post(f"{program.path}/entries", headers=headers, **sent)
        assert (page.status_code, page.mimetype) == (415, "text/html")
    assert program.state().after == 6


@pytest.mark.parametrize("accept", [None, "*/*", "application/json", "application/problem+json"])
def test_without_a_form_a_refusal_is_a_problem(program, accept):
    """Only those who send a form, or ask for a page, get one."""
    headers = {"Accept": accept} if accept else {}
    ask = program.client.open
    entries, path = f"{program.path}/entries", program.path
    assert problem(ask(entries, method="POST", headers=headers)).code == "wrong-content-type"
    assert problem(ask(f"{path}/code/", method="POST", headers=headers)).code == "not-found"
    assert problem(ask(f"{path}/deals/7.json", headers=headers)).code == "not-found"
    assert problem(ask("/e/nothing/record.json", headers=headers)).code == "not-found"
    browser = {"Accept": "text/html,*/*;q=0.8"}
    for method, url in (("POST", entries), ("GET", f"{path}/deals/7.json")):
        page = ask(url, method=method, headers=browser)
        assert page.mimetype == "text/html" and page.status_code in (404, 422)
    assert program.state().after == 6


@pytest.mark.parametrize(
    ("path", "allowed"), [("state.json", "GET, HEAD, OPTIONS"), ("entries", "OPTIONS, POST")]
)
def test_a_method_that_does_not_exist_names_those_that_do(program, path, allowed):
    answer = program.client.put(f"{program.path}/{path}")
    assert problem(answer).code == "method-not-allowed"
    assert ", ".join(sorted(answer.headers["Allow"].split(", "))) == allowed


def test_what_only_takes_entries_names_its_method_to_who_reads_it(app, program):
    for headers in ({}, {"Accept": "*/*"}):
        answer = program.client.get(f"{program.path}/entries", headers=headers)
        assert problem(answer).code == "method-not-allowed"
    browser = {"Accept": "text/html"}
    assert program.client.get(f"{program.path}/entries", headers=browser).status_code == 303


def test_a_device_without_a_cookie_records_but_hosts_nothing(app, key, program):
    sent = {"entry": {"kind": "trick-won", "player": "Bob"}, "after": 6, "entry_id": "no-cookie-1"}
    entries = f"{program.path}/entries"
    assert app.test_client().post(entries, json=sent).get_json()["after"] == 7
    for kind in ("game-ended", "evening-closed"):
        sent = {"entry": {"kind": kind}, "after": 7, "entry_id": "no-cookie-2"}
        refused = problem(app.test_client().post(entries, json=sent))
        assert (refused.status, refused.reason) == (403, "host-only")
    assert program.state().after == 7


def test_a_refusal_names_its_reason(app, program, key):
    """The sentence is the one that phones show, so the reason tells programs what to enter."""
    ended = program.enter({"kind": "game-ended"})
    assert (ended.status, ended.code, ended.reason) == (422, "wrong-phase", "")
    refused = Program(app, key).enter({"kind": "game-ended"})
    assert (refused.status, refused.code, refused.reason) == (403, "denied", "host-only")
    watch = app.extensions["tables"].access_store.rules(1).watch_key
    watching = Program(app, watch).enter({"kind": "trick-won", "player": "Bob"}, 6)
    assert (watching.code, watching.reason) == ("denied", "link-watches-only")
    empty = app.extensions["tables"].evenings.log.open_evening("Empty", [], "tests").key
    early = Program(app, empty).enter({"kind": "turned-up", "piece": "6-3"})
    assert (early.status, early.reason) == (422, "no-game-yet")
    assert early.entry.piece == "6-3"
    host = Program(app, opened(app, *IN, "misdealt", "ended", "closed", depth="tricks"))
    late = host.enter({"kind": "settled"})
    assert (late.status, late.reason, late.entry) == (422, "closed-evening", Settled())


def test_too_large_and_of_another_type(program):
    assert problem(program.send(b" " * 70_000)).code == "too-large"
    assert program.send(GOOD, "text/plain").status_code == 415
    assert program.state().after == 6


def test_an_unknown_table_is_a_problem_too(app):
    program = Program(app, "nothing")
    assert problem(program.client.get("/e/nothing/state.json")).code == "not-found"
    assert problem(program.send(GOOD)).code == "not-found"


def test_other_sites_enter_nothing(program):
    answer = program.client.post(
        f"{program.path}/entries", json=GOOD, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert problem(answer).status == 403
    assert program.state().after == 6


@pytest.mark.parametrize("accept", ["application/json", "application/x-ndjson"])
def test_the_stream_sends_a_state_a_line(app, key, program, accept):
    answer = program.client.get(f"{program.path}/live", headers={"Accept": accept}, buffered=False)
    assert answer.mimetype == "application/x-ndjson"
    lines = (line for line in answer.response if line.strip())
    assert msgspec.json.decode(next(lines), type=TableState).after == 6
    other = Program(app, key)
    state = other.enter({"kind": "trick-won", "player": "Bob"})
    sent = msgspec.json.decode(next(lines), type=TableState)
    assert (sent.after, sent.question) == (7, state.question)
    answer.close()
    assert not app.extensions["tables"].notifier._addresses


JSON_PAGES = ("state.json", "record.json", "replay.json", "deals/1.json", "live")
TOLD = (*played.evening(), "settled")


@pytest.mark.parametrize("page", JSON_PAGES)
def test_pages_of_other_sites_read_json_under_a_watch_link(app, page):
    key = opened(app, *TOLD, dealer="Dan")
    watch = app.extensions["tables"].access_store.rules(1).watch_key
    headers = {"Accept": "application/json", "Origin": "https://elsewhere.example"}
    for link, may in ((key, None), (watch, "*")):
        client = app.test_client()
        for _with_a_cookie in range(2):
            answer = client.get(f"/e/{link}/{page}", headers=headers, buffered=False)
            assert answer.status_code == 200
            assert answer.headers.get("Access-Control-Allow-Origin") == may
            assert "Access-Control-Allow-Credentials" not in answer.headers
            assert answer.headers["Cache-Control"] == "no-store"
            answer.close()


def test_pages_of_other_sites_read_why_there_is_no_json(app):
    key = opened(app, *TOLD, dealer="Dan")
    watch = app.extensions["tables"].access_store.rules(1).watch_key
    for link, may in ((key, None), (watch, "*"), ("nothing", "*")):
        answer = app.test_client().get(f"/e/{link}/deals/7.json")
        assert answer.status_code == 404 and answer.get_json()["code"] == "not-found"
        assert answer.headers.get("Access-Control-Allow-Origin") == may


def test_pages_of_other_sites_read_nothing_else(app):
    opened(app, *TOLD, dealer="Dan")
    watch = app.extensions["tables"].access_store.rules(1).watch_key
    client = app.test_client()
    for page in ("", "/deals", "/deals.csv", "/live", "/display", "/log"):
        answer = client.get(f"/e/{watch}{page}", buffered=False)
        assert "Access-Control-Allow-Origin" not in answer.headers
        answer.close()
    asked = client.options(
        f"/e/{watch}/state.json", headers={"Origin": "https://elsewhere.example"}
    )
    assert "Access-Control-Allow-Origin" not in asked.headers


def test_a_stream_asked_from_a_position_does_not_repeat_it(app, key, program):
    answer = program.client.get(
        f"{program.path}/live?after=6", headers={"Accept": "application/json"}, buffered=False
    )
    lines = (line for line in answer.response if line.strip())
    Program(app, key).enter({"kind": "trick-won", "player": "Bob"})
    assert msgspec.json.decode(next(lines), type=TableState).after == 7
    answer.close()


def test_a_stream_without_a_cookie_does_not_repeat_a_state(app, key):
    """A replaced link changes nothing for this program."""
    answer = app.test_client().get(
        f"/e/{key}/live", headers={"Accept": "application/x-ndjson"}, buffered=False
    )
    sent = iter(answer.response)
    assert next(sent) == b"\n" and json.loads(next(sent))["after"] == 6
    app.extensions["tables"].notifier.notify(1, rights=True)
    assert next(sent) == b"\n"
    Program(app, key).enter({"kind": "trick-won", "player": "Bob"})
    assert json.loads(next(sent))["after"] == 7
    answer.close()


def test_a_waiting_stream_ends_when_the_link_is_replaced(app, key, program, monkeypatch):
    tables = app.extensions["tables"]
    fold = tables.evenings.evening
    answer = program.client.get(
        f"{program.path}/live", headers={"Accept": "application/json"}, buffered=False
    )

    def folded(number):
        tables.access_store.replace(number, "record")
        tables.notifier.notify(number, rights=True)
        return fold(number)

    monkeypatch.setattr(tables.evenings, "evening", folded)
    assert [line for line in answer.response if line.strip()] == []


def test_a_browser_still_gets_pages(phone):
    assert "<html" in phone.get("/e/nothing").html
