#!/usr/bin/env python3
"""Tables of databases wherever DATA and OUT stand: types, copies, promises, refusals, passwords, locks, Ctrl-C and memory,
with real servers and files of other implementations."""

import argparse
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

import systems

PROGRAM = None
HOSTILE = 'x"; drop table y; --'
ENCODED = "x%22; drop table y; --"

# What every system must bring back: 64-bit integers, doubles, dates, texts, missing values, odd names.
CSV = ('id,big,"a ""b"" c",price,day,word\n'
       '1,9223372036854775807,-5,0.1,2021-03-31,"say ""hi"", it\'s"\n'
       "2,-9223372036854775807,,1e+300,1970-01-01,zwölf 猫\n"
       "3,0,7,,0001-01-01,\"tab\tand\nline\"\n"
       "4,,8,-2.5,,\\N\n"
       "5,12,9,3,9999-12-31,\n")


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)

    def run_program(self, *arguments, status=0, env=None):
        result = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True,
                                env={**os.environ, **(env or {})})
        self.assertEqual(result.returncode, status, f"{arguments}\n{result.stdout}\n{result.stderr}")
        return result

    def refused(self, *arguments, status=2, env=None):
        return self.run_program(*arguments, status=status, env=env).stderr

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def copy(self, source, target, *more):
        """A release that changes nothing but `id`, which has no other column's values."""
        self.run_program("mask", "top-coding", source, "-o", target, "--columns", "id", "--at", "1e9", "--quiet", *more)

    def files(self):
        return sorted(path.name for path in self.folder.iterdir())

    def check_round_trip(self, target):
        self.write("data.csv", CSV)
        self.copy("data.csv", target)
        self.copy(target, "back.csv")
        self.copy("data.csv", "same.csv")
        self.assertEqual(self.read("back.csv"), self.read("same.csv"))

    def check_existing_is_refused(self, target):
        self.write("data.csv", CSV)
        self.copy("data.csv", target)
        self.assertIn("is in the database already",
                      self.refused("mask", "top-coding", "data.csv", "-o", target, "--columns", "id", "--at", "1e9"))
        self.copy("data.csv", target, "--force")

    def check_promise(self, source, target):
        """k-anonymity, verified in the table before it is committed, and found again through the sidecar."""
        self.run_program("sample", "people", "--rows", "200", "--seed", "1", "-o", source, "--quiet")
        result = self.run_program("mask", "local-suppression", source, "-o", target, "--k", "3", "--columns", "sex,region",
                                  "--seed", "1", "--json")
        self.assertEqual(json.loads(result.stdout)["promises"][0]["models"][0], {"model": "k-anonymity:3", "kept": True,
                                                                                 "found": 3})
        inspected = json.loads(self.run_program("inspect", target, "--json").stdout)
        roles = {column["name"]: column.get("role") for column in inspected["columns"]}
        self.assertEqual(roles["sex"], "quasi-identifier")
        measured = self.run_program("measure", source, target, "--json").stdout
        self.assertIn('"measures"', measured)

    def check_copies(self, target, names):
        self.run_program("sample", "people", "--rows", "60", "--seed", "1", "-o", "people.csv", "--quiet")
        self.run_program("mask", "multiple-imputation", "people.csv", "-o", target, "--columns", "income,savings", "--copies", "3",
                         "--seed", "1", "--quiet")
        for name in names:
            self.assertIn("60 records", self.run_program("inspect", name).stdout.replace("\u202f", " "))


