"""The web app manifest, and the service worker.

Over https the worker (`static/worker.js`) caches styles, scripts, icons and an offline page, but no
evening and no address with a key.
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
"""File, width and height, purpose."""
GREEN = "#1c4e3b"
"""The colour of the cloth by day, as in `base.html`."""


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
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
    return _revalidated(answer.get_data(), "application/manifest+json")


@bp.get("/offline")
def offline() -> str:
    return render_template("shell/offline.html")


@bp.get("/worker.js")
def worker() -> Response:
    """Return the service worker, or one that removes it if the shell is not to be kept."""
    static: Assets = current_app.extensions["assets"]
    if not current_app.config["KEEPS_SHELL"]:
        return _revalidated(static.read("no-worker.js"), "text/javascript")
    files = [static.url(name) for name in static.names if _is_shell(name)]
    # The script must change with every file, because browsers detect a new version by it.
    digest = sha256("".join([*files, offline()]).encode()).hexdigest()[:12]
    shell = {"name": f"companion {digest}", "offline": url_for("shell.offline"), "files": files}
    script = f"const SHELL = {json.dumps(shell)};\n{static.read('worker.js')}"
    return _revalidated(script, "text/javascript")


def _is_shell(name: str) -> bool:
    return name == "icon.svg" or (name.endswith((".css", ".js")) and "worker" not in name)


def _revalidated(content: str | bytes, mimetype: str) -> Response:
    """Return a file that browsers cache, but ask for again."""
    answer = Response(content, mimetype=mimetype)
    answer.headers["Cache-Control"] = "no-cache"
    return answer
