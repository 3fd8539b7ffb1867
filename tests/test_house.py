"""The house in order: which folder may import which, and the same names for the same things in every title."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import vistula
from vistula.games import TITLES
from vistula.kernel.checklist import Checklist, cited

SRC = Path(vistula.__file__).parent
GAMES = SRC / "games"
BUILT = [module.split(".")[2] for module in TITLES.values()]

# A folder and what it may import of ours, besides itself.
MAY_IMPORT = {
    "kernel": set[str](),
    "board": {"kernel", "files"},
    "art": {"board", "kernel", "files"},
    "parts": {"board", "kernel"},
    "games": {"parts", "art", "board", "kernel", "files"},
    "players": {"kernel", "board", "games"},
    "lab": {"players", "games", "kernel", "board", "art", "files"},
    "env": {"players", "games", "kernel"},
}

KIT = "vistula.players.kit"  # a title's evaluation may state its facts for the planner

# What stands in the folder of a title, beside its rules, cards and evaluation, whose files are named for chapters.
TOP = {
    *("title", "model", "tables", "layout", "board", "board_checks", "checks", "scenarios", "units", "sheets"),
    *("state", "changes", "knowledge", "dealing", "possible_armies", "possible_orders", "witnessed", "invariants"),
}
SHOWN = {
    *("view", "strip", "pieces", "panel", "report_panel", "overlays", "catalog", "lexicon", "tallies", "warnings"),
    *("words", "names", "why", "routes", "forecast", "position"),
}
CHAPTERS = ["setup", "sequence", "movement", "retreat", "supply", "victory", "queries", "strength", "seats"]
UNNUMBERED = ["bars", "queries", "seats"]


def imports(path: Path) -> Iterator[str]:
    """Modules of ours that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name.split(".")[0] == "vistula")
        elif isinstance(node, ast.ImportFrom):
            package = ("vistula", *path.relative_to(SRC).parts[: -node.level]) if node.level else ()
            name = ".".join([*package, *filter(None, [node.module])])
            if name.split(".")[0] == "vistula":
                yield name


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_imports_go_one_way(folder):
    allowed = MAY_IMPORT[folder] | {folder}
    wrong = [
        f"{path.relative_to(SRC)}: {name}"
        for path in sorted((SRC / folder).rglob("*.py"))
        for name in imports(path)
        if "." in name
        and name.split(".")[1] not in allowed
        and not (name.startswith(KIT) and "evaluation" in path.parts)
    ]
    assert not wrong


def test_no_title_imports_another():
    wrong = [
        f"{path.relative_to(SRC)}: {name}"
        for folder in GAMES.iterdir()
        if folder.is_dir()
        for path in folder.rglob("*.py")
        for name in imports(path)
        if name.startswith("vistula.games.")
        and (GAMES / name.split(".")[2]).is_dir()
        and name.split(".")[2] != folder.name
    ]
    assert not wrong


def modules(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.py") if path.stem != "__init__")


@pytest.mark.parametrize("title", BUILT)
def test_a_title_has_the_same_file_names_as_every_other(title):
    folder = GAMES / title
    assert not set(modules(folder)) - TOP
    assert not set(modules(folder / "shown")) - SHOWN
    assert not set(CHAPTERS) - set(modules(folder / "rules"))
    assert Checklist.read(folder / "rules.toml").chapters
    assert {"rules.toml", "data", "evaluation"} <= {path.name for path in folder.iterdir()}
    assert (folder / "shown" / "diary.toml").is_file()


@pytest.mark.parametrize("title", BUILT)
def test_a_chapter_says_which_paragraphs_it_holds(title):
    folder = GAMES / title / "rules"
    for name in modules(folder):
        said = ast.get_docstring(ast.parse((folder / f"{name}.py").read_text(encoding="utf8"))) or ""
        assert name in UNNUMBERED or re.match(r"\d+\.\d", said), (
            f"{name}.py does not begin with its paragraphs: {said[:60]!r}"
        )


@pytest.mark.parametrize("title", BUILT)
def test_the_contents_of_a_rulebook_name_every_chapter_once(title):
    """`rules/__init__.py` is a table of contents: paragraphs, then the files that hold them."""
    folder = GAMES / title / "rules"
    contents = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf8"))) or ""
    listed = re.findall(r"`(\w+)`", contents)
    assert sorted(set(listed)) == modules(folder)


ID = r"\d+(?:\.\d+)+[a-z\d.]*"


def half_cited(source: str) -> Iterator[str]:
    """Tags in comments and docstrings that name rules but cite none of them, or not all: ranges, ids among words,
    and what goes on in the next line."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            for line in token.string.splitlines():
                for tag in re.findall(rf"\[{ID}[^\]]*(?:\]|$)", line):
                    if cited(tag) != set(re.findall(ID, tag)):
                        yield tag


@pytest.mark.parametrize(
    "tag", ["[7.2a–7.2f]", "[7.2a-f]", "[7.2a to 7.2c, 7.3]", "[7.2a and 7.3b]", "[7.2a;\n    7.3b]"]
)
def test_a_range_of_rules_cites_nothing(tag):
    assert list(half_cited(f'"""{tag} A docstring."""\nx = 1  # [7.2a, 9.5.b3, 1.1.1.1]'))


def test_every_tag_cites_what_it_names():
    wrong = [
        f"{path.relative_to(SRC)}: {tag}" for path in GAMES.rglob("*.py") for tag in half_cited(path.read_text("utf8"))
    ]
    assert not wrong
