"""GIB, NGF and UGF. None has a published grammar; the fields are those that the readers of Sabaki and sgfutils (gib2sgf, ngf2sgf) name:

GIB: STO, a number, 1 Black or 2 White, column and row from 0 from the top left; INI's third number is the handicap; GRLT 0 and 1 a win by
points of Black and White, 3 and 4 by resignation, 7 and 8 on time; ZIPSU and GONGJE are margin and komi in tenths.
NGF: twelve lines of head, White before Black, then PM, a number in letters, the color, column and row, B for the first.
UGF: sections; points as column and row letters, with the type IGS rows from the bottom.
"""

import time

import pytest

from goboard import Game, formats, sgf

GIB = r"""\HS
\[GAMEBLACKNAME=Alpha (5D)\]
\[GAMEWHITENAME=Beta (6D)\]
\[GAMEINFOMAIN=GBKIND:3,GTYPE:0,GCDT:3,GTIME:1200-30-3,GRLT:1,ZIPSU:45,DUM:0,GONGJE:65,TCNT:0,AUSZ:0\]
\[GAMETAG=S0,R3,D5,G65,W1,Z45,T30-3-1200,C2015:11:05:14:10,I:a,L:0,M:b,A:c,J:d\]
\HE
\GS
2 1 0
3 0 &4
INI 0 1 0 &4
STO 0 2 1 15 3
STO 0 3 2 3 15
STO 0 4 1 0 18
\GE
"""
NGF = """Rating game
19
white one    5D
black        3K
www.cyberoro.com
0
0
6
20110812 [09:31]
10
White wins by resignation
3
PMABBQEEQ
PMACWEQQE
PMADBBTTB
"""
UGF = """[Header]
Lang=EN
Title=A friendly game
CoordinateType=IGS
Size=19
Hdcp=0,6.5
PlayerB=kuro,2d,
PlayerW=shiro,3d,
Date=2003/05/17,2003/05/17
Winner=B,3.5
[Data]
QP,B1,1,10
DD,W1,2,12
AA,B1,3,5
[Figure]
.Text,2
a comment ] here
.EndText
"""
FILES = {"gib": GIB, "ngf": NGF, "ugf": UGF}
HEADS = {
    "gib": {"PB": "Alpha", "BR": "5D", "PW": "Beta", "WR": "6D", "KM": "6.5", "RE": "W+4.5", "DT": "2015-11-05"},
    "ngf": {"PB": "black", "BR": "3k", "PW": "white one", "WR": "5d", "KM": "6.5", "RE": "W+R", "DT": "2011-08-12", "PC": "www.cyberoro.com"},
    "ugf": {"PB": "kuro", "BR": "2d", "PW": "shiro", "WR": "3d", "KM": "6.5", "RE": "B+3.5", "DT": "2003-05-17", "GN": "A friendly game"},
}  # fmt: skip
MOVES = {
    "gib": [("B", "pd"), ("W", "dp"), ("B", "as")],
    "ngf": [("B", "pd"), ("W", "dp"), ("B", "as")],
    "ugf": [("B", "qd"), ("W", "dp"), ("B", "as")],
}


def moves_of(tree):
    return [(color, node.get(color)) for node in tree.main_line for color in "BW" if node.get(color) is not None]


@pytest.mark.parametrize("kind", FILES)
def test_a_file_is_known_by_its_contents_and_read(kind):
    games = sgf.loads(FILES[kind].encode())
    assert formats.recognize(FILES[kind]) == kind
    assert games.warnings == []
    assert {name: games[0].root.text(name) for name in HEADS[kind]} == HEADS[kind]
    assert moves_of(games[0]) == MOVES[kind]
    assert games == formats.loads(FILES[kind], kind) == formats.loads(FILES[kind])
    assert len(sgf.loads(FILES[kind], strict=True)) == 1


@pytest.mark.parametrize("kind", FILES)
def test_every_door_reads_it(kind, tmp_path):
    path = tmp_path / f"game.{kind}"
    path.write_text(FILES[kind], encoding="utf-8", newline="\r\n")
    assert moves_of(sgf.load(path)[0]) == moves_of(formats.load(path, kind)[0]) == MOVES[kind]
    assert sgf.record(path.read_bytes()).komi == 6.5
    assert len(Game.from_sgf(path.read_bytes()).moves) == 3


def test_comments_of_ugf_stand_at_their_moves():
    assert sgf.loads(UGF)[0].main_line[2].text("C") == "a comment ] here"


