"""Games read from records, and written."""

import time

import pytest

from goboard import BLACK, WHITE, sgf
from goboard.game import Game, IllegalPlay
from goboard.rules import Rules
from goboard.sgf import SGFError
from score_data import DATA, RECORDS, stones

NAMED = [r for r in RECORDS if r.get("rules") in ("japanese", "chinese")]


@pytest.mark.parametrize("record", NAMED, ids=[r["name"] for r in NAMED])
def test_a_record_becomes_the_game_it_tells(record):
    g = Game.from_sgf((DATA / "games" / f"{record['name']}.sgf").read_bytes())
    assert (g.board.stones == stones(record["final_board"])).all()
    assert g.rules == Rules.preset(record["rules"]) and g.komi == record["komi"] and g.handicap == record["handicap"]
    assert g.recorded.removesuffix(".0") == record["result"].removesuffix(".0")
    if record.get("end", "").startswith("resign"):
        assert g.result == record["result"] and g.phase == "finished"
    else:
        assert g.result is None


@pytest.mark.parametrize("record", NAMED, ids=[r["name"] for r in NAMED])
def test_written_and_read_again(record):
    g = Game.from_sgf((DATA / "games" / f"{record['name']}.sgf").read_bytes())
    again = Game.from_sgf(g.to_sgf())
    assert again.moves == g.moves and again.rules == g.rules and again.komi == g.komi and again.handicap == g.handicap
    assert (again.board.stones == g.board.stones).all() and again.to_play == g.to_play and again.result == g.result


def test_the_result_is_written():
    g = Game(9, "japanese")
    g.resign(BLACK)
    assert sgf.loads(g.to_sgf())[0].root.text("RE") == "W+R"
    g = Game(9, "chinese")
    g.pass_()
    g.pass_()
    g.agree()
    assert sgf.loads(g.to_sgf())[0].root.text("RE") == g.result == "W+7.5"
    g = Game(9, komi=0)
    g.pass_()
    g.pass_()
    g.agree()
    assert g.result == "Draw" and sgf.loads(g.to_sgf())[0].root.text("RE") == "0"


@pytest.mark.parametrize("rules", [*Rules.presets(), Rules.preset("japanese", illegal="loss"), Rules.parse("koSITUATIONALtaxSEKI")])
def test_rules_are_written(rules):
    g = Game(9, rules)
    if "'" not in sgf.loads(g.to_sgf())[0].root.text("RU"):
        assert Game.from_sgf(g.to_sgf()).rules == g.rules


def test_set_up_stones_and_turn():
    g = Game(9)
    g.setup(["C3", "D4"], ["E5"], WHITE)
    g.play("A1")
    again = Game.from_sgf(g.to_sgf())
    assert (again.board.stones == g.board.stones).all() and again.moves == g.moves


def test_play_after_two_passes_is_a_resumption():
    g = Game.from_sgf("(;SZ[9];B[ee];W[];B[];W[cc];B[];W[])")
    assert g.phase == "stopped" and g.board["C7"] == WHITE


@pytest.mark.parametrize("text, result", [
    ("B+R", "B+R"), ("W+Resign", "W+R"), ("B+F", "B+F"), ("W+Forfeit", "W+F"), ("B+12.5", None), ("0", None),
])  # fmt: skip
def test_how_a_record_ends(text, result):
    g = Game.from_sgf(f"(;SZ[9]RE[{text}];B[ee])")
    assert g.result == result and g.recorded == text


def test_a_move_that_the_rules_refuse():
    # FF[4] on B and W: "execute a given move, regardless if legal". Strict reading refuses it.
    with pytest.raises(IllegalPlay, match="move 2"):
        Game.from_sgf("(;FF[4]GM[1]SZ[9]RU[Japanese];B[ee];W[ee])", strict=True)
    g = Game.from_sgf("(;SZ[9];B[ee];W[ee];B[aa])")
    assert g.board["E5"] == WHITE and g.board["A9"] == BLACK and len(g.moves) == 1
    assert any("at move 2" in told and "carried out" in told for told in g.warnings)


def test_unknown_rules():
    assert Game.from_sgf("(;SZ[9]RU[house];B[ee])").rules == Rules.preset("japanese")
    with pytest.raises(ValueError, match="house"):
        Game.from_sgf("(;FF[4]GM[1]SZ[9]RU[house];B[ee])", strict=True)
    assert Game.from_sgf("(;SZ[9];B[ee])", rules="chinese").rules.name == "chinese"


