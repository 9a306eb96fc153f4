"""KataGo's planes of whole games: `features` of the Game and `katago.rows` say the same of every ply, and what KataGo's history says.

`slow_features.History` states BoardHistory of KataGo (cpp/game/boardhistory.cpp) and fillRowV7 (cpp/neuralnet/nninputs.cpp) once more.
"""

import numpy as np
import pytest

import slow_features as slow
from goboard import BLACK, WHITE, Board, Rules
from goboard.features import features
from goboard.game import Game
from goboard.katago import rows
from naive import NaiveBoard

ENCORE = "japanese, clean-up"
# Three kos beside each other, to be taken, marked and passed for.
KOS = [".XO..", "X.XO.", ".XO..", "X.XO.", ".XO.."]


class Played:
    """A Game and the slow history, move by move, with the inputs of every position from which a move was made."""

    def __init__(self, rules, size=5, setup=None, handicap=0, komi=None):
        self.encore = rules == ENCORE
        self.game = Game(size, "japanese" if self.encore else rules, komi, handicap, cleanup="katago" if self.encore else None)
        told = self.game.rules
        laws = dict(suicide=told.suicide)
        self.naive = NaiveBoard(size, ko="none" if self.encore else self.game.board.ko, **laws)
        if setup:
            board = Board.from_text("\n".join(setup))
            stones = [[p for p in range(board.pass_move) if board[p] == color] for color in (BLACK, WHITE)]
            self.game.setup(*stones, to_play=BLACK)
        start = self.game.board
        self.naive.setup(
            [p for p in range(start.pass_move) if start[p] == BLACK], [p for p in range(start.pass_move) if start[p] == WHITE], to_play=start.to_play
        )
        katago = {"chinese": "simple", "ing": "positional"}.get(told.name) or (told.ko if told.ko in ("simple", "situational", "natural") else "positional")
        komi = self.game.komi
        if told.name == "ing" and komi == int(komi):
            komi -= 0.5  # Ing: Black wins a tie
        self.slow = slow.History(
            self.naive, komi=komi, handicap_bonus=self.game.bonus, button=told.button, encore=self.encore,
            ko=katago, scoring="territory" if told.scoring == "territory" else "area", tax=told.tax, **laws,
        )  # fmt: skip
        self.inputs = []

    def look(self):
        """The planes of the Game as it stands, checked against the slow ones."""
        spatial, numbers = features.katago_v7(self.game, dtype=np.uint8)
        planes, row = self.slow.inputs(finished=self.game.phase in ("stopped", "removed", "finished"))
        expected = np.zeros((22, self.naive.pass_move), np.uint8)
        for plane, points in zip(expected, planes):
            plane[list(points)] = 1
        names = [name for name in features.planes if name.startswith("katago_v7.")]
        wrong = [name for name, a, b in zip(names, spatial[0].reshape(22, -1), expected) if not np.array_equal(a, b)]
        assert not wrong, (wrong, len(self.game.moves), self.game.phase, str(self.game.board))
        assert numbers[0] == pytest.approx(row, abs=1e-6), (len(self.game.moves), self.game.phase)
        return spatial[0], numbers[0]

    def play(self, point):
        color = self.game.to_play
        self.inputs.append(self.look())
        count = len(self.game.moves)
        self.game.play(point)
        for side, move in self.game.moves[count:]:
            if len(self.inputs) < len(self.game.moves) and (side, move) != (color, point):
                self.inputs.append(None)  # White's last pass, which nobody chose
            self.slow.play(move, side)

    def stopped(self):
        return self.game.phase == "stopped"

    def resume(self, requested_by):
        self.game.resume(requested_by)
        self.slow.resume(self.game.to_play)

    def check_rows(self):
        made = rows(self.game, result="B+R", pos_len=6)
        assert len(made["globalInputNC"]) == len(self.game.moves) == len(self.inputs)
        rows_, cols = self.game.board.shape
        planes = np.unpackbits(made["binaryInputNCHWPacked"], axis=2)[:, :, :36].reshape(-1, 22, 6, 6)[:, :, :rows_, :cols]
        for ply, inputs in enumerate(self.inputs):
            if inputs is not None:
                assert np.array_equal(planes[ply], inputs[0]), ply
                assert np.array_equal(made["globalInputNC"][ply], inputs[1]), ply
        return made


def random_moves(game, rng, passes):
    legal = np.flatnonzero(game.legal_mask())
    return game.board.pass_move if rng.random() < passes else int(rng.choice(legal))


@pytest.mark.parametrize("rules", [*Rules.presets(), ENCORE])
def test_rows_are_the_planes_of_the_game_at_every_ply(rules):
    """Random games with many passes, resumed when they stop, with handicap stones or kos on the board, to the end or not."""
    rng = np.random.default_rng(len(rules))
    resumed = 0
    for number in range(6):
        played = Played(
            rules, **[{}, {"handicap": [(0, 0), (4, 4), (2, 2)]}, {"setup": KOS}][number % 3], komi=[None, 6][number % 2]
        )
        game = played.game
        for _ in range(60):
            if game.phase == "finished":
                break
            if played.stopped():
                played.look()
                if game.rules.resume == "never":
                    break
                played.resume(int(rng.integers(1, 3)))
                resumed += 1
                continue
            played.play(random_moves(game, rng, [0.1, 0.3, 0.5][number % 3]))
        played.check_rows()
    assert resumed or game.rules.resume == "never" or rules == ENCORE


