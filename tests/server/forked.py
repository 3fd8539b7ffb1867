"""Server processes that begin as copies of one that has read all its modules already: that takes most of their start.

`forked.py FD` is that process. Over the socket FD it is told what to start, each time with the arguments of `launch.py`
and three descriptors: where the copy writes what it says and what goes wrong, and a socket for its pid and its end.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO

import msgspec

ROOT = Path(__file__).parents[2]


class Order(msgspec.Struct):
    """A server to be started."""

    arguments: list[str]
    environment: dict[str, str]
    descriptors: int = 0  # files and sockets that it may have open; 0: as this process


class Copy:
    """A server that was started so, with what is wanted of a `Popen`."""

    def __init__(self, pipe: int, told: socket.socket) -> None:
        self.stdout: IO[str] = os.fdopen(pipe)
        self._told = told
        self.pid = self._hear()
        self.returncode: int | None = None

    def _hear(self) -> int:
        return int.from_bytes(self._told.recv(8), "little", signed=True)

    def send_signal(self, how: signal.Signals) -> None:
        if self.returncode is None:
            with contextlib.suppress(ProcessLookupError):  # it has ended by itself
                os.kill(self.pid, how)

    def poll(self) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float) -> int:
        if self.returncode is None:
            self._told.settimeout(timeout)
            try:
                self.returncode = self._hear()
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired("server", timeout) from None
            self._told.close()
        return self.returncode


class Original:
    """The process that is copied, as those see it who want copies."""

    def __init__(self) -> None:
        self.orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
        self.process = subprocess.Popen(
            [sys.executable, __file__, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            env={**os.environ, "PYTHONPATH": path},
        )
        theirs.close()
        atexit.register(self.close)

    def copy(
        self, arguments: Sequence[str], environment: Mapping[str, str], errors: IO[str], descriptors: int = 0
    ) -> Copy:
        order = Order(list(arguments), dict(environment), descriptors)
        pipe, said = os.pipe()
        told, tells = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with tells:
            socket.send_fds(self.orders, [msgspec.json.encode(order)], [said, errors.fileno(), tells.fileno()])
        os.close(said)
        return Copy(pipe, told)

    def close(self) -> None:
        self.orders.close()
        self.process.wait()


@cache
def original() -> Original:
    """One for all servers of a test process; it ends with it."""
    return Original()


# -- in the process that is copied ----------------------------------------------------------------------------------


def carry_out(orders: socket.socket) -> list[str]:
    """Makes copies until nobody orders any more. Returns in every copy, with the arguments that it is to serve by."""
    ended, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake)
    running: dict[int, int] = {}
    assert threading.active_count() == 1, "a thread would be missing in the copies"
    gc.freeze()
    while True:
        ready, _, _ = select.select([orders, ended], [], [])
        if ended in ready:
            os.read(ended, 4096)
            bury(running)
        if orders not in ready:
            continue
        told, descriptors, _, _ = socket.recv_fds(orders, 1 << 20, 3)
        if not told:
            sys.exit(0)
        said, errors, tells = descriptors
        pid = os.fork()
        if not pid:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.dup2(said, 1)
            os.dup2(errors, 2)
            for descriptor in (*descriptors, *running.values(), ended, wake, orders.detach()):
                os.close(descriptor)
            return settle(msgspec.json.decode(told, type=Order))
        running[pid] = tells
        os.write(tells, pid.to_bytes(8, "little", signed=True))
        os.close(said)
        os.close(errors)


def bury(running: dict[int, int]) -> None:
    """Tell how those that have ended did."""
    with contextlib.suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            tells = running.pop(found[0])
            with contextlib.suppress(OSError):  # nobody wants to know
                os.write(tells, os.waitstatus_to_exitcode(found[1]).to_bytes(8, "little", signed=True))
            os.close(tells)


def settle(order: Order) -> list[str]:
    """Make a copy what a process of its own would be."""
    os.environ.clear()
    os.environ.update(order.environment)
    if order.descriptors:
        resource.setrlimit(resource.RLIMIT_NOFILE, (order.descriptors, order.descriptors))
    return order.arguments


if __name__ == "__main__":
    import vistula
    from server.launch import main

    vistula.title("warsaw-1920").catalog()  # what most of them play
    try:
        sys.argv[1:] = carry_out(socket.socket(fileno=int(sys.argv[1])))
    except KeyboardInterrupt:
        sys.exit(1)
    sys.exit(main())
