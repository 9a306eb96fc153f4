"""`python -m benchmarks.matches`: full games against another GTP engine, each in its own process, under a referee.

The referee keeps a board of the rules and takes an illegal move, a crash or a silence of more than `--patience` seconds as a
loss, told apart from others. At the end both engines are asked for the dead stones and the score, and goboard counts with
each list of dead stones. The exit code is 1 if goboard made an illegal move, crashed or hung.
"""

import argparse
import json
import pathlib
import queue
import shlex
import shutil
import statistics
import subprocess
import sys
import threading
import time

import goboard
from goboard import BLACK, WHITE, sgf
from goboard.rules import Rules
from goboard.scoring import score


class Fault(Exception):
    """What a player did that ends the game at once: "illegal", "crash", "hang" or "error", and the details."""


class Player:
    """A GTP engine in a process of its own."""

    def __init__(self, name, command, patience):
        self.name, self.patience = name, patience
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def ask(self, command):
        """The text of the answer. Raises Fault for an error, a crash or a hang."""
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
        except OSError:
            raise Fault("crash", command) from None
        answer = []
        deadline = time.monotonic() + self.patience
        while True:
            try:
                line = self.lines.get(timeout=max(deadline - time.monotonic(), 0.01))
            except queue.Empty:
                raise Fault("hang", command) from None
            if line is None:
                raise Fault("crash", command)
            if line.strip():
                answer.append(line.rstrip())
            elif answer:
                break
        text = "\n".join(answer)
        if not text.startswith("="):
            raise Fault("error", f"{command}: {text}")
        return text[1:].strip()

    def knows(self, command):
        return self.ask(f"known_command {command}") == "true"

    def stop(self):
        try:
            self.ask("quit")
        except Fault:
            pass
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()


def own_command(options, seed):
    return [sys.executable, "-m", "goboard", "gtp", "--size", str(options.size), "--rules", options.rules, "--playouts", str(options.playouts),
            "--resign", str(options.resign), "--seed", str(seed)]


def other_command(text, rules, seed):
    """`gnugo:LEVEL` is GNU Go under the rules, anything else a command line."""
    name, _, level = text.partition(":")
    if name != "gnugo" or " " in text:
        return shlex.split(text)
    program = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
    if program is None:
        sys.exit("matches: gnugo is not installed")
    ko = {"positional": "--positional-superko", "situational": "--situational-superko"}.get(rules.board_ko(), "--simple-ko")
    counting = "--japanese-rules" if rules.scoring == "territory" else "--chinese-rules"
    suicide = "--allow-suicide" if rules.suicide else "--forbid-suicide"
    return [program, "--mode", "gtp", "--level", level or "1", "--seed", str(seed), counting, ko, suicide]


def play_game(black, white, board, komi, handicap, times):
    """(result, reason): both players from the empty board. `times` is told goboard's seconds per move."""
    players = {BLACK: black, WHITE: white}
    for color, player in players.items():
        try:
            player.ask(f"boardsize {board.cols}")
            player.ask("clear_board")
            player.ask(f"komi {komi:g}")
            if handicap and color == BLACK:
                board.setup(black=player.ask(f"fixed_handicap {handicap}").split(), to_play=WHITE)
            elif handicap:
                player.ask("set_free_handicap " + " ".join(board.vertex(p) for p in range(board.pass_move) if board[p]))
        except Fault as fault:
            return f"{'WB'[color - 1]}+F", f"{player.name}: {' '.join(map(str, fault.args))}"
    passes = 0
    while passes < 2:
        color = board.to_play
        player, letter = players[color], "bw"[color - 1]
        lost = f"{'WB'[color - 1]}+F"
        try:
            start = time.perf_counter()
            answer = player.ask(f"genmove {letter}").lower()
            if player.name == "goboard":
                times.append(time.perf_counter() - start)
            if answer == "resign":
                return f"{'WB'[color - 1]}+R", "resigned"
            if answer == "pass":
                passes += 1
            else:
                passes = 0
            reason = board.why_illegal(answer, color)
            if reason:
                raise Fault("illegal", f"{answer} is {reason}")
        except (Fault, ValueError) as fault:
            return lost, f"{player.name}: {' '.join(map(str, fault.args))}"
        board.play(answer, color)
        try:
            players[3 - color].ask(f"play {letter} {answer}")
        except Fault as fault:
            return f"{letter.upper()}+F", f"{players[3 - color].name}: refused {answer}: {' '.join(map(str, fault.args))}"
        if board.move_count > 4 * board.pass_move:
            return "Void", "endless"
    return None, "two passes"


