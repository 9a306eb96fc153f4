"""Games and their records: `Game.from_sgf` and `Game.to_sgf`."""

from __future__ import annotations

import contextlib
import re
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from goboard._core import BLACK, WHITE, IllegalMove
from goboard.rules import _results
from goboard.rules._articles import SIDES, IllegalPlay, RuleError
from goboard.rules._procedure import Procedure
from goboard.rules._rules import Rules
from goboard.rules._scoring import Score

if TYPE_CHECKING:
    from goboard.rules._game import Game

# What a game writes itself, and what belongs to a position and not to the game.
_OWN = frozenset("FF GM CA SZ AB AW AE PL KM HA RU RE B W".split())
_NODE_PROPERTIES = frozenset(
    "AR BL CR DD DM DO FG GB GW HO IT KO LB LN MA MN N OB OW PM SL SQ TB TE TR TW UC V VW WL BM".split()
)  # fmt: skip


def read_game(cls: type[Game], source: Any, strict: bool, rules: Rules | str | None, cleanup: str | None) -> Game:
    """`Game.from_sgf`."""
    from goboard.records import sgf
    from goboard.records._record import carry_out

    line, mended = _line(source, strict)
    record = sgf.record(line, strict)
    terms = _results.terms(record, rules)
    if strict and terms.warnings:
        raise sgf.SGFError(terms.warnings[0], line[0].line, line[0].column)
    game = cls(record.shape, terms.rules, record.komi, cleanup=cleanup)
    if record.black or record.white or record.to_play != BLACK:
        game.setup(*((record.black, record.white) if strict else record.standing()), record.to_play)
    game.handicap = terms.handicap
    between = [setup for setup in record.setups if setup.black or setup.white or setup.empty]
    if between and (strict or cleanup):
        raise ValueError(f"stones are set up after move {between[0].index}: that is no game by rules")
    between.reverse()
    turns = {setup.index: setup.to_play for setup in record.setups if setup.to_play and setup not in between}
    against: list[str] = []  # what happened in the record against the rules
    left_out: list[str] = []
    last_stone = next((k for k in range(len(record.moves), 0, -1) if record.moves[k - 1][1] != game.board.pass_move), 0)
    begun = 0  # moves before the position from which the game then went on
    played = 0 if between else _play_to_stop(game, record.moves)
    for number, (color, move) in enumerate(record.moves[played:], played + 1):
        while between and between[-1].index < number:
            begun = number - 1
            _set_up_between(game, between.pop(), against)
        if not game._in_play():
            if move == game.board.pass_move and not (number <= last_stone or _resumes(game, len(record.moves), number, turns)):
                if game.phase != "finished":
                    left_out.append(f"move {number} is a pass after the stop; left out")
                continue
            if _resume(game, color, turns.get(number - 1), strict or cleanup is not None):
                against.append(f"play goes on at move {number}, which the rules do not allow; the game goes on from there")
                begun = number - 1
        try:
            game.play(move, color, out_of_turn=True)
        except IllegalPlay as error:
            told = f"{error.args[4]}, at move {number}"
            if strict or cleanup:
                raise IllegalPlay(error.reason, error.move, color, error.article, told) from None
            against.append(f"{error.move} is illegal for {SIDES[color]}: {told} ({error.article}); carried out, and the game goes on from there")
            game._go_on_from(carry_out(game.board, move, color))
            begun = number
    for setup in reversed(between):
        begun = len(record.moves)
        _set_up_between(game, setup, against)
    last = turns.get(len(record.moves))
    at_the_count = any("PL" in node.properties and node.properties.keys() & {"TB", "TW"} for node in line[-1:])
    if last and game.phase == "stopped" and not at_the_count and game.rules.resume != "never":
        _resume(game, last, last, strict)
    elif record.setups and record.setups[-1].index == len(record.moves) and game._in_play():
        game.board.to_play = record.setups[-1].to_play or game.board.to_play
    _keep_texts(game, line, begun)
    game.recorded = record.result
    game.marked_dead = record.dead()
    game.warnings = [*mended, *record.warnings, *against[:1000], *left_out[:1000], *terms.warnings, *terms.notes]
    for told in terms.warnings:
        warnings.warn(told, _results.RecordWarning, stacklevel=3)
    result = terms.result
    if result.kind in ("resign", "time", "forfeit") and result.winner and game.phase != "finished":
        loser = 3 - result.winner
        if result.kind == "resign":
            game.resign(loser)
        elif result.kind == "forfeit":
            game.forfeit(loser, "as the record says")
        else:
            game._finish(f"{'?BW'[result.winner]}+T", f"{SIDES[loser]} lost on time, as the record says")
    elif game._in_play() and game.recurred and result.kind == {"no result": "void", "replay": "void", "draw": "draw"}.get(game.rules.long_cycle):
        game.no_result()
    return game


