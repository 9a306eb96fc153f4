"""Records: every case of `data/sgf_cases.jsonl` (facts from public test suites and bug reports of Go programs, the answers
checked by an independent reader), then the laws of the format one by one (FF[4], https://www.red-bean.com/sgf/)."""

import base64
import copy
import gc
import io
import json
import pickle
import random
from pathlib import Path

import pytest

from goboard import sgf

DATA = Path(__file__).parent / "data"
CASES = [json.loads(line) for line in (DATA / "sgf_cases.jsonl").read_text("utf-8").splitlines()]
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def gtp(at, rows, cols):
    if at == rows * cols:
        return "pass"
    row, col = divmod(at, cols)
    return (LETTERS[col] if col < 25 else "A" + LETTERS[col - 25]) + str(rows - row)


def branches(node):
    """[nodes in a row, [the branches after them]]."""
    count = 1
    while len(node.children) == 1:
        node, count = node.children[0], count + 1
    return [count, [branches(child) for child in node.children]]


def squeeze(shape):
    """A single variation in parentheses is only a longer line."""
    count, rest = shape
    rest = [squeeze(child) for child in rest]
    return [count + rest[0][0], rest[0][1]] if len(rest) == 1 else [count, rest]


def case_data(case):
    return base64.b64decode(case["sgf_b64"]) if "sgf_b64" in case else case["sgf"]


def facts(data, keys, strict):
    """What our reader makes of the text, in the words of the case file."""
    games = sgf.loads(data, strict=strict)
    tree = games[0]
    record = sgf.record(tree, strict)
    rows, cols = record.shape
    names = {name for node in tree.nodes() for name in node.properties}

    def set_up(colour):
        points = set(getattr(record, colour)).union(*(getattr(setup, colour) for setup in record.setups))
        return sorted(gtp(at, rows, cols) for at in points)

    answers = {
        "ok": lambda _: True,
        "moves": lambda _: [["?BW"[colour], gtp(at, rows, cols)] for colour, at in record.moves],
        "size": lambda _: [rows, cols],
        "komi": lambda _: float(record.komi_text) if record.komi is not None else None,
        "handicap": lambda _: record.handicap,
        "add_black": lambda _: set_up("black"),
        "add_white": lambda _: set_up("white"),
        "to_play_root": lambda _: "?BW"[record.to_play],
        "games": lambda _: len(games),
        "nodes": lambda _: sum(1 for _ in tree.nodes()),
        "ids": lambda _: sorted(names),
        "shape": lambda _: branches(tree.root),
        "text": lambda told: {
            name: next(node.text(name) for node in tree.nodes() if name in node.properties) for name in told
        },
        "text_if_encoding_given": lambda told: {
            "encoding": told["encoding"],
            "EV": sgf.loads(data, encoding=told["encoding"])[0].root.text("EV"),
        },
    }
    return {key: answers[key](told) for key, told in keys.items()}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case):
    data, expected = case_data(case), dict(case["expect"])
    if not expected["ok"]:
        with pytest.raises(sgf.SGFError):
            sgf.record(sgf.loads(data))
        return
    if "shape" in expected:
        expected["shape"] = squeeze(expected["shape"])
    assert facts(data, expected, strict=False) == expected
    if case.get("strict") == "same":
        assert facts(data, expected, strict=True) == expected
    elif case.get("strict") == "error":
        with pytest.raises(sgf.SGFError):
            facts(data, expected, strict=True)


@pytest.mark.parametrize("case", [case for case in CASES if case["expect"]["ok"]], ids=lambda case: case["name"])
def test_what_was_read_is_written_and_read_again_the_same(case):
    games = sgf.loads(case_data(case))
    again = sgf.loads(sgf.dumps(games, encoding=None), strict=True) if case["name"] != "gm-other" else games
    assert again == games
    assert [node.properties for node in again[0].nodes()] == [node.properties for node in games[0].nodes()]


# Grammar


