"""The tool itself: what it changes, whose proof it asks, and that it tells a test that bites from one that does not."""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

import pytest

from mutants.operators import described, inside, variants
from mutants.probes import Probes, probed
from mutants.run import SAME, Key, Suite, main, read_same
from mutants.sites import Mutant, of_module, of_title
from mutants.trial import Bench, with_tests
from vistula.games import TITLES


def changes(code: str) -> list[str]:
    """All changes to one expression or statement, in words."""
    found = []
    waiting: list[ast.AST] = [ast.parse(code)]
    while waiting:
        for _, _, part in inside(waiting.pop()):
            found += [described(part, changed) for changed in variants(part)]
            waiting.append(part)
    return sorted(found)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a < b", ["a < b → a <= b"]),
        ("a >= 0", ["a >= 0 → a < 0"]),
        ("a in b", ["a in b → a not in b"]),
        ("a and b", ["a and b → a or b"]),
        ("not a", ["not a → a"]),
        ("a & ~b", ["a & ~b → a | ~b", "~b → b"]),
        ("a |= b", ["a |= b → a &= b"]),
        ("x = 3", ["3 → 4"]),
        ("x = True", ["True → False"]),
        ("x = a if b else c", ["a if b else c → a", "a if b else c → c"]),
        ("[a for a in b if c]", ["drop if c"]),
        ("f(x)", ["drop f(x)"]),
        ("x = min(a)", ["min(a) → max(a)"]),
        ("if a: x = b", ["if a → if False", "if a → if True"]),
    ],
)
def test_every_operator_changes_what_it_is_for(code: str, expected: list[str]) -> None:
    assert changes(code) == expected


@pytest.mark.parametrize(
    "code",
    [
        'x = f"{a + 1}"',
        "raise Refusal(a + 1)",
        "x: list[1] = y",
        "x = -1",
        'tell(s, "7.1a", hex=a + 1)',
        'x = a + "b"',
        "x = zip(a, b, strict=True)",
        'tell_order(s, "7.2a", order)',
    ],
)
def test_words_types_and_the_number_for_none_are_left_alone(code: str) -> None:
    assert changes(code) == []


def mutants(tmp_path: Path, code: str) -> list[Mutant]:
    file = tmp_path / "chapter.py"
    file.write_text(dedent(code), encoding="utf8")
    return list(of_module(file))


def test_a_change_belongs_to_the_narrowest_citation(tmp_path: Path) -> None:
    found = mutants(
        tmp_path,
        '''
        """A chapter [9.9z]."""

        LIMIT = 3  # [6.1a]
        FREE = 4

        def entered(s, hex):
            """[7.1a] Going in."""
            if s.left > 0:  # [7.1b]
                s.left -= hex
            # [7.1c]
            s.cost += hex
            return s.done + hex

        def silent(s):
            return s.left + s.right
        ''',
    )
    assert {(mutant.change, *mutant.rules) for mutant in found} == {
        ("3 → 4", "6.1a"),
        ("if s.left > 0 → if True", "7.1b"),
        ("if s.left > 0 → if False", "7.1b"),
        ("s.left > 0 → s.left >= 0", "7.1b"),
        ("0 → 1", "7.1b"),
        ("s.left -= hex → s.left += hex", "7.1b"),
        ("s.cost += hex → s.cost -= hex", "7.1c"),
        ("s.done + hex → s.done - hex", "7.1a"),
    }


def test_steps_and_answers_are_dropped_whole_and_named_by_step_and_verb(tmp_path: Path) -> None:
    found = mutants(
        tmp_path,
        '''
        class March(Frame):
            """[3.1]"""

            @choose("3.2", who=mover)
            def way(self, s):
                return s.ways

            @way.on("hex")
            def _(self, s, hex):
                s.here = hex

            @way.on("done")
            def _(self, s, hex):
                tell(s, "3.2", "stays")
                return None

            @step("3.3")
            def halt(self, s):
                s.over = hex
        ''',
    )
    assert [(mutant.owner, mutant.change, *mutant.rules) for mutant in found] == [
        ("March.way.hex", "the step does nothing", "3.2"),
        ("March.halt", "the step does nothing", "3.3"),
    ]


def test_a_default_is_changed_where_everything_is_imported_anew(tmp_path: Path) -> None:
    (found,) = mutants(tmp_path, 'def far(s, reach=3):\n    """[7.1a]"""\n    return reach\n')
    assert (found.change, found.function) == ("3 → 4", None)


