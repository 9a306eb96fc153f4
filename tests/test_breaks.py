"""Programs that broke the process once: each runs in a process of its own, and ends as it should.

Signals in the middle of work, objects that lie about themselves or change while they are read, forks, threads that share a batch.
"""

import os
import subprocess
import sys
import textwrap

import pytest

PRELUDE = """
import gc, os, pickle, random, signal, sys, threading, time
import numpy as np
import goboard
from goboard import BLACK, WHITE, Board, BoardBatch, Game, playout, playout_batch
from goboard.features import features

signal.signal(signal.SIGINT, signal.default_int_handler)

class Acts:
    '''An int that does something when it is read.'''
    def __init__(self, act, value=0): self.act, self.value = act, value
    def __index__(self): self.act(); return self.value

def press(after, number=signal.SIGINT):
    '''Send a signal to this process after some seconds.'''
    timer = threading.Timer(after, lambda: os.kill(os.getpid(), number))
    timer.daemon = True
    timer.start()
    return timer

def stopped(job):
    '''The seconds from Ctrl-C, pressed after 0.3 s, to its KeyboardInterrupt.'''
    at = []
    def now():
        at.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)
    threading.Timer(0.3, now).start()
    try:
        job()
    except KeyboardInterrupt:
        return time.monotonic() - at[0]
    raise AssertionError("it ended before Ctrl-C was pressed")
"""

signals = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")


def run(program, timeout=90):
    """Run a program; it must end by itself, and well. Returns what it printed."""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", PRELUDE + textwrap.dedent(program)],
        capture_output=True, text=True, timeout=timeout, env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


# Signals while threads work.


@signals
@pytest.mark.parametrize("work", [
    "batch.play_random(round, 400)",
    "batch.legal_mask(); batch.play(np.full(len(batch), round)); batch.area_score(); batch.stones; batch.reset()",
    "features(batch, 'alphago_zero')",
    "features(batch, 'alphago')",
], ids=["play_random", "play", "features", "ladders"])
def test_ctrl_c_leaves_no_thread_behind_in_a_batch(work):
    """A thread that went on after the call would write into the arrays that are made next."""
    assert int(run(f"""
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        batch, hits = BoardBatch(6000, 9, threads=4), 0
        batch.play_random(1, 30)
        for round in range(40):
            if round % 8 == 0:
                batch.reset()
            try:
                signal.setitimer(signal.ITIMER_REAL, random.Random(round).uniform(0.001, 0.06))
                end = time.monotonic() + 0.08
                while time.monotonic() < end:
                    {work}
            except KeyboardInterrupt:
                hits += 1
                junk = [np.full(6000, 7, np.int64) for _ in range(30)]
                time.sleep(0.01)
                assert all((array == 7).all() for array in junk)
        for k in range(0, 6000, 100):
            batch[k].check()
        print(hits)
    """)) > 5


@signals
@pytest.mark.parametrize("threads", [1, 4])
def test_a_storm_of_signals_breaks_nothing(threads):
    assert int(run(f"""
        class Stop(Exception): pass
        def handler(*_): raise Stop
        signal.signal(signal.SIGALRM, handler)
        batch, boards, hits = BoardBatch(500, 9, threads={threads}), [Board(9)] * 20, 0
        jobs = [lambda: batch.play_random(1, 50), lambda: batch.reset(), lambda: features(batch), lambda: batch.copy(), lambda: batch[3],
                lambda: playout(Board(9), 500, threads={threads}, batch=10), lambda: playout_batch(boards, 20, threads={threads}),
                lambda: batch.set(1, boards[0]), lambda: pickle.dumps(batch)]
        signal.setitimer(signal.ITIMER_REAL, 0.003, 0.003)
        end = time.monotonic() + 4
        while True:
            try:
                while True:
                    for job in jobs:
                        try:
                            job()
                        except Stop:
                            hits += 1
                    if time.monotonic() > end:
                        signal.signal(signal.SIGALRM, signal.SIG_IGN)
                        break
                break
            except Stop:
                hits += 1
        signal.setitimer(signal.ITIMER_REAL, 0)
        for board in batch._boards():
            board.check()
        print(hits)
    """)) > 50


