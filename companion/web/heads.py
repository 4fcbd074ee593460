"""The heads of requests: what no browser sends is refused, or left out, before it is read.

To read a header of some kilobytes can take longer than to answer, and chunks can cost the server
much more than whoever sends them.
"""

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from companion.web.refusals import Refusals

LARGEST = 16 * 1024
"""Characters of all headers: room for cookies that other apps on the same host have left."""
_LISTS = ("CONTENT_TYPE", "HTTP_ACCEPT", "HTTP_ACCEPT_ENCODING", "HTTP_ACCEPT_LANGUAGE")
"""What is taken apart, and costs by its parts."""
LONGEST = 1000
"""Characters of each of them; a longer one is left out."""


class PlainHeads:
    """A WSGI app whose requests have heads as browsers send them."""

    def __init__(self, app: WSGIApplication, refusals: Refusals) -> None:
        """`refusals` answers the others."""
        self._app = app
        self._refusals = refusals

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        if "HTTP_TRANSFER_ENCODING" in environ:
            return self._refusals.answer(411, environ, start_response)
        size = sum(len(name) + len(environ[name]) for name in environ if name[:5] == "HTTP_")
        if size > LARGEST:
            return self._refusals.answer(431, environ, start_response)
        for name in _LISTS:
            if len(environ.get(name, "")) > LONGEST:
                del environ[name]
        return self._app(environ, start_response)