def test_a_collection_holds_every_game_of_a_file():
    games = sgf.loads("(;SZ[9];B[aa])\n(;SZ[13];B[bb];W[cc])")
    assert [game.shape for game in games] == [(9, 9), (13, 13)]
    assert games.warnings == []


def test_variations_hang_where_they_were_read():
    root = sgf.loads("(;C[root](;B[aa](;W[bb])(;W[cc];B[dd]))(;B[ee]))")[0].root
    first, second = root.children
    assert [child.get("W") for child in first.children] == ["bb", "cc"]
    assert second.get("B") == "ee" and second.parent is root
    assert [node.get("W") or node.get("B") for node in first.children[1].children[0].path[1:]] == ["aa", "cc", "dd"]


def test_a_node_knows_its_line_and_column():
    nodes = sgf.loads("(;SZ[9]\r\n;B[aa]\n\n  ;W[bb]C[two\nlines];B[cc])")[0].main_line
    assert [(node.line, node.column) for node in nodes] == [(1, 2), (2, 1), (4, 3), (5, 7)]


@pytest.mark.parametrize(
    "text, line, column",
    [
        ("(;SZ[9]\n;B[aa]x[y)", 2, 8),
        ("(;SZ[9]\n---;B[aa])", 2, 1),
        ("(;B[aa]B[bb])", 1, 13),
        ("(;SZ[9]\n;B[aa]\n;C[never closed", 3, 3),
        ("(;SZ[9]\n;B[aa]\n  ()\n)", 3, 4),
        ("(;SZ[9](;B[aa])\n;W[bb])", 2, 1),
        ("(;SZ[9](;B[aa])\nC[late])", 2, 1),
        ("(;SZ[9];B [aa] [bb] ; W)", 1, 23),
        ("(;SZ[zero])", 1, 2),
        ("(;SZ[9];B[aa];W[zz])", 1, 14),
        ("(;SZ[9]\n;AB[aa:zz])", 2, 1),
        ("(;SZ[9]PL[green])", 1, 2),
        ("(;SZ[9]KM[much])", 1, 2),
    ],
)
def test_strict_names_line_and_column(text, line, column):
    with pytest.raises(sgf.SGFError) as caught:
        sgf.record(text, strict=True)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"line {line}, column {column}: ")


def test_tolerant_says_what_it_mended():
    games = sgf.loads("(;SZ[9]\n---\n;B[aa];W;B[bb]")
    assert len(games.warnings) == 3
    assert games.warnings[0].startswith("line 2, column 1: ")
    assert sgf.record(games).moves == [(1, 0), (1, 10)]


def test_warnings_of_a_hostile_file_are_bounded():
    assert len(sgf.loads("(;" + "-a" * 100_000 + ")").warnings) <= 1000


@pytest.mark.parametrize("data", [None, 5, ["(;)"], object()])
def test_only_bytes_and_str_are_read(data):
    with pytest.raises(TypeError):
        sgf.loads(data)


# Text


@pytest.mark.parametrize(
    "raw, text, simple",
    [
        (r"a\]b\\c\:d", r"a]b\c:d", r"a]b\c:d"),
        ("one\ntwo", "one\ntwo", "one two"),
        ("soft\\\nbreak\\\r\ntwice", "softbreaktwice", "softbreaktwice"),
        ("a\tb\vc", "a b c", "a b c"),
        ("\\", "", ""),
        ("a\\\tb", "a b", "a b"),
    ],
)
def test_text_and_simple_text(raw, text, simple):
    assert sgf.plain(raw) == text
    assert sgf.plain(raw, simple=True) == simple


@pytest.mark.parametrize("text", ["]", "\\", "\\]", "a\\", "([;:])", "", "\u56f2\u7881"])
def test_escaped_text_comes_back(text):
    tree = sgf.Tree(sgf.Node({"C": sgf.escape(text)}))
    assert sgf.loads(str(tree), strict=True)[0].root.text("C") == text


@pytest.mark.parametrize("raw", ["]", "a]b", "a\\", "\\\\]"])
def test_a_value_that_would_break_the_file_is_not_written(raw):
    with pytest.raises(ValueError, match="escape"):
        sgf.dumps(sgf.Node({"C": raw}))


