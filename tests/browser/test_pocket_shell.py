"""The page around the app in the pocket: addresses, tabs, new versions, and what can go wrong."""

import gzip
import hashlib
import json
import os
import re
import shutil
from contextlib import closing, contextmanager
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.phone import AXE, TAGS
from tests.browser.pocket import START, AppPage, Files, Pocket

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


def test_the_name_of_the_file_around_the_app_opens_the_app(shell):
    shell.outer.goto(f"{shell.url_of_folder}/index.html?a=b#c")
    shell.started()
    stands(shell, "/?a=b#c")


def test_a_path_named_like_what_all_objects_have_is_a_page(shell):
    shell.outer.goto(f"{shell.url_of_folder}/constructor")
    shell.started()
    stands(shell, "/constructor")


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
    shell.outer.evaluate("window.isBefore = true")
    session.send("Page.reload", {"ignoreCache": True})
    shell.outer.wait_for_function("() => !window.isBefore && document.getElementById('app')")
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


SERVER = """addEventListener("fetch", (event) => event.respondWith(fetch(event.request)));"""


def test_it_starts_where_a_server_was(browser, pocket_folder, tmp_path):
    folder = copied(pocket_folder, tmp_path / "web")
    (folder / "worker.js").write_text(SERVER)
    (folder / "before.html").write_text("<!doctype html>")
    with closing(Pocket(folder)) as pocket, browsing(browser) as page:
        page.goto(f"{pocket.url}/before.html")
        page.evaluate("navigator.serviceWorker.register('/worker.js')")
        page.evaluate("navigator.serviceWorker.ready.then(() => {})")
        app = started(page, pocket)
        assert app.evaluate("navigator.serviceWorker.controller.scriptURL").endswith(
            "/service-worker.js"
        )


# Requests

FATAL = """if (path.includes("/fatal")) return tell({ failed: { name: "Error", text: "fatal" } });
  try {"""
"""A worker that ends over a request."""
FETCH = """async ([method, address]) =>
  (await fetch(address, { method, signal: AbortSignal.timeout(20000) })).status"""
SEND = """async ([method, address]) => {
  const form = Object.assign(document.createElement("form"), { method, action: address });
  document.body.append(form);
  form.submit();
}"""


def test_a_request_that_ends_python_is_given_up(browser, pocket_folder, tmp_path):
    folder = other_worker(
        pocket_folder, tmp_path / "web", after=lambda text: text.replace("try {", FATAL, 1)
    )
    with closing(Pocket(folder, "/loo")) as pocket, browsing(browser) as page:
        app = started(page, pocket)
        app.goto("/rules/rams")
        fatal = f"{pocket.url}/fatal"
        for method in ("GET", "POST"):
            assert app.evaluate(FETCH, [method, fatal]) == 503
        for method, path in (("post", "/rules/rams"), ("get", "/")):
            with app.frame.expect_navigation(url=pocket.url + path, timeout=START):
                app.evaluate(SEND, [method, fatal])
            app.started()
            stands(app, path)


FORM = """<!doctype html><meta name="referrer" content="{policy}">
<iframe name="inside"></iframe><form method="post" action="{address}" target="inside"></form>
<script>document.forms[0].submit();</script>"""


@pytest.mark.parametrize("policy", ["unsafe-url", "no-referrer"])
def test_a_form_of_another_site_is_refused(browser, pocket, tmp_path, policy):
    address = f"{pocket.url}/evenings"
    (tmp_path / "index.html").write_text(FORM.format(policy=policy, address=address))
    with closing(Pocket(tmp_path)) as other, browsing(browser) as page:
        started(page, pocket)
        page.goto(other.url)  # now no Python answers
        with page.context.expect_event("response", lambda answer: answer.url == address) as caught:
            page.context.new_page().goto(other.url)
        assert (caught.value.status, caught.value.from_service_worker) == (403, True)


# What can go wrong

LACKS = {
    "old": (
        "delete window.WebAssembly",
        "delete window.DecompressionStream",
        "delete Navigator.prototype.locks",
    ),
    "private": ("delete Navigator.prototype.serviceWorker",),
    "storage": (
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } })",
        "ServiceWorkerContainer.prototype.register = async () => { throw new DOMException('', 'SecurityError'); }",
    ),
}


@pytest.mark.parametrize(
    ("part", "script"), [(part, script) for part, all in LACKS.items() for script in all]
)
def test_a_browser_that_lacks_something_is_told(browser, pocket, part, script):
    with browsing(browser, locale="de-AT") as page:
        page.add_init_script(script)
        page.goto(f"{pocket.url}/")
        shows(page, part)
        expect(page.locator("html")).to_have_attribute("lang", "de")
        assert re.search("Öffne|öffne|Erlaube", page.inner_text("main"))


