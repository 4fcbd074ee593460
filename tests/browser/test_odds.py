"""Play or drop: the page comes at once, and the answer later."""

import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_the_answer_comes_by_itself_or_by_a_link(phones, script):
    phone = phones(script=script)
    phone.open("/trainer/domino-rounce?seed=1&choice=drop")
    if not script:
        expect(phone.page.locator("#answer")).to_contain_text("Looking at possible deals")
        phone.page.locator("#answer a").tap()
    expect(phone.page.locator("main")).to_contain_text("of 1 well decided", timeout=30_000)
    expect(phone.page.locator("#answer")).not_to_contain_text("Looking at possible deals")
