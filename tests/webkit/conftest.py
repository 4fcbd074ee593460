"""WebKit for the tests: Debian's MiniBrowser with WebDriver on a virtual screen."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.phone import Server
from tests.browser.pocket import pocket_folder
from tests.webkit.phone import WebKitPhone

__all__ = ["pocket_folder"]

HERE = Path(__file__).parent
SCREEN = "1280x1024x24"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run these only in `make test-all`."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker("slow")


@pytest.fixture(scope="session")
def screen() -> Iterator[str]:
    """The display of a private X server."""
    if shutil.which("Xvfb") is None:
        pytest.fail("No Xvfb was found. `tools/setup slow` installs one.", pytrace=False)
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", SCREEN, "-nolisten", "tcp"],
        pass_fds=[writer],
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    with os.fdopen(reader) as told:
        display = told.readline().strip()
    assert display, "Xvfb did not start"
    yield f":{display}"
    server.terminate()
    server.wait()


@pytest.fixture(scope="session")
def minibrowser() -> str:
    found = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    if not found or shutil.which("WebKitWebDriver") is None:
        pytest.fail("No WebKit was found. `tools/setup slow` installs one.", pytrace=False)
    return str(found[-1])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("instance")).start()
    yield server
    server.stop()


@pytest.fixture
def phones(screen: str, minibrowser: str, server: Server) -> Iterator[Callable[[], WebKitPhone]]:
    made: list[WebKitPhone] = []

    def make() -> WebKitPhone:
        made.append(WebKitPhone(minibrowser, screen, server))
        return made[-1]

    yield make
    for phone in made:
        phone.close()


@pytest.fixture
def phone(phones: Callable[[], WebKitPhone]) -> WebKitPhone:
    return phones()
