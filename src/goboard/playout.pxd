from goboard.board._playouts cimport *
