"""The home page, the history, join codes, and the shell of the app.

The shell is the web app manifest and the service worker. Over https, the worker (`static/worker.js`)
caches styles, scripts, icons and an offline page, but no evenings and no addresses with keys."""

import json
import re
from functools import partial
from hashlib import sha256

from flask import (
    Blueprint,
    Response,
    current_app,
    flash,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)

from companion.errors import EntryError
from companion.games import GAMES
from companion.pieces.cards import Card
from companion.store import EveningInfo, StoreError
from companion.store.types import FAR
from companion.tables.group_files import example
from companion.tables.settings import LONGEST, read_code
from companion.version import __version__
from companion.web import addresses, forms, preferences
from companion.web.access import address, groups, is_server_host, opened, tables
from companion.web.assets import Assets
from companion.web.respond import goto, render
from companion.web.security import device
from companion.web.views.evening_list import A_PAGE, by_month, listed, page_of, sought
from companion.wording import say
from companion.wording.games import practised
from companion.wording.languages import SOURCE, _, language, using

bp = Blueprint("home", __name__)

_LINK = re.compile(r"/[eg]/[A-Za-z0-9_-]{1,64}")
RECENT = 8
"""Number of evenings that are read for the home page."""
MOST_SHOWN = 3
"""Maximum number of closed evenings, and of groups, at first sight on the home page."""
MOST_SEARCHED = 5_000
"""Maximum number of evenings that a search of the server's host reads; a phone has fewer."""
MOST_GROUPS = 50
"""Maximum number of groups listed, on the home page and to choose from when adding an evening."""


@bp.get("/")
def index() -> Response:
    recent, known = listed(_infos(RECENT)), known_groups()
    evenings = [one for one in recent if not one.closed]
    return render(
        "home/index.html",
        evenings=evenings,
        going_on=bool(evenings) and evenings[0] is recent[0],
        last=next((one for one in recent if one.closed and one.usual), None),
        lately=[one for one in recent if one.closed][:MOST_SHOWN],
        groups=known,
        most_shown=MOST_SHOWN,
        group_sizes=groups().store.sizes([one.id for one in known]),
        games=GAMES,
        practised=practised(),
        form_id=forms.new_id(),
        hosts=is_server_host(),
        is_secure=addresses.is_secure(),
    )


@bp.get("/help")
def help_page(info: EveningInfo | None = None) -> Response:
    cards = (Card("K", "D"), Card("9", "S"))
    return render("home/help.html", example=cards, info=info, version=__version__)


@bp.get("/example")
def show_example() -> Response:
    """A group of three evenings to explore before playing."""
    return goto("groups.show", key=example(groups()))


@bp.get("/history")
def history() -> Response:
    """The evenings of this device, the newest first."""
    asked, hosts = request.args, is_server_host()
    if forms.search(asked):
        counted, rows = sought(_infos(MOST_SEARCHED), asked)
    else:
        counted = partial(tables().access_store.months, None if hosts else device())
        rows = _infos
    return render(
        "home/history.html",
        **by_month(asked, counted, rows),
        hosts=hosts,
        has_hidden=bool(tables().access_store.evenings(device(), 1, hidden=True)),
    )


@bp.route("/history/<any(hide,hidden):which>", methods=["GET", "POST"])
def hide(which: str) -> Response:
    """The evenings of this device that it can hide, or those that it has hidden, to show them again."""
    hidden = which == "hidden"
    if request.method == "POST":
        table = opened(request.form.get("key", ""))
        tables().access_store.hide(table.device, table.info.id, not hidden)
        if not hidden:
            flash(_("Hidden. To bring it back: History, Hidden evenings."))
        return goto("home.hide", which=which)
    infos = tables().access_store.evenings(device(), hidden=hidden)
    page = page_of(infos, forms.page_number(request.args), A_PAGE)
    return render("home/hide.html", evenings=listed(page.rows), hidden=hidden, page=page)


@bp.get("/healthz")
def health() -> Response:
    """Say whether the log can be read and written, and the version."""
    try:
        tables().evenings.log.connection.check()
    except StoreError as error:
        return Response(f"{say(error.fact)}\n", 503, mimetype="text/plain")
    return Response(f"ok {__version__}\n", mimetype="text/plain")


@bp.post("/language")
def choose_language() -> Response:
    preferences.choose_language(request.form.get("language", ""))
    return _back()


@bp.post("/view")
def choose_view() -> Response:
    """Set how this phone shows players and cards, and go back to the settings."""
    preferences.choose_view(request.form)
    flash(_("Saved."))
    return _back("people.settings")


def _back(endpoint: str = "table.show") -> Response:
    """Go back to the page of the table that the form came from, or to the home page."""
    key = request.form.get("key", "")
    return goto(endpoint, key=key) if key else goto("home.index")


