"""Datasets and surveys: many boards with their answers, in parts on a disk or as a table of statistics.

`gridwalk.dataset` asks every board of a maker (or of an iterable) the same questions and writes the rows in
parts of some 10,000 to Parquet or ``.npz`` files; `gridwalk.read_dataset` reads them; `gridwalk.survey`
summarises such rows over density, size or maker.

Row *i* depends on the seed of the dataset and on *i* only, so it is the same however many workers there
are, and in whatever order they work.  Its own seed and parameters stand in the row.

- `rows`: the columns, how a board and a path are packed, and the table of what can be asked.
- `recipe`: what the rows are of.  `parts`: files, whole or not there.
- `making`, `reading`, `surveying`: what people call.
"""