@signals
def test_a_handler_that_raises_ends_a_batch_and_leaves_it_whole():
    assert int(run("""
        class Timeout(Exception): pass
        def handler(*_): raise Timeout
        signal.signal(signal.SIGALRM, handler)
        batch, hits = BoardBatch(4000, 19, threads=4), 0
        for round in range(20):
            batch.reset()
            signal.setitimer(signal.ITIMER_REAL, 0.002 + 0.002 * round)
            try:
                batch.play(np.full(4000, round))
                batch.play_random(round, 400)
            except Timeout:
                hits += 1
            signal.setitimer(signal.ITIMER_REAL, 0)
            batch[round].check()
        print(hits)
    """)) > 5


@signals
@pytest.mark.parametrize("job", [
    "BoardBatch(64, (1, 2), ko='none', suicide=True).play_random(1, 2**30)",
    "BoardBatch(64, (1, 2), ko='none', suicide=True, threads=4).play_random(1, 2**30)",
    "BoardBatch(3, (1, 3), ko='simple', suicide=True, threads=3).play_random(1, 2**30)",
    "playout(Board(19), 10**8, batch=2**30)",
    "playout(Board(5), 10**9, batch=2**30, path=goboard.playout_paths()[-1])",
    "playout(Board(19), 10**8, batch=2**30, threads=3)",
    "playout(Board(19), 10**8, batch=2**30, moves=True)",
    "playout(Board(19), 10**8, batch=2**30, mercy=40, threads=2)",
    "playout_batch([Board(19)] * 4, 10**7, path='chains')",
    "playout_batch([Board(19)] * 4, 10**7, threads=2)",
    "playout_batch([Board(9)] * 400, 10**7, threads=3, path=goboard.playout_paths()[-1])",
    "goboard.mcts.search(Board(19), playouts=2**24)",
    "goboard.lanes.run(np.zeros((19, 19), int), 1, None, 1, 0, 2 * 10**7) if 'lanes' in goboard.playout_paths() else os.kill(os.getpid(), 2)",
])
def test_what_lasts_stops_at_ctrl_c(job):
    assert float(run(f"""
        import goboard.mcts
        if 'lanes' in goboard.playout_paths():
            import goboard.lanes
        print(stopped(lambda: {job}))
    """)) < 1


@signals
@pytest.mark.parametrize("pool", ["ThreadPoolExecutor", "ProcessPoolExecutor"])
def test_ctrl_c_stops_a_call_with_an_executor(pool):
    """The chunk that a thread of the executor plays is told that nobody waits for it any more."""
    assert float(run(f"""
        from concurrent.futures import {pool}
        executor = {pool}(2)
        list(executor.map(abs, [1, 2]))
        seconds = stopped(lambda: playout(Board(19), {'10**7' if 'Thread' in pool else '40_000'}, path='chains', executor=executor, batch=2**30))
        executor.shutdown()
        print(seconds)
    """)) < 1


@pytest.mark.parametrize("threads", [1, 4])
def test_progress_that_raises_ends_all_threads(threads):
    run(f"""
        def fail(done):
            raise LookupError(done)
        for round in range(60):
            try:
                playout(Board(9), 4000, threads={threads}, batch=5, progress=fail)
            except LookupError:
                pass
            else:
                raise AssertionError
        assert threading.active_count() == 1
    """)


def test_progress_hears_of_the_last_playout():
    run("""
        for threads in (1, 3):
            seen = []
            playout(Board(9), 3000, threads=threads, batch=7, progress=seen.append)
            assert seen[-1] == 3000 and seen == sorted(seen)
    """)


# One batch, several users.


@signals
def test_a_signal_handler_cannot_use_the_batch_it_interrupts():
    assert "in the middle of a call" in run("""
        batch = BoardBatch(64, (1, 2), ko="none", suicide=True, threads=2)
        def handler(*_): batch.done
        signal.signal(signal.SIGUSR1, handler)
        press(0.05, signal.SIGUSR1)
        try:
            batch.play_random(1, 2**30)
        except RuntimeError as error:
            print(error)
        batch.done, batch.stones, batch[0].check()
    """)


@signals
def test_a_signal_handler_may_use_another_batch():
    assert run("""
        batch, other, seen = BoardBatch(64, (1, 2), ko="none", suicide=True, threads=2), BoardBatch(500, 9, threads=2), []
        def handler(*_):
            other.play_random(1, 20)
            seen.append(int(other.move_counts.sum()))
            raise KeyboardInterrupt
        signal.signal(signal.SIGUSR1, handler)
        press(0.05, signal.SIGUSR1)
        try:
            batch.play_random(1, 2**30)
        except KeyboardInterrupt:
            print(seen)
    """) == "[10000]\n"


