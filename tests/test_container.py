"""The container: what it installs exists for both architectures, so nothing has to be compiled."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OF_POSTGRESQL = ("psycopg[binary]", "psycopg-binary", "psycopg-pool")


@pytest.mark.slow
@pytest.mark.parametrize("architecture", ["x86_64", "aarch64"])
def test_every_dependency_has_a_wheel(tmp_path, architecture):
    platforms = [f"manylinux{end}_{architecture}" for end in ("2014", "_2_17", "_2_28")]
    options = ["--quiet", "--only-binary", ":all:", "--python-version", "3.11", "--no-deps"]
    options += [word for one in platforms for word in ("--platform", one)]
    options += ["--dest", str(tmp_path)]
    pip = [sys.executable, "-m", "pip", "download", "--disable-pip-version-check", *options]
    server = ["--require-hashes", "--requirement", ROOT / "requirements.txt"]
    driver = ["--constraint", ROOT / "requirements-test.txt", *OF_POSTGRESQL]
    for asked in (server, driver):
        subprocess.run([*pip, *asked], check=True, timeout=300)
    found = {file.name.partition("-")[0] for file in tmp_path.glob("*.whl")}
    assert {"gevent", "msgspec", "psycopg_binary"} <= found
