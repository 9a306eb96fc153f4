"""Counts for docs/design.md, "before and after": `python tools/measure_house.py [checkout]`.

Modules, the largest file, class and function, functions above 60 lines (their docstrings not counted), and pairs of places where six or more lines
in a row are the same (blank lines, comments, docstrings and imports left out). Aliases of earlier names and tests are not counted.
"""

import pathlib
import re
import sys
from collections import defaultdict
from itertools import combinations

SAME = 6
HEAD = re.compile(r"^(\s*)(?:async\s+)?(?:def|cdef|cpdef)\b.*\(.*|^(\s*)(?:cdef\s+)?class\s+\w+")
DOCSTRING = re.compile(r'^\s*[rR]?""".*?"""', re.M | re.S)


def sources(root: pathlib.Path) -> list[pathlib.Path]:
    found = [*root.glob("goboard.pyx"), *(root / "src" / "goboard").rglob("*.py"), *(root / "src" / "goboard").rglob("*.pyx")]
    return sorted(path for path in found if '"""The earlier name of' not in path.read_text(encoding="utf-8")[:60])


def blocks(lines: list[str]) -> list[tuple[int, int, bool, str]]:
    """(first line, lines, is a class, head) of every function and class."""
    found = []
    for i, line in enumerate(lines):
        match = HEAD.match(line)
        if not match:
            continue
        is_class = bool(re.match(r"\s*(cdef\s+)?class\b", line))
        j = i
        while j < len(lines) and not re.search(r":( \.\.\.)?\s*$", lines[j].split("#")[0]):  # the head may take several lines
            j += 1
            if j - i > 15:
                break
        if j - i > 15 or j == len(lines):
            continue
        if lines[j].split("#")[0].rstrip().endswith("..."):
            continue
        indent, last = len(line) - len(line.lstrip()), j
        for k in range(j + 1, len(lines)):
            if lines[k].strip():
                if len(lines[k]) - len(lines[k].lstrip()) <= indent:
                    break
                last = k
        if last > j:
            body = "\n".join(lines[j + 1 : last + 1])
            documented = 0 if is_class else sum(match[0].count("\n") + 1 for match in [re.match(r'\s*[rR]?""".*?"""', body, re.S)] if match)
            found.append((i + 1, last - i + 1 - documented, is_class, line.strip()))
    return found


def code(text: str) -> list[tuple[int, str]]:
    """(line number, line) of what is not blank, comment, docstring or import."""
    text = re.sub(r"@overload\n.*?: \.\.\.\n", lambda match: "\n" * match[0].count("\n"), text, flags=re.S)
    text = DOCSTRING.sub(lambda match: "\n" * match[0].count("\n"), text)
    lines = [(i, line.strip()) for i, line in enumerate(text.splitlines(), 1)]
    return [(i, line) for i, line in lines if len(line) > 1 and not re.match(r"#|from |import |cimport |\)|cdef extern", line)]


def repeated(files: list[pathlib.Path]) -> list[str]:
    """Pairs of runs of at least SAME equal lines, each pair of places once."""
    where = defaultdict(list)
    texts = {path: code(path.read_text(encoding="utf-8")) for path in files}
    for path, lines in texts.items():
        for k in range(len(lines) - SAME + 1):
            where[tuple(line for _, line in lines[k : k + SAME])].append((path, k))
    starts = set()
    for places in where.values():
        starts |= set(combinations(places, 2))
    # A longer run is one pair: it starts where the pair of the lines before is not equal too.
    return [
        f"{a.name}:{texts[a][i][0]} {b.name}:{texts[b][j][0]}"
        for (a, i), (b, j) in sorted(starts)
        if ((a, i - 1), (b, j - 1)) not in starts and not (a == b and abs(i - j) < SAME)
    ]


def main() -> None:
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    files = sources(root)
    sizes = {path: path.read_text(encoding="utf-8").splitlines() for path in files}
    found = [(count, f"{path.name}:{first}", is_class, head) for path, lines in sizes.items() for first, count, is_class, head in blocks(lines)]
    functions, classes = [f for f in found if not f[2]], [f for f in found if f[2]]
    largest = max(files, key=lambda path: len(sizes[path]))
    pairs = repeated(files)
    print("modules", len(files))
    print("largest file", largest.name, len(sizes[largest]))
    print("largest class", *max(classes)[:2])
    print("largest function", *max(functions)[:2])
    print("functions above 60 lines", sum(count > 60 for count, *_ in functions))
    for count, place, _, head in sorted(functions, reverse=True):
        if count > 60:
            print(f"  {count} {place} {head[:70]}")
    print(f"pairs of {SAME} or more equal lines", len(pairs))
    for pair in pairs:
        print(" ", pair)


if __name__ == "__main__":
    main()
