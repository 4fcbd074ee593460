"""`companion service` prints a script with sandboxed units that systemd accepts and that work."""

import getpass
import re
import shlex
import shutil
import subprocess
import sys
import time

import pytest

from companion.cli import main
from companion.commands import service
from tests.browser.phone import CHECKOUT, COMPANION, QUIET, free_port

PUBLIC = ("--host", "127.0.0.1", "--behind-proxy", "--public-url", "https://loo.example.org")


SERVER, BACKUP, TIMER = service.SERVER, service.BACKUP, service.TIMER


@pytest.fixture
def script(capsys, monkeypatch):
    """Return the script that these options print, for an installation that every user can reach."""
    monkeypatch.delenv("COMPANION_INSTANCE", raising=False)
    monkeypatch.setattr(service, "out_of_reach", lambda user: None)

    def run(*options, instance=None):
        named = ["--instance", str(instance)] if instance else []
        assert main([*named, "service", *options]) == 0
        return capsys.readouterr().out

    return run


@pytest.fixture
def units(script, tmp_path):
    """Return the units, by name, that the script of these options writes."""

    def run(*options, instance=None):
        printed = script(*options, instance=instance)
        return dict(re.findall(r"cat > \S+/(\S+) <<'END'\n(.*?\n)END\n", printed, re.DOTALL))

    return run


@pytest.fixture
def unit(units):
    """Return the unit of the server."""
    return lambda *options, instance=None: units(*options, instance=instance)[SERVER]


def lines(unit, key):
    """Return the values of a key in a unit."""
    return [line.partition("=")[2] for line in unit.splitlines() if line.startswith(f"{key}=")]


def test_the_server_is_started_with_the_options_as_given(unit):
    printed = unit(*PUBLIC, "--budget", "evenings=5", "--workers", "3")
    (command,) = lines(printed, "ExecStart")
    start = shlex.split(command)
    assert start[-10:] == ["serve", *PUBLIC, "--budget", "evenings=5", "--workers", "3"]
    assert lines(printed, "User") == ["loo-companion"]
    assert lines(printed, "StateDirectory") == ["loo-companion"]
    assert lines(printed, "Environment") == ["COMPANION_INSTANCE=/var/lib/loo-companion"]
    assert lines(printed, "MemoryMax") == [f"{service.MEMORY * 4}M"]
    assert lines(printed, "CapabilityBoundingSet") == [""]


def test_the_unit_writes_only_to_the_given_data_folder(unit, tmp_path, monkeypatch):
    printed = unit(instance=tmp_path / "data")
    assert lines(printed, "ReadWritePaths") == [str(tmp_path / "data")]
    assert not lines(printed, "StateDirectory")
    assert lines(unit(instance="/home/pi/data"), "ProtectHome") == ["read-only"]
    monkeypatch.setenv("COMPANION_INSTANCE", "/srv/data")
    assert lines(unit(), "ReadWritePaths") == ["/srv/data"]


def test_units_contain_no_password(units, script, capsys, monkeypatch):
    url = "postgresql://loo:secret@db.example.org/loo"
    assert main(["service", "--database", url]) == 2
    out, err = capsys.readouterr()
    assert out == "" and str(service.SECRETS) in err and "secret" not in err
    monkeypatch.setenv("COMPANION_DATABASE", url)
    for given in ("host=db.example.org password=secret", url):
        assert main(["service", f"--database={given}"]) == 2
        assert "secret" not in "".join(capsys.readouterr())
    assert "secret" not in script()
    for name in (SERVER, BACKUP):
        assert lines(units()[name], "EnvironmentFile") == [f"-{service.SECRETS}"]
        printed = units("--database", "postgresql:///loo")[name]
        assert "--database postgresql:///loo" in lines(printed, "ExecStart")[0]


def test_a_port_below_1024_needs_a_capability(unit):
    printed = unit("--port", "80")
    assert lines(printed, "CapabilityBoundingSet") == ["CAP_NET_BIND_SERVICE"]
    assert lines(printed, "AmbientCapabilities") == ["CAP_NET_BIND_SERVICE"]


def test_a_wrong_option_prints_nothing(capsys):
    then = (["--then", "copy-it"], ["--then", "copy '{}"])
    for wrong in (["--port", "0"], ["--prot", "80"], ["--user", "a b"], ["--install"], *then):
        assert main(["service", *wrong]) == 2
        out, err = capsys.readouterr()
        assert out == "" and wrong[0] in err


def test_an_installation_out_of_reach_of_its_user_is_reported(tmp_path, monkeypatch):
    (tmp_path / ".cache" / "bin").mkdir(parents=True)
    (tmp_path / "bin").mkdir()
    tmp_path.chmod(0o700)
    for name in ("executable", "prefix", "base_prefix"):
        monkeypatch.setattr(sys, name, str(tmp_path / "bin" / "python"))
    assert "closed to others" in service.out_of_reach("nobody")
    assert service.out_of_reach(getpass.getuser()) is None
    # The environment is readable by all, but its Python belongs to root.
    with monkeypatch.context() as patch:
        patch.setattr(sys, "prefix", "/usr/loo-companion")
        assert "/usr/bin/python3 -m venv --clear /usr/loo-companion" in service.out_of_reach(
            "nobody"
        )
    monkeypatch.setattr(sys, "executable", str(tmp_path / ".cache" / "bin" / "python"))
    assert "only for now" in service.out_of_reach(getpass.getuser())