def test_an_index_that_uses_the_batch():
    run("""
        batch = BoardBatch(4, 3)
        batch.set(Acts(lambda: batch.done, 1), Board(3))
        batch[Acts(lambda: batch.play([0, 1, 2, 3]), 2)]
        batch.play_random(1, Acts(lambda: batch.reset(), 3))
        assert batch.move_counts.tolist() == [3] * 4
    """)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("threads", [1, 3])
def test_a_fork_while_a_thread_plays_a_batch(threads):
    """The child either has the batch whole or gets RuntimeError; it never waits for a thread that it does not have."""
    outcomes = run(f"""
        batch, stop = BoardBatch(500, 19, threads={threads}), False
        np.random.SeedSequence(1)  # numpy imports it when it is first used, and a fork in an import is not survived
        def work():
            while not stop:
                batch.play_random(1, 50)
                batch.reset()
        thread = threading.Thread(target=work)
        thread.start()
        for _ in range(20):
            pid = os.fork()
            if pid == 0:
                signal.alarm(10)
                try:
                    for board in batch._boards():
                        board.check()
                except RuntimeError as error:
                    os._exit(1 if "forked" in str(error) else 2)
                fresh = BoardBatch(50, 9, threads=3)
                fresh.play_random(1, 30)
                os._exit(0 if fresh.move_counts.sum() == 1500 else 3)
            print(os.waitpid(pid, 0)[1])
            time.sleep(0.01)
        stop = True
        thread.join()
    """).split()
    assert set(outcomes) <= {"0", "256"}, outcomes


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_handler_that_forks():
    """The child lacks the threads of the call that it is in the middle of."""
    assert run("""
        batch, children = BoardBatch(64, (1, 2), ko="none", suicide=True, threads=3), []
        def handler(*_):
            children.append(os.fork())
            if children[-1]:
                raise KeyboardInterrupt
            signal.alarm(10)
        signal.signal(signal.SIGUSR1, handler)
        press(0.1, signal.SIGUSR1)
        try:
            batch.play_random(1, 2**30)
        except KeyboardInterrupt:
            print(os.waitpid(children[0], 0)[1])
        except RuntimeError as error:
            assert "forked" in str(error)
            os._exit(0)
    """) == "0\n"


@pytest.mark.parametrize("threads", [1, 2])
def test_pickles_and_copies_of_a_batch_in_play_are_whole(threads):
    """Every lane is as far as every other between two calls of `play`."""
    run(f"""
        batch, stop = BoardBatch(40, 9, ko="positional", threads={threads}), False
        def work():
            k = 0
            while not stop:
                batch.play(np.full(40, k % 80))
                k += 1
                if k == 80:
                    batch.reset()
                    k = 0
        thread = threading.Thread(target=work)
        thread.start()
        end = time.monotonic() + 2
        while time.monotonic() < end:
            for other in (batch.copy(), pickle.loads(pickle.dumps(batch))):
                assert len(set(other.move_counts.tolist())) == 1
                assert len({{board.hash for board in other._boards()}}) == 1
            kept = pickle.loads(pickle.dumps(batch))
            assert [board.move_count for board in kept._boards()] == kept.move_counts.tolist()
        stop = True
        thread.join()
    """)


# Objects that lie, or change while they are read.


def test_an_index_that_makes_the_board_anew():
    run("""
        for _ in range(20):
            batch, board = BoardBatch(4, 3), Board(3)
            def act():
                board.__init__(25)
                board.play_moves(list(range(0, 600, 2)))
            try:
                batch.set(Acts(act, 3), board)
            except ValueError:
                pass
            assert not batch.stones.any()
    """)


def test_lists_of_a_pickle_that_shrink():
    run("""
        from goboard.batch import restored_batch
        for which in range(3):
            illegal, boards = [False] * 4, [Board(3) for _ in range(4)]
            counts = [Acts(lambda: (illegal, boards, counts)[which].clear(), 0)] * 4
            try:
                batch = restored_batch((3, 3), "simple", False, None, 1, boards, counts, illegal)
                assert len(batch) == 4
            except ValueError:
                pass
    """)


