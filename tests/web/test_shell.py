"""The installable app: manifest, icons and the files to cache."""

import json
import re
import struct

import pytest
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion.web import FOLDER
from tests.web.table import opened

PNG = b"\x89PNG\r\n\x1a\n"


def test_the_icons_of_the_manifest_exist(phone):
    page = phone.get("/").soup
    manifest = phone.client.get(page.select_one('link[rel="manifest"]')["href"])
    assert manifest.mimetype == "application/manifest+json"
    said = manifest.get_json()
    assert (said["start_url"], said["scope"], said["display"]) == ("/", "/", "standalone")
    found = {(one["purpose"], one["sizes"]) for one in said["icons"]}
    assert found >= {("any", "192x192"), ("any", "512x512"), ("maskable", "512x512")}
    assert "monochrome" in {one["purpose"] for one in said["icons"]}
    for one in said["icons"]:
        assert png_size(phone, one["src"]) == one["sizes"]
    assert png_size(phone, page.select_one('link[rel="apple-touch-icon"]')["href"]) == "180x180"
    assert {one["media"] for one in page.select('meta[name="theme-color"]')} == {
        "(prefers-color-scheme: light)",
        "(prefers-color-scheme: dark)",
    }


def png_size(phone, url):
    content = phone.client.get(url, buffered=True).data
    assert content.startswith(PNG)
    width, height = struct.unpack(">II", content[16:24])
    return f"{width}x{height}"


@pytest.mark.parametrize(
    ("address", "anchor"),
    [
        ("http://192.168.1.20:8000", "https"),
        ("https://loo.example.org", "app"),
        ("http://localhost:8000", "app"),
        ("http://[::1]:8000", "app"),
    ],
)
def test_a_page_says_why_it_cannot_be_installed(phone, address, anchor):
    page = phone.client.get("/", base_url=address).get_data(as_text=True)
    assert [one for one in ("app", "https") if f'"/help#{one}"' in page.replace("'", '"')] == [
        anchor
    ]
    assert f'id="{anchor}"' in phone.client.get("/help").get_data(as_text=True)


@pytest.mark.parametrize("host", ["xn--a", "xn--a:1", "[", "[::1", "a]b", "a:99999"])
def test_an_invalid_host_still_gets_a_page(app, host):
    asked = EnvironBuilder(path="/").get_environ() | {"HTTP_HOST": host}
    body, status, _ = run_wsgi_app(app, asked)
    assert status == "200 OK"
    assert b"/help#https" in b"".join(body)


def test_the_worker_lists_existing_files_and_changes_with_them(phone):
    answer = phone.client.get("/worker.js")
    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("text/javascript", "no-cache")
    shell = json.loads(answer.text.partition("const SHELL = ")[2].partition(";\n")[0])
    page = phone.client.get(shell["offline"]).get_data(as_text=True)
    for url in shell["files"]:
        assert (
            url.startswith("/static/") and phone.client.get(url, buffered=True).status_code == 200
        )
    used = re.findall(r'(?:src|rel="stylesheet" href)="([^"]+)"', page)
    assert used and set(used) <= set(shell["files"])


def test_the_shell_leaves_a_message_for_the_next_page(app, phone):
    key = opened(app)
    phone.at(key)
    phone.client.post(f"/e/{key}/me", data={"name": "Cat’s", "seat": ""})
    for url in ("/offline", "/worker.js"):
        assert "Cat’s" not in phone.client.get(url).text
    assert "This phone is now called Cat’s." in phone.at(key).text


def test_another_language_or_other_colours_are_no_new_version(phone):
    found = {
        phone.client.get("/worker.js", headers={"Accept-Language": one}).text
        for one in ("en", "de")
    }
    phone.client.set_cookie("colours", "two")
    found.add(phone.client.get("/worker.js").text)
    assert len(found) == 1


def test_scripts_of_one_page_share_no_names():
    """Scripts that a page loads together declare their names in one scope, and the second would fail."""
    names = {}
    for file in sorted((FOLDER / "static").glob("*.js")):
        if "worker" not in file.name and file.name != "offline.js":  # a page of its own
            for name in re.findall(r"^(?:const|let) (\w+)", file.read_text(), re.MULTILINE):
                assert names.setdefault(name, file.name) == file.name, name
