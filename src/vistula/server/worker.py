"""A computer player's process: envelopes come in, actions go out, one after another.

Both are framed by their length. The process ends when its input does, so that none outlives its server.
"""

from __future__ import annotations

import random
import struct
import sys
from typing import BinaryIO

import msgspec

import vistula.games  # noqa: F401 - the titles
from vistula.kernel.decision import Action
from vistula.players import PLAYERS
from vistula.server.envelope import open_

LENGTH = struct.Struct(">I")


class Reply(msgspec.Struct, omit_defaults=True):
    action: Action | None = None
    error: str = ""


def choose(body: bytes) -> Reply:
    """What the player of an envelope chooses; a fault of the player is told, not raised."""
    try:
        seat, kept = open_(body)
        action = PLAYERS[kept.level]().choose(seat, random.Random(kept.seed))
        if action not in kept.decision:
            return Reply(error=f"{kept.level} chose {action}, which is not offered")
        return Reply(action)
    except Exception as error:
        return Reply(error=f"{type(error).__name__}: {error}")


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        body = msgspec.json.encode(choose(source.read(LENGTH.unpack(head)[0])))
        sink.write(LENGTH.pack(len(body)) + body)
        sink.flush()


if __name__ == "__main__":
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except (KeyboardInterrupt, BrokenPipeError):
        sys.exit(0)
