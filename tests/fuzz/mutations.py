"""Changes to requests: texts, forms, JSON and bytes."""

import json

SPECIAL = [
    "", " ", "0", "1", "-1", "+5", "00", "1.5", "1e9", "999999999", "1000000000", "9" * 25, "1_000", "0x10",
    "½", "²", "٣", "१२", "NaN", "Infinity", "null", "true", "false", "on", "[]", "{}", '"', "'", "\\", "%", "%s", "{0}",
    "{player}", "{{7*7}}", "<fuzz>", "&amp;", "<!--", "]]>", "\x00", "a\x00b", "\n", "a\r\nX-Fuzz: b", "\t", "\x7f", "\ufeff",
    "\u202eabc", "\u200b", "e\u0301", "É", "ß", "İ", "😀", "👨‍👩‍👧‍👦", "\ud800", "\uffff", "A" * 80, "ä" * 5000, "x" * 40000,
    "../../etc/passwd", "//example.org", "https://example.org/", "javascript:alert(1)", "--", "';--", "*", "?", "#", ";",
    "Ann", "ann", "ANN ", "Bob", "pool", "Pam", "host", "guest", "record", "watch", "all", "own", "open", "up:1", "up:99",
    "down:0", "row", "take:3", "drop", "play", "pass", "three", "miss", "defend", "for-the-pool", "revoke", "let-stand",
    "6-3", "6-6", "0-0", "7-7", "6-3/6", "AS", "TD", "JK", "JK=9S", "JK=JK", "1S", "AS KS QS JS TS", "H", "6", "plays",
    "tricks", "result", "stock", "discards", "divide", "stay", "domino-loo", "coon-can", "napoleon", "EUR", "JPY", "XXX", "0.10", "0,1",
]  # fmt: skip
"""Values that mean something in some format, rule or page."""

NAMES = [
    "kind", "entry", "by", "after", "entry_id", "sure", "player", "piece", "pieces", "choice", "takes_turn_up", "discards",
    "draws", "count", "suit", "civil", "stands", "trick", "tricks", "made", "declared", "except", "winner", "hands", "meld",
    "from", "to", "amount", "reason", "reads", "rest", "bids", "bidder", "left_of", "amends", "told", "answers", "depth", "game", "preset",
    "house_rules", "seats", "seat", "dealer", "edition", "left_over", "looked", "minor", "currency", "name", "do", "code", "into",
    "records", "second_look", "link", "device", "language", "evening", "format", "version", "opened_at", "entries", "evenings",
    "tricks:Ann", "hand:Ann", "declared:Ann", "except:Bob", "rule.loo", "rule.misery", "q", "page", "deal", "rights", "display",
]  # fmt: skip
"""Names of fields."""

DISPOSITIONS = [
    "", 'filename="a"', "name", "name=", 'name=""', "name*=utf-8''%ff", "name*=utf-16''%d8", 'nam$="kind"', 'name="record"; filename',
    'name="record"; filename*=x\'\'a', 'name="entry_id"; filename="a"', 'name="\x00"', 'name="a"; name="b"', 'name="\\"',
]  # fmt: skip
"""Dispositions of the parts of a form."""

DEEP = 3000


def text(rng, was=""):
    """Draw a text, perhaps from an existing one."""
    match rng.randrange(8):
        case 0 if was:
            return was[: rng.randrange(len(was))]
        case 1 if was:
            place = rng.randrange(len(was))
            return was[:place] + rng.choice(SPECIAL) + was[place + rng.randrange(2) :]
        case 2 if was:
            return was + was
        case 3 if was:
            return was.swapcase()
        case 4 if was:
            return "".join(rng.sample(was, len(was))) if len(was) < 200 else was[::-1]
        case 5:
            return str(rng.randrange(-5, 60))
        case 6:
            return "".join(chr(rng.randrange(1, 0x2FF)) for _ in range(rng.randrange(1, 30)))
        case _:
            return rng.choice(SPECIAL)


