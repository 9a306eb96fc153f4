"""Every check but the tests: `pip install '.[dev,docs]'`, then `python tools/check.py`. What is not enforced yet is said at the end."""

import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Rules of ruff that some files of the tree still break.
RUFF_NOT_YET = [
    "B007", "B018", "C420", "D209", "D210", "D301", "D403", "E501", "F401", "F541", "I001", "PERF102", "RUF007", "RUF010", "RUF018", "RUF021",
    "RUF023", "RUF059", "RUF100", "SIM102",
]
NOT_ENFORCED = [
    f"ruff: {', '.join(RUFF_NOT_YET)}",
    "cython-lint: unused names that it prints above",
    "ruff format: the tree has not been formatted; `ruff format --diff` says what would change",
    "mypy --strict and pyright in the modules that NOT_YET lists in tools/check_types.py",
    "sections in the docstrings of the names in tests/data/not_yet_documented.txt",
]


def main() -> int:
    with tempfile.TemporaryDirectory() as site:
        checks = {
            "ruff": ["ruff", "check", "--extend-ignore", ",".join(RUFF_NOT_YET), "."],
            "documents": ["sphinx", "-q", "-W", "docs", site],
        }
        failed = [name for name, command in checks.items() if subprocess.run([sys.executable, "-m", *command], cwd=ROOT).returncode]
    # cython-lint calls pycodestyle by name.
    beside = f"{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    subprocess.run([sys.executable, "-m", "cython_lint.cython_lint", "goboard.pyx", "src"], cwd=ROOT, env={**os.environ, "PATH": beside})
    if subprocess.run([sys.executable, "tools/check_types.py"], cwd=ROOT).returncode:
        failed.append("types")
    print("Not enforced yet:", *NOT_ENFORCED, sep="\n  ")
    print("Failed:", ", ".join(failed) or "nothing")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
