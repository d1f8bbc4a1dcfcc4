"""Many paths as text, one after another in one buffer of bytes: drawings, and cells by their names.

Paths are ``(cells, offsets)``, those of a batch, flat: row and column of the i-th cell are ``cells[2 * i]``
and ``cells[2 * i + 1]``.  Words are ``(letters, starts)``: the k-th is ``letters[starts[k]:starts[k + 1]]``.
Below a drawing, and before names, stands the word of the path's kind.  ``out`` has room for all, and SPARE
bytes; the kernels return how much of it they took.
"""

from gridwalk.runtime.kernel import inline_kernel, kernel

SPARE = 8  # letters behind all others, and behind those written


@inline_kernel
def put(out, end, letters, first, last):
    """Write some letters, eight at a time: up to seven more than asked for; return where the next go."""
    for i in range(0, last - first, SPARE):
        s, t = letters[first + i :], out[end + i :]
        a, b, c, d, e, f, g, h = s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]
        t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7] = a, b, c, d, e, f, g, h
    return end + last - first


@inline_kernel
def put_number(out, end, number):
    """Write a whole number of at least 0 in decimal; return where the next letters go."""
    digits, rest = 1, number // 10
    while rest:
        digits += 1
        rest //= 10
    for i in range(end + digits - 1, end - 1, -1):
        out[i] = 48 + number % 10
        number //= 10
    return end + digits


@kernel
def draw_each(cells, offsets, bare, stride, marks, words, kinds, out):
    """Draw each path on the *bare* board, with lines of *stride* letters, and write its word below.

    A step is how many letters it goes on.  ``marks`` are those of cells between two equal steps, from
    ``-stride - 1`` to ``stride + 1``, where that of 0 is a turn's; then those of the start and of the end.
    """
    letters, starts = words
    size, farthest, end = len(bare) - SPARE, stride + 1, 0
    for path in range(len(offsets) - 1):
        number, of_path, drawn = offsets[path + 1] - offsets[path], cells[2 * offsets[path] :], out[end:]
        below = put(out, end, bare, 0, size)
        first = place = stride * of_path[0] + of_path[1]
        before = 0
        for i in range(1, number):
            here = stride * of_path[2 * i] + of_path[2 * i + 1]
            step = here - place
            drawn[place] = marks[farthest + (step if step == before and abs(step) <= farthest else 0)]
            place, before = here, step
        drawn[place], drawn[first] = marks[-1], marks[-2]
        end = put(out, below, letters, starts[kinds[path]], starts[kinds[path] + 1])
    return end


@kernel
def spell_each(cells, offsets, order, words, kinds, numbers, out):
    """Write of each path its word, the *numbers* of it if there are any, and the names of its cells.

    ``order`` is (whether cells go backwards, 0 if the row comes first in a name, else 1, which word begins
    the name of row or column 0, which word ends it).  The first letter of a name stands between two names.
    Words 0 and 1 stand before the second number and before the cells, word 2 after them.
    """
    letters, starts = words
    backwards, side, heads, tails = order
    end = 0
    for path in range(len(offsets) - 1):
        number, of_path = offsets[path + 1] - offsets[path], cells[2 * offsets[path] :]
        end = put(out, end, letters, starts[kinds[path]], starts[kinds[path] + 1])
        if len(numbers):
            end = put_number(out, end, numbers[2 * path])
            end = put(out, end, letters, starts[0], starts[1])
            end = put_number(out, end, numbers[2 * path + 1])
        end = put(out, end, letters, starts[1], starts[2])
        for i in range(number):
            at = 2 * (number - 1 - i if backwards else i)
            head, tail = heads + of_path[at + side], tails + of_path[at + 1 - side]
            end = put(out, end, letters, starts[head] + (i == 0), starts[head + 1])
            end = put(out, end, letters, starts[tail], starts[tail + 1])
        end = put(out, end, letters, starts[2], starts[3])
    return end
