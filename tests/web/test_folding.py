"""Line breaks in templates: they cost no bytes, and a space that counts is written."""

from traceback import extract_tb

import pytest
from jinja2 import Environment

from companion.web.folding import Folding

ENVIRONMENT = Environment(extensions=[Folding], autoescape=True)


@pytest.mark.parametrize(
    ("source", "page"),
    [
        ("<p>\n  <b>1</b>\n  <b>2</b>\n</p>\n", "<p><b>1</b><b>2</b></p>"),
        ("<b>1</b> <b>2</b>", "<b>1</b> <b>2</b>"),
        ('<b>1</b>{{ " " }}\n<b>2</b>', "<b>1</b> <b>2</b>"),
        ("<p>\n  two\n  words\n</p>", "<p>two words</p>"),
        ("<p>\n  {% if yes %}\n    {{ name }}\n  {% endif %}\n</p>", "<p>Ann</p>"),
        ('<a class="x"\n   href="y">', '<a class="x" href="y">'),
        ('<a class="x"\n   {% if yes %} hidden{% endif %}>', '<a class="x" hidden>'),
        (
            '<a class="x"\n   {% if not yes %} hidden{% endif %}\n   {{ name }}\n>',
            '<a class="x" Ann>',
        ),
        ('<a href="{{ name }}"\n   {# why #}\n   hidden>', '<a href="Ann" hidden>'),
        ("{# why #}\n<p>{{ name }}</p>\n\n{# and #}\n<p></p>", "<p>Ann</p><p></p>"),
        ("<textarea>\n{{ lines }}</textarea>", "<textarea>1\n2</textarea>"),
    ],
)
def test_a_line_break_counts_only_within_a_tag_or_between_words(source: str, page: str) -> None:
    template = ENVIRONMENT.from_string(source)
    assert template.render(yes=True, name="Ann", lines="1\n2").replace("  ", " ") == page


def test_errors_name_the_line_of_the_template() -> None:
    template = ENVIRONMENT.from_string("<p>\n\n</p>\n\n{{ missing.name }}")
    with pytest.raises(Exception, match="missing") as raised:
        template.render()
    assert ("<template>", 5) in [(one.filename, one.lineno) for one in extract_tb(raised.tb)]
