"""A Spark session on this machine, and the records that the tests mask on one machine and on Spark alike; SFUMATO_SPARK_MASTER
names another master."""

import os
import sys

import pytest

os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable


# Many small queries: compiling them takes longer than running them. A cluster has Spark's own settings.
_QUICK = {
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
}


def _settings(builder, more=None):
    for name, value in {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.memory": "1g",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.adaptive.enabled": "false",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "700",
        "spark.python.worker.reuse": "true",
        **(more or {}),
    }.items():
        builder = builder.config(name, value)
    return builder


@pytest.fixture(scope="session")
def settings():
    return _settings


@pytest.fixture(scope="session")
def spark():
    from pyspark.sql import SparkSession

    master = os.environ.get("SFUMATO_SPARK_MASTER", "local[2,3]")
    session = _settings(SparkSession.builder.master(master).appName("sfumato tests"), _QUICK).getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def people():
    """Amounts with gaps, ages, regions, dates and codes, as a table of Arrow."""
    import datetime
    import random

    import pyarrow as pa

    draw = random.Random(4)
    rows = 5000
    income = [None if i % 41 == 0 else round(draw.lognormvariate(9, 1), 2) for i in range(rows)]
    tax = [None if value is None else value * draw.uniform(0.1, 0.4) for value in income]
    start = datetime.date(1950, 1, 1)
    return pa.table(
        {
            "code": [f"p{i * 7919 % 100003}" for i in range(rows)],
            "income": pa.array(income, pa.float64()),
            "tax": pa.array(tax, pa.float64()),
            "age": pa.array([draw.randrange(18, 90) for _ in range(rows)], pa.int64()),
            "region": [None if i % 97 == 0 else draw.choice(["north", "south", "east", "west"]) for i in range(rows)],
            "born": pa.array([start + datetime.timedelta(draw.randrange(20000)) for _ in range(rows)], pa.date32()),
        }
    )


@pytest.fixture(scope="session")
def spread(spark):
    """A function that spreads a table over so many partitions, without a shuffle."""
    from pyspark.sql.pandas.types import from_arrow_schema

    known = {}

    def made(table, partitions):
        if (id(table), partitions) not in known:
            known[id(table), partitions] = table, _made(table, partitions)  # the table stays, and with it its id
        return known[id(table), partitions][1]

    def _made(table, partitions):
        rows = [tuple(row.values()) for row in table.to_pylist()]
        return spark.createDataFrame(
            spark.sparkContext.parallelize(rows, partitions), from_arrow_schema(table.schema), verifySchema=False
        )

    return made
