"""Comparison of methods on Spark: methods are compared and calibrated on a sample of the records on the driver; the winner's release
of all records is made where its method runs on Spark, and what it discloses is measured on all records. The result says that it is approximate, and how large the sample was."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

from .._comparing import compare as compare_sample
from .._errors import Error
from .._scores import Scores
from ._blocks import BLOCK_ROWS
from ._counting import DRIVER_LIMIT, checked_frame
from ._generalizing import generalize
from ._masking import mask
from ._measuring import measure

_NEEDS_ALL = "cannot be made of parts of the records"
_SCHEMA = ("schema", "quasi", "confidential", "identifier", "domain", "missing")


class SampledComparison:
    """A comparison on a sample, and its winner on all records.

    Attributes:
        approximate: True: parameters were found on a sample.
        sample_rows: how many records were compared.
        comparison: the comparison on the sample.
        method, parameters: of the winner; None where no method attains the target.
        release: the winner's release of all records, made exactly or, where its method needs all records at once, by blocks of
            near records, which its details and warnings then say.
        confirmed: risks of keys of that release, measured on all records.
        reason: why there is no release, or none that was measured.
    """

    approximate = True

    def __init__(
        self, comparison: Any, sample_rows: int, method: Optional[str], parameters: Any, release: Any,
        confirmed: Optional[Scores], reason: str = "",
    ) -> None:  # fmt: skip
        self.comparison, self.sample_rows, self.method, self.parameters = comparison, sample_rows, method, parameters
        self.release, self.confirmed, self.reason = release, confirmed, reason

    def __repr__(self) -> str:
        winner = self.method or "no method"
        return f"SampledComparison({winner}; approximate: compared on {self.sample_rows} records)"


def compare(
    data: Any,
    *,
    sample_rows: int = 100_000,
    seed: int = 1,
    driver_limit: int = DRIVER_LIMIT,
    block_rows: int = BLOCK_ROWS,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    **arguments: Any,
) -> SampledComparison:
    """Compares methods on a sample of the records, and measures the winner on all of them.

    Args:
        data: the data, a DataFrame of Spark.
        sample_rows: about how many records are drawn at random; all where there are no more.
        seed: of the sample and of the comparison.
        driver_limit: as for ``measure``.
        block_rows, row_number, record_key: of the winner's release, as for ``mask``.
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
    release, reason = None, ""
    known = {name: value for name, value in arguments.items() if name in (*_SCHEMA, "columns")}
    if method == "generalization":
        release = generalize(data, driver_limit=driver_limit, **known, **parameters)
    elif method is not None:
        numbers = {"row_number": row_number, "record_key": record_key}
        release, reason = _released(data, method, block_rows, {**known, **numbers, **parameters})
    if release is None:
        return SampledComparison(comparison, sample.num_rows, method, parameters, None, None, reason)
    known.pop("columns", None)
    keys = known.get("quasi") or release.columns
    confirmed = None
    try:
        confirmed = measure(data, release.data, keys=keys, driver_limit=driver_limit, **known)
    except Error as error:
        reason = error.message
    return SampledComparison(comparison, sample.num_rows, method, parameters, release, confirmed, reason)


def _released(data: Any, method: str, block_rows: int, options: Dict[str, Any]) -> Tuple[Any, str]:
    """The release of all records, or why there is none: exactly where the method can, else by blocks."""
    try:
        return mask(data, method, **options), ""
    except Error as error:
        if _NEEDS_ALL not in error.message:
            return None, error.message
    try:
        return mask(data, method, block_rows=block_rows, **options), ""
    except Error as error:
        return None, error.message
