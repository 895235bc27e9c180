"""A standalone cluster on this machine: a master and two workers, of which one is killed; a task that fails at first; and
the package shipped as an archive."""

import os
import pathlib
import signal
import socket
import subprocess
import sys
import textwrap
import time
import zipfile

import pytest

import sfumato as sf
import sfumato.spark as sfs
from released_rows import collected, plain

NOISE = {"columns": ["income", "tax"], "amount": 0.4, "seed": 12}


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """The address of the master, and the processes of the workers."""
    import pyspark

    folder = tmp_path_factory.mktemp("cluster")
    home = pathlib.Path(pyspark.__file__).parent
    port = free_port()
    environment = {**os.environ, "SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_NO_DAEMONIZE": "1",
                   "SPARK_WORKER_DIR": str(folder), "SPARK_DAEMON_MEMORY": "256m", "PYSPARK_PYTHON": sys.executable}  # fmt: skip
    started = []

    def start(name, *arguments):
        log = open(folder / f"{len(started)}.log", "w")
        command = [str(home / "bin" / "spark-class"), f"org.apache.spark.deploy.{name}", *arguments]
        started.append(subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True))
        return started[-1]

    address = f"spark://127.0.0.1:{port}"
    start("master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", str(free_port()))
    wait_for_port(port)
    workers = [
        start("worker.Worker", "--host", "127.0.0.1", "--cores", "1", "--memory", "700m", "--webui-port",
              str(free_port()), address)
        for _ in range(2)
    ]  # fmt: skip
    yield address, workers, folder
    for process in started:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def wait_for_port(port):
    for _ in range(300):
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError("the master did not start")


def run_script(script, timeout=150, **environment):
    """A driver in a process of its own, since there is one session in each."""
    result = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=timeout,
        env={**os.environ, "PYTHONPATH": str(pathlib.Path(__file__).parent), **environment},
    )  # fmt: skip
    assert result.returncode == 0, result.stderr[-4000:]
    return result.stdout


DRIVER = """
    import os, signal, sys, threading, time
    import pyarrow.parquet as pq
    from pyspark.sql import SparkSession
    import conftest
    import sfumato as sf, sfumato.spark as sfs
    from test_spark_mask import collected, plain

    builder = conftest._settings(SparkSession.builder.master(os.environ["MASTER"]).appName("cluster"))
    for pair in os.environ.get("SETTINGS", "").split():
        builder = builder.config(*pair.split("=", 1))
    spark = builder.config("spark.executor.memory", "512m").config("spark.executor.cores", "1").getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    spark.conf.set("spark.sql.files.maxPartitionBytes", "15000")
    spark.conf.set("spark.sql.files.openCostInBytes", "0")
    frame = spark.read.parquet(os.environ["DATA"])
    options = dict(columns=["income", "tax"], amount=0.4, seed=12)
    alone = plain(sf.mask(pq.read_table(os.environ["DATA"]), "additive-noise", **options).data)
"""


@pytest.fixture(scope="module")
def stored(people, tmp_path_factory):
    import pyarrow.parquet as pq

    path = tmp_path_factory.mktemp("data") / "people.parquet"
    pq.write_table(people, path, row_group_size=300)
    return str(path)


def archive(folder):
    """The package as it is installed, as an archive that Spark unpacks for its executors."""
    package = pathlib.Path(sf.__file__).parent
    path = folder / "package.zip"
    with zipfile.ZipFile(path, "w") as packed:
        for file in sorted(package.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                packed.write(file, pathlib.Path("sfumato") / file.relative_to(package))
    return path


def test_the_package_comes_as_an_archive(cluster, stored):
    address, _, folder = cluster
    packed = archive(folder)
    said = run_script(
        DRIVER + """
    def where(batches):
        import pyarrow as pa, sfumato
        for batch in batches:
            yield pa.RecordBatch.from_pydict({"path": [sfumato.__file__]})
    paths = {row["path"] for row in frame.mapInArrow(where, "path string").collect()}
    assert paths and all("/shipped/sfumato/" in path for path in paths), paths
    made = sfs.mask(frame, "additive-noise", **options)
    assert sorted(collected(made), key=str) == sorted(alone, key=str)
    print("partitions", frame.rdd.getNumPartitions())
    """,
        MASTER=address, DATA=stored,
        SETTINGS=f"spark.archives={packed}#shipped spark.executorEnv.PYTHONPATH=./shipped",
    )  # fmt: skip
    assert int(said.split()[-1]) >= 7


def test_a_worker_that_is_killed_changes_nothing(cluster, stored):
    address, workers, _ = cluster
    run_script(
        DRIVER + """
    def slow(batches):
        import time
        for batch in batches:
            time.sleep(0.25)
            yield batch
    release = sfs.mask(frame, "additive-noise", **options)
    killed = []
    def kill():
        time.sleep(1.0)
        os.killpg(int(os.environ["WORKER"]), signal.SIGKILL)
        killed.append(time.monotonic())
    threading.Thread(target=kill).start()
    slowly = release.data.mapInArrow(slow, release.data.schema)
    rows = sorted(plain(slowly.toArrow()), key=str)
    assert killed and killed[0] < time.monotonic() - 0.5, "the worker died too late"
    assert rows == sorted(alone, key=str)
    """,
        MASTER=address, DATA=stored, WORKER=str(workers[1].pid),
    )  # fmt: skip
    assert workers[1].wait(30) == -signal.SIGKILL


def test_a_task_that_runs_again_gives_the_same(people, spread, tmp_path):
    frame = spread(people, 4)
    marks = str(tmp_path)

    def failing(batches):
        import os

        from pyspark import TaskContext

        context = TaskContext.get()
        for batch in batches:
            if context.attemptNumber() == 0 and context.partitionId() == 2:
                open(os.path.join(marks, f"{context.stageId()}"), "w").close()
                raise RuntimeError("fails at first")
            yield batch

    release = sfs.mask(frame.mapInArrow(failing, frame.schema), "additive-noise", **NOISE)
    assert collected(release) == plain(sf.mask(people, "additive-noise", **NOISE).data)
    assert len(list(tmp_path.iterdir())) >= 4  # in every pass
