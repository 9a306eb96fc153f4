"""Rulesets and what they decide: games and how they end, confirmation, scores, handicaps."""

from goboard.rules._game import Cycle, Game, IllegalPlay, RuleError, classify_cycle
from goboard.rules._rules import CHOICES, PRESETS as PRESETS, Rules, check_komi, describe
from goboard.rules._scoring import Score, score

__all__ = ["CHOICES", "Cycle", "Game", "IllegalPlay", "RuleError", "Rules", "Score", "check_komi", "classify_cycle", "describe", "score"]
