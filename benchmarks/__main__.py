"""`python -m benchmarks`: goboard, the yardstick and the peers that are installed, interleaved on one core, as a table of ratios.

Every run of anything stands between two runs of the yardstick (benchmarks/yardstick.c, compiled here with a C compiler),
and its speed is divided by their mean: the machine's changes of speed cancel. CPU time counts, not the clock on the wall.
"""

import argparse
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import goboard
from benchmarks import peers

SIZES = (9, 13, 19)
HERE = pathlib.Path(__file__).parent


def build_yardsticks(folder, sizes=SIZES):
    compiler = os.environ.get("CC") or shutil.which("gcc") or shutil.which("clang") or shutil.which("cc")
    if compiler is None:
        sys.exit("benchmarks: no C compiler was found for yardstick.c")
    march = ["-march=x86-64-v3"] if platform.machine() in ("x86_64", "AMD64") else []
    built = {}
    for size in sizes:
        built[size] = folder / f"yardstick{size}"
        subprocess.run([compiler, "-O3", *march, f"-DN={size}", HERE / "yardstick.c", "-o", built[size]], check=True)
    return built


def yardstick_speed(program, seconds_of_playouts):
    out = subprocess.run([program, str(seconds_of_playouts)], check=True, capture_output=True, text=True).stdout
    return float(out.split("playouts/s=")[1].split()[0])


def speed(play, size, n):
    start = time.process_time()
    games = play(size, n)
    return games / (time.process_time() - start)


def contestants():
    """Name -> (function(size, n) -> games played, playouts at 19x19 for about a third of a second)."""
    def goboard_path(path):
        return lambda size, n: goboard.playout(goboard.Board(size), n, seed=n, path=path).games

    found = {"goboard.playout": (goboard_path(None), 16_000)}
    for path in goboard.playout_paths():
        found[f'goboard.playout, path="{path}"'] = (goboard_path(path), 16_000)
    for name, play in peers.installed().items():
        found[name] = (play, 8)
    return found


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="interleaved rounds (default 5)")
    parser.add_argument("--core", type=int, default=0, help="the core to run on, where the system can pin (default 0)")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {options.core})

    rows = contestants()
    ratios = {(name, size): [] for name in rows for size in SIZES}
    with tempfile.TemporaryDirectory() as folder:
        yardsticks = build_yardsticks(pathlib.Path(folder))
        for size in SIZES:
            peers.warm(size)
        for round_number in range(options.rounds):
            for size in SIZES:
                n = 16_000 * 361 * 21 // (size * size * 20)
                before = yardstick_speed(yardsticks[size], n)
                for name, (play, at_19) in rows.items():
                    mine = speed(play, size, max(2, at_19 * 361 // (size * size)))
                    after = yardstick_speed(yardsticks[size], n)
                    ratios[name, size].append(mine / ((before + after) / 2))
                    before = after
            if sys.stderr.isatty():
                print(f"\rround {round_number + 1} of {options.rounds}", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print("\r" + " " * 20 + "\r", end="", file=sys.stderr)

    print(f"Playouts from the empty board, one thread, speed as a ratio to the yardstick: median [least .. most] of {options.rounds}.")
    print(f"{platform.machine()}, {processor()}, Python {platform.python_version()}, goboard {goboard.__version__}\n")
    print("| | " + " | ".join(f"{size}x{size}" for size in SIZES) + " |")
    print("|---" * (len(SIZES) + 1) + "|")
    for name in rows:
        cells = []
        for size in SIZES:
            r = sorted(ratios[name, size])
            cells.append(f"{statistics.median(r):.3g} [{r[0]:.3g} .. {r[-1]:.3g}]")
        print(f"| {name} | " + " | ".join(cells) + " |")


def processor():
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":")[1].strip()
    except OSError:
        pass
    return platform.processor() or "unknown processor"


if __name__ == "__main__":
    main()
