"""The lock files agree and name no host, and the server needs no package of the tests."""

import re
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[1]
RUN = (ROOT / "requirements.txt").read_text(encoding="utf-8")
TEST = (ROOT / "requirements-test.txt").read_text(encoding="utf-8")
SITE = (ROOT / "requirements-site.txt").read_text(encoding="utf-8")


def pins(lock: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", lock, re.MULTILINE))


def test_locks_agree():
    assert "flask" in pins(RUN)
    assert pins(RUN).items() <= pins(TEST).items()
    assert pins(RUN).items() <= pins(SITE).items()


def test_every_pin_is_exact_and_hashed():
    for lock in (RUN, TEST, SITE):
        entries = [entry for entry in re.split(r"\n(?=\S)", lock) if not entry.startswith("#")]
        assert len(entries) > 20
        for entry in entries:
            assert re.match(r"[a-z0-9-]+==[\w.]+ ", entry), entry
            assert "--hash=sha256:" in entry


def test_locks_name_no_host():
    for lock in (RUN, TEST, SITE):
        assert "://" not in lock
        assert not re.search(r"^-", lock, re.MULTILINE), "an option for pip, such as an index"


def test_server_starts_with_the_packages_of_its_own_lock():
    """The packages of the tests would hide one that is missing."""
    only_tests = pins(TEST).keys() - pins(RUN).keys()
    assert "pytest" in only_tests
    hidden = {
        module
        for module, packages in packages_distributions().items()
        if {re.sub(r"[-_.]+", "-", name).lower() for name in packages} <= only_tests
    }
    assert {"pytest", "hypothesis", "playwright"} <= hidden
    program = f"""
import sys

class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {hidden!r}:
            raise ModuleNotFoundError(f"{{name}} is only in the test lock", name=name)

sys.meta_path.insert(0, Hide())
import companion.cli, companion.serving.gunicorn, companion.web
import gunicorn.app.base, gunicorn.arbiter, gunicorn.workers.ggevent, segno
"""
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)
