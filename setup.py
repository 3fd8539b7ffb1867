"""All about the package stands in pyproject.toml; here is only what refuses to build a wheel that lacks the client."""

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel

CLIENT = Path(__file__).parent / "src/vistula/server/static/index.html"


class WithClient(bdist_wheel):
    def run(self) -> None:
        if not CLIENT.exists():
            sys.exit("The client has not been built, and a wheel without it serves no table: `make play` builds it.")
        super().run()


setup(cmdclass={"bdist_wheel": WithClient})
