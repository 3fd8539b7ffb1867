"""The checklist of a rulebook: every atomic rule, where it lives in the code, and what proves it.

`rules.toml` in a title's folder is the list. Ids are data: a step, decision, refusal, event or test
that cites an id that is not in the list is an error. `python -m vistula.kernel.checklist` reads
sources and tests and writes into each rule where it is carried out and which tests carry its mark.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

Status = Literal["done", "open", "not-applicable"]


class Rule(msgspec.Struct, kw_only=True):
    id: str
    title: str
    says: str
    kind: str = ""
    status: Status = "open"
    optional: bool = False
    note: str = ""
    code: list[str] = []
    tests: list[str] = []


class Ruling(msgspec.Struct, kw_only=True):
    """How an unclear rule is read here. A switchable one is a table option."""

    id: str
    title: str
    text: str
    rules: list[str] = []
    switchable: bool = False


def chapter_of(id: str) -> str:
    """The chapter of the rulebook in which a rule stands."""
    return id.partition(".")[0]


class Checklist:
    """The rules of one title, by id, the chapters in which they stand, and the rulings on them."""

    def __init__(self, rules: list[Rule], rulings: list[Ruling], chapters: dict[str, str] | None = None) -> None:
        self.rules = {rule.id: rule for rule in rules}
        self.rulings = {ruling.id: ruling for ruling in rulings}
        if len(self.rules) != len(rules):
            raise ValueError("a rule id stands twice in the checklist")
        self.chapters = chapters or {}
        missing = {chapter_of(rule.id) for rule in rules} - set(self.chapters) if self.chapters else set()
        if missing:
            raise ValueError(f"chapters without a title in the checklist: {', '.join(sorted(missing))}")
        for ruling in rulings:
            for id in ruling.rules:
                if id not in self.rules:
                    raise ValueError(f"ruling {ruling.id} cites {id!r}, which is not in the checklist")

    @classmethod
    def read(cls, path: Path) -> Checklist:
        raw: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf8"))
        rules = msgspec.convert(raw.get("rule", []), type=list[Rule])
        return cls(rules, msgspec.convert(raw.get("ruling", []), type=list[Ruling]), raw.get("chapters"))

    def __contains__(self, id: object) -> bool:
        return id in self.rules

    def __getitem__(self, id: str) -> Rule:
        return self.rules[id]

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def __len__(self) -> int:
        return len(self.rules)

    def rulings_on(self, id: str) -> list[Ruling]:
        return [ruling for ruling in self.rulings.values() if id in ruling.rules]

    def count(self, status: Status) -> int:
        return sum(rule.status == status for rule in self)


# -- where rules live -------------------------------------------------------------------------------

_ID = r"\d+(?:\.\d+)+(?:\.?[a-z]{1,2}\d*)?"
_QUOTED = re.compile(rf'["\']({_ID})["\']')
_TAGGED = re.compile(rf"\[({_ID}(?:, ?{_ID})*)\]")

_LISTED = re.compile(rf'(?<=["\s])({_ID})(?=[",])')
STATED = "stated.toml"
"""What the rulebook states in figures stands beside the sources of a title, and cites its rules as they do."""

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def citations(source: Path) -> dict[str, set[str]]:
    """Rule id -> the functions and classes of a source file that cite it, in code, comments or docstrings."""
    found: dict[str, set[str]] = {}
    for id, _, name in _cites(source):
        found.setdefault(id, set()).add(name)
    return found


def _cites(source: Path) -> Iterator[tuple[str, int, str]]:
    """Every id in a source file, with its line and the function or class on it."""
    text = source.read_text(encoding="utf8")
    if source.suffix == ".toml":
        for number, line in enumerate(text.splitlines(), 1):
            yield from ((id, number, "") for id in _LISTED.findall(line))
        return
    names = _owners(ast.parse(text))
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.STRING, tokenize.COMMENT):
            for number, line in enumerate(token.string.splitlines(), token.start[0]):
                yield from ((id, number, names.get(number, "")) for id in cited(line))


def _sources(folder: Path) -> Iterator[Path]:
    yield from folder.rglob("*.py")
    yield from folder.glob(STATED)


class Place(NamedTuple):
    """Where a rule is cited: file, line, function or class."""

    file: Path
    line: int
    name: str


def places(folder: Path, id: str) -> list[Place]:
    """Where the sources of a title cite a rule, each function once, the rulebook's chapters first."""
    found: dict[tuple[Path, str], int] = {}
    for source in sorted(_sources(folder), key=lambda path: ("rules" not in path.parts, path)):
        if id in source.read_text(encoding="utf8"):
            for rule, line, name in _cites(source):
                if rule == id:
                    found.setdefault((source, name), line)
    return [Place(file, line, name) for (file, name), line in found.items()]


def cited(text: str) -> set[str]:
    """Ids in text: "7.1a" alone in quotes, [7.1a] or [7.1a, 9.5.b3] as a tag."""
    whole = _QUOTED.fullmatch(text)
    tags = [id for group in _TAGGED.findall(text) for id in re.findall(_ID, group)]
    return {*tags, whole[1]} if whole else set(tags)