def test_a_batch_whose_subclass_lies():
    run("""
        class Liar(BoardBatch):
            shape = property(lambda self: (25, 25))
            ko = property(lambda self: "none")
            max_moves = property(lambda self: -1)
            pass_move = property(lambda self: 10**9)
            __len__ = lambda self: 10**6
        batch = Liar(5, 3, ko="positional", threads=2)
        batch.play_random(1, 20)
        plain = BoardBatch(5, 3, ko="positional")
        plain.play_random(1, 20)
        for other in (BoardBatch.copy(batch), pickle.loads(pickle.dumps(batch))):
            assert other.shape == (3, 3) and other.ko == "positional" and (other.stones == plain.stones).all()
        assert batch[4] == plain[4]
        assert (playout_batch(batch, 20, seed=1).scores == playout_batch(plain, 20, seed=1).scores).all()
    """)


def test_boards_that_lie_about_their_shape():
    run("""
        class Large(Board):
            shape = property(lambda self: (25, 25))
            copy = lambda self, history=True: Board(25)
        class Small(Board):
            shape = property(lambda self: (1, 1))
        for path in goboard.playout_paths():
            want = playout(Board(5), 200, seed=3, path=path)
            assert (playout(Large(5), 200, seed=3, path=path).scores == want.scores).all()
            assert (playout_batch([Large(5), Small(5)], 200, seed=3, path=path)[0].scores == want.scores).all()
        batch = BoardBatch(2, 5)
        batch.set(0, Large(5))
        try:
            batch.set(1, Small(25))
        except ValueError:
            pass
        else:
            raise AssertionError
    """)


def test_boards_that_lie_to_the_planes():
    run("""
        class Small(Board):
            shape = property(lambda self: (1, 1))
        for name in ("alphago_zero", "alphago", "katago_v7"):
            for _ in range(10):
                board = Small(25)
                board.play_moves(list(range(0, 600, 3)))
                try:
                    features([board] * 3, name)
                except ValueError:
                    pass
    """)


def test_a_board_made_anew_in_the_middle_of_its_playouts():
    assert run("""
        board = Board(9)
        result = playout(board, 3000, seed=1, batch=100, progress=lambda done: board.__init__(5))
        assert (result.scores == playout(Board(9), 3000, seed=1).scores).all()
        print(result.ownership.shape)
    """) == "(9, 9)\n"


def test_a_batch_is_made_once():
    run("""
        batch = BoardBatch(4, 9)
        batch.play([1, 2, 3, 4])
        try:
            batch.__init__(4000, 25)
        except RuntimeError as error:
            assert "once" in str(error)
        else:
            raise AssertionError
        assert batch.shape == (9, 9) and batch.move_counts.tolist() == [1] * 4
        class Named(BoardBatch):
            def __init__(self, n, size=9, name=""):
                super().__init__(n, size)
                self.name = name
        assert Named(3, 5).shape == (5, 5)
    """)


def test_out_of_an_array_that_lies():
    run("""
        class Liar(np.ndarray):
            shape = property(lambda self: (100, 19, 19))
            dtype = property(lambda self: np.dtype(np.uint8))
            flags = property(lambda self: np.zeros(1).flags)
            size = property(lambda self: 36100)
            def __array_finalize__(self, obj): pass
        for make in (lambda: np.ndarray.__new__(Liar, (1,), np.float64), lambda: np.zeros(4, np.uint8)[::2].view(Liar)):
            batch, out = BoardBatch(100, 19), make()
            for call in (batch.copy_stones, batch.legal_mask, batch.area_owner, batch.area_score, lambda out: features(batch, out=out)):
                try:
                    call(out=out)
                except (TypeError, ValueError):
                    continue
                raise AssertionError(call)
    """)


@pytest.mark.parametrize("call, shape, dtype", [("batch.copy_stones(out)", "(3000, 9, 9)", "uint8"), ("features(batch, out=out)", "(3000, 17, 9, 9)", "float32")])
def test_out_is_not_resized_while_it_is_filled(call, shape, dtype):
    """Another thread may resize the array between two calls, which are then refused, but not in one."""
    assert int(run(f"""
        batch, refused = BoardBatch(3000, 9), 0
        batch.play_random(1, 30)
        for _ in range(20):
            out = np.empty({shape}, np.{dtype})
            def fill():
                try:
                    for _ in range(8):
                        {call}
                except ValueError:
                    pass
            thread = threading.Thread(target=fill)
            thread.start()
            while thread.is_alive():
                try:
                    out.resize((1,), refcheck=False)
                    break
                except ValueError:
                    refused += 1
            thread.join()
        print(refused)
    """)) > 0


