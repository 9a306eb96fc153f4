"""The command `goboard`. A subcommand is a function with `@command` on it; its docstring is its help.

Exit codes: 0 done, 1 the input cannot be used, 2 wrong usage, 130 stopped by Ctrl-C. Errors are one line on standard error.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import goboard
from goboard.records import render
from goboard.records import sgf

COMMANDS: dict[str, tuple] = {}
COLORS = ("nobody", "Black", "White")


class UsageError(Exception):
    """Arguments that cannot be meant."""


def argument(*names, **options):
    return names, options


def command(*arguments):
    """Makes a function `run(args) -> exit code or None` a subcommand of its name."""

    def register(run):
        COMMANDS[run.__name__] = run, arguments
        return run

    return register


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def parser(argv: list[str]) -> Parser:
    main_parser = Parser(prog="goboard", description="Go positions and records: playouts, life and death, scores, pictures, datasets, a GTP engine.")
    main_parser.add_argument("--version", action="version", version=f"goboard {goboard.__version__}")
    commands = main_parser.add_subparsers(metavar="COMMAND", required=True)
    for name, (run, arguments) in COMMANDS.items():
        told = run.__doc__.strip()
        sub = commands.add_parser(name, help=told.splitlines()[0], description=told)
        for names, options in _listed(arguments, name in argv):
            sub.add_argument(*names, **options)
        sub.set_defaults(run=run)
    return main_parser


def _listed(arguments, asked: bool):
    """The arguments of a command; a function among them asks a room for its own, which is imported only if the command is asked for."""
    for each in arguments:
        if not callable(each):
            yield each
        elif asked:
            yield from each()


def main(argv: list[str] | None = None) -> int:
    """Runs the command line and returns its exit code."""
    if sys.stdout is None or sys.stdin is None:
        if sys.stderr is not None:
            print("goboard: standard input and output must be open", file=sys.stderr)
        return 1
    for stream in (sys.stdout, sys.stderr):
        # A name that the terminal cannot show is no reason to fail.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        argv = sys.argv[1:] if argv is None else argv
        args = parser(argv).parse_args(argv)
    except SystemExit as stop:
        return stop.code or 0
    try:
        code = args.run(args) or 0
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return _fail("stopped", 130)
    except BrokenPipeError:
        # The reader has gone; what Python still holds for it must not fail again at exit.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except UsageError as error:
        return _fail(str(error), 2)
    except OSError as error:
        return _fail(f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error), 1)
    except (ValueError, LookupError, ImportError, MemoryError) as error:
        return _fail(str(error) or "out of memory", 1)


def _fail(message: str, code: int) -> int:
    print("goboard: " + printable(" ".join(message.split())), file=sys.stderr)
    return code


def printable(text: str) -> str:
    """Text from a file, safe for a terminal: control characters become question marks."""
    return "".join(char if char.isprintable() else "?" for char in text)


# Input.


def whole(least: int):
    """An argparse type: an int of at least `least`."""

    def number(text: str) -> int:
        value = int(text.replace(",", ""))
        if value < least:
            raise argparse.ArgumentTypeError(f"must be {least} or more, not {text}")
        return value

    number.__name__ = "whole number"
    return number


def points(text: str) -> float:
    """An argparse type: a komi."""
    value = float(text)
    if not abs(value) < 1e6:
        raise argparse.ArgumentTypeError(f"must be a number of points, not {text}")
    return value


GAME = argument("game", metavar="GAME.sgf", help="a game record; - reads standard input")
INDEX = argument("--game", dest="index", type=whole(1), default=1, metavar="K", help="the K-th game of the file (default 1)")
MOVE = argument("--move", type=whole(0), metavar="N", help="the position after move N (default: the end of the main line)")
ENCODING = argument("--from-encoding", metavar="NAME", help="how the file is encoded, when it does not say so or says it wrongly")
JSON = argument("--json", action="store_true", help="machine-readable output")
ASCII = argument("--ascii", action="store_true", help="no characters beyond ASCII")
COLOR = argument("--color", choices=("auto", "always", "never"), default="auto", help="colours (default: on a terminal)")
SVG = argument("--svg", metavar="FILE", help="also write a picture")


def read_games(args) -> sgf.Collection:
    """The games of the file that the arguments name; SGF faults name the file."""
    data = sys.stdin.buffer.read() if args.game == "-" else Path(args.game).read_bytes()
    try:
        return sgf.loads(data, encoding=args.from_encoding)
    except sgf.SGFError as error:
        raise ValueError(f"{_named(args)}: {error}") from None


def _named(args) -> str:
    return "standard input" if args.game == "-" else args.game


def read_position(args):
    """(tree, record, board, move number) that the arguments name."""
    games = read_games(args)
    if args.index > len(games):
        raise UsageError(f"--game {args.index}: {args.game} holds {len(games)}")
    tree = games[args.index - 1]
    try:
        record = sgf.record(tree)
        move = len(record.moves) if args.move is None else args.move
        if move > len(record.moves):
            raise UsageError(f"--move {move}: the record has {len(record.moves)} moves")
        board = record.board(move)
    except ValueError as error:
        raise ValueError(f"{_named(args)}: {error}") from None
    record.warnings[:0] = games.warnings
    return tree, record, board, move


# Output.


def check_writable(*paths: str | None) -> None:
    """Fails before the work, not after it, when a result could not be written."""
    for path in filter(None, paths):
        if os.path.isdir(path):
            raise IsADirectoryError(21, "Is a directory", path)
        folder = os.path.dirname(os.path.abspath(path))
        if not os.path.isdir(folder):
            raise FileNotFoundError(2, "No such directory", folder)
        if not os.access(folder, os.W_OK):
            raise PermissionError(13, "Permission denied", folder)


def write_file(path: str, data: str | bytes) -> None:
    """Writes a file whole or not at all, whatever happens in between."""
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


def print_json(told: dict) -> None:
    print(json.dumps(told, ensure_ascii=True))


def style(args) -> dict:
    """unicode= and color= for `render`."""
    unicode = not args.ascii
    try:
        "\u25cf\u2013".encode(sys.stdout.encoding or "ascii")
    except UnicodeError:
        unicode = False
    terminal = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return {"unicode": unicode, "color": args.color == "always" or args.color == "auto" and terminal}


def beside(left: str, right: str) -> str:
    """Two diagrams side by side where the terminal is wide enough, else one below the other."""
    pair = left.splitlines(), right.splitlines()
    width, other = (max(map(_shown, lines)) for lines in pair)
    if width + 3 + other > shutil.get_terminal_size().columns:
        return f"{left}\n\n{right}"
    return "\n".join(f"{a}{' ' * (width + 3 - _shown(a))}{b}" for a, b in zip(*pair))


def _shown(line: str) -> int:
    """How many columns a line takes: its characters without colour codes."""
    length, code = 0, False
    for char in line:
        if char == "\x1b":
            code = True
        elif not code:
            length += 1
        elif char == "m":
            code = False
    return length


def warn(record) -> None:
    """What was mended in the record, on standard error."""
    for message in record.warnings[:5]:
        print(f"goboard: warning: {printable(message)}", file=sys.stderr)
    if len(record.warnings) > 5:
        print(f"goboard: warning: and {len(record.warnings) - 5} more", file=sys.stderr)


def heading(args, tree, record, board, move) -> str:
    """Which position of which game this is, in two lines."""
    name = _named(args)
    played = "" if board.last_move is None else f", {COLORS[board.moves[-1][0]]} {board.vertex(board.last_move)}"
    taken = board.captures(goboard.BLACK), board.captures(goboard.WHITE)
    root = tree.root
    players = [f"{who} {root.text(name)}" for who, name in (("Black", "PB"), ("White", "PW")) if root.text(name)]
    facts = [
        *players,
        *([f"{record.rules} rules"] if record.rules else []),
        *([f"komi {record.komi:g}"] if record.komi is not None else []),
        *([f"handicap {record.handicap}"] if record.handicap else []),
        *([f"result {record.result}"] if record.result else []),
    ]
    lines = [
        f"{name}: move {move} of {len(record.moves)}{played}; {COLORS[board.to_play]} to play; "
        f"prisoners: Black {taken[0]}, White {taken[1]}",
        ", ".join(facts),
    ]
    return "\n".join(printable(line) for line in lines if line)


def print_position(args, tree, record, board, move, **shown) -> None:
    """What `score` and `life` print first for people: the record's faults, the heading, the diagram."""
    warn(record)
    print(heading(args, tree, record, board, move))
    print()
    print(render.text(board, **style(args), last_move=None, **shown))


