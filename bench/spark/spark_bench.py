#!/usr/bin/env python3
"""How work on Spark grows: made-up records as Parquet, masked and counted on one and two cores, against plain Spark SQL that
counts classes of the same records. Usage: spark_bench.py [--rows 1000000 …] [--cores 1 2] [--methods NAME …] [--measures NAME …]
[--folder FOLDER]; prints one line of JSON for each measurement, and at last how processor time for a record grows from each size to the next: more
than 15 % is a failure. Processor time is that of the whole tree of processes: this one, Spark's and its Python workers."""

import argparse
import json
import os
import pathlib
import shutil
import sys
import threading
import time

os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
os.environ["PYSPARK_PYTHON"] = sys.executable


def session(cores):
    from pyspark.sql import SparkSession

    return (
        SparkSession.builder.master(f"local[{cores}]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.memory", "6g")
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


class Processors:
    """Processor time of this process and all its descendants, also of those that have ended: they are looked at twice a second."""

    def __init__(self):
        self._most = {}
        self._lock = threading.Lock()
        threading.Thread(target=self._watch, daemon=True).start()

    def seconds(self):
        with self._lock:
            self._look()
            return sum(self._most.values()) / os.sysconf("SC_CLK_TCK")

    def _watch(self):
        while True:
            time.sleep(0.5)
            self.seconds()

    def _look(self):
        ticks, parents = {}, {}
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            parents[int(entry.name)] = int(fields[1])
            ticks[int(entry.name), fields[19]] = int(fields[11]) + int(fields[12])  # by its start, since numbers come again
        for (process, start), own in ticks.items():
            above = process
            while above in parents and above != os.getpid():
                above = parents[above]
            if above == os.getpid():
                self._most[process, start] = own


PROCESSORS = Processors()


class Took:
    """Seconds on the clock and of processors that an action took, and what it gave."""

    def __init__(self, action):
        clock, processors = time.monotonic(), PROCESSORS.seconds()
        self.made = action()
        self.clock, self.processors = time.monotonic() - clock, PROCESSORS.seconds() - processors


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


METHODS = {
    "additive-noise": {"columns": ["income", "tax"], "amount": 0.2},
    "pram": {"columns": ["region"], "retain": 0.8},
    "top-coding": {"columns": ["income"], "quantile": 0.99},
    "individual-ranking": {"columns": ["income"], "k": 5},
    "rank-swapping": {"columns": ["income"], "window": 2},
}


# Of a release with additive noise against its original: one sort of all values, and a search for 20,000 records among all.
MEASURES = ["interval-disclosure", "distance-linkage"]


def share_of(release_of):
    """A release, and the share of the time of its masking tasks that is spent in the library."""
    import pyarrow as pa

    from sfumato.spark import _masking

    kept = {}
    plain = _masking._masked

    def remember(data, parts, *more):
        kept["data"], kept["parts"] = data, parts
        return plain(data, parts, *more)

    _masking._masked = remember
    try:
        release = release_of()
    finally:
        _masking._masked = plain

    def share():
        schema, columns = _masking.spark_schema(pa.table(kept["parts"].job("mask-apply").outputs[0]).schema)
        return share_in_library(kept["data"], kept["parts"], schema, columns)

    return release, share


def measured(spark, path, rows, cores, methods, measures):
    """Processor seconds by what was done."""
    import sfumato.spark as sfs

    frame = spark.read.parquet(str(path))
    keys = ["age", "region", "municipality"]

    def classes():
        sizes = frame.groupBy(*keys).count()
        return sizes.where("count = 1").count()

    classes()  # what is compiled once
    plain = Took(classes)
    counted = Took(lambda: sfs.measure(frame, measures=["k-anonymity"], quasi=keys))
    unique = counted.made["k-anonymity"].details["below"]["category"]["2"]
    assert unique == plain.made, f"{unique} unique records by sfumato, {plain.made} by Spark"
    found = {"k-anonymity": counted.processors, "Spark SQL": plain.processors}

    def told(what, took, **more):
        print(json.dumps({
            "rows": rows, "cores": cores, "what": what, "seconds": round(took.clock, 1), "processor_seconds": round(took.processors, 1),
            "records_per_second": round(rows / took.clock), "ratio_to_sql": round(took.clock / plain.clock, 2), **more,
        }), flush=True)  # fmt: skip

    told("Spark SQL: classes", plain)
    told("k-anonymity", counted)
    for method in methods:
        def whole():
            release, share = share_of(lambda: sfs.mask(frame, method, seed=1, **METHODS[method]))
            release.data.write.format("noop").mode("overwrite").save()
            return release, share

        took = Took(whole)
        release, share = took.made
        assert release.data.count() == rows
        found[method] = took.processors
        told(method, took)
        print(json.dumps({"rows": rows, "cores": cores, "what": method, "share_in_library": round(share(), 2)}), flush=True)
        release.unpersist()
    if measures:
        masked = path.with_name(path.name + "-masked")
        if not masked.exists():
            sfs.mask(frame, "additive-noise", seed=1, **METHODS["additive-noise"]).data.write.parquet(str(masked))
        pair = {"columns": METHODS["additive-noise"]["columns"], "seed": 1}
        for name in measures:
            took = Took(lambda: sfs.measure(frame, spark.read.parquet(str(masked)), measures=[name], **pair))
            value = took.made[name].value
            assert 0.0 <= value < 100.0, f"{name}: {value}"
            found[name] = took.processors
            told(name, took, value=value)
    return found


def growth(found):
    """From each size to the next, of processor time for a record; the largest."""
    worst = 0.0
    for cores, sizes in found.items():
        ordered = sorted(sizes)
        for small, large in zip(ordered, ordered[1:]):
            for what in sizes[large]:
                ratio = (sizes[large][what] / large) / (sizes[small][what] / small)
                print(json.dumps({"cores": cores, "what": what, "from": small, "to": large, "per_record": round(ratio, 2)}))
                worst = max(worst, ratio if what != "Spark SQL" else 0.0)
    return worst


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=[1_000_000, 10_000_000, 50_000_000])
    parser.add_argument("--cores", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("build/bench-spark"))
    parser.add_argument("--methods", nargs="+", default=list(METHODS), choices=list(METHODS))
    parser.add_argument("--measures", nargs="*", default=MEASURES, choices=MEASURES)
    parser.add_argument("--keep", action="store_true", help="keep the records")
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    found = {}
    for cores in wanted.cores:
        spark = session(cores)
        spark.sparkContext.setLogLevel("ERROR")
        for rows in wanted.rows:
            spark.conf.set("spark.sql.shuffle.partitions", max(4 * cores, rows // 1_000_000))
            path = wanted.folder / f"records-{rows}"
            records(spark, rows, path)
            spark.read.parquet(str(path)).count()  # into the cache of the machine
            found.setdefault(cores, {})[rows] = measured(
                spark, path.resolve(), rows, cores, wanted.methods, wanted.measures
            )
        spark.stop()
    if not wanted.keep:
        shutil.rmtree(wanted.folder)
    worst = growth(found)
    if worst > 1.15:
        sys.exit(f"processor time for a record grows by {100 * (worst - 1):.0f} %")


if __name__ == "__main__":
    main()