@pytest.mark.parametrize("name", ["", "b", "B B", "B[", "1B", "_B", "\u00c4"])
def test_a_name_that_is_none_is_not_written(name):
    with pytest.raises(ValueError, match="property name"):
        sgf.dumps(sgf.Node({name: "x"}))


# Encodings

NAMES = {
    "gb18030": "\u805a\u536b\u5e73 \u4e2d\u56fd\u56f4\u68cb\u534f\u4f1a \u7b2c\u4e94\u5c4a",
    "big5": "\u5468\u4fca\u52f3 \u4e2d\u83ef\u6c11\u570b\u570d\u68cb\u5354\u6703 \u7b2c\u4e94\u5c46\u7881\u8072",
    "shift_jis": "\u5442\u6e05\u6e90 \u3068 \u6728\u8c37\u5b9f \u56f2\u7881\u306e\u8868 \u30bd\u80fd",
    "euc_kr": "\uc774\ucc3d\ud638 \uc870\ud6c8\ud604 \ubc14\ub451 \ub300\ud68c \uacb0\uc2b9",
    "latin-1": "Andr\u00e9 M\u00fcller, Tournoi d'\u00e9t\u00e9",
    "utf-8": "\u5442\u6e05\u6e90 \uc774\ucc3d\ud638 \u00e9",
}
WIDER = {"big5": "cp950"}  # Python's big5 lacks characters that every Big5 system has, the one for Go among them


@pytest.mark.parametrize("encoding", NAMES)
@pytest.mark.parametrize("declared", [True, False])
def test_names_are_read_in_every_encoding(encoding, declared):
    text = NAMES[encoding]
    charset = f"CA[{encoding}]" if declared else ""
    data = f"(;GM[1]PB[{sgf.escape(text)}]{charset}SZ[19];B[pd])".encode(WIDER.get(encoding, encoding))
    games = sgf.loads(data, strict=True)
    assert games[0].root.text("PB") == text
    assert sgf.record(games).moves == [(1, 3 * 19 + 15)]


def test_a_wrong_declaration_is_seen_through():
    data = f"(;CA[UTF-8]PB[{NAMES['gb18030']}];B[pd])".encode("gb18030")
    games = sgf.loads(data)
    assert games[0].root.text("PB") == NAMES["gb18030"]
    assert "UTF-8" in games.warnings[0]
    with pytest.raises(sgf.SGFError, match="UTF-8"):
        sgf.loads(data, strict=True)


def test_one_damaged_character_does_not_spoil_the_rest():
    data = f"(;CA[UTF-8]PB[{NAMES['utf-8']}]C[cut: ".encode() + b"\xe5\x90];B[pd])"
    assert sgf.loads(data)[0].root.text("PB") == NAMES["utf-8"]


def test_games_of_one_file_may_declare_different_encodings():
    parts = [f"(;CA[{name}]PB[{sgf.escape(NAMES[name])}];B[aa])\n".encode(name) for name in ("shift_jis", "euc_kr", "utf-8")]
    games = sgf.loads(b"mail header\n" + b"".join(parts))
    assert [game.root.text("PB") for game in games] == [NAMES[name] for name in ("shift_jis", "euc_kr", "utf-8")]
    assert [(game.root.line, game.root.column) for game in games] == [(2, 2), (3, 2), (4, 2)]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_wide_encodings_and_marks(encoding):
    games = sgf.loads("(;SZ[9]C[\u7881];B[aa])".encode(encoding))
    assert games[0].root.text("C") == "\u7881"


def test_an_encoding_nobody_knows():
    with pytest.raises(LookupError, match="klingon"):
        sgf.loads(b"(;)", encoding="klingon")
    with pytest.raises(sgf.SGFError, match="klingon"):
        sgf.loads(b"(;CA[klingon])", strict=True)
    assert "klingon" in sgf.loads(b"(;CA[klingon])").warnings[0]


