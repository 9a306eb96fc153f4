/* A module in C that is not part of goboard and plays on its board: the same file compiles as C99 and as C++11. */
#define PY_SSIZE_T_CLEAN
#include <goboard/api.h>

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

/* game(rows, cols, seed, most) -> (moves as points, stones by point): random legal moves under simple ko, until two passes. */
static PyObject *game(PyObject *self, PyObject *args)
{
    int rows, cols, most, played = 0, passes = 0, n, i;
    unsigned long long seed;
    uint64_t state;
    uint16_t choice[GB_MAX_POINTS];
    char stones[GB_MAX_POINTS];
    gb_board board;
    PyObject *moves, *move;
    (void)self;
    if (!PyArg_ParseTuple(args, "iiKi", &rows, &cols, &seed, &most))
        return NULL;
    if (rows < 1 || rows > GB_MAX_SIDE || cols < 1 || cols > GB_MAX_SIDE) {
        PyErr_SetString(PyExc_ValueError, "rows and cols must be 1 to 25");
        return NULL;
    }
    state = seed;
    gb_init(&board, rows, cols);
    moves = PyList_New(0);
    if (!moves)
        return NULL;
    for (; passes < 2 && played < most; played++) {
        const int color = board.to_play;
        int point = gb_points(&board);
        for (n = i = 0; i < board.empties; i++)
            if (gb_legal(&board, board.empty[i], color, 1, 0) == GB_LEGAL)
                choice[n++] = board.empty[i];
        i = (int)(next_random(&state) % (uint64_t)(n + 1)); /* one choice more than there are moves: to pass */
        if (i == n) {
            gb_pass(&board, color, NULL);
            passes++;
        } else {
            const uint64_t hash = gb_hash_after(&board, choice[i], color);
            point = gb_point_of_cell(&board, choice[i]);
            gb_play(&board, choice[i], color, NULL);
            passes = 0;
            if (board.hash != hash)
                PyErr_SetString(PyExc_AssertionError, "gb_hash_after foretold another hash");
        }
        if (gb_check(&board))
            PyErr_SetString(PyExc_AssertionError, "an invariant of the board does not hold");
        move = PyErr_Occurred() ? NULL : PyLong_FromLong(point);
        if (!move || PyList_Append(moves, move) < 0) {
            Py_XDECREF(move);
            Py_DECREF(moves);
            return NULL;
        }
        Py_DECREF(move);
    }
    for (i = 0; i < gb_points(&board); i++)
        stones[i] = (char)gb_color_of_point(&board, i);
    return Py_BuildValue("Ny#", moves, stones, (Py_ssize_t)gb_points(&board));
}

/* best_capture(board) -> (point, stones taken) of the move that takes most, or None: every move is played on a copy and taken back. */
static PyObject *best_capture(PyObject *self, PyObject *object)
{
    const gb_board *given = gb_board_of(object);
    gb_board board, before;
    gb_ply ply;
    int i, taken, most = 0, best = -1;
    (void)self;
    if (!given)
        return NULL;
    gb_copy(&board, given);
    gb_copy(&before, given);
    for (i = 0; i < gb_points(given); i++) {
        const size_t cell = (size_t)gb_cell_of_point(&board, i);
        if (gb_legal(&board, cell, board.to_play, 1, 0) != GB_LEGAL)
            continue;
        taken = gb_play(&board, cell, board.to_play, &ply);
        gb_unplay(&board, &ply);
        if (board.hash != before.hash || board.empties != before.empties || board.to_play != before.to_play || gb_check(&board)) {
            PyErr_SetString(PyExc_AssertionError, "gb_unplay left another board");
            return NULL;
        }
        if (taken > most) {
            most = taken;
            best = i;
        }
    }
    if (best < 0)
        Py_RETURN_NONE;
    return Py_BuildValue("ii", best, most);
}

static PyMethodDef methods[] = {
    {"game", game, METH_VARARGS, NULL},
    {"best_capture", best_capture, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "player", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_player(void)
{
    if (goboard_import() < 0)
        return NULL;
    return PyModule_Create(&definition);
}