def position_json(args, record, board, move) -> dict:
    return {
        "file": args.game,
        "shape": list(board.shape),
        "move": move,
        "moves": len(record.moves),
        "last_move": None if board.last_move is None else board.vertex(board.last_move),
        "to_play": COLORS[board.to_play].lower(),
        "stones": ["".join(".XO"[stone] for stone in row) for row in board.stones],
        "prisoners": {"black": board.captures(goboard.BLACK), "white": board.captures(goboard.WHITE)},
        "komi": record.komi,
        "handicap": record.handicap,
        "rules": record.rules,
        "result": record.result,
        "warnings": record.warnings,
    }


class Progress:
    """A bar on standard error while something long runs; nothing when that is no terminal."""

    def __init__(self, total: int):
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

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.on:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


# Commands.


@command(
    GAME, INDEX, MOVE,
    argument("-n", type=whole(1), default=100_000, metavar="PLAYOUTS", help="how many (default 100000)"),
    argument("--threads", type=whole(1), metavar="T", help="default: one for each processor; the result is the same for any"),
    argument("--seed", type=whole(0), metavar="S", help="the same seed gives the same result (default: a fresh one, printed)"),
    argument("--komi", type=points, metavar="KOMI", help="default: the record's, else 7.5"),
    argument("--scheduler", metavar="ADDRESS", help="let the Dask cluster there play, such as tcp://host:8786; the result is the same"),
    SVG, JSON, ASCII, COLOR, ENCODING,
)  # fmt: skip
def playout(args):
    """Play random games from a position and tell who wins.

    Prints the win rate with its standard error, the mean score, and who comes to own each point. Light playouts:
    uniformly random moves that do not fill the mover's own eyes, until both pass; area scoring.
    """
    tree, record, board, move = read_position(args)
    check_writable(args.svg)
    komi = args.komi if args.komi is not None else record.komi if record.komi is not None else 7.5
    seed = args.seed if args.seed is not None else int.from_bytes(os.urandom(4), "little")
    threads = args.threads or _processors()
    start = time.perf_counter()
    with _cluster(args.scheduler) as executor, Progress(args.n) as progress:
        # A cluster's chunks are worth sending: a few hundredth parts of the whole.
        batch = None if executor is None else max(args.n // 200, 1000)
        result = goboard.playout(board, args.n, seed=seed, threads=threads, komi=komi, executor=executor, batch=batch,
                                 progress=progress)
    seconds = time.perf_counter() - start
    rate = result.games / seconds
    caption = (
        f"Move {move}, {result.games:,} playouts: Black wins {result.win_rate:.1%} \u00b1 {result.standard_error:.1%}, "
        f"mean score {result.mean_score:+.1f}"
    )
    if args.svg:
        write_file(args.svg, render.svg(board, heat=result.ownership, win_rate=result.win_rate, caption=caption))
    if args.json:
        told = position_json(args, record, board, move)
        told.update(
            komi=komi, playouts=result.games, seed=seed, threads=threads, path=result.path,
            black_wins=result.black_wins, white_wins=result.white_wins, draws=result.draws,
            win_rate=result.win_rate, standard_error=result.standard_error, mean_score=result.mean_score,
            total_moves=result.total_moves, ownership=[[round(float(value), 4) for value in row] for row in result.ownership],
            seconds=round(seconds, 4), playouts_per_second=round(rate, 1),
        )  # fmt: skip
        print_json(told)
        return
    warn(record)
    look = style(args)
    print(heading(args, tree, record, board, move))
    print()
    print(beside(render.text(board, **look), render.ownership(result.ownership, **look, legend=False)))
    print(render.ownership_legend(look["unicode"]))
    print()
    plus_minus = "\u00b1" if look["unicode"] else "+-"
    ahead = "Black" if result.mean_score >= 0 else "White"
    print(f"Black wins  {result.win_rate:.2%} {plus_minus} {result.standard_error:.2%}  {_bar(result.win_rate, look['unicode'])}")
    print(f"Mean score  {ahead} by {abs(result.mean_score):.2f}, komi {komi:g} counted")
    where = f"at {args.scheduler}" if args.scheduler else f"on {threads} thread{'s' * (threads > 1)}"
    print(f"Playouts    {result.games:,}, {rate:,.0f} a second {where}, path {result.path}, seed {seed}")


@contextlib.contextmanager
def _cluster(address: str | None):
    """The executor of the Dask cluster at `address`, or None."""
    if address is None:
        yield None
        return
    try:
        from dask.distributed import Client
    except ImportError:
        raise UsageError("--scheduler needs Dask: pip install 'goboard[dask]'") from None
    with Client(address, timeout=10) as client:
        yield client.get_executor(pure=False)


def _processors() -> int:
    with contextlib.suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _bar(share: float, unicode: bool) -> str:
    full = round(30 * share)
    return "\u2588" * full + "\u2591" * (30 - full) if unicode else "#" * full + "-" * (30 - full)


@command(
    GAME, INDEX, MOVE,
    argument("--numbers", nargs="?", type=whole(1), const=True, metavar="K", help="in the picture, number all moves, or the last K"),
    SVG, JSON, ASCII, COLOR, ENCODING,
)  # fmt: skip
def show(args):
    """Show a position of a game."""
    tree, record, board, move = read_position(args)
    check_writable(args.svg)
    if args.svg:
        write_file(args.svg, render.svg(board, numbers=args.numbers, caption=f"Move {move} of {len(record.moves)}"))
    if args.json:
        print_json(position_json(args, record, board, move))
        return
    warn(record)
    print(heading(args, tree, record, board, move))
    print()
    print(render.text(board, **style(args)))


@command(
    GAME, INDEX, MOVE,
    argument("--dead", metavar="POINTS", help='the dead stones, a point of each chain: "D4 Q16", or none (default: as marked in the record, else as estimated)'),
    argument("--rules", metavar="RULES", help="a ruleset (see goboard rules; default: the record's, else japanese)"),
    argument("--komi", type=points, metavar="KOMI", help="default: the record's, else that of the rules"),
    SVG, JSON, ASCII, COLOR, ENCODING,
)  # fmt: skip
def score(args):
    """Count a finished position under a ruleset.

    Dead stones are those named with --dead; without it those that the players marked (TB, TW), else those that
    goboard.estimate_dead takes for dead. Which, and where marks and estimate differ, is said.
    """
    from goboard.rules import _results
    from goboard.reading._dead_stones import estimate_dead
    from goboard.rules._scoring import button_taker, explain
    from goboard.rules._scoring import score as count

    tree, record, board, move = read_position(args)
    check_writable(args.svg)
    terms = _results.terms(record, args.rules, args.komi)
    record.warnings += [*terms.warnings, *terms.notes]
    rules = terms.rules
    asked = args.dead is None and rules.removal != "none"
    marks = record.marks if asked and record.marks is not None and record.marks.move <= move else None
    source = "marks" if marks is not None else "estimate" if asked else "named" if args.dead is not None else "none"
    estimated = estimate_dead(board) if asked else []
    if marks is not None:
        dead = marks.dead(board)
    elif asked:
        dead = estimated
    else:
        named = "" if args.dead is None or args.dead.strip().lower() == "none" else args.dead
        dead = sorted({int(at) for vertex in named.replace(",", " ").split() for at in _stones_at(board, vertex)})
    done = count(board, rules, dead, komi=terms.komi, handicap=terms.handicap, button=button_taker(board, rules))
    differ = None
    if marks is not None:
        differ = {
            "dead_by_marks_only": _vertices(board, set(dead) - set(estimated)),
            "dead_by_estimate_only": _vertices(board, set(estimated) - set(dead)),
            "territory": _vertices(board, {at for at in range(board.pass_move) if _owner(marks, at) != done.territory.flat[at]}),
        }
    if args.svg:
        caption = f"{rules.name} rules: {done.result}"
        write_file(args.svg, render.svg(board, last_move=None, territory=done.territory, dead=done.dead, caption=caption))
    if args.json:
        told = position_json(args, record, board, move)
        told.update(
            rules=rules.name or rules.to_text(), komi=done.komi, black=done.black, white=done.white, margin=done.margin, score=done.result,
            details=done.details, territory=["".join(".bw"[owner] for owner in row) for row in done.territory],
            dead=[board.vertex(at) for at in done.dead], dead_estimated=source == "estimate", dead_from=source, marks_differ=differ,
            handicap=terms.handicap, compensation=terms.compensation, recorded=terms.result.text, dame=[board.vertex(at) for at in done.dame],
            seki=[board.vertex(at) for at in done.seki],
        )  # fmt: skip
        print_json(told)
        return
    print_position(args, tree, record, board, move, territory=done.territory, dead=done.dead)
    print("x o: dead; " + ("\u25aa \u25ab" if style(args)["unicode"] else "b w") + ": territory (Black, White)")
    print()
    if source == "marks":
        print(f"Dead by the players' marks (TB, TW): {' '.join(_vertices(board, dead)) or 'none'}.")
        for words, points in (
            ("Dead by these, but not as estimated", differ["dead_by_marks_only"]),
            ("Dead as estimated, but not by the marks", differ["dead_by_estimate_only"]),
            ("Territory of another owner than marked", differ["territory"]),
        ):
            if points:
                print(f"{words}: {' '.join(points)}.")
        print()
    if source == "estimate":
        stones = f"{len(done.dead)} dead stone{'s' * (len(done.dead) != 1)}" if done.dead else "no dead stones"
        print(f"{stones[0].upper()}{stones[1:]}, as estimated: say which with --dead POINTS, or --dead none.")
        print()
    if [at for _, at in record.moves[:move][-2:]] != [board.pass_move] * 2 and (args.move is not None or not record.result):
        print("Play has not stopped here; the count takes the position as it stands.")
        print()
    print(explain(done).partition("\n\n")[0])
    recorded = terms.result
    if args.move is None and recorded.kind in ("score", "draw") and recorded.text not in (done.result, "0" if done.result == "Draw" else None):
        print(f"\nThe record says {recorded.text}: another count, other dead stones, or other terms than these.")


def _vertices(board, points) -> list[str]:
    return [board.vertex(at) for at in sorted(points)]


def _owner(marks, at: int) -> int:
    """Whose territory the players marked a point as."""
    return goboard.BLACK if at in marks.black else goboard.WHITE if at in marks.white else 0


def _stones_at(board, vertex: str):
    """The whole chain at a vertex that a person has named as dead."""
    chain = board.chain(vertex)
    if not len(chain):
        raise UsageError(f"--dead {vertex}: no stone is there")
    return chain


@command(
    GAME, INDEX, MOVE,
    argument("--nodes", type=whole(0), default=1_000_000, metavar="N", help="positions that the proofs may look at (default 1000000)"),
    argument("-n", "--playouts", type=whole(2), default=800, metavar="N", help="playouts of the estimate (default 800)"),
    argument("--seed", type=whole(0), default=0, metavar="S", help="of the estimate; the same seed gives the same result (default 0)"),
    SVG, JSON, ASCII, COLOR, ENCODING,
)  # fmt: skip
def life(args):
    """Say which chains are alive, in seki or dead if play stops here.

    By Article 7 of the Japanese rules of 1989, with the line of play that shows it, where that can be proven;
    for the other chains an estimate from playouts, marked as one.
    """
    from goboard.reading._dead_stones import estimate
    from goboard.reading._article7 import confirm

    tree, record, board, move = read_position(args)
    check_writable(args.svg)
    proof = confirm(board, max_nodes=args.nodes, strict_article8=False)
    found = estimate(board, args.playouts, args.seed, confirmation=proof)
    if args.svg:
        marks = {at: LIFE_MARKS[chain.status] for chain in found.chains if chain.proven for at in chain.points}
        caption = "Proven: circle alive, square in seki, cross dead. Without a mark: as estimated."
        write_file(args.svg, render.svg(board, last_move=None, marks=marks, dead=found.dead, caption=caption))
    if args.json:
        told = position_json(args, record, board, move)
        told.update(
            dead=[board.vertex(at) for at in found.dead], playouts=found.playouts, seed=args.seed,
            chains=[
                {
                    "color": COLORS[chain.color].lower(), "stones": [board.vertex(at) for at in chain.points], "status": chain.status,
                    "proven": chain.proven, "confidence": round(chain.confidence, 4),
                    "reason": _why(proof, chain) if chain.proven else None,
                }
                for chain in found.chains
            ],
        )  # fmt: skip
        print_json(told)
        return
    print_position(args, tree, record, board, move, dead=found.dead)
    for title, proven in (("Proven (Article 7)", True), (f"Estimated ({found.playouts} playouts)", False)):
        chains = [chain for chain in found.chains if chain.proven == proven]
        if not chains:
            continue
        print(f"\n{title}")
        for chain in sorted(chains, key=lambda chain: list(LIFE_MARKS).index(chain.status)):
            size = f"{len(chain.points)} stone{'s' * (len(chain.points) > 1)}"
            name = f"{COLORS[chain.color]} {board.vertex(chain.points[0])}"
            told = _why(proof, chain) if proven else f"{chain.confidence:.0%} of the playouts"
            print(f"  {chain.status:<5}  {name:<9}  {size:>10}  {told}")


LIFE_MARKS = {"dead": "cross", "seki": "square", "alive": "circle"}


def _why(proof, judged) -> str:
    """The reason of a proven status, with the line of play that shows it."""
    chain = proof.chain(judged.points[0])
    line = f"; {proof.spell(chain.line, 3 - chain.color)}" if chain.line else ""
    return chain.why + line + ("; it touches neutral points (Article 8)" if judged.status == "seki" else "")


@command(argument("name", nargs="?", metavar="RULES", help="a ruleset; nothing lists them all"), JSON)
def rules(args):
    """List the rulesets, or say what one decides.

    Names are read in the usual spellings, SGF's RU and KataGo's rule strings and JSON among them.
    """
    import dataclasses

    from goboard.rules._rules import Rules, describe

    if args.name is None:
        named = {name: Rules.preset(name) for name in Rules.presets()}
        if args.json:
            print_json({name: dataclasses.asdict(found) for name, found in named.items()})
        else:
            width = max(map(len, named))
            for name, found in named.items():
                ban = ", no position twice" if found.ko == "simple" and found.long_cycle == "forbidden" else ""
                print(f"{name:<{width}}  {found.scoring} scoring, {found.ko} ko{ban}, komi {found.komi:g}")
        return
    found = Rules.parse(args.name)
    if args.json:
        print_json(dataclasses.asdict(found))
    else:
        print(describe(found))


KINDS = ("sgf", "svg", "png", "html", "txt", "json")


@command(
    GAME,
    argument(
        "output", nargs="?", default="-", metavar="OUTPUT",
        help="by its ending .sgf, .svg, .png, .html, .txt or .json; - or nothing: SGF on standard output",
    ),
    INDEX, MOVE,
    argument("--to", choices=KINDS, help="the format, whatever the ending says"),
    argument("--encoding", default="utf-8", metavar="NAME", help="of the SGF that is written (default utf-8)"),
    argument("--json", dest="to", action="store_const", const="json", help="the same as --to json"),
    ENCODING,
)  # fmt: skip
def convert(args):
    """Rewrite a record as SGF, SVG, PNG, HTML, text or JSON.

    Clean SGF; a picture (PNG needs the package cairosvg); a page that steps through the game; a diagram.
    SGF and JSON hold every game and variation of the file; the others the main line of one game.
    """
    kind = args.to or (Path(args.output).suffix.lstrip(".").lower() if args.output != "-" else "sgf")
    if kind not in KINDS:
        raise UsageError(f"{args.output}: its ending is none of {', '.join(KINDS)}; say --to")
    if args.output != "-":
        check_writable(args.output)
    if kind == "sgf":
        games = read_games(args)
        made = sgf.dumps(games, args.encoding).encode(sgf.codec(args.encoding))
    elif kind == "json":
        made = json.dumps(_nodes(read_games(args))) + "\n"
    else:
        tree, record, board, move = read_position(args)
        if kind == "svg":
            made = render.svg(board)
        elif kind == "png":
            made = render.png(render.svg(board), width=1000)
        elif kind == "txt":
            made = render.text(board, unicode=False) + "\n"
        else:
            made = render.html(tree)
    made = made.encode("utf-8") if isinstance(made, str) else made
    if args.output == "-":
        sys.stdout.buffer.write(made)
    else:
        write_file(args.output, made)


def _nodes(games) -> dict:
    """Every node in a flat list, with the number of its parent (-1 for the root): trees may be deeper than JSON nests."""
    told = []
    for tree in games:
        numbers, nodes = {}, []
        for number, node in enumerate(tree.nodes()):
            numbers[node] = number
            nodes.append({"parent": numbers.get(node.parent, -1), "properties": node.properties})
        told.append({"nodes": nodes})
    return {"games": told, "warnings": games.warnings}


def seconds(text: str) -> float:
    """An argparse type: a time."""
    value = float(text)
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, not {text}")
    return value


def percent(text: str) -> float:
    """An argparse type: a percentage, as a share."""
    value = float(text)
    if not 0 <= value <= 100:
        raise argparse.ArgumentTypeError(f"must be 0 to 100, not {text}")
    return value / 100


@command(
    argument("--playouts", type=whole(1), metavar="N", help="playouts a move (default 10000, or as many as --seconds leaves time for)"),
    argument("--seconds", type=seconds, metavar="S", help="at most so long for a move; time settings of the controller hold too"),
    argument("--rules", default="chinese", metavar="RULES", help="a ruleset (see goboard rules; default chinese)"),
    argument("--komi", type=points, metavar="KOMI", help="default: that of the rules"),
    argument("--size", type=whole(1), default=19, metavar="N", help="the board to begin with (default 19)"),
    argument("--seed", type=whole(0), metavar="N", help="the same moves again from the same commands, where only --playouts limits the search"),
    argument("--resign", type=percent, metavar="PERCENT", help="resign below this share of won playouts (default 5)"),
    argument("--no-resign", action="store_true", help="play to the end"),
    argument("--json", action="store_true", help="tell name, version and commands, machine-readable, and play nothing"),
)  # fmt: skip
def gtp(args):
    """Play as a GTP engine on standard input and output.

    For GUIs, servers' clients and match programs: GTP version 2, with the extensions of GNU Go, KGS, GoGui and KataGo
    that matter. The command list_commands lists them.
    """
    from goboard.apps import gtp

    if args.no_resign and args.resign is not None:
        raise UsageError("--resign and --no-resign cannot both be given")
    resign = 0.0 if args.no_resign else 0.05 if args.resign is None else args.resign
    playouts = 10_000 if args.playouts is None and args.seconds is None else args.playouts
    options = {"size": args.size, "rules": args.rules, "komi": args.komi, "playouts": playouts, "seconds": args.seconds, "resign": resign, "seed": args.seed}
    if args.json:
        gtp.Engine(**options)  # the other options are checked all the same
        print_json({"name": "goboard", "version": goboard.__version__, "protocol_version": 2, "commands": sorted(gtp.COMMANDS)})
        return
    gtp.main(**options)


def _dataset_arguments():
    from goboard.learning.dataset import ARGUMENTS

    return ARGUMENTS


@command(_dataset_arguments)
def dataset(args):
    """Write positions of game records as npz shards for training.

    Reads SGF files, folders, and zip or tar archives, - for a record on standard input; what cannot be used is counted with the reason.
    """
    from goboard.learning.dataset import run

    if "-" not in args.inputs:
        return run(args)
    with tempfile.TemporaryDirectory() as folder:
        piped = Path(folder) / "standard input.sgf"
        piped.write_bytes(sys.stdin.buffer.read())
        args.inputs = [str(piped) if given == "-" else given for given in args.inputs]
        return run(args)


@command(
    argument("--size", type=whole(1), action="append", metavar="N", help="a board; may be repeated (default 9, 13 and 19)"),
    argument("--seconds", type=seconds, default=0.5, metavar="S", help="how long for each figure (default 0.5)"),
    argument("--threads", type=whole(1), default=1, metavar="T", help="of the playouts (default 1)"),
    JSON,
)  # fmt: skip
def bench(args):
    """Measure how fast this machine plays.

    Playouts from the empty board on each path, legal masks and moves of middle games. To compare with other libraries,
    run `python -m benchmarks` in a checkout.
    """
    sizes = args.size or [9, 13, 19]
    if max(sizes) > 25:
        raise UsageError(f"--size must be 1 to 25, not {max(sizes)}")
    jobs = [(size, what, job) for size in sizes for what, job in _bench_jobs(size, args.threads)]
    found = {size: {} for size in sizes}
    with Progress(len(jobs)) as progress:
        for done, (size, what, job) in enumerate(jobs):
            progress(done)
            found[size][what] = _rate(job, args.seconds)
    default = {size: goboard.playout(goboard.Board(size), 1, seed=0).path for size in sizes}
    if args.json:
        print_json({"threads": args.threads, "default_path": default, "per_second": found})
        return
    width = max(len(what) for _, what, _ in jobs)
    print(" " * width + "".join(f"{f'{size}x{size}':>14}" for size in sizes))
    for what in found[sizes[0]]:
        print(f"{what:<{width}}" + "".join(f"{found[size][what]:>14,.0f}" for size in sizes))
    print("\nA second. The path that plays unless another is asked for: " + ", ".join(f"{size}x{size} {path}" for size, path in default.items()))


def _bench_jobs(size: int, threads: int):
    """(what, job) of what `bench` times; a job does its work for about `n` units and returns how many they were."""
    empty = goboard.Board(size)
    middle = goboard.Board(size)
    rng = np.random.default_rng(1)
    while middle.move_count < size * size * 2 // 5:
        choice = [p for p in middle.legal_moves()[:-1] if not middle.is_eye(int(p), middle.to_play)]
        if not choice:
            break
        middle.play(int(rng.choice(choice)))
    moves = np.array([move for _, move in middle.moves], dtype=np.int64)
    out = np.empty(size * size + 1, dtype=bool)

    def playouts(path):
        return lambda n: goboard.playout(empty, n, seed=n, threads=threads, path=path).games

    def masks(n):
        for _ in range(n):
            middle.legal_mask(out=out)
        return n

    def replays(n):
        for _ in range(n):
            goboard.Board(size).play_moves(moves)
        return n * len(moves)

    for path in goboard.playout_paths():
        yield f"playouts, path {path}", playouts(path)
    yield "legal masks, superko", masks
    yield "moves replayed", replays


def _rate(job, seconds: float) -> float:
    """Units a second: the number is doubled until the time is up."""
    n = 16
    while True:
        start = time.perf_counter()
        units = job(n)
        spent = time.perf_counter() - start
        if spent >= seconds / 2 or n >= 1 << 30:
            return units / spent
        n *= 2
