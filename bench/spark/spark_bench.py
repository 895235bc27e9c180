#!/usr/bin/env python3
"""How masking on Spark grows: made-up records as Parquet, masked on one and two cores, against plain Spark SQL that counts
classes of the same records. Usage: spark_bench.py [--rows 1000000 …] [--cores 1 2] [--folder FOLDER]; prints one line of
JSON for each measurement."""

import argparse
import json
import os
import pathlib
import shutil
import sys
import time

os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
os.environ["PYSPARK_PYTHON"] = sys.executable


def session(cores):
    from pyspark.sql import SparkSession

    return (
        SparkSession.builder.master(f"local[{cores}]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.memory", "3g")
        .config("spark.sql.shuffle.partitions", str(4 * cores))
        .config("spark.sql.files.maxPartitionBytes", "32m")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "65536")
        .getOrCreate()
    )


def records(spark, rows, path):
    from pyspark.sql import functions as F

    if path.exists():
        return
    spark.range(0, rows, 1, max(2, rows // 500_000)).select(
        F.exp(F.randn(1) + 9).alias("income"),
        F.exp(F.randn(2) + 7).alias("tax"),
        (F.rand(3) * 70 + 18).cast("long").alias("age"),
        F.element_at(F.array(*[F.lit(name) for name in ("north", "south", "east", "west")]), (F.rand(4) * 4 + 1).cast("int")).alias("region"),
        (F.rand(5) * 1000).cast("long").alias("municipality"),
    ).write.parquet(str(path))


def seconds(action):
    start = time.monotonic()
    made = action()
    return time.monotonic() - start, made


def share_in_library(frame, parts, schema, columns):
    """Time inside the library, of the time that the tasks take for their partitions."""

    def timed(batches):
        import time as clock

        import pyarrow as pa

        from sfumato.spark import _parts

        inside = [0.0]
        plain = _parts.run

        def measured(*arguments, **options):
            begun = clock.monotonic()
            try:
                return plain(*arguments, **options)
            finally:
                inside[0] += clock.monotonic() - begun

        _parts.run = measured
        begun = clock.monotonic()
        try:
            for _ in parts.masked(schema)(batches):
                pass
        finally:
            _parts.run = plain
        yield pa.RecordBatch.from_pydict({"inside": [inside[0]], "all": [clock.monotonic() - begun]})

    rows = frame.mapInArrow(timed, "inside double, all double").collect()
    return sum(row["inside"] for row in rows) / sum(row["all"] for row in rows)


def measured(spark, path, rows, cores):
    import sfumato.spark as sfs
    from sfumato.spark import _masking

    frame = spark.read.parquet(str(path))

    def classes():
        sizes = frame.groupBy("age", "region", "municipality").count()
        return sizes.where("count = 1").count()

    plain, _ = seconds(classes)
    kept = {}
    fitted = _masking._masked

    def remember(data, parts):
        kept["data"], kept["parts"] = data, parts
        return fitted(data, parts)

    _masking._masked = remember
    try:
        for method, options in (
            ("additive-noise", {"columns": ["income", "tax"], "amount": 0.2}),
            ("pram", {"columns": ["region"], "retain": 0.8}),
            ("top-coding", {"columns": ["income"], "quantile": 0.99}),
        ):
            found, release = seconds(lambda: sfs.mask(frame, method, seed=1, **options))
            written, _ = seconds(lambda: release.data.write.format("noop").mode("overwrite").save())
            import pyarrow as pa

            schema, columns = _masking.spark_schema(pa.table(kept["parts"].job("mask-apply").outputs[0]).schema)
            share = share_in_library(kept["data"], kept["parts"], schema, columns)
            print(json.dumps({
                "rows": rows, "cores": cores, "method": method, "passes_seconds": round(found, 2),
                "masking_seconds": round(written, 2), "records_per_second": round(rows / (found + written)),
                "share_in_library": round(share, 2), "classes_seconds": round(plain, 2),
                "ratio_to_classes": round((found + written) / plain, 2),
            }), flush=True)  # fmt: skip
    finally:
        _masking._masked = fitted


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=[1_000_000, 10_000_000])
    parser.add_argument("--cores", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("build/bench-spark"))
    parser.add_argument("--keep", action="store_true", help="keep the records")
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    for cores in wanted.cores:
        spark = session(cores)
        spark.sparkContext.setLogLevel("ERROR")
        for rows in wanted.rows:
            path = wanted.folder / f"records-{rows}"
            records(spark, rows, path)
            seconds(lambda: spark.read.parquet(str(path)).count())  # into the cache of the machine
            measured(spark, path.resolve(), rows, cores)
        spark.stop()
    if not wanted.keep:
        shutil.rmtree(wanted.folder)


if __name__ == "__main__":
    main()
