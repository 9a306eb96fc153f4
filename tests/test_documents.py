"""Every Python block of the README and the documents runs: in order, one namespace a page; scripts as scripts of their own."""

import importlib.util
import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.M | re.S)
OPTIONAL = ("dask", "mpi4py", "ray", "torch", "pettingzoo", "sgfmill", "pysgf", "cairosvg")


def missing(code):
    return [name for name in OPTIONAL if re.search(rf"^\s*(import|from) {name}\b", code, re.M) and not importlib.util.find_spec(name)]


def cases():
    for page in PAGES:
        blocks = [(page.read_text(encoding="utf-8").count("\n", 0, m.start()) + 2, m[1]) for m in BLOCK.finditer(page.read_text(encoding="utf-8"))]
        together = [(line, code) for line, code in blocks if "__main__" not in code]
        name = str(page.relative_to(ROOT))
        if together:
            yield pytest.param(page, together, False, id=name)
        for line, code in blocks:
            if "__main__" in code:
                yield pytest.param(page, [(line, code)], True, id=f"{name}:{line}")


@pytest.mark.parametrize(("page", "blocks", "script"), list(cases()))
def test_the_blocks_run(page, blocks, script, tmp_path, monkeypatch):
    (tmp_path / "examples").symlink_to(ROOT / "examples", target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    space = {"__name__": "page"}
    for line, code in blocks:
        if lacking := missing(code):
            if script:
                pytest.skip(f"needs {', '.join(lacking)}")
            continue
        if "mpi4py" in code or "ray" in code.split():
            pytest.skip("run by hand: needs its own launcher")
        if script:
            file = tmp_path / "job.py"
            file.write_text(code)
            subprocess.run([sys.executable, file], check=True, timeout=300, env={**os.environ, "PYTHONWARNINGS": "ignore"})
        else:
            exec(compile("\n" * (line - 1) + code, str(page), "exec"), space)
