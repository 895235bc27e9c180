"""Comparison of methods on Spark: methods are compared and calibrated on a sample of the records on the driver, and what the
winner discloses is measured on all records. The result says that it is approximate, and how large the sample was."""

from __future__ import annotations

from typing import Any, Optional

from .._comparing import compare as compare_sample
from .._errors import Error
from .._scores import Scores
from ._counting import DRIVER_LIMIT, checked_frame
from ._generalizing import Generalized, generalize
from ._measuring import measure

_SCHEMA = ("schema", "quasi", "confidential", "identifier", "domain", "missing")


class SampledComparison:
    """A comparison on a sample, and its winner on all records.

    Attributes:
        approximate: True: parameters were found on a sample.
        sample_rows: how many records were compared.
        comparison: the comparison on the sample.
        method, parameters: of the winner; None where no method attains the target.
        release: the winner's release of all records, where its method is one that runs on Spark.
        confirmed: risks of keys of that release, measured on all records.
    """

    approximate = True

    def __init__(
        self, comparison: Any, sample_rows: int, method: Optional[str], parameters: Any, release: Optional[Generalized],
        confirmed: Optional[Scores],
    ) -> None:  # fmt: skip
        self.comparison, self.sample_rows, self.method, self.parameters = comparison, sample_rows, method, parameters
        self.release, self.confirmed = release, confirmed

    def __repr__(self) -> str:
        winner = self.method or "no method"
        return f"SampledComparison({winner}; approximate: compared on {self.sample_rows} records)"


def compare(
    data: Any,
    *,
    sample_rows: int = 100_000,
    seed: int = 1,
    driver_limit: int = DRIVER_LIMIT,
    **arguments: Any,
) -> SampledComparison:
    """Compares methods on a sample of the records, and measures the winner on all of them.

    Args:
        data: the data, a DataFrame of Spark.
        sample_rows: about how many records are drawn at random; all where there are no more.
        seed: of the sample and of the comparison.
        driver_limit: as for ``measure``.
        **arguments: as for ``sfumato.compare``.
    """
    checked_frame(data, "data")
    if isinstance(sample_rows, bool) or not isinstance(sample_rows, int) or sample_rows < 1:
        raise Error("sample_rows must be a whole number from 1 on", "sample_rows")
    rows = data.count()
    drawn = data if rows <= sample_rows else data.sample(fraction=sample_rows / rows, seed=seed)
    sample = drawn.toArrow()
    comparison = compare_sample(sample, seed=seed, **arguments)
    winner = getattr(comparison, "winner", None)
    method = getattr(winner, "method", None)
    parameters = dict(getattr(winner, "parameters", None) or {})
    release = confirmed = None
    if method == "generalization":
        known = {name: value for name, value in arguments.items() if name in (*_SCHEMA, "columns")}
        release = generalize(data, driver_limit=driver_limit, **known, **parameters)
        known.pop("columns", None)
        confirmed = measure(data, release.data, keys=release.columns, driver_limit=driver_limit, **known)
    return SampledComparison(comparison, sample.num_rows, method, parameters, release, confirmed)
