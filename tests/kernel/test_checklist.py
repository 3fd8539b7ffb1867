"""The checklist: reading it, and finding where each rule lives and what proves it."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from vistula.kernel.checklist import Checklist, Rule, Ruling, citations, code_index, main, refreshed
from vistula.kernel.checklist import test_index as proofs

RULES = """
# The head of the file.
game = "toy"

[[rule]]
id = "1.1"
title = "First"
says = "Do this."
status = "open"
code = []
tests = []

# Chapter 2
[[rule]]
id = "2.1a"
title = "Second"
says = "Do that."
kind = "action"

[[rule]]
id = "3.1"
title = "Third"
says = "Be polite."
status = "not-applicable"
note = "Nobody can check it."

[[ruling]]
id = "T-1"
title = "Which"
text = "This one."
rules = ["1.1"]
switchable = true
"""

CODE = '''
"""[9.1] Chapter nine."""

LIMIT = 3  # [2.1a]


def plain(s):
    """[1.1, 2.1a] Two at once."""
    tell(s, "3.1", "done")


@procedure
class Section(Frame):
    """[4.1] A section."""

    @choose(
        "5.1",
        "5.2",
        who=phasing,
    )
    def ask(self, s):
        return 1  # [5.3]

    @ask.on("unit")
    def _(self, s, unit):
        return None  # [5.4]

    @step("6.1b", "9.5.b3", "7.2aj")
    def after(self, s):
        def inner():
            return "7.1"

        return inner


def last(s):
    return s[3], "not 8.1", "8.2 neither", [1.5]
'''

TESTS = """
import pytest

rule = pytest.mark.rule


@rule("1.1")
def test_one():
    ...


@pytest.mark.rule("1.1", "2.1a")
@pytest.mark.parametrize("x", [1, 2])
def test_two(x):
    ...


@rule(
    "2.1a",
)
def test_three():
    ...


def test_unmarked():
    ...


@rule("3.1")
def helper():
    ...


@rule("3.1")
class TestMany:
    @rule("1.1")
    def test_four(self):
        ...
"""


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dedent(text), encoding="utf8")
    return path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project: one title with code, checklist and tests."""
    written(tmp_path / "src/vistula/games/toy/rules.toml", RULES)
    written(tmp_path / "src/vistula/games/toy/rules.py", CODE)
    written(tmp_path / "tests/games/toy/test_toy.py", TESTS)
    return tmp_path


def refresh(project: Path) -> str:
    path = project / "src/vistula/games/toy/rules.toml"
    return refreshed(path, project / "tests/games/toy", project)


# -- reading ----------------------------------------------------------------------------------------------------


def test_rules_and_rulings_are_read(project):
    listed = Checklist.read(project / "src/vistula/games/toy/rules.toml")
    assert [rule.id for rule in listed] == ["1.1", "2.1a", "3.1"]
    assert len(listed) == 3
    assert "2.1a" in listed
    assert "2.1" not in listed
    assert listed["1.1"].says == "Do this."
    assert listed.count("open") == 2
    assert listed.count("not-applicable") == 1


def test_rulings_are_found_by_the_rule_they_are_on(project):
    listed = Checklist.read(project / "src/vistula/games/toy/rules.toml")
    assert [ruling.id for ruling in listed.rulings_on("1.1")] == ["T-1"]
    assert listed.rulings_on("3.1") == []


def test_an_id_stands_once():
    with pytest.raises(ValueError, match="stands twice"):
        Checklist([Rule(id="1.1", title="", says=""), Rule(id="1.1", title="", says="")], [])


def test_every_chapter_with_rules_has_a_title():
    one, two = Rule(id="1.1a", title="", says=""), Rule(id="12.1a", title="", says="")
    assert Checklist([one, two], [], {"1": "Map", "12": "End"}).chapters["12"] == "End"
    with pytest.raises(ValueError, match="12"):
        Checklist([one, two], [], {"1": "Map"})


def test_a_ruling_is_on_rules_that_exist():
    with pytest.raises(ValueError, match=r"ruling T-1 cites '9\.9', which is not in the checklist"):
        Checklist([], [Ruling(id="T-1", title="", text="", rules=["9.9"])])


# -- where rules live -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "places"),
    [
        ("9.1", {""}),
        ("2.1a", {"", "plain"}),
        ("1.1", {"plain"}),
        ("3.1", {"plain"}),
        ("4.1", {"Section"}),
        ("5.1", {"Section.ask"}),
        ("5.2", {"Section.ask"}),
        ("5.3", {"Section.ask"}),
        ("5.4", {"Section.ask"}),
        ("6.1b", {"Section.after"}),
        ("9.5.b3", {"Section.after"}),
        ("7.2aj", {"Section.after"}),
        ("7.1", {"Section.after"}),
    ],
)
def test_citations_in_decorators_tags_and_quotes(project, id, places):
    assert citations(project / "src/vistula/games/toy/rules.py")[id] == places


def test_what_only_looks_like_an_id_is_none(project):
    assert not {"8.1", "8.2", "1.5", "3"} & set(citations(project / "src/vistula/games/toy/rules.py"))


def test_code_is_named_by_module_and_function(project):
    index = code_index(project / "src/vistula/games/toy")
    assert index["2.1a"] == ["rules", "rules:plain"]
    assert index["5.4"] == ["rules:Section.ask"]


def test_tests_are_named_by_file_and_function(project):
    index = proofs(project / "tests/games/toy", project)
    file = "tests/games/toy/test_toy.py"
    assert index["1.1"] == [f"{file}::test_one", f"{file}::test_two", f"{file}::TestMany::test_four"]
    assert index["2.1a"] == [f"{file}::test_two", f"{file}::test_three"]
    assert index["3.1"] == [f"{file}::TestMany::test_four"]


# -- writing it down --------------------------------------------------------------------------------------------


def test_a_rule_with_code_and_test_is_done(project):
    path = written(project / "out.toml", refresh(project))
    rule = Checklist.read(path)["2.1a"]
    assert rule.status == "done"
    assert rule.code == ["rules", "rules:plain"]
    assert len(rule.tests) == 2


def test_a_rule_without_a_test_is_open(project):
    (project / "tests/games/toy/test_toy.py").unlink()
    assert Checklist.read(written(project / "out.toml", refresh(project)))["1.1"].status == "open"


def test_a_rule_without_code_is_open(project):
    (project / "src/vistula/games/toy/rules.py").unlink()
    assert Checklist.read(written(project / "out.toml", refresh(project)))["1.1"].status == "open"


def test_not_applicable_stays_so(project):
    assert Checklist.read(written(project / "out.toml", refresh(project)))["3.1"].status == "not-applicable"


def test_refreshing_twice_changes_nothing_more(project):
    first = refresh(project)
    written(project / "src/vistula/games/toy/rules.toml", first)
    assert refresh(project) == first


def test_comments_stay_before_what_they_introduce(project):
    lines = refresh(project).splitlines()
    assert lines[lines.index("# Chapter 2") + 1] == "[[rule]]"
    assert "# The head of the file." in lines


def test_everything_else_stays_as_it_was(project):
    text = refresh(project)
    for line in RULES.splitlines():
        if not line.startswith(("status", "code", "tests")):
            assert line in text.splitlines()


def test_the_tool_writes_every_title(project, monkeypatch, capsys):
    monkeypatch.chdir(project)
    assert main() == 0
    assert capsys.readouterr().out == "toy: 3 rules, 2 done, 0 open\n"
