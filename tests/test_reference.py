"""The reference has every public name; every public name has a docstring with its sections, a signature and types that agree, and examples that run."""

import ast
import doctest
import importlib
import inspect
import re
from pathlib import Path

import pytest

import goboard

ROOT = Path(__file__).parent.parent
# The public modules by the names that callers import. `goboard.env` needs an extra, `goboard.lanes` and `goboard.local` are internal.
MODULES = [
    "goboard", "goboard.batch", "goboard.cleanup", "goboard.cli", "goboard.confirmation", "goboard.dataset", "goboard.endgame", "goboard.estimate",
    "goboard.formats", "goboard.game", "goboard.gtp", "goboard.handicap", "goboard.katago", "goboard.life", "goboard.mcts",
    "goboard.playout", "goboard.render", "goboard.scoring", "goboard.sgf", "goboard.solver",
]
# Modules that do not say in `__all__` what is public.
PUBLIC = {
    "goboard.batch": ["BoardBatch"],
    "goboard.cli": ["main"],
    "goboard.playout": ["BatchResult", "PlayoutResult", "playout", "playout_batch", "playout_paths"],
}


def public_names(module):
    loaded = importlib.import_module(module)
    return PUBLIC.get(module) or [name for name in loaded.__all__ if not name.startswith("__")]


def attribute(module, name):
    return getattr(importlib.import_module(module), name)


NAMES = [(module, name) for module in MODULES for name in public_names(module)]
OBJECTS = {f"{module}.{name}": attribute(module, name) for module, name in NAMES}
CALLABLES = {name: item for name, item in OBJECTS.items() if callable(item)}


def documented():
    """The full names that the reference's directives name, modules with `:members:` as all of their public names."""
    found = set()
    for page in sorted((ROOT / "docs" / "reference").glob("*.md")):
        module = "goboard"
        lines = page.read_text(encoding="utf-8").splitlines()
        for i, line in enumerate(lines):
            if match := re.match(r"\.\. currentmodule:: (\S+)", line):
                module = match[1]
            elif match := re.match(r"\.\. (?:auto(?:class|function|exception|data)|py:data):: (\S+)", line):
                found.add(match[1] if match[1].startswith("goboard.") else f"{module}.{match[1]}")
            elif (match := re.match(r"\.\. automodule:: (\S+)", line)) and match[1] in MODULES:
                options = "\n".join(lines[i + 1 : i + 3])
                assert ":members:" in options
                left_out = re.search(r":exclude-members: (.*)", options)
                found |= {f"{match[1]}.{name}" for name in public_names(match[1])} - {f"{match[1]}.{name}" for name in (left_out[1].split(", ") if left_out else [])}
    return found


def test_the_reference_has_every_public_name():
    found = documented()
    there = [OBJECTS[name] for name in found if name in OBJECTS]
    missing = sorted(name for name, item in OBJECTS.items() if name not in found and not any(item is other for other in there))
    assert missing == []


def test_the_reference_names_nothing_that_is_not_there():
    for name in documented():
        module, _, last = name.rpartition(".")
        assert hasattr(importlib.import_module(module), last), name


def without_signature(item):
    """The docstring without the signature line that Cython writes into it."""
    return re.sub(r"\A\w+\(.*\)\n--\n\n", "", inspect.getdoc(item) or "")


# Public names whose docstring has no numpydoc section yet, and methods that have no docstring: the list only shrinks.
NOT_YET = set((ROOT / "tests" / "data" / "not_yet_documented.txt").read_text(encoding="utf-8").split())


def has_sections(item):
    text = without_signature(item)
    return bool(re.search(r"^(Parameters|Returns|Yields|Attributes|Raises|Examples)\n-{3,}$", text, re.M))


@pytest.mark.parametrize("name", sorted(CALLABLES))
def test_a_docstring_with_its_sections(name):
    item = CALLABLES[name]
    assert without_signature(item).strip(), f"{name} has no docstring"
    if isinstance(item, type) and issubclass(item, (Exception, Warning)):
        return
    assert has_sections(item) or name in NOT_YET, f"{name} states neither parameters nor what it returns, in numpydoc form"


@pytest.mark.parametrize("name", sorted(name for name, item in CALLABLES.items() if not (isinstance(item, type) and issubclass(item, Exception))))
def test_a_signature(name):
    inspect.signature(CALLABLES[name])


def methods():
    for name, item in CALLABLES.items():
        if isinstance(item, type):
            for method, value in vars(item).items():
                if not method.startswith("_") and callable(value):
                    yield f"{name}.{method}", value


METHODS = dict(methods())


def test_methods_have_signatures():
    for method in METHODS.values():
        inspect.signature(method if not isinstance(method, (classmethod, staticmethod)) else method.__func__)


def test_public_methods_have_docstrings():
    bare = {name for name, method in METHODS.items() if not without_signature(method).strip()}
    assert bare <= NOT_YET, bare - NOT_YET


