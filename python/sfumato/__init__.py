"""Statistical disclosure control: protect tables of records and tables of cells, and measure what they disclose.

Frames of pandas, polars, pyarrow and DuckDB, anything with ``__arrow_c_stream__``, and dicts of lists go in; the same
kind comes out.

>>> import sfumato as sf
>>> people = sf.sample("people", rows=200, seed=1)
>>> release = sf.mask(people, "mdav", columns=["income", "tax"], k=5)
>>> scores = sf.measure(people, release, measures=["distance-linkage"], columns=["income", "tax"])
>>> scores["distance-linkage"].side
'risk'
"""

from __future__ import annotations

from . import measures, methods, rules, tables
from ._comparing import compare, load_plan, run_plan
from ._comparisons import Comparison, ComparisonPart, PlanResult, Ranked
from ._errors import Error
from ._findings import FittingMethods, Inspection, Verification
from ._inspecting import (
    distributions,
    fitting_methods,
    hierarchy,
    inspect,
    key_risks,
    sample,
    sample_schema,
    samples,
)
from ._library import describe, version
from ._masking import mask
from ._measuring import measure, verify
from ._recipes import Recipe
from ._results import Release, Result, Warning
from ._schema import Schema
from ._scores import Score, Scores
from .client import Answer, Client, Refused, ServerError
from .tables import (
    Audit,
    CellTable,
    Check,
    Protected,
    Ptable,
    TableComparison,
    Tabulation,
    load_table,
    ptable,
    tabulate,
)

__version__ = version()
for _error in (Error, Refused, ServerError):
    _error.__module__ = __name__  # where users find them, and as tracebacks name them
__all__ = [
    "Answer", "Audit", "CellTable", "Check", "Client", "Comparison", "ComparisonPart", "Error", "FittingMethods",
    "Inspection", "PlanResult", "Protected", "Ptable", "Ranked", "Recipe", "Refused", "Release", "Result", "Schema",
    "Score", "Scores", "ServerError", "TableComparison", "Tabulation", "Verification", "Warning", "compare",
    "describe", "distributions", "fitting_methods", "hierarchy", "inspect", "key_risks", "load_plan", "load_table",
    "mask", "measure", "measures", "methods", "ptable", "rules", "run_plan", "sample", "sample_schema", "samples", "tables", "tabulate", "verify", "version",
]  # fmt: skip


def __dir__() -> list[str]:
    """What is of use, for completion."""
    return [*__all__, "__doc__", "__version__", "client", "spark"]


def __getattr__(name: str) -> object:
    """``sf.spark`` is there when it is asked for: few have Spark."""
    if name != "spark":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return importlib.import_module(".spark", __name__)
