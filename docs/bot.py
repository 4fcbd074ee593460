"""A bot that opens an evening, deals and plays domino Loo for four players, and closes it.

python docs/bot.py http://127.0.0.1:8000 3     (the server, and how many deals)
"""

import json
import random
import sys
from http.cookiejar import CookieJar
from urllib.request import HTTPCookieProcessor, Request, build_opener

from companion import Evening, decode, encode, new_game

SERVER, DEALS = sys.argv[1], int(sys.argv[2])
SEATS = ["Ann", "Bob", "Cat", "Dan"]
START = new_game("domino-loo", SEATS, dealer="Dan", depth="plays")
device = build_opener(HTTPCookieProcessor(CookieJar()))  # a device is its cookie


def post(url, **body):
    json_type = {"Content-Type": "application/json"}
    return json.load(device.open(Request(url, json.dumps(body).encode(), json_type)))


def answer(state, evening):
    """Return the entry that answers the question of a state. `evening` knows what the law allows."""
    question = state["question"] or {"kind": "evening-closed", "player": None}
    kind, player = question["kind"], question["player"]
    if kind == "turned-up" and state["deal"] > DEALS:
        return {"kind": "game-ended"}
    if kind == "turned-up":
        tiles = random.sample([f"{a}-{b}" for a in range(7) for b in range(a + 1)], 28)
        hands.update({name: [tiles.pop() for _ in range(5)] for name in (*SEATS, "miss")})
        hands["turn-up"] = tiles.pop()
        return {"kind": kind, "piece": hands["turn-up"]}
    if kind == "declared":
        options = [one for one in state["options"] if one["kind"] == kind and "discards" not in one]
        entry = random.choice(options)
        if entry["choice"] == "miss":
            hands[player] = hands["miss"]
        if entry.get("takes_turn_up"):
            hands[player][0] = hands["turn-up"]
        return entry
    if kind == "played":
        entry = random.choice(evening.legal_plays(hands[player]).entries)
        hands[player].remove(entry.piece)
        return json.loads(encode(entry))
    return {"kind": kind}


hands = {}
table = post(f"{SERVER}/evenings", name="Four bots", entries=[json.loads(encode(START))])["join"]
evening = Evening().enter(START)
with device.open(Request(f"{table}/live", headers={"Accept": "application/x-ndjson"})) as live:
    for state in (json.loads(line) for line in live if line.strip()):
        if state["closed"]:
            break
        entry, after = answer(state, evening), state["after"]
        evening = evening.enter(decode(json.dumps(entry)))
        post(f"{table}/entries", entry=entry, after=after, entry_id=f"bot-{after:06}")
print(table, {one["name"]: one["figure"] for one in state["players"]})
