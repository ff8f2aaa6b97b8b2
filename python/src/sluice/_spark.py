"""A PySpark DataFrame as a log: judged by Spark, in Spark's own process."""

from __future__ import annotations

import uuid
import weakref
from typing import Any, Optional, Sequence

from ._java import Answer
from .errors import UsageError


def is_frame(log: Any) -> bool:
    return type(log).__module__.startswith("pyspark.sql")


class SparkLog:
    """A view of the rows, which commands call ``table:NAME``; it goes with this object."""

    def __init__(self, frame: Any) -> None:
        session = frame.sparkSession
        self._jvm = getattr(session, "_jvm", None)
        if self._jvm is None or not hasattr(frame, "_jdf"):
            raise UsageError("log: needs a DataFrame of a Spark in this process, got one of Spark Connect")
        if not callable(getattr(self._jvm.io.sluice.cli, "Printed", None)):
            raise UsageError("log: needs sluice-spark-submit.jar in spark.jars, or its coordinates in spark.jars.packages")
        name = "sluice_" + uuid.uuid4().hex
        frame.createOrReplaceGlobalTempView(name)
        self._gone = weakref.finalize(self, session.catalog.dropGlobalTempView, name)
        self.path = "table:global_temp." + name

    def ask(self, args: Sequence[str], progress: Optional[bool]) -> Answer:
        """Runs a command; Spark shows its own progress."""
        printed = self._jvm.io.sluice.cli.Printed.of(list(args))
        return Answer(printed.exit(), printed.out(), printed.err())