def test_stones_between_moves_are_no_game_by_rules():
    with pytest.raises(ValueError, match="set up after move 1"):
        Game.from_sgf("(;SZ[9]RU[Japanese];B[ee];AW[aa];W[cc])", strict=True)
    g = Game.from_sgf("(;SZ[9];B[ee];AW[aa]AE[ee];W[cc])")
    assert (g.board["A9"], g.board["E5"], g.board["C7"]) == (WHITE, 0, WHITE) and len(g.moves) == 1
    assert any("set up after move 1" in told for told in g.warnings)


def test_a_game_goes_on_after_a_move_against_the_rules():
    # White's illegal retake of the ko at move 4 is carried out; prisoners and later comments stay in their places.
    text = "(;SZ[5]RU[Japanese]KM[0]C[start];B[ba];W[ca]C[two];B[ab];W[db];B[cb]C[five];W[ea];B[bc];W[cc];B[de];W[bb]C[ten];B[cb]C[eleven])"
    g = Game.from_sgf(text)
    again = Game.from_sgf(g.to_sgf())
    assert (again.board.stones == g.board.stones).all() and again.moves == g.moves


def test_hostile_records_of_one_move_are_read_in_time_that_grows_with_them():
    start = time.process_time()
    for token in (";C[x]", ";LB[aa:{}]", ";B[ee]", ";CR[aa]", ";AB[aa]", ";B[ee];AW[ee]"):
        text = "(;SZ[9];B[ee]" + "".join(token.replace("{}", str(k)) for k in range(20_000)) + ")"
        Game.from_sgf(text)
    assert time.process_time() - start < 20


def test_what_is_no_record():
    with pytest.raises(SGFError):
        Game.from_sgf("no game here")


@pytest.mark.parametrize("rules", ["Japanese", "Chinese", "GOE", "NZ"])
def test_a_record_is_played_as_its_moves_are_one_by_one(rules):
    moves = "B[ee];W[ec];B[cg];W[];B[gc];W[tt];B[];W[];B[gg];W[cc];B[ff];W[dd]"
    g = Game.from_sgf(f"(;SZ[9]RU[{rules}]KM[6.5];{moves})")
    slow = Game(9, g.rules, 6.5)
    for color, move in g.moves[:7]:
        slow.play(move, color)
    slow.resume(BLACK)
    if slow.rules.dispute == "agreed mover":
        slow._moves_next(WHITE)
    for color, move in g.moves[7:]:
        slow.play(move, color, out_of_turn=True)
    assert slow == g and g.phase == "play" and len(g.moves) == 12


@pytest.mark.parametrize("rules", ["Japanese", "Chinese"])
def test_an_illegal_move_in_a_record_is_named_with_its_number(rules):
    with pytest.raises(IllegalPlay, match="at move 4") as error:
        Game.from_sgf(f"(;FF[4]GM[1]SZ[9]RU[{rules}];B[ee];W[ec];B[cg];W[ee];B[aa])", strict=True)
    assert error.value.reason == "occupied" and error.value.move == "E5"


def test_whose_turn_it_is_is_written_for_an_empty_board():
    g = Game(5, "chinese")
    g.setup(to_play=WHITE)
    assert Game.from_sgf(g.to_sgf()).to_play == WHITE


def test_a_record_of_the_clean_up_is_read_as_one():
    g = Game((1, 2), "japanese", cleanup="katago")
    for move in (2, 2, 1, 0, 0):
        g.play(move)
    again = Game.from_sgf(g.to_sgf(), cleanup="katago")
    assert again.moves == g.moves and again.phase == g.phase == "cleanup 1" and again._procedure.machine.state == g._procedure.machine.state


def test_a_record_of_many_stops_is_read_in_time_that_grows_with_it():
    text = "(;SZ[3:2]RU[Japanese]" + ";B[];W[];B[aa];W[];B[];W[bb];B[];W[];B[];W[]" * 1500 + ")"
    start = time.process_time()
    with pytest.raises(IllegalPlay):
        Game.from_sgf(text, strict=True)
    g = Game.from_sgf("(;SZ[9]RU[Japanese]" + ";B[];W[]" * 8000 + ")")
    assert g.phase == "stopped" and time.process_time() - start < 5


@pytest.mark.parametrize("komi", [1e300, -1e6, float("inf")])
def test_a_komi_that_no_record_can_hold_is_refused(komi):
    with pytest.raises(ValueError, match="komi"):
        Game(5, komi=komi)
