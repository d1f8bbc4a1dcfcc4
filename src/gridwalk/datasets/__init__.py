"""Datasets and surveys: many boards with their answers, in parts on a disk or as a table of statistics.

`gridwalk.dataset` asks every board of a maker (or of an iterable) the same questions and writes the rows in
parts of some 10,000 to Parquet or ``.npz`` files; `gridwalk.read_dataset` reads them; `gridwalk.survey`
summarises such rows over density, size or maker.

Row *i* depends on the seed of the dataset and on *i* only, so it is the same however many workers there
are, and in whatever order they work.  Its own seed and parameters stand in the row.

- `columns`: the schema, and how a board and a path are packed.
- `asking`: the table of what can be asked.
- `recipe`: what the rows are of.  `rows`: the rows themselves.
- `parts`: files, whole or not there.  `folder`: all of them, as tasks.
- `making`, `reading`, `surveying`: what people call.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from gridwalk.datasets.making import dataset
    from gridwalk.datasets.reading import Dataset, DatasetPart, read_dataset
    from gridwalk.datasets.surveying import Survey, survey

__all__ = ["Dataset", "DatasetPart", "Survey", "dataset", "read_dataset", "survey"]

_MODULE_OF_NAME = {
    "Dataset": "reading",
    "DatasetPart": "reading",
    "Survey": "surveying",
    "dataset": "making",
    "read_dataset": "reading",
    "survey": "surveying",
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULE_OF_NAME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
