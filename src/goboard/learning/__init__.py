"""What networks eat: input planes, targets, datasets of records, KataGo's rows, environments."""

from goboard.learning._features import features, symmetries

__all__ = ["features", "symmetries"]
