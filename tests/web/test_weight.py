"""The size of a table compressed with brotli: page, styles, scripts and a tap."""

import re

import brotli
import pytest

from companion.web.render_cache import phone as viewer_of
from tests.web.table import Phone, opened
from tests.web.test_pages import CARD_STATES, NAP_STATES, STATES

ALL = {**STATES, **CARD_STATES, **NAP_STATES}
FIRST_LOAD = 30_300
TAP = 3_500


@pytest.fixture(scope="module")
def asset(app):
    known = {}

    def size(client, url):
        if url not in known:
            known[url] = len(client.get(url, headers={"Accept-Encoding": "br"}, buffered=True).data)
        return known[url]

    return size


@pytest.mark.parametrize("state", [one for one in ALL if "closed" not in one])
def test_the_first_load_and_a_tap(app, asset, state):
    phrases, game = ALL[state]
    key, phone = opened(app, *phrases, **game), Phone(app)
    page = phone.client.get(f"/e/{key}").get_data(as_text=True)
    sent = phone.client.get(f"/e/{key}", headers={"Accept-Encoding": "br"}).get_data()
    # Without icons, as in bench/entering.py.
    assets = set(re.findall(r'(?:src|href)="(/static/[^"]+[.](?:css|js))"', page))
    assert len(assets) == 2
    assert len(sent) + sum(asset(phone.client, url) for url in assets) <= FIRST_LOAD
    cache, tables = (app.extensions[name] for name in ("render_cache", "tables"))
    access = tables.open_table(key, "another-phone")
    now = cache.now(access.info.id, least=0)
    rendered = cache.rendered(viewer_of(access, "en", False), "another-phone", *now)
    level = app.config["COMPRESS_BR_LEVEL"]
    assert len(brotli.compress(rendered.html, quality=level)) <= TAP
