"""QR codes."""

from functools import lru_cache

import segno
from markupsafe import Markup


@lru_cache(maxsize=256)
def qr_code(url: str) -> Markup:
    """Return the QR code of an address as SVG."""
    code = segno.make(url, micro=False)
    return Markup(code.svg_inline(scale=6, border=2, omitsize=True, svgclass=None, lineclass=None))
