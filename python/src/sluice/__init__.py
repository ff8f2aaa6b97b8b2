"""Would the new policy be better, at which step, and which policy is safe to run instead?

>>> import sluice
>>> result = sluice.evaluate(log, policy="uniform")  # doctest: +SKIP
>>> result.total.verdict                             # doctest: +SKIP
'better'

A log is a pandas, polars or pyarrow table, a list of dictionaries, or the path of a file. A policy is the path of a
file, a specification such as ``"uniform"``, a dictionary, or a Python function. Options have the names of the command
line: ``reward_range=(0, 5)`` is ``--reward-range 0,5``.
"""

from ._api import apply, check, compare, evaluate, learn, run, serve
from ._java import close
from ._policies import of_frame
from ._results import Check, Comparison, Evaluation, Interval, Learned, Result, Step, Summary
from ._serve import Server
from ._version import __version__
from .errors import BadInput, JavaNotFound, SluiceError, UsageError

__all__ = [
    "BadInput",
    "Check",
    "Comparison",
    "Evaluation",
    "Interval",
    "JavaNotFound",
    "Learned",
    "Result",
    "Server",
    "SluiceError",
    "Step",
    "Summary",
    "UsageError",
    "__version__",
    "apply",
    "check",
    "close",
    "compare",
    "evaluate",
    "learn",
    "of_frame",
    "run",
    "serve",
]