def _owners(tree: ast.Module) -> dict[int, str]:
    """Line -> the function or method on it, decorators included, or the class outside its methods."""
    owners: dict[int, str] = {}
    for node in tree.body:
        if isinstance(node, _Definition):
            owners.update(dict.fromkeys(_lines(node), node.name))
            for method in node.body if isinstance(node, ast.ClassDef) else []:
                if isinstance(method, _Definition):
                    owners.update(dict.fromkeys(_lines(method), f"{node.name}.{_called(method)}"))
    return owners


def _lines(node: _Definition) -> range:
    return range(min([node.lineno, *(each.lineno for each in node.decorator_list)]), (node.end_lineno or 0) + 1)


def _called(method: _Definition) -> str:
    """A method by its name; what answers a step, declared as `@step.on(verb)` and named `_`, by the step's."""
    for each in method.decorator_list:
        if method.name == "_" and isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute):
            return ast.unparse(each.func.value)
    return method.name


def code_index(folder: Path) -> dict[str, list[str]]:
    """Rule id -> "module:function" for all sources of a title."""
    index: dict[str, set[str]] = {}
    for source in sorted(_sources(folder)):
        module = source.relative_to(folder).with_suffix("").as_posix()
        for id, names in citations(source).items():
            index.setdefault(id, set()).update(f"{module}:{name}" if name else module for name in names)
    return {id: sorted(places) for id, places in index.items()}


def test_index(folder: Path, root: Path) -> dict[str, list[str]]:
    """Rule id -> "file::test" for all tests that carry its mark."""
    index: dict[str, list[str]] = {}
    for source in sorted(folder.rglob("test_*.py")):
        file = source.relative_to(root).as_posix()
        for node in ast.parse(source.read_text(encoding="utf8")).body:
            for name, ids in _marked(node, []):
                for id in ids:
                    index.setdefault(id, []).append(f"{file}::{name}")
    return index


def _marked(node: ast.AST, inherited: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Tests with the ids of `@rule(...)` or `@pytest.mark.rule(...)` on them or on their class."""
    if not isinstance(node, _Definition):
        return
    ids = inherited + [id for each in node.decorator_list for id in _rule_ids(each)]
    if isinstance(node, ast.ClassDef):
        for method in node.body:
            yield from ((f"{node.name}::{name}", marks) for name, marks in _marked(method, ids))
    elif node.name.startswith("test_"):
        yield node.name, list(dict.fromkeys(ids))


def _rule_ids(decorator: ast.expr) -> list[str]:
    if not isinstance(decorator, ast.Call):
        return []
    name = decorator.func.attr if isinstance(decorator.func, ast.Attribute) else getattr(decorator.func, "id", "")
    return [arg.value for arg in decorator.args if isinstance(arg, ast.Constant)] if name == "rule" else []  # type: ignore[misc]


def refreshed(path: Path, tests: Path, root: Path) -> str:
    """The text of a rules.toml with `status`, `code` and `tests` as sources and tests have them now."""
    code, proofs = code_index(path.parent), test_index(tests, root)
    blocks = re.split(r"(?m)^(?=\[\[)", path.read_text(encoding="utf8"))
    return "".join(_refresh(block, code, proofs) for block in blocks)


def _refresh(block: str, code: dict[str, list[str]], proofs: dict[str, list[str]]) -> str:
    found = re.search(r'(?m)^id = "([^"]+)"', block)
    if not block.startswith("[[rule]]") or not found:
        return block
    id = found[1]
    settled = re.search(r'(?m)^status = "not-applicable"', block) is not None
    status = "not-applicable" if settled else "done" if code.get(id) and proofs.get(id) else "open"
    fields = {"status": f'"{status}"', "code": _array(code.get(id, [])), "tests": _array(proofs.get(id, []))}
    for key in fields:
        block = re.sub(rf"(?ms)^{key} = (\[.*?\]|\"[^\"]*\")\n", "", block)
    table, tail = _split_tail(block)
    return table + "".join(f"{key} = {value}\n" for key, value in fields.items()) + (tail or "\n")


def _split_tail(block: str) -> tuple[str, str]:
    """A table of TOML and the blank lines and comments after it, which introduce the next one."""
    found = re.search(r"\n((?:[ \t]*(?:#[^\n]*)?\n)*)\Z", block if block.endswith("\n") else block + "\n")
    assert found is not None
    return block[: found.start()] + "\n", found[1]


def _array(items: list[str]) -> str:
    return "[" + ", ".join(f'"{item}"' for item in items) + "]"


def main() -> int:
    root = Path.cwd()
    for path in sorted((root / "src/vistula/games").glob("*/rules.toml")):
        tests = root / "tests/games" / path.parent.name
        path.write_text(refreshed(path, tests, root), encoding="utf8")
        listed = Checklist.read(path)
        print(f"{path.parent.name}: {len(listed)} rules, {listed.count('done')} done, {listed.count('open')} open")
    return 0


if __name__ == "__main__":
    sys.exit(main())
