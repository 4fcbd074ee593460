"""Addresses as drawings that cameras read."""

from functools import lru_cache

import segno
from markupsafe import Markup


@lru_cache(maxsize=256)
def qr_code(url: str) -> Markup:
    """Return an address as a drawing that cameras read, in black on white by day and by night."""
    drawn = segno.make(url, micro=False).svg_inline(
        scale=6, border=2, omitsize=True, svgclass=None, lineclass=None
    )
    return Markup(drawn)
