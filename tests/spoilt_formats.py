"""Texts and bytes of all formats, spoilt: each is read or refused, and never anything else happens."""

from __future__ import annotations

import random
from contextlib import suppress

import numpy as np

import gridwalk as gw
from campaign.mutate import mutated
from gridwalk.errors import GridwalkError, NotPrintableError
from gridwalk.io.choice import parse, print_as
from gridwalk.io.formats import FORMATS

ODD_BYTES = (0, 1, 2, 4, 8, 13, 15, 16, 127, 255)


def boards():
    """Boards that some format or other can hold."""
    rng = np.random.default_rng(5)
    for rows, columns in ((3, 4), (4, 4), (1, 3), (2, 2), (16, 16)):
        walls = rng.random((rows, columns)) < 0.3, rng.random((rows, columns)) < 0.3
        yield gw.Board(np.ones((rows, columns), bool), walls=walls)
        yield gw.Board(
            (rng.random((rows, columns)) < 0.7) | (np.arange(rows * columns) == 0).reshape(rows, -1)
        )


def samples():
    """Return what each format that is read prints of the boards that it can hold, by name."""
    found = {}
    for row in FORMATS:
        if row.parse is None or row.print is None:
            continue
        for board in boards():
            with suppress(NotPrintableError):
                found.setdefault(row.name, []).append(print_as(board, row.name))
    return found


def spoil(rng: random.Random, sample: str | bytes) -> str | bytes:
    """Return *sample* with one to four things wrong."""
    if isinstance(sample, str):
        return mutated(rng, sample)
    data = bytearray(sample)
    for _ in range(rng.choice((1, 1, 2, 4))):
        at, kind = rng.randrange(len(data) + 1), rng.randrange(5)
        if kind == 0:
            del data[at : at + rng.choice((1, 2, 8, 100))]
        elif kind == 1:
            data[at:at] = bytes(rng.choice(ODD_BYTES) for _ in range(rng.choice((1, 2, 8))))
        elif kind == 2:
            data[at:at] = data[at : at + 64]
        elif at < len(data):
            data[at] = rng.choice(ODD_BYTES) if kind == 3 else data[at] ^ (1 << rng.randrange(8))
    return bytes(data)


def read_spoilt(seed: int, cases: int) -> tuple[dict[str, int], list[str]]:
    """Return how many of *cases* spoilt samples of each format were read, and what went wrong."""
    rng, failures = random.Random(seed), []
    read = {}
    for name, of_format in samples().items():
        read[name] = 0
        for _ in range(cases):
            wrong = spoil(rng, rng.choice(of_format))
            options = {} if rng.random() < 0.5 else {"format": name}
            try:
                parsed = parse(wrong, ending=rng.choice(("", ".maz", ".txt")), **options)
                gw.Board(parsed.open_cells, **parsed.options())
                read[name] += 1
            except GridwalkError as error:
                if "\n" in str(error) or len(str(error)) > 2000:
                    failures.append(f"{name}: {wrong!r}: a message of {str(error)[:300]!r}")
            except Exception as error:  # the one thing that must not happen
                failures.append(f"{name}: {wrong!r}: {options} {type(error).__name__}: {error}")
    return read, failures
