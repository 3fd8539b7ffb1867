"""The checklist of a rulebook: every atomic rule, where it lives in the code, and what proves it.

`rules.toml` in a title's folder is the list. Ids are data: a step, decision, refusal, event or test
that cites an id that is not in the list is an error. `python -m vistula.kernel.checklist` reads
sources and tests and writes into each rule where it is carried out and which tests carry its mark.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

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


class Checklist:
    """The rules of one title, by id, and the rulings on them."""

    def __init__(self, rules: list[Rule], rulings: list[Ruling]) -> None:
        self.rules = {rule.id: rule for rule in rules}
        self.rulings = {ruling.id: ruling for ruling in rulings}
        if len(self.rules) != len(rules):
            raise ValueError("a rule id stands twice in the checklist")
        for ruling in rulings:
            for id in ruling.rules:
                if id not in self.rules:
                    raise ValueError(f"ruling {ruling.id} cites {id!r}, which is not in the checklist")

    @classmethod
    def read(cls, path: Path) -> Checklist:
        raw: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf8"))
        rules = msgspec.convert(raw.get("rule", []), type=list[Rule])
        return cls(rules, msgspec.convert(raw.get("ruling", []), type=list[Ruling]))

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

_ID = r"\d+(?:\.\d+)+[a-z]?"
_QUOTED = re.compile(rf'"({_ID})"')
_TAGGED = re.compile(rf"\[((?:{_ID})(?:, ?{_ID})*)\]")
_DEFINED = re.compile(r"^\s*(?:async )?(?:def|class) (\w+)")
_MARKED = re.compile(r"@(?:pytest\.mark\.)?rule\(([^)]*)\)")


def citations(source: Path) -> dict[str, set[str]]:
    """Rule id -> the functions and classes of a source file that cite it."""
    found: dict[str, set[str]] = {}
    owner = name = ""
    pending: set[str] = set()
    for line in source.read_text(encoding="utf8").splitlines():
        ids = set(_QUOTED.findall(line))
        for group in _TAGGED.findall(line):
            ids.update(re.findall(_ID, group))
        defined = _DEFINED.match(line)
        if defined:
            if not line[0].isspace():
                owner = defined[1]
            name = owner if defined[1] in (owner, "_") or not line[0].isspace() else f"{owner}.{defined[1]}"
            ids |= pending
            pending = set()
        if line.lstrip().startswith("@"):
            pending |= ids
            continue
        for id in ids:
            found.setdefault(id, set()).add(name)
    return found


def code_index(folder: Path) -> dict[str, list[str]]:
    """Rule id -> "module:function" for all sources of a title."""
    index: dict[str, set[str]] = {}
    for source in sorted(folder.rglob("*.py")):
        module = source.relative_to(folder).with_suffix("").as_posix()
        for id, names in citations(source).items():
            index.setdefault(id, set()).update(f"{module}:{name}" if name else module for name in names)
    return {id: sorted(places) for id, places in index.items()}


def test_index(folder: Path, root: Path) -> dict[str, list[str]]:
    """Rule id -> "file::test" for all tests that carry its mark."""
    index: dict[str, list[str]] = {}
    for source in sorted(folder.rglob("test_*.py")):
        pending: list[str] = []
        text = re.sub(r"(?s)@(?:pytest\.mark\.)?rule\(.*?\)", lambda m: m[0].replace("\n", " "),
                      source.read_text(encoding="utf8"))  # fmt: skip
        for line in text.splitlines():
            for group in _MARKED.findall(line):
                pending += re.findall(r'"([^"]+)"', group)
            defined = re.match(r"\s*def (test_\w+)", line)
            if defined:
                for id in pending:
                    index.setdefault(id, []).append(f"{source.relative_to(root).as_posix()}::{defined[1]}")
                pending = []
    return index


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
