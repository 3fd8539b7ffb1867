"""All mutants of a title: where code cites a rule, everything that can be changed there.

A change belongs to the rules that its own statement cites ([7.62] behind it or above it, or an id in it); if it cites
none, to those of the statements around it; then to those that the function cites in its decorators and docstring (an
answer also has those of its step); then to those in the docstring of its class. Code that cites nothing by any of these
is nobody's proof and is not changed.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mutants.operators import described, inside, is_step, variants
from vistula.kernel.checklist import cited

Cites = dict[int, frozenset[str]]
NONE: frozenset[str] = frozenset()


class Mutant(NamedTuple):
    """One change: its number in its module, where it is, what it does, and the rules whose tests must notice it."""

    number: int
    file: Path
    owner: str
    line: int
    change: str
    rules: frozenset[str]
    function: ast.FunctionDef | None
    tree: ast.Module
    holder: ast.AST
    field: str
    place: int | None
    part: ast.AST

    def mutate(self) -> ast.Module:
        """The module with the change in it. The tree is spent afterwards: this is done in a process of its own."""
        if self.place is None:
            setattr(self.holder, self.field, self.part)
        else:
            getattr(self.holder, self.field)[self.place] = self.part
        return ast.fix_missing_locations(self.tree)


def of_title(sources: Path, known: set[str]) -> Iterator[Mutant]:
    """The mutants of all modules of a title, in the order of files and lines.

    Computer players cite rules for their reader's sake and carry none out: what they think is not changed.
    """
    for file in sorted(set(sources.rglob("*.py")) - set(sources.glob("evaluation/*.py"))):
        for mutant in of_module(file):
            if rules := mutant.rules & known:
                yield mutant._replace(rules=rules)


def of_module(file: Path) -> Iterator[Mutant]:
    text = file.read_text(encoding="utf8")
    tree = ast.parse(text)
    walk = _Walk(file, tree, _cites(text))
    yield from (mutant._replace(number=number) for number, mutant in enumerate(walk.module()))


class _Walk:
    """Through a module, with the rules that govern the place where it is."""

    def __init__(self, file: Path, tree: ast.Module, cites: Cites) -> None:
        self.file, self.tree, self.cites = file, tree, cites

    def module(self) -> Iterator[Mutant]:
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef):
                steps = {each.name: self._head(each) for each in node.body if isinstance(each, ast.FunctionDef)}
                for member in node.body:
                    around = steps.get(_called(member).partition(".")[0], NONE) or self._head(node)
                    yield from self._member(member, f"{node.name}.", around)
            else:
                yield from self._member(node, "", NONE)

    def _member(self, node: ast.stmt, prefix: str, around: frozenset[str]) -> Iterator[Mutant]:
        """A function or method, or a statement outside all functions, which counts only with a citation of its own."""
        if isinstance(node, ast.FunctionDef):
            rules, owner = self._head(node) or around, prefix + _called(node)
            if is_step(node) and rules:
                nothing = [ast.copy_location(ast.Return(None), node.body[0])]
                yield self._made(node, "body", None, nothing, node.lineno, "the step does nothing", rules, owner, node)  # type: ignore[arg-type]
            yield from self._inside(node.args, rules, owner, None)  # defaults are not in a function's code
            for field, place, part in inside(node):
                if field != "args":
                    yield from self._part(node, field, place, part, rules, owner, node)
        elif not isinstance(node, (ast.ClassDef, ast.Import, ast.ImportFrom)):
            yield from self._inside(node, self._own(node), prefix.rstrip("."), None)

    def _inside(
        self, node: ast.AST, rules: frozenset[str], owner: str, function: ast.FunctionDef | None
    ) -> Iterator[Mutant]:
        for field, place, part in inside(node):
            yield from self._part(node, field, place, part, rules, owner, function)

    def _part(
        self, holder: ast.AST, field: str, place: int | None, part: ast.AST, rules: frozenset[str], owner: str,
        function: ast.FunctionDef | None,
    ) -> Iterator[Mutant]:  # fmt: skip
        governing = (self._own(part) or rules) if isinstance(part, ast.stmt) else rules
        for changed in variants(part) if governing else ():
            line = getattr(part, "lineno", None) or getattr(holder, "lineno", 0)
            words = described(part, changed)
            ast.copy_location(changed, part)
            yield self._made(holder, field, place, changed, line, words, governing, owner, function)
        yield from self._inside(part, governing, owner, function)

    def _made(
        self, holder: ast.AST, field: str, place: int | None, part: ast.AST, line: int, change: str,
        rules: frozenset[str], owner: str, function: ast.FunctionDef | None,
    ) -> Mutant:  # fmt: skip
        return Mutant(0, self.file, owner, line, change, rules, function, self.tree, holder, field, place, part)

    def _own(self, node: ast.stmt) -> frozenset[str]:
        """What a statement cites itself: on its lines and on comments just above; a compound one in its head only."""
        body = getattr(node, "body", None)
        end = body[0].lineno - 1 if isinstance(body, list) and body else node.end_lineno or node.lineno
        return self._between(node.lineno, max(end, node.lineno))

    def _head(self, node: ast.FunctionDef | ast.ClassDef) -> frozenset[str]:
        """What decorators, signature and docstring cite."""
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        words = node.body[0]
        documented = isinstance(words, ast.Expr) and isinstance(words.value, ast.Constant)
        last = (words.end_lineno or words.lineno) if documented else words.lineno - 1
        return self._between(first, max(last, node.lineno))

    def _between(self, first: int, last: int) -> frozenset[str]:
        return NONE.union(*(self.cites[line] for line in range(first, last + 1) if line in self.cites))


def _called(node: ast.stmt) -> str:
    """A function by its name, an answer by the step and the verb that it answers."""
    if not isinstance(node, ast.FunctionDef):
        return ""
    for each in node.decorator_list:
        if node.name == "_" and isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute):
            verb = each.args[0]
            name = verb.value if isinstance(verb, ast.Constant) else ast.unparse(verb)
            return f"{ast.unparse(each.func.value)}.{name}"
    return node.name


def _cites(text: str) -> Cites:
    """Line -> ids cited there; a comment that stands alone speaks for the next line of code."""
    found: dict[int, frozenset[str]] = {}
    waiting: frozenset[str] = NONE
    fresh = True  # nothing but a comment has come on this line
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        match token.type:
            case tokenize.NEWLINE | tokenize.NL:
                fresh = True
            case tokenize.INDENT | tokenize.DEDENT | tokenize.ENDMARKER:
                pass
            case tokenize.COMMENT if fresh:
                waiting |= cited(token.string)
            case _:
                if fresh and waiting:
                    found[token.start[0]] = waiting
                    waiting = NONE
                fresh = False
                if token.type in (tokenize.STRING, tokenize.COMMENT):
                    for line, words in enumerate(token.string.splitlines(), token.start[0]):
                        if ids := frozenset(cited(words)):
                            found[line] = found.get(line, NONE) | ids
    return found
