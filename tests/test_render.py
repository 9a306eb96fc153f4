"""Pictures: what is on the board is in the picture, in its place; what cannot be drawn is refused."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from goboard import BLACK, WHITE, Board, render, sgf
from goboard.game import Game

NS = "{http://www.w3.org/2000/svg}"
EXAMPLES = Path(__file__).parent.parent / "examples"
SHAPES = [(1, 1), (1, 2), (2, 1), (5, 5), (9, 9), (19, 19), (25, 25), (5, 13), (13, 5), (1, 25)]


def parse(text):
    return ElementTree.fromstring(text)


def scattered(shape, seed=1):
    """A board after some random moves."""
    board, rng = Board(shape), np.random.default_rng(seed)
    for _ in range(board.pass_move // 3):
        moves = board.legal_moves()[:-1]
        if len(moves):
            board.play(int(rng.choice(moves)))
    return board


def stones_drawn(root):
    """{(x, y): colour} of the full-size stones in a picture."""
    drawn = {}
    for colour, paint in ((BLACK, "url(#gb-black)"), (WHITE, "url(#gb-white)")):
        for group in root.iter(f"{NS}g"):
            if group.get("fill") == paint:
                drawn.update({(float(c.get("cx")), float(c.get("cy"))): colour for c in group.iter(f"{NS}circle")})
    return drawn


def words(root):
    return [element.text for element in root.iter(f"{NS}text")]


# SVG


@pytest.mark.parametrize("shape", SHAPES)
def test_every_stone_stands_on_its_point(shape):
    board = scattered(shape)
    drawn = stones_drawn(parse(render.svg(board, coordinates=False)))
    expected = {
        (render.CELL * (0.75 + col), render.CELL * (0.75 + row)): int(board.stones[row, col])
        for row in range(shape[0])
        for col in range(shape[1])
        if board.stones[row, col]
    }
    assert drawn == expected


@pytest.mark.parametrize("shape", SHAPES)
def test_everything_lies_inside_the_picture(shape):
    heat = np.ones(shape)
    root = parse(render.svg(scattered(shape), heat=heat, territory=heat.astype(int), win_rate=0.3, caption="caption"))
    _, _, width, height = map(float, root.get("viewBox").split())
    for circle in root.iter(f"{NS}circle"):
        if circle.get("cx"):
            assert float(circle.get("cx")) - 15.2 >= 0 and float(circle.get("cx")) + 15.2 <= width
    for text in root.iter(f"{NS}text"):
        assert 0 <= float(text.get("x")) <= width and 0 <= float(text.get("y")) <= height
    for rect in root.iter(f"{NS}rect"):
        if rect.get("x"):
            assert float(rect.get("x")) >= 0 and float(rect.get("x")) + float(rect.get("width")) <= width + 0.02
            assert float(rect.get("y")) >= 0 and float(rect.get("y")) + float(rect.get("height")) <= height + 0.02


def test_coordinates_skip_the_letter_i_and_count_from_below():
    root = parse(render.svg(Board((5, 13))))
    assert set(words(root)) == {*"ABCDEFGHJKLMN", *"12345"}
    ys = {text.text: float(text.get("y")) for text in root.iter(f"{NS}text") if text.text.isdigit()}
    assert ys["5"] < ys["1"]
    assert words(parse(render.svg(Board(9), coordinates=False))) == []


def test_the_last_move_is_marked_and_a_pass_is_not():
    board = Board(9)
    red = "#d8322a"
    assert red not in render.svg(board)
    board.play("E5")
    assert red in render.svg(board)
    assert red not in render.svg(board, last_move=None)
    assert red in render.svg(board.copy(history=False), last_move="E5")
    board.pass_()
    assert red not in render.svg(board)


def test_numbers_are_those_of_the_stones_that_still_stand():
    board = Board(5)
    for move in ("A5", "B5", "E1", "A4", "pass"):  # White's fourth move takes the stone of move 1
        board.play(move)
    root = parse(render.svg(board, numbers=True, coordinates=False))
    assert sorted(words(root)) == ["2", "3", "4"]
    board.play("D1")
    board.play("C3")
    assert words(parse(render.svg(board, numbers=2, coordinates=False))) == ["6", "7"]
    assert words(parse(render.svg(board, numbers={"E1": 3}, coordinates=False))) == ["3"]


def test_labels_are_text_and_never_markup():
    root = parse(render.svg(Board(9), labels={"E5": "<&\">", (0, 0): "A", 80: 12}, coordinates=False))
    assert sorted(words(root)) == ["12", "<&\">", "A"]


@pytest.mark.parametrize("name, other", [("circle", "CR"), ("triangle", "TR"), ("square", "SQ"), ("cross", "MA")])
def test_marks_by_both_names(name, other):
    plain = render.svg(Board(9))
    assert render.svg(Board(9), marks={"E5": name}) == render.svg(Board(9), marks={40: other}) != plain


def test_heat_shows_whose_points_are_likely_and_which_stones_are_lost():
    board = Board.from_text("X.\n.O")
    root = parse(render.svg(board, heat=[[-1, 0.5], [0, -1]], coordinates=False))
    tints = [(rect.get("fill"), rect.get("opacity")) for rect in root.iter(f"{NS}rect") if rect.get("opacity")]
    assert [fill for fill, _ in tints] == ["#fff", "#000", "#fff"]
    squares = [rect for rect in root.iter(f"{NS}rect") if rect.get("stroke-width") == ".8"]
    assert [square.get("fill") for square in squares] == ["#fff"]


def test_territory_is_on_empty_points_and_under_dead_stones_only():
    board = Board.from_text("X.O\n...")
    squares = re.findall(r'stroke-width=".8"', render.svg(board, territory=[[1, 1, 2], [0, 2, 2]]))
    assert len(squares) == 3
    squares = re.findall(r'stroke-width=".8"', render.svg(board, territory=[[1, 1, 1], [0, 2, 2]], dead=["C2"]))
    assert len(squares) == 4
    assert 'opacity=".4"' in render.svg(board, dead=["C2"])


@pytest.mark.parametrize("rate, said", [(0.5, "50.0%"), (0, "100.0%"), (1, "100.0%"), (0.123, "12.3%")])
def test_the_win_rate_is_a_bar(rate, said):
    assert said in words(parse(render.svg(Board(9), win_rate=rate)))


def test_a_picture_has_the_size_asked_for():
    root = parse(render.svg(Board((5, 13)), size=400))
    _, _, width, height = map(float, root.get("viewBox").split())
    assert float(root.get("width")) == 400
    assert float(root.get("height")) == pytest.approx(400 * height / width, abs=0.01)


def test_arrays_are_boards_to_look_at_even_without_liberties():
    root = parse(render.svg([[1, 2], [2, 1]], marks={(0, 0): "circle"}))
    assert len(stones_drawn(root)) == 4


@pytest.mark.parametrize(
    "board, options",
    [
        (Board(9), {"heat": np.zeros((9, 8))}),
        (Board(9), {"territory": np.zeros(81)}),
        (Board(9), {"marks": {"E5": "star"}}),
        (Board(9), {"marks": {"K1": "circle"}}),
        (Board(9), {"labels": {(9, 0): "A"}}),
        (Board(9), {"dead": ["Z9"]}),
        (Board(9), {"win_rate": 1.5}),
        (Board(9), {"win_rate": float("nan")}),
        ([[0.5]], {}),
        ([0, 1], {}),
        (np.zeros((26, 2), dtype=int), {}),
        ([[0, 1]], {"marks": {2: "circle", 3: "circle"}}),
        ("board", {}),
        (None, {}),
    ],
)
def test_what_cannot_be_drawn_is_refused(board, options):
    with pytest.raises((ValueError, TypeError)):
        render.svg(board, **options)


def test_png_through_cairosvg():
    try:
        import cairosvg  # noqa: F401
    except (ImportError, OSError):
        with pytest.raises((ImportError, OSError)):
            render.png(render.svg(Board(9)))
        pytest.skip("cairosvg is not installed")
    image = render.png(render.svg(Board(9)), width=300)
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(image[16:20], "big") == 300


# Text


@pytest.mark.parametrize("shape", SHAPES)
def test_ascii_is_what_a_board_prints_and_reads(shape):
    board = scattered(shape)
    assert render.text(board, unicode=False) == str(board)


@pytest.mark.parametrize("unicode, signs", [(True, "\u00b7\u25cf\u25cb+() "), (False, ".XO+() ")])
def test_text_says_the_same_with_and_without_unicode(unicode, signs):
    board = Board.from_text("X.O\n.O.\n...")
    board.play("C1")
    shown = render.text(board, unicode=unicode, coordinates=False)
    assert set(shown) <= {*signs, "\n"}
    assert shown.translate(str.maketrans("\u00b7\u25cf\u25cb", ".XO")).splitlines()[0].split() == ["X", ".", "O"]
    assert f"({signs[1]})" in shown


def test_colour_adds_codes_and_nothing_else():
    board = scattered((9, 9))
    coloured = render.text(board, color=True)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert plain.replace("\u25cb", "\u25cf") == render.text(board).replace("\u25cb", "\u25cf")
    assert all(line.count("\x1b[0m") == 1 for line in coloured.splitlines()[1:-1])


def test_dead_stones_and_territory_in_text():
    board = Board.from_text("X.O\n...\n...")
    shown = render.text(board, unicode=False, coordinates=False, dead=["C3"], territory=[[1, 1, 1], [2, 0, 0], [0, 0, 0]])
    assert [line.split() for line in shown.splitlines()] == [["X", "b", "o"], ["w", ".", "."], [".", ".", "."]]


def test_the_ownership_map_has_five_steps():
    values = [[1, 0.61, 0.59, 0.21, 0.19], [0, -0.19, -0.21, -0.59, -0.61]]
    shown = render.ownership(values, unicode=False).splitlines()
    assert shown[0].split() == list("ABCDE")
    assert shown[1].split() == ["2", "X", "X", "x", "x", ".", "2"]
    assert shown[2].split() == ["1", ".", ".", "o", "o", "O", "1"]
    assert shown[-1].startswith("X Black") and shown[-1].endswith("O White")


@pytest.mark.parametrize("values", [[1, 2], [[]], np.zeros((26, 1)), [["a"]]])
def test_an_ownership_that_is_none_is_refused(values):
    with pytest.raises(ValueError):
        render.ownership(values)


# A game as a page


def page_data(page):
    return json.loads(re.search(r"const game = (.*);\n", page)[1])


def replayed(frames, number, points):
    stones = [0] * points
    for changes, *_ in frames[: number + 1]:
        for point, colour in zip(changes[::2], changes[1::2]):
            stones[point] = colour
    return stones


@pytest.mark.parametrize("name", ["game.sgf", "handicap_9x9.sgf"])
def test_every_frame_of_the_page_is_the_position(name):
    record = sgf.record((EXAMPLES / name).read_bytes())
    frames = page_data(render.html(record))["frames"]
    assert len(frames) == len(record.moves) + 1
    for number in (0, 1, len(frames) // 2, len(frames) - 1):
        board = record.board(number)
        assert replayed(frames, number, board.pass_move) == board.stones.ravel().tolist()
        assert frames[number][3:] == [board.captures(BLACK), board.captures(WHITE)]


def test_a_board_with_history_is_a_game():
    board = Board(9)
    for move in ("E5", "D4", "pass"):
        board.play(move)
    frames = page_data(render.html(board))["frames"]
    assert [frame[2] for frame in frames] == ["", "1 Black E5", "2 White D4", "3 Black pass"]
    assert [frame[1] for frame in frames] == [None, 40, 48, None]


def test_a_game_under_rules_is_drawn_as_its_board():
    game = Game(9, rules="japanese")
    game.play("E5")
    assert render.svg(game) == render.svg(game.board)
    assert render.text(game) == render.text(game.board)
    assert page_data(render.html(game)) == page_data(render.html(game.board))


def test_set_up_between_moves_is_in_the_page():
    record = sgf.record("(;SZ[3];B[aa];W[cc];AW[ba]AE[aa];W[ab])")
    frames = page_data(render.html(record))["frames"]
    for number in range(4):
        assert replayed(frames, number, 9) == record.board(number).stones.ravel().tolist()
    assert [frame[2] for frame in frames] == ["", "1 Black A3", "2 White C1", "3 White A2"]


def test_comments_stand_with_their_moves_and_are_never_markup():
    page = render.html("(;SZ[9]C[start]PB[<b>]PW[&];B[aa]C[</script><script>alert(1)</script>];C[more])")
    assert page_data(page)["comments"] == {"0": "start", "1": "</script><script>alert(1)</script>\nmore"}
    assert page.count("<script>") == page.count("</script>") == 1
    assert "<title>&lt;b&gt; \u2013 &amp;</title>" in page


def test_the_page_needs_nothing_from_outside():
    page = render.html((EXAMPLES / "game.sgf").read_bytes())
    assert not re.search(r"(?:src|href)=|@import|url\((?!#)", page)
    assert re.findall(r"https?://[^\"' ]*", page) == ["http://www.w3.org/2000/svg"] * 2


def test_win_rates_are_one_for_each_position():
    board = Board(9)
    board.play("E5")
    assert page_data(render.html(board, win_rates=[0.5, 0.61803]))["rates"] == [0.5, 0.618]
    with pytest.raises(ValueError, match="2 win rates"):
        render.html(board, win_rates=[0.5])


CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_the_page_works_in_a_browser(tmp_path):
    record = sgf.record((EXAMPLES / "game.sgf").read_bytes())
    (tmp_path / "game.html").write_text(render.html(record, win_rates=np.linspace(0, 1, 238)), "utf-8")
    seen = subprocess.run(
        [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile", "--dump-dom", f"file://{tmp_path}/game.html#100"],
        capture_output=True, timeout=120, env={**os.environ, "HOME": str(tmp_path)},
    ).stdout.decode()  # fmt: skip
    group = re.search(r'<g id="stones">(.*?)</g>', seen)[1]
    assert group.count("gb-black") == int((record.board(100).stones == BLACK).sum())
    assert group.count("gb-white") == int((record.board(100).stones == WHITE).sum())
    assert "100 White D19" in seen and "Black wins 42.2 %" in seen


def test_a_notebook_shows_games_counts_and_confirmations():
    game = Game(5, "japanese", komi=0.5)
    for move in ("B5", "C5", "B4", "C4", "B3", "C3", "B2", "C2", "B1", "C1"):
        game.play(move)
    assert "Move 10, play" in game._repr_svg_()
    game.pass_()
    game.pass_()
    trial = game.confirmation()
    trial.play("A1")
    assert trial._repr_svg_() == render.svg(trial.board)
    count = game.agree()
    assert count.result in game._repr_svg_() and count.result in count._repr_svg_()
    for picture in (game._repr_svg_(), count._repr_svg_()):
        ElementTree.fromstring(picture)
    cleaned = Game(5, cleanup="katago")
    for _ in range(6):
        cleaned.pass_()
    assert cleaned.result in cleaned.final._repr_svg_() and cleaned.result in cleaned._repr_svg_()


# A part of the board


def corner():
    """The lower left corner of 19x19: stones in and just outside A1 to G6."""
    board = Board(19)
    board.setup(black=["C3", "D3", "G6", "H3"], white=["A1", "C4", "G7", "Q16"])
    return board


def test_a_part_of_the_board_is_drawn():
    """Only the corner of a problem: its stones, its letters and numbers, the picture no larger."""
    root = parse(render.svg(corner(), region=["A1", "G6"]))
    _, _, width, height = map(float, root.get("viewBox").split())
    assert (width, height) == ((6 + 3) * render.CELL, (5 + 3) * render.CELL)
    at = {"C3": (2, 3), "D3": (3, 3), "G6": (6, 0), "A1": (0, 5), "C4": (2, 2)}  # columns from A, rows from 6 down
    expected = {(render.CELL * (1.5 + col), render.CELL * (1.5 + row)): WHITE if v in ("A1", "C4") else BLACK for v, (col, row) in at.items()}
    assert stones_drawn(root) == expected
    assert set(words(root)) == {*"ABCDEFG", *"123456"}


def test_lines_go_on_where_the_board_does_and_stop_at_its_edge():
    lines = [path.get("d") for path in parse(render.svg(Board(19), region="A1:C2", coordinates=False)).iter(f"{NS}path")]
    margin, cell = 0.75 * render.CELL, render.CELL
    assert f"M{margin:g} {margin:g}h{2.5 * cell:g}" in lines[0]  # from the left edge to half a space beyond C
    assert f"M{margin:g} {margin - cell / 2:g}v{1.5 * cell:g}" in lines[0]
    assert lines[1] == f"M{margin:g} {margin + cell:g}h{2.5 * cell:g}M{margin:g} {margin - cell / 2:g}v{1.5 * cell:g}"  # below and left
    inside = render.svg(Board(19), region=["D4", "F6"])
    assert 'stroke-width="1.8"' not in inside


@pytest.mark.parametrize("region", [["A1", "G6"], ("G6", "A1"), "A1:G6", "g1 a6", [(18, 0), (13, 6)], [342, 253], ["A1", "G1", "B6"], np.array([[18, 0], [13, 6]])])
def test_a_region_is_the_rectangle_around_points_in_any_notation(region):
    assert render.svg(corner(), region=region) == render.svg(corner(), region=["A1", "G6"])
    assert render.text(corner(), region=region) == render.text(corner(), region=["A1", "G6"])


def test_a_part_of_the_board_in_text():
    shown = render.text(corner(), unicode=False, region=["A1", "D4"], territory=np.ones((19, 19), int), dead=["C4", "Q16"])
    assert shown.splitlines() == [
        "   A B C D",
        " 4 b b o b 4",
        " 3 b b X X 3",
        " 2 b b b b 2",
        " 1 O b b b 1",
        "   A B C D",
    ]
    board = corner()
    assert render.text(board, region=["A1", "T19"]) == render.text(board)
    board.play("B2")
    assert "(\u25cf)" in render.text(board, region=["A1", "C3"])
    assert "(" not in render.text(board, region=["D4", "E5"])
    values = np.zeros((19, 19))
    values[18, 2] = 1
    shown = render.ownership(values, unicode=False, legend=False, region=["B1", "C2"])
    assert shown.splitlines() == ["   B C", " 2 . . 2", " 1 . X 1", "   B C"]


def test_what_lies_outside_the_region_is_not_drawn():
    board = corner()
    inside = {"labels": {"B2": "a"}, "marks": {"C3": "circle"}, "dead": ["C4"], "numbers": {"D3": 1}}
    outside = {"labels": {"B2": "a", "T19": "b"}, "marks": {"C3": "circle", "T1": "square"}, "dead": ["C4", "G7"], "numbers": {"D3": 1, "H3": 2}}
    assert render.svg(board, region="A1:G6", **outside) == render.svg(board, region="A1:G6", **inside)
    heat = np.zeros((19, 19))
    heat[0, 0] = 1
    assert render.svg(board, region="A1:G6", heat=heat) == render.svg(board, region="A1:G6", heat=np.zeros((19, 19)))


NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    "options",
    [
        {"size": 0}, {"size": -5}, {"size": NAN}, {"size": INF}, {"size": 1e9}, {"size": True}, {"size": "400"}, {"size": 10**400},
        {"coordinates": "yes"}, {"coordinates": 2},
        {"last_move": "Z9"}, {"last_move": 82}, {"last_move": 2.5}, {"last_move": [1]},
        {"numbers": -1}, {"numbers": 2.5}, {"numbers": "all"}, {"numbers": {"J10": 1}}, {"numbers": {"pass": 1}}, {"numbers": [1, 2]},
        {"marks": {"E5": 3}}, {"marks": {"E5": None}}, {"marks": {"E5": "last"}}, {"marks": {"E5": ["CR"]}}, {"marks": ["E5"]}, {"marks": {True: "CR"}},
        {"marks": {"pass": "circle"}}, {"marks": {-1: "circle"}}, {"marks": {1.0: "circle"}},
        {"labels": {"pass": "a"}}, {"labels": "abc"},
        {"territory": np.full((9, 9), 3)}, {"territory": np.full((9, 9), -1)}, {"territory": np.full((9, 9), NAN)}, {"territory": np.zeros((9, 9), bool)},
        {"territory": [["x"] * 9] * 9}, {"territory": np.full((9, 9), 0.5)},
        {"heat": np.full((9, 9), NAN)}, {"heat": np.full((9, 9), INF)}, {"heat": np.full((9, 9), 3.0)}, {"heat": "hot"}, {"heat": [[1], [1, 2]]},
        {"dead": ["Z1"]}, {"dead": 81}, {"dead": ["pass"]}, {"dead": [True]}, {"dead": None},
        {"win_rate": NAN}, {"win_rate": "half"}, {"win_rate": True}, {"win_rate": -0.1},
        {"region": []}, {"region": ""}, {"region": ["A1", "K1"]}, {"region": "A0:B2"}, {"region": ["A1", "pass"]}, {"region": 5.0},
        {"region": {"A1": NAN, 2.5: 1}}, {"colour": True},
    ],
)  # fmt: skip
def test_impossible_values_are_refused_in_words(options):
    """Whatever is given is used or refused, with its name in the error."""
    with pytest.raises((ValueError, TypeError), match="mark" if "marks" in options else next(iter(options))):
        render.svg(Board(9), **options)
    options = {key: value for key, value in options.items() if key in ("coordinates", "last_move", "territory", "dead", "region")}
    if options:
        with pytest.raises((ValueError, TypeError), match=next(iter(options))):
            render.text(Board(9), **options)


@pytest.mark.parametrize("board", [np.full((3, 3), 3), np.full((3, 3), -1), np.zeros((3, 3), bool), np.zeros((0, 3), int), np.zeros((3, 3)), [[0, 1], [0]],
                                   "X?", b"X.", 9, None, [[None]]])  # fmt: skip
def test_what_is_no_board_is_not_drawn(board):
    for draw in (render.svg, render.text):
        with pytest.raises((ValueError, TypeError)):
            draw(board)


@pytest.mark.parametrize(
    "draw",
    [
        lambda: render.text(Board(3), unicode="no"),
        lambda: render.text(Board(3), color=2),
        lambda: render.ownership(np.full((3, 3), NAN)),
        lambda: render.ownership(np.full((3, 3), 2.0)),
        lambda: render.ownership(np.zeros((3, 3)), legend="yes"),
        lambda: render.ownership(np.zeros((3, 3)), region="A1:D1"),
        lambda: render.svg([[0, 1]], numbers=True),
        lambda: render.png(b"<svg/>"),
        lambda: render.png("<svg/>", width=0),
        lambda: render.png("<svg/>", width=True),
        lambda: render.html(Board(3), win_rates=[NAN]),
        lambda: render.html(Board(3), win_rates=[2]),
        lambda: render.html(Board(3), win_rates=["0.5"]),
    ],
)
def test_other_impossible_values(draw):
    with pytest.raises((ValueError, TypeError)):
        draw()


def test_vertices_name_points_of_arrays_too():
    assert render.svg([[1, 2, 0]], marks={"C1": "TR"}, last_move="A1") == render.svg([[1, 2, 0]], marks={2: "triangle"}, last_move=0)


def test_a_diagram_is_a_board():
    assert render.svg("X.O\n...") == render.svg(Board.from_text("X.O\n..."))


def test_characters_that_xml_has_none_of_do_not_spoil_a_picture():
    root = parse(render.svg(Board(3), labels={"A1": "\x00"}, caption="a\x1bb\ud800", coordinates=False))
    assert words(root) == ["\ufffd", "a\ufffdb\ufffd"]


def test_a_comment_is_no_place_of_the_page():
    page = render.html("(;SZ[3]GN[@DATA@]C[@LAST@ @BOARD@];B[aa])")
    assert page_data(page)["comments"] == {"0": "@LAST@ @BOARD@"}
    assert "<title>@DATA@</title>" in page


def test_a_board_that_lies_is_drawn_as_it_is():
    class Liar(Board):
        shape = property(lambda self: (1, 1))
        stones = property(lambda self: np.zeros((1, 1), np.uint8))
        moves = property(lambda self: [(7, 10**9)])

    liar, plain = Liar(5), Board(5)
    for board in (liar, plain):
        board.play("C3")
    assert render.svg(liar, numbers=True) == render.svg(plain, numbers=True)
    assert page_data(render.html(liar))["frames"] == page_data(render.html(plain))["frames"]
