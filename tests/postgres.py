"""A PostgreSQL server for the tests, in a temporary folder and on a Unix socket.

With `DATABASE=postgresql` in the environment, the tests use its schemas instead of files.
"""

import atexit
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from functools import cache
from hashlib import sha256
from pathlib import Path

import psycopg

ROOT = Path(__file__).parents[1]
PLACES = (Path("/usr/lib/postgresql"), ROOT / ".venv/postgresql/usr/lib/postgresql")
"""The same paths as in tools/setup, in the same order."""
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "max_connections": "200",
    "jit": "off",
    "shared_buffers": "32MB",
}


@cache
def programs():
    """Return the folder of the newest PostgreSQL programs."""
    found = [one.parent for place in PLACES for one in place.glob("*/bin/initdb")]
    assert found, "no PostgreSQL was found: tools/setup slow gets one"
    return max(found, key=lambda folder: int(folder.parent.name))


@cache
def as_somebody():
    """Return the command that starts a program as a user other than root."""
    if os.geteuid():
        return ()
    nobody = pwd.getpwnam("nobody")
    ways = (
        ("setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"),
        # Without the right to switch users or to run the programs then, use nobody in a namespace.
        ("unshare", "--user"),
    )
    for way in ways:
        if not shutil.which(way[0]):
            continue
        tried = subprocess.run([*way, programs() / "initdb", "--version"], capture_output=True)
        if not tried.returncode:
            return way
    raise AssertionError("PostgreSQL cannot be started as root, nor as nobody")


@cache
def _running():
    server = Postgres()
    atexit.register(server.close)
    return server


def database_of(folder):
    """Return the address of the schema that replaces the database of a folder, or ""."""
    if os.environ.get("DATABASE") != "postgresql":
        return ""
    return _running().schema(f"test_{sha256(str(folder).encode()).hexdigest()[:20]}")


class Postgres:
    """A server that runs until it is closed."""

    def __init__(self, **settings):
        self.folder = Path(tempfile.mkdtemp(prefix="companion-postgres-"))
        self._settings = {**SETTINGS, "unix_socket_directories": str(self.folder), **settings}
        self._process = None
        if "setpriv" in as_somebody():
            shutil.chown(self.folder, "nobody")
        self.run(
            "initdb", "--auth=trust", "--username=companion", "--encoding=UTF8", "--locale=C.UTF-8",
            "--no-sync", "--no-instructions", "--pgdata=data",
        )  # fmt: skip
        self.start()

    def run(self, program, *arguments):
        done = subprocess.run(
            [*as_somebody(), programs() / program, *arguments],
            cwd=self.folder,
            env=_environment(),
            capture_output=True,
            text=True,
        )
        assert not done.returncode, done.stderr

    def start(self):
        options = [
            word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")
        ]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*as_somebody(), programs() / "postgres", "-D", "data", *options],
                cwd=self.folder,
                env=_environment(),
                stdout=log,
                stderr=log,
            )
        while True:
            assert self._process.poll() is None, (self.folder / "log").read_text()
            try:
                psycopg.connect(self.address("postgres")).close()
                return
            except psycopg.OperationalError:  # still starting
                time.sleep(0.02)

    def stop(self, how=None):
        """Stop the server, by default at once."""
        self._process.send_signal(how or signal.SIGINT)
        self._process.wait(60)

    def address(self, database):
        return f"postgresql://companion@/{database}?host={self.folder}"

    def execute(self, sql, address=None):
        with psycopg.connect(address or self.address("postgres"), autocommit=True) as connection:
            return connection.execute(sql.encode())

    def schema(self, name=None):
        """Return the address of a new schema, which is quicker to make than a database."""
        name = name or f"test_{secrets.token_hex(6)}"
        self.execute(f"create schema if not exists {name}")
        return f"{self.address('postgres')}&options=-csearch_path%3D{name}"

    def close(self):
        self.stop()
        shutil.rmtree(self.folder)


def _environment():
    """Return the environment, with the libraries beside the programs."""
    libraries = [str(one) for one in programs().parents[3].glob("lib/*-linux-gnu*")]
    return {**os.environ, "LC_ALL": "C.UTF-8", "LD_LIBRARY_PATH": ":".join(libraries)}
