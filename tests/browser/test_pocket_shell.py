"""The page around the app in the pocket: addresses, tabs, new versions, and what can go wrong."""

import gzip
import hashlib
import json
import re
import shutil
from contextlib import closing, contextmanager
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.pocket import START, AppPage, Pocket

pytestmark = pytest.mark.slow
SEATS = ("Ann", "Bob", "Cat", "Dan")


@pytest.fixture(scope="module", params=["pocket", "pocket_below"])
def shell(request, browser):
    """Return the app in one browser, at `/` and in a sub-path."""
    pocket = request.getfixturevalue(request.param)
    context = browser.new_context()
    app = AppPage(context.new_page(), pocket.url)
    app.outer.goto(f"{pocket.url}/")
    app.started()
    yield app
    context.close()


@contextmanager
def browsing(browser, **options):
    context = browser.new_context(**options)
    context.set_default_timeout(20_000)
    yield context.new_page()
    context.close()


def shows(page, part):
    """Wait until the page around the app shows a part."""
    expect(page.locator(f"[data-part={part}]")).to_be_visible(timeout=START)


def stands(app, path):
    """Wait until the address of the tab and that of the frame are `path`."""
    url = app.url_of_folder + path
    expect(app.outer).to_have_url(url, timeout=START)
    app.frame.wait_for_url(url)


# Addresses


def test_a_bookmark_opens_its_page(shell):
    for path in ("/rules/domino-loo", "/rules/domino-loo?a=b#must-head", "/rules"):
        shell.outer.goto(shell.url_of_folder + path)
        shell.started()
        stands(shell, path)
    expect(shell.outer).to_have_title(shell.frame.title())
    frame = shell.outer.locator("#app")
    expect(frame).to_have_attribute("title", shell.frame.title())
    shell.reload()
    stands(shell, "/rules")


def test_back_and_forward_follow_the_pages_of_the_app(shell):
    shell.outer.goto(f"{shell.url_of_folder}/rules")
    shell.started()
    link = urlsplit(f"{shell.url_of_folder}/rules/bestia").path
    shell.locator(f'a[href="{link}"]').first.click()
    stands(shell, "/rules/bestia")
    shell.evaluate("location.hash = 'payments'")
    stands(shell, "/rules/bestia#payments")
    shell.outer.go_back()
    stands(shell, "/rules/bestia")
    shell.outer.go_back()
    stands(shell, "/rules")
    shell.outer.go_forward()
    stands(shell, "/rules/bestia")
    shell.reload()
    stands(shell, "/rules/bestia")
    shell.outer.go_back()
    shell.started()
    stands(shell, "/rules")


LINK = """([target, href]) => {
  const link = Object.assign(document.createElement("a"), { href, target, id: "made", textContent: "link" });
  document.querySelector("main").prepend(link);
}"""


def test_another_site_takes_the_whole_tab(shell, server):
    shell.outer.goto(f"{shell.url_of_folder}/rules")
    shell.started()
    shell.evaluate(LINK, ["", f"{server.url}/rules"])
    shell.locator("#made").press("Enter")
    shell.outer.wait_for_url(f"{server.url}/rules")
    shell.outer.go_back()
    shell.started()
    stands(shell, "/rules")


def test_a_page_of_the_app_stays_in_its_frame(shell):
    shell.outer.goto(f"{shell.url_of_folder}/rules")
    shell.started()
    shell.evaluate(LINK, ["_blank", f"{shell.url_of_folder}/rules/rams"])
    shell.locator("#made").press("Enter")
    stands(shell, "/rules/rams")


def test_forms_and_redirects_work_without_htmx(shell):
    shell.outer.goto(f"{shell.url_of_folder}/evenings/new")
    shell.started()
    for place, seat in enumerate(SEATS[:3]):
        shell.locator('[name="seat"]').nth(place).fill(seat)
    with shell.frame.expect_navigation():
        shell.evaluate("document.querySelector('.start button[value=open]').click()")
    shell.locator("#state").wait_for()
    assert "/e/" in shell.outer.url
    shell.reload()
    shell.locator("#state").wait_for()


def test_reloading_past_all_caches_starts_it(shell):
    shell.outer.goto(f"{shell.url_of_folder}/")
    shell.started()
    session = shell.outer.context.new_cdp_session(shell.outer)
    session.send("Page.reload", {"ignoreCache": True})
    shell.outer.wait_for_function("performance.now() < 60000 && document.getElementById('app')")
    shell.started()
    assert shell.outer.evaluate("navigator.serviceWorker.controller !== null")