@pytest.mark.parametrize("encoding, name", [("cp949", "이창호"), ("gb18030", "聂卫平"), ("utf-8", "이창호"), ("cp932", "井山裕太")])
def test_names_in_the_encodings_of_their_countries(encoding, name):
    for kind, old in ("gib", "Alpha"), ("ngf", "white one"), ("ugf", "kuro"):
        root = sgf.loads(FILES[kind].replace(old, name).encode(encoding))[0].root
        assert name in (root.text("PB"), root.text("PW"))


def test_handicaps():
    gib = sgf.record(GIB.replace("INI 0 1 0 &4", "INI 0 1 3 &4"))
    ngf = sgf.record(NGF.replace("www.cyberoro.com\n0\n0\n6", "www.cyberoro.com\n3\n0\n0"))
    ugf = sgf.record(UGF.replace("Hdcp=0,6.5", "Hdcp=3,0.5").replace("[Data]\n", "[Data]\nDD,B1,0,0\nPP,B1,0,0\nDP,B1,0,0\n"))
    for record in gib, ngf, ugf:
        # The third stone is on the upper left, D16.
        assert sorted(record.black) == [3 * 19 + 3, 3 * 19 + 15, 15 * 19 + 3]
        assert record.handicap == 3 and len(record.moves) == 3


def test_a_pass():
    assert moves_of(sgf.loads(NGF + "PMAEWAAAA\n")[0])[-1] == ("W", "")
    assert moves_of(sgf.loads(UGF.replace("AA,B1,3,5", "YA,B1,3,5"))[0])[-1] == ("B", "")
    assert moves_of(sgf.loads(GIB.replace("\\GE", "SKI 0 5 2\n\\GE"))[0])[-1] == ("W", "")


@pytest.mark.parametrize(
    "kind, bad",
    [
        ("gib", "STO 0 5 2 19 3"), ("gib", "STO 0 5 2 x"), ("gib", "STO 0 5 7 3 3"), ("gib", "INI 0 1 99 &4"), ("gib", "ABC 1 2"),
        ("ngf", "PMAEW"), ("ngf", "PMAEXBBBB"), ("ngf", "PMAEWZBBZ"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_left_out_and_said(kind, bad):
    text = FILES[kind].replace("\\GE", "") + bad + "\n"
    games = sgf.loads(text)
    assert moves_of(games[0]) == MOVES[kind]
    assert any(bad[:8] in told for told in games.warnings)
    with pytest.raises(sgf.SGFError):
        sgf.loads(text, strict=True)


def test_broken_lines_of_ugf():
    text = UGF.replace("[Figure]", "ZZ,B1,4,1\nnonsense\n[Figure]").replace("Size=19", "Size=19").replace("Hdcp=0,6.5", "Hdcp=many,6.5")
    games = sgf.loads(text)
    assert moves_of(games[0]) == MOVES["ugf"] and len(games.warnings) == 3


@pytest.mark.parametrize("text", ["\\HS\n", "[Header]\n", "PMABBQEEQ"])
def test_the_least_of_a_file(text):
    try:
        assert len(sgf.loads(text)) == 1
    except sgf.SGFError as error:
        assert "no game" in str(error)


def test_another_kind_is_refused():
    with pytest.raises(ValueError, match="'xyz'"):
        formats.loads(GIB, "xyz")


def test_sgf_with_such_lines_in_a_comment_is_sgf():
    assert formats.recognize("(;C[\n\\HS\nPMABBQEEQ\n]SZ[9])") == "sgf"


TOKENS = [
    "STO 0 1 1 3 3\n", "INI 0 1 9 &4\n", "SKI 0 1\n", "\\HS\n", "\\[GAMETAG=", "\\[GAMEBLACKNAME=(\n", "PM", "PMABBQEEQ\n", "[Data]\n", "[Header]\n",
    "QD,B1,1,3\n", ",", "=", ".Text,1\n", ".Text,1\nx\n.EndText\n", "Size=9\n", "(", " ", "\n", "9", "C[", "A B ",
]  # fmt: skip


@pytest.mark.parametrize("kind", FILES)
def test_reading_is_linear(kind):
    head = FILES[kind].replace("\\GE", "")
    for token in TOKENS:
        for before in (head, head[: head.find("\n", 60) + 1], head + "[Data]\n"):
            text = before + token * (400_000 // len(token))
            start = time.process_time()
            try:
                sgf.record(text)
            except ValueError:
                pass
            assert time.process_time() - start < 4, (kind, token)
