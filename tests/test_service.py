"""`companion service` prints sandboxed units that systemd accepts and that work."""

import getpass
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


@pytest.fixture
def unit(capsys, monkeypatch):
    """Return the unit that these options print."""
    monkeypatch.delenv("COMPANION_INSTANCE", raising=False)

    def run(*options, instance=None):
        named = ["--instance", str(instance)] if instance else []
        assert main([*named, "service", *options]) == 0
        return capsys.readouterr().out

    return run


def lines(unit, key):
    """Return the values of a key in a unit."""
    return [line.partition("=")[2] for line in unit.splitlines() if line.startswith(f"{key}=")]


def test_the_server_is_started_with_the_options_as_given(unit):
    printed = unit(*PUBLIC, "--budget", "evenings=5", "--workers", "3")
    (command,) = lines(printed, "ExecStart")
    start = shlex.split(command)
    assert start[-10:] == ["serve", *PUBLIC, "--budget", "evenings=5", "--workers", "3"]
    assert lines(printed, "User") == ["loo-companion"] and "useradd" in printed
    assert lines(printed, "StateDirectory") == ["loo-companion"]
    assert lines(printed, "Environment") == ["COMPANION_INSTANCE=/var/lib/loo-companion"]
    assert lines(printed, "MemoryMax") == [f"{service.MEMORY * 4}M"]
    assert lines(printed, "CapabilityBoundingSet") == [""]
    assert unit("--user", "root").count("useradd") == 0


def test_the_unit_writes_only_to_the_given_data_folder(unit, tmp_path, monkeypatch):
    printed = unit(instance=tmp_path / "data")
    assert lines(printed, "ReadWritePaths") == [str(tmp_path / "data")]
    assert not lines(printed, "StateDirectory")
    assert lines(unit(instance="/home/pi/data"), "ProtectHome") == ["read-only"]
    monkeypatch.setenv("COMPANION_INSTANCE", "/srv/data")
    assert lines(unit(), "ReadWritePaths") == ["/srv/data"]


def test_units_contain_no_password(unit, capsys, monkeypatch):
    url = "postgresql://loo:secret@db.example.org/loo"
    assert main(["service", "--database", url]) == 2
    out, err = capsys.readouterr()
    assert out == "" and str(service.SECRETS) in err and "secret" not in err
    monkeypatch.setenv("COMPANION_DATABASE", url)
    for given in ("host=db.example.org password=secret", url):
        assert main(["service", f"--database={given}"]) == 2
        assert "secret" not in "".join(capsys.readouterr())
    assert lines(unit(), "EnvironmentFile") == [f"-{service.SECRETS}"]
    assert "secret" not in unit() + unit("--backup")
    for asked in ((), ("--backup",)):
        printed = unit(*asked, "--database", "postgresql:///loo")
        assert "--database postgresql:///loo" in lines(printed, "ExecStart")[0]


def test_a_port_below_1024_needs_a_capability(unit):
    printed = unit("--port", "80")
    assert lines(printed, "CapabilityBoundingSet") == ["CAP_NET_BIND_SERVICE"]
    assert lines(printed, "AmbientCapabilities") == ["CAP_NET_BIND_SERVICE"]


def test_a_wrong_option_prints_no_unit(unit, capsys):
    for wrong in (["--port", "0"], ["--prot", "80"], ["--user", "a b"], ["--backup", "--timer"]):
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
    monkeypatch.setattr(service.os, "geteuid", lambda: 0)
    monkeypatch.setattr(service, "out_of_reach", lambda user: None)
    monkeypatch.setattr(service, "STARTS_WITHIN", 0)
    return notes


