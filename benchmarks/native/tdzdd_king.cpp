// Counts a king's paths from corner to corner of an open n x n board with TdZdd: tdzdd_king n
// The decision diagram is made and counted, not reduced: what a count needs.
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

#include <tdzdd/DdStructure.hpp>
#include <tdzdd/eval/Cardinality.hpp>
#include <tdzdd/spec/PathZdd.hpp>
#include <tdzdd/util/Graph.hpp>

static std::string name(int row, int column) {
    std::ostringstream text;
    text << row << "," << column;
    return text.str();
}

int main(int, char** given) {
    int const n = std::atoi(given[1]);
    int const moves[4][2] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}};
    tdzdd::Graph board;
    for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column)
            for (auto const& move : moves) {
                int const there = row + move[0], beside = column + move[1];
                if (there < n && beside >= 0 && beside < n) board.addEdge(name(row, column), name(there, beside));
            }
    board.setColor(name(0, 0), 1);
    board.setColor(name(n - 1, n - 1), 1);
    board.update();
    tdzdd::DdStructure<2> const paths(tdzdd::PathZdd(board, true), false);
    std::cout << paths.evaluate(tdzdd::ZddCardinality<>()) << "\n";
}