def test_passes_for_a_ko_are_moves_at_its_point():
    """In the clean-up, KataGo keeps a pass for a ko in its history as a move at the point where it was played."""
    played = Played(ENCORE, size=(4, 4), setup=[".XO.", "X.XO", ".XO.", "...."])
    board = played.game.board
    for move in ("pass", "pass"):  # into the first clean-up
        played.play(board.point(move))
    assert played.game.phase == "cleanup 1"
    played.play(board.point("A1"))
    played.play(board.point("B3"))  # White takes the ko: the stone is marked
    played.play(board.point("C3"))  # Black may not retake: a pass for the ko
    assert board.stones.tolist() == Board.from_text(".XO.\nXO.O\n.XO.\nX...").stones.tolist()
    spatial, numbers = played.look()
    assert np.argwhere(spatial[9]).tolist() == [[1, 2]]
    assert not numbers[:5].any()
    played.play(board.point("pass"))
    played.check_rows()


def test_a_resumption_begins_a_phase():
    """Nothing before it is history: no move is shown, and a pass ends nothing."""
    game = Game(5, "japanese")
    for move in ("C3", "D4", "pass", "pass"):
        game.play(move)
    assert features.katago_v7(game)[1][0, 14] == 0  # the game has stopped, and its moves are hidden
    game.resume(WHITE)
    spatial, numbers = features.katago_v7(game)
    assert not spatial[0, 9:14].any()
    assert not numbers[0, [0, 1, 2, 3, 4, 14]].any()
    game.pass_()
    assert features.katago_v7(game)[1][0, [0, 1, 14]].tolist() == [1, 0, 1]
    game.pass_()
    game.agree()
    made = rows(game, pos_len=5)
    assert made["globalInputNC"][4, [0, 1, 14]].tolist() == [0, 0, 0]
    assert made["globalInputNC"][5, [0, 1, 14]].tolist() == [1, 0, 1]


def test_what_was_undone_is_not_history():
    game, other = Game(5, "aga-button"), Game(5, "aga-button")
    for move in ("C3", "pass", "D4"):
        game.play(move)
    game.undo()
    game.undo()
    other.play("C3")
    for one in (game, other):
        one.play("B2")
    for found, expected in zip(features.katago_v7(game), features.katago_v7(other)):
        assert np.array_equal(found, expected)
    for name, array in rows(game, result="B+R", pos_len=5).items():
        assert np.array_equal(array, rows(other, result="B+R", pos_len=5)[name]), name


def test_the_side_that_moves_after_a_resumption_is_the_side_of_the_situation():
    """Situational superko bars what repeats with the side that was to move then, also where a resumption changed it."""
    for rules, requested_by, first in (("japanese", WHITE, BLACK), ("japanese", BLACK, WHITE), ("new-zealand", BLACK, WHITE)):
        game = Game(3, rules)
        for move in ("B2", "pass", "pass"):
            game.play(move)
        game.resume(requested_by)
        assert game.to_play == first
        game.play("A1")
        boards = list(game.positions())
        assert [board.to_play for board in boards] == [BLACK, WHITE, BLACK, first, 3 - first]
        assert boards[-1].situational_hash == game.board.situational_hash


def test_ladders_of_the_clean_up_meet_no_ko():
    """KataGo takes the simple ko off the board in its clean-up (BoardHistory::makeBoardMoveAssumeLegal): marks stand for it. White has
    just taken the ko at E2; in the main phase Black may not retake at E1 to catch D1, to the ladders of the clean-up it is a move."""
    board = Board.from_text("...X.\n...OX\nX...X\n..XX.\n...OX", to_play=WHITE, ko="none")
    assert board.play("E2") == 1
    terms = dict(scoring="territory", tax="seki", bonus=0)
    catching = []
    for encore in (0, 1, 2):
        catch = features(board, ["katago_v7.ladder_catch"], encore=encore, **terms)[0, 0]
        catching.append({board.vertex(int(p)) for p in np.flatnonzero(catch)})
    assert catching == [{"C4", "C1"}, {"C4", "C1", "E1"}, {"C4", "C1", "E1"}]


def test_the_targets_of_a_clean_up():
    """trainingwrite.cpp: 48 says whether the score has the parity of the board (area scoring, or the second encore); 61 is
    the bonus still to come for the player, under territory rules what the moves to come cost."""
    game = Game(5, "japanese", cleanup="katago")
    for move in ("C3", "D4", "pass", "pass", "B2", "pass", "pass", "pass", "pass"):
        game.play(move)
    assert game.phase == "finished"
    targets = rows(game, pos_len=5)["globalTargetsNC"]
    assert targets[:, 48].tolist() == [0] * 7 + [1] * 2
    # Black's two stones, White's one: White gains 1, 0, 1, 1, 1, 0 from here on
    assert targets[:6, 61].tolist() == [-1, 0, -1, 1, -1, 0]
    assert not targets[6:, 61].any()
    area = Game(5, "aga-button")
    for move in ("C3", "pass", "D4", "pass", "pass"):
        area.play(move)
    targets = rows(area, result="B+R", pos_len=5)["globalTargetsNC"]
    assert (targets[:, 48] == 1).all()
    assert targets[:2, 61].tolist() == [-0.5, 0.5]
    assert not targets[2:, 61].any()
