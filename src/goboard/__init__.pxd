from goboard._core cimport *
