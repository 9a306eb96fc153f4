"""Two faults that hide well: positions that were taken back and still count as having stood, and a "ko" in which two stones are taken."""

import random

import pytest

from goboard import BLACK, WHITE, Board
from naive import NaiveBoard, has_dead_chain, outcome


@pytest.mark.parametrize("ko", ["positional", "situational", "natural"])
def test_what_was_taken_back_did_not_stand(ko):
    # White's move takes one stone and makes a position; it is taken back, and must not bar that same position later.
    board = Board.from_text(". X O .\nX . X O\n. X O .\n. . . .", WHITE, ko=ko)
    for _ in range(3):
        assert board.play("B3") == 1
        board.undo()
        assert board.is_legal("B3")
        board.play_moves([12, 15])
        board.undo()
        board.undo()
        board.check()
    board.play("B3")
    assert board.repeats() == 0 and board.recurrences() == []


@pytest.mark.parametrize(
    "stones, is_ko",
    [
        # The chain A4's neighbour B4-C4 has no other liberty, the other neighbour has: taking would take two stones.
        (".XXO XOO. .... ....", False),
        # The same with a single stone.
        (".XO. XO.. .... ....", True),
    ],
)
def test_a_ko_takes_one_stone(stones, is_ko):
    def read():
        return Board.from_text(stones.replace(" ", "\n"), WHITE, ko="simple", ko_point="A4")

    if is_ko:
        assert not read().is_legal("A4")
    else:
        with pytest.raises(ValueError, match="no ko of White's can be at 'A4'"):
            read()


def test_a_ko_point_is_accepted_just_where_the_rules_see_a_ko():
    """On random small positions: a single stone is taken, and the stone that takes it could be taken alone (Article 6)."""
    rng = random.Random("ko points")
    seen = {True: 0, False: 0}
    while min(seen.values()) < 60:
        rows, cols = rng.choice([(2, 3), (3, 3), (3, 4), (4, 4)])
        stones = bytes(rng.choice((0, 1, 1, 2, 2)) for _ in range(rows * cols))
        if has_dead_chain(rows, cols, stones):
            continue
        slow = NaiveBoard.from_stones((rows, cols), stones)
        text = str(slow)
        for point in range(rows * cols):
            for color in (BLACK, WHITE):
                expected = False
                if not stones[point]:
                    after, taken, lost = outcome(rows, cols, stones, point, color)
                    expected = taken == 1 and not lost and slow._ko(stones, after, point, color) is not None
                try:
                    Board.from_text(text, color, ko_point=point)
                    accepted = True
                except ValueError:
                    accepted = False
                assert accepted == expected, (text, point, color)
                seen[expected] += 1
