"""Messages that hold their template and values, so that they can be translated."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Any, Self

_PLACE = re.compile(r"\{(\w+)\}")


def printable(words: str) -> str:
    """Return *words* with control characters and undecodable bytes escaped.

    >>> printable("a\\x1b]0;b\\udcff.txt") == r"a\\x1b]0;b\\xff.txt"
    True
    """
    return words if words.isprintable() else "".join(map(_escaped, words))


def _escaped(character: str) -> str:
    if character.isprintable() or character == "\n":
        return character
    undecoded = "\udc80" <= character <= "\udcff"  # a byte of a file name
    return f"\\x{ord(character) - 0xDC00:02x}" if undecoded else ascii(character)[1:-1]


class Message(str):
    """A text in English, made of a template and values.

    Parameters
    ----------
    template : str
        The text with placeholders as in `str.format`: "{n:,} cells", "{sign!r} is a wall".
    advice : str, optional
        A hint for Python or the shell.  It follows the text, so it begins with a mark such as ": ".
    **values
        The values of the placeholders; a value may be a message.

    Attributes
    ----------
    template : str
        The template with bare names in its placeholders: the key of its translations.
    values : mapping of str to str
        The text of each placeholder.
    advice : str

    Examples
    --------
    >>> words = Message("{n:,} cells are {what}", n=1200, what=Message("walls"), advice=": say cells=2000")
    >>> words
    '1,200 cells are walls: say cells=2000'
    >>> words.template, words.values
    ('{n} cells are {what}', {'n': '1,200', 'what': 'walls'})

    """

    __slots__ = ("advice", "template", "values")

    template: str
    values: Mapping[str, str]
    advice: str

    def __new__(cls, template: str, /, advice: str = "", **values: object) -> Self:
        """Return the message for a template and values."""
        places, key = {}, ""
        for text, name, form, conversion in Formatter().parse(template):
            key += text
            if name is not None:
                value = values[name]
                if conversion or form or not isinstance(value, str):
                    place = f"{{{name}{'!' + conversion if conversion else ''}:{form}}}"
                    value = place.format(**{name: value})
                places[name] = value if isinstance(value, Message) else printable(value)
                key += f"{{{name}}}"
        return cls.of(key, places, advice)

    @classmethod
    def of(cls, template: str, values: Mapping[str, str], advice: str = "") -> Self:
        """Return the message for a *template* with bare names in its placeholders, and their texts."""
        text = _PLACE.sub(lambda place: values.get(place[1], place[0]), template)
        made = str.__new__(cls, text + advice)
        made.template, made.values, made.advice = template, values, advice
        return made

    @classmethod
    def made_of(cls, words: str) -> Message:
        """Return *words* if it is a message, else a message without values."""
        return words if isinstance(words, Message) else Message.of(printable(words), {})

    @property
    def bare(self) -> Message:
        """The message without its advice."""
        return Message.of(self.template, self.values)

    def mapped(self, change: Callable[[str], str]) -> Message:
        """Return the message with *change* applied to every value, also inside values that are messages."""
        values = {
            name: value.mapped(change) if isinstance(value, Message) else change(value)
            for name, value in self.values.items()
        }
        return Message.of(self.template, values, self.advice)

    def __reduce__(self) -> tuple[Any, ...]:
        return Message.of, (self.template, self.values, self.advice)


JOINED = 20  # maximum number of parts of nested messages; longer lists are joined as text


def joined(template: str, parts: Sequence[str]) -> str:
    """Return *parts* joined by a template with "{one}" and "{other}"; an empty text if there are no parts.

    >>> joined("{one} or as {other}", ["a", "b", "c"])
    'a or as b or as c'
    """
    if len(parts) > JOINED:
        return template.removeprefix("{one}").removesuffix("{other}").join(parts)
    words = parts[-1] if parts else ""
    for part in parts[-2::-1]:
        words = Message(template, one=part, other=words)
    return words