def test_the_language_of_the_app_is_that_of_the_page_around_it(shell):
    page = shell.outer
    for language in ("it", "en"):
        shell.goto(f"/?language={language}")
        expect(page.locator("html")).to_have_attribute("lang", language)
        other = page.context.new_page()
        other.goto(f"{shell.url_of_folder}/")
        shows(other, "second")
        expect(other.locator("html")).to_have_attribute("lang", language)
        other.close()


# Two tabs


def test_two_tabs_hand_over_to_each_other(pocket_phones, pocket):
    phone = pocket_phones(pocket)
    table = phone.sit_down(SEATS, "domino-loo", "tricks")
    phone.say("turned-up", "piece", "6")
    first = phone.page
    second = AppPage(phone._listen(phone.context.new_page()), pocket.url)
    second.outer.goto(pocket.url + table)
    shows(second.outer, "second")
    second.outer.get_by_text("Go on here").tap()
    second.started()
    shows(first.outer, "second")
    phone.page = second
    phone.declare("Bob play, Cat play, Dan drop, Ann drop")
    kinds = [entry["kind"] for entry in json.loads(phone.record(table))["entries"]]
    first.outer.get_by_text("Go on here").tap()
    first.started()
    shows(second.outer, "second")
    phone.page = first
    assert [entry["kind"] for entry in json.loads(phone.record(table))["entries"]] == kinds
    phone.win("Bob")
    first.outer.close()
    phone.page = second
    second.outer.get_by_text("Go on here").tap()
    second.started()
    assert len(json.loads(phone.record(table))["entries"]) == len(kinds) + 1


# Folders that are changed


def copied(folder, target):
    shutil.copytree(folder, target, copy_function=shutil.copyfile)
    return target


def listed(folder):
    """Return what the service worker knows of the files."""
    script = (folder / "service-worker.js").read_text()
    return json.loads(re.search(r"const FILES = (.*);", script)[1])


def edit(folder, name, change):
    """Change a file, and the list of files, as a new version does. `name` begins the file's name."""
    script = folder / "service-worker.js"
    files = listed(folder)
    known = next(one for path, one in files.items() if path.startswith(name))
    file = folder / known["path"]
    is_packed = known["path"].endswith(".packed")
    content = gzip.decompress(file.read_bytes()) if is_packed else file.read_bytes()
    content = change(content.decode()).encode()
    file.unlink()
    file.write_bytes(gzip.compress(content) if is_packed else content)
    known["digest"] = "-".join(map(str, hashlib.sha256(content).digest()[:8]))
    text = script.read_text()
    text = re.sub(r"const FILES = .*;", lambda _: f"const FILES = {json.dumps(files)};", text)
    script.unlink()
    script.write_text(text.replace('const VERSION = "', 'const VERSION = "changed '))


WORKER, SHELL = "static/pocket/worker.", "index.html"


def test_a_new_version_is_told_and_taken_over(pocket_phones, pocket_folder, tmp_path):
    with closing(Pocket(copied(pocket_folder, tmp_path / "old"))) as pocket:
        phone = pocket_phones(pocket)
        table = phone.sit_down(SEATS, "domino-loo", "tricks")
        phone.say("turned-up", "piece", "6")
        new = copied(pocket_folder, tmp_path / "new")
        edit(new, SHELL, lambda text: text.replace("<body", "<body data-new"))
        pocket.close()
        pocket.folder = new
        pocket.start()
        phone.open(f"{table}/more")
        newer = phone.page.locator("#newer")
        expect(newer).to_be_visible()
        expect(newer).to_contain_text("A new version is ready.")
        page = phone.page.outer
        assert len(page.evaluate("caches.keys()")) == 2
        phone.page.evaluate("sessionStorage.removeItem('tap')")
        newer.locator("button").tap()
        expect(page.locator("body[data-new]")).to_be_attached(timeout=START)
        phone.page.started()
        stands(phone.page, f"{table}/more")
        assert len(page.evaluate("caches.keys()")) == 1
        phone.open(table)
        phone.declare("Bob play, Cat play, Dan drop, Ann drop")
        pocket.close()
        phone.may_be_offline = True
        phone.page.reload()
        assert "trick 1" in phone.question
        pocket.start()