def test_a_service_is_installed_after_a_question_and_taken_away_again(
    machine, capsys, monkeypatch, tmp_path
):
    units, asked = tmp_path / "units", ["service", "--install", "--port", "80", "--then", "copy {}"]
    monkeypatch.setattr("click.confirm", lambda question: False)
    assert main(asked) == 1 and not list(units.iterdir()) and not machine.exists()
    assert main([*asked, "--yes"]) == 0
    assert {file.name for file in units.iterdir()} == {
        "loo-companion.service", "loo-companion-backup.service", "loo-companion-backup.timer",
    }  # fmt: skip
    (command,) = lines((units / "loo-companion-backup.service").read_text(), "ExecStart")
    assert shlex.split(command)[-4:] == ["--keep", "14", "--then", "copy {}"]
    assert machine.read_text().splitlines() == [
        "useradd --system --no-create-home --shell /usr/sbin/nologin loo-companion",
        "systemctl daemon-reload",
        "systemctl enable loo-companion.service loo-companion-backup.timer",
        "systemctl restart loo-companion.service loo-companion-backup.timer",
        "systemctl is-active --quiet loo-companion.service",
    ]
    assert main(["service", "--uninstall", "--yes"]) == 0
    assert not list(units.iterdir())
    assert main(["service", "--uninstall", "--yes"]) == 2
    assert "No service is installed" in capsys.readouterr().err


def test_an_installation_that_cannot_work_writes_nothing(machine, capsys, monkeypatch, tmp_path):
    def refused(*options):
        assert main(["service", "--install", "--yes", *options]) == 2
        assert not list((tmp_path / "units").iterdir())
        return capsys.readouterr().err

    with monkeypatch.context() as patch:
        patch.setattr(service, "out_of_reach", lambda user: "Nobody can read it.")
        assert "Nobody can read it." in refused()
    with monkeypatch.context() as patch:
        patch.setattr(service.os, "geteuid", lambda: 1000)
        assert "Only root" in refused()
    with monkeypatch.context() as patch:
        patch.setattr(service.shutil, "which", lambda name: None)
        assert "no systemd" in refused()
    assert "not a valid" in refused("--port", "eighty")
    assert "write {}" in refused("--then", "copy-it")
    assert "is no command" in refused("--then", "copy '{}")
    assert "one after the other" in refused("--uninstall")


def test_a_folder_that_exists_keeps_its_owner(machine, capsys, tmp_path):
    stick = tmp_path / "stick"
    stick.mkdir(mode=0o755)
    assert main(["service", "--install", "--yes", "--into", str(stick)]) == 2
    assert f"cannot write in {stick}" in capsys.readouterr().err and not machine.exists()
    assert main(["service", "--install", "--yes", "--into", str(stick / "loo")]) == 0
    assert (
        f"install --directory --owner=loo-companion --mode=700 {stick}/loo" in machine.read_text()
    )
    stick.chmod(0o777)
    machine.unlink()
    assert main(["service", "--install", "--yes", "--into", str(stick)]) == 0
    assert "install --directory" not in machine.read_text()


def test_a_step_of_an_installation_that_fails_is_named(machine, capsys, monkeypatch):
    monkeypatch.setenv("FAILS", "useradd")
    assert main(["service", "--install", "--yes"]) == 2
    assert "nologin loo-companion: exit code 1." in capsys.readouterr().err
    assert "systemctl" not in machine.read_text()


def systemd():
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.fail("No systemd-analyze. On Debian: apt-get install systemd", pytrace=False)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("folder", [None, 'a "b" %c $d'])
@pytest.mark.parametrize("options", [PUBLIC, ("--port", "80", "--workers", "2")])
def test_systemd_accepts_the_units_as_sandboxed(unit, tmp_path, folder, options):
    instance = tmp_path / folder if folder else None
    options = [*options, *(("--into", str(instance)) if instance else ())]
    for name, asked in {
        "loo-companion.service": (),
        "loo-companion-backup.service": ("--backup",),
        "loo-companion-backup.timer": ("--timer",),
    }.items():
        (tmp_path / name).write_text(unit(*asked, *options, instance=instance))
    units = sorted(tmp_path.glob("loo-companion*"))
    for command in (
        ["verify", *units],
        *(["security", "--offline=true", one] for one in units[::2]),
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
def test_the_commands_of_the_units_run_and_make_backups(unit, tmp_path, request, place):
    """The commands run without systemd, in the environment of the units."""
    port = str(free_port())
    instance = tmp_path / "a folder"
    given = ("--host", "127.0.0.1", "--port", port, "--into", str(tmp_path))
    printed = unit(*given, instance=instance)
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
        backup = shlex.split(
            *lines(unit("--backup", *given, "--keep", "2", instance=instance), "ExecStart")
        )
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