class Sqlite(Case):
    def test_round_trip(self):
        self.check_round_trip("sqlite:out.db?table=data")
        self.assertEqual(systems.sqlite_rows(self.folder / "out.db", "select big, price, day, word from data")[0],
                         (9223372036854775807, 0.1, "2021-03-31", "say \"hi\", it's"))
        self.assertEqual(self.files(), ["back.csv", "back.toml", "data.csv", "out.db", "out.db.data.toml", "same.csv",
                                        "same.toml"])

    def test_types_of_another_implementation(self):
        systems.sqlite(self.folder / "in.db", """
            create table t (i integer, r real, mixed real, any, flag boolean, day text, moment text, word varchar(5), b blob,
                            unknown integer);
            insert into t values (9007199254740993, 0.5, 1, 7, 1, '2021-03-31', '2021-03-31 09:30:00', '007', x'00ff', null),
                                 (-1, 2, 2.5, 'seven', 0, '1970-01-01', '2021-03-31 09:31:00', 'a', null, null),
                                 (null, null, null, null, null, null, null, null, null, null);
            create view v as select i, word from t where i is not null;
        """)
        document = json.loads(self.run_program("inspect", "sqlite:in.db?table=t", "--json").stdout)
        kinds = {column["name"]: column["kind"] for column in document["columns"]}
        self.assertEqual(kinds, {"i": "numeric", "r": "numeric", "mixed": "numeric", "any": "nominal", "flag": "nominal",
                                 "day": "ordinal", "moment": "ordinal", "word": "nominal", "b": "nominal",
                                 "unknown": "numeric"})
        self.run_program("mask", "top-coding", "sqlite:in.db?table=t", "-o", "out.csv", "--columns", "r", "--at", "1e9", "--quiet")
        self.assertEqual(self.read("out.csv").splitlines()[1:],
                         ["9007199254740993,0.5,1,7,true,2021-03-31,2021-03-31 09:30:00,007,\\x00ff,",
                          "-1,2,2.5,seven,false,1970-01-01,2021-03-31 09:31:00,a,,", ",,,,,,,,,"])
        self.run_program("inspect", "sqlite:in.db?table=v")

    def test_integers_that_a_double_cannot_hold_among_other_numbers(self):
        systems.sqlite(self.folder / "in.db", "create table t (x); insert into t values (9007199254740993), (0.5)")
        self.assertIn("beyond 2^53", self.refused("inspect", "sqlite:in.db?table=t"))

    def test_names_are_only_names(self):
        systems.sqlite(self.folder / "out.db", "create table y (a); insert into y values (1)")
        self.write("data.csv", CSV)
        self.copy("data.csv", f"sqlite:out.db?table={ENCODED}")
        self.assertEqual(systems.sqlite_rows(self.folder / "out.db", "select name from sqlite_schema order by name"),
                         [(HOSTILE,), ("y",)])
        self.assertIn("5 records", self.run_program("inspect", f"sqlite:out.db?table={ENCODED}").stdout)

    def test_existing_table(self):
        self.check_existing_is_refused("sqlite:out.db?table=data")

    def test_the_table_that_is_read(self):
        self.write("data.csv", CSV)
        self.copy("data.csv", "sqlite:out.db?table=data")
        for again in ("sqlite:out.db?table=DATA", "sqlite:./out.db?table=data"):
            message = self.refused("mask", "top-coding", "sqlite:out.db?table=data", "-o", again, "--columns", "id", "--at", "1e9",
                                   "--force")
            self.assertIn("is the table that is read", message)
        # The file of the database is an input too.
        self.assertIn("out.db", self.refused("mask", "top-coding", "sqlite:out.db?table=data", "-o", "x.csv", "--columns", "id",
                                             "--at", "1e9", "--report", "out.db"))
        self.copy("sqlite:out.db?table=data", "sqlite:out.db?table=other")

    def test_promise_and_sidecar(self):
        self.check_promise("sqlite:people.db?table=people", "sqlite:people.db?table=release")

    def test_copies(self):
        self.check_copies("sqlite:out.db?table=people", [f"sqlite:out.db?table=people-{i}" for i in (1, 2, 3)])
        # A copy that is there: none is written.
        self.refused("mask", "multiple-imputation", "people.csv", "-o", "sqlite:out.db?table=people", "--columns",
                     "income,savings", "--copies", "4", "--seed", "1")
        self.assertEqual(len(systems.sqlite_rows(self.folder / "out.db", "select name from sqlite_schema")), 3)

    def test_wherever_data_stand(self):
        source = "sqlite:people.db?table=people"
        self.run_program("sample", "people", "--rows", "100", "--seed", "1", "-o", source, "--quiet")
        self.run_program("mask", "mdav", source, "-o", "masked.csv", "--k", "3", "--quiet")
        self.run_program("measure", source, "masked.csv", "--per-record", "sqlite:risk.db?table=risk")
        self.assertGreater(systems.sqlite_rows(self.folder / "risk.db", "select count(*) from risk")[0][0], 0)
        self.assertEqual((self.folder / "risk.db").stat().st_mode & 0o777, 0o600)  # risks of records are confidential
        self.run_program("compare", source, "-o", "out", "--columns", "income,savings", "--methods", "mdav,rank-swapping",
                         "--equal", "distance-linkage=20", "--tolerance", "90%", "--seed", "1", "--quiet")
        self.assertTrue((self.folder / "out/report.json").exists())
        self.run_program("methods", "--for", source)
        self.run_program("verify", source, "--mine", "income=20000", "--mine", "tax=1000")
        self.run_program("table", "tabulate", source, "--by", "region,sex", "-o", "table.json", "--quiet")
        self.run_program("query", "propose-catalogue", source, "-o", "catalogue.toml")
        self.run_program("query", "init", "base", source, "--catalogue", "catalogue.toml", "--protection", "dp", "--budget", "3")
        (self.folder / "plans").mkdir()
        self.write("plans/plan.toml", 'measures = ["emd"]\n[data]\npath = "sqlite:../people.db?table=people"\ncolumns = ["income", "savings"]\n'
                   '[[methods]]\nmethod = "mdav"\nk = [3, 5]\n')
        self.run_program("run", "plans/plan.toml", "-o", "results", "--quiet")

    def test_missing_things(self):
        systems.sqlite(self.folder / "in.db", "create table people (a); create table other (a)")
        self.assertIn("it has other, people", self.refused("inspect", "sqlite:in.db?table=nobody"))
        self.assertIn("no such file", self.refused("inspect", "sqlite:nowhere.db?table=people"))
        self.assertFalse((self.folder / "nowhere.db").exists())
        self.write("text.db", "this is not a database, although it has many words in it\n" * 100)
        self.assertIn("not a database", self.refused("inspect", "sqlite:text.db?table=people"))
        self.assertIn("not a database", self.refused("sample", "people", "--rows", "5", "-o", "sqlite:text.db?table=people"))

    def test_bad_addresses(self):
        for address, words in (("sqlite:in.db", "names no table"), ("sqlite:?table=x", "names no file"),
                               ("sqlite:in.db?table=", "names no table"), ("sqlite:in.db?tabel=x", "unknown option"),
                               ("sqlite:in.db?table=%zz", "followed by two digits"),
                               ("duckdb:in.db?table=a.b.c", "more than a schema and a name"),
                               ('duckdb:in.db?table="a', "do not match")):
            self.assertIn(words, self.refused("inspect", address), address)

    def test_a_failure_leaves_nothing(self):
        self.write("data.csv", "a,A\n1,2\n")
        self.assertIn("have one name", self.refused("mask", "top-coding", "data.csv", "-o", "sqlite:new.db?table=t", "--columns", "a",
                                                    "--at", "1e9"))
        self.assertEqual(self.files(), ["data.csv"])

    def test_read_only_file(self):
        systems.sqlite(self.folder / "in.db", "create table t (a)")
        os.chmod(self.folder / "in.db", 0o444)
        os.chmod(self.folder, 0o755)
        # Root may write everything.
        who = {"user": 65534, "group": 65534} if os.getuid() == 0 else {}
        command = [PROGRAM, "sample", "people", "--rows", "5", "-o", "sqlite:in.db?table=people"]
        if not who:
            os.chmod(self.folder, 0o555)
            self.addCleanup(os.chmod, self.folder, 0o755)
        result = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, **who)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("you may write to", result.stderr)
        reading = subprocess.run([PROGRAM, "inspect", "sqlite:in.db?table=t"], cwd=self.folder, capture_output=True,
                                 text=True, **who)
        self.assertEqual(reading.returncode, 0, reading.stderr)

    def test_lock_of_another_program(self):
        systems.sqlite(self.folder / "in.db", "create table t (a); insert into t values (1)")
        other = sqlite3.connect(self.folder / "in.db", isolation_level=None)
        other.execute("begin exclusive")
        self.assertIn("another program", self.refused("inspect", "sqlite:in.db?table=t"))
        self.assertIn("another program", self.refused("sample", "people", "--rows", "5", "-o", "sqlite:in.db?table=people"))
        other.execute("rollback")
        other.close()
        self.run_program("inspect", "sqlite:in.db?table=t")

    def test_a_change_that_another_program_left(self):
        """A journal of a program that was killed: reading says so, writing takes the change back first."""
        killed = ("import os, sqlite3, sys\n"
                  "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
                  "c.execute('pragma page_size = 512'); c.execute('create table t (a)')\n"
                  "c.executemany('insert into t values (?)', [(i,) for i in range(5000)])\n"
                  "c.execute('pragma cache_size = 5'); c.execute('begin'); c.execute('update t set a = -1')\n"
                  "os.kill(os.getpid(), 9)\n")
        subprocess.run([sys.executable, "-c", killed, self.folder / "in.db"])
        self.assertTrue((self.folder / "in.db-journal").exists())
        self.assertIn("in the middle of a change", self.refused("inspect", "sqlite:in.db?table=t"))
        self.run_program("sample", "people", "--rows", "5", "-o", "sqlite:in.db?table=people", "--quiet")
        self.assertEqual(systems.sqlite_rows(self.folder / "in.db", "select min(a), max(a) from t"), [(0, 4999)])
        self.run_program("inspect", "sqlite:in.db?table=t")

    def test_interrupt(self):
        """Ctrl-C while rows are written: no table, no file."""
        process = subprocess.Popen([PROGRAM, "sample", "people", "--rows", "100000000", "-o", "sqlite:out.db?table=people"],
                                   cwd=self.folder, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        for _ in range(600):
            if (self.folder / "out.db-journal").exists():
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(), 130)
        self.assertEqual(self.files(), [])

    def test_million_rows(self):
        """Blocks are written as they are made: memory does not grow with the rows. Reading takes what the table takes."""
        # A sanitizer would keep freed memory back, which is not the program's.
        environment = {**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=0:thread_local_quarantine_size_kb=0"}

        def peak(rows):
            program = ("import resource, subprocess, sys\n"
                       "subprocess.run(sys.argv[1:], check=True)\n"
                       "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n")
            done = subprocess.run([sys.executable, "-c", program, PROGRAM, "sample", "people", "--rows", str(rows), "--seed", "1",
                                   "--threads", "1", "--quiet", "-o", f"sqlite:m{rows}.db?table=people"], cwd=self.folder,
                                  check=True, capture_output=True, text=True, env=environment)
            return int(done.stdout)
        few, many = peak(50_000), peak(1_000_000)
        self.assertLess(many, few + 60_000, "kilobytes")  # the table itself would take some 150 MB more
        self.assertEqual(systems.sqlite_rows(self.folder / "m1000000.db", "select count(*) from people"), [(1_000_000,)])
        shown = self.run_program("inspect", "sqlite:m1000000.db?table=people", "--json").stdout
        self.assertEqual(json.loads(shown)["rows"], 1_000_000)


@unittest.skipUnless(systems.postgres_programs(), "the PostgreSQL server is not installed; scripts/setup test installs it")
class Postgres(Case):
    @classmethod
    def setUpClass(cls):
        cls.server = systems.PostgresServer()

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def setUp(self):
        super().setUp()
        self.server.sql("drop schema public cascade; create schema public; drop schema if exists office cascade")
        os.environ["PGPASSWORD"] = systems.PASSWORD
        self.addCleanup(os.environ.pop, "PGPASSWORD", None)

    def tables(self):
        return self.server.sql("select schemaname || '.' || tablename from pg_tables where schemaname in ('public', 'office') "
                               "order by 1").splitlines()

    def test_round_trip(self):
        self.check_round_trip(self.server.address("data"))
        self.assertEqual(self.server.sql("select column_name || ' ' || data_type from information_schema.columns where "
                                         "table_name = 'data' order by ordinal_position"),
                         'id bigint\nbig bigint\na "b" c bigint\nprice double precision\nday date\nword text')
        self.assertIn("localhost.postgres.data.toml", self.files())

    def test_types(self):
        self.server.sql(
            "create table t (i smallint, b bigint, n numeric(12,3), large numeric, flag boolean, day date, moment timestamp, "
            "zoned timestamptz, word char(5), u uuid, r real, whole numeric(10,0));"
            "insert into t values (1, 9007199254740993, 1200.505, 12345678901234567890.5, true, '2021-03-31', "
            "'2021-03-31 09:30:00.25', '2021-03-31 09:30:00+02', 'a', '00000000-0000-0000-0000-000000000001', 0.1, 12), "
            "(null, null, null, null, null, null, null, null, null, null, null, null)")
        self.run_program("mask", "top-coding", self.server.address("t"), "-o", "out.csv", "--columns", "i", "--at", "1e9", "--quiet")
        self.assertEqual(self.read("out.csv").splitlines()[1:],
                         ["1,9007199254740993,1200.505,12345678901234567890.5,true,2021-03-31,2021-03-31T09:30:00.25,"
                          "2021-03-31T07:30:00+00,a,00000000-0000-0000-0000-000000000001,0.1,12", ",,,,,,,,,,,"])
        document = json.loads(self.run_program("inspect", self.server.address("t"), "--json").stdout)
        kinds = {column["name"]: column["kind"] for column in document["columns"]}
        self.assertEqual((kinds["n"], kinds["large"], kinds["whole"], kinds["day"]),
                         ("numeric", "nominal", "numeric", "ordinal"))

    def test_schemas_and_views(self):
        self.server.sql('create schema office; create table office."Big Table" (a int); insert into office."Big Table" values '
                        "(1), (2); create view seen as select a from office.\"Big Table\"")
        self.assertIn("2 records", self.run_program("inspect", self.server.address("office.Big Table")).stdout)
        self.assertIn("2 records", self.run_program("inspect", self.server.address("seen")).stdout)
        self.write("data.csv", CSV)
        self.copy("data.csv", self.server.address('office."a.b"'))
        self.assertEqual(self.tables(), ["office.Big Table", "office.a.b"])

    def test_names_are_only_names(self):
        self.server.sql("create table y (a int)")
        self.write("data.csv", CSV)
        self.copy("data.csv", self.server.address(ENCODED))
        self.assertEqual(self.tables(), ["public." + HOSTILE, "public.y"])
        self.assertIn("5 records", self.run_program("inspect", self.server.address(ENCODED)).stdout)

    def test_existing_table(self):
        self.check_existing_is_refused(self.server.address("data"))
        # A table that a view needs is not dropped, and stays.
        self.server.sql("create view v as select * from data")
        self.refused("mask", "top-coding", "data.csv", "-o", self.server.address("data"), "--columns", "id", "--at", "1e9", "--force")
        self.assertEqual(self.server.sql("select count(*) from v"), "5")

    def test_the_table_that_is_read(self):
        self.write("data.csv", CSV)
        self.copy("data.csv", self.server.address("data"))
        for again in ("data", "public.data"):
            self.assertIn("is the table that is read", self.refused(
                "mask", "top-coding", self.server.address("data"), "-o", self.server.address(again), "--columns", "id", "--at",
                "1e9", "--force"))

    def test_promise_and_sidecar(self):
        self.check_promise(self.server.address("people"), self.server.address("release"))

    def test_copies_are_one_transaction(self):
        self.check_copies(self.server.address("people"), [self.server.address(f"people-{i}") for i in (1, 2, 3)])
        self.server.sql('drop table "people-1", "people-2"')
        self.refused("mask", "multiple-imputation", "people.csv", "-o", self.server.address("people"), "--columns",
                     "income,savings", "--copies", "3", "--seed", "1")
        self.assertEqual(self.tables(), ["public.people-3"])

    def test_sidecar_that_is_named(self):
        self.run_program("sample", "people", "--rows", "10", "-o", self.server.address("people") + "&sidecar=roles.toml",
                         "--quiet")
        self.assertEqual(self.files(), ["roles.toml"])
        shown = self.run_program("inspect", self.server.address("people") + "&sidecar=roles.toml", "--json").stdout
        self.assertIn("quasi-identifier", shown)

    def test_passwords_are_never_shown(self):
        del os.environ["PGPASSWORD"]
        self.addCleanup(os.environ.setdefault, "PGPASSWORD", systems.PASSWORD)
        source = self.server.address("people", password=systems.PASSWORD)
        target = self.server.address("release", password=systems.PASSWORD)
        shown = ""

        def keep(result):
            nonlocal shown
            shown += result.stdout + result.stderr
        keep(self.run_program("sample", "people", "--rows", "100", "--seed", "1", "-o", source))
        keep(self.run_program("mask", "mdav", source, "-o", target, "--k", "3", "--report", "report.html", "--json"))
        keep(self.run_program("measure", source, target, "--json"))
        keep(self.run_program("compare", source, "-o", "out", "--columns", "income,savings", "--methods", "mdav",
                              "--equal", "distance-linkage=20", "--tolerance", "90%", "--seed", "1"))
        keep(self.run_program("inspect", source + "&bad%", status=2))
        keep(self.run_program("inspect", self.server.address("nothing", password=systems.PASSWORD), status=2))
        keep(self.run_program("inspect", self.server.address("people", "keeper", "wr0ng-word"), status=2))
        keep(self.run_program("inspect", f"postgres://keeper@/postgres?host={self.server.folder}&password={systems.PASSWORD}"
                              "&table=people"))
        self.write("plan.toml", f'[data]\npath = "{source}"\n[[methods]]\nmethod = "mdav"\n')
        keep(self.run_program("run", "plan.toml", "-o", "results", status=2))
        self.write("plan.toml", 'measures = ["emd"]\n[data]\npath = "' + self.server.address("people", password="${SECRET_WORD}")
                   + '"\ncolumns = ["income", "savings"]\n[[methods]]\nmethod = "mdav"\n')
        keep(self.run_program("run", "plan.toml", "-o", "results", env={"SECRET_WORD": systems.PASSWORD}))
        for secret in (systems.PASSWORD, "wr0ng-word"):
            self.assertNotIn(secret, shown)
            for path in self.folder.rglob("*"):
                if path.is_file() and path.name != "plan.toml":
                    self.assertNotIn(secret.encode(), path.read_bytes(), path)

    def test_source_of_a_queryable_database(self):
        """A password in --source is taken out and used, too."""
        del os.environ["PGPASSWORD"]
        self.addCleanup(os.environ.setdefault, "PGPASSWORD", systems.PASSWORD)
        people = self.server.address("people", password=systems.PASSWORD)
        self.run_program("sample", "people", "--rows", "50", "--seed", "1", "-o", people, "--quiet")
        self.run_program("query", "propose-catalogue", people, "-o", "catalogue.toml")
        self.assertIn("people", self.read("catalogue.toml"))
        source = people.replace("&table=people", "")
        result = self.run_program("query", "init", "base", "--source", source, "--catalogue", "catalogue.toml", "--protection",
                                  "dp", "--budget", "3")
        self.assertNotIn(systems.PASSWORD, result.stdout + result.stderr)

    def test_permissions(self):
        self.server.sql("create table secret (a int); drop role if exists reader; create role reader login password "
                        f"'{systems.PASSWORD}'; grant usage on schema public to reader")
        self.assertIn("permission denied", self.refused("inspect", self.server.address("secret", "reader")))
        self.assertIn("permission denied", self.refused("sample", "people", "--rows", "5", "-o",
                                                        self.server.address("mine", "reader")))
        self.assertEqual(self.tables(), ["public.secret"])

    def test_missing_things(self):
        self.assertIn("has no table 'nothing'", self.refused("inspect", self.server.address("nothing")))
        self.assertIn("cannot connect", self.refused("inspect", "postgres://keeper@/postgres?host=/nowhere&table=t"))
        self.assertIn("cannot be parsed", self.refused("inspect", "postgres://keeper@/postgres?nonsense=1&table=t"))

    def test_lock_of_another_session(self):
        self.server.sql("create table t (a int); insert into t values (1)")
        holder = subprocess.Popen([systems.postgres_programs() / "psql", "-h", self.server.folder, "-U", "keeper", "-d", "postgres",
                                   "-q", "-X"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                  env=self.server.environment())
        holder.stdin.write("begin; lock table t in access exclusive mode; select 'held';\n")
        holder.stdin.flush()
        while "held" not in holder.stdout.readline():
            pass
        self.assertIn("locked by another session", self.refused("inspect", self.server.address("t")))
        holder.communicate("rollback;\n")
        self.run_program("inspect", self.server.address("t"))

    def test_interrupt(self):
        process = subprocess.Popen([PROGRAM, "sample", "people", "--rows", "100000000", "-o", self.server.address("people")],
                                   cwd=self.folder, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        for _ in range(600):
            if "COPY" in self.server.sql("select coalesce(string_agg(query, ' '), '') from pg_stat_activity where "
                                         "application_name = 'sfumato'"):
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(), 130)
        self.assertEqual(self.tables(), [])
        self.assertEqual(self.files(), [])

    def test_million_rows(self):
        self.run_program("sample", "people", "--rows", "1000000", "--seed", "1", "-o", self.server.address("people"), "--quiet")
        self.assertEqual(self.server.sql("select count(*) from people"), "1000000")
        shown = self.run_program("inspect", self.server.address("people"), "--json").stdout
        self.assertEqual(json.loads(shown)["rows"], 1_000_000)


@unittest.skipUnless(systems.duckdb_library(), "DuckDB's library is not installed; scripts/setup test installs it")
class DuckDb(Case):
    def setUp(self):
        super().setUp()
        os.environ["SFUMATO_DUCKDB"] = str(systems.duckdb_library())
        self.addCleanup(os.environ.pop, "SFUMATO_DUCKDB", None)

    def test_round_trip(self):
        self.check_round_trip("duckdb:out.duckdb?table=data")
        self.assertEqual(self.files(), ["back.csv", "back.toml", "data.csv", "out.duckdb", "out.duckdb.data.toml", "same.csv",
                                        "same.toml"])

    @unittest.skipUnless(systems.duckdb_python(), "the duckdb wheel is not installed")
    def test_types_of_another_implementation(self):
        systems.duckdb(
            self.folder / "in.duckdb",
            "create table t (i tinyint, b bigint, u ubigint, h hugeint, n decimal(12,3), large decimal(38,1), flag boolean, "
            "day date, moment timestamp, word varchar, e enum('x', 'y'), r float, d double, bin blob);;"
            "insert into t values (1, 9007199254740993, 18446744073709551615, 5, 1200.505, 1234567890123456789012.5, true, "
            "'2021-03-31', '2021-03-31 09:30:00.25', 'a text of more than twelve bytes', 'x', 0.1, 0.5, '\\x00\\xFF'), "
            "(null, null, null, null, null, null, null, null, null, null, null, null, null, null);;"
            "create schema office;; create view office.v as select i from t;; checkpoint")
        self.run_program("mask", "top-coding", "duckdb:in.duckdb?table=t", "-o", "out.csv", "--columns", "i", "--at", "1e9",
                         "--quiet")
        self.assertEqual(self.read("out.csv").splitlines()[1:],
                         ["1,9007199254740993,18446744073709551615,5,1200.505,1234567890123456789012.5,true,2021-03-31,"
                          "2021-03-31T09:30:00.25,a text of more than twelve bytes,x,0.1,0.5,\\x00ff", ",,,,,,,,,,,,,"])
        self.assertIn("2 records", self.run_program("inspect", "duckdb:in.duckdb?table=office.v").stdout)

    @unittest.skipUnless(systems.duckdb_python(), "the duckdb wheel is not installed")
    def test_another_implementation_reads_it(self):
        self.write("data.csv", CSV)
        self.copy("data.csv", f"duckdb:out.duckdb?table={ENCODED}")
        rows = systems.duckdb(self.folder / "out.duckdb", 'select big, price, day from "x""; drop table y; --" order by id',
                              read_only=True).splitlines()
        self.assertEqual(rows[0], "9223372036854775807|0.1|2021-03-31")
        self.assertEqual(rows[3], "NULL|-2.5|NULL")

    def test_existing_table(self):
        self.check_existing_is_refused("duckdb:out.duckdb?table=data")

    def test_the_table_that_is_read(self):
        self.write("data.csv", CSV)
        self.copy("data.csv", "duckdb:out.duckdb?table=data")
        self.assertIn("is the table that is read", self.refused(
            "mask", "top-coding", "duckdb:out.duckdb?table=data", "-o", "duckdb:out.duckdb?table=main.Data", "--columns", "id",
            "--at", "1e9", "--force"))
        self.copy("duckdb:out.duckdb?table=data", "duckdb:out.duckdb?table=other")

    def test_promise_and_sidecar(self):
        self.check_promise("duckdb:people.duckdb?table=people", "duckdb:people.duckdb?table=release")

    def test_copies(self):
        self.check_copies("duckdb:out.duckdb?table=people", [f"duckdb:out.duckdb?table=people-{i}" for i in (1, 2, 3)])

    def test_views_open_no_other_file(self):
        if not systems.duckdb_python():
            self.skipTest("the duckdb wheel is not installed")
        self.write("private.csv", "a\n1\n")
        systems.duckdb(self.folder / "in.duckdb", f"create view v as select * from read_csv('{self.folder}/private.csv')")
        self.refused("inspect", "duckdb:in.duckdb?table=v")

    def test_missing_things(self):
        self.write("data.csv", CSV)
        self.copy("data.csv", "duckdb:out.duckdb?table=data")
        self.assertIn("it has data", self.refused("inspect", "duckdb:out.duckdb?table=nothing"))
        self.assertIn("no such file", self.refused("inspect", "duckdb:nowhere.duckdb?table=t"))
        self.write("text.duckdb", "not a database\n" * 1000)
        self.assertIn("DuckDB", self.refused("inspect", "duckdb:text.duckdb?table=t"))

    def test_without_the_library(self):
        message = self.refused("inspect", "duckdb:data.csv?table=t", env={"SFUMATO_DUCKDB": "/nowhere/libduckdb.so"})
        self.write("data.csv", CSV)
        message = self.refused("inspect", "duckdb:data.csv?table=t", env={"SFUMATO_DUCKDB": "/nowhere/libduckdb.so"})
        self.assertIn("SFUMATO_DUCKDB", message)

    def test_a_failure_leaves_nothing(self):
        self.write("data.csv", "a,A\n1,2\n")
        self.refused("mask", "top-coding", "data.csv", "-o", "duckdb:new.duckdb?table=t", "--columns", "a", "--at", "1e9")
        self.assertEqual(self.files(), ["data.csv"])

    @unittest.skipUnless(systems.duckdb_python(), "the duckdb wheel is not installed")
    def test_lock_of_another_program(self):
        self.write("data.csv", CSV)
        self.copy("data.csv", "duckdb:out.duckdb?table=data")
        holder = subprocess.Popen([systems.duckdb_python(), "-c", "import duckdb, sys; c = duckdb.connect(sys.argv[1]); "
                                   "print('held', flush=True); sys.stdin.read()", self.folder / "out.duckdb"],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.assertEqual(holder.stdout.readline().strip(), "held")
        self.assertIn("another program", self.refused("inspect", "duckdb:out.duckdb?table=data"))
        holder.communicate("")
        self.run_program("inspect", "duckdb:out.duckdb?table=data")

    def test_interrupt(self):
        process = subprocess.Popen([PROGRAM, "sample", "people", "--rows", "100000000", "-o", "duckdb:out.duckdb?table=people"],
                                   cwd=self.folder, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        for _ in range(600):
            if (self.folder / "out.duckdb").exists():
                break
            time.sleep(0.1)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(), 130)
        self.assertEqual(self.files(), [])

    def test_million_rows(self):
        self.run_program("sample", "people", "--rows", "1000000", "--seed", "1", "-o", "duckdb:m.duckdb?table=people", "--quiet")
        shown = self.run_program("inspect", "duckdb:m.duckdb?table=people", "--json").stdout
        self.assertEqual(json.loads(shown)["rows"], 1_000_000)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    known, rest = parser.parse_known_args()
    PROGRAM = os.path.abspath(known.program)
    unittest.main(argv=[sys.argv[0], *rest])