@pytest.mark.parametrize("name", ["hex", "rot13", "base64", "zip", "undefined", "idna", "punycode", "unicode_escape", "\x00"])
def test_a_hostile_declaration_is_no_codec(name):
    assert sgf.record(f"(;CA[{name}]SZ[9];B[aa])".encode()).moves == [(1, 0)]


# Writing


def test_writing_names_the_encoding_it_is_meant_for():
    tree = sgf.loads("(;CA[gb2312]PB[\u5442];B[aa])")[0]
    assert "CA[UTF-8]" in sgf.dumps(tree)
    assert "CA[gb2312]" in sgf.dumps(tree, encoding="gbk")
    assert "CA[gb2312]" in sgf.dumps(tree, encoding=None)
    assert tree.root.get("CA") == "gb2312"
    assert "CA" not in sgf.dumps(sgf.loads("(;PB[plain])"))
    assert "CA[UTF-8]" in sgf.dumps(sgf.loads("(;PB[\u5442])"))


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "big5", "shift_jis", "euc_kr"])
def test_a_file_comes_back_from_disk(tmp_path, encoding):
    games = sgf.loads(f"(;PB[{sgf.escape(NAMES.get(encoding))}];B[aa](;W[bb])(;W[cc]C[\\]]))")
    sgf.dump(games, tmp_path / "game.sgf", encoding=encoding)
    again = sgf.load(tmp_path / "game.sgf", strict=True)
    assert again[0].root.text("PB") == NAMES[encoding]
    assert [node.properties for node in again[0].nodes()][1:] == [node.properties for node in games[0].nodes()][1:]


def test_open_files_are_read_and_written():
    out = io.BytesIO()
    sgf.dump(sgf.loads("(;C[\u56f2])"), out)
    assert sgf.load(io.BytesIO(out.getvalue()))[0].root.text("C") == "\u56f2"
    assert sgf.load(io.StringIO("(;SZ[9])"))[0].shape == (9, 9)


def test_a_character_outside_the_encoding_is_refused_and_no_file_is_left(tmp_path):
    with pytest.raises(ValueError):
        sgf.dump(sgf.loads("(;C[\uc774])"), tmp_path / "game.sgf", encoding="shift_jis")
    assert list(tmp_path.iterdir()) == []


def test_trees_are_copied_and_pickled_whole():
    tree = sgf.loads("(;SZ[9]C[a\\]b](;B[aa];W[bb])(;B[cc]))")[0]
    for twin in (copy.copy(tree), copy.deepcopy(tree), pickle.loads(pickle.dumps(tree))):
        assert twin == tree and twin.root is not tree.root
    with pytest.raises(TypeError, match="Tree"):
        pickle.dumps(tree.root)


@pytest.mark.parametrize("step, close, depth", [(";B[aa]", "", 100_000), ("(;B[aa]", ")", 100_000), ("(;B[aa](;W[bb])", ")", 20_000)])
def test_trees_of_any_depth(step, close, depth):
    text = "(;SZ[9]" + step * depth + close * depth + ")"
    tree = sgf.loads(text, strict=True)[0]
    assert len(sgf.record(tree).moves) in (depth, 2)
    assert sgf.loads(str(tree), strict=True)[0] == tree
    assert pickle.loads(pickle.dumps(tree)) == tree
    del tree
    gc.collect()


def test_random_bytes_are_read_or_refused_never_worse():
    rng = random.Random(20)
    seeds = [case_data(case) for case in CASES]
    seeds = [seed.encode() if isinstance(seed, str) else seed for seed in seeds]
    for _ in range(3000):
        data = bytearray(rng.choice(seeds))
        for _ in range(rng.randint(1, 6)):
            if data:
                at = rng.randrange(len(data))
                data[at : at + rng.randint(0, 3)] = bytes(rng.choices(b"()[];\\BWAEPLSZ:at19\xff\x00\x8e", k=rng.randint(0, 3)))
        for strict in (False, True):
            try:
                games = sgf.loads(bytes(data), strict)
                sgf.record(games, strict)
            except ValueError:
                continue
            assert sgf.loads(sgf.dumps(games, encoding=None)) == games


