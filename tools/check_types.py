"""`mypy --strict`, pyright and stubtest over the package; and over every Python block of the pages and the examples.

`python tools/check_types.py` fails for an error in a module that is not on the list of its tool below. It prints how many errors the listed
modules have, and which of them have none by now: the lists only shrink.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Modules that are not yet clean, for each tool: seen and counted, not enforced.
NOT_YET: dict[str, set[str]] = {
    "mypy": {
        "records/render",
    },
    "pyright": {
        "records/formats", "records/render", "rules/_game_records", "rules/_scoring",
    },
}
BLOCK = re.compile(r"^```python\n(.*?)^```", re.M | re.S)
PAGES = ["README.md", "docs/tutorial.md", "docs/howto.md"]


def run(*command: str, cwd: pathlib.Path = ROOT) -> str:
    done = subprocess.run([sys.executable, "-m", *command], cwd=cwd, capture_output=True, text=True)
    return done.stdout + done.stderr


def judge(tool: str, output: str, pattern: str) -> bool:
    """Whether the errors of `output` are in the modules of its list, all of which have some."""
    errors = collections.Counter(re.findall(pattern, output, re.M))
    allowed = NOT_YET[tool]
    new, clean = sorted(set(errors) - allowed), sorted(allowed - set(errors))
    print(f"{tool}: {sum(errors.values())} errors, in {len(errors)} modules that are not yet enforced: {', '.join(f'{name} {n}' for name, n in sorted(errors.items()))}")
    for module in new:
        print("\n".join(line for line in output.splitlines() if f"goboard/{module}.py" in line))
    if clean:
        print(f"{tool}: clean by now, to be taken from NOT_YET in tools/check_types.py: {', '.join(clean)}")
    if not errors and not re.search("Success|^0 errors", output, re.M):
        print(output)
        return False
    return not new


def check_package() -> bool:
    mypy = judge("mypy", run("mypy"), r"^src/goboard/([\w/]+)\.pyi?:\d+: error")
    return judge("pyright", run("pyright"), r"src/goboard/([\w/]+)\.pyi?:\d+:\d+ - error") and mypy


def check_pages() -> bool:
    """The blocks of each page in order, as one script; and the examples."""
    good = True
    with tempfile.TemporaryDirectory() as folder:
        scripts = []
        for page in PAGES:
            text = (ROOT / page).read_text(encoding="utf-8")
            lines = [""] * text.count("\n")
            for block in BLOCK.finditer(text):
                start = text.count("\n", 0, block.start()) + 1
                for i, line in enumerate(block[1].splitlines()):
                    lines[start + i] = line
            scripts.append(pathlib.Path(folder) / f"{pathlib.Path(page).stem}.py")
            scripts[-1].write_text("\n".join(lines), encoding="utf-8")
        scripts += sorted((ROOT / "examples").glob("*.py"))
        for output, passed in (
            (run("mypy", "--follow-imports=silent", *map(str, scripts)), "Success"),
            (run("pyright", *map(str, scripts)), "0 errors"),
        ):
            if passed not in output:
                print("\n".join(line for line in output.splitlines() if "error" in line))
                good = False
    return good


def check_stubs() -> bool:
    """The stubs against the compiled modules, which must be importable."""
    names = [".".join(path.relative_to(ROOT / "src").with_suffix("").parts) for path in sorted((ROOT / "src").rglob("*.pyi"))]
    with tempfile.TemporaryDirectory() as folder:
        config = pathlib.Path(folder) / "mypy.ini"
        config.write_text(f"[mypy]\nmypy_path = {ROOT / 'src'}\nignore_errors = True\nignore_missing_imports = True\n", encoding="utf-8")
        output = run(
            "mypy.stubtest", *names, "--mypy-config-file", str(config), "--concise", "--ignore-missing-stub", "--ignore-positional-only",
            "--ignore-disjoint-bases", "--allowlist", str(ROOT / "tools" / "stubtest_allowed.txt"), "--ignore-unused-allowlist",
        )
    print(f"stubtest: {output.strip() or 'clean'}")
    return not output.strip() or output.startswith("Success")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", nargs="*", choices=["package", "pages", "stubs", []], help="what to check; all without one")
    what = parser.parse_args().what or ["package", "pages", "stubs"]
    results = [{"package": check_package, "pages": check_pages, "stubs": check_stubs}[name]() for name in what]
    sys.exit(not all(results))
