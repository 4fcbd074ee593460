"""How `make site` writes the pages with Sphinx; tools/website.py gathers them."""

import re
from inspect import get_annotations
from typing import get_type_hints

from docutils.nodes import Text
from sphinx.addnodes import desc_annotation

import companion
from companion import __version__, cli

project = "companion"
author = "The companion authors"
release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click"]
include_patterns = ["*.md", "docs/*.md", "docs/*.rst"]
myst_enable_extensions = ["html_image"]
myst_heading_anchors = 4
default_role = "code"
smartquotes = False
autodoc_member_order = "bysource"
html_theme = "furo"
html_title = f"companion {__version__.partition('+')[0]}"
html_copy_source = False
man_pages = [("docs/commands", "companion", "keep the score of an evening at cards", author, 1)]

html_extra_path = ["../extra"]

# Not the folder of this machine.
for option in cli.companion.params:
    if option.name == "instance":
        option.default = "~/.local/share/loo-companion"

# Without limits, which belong in the JSON Schema.
for public in map(companion.__dict__.get, companion.__all__):
    if isinstance(public, type):
        hints = get_type_hints(public)
        public.__annotations__ = {name: hints[name] for name in get_annotations(public)}


def shorten(text):
    """Name the kinds of entries together, and what Sphinx cannot read in a signature."""
    text = re.sub(r"~[\w.]+\.(\w+)", r"\1", text)
    return re.sub(r"\bTurnedUp( \| \w+)+", "AnyEntry", re.sub(r"<[^<>]*>", "...", text))


def shorten_types(_app, tree):
    for node in tree.findall(desc_annotation):
        if "TurnedUp | " in node.astext():
            node.children = [Text(shorten(node.astext()))]


def setup(app):
    app.connect(
        "autodoc-process-signature",
        lambda *about: (about[-2] and shorten(about[-2]), about[-1]),
    )
    app.connect("doctree-read", shorten_types)
