"""The tree of a Monte Carlo search: nodes in flat arrays, and one playout at a time down and up again."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t

from goboard._core cimport GB_MAX_CELLS, gb_board
from goboard.board._playouts cimport gb_stream
from goboard.reading._policy cimport mc_game


cdef enum:
    MAX_DEPTH = 1024
    PASSED = 0                  # the cell of a pass


cdef struct mc_tree:
    int32_t used, capacity
    int32_t* first         # the node's first child, 0 before it is expanded
    uint16_t* kids         # how many
    uint16_t* cell         # the move that leads here, 0 a pass
    float* visits
    float* wins            # of who moved here, a tenth of each by how much
    float* rave_visits     # prior included
    float* rave_wins


cdef struct mc_search:
    mc_tree tree
    mc_game root
    gb_stream stream
    double komi
    bint territory
    bint capture_dead
    bint ending            # whether two passes end the game; before, they are played on from, to learn what is dead
    int passes             # made just before the root
    int placed             # stones that Black has placed so far less White's
    int64_t playouts
    int64_t played_out     # playouts that did not end with two passes in the tree
    int64_t max_nodes
    double[GB_MAX_CELLS] black_wins   # by first move
    double[GB_MAX_CELLS] margins      # by first move, Black less White
    double[GB_MAX_CELLS] squares      # of those
    double margin          # sum over the playouts, Black less White
    int32_t owned[GB_MAX_CELLS]
    bint restricted
    int32_t until[3][GB_MAX_CELLS]    # by color and cell (0 a pass): not played fewer moves than this from the root
    int32_t listed_until[3]           # by color: fewer moves than this from the root only the cells listed are played
    int32_t* detail        # NULL, or a row for each move at the root and one for all: (Black's less White's, owned at all) by cell, games


# Memory for `more` further nodes. -1 if there is none.
cdef int reserve(mc_tree* t, int32_t more) noexcept nogil
cdef void drop(mc_tree* t) noexcept nogil
cdef void add_node(mc_tree* t, size_t cell, float rave_visits, float rave_wins) noexcept nogil
# Give `node`, where `color` is to move on `b`, its children: sensible moves, and the pass. Returns -1 without memory.
# depth: moves from the root. barred: cells that are not played at the root, or NULL.
cdef int expand(mc_search* s, int32_t node, int depth, const gb_board* b, int color, size_t last, const uint8_t* barred) noexcept nogil
cdef void simulate_many(mc_search* s, int count) noexcept nogil
# Whether no other move can become the most visited one in `left` playouts.
cdef bint decided(const mc_search* s, int64_t left) noexcept nogil
# Mark in `dead` the stones of chains that `playouts` gave to the other side. Returns whether they were clear about all chains.
cdef bint judge_chains(const gb_board* b, const int32_t* owned, int64_t playouts, uint8_t* dead) noexcept nogil
# Black's area less White's once the `dead` stones are off; whose each cell is, or GB_EMPTY, into `owner`.
cdef int area_settled(const gb_board* b, const uint8_t* dead, uint8_t* owner) noexcept nogil
