"""One line in the log for each request: what was asked for and what came of it, not by whom."""

import logging
import time

from flask import Flask, Response, g, request

LOGGER = logging.getLogger("companion.request")


def init_app(app: Flask) -> None:
    """Log every request once it is answered; a stream when it begins."""
    app.before_request(_begin)
    app.after_request(_end)


def _begin() -> None:
    g.began = time.perf_counter()


def _end(response: Response) -> Response:
    # The route and not the address, in which a key stands.
    fields: dict[str, object] = {
        "route": request.endpoint,
        "method": request.method,
        "status": response.status_code,
        # What is refused before that has not begun.
        "milliseconds": round(1000 * (time.perf_counter() - g.began), 2) if "began" in g else 0,
    }
    LOGGER.info("request", extra={"fields": fields})
    return response
