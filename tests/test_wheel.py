"""The wheel is built without a network, and serves every page without the checkout.

The slow tests let pip install it with its dependencies from the package index.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from companion.games import GAMES
from companion.version import RELEASED
from tests.browser.phone import free_port

pytestmark = pytest.mark.server

ROOT = Path(__file__).parents[1]
SOURCES = ("companion", "docs", "templates", "static", "pyproject.toml", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built from a copy of the checkout."""
    source = tmp_path_factory.mktemp("source")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name,
                source / name,
                symlinks=True,
                ignore=shutil.ignore_patterns("__pycache__"),
            )
        else:
            shutil.copy(ROOT / name, source)
    options = ["--quiet", "--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir", "out"]
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", *options, "."], cwd=source, check=True, timeout=300
    )
    (built,) = (source / "out").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """A folder with the wheel installed; other packages come from this environment."""
    target = tmp_path_factory.mktemp("target")
    options = ["--quiet", "--no-deps", "--no-index", "--target", str(target)]
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, str(wheel)], check=True, timeout=300
    )
    return target


@pytest.fixture(scope="module")
def python(installed, tmp_path_factory):
    """Return the command and environment of a Python that finds the installed package first."""
    home = tmp_path_factory.mktemp("home")
    environment = {
        **{
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("XDG_", "COMPANION_"))
        },
        "PYTHONPATH": str(installed),
        "HOME": str(home),
        "PYTHONUNBUFFERED": "1",
    }
    return {"env": environment, "cwd": home, "text": True}


@pytest.fixture(scope="module")
def fresh(wheel, tmp_path_factory):
    """The command in a new environment, in which pip has installed the wheel."""
    folder = tmp_path_factory.mktemp("fresh")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True, timeout=300)
    pip = [folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, wheel], check=True, timeout=900)
    return folder / "bin" / "loo-companion"


@pytest.fixture(scope="module", params=["beside", pytest.param("fresh", marks=pytest.mark.slow)])
def server(request, python, tmp_path_factory):
    port = free_port()
    command, how = [sys.executable, "-m", "companion"], python
    if request.param == "fresh":
        command = [request.getfixturevalue("fresh")]
        home = tmp_path_factory.mktemp("home")
        environment = {**python["env"], "HOME": str(home)}
        del environment["PYTHONPATH"]
        how = {**python, "env": environment, "cwd": home}
    process = subprocess.Popen(
        [*command, "serve", "--host", "127.0.0.1", "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        **how,
    )
    url = f"http://127.0.0.1:{port}"
    give_up = time.monotonic() + 60
    while time.monotonic() < give_up and process.poll() is None:
        try:
            build_opener().open(url + "/healthz", timeout=5).close()
            break
        except OSError:  # not listening yet
            time.sleep(0.05)
    else:
        process.kill()
        pytest.fail(f"the server did not start: {process.communicate()[0]}")
    yield url
    process.terminate()
    process.communicate(timeout=20)


@pytest.fixture
def phone(server):
    """Load a page; return its status and text."""
    opener = build_opener(HTTPCookieProcessor())

    def ask(path, data=None, kind="application/x-www-form-urlencoded"):
        request = Request(server + path, data, {"Origin": server, "Content-Type": kind})
        try:
            with opener.open(request, timeout=20) as answer:
                return (
                    answer.status,
                    answer.url.removeprefix(server),
                    answer.read().decode(errors="replace"),
                )
        except HTTPError as error:
            return error.code, path, error.read().decode()

    return ask


def test_the_wheel_contains_every_file_of_the_checkout(wheel):
    assert re.fullmatch(r"loo_companion-[\w.+]+-py3-none-any\.whl", wheel.name)
    assert wheel.stat().st_size <= 1_700_000
    names = zipfile.ZipFile(wheel).namelist()
    for folder in ("templates", "static"):
        files = {
            file.relative_to(ROOT).as_posix()
            for file in (ROOT / folder).rglob("*")
            if file.is_file()
        }
        assert len(files) > 5
        assert files == {
            name.removeprefix("companion/web/")
            for name in names
            if name.startswith(f"companion/web/{folder}/")
        }
    assert {
        "companion/hosting.md",
        "companion/Caddyfile",
        "companion/commands/units/confined",
    } <= set(names)
    modules = {file.relative_to(ROOT).as_posix() for file in (ROOT / "companion").rglob("*.py")}
    assert modules == {name for name in names if name.endswith(".py")}


@pytest.mark.slow
def test_the_sdist_contains_every_file_of_the_checkout(tmp_path):
    source = tmp_path / "source"
    ignored = shutil.ignore_patterns(
        *("__pycache__", "instance", ".venv*", ".git", ".*_cache", ".hypothesis", "build", "dist")
    )
    shutil.copytree(ROOT, source, symlinks=True, ignore=ignored)
    someone = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    for words in (
        ("init", "--quiet"),
        ("add", "."),
        (*someone, "commit", "--quiet", "-m", f"Release {RELEASED}"),
    ):
        subprocess.run(["git", *words], cwd=source, check=True)
    names = subprocess.run(
        ["git", "ls-files"], cwd=source, check=True, capture_output=True, text=True
    )
    build = "import setuptools.build_meta as backend; backend.build_sdist('out')"
    subprocess.run([sys.executable, "-c", build], cwd=source, check=True)
    with tarfile.open(source / "out" / f"loo_companion-{RELEASED}.tar.gz") as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    links = {"companion/web/static", "companion/web/templates"}
    assert set(names.stdout.split()) - links <= packed


def test_the_installed_package_runs(python, installed):
    program = "import companion, companion.cli; print(companion.__file__, companion.cli.default_instance())"
    out = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, **python
    ).stdout.split()
    assert Path(out[0]) == installed / "companion" / "__init__.py"
    assert Path(out[1]) == python["cwd"] / ".local" / "share" / "loo-companion"


