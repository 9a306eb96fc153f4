"""Commands about the engine itself."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import goboard
from goboard.apps._gtp._protocol import COMMANDS, command

if TYPE_CHECKING:
    from goboard.apps.gtp import Engine


@command()
def protocol_version(engine: Engine, args: list[str]) -> str:
    return "2"


@command()
def name(engine: Engine, args: list[str]) -> str:
    return "goboard"


@command()
def version(engine: Engine, args: list[str]) -> str:
    return goboard.__version__


@command(least=1)
def known_command(engine: Engine, args: list[str]) -> str:
    return "true" if args[0] in COMMANDS else "false"


@command()
def list_commands(engine: Engine, args: list[str]) -> str:
    return "\n".join(sorted(COMMANDS))


@command()
def quit(engine: Engine, args: list[str]) -> str:
    engine.quitting = True
    return ""


@command("gomill-cpu_time")
@command()
def cputime(engine: Engine, args: list[str]) -> str:
    return f"{time.process_time():.3f}"


