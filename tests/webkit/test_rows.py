"""Nothing on the table ends inside a row or a line in WebKit either."""

import pytest

from tests.browser.test_rows import COMMON, CUT, SIZES, TABLES

DRAWN = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"
"""On a busy machine the new size comes later than the answer."""


@pytest.mark.parametrize("state", COMMON)
def test_nothing_is_cut(phones, server, state):
    phrases, game = TABLES[state]
    phone = phones().open(server.evening(*phrases, **game))
    found = []
    for size in SIZES[:4]:
        phone.driver.set_window_size(*size)
        phone.driver.execute_async_script(DRAWN)
        found += [f"{size}: {one}" for one in phone.run(f"return ({CUT})()")]
    assert found == []
