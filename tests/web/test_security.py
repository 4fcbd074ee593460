"""Other sites, wrong links, headers, cookies and the server's key."""

import os
import re
import stat
import time
import tomllib
from pathlib import Path

import pytest
from itsdangerous import BadSignature, TimestampSigner

from companion.web import create_app, security
from tests.web.table import HTMX, Page, Phone, opened

CHECKOUT = Path(__file__).parents[2]
MANIFEST = "/manifest.webmanifest"
TURN_UP = {"kind": "turned-up", "piece": "6-3"}
UNSAFE = ("/evenings/new", "/e/{}/entries", "/e/{}/game", "/records")


OTHER_SITES = [
    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    {"Origin": "http://evil.example"}, {"Origin": "http://localhost:81"},
    {"Origin": "http://localhost.evil.example"}, {"Origin": "null"}, {"Origin": "http://[::1"},
    {"Origin": ""},
]  # fmt: skip


@pytest.mark.parametrize("headers", OTHER_SITES, ids=str)
def test_another_site_is_refused(app, phone, headers):
    key = opened(app)
    for url in UNSAFE:
        page = phone.post(url.format(key), {"do": "open", **TURN_UP}, headers=headers)
        assert page.status == 403 and page.heading
    page = phone.say(key, TURN_UP, headers=headers)
    assert page.status == 403
    assert phone.length(key) == 1
    # Reading needs only the link.
    assert phone.client.get(f"/e/{key}", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "http://localhost"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "https://localhost"},
    ],
    ids=str,
)
def test_our_own_pages_are_accepted(app, phone, headers):
    assert phone.say(opened(app), TURN_UP, headers=headers).status == 303


def test_links_are_random(app):
    keys = {opened(app) for _ in range(20)}
    assert len({key[:6] for key in keys}) == 20


@pytest.mark.parametrize("url", ["/nothing", "/rules/whist", "/e/", "/static/none.css", "/tables"])
def test_unknown_addresses(phone, url):
    page = Page(phone.client.get(url))
    assert page.status == 404 and "/" in page.links


def test_redirects_ignore_the_host_header(app, phone):
    """A redirect would send the key of a table to that host."""
    key = opened(app)
    for address in (f"/e//{key}", f"//e/{key}", f"/e/{key}/"):
        answer = phone.client.get(address, headers={"Host": "evil.example"})
        assert answer.headers.get("Location") in (None, f"/e/{key}")


def test_wrong_methods(app, phone):
    key = opened(app)
    for method, url in (
        ("get", f"/e/{key}/entries"),
        ("get", "/records"),
        ("put", f"/e/{key}"),
        ("delete", f"/e/{key}"),
        ("post", "/history"),
    ):
        page = Page(getattr(phone.client, method)(url))
        assert page.status == 405 and page.text


@pytest.mark.parametrize("how", [{}, HTMX], ids=["plain", "htmx"])
def test_a_name_of_two_megabytes(app, phone, how):
    key = opened(app, seats="Ann Bob")
    name = "Ann" * 700_000
    page = phone.say(key, {"kind": "joined", "player": name}, **how)
    assert page.status == 413 and page.text and len(page.html) < 5000
    page = phone.post("/evenings/new", {"name": name, "seat": "Ann", "do": "open"}, **how)
    assert page.status == 413
    assert phone.length(key) == 1
    # Below the limit of a form, it is refused with a message.
    page = phone.say(key, {"kind": "joined", "player": "Ann" * 10_000})
    assert page.status == 422 and len(page.html) < 40_000


def test_too_many_fields(app, phone):
    page = phone.post("/evenings/new", [(f"field{i}", "x") for i in range(2000)])
    assert page.status in (200, 413)


