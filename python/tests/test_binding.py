"""The binding to the library: requests, errors, stopping, threads. Needs nothing but the package itself."""

import datetime
import decimal
import gc
import json
import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import threading
import time
import unittest

from sfumato import _arrow, _arrow_export
from sfumato._errors import Error
from sfumato._frames import native, source
from sfumato._library import describe, run, version
from sfumato._requests import request_text

NUMBERS = {"x": [float(i * 7919 % 1000) for i in range(60)], "y": [float(i * 104729 % 777) for i in range(60)]}


def mask(**members):
    original = source(NUMBERS)
    request = {"job": "mask", "method": "mdav", "columns": ["x", "y"], "seed": 1, **members}
    return original, run(request, [("original", original)])


class Library(unittest.TestCase):
    def test_says_what_it_is(self):
        self.assertRegex(version(), r"^\d+\.\d+\.\d+$")
        described = describe()
        self.assertEqual(described["version"], version())
        self.assertIn("mdav", [method["name"] for method in described["methods"]])
        self.assertIs(describe(), described)

    def test_runs_a_job(self):
        original, answer = mask(parameters={"k": 3})
        self.assertTrue(answer.yes)
        self.assertEqual(answer.result["parameters"]["k"], 3)
        masked = original.restore(answer.outputs[0])
        self.assertEqual(list(masked), ["x", "y"])
        groups = {pair: list(zip(masked["x"], masked["y"])).count(pair) for pair in zip(masked["x"], masked["y"])}
        self.assertGreaterEqual(min(groups.values()), 3)

    def test_an_answer_can_be_no(self):
        records = {"g": ["a", "a", "b", "b"], "v": [100.0, 1.0, 50.0, 49.0]}
        table = run({"job": "tabulate", "by": ["g"], "sum": ["v"]}, [("records", source(records))]).result["table"]
        self.assertFalse(run({"job": "check", "rule": ["dominance=1,85"], "table": table}).yes)

    def test_asks_again_where_there_is_too_little_room(self):
        original = source(NUMBERS)
        request = {"job": "mask", "method": "multiple-imputation", "columns": ["x"], "seed": 1, "parameters": {"copies": 5}}
        answer = run(request, [("original", original)], outputs=1)
        self.assertEqual(len(answer.outputs), 5)
        again = run(request, [("original", original)], outputs=5)
        for one, other in zip(answer.outputs, again.outputs):
            self.assertEqual(original.restore(one), original.restore(other))

    def test_makes_tables(self):
        answer = run({"job": "sample", "sample": "people", "rows": 50, "seed": 1})
        people = native(answer.outputs[0], source({}))
        self.assertEqual({len(values) for values in people.values()}, {50})


class Requests(unittest.TestCase):
    def said(self, value):
        return json.loads(request_text({"v": value}))["v"]

    def test_take_what_python_has(self):
        self.assertEqual(self.said((1, 2)), [1, 2])
        self.assertEqual(self.said({"b", "a"}), ["a", "b"])
        self.assertEqual(self.said(pathlib.Path("a/b")), "a/b")
        self.assertEqual(self.said(decimal.Decimal("1.5")), 1.5)
        self.assertEqual(self.said(datetime.date(2020, 1, 2)), "2020-01-02")
        self.assertEqual(self.said(range(3)), [0, 1, 2])
        self.assertEqual(self.said({1: True, "é": None}), {"1": True, "é": None})
        self.assertEqual(self.said(2**70), 2**70)

    def test_refuse_what_json_cannot_say(self):
        circle = []
        circle.append(circle)
        for value in (float("nan"), float("inf"), object(), b"x", lambda: 1, circle, {None: 1}, "\ud800", complex(1, 2)):
            with self.assertRaises(Error):
                request_text({"parameters": {"keep-moments": value}})

    def test_name_the_place(self):
        with self.assertRaises(Error) as raised:
            request_text({"parameters": {"keep-moments": float("nan")}})
        self.assertIn("parameters.keep_moments", raised.exception.message)
        self.assertEqual(raised.exception.parameter, "keep_moments")


