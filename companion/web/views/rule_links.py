"""House rules as addresses write them: links to the rules that a table plays by."""

from urllib.parse import urlencode

from flask import url_for

from companion.evening.game_session import GameSession
from companion.evening.starting import read_rules
from companion.rules.house import declared

SWITCH = {"true": True, "false": False}
"""How a house rule that is on or off is written; anything else is refused where it is read."""


def address(session: GameSession, rule: str = "") -> str:
    """Return the address of the rules that a game of an evening is played by."""
    usual = read_rules(session.game, session.preset, {})
    chosen = {"preset": session.preset} if session.preset else {}
    for declaration in declared(session.game.house_rules):
        value = getattr(session.rules, declaration.name)
        if value is not None and value != getattr(usual, declaration.name):
            chosen[declaration.name] = (
                str(value).lower() if value is True or value is False else str(value)
            )
    query = f"?{urlencode(chosen)}" if chosen else ""
    anchor = f"#{rule}" if rule else ""
    return url_for("rules.show", game=session.game.id) + query + anchor
