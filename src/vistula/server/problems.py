"""Why requests are refused, by their status."""

from __future__ import annotations

from litestar.openapi.datastructures import ResponseSpec

from vistula.server.wire import Problem

PROBLEMS = {
    400: "not understood",
    401: "no token",
    403: "not yours",
    404: "not found",
    405: "not offered",
    409: "too late",
    413: "too big",
    415: "not JSON",
    421: "another name",
    429: "too fast",
    503: "not now",
}


def problems(*codes: int) -> dict[int, ResponseSpec]:
    """What a route may answer besides what it is there for."""
    return {code: ResponseSpec(Problem, description=PROBLEMS[code].capitalize()) for code in codes}
