"""Records beside two other readers, sgfmill and pysgf (skipped where they are not installed).

`data/sgf_oddities.jsonl` holds records as files in the world are: spaces, junk, broken brackets, odd values, habits of
programs. Where another reader gives an answer we give the same, or the difference is explained below.
"""

import json
from pathlib import Path

import pytest

from goboard import sgf

DATA = Path(__file__).parent / "data"
ODDITIES = {case["name"]: case["sgf"] for case in map(json.loads, (DATA / "sgf_oddities.jsonl").read_text().splitlines())}
GAMES = [json.loads(line)["sgf"] for line in (DATA / "sgf_games.jsonl").read_text("utf-8").splitlines()]
REFUSED = object()


def asked(question):
    """The answer, or REFUSED: the other readers raise ValueError, KeyError, IndexError, AttributeError and more."""
    try:
        return question()
    except Exception:
        return REFUSED


def first_position(nodes):
    """(black, white) after all set-up before the first move; `nodes`: (has moves, black, white, empty) of each."""
    stones = {}
    for moved, black, white, empty in nodes:
        stones.update(dict.fromkeys(black, 1) | dict.fromkeys(white, 2) | dict.fromkeys(empty, 0))
        if moved:
            break
    return tuple(sorted(at for at, colour in stones.items() if colour == wanted) for wanted in (1, 2))


def ours(text):
    tree = sgf.loads(text.encode())[0]
    record = asked(lambda: sgf.record(tree))
    known = record is not REFUSED
    return {
        "size": asked(lambda: tree.shape),
        "moves": record.moves if known else REFUSED,
        "stones": (sorted(record.black), sorted(record.white)) if known else REFUSED,
        "komi": record.komi if known else REFUSED,
        "handicap": record.handicap or None if known else REFUSED,
        "comments": [node.text("C") for node in tree.main_line if "C" in node.properties],
        "names": [tree.root.text(name) for name in ("PB", "PW")],
        "nodes": len(tree.main_line),
    }


def of_sgfmill(text):
    from sgfmill.sgf import Sgf_game

    game = Sgf_game.from_bytes(text.encode())
    root, line, shape = game.get_root(), game.get_main_sequence(), (game.get_size(),) * 2

    def moves():
        played = [node.get_move() for node in line]
        return [(" bw".index(colour), sgf.from_bottom_up(at, shape)) for colour, at in played if colour]

    def stones():
        return first_position(
            (node.get_move()[0] is not None, *([sgf.from_bottom_up(at, shape) for at in points] for points in node.get_setup_stones()))
            for node in line
        )

    return {
        "size": shape,
        "moves": asked(moves),
        "stones": asked(stones),
        # Without KM sgfmill says 0.0, without HA or for HA[0] None.
        "komi": asked(game.get_komi) if root.has_property("KM") else None,
        "handicap": asked(game.get_handicap),
        "comments": asked(lambda: [node.get("C") for node in line if node.has_property("C")]),
        "names": asked(lambda: [root.get(name) if root.has_property(name) else None for name in ("PB", "PW")]),
        "nodes": len(line),
    }


def of_pysgf(text):
    from pysgf import GoGame

    root = GoGame.parse_sgf(text)
    line = [root]
    while line[-1].children:
        line.append(line[-1].children[0])
    shape = asked(lambda: root.board_size[::-1])

    def point(at):
        return sgf.from_bottom_up(at.coords and at.coords[::-1], shape)

    def stones():
        return first_position(
            (
                bool(node.moves),
                [point(at) for at in node.placements if at.player == "B"],
                [point(at) for at in node.placements if at.player == "W"],
                [point(at) for at in node.clear_placements],
            )
            for node in line
        )

    return {
        "size": shape,
        "moves": asked(lambda: [(" BW".index(at.player), point(at)) for node in line for at in node.moves]),
        "stones": asked(stones),
        # Without KM, or for one it cannot read, pysgf says 6.5, without HA 0.
        "komi": root.komi if "KM" in root.properties else None,
        "handicap": root.handicap or None,
        "comments": [node.get_property("C") for node in line if "C" in node.properties],
        "names": [root.get_property(name) for name in ("PB", "PW")],
        "nodes": len(line),
    }