def test_an_installation_that_cannot_work_prints_nothing(capsys, monkeypatch):
    monkeypatch.setattr(service, "out_of_reach", lambda user: "Nobody can read it.")
    assert main(["service"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "Nobody can read it." in err


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine on which `systemctl` and `useradd` only note how they are called; return the notes."""
    notes, programs = tmp_path / "notes", tmp_path / "programs"
    programs.mkdir()
    for name in ("systemctl", "useradd", "install"):
        program = programs / name
        program.write_text(f'#!/bin/sh\necho {name} "$@" >> {notes}\n[ "$FAILS" != {name} ]\n')
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(programs), prepend=":")
    (tmp_path / "units").mkdir()
    monkeypatch.setattr(service, "INSTALLED", tmp_path / "units")
    return notes


def sh(script):
    return subprocess.run(["sh"], input=script, text=True).returncode


def test_the_script_installs_and_says_how_to_take_away(machine, script, units, tmp_path):
    asked = ("--port", "80", "--then", "copy {}")
    printed, wanted = script(*asked), units(*asked)
    assert sh(printed) == 0
    assert {file.name: file.read_text() for file in (tmp_path / "units").iterdir()} == wanted
    assert wanted.keys() == {SERVER, BACKUP, TIMER}
    (command,) = lines(wanted[BACKUP], "ExecStart")
    assert shlex.split(command)[-4:] == ["--keep", "14", "--then", "copy {}"]
    assert machine.read_text().splitlines() == [
        "useradd --system --no-create-home --shell /usr/sbin/nologin loo-companion",
        "systemctl daemon-reload",
        "systemctl enable loo-companion.service loo-companion-backup.timer",
        "systemctl restart loo-companion.service loo-companion-backup.timer",
    ]
    assert sh("\n".join(re.findall(r"^#     (.*)", printed, re.MULTILINE))) == 0
    assert not list((tmp_path / "units").iterdir())
    assert "disable --now loo-companion.service" in machine.read_text()
    assert "useradd" not in script("--user", "root")


def test_a_step_that_fails_ends_the_script(machine, script, monkeypatch):
    monkeypatch.setenv("FAILS", "useradd")
    assert sh(script()) != 0
    assert "systemctl" not in machine.read_text()


def test_a_folder_that_exists_keeps_its_owner(script, capsys, tmp_path):
    stick = tmp_path / "stick"
    stick.mkdir(mode=0o755)
    assert main(["service", "--into", str(stick)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and f"cannot write in {stick}" in err
    made = f"install --directory --owner=loo-companion --mode=700 {stick}/loo\n"
    assert made in script("--into", str(stick / "loo"))
    stick.chmod(0o777)
    assert "install --directory" not in script("--into", str(stick))


def systemd():
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.fail("No systemd-analyze. On Debian: apt-get install systemd", pytrace=False)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("folder", [None, 'a "b" %c $d'])
@pytest.mark.parametrize("options", [PUBLIC, ("--port", "80", "--workers", "2")])
def test_systemd_accepts_the_units_as_sandboxed(units, tmp_path, folder, options):
    instance = tmp_path / folder if folder else None
    options = [*options, *(("--into", str(instance)) if instance else ())]
    for name, text in units(*options, instance=instance).items():
        (tmp_path / name).write_text(text)
    services = [tmp_path / SERVER, tmp_path / BACKUP]
    for command in (
        ["verify", *services, tmp_path / TIMER],
        *(["security", "--offline=true", one] for one in services),
    ):
        done = subprocess.run(
            [systemd(), *command], capture_output=True, text=True, check=False, timeout=60
        )
        assert (done.returncode, done.stderr) == (0, ""), command
        if command[0] == "security":
            rated = done.stdout.splitlines()[-1]
            assert "OK" in rated or "SAFE" in rated, rated


@pytest.mark.slow
@pytest.mark.parametrize("place", ["in the folder", "on a server"])
def test_the_commands_of_the_units_run_and_make_backups(units, tmp_path, request, place):
    """The commands run without systemd, in the environment of the units."""
    port = str(free_port())
    instance = tmp_path / "a folder"
    user = getpass.getuser()
    given = ("--user", user, "--host", "127.0.0.1", "--port", port, "--into", str(tmp_path))
    written = units("--keep", "2", *given, instance=instance)
    printed = written[SERVER]
    environment = dict(
        word.partition("=")[::2] for word in shlex.split(*lines(printed, "Environment"))
    )
    if place == "on a server":
        environment["COMPANION_DATABASE"] = request.getfixturevalue("database")
    how = {"env": environment, "cwd": CHECKOUT, "stdout": subprocess.PIPE, "text": True}
    server = subprocess.Popen(shlex.split(*lines(printed, "ExecStart")), **how)
    try:
        give_up = time.monotonic() + 60
        while True:
            try:
                QUIET.open(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
                break
            except OSError:
                assert server.poll() is None and time.monotonic() < give_up
                time.sleep(0.1)
        backup = shlex.split(*lines(written[BACKUP], "ExecStart"))
        for _ in range(3):
            subprocess.run(backup, **how, check=True, timeout=60)
            time.sleep(1.1)  # file names have seconds
        assert len(list(tmp_path.glob("companion-*.db"))) == 2
    finally:
        server.terminate()
        out, _ = server.communicate(timeout=30)
    assert server.returncode == 0 and "Host link:" in out
    newest = max(tmp_path.glob("companion-*.db"))
    if place == "on a server":
        environment["COMPANION_DATABASE"] = request.getfixturevalue("postgres").schema()
    restored = subprocess.run([*COMPANION, "restore", str(newest)], **how, check=True, timeout=60)
    assert "was restored" in restored.stdout
