"""All procedures of the game and all kinds of windows, as the kernel must know them: whatever the course leads to."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle import sequence
from vistula.kernel import Frame

_HOME = sequence.__name__.rpartition(".")[0]

PROCEDURES: tuple[type[Frame], ...] = tuple(
    sorted(
        (cls for cls in Frame.__subclasses__() if cls.__module__.startswith(_HOME)),
        key=lambda cls: (cls.__module__, cls.__name__),
    )
)
WINDOWS: tuple[str, ...] = tuple(sorted({st.window for cls in PROCEDURES for st in cls.steps.values() if st.window}))