def final(player, board, rules, komi, handicap):
    """What the player makes of the end: its dead stones, its score, and goboard's count with those dead stones."""
    dead = sorted(board.point(vertex) for vertex in player.ask("final_status_list dead").split())
    told = player.ask("final_score")
    counted = score(board, rules, dead if rules.removal != "none" else (), komi=komi, handicap=handicap).result
    return dead, told, "0" if counted == "Draw" else counted


def number_of(result):
    """Black minus White of a result in points."""
    return float(result[2:]) * (1 if result[0] == "B" else -1) if "+" in result else 0.0


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks.matches", description=__doc__.split("\n")[0])
    parser.add_argument("--opponent", default="gnugo:1", help='gnugo:LEVEL, or a GTP command line such as "pachi -t =2000 threads=1"')
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--playouts", type=int, default=50_000)
    parser.add_argument("--rules", default="chinese")
    parser.add_argument("--komi", type=float, help="None for the rules' own")
    parser.add_argument("--handicap", type=int, default=0)
    parser.add_argument("--resign", type=float, default=5, help="goboard resigns below this percentage; 0 plays every game to the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float, default=120)
    parser.add_argument("--records", type=pathlib.Path, help="folder for the game records")
    options = parser.parse_args()
    rules = Rules.parse(options.rules)
    komi = options.komi if options.komi is not None else rules.handicap_komi if options.handicap else rules.komi
    if options.records:
        options.records.mkdir(parents=True, exist_ok=True)

    wins = {BLACK: 0, WHITE: 0}
    games = {BLACK: 0, WHITE: 0}
    faults, times = [], []
    ends = same_dead = same_count = told_right = 0
    for number in range(options.games):
        seed = options.seed * 10_000 + number
        ours, theirs = BLACK + number % 2, WHITE - number % 2
        player = Player("goboard", own_command(options, seed), options.patience)
        other = Player("opponent", other_command(options.opponent, rules, seed), options.patience)
        board = goboard.Board(options.size, ko=rules.board_ko(), suicide=rules.suicide)
        seats = (player, other) if ours == BLACK else (other, player)
        result, reason = play_game(*seats, board, komi, options.handicap, times)
        line = ""
        if result is None:
            asked = "goboard"
            try:
                dead, told, counted = final(player, board, rules, komi, options.handicap)
                result, line = counted, f"; goboard says {told}"
                asked = "opponent"
                their_dead, their_told, their_counted = final(other, board, rules, komi, options.handicap)
            except Fault as fault:
                result, reason = f"{'BW'[(theirs if asked == 'goboard' else ours) - 1]}+F", f"{asked}: {' '.join(map(str, fault.args))}"
            else:
                # A dispute goes to the opponent.
                result = counted if counted[0] == their_counted[0] else their_counted
                ends += 1
                told_right += number_of(told) == number_of(counted)
                line += f", opponent says {their_told}"
                if dead == their_dead:
                    same_dead += 1
                    same_count += number_of(counted) == number_of(their_told)
                else:
                    line += f" (and counts {their_counted}: other dead stones)"
        player.stop()
        other.stop()
        if result.endswith("+F") or result == "Void":
            faults.append((number, reason))
        games[ours] += 1
        wins[ours] += result[0] == "BW"[ours - 1]
        print(f"game {number}: goboard {'BW'[ours - 1]}, {result} ({reason}), {board.move_count} moves{line}", flush=True)
        if options.records:
            names = {f"P{'BW'[ours - 1]}": "goboard", f"P{'BW'[theirs - 1]}": options.opponent}
            start = board.start()
            tree = sgf.from_moves(board.shape, board.moves, black=[p for p in range(start.pass_move) if start[p]], komi=komi,
                                  handicap=options.handicap or None, rules=options.rules, result=result, properties=names)
            (options.records / f"{options.size}_{number:03}.sgf").write_text(sgf.dumps(tree), encoding="utf-8")
    own_faults = [fault for fault in faults if fault[1].startswith("goboard: ") or fault[1] == "endless"]
    print(json.dumps({
        "opponent": options.opponent, "size": options.size, "rules": options.rules, "komi": komi, "playouts": options.playouts,
        "games": sum(games.values()), "won": sum(wins.values()), "won as Black": f"{wins[BLACK]}/{games[BLACK]}",
        "won as White": f"{wins[WHITE]}/{games[WHITE]}", "faults of goboard": own_faults,
        "faults of the opponent": [fault for fault in faults if fault not in own_faults],
        "ended by passes": ends, "same dead stones": same_dead, "then same score": same_count, "final_score is goboard's count": told_right,
        "seconds per move, median": round(statistics.median(times), 3) if times else None,
        "seconds per move, longest": round(max(times), 3) if times else None,
    }, indent=1))
    return bool(own_faults)


if __name__ == "__main__":
    sys.exit(main())
