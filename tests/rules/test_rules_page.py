"""Every cited rule and section exists in docs/rules.md."""

import re
from pathlib import Path

from companion.ids import Rule

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def test_every_rule_is_in_the_document():
    anchors = re.findall(r'<a id="([^"]+)"></a>', PAGE)
    assert sorted(anchors) == sorted(Rule)


def test_anchors_precede_their_ids():
    for anchor, shown in re.findall(r'<a id="([^"]+)"></a>`([^`]+)`', PAGE):
        assert anchor == shown
    assert PAGE.count("</a>`") == len(Rule)


def test_links_of_the_contents_work():
    titles = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
    headings = {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}
    links = set(re.findall(r"\(#([^)]+)\)", PAGE))
    assert links == headings


def test_cited_rules_and_sections_exist():
    sections = set(re.findall(r"^##+ (\d(?:\.\d)?)\b", PAGE, re.MULTILINE))
    cited = {
        (str(file.relative_to(ROOT)), section)
        for folder in ("companion", "tests")
        for file in (ROOT / folder).rglob("*.py")
        for section in re.findall(r"docs/rules\.md (\d(?:\.\d)?)", file.read_text("utf-8"))
    }
    assert len(cited) > 50
    assert not {(file, section) for file, section in cited if section not in sections}
