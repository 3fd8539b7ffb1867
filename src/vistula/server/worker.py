"""A computer player's process: envelopes come in, actions go out, one after another.

Both are framed by their length. A player that takes its time says now and then how far it is. The
process ends when its input does, so that none outlives its server.
"""

from __future__ import annotations

import contextlib
import random
import struct
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import BinaryIO

import msgspec

import vistula.games  # noqa: F401 - the titles
from vistula.kernel.decision import Action
from vistula.players import PLAYERS, Player
from vistula.server.envelope import Envelope, open_

LENGTH = struct.Struct(">I")
SITTINGS = 64
"""Players that a process keeps in mind; the one that was not asked for longest is forgotten."""
PAUSE = 0.3
"""Seconds between two words on how far a player is; one that answers sooner says nothing."""
BEAT = 1.0
"""Seconds between two signs of life while a player thinks."""


class Reply(msgspec.Struct, omit_defaults=True):
    """What a player does, why it failed, or, while it thinks, how far it is and that it lives."""

    action: Action | None = None
    error: str = ""
    progress: float | None = None
    lives: bool = False


Tell = Callable[[Reply], None]


class Players:
    """The players of this process, each with what it has in mind for its table and seat."""

    def __init__(self, tell: Tell) -> None:
        self.tell = tell
        self._sitting: OrderedDict[tuple[str, str], Player] = OrderedDict()
        self._told = 0.0

    def choose(self, body: bytes) -> Reply:
        """What the player of an envelope chooses; a fault of the player is told, not raised."""
        self._told = time.monotonic()
        try:
            seat, kept = open_(body)
            action = self._player(kept).choose(seat, random.Random(kept.seed))
            if action not in kept.decision:
                return Reply(error=f"{kept.level} chose {action}, which is not offered")
            return Reply(action)
        except Exception as error:
            return Reply(error=f"{type(error).__name__}: {error}")

    def _player(self, kept: Envelope) -> Player:
        key = kept.sitting, kept.level
        player = self._sitting.pop(key, None) or PLAYERS[kept.level]()
        if hasattr(player, "progress"):
            player.progress = self._progress
        if kept.sitting:
            self._sitting[key] = player
        if len(self._sitting) > SITTINGS:
            self._sitting.popitem(last=False)
        return player

    def _progress(self, share: float) -> None:
        now = time.monotonic()
        if now - self._told >= PAUSE:
            self._told = now
            self.tell(Reply(progress=round(min(max(share, 0.0), 1.0), 3)))


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    one_at_a_time, thinking = threading.Lock(), threading.Event()

    def tell(reply: Reply) -> None:
        body = msgspec.json.encode(reply)
        with one_at_a_time:
            sink.write(LENGTH.pack(len(body)) + body)
            sink.flush()

    def beat() -> None:
        with contextlib.suppress(OSError, ValueError):  # the server is gone, and so is this process soon
            while thinking.wait():
                tell(Reply(lives=True))
                time.sleep(BEAT)

    threading.Thread(target=beat, daemon=True).start()
    players = Players(tell)
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        body = source.read(LENGTH.unpack(head)[0])
        thinking.set()
        reply = players.choose(body)
        thinking.clear()
        tell(reply)


def main() -> int:
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever a player prints is no answer
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        serve(sys.stdin.buffer, out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
