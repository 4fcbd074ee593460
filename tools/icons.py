"""Draw the PNG icons in static/icons/ with Chromium: run `make icons` after an SVG changes.

Android and iOS need PNG for the home screen.
"""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parents[1] / "static"
ICONS = {
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "maskable-512.png": ("icons/maskable.svg", 512),
    "monochrome-512.png": ("icons/monochrome.svg", 512),
    "apple-touch-icon.png": ("icons/maskable.svg", 180),
}
"""The source and the size in pixels of each icon."""


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page()
        for name, (source, size) in ICONS.items():
            page.set_viewport_size({"width": size, "height": size})
            page.set_content(
                f"<style>body{{margin:0}}svg{{display:block}}</style>{(STATIC / source).read_text()}"
            )
            page.screenshot(path=STATIC / "icons" / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