def test_an_address_without_https_is_told(browser, pocket):
    with browsing(browser) as page:
        page.goto(pocket.url.replace("127.0.0.1", "loo.local"))
        shows(page, "insecure")


def test_without_script_it_asks_for_script_in_all_languages(browser, pocket):
    with browsing(browser, java_script_enabled=False) as page:
        page.goto(f"{pocket.url}/")
        asks = page.locator("noscript p")
        languages = asks.evaluate_all("all => all.map((one) => one.lang)")
        assert languages == ["en", "de", "es", "fr", "it"]
        assert all("JavaScript" in text for text in asks.all_inner_texts())


ASKED = []
"""The paths that an odd server was asked for."""


class Odd(Files):
    """Sends packed files as some servers do, and notes what is asked for."""

    def do_GET(self):
        ASKED.append(self.path)
        super().do_GET()

    def guess_type(self, path):
        return "text/html" if str(path).endswith(".packed") else super().guess_type(path)

    def end_headers(self):
        if self.path.endswith(".packed"):
            self.send_header("Content-Encoding", "gzip")
        super().end_headers()


class OddPocket(Pocket):
    files = Odd


def started(page, pocket):
    page.goto(f"{pocket.url}/")
    app = AppPage(page, pocket.url)
    app.started()
    return app


def test_it_starts_from_a_server_that_unpacks_its_files(browser, pocket_folder):
    with closing(OddPocket(pocket_folder)) as pocket, browsing(browser) as page:
        started(page, pocket)


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("app-*.zip.packed", lambda file: file.unlink()),
        ("app-*.zip.packed", lambda file: os.truncate(file, 1_000_000)),
        ("static/app.*.js", lambda file: os.truncate(file, 1000)),
        ("runtime-*/stdlib.zip.packed", lambda file: file.write_text("<!doctype html>Not found")),
    ],
)
def test_a_start_that_was_cut_off_goes_on(browser, pocket_folder, tmp_path, name, damage):
    folder = copied(pocket_folder, tmp_path / "web")
    (file,) = folder.glob(name)
    whole = file.read_bytes()
    damage(file)
    path = file.relative_to(folder).as_posix()
    with closing(OddPocket(folder)) as pocket, browsing(browser) as page:
        page.goto(f"{pocket.url}/")
        shows(page, "incomplete")
        expect(page.locator("[data-part=incomplete] .detail")).to_have_text(path)
        kept = page.evaluate(KEPT)
        file.write_bytes(whole)
        ASKED.clear()
        page.get_by_role("button", name="Try again").click()
        AppPage(page, pocket.url).started()
        assert f"/{path}" in ASKED
        # The page itself asks for files that are not packed.
        assert not {f"{name}.packed" for name in kept} & set(ASKED)


KEPT = """async () => {
  const [name] = await caches.keys();
  const kept = await (await caches.open(name)).keys();
  return kept.map(({ url }) => new URL(url).pathname);
}"""


def other_worker(pocket_folder, target, before="", after=None):
    """Return a folder whose worker begins with a script."""
    folder = copied(pocket_folder, target)
    edit(folder, WORKER, lambda text: before + "\n" + (after(text) if after else text))
    return folder


@pytest.mark.parametrize(
    ("error", "part"),
    [("SecurityError", "storage"), ("UnknownError", "storage"), ("QuotaExceededError", "full")],
)
def test_storage_that_does_not_open_is_told(browser, pocket_folder, tmp_path, error, part):
    script = f"IDBFactory.prototype.open = () => {{ throw new DOMException('', '{error}'); }};"
    folder = other_worker(pocket_folder, tmp_path / "web", script)
    with closing(Pocket(folder)) as pocket, browsing(browser) as page:
        page.goto(f"{pocket.url}/")
        shows(page, part)


def test_full_storage_is_told_at_the_first_visit(browser, pocket):
    with browsing(browser) as page:
        session = page.context.new_cdp_session(page)
        quota = {"origin": pocket.url, "quotaSize": 3_000_000}
        session.send("Storage.overrideQuotaForOrigin", quota)
        page.goto(f"{pocket.url}/")
        shows(page, "full")
        session.send("Storage.overrideQuotaForOrigin", {"origin": pocket.url})
        page.get_by_role("button", name="Try again").click()
        AppPage(page, pocket.url).started()


HURRY = """const later = setTimeout;
window.setTimeout = (call, time, ...values) => later(call, time / 20, ...values);"""
"""Lets a minute pass in three seconds."""