RAW_TEXT = "pysgf resolves \\] and \\\\ only; FF[4] has soft line breaks, one kind of line end, tabs as spaces, any character escaped"
LATIN_1 = "without CA sgfmill reads Latin-1, as FF[4] says; files in the world are UTF-8"
KOMI = "the servers' spelling of 7.5 and 6.5; the text is in Record.komi_text"
NO_KOMI = "pysgf says 6.5 for a komi that it cannot read"
NO_HANDICAP = "pysgf says 0 for a handicap that it cannot read"
ONE_MOVE = "sgfmill keeps one of several moves in a node"
MORE_LETTERS = "pysgf reads the first two letters of any move; three letters, or two points, are none"
NO_SIZE = "pysgf takes any number as a size; a board has 1 to 52 lines"

# {reader: {name: {key: why our answer is another}}}
EXPLAINED = {
    "sgfmill": {
        "tree-closed-early": dict.fromkeys(("moves", "nodes"), "nodes behind the closed tree are kept with a warning, not dropped"),
        **dict.fromkeys(("text-unicode", "text-emoji"), {"comments": LATIN_1}),
        "name-unicode": {"names": LATIN_1},
        **dict.fromkeys(("komi-375", "komi-3.75", "komi-650"), {"komi": KOMI}),
        **dict.fromkeys(("junk-inside-value", "move-two-in-node", "move-two-in-node-white-first", "move-two-values"), {"moves": ONE_MOVE}),
        "handicap--1": {"handicap": "a number of stones is not negative"},
    },
    "pysgf": {
        "tree-closed-early": dict.fromkeys(("moves", "nodes"), "nodes behind the closed tree are kept with a warning, not dropped"),
        **dict.fromkeys(
            (
                "text-escaped-colon", "text-soft-break", "text-crlf", "text-lfcr", "text-cr", "text-tab", "text-escaped-tab",
                "text-escaped-letter", "text-backslash-crlf",
            ),
            {"comments": RAW_TEXT},
        ),
        **dict.fromkeys(("name-break", "name-soft-break"), {"names": RAW_TEXT}),
        **dict.fromkeys(("komi-375", "komi-3.75", "komi-650"), {"komi": KOMI}),
        **dict.fromkeys(("komi-empty", "komi-none", "komi-5\u00bd", "komi-6.5.1"), {"komi": NO_KOMI}),
        **dict.fromkeys(("komi-NaN", "komi-inf"), {"komi": "a komi is a finite number"}),
        **dict.fromkeys(("handicap-2 stones", "handicap-1e1"), {"handicap": NO_HANDICAP}),
        "handicap--1": {"handicap": "a number of stones is not negative"},
        "pass-word-19": {"moves": MORE_LETTERS},
        **dict.fromkeys(("move-three-letters", "move-rectangle"), {"moves": MORE_LETTERS}),
        "setup-three-letters": {"stones": MORE_LETTERS},
        "setup-reversed": {"stones": "a reversed rectangle names no points to pysgf; it is a fault"},
        "move-two-in-node-white-first": {"moves": "pysgf plays Black's moves of a node first; we keep the order of the file"},
        "tree-empty-node": {"nodes": "pysgf drops nodes without properties"},
        "tree-empty-variation": {"moves": "pysgf makes a node of (); there is none in it"},
        "tree-empty-parens": {"all": "pysgf makes a game of (); there is no node in it"},
        **dict.fromkeys(("size-0", "size--9"), {"size": NO_SIZE}),
        "size-53": {"size": NO_SIZE, "moves": NO_SIZE},
        **dict.fromkeys(("setup-tt", "setup-empty-value"), {"stones": "pysgf sets up a pass, which is no point"}),
        "program-fox": {"komi": "pysgf corrects Fox's komi by the handicap; we say what the file says"},
    },
}  # fmt: skip
READERS = {"sgfmill": of_sgfmill, "pysgf": of_pysgf}


