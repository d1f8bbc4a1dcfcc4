// All paths of the open n x n board from corner to corner: depth first over bytes, each path copied to a buffer.
//
//     listing N batches|drawn
//
// "batches" copies the cells (32-bit) to a buffer that begins anew when it is full; "drawn" prints each path as
// `gridwalk list` draws it.  Prints the number of paths and the processor time to stderr.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

static int n, width, goal;
static bool drawn;
static uint8_t is_free[4096];
static int32_t path[4096];
static std::vector<int32_t> buffer(1 << 17);
static size_t used;
static long long paths;
static std::string text;

static void draw(int cells) {
    const size_t begin = text.size();
    for (int row = 0; row < n; row++) text.append(n, '.').push_back('\n');
    for (int i = 0; i < cells; i++) {
        const int row = path[i] / width - 1, column = path[i] % width - 1;
        char mark = i == 0 ? '@' : i == cells - 1 ? '$' : '+';
        if (i > 0 && i < cells - 1 && path[i + 1] - path[i] == path[i] - path[i - 1])
            mark = std::abs(path[i + 1] - path[i]) == 1 ? '-' : '|';
        text[begin + row * (n + 1) + column] = mark;
    }
    text += "length " + std::to_string(cells - 1) + "\n\n";
    if (text.size() > 1 << 16) {
        fwrite(text.data(), 1, text.size(), stdout);
        text.clear();
    }
}

static void go(int cell, int depth) {
    path[depth] = cell;
    if (cell == goal) {
        paths++;
        if (drawn) return draw(depth + 1);
        if (used + depth + 1 > buffer.size()) used = 0;
        memcpy(&buffer[used], path, (depth + 1) * sizeof(path[0]));
        used += depth + 1;
        return;
    }
    is_free[cell] = 0;
    if (is_free[cell - width]) go(cell - width, depth + 1);
    if (is_free[cell + 1]) go(cell + 1, depth + 1);
    if (is_free[cell + width]) go(cell + width, depth + 1);
    if (is_free[cell - 1]) go(cell - 1, depth + 1);
    is_free[cell] = 1;
}

int main(int, char **words) {
    n = atoi(words[1]);
    drawn = !strcmp(words[2], "drawn");
    width = n + 2;
    for (int row = 1; row <= n; row++)
        for (int column = 1; column <= n; column++) is_free[row * width + column] = 1;
    goal = n * width + n;
    const clock_t began = clock();
    go(width + 1, 0);
    fwrite(text.data(), 1, text.size(), stdout);
    fprintf(stderr, "%lld %.6f\n", paths, double(clock() - began) / CLOCKS_PER_SEC);
}
