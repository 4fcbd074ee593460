"""Requests of phones, programs and strangers, valid and invalid."""

import json
import re
from collections import deque
from functools import cache
from urllib.parse import quote, urlencode, urlsplit

from msgspec import Struct, field

from companion.games import GAMES
from tests.fuzz import mutations, offers
from tests.goldens import GOLDENS

METHODS = ["GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "get", "FUZZ"]
FORM = "application/x-www-form-urlencoded"
PHONES = 8
KEYS = 40
"""Remember at most this many tables and groups."""
FORMS = 30
"""Remember at most this many forms of a page."""
TYPED = {
    "name": ["Friday", "Regulars", "Ann’s phone"],
    "seat": ["Ann", "Bob", "Cat", "Dan", "Eve"],
    "player": ["Fay", "Gus"],
    "amount": ["0.10", "10"],
    "q": ["Friday"],
}
"""Typical input by field."""
_CODE = re.compile(r"\b[A-HJ-NP-Z]{3} ?[A-HJ-NP-Z]{3}\b")
_ARGUMENT = re.compile(r"<(?:int:)?(\w+)>")
_HEADERS = {
    "Accept": ["text/html", "application/json", "text/event-stream", "*/*", "", "text/html;q=x", "a/b,c", "application/json;q=0"],
    "Accept-Language": ["de", "en", "xx", "*", "de;q=9,en", ";;;", "x" * 300],
    "Accept-Encoding": ["br", "gzip", "identity;q=0", "br;q=nan", "*"],
    "Content-Type": [FORM, "application/json", "multipart/form-data", "multipart/form-data; boundary=", "text/plain", "",
                     "application/json; charset=utf-7", "application/x-www-form-urlencoded; charset=nothing", "\"", ";"],
    "HX-Request": ["true", "false", ""],
    "Origin": ["http://localhost", "null", "https://example.org", "http://[", ""],
    "Sec-Fetch-Site": ["same-origin", "cross-site", "none", "fuzz"],
    "Host": ["localhost", "example.org", "[::1]:80", "localhost:99999", "a b", "", "[", "xn--a", "l" * 300],
    "Last-Event-ID": ["0", "1", "999999999", "-1", "x"],
    "Referer": ["http://localhost/e/", "//", "http://[", "javascript:1"],
    "If-None-Match": ["*", "W/\"1\"", "\""],
    "If-Modified-Since": ["0", "Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 99 Nov 99999 00:00:00 GMT"],
    "Range": ["bytes=0-1", "bytes=-1", "bytes=9-1", "x"],
    "Cookie": ["companion=", "companion=x.y.z", "language=xx", "seat_order=fixed", "companion", "=;=;", "a=\"b", "companion=eyJ9.a.b"],
    "Content-Length": ["0", "1", "-1", "x", "99999999", "9" * 30],
    "X-Forwarded-For": ["1.2.3.4", "x"],
    "Authorization": ["Basic x", "Bearer ", "Digest a=b"],
    "Content-Encoding": ["gzip"],
    "Upgrade": ["websocket"],
    "Expect": ["100-continue", "x"],
}  # fmt: skip


class Request(Struct):
    """A request to send."""

    method: str
    target: str
    """Path and query, percent-encoded."""
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    phone: int = -1
    """The phone whose cookies are sent; none if negative."""
    address: str = "127.0.0.1"


class Phone:
    """The state of a browser."""

    def __init__(self, number):
        self.cookies = {}
        self.forms = []
        self.address = f"10.0.0.{number + 1}"


@cache
def golden():
    return [json.loads(file.read_bytes()) for file in GOLDENS.values()]


class Requests:
    """Draw requests, using the responses to earlier ones."""

    def __init__(self, rng, rules, host_token):
        self.rng = rng
        self.phones = [Phone(number) for number in range(PHONES)]
        self.keys = {"e": [], "g": []}
        self.entries = ['{"kind":"settled"}']
        """Entries as JSON, from buttons."""
        self.codes = []
        self.host_token = host_token
        self._rules = [rule for rule in rules if rule.endpoint != "static"]
        self._sent = deque(maxlen=200)
        self._next = None
        """Redirects: the address and the phone."""
        self._ids = 0
        self._kinds = {
            self.browse: 14,
            self.fill_in: 34,
            self.fill_in_wrongly: 22,
            self.tell: 8,
            self.wander: 12,
            self.upload: 4,
            self.again: 4,
            self.new_phone: 2,
        }

    def next(self):
        if self._next and self.rng.random() < 0.8:
            request = self._ask("GET", *self._next)
        else:
            (kind,) = self.rng.choices(list(self._kinds), self._kinds.values())
            request = kind()
        self._next = None
        if self.rng.random() < 0.08:
            self.distort(request)
        self._sent.append(request)
        return request

    def learn(self, request, status, headers, text):
        """Remember what a response offers, such as cookies, keys and forms."""
        phone = self.phones[request.phone] if request.phone >= 0 else None
        for name, value in headers:
            if name.lower() == "set-cookie" and phone:
                cookie, _, rest = value.partition(";")
                name, _, value = cookie.partition("=")
                phone.cookies[name] = value
                if "expires=thu, 01 jan 1970" in rest.lower():
                    del phone.cookies[name]
        location = dict(headers).get("Location", "")
        if location and phone:
            self._next = location, request.phone
        for sort, key in sorted(offers.keys(text + location)):
            known = self.keys[sort]
            if key not in known:
                known.append(key)
                if len(known) > KEYS:
                    del known[self.rng.randrange(KEYS)]
        self.codes[len(self.codes) :] = _CODE.findall(text)[:1]
        del self.codes[:-KEYS]
        if status >= 400 and self.rng.random() < 0.5:
            return
        found = offers.forms(text)
        if found and phone:
            phone.forms = self.rng.sample(found, min(FORMS, len(found)))
            for form in phone.forms[:3]:
                for name, value in form.buttons[:3]:
                    if name == "entry":
                        self.entries[len(self.entries) :] = [value]
                        del self.entries[: -2 * KEYS]

    # Requests

    def browse(self):
        """Ask for a page, usually a table."""
        kind, key = self._known()
        pages = [
            rule for rule in self._rules if "GET" in rule.methods and f"/{kind}/<" in rule.rule
        ]
        path = f"/{kind}/{key}"
        if kind == "e" and self.rng.random() < 0.3:
            path += (
                f"/{self.rng.choice(('amend', 'correct', 'insert'))}/{self.rng.randrange(1, 30)}"
            )
        elif self.rng.random() < 0.5:
            path = self._path(self.rng.choice(pages).rule, {"key": key})
        return self._ask("GET", path)

    def fill_in(self):
        """Press a button on the phone's page."""
        return self._fill_in(lambda fields: fields)

    def fill_in_wrongly(self):
        """Fill in a form with fields that no browser sends."""
        return self._fill_in(lambda fields: mutations.pairs(self.rng, fields))

    def _fill_in(self, changed):
        number = self.rng.randrange(PHONES)
        offered = self.phones[number].forms
        if not offered:
            return self.browse()
        for _ in range(4):
            form = self.rng.choice(offered)
            fields = form.filled(self.rng)
            if not any('"undone"' in value for _, value in fields):
                break  # otherwise no deal would end, because every page offers undo
        fields = changed([(name, value or self._typed(name)) for name, value in fields])
        if form.method == "GET":
            return self._ask("GET", f"{form.action}?{_encoded(fields)}", number)
        if form.multipart or self.rng.random() < 0.05:
            return self._multipart(form.action, fields, self._record(), number)
        request = self._post(form.action, _encoded(fields).encode(), FORM, number)
        if self.rng.random() < 0.5:
            request.headers["HX-Request"] = "true"
        return request

    def _typed(self, name):
        if self.rng.random() < 0.4:
            return ""
        if name == "code" and self.codes:
            return self.rng.choice(self.codes)
        return self.rng.choice(TYPED.get(name) or ["1", "2", "Ann"])

    def tell(self):
        """Send an entry as a program does, as JSON."""
        entry = self.rng.choice(self.entries)
        self._ids += 1
        after = self.rng.choice((1, 2, 3, self.rng.randrange(60)))
        body = f'{{"entry":{entry},"after":{after},"entry_id":"fuzz-{self._ids:06}"}}'
        if self.rng.random() < 0.8:
            body = mutations.jsons(self.rng, body)
        path = f"/e/{self._key('e')}/entries"
        return self._post(path, _bytes(body), "application/json", self._some_phone())

    def wander(self):
        """Ask for a random address with a random method."""
        rule = self.rng.choice(self._rules)
        path = self._path(rule.rule, {})
        method = self.rng.choice((*sorted(rule.methods), self.rng.choice(METHODS)))
        if self.rng.random() < 0.3:
            path += f"?{_encoded(mutations.pairs(self.rng, [('page', '1')]))}"
        if method in ("GET", "HEAD", "OPTIONS"):
            return self._ask(method, path, self._some_phone())
        body = _encoded(mutations.pairs(self.rng, [("entry_id", "fuzz-0001"), ("after", "1")]))
        request = self._post(path, body.encode(), FORM, self._some_phone())
        request.method = method
        return request

    def upload(self):
        """Send a file with an evening or a group."""
        body = self._record()
        match self.rng.randrange(5):
            case 0 | 1:
                body = _bytes(mutations.jsons(self.rng, body.decode()))
            case 2:
                body = mutations.octets(self.rng, body)
        self._ids += 1
        fields = [("entry_id", f"fuzz-{self._ids:06}")]
        if self.rng.random() < 0.3:
            fields = mutations.pairs(self.rng, fields)
        request = self._multipart("/records", fields, body, self.rng.randrange(PHONES))
        if self.rng.random() < 0.1:
            request.body = mutations.octets(self.rng, request.body)
        request.address = self._some_house()  # uploads are limited
        return request

    def again(self):
        """Repeat an earlier request, from the same phone or another."""
        if not self._sent:
            return self.browse()
        was = self.rng.choice(self._sent)
        phone = was.phone if self.rng.random() < 0.5 else self._some_phone()
        return Request(was.method, was.target, dict(was.headers), was.body, phone, was.address)

    def new_phone(self):
        """Reset a phone, or make it the host."""
        number = self.rng.randrange(PHONES)
        if self.rng.random() < 0.5:
            self.phones[number].cookies.clear()
            self.phones[number].address = self._some_house()
            return self._ask("GET", "/", number)
        return self._post(f"/host/{self.host_token}", b"", FORM, number)

    def distort(self, request):
        """Change a request in ways that no browser does."""
        match self.rng.randrange(5):
            case 0:
                name = self.rng.choice(list(_HEADERS))
                request.headers[name] = self.rng.choice(_HEADERS[name])
            case 1:
                for name in self.rng.sample(list(_HEADERS), 5):
                    request.headers[name] = self.rng.choice(_HEADERS[name])
            case 2:
                request.body = mutations.octets(self.rng, request.body)
            case 3:
                target = mutations.octets(self.rng, request.target.encode())
                request.target = "/" + quote(target.lstrip(b"/"), safe="/?&=%")
            case _:
                request.method = self.rng.choice(METHODS)

    # Parts of requests

    def _ask(self, method, target, phone=None):
        headers = {"Accept": "text/html"} if self.rng.random() < 0.9 else {}
        return self._request(method, target, headers, b"", phone)

    def _post(self, target, body, content_type, phone):
        headers = {"Content-Type": content_type, "Content-Length": str(len(body))}
        if content_type == FORM:
            headers["Accept"] = "text/html"
        return self._request("POST", target, headers, body, phone)

    def _request(self, method, target, headers, body, phone):
        phone = self.rng.randrange(PHONES) if phone is None else phone
        address = self.phones[phone].address if phone >= 0 else "10.0.1.1"
        return Request(method, _path_of(target), headers, body, phone, address)

    def _multipart(self, target, fields, file, phone):
        parts = [_part(f'name="{name}"', _bytes(value)) for name, value in fields]
        parts.append(_part('name="record"; filename="evening.json"', file))
        if self.rng.random() < 0.3:
            parts.append(_part(self.rng.choice(mutations.DISPOSITIONS), file[:20]))
        body = b"".join(parts) + b"--fuzz--\r\n"
        return self._post(target, body, "multipart/form-data; boundary=fuzz", phone)

    def _record(self):
        record = self.rng.choice(golden())
        if record["format"] == "companion-evening" and self.rng.random() < 0.9:
            entries = record["entries"][: self.rng.randrange(1, 60)]
            record = {**record, "entries": entries}
        return json.dumps(record).encode()

    def _some_house(self):
        return ".".join(str(self.rng.randrange(1, 255)) for _ in range(4))

    def _some_phone(self):
        return self.rng.choice((-1, *range(PHONES)))

    def _known(self):
        kind = "g" if self.keys["g"] and self.rng.random() < 0.2 else "e"
        return kind, self._key(kind)

    def _key(self, kind):
        known = self.keys[kind]
        if not known or self.rng.random() < 0.03:
            return mutations.text(self.rng, self.rng.choice(known) if known else "")
        return self.rng.choice(known)

    def _path(self, rule, given):
        sort = "g" if rule.startswith("/g/") else "e"

        def argument(found):
            match found[1]:
                case "key":
                    value = given.get("key") or self._key(sort)
                case "number" | "trick":
                    value = str(self.rng.choice((1, 1, 2, 3, 5, self.rng.randrange(60), 0, 10**18)))
                case "game":
                    value = self.rng.choice((*GAMES, "glossary", mutations.text(self.rng)))
                case "token":
                    value = self.rng.choice((self.host_token, mutations.text(self.rng)))
                case _:
                    value = self.rng.choice(
                        ("flush", "meld", "lay-off", "pam", mutations.text(self.rng))
                    )
            return quote(value, safe="", errors="surrogatepass")

        return _ARGUMENT.sub(argument, rule)


def _part(disposition, content):
    return b"--fuzz\r\nContent-Disposition: form-data; %s\r\n\r\n%s\r\n" % (
        _bytes(disposition),
        content,
    )


def _encoded(fields):
    return urlencode(fields, errors="surrogatepass")


def _bytes(text):
    return text.encode(errors="surrogatepass")


def _path_of(target):
    """Return the address without the host, percent-encoded."""
    parts = urlsplit(target)
    found = parts.path + (f"?{parts.query}" if parts.query else "")
    return quote(found, safe="/?&=%+;,:@!$'()*~-._", errors="surrogatepass")
