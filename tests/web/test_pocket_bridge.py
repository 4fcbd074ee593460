"""The bridge between the browser and the app in the pocket: requests, cookies and refusals."""

import json
import sys
from urllib.parse import quote, urlencode

import pytest
from flask import make_response, request

from companion import pocket as bridge
from companion.store.sqlite import schema
from companion.web import FOLDER, served

FORM = {"content-type": "application/x-www-form-urlencoded"}
HTMX = {**FORM, "hx-request": "true"}


@pytest.fixture
def make_pocket(tmp_path, built, monkeypatch):
    """Open pockets on one folder, as after a restart of the browser."""
    names = json.dumps(served.build(FOLDER / "static", built))
    (tmp_path / "static.json").write_text(names)
    monkeypatch.setattr(bridge, "__file__", str(tmp_path / "pocket.py"))
    monkeypatch.setattr(schema, "NO_SHARED_MEMORY", sys.platform)
    opened = []

    def make(address="https://club.test/loo/", zone="Europe/Berlin"):
        while opened:
            opened.pop().app.extensions["tables"].close()
        opened.append(bridge.Pocket(str(tmp_path / "instance"), address, zone))
        return opened[-1]

    yield make
    opened[-1].app.extensions["tables"].close()


@pytest.fixture
def pocket(make_pocket):
    return make_pocket()


def headers_of(answer, name):
    return [value for key, value in answer[1] if key == name]


def evening(pocket, root="/loo"):
    """Start an evening; return its path."""
    form = {"do": "open", "seat": ["Ann", "Bob", "Cat"], "game": "domino-loo", "dealer": "1"}
    body = urlencode({**form, "name": "Friday", "depth": "plays"}, doseq=True).encode()
    pocket.answer("GET", f"{root}/evenings/new", {})
    status, sent, _ = pocket.answer("POST", f"{root}/evenings/new", FORM, body)
    assert status == 303
    return dict(sent)["Location"]


def heard(pocket, view):
    """Add a page to the app that answers with what `view` returns."""
    pocket.app.add_url_rule("/heard/<path:rest>", view_func=view, methods=["GET", "POST", "HEAD"])


def echo(rest):
    return {
        "path": rest,
        "args": request.args.to_dict(),
        "root": request.script_root,
        "url": request.url,
        "sent": {name: request.headers.get(name) for name in ("Accept-Language", "X-Two")},
        "body": len(request.get_data()),
    }


@pytest.mark.parametrize("folder", ["/", "/loo/", "/a b/", "/Spiele/süß/"])
def test_an_evening_below_any_path(make_pocket, folder):
    pocket = make_pocket(f"https://club.test{quote(folder)}")
    root = quote(folder).rstrip("/")
    table = evening(pocket, root)
    assert table.startswith(f"{root}/e/")
    status, _, page = pocket.answer("GET", table, {})
    assert status == 200 and f'action="{root}/e/' in page.decode()
    said = urlencode({"kind": "turned-up", "piece": "6-3", "after": "1", "entry_id": "a-first-tap"})
    status, sent, _ = pocket.answer("POST", f"{table}/entries", HTMX, said.encode())
    assert status == 200 and ("Set-Cookie", "x") not in sent


def test_addresses_and_headers_arrive_as_on_a_server(pocket):
    heard(pocket, echo)
    path = "/loo/heard/" + quote("Größe é/+") + "%2Fx%25?a=1%2B1+%C3%A9&b=%2F"
    body = pocket.answer("POST", path, {"accept-language": "de", "x-two": "1, 2"}, b"12345")[2]
    said = json.loads(body)
    assert said["path"] == "Größe é/+/x%"
    assert said["args"] == {"a": "1+1 é", "b": "/"}
    assert said["root"] == "/loo" and said["url"].startswith("https://club.test/loo/heard/")
    assert said["sent"] == {"Accept-Language": "de", "X-Two": "1, 2"}
    assert said["body"] == 5


@pytest.mark.parametrize("path", ["//[", "//evil.test/x", "/%5B", "/a:b//c"])
def test_a_path_with_two_slashes_names_no_host(pocket, path):
    status, *_ = pocket.answer("GET", f"/loo{path}", {})
    assert status in (404, 308)
    assert pocket.refused("GET", f"/loo{path}", {}, True)[0] == 503


