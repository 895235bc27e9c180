"""The same methods on Apache Spark: data frames of any size, masked part by part where they lie.

Values, reports and warnings are those of the same call on one machine, for any number of partitions. PySpark 4 is needed
(``pip install sfumato[spark]``); the package must be installed for the Python of the executors, too.

>>> import sfumato.spark as sfs                       # doctest: +SKIP
>>> release = sfs.mask(people, "additive-noise", columns=["income"], amount=0.2, seed=1)  # doctest: +SKIP
>>> release.data.write.parquet("masked")              # doctest: +SKIP
"""

from __future__ import annotations

from ._masking import SparkRelease, mask

__all__ = ["SparkRelease", "mask"]
