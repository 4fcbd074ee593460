"""Which group an evening is in: its host puts it in one."""

import secrets

from flask import (
    Blueprint,
    Response,
    flash,
    make_response,
    render_template,
    request,
)

from companion.errors import EntryError
from companion.evening import names
from companion.store import TableAccess
from companion.tables import policy
from companion.web import forms
from companion.web.access import charge, groups, opened, opened_group
from companion.web.respond import goto
from companion.web.routes.home import MOST_GROUPS
from companion.web.security import device
from companion.wording import say
from companion.wording.languages import _

bp = Blueprint("evening_group", __name__)


@bp.get("/e/<key>/group")
def choose(key: str) -> Response:
    """Ask which group an evening is to be in."""
    table = opened(key)
    policy.may_host(table)
    return _choose(table)


@bp.post("/e/<key>/group")
def join(key: str) -> Response:
    """Put an evening in one of this phone's groups, or in a new one."""
    table = opened(key)
    policy.may_host(table)
    name = names.tidy(request.form.get("name", "")[:1000])
    try:
        to = request.form.get("group", "")
        if not to:
            charge("evenings")
            to = groups().start(name, device(), forms.content_id(request.form)).key
        group = opened_group(to)
        form_id = forms.content_id(request.form) if "entry_id" in request.form else None
        is_there = groups().add(group, table, form_id)
    except EntryError as error:
        return _choose(table, name[:100], say(error.fact))
    if is_there:
        flash(_("{evening} is now in this group.", evening=table.info.name))
    return goto("groups.show", key=to)


def _choose(table: TableAccess, name: str = "", problem: str = "") -> Response:
    mine = groups().access_store.evenings(table.device, MOST_GROUPS)
    page = render_template(
        "groups/choose.html",
        info=table.info,
        groups=[one for one in mine if not one.watches],
        name=name,
        problem=problem,
        form_id=secrets.token_urlsafe(9),
    )
    return make_response(page, 422 if problem else 200)