@pytest.mark.parametrize("address", ["http://localhost/", "http://[::1]:8000/", "https://a.test/"])
def test_the_host_is_that_of_the_address(make_pocket, address):
    pocket = make_pocket(address)
    heard(pocket, echo)
    said = json.loads(pocket.answer("GET", "/heard/x", {})[2])
    assert said["url"] == f"{address}heard/x"


def test_a_head_request_has_no_body(pocket):
    heard(pocket, echo)
    whole = pocket.answer("GET", "/loo/heard/x", {})
    status, sent, body = pocket.answer("HEAD", "/loo/heard/x", {})
    assert (status, body) == (200, b"") and dict(sent) == dict(whole[1])


def test_cookies_are_kept_and_deleted_as_a_browser_does(make_pocket):
    answers = iter(
        [
            [
                ("a", "1", {"max_age": 60}),
                ("b", 'quoted "é"; x', {}),
                ("c", "3", {"path": "/loo/"}),
            ],
            [("a", "", {"max_age": 0}), ("c", "4", {"secure": True, "samesite": "Lax"})],
            [],
        ]
    )

    def view(rest):
        answer = make_response(dict(request.cookies))
        for name, value, how in next(answers):
            answer.set_cookie(name, value, **how)
        if rest == "delete":
            answer.delete_cookie("b")
        return answer

    pocket = make_pocket()
    heard(pocket, view)
    assert json.loads(pocket.answer("GET", "/loo/heard/x", {})[2]) == {"zone": "Europe/Berlin"}
    kept = {"a": "1", "b": 'quoted "é"; x', "c": "3", "zone": "Europe/Berlin"}
    assert json.loads(pocket.answer("GET", "/loo/heard/x", {})[2]) == kept
    pocket = make_pocket(zone="Asia/Tokyo")
    heard(pocket, view)
    kept = {"b": 'quoted "é"; x', "c": "4", "zone": "Asia/Tokyo"}
    assert json.loads(pocket.answer("GET", "/loo/heard/delete", {})[2]) == kept
    answers = iter([[]])
    assert json.loads(pocket.answer("GET", "/loo/heard/x", {})[2]) == {
        "c": "4",
        "zone": "Asia/Tokyo",
    }


def test_the_phone_is_the_same_after_a_restart(make_pocket):
    table = evening(make_pocket())
    page = make_pocket().answer("GET", "/loo/", {})[2]
    assert f'href="{table}"' in page.decode()


def test_a_chosen_language_is_kept(make_pocket):
    make_pocket().answer("GET", "/loo/?language=de", {})
    assert '<html lang="de"' in make_pocket().answer("GET", "/loo/", {})[2].decode()


@pytest.mark.parametrize(
    ("is_full", "status", "text"),
    [
        (True, 503, "Die Platte ist voll"),
        (False, 500, "Alles bisher Eingegebene ist sicher"),
    ],
)
def test_a_refusal_is_in_the_language_of_the_phone(pocket, is_full, status, text):
    table = evening(pocket)
    pocket.answer("GET", "/loo/?language=de", {})
    cookies = dict(pocket._cookies)
    answer = pocket.refused("GET", table, {}, is_full)
    assert answer[0] == status
    page = answer[2].decode()
    assert text in page and '<html lang="de"' in page and f'href="{table}"' in page
    note = pocket.refused("POST", f"{table}/entries", HTMX, is_full)
    assert note[0] == status and "<html" not in note[2].decode() and text in note[2].decode()
    # A phone takes it for an answer of the companion by this header.
    assert headers_of(note, "Content-Security-Policy")
    assert pocket._cookies == cookies
    # The next request is in its own language again.
    assert '<html lang="de"' in pocket.answer("GET", "/loo/", {})[2].decode()


@pytest.mark.parametrize("error", [RecursionError(), MemoryError(), KeyError("x"), OSError()])
def test_a_fault_of_the_app_is_a_page(pocket, error):
    def view(rest):
        raise error

    heard(pocket, view)
    status, _, page = pocket.answer("GET", "/loo/heard/x", {})
    assert status == 500 and b"Something went wrong" in page


def test_only_the_newest_copy_from_before_an_upgrade_is_kept(make_pocket, tmp_path):
    make_pocket()
    copies = tmp_path / "instance" / "backups"
    copies.mkdir(exist_ok=True)
    for name in ("m013_a-20250101-000000", "m014_b-20250101-000000", "m014_b-20250301-000000"):
        (copies / f"companion-before-{name}.db").touch()
    make_pocket()
    left = [file.name for file in copies.iterdir()]
    assert left == ["companion-before-m014_b-20250301-000000.db"]
