// How many closed knight's tours a board of an even number of rows has: `closed_tours ROWS COLUMNS`.
// Half the board is swept, in blocks of counts: one block for each signature (how many of its two moves each
// cell at the border has), one count for each pairing of its ends.  The last layer is joined with itself.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sys/mman.h>
#include <utility>
#include <vector>
using u64 = uint64_t; using u32 = uint32_t;
using Sparse = std::vector<std::pair<u32, u64>>;
const int DENSE = 10, TABLES = 14, MOST = 20;  // ends: blocks are dense, operations have tables
const u64 ODD = 0x5555555555555555ull, ROOM = 48ull << 30;
u64 pairings[MOST + 4];

void unrank(int k, u64 rank, int *mate) {
    int rest[MOST];
    for (int i = 0; i < k; i++) rest[i] = i;
    for (int n = k; n; n -= 2) {
        int q = rank / pairings[n - 2], a = rest[0], b = rest[q + 1], z = 0;
        rank %= pairings[n - 2], mate[a] = b, mate[b] = a;
        for (int i = 1; i < n; i++) if (i != q + 1) rest[z++] = rest[i];
    }
}
u64 rank_of(int k, const int *mate) {
    u32 left = (1u << k) - 1; u64 rank = 0;
    for (int n = k; left; n -= 2) {
        int i = __builtin_ctz(left), j = mate[i];
        left &= left - 1;
        rank += __builtin_popcount(left & ((1u << j) - 1)) * pairings[n - 2];
        left &= ~(1u << j);
    }
    return rank;
}

enum Kind { SHIFT, JOIN, INSERT, ROTATE };
struct Operation {  // on pairings of k ends
    Kind kind; int k, i, j; int *table;
    int at(u64 rank) const { return table ? table[rank] : of(rank); }
    int of(u64 rank) const {
        int mate[MOST], after[MOST], to[MOST], z = 0, size = k;
        unrank(k, rank, mate);
        if (kind == JOIN) {
            if (mate[i] == j) return -1;  // a cycle too early
            int x = mate[i], y = mate[j];
            mate[x] = y, mate[y] = x, size = k - 2;
            for (int e = 0; e < k; e++) to[e] = e == i || e == j ? -1 : z++;
        } else if (kind == INSERT) {
            size = k + 2, after[i] = j, after[j] = i;
            for (int place = 0; place < size; place++) if (place != i && place != j) to[z++] = place;
        } else if (kind == ROTATE) {
            for (int e = 0; e < k; e++) to[e] = e < i ? e + j : e - i;
        } else {
            for (int e = 0; e < k; e++) if (e != i) { to[e] = z + (z >= j); z++; }
            to[i] = j;
        }
        for (int e = 0; e < k; e++) if (to[e] >= 0) after[to[e]] = to[mate[e]];
        return rank_of(size, after);
    }
};
const Operation *operation(Kind kind, int k, int i, int j) {
    static Operation *known[4][MOST][MOST][MOST];
    Operation *&o = known[kind][k][i][j];
    if (!o) {
        o = new Operation{kind, k, i, j, nullptr};
        if (k <= TABLES) {
            int *table = (int *)malloc(pairings[k] * sizeof(int));
            for (u64 rank = 0; rank < pairings[k]; rank++) table[rank] = o->of(rank);
            o->table = table;
        }
    }
    return o;
}

void sum_up(Sparse &list) {
    std::sort(list.begin(), list.end());
    size_t z = 0;
    for (size_t i = 0; i < list.size(); z++) {
        u32 rank = list[i].first; u64 sum = 0;
        for (; i < list.size() && list[i].first == rank; i++) sum += list[i].second;
        list[z] = {rank, sum};
    }
    list.resize(z);
}

