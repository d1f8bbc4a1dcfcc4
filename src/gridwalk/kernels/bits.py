"""Two things to ask of a 64-bit word, in plain Python or as one machine instruction.

Words are unsigned, and so must be all that meets them: in Numba a ``uint64`` with an
``int64`` makes a ``float64``.  Write ``word >> np.uint64(n)``, never ``word >> n``.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from gridwalk.kernels._kernel import Kernel


class _Instruction(Kernel):
    """A kernel whose compiled form is an LLVM intrinsic of the name *instruction*."""

    def __init__(self, function: FunctionType, instruction: str) -> None:
        super().__init__(function)
        self._instruction = instruction

    def _compile(self) -> Callable[..., Any]:
        from llvmlite import ir
        from numba import types
        from numba.extending import intrinsic

        name = self._instruction
        is_count = name != "llvm.bitreverse"

        @intrinsic
        def instruction(typing_context, word):
            def emit(context, builder, signature, arguments):
                i64 = ir.IntType(64)
                extra = [ir.Constant(ir.IntType(1), 0)] if is_count else []
                shape = ir.FunctionType(i64, [i64, *(value.type for value in extra)])
                called = builder.module.declare_intrinsic(name, [i64], shape)
                return builder.call(called, [arguments[0], *extra])

            return (types.int64 if is_count else types.uint64)(types.uint64), emit

        return instruction


def _trailing_zeros(word: Any) -> int:
    """Return the place of the lowest set bit, 64 if there is none."""
    return (int(word) & -int(word)).bit_length() - 1 if word else 64


def _reversed_bits(word: Any) -> np.uint64:
    """Return the word read from its other end."""
    return np.uint64(int(f"{int(word):064b}"[::-1], 2))


trailing_zeros = _Instruction(_trailing_zeros, "llvm.cttz")  # type: ignore[arg-type]
reversed_bits = _Instruction(_reversed_bits, "llvm.bitreverse")  # type: ignore[arg-type]
