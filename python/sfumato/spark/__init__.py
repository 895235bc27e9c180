"""The jobs of sfumato on DataFrames of Apache Spark: the same names, parameters and results as on one machine. The
library runs on each partition through Arrow; ``pip install sfumato[spark]`` installs what it needs."""

from __future__ import annotations

from ._comparing import SampledComparison, compare
from ._counting import DRIVER_LIMIT
from ._generalizing import Generalized, generalize
from ._inspecting import inspect
from ._measuring import measure
from ._tabulating import tabulate

__all__ = ["DRIVER_LIMIT", "Generalized", "SampledComparison", "compare", "generalize", "inspect", "measure", "tabulate"]
