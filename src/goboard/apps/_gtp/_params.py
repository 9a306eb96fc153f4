"""KataGo's parameters."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from goboard.apps._gtp._protocol import NUMBER, GtpError, command

if TYPE_CHECKING:
    from goboard.apps.gtp import Engine


def _params(engine: Engine) -> dict[str, Any]:
    # KataGo's own numbers for no limit.
    return {
        "maxPlayouts": 1 << 50 if engine.playouts is None else engine.playouts,
        "maxTime": 1e20 if engine.seconds is None else engine.seconds,
        "maxVisits": 1 << 50 if engine.visits is None else engine.visits,
        "resignThreshold": 2 * engine.resign - 1,
    }


@command("kata-list-params")
def kata_list_params(engine: Engine, args: list[str]) -> str:
    return " ".join(_params(engine))


@command("kata-get-params")
def kata_get_params(engine: Engine, args: list[str]) -> str:
    return json.dumps(_params(engine))


@command("kata-get-param", 1)
def kata_get_param(engine: Engine, args: list[str]) -> str:
    params = _params(engine)
    if args[0] not in params:
        raise GtpError(f"Invalid parameter: {args[0][:40]}; there are {', '.join(params)}")
    return json.dumps(params[args[0]])


@command("kata-set-param", 2)
def kata_set_param(engine: Engine, args: list[str]) -> str:
    _set_params(engine, {args[0]: args[1]})
    return ""


@command("kata-set-params", 1, None)
def kata_set_params(engine: Engine, args: list[str]) -> str:
    """A JSON object of parameters and values: all of them, or none."""
    try:
        params = json.loads(engine.text)
    except (ValueError, RecursionError) as error:
        raise GtpError(f"Could not set params: {error}") from None
    if not isinstance(params, dict):
        raise GtpError("Could not set params: a JSON object is expected")
    _set_params(engine, {key: value if isinstance(value, str) else json.dumps(value) for key, value in params.items()})
    return ""


def _set_params(engine: Engine, params: dict[str, str]) -> None:
    known, checked = _params(engine), dict[str, Any]()
    for key, word in params.items():
        if key not in known:
            raise GtpError(f"Could not set params: there is no parameter {key[:40]}; there are {', '.join(known)}")
        whole = isinstance(known[key], int)
        least, most = (-1, 1) if key == "resignThreshold" else (1, 1 << 50) if whole else (0, 1e20)
        if not re.fullmatch(r"[+-]?[0-9]{1,17}" if whole else NUMBER, word.lower()) or not least <= float(word) <= most:
            raise GtpError(f"Could not set params: {key} must be {'a whole number' if whole else 'a number'} from {least} to {most}, not {word[:20]}")
        checked[key] = int(word) if whole else float(word)
    if checked.get("maxTime") == 0:
        raise GtpError("Could not set params: maxTime must be above 0")
    engine.playouts = checked.get("maxPlayouts", engine.playouts)
    engine.seconds = checked.get("maxTime", engine.seconds)
    engine.visits = checked.get("maxVisits", engine.visits)
    engine.resign = (checked["resignThreshold"] + 1) / 2 if "resignThreshold" in checked else engine.resign


@command("kata-get-models")
def kata_get_models(engine: Engine, args: list[str]) -> str:
    """None: this engine has no neural net."""
    return "[]"
