"""Units of systemd for this installation: the server, and a backup every night."""

import os
import pwd
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

NAME = "loo-companion"
STATE = Path("/var/lib") / NAME
"""Where systemd makes the data folder, if no other one is named."""
SECRETS = Path("/etc") / f"{NAME}.env"
"""What no other user of the machine shall read: COMPANION_DATABASE=… with its password."""
MEMORY = 768
"""Megabytes for a process: the evenings that it keeps folded, and a file that is being checked."""
_HOMES = ("/home", "/root", "/run/user")
_PLAIN = re.compile(r"[\w@+=:,./-]+", re.ASCII)


class Service(Struct, frozen=True):
    """What is to be run, and by whom."""

    user: str
    options: Sequence[str]
    """Options of `companion serve`."""
    folder: Path | None = None
    """The data folder, made by its owner; None for the one that systemd makes."""
    workers: int = 1
    database: str = ""
    """The address of a database on a server, if the units are to name it."""
    low_port: bool = False
    """Whether a port is below 1024, for which the user needs leave."""
    into: Path | None = None
    """Where backups go; None for the data folder's own place."""
    keep: int = 14
    """How many backups are kept."""

    def server(self) -> str:
        """Return the unit of the server."""
        how = f"[Service]\nExecStart={_words([*program(), 'serve', *self.options])}\n{_RUNNING}"
        how += f"MemoryMax={MEMORY * (self.workers + 1)}M\n"
        if self.low_port:
            how += "AmbientCapabilities=CAP_NET_BIND_SERVICE\n"
            how += "CapabilityBoundingSet=CAP_NET_BIND_SERVICE\n"
        else:
            how += "CapabilityBoundingSet=\n"
        how += _FAMILIES
        install = "[Install]\nWantedBy=multi-user.target\n"
        return "\n".join([self._first_steps(), _SERVER, how + self._confined(), install])

    def backup(self) -> str:
        """Return the unit that makes a backup once, for the timer to start."""
        where = [str(self.into)] if self.into else []
        there = ["--database", self.database] if self.database else []
        command = _words([*program(), "backup", *where, "--keep", str(self.keep), *there])
        how = f"[Service]\nType=oneshot\nExecStart={command}\nMemoryMax={MEMORY}M\n"
        # SECRETS may name a database on a server, now or later: it has to be within reach.
        how += f"CapabilityBoundingSet=\n{_FAMILIES}"
        head = f"# /etc/systemd/system/{NAME}-backup.service\n"
        return "\n".join([head, _BACKUP, how + self._confined()])

    def timer(self) -> str:
        """Return the unit that starts the backup every night."""
        return _TIMER

    def _first_steps(self) -> str:
        lines = [f"/etc/systemd/system/{NAME}.service", "Before the first start, as root:"]
        try:
            pwd.getpwnam(self.user)
        except KeyError:
            lines.append(
                f"    useradd --system --no-create-home --shell /usr/sbin/nologin {self.user}"
            )
        if self.folder:
            lines.append(f"    install --directory --owner={self.user} --mode=700 {self.folder}")
        lines.append(f"    systemctl daemon-reload && systemctl enable --now {NAME}")
        return "".join(f"# {line}\n" for line in lines)

    def _confined(self) -> str:
        """Say who runs it, what it may write, and everything that it has no need of."""
        folder = self.folder or STATE
        writable = [str(path) for path in (self.folder, self.into) if path]
        lines = [
            f"User={self.user}",
            f"EnvironmentFile=-{SECRETS}",
            f"Environment={_word(f'COMPANION_INSTANCE={folder}')}",
        ]
        if not self.folder:
            lines += [f"StateDirectory={NAME}", "StateDirectoryMode=0700"]
        if writable:
            lines.append(f"ReadWritePaths={_words(writable, in_command=False)}")
        used = (folder, self.into, sys.executable, sys.prefix, sys.base_prefix)
        in_a_home = any(str(path).startswith(_HOMES) for path in used)
        lines.append(f"ProtectHome={'read-only' if in_a_home else 'yes'}")
        return "\n".join(lines) + f"\n{_CONFINED}"


def program() -> list[str]:
    """Return the command by which this installation is started."""
    script = Path(sys.executable).with_name("companion")
    return [str(script)] if script.exists() else [sys.executable, "-m", "companion"]


def out_of_reach(user: str) -> str | None:
    """Say why a service of this user could not start this installation, if so."""
    if ".cache" in Path(sys.executable).parts:
        return (
            "This installation is only for now: uvx and pipx run may delete it. Install "
            "loo-companion for good, for example in /opt/loo-companion, and ask that one."
        )
    try:
        found = pwd.getpwnam(user).pw_uid
    except KeyError:
        found = None
    if found == 0:
        return None
    for used in (sys.executable, sys.prefix, sys.base_prefix):
        for folder in Path(used).resolve().parents:
            there = os.stat(folder)
            if not there.st_mode & 0o001 and there.st_uid != found:
                return (
                    f"The user {user} cannot read {used}, because {folder} is closed to others. "
                    "Install loo-companion where everybody can read it, for example in "
                    "/opt/loo-companion, or name the user who installed it: --user NAME"
                )
    return None


def _words(words: Sequence[str], in_command: bool = True) -> str:
    return " ".join(_word(word, in_command) for word in words)


def _word(text: str, in_command: bool = False) -> str:
    """Return a word as systemd reads it back. In a command it expands variables too."""
    if _PLAIN.fullmatch(text):
        return text
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("%", "%%")
    return f'"{text.replace("$", "$$") if in_command else text}"'


_SERVER = """\
[Unit]
Description=Companion for card and domino tables
Wants=network-online.target
After=network-online.target postgresql.service
"""

_RUNNING = """\
Restart=on-failure
RestartSec=5
KillMode=mixed
KillSignal=SIGTERM
TimeoutStopSec=20
LimitNOFILE=8192
TasksMax=256
"""

_FAMILIES = "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX\n"

_BACKUP = f"""\
[Unit]
Description=Backup of the companion's database
Wants=network-online.target
After=network-online.target {NAME}.service postgresql.service
"""

_TIMER = f"""\
# /etc/systemd/system/{NAME}-backup.timer
# Once it and the service beside it are there, as root:
#     systemctl daemon-reload && systemctl enable --now {NAME}-backup.timer

[Unit]
Description=Backup of the companion's database every night

[Timer]
OnCalendar=*-*-* 05:00
RandomizedDelaySec=15min
Persistent=yes

[Install]
WantedBy=timers.target
"""

_CONFINED = """\
UMask=0077
NoNewPrivileges=yes
ProtectSystem=strict
PrivateTmp=yes
PrivateDevices=yes
ProtectHostname=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProcSubset=pid
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
MemoryDenyWriteExecute=yes
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
"""
