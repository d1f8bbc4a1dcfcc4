"""Where in a module a small fault can be put, and which: `Sites(path).found` are its mutants."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).parent.parent / "src" / "gridwalk"
SWAPS = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
    "is": ("is not",), "is not": ("is",), "in": ("not in",), "not in": ("in",),
    "+": ("-",), "-": ("+",), "*": ("//", "+"), "//": ("*",), "/": ("*",), "%": ("//",), "**": ("*",),
    "&": ("|",), "|": ("&",), "^": ("|",), "<<": (">>",), ">>": ("<<",),
}  # fmt: skip
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "reversed": "iter"}
OPERATOR = re.compile(rb"[\s()]*?\b(is\s+not|not\s+in|is|in)\b[\s()]*|[\s()]*([-+*/%&|^<>=!]+)[\s()]*")


@dataclass(frozen=True)
class Mutant:
    """A module with `new` in the place of the bytes *begin* to *end*."""

    path: Path
    source: bytes
    begin: int
    end: int
    new: bytes
    name: str  # the function's qualified name, or that of a constant of the module
    is_constant: bool

    @property
    def room(self) -> str:
        return self.path.relative_to(SOURCES).as_posix()

    @property
    def text(self) -> bytes:
        old = self.source[self.begin : self.end]
        padding = b"\n" * (old.count(b"\n") - self.new.count(b"\n"))  # all other lines keep their numbers
        return self.source[: self.begin] + self.new + padding + self.source[self.end :]

    def __str__(self) -> str:
        first = self.source.count(b"\n", 0, self.begin)
        last = self.source.count(b"\n", 0, self.end) + 1
        rows = [
            f"    {sign}{row}"
            for sign, text in (("-", self.source), ("+", self.text))
            for row in text.decode().split("\n")[first:last]
            if row.strip()
        ]
        return "\n".join([f"src/gridwalk/{self.room}:{first + 1} in {self.name}", *rows])


class Sites(ast.NodeVisitor):
    """All places of a module where a fault can be put, each with what may stand there."""

    def __init__(self, path: Path) -> None:
        self.path, self.source = path, path.read_bytes()
        self._lines = [0]
        for line in self.source.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        self._name, self._inside, self._is_constant = "", False, False  # of the function or constant
        self.found: list[Mutant] = []
        self.visit(ast.parse(self.source))

    def _at(self, node: Any) -> tuple[int, int]:
        begin = self._lines[node.lineno - 1] + node.col_offset
        return begin, self._lines[node.end_lineno - 1] + node.end_col_offset

    def _add(self, begin: int, end: int, new: str | bytes) -> None:
        if self._inside:
            new = new.encode() if isinstance(new, str) else new
            one = Mutant(self.path, self.source, begin, end, new, self._name, self._is_constant)
            self.found.append(one)

    def _visit_in(
        self, name: str, nodes: Sequence[ast.AST], *, inside: bool = True, constant: bool = False
    ) -> None:
        before = self._name, self._inside, self._is_constant
        self._name, self._inside, self._is_constant = name, inside, constant
        for node in nodes:
            self.visit(node)
        self._name, self._inside, self._is_constant = before

    def _qualified(self, name: str) -> str:
        return f"{self._name}{'.<locals>' * self._inside}.{name}".removeprefix(".")

    def _segment(self, node: ast.AST) -> bytes:
        begin, end = self._at(node)
        return self.source[begin:end]

    def _between(self, left: ast.AST, right: ast.AST) -> None:
        begin, end = self._at(left)[1], self._at(right)[0]
        if match := OPERATOR.fullmatch(self.source[begin:end]):
            group = 1 if match[1] else 2
            for other in SWAPS.get(b" ".join(match[group].split()).decode(), ()):
                self._add(begin + match.start(group), begin + match.end(group), other)

    # ------------------------------------------------ what is entered, and what is left out

    def _function(self, node: Any) -> None:
        self._visit_in(self._qualified(node.name), node.body)

    visit_FunctionDef = visit_AsyncFunctionDef = _function  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        parts = [
            one for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        ]
        self._visit_in(self._qualified(node.name), parts, inside=False)

    def visit_Assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if self._inside:
            if isinstance(target, ast.Attribute | ast.Subscript):
                self._add(*self._at(node), "pass")
            self.generic_visit(node)
        elif isinstance(target, ast.Name) and target.id.isupper():
            self._visit_in(target.id, [node.value], constant=True)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if self._inside and node.value:
            self.visit(node.value)

    def visit_Raise(self, node: ast.Raise) -> None:
        self._add(*self._at(node), "pass")

    def _dropped(self, node: Any) -> None:
        self._add(*self._at(node), "pass")
        self.generic_visit(node)

    visit_Continue = visit_Break = visit_AugAssign = _dropped  # noqa: N815

    def visit_Expr(self, node: ast.Expr) -> None:
        if self._inside and isinstance(node.value, ast.Call):
            self._dropped(node)

    def visit_Assert(self, node: ast.Assert) -> None:
        pass

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        pass

    # --------------------------------------------------------------- other values and ways

    def visit_If(self, node: Any) -> None:
        if not self._inside:
            return
        if isinstance(node, ast.If) and isinstance(node.body[-1], ast.Return) and not node.orelse:
            self._add(*self._at(node.test), "False")
        self._add(*self._at(node.test), b"not (" + self._segment(node.test) + b")")
        self.generic_visit(node)

    visit_IfExp = visit_If  # noqa: N815

    def visit_Compare(self, node: ast.Compare) -> None:
        for left, right in zip([node.left, *node.comparators], node.comparators, strict=False):
            self._between(left, right)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self._between(node.left, node.right)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for i in range(len(node.values)):
            rest = [b"(" + self._segment(value) + b")" for j, value in enumerate(node.values) if j != i]
            word = b" and " if isinstance(node.op, ast.And) else b" or "
            self._add(*self._at(node), b"(" + word.join(rest) + b")")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.USub):
            self._add(*self._at(node), b"(" + self._segment(node.operand) + b")")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._add(*self._at(node), str(not node.value))
        elif isinstance(node.value, int):
            for other in (node.value + 1, node.value - 1):
                self._add(*self._at(node), f"({other})")
        elif isinstance(node.value, float):
            self._add(*self._at(node), repr(node.value * 2 + 1))

    def visit_Call(self, node: ast.Call) -> None:
        function = node.func
        if isinstance(function, ast.Attribute) and function.attr == "copy" and not node.args:
            self._add(*self._at(node), self._segment(function.value))
        elif isinstance(function, ast.Name) and function.id in CALLS:
            self._add(*self._at(function), CALLS[function.id])
        self.generic_visit(node)
