"""HTML parsed as a browser does it, and its elements found by CSS."""

import re

from selectolax.lexbor import LexborHTMLParser


def parse(html):
    """The root element of a page. A fragment stands in the body of a page."""
    return Tag(LexborHTMLParser(html).root)


class Tag:
    """An element."""

    def __init__(self, node):
        self.node = node

    def __eq__(self, other):
        return isinstance(other, Tag) and self.node == other.node

    def __hash__(self):
        return self.node.mem_id

    def __str__(self):
        """Its HTML without empty lines, which a stream does not carry."""
        return re.sub(r"\n\s*\n", "\n", self.node.html)

    def __getitem__(self, attribute):
        return self.node.attributes[attribute] or ""

    def get(self, attribute, default=None):
        return self[attribute] if self.has(attribute) else default

    def has(self, attribute):
        return attribute in self.node.attributes

    @property
    def name(self):
        return self.node.tag

    @property
    def classes(self):
        return self.get("class", "").split()

    @property
    def text(self):
        return self.node.text()

    @property
    def words(self):
        """The text with one space between words and between elements."""
        return " ".join(self.node.text(separator=" ").split())

    @property
    def texts(self):
        """Each text within, with the element that it stands in."""
        nodes = self.node.traverse(include_text=True)
        return [(node.text_content, Tag(node.parent)) for node in nodes if node.is_text_node]

    @property
    def children(self):
        return [Tag(node) for node in self.node.iter()]

    def select(self, css):
        """The elements that match, this one too, in the order of the page."""
        return [Tag(node) for node in self.node.css(css)]

    def select_one(self, css):
        found = self.node.css_first(css)
        return found and Tag(found)

    def closest(self, css):
        """The innermost element around this one that matches, or this one."""
        matching = {node.mem_id for node in self.node.parser.css(css)}
        node = self.node
        while node is not None and node.mem_id not in matching:
            node = node.parent
        return node and Tag(node)
