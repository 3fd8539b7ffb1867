"""Rules that can be heard: those by which the diary tells something, a player is asked or chance is called on.

A rule with a voice that is never heard in a thousand games is suspect. Other rules are arithmetic inside functions;
of them only this can be seen, that their function was called.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from vistula.kernel.procedure import StepKind
from vistula.kernel.title import Title

_SPEAKERS = {"tell": 1, "disclose": 1, "settle": 1}  # which argument is the rule


def voiced(title: Title[Any], folder: Path) -> set[str]:
    """The ids of all rules of a title that can be heard."""
    asking = {
        rule
        for cls in title.procedures
        for st in (*cls.steps.values(), *cls.anytimes)
        if st.kind is not StepKind.DO
        for rule in st.rules
    }
    trees = [ast.parse(source.read_text(encoding="utf8")) for source in sorted(folder.rglob("*.py"))]
    return (asking | spoken(trees)) & set(title.checklist.rules)


def spoken(trees: list[ast.Module]) -> set[str]:
    """Ids that are handed to `tell` or `disclose`, straight or through functions that pass them on."""
    speakers = dict(_SPEAKERS)
    functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    while found := {f.name: at for f in functions if f.name not in speakers for at in _passes_on(f, speakers)}:
        speakers |= found
    return {
        id
        for tree in trees
        for rule in _rules_spoken(tree, speakers)
        for node in ast.walk(rule)
        if isinstance(node, ast.Constant) and isinstance(id := node.value, str)
    }


def _rules_spoken(tree: ast.AST, speakers: dict[str, int]) -> Iterator[ast.expr]:
    """The expressions that stand where a rule is handed over."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in speakers:
            at = speakers[node.func.id]
            if at < len(node.args):
                yield node.args[at]
            yield from (word.value for word in node.keywords if word.arg == "rule")


def _passes_on(function: ast.FunctionDef, speakers: dict[str, int]) -> Iterator[int]:
    """The place of a function's parameter that it hands on as a rule, if there is one."""
    names = [argument.arg for argument in function.args.args]
    for rule in _rules_spoken(function, speakers):
        if isinstance(rule, ast.Name) and rule.id in names:
            yield names.index(rule.id)
