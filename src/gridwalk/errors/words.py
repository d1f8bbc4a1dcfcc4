"""Names that other tools use, and the names in gridwalk: the source of "did you mean" in error messages.

`WORDS` has a table for each kind of name: ``argument`` (of Python, or an option of the shell), ``command``
(of the shell), the values of ``by``, ``maker``, ``moves`` and other arguments, ``attribute`` (of a board, set
or path) and ``name`` (of gridwalk).  A row has the name in gridwalk, a colon, and the other names, in lower
case and with hyphens between their parts.
"""

from __future__ import annotations

from collections.abc import Mapping


def _table(text: str) -> dict[str, str]:
    rows = (row.partition(":") for row in text.split(";"))
    return {their: our.strip() for our, _, theirs in rows for their in theirs.split()}


WORDS: Mapping[str, Mapping[str, str]] = {
    "argument": _table(
        "start: begin source src entry entrance; exits: end ends goal goals exit target finish dest "
        "destination to; file: path filename; wall-is: wall; "
        "moves: piece pieces move directions neighbours neighbors connectivity diagonals; "
        "by: algorithm algo alg method solver engine strategy; seconds: timeout time-limit max-time limit; "
        "memory: mem ram max-memory memory-limit; seed: rng random-state random-seed; "
        "output: path filename output-file out outfile file save write; "
        "on: jobs threads processes workers parallel; "
        "nearest: closest; keep: checkpoint journal resume cache; number: n count num samples; "
        "through: via waypoint waypoints visit required; avoiding: avoid without block blocked exclude; "
        "length: min-length max-length cutoff max-depth; costs: weights weighted weight; "
        "wrap: torus periodic; tour: tours hamiltonian; cycles: cycle loop; approx: approximate estimate; "
        "shortest-first: sort sorted in-order; lengths: histogram; steps: log events; quiet: silent; "
        "no-open: no-browser headless"
    ),
    "command": _table(
        "shortest, or find for any path: solve solver route distance; find: path search pathfind walk; "
        "make: generate gen create new build maze; count --approx: estimate approximate approx; "
        "find --tour: tour tours hamiltonian knight; count --cycles: cycle cycles; longest: max snake; "
        "show: print draw display cat view-board info read load; show --measure: measure stats analyse "
        "analyze; list: all enumerate paths all-paths iterate; sample: random draw-random; "
        "find --by dfs: dfs; shortest --by bfs: bfs; shortest --by astar: astar a* dijkstra; "
        "convert: export save write import; trace: animate watch film gif step visualise visualize; "
        "view: gui serve server web open browser page play; field: distances flow flowfield heatmap; "
        "visit: tsp salesman; check: verify validate; sheet: worksheet pdf; help: man usage commands; "
        "make numberlink: numberlink arukone flow flow-free; "
        "make numbered: numbered zip numbrix hidato; "
        "count --to anywhere: saw saws self-avoiding-walks; --version: version"
    ),
    "by": _table(
        "astar: a* a-star; bfs: breadth-first breadth-first-search bfs-queue; dijkstra: ucs uniform-cost; "
        "dfs: depth-first depth-first-search backtracking stack; dfs-recursive: recursive recursion; "
        "jps: jump-point jump-point-search; idastar: ida ida*; labels: lee flood-fill wavefront; "
        "greedy: best-first gbfs; weighted-astar: wa* weighted-a*; bidirectional: two-way bi-bfs; "
        "sweep: dp zdd simpath frontier; list: brute-force enumeration; warnsdorff: knight heuristic"
    ),
    "maker": _table(
        "backtracker: dfs depth-first recursive-backtracker recursive-backtracking backtracking; "
        "prim: prims bfs; kruskal: kruskals mst; wilson: wilsons perfect uniform maze ust; "
        "division: recursive-division; hunt-and-kill: hunt hunt-kill; aldous-broder: aldous broder; "
        "binary-tree: binary bintree; growing-tree: growing; eller: ellers; caves: cave cellular ca; "
        "dungeon: rooms bsp; percolation: random noise obstacles; unicursal: labyrinth; serpentine: snake; "
        "numberlink: flow flow-free arukone; numbered: zip numbrix hidato"
    ),
    "attribute": _table(  # of a board, a set, a path
        "columns: width cols ncols; rows: height nrows; exits: end ends goal goals exit target; "
        "open_cells | from_matrix(matrix): grid matrix map maze data mask; "
        "open_cells | cells: to-numpy to-array numpy array; "
        "open_cells.tolist() | cells.tolist(): to-list tolist; open_cells, False where a wall is: "
        "wall-cells wall-mask walls-mask obstacles blocked; moves_from(cell): neighbors neighbours adjacent; "
        "board[row,column]: is-open is-wall passable walkable; draw(): print render ascii; "
        "save(file) or svg(): plot show display visualize visualise savefig to-png to-gif save-image; "
        "svg(): to-svg image picture to-image; costs: weights; with_walls(cell,...): add-wall set-wall; "
        "with_open(cell,...): remove-wall; replace(moves=...): with-moves; to_networkx(): graph to-graph; "
        "save(file): write to-file dump export; gridwalk.Network(edges): from-edges from-edge-list; "
        "from_text(text): from-string from-str parse; gridwalk.read(file): from-file load read open; "
        "from_matrix(matrix): from-numpy from-array from-list from-lists from-grid from-ndarray; "
        "gridwalk.read_picture(file): from-image from-picture from-png; "
        "gridwalk.make(maker, rows, columns): random generate from-size; "
        "from_networkx(graph): from-graph from-nx; from_sparse(matrix): from-adjacency from-scipy; "
        "paths().shortest(): solve solver route shortest-path find-path path-to; "
        "paths().shortest(by='astar'): astar; paths().shortest(by='dijkstra'): dijkstra; "
        "paths().shortest(by='bfs'): bfs; paths().find(by='dfs'): dfs; paths(): path; "
        "rectangle(rows): square empty blank; "
        "tours(): tour knights-tour; cycles(): cycle; paths().list(): all-paths enumerate all; "
        "paths().count(): number count-paths; letters: directions; cost: total-cost weight; "
        "cells: points nodes coords coordinates positions; length: steps distance; find(): first any get"
    ),
    "name": _table(  # of gridwalk
        "read(file): load open parse from-file read-maze load-maze read-board; "
        "make(maker, rows, columns): generate gen create new generate-maze make-maze random-maze; "
        "Board, from gridwalk.read(file) or gridwalk.make(maker, rows): maze grid graph map labyrinth; "
        "Board.rectangle(rows, columns): rectangle empty blank; "
        "Board.from_text(text): from-text from-string from-str loads; "
        "Board.from_matrix(matrix): from-matrix from-numpy from-array from-list array; "
        "read_picture(file): from-image from-picture load-image read-image image; "
        "viewer, which gridwalk view starts in a shell: view gui serve app; "
        "Board.save(file) or Path.save(file): save write dump export savefig; "
        "Board.svg(path) or Path.save(file): plot show draw display visualize visualise; "
        "read(file).paths().shortest(): solve solver shortest shortest-path astar dijkstra bfs find-path; "
        "read(file).paths().find(by='dfs'): dfs find path; read(file).paths().count(): count count-paths; "
        "read(file).tours().find(): tour tours knights-tour; read(file).paths(): paths; "
        "make_numberlink(rows, columns): numberlink; "
        "read_pairs(file) or gridwalk.read_numbered(file): puzzle read-puzzle; "
        "make_numberlink(rows, columns) or gridwalk.make_numbered(rows, columns): make-puzzle; "
        "make_numbered(rows, columns): make-zip; make_numbered(rows, columns, steps=True): make-numbrix; "
        "make_numbered(rows, columns, steps=True, moves=gridwalk.KING): make-hidato"
    ),
    "measure": _table("worst: bottleneck minimax; length: moves steps; cost: sum weight; turns: bends"),
    "cells": _table(  # of a maze: how its rooms are made
        "hex: hex hexes hexagon hexagons hexagonal; triangles: triangles triangle triangular delta; "
        "rings: rings ring circle circles circular round polar theta"
    ),
    "wrap": _table("both: torus periodic; columns: cylinder"),
    "moves": _table(
        "orthogonal: 4-way four von-neumann manhattan straight cross; knight: horse; "
        "king: 8-way eight moore chebyshev octile diagonals diagonal; queen: dame; "
        "hex: hexagonal hexagon hexagons 6-way six"
    ),
}


def ours(name: str, word: object) -> str:
    """Return the name in gridwalk for *word*, by the table *name* of `WORDS`; an empty text if unknown.

    >>> ours("maker", "Recursive_Backtracker"), ours("argument", "--time-limit"), ours("by", "nosuch")
    ('backtracker', 'seconds', '')
    """
    key = "-".join(str(word).lower().replace("_", " ").replace("-", " ").split())
    return WORDS.get(name, {}).get(key, "")
