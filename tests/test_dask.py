"""Playouts on a Dask cluster of two worker processes; skipped where Dask is not installed."""

import pytest

from goboard import Board, playout

distributed = pytest.importorskip("distributed")


def test_a_dask_cluster_gives_the_same_totals_twice_over():
    board = Board(7)
    alone = playout(board, 600, seed=3)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, distributed.Client(cluster) as client:
        for _ in range(2):
            result = playout(board, 600, seed=3, executor=client.get_executor(pure=False), batch=100)
            assert result.total_moves == alone.total_moves
            assert (result.scores == alone.scores).all() and (result.ownership == alone.ownership).all()
