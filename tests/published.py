"""Published numbers of paths, cycles and tours, each with its source.

A key is the side of a square board, or (rows, columns).  Tests take the numbers from here, so that a
number has one place and one source.  OEIS: the On-Line Encyclopedia of Integer Sequences.
"""

# ------------------------------------------------------------------------------------------------- paths

# Simple paths from corner to corner of n x n cells by the rook's single steps: OEIS A007764.
# That of 10 is above 2**64, that of 14 above 2**128.
ROOK_PATHS = {
    1: 1,
    2: 2,
    3: 12,
    4: 184,
    5: 8512,
    6: 1262816,
    7: 575780564,
    8: 789360053252,
    9: 3266598486981642,
    10: 41044208702632496804,
    11: 1568758030464750013214100,
    12: 182413291514248049241470885236,
    13: 64528039343270018963357185158482118,
    14: 69450664761521361664274701548907358996488,
}

# The same by the king's moves: OEIS A140518.
KING_PATHS = {
    1: 1,
    2: 5,
    3: 235,
    4: 96371,
    5: 447544629,
    6: 22132498074021,
    7: 10621309947362277575,
    8: 50819542770311581606906543,
    9: 2460791237088492025876789478191411,
}

# Simple paths from corner to corner of 3 x 4 cells by the rook's single steps: OEIS A064298.
ROOK_PATHS_3x4 = 38

# ------------------------------------------------------------------------------------------------ cycles

# Simple cycles of n x n cells by the rook's single steps: OEIS A140517.
ROOK_CYCLES = {2: 1, 3: 13, 4: 213, 5: 9349, 6: 1222363}

# ------------------------------------------------------------------------------------------ closed tours

# Hamiltonian cycles of n x n cells by the rook's single steps: OEIS A003763 (even sides).
ROOK_CLOSED = {
    2: 1,
    4: 6,
    6: 1072,
    8: 4638576,
    10: 467260456608,
    12: 1076226888605605706,
    14: 56126499620491437281263608,
}

# Hamiltonian cycles of n x n cells by the king's moves: OEIS A140519.
KING_CLOSED = {2: 3, 3: 16, 4: 2830, 5: 2462064, 6: 22853860116, 7: 1622043117414624}

# Closed knight's tours, undirected.
KNIGHT_CLOSED = {
    (3, 8): 0,
    (3, 10): 16,
    (3, 12): 176,
    (3, 14): 1536,
    (3, 16): 15424,
    (3, 18): 147728,  # OEIS A070030
    (5, 6): 8,
    (5, 8): 44202,
    (5, 10): 13311268,
    (5, 12): 4557702762,
    (5, 14): 1495135512514,  # A175855
    (6, 6): 9862,
    (6, 7): 1067638,
    (6, 8): 55488142,
    (6, 9): 3374967940,  # OEIS A175881
    (6, 10): 239187240144,
    (6, 11): 15360134570696,
    (6, 12): 964730606632516,  # OEIS A175881
    (8, 7): 34524432316,
    (10, 7): 1250063279938854,
    (12, 7): 38350427205194670084,  # OEIS A193054
    (8, 8): 13267364410532,
    (9, 8): 7112881119092574,  # OEIS A001230 (McKay 1997), A193055
    (4, 6): 0,
    (4, 7): 0,
    (5, 5): 0,
    (7, 7): 0,  # Schwenk 1991: no board of 4 rows, none of odd many cells
}

# The same, of tours that a symmetry of the board maps to each other only one: Kraitchik 1927.
KNIGHT_CLOSED_CLASSES = {6: 1245}

# -------------------------------------------------------------------------------------------- open tours

# Open tours of n x n cells by the rook's single steps, undirected: half of OEIS A096969.
ROOK_OPEN = {2: 4, 3: 20, 4: 276, 5: 4324}

# The same by the king's moves: OEIS A308129.
KING_OPEN = {1: 1, 2: 12, 3: 392, 4: 171592, 5: 364618672, 6: 6544911081900}