@pytest.mark.slow
def test_the_list_of_what_is_not_yet_documented_names_only_that():
    lacking = {name for name, item in CALLABLES.items() if not has_sections(item)}
    lacking |= {name for name, method in METHODS.items() if not without_signature(method).strip()}
    assert lacking >= NOT_YET, f"take from tests/data/not_yet_documented.txt: {sorted(NOT_YET - lacking)}"


def stubs():
    """Module -> its stub's syntax tree, for modules compiled from Cython."""
    for path in sorted((ROOT / "src" / "goboard").rglob("*.pyi")):
        module = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
        yield module, ast.parse(path.read_text(encoding="utf-8"))


def arguments(node):
    """[(name, kind, has a default)] of a stub's function."""
    plain, spec = [*node.args.posonlyargs, *node.args.args], node.args
    first_default = len(plain) - len(spec.defaults)
    kinds = [inspect.Parameter.POSITIONAL_ONLY] * len(spec.posonlyargs) + [inspect.Parameter.POSITIONAL_OR_KEYWORD] * len(spec.args)
    found = [(arg.arg, kind, i >= first_default) for i, (arg, kind) in enumerate(zip(plain, kinds, strict=True))]
    if spec.vararg:
        found.append((spec.vararg.arg, inspect.Parameter.VAR_POSITIONAL, False))
    found += [(arg.arg, inspect.Parameter.KEYWORD_ONLY, default is not None) for arg, default in zip(spec.kwonlyargs, spec.kw_defaults, strict=True)]
    if spec.kwarg:
        found.append((spec.kwarg.arg, inspect.Parameter.VAR_KEYWORD, False))
    return found


def stub_functions():
    for module, tree in stubs():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                yield module, None, node
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                for method in node.body:
                    decorators = {getattr(d, "id", getattr(d, "attr", "")) for d in getattr(method, "decorator_list", [])}
                    plain = isinstance(method, ast.FunctionDef) and not decorators & {"property", "setter", "overload"}
                    if plain and (not method.name.startswith("_") or method.name == "__init__"):
                        yield module, node.name, method


def test_signatures_are_those_of_the_stubs():
    different, homes = [], {getattr(item, "__module__", None) for item in OBJECTS.values()}
    for module, owner, node in stub_functions():
        loaded = importlib.import_module(module)
        if owner is None:
            item, drop = getattr(loaded, node.name), False
        elif node.name == "__init__":
            item, drop = getattr(loaded, owner), True
        else:
            item, drop = inspect.getattr_static(getattr(loaded, owner), node.name), False
            if isinstance(item, (classmethod, staticmethod)):
                item = item.__func__
        if module not in homes or (isinstance(item, type) and issubclass(item, BaseException)):
            continue
        expected = arguments(node)[1:] if drop else arguments(node)
        try:
            actual = [(p.name, p.kind, p.default is not p.empty) for p in inspect.signature(item).parameters.values()]
        except ValueError:
            different.append(f"{module}.{owner or ''}.{node.name}: no signature")
            continue
        if owner and not drop:  # the instance or class: positional only in Cython, not in a stub
            expected, actual = expected[1:], actual[1:] if len(actual) == len(expected) else actual
        if expected != actual:
            different.append(f"{module}.{owner or ''}.{node.name}: stub {[e[0] for e in expected]}, module {[a[0] for a in actual]}")
    assert not different, "\n".join(different)


def examined():
    """Every module of the package that imports without an extra."""
    for path in sorted((ROOT / "src" / "goboard").rglob("*.py*")):
        if path.suffix not in (".py", ".pyx") or path.name in ("env.py", "__main__.py", "__init__.py"):
            continue
        yield ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
    yield from ("goboard._core",)


def examples_of(module):
    """Doctests of a module, of its functions and classes, compiled ones too (doctest's own finder passes those by)."""
    finder, loaded, seen = doctest.DocTestParser(), importlib.import_module(module), {}
    things = {module: loaded}
    for name, item in vars(loaded).items():
        if getattr(item, "__module__", None) == module:
            things[f"{module}.{name}"] = item
            if isinstance(item, type):
                things |= {f"{module}.{name}.{key}": value for key, value in vars(item).items()}
    for name, item in things.items():
        text = item.__doc__ if isinstance(getattr(item, "__doc__", None), str) else ""
        if ">>>" in text and id(item) not in seen:
            seen[id(item)] = finder.get_doctest(inspect.cleandoc(text), {"goboard": goboard, "__name__": "example"}, name, None, 0)
    return list(seen.values())


EXAMINED = sorted(set(examined()) - {"goboard.env"})


@pytest.mark.parametrize("module", EXAMINED)
def test_the_examples_run(module):
    space = vars(importlib.import_module(module))
    failures = []
    for test in examples_of(module):
        test.globs = {**{k: v for k, v in space.items() if not k.startswith("__")}, "goboard": goboard}
        output = []
        if doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS).run(test, out=output.append).failed:
            failures.append("".join(output))
    assert not failures, "\n".join(failures)