struct Block { u64 signature, at; Sparse *sparse; size_t summed; };
struct Layer {
    u64 *counts, used = 0, given = 0; std::vector<Block> blocks; std::vector<u32> slots;
    Layer() : slots(4096, ~0u) {
        counts = (u64 *)mmap(0, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (counts == MAP_FAILED) { puts("no memory"); exit(1); }
        madvise(counts, ROOM, MADV_HUGEPAGE);
    }
    ~Layer() { munmap(counts, ROOM); for (auto &block : blocks) delete block.sparse; }
    u32 &slot(u64 signature) {
        u64 h = signature * 0x9E3779B97F4A7C15ull, i = h ^ h >> 29;
        for (;; i++) {
            u32 &found = slots[i & (slots.size() - 1)];
            if (found == ~0u || blocks[found].signature == signature) return found;
        }
    }
    Block &block(u64 signature, int k) {
        u32 &found = slot(signature);
        if (found != ~0u) return blocks[found];
        found = blocks.size();
        blocks.push_back({signature, used, k > DENSE ? new Sparse : nullptr, 0});
        if (k <= DENSE) used += pairings[k];
        if (blocks.size() * 2 > slots.size()) {
            slots.assign(2 * slots.size(), ~0u);
            for (u32 b = 0; b < blocks.size(); b++) slot(blocks[b].signature) = b;
        }
        return blocks.back();
    }
    void give_back(u64 before) {  // what lies before that count
        u64 size = before * 8 >> 21 << 21;
        if (size > given + (64u << 20)) madvise((char *)counts + given, size - given, MADV_DONTNEED), given = size;
    }
};

struct View { const u64 *dense; const Sparse *sparse; int k; };
template <class F> void each(const View &view, const Operation *o, F put) {
    if (view.sparse) {
        for (auto &[rank, count] : *view.sparse) { int to = o ? o->at(rank) : rank; if (to >= 0) put(to, count); }
    } else if (!o || o->table) {
        for (u64 r = 0; r < pairings[view.k]; r++) { int to = o ? o->table[r] : r; if (to >= 0) put(to, view.dense[r]); }
    } else for (u64 r = 0; r < pairings[view.k]; r++) { int to = o->of(r); if (to >= 0) put(to, view.dense[r]); }
}
void add(Layer &layer, u64 signature, int k, const View &view, const Operation *o) {
    Block &block = layer.block(signature, k);
    if (block.sparse) {
        Sparse &list = *block.sparse;
        each(view, o, [&](int to, u64 count) { if (count) list.push_back({(u32)to, count}); });
        if (list.size() > 2 * block.summed + 512) sum_up(list), block.summed = list.size();
    } else {
        u64 *counts = layer.counts + block.at;
        each(view, o, [&](int to, u64 count) { counts[to] += count; });
    }
}

int moves_of(u64 s, int place) { return s >> 2 * place & 3; }
int ends(u64 s) { return __builtin_popcountll(s & ODD); }
int ends_before(u64 s, int place) { return ends(s & ((1ull << 2 * place) - 1)); }
template <class F> void take_move(u64 s, const View &view, int u, int w, F emit) {
    int a = moves_of(s, u), b = moves_of(s, w), k = view.k;
    if (a == 2 || b == 2) return;
    u64 after = s + (1ull << 2 * u) + (1ull << 2 * w);
    if (u > w) std::swap(u, w), std::swap(a, b);
    if (a + b == 0) emit(after, k + 2, operation(INSERT, k, ends_before(after, u), ends_before(after, w)));
    else if (a + b == 2) emit(after, k - 2, operation(JOIN, k, ends_before(s, u), ends_before(s, w)));
    else {
        int i = ends_before(s, a ? u : w), j = ends_before(after, a ? w : u);
        emit(after, k, i == j ? nullptr : operation(SHIFT, k, i, j));
    }
}

u64 joined(int k, const u64 *one, const u64 *other) {  // in how many ways two blocks make one cycle
    static std::vector<u64> room[MOST + 2];
    if (k == 2) return one[0] * other[0];
    u64 part = pairings[k - 2], total = 0; auto &less = room[k - 2];
    for (int q = 1; q < k; q++) {
        const u64 *mine = one + (q - 1) * part;
        if (std::all_of(mine, mine + part, [](u64 x) { return !x; })) continue;
        less.assign(part, 0);
        each({other, nullptr, k}, operation(JOIN, k, 0, q), [&](int to, u64 count) { less[to] += count; });
        total += joined(k - 2, mine, less.data());
    }
    return total;
}

int main(int, char **argv) {
    const int rows = atoi(argv[1]), columns = atoi(argv[2]), C = columns;
    pairings[0] = 1;
    for (int k = 2; k < MOST + 4; k += 2) pairings[k] = pairings[k - 2] * (k - 1);
    const std::array<int, 2> ahead[] = {{1, -2}, {1, 2}, {2, -1}, {2, 1}};
    Layer *layer = new Layer;
    layer->block(0, 0), layer->counts[0] = 1;
    for (int cell = 0; cell < (rows - 2) / 2 * C; cell++) {  // place 0 is the cell, place 1 the next one
        auto around = [&](int place) {
            std::vector<int> found; int column = (cell + place) % C;
            for (auto [d, e] : ahead) if (column + e >= 0 && column + e < C) found.push_back(place + d * C + e);
            return found;
        };
        // A later cell of the same rows must keep enough neighbours that can still take a move.
        std::vector<std::pair<int, std::vector<int>>> checks;
        for (int place = 1; place <= C && (cell + place) / C == (cell + 1) / C; place++) checks.push_back({place, around(place)});
        auto hopeless = [&](u64 s) {
            for (auto &[place, near] : checks) {
                int spare = moves_of(s, place) - 2;
                for (int u : near) spare += moves_of(s, u) < 2;
                if (spare < 0) return true;
            }
            return false;
        };
        Layer *next = new Layer; auto near = around(0); std::vector<u64> dense; Sparse sparse;
        for (size_t b = 0; b < layer->blocks.size(); b++) {
            Block block = layer->blocks[b]; u64 s = block.signature;
            View view{layer->counts + block.at, block.sparse, ends(s)};
            auto put = [&](const View &from) {
                return [&, from](u64 t, int k, const Operation *o) { if (!hopeless(t)) add(*next, t >> 2, k, from, o); };
            };
            if (moves_of(s, 0) == 2) put(view)(s, view.k, nullptr);
            if (moves_of(s, 0) == 1) for (int u : near) take_move(s, view, 0, u, put(view));
            if (moves_of(s, 0) == 0) for (size_t i = 0; i + 1 < near.size(); i++)
                take_move(s, view, 0, near[i], [&](u64 t, int k, const Operation *o) {
                    View half{nullptr, nullptr, k};
                    if (k <= DENSE) {
                        dense.assign(pairings[k], 0), half.dense = dense.data();
                        each(view, o, [&](int to, u64 count) { dense[to] += count; });
                    } else {
                        sparse.clear(), half.sparse = &sparse;
                        each(view, o, [&](int to, u64 count) { if (count) sparse.push_back({(u32)to, count}); });
                    }
                    for (size_t j = i + 1; j < near.size(); j++) take_move(t, half, 0, near[j], put(half));
                });
            delete block.sparse, layer->blocks[b].sparse = nullptr;
            layer->give_back(block.at);
        }
        for (auto &block : next->blocks) if (block.sparse) sum_up(*block.sparse);
        delete layer, layer = next;
    }
    // Of the moves between the two middle rows each half has those that are not the other's, upside down.
    for (int c = 0; c + 2 < C; c++) {
        size_t before = layer->blocks.size();
        for (int d = 1; d >= 0; d--) for (size_t b = 0; b < before; b++) {
            Block block = layer->blocks[b];
            if (moves_of(block.signature, c) != d) continue;
            View view{layer->counts + block.at, block.sparse, ends(block.signature)};
            take_move(block.signature, view, c, C + c + 2, [&](u64 t, int k, const Operation *o) { add(*layer, t, k, view, o); });
        }
    }
    u64 total = 0, row = (1ull << 2 * C) - 1; std::vector<u64> one, other;
    for (auto &block : layer->blocks) if (block.sparse) sum_up(*block.sparse);
    for (auto &block : layer->blocks) {
        u64 s = block.signature, left = 2 * (ODD & ((1ull << 4 * C) - 1)) - s, t = left >> 2 * C | (left & row) << 2 * C;
        int k = ends(s); u32 found = layer->slot(t);
        if (k < 2 || t < s || found == ~0u) continue;
        auto counts = [&](Block &of, const Operation *o, std::vector<u64> &into) {
            into.assign(pairings[k], 0);
            each({layer->counts + of.at, of.sparse, k}, o, [&](int to, u64 count) { into[to] = count; });
        };
        int above = ends(t & row);
        counts(block, nullptr, one);
        counts(layer->blocks[found], above && above < k ? operation(ROTATE, k, above, k - above) : nullptr, other);
        total += (t == s ? 1 : 2) * joined(k, one.data(), other.data());
    }
    printf("%llu\n", (unsigned long long)total);
}