# Open knight's tours, undirected.
KNIGHT_OPEN = {
    (3, 1): 0,
    (3, 2): 0,
    (3, 3): 0,
    (3, 4): 8,
    (3, 5): 0,
    (3, 6): 0,
    (3, 7): 52,  # OEIS A169696
    (3, 8): 396,
    (3, 9): 560,
    (3, 12): 57248,
    (3, 16): 8636880,  # OEIS A169696
    (4, 1): 0,
    (4, 2): 0,
    (4, 3): 8,
    (4, 4): 0,
    (4, 5): 82,
    (4, 6): 744,
    (4, 7): 6378,  # OEIS A079137
    (4, 8): 31088,
    (4, 11): 6683852,  # OEIS A079137
    (5, 5): 864,
    (5, 6): 18784,
    (5, 7): 622868,
    (5, 8): 18061054,  # OEIS A083386
    (5, 9): 264895640,
    (5, 10): 7886117822,  # OEIS A083386
    (6, 6): 3318960,
    (6, 7): 389969466,
    (6, 8): 24964893804,  # OEIS A306281
    (6, 9): 1770631206422,
    (6, 10): 143827657320448,  # OEIS A306281
    (8, 7): 20666425060328,  # OEIS A306283
    (7, 7): 82787609160,
    (8, 8): 9795914085489952,  # half of OEIS A165134 (directed tours of n x n)
}

# Open knight's tours from a cell; the other cells follow by symmetry.  5 x 5: 4 * 304 + 8 * 56 + 64 are the
# 1728 of OEIS A165134, and from the minority colour there is none.  6 x 6: the sum is 2 * 3318960.
KNIGHT_OPEN_FROM = {
    (5, 5): {(0, 0): 304, (0, 1): 0, (0, 2): 56, (1, 1): 56, (1, 2): 0, (2, 2): 64},
    (6, 6): {
        (0, 0): 524486,
        (0, 1): 289050,
        (0, 2): 115837,
        (1, 0): 289050,
        (1, 1): 173402,
        (1, 2): 49578,
        (2, 0): 115837,
        (2, 1): 49578,
        (2, 2): 52662,
    },
}

# Hamiltonian cycles of the torus C_n x C_n: OEIS A222199.  C_4 x C_4 is the hypercube of 16 corners (OEIS
# A066037), C_3 x C_3 the graph of the chess rook on 3 x 3.
TORUS_CLOSED = {(3, 3): 48, (4, 4): 1344, (5, 5): 23580, (6, 6): 3273360}

# Self-avoiding walks of n x n from anywhere to anywhere, each direction, including single cells: OEIS A236753
# (J. Ichharam, A. Howroyd, and L. Solomon's of 13, in July 2026), and A236690 for the king.
ROOK_WALKS = {
    1: 1,
    2: 28,
    3: 653,
    4: 28512,
    5: 3060417,
    6: 873239772,
    7: 687430009069,
    8: 1532025110398168,
    9: 9829526954625359697,
    10: 183563561823425961932572,
    11: 10056737067604248527218979485,
    12: 1626248896102138091401810358337184,
    13: 779903870849450440101587633989096314113,
}
KING_WALKS = {1: 1, 2: 64, 3: 10305, 4: 12029640, 5: 115066382913, 6: 9913814758253424}

# Walks from a corner of n x n until they leave the square: OEIS A343962 (J. Westin, A. Howroyd).
ESCAPES = {
    1: 4,
    2: 14,
    3: 106,
    4: 2142,
    5: 124150,
    6: 21231450,
    7: 10794801654,
    8: 16397345136778,
    9: 74754715306888786,
    10: 1026191624073867290710,
    11: 42506394853041064742716162,
    12: 5320474615969510569494723118086,
    13: 2014671515857822813610223858063766522,
}

# Paths from corner to corner of n x n through all cells of the diagonal between them, and through all of
# the other one: OEIS A333455 and A333464 (S. Manyama).
PAST_THE_DIAGONAL = {
    1: 1,
    2: 2,
    3: 10,
    4: 124,
    5: 4620,
    6: 536360,
    7: 189313340,
    8: 201653395768,
    9: 651683788574786,
    11: 191874208353355680763886,
}
PAST_THE_OTHER_DIAGONAL = {
    1: 1,
    2: 0,
    3: 2,
    4: 20,
    5: 752,
    6: 84008,
    7: 29145982,
    8: 30795358024,
    9: 99417240957788,
    11: 29262010991555584566654,
}

