"""The pages and forms of the app."""

from companion.web.api import routes as api
from companion.web.routes import (
    evenings,
    groups,
    home,
    host,
    imports,
    log,
    moved,
    odds,
    pages,
    people,
    practice,
    results,
    rules,
    study,
    table,
)

_PARTS = (
    evenings,
    groups,
    home,
    host,
    imports,
    log,
    moved,
    odds,
    pages,
    people,
    practice,
    results,
    rules,
    study,
    table,
    api,
)
BLUEPRINTS = tuple([part.bp for part in _PARTS])
