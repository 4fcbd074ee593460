"""Compiles the catalogues before a wheel is packed; named in `pyproject.toml`.

A file of its own, since `make run` has no setuptools. It imports nothing from this folder, which is not on
the path of a build.
"""

from pathlib import Path
from runpy import run_path

from setuptools.command.build_py import build_py


class BuildPy(build_py):
    def run(self) -> None:
        run_path(str(Path(__file__).with_name("catalogues.py")))["compile_or_exit"]()
        super().run()