# Cycles of n x n cells that visit a corner, two corners of a side, all four, all cells of the border, of both
# diagonals, of one: OEIS (S. Manyama; that of one corner also A. Howroyd).
CYCLES_PAST = {
    "A333246": {
        2: 1, 3: 7, 4: 97, 5: 4111, 6: 532269, 7: 212372937, 8: 263708907211, 9: 1013068026356375,
        10: 11955420069208095719, 11: 432101605951906251627393, 12: 47778407166747833830058004149,
        13: 16149888968763663448192636077980753, 14: 16675786862526496319891707194153887550751,
        15: 52568166380872328447478940416604864445574575709,
    },
    "A333247": {
        2: 1, 3: 4, 4: 47, 5: 1843, 6: 232905, 7: 92729439, 8: 115234959344, 9: 442748883422394,
        11: 188829168009674568016545,
    },
    "A333466": {
        2: 1, 3: 1, 4: 11, 5: 373, 6: 44930, 7: 17720400, 8: 22013629316, 9: 84579095455492,
        11: 36061721109572407840288,
    },
    "A333759": {
        2: 1, 3: 1, 4: 11, 5: 191, 6: 11346, 7: 2002405, 8: 1112939654, 9: 1878223479450,
        11: 152567999801505122456,
    },
    "A333795": {
        2: 1, 3: 0, 4: 6, 5: 68, 6: 6102, 7: 1404416, 8: 1094802826, 9: 2524252113468,
        11: 407977071391342237828,
    },
    "A333796": {
        2: 1, 3: 2, 4: 22, 5: 716, 6: 73346, 7: 23374544, 8: 23037365786, 9: 69630317879888,
        11: 18267559028025887599256,
    },
}  # fmt: skip

# Walks from a corner of n x n cells that cannot go on: OEIS A341269 (R. Bresler, A. Howroyd, H. Bottomley).
STUCK_WALKS = {
    1: 1, 2: 2, 3: 20, 4: 548, 5: 40440, 6: 8442742, 7: 5088482972, 8: 8963926817126, 9: 46591697187961736,
}  # fmt: skip

# Paths from a corner of n x n cells to the next one: OEIS A271507 (A. Howroyd).
PATHS_ALONG_A_SIDE = {
    1: 1, 2: 2, 3: 11, 4: 178, 5: 8590, 6: 1246850, 7: 550254085, 8: 741333619848, 9: 3046540983075504,
    10: 38141694646516492843, 11: 1453908228148524205711098, 12: 168707605740228097581729005751,
    13: 59588304533380500951726150179910606, 14: 64061403305026776755367065417308840021540,
}  # fmt: skip

# Paths of at least one move, each in one direction, of C_n x P_n: OEIS A338963 (S. Manyama).
PATHS_OF_CYLINDER = {3: 1209, 4: 103184, 5: 21272810, 6: 11481159930, 8: 70244258770074672}

# Paths between opposite corners of n x n x n over the cells of its surface: OEIS A215577 (A. Ratushnyak).
# Its fourth number is 1553113040 there, which is what 32 bits hold of the number.
OVER_THE_CUBE = {1: 1, 2: 18, 3: 340812}
OVER_THE_CUBE_OF_4_IN_32_BITS = 1553113040

# Self-avoiding walks of n steps on the square lattice: OEIS A001411.
LATTICE_WALKS = (1, 4, 12, 36, 100, 284, 780, 2172, 5916, 16268, 44100)

# ------------------------------------------------------------------------------ induced paths and cycles

# Induced cycles of n x n cells, by the rook's single steps: OEIS A297664, the diagonal of A360196.
INDUCED_CYCLES_OF_SQUARE = {2: 1, 3: 5, 4: 24, 5: 229, 6: 3436, 7: 65772, 8: 1743247, 9: 78586742}

# Induced paths of 2 x n cells, each once, of at least one move: OEIS A360201, row 2 of A360199.
INDUCED_PATHS_OF_LADDER = {1: 1, 2: 8, 3: 25, 4: 58, 5: 117, 6: 218, 7: 387, 8: 666, 9: 1123}

# Induced paths of n x n cells from corner to corner.  Computed here, in two orders of cells.  Programs that
# share no code with it, a hash table of states row by row, gave the same: one in C++ 8, 9, 11 and 12,
# one in Python 6 and 7.
INDUCED_PATHS_FROM_CORNER_TO_CORNER = {
    6: 832, 7: 20164, 8: 1008708, 9: 76436074, 10: 8179869868, 11: 1315061137724, 12: 352352249252190,
}  # fmt: skip

