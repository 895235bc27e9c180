"""The databases of the tests: a PostgreSQL server of their own, SQLite files by Python's sqlite3, DuckDB files by the
duckdb wheel. Each is another implementation than the one that the program uses, or a real server."""

import os
import pathlib
import pwd
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PASSWORD = "s3cret-word"


def postgres_programs():
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


def duckdb_library():
    """Where scripts/setup puts it; an environment variable can name another one."""
    named = os.environ.get("SFUMATO_DUCKDB")
    path = pathlib.Path(named) if named else ROOT / "tests/databases/node_modules/@duckdb/node-bindings-linux-x64/libduckdb.so"
    return path if path.exists() else None


def duckdb_python():
    path = ROOT / "build/python/full/bin/python"
    return path if path.exists() else None


class PostgresServer:
    """Reached through a socket in a folder of its own alone; it ends with the tests."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="sfumato-pg-", dir="/tmp")
        self.user = pwd.getpwnam("postgres") if os.getuid() == 0 else None
        secret = pathlib.Path(self.folder, "password")
        secret.write_text(PASSWORD + "\n")
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
            os.chown(secret, self.user.pw_uid, self.user.pw_gid)
        self.log = open(os.path.join(self.folder, "log"), "a")
        self.call("initdb", "-D", f"{self.folder}/data", "-U", "keeper", "--pwfile", secret, "-A", "scram-sha-256", "-E",
                  "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions")
        self.process = self.start("postgres", "-D", f"{self.folder}/data", "-k", self.folder, "-c", "listen_addresses=",
                                  "-c", "fsync=off", "-c", "shared_buffers=16MB", "-c", "max_connections=20")
        ready = pathlib.Path(self.folder, "data/postmaster.pid")
        for _ in range(600):
            if ready.exists() and "ready" in ready.read_text():
                return
            time.sleep(0.1)
        raise RuntimeError(pathlib.Path(self.folder, "log").read_text())

    def start(self, program, *arguments):
        def become():
            if self.user:
                os.setgid(self.user.pw_gid)
                os.setuid(self.user.pw_uid)

        return subprocess.Popen([postgres_programs() / program, *arguments], preexec_fn=become, cwd=self.folder,
                                stdout=self.log, stderr=self.log, env=self.environment())

    def call(self, *command):
        if self.start(*command).wait() != 0:
            raise RuntimeError(pathlib.Path(self.folder, "log").read_text())

    @staticmethod
    def environment():
        return {**os.environ, "PGPASSWORD": PASSWORD, "LC_ALL": "C.UTF-8"}

    def sql(self, statements, user="keeper"):
        """What psql prints: rows without a header, fields divided by |."""
        return subprocess.run([postgres_programs() / "psql", "-h", self.folder, "-U", user, "-d", "postgres", "-v",
                               "ON_ERROR_STOP=1", "-q", "-X", "-A", "-t", "-c", statements], check=True,
                              capture_output=True, text=True, env=self.environment()).stdout.strip()

    def address(self, table, user="keeper", password=None):
        who = user + (f":{password}" if password else "")
        return f"postgres://{who}@/postgres?host={self.folder}&table={table}"

    def stop(self):
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def sqlite(path, script, rows=()):
    """Runs statements, then inserts rows: (statement, values) each."""
    with sqlite3.connect(path) as connection:
        connection.executescript(script)
        for statement, values in rows:
            connection.execute(statement, values)
    connection.close()


def sqlite_rows(path, query):
    connection = sqlite3.connect(path)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def duckdb(path, statements, read_only=False):
    """Runs statements by the wheel; returns the rows of the last one as text. Its files have a form that the library, which
    may be older than the wheel, can read."""
    program = ("import sys, duckdb\n"
               "c = duckdb.connect()\n"
               "how = 'READ_ONLY' if sys.argv[2] == 'yes' else \"STORAGE_VERSION 'v1.2.0'\"\n"
               "c.execute(f\"ATTACH '{sys.argv[1]}' AS it ({how})\")\n"
               "c.execute('USE it')\n"
               "r = None\n"
               "for s in sys.stdin.read().split(';;'):\n"
               "    if s.strip(): r = c.execute(s)\n"
               "for row in (r.fetchall() if r is not None and r.description else []):\n"
               "    print('|'.join('NULL' if v is None else str(v) for v in row))\n")
    return subprocess.run([duckdb_python(), "-c", program, path, "yes" if read_only else "no"], input=statements, text=True,
                          check=True, capture_output=True).stdout.strip()