# Meaning


@pytest.mark.parametrize(
    "raw, shape",
    [("19", (19, 19)), ("9:13", (13, 9)), ("19:9", (9, 19)), (" 7 ", (7, 7)), ("13x9", (9, 13)), ("1", (1, 1)), ("+9", (9, 9)), ("13.0", (13, 13)), ("52", (52, 52))],
)
def test_size_is_columns_then_rows(raw, shape):
    assert sgf.loads(f"(;SZ[{raw}])")[0].shape == shape


@pytest.mark.parametrize("raw", ["0", "-1", "53", "abc", "19:", ":19", "9.5", "1000000000", "9:0", "\u0663"])
def test_sizes_that_are_none(raw):
    with pytest.raises(sgf.SGFError, match="SZ"):
        sgf.record(f"(;SZ[{raw}])")


@pytest.mark.parametrize("raw", ["", " ", "tt", " tt ", "pass", "PASS", "\n"])
@pytest.mark.parametrize("size, shape", [("19", (19, 19)), ("9", (9, 9)), ("13:25", (25, 13)), ("25:13", (13, 25))])
def test_a_pass_in_all_spellings(raw, size, shape):
    assert sgf.record(f"(;SZ[{size}];B[{raw}])").moves == [(1, shape[0] * shape[1])]


@pytest.mark.parametrize("size", [20, 21, 25])
def test_tt_is_a_point_where_the_board_has_it(size):
    assert sgf.record(f"(;SZ[{size}];B[tt])").moves == [(1, 19 * size + 19)]


@pytest.mark.parametrize("name, raw", [("AB", "tt"), ("AB", "cc:aa"), ("AW", "aaa"), ("AB", "aa:"), ("AB", "aa:bb:cc")])
def test_set_up_points_that_are_none(name, raw):
    with pytest.raises(sgf.SGFError, match=name):
        sgf.record(f"(;SZ[19]{name}[{raw}])")


def test_a_set_up_list_without_a_point_is_mended():
    assert sgf.record("(;SZ[9]AB[]AE[ ])").black == []
    with pytest.raises(sgf.SGFError, match="AB"):
        sgf.record("(;SZ[9]AB[])", strict=True)


def test_set_up_before_the_first_move_is_one_position():
    record = sgf.record("(;SZ[9]AB[aa:ca];AW[bb]AE[ba];PL[W])")
    assert (record.black, record.white, record.to_play, record.moves) == ([0, 2], [10], 2, [])


def test_set_up_between_moves_is_kept_in_its_place():
    record = sgf.record("(;SZ[9];B[aa];AW[bb]AE[aa]PL[B];B[cc])")
    (setup,) = record.setups
    assert (setup.index, setup.black, setup.white, setup.empty, setup.to_play) == (1, [], [10], [0], 1)
    assert record.moves == [(1, 0), (1, 20)]


@pytest.mark.parametrize(
    "text, to_play",
    [
        ("(;)", 1),
        ("(;HA[2]AB[dd][pp])", 2),
        ("(;HA[2]AB[dd][pp]PL[B])", 1),
        ("(;AB[dd]AW[pp])", 1),
        ("(;HA[2]AB[dd][pp];W[aa])", 2),
        ("(;W[aa];B[bb])", 2),
        ("(;PL[2])", 2),
        ("(;PL[white])", 2),
        ("(;PL[b];W[aa])", 1),
    ],
)
def test_who_is_to_play_first(text, to_play):
    assert sgf.record(text).to_play == to_play


