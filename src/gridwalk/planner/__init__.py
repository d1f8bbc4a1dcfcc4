"""Which engine answers: per verb a table of engines, each with the reason why not and what it would cost.

`single` is about one path (find, shortest, empty or not; `conditional`: through cells), `longest` about long
ones, `listed` goes path by path, in order of cost, too.  `swept` is about all paths at once; `counts`,
`ranks` (and samples), `estimates` and `measured` (counts by cost or turns) ask it.  `cells` is the same for
induced paths and pairs.  `traces` records what an algorithm does, and `explain` says which engine answers.
"""
