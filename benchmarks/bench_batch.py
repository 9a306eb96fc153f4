"""Batches: a step with legal mask and planes, beside OpenSpiel's Python loop where it is installed; superko masks.

    taskset -c 0 pytest benchmarks/bench_batch.py

The first pair runs interleaved in one process, so that the machine's changes of speed cancel; `extra_info` holds the ratio.
"""

import random
import time

import numpy as np
import pytest

from goboard.batch import BoardBatch

LANES = 256


def steps(batch, planes, mask, moves, seed):
    """Random play in lockstep, each step with the mask, the planes and a reset of what is done; seconds a lane and step."""
    rng = np.random.default_rng(seed)
    noise = rng.random((8, *mask.shape), dtype=np.float32)
    spent = 0.0
    for k in range(moves):
        actions = np.where(mask, noise[k % 8], -1).argmax(axis=1)
        start = time.process_time()
        batch.play(actions)
        batch.reset(batch.done)
        batch.legal_mask(out=mask)
        batch.features("alphago_zero", out=planes)
        spent += time.process_time() - start
    return spent / moves / LANES


def open_spiel_steps(game, moves):
    import pyspiel  # noqa: F401

    state = game.new_initial_state()
    start = time.process_time()
    for _ in range(moves):
        state.observation_tensor()
        state.legal_actions_mask()
        state.apply_action(random.choice(state.legal_actions()))
        if state.is_terminal():
            state = game.new_initial_state()
    return (time.process_time() - start) / moves


@pytest.mark.parametrize("size, least", [(9, 10), (19, 20)])
@pytest.mark.benchmark(group="step + mask + 17 planes")
def test_step_against_open_spiel(benchmark, size, least):
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("go", {"board_size": size})
    batch = BoardBatch(LANES, size, max_moves=2 * size * size)
    planes = np.empty((LANES, 17, size, size), np.uint8)
    mask = batch.legal_mask()
    ratios = [open_spiel_steps(game, 400) / steps(batch, planes, mask, 40, k) for k in range(7)]
    benchmark.extra_info["times OpenSpiel"] = round(float(np.median(ratios)), 1)
    benchmark.pedantic(steps, (batch, planes, mask, 20, 0), rounds=3)
    assert np.median(ratios) > least


@pytest.mark.parametrize("ko", ["simple", "positional"])
@pytest.mark.parametrize("size", [9, 19])
@pytest.mark.benchmark(group="legal masks of 256 boards")
def test_legal_mask(benchmark, size, ko):
    batch = BoardBatch(LANES, size, ko=ko)
    batch.play_random(1, moves=size * size // 2)
    mask = batch.legal_mask()
    benchmark(batch.legal_mask, out=mask)
    benchmark.extra_info["boards/s"] = round(LANES / benchmark.stats["median"])


@pytest.mark.benchmark(group="random moves in 256 lanes")
@pytest.mark.parametrize("size", [9, 19])
def test_play_random(benchmark, size):
    batch = BoardBatch(LANES, size)
    benchmark.pedantic(lambda: (batch.reset(), batch.play_random(1, moves=100)), rounds=10)
