"""Random games on other Go libraries, for those that are installed: name -> function(size, games), which returns games played.

Each plays from the empty board in the way its users would: OpenSpiel and pgx among all legal actions, eyes and pass
included; sgfmill, which knows no legality, among the empty points that its `play` accepts. pgx plays its games side by side in
one compiled loop on the processor (compiling is not counted).
"""

import functools
import importlib.util
import random


def open_spiel(size, games):
    import pyspiel

    game = pyspiel.load_game("go", {"board_size": size})
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
    return games


def sgfmill(size, games):
    from sgfmill.boards import Board

    for _ in range(games):
        board, color, passes, ko, moves = Board(size), "b", 0, None, 0
        while passes < 2 and moves < 3 * size * size:
            points = [(r, c) for r, c in board.board_points if board.get(r, c) is None and (r, c) != ko]
            random.shuffle(points)
            for r, c in points:
                around = [board.get(r + dr, c + dc) for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1))
                          if 0 <= r + dr < size and 0 <= c + dc < size]
                if all(stone == color for stone in around):
                    continue
                ko = board.play(r, c, color)
                passes = 0
                break
            else:
                ko = None
                passes += 1
            color = "w" if color == "b" else "b"
            moves += 1
    return games


PGX_GAMES = 64


@functools.cache
def pgx_loop(size):
    import jax
    import jax.numpy as jnp
    from pgx.go import Go

    env = Go(size=size, komi=7.5)
    step, start = jax.vmap(env.step), jax.vmap(env.init)

    def one(carry):
        state, key, moves = carry
        key, draw = jax.random.split(key)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(draw, logits, axis=-1)
        return step(state, action), key, moves + 1

    @jax.jit
    def run(key):
        state = start(jax.random.split(key, PGX_GAMES))
        return jax.lax.while_loop(lambda c: ~c[0].terminated.all() & (c[2] < 3 * size * size), one, (state, key, 0))[2]

    run(jax.random.PRNGKey(0)).block_until_ready()
    return run


def pgx(size, games):
    import jax

    run = pgx_loop(size)
    run(jax.random.PRNGKey(games)).block_until_ready()
    return PGX_GAMES


def warm(size):
    """Compiles what would otherwise be compiled within a measurement."""
    if importlib.util.find_spec("pgx"):
        pgx_loop(size)


PEERS = {"OpenSpiel, Python loop": ("pyspiel", open_spiel), "pgx, 64 games at once": ("pgx", pgx), "sgfmill": ("sgfmill", sgfmill)}


def installed():
    return {name: play for name, (module, play) in PEERS.items() if importlib.util.find_spec(module)}
