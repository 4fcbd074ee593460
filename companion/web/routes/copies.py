"""A copy of everything, where the only other one is in the phone itself."""

from datetime import UTC, datetime

from flask import Blueprint, Response, session

from companion.tables.group_files import export_everything
from companion.web.access import groups
from companion.web.respond import attachment
from companion.web.security import device
from companion.web.views.evening_list import tonight
from companion.wording.languages import _

bp = Blueprint("copies", __name__)


@bp.get("/everything.json")
def everything() -> Response:
    """All evenings of this phone as one file, without people and payments of its groups."""
    day, title = tonight(), _("All evenings")
    content = export_everything(groups(), device())
    return attachment(content, "application/json", title, f"{day}.json")


@bp.post("/everything/saved")
def saved() -> Response:
    """Remember that a copy was saved now; a download alone may have been cut off."""
    session["copied"] = datetime.now(UTC).isoformat()
    return Response(status=204)