def test_a_changed_module_can_be_compiled(tmp_path: Path) -> None:
    code = '''
    def room(s):
        """[6.1a]"""
        return any(x > 1 for x in s.all if x) and not s.full
    '''
    for number in range(len(mutants(tmp_path, code))):
        changed = mutants(tmp_path, code)[number]
        assert ast.unparse(changed.mutate()) != ast.unparse(ast.parse(dedent(code)))
        compile(changed.tree, "chapter.py", "exec")


@pytest.mark.parametrize("title", TITLES)
def test_every_row_of_same_names_a_mutant_that_exists(title: str) -> None:
    suite = Suite(title)
    found = {suite.key(mutant) for mutant in of_title(suite.sources, suite.known)}
    listed = {key: reason for key, reason in read_same().items() if key.title == title}
    assert not listed.keys() - found
    assert all(reason.strip() for reason in listed.values())
    assert {key.title for key in read_same()} <= set(TITLES)


def test_no_row_of_same_stands_twice() -> None:
    assert SAME.read_text(encoding="utf8").count("[[same]]") == len(read_same())


def test_same_is_read_by_what_a_mutant_does(tmp_path: Path) -> None:
    file = tmp_path / "same.toml"
    file.write_text(
        '[[same]]\ntitle = "t"\nmodule = "m"\nfunction = "f"\nchange = "a → b"\nbecause = "so"\n', encoding="utf8"
    )
    assert read_same(file) == {Key("t", "m", "f", "a → b"): "so"}


def test_a_run_that_stops_before_its_end_is_none(tmp_path: Path) -> None:
    """Where tests fail without any change nothing has been tried, and nobody may take it for all killed."""
    (tmp_path / "test_one.py").write_text("def test_one(): pass\n", encoding="utf8")

    def work(bench: Bench) -> None:
        assert [*bench.by_name]
        raise SystemExit("mutants: these fail without any change")

    with pytest.raises(SystemExit, match="before its end"):
        with_tests([str(tmp_path)], tmp_path, lambda _: True, work)


def test_an_unknown_title_is_said_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chess"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_test_gets_many_times_what_it_takes_without_any_change() -> None:
    bench = Bench([], set())
    bench.seconds = {"quick": 0.1, "slow": 30.0}
    assert (bench.allowed("quick"), bench.allowed("slow")) == (6, 305)
    assert bench.allowed("never timed") > 60


PROBED = '''
def room(s, n):
    """[6.1a]"""
    total = n + 1 if n < 3 else 9
    if n > 5:
        s.append(n)
    s.extend(x for x in range(n) if x % 2)
    for x in s:
        if x and not n == 4:
            total += x
    return max(total, 2)
'''


def test_probes_change_nothing_and_note_what_would_be_another(tmp_path: Path) -> None:
    found = mutants(tmp_path, PROBED)
    probes = Probes()
    [tree] = probed(found).values()
    scope: dict[str, Any] = dict(probes.names)
    exec(compile(tree, "chapter.py", "exec"), scope)
    plain: dict[str, Any] = {}
    exec(dedent(PROBED), plain)
    told = {}
    for n in range(8):
        told[n] = scope["room"]([], n), {found[place].change for place in probes.read()}
    assert [total for total, _ in told.values()] == [plain["room"]([], n) for n in range(8)]
    changes_at_1, changes_at_7 = told[1][1], told[7][1]
    assert "n + 1 → n - 1" in changes_at_1
    assert "n + 1 → n - 1" not in changes_at_7, "it does not come there"
    assert "if n > 5 → if True" in changes_at_1
    assert "if n > 5 → if True" not in changes_at_7, "it makes the same of it"
    assert "if n > 5 → if False" in changes_at_7
    assert "drop s.append(n)" in changes_at_7 - changes_at_1
    assert "drop if x % 2" in changes_at_1
    assert "n < 3 → n <= 3" in told[3][1] - told[2][1]
    assert "total += x → total -= x" in changes_at_7
    assert "max(total, 2) → min(total, 2)" in changes_at_7 - told[1][1]


def test_a_dropped_step_is_noted_where_it_is_taken(tmp_path: Path) -> None:
    code = '''
    class March(Frame):
        @step("3.3")
        def halt(self, s):
            """Over."""
            if s.far:
                s.over += 1
    '''
    found = [mutant for mutant in mutants(tmp_path, code) if mutant.change != "1 → 2"]
    probes = Probes()
    [tree] = probed(found).values()
    scope: dict[str, Any] = {**probes.names, "Frame": object, "step": lambda _: lambda function: function}
    exec(compile(tree, "chapter.py", "exec"), scope)
    s = SimpleNamespace(far=False, over=0)
    scope["March"]().halt(s)
    assert {found[place].change for place in probes.read()} == {"the step does nothing", "if s.far → if True"}
    assert s.over == 0
