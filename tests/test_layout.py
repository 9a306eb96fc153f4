"""The house: rooms import one way only, _core <- board <- rules <- reading <- learning <- records <- apps, and internal modules have an underscore.

Rules know nothing of reading or learning; both may ask for the rules, and learning for reading.
"""

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "goboard"
ROOMS = ["board", "rules", "reading", "learning", "records", "apps"]
# Public modules of the rooms; every other one has an underscore.
PUBLIC = {
    "rules": {"handicap"},
    "learning": {"dataset", "env", "katago"},
    "records": {"formats", "render", "sgf"},
    "apps": {"cli", "gtp", "mcts"},
}
# (module, what it names): a method that shows a picture, reads a record or paints planes imports it when called.
WHEN_CALLED = {
    ("goboard.board._batch", "goboard.learning._features"),
    ("goboard.board._results", "goboard.records"),
    ("goboard.learning._samples", "goboard.records"),
    ("goboard.rules._cleanup", "goboard.learning._features"),
    ("goboard.rules._cleanup", "goboard.records"),
    ("goboard.rules._confirmation", "goboard.records"),
    ("goboard.rules._game", "goboard.records"),
    ("goboard.rules._game_records", "goboard.records"),
    ("goboard.rules._game_records", "goboard.records._record"),
    ("goboard.rules._game_records", "goboard.records._sgf"),
    ("goboard.rules._ing", "goboard.reading"),
    ("goboard.rules._results", "goboard.records._sgf"),
    ("goboard.rules._scoring", "goboard.records"),
}
# Imports of higher rooms that are still there, to be taken away: nothing may be added here.
KNOWN: set[tuple[str, str]] = set()
IMPORT = re.compile(r"^([ \t]*)(?:from[ \t]+(goboard[\w.]*)[ \t]+c?import[ \t]+(\(?[^#\n]*)|c?import[ \t]+(goboard[\w.]*))", re.M)


def name_of(path):
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def python_imports(path):
    """(imported module or name, line, whether that happens when the module is imported); what is only for type checkers is left out."""

    def walk(node, at_once):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
                yield from (found for part in child.orelse for found in walk(ast.Module([part], []), at_once))
            elif isinstance(child, ast.ImportFrom):
                assert child.level == 0, f"{path}:{child.lineno}: imports are absolute"
                yield from ((f"{child.module}.{alias.name}", child.lineno, at_once) for alias in child.names)
            elif isinstance(child, ast.Import):
                yield from ((alias.name, child.lineno, at_once) for alias in child.names)
            else:
                yield from walk(child, at_once and not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)))

    return walk(ast.parse(path.read_text("utf-8")), True)


def cython_imports(path):
    text = path.read_text("utf-8")
    for found in IMPORT.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        names = re.findall(r"\w+", found[3].partition(" as ")[0]) if found[3] else []
        for name in [f"{found[2]}.{name}" for name in names or ["*"]] if found[2] else [found[4]]:
            yield name, line, not found[1]


def imports():
    """(path, module, imported room or "face", imported name, line, whether at once) of every import from one room of another."""
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*.p*")):
            if path.suffix not in (".py", ".pyi", ".pyx", ".pxd"):
                continue
            for target, line, at_once in (python_imports if path.suffix in (".py", ".pyi") else cython_imports)(path):
                parts = target.split(".")
                # What has an underscore beside the rooms is of the core: _core, _laws, _random, _files, _lazy.
                if parts[0] == "goboard" and len(parts) > 1 and parts[1] != room and not parts[1].startswith("_"):
                    yield path, name_of(path), parts[1] if parts[1] in ROOMS else "face", target, line, at_once


FOUND = list(imports())


def upward():
    for path, module, room, target, line, at_once in FOUND:
        own = module.split(".")[1]
        if room == "face" or ROOMS.index(room) > ROOMS.index(own):
            yield path, module, room, target, line, at_once


def test_the_walk_sees_imports_of_all_kinds():
    seen = {path.suffix for path, *_ in FOUND}
    assert seen == {".py", ".pyi", ".pyx", ".pxd"}
    assert {at_once for *_, at_once in FOUND} == {True, False}


def test_no_room_names_a_higher_one_when_it_is_imported():
    assert {(module, target.rpartition(".")[0]) for _, module, _, target, _, at_once in upward() if at_once} <= KNOWN


def test_higher_rooms_are_imported_when_called_by_the_listed_few_alone():
    assert {(module, target.rpartition(".")[0]) for _, module, _, target, _, at_once in upward() if not at_once} <= WHEN_CALLED


@pytest.mark.parametrize("room", ROOMS)
def test_internal_modules_have_an_underscore(room):
    modules = {path.name.split(".")[0] for path in (PACKAGE / room).iterdir() if path.suffix in (".py", ".pyx", ".pxd", ".pyi") or path.is_dir()}
    public = {name for name in modules if not name.startswith("_")} - ({"lanes"} if room == "board" else set())
    assert public == PUBLIC.get(room, set())


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_says_what_it_is_for(room):
    doc = ast.get_docstring(ast.parse((PACKAGE / room / "__init__.py").read_text("utf-8")))
    assert doc and doc.splitlines()[0].endswith(".")