def _resumes(game: Game, count: int, number: int, turns: dict[int, int]) -> bool:
    """Whether a pass after the stop, move `number` (from 1) of `count`, no stone after it, is of play that was resumed.

    It is if the record says whose turn it is there (PL, as `to_sgf` writes), and, where four passes in a row end the game, if it
    is the third of four. Otherwise it is of the end.
    """
    if game.phase == "finished":
        return False
    return number - 1 in turns or game.rules.dispute == "all alive" and count > number


def _resume(game: Game, color: int, turn: int | None, strict: bool) -> bool:
    """The record goes on with a move of `color` after a stop or the end. Returns whether that was against the rules."""
    try:
        game.resume(3 - color)
    except RuleError:
        if strict:
            raise
        board = game._played.copy(history=False)
        board.to_play = color
        game._go_on_from(board)
        return True
    side = turn or (color if game.rules.dispute == "agreed mover" else None)
    if side and side != game.board.to_play:
        game._moves_next(side)
    return False


def _play_to_stop(game: Game, moves: list[tuple[int, int]]) -> int:
    """At the beginning: play the moves before the first two passes in one go. Returns their number; 0 if the rules refuse one."""
    from goboard.records._sgf import stop_of

    if type(game._procedure) is not Procedure:
        return 0
    stop = stop_of(moves, game.board.pass_move)
    try:
        game.board.play_moves(moves[:stop])
    except IllegalMove:
        return 0
    return stop


def _set_up_between(game: Game, setup: Any, against: list[str]) -> None:
    board = game.board.copy()
    try:
        board.setup(setup.black, setup.white, setup.empty, setup.to_play)
    except ValueError as error:
        against.append(f"the stones set up after move {setup.index} cannot stand ({error}); left out")
        return
    against.append(f"stones are set up after move {setup.index}: no rule does that; the game goes on from there")
    game._go_on_from(board)


def _keep_texts(game: Game, line: list[Any], begun: int = 0) -> None:
    """What a record says besides the game: into `info`, `comments` and `marks`. `begun`: the moves before the game's first position."""
    from goboard.records._sgf import plain, with_more_than_a_move

    count = -1
    number = -begun
    resumed = dict(game.resumed)
    comments: dict[int, list[str]] = {}
    marks: dict[tuple[int, str], dict[str, None]] = {}
    for moves, node in with_more_than_a_move(line):
        properties = node.properties
        number += moves + ("B" in properties) + ("W" in properties)
        for name, values in properties.items():
            if name in ("B", "W") or name in _OWN and (node is line[0] or min(number, len(game.moves)) <= 0) or name == "PL" and number in resumed:
                continue
            if name != "C" and node is line[0] and name not in _NODE_PROPERTIES:
                text = node.text(name) if len(values) == 1 else [plain(value) for value in values]
                game.info[name] = text
                game._raw_info[name] = (text if isinstance(text, str) else list(text), list(values))
                continue
            if count < 0:
                count = len(game.moves)
            at = max(0, min(number, count))
            if name == "C":
                text = node.text("C") or ""
                comments.setdefault(at, []).append(text)
            else:
                marks.setdefault((at, name), {}).update(dict.fromkeys(values))
    game.comments.update({at: "\n\n".join(texts) for at, texts in comments.items()})
    for (at, name), found in marks.items():
        game.marks.setdefault(at, {})[name] = list(found)


