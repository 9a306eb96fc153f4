"""Go as a PettingZoo environment: `goboard.env.env()`. Needs the extra `goboard[env]`.

Board size, rules, komi and superko belong to each environment, and the mask of legal actions has exact superko in it.
"""

from __future__ import annotations

import copy
import warnings
from typing import TYPE_CHECKING, Any, TypedDict, cast

import numpy as np
from numpy.typing import NDArray

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError("goboard.env needs PettingZoo: pip install 'goboard[env]'") from error

from goboard.board import _arguments as arguments
from goboard._core import BLACK, EMPTY, WHITE
from goboard.board._batch import BoardBatch
from goboard.learning._features import features
from goboard.rules._rules import Rules

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["env", "raw_env"]

AGENTS = {"black_0": BLACK, "white_0": WHITE}


class Options(TypedDict, total=False):
    """The arguments of `raw_env`."""

    board_size: int | tuple[int, int]
    rules: Rules | str
    komi: float | None
    max_moves: int | None
    history: int
    render_mode: str | None


def env(**options: Unpack[Options]) -> AECEnv:
    """`raw_env` with PettingZoo's usual guards: an illegal move ends the game as a loss, calls out of order are errors.

    Copies are games of their own, as those of `raw_env` are.

    Parameters
    ----------
    **options
        As for `raw_env`.

    Returns
    -------
    pettingzoo.AECEnv

    Examples
    --------
    >>> game = env(board_size=9)
    >>> game.reset()
    >>> observation, reward, termination, truncation, info = game.last()
    >>> observation["observation"].shape, int(observation["action_mask"].sum())
    ((9, 9, 17), 82)
    """
    # PettingZoo's CaptureStdoutWrapper is for environments that can only print; this one returns its text itself.
    made: AECEnv = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return _Guarded(made)


class _Guarded(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """The outermost guard: a copy does not share the game inside."""

    def __copy__(self) -> _Guarded:
        return copy.deepcopy(self)


class raw_env(AECEnv):  # type: ignore[misc]  # PettingZoo is optional, and without it of unknown type
    """Go for two agents, "black_0" and "white_0", who move in turn until two passes or `max_moves`, and count area.

    Action: a point `row * cols + col`, row 0 on top, or `rows * cols` for a pass. Observation: dict of "observation", bool,
    shape (rows, cols, 2 * history + 1), the planes of "alphago_zero" from the observing agent's side, and "action_mask", int8,
    shape (rows * cols + 1,), all 0 when it is not the agent's turn. Rewards: 1 and -1 at the end, 0 and 0 for a draw.

    Copies and pickles hold the whole game, the agents' turn and rewards, and the random state of the spaces.

    Parameters
    ----------
    board_size : int or (rows, cols)
    rules : Rules or str
        Their ko rule, suicide, komi and ties are used (Ing's ko is positional superko here); the count is always by area with all stones
        alive.
    komi : float, optional
        Points; by default the rules' own.
    max_moves : int, optional
        By default 3 * rows * cols.
    history : int
        Positions in the observation, 1 to 8.
    render_mode : {None, "human", "ansi"}
        "human" prints, "ansi" returns text.
    """

    metadata: dict[str, object] = {"name": "goboard_go_v0", "render_modes": ["human", "ansi"], "is_parallelizable": False, "render_fps": 2}

    def __init__(
        self,
        board_size: int | tuple[int, int] = 19,
        rules: Rules | str = "tromp-taylor",
        komi: float | None = None,
        max_moves: int | None = None,
        history: int = 8,
        render_mode: str | None = None,
    ):
        super().__init__()
        if render_mode is not None:
            render_mode = arguments.choice(render_mode, "render_mode", ("human", "ansi"))
        self.rules = Rules.parse(rules)
        self.komi = self.rules.komi if komi is None else arguments.komi(komi)
        ko = "positional" if self.rules.ko == "ing" else self.rules.board_ko()
        rows, cols = arguments.size(board_size, "board_size")
        # With simple ko a game could go on without end.
        most = 3 * rows * cols if max_moves is None else max_moves
        self.batch = BoardBatch(1, (rows, cols), ko=ko, suicide=self.rules.suicide, max_moves=most)
        self.history = history
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        planes = features(self.batch, history=history, layout="NHWC", dtype=bool).shape[1:]
        observation = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, planes, dtype=bool),
                "action_mask": spaces.Box(0, 1, (rows * cols + 1,), dtype=np.int8),
            }
        )
        self.observation_spaces = {agent: observation for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(rows * cols + 1) for agent in AGENTS}

    def __copy__(self) -> raw_env:
        return copy.deepcopy(self)

    def __setstate__(self, state: dict[str, Any]) -> None:
        # Version 0.1.0 kept the arguments alone.
        if "_ezpickle_args" in state:
            self.__init__(*state["_ezpickle_args"], **state["_ezpickle_kwargs"])  # type: ignore[misc]
        else:
            self.__dict__.update(state)

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Start a new game. `seed` changes nothing: there is no chance in Go. It takes no options: any are warned about."""
        if options:
            warnings.warn(f"goboard.env has no options for reset: {arguments.shown(options)} is ignored", stacklevel=2)
        self.batch.reset()
        self.agents = list(AGENTS)
        self.agent_selection = "black_0"
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in AGENTS}

    def observe(self, agent: str) -> dict[str, NDArray[np.generic]]:
        planes = features(self.batch, history=self.history, layout="NHWC", dtype=bool)[0]
        mask = np.zeros(self.batch.pass_move + 1, np.int8)
        turn = self.batch.to_play[0] == AGENTS[agent]
        if turn and agent == self.agent_selection and not any(self.terminations.values()) and not any(self.truncations.values()):
            self.batch.legal_mask(out=mask.reshape(1, -1))
        if not turn:
            # The planes are the mover's: seen from the other side, the two colors and the turn change places.
            pairs = planes[..., :-1].reshape(*planes.shape[:2], self.history, 2)[..., ::-1]
            planes = np.concatenate([pairs.reshape(*planes.shape[:2], -1), ~planes[..., -1:]], axis=-1)
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self.batch.play(cast(Any, [action]))
        if self.batch.illegal[0]:
            raise ValueError(f"action {action} is illegal for {agent}; the mask says which are legal")
        if self.batch.done[0]:
            won = {EMPTY: 0, BLACK: 1, WHITE: -1}[self.rules.winner(float(self.batch.area_score(self.komi)[0]))]
            self.rewards = {"black_0": won, "white_0": -won}
            passes = self.batch[0].moves[-2:]
            ended = len(passes) == 2 and all(move == self.batch.pass_move for _, move in passes)
            (self.terminations if ended else self.truncations).update(dict.fromkeys(AGENTS, True))
        self.agent_selection = "white_0" if agent == "black_0" else "black_0"
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board as text: printed ("human") or returned ("ansi")."""
        if self.render_mode is None:
            return None
        text = str(self.batch[0])
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        pass
