"""The log of the server contains no keys, tokens, codes or cookies."""

import io
import logging
import secrets

import pytest

from companion.serving.redaction import RedactedStream, redacted

KEY = "8YuuXAJp9El2BmRr6Ja7eg"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"Exception on /e/{KEY}/entries [POST]", "Exception on /e/…/entries [POST]"),
        (f"GET /g/{KEY[:7]} HTTP/1.1", "GET /g/… HTTP/1.1"),
        (f"/host/{KEY}?x", "/host/…?x"),
        (f"KeyError: '{KEY}'", "KeyError: '…'"),
        (f"%2Fe%2F{KEY}", "%2Fe%…"),
        ("'code=ABCDEF&x=1'", "'code=…&x=1'"),
        ("Cookie: companion=eyJh.Zx-_.yo; other=1", "Cookie: companion=…; other=1"),
        ("in handle_user_exception_here", "in handle_user_exception_here"),
        ("companion-before-m005-2026-11-22.db", "companion-before-m005-2026-11-22.db"),
    ],
)
def test_keys_are_removed_from_a_line(text, left):
    assert redacted(text) == left


def test_every_key_is_found():
    for _ in range(1000):
        assert redacted(secrets.token_urlsafe(16)) == "…"


def test_a_traceback_is_logged_without_the_key():
    written = io.StringIO()
    log = logging.getLogger("tests.redaction")
    log.addHandler(handler := logging.StreamHandler(RedactedStream(written)))
    try:
        raise LookupError(KEY)
    except LookupError:
        log.exception("Exception on /e/%s", KEY)
    finally:
        log.removeHandler(handler)
    assert "LookupError: …" in written.getvalue() and "test_redaction.py" in written.getvalue()
    assert KEY not in written.getvalue()
