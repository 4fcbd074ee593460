"""What makes the pages an app on a phone's home screen."""

from flask import Blueprint, Response, current_app, jsonify

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
