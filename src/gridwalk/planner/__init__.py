"""The planner: for each method of a set, a function that chooses an engine and returns the answer.

======================  ====================================================================
`single`                any path, a shortest path, distances, whether a set is empty
`longest`               a longest path, or a long path with a bound
`listed`                iteration, lists, paths in order of cost
`swept`                 all paths at once, by one pass over the moves or by a sweep
`counts`, `measured`    counts; counts by length, cost or turns
`ranks`, `estimates`    samples and ranks; estimates of counts
`cheapest`              all cheapest paths, or all paths with the fewest turns
`cells`, `cellkinds`    induced paths, disjoint pairs and numbered tours
`traces`, `explain`     event logs; tables of engines
======================  ====================================================================

"""
