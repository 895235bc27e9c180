"""A session of Spark on this machine for all tests of the folder; SFUMATO_SPARK_MASTER names another master."""

import os
import sys

import pytest

pyspark = pytest.importorskip("pyspark", reason="the environment has no pyspark")


@pytest.fixture(scope="session")
def spark():
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    from pyspark.sql import SparkSession

    builder = (
        SparkSession.builder.master(os.environ.get("SFUMATO_SPARK_MASTER", "local[2]"))
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "3")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "97")
        .config("spark.driver.host", "127.0.0.1")
    )
    for name in ("PYTHONPATH", "SFUMATO_LIBRARY", "PYSPARK_PYTHON"):  # of executors in processes of their own
        if name in os.environ:
            builder = builder.config(f"spark.executorEnv.{name}", os.environ[name])
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
