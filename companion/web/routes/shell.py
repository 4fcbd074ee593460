"""What makes the pages an app on a phone's home screen: its manifest, and what the phone keeps of it.

Over https a browser keeps the shell (style, scripts, icons) and a page for when there is no
connection. `static/worker.js` does that; no evening and no address with a key is among it.
"""

import json
from hashlib import sha256

from flask import Blueprint, Response, current_app, jsonify, render_template, url_for

from companion.web.assets import Assets
from companion.wording.languages import _, language

bp = Blueprint("shell", __name__)

ICONS = (
    ("icon-192.png", 192, "any"),
    ("icon-512.png", 512, "any"),
    ("maskable-512.png", 512, "maskable"),
    ("monochrome-512.png", 512, "monochrome"),
)
"""Each with its width and height, and what it is for."""
GREEN = "#1c4e3b"
"""The cloth at the top of a page by day, as in `base.html`."""


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Return what a phone asks for that puts the companion on its home screen."""
    static: Assets = current_app.extensions["assets"]
    answer = jsonify(
        id="/",
        start_url="/",
        scope="/",
        name=_("companion"),
        short_name=_("companion"),
        description=_(
            "Keeps the pool, the tricks and the score of games with real cards or dominoes."
        ),
        lang=language(),
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
    answer.mimetype = "application/manifest+json"
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@bp.get("/offline")
def offline() -> str:
    """The page for when there is no connection."""
    return render_template("shell/offline.html")


@bp.get("/worker.js")
def worker() -> Response:
    """Return the service worker, or where none is wanted, the one that takes its place and goes."""
    static: Assets = current_app.extensions["assets"]
    if not current_app.config["KEEPS_SHELL"]:
        return _script(static.read("no-worker.js"))
    files = [static.url(name) for name in static.names if _is_shell(name)]
    # With any of it the script changes, by which a browser knows that there is a new version.
    digest = sha256("".join([*files, offline()]).encode()).hexdigest()[:12]
    shell = {"name": f"companion {digest}", "offline": url_for("shell.offline"), "files": files}
    return _script(f"const SHELL = {json.dumps(shell)};\n{static.read('worker.js')}")


def _is_shell(name: str) -> bool:
    """Return whether a static file is what pages look like or do."""
    return name == "icon.svg" or (name.endswith((".css", ".js")) and "worker" not in name)


def _script(text: str) -> Response:
    answer = Response(text, mimetype="text/javascript")
    answer.headers["Cache-Control"] = "no-cache"
    return answer
