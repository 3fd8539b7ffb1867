"""The kernel knows nothing of wargames and imports nothing of ours."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import vistula.kernel

KERNEL = Path(vistula.kernel.__file__).parent
SOURCES = sorted(KERNEL.glob("*.py"))
WORDS = re.compile(
    r"\b(combat|attack|attacker|retreat|rout|supply|resupplied|unit|army|armies|enemy|enemies|battle|infantry|cavalry"
    r"|artillery|division|brigade|defender|zoc|hexes|soldier|troop|poland|russia|polish|russian)s?\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_the_kernel_has_no_word_of_war(source):
    found = [f"{n}: {line.strip()}" for n, line in enumerate(source.read_text().splitlines(), 1) if WORDS.search(line)]
    assert found == []


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_the_kernel_imports_nothing_of_ours_but_itself(source):
    for node in ast.walk(ast.parse(source.read_text())):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        for name in names:
            assert not name.startswith("vistula") or name.startswith("vistula.kernel")


def test_what_the_kernel_exports_exists():
    for name in vistula.kernel.__all__:
        assert hasattr(vistula.kernel, name)
    assert len(set(vistula.kernel.__all__)) == len(vistula.kernel.__all__)
