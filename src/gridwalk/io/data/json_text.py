"""JSON from a stranger: read strictly, with line and column in the errors."""

from __future__ import annotations

from typing import Any

from gridwalk.errors import FieldError, TextSyntaxError
from gridwalk.io.budget import MAX_NUMBERS, within
from gridwalk.io.characters import place_of


def json_of(text: str) -> Any:
    """Return the value of a JSON text; ``NaN`` and ``Infinity`` are numbers.

    Raises
    ------
    TextSyntaxError
        If it is not JSON, or nested too deep.
    FieldError
        If an object has a key twice.

    """
    import json

    within(sum(map(text.count, "[{:")), "lists, objects and keys")
    within(text.count(","), "values", MAX_NUMBERS)
    try:
        return json.loads(text, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        raise TextSyntaxError(error.lineno, error.colno, f"this is not JSON: {error.msg}") from None
    except RecursionError:
        raise TextSyntaxError(1, 1, "brackets are nested too deep") from None
    except FieldError:
        raise
    except ValueError as error:  # a number of thousands of digits
        raise TextSyntaxError(*place_of(text, 0), f"this is not JSON: {error}") from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise FieldError(next(name for name in names if names.count(name) > 1), "the key stands here twice")
    return found