def pairs(rng, fields):
    """Return the fields of a form with a few changes."""
    found = list(fields)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        place = rng.randrange(len(found)) if found else 0
        match rng.randrange(9):
            case 0 if found:
                del found[place]
            case 1 if found:
                found.insert(rng.randrange(len(found) + 1), found[place])
            case 2:
                found.insert(place, (rng.choice(NAMES), text(rng)))
            case 3 if found:
                found[place] = rng.choice(NAMES), found[place][1]
            case 4 if found:
                found[place] = text(rng, found[place][0]), found[place][1]
            case 5 if found:
                found[place] = found[place][0], rng.choice(found)[1]
            case 6 if found and found[place][1].startswith("{"):
                found[place] = found[place][0], jsons(rng, found[place][1])
            case 7 if rng.random() < 0.02:
                found += [(rng.choice(NAMES), text(rng)) for _ in range(rng.choice((50, 1200)))]
            case _ if found:
                found[place] = found[place][0], text(rng, found[place][1])
    return found


def jsons(rng, body):
    """Return JSON text with changes to its values or its syntax."""
    if rng.random() < 0.15:
        return _text_of_json(rng, body)
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return text(rng, body)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        found = value(rng, found)
    return json.dumps(found, ensure_ascii=rng.random() < 0.5)


def _text_of_json(rng, body):
    place = rng.randrange(len(body) + 1)
    part = rng.choice(
        ["[" * DEEP, '{"a":' * DEEP, "1e400", "-0", "9" * 400, "\\u0000", "\\ud800", "NaN", ",", ":", '"', "}", "]", "//",
         '"kind":"settled",', '"entry":1,', "\ufeff", "\x00", " " * 3000]
    )  # fmt: skip
    match rng.randrange(3):
        case 0:
            return body[:place] + part + body[place:]
        case 1:
            return body[:place]
        case _:
            return body[:place] + body[place + rng.randrange(1, 20) :]


def value(rng, was):
    """Return a JSON value with one change."""
    if rng.random() < 0.7:
        if isinstance(was, dict) and was:
            name = rng.choice(list(was))
            return {**was, name: value(rng, was[name])}
        if isinstance(was, list) and was:
            place = rng.randrange(len(was))
            return [*was[:place], value(rng, was[place]), *was[place + 1 :]]
    if isinstance(was, dict) and rng.random() < 0.6:
        return _members(rng, was)
    if isinstance(was, list) and rng.random() < 0.6:
        return _items(rng, was)
    if isinstance(was, str) and rng.random() < 0.7:
        return text(rng, was)
    if isinstance(was, int) and rng.random() < 0.5:
        return was + rng.choice((-1, 1, 2, 10, 10**6, 2**31, 2**63, -(2**63), 10**30))
    return rng.choice(
        [None, True, False, 0, 1, -1, 3, 1.5, 1e300, 2**64, "", "Ann", "6-3", [], {}, [[]], {"kind": "settled"}, [None], "x" * 5000]
    )  # fmt: skip


def _members(rng, was):
    name = rng.choice(list(was)) if was else "kind"
    match rng.randrange(4):
        case 0:
            return {key: one for key, one in was.items() if key != name}
        case 1:
            return {**was, rng.choice(NAMES): value(rng, was.get(name))}
        case 2:
            return {rng.choice(NAMES) if key == name else key: one for key, one in was.items()}
        case _:
            return {**was, name: was[rng.choice(list(was))] if was else None}


def _items(rng, was):
    place = rng.randrange(len(was)) if was else 0
    match rng.randrange(5):
        case 0:
            return was[:place] + was[place + 1 :]
        case 1:
            return was[:place] + was[place : place + 1] * rng.choice((2, 3, 40)) + was[place + 1 :]
        case 2:
            return was[:place]
        case 3:
            return [*was, value(rng, was[place] if was else None)]
        case _:
            return rng.sample(was, len(was))


def octets(rng, was):
    """Return bytes with a few changes."""
    found = bytearray(was)
    for _ in range(rng.choice((1, 1, 2, 5))):
        place = rng.randrange(len(found) + 1)
        match rng.randrange(5):
            case 0 if place < len(found):
                found[place] = rng.randrange(256)
            case 1:
                found[place:place] = rng.randbytes(rng.randrange(1, 9))
            case 2:
                del found[place : place + rng.randrange(1, 40)]
            case 3:
                del found[place:]
            case _:
                start = rng.randrange(len(found) + 1)
                found[place:place] = found[start : start + rng.randrange(200)]
    return bytes(found)