# The most cells of an induced path in n x n cells, by the rook's single steps: OEIS A331968.
LONGEST_SNAKE_IN_SQUARE = {1: 1, 2: 3, 3: 7, 4: 11, 5: 17, 6: 24, 7: 33}

# Induced cycles, and induced paths of one move or more, each once, of the rook that slides:
# OEIS A360853, A360851.
INDUCED_CYCLES_OF_ROOK_GRAPH = {2: 1, 3: 21, 4: 236, 5: 4040}
INDUCED_PATHS_OF_ROOK_GRAPH = {2: 8, 3: 126, 4: 2208, 5: 55700}

# -------------------------------------------------------------------------------------------- hexagons

# A triangle of n hexagons a side is the triangular grid graph.  Closed tours, each once: OEIS A112676
# (G. McCaughan, A. Howroyd; also V. Pettersson, "Enumerating Hamiltonian Cycles", 2014).
HEX_TRIANGLE_CLOSED = {3: 1, 4: 3, 5: 26, 6: 474, 7: 17214, 8: 1371454, 9: 231924780, 10: 82367152914}

# Its simple cycles: OEIS A266513.
HEX_TRIANGLE_CYCLES = {2: 1, 3: 11, 4: 110, 5: 2402, 6: 128967}

# Wheel graphs of n nodes: paths of one edge or more, without direction, OEIS A291919; cycles, n**2 - 3 n + 3,
# E. Weisstein, "Wheel Graph", MathWorld.
WHEEL_PATHS = {4: 30, 5: 78, 6: 175, 7: 351, 8: 644}
WHEEL_CYCLES = {4: 7, 5: 13, 6: 21, 7: 31, 8: 43}

# Self-avoiding walks of n steps from a hexagon to its neighbours, the triangular lattice: OEIS A001334.
HEX_WALKS = (1, 6, 30, 138, 618, 2730, 11946, 51882)

# Simple paths between two opposite corners of a rhombus of 5 x 5 hexagons without the middle one: 538,068, as
# `networkx.all_simple_paths` lists them.
HEX_RHOMBUS_WITH_HOLE = 538068
# Polygons of the square lattice by perimeter, up to translation: OEIS A002931 (seen on 27 November 2026).
POLYGONS = {4: 1, 6: 2, 8: 7, 10: 28, 12: 124, 14: 588, 16: 2938, 18: 15268, 20: 81826, 22: 449572}
POLYGONS |= {24: 2521270, 26: 14385376, 28: 83290424, 30: 488384528, 32: 2895432660, 34: 17332874364}

# ---------------------------------------------------------------------------------------------- levels

# Simple paths from corner to opposite corner of n x n x n cells, those inside being closed: OEIS A215577.
SURFACE_PATHS = {1: 1, 2: 18, 3: 340812}

# Simple paths of 0, 1 ... moves in 3 x 3 x 3 cells from its middle, the middle of a face, and a corner: OEIS
# A337021, A337033, A337034.
CUBE_WALKS = {
    (1, 1, 1): (
        1, 6, 24, 72, 168, 456, 1032, 2712, 5784, 14640, 29760, 71136, 133344, 291696, 479232, 950880,
        1343088, 2375808, 2774832, 4266240, 3909792, 5046672, 3230400, 3316704, 1122000, 808128,
    ),
    (0, 1, 1): (
        1, 5, 17, 52, 148, 400, 1060, 2700, 6720, 15760, 36248, 77856, 163296, 312760, 590536, 995160,
        1663664, 2405056, 3482320, 4180656, 5080320, 4823560, 4686432, 3165088, 2228584, 792272, 303264,
    ),
    (0, 0, 0): (
        1, 3, 9, 30, 96, 294, 840, 2214, 5796, 14112, 34158, 76062, 167928, 337476, 670626, 1181064,
        2067900, 3103404, 4666542, 5758008, 7176144, 6899904, 6743712, 4535916, 3117192, 1098900, 392628,
    ),
}  # fmt: skip

# -------------------------------------------------------------------------------------------- networks

# Hamiltonian cycles of the n-cube, each once: OEIS A066037.  Its Hamiltonian paths, either way: OEIS A091299.
CUBE_CLOSED = {2: 1, 3: 6, 4: 1344, 5: 906545760}
CUBE_OPEN = {1: 2, 2: 8, 3: 144, 4: 91392}

