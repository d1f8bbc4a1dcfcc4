"""Every error gridwalk raises on purpose: one class per cause, all below `GridwalkError`.

A message names the argument, shows the value, states what is allowed and guesses the mistake.  The data
are attributes, so no caller has to parse the message.  Bad input is an `InputError`, which is a
``ValueError``.  An answer that exceeds the time, memory or disk allowed is a `LimitError`:
`TimeLimitError` is a ``TimeoutError``, `MemoryLimitError` a ``MemoryError``.
"""

from gridwalk.errors.causes import *  # noqa: F403
from gridwalk.errors.message import *  # noqa: F403
from gridwalk.errors.messages import *  # noqa: F403

__all__ = ["Cell"]  # noqa: F405
__all__ += [name for name, each in globals().items() if getattr(each, "__module__", "").startswith(__name__)]

for _name in __all__:
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = __name__  # a traceback names them as they are imported
