"""Data for neural networks: input planes and targets, datasets of records, rows for KataGo, environments."""

from goboard.learning._features import features, symmetries

__all__ = ["features", "symmetries"]
