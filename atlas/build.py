"""Builds the boards: geography laid on each game's grid, plus overrides with their reasons, gives its board file.

    python atlas/build.py [TITLE …]     writes board files anew: all, or those named; same input, same bytes

Geography is in `layers/`; `<title>/survey.toml` says how a game's sheet lies on it; what the rulebook or a choice of
ours says otherwise stands in `<title>/overrides.toml`, never in the board itself.
"""

from __future__ import annotations

import sys
from pathlib import Path

from surveying.areas import AreaLine, AreaSheet, AreaWriter
from surveying.overrides import Draft, Overrides
from surveying.survey import Plan, Survey
from surveying.writing import Writer
from vistula.board.data import read_csv, read_toml

HERE = Path(__file__).resolve().parent
TITLES = ("warsaw_1920", "west_was_saved", "nest_of_eagles", "red_star_white_eagle", "strike_of_the_eagle")


def build(folder: str) -> str:
    """The board file of a title."""
    here = HERE / folder
    if (here / "areas.csv").exists():
        areas = read_csv(here / "areas.csv", AreaLine)
        return AreaWriter(folder, read_toml(here / "sheet.toml", AreaSheet), areas).board()
    survey = Survey(read_toml(here / "survey.toml", Plan))
    return Writer(folder, Draft(survey, read_toml(here / "overrides.toml", Overrides))).board()


def target(folder: str) -> Path:
    return HERE.parent / "src" / "vistula" / "games" / folder / "data" / "board.toml"


def main() -> None:
    for folder in sys.argv[1:] or TITLES:
        target(folder).parent.mkdir(parents=True, exist_ok=True)
        target(folder).write_text(build(folder), encoding="utf-8", newline="\n")
        print(f"{folder}: written")


if __name__ == "__main__":
    main()
