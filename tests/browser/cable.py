"""A network connection that a test can cut."""

import select
import socket
import threading
from contextlib import suppress

from tests.browser.phone import free_port


class Cable:
    """A proxy between a phone and the server that can be cut.

    With `takes_cookies`, the phone gets none.
    """

    def __init__(self, server, takes_cookies=False):
        self.server = server
        self.takes_cookies = takes_cookies
        self.port = free_port()
        self.is_deaf = False
        """Whether the server's responses are dropped."""
        self.lines = set()
        self.mend()

    def __getattr__(self, name):
        return getattr(self.server, name)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def mend(self):
        self.is_deaf = False
        self.listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self.listen, args=(self.listener,), daemon=True).start()

    def cut(self):
        with suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for line in tuple(self.lines):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def listen(self, listener):
        with suppress(OSError):
            while True:
                line, _ = listener.accept()
                threading.Thread(target=self.carry, args=(line,), daemon=True).start()

    def carry(self, phone):
        with (
            phone,
            suppress(OSError),
            socket.create_connection(("127.0.0.1", self.server.port)) as far,
        ):
            self.lines |= {phone, far}
            try:
                while True:
                    for end in select.select([phone, far], [], [])[0]:
                        if not (some := end.recv(65536)):
                            return
                        if end is phone:
                            far.sendall(some)
                        elif self.takes_cookies:
                            phone.sendall(some.replace(b"\r\nSet-Cookie:", b"\r\nNot-Cookie:"))
                        elif not self.is_deaf:
                            phone.sendall(some)
            finally:
                self.lines -= {phone, far}
