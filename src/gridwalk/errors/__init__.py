"""Every error gridwalk raises on purpose: one class per cause, all below `GridwalkError`.

A message names the argument, shows the value, states what is allowed and guesses the mistake.  The data
are attributes, so no caller has to parse the message.  Bad input is an `InputError`, which is a
``ValueError``.  An answer that exceeds the time, memory or disk allowed is a `LimitError`:
`TimeLimitError` is a ``TimeoutError``, `MemoryLimitError` a ``MemoryError``.
"""

from gridwalk.errors.base import (
    Cell,
    CompileCacheWarning,
    GridwalkError,
    InputError,
    LimitError,
    counted,
)
from gridwalk.errors.boards import (
    BoardArrayError,
    BoardSizeError,
    CellNameError,
    ClosedMarkError,
    CostsError,
    MovesError,
    NoOpenCellError,
    OneWayError,
    OutsideBoardError,
    PathCellsError,
    ThicknessError,
    WallCellError,
    WallsError,
)
from gridwalk.errors.limits import (
    CheckpointError,
    HopelessError,
    MemoryLimitError,
    SpillError,
    TimeLimitError,
)
from gridwalk.errors.questions import (
    ArgumentError,
    QuestionError,
    RankError,
    TooDeepError,
    UnknownChoiceError,
    UnsuitableAlgorithmError,
)
from gridwalk.errors.texts import (
    BoardFileError,
    BoardTextError,
    BracketsError,
    CostsNotAskedForError,
    DeclaredShapeError,
    EmptyTextError,
    FieldError,
    MapHeaderError,
    MarksError,
    NotPrintableError,
    OneBoardError,
    PictureEndsError,
    PictureError,
    RaggedRowsError,
    ScenarioError,
    SeparatorError,
    StepError,
    TextSyntaxError,
    TwoReadingsError,
    UnknownCharacterError,
    UnknownFormatError,
)

__all__ = [
    "ArgumentError",
    "BoardArrayError",
    "BoardFileError",
    "BoardSizeError",
    "BoardTextError",
    "BracketsError",
    "Cell",
    "CellNameError",
    "CheckpointError",
    "ClosedMarkError",
    "CompileCacheWarning",
    "CostsError",
    "CostsNotAskedForError",
    "DeclaredShapeError",
    "EmptyTextError",
    "FieldError",
    "GridwalkError",
    "HopelessError",
    "InputError",
    "LimitError",
    "MapHeaderError",
    "MarksError",
    "MemoryLimitError",
    "MovesError",
    "NoOpenCellError",
    "NotPrintableError",
    "OneBoardError",
    "OneWayError",
    "OutsideBoardError",
    "PathCellsError",
    "PictureEndsError",
    "PictureError",
    "QuestionError",
    "RaggedRowsError",
    "RankError",
    "ScenarioError",
    "SeparatorError",
    "SpillError",
    "StepError",
    "TextSyntaxError",
    "ThicknessError",
    "TimeLimitError",
    "TooDeepError",
    "TwoReadingsError",
    "UnknownCharacterError",
    "UnknownChoiceError",
    "UnknownFormatError",
    "UnsuitableAlgorithmError",
    "WallCellError",
    "WallsError",
    "counted",
]

for _name in __all__:
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = __name__  # a traceback names them as they are imported
