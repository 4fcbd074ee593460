"""Words of the glossary: tapping one shows its meaning beside it."""

from playwright.sync_api import expect


def test_a_tapped_word_is_explained_beside_it(server, phone):
    phone.open(server.evening("up 6-3", "Bob miss"))
    page = phone.page
    miss, pool = (page.locator(f"#state a.term[href$='word-{id}']") for id in ("miss", "pool"))
    hint = page.locator(".hint")
    miss.tap()
    expect(hint).to_have_text("Miss: " + page.locator("#word-miss dd").text_content())
    expect(hint).to_have_role("status")
    word, said = miss.bounding_box(), hint.bounding_box()
    beside = max(said["y"] - word["y"] - word["height"], word["y"] - said["y"] - said["height"])
    assert 0 < beside < 60
    pool.tap()  # another word replaces it
    expect(hint).to_have_text("Pool: " + page.locator("#word-pool dd").text_content())
    pool.tap()
    expect(hint).to_have_count(0)
    # By keyboard the focus stays on the word.
    miss.focus()
    page.keyboard.press("Enter")
    expect(hint).to_be_visible()
    page.keyboard.press("Escape")
    expect(hint).to_have_count(0)
    expect(miss).to_be_focused()
    # The bar has all of them.
    page.locator(".words > summary").tap()
    expect(page.locator("#word-miss")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#word-miss")).to_be_hidden()


def test_without_script_a_word_leads_to_the_glossary(server, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.url + server.evening("up 6-3", "Bob miss"))
    page.locator("#state a.term[href$='word-miss']").click()
    expect(page.locator("#word-miss:target")).to_be_in_viewport()
    context.close()