# Komi as servers write it: Fox and SGFC by the hundred, Chinese half-counts by the quarter.
@pytest.mark.parametrize(
    "raw, komi",
    [
        ("6.5", 6.5), ("-5.5", -5.5), ("0", 0), ("7", 7), (" 5.50 ", 5.5), ("6,5", 6.5), ("7.5 points", 7.5), (".5", 0.5),
        ("375", 7.5), ("750", 7.5), ("325", 6.5), ("650", 6.5), ("275", 5.5), ("550", 5.5), ("350", 7), ("700", 7), ("none", 0),
        ("3.75", 7.5), ("2.75", 5.5), ("3.25", 6.5), ("", None), ("NaN", None), ("inf", None), ("1e9", None), ("123456", None),
        ("5\u00bd", 5.5), ("5 1/2", 5.5), ("komi 6.5", 6.5), ("6.5.1", None), ("1e1", 10), ("1 or 2", None),
    ],
)  # fmt: skip
def test_komi_is_understood(raw, komi):
    record = sgf.record(f"(;KM[{raw}];B[aa])")
    assert record.komi == komi
    assert record.komi_text == raw


@pytest.mark.parametrize("raw, handicap", [("0", 0), ("2", 2), ("9", 9), ("", None), ("even", None), ("2.5", None), ("-3", None)])
def test_handicap_is_understood(raw, handicap):
    assert sgf.record(f"(;HA[{raw}];B[aa])").handicap == handicap


def test_a_variation_is_a_record_too():
    tree = sgf.loads("(;SZ[9];B[aa](;W[bb])(;W[cc];B[dd]))")[0]
    leaf = tree.root.children[0].children[1].children[0]
    assert sgf.record(leaf).moves == [(1, 0), (2, 20), (1, 30)]
    assert sgf.record(leaf.parent).moves == [(1, 0), (2, 20)]


# From data to a tree


def test_moves_become_a_tree_and_come_back():
    moves = [(2, 0), (1, 5), (2, 60), (1, 60)]
    tree = sgf.from_moves(
        (5, 12), moves, black=[3, 4], white=[13], to_play=2, komi=0.5, handicap=2, rules="Japanese", result="W+R",
        properties={"PB": "a ] b", "C": "x\\y"},
    )  # fmt: skip
    record = sgf.record(sgf.loads(str(tree), strict=True), strict=True)
    assert record == sgf.Record((5, 12), [3, 4], [13], 2, moves, [], 0.5, "0.5", 2, "Japanese", "W+R", [])
    assert tree.root.get("SZ") == "12:5"
    assert (tree.root.text("PB"), tree.root.text("C")) == ("a ] b", "x\\y")
    assert [node.properties for node in tree.main_line[1:]] == [{"W": ["aa"]}, {"B": ["fa"]}, {"W": [""]}, {"B": [""]}]


@pytest.mark.parametrize(
    "shape, moves, wrong",
    [((9, 9), [(1, 82)], "point 82"), ((9, 9), [(1, -2)], "point -2"), ((9, 9), [(3, 1)], "colour 3"), ((53, 1), [], "53"), (0, [], "0")],
)
def test_data_that_is_no_game_is_refused(shape, moves, wrong):
    with pytest.raises(ValueError, match=wrong):
        sgf.from_moves(shape, moves)


def test_points_and_vertices_are_inverse():
    for at in range(52 * 52):
        assert sgf.point(sgf.vertex(at, 52, 52), 52, 52) == at
    assert [sgf.vertex(none, 9, 9) for none in (81, -1, None)] == ["", "", ""]


ODDITIES = [json.loads(line)["sgf"] for line in (DATA / "sgf_oddities.jsonl").read_text("utf-8").splitlines()]
VARIATIONS = ["(;SZ[9];B[aa](;W[bb])(;W[cc]);W[dd])", "(;SZ[9];B[aa]();W[bb](;B[cc];W[dd])(;B[ee]))", "(;B[aa](;)(;W[bb]))(;SZ[5];B[bb])", "(;(;(;B[aa](;W[bb](;B[cc]"]


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("data", [*map(case_data, CASES), *ODDITIES, *VARIATIONS])
def test_a_record_is_the_same_with_or_without_a_tree(data, strict):
    def told(read):
        try:
            return sgf.record(read(data), strict)
        except (ValueError, LookupError) as error:
            return type(error), str(error)

    assert told(lambda data: data) == told(lambda data: sgf.loads(data, strict))
