"""What can be changed in a piece of code: one comparison, constant, condition, set operation, call or step at a time.

The operators are those of mutmut and cosmic-ray, with sets of hexes in mind: `a & ~b`, `a | b`, `a >> hex & 1`.

Left alone, because a change there is no change of a rule: words (strings, what is raised, what the diary tells),
types, decorators, `strict=True`, and -1, which means "none" here, as -2 would. `x < 0` and `x >= 0` ask for "none":
they are turned round, not moved by one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
TELLING = {"tell", "tell_order"}


def variants(node: ast.AST) -> Iterator[ast.AST]:
    """Everything that may stand in the place of a node."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[zero]) if _asks_for_none(node):
            yield ast.Compare(left, [ast.GtE() if isinstance(op, ast.Lt) else ast.Lt()], [zero])
        case ast.Compare(left=left, ops=ops, comparators=others):
            for place, op in enumerate(ops):
                changed = [*ops[:place], COMPARISONS[type(op)](), *ops[place + 1 :]]
                yield ast.Compare(left, changed, others)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not() | ast.Invert(), operand=operand):
            yield operand
        case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC and not _of_words(node):
            yield ast.BinOp(left, ARITHMETIC[type(op)](), right)
        case ast.AugAssign(target=target, op=op, value=value) if type(op) in ARITHMETIC and not _wordy(value):
            yield ast.AugAssign(target, ARITHMETIC[type(op)](), value)
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.If(body=body, orelse=orelse):
            yield ast.If(ast.Constant(True), body, orelse)
            yield ast.If(ast.Constant(False), body, orelse)
        case ast.IfExp(body=body, orelse=orelse) if not _wordy(body) and not _wordy(orelse):
            yield body
            yield orelse
        case ast.comprehension(target=target, iter=source, ifs=ifs, is_async=is_async):
            for place in range(len(ifs)):
                yield ast.comprehension(target, source, ifs[:place] + ifs[place + 1 :], is_async)
        case ast.Expr(value=ast.Call(func=func)) if ast.unparse(func) not in TELLING:
            yield ast.Pass()
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in CALLS:
            yield ast.Call(ast.Name(CALLS[name], ast.Load()), args, keywords)


def inside(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    """The parts of a node that may be changed: field, place in it if it is a list, and the part."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_params") or _untouched(node, field):
            continue
        for place, part in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(part, ast.AST) and not isinstance(part, (ast.JoinedStr, ast.Raise, ast.Assert)):
                yield field, place, part


def is_step(node: ast.FunctionDef) -> bool:
    """Something that happens in a procedure, or is done with an answer: it can be dropped."""
    made = [each.func for each in node.decorator_list if isinstance(each, ast.Call)]
    return any(
        (isinstance(func, ast.Name) and func.id in ("step", "roll", "draw"))
        or (isinstance(func, ast.Attribute) and func.attr == "on")
        for func in made
    ) and not all(_does_nothing(each) for each in node.body)


def _does_nothing(node: ast.stmt) -> bool:
    """A docstring, a line of the diary, or going on."""
    match node:
        case ast.Expr(value=ast.Call(func=func)):
            return ast.unparse(func) in TELLING
        case ast.Expr(value=ast.Constant()) | ast.Return(value=None | ast.Constant(value=None)):
            return True
    return False


def described(before: ast.AST, after: ast.AST) -> str:
    """A change in one line."""
    match before, after:
        case ast.Expr(), ast.Pass():
            return f"drop {_short(before)}"
        case ast.If(test=test), ast.If(test=ast.Constant(value=value)):
            return f"if {_short(test)} → if {value}"
        case ast.comprehension(ifs=ifs), ast.comprehension(ifs=left):
            gone = next(each for each in ifs if each not in left)
            return f"drop if {_short(gone)}"
    return f"{_short(before)} → {_short(after)}"


def _short(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())


def _untouched(node: ast.AST, field: str) -> bool:
    """The 1 of -1, the 0 of "none?", all that the diary is told, that lists zipped together are equally long."""
    match node:
        case ast.keyword(arg="strict"):
            return True
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1)):
            return field == "operand"
        case ast.Compare():
            return field == "comparators" and _asks_for_none(node)
        case ast.Call(func=func):
            return ast.unparse(func) in TELLING
    return False


def _asks_for_none(node: ast.AST) -> bool:
    match node:
        case ast.Compare(ops=[ast.Lt() | ast.GtE()], comparators=[ast.Constant(value=0)]):
            return True
    return False


def _of_words(node: ast.BinOp) -> bool:
    return _wordy(node.left) or _wordy(node.right)


def _wordy(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
