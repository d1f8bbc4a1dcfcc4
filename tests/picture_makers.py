"""Pictures of mazes, drawn without gridwalk: each pixel is as dark as the share of it that walls cover."""

import io

import numpy as np
from PIL import Image


def covered(bounds, size):
    """Return how much of each of *size* pixels each part covers: an array (pixels, parts)."""
    edges = np.arange(size + 1.0)
    first = np.maximum(edges[:-1, None], bounds[None, :-1])
    last = np.minimum(edges[1:, None], bounds[None, 1:])
    return np.clip(last - first, 0, None)


def bounds_of(parts, pitch, wall, margin):
    """Return where the parts of an axis begin and end: cells of a pitch, or walls and rooms by turns."""
    sizes = np.full(parts, float(pitch)) if wall is None else np.full(parts, float(pitch - wall))
    if wall is not None:
        sizes[::2] = wall
    return margin + np.concatenate([[0], np.cumsum(sizes)])


def drawn(walls, pitch, wall=None, margin=0.0, ink=0, paper=255):
    """Return the grey levels of a picture of *walls* (True: wall), with or without smoothed edges.

    With *wall*, even rows and columns are lines of that thickness, and *pitch* is from line to line.
    """
    sides = []
    for parts in walls.shape:
        bounds = bounds_of(parts, pitch, wall, margin)
        sides.append(covered(bounds, int(np.ceil(bounds[-1] + margin - 1e-9))))
    dark = sides[0] @ walls.astype(float) @ sides[1].T
    return np.rint(paper + (ink - paper) * dark).astype(np.uint8)


def nearest(walls, pitch, wall=None, margin=0):
    """Return the same without any smoothing: each pixel is as its middle."""
    places = []
    for parts in walls.shape:
        bounds = bounds_of(parts, pitch, wall, margin)
        size = int(np.ceil(bounds[-1] + margin - 1e-9))
        places.append(np.searchsorted(bounds, np.arange(size) + 0.5, side="right"))
    padded = np.pad(walls, 1)
    places = [
        np.where(place == parts + 1, 0, place) for place, parts in zip(places, walls.shape, strict=True)
    ]
    return np.where(padded[places[0]][:, places[1]], 0, 255).astype(np.uint8)


def saved(pixels, form="PNG", **options):
    """Return an array of grey levels, or of colours, or an image, as the content of a file."""
    out = io.BytesIO()
    (pixels if isinstance(pixels, Image.Image) else Image.fromarray(pixels)).save(out, form, **options)
    return out.getvalue()


def with_openings(open_cells, rng):
    """Return the maze with an opening at the top and one at the bottom, and both cells."""
    maze = open_cells.copy()
    columns = [1 + 2 * int(rng.choice(np.flatnonzero(maze[row, 1::2]))) for row in (1, -2)]
    maze[0, columns[0]] = maze[-1, columns[1]] = True
    return maze, (0, columns[0]), (maze.shape[0] - 1, columns[1])
