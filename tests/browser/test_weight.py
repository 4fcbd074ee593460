"""Bytes over the network, and no requests to other hosts."""

import pytest

from tests.web.test_pages import STATES

FIRST_LOAD = 40_000  # gzip: Chromium accepts brotli only over https; see tests/web/test_weight.py
TAP = 8_000


class Wire:
    def __init__(self, phone):
        self.session = phone.context.new_cdp_session(phone.page)
        self.session.send("Network.enable")
        self.session.on("Network.requestWillBeSent", self._sent)
        self.session.on("Network.loadingFinished", self._finished)
        # By request, because a request may have started earlier.
        self.urls, self.sizes = {}, {}

    def _sent(self, event):
        self.urls[event["requestId"]] = event["request"]["url"]

    def _finished(self, event):
        self.sizes[event["requestId"]] = event["encodedDataLength"]

    def by_url(self):
        return dict(self.each())

    def each(self):
        return [(url, self.sizes[one]) for one, url in self.urls.items() if one in self.sizes]


@pytest.mark.parametrize("state", ["before the turn-up", "leading", "settling", "trick by trick"])
def test_the_first_load_of_the_table(phone, server, state):
    phrases, game = STATES[state]
    wire = Wire(phone)
    phone.open(server.evening(*phrases, **game))
    phone.quiet()
    sizes = wire.by_url()
    assert len(sizes) >= 3  # page, style, script
    assert sum(sizes.values()) <= FIRST_LOAD, sizes


def test_the_second_page_loads_nothing_else(phone, server):
    path = server.evening()
    phone.open(path)
    phone.quiet()
    wire = Wire(phone)
    phone.open(path)
    phone.quiet()
    assert {url for url, size in wire.by_url().items() if size} == {server.url + path}


def test_the_content_security_policy_blocks_violations(phone, server):
    phone.open(server.evening())
    phone.page.evaluate(
        "() => { const one = document.createElement('script'); one.textContent = 'window.bad = 1';"
        " document.body.append(one) }"
    )
    phone.page.wait_for_timeout(100)
    assert phone.page.evaluate("() => window.bad") is None
    assert any("Content Security Policy" in one for one in phone.complaints)
    phone.complaints.clear()
