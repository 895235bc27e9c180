"""The same jobs on Apache Spark: data frames of any size, masked, measured and tabulated where they are stored.

Values, reports and warnings are those of the same call on one machine, for any number of partitions. PySpark 4 is needed
(``pip install sfumato[spark]``); the package must be installed for the Python of the executors, too.

>>> import sfumato.spark as sfs                       # doctest: +SKIP
>>> release = sfs.mask(people, "additive-noise", columns=["income"], amount=0.2, seed=1)  # doctest: +SKIP
>>> release.data.write.parquet("masked")              # doctest: +SKIP
"""

from __future__ import annotations

from ._comparing import SampledComparison, compare
from ._counting import DRIVER_LIMIT
from ._generalizing import Generalized, generalize
from ._inspecting import inspect
from ._masking import SparkRelease, mask
from ._measuring import measure
from ._tabulating import tabulate

__all__ = [
    "DRIVER_LIMIT",
    "Generalized",
    "SampledComparison",
    "SparkRelease",
    "compare",
    "generalize",
    "inspect",
    "mask",
    "measure",
    "tabulate",
]