@pytest.mark.parametrize("actions", ["np.zeros(3000, np.int64)", "np.zeros(3000, np.int64).view(Odd)"])
def test_actions_that_change_while_they_are_played(actions):
    run(f"""
        class Odd(np.ndarray):
            ndim = property(lambda self: 1)
        batch, actions, stop = BoardBatch(3000, 9, threads=2), {actions}, False
        def spoil():
            while not stop:
                actions[:] = np.arange(3000) % 90 - 3
                actions[:] = 5
        thread = threading.Thread(target=spoil)
        thread.start()
        for _ in range(300):
            batch.play(actions)
        stop = True
        thread.join()
        for board in batch._boards()[::50]:
            board.check()
    """)


def test_what_is_no_start_for_the_lanes():
    run("""
        if 'lanes' not in goboard.playout_paths():
            sys.exit()
        from goboard import lanes
        class Changing(int):
            '''1 to whoever compares it, 7 to whoever reads it.'''
            def __eq__(self, other): return True
            __hash__ = int.__hash__
            def __index__(self): return 7
        class Growing(np.ndarray):
            shape = property(lambda self: (25, 25))
        stones = np.zeros((3, 3), np.uint8)
        wanted = lanes.run(stones, 1, None, 1, 0, 50)["moves"]
        for start in ((stones.view(Growing), 1, None, 1, 0), (stones, 1, None, Acts(lambda: None, 1), 0)):
            assert lanes.run(*start, 50)["moves"] == wanted
        for start in ((stones, Acts(lambda: None, 7), None, 1, 0), (stones, 1, 2**70, 1, 0), (stones, 1, None, 1, 2**63 - 1)):
            try:
                lanes.run(*start, 50)
            except ValueError:
                continue
            raise AssertionError(start)
    """)


# What a lane may not forget.


def test_a_restated_turn_after_a_pass_makes_a_situation():
    run("""
        board = Board(1, ko="situational", suicide=True)
        board.pass_(WHITE)
        board.to_play = WHITE
        board.pass_(WHITE)
        batch = BoardBatch(1, 1, ko="situational", suicide=True)
        batch.set(0, board)
        assert board.legal_mask().tolist() == batch.legal_mask()[0].tolist() == batch[0].legal_mask().tolist() == [False, True]
    """)


# Boards and texts.


def test_a_subclass_that_makes_a_larger_board_than_asked_for():
    run("""
        class Big(Board):
            def __init__(self, *arguments, **named): super().__init__(25)
        for _ in range(50):
            try:
                board = Big.from_array(np.zeros((1, 1), np.uint8))
            except (TypeError, ValueError):
                continue
            board.check()
            board.legal_mask()
    """)


def test_a_subclass_that_lies_about_its_moves():
    run("""
        class Liar(Board):
            moves = property(lambda self: [(1, 0)] * 10**6)
        assert len(Liar(5).plies()) == 0
    """)


def test_a_codec_that_is_for_no_text_is_a_fault_of_the_record():
    run("""
        for name in (b"idna", b"undefined", b"punycode", b"rot13"):
            for body in (b"a" * 100, bytes((255, 254)) + b"..", b"a.." + b"." * 70):
                for strict in (False, True):
                    try:
                        str(goboard.sgf.loads(b"(;CA[" + name + b"]C[" + body + b"];B[aa])", strict)[0])
                    except goboard.sgf.SGFError:
                        pass
    """)


def test_a_repeated_character_set_takes_linear_time():
    """Eight times the text takes eight times as long; a quadratic reader, 64 times."""
    run("""
        def seconds(n):
            best = 9.0
            for _ in range(3):
                start = time.process_time()
                try:
                    goboard.sgf.loads(b"(;" + b"CA[" * n)
                except ValueError:
                    pass
                best = min(best, time.process_time() - start)
            return best
        assert seconds(160_000) < 30 * max(seconds(20_000), 1e-4)
    """)
