"""What makes the pages an app: the manifest and its icons."""

import struct

PNG = b"\x89PNG\r\n\x1a\n"


def test_the_manifest_names_icons_that_are_there(phone):
    page = phone.get("/").soup
    manifest = phone.client.get(page.find("link", rel="manifest")["href"])
    assert manifest.mimetype == "application/manifest+json"
    said = manifest.get_json()
    assert (said["start_url"], said["scope"], said["display"]) == ("/", "/", "standalone")
    found = {(one["purpose"], one["sizes"]) for one in said["icons"]}
    assert found >= {("any", "192x192"), ("any", "512x512"), ("maskable", "512x512")}
    assert "monochrome" in {one["purpose"] for one in said["icons"]}
    for one in said["icons"]:
        assert png_size(phone, one["src"]) == one["sizes"]
    assert png_size(phone, page.find("link", rel="apple-touch-icon")["href"]) == "180x180"
    assert {one["media"] for one in page.find_all("meta", attrs={"name": "theme-color"})} == {
        "(prefers-color-scheme: light)",
        "(prefers-color-scheme: dark)",
    }


def png_size(phone, url):
    """The width and the height of a picture, as a manifest writes them."""
    content = phone.client.get(url, buffered=True).data
    assert content.startswith(PNG)
    width, height = struct.unpack(">II", content[16:24])
    return f"{width}x{height}"