def sgf_of(game: Game) -> str:
    """`Game.to_sgf`."""
    from goboard.records import sgf
    from goboard.rules.handicap import of_record

    start = game._start.stones.ravel()
    names = {"japanese": "Japanese", "korean": "Korean", "chinese": "Chinese", "ing": "GOE", "aga": "AGA", "new-zealand": "NZ"}
    base = Rules.preset(game.rules.name) if game.rules.name in Rules.presets() else None
    rules = game.rules.to_text()
    if base == game.rules:
        rules = names.get(game.rules.name, game.rules.name)
    elif base is None:
        with contextlib.suppress(ValueError):
            rules = game.rules.to_katago()
    recorded = _results.read_result(game.recorded)
    told = recorded.text if recorded.understood and recorded.text else game.recorded
    result = {"Draw": "0", "Both lose": "Void", None: told}.get(game.result, game.result)
    tree = sgf.from_moves(
        game.board.shape, game.moves, black=np.flatnonzero(start == BLACK), white=np.flatnonzero(start == WHITE),
        to_play=game._start.to_play if start.any() or game._start.to_play != BLACK else None, komi=game.komi, handicap=game.handicap or None, rules=rules,
        result=result, turns=game.resumed,
    )  # fmt: skip
    properties = tree.root.properties
    if of_record(sgf.record(tree))[0] != game.handicap:
        properties["HA"] = [str(game.handicap)]
    for name, text in game.info.items():
        if name in _OWN:
            raise ValueError(f"info[{name!r}]: the game itself says that")
        known, raw = game._raw_info.get(name, (None, None))
        properties[name] = raw if raw is not None and text == known else [sgf.escape(str(each)) for each in ([text] if isinstance(text, str) else text)]
    nodes = [node for node in tree.main_line if node is tree.root or "PL" not in node.properties]
    counted = game.final if game.phase != "removed" else game.score(game.dead)
    if isinstance(counted, Score) and not any("TB" in marks or "TW" in marks for marks in game.marks.values()):
        # How it was counted, the dead stones inside: `marked_dead` of the game that is read back.
        owner = counted.territory.ravel().copy()
        owner[counted.dead] = 3 - game._played.stones.ravel()[counted.dead]
        for name, color in (("TB", BLACK), ("TW", WHITE)):
            nodes[-1].properties[name] = [sgf.vertex(int(at), *game.board.shape) for at in np.flatnonzero(owner == color)] or [""]
    for number, marks in game.marks.items():
        if number < len(nodes):
            nodes[number].properties.update({name: list(values) for name, values in marks.items()})
    for number, text in game.comments.items():
        if number < len(nodes):
            nodes[number].properties["C"] = [sgf.escape(text)]
    return str(tree)


def _line(source: Any, strict: bool) -> tuple[list[Any], list[str]]:
    """The nodes of the main line of what `Game.from_sgf` takes, and what was mended or is left out."""
    from goboard.records import sgf

    told: list[str] = []
    if isinstance(source, (bytes, bytearray, memoryview, str)):
        games, told = sgf.main_lines(source, strict)
        line = games[0]
        if len(games) > 1:
            told.append(f"the text holds {len(games)} games: the first is taken")
        text = bytes(source) if not isinstance(source, str) else source
        opening = r"\(\s*;"
        found = re.findall(opening, text) if isinstance(text, str) else re.findall(opening.encode(), text)
        if len(found) > len(games) and any(len(node.children) > 1 for node in sgf.loads(source)[0].main_line):
            told.append(_VARIATIONS)
        return line, told
    if isinstance(source, sgf.Collection):
        if not source:
            raise ValueError("the collection holds no game")
        told += source.warnings
        if len(source) > 1:
            told.append(f"the collection holds {len(source)} games: the first is taken")
        source = source[0]
    if isinstance(source, list):
        if not source or not isinstance(source[0], sgf.Node):
            raise TypeError("a line is a list of Nodes, the root first")
        return source, told
    if isinstance(source, sgf.Tree):
        line = source.main_line
    elif isinstance(source, sgf.Node):
        line = source.path
    else:
        raise TypeError(f"a record is read from bytes, str, a Collection, a Tree or a Node, not {type(source).__name__}")
    if any(len(node.children) > 1 for node in line):
        told.append(_VARIATIONS)
    return line, told


_VARIATIONS = "the record has variations: a game is its main line"
