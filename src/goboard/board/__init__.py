"""What the core shares with all that stands on it: arguments, playouts, batches of boards. Knows nothing but the core."""

from goboard.board._batch import BoardBatch
from goboard.board._playouts import BatchResult, PlayoutResult, playout, playout_batch, playout_paths

__all__ = ["BatchResult", "BoardBatch", "PlayoutResult", "playout", "playout_batch", "playout_paths"]
