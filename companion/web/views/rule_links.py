"""Links to the rules of a game, with the house rules of a table."""

from urllib.parse import urlencode

from companion.evening.game_session import GameSession
from companion.evening.starting import read_rules
from companion.rules.house import declared, written
from companion.web.urls import url_for


def address(session: GameSession, rule: str = "") -> str:
    """Return the address of a game's rules, or of one `rule` among them."""
    anchor = f"#{rule}" if rule else ""
    return _with_rules("rules.show", session, []) + anchor


def sheet_address(session: GameSession) -> str:
    """Return the address of a blank score sheet for a game and its players."""
    return _with_rules("rules.sheet", session, [("seat", name) for name in session.dealt_in()])


def _with_rules(endpoint: str, session: GameSession, query: list[tuple[str, str]]) -> str:
    """Return an address with the house rules that differ from the preset's."""
    usual = read_rules(session.game, session.preset, {})
    chosen = [("preset", session.preset)] if session.preset else []
    if session.edition != session.game.edition:
        chosen.append(("edition", str(session.edition)))
    for declaration in declared(session.game.house_rules):
        value = getattr(session.rules, declaration.name)
        if value is not None and value != getattr(usual, declaration.name):
            chosen.append((declaration.name, written(value)))
    told = urlencode(chosen + query)
    return url_for(endpoint, game=session.game.id) + (f"?{told}" if told else "")
