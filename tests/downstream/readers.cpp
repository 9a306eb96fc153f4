// Reads the struct of a board from standard input, and prints through goboard/board.h what stands on it:
// the rows of colours, then for every chain its size and the sum of its stones' empty neighbours.
#include <cstdio>
#include <map>
#include <utility>

#include <goboard/board.h>

int main()
{
    static gb_board board;
    if (std::fread(&board, sizeof board, 1, stdin) != 1)
        return 1;
    std::map<int, std::pair<int, int>> chains;
    for (int row = 0; row < board.rows; row++) {
        for (int col = 0; col < board.cols; col++) {
            const int cell = gb_cell(&board, row, col), point = gb_point_of_cell(&board, cell);
            if (point != row * board.cols + col || gb_cell_of_point(&board, point) != cell)
                return 2;
            const int color = gb_color(&board, cell);
            std::putchar(".XO"[color]);
            if (color == GB_EMPTY)
                continue;
            auto &chain = chains[gb_root(&board, cell)];
            if (chain.first)
                continue;
            int stone = cell;
            do {
                chain.first += 1;
                chain.second += gb_empty_neighbours(&board, stone);
                stone = gb_next_stone(&board, stone);
            } while (stone != cell);
        }
        std::putchar('\n');
    }
    for (const auto &chain : chains)
        std::printf("%d %d\n", chain.second.first, chain.second.second);
    return 0;
}