def test_a_worker_that_says_nothing_is_told_after_a_minute(browser, pocket_folder, tmp_path):
    folder = other_worker(pocket_folder, tmp_path / "web", after=lambda text: "")
    with closing(Pocket(folder)) as pocket, browsing(browser) as page:
        page.add_init_script(HURRY)
        page.goto(f"{pocket.url}/")
        shows(page, "broken")


def test_another_runtime_in_the_cache_is_fetched_again(pocket_phones, pocket_folder):
    with closing(Pocket(pocket_folder)) as pocket:
        phone = pocket_phones(pocket)
        table = phone.sit_down(SEATS, "domino-loo", "tricks")
        page = phone.page.outer
        page.evaluate("""async () => {
          const [name] = await caches.keys();
          const cache = await caches.open(name);
          const file = (await cache.keys()).find(({ url }) => url.includes("pyodide.asm.wasm"));
          await cache.put(file, new Response("other", { headers: { "Content-Type": "application/wasm" } }));
        }""")
        page.add_init_script(HURRY)
        page.reload()
        shows(page, "broken")
        phone.complaints.clear()
        page.get_by_role("button", name="Fetch it again").tap()
        phone.page.started()
        phone.open(table)
        assert phone.button("turned-up").count()


def test_a_clock_that_was_set_back_loses_nothing(pocket_phones, pocket_folder, tmp_path):
    with closing(Pocket(copied(pocket_folder, tmp_path / "old"))) as pocket:
        phone = pocket_phones(pocket)
        table = phone.sit_down(SEATS, "domino-loo", "tricks")
        script = "const now = Date.now; Date.now = () => now() - 400 * 24 * 3600 * 1000;"
        pocket.close()
        pocket.folder = other_worker(pocket_folder, tmp_path / "new", script)
        pocket.start()
        phone.again()
        phone.again()
        phone.open(table)
        phone.say("turned-up", "piece", "6")
        phone.declare("Bob play, Cat play, Dan drop, Ann drop")
        assert len(json.loads(phone.record(table))["entries"]) == 6


EARLIER = """python.runPython(`
import os
from companion.store.sqlite import schema
if os.path.exists("/instance/companion.db"):
    schema.NEWEST = "m001"
`);
  pocket = """
"""An app that is older than the database, from its second start on."""


def test_a_database_of_a_newer_version_is_told(browser, pocket_folder, tmp_path):
    folder = other_worker(
        pocket_folder, tmp_path / "web", after=lambda text: text.replace("pocket = ", EARLIER, 1)
    )
    with closing(Pocket(folder)) as pocket, browsing(browser) as page:
        started(page, pocket)
        page.reload()
        shows(page, "newer")


def test_where_the_browser_may_delete_evenings_the_home_page_says_so(pocket_phones, pocket):
    phone = pocket_phones(pocket)
    assert phone.page.locator("#fragile").count() == 0
    phone.sit_down(SEATS[:3], "domino-loo", "tricks")
    for keeps in (False, True):
        answer = f"StorageManager.prototype.persist = async () => {str(keeps).lower()}"
        phone.context.add_init_script(answer)
        phone.open("/")
        expect(phone.page.locator("#fragile")).to_be_visible(visible=not keeps)


# How it looks

SIZES = ((320, 568), (390, 844), (844, 390), (768, 1024), (1280, 800))
PARTS = (
    *("progress", "insecure", "private", "old", "incomplete", "storage", "full", "newer", "second"),
    "broken",
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_its_words_are_not_cut_and_can_be_read_aloud(browser, pocket, scheme):
    with browsing(browser, color_scheme=scheme, locale="de") as page:
        page.add_init_script(
            "ServiceWorkerContainer.prototype.register = () => new Promise(() => {});"
        )
        page.goto(f"{pocket.url}/")
        shows(page, "progress")
        page.evaluate(AXE)
        session = page.context.new_cdp_session(page)
        for part in PARTS:
            page.evaluate("part => show(part, 'static/pocket/shell.0123456789ab.js')", part)
            options = {"runOnly": list(TAGS), "resultTypes": ["violations"]}
            found = page.evaluate("options => axe.run(document, options)", options)
            assert [one["id"] for one in found["violations"]] == []
            for size in (16, 32):
                fonts = {"fontSizes": {"standard": size, "fixed": size}}
                session.send("Page.setFontSizes", fonts)
                for width, height in SIZES:
                    page.set_viewport_size({"width": width, "height": height})
                    assert page.evaluate(OUTSIDE) == [], (part, width, size)


OUTSIDE = """() => [...document.querySelectorAll("#words *")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    return left < 0 || right > innerWidth || (one.matches("p, h1, button") && one.scrollWidth > one.clientWidth);
  })
  .map((one) => one.outerHTML)"""
