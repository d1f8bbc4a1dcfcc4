"""The planner chooses an engine: a function for each verb, from the simplest question to the hardest.

======================  ====================================================================
`single`                one path: any, a shortest, with conditions; distances; empty or not
`longest`               the longest path, or a long one with a bound
`listed`                path by path, also in order of cost
`swept`                 all paths at once, by one pass over the moves or by a sweep
`counts`, `measured`    numbers of paths: of all, by length, by cost or turns
`ranks`, `estimates`    samples and ranks; estimates of numbers out of reach
`cheapest`              all cheapest paths, or all of fewest turns
`cells`, `cellkinds`    induced paths, disjoint pairs and numbered tours
`traces`, `explain`     the events of an algorithm; the engines of a verb
======================  ====================================================================

"""