def differences(reader, name):
    """{key: (our answer, theirs)} where both differ and theirs is one."""
    theirs = asked(lambda: READERS[reader](ODDITIES[name]))
    if theirs is REFUSED:
        return {}
    mine = asked(lambda: ours(ODDITIES[name]))
    if mine is REFUSED:
        return {"all": (REFUSED, theirs)}
    compared = set(theirs)
    if mine["moves"] is REFUSED:
        # A point that is none makes the record refused as a whole: only what the fault is about can differ.
        compared -= {"komi", "handicap", "moves" if name.startswith("setup-") else "stones"}
    return {key: (mine[key], theirs[key]) for key in compared if theirs[key] is not REFUSED and theirs[key] != mine[key]}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", ODDITIES)
def test_an_oddity_is_read_as_others_do_or_the_difference_is_explained(reader, name):
    pytest.importorskip(reader)
    assert differences(reader, name).keys() == EXPLAINED[reader].get(name, {}).keys()


def test_there_are_two_hundred_oddities_and_we_read_more_of_them():
    assert len(ODDITIES) >= 200

    def understood(reader):
        return sum(asked(lambda text=text: reader(text)["moves"]) is not REFUSED for text in ODDITIES.values())

    for name, reader in READERS.items():
        pytest.importorskip(name)
        assert understood(ours) > understood(reader)


@pytest.mark.parametrize("text", [*GAMES, *ODDITIES.values()])
def test_trees_go_to_sgfmill_and_come_back(text):
    pytest.importorskip("sgfmill")
    try:
        tree = sgf.loads(text)[0]
        game = sgf.to_sgfmill(tree)
    except ValueError:
        return
    back = sgf.from_sgfmill(game)
    assert [node.properties for node in back.nodes()] == [node.properties for node in sgf.loads(sgf.dumps(tree))[0].nodes()]


@pytest.mark.parametrize("text", GAMES)
def test_sgfmill_plays_the_same_game(text):
    sgf_moves = pytest.importorskip("sgfmill.sgf_moves")
    record = sgf.record(text)
    if record.shape[0] != record.shape[1]:
        pytest.skip("sgfmill knows square boards only")
    board, plays = sgf_moves.get_setup_and_moves(sgf.to_sgfmill(sgf.loads(text)[0]))
    assert [(" bw".index(colour), sgf.from_bottom_up(at, record.shape)) for colour, at in plays] == record.moves
    for colour, at in plays:
        if at is not None:
            board.play(*at, colour)
    stones = record.board().stones
    for at in range(stones.size):
        row, col = sgf.bottom_up(at, record.shape)
        assert {None: 0, "b": 1, "w": 2}[board.get(row, col)] == stones.ravel()[at]


@pytest.mark.parametrize("text", [*GAMES, *ODDITIES.values()])
def test_trees_go_to_pysgf_and_come_back(text):
    pytest.importorskip("pysgf")
    try:
        tree = sgf.loads(text)[0]
    except ValueError:
        return
    back = sgf.from_pysgf(sgf.to_pysgf(tree))
    for mine, theirs in zip(tree.nodes(), back.nodes(), strict=True):
        assert mine.properties.keys() == theirs.properties.keys()
        for name in mine.properties:
            # pysgf cannot keep a backslash that escapes something other than \\ and ].
            kept = [sgf.escape(value.replace("\\\\", "\\").replace("\\]", "]")) for value in mine.properties[name]]
            assert theirs.properties[name] == kept


def test_deep_trees_go_to_pysgf_and_come_back():
    pytest.importorskip("pysgf")
    tree = sgf.loads("(;SZ[9]" + ";B[aa];W[bb]" * 20_000 + ")")[0]
    assert sgf.from_pysgf(sgf.to_pysgf(tree)) == tree


def test_a_square_of_sgfmill_and_a_point_of_ours_are_the_same_place():
    assert sgf.from_bottom_up((0, 0), (9, 9)) == 72
    assert sgf.from_bottom_up((8, 0), (9, 9)) == 0
    assert sgf.from_bottom_up(None, (9, 9)) == 81
    for shape in ((9, 9), (5, 13), (13, 5)):
        for at in range(shape[0] * shape[1] + 1):
            assert sgf.from_bottom_up(sgf.bottom_up(at, shape), shape) == at
    for wrong in ((9, 0), (0, -1)):
        with pytest.raises(ValueError):
            sgf.from_bottom_up(wrong, (9, 9))
    with pytest.raises(ValueError):
        sgf.bottom_up(82, (9, 9))
