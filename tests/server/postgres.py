"""A private PostgreSQL cluster on 127.0.0.1, started and stopped by the tests. PostgreSQL comes from Debian."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

USER = "postgres"


def _binaries() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    assert found, "PostgreSQL is missing: install Debian's package postgresql (make test does it)"
    return found[-1].parent


class Cluster:
    """One server with its own folder, port and superuser; as root it runs as the user `postgres`."""

    def __init__(self, folder: Path) -> None:
        self._bin = _binaries()
        self._folder = folder
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]

    def start(self) -> None:
        """Make the cluster if it is new, and start it."""
        data = self._folder / "data"
        if not data.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            if os.getuid() == 0:
                # The server refuses root; its folder and the way to it must be open to its own user.
                account = pwd.getpwnam(USER)
                os.chown(self._folder, account.pw_uid, account.pw_gid)
            self._run("initdb", "-D", str(data), "-U", USER, "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
        options = f"-c listen_addresses=127.0.0.1 -p {self.port} -k '' -c max_connections=200"
        self._run("pg_ctl", "-D", str(data), "-w", "-l", str(self._folder / "log"), "-o", options, "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop it; `immediate` is as hard as a crash."""
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-m", mode, "-w", "stop")

    def address(self, database: str = "postgres") -> str:
        """How to reach a database of it."""
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    @property
    def pid(self) -> int:
        """Its first process, whose children do the work."""
        return int((self._folder / "data" / "postmaster.pid").read_text().split()[0])

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """It answers nothing and closes nothing, as a host that hangs or a network that loses everything."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        processes = [self.pid, *map(int, children)]
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in processes:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    def create(self, database: str) -> str:
        """A new, empty database; its address. One of the name may be left from a test that is tried again."""
        self._run("dropdb", "--if-exists", "--force", "-h", "127.0.0.1", "-p", str(self.port), "-U", USER, database)
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", USER, database)
        return self.address(database)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._bin / program), *arguments]
        if os.getuid() == 0:
            command = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", *command]
        # Not captured: the server that pg_ctl starts would keep the pipe open.
        with open(os.devnull, "r+b") as null:
            subprocess.run(command, check=True, stdin=null, stdout=null, stderr=null, timeout=60, cwd="/")


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """A running cluster that is stopped and removed at the end."""
    made = Cluster(folder)
    made.start()
    try:
        yield made
    finally:
        with suppress(subprocess.CalledProcessError):  # a test may have stopped it
            made.stop()
        shutil.rmtree(folder, ignore_errors=True)
