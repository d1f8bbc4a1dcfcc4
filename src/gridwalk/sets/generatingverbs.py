"""The verb of the lazy sets that counts by several measures at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwalk.planner import generating
from gridwalk.questions.question import Question

if TYPE_CHECKING:
    from gridwalk.answers.estimated import GeneratingFunction
    from gridwalk.keywords import Variable


class GeneratingVerbs:
    """The generating function of a set."""

    question: Question

    def generating_function(self, *variables: Variable) -> GeneratingFunction:
        """Return how many paths there are by "length", "cost" or "turns" (default: length), or by several.

        A turn is a change of direction; a closed path may have one at its start.  One sweep in which every
        state knows the sums so far; time and memory grow with the width of the board, and with how many
        sums there are.

        Raises
        ------
        QuestionError
            If costs have no common unit, or a board that is wrapped round is asked for turns.
        MemoryLimitError, HopelessError
            If the sweep needs more than the memory allowed by `within`.

        >>> from gridwalk import Board
        >>> turns = Board.rectangle(4, 4).paths().generating_function("turns")
        >>> turns.coefficients, turns.mean()
        ({1: 2, 2: 4, 3: 8, 4: 28, 5: 26, 6: 48, 7: 30, 8: 20, 9: 18}, Fraction(137, 23))
        """
        return generating.generating_function(self.question, variables)
