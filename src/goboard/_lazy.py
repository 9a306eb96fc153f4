"""Names that are imported on first access, so that `import goboard` costs little."""

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence


def attach(package: str, names: Mapping[str, Sequence[str]], modules: Sequence[str] = ()) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of `package`.

    Parameters
    ----------
    package : str
        The package's `__name__`.
    names : mapping of str to sequence of str
        A module's full name, and which of its attributes or submodules the package offers.
    modules : sequence of str
        Submodules of the package itself.
    """
    home = {name: module for module, offered in names.items() for name in offered}

    def __getattr__(name: str) -> object:
        if name in home:
            source = importlib.import_module(home[name])
            return getattr(source, name) if hasattr(source, name) else importlib.import_module(f"{home[name]}.{name}")
        if name in modules:
            return importlib.import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*vars(sys.modules[package]), *home, *modules})

    return __getattr__, __dir__


def name_modules(package: str, **modules: str) -> None:
    """Let `import package.name` find the module, while the attribute `name` of the package stays what it is."""
    for name, target in modules.items():
        sys.modules[f"{package}.{name}"] = importlib.import_module(target)