# Hamiltonian cycles of the Platonic solids, in both directions: Weisstein, "Hamiltonian Cycle", MathWorld.
PLATONIC_CLOSED = {"tetrahedral": 6, "cubical": 12, "octahedral": 32, "dodecahedral": 60, "icosahedral": 2560}
# Hamiltonian paths of three of them, in both directions: Weisstein, "Hamiltonian Path", MathWorld.
PLATONIC_OPEN = {"tetrahedral": 24, "cubical": 144, "octahedral": 240}

# Cycles of the prism of two n-gons: OEIS A077265.  Its Hamiltonian cycles, in both directions: OEIS A124349.
PRISM_CYCLES = {3: 14, 4: 28, 5: 52, 6: 94, 7: 170, 8: 312, 12: 4228}
PRISM_CLOSED = {3: 6, 4: 12, 5: 10, 6: 16, 7: 14, 8: 20, 12: 28}
# Its Hamiltonian paths, each once: OEIS A308137.
PRISM_OPEN = {3: 30, 4: 72, 5: 130, 6: 228, 7: 350, 8: 528, 9: 738}

# The longest induced path of the n-cube, "snake in the box", in edges: OEIS A099155.  The longest induced
# cycle, "coil in the box": OEIS A000937.
CUBE_SNAKE = {1: 1, 2: 2, 3: 4, 4: 7}
CUBE_COIL = {2: 4, 3: 6, 4: 8}

# Cycles of the complete graph of n nodes: OEIS A002807.  Paths between two nodes: OEIS A000522 of n - 2.
CLIQUE_CYCLES = {3: 1, 4: 7, 5: 37, 6: 197, 7: 1172, 8: 8018}
CLIQUE_PATHS = {2: 1, 3: 2, 4: 5, 5: 16, 6: 65, 7: 326, 12: 9864101}

# Cycles of the Petersen graph by length: D. Holton, J. Sheehan, "The Petersen Graph", 1993.
PETERSEN_CYCLES = {5: 12, 6: 10, 8: 15, 9: 20}

# ------------------------------------------------------------------------------------------------ strips

# Recurrences.  Paths of 4 rows: OEIS A007786 (V. Jovovic); of 5 rows: OEIS A007787 (F. Faase).  Closed tours
# of C_6 x P_n: OEIS A180582 (A. Karavaev).
RECURRENCES = {
    ("paths", 4): [12, -54, 124, -133, -16, 175, -94, -69, 40, 12, -4, -1],
    ("paths", 5): [
        30, -383, 2772, -12378, 33254, -40395, -44448, 239776, -274256, -180404, 678758,
        -301650, -542266, 492472,
        184306, -225284, -102314, 25534, 97396, 10392, -40292, -13218, 5328, 5376, 1822, 319, 24,
    ],
    ("tours of the cylinder", 6): [9, 0, 10, -28, -36, -32, -12],
}  # fmt: skip

# ------------------------------------------------------------------------------- puzzles with a small state

# The fewest steps that pick up all keys; None: it cannot be done.  The three examples of LeetCode 864.
KEYS_AND_DOORS = {
    "@.a..\n###.#\nb.A.B": 8,
    "@..aA\n..B#.\n....b": 6,
    "@Aa": None,
}

# (matrix, walls that may be broken): the fewest steps from corner to corner.  LeetCode 1293, its examples.
WALLS_TO_BREAK = [
    ([[0, 0, 0], [1, 1, 0], [0, 0, 0], [0, 1, 1], [0, 0, 0]], 1, 6),
    ([[0, 1, 1], [1, 1, 1], [1, 0, 0]], 1, None),
]

# (matrix, start, cell to stop in): the fewest cells that a ball rolls over.  LeetCode 505, its examples.
_ROOM = [[0, 0, 1, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 1, 0], [1, 1, 0, 1, 1], [0, 0, 0, 0, 0]]
ROLLING_BALLS = [
    (_ROOM, (0, 4), (4, 4), 12),
    (_ROOM, (0, 4), (3, 2), None),
    (
        [[0, 0, 0, 0, 0], [1, 1, 0, 0, 1], [0, 0, 0, 0, 0], [0, 1, 0, 0, 1], [0, 1, 0, 0, 0]],
        (4, 3),
        (0, 1),
        None,
    ),
]
