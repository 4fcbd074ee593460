"""HTML parsed as browsers do, with CSS selectors."""

import re

from selectolax.lexbor import LexborHTMLParser


def parse(html):
    return Tag(LexborHTMLParser(html).root)


class Tag:
    def __init__(self, node):
        self.node = node

    def __eq__(self, other):
        return isinstance(other, Tag) and self.node == other.node

    def __hash__(self):
        return self.node.mem_id

    def __str__(self):
        """Return the HTML without empty lines, which a stream does not carry."""
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
        return " ".join(self.node.text(separator=" ").split())

    @property
    def texts(self):
        nodes = self.node.traverse(include_text=True)
        return [(node.text_content, Tag(node.parent)) for node in nodes if node.is_text_node]

    @property
    def children(self):
        return [Tag(node) for node in self.node.iter()]

    def select(self, css):
        """Return the matching elements, including this one, in page order."""
        return [Tag(node) for node in self.node.css(css)]

    def select_one(self, css):
        found = self.node.css_first(css)
        return found and Tag(found)

    def closest(self, css):
        """Return the innermost match among this element and its ancestors."""
        matching = {node.mem_id for node in self.node.parser.css(css)}
        node = self.node
        while node is not None and node.mem_id not in matching:
            node = node.parent
        return node and Tag(node)
