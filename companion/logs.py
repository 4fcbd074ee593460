"""The log as one JSON object a line, for a program to read: without keys, and without names."""

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import TextIO

from companion.redaction import redacted


class JSONLines(logging.Formatter):
    """Formats a record as JSON: `time`, `level`, `logger`, `message`, and the fields it brings.

    Of an exception it tells the type and the places in the code. Its message is left out, since
    names of players may stand in it.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line."""
        fields: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": redacted(record.getMessage()),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[0]:
            kind, _, trace = record.exc_info
            fields["exception"] = kind.__name__
            fields["at"] = [
                f"{frame.filename}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(trace)
            ]
        return json.dumps(fields, ensure_ascii=False)


def write_as_json(stream: TextIO) -> None:
    """Write the log of this process to a stream as JSON, each request included."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JSONLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for name in ("gunicorn.error", "gunicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