class Errors(unittest.TestCase):
    def test_are_spelled_as_python_spells(self):
        with self.assertRaises(Error) as raised:
            mask(**{"keep-bounds": "maybe"})
        error = raised.exception
        self.assertEqual(error.parameter, "keep_bounds")
        self.assertEqual((error.code, error.status), ("bad_input", 2))
        self.assertIn("'keep_bounds'", error.message)
        with self.assertRaises(Error) as raised:
            mask(method="additive-noise", parameters={"keep-moment": True})
        self.assertEqual(raised.exception.parameter, "keep_moment")
        self.assertIn("'keep_moment'", raised.exception.message)
        self.assertIn("keep_moments", raised.exception.hint)
        with self.assertRaises(Error) as raised:
            run({"job": "compare", "equal": ["emd=1"], "at-most": ["emd=1"]}, [("original", source(NUMBERS))])
        self.assertIn("at_most", str(raised.exception))
        self.assertNotIn("at-most", str(raised.exception))

    def test_have_their_parts(self):
        error = Error("wrong", "k", "do this", "refused", 1)
        self.assertEqual(str(error), "wrong\n  do this")
        import pickle

        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((again.message, again.parameter, again.hint, again.code, again.status), ("wrong", "k", "do this", "refused", 1))

    def test_of_wrong_things(self):
        for thing in (None, 5, "text", [1, 2], object(), int, NUMBERS.keys()):
            with self.assertRaises(Error) as raised:
                source(thing, "masked")
            self.assertIn("masked", raised.exception.message)
        for request in ({}, {"job": 5}, {"job": "no such job"}, {"job": "mask"}, {"job": "mask", "a\0b": 1}):
            with self.assertRaises(Error):
                run(request, [("original", source(NUMBERS))])

    def test_of_frames_that_do_not_give_a_stream(self):
        class Wrong:
            def __arrow_c_stream__(self, requested_schema=None):
                return "no capsule"

        class Failing:
            def __arrow_c_stream__(self, requested_schema=None):
                raise RuntimeError("not today")

        for frame in (Wrong(), Failing()):
            with self.assertRaises(Error):
                source(frame)


class Streams(unittest.TestCase):
    def test_are_released(self):
        gc.collect()
        before = len(_arrow_export._lent)
        original, answer = mask()
        original.restore(answer.outputs[0])
        _, unused = mask()
        del original, answer, unused
        gc.collect()
        self.assertEqual(len(_arrow_export._lent), before)

    def test_are_read_once(self):
        _, answer = mask()
        answer.outputs[0].read()
        with self.assertRaises(_arrow.StreamError):
            answer.outputs[0].read()
        with self.assertRaises(_arrow.StreamError):
            answer.outputs[0].__arrow_c_stream__()

    def test_go_through_capsules(self):
        original, answer = mask()
        again, answer_again = mask()
        capsule = answer.outputs[0].__arrow_c_stream__()
        moved = _arrow.Stream.of_capsule(capsule)
        self.assertEqual(original.restore(moved), again.restore(answer_again.outputs[0]))
        del capsule, moved
        unused = mask()[1].outputs[0].__arrow_c_stream__()  # a capsule that nothing reads
        del unused
        gc.collect()


LONG = """
    import os, signal, sys, threading, time
    from sfumato._library import run
    from sfumato._frames import source

    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell makes its background jobs ignore it

    def number(i, j):
        return ((i * 7919 + j * 104729 + i * i * 31) % 100003) / 7

    data = {f"c{j}": [number(i, j) for i in range(3000)] for j in range(6)}
    request = {"job": "compare", "equal": ["distance-linkage=5"], "seed": 1, "replicates": 50}
"""


def child(code, **more):
    return subprocess.Popen([sys.executable, "-c", textwrap.dedent(LONG) + textwrap.dedent(code)], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, **more)  # fmt: skip


