"""Errors in a question: unknown names, unsuitable algorithms, numbers out of range."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gridwalk.errors.base import InputError


def _did_you_mean(value: str, choices: Sequence[str]) -> str:
    import difflib  # only on the way to an error

    close = difflib.get_close_matches(value, choices, n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


class UnknownChoiceError(InputError):
    """An argument that is not one of the allowed words."""

    def __init__(self, name: str, value: object, choices: Iterable[str]) -> None:
        self.name, self.value, self.choices = name, value, tuple(choices)
        super().__init__(
            f"is not known: choose from {', '.join(self.choices)}" + _did_you_mean(str(value), self.choices),
            (name, value),
        )

    @classmethod
    def check(cls, name: str, value: object, choices: Iterable[str]) -> None:
        """Raise the error unless *value* is one of *choices*."""
        if not isinstance(value, str) or value not in choices:
            raise cls(name, value, choices)


class ArgumentError(InputError):
    """An argument of the wrong kind or out of its range."""

    def __init__(self, name: str, value: object, allowed: str) -> None:
        self.name, self.value, self.allowed = name, value, allowed
        super().__init__(f"must be {allowed}", (name, value))


class UnsuitableAlgorithmError(InputError):
    """An algorithm that cannot answer this question on this board."""

    def __init__(self, by: str, reason: str) -> None:
        self.by, self.reason = by, reason
        super().__init__(f"does not suit: {reason}", ("by", by))


class QuestionError(InputError):
    """A question that this set cannot answer."""

    def __init__(self, question: str, reason: str) -> None:
        self.question, self.reason = question, reason
        super().__init__(f"{question} does not fit here: {reason}")


class UnansweredError(QuestionError, AttributeError):
    """A verb or an option that sets of another kind have, and this one does not."""


class TooDeepError(InputError):
    """The recursive search reached Python's recursion limit."""

    def __init__(self, depth: int) -> None:
        self.depth = depth
        super().__init__(
            f"went {depth} calls deep, as far as Python allows: the board is too "
            "large for recursion; 'dfs' gives the same path with an explicit stack",
            ("by", "dfs-recursive"),
        )


class RankError(InputError):
    """A rank outside 0 .. count - 1."""

    def __init__(self, rank: int, count: int) -> None:
        self.rank, self.count = rank, count
        super().__init__(
            f"is out of range: there are {count:,} paths, with ranks from 0 to {count - 1}", ("rank", rank)
        )
