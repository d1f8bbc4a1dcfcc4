"""Names that stand in annotations only."""

from typing import Any


class NDArray:
    def __class_getitem__(cls, _: Any) -> type:
        return cls


ArrayLike = DTypeLike = NDArray