def _infos(limit: int, offset: int = 0, before: str = FAR) -> list[EveningInfo]:
    if is_server_host():
        return tables().evenings.log.evenings(limit, offset, before)
    return tables().access_store.evenings(device(), limit, offset, before=before)


def known_groups() -> list[EveningInfo]:
    """Return the newest groups of this device, or of the server for its host."""
    if is_server_host():
        return groups().store.evenings(MOST_GROUPS)
    return groups().access_store.evenings(device(), MOST_GROUPS)


bp.add_url_rule("/join", "join_in_full", lambda: goto("home.ask_code"))


@bp.get("/j")
def ask_code() -> Response:
    return _join_form()


@bp.post("/j")
def join() -> Response:
    """Show the table with this join code, or the evening or group with a pasted link.

    An app on an iPhone's home screen has no address bar to paste a link into.
    """
    typed = request.form.get("code", "")
    if link := _LINK.search(typed):
        return make_response(redirect(request.script_root + link[0], code=303))
    try:
        letters = read_code(typed)
    except EntryError as error:
        return _join_form(typed, say(error.fact), 422)
    # Count the code before the look-up, so that concurrent requests cannot exceed the budget.
    tables().budgets.spend("codes", address())
    info = tables().settings.open_by_code(letters)
    if info is None:
        sentence = _("No evening has this code now. Check the letters, or ask for a new code.")
        return _join_form(typed, sentence, 422)
    tables().budgets.give_back("codes", address())
    tables().settings.remember(opened(info.key))
    return goto("table.show", key=info.key)


def _join_form(typed: str = "", problem: str = "", status: int = 200) -> Response:
    return render("home/join.html", status, typed=typed[:LONGEST], problem=problem)


ICONS = (
    ("icon-192.png", 192, "any"),
    ("icon-512.png", 512, "any"),
    ("maskable-512.png", 512, "maskable"),
    ("monochrome-512.png", 512, "monochrome"),
)
"""File, width and height, purpose."""
GREEN = "#1c4e3b"
"""The colour of the cloth by day, as in `base.html`."""


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    static: Assets = current_app.extensions["assets"]
    answer = jsonify(
        id=url_for("home.index"),
        start_url=url_for("home.index"),
        scope=url_for("home.index"),
        name=_("companion"),
        short_name=_("companion"),
        description=_(
            "Keeps the pool, the tricks and the score of games with real cards or dominoes."
        ),
        lang=language().replace("_", "-"),
        display="standalone",
        theme_color=GREEN,
        background_color=GREEN,
        icons=[
            {
                "src": static.url(f"icons/{name}"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for name, size, purpose in ICONS
        ],
    )
    return _revalidated(answer.get_data(), "application/manifest+json")


NO_COOKIES = """#cookies[hidden] { display: block !important }
#who { display: none !important }
.frame #who ~ #entry { display: flex }
.frame #cookies { grid-area: 1 / 1 / auto / -1; margin-block-end: 6px; padding: 4px 10px; font-size: .8125rem; line-height: 1.3 }
"""
"""Shows that the browser keeps no cookies, and the table's question in place of "Who are you?"."""


@bp.get("/cookies.css")
def cookies() -> Response:
    """Styles of a page that has just set the cookie; nothing if the browser has kept it."""
    return Response("" if session.get("device") else NO_COOKIES, mimetype="text/css")


@bp.get("/offline")
def offline() -> str:
    return render_template("shell/offline.html")


@bp.get("/worker.js")
def worker() -> Response:
    """Return the service worker; if phones must not keep the shell, one that removes itself."""
    static: Assets = current_app.extensions["assets"]
    if not current_app.config["FEATURES"].shell_worker:
        return _revalidated(static.read("no-worker.js"), "text/javascript")
    files = [static.url(name) for name in static.names if _is_shell(name)]
    # The script must change with every file, because browsers detect a new version by its content.
    with using(SOURCE):  # a phone that chooses another language has no new version
        digest = sha256("".join([*files, offline()]).encode()).hexdigest()[:12]
    shell = {"name": f"companion {digest}", "offline": url_for("home.offline"), "files": files}
    script = f"const SHELL = {json.dumps(shell)};\n{static.read('worker.js')}"
    return _revalidated(script, "text/javascript")


def _is_shell(name: str) -> bool:
    is_ours = name.endswith((".css", ".js")) and not name.startswith("pocket/")
    return name == "icon.svg" or (is_ours and "worker" not in name)


def _revalidated(content: str | bytes, mimetype: str) -> Response:
    """Return a file that browsers cache, but revalidate each time."""
    answer = Response(content, mimetype=mimetype)
    answer.headers["Cache-Control"] = "no-cache"
    return answer
