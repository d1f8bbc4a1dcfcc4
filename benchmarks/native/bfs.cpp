// A plain breadth-first search: a byte a cell with a margin of walls, a queue, a parent a cell.
//
//     bfs FILE ROUNDS [king]
//
// FILE holds five int32 (rows, columns, start, goal, as flat indices, and 0), then a byte a cell: 1 is open.
// With "king" eight moves, diagonal ones where both cells beside are open, each counted as one move.
// Prints, a line a round: processor nanoseconds, cells expanded, moves of the path (-1: none).  The margin is
// put around the board, and the arrays are made, before the clock starts; parents are cleared while it runs.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

static int64_t now() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

struct Answer {
    int64_t expanded, moves;
};

template <int MOVES>
static Answer search(const std::vector<uint8_t>& open, int wide, int start, int goal,
                     std::vector<int>& parent, std::vector<int>& queue, std::vector<int>& path) {
    const int step[8] = {-wide, 1, wide, -1, -wide + 1, wide + 1, wide - 1, -wide - 1};
    std::fill(parent.begin(), parent.end(), -1);
    size_t head = 0, tail = 0;
    queue[tail++] = start;
    parent[start] = start;
    while (head < tail) {
        const int u = queue[head++];
        if (u == goal) {
            path.clear();
            for (int v = goal; v != start; v = parent[v]) path.push_back(v);
            path.push_back(start);
            return {int64_t(head), int64_t(path.size()) - 1};
        }
        for (int m = 0; m < MOVES; m++) {
            const int v = u + step[m];
            if (m >= 4 && !(open[u + step[m - 4]] && open[u + step[(m - 3) & 3]])) continue;
            if (open[v] && parent[v] < 0) {
                parent[v] = u;
                queue[tail++] = v;
            }
        }
    }
    return {int64_t(head), -1};
}

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    FILE* file = fopen(argv[1], "rb");
    int32_t head[5];
    if (!file || fread(head, sizeof head, 1, file) != 1) return 2;
    const int rows = head[0], columns = head[1], wide = columns + 2;
    std::vector<uint8_t> open(size_t(rows + 2) * wide, 0);
    for (int r = 0; r < rows; r++)
        if (fread(&open[size_t(r + 1) * wide + 1], 1, columns, file) != size_t(columns)) return 2;
    fclose(file);
    auto inside = [&](int v) { return (v / columns + 1) * wide + v % columns + 1; };
    const bool king = argc > 3 && !strcmp(argv[3], "king");
    std::vector<int> parent(open.size()), queue(open.size()), path;
    const int start = inside(head[2]), goal = inside(head[3]);
    for (int round = 0; round < atoi(argv[2]); round++) {
        const int64_t began = now();
        const Answer answer = king ? search<8>(open, wide, start, goal, parent, queue, path)
                                   : search<4>(open, wide, start, goal, parent, queue, path);
        const int64_t took = now() - began;
        printf("%lld %lld %lld\n", (long long)took, (long long)answer.expanded, (long long)answer.moves);
    }
}
