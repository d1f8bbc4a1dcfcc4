"""The choice of an engine: per verb a function, a chain of `if`s from the simplest question to the hardest.

`single` is about one path (find, shortest, empty or not; `conditional`: through cells), `longest` about long
ones, `listed` goes path by path, also in order of cost.  `swept` is about all paths at once; `counts`,
`ranks` (and samples), `estimates` and `measured` (counts by cost or turns) ask it.  `cells` is the same for
induced paths and pairs.  `traces` records the events of an algorithm, `explain` lists the engines of a verb.
"""
