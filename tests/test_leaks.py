"""A million boards made, played on, taken back and thrown away leave no memory behind."""

import subprocess
import sys
import textwrap

import pytest

CYCLES = """
    import copy, pickle, resource, sys
    import numpy as np
    from goboard import Board

    def peak():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)

    def create_play_undo_destroy(n):
        for _ in range(n):
            board = Board(5)
            board.play(12)
            board.play(13)
            board.undo()

    def everything_else(n):
        stones = np.zeros((9, 9), np.int8)
        for _ in range(n):
            board = Board.from_array(stones, ko="situational", suicide=True)
            board.play_moves([40, 41, 42, 81])
            twin = board.copy()
            twin.play("C3")
            board.play("D4")
            board.to_play = 1
            pickle.loads(pickle.dumps(twin))
            copy.copy(board).transform(5).undo()
            board.legal_mask(), board.legal_moves(), board.chains(), board.liberty_points(40), board.stones, board.hash
            board.setup(black=["A1"], empty=["A2"])
            eval(repr(board))
            for bad in (lambda: board.play("A1"), lambda: board.play("?"), lambda: board.setup(black=["Z9"]),
                        lambda: board.play_moves([3, 4, 3]), lambda: Board(26), lambda: Board.from_array(stones + 1)):
                try:
                    bad()
                except ValueError:
                    pass
                else:
                    raise AssertionError("accepted")

    work = {"cycles": create_play_undo_destroy, "everything": everything_else}[sys.argv[1]]
    rounds = int(sys.argv[2]) // 10
    work(rounds)
    before = peak()
    for _ in range(9):
        work(rounds)
    print(peak() - before)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="resource is not there to tell the memory")
@pytest.mark.parametrize("work, rounds", [("cycles", 1_000_000), ("everything", 10_000)])
def test_memory_stays_flat(work, rounds):
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(CYCLES), work, str(rounds)], capture_output=True, text=True, timeout=600
    )
    assert run.returncode == 0, run.stderr[-2000:]
    # One byte kept for each of the 900,000 later cycles, or 100 for each of the 9,000, would show.
    assert int(run.stdout) < 900_000
