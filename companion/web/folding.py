"""Lets templates be laid out freely, since white space costs bytes on every page."""

import re
from collections.abc import Iterator

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

_BREAK = re.compile(r"[ \t]*\n\s*")


class Folding(Extension):
    """Takes the line breaks out of a template, with the indentation after them, when it is compiled.

    As in JSX, a line break counts for nothing beside a tag, an expression or a statement, and for a
    space between two words. Where a space counts, it stands within a line, or is `{{ " " }}`. Within a
    tag, a line break is a space, except before `{%` and `>`. Line numbers in errors stay true.
    """

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        in_tag = False
        for token in stream:
            if token.type == "data":
                text = token.value
                is_before_block = stream.current.type == "block_begin"
                token = Token(token.lineno, "data", _folded(text, in_tag, is_before_block))
                in_tag = _ends_in_tag(text, in_tag)
            yield token


def _folded(text: str, starts_in_tag: bool, is_before_block: bool) -> str:
    def space(line_break: re.Match[str]) -> str:
        before, after = text[: line_break.start()], text[line_break.end() :]
        if _ends_in_tag(before, starts_in_tag):
            is_needed = not after.startswith(">") and bool(after or not is_before_block)
        else:
            is_needed = bool(before and after) and before[-1] != ">" and after[0] != "<"
        return " " if is_needed else ""

    return _BREAK.sub(space, text)


def _ends_in_tag(text: str, starts_in_tag: bool) -> bool:
    opened, closed = text.rfind("<"), text.rfind(">")
    return opened > closed if opened != closed else starts_in_tag
