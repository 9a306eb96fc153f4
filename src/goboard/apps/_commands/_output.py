"""What commands write: files, JSON, a bar that shows progress."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from types import TracebackType
from typing import Any


def check_writable(*paths: str | None) -> None:
    """Fail before the work, not after it, when a result could not be written."""
    for path in filter(None, paths):
        if os.path.isdir(path):
            raise IsADirectoryError(21, "Is a directory", path)
        folder = os.path.dirname(os.path.abspath(path))
        if not os.path.isdir(folder):
            raise FileNotFoundError(2, "No such directory", folder)
        if not os.access(folder, os.W_OK):
            raise PermissionError(13, "Permission denied", folder)


def write_file(path: str, data: str | bytes) -> None:
    """Write a file whole or not at all, whatever happens in between."""
    data = data.encode("utf-8") if isinstance(data, str) else data
    handle, draft = tempfile.mkstemp(prefix=".goboard-", dir=os.path.dirname(os.path.abspath(path)))
    try:
        with open(handle, "wb") as file:
            file.write(data)
        # mkstemp makes files for their owner alone.
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(draft, 0o666 & ~mask)
        os.replace(draft, path)
    except BaseException:
        os.unlink(draft)
        raise


def print_json(payload: dict[str, Any]) -> None:
    print(json.dumps(payload, ensure_ascii=True))


class Progress:
    """A bar on standard error while something long runs; nothing when that is no terminal."""

    def __init__(self, total: int) -> None:
        self.total, self.start, self.shown = total, time.monotonic(), 0.0
        self.on = sys.stderr.isatty()

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        if not self.on or now - self.shown < 0.1:
            return
        self.shown = now
        share = done / self.total
        rate = done / max(now - self.start, 1e-9)
        left = (self.total - done) / rate if rate else 0
        bar = "#" * round(30 * share)
        print(f"\r[{bar:<30}] {share:4.0%}  {rate:,.0f}/s  {left:.0f} s left \x1b[K", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.on:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