def test_headers_on_every_answer(app, phone):
    key = opened(app)
    answers = [
        phone.client.get("/"), phone.client.get("/healthz"), phone.client.get("/nothing"),
        phone.client.get(f"/e/{key}/record.json"), phone.client.post("/history"),
        phone.client.post(f"/e/{key}/entries", headers={"Origin": "null"}),
        phone.say(key, TURN_UP).response, phone.say(key, TURN_UP).response,
    ]  # fmt: skip
    assert {a.status_code for a in answers} == {200, 303, 403, 404, 405, 422}
    for answer in answers:
        policy = answer.headers["Content-Security-Policy"]
        for part in (
            "default-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ):
            assert part in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert answer.headers["Cache-Control"] == "no-store"


def test_pages_have_no_inline_script_or_style(app, phone):
    key = opened(app, "up 6-3")
    for url in ("/", "/evenings/new", f"/e/{key}", f"/e/{key}/more", f"/e/{key}/people", "/rules"):
        soup = phone.get(url).soup
        assert not soup.select_one("style")
        assert all(tag.get("src") for tag in soup.select("script"))
        for tag in soup.select("*"):
            assert not tag.get("style")
            assert not any(name.startswith(("on", "hx-on")) for name in tag.node.attributes)
        for tag in soup.select("script, link, img"):
            address = tag.get("src") or tag["href"]
            assert address.startswith("/static/") or address == MANIFEST


def test_static_files(phone):
    soup = phone.get("/evenings/new").soup
    urls = [tag.get("src") or tag.get("href") for tag in soup.select("script, link")]
    assert len(urls) >= 3
    for url in set(urls) - {MANIFEST}:
        plain = phone.client.get(url)
        size = len(plain.data)
        assert plain.status_code == 200
        assert "immutable" in plain.headers["Cache-Control"]
        seconds = int(plain.headers["Cache-Control"].partition("max-age=")[2].partition(",")[0])
        assert seconds >= 365 * 24 * 3600
        plain.close()
        if url.endswith(".png"):  # already compressed
            continue
        packed = phone.client.get(url, headers={"Accept-Encoding": "gzip, br"})
        assert packed.headers["Content-Encoding"] == "br"
        assert len(packed.data) < size
        assert "Accept-Encoding" in packed.headers["Vary"]
        gzipped = phone.client.get(url, headers={"Accept-Encoding": "gzip"})
        assert gzipped.headers["Content-Encoding"] == "gzip"
        packed.close(), gzipped.close()


def test_comments_are_removed_from_scripts_and_styles(phone):
    tags = [
        tag
        for page in ("/", "/evenings/new")
        for tag in phone.get(page).soup.select("script, link")
    ]
    urls = {tag.get("src") or tag["href"] for tag in tags}
    own = [url for url in urls if re.search(r"/(app|page|game)\.\w+\.(css|js)$", url)]
    assert len(own) == 5
    for url in own:
        with phone.client.get(url) as answer:
            assert not re.search(rb"/\*|(?m:^ *//)", answer.data)


def test_pages_are_compressed(app, phone):
    key = opened(app, "up 6-3")
    plain = phone.client.get(f"/e/{key}")
    for encoding in ("br", "gzip"):
        packed = phone.client.get(f"/e/{key}", headers={"Accept-Encoding": encoding})
        assert packed.headers["Content-Encoding"] == encoding
        assert len(packed.data) < len(plain.data) / 2


def test_the_cookie(phone):
    header = phone.client.get("/").headers["Set-Cookie"]
    parts = {part.strip().lower() for part in header.split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= parts
    assert "max-age=31536000" in parts  # which counts before a date of our clock
    assert phone.client.get_cookie("companion") is not None


def test_a_forged_cookie_is_a_new_device(app, phone, other):
    phone.sit_down(("Ann", "Bob"), name="Ours")
    value = phone.client.get_cookie("companion").value
    said, _dot, signature = value.rpartition(".")
    # Change any letter but the last, which has two unused bits.
    forged = ("b" if signature[0] == "a" else "a") + signature[1:]
    other.client.set_cookie("companion", f"{said}.{forged}")
    assert "Ours" not in other.get("/history").text
    with pytest.raises(BadSignature):
        app.session_interface.get_signing_serializer(app).loads(value[:-2])
    other.client.set_cookie("companion", value)
    assert "Ours" in other.get("/history").text


@pytest.mark.parametrize("days", [40, 500, -40, -500])
def test_a_device_is_recognized_after_the_clock_was_set(phone, monkeypatch, days):
    with monkeypatch.context() as patch:
        moment = int(time.time()) + days * 24 * 3600
        patch.setattr(TimestampSigner, "get_timestamp", lambda _: moment)
        phone.sit_down(("Ann", "Bob"), name="Ours")
        key = phone.key
    assert "Ours" in phone.get("/history").text
    assert phone.get(f"/e/{key}/people/replace?link=record").status == 200  # still the host


def test_pending_messages_are_limited(app, phone):
    url = f"/e/{opened(app)}/deals"
    phone.get(url)
    for number in range(1, 20):
        phone.client.get(f"{url}/{number}")
    page = phone.get(url).text
    assert page.count("yet.") == security.MOST_MESSAGES
    assert "There is no deal 19 yet." in page and "There is no deal 14 yet." not in page


def test_the_newest_messages_of_a_full_cookie_are_shown(app, phone):
    signer = app.session_interface.get_signing_serializer(app)
    said = {"device": "D" * 22, "_flashes": [("message", f"Said {n}.") for n in range(400)]}
    phone.client.set_cookie("companion", signer.dumps(said))
    page = phone.get("/groups/new").text
    assert "Said 399." in page and page.count("Said ") == security.MOST_MESSAGES


def test_the_key_is_made_once_and_readable_only_by_its_owner(instance):
    before = os.umask(0)
    try:
        first = create_app(instance)
    finally:
        os.umask(before)
    file = instance / "server.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    key = file.read_bytes()
    assert len(key) >= 32
    second = create_app(instance)
    assert file.read_bytes() == key == second.secret_key == first.secret_key
    # So a restarted server recognizes its phones.
    phone, again = Phone(first), Phone(second)
    phone.sit_down(("Ann", "Bob"), name="Ours")
    again.client.set_cookie("companion", phone.client.get_cookie("companion").value)
    assert "Ours" in again.get("/history").text
    assert not [f for f in instance.iterdir() if f.name.startswith(".server")]
    for app in (first, second):
        app.extensions["tables"].evenings.log.close()


def test_keys_differ(instance, tmp_path, app):
    fresh = create_app(tmp_path / "another")
    assert fresh.secret_key != app.secret_key
    fresh.extensions["tables"].evenings.log.close()


def test_vendored_files_are_what_pages_load(phone):
    named = tomllib.loads((CHECKOUT / "static/vendor/VENDOR.toml").read_text())
    urls = [tag["src"] for tag in phone.get("/evenings/new").soup.select("script")]
    with phone.client.get(next(url for url in urls if "/table." in url)) as answer:
        scripts = answer.data
    for entry in named["file"]:
        if not entry["file"].endswith(".js"):
            continue
        assert (CHECKOUT / "static/vendor" / entry["file"]).read_bytes() in scripts


def test_no_hook_is_skipped(app):
    """`App.preprocess_request` calls its hooks itself, so others would never be called."""
    assert not app.before_request_funcs and not app.url_value_preprocessors
