"""The forms and links of a page, parsed fast."""

import html
import re

_TAG = re.compile(r"<(/?)(form|input|button|select|option|textarea)\b([^>]*)>")
_ATTRIBUTE = re.compile(r"""([\w:-]+)(?:="([^"]*)"|='([^']*)')?""")
_KEY = re.compile(r"/([eg])/([A-Za-z0-9_-]{22})(?![A-Za-z0-9_-])")


class Form:
    """A form of a page."""

    def __init__(self, action, method, multipart):
        self.action = action
        self.method = method
        self.multipart = multipart
        self.fields = []
        """The fields (name, value) that a browser sends even if no button is pressed."""
        self.choices = []
        """Other values to choose or tick."""
        self.buttons = []

    def filled(self, rng):
        """Return the fields after random choices and a press of a button."""
        found = list(self.fields)
        for _ in range(rng.choice((0, 0, 1, 1, 2, 4)) if self.choices else 0):
            name, value = rng.choice(self.choices)
            if rng.random() < 0.7:
                found = [pair for pair in found if pair[0] != name]
            found.append((name, value))
        if self.buttons:
            found.append(rng.choice(self.buttons))
        return found


def forms(page):
    found, form, select = [], None, ""
    for tag in _TAG.finditer(page):
        ends, kind, rest = tag.groups()
        told = {name: html.unescape(a or b) for name, a, b in _ATTRIBUTE.findall(rest)}
        if kind == "form":
            form = None
            if not ends:
                multipart = told.get("enctype", "").startswith("multipart")
                form = Form(told.get("action", ""), told.get("method", "get").upper(), multipart)
                found.append(form)
        elif kind == "select":
            select = told.get("name", "")
        elif form is None or ends or "disabled" in told:
            continue
        elif kind == "option":
            if not select:  # a suggestion for a text field
                continue
            form.choices.append((select, told.get("value", "")))
            if "selected" in told:
                form.fields.append(form.choices[-1])
        elif "name" in told:
            pair = told["name"], told.get("value", "on" if kind == "input" else "")
            if kind == "button":
                form.buttons.append(pair)
            elif told.get("type") in ("radio", "checkbox"):
                form.choices.append(pair)
                if "checked" in told:
                    form.fields.append(pair)
            else:
                form.fields.append(pair)
    return found


def keys(page):
    """Return the keys of linked tables and groups: {("e", key), …}."""
    return set(_KEY.findall(page))