class Stopping(unittest.TestCase):
    def test_by_a_callback_that_says_so(self):
        calls = []

        def stop(done, what):
            calls.append((done, what))
            return True

        big = {f"c{j}": [float((i * 7919 + j * 31 * i) % 100003) for i in range(4000)] for j in range(5)}
        with self.assertRaises(Error) as raised:
            run({"job": "compare", "equal": ["distance-linkage=5"], "seed": 1}, [("original", source(big))], progress=stop)
        self.assertEqual((raised.exception.code, raised.exception.status), ("interrupted", 130))
        self.assertEqual(len(calls), 1)

    def test_by_a_callback_that_raises(self):
        class Mine(Exception):
            pass

        threads = []

        def raise_mine(done, what):
            threads.append(threading.current_thread())
            raise Mine("enough")

        big = {f"c{j}": [float((i * 7919 + j * 31 * i) % 100003) for i in range(4000)] for j in range(5)}
        begin = time.monotonic()
        with self.assertRaises(Mine):
            run({"job": "compare", "equal": ["distance-linkage=5"], "seed": 1}, [("original", source(big))], progress=raise_mine)
        self.assertLess(time.monotonic() - begin, 30)
        self.assertEqual(threads, [threading.current_thread()])

    def interrupted(self, code):
        """How long a child process took from the signal to its end."""
        process = child(code)
        line = process.stdout.readline()
        self.assertEqual(line, "running\n", process.stderr.read() if line == "" else line)
        time.sleep(0.3)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        self.addCleanup(process.kill)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err, time.monotonic() - begin

    def test_by_control_c(self):
        code, out, err, _ = self.interrupted("""
            def told(done, what):
                if not told.said:
                    told.said = True
                    print("running", flush=True)
            told.said = False
            try:
                run(request, [("original", source(data))], progress=told)
            except KeyboardInterrupt:
                import sfumato._arrow_export, gc
                gc.collect()
                print("interrupted", len(sfumato._arrow_export._lent), flush=True)
            """)
        self.assertEqual((code, out), (0, "interrupted 0\n"), err)
        self.assertNotIn("Exception ignored", err)

    def test_by_control_c_without_a_callback(self):
        code, out, err, _ = self.interrupted("""
            threading.Timer(0.5, lambda: print("running", flush=True)).start()
            run(request, [("original", source(data))])
            """)
        self.assertNotEqual(code, 0)
        self.assertIn("KeyboardInterrupt", err)
        self.assertNotIn("Exception ignored", err)

    def test_ends_soon_after_control_c(self):
        """The time from the handler to the end of the call, in processor-independent terms: at most a few reports."""
        code, out, err, _ = self.interrupted("""
            moment = []
            def handler(*_):
                moment.append(time.monotonic())
                raise KeyboardInterrupt
            signal.signal(signal.SIGINT, handler)
            def told(done, what):
                if not told.said:
                    told.said = True
                    print("running", flush=True)
            told.said = False
            try:
                run(request, [("original", source(data))], progress=told)
            except KeyboardInterrupt:
                print(time.monotonic() - moment[0], flush=True)
            """)
        self.assertEqual(code, 0, err)
        self.assertLess(float(out), float(os.environ.get("SFUMATO_STOP_SECONDS", "2")))

    def test_in_another_thread(self):
        process = child("""
            results = []
            def told(done, what):
                raise ValueError("stop")
            def work():
                try:
                    run(request, [("original", source(data))], progress=told)
                except ValueError as error:
                    results.append(str(error))
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
            print(results)
            """)
        out, err = process.communicate(timeout=60)
        self.assertEqual(out, "['stop']\n", err)


    def test_the_interpreter_ends_while_a_daemon_thread_works(self):
        process = child("""
            threading.Thread(target=lambda: run(request, [("original", source(data))]), daemon=True).start()
            time.sleep(0.5)
            print("ends", flush=True)
            """)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out), (0, "ends\n"), err)  # the thread may say that it was stopped

    def test_a_daemon_thread_begins_no_job_when_the_interpreter_ends(self):
        process = child("""
            import atexit
            def later():
                ending.wait()
                time.sleep(0.3)  # jobs that ran have been stopped
                try:
                    run(request, [("original", source(data))])
                except Exception as error:
                    print(error, flush=True)
            ending = threading.Event()
            threading.Thread(target=later, daemon=True).start()
            from sfumato._library import _stop_all
            atexit.unregister(_stop_all)
            atexit.register(time.sleep, 1.0)
            atexit.register(_stop_all)
            atexit.register(ending.set)
            """)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out), (0, "the interpreter ends\n"), err)


class Threads(unittest.TestCase):
    def test_others_run_meanwhile(self):
        ticks = []
        done = threading.Event()

        def tick():
            while not done.is_set():
                ticks.append(time.monotonic())
                time.sleep(0.001)

        other = threading.Thread(target=tick)
        big = {f"c{j}": [float((i * 7919 + j * 31 * i) % 100003) for i in range(30000)] for j in range(5)}
        original = source(big)
        original.stream()
        other.start()
        before = len(ticks)
        run({"job": "mask", "method": "mdav", "seed": 1}, [("original", original)])
        during = len(ticks) - before
        done.set()
        other.join()
        self.assertGreater(during, 5)

    def test_several_jobs_at_once(self):
        expected = mask()[0].restore(mask()[1].outputs[0])
        results, failures = [], []

        def work():
            try:
                original, answer = mask()
                results.append(original.restore(answer.outputs[0]))
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        self.assertTrue(all(result == expected for result in results))


class Progress(unittest.TestCase):
    def test_bar(self):
        from sfumato._progress import bar_text

        self.assertEqual(bar_text(0.0, "mask"), f"[{'-' * 30}]   0 % mask")
        self.assertEqual(bar_text(0.5, "mask"), f"[{'#' * 15}{'-' * 15}]  50 % mask")
        self.assertEqual(bar_text(2.0, "mask"), f"[{'#' * 30}] 100 % mask")

    def test_a_bar_is_drawn_and_removed(self):
        import io
        from unittest import mock

        from sfumato._progress import Progress as Nothing
        from sfumato._progress import TerminalBar, shower

        with mock.patch("sys.stderr", io.StringIO()) as stream:
            self.assertIs(type(shower(None)), Nothing)  # not a terminal
            with shower(True) as bar:
                self.assertIsInstance(bar, TerminalBar)
                bar.report(0.5, "mask")
            text = stream.getvalue()
        self.assertIn("50 % mask", text)
        self.assertTrue(text.endswith("\r"))


if __name__ == "__main__":
    unittest.main()