def test_every_page_is_served_with_its_style(phone):
    pages = ["/", "/evenings/new", "/history", "/rules", *(f"/rules/{game}" for game in GAMES)]
    for path in pages:
        status, _, text = phone(path)
        assert status == 200, path
        files = re.findall(r'(?:href|src)="(/static/[^"]+)"', text)
        assert any(file.endswith(".css") for file in files)
        for file in files:
            status, _, content = phone(file)
            assert (status, bool(content)) == (200, True), file


def test_a_table_is_served_and_an_error_page_too(phone):
    record = (ROOT / "tests" / "records" / "three-deals.json").read_bytes()
    status, table, text = phone("/records", *_form(record))
    assert status == 200 and table.startswith("/e/")
    assert "Ann" in text
    for page in ("/log", "/deals/1"):
        assert phone(table.removesuffix("/evening") + page)[0] == 200
    assert phone("/e/nothing")[0] == 404


def _form(record):
    """Return the multipart form that a browser sends for one file."""
    edge = "edge-of-a-part"
    head = f'--{edge}\r\nContent-Disposition: form-data; name="record"; filename="r.json"\r\n\r\n'
    body = head.encode() + record + f"\r\n--{edge}--\r\n".encode()
    return body, f"multipart/form-data; boundary={edge}"


USERS = """
import sys
from pathlib import Path

from companion import (
    Curves,
    Deal,
    DealDone,
    DealStudy,
    EntryError,
    Evening,
    GameSession,
    Lost,
    Move,
    NotStudied,
    Record,
    Revoke,
    RevokeProven,
    Settlement,
    Verdict,
    dumps,
    figures,
    loads,
    new_game,
    replay,
    say,
    settle,
    study_deal,
)


def read(file: Path) -> Evening:
    record: Record = loads(file.read_bytes())
    evening, problems = replay(record.entries)
    for problem in problems:
        print(problem.entry, problem.rule, say(problem.fact))
    assert loads(dumps(record)).entries == record.entries
    return evening


def play(evening: Evening, hand: list[str]) -> Evening:
    legal = evening.legal_plays(hand)
    for piece, duty in legal.forbidden.items():
        print(legal.player, piece, duty.rule, say(duty))
    try:
        return evening.enter(legal.entries[0])
    except RevokeProven as error:
        print([proof.trick for proof in error.proofs])
    except EntryError as error:
        print(error.rule, say(error.fact))
    return evening


def looed(done: DealDone) -> tuple[str, ...]:
    settled: Settlement = done.settlement
    deal: Deal = done.deal
    revokes: tuple[Revoke, ...] = deal.revokes
    print(deal.setup.dealer, [one.player for one in revokes])
    return settled.looed


def thrown(studied: DealStudy, lost: Lost) -> Move:
    return studied.moves[lost.place]


def unlucky(evening: Evening) -> int:
    number = 0
    for _game, done in evening.state.closed_deals():
        try:
            studied = study_deal(done.deal)
            for player in studied.players:
                print(looed(done), [thrown(studied, one).piece for one in studied.lost(player)])
            number += sum(studied.verdict(one) is Verdict.CARDS for one in studied.players)
        except NotStudied as error:
            print(error.why)
        for revoke in done.deal.revokes:
            if revoke.proof:
                print(say(revoke.proof))
    return number


evening = read(Path(sys.argv[1]))
curves: Curves = figures(evening.state).curves()
print(unlucky(evening), curves.chips)
for transfer in (*evening.state.plan().transfers, *settle({"Ann": 5, "Bob": -5}).transfers):
    print(transfer.source, transfer.target, transfer.amount)
start = Evening().enter(new_game("domino-loo", ["Ann", "Bob"], "Bob", "plays"))
session: GameSession | None = start.state.session
if session and session.deal and session.deal.trump:
    print(session.game.id, session.deal.question().asks)
for option in start.state.options():
    print(start.enter(option).state)
"""
WRONG = """
from companion import Evening, lods

print(Evening().state.balance())
"""


def checked(fresh, program, folder):
    """Check the types of a program of someone who has installed the wheel; return the answer and the file."""
    file = folder / "program.py"
    file.write_text(program, encoding="utf-8")
    python = ["--python-executable", str(fresh.parent / "python")]
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        *python,
        "--cache-dir",
        str(folder),
        str(file),
    ]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder), file


@pytest.mark.slow
def test_types_of_a_users_program_are_checked(fresh, tmp_path):
    done, file = checked(fresh, USERS, tmp_path)
    assert not done.returncode, done.stdout
    record = ROOT / "tests" / "games" / "three_card_loo" / "records" / "cards-three-plays.json"
    command = [fresh.parent / "python", file, record]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert not ran.returncode, ran.stderr


@pytest.mark.slow
def test_wrong_names_in_a_users_program_are_found(fresh, tmp_path):
    done, _file = checked(fresh, WRONG, tmp_path)
    assert '"State" has no attribute "balance"' in done.stdout
    assert 'Module "companion" has no attribute "lods"' in done.stdout
