"""Where a dataset's records come from: SGF and other record files, folders, zip and tar archives."""

from __future__ import annotations

import os
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

ARCHIVES = (".zip", ".tar", ".tgz", ".tbz2", ".txz", ".tar.gz", ".tar.bz2", ".tar.xz")
RECORDS = (".sgf", ".gib", ".ngf", ".ugf", ".ugi")
# What lies among records without being one is not a fault of theirs.
NO_RECORDS = ("neither an SGF file nor an archive", "not an SGF file")


def find_units(inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[tuple[str, str]]:
    """The (path, member) pairs that the inputs name, sorted within folders; a member is "" but in zip archives."""
    if isinstance(inputs, (str, os.PathLike)):
        inputs = [inputs]
    units: list[tuple[str, str]] = []
    for given in inputs:
        path = Path(given)
        if not path.exists():
            raise FileNotFoundError(2, "No such file or folder", str(path))
        found = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
        for file in found:
            members = [""]
            if file.suffix.lower() == ".zip":
                try:
                    with zipfile.ZipFile(file) as archive:
                        members = [info.filename for info in archive.infolist() if not info.is_dir()]
                except (zipfile.BadZipFile, OSError):
                    members = [""]  # reading it says what is wrong
            units += [(str(file), member) for member in members]
    return units


class Reader:
    """Reads units to (name, bytes or the reason why not); keeps the last zip archive open."""

    def __init__(self, max_bytes: int):
        self.max_bytes = max_bytes
        self.archive: tuple[str, zipfile.ZipFile] | None = None

    def read(self, path: str, member: str) -> Iterator[tuple[str, bytes | str]]:
        name = f"{path}:{member}" if member else path
        lower = path.lower()
        try:
            if member:
                yield name, self._zip_member(path, member)
            elif lower.endswith(RECORDS):
                yield name, self._bounded(os.path.getsize(path)) or Path(path).read_bytes()
            elif lower.endswith(".zip"):
                with zipfile.ZipFile(path):
                    yield name, "a zip archive without files"
            elif lower.endswith(ARCHIVES):
                yield from self._tar(path)
            else:
                yield name, NO_RECORDS[0]
        except (OSError, EOFError, zipfile.BadZipFile, tarfile.TarError, RuntimeError, NotImplementedError, ValueError) as error:
            yield name, f"cannot be read: {error or type(error).__name__}"
        except Exception as error:  # the decompressors of tar files raise errors of their own
            yield name, f"cannot be read: {type(error).__name__}: {error}"

    def _bounded(self, size: int) -> str | None:
        return f"larger than {self.max_bytes} bytes" if size > self.max_bytes else None

    def _zip_member(self, path: str, member: str) -> bytes | str:
        if self.archive is None or self.archive[0] != path:
            self.close()
            self.archive = path, zipfile.ZipFile(path)
        info = self.archive[1].getinfo(member)
        if not member.lower().endswith(RECORDS):
            return NO_RECORDS[1]
        if too_large := self._bounded(info.file_size):
            return too_large
        with self.archive[1].open(info) as file:
            data = file.read(self.max_bytes + 1)
        return self._bounded(len(data)) or data

    def _tar(self, path: str) -> Iterator[tuple[str, bytes | str]]:
        with tarfile.open(path) as archive:
            for info in archive:
                if not info.isfile():
                    continue
                name = f"{path}:{info.name}"
                if not info.name.lower().endswith(RECORDS):
                    yield name, NO_RECORDS[1]
                    continue
                file = archive.extractfile(info)
                assert file is not None
                yield name, self._bounded(info.size) or file.read()

    def close(self) -> None:
        if self.archive is not None:
            self.archive[1].close()
            self.archive = None
