"""Counts of distinct keys on Spark by sfumato against plain Spark SQL, on the same Parquet files and in the same session. The
counts are compared, and times are printed as ratios. Usage: class_counts.py [rows …], by default 1000000 and 10000000."""

import os
import pathlib
import sys
import tempfile
import time

KEYS = ["age", "region", "sex", "occupation"]


def make(spark, rows, folder):
    """Records with about 60,000 different keys, some missing, in a Parquet file."""
    from pyspark.sql import functions as f

    frame = spark.range(rows, numPartitions=8)
    draw = [f.rand(seed) for seed in range(1, 6)]
    frame = frame.select(
        f.when(draw[4] < 0.01, None).otherwise((draw[0] * draw[1] * 90).cast("int")).alias("age"),
        f.concat(f.lit("r"), (draw[1] * 20).cast("int")).alias("region"),
        f.when(draw[2] < 0.5, "m").otherwise("f").alias("sex"),
        (draw[3] * 40).cast("int").alias("occupation"),
    )
    path = str(pathlib.Path(folder) / f"people-{rows}.parquet")
    frame.write.mode("overwrite").parquet(path)
    return path


def best(work, times=2):
    taken, result = [], None
    for _ in range(times):
        begin = time.perf_counter()
        result = work()
        taken.append(time.perf_counter() - begin)
    return min(taken), result


def main():
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    from pyspark.sql import SparkSession, functions

    from sfumato.spark._counting import COUNT, DRIVER_LIMIT, counted

    sizes = [int(text) for text in sys.argv[1:]] or [1_000_000, 10_000_000]
    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "8")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "100000")
        .config("spark.driver.memory", "3g")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    per_record = []
    with tempfile.TemporaryDirectory() as folder:
        for rows in sizes:
            frame = spark.read.parquet(make(spark, rows, folder))
            plain, table = best(lambda: frame.groupBy(*KEYS).agg(functions.count("*").alias("n")).toArrow())
            ours, own = best(lambda: counted(frame, KEYS, {}, DRIVER_LIMIT))
            assert sum(own[COUNT].to_pylist()) == sum(table["n"].to_pylist()) == rows
            key = lambda entry: tuple(str(part) for part in entry)  # noqa: E731
            first = sorted((key(list(one.values())) for one in table.to_pylist()))
            second = sorted((key(list(one.values())) for one in own.to_pylist()))
            assert first == second
            per_record.append(ours / rows)
            print(f"{rows:>11,} records, {own.num_rows:,} keys:", end=" ")
            print(f"sfumato {ours:.2f} s, Spark SQL {plain:.2f} s, ratio {ours / plain:.2f}")
    if len(per_record) > 1:
        print(f"time per record, last to first size: {per_record[-1] / per_record[0]:.2f}")
    spark.stop()


if __name__ == "__main__":
    main()
