"""Random calls of the package with wrong types, odd values and odd frames. Every call returns, or raises sfumato.Error or
TypeError; anything else is a finding. Call number i of a seed is always the same: --first i --calls 1 repeats it."""

import argparse
import contextlib
import ctypes
import datetime
import decimal
import fractions
import importlib
import io
import os
import random
import resource
import signal
import sys
import traceback

import sfumato as sf
from sfumato import _frames

METHODS = [name.replace("_", "-") for name in sf.methods.__all__]
MEASURES = [name.replace("_", "-") for name in sf.measures.__all__]
INSTALLED = {}
for _module in ("numpy", "pandas", "polars", "pyarrow", "duckdb"):
    with contextlib.suppress(ImportError):
        INSTALLED[_module] = importlib.import_module(_module)


class HostileError(Exception):
    """What the caller's own objects raise may pass through."""


class Hostile:
    """An object whose every use fails."""

    def _fail(self, *_):
        raise HostileError("hostile")

    __str__ = __len__ = __iter__ = __getitem__ = __bool__ = __index__ = __float__ = __eq__ = __hash__ = __fspath__ = _fail

    def __repr__(self):
        return "<hostile>"


class Streamed:
    """An object with __arrow_c_stream__, made by a function."""

    def __init__(self, make):
        self._make = make

    def __arrow_c_stream__(self, requested_schema=None):
        return self._make()


def capsule(pointer, name):
    make = ctypes.pythonapi.PyCapsule_New
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return make(pointer, name, None)


RELEASED = ctypes.create_string_buffer(256)  # a stream whose release is null


def recursive_list():
    held = [1]
    held.append(held)
    return held


def recursive_dict():
    held = {"a": 1}
    held["b"] = held
    return held


def odd_value(draw):
    return draw.choice([
        None, True, False, 0, -1, 1, 2, 7, 10 ** 30, -10 ** 400, 2 ** 63, -2 ** 63 - 1, 0.5, -0.0, 1e308, 5e-324, float("nan"),
        float("inf"), -float("inf"), "", " ", "x", "income", "k", "\0", "a\0b", "\ud800", "\udcff", "\U0001f600" * 50, "x" * 100000,
        "--k", "../../etc/passwd", "/dev/zero", "%s%n", "{}", "[", "5%", "1,2", "a=b", b"bytes", bytearray(b"x"), [], (), {}, set(),
        [None], [[]], ["income", "income"], ["income", 3], {"income": None}, {3: 4}, {"\ud800": 1}, {"income": [0, float("nan")]},
        {"income": (5, 1)}, frozenset({"income"}), range(3), range(10 ** 12), iter([1]), (item for item in "ab"), object(), Hostile(),
        type, len, lambda: 1, Ellipsis, NotImplemented, 1j, decimal.Decimal("NaN"), decimal.Decimal(1) / 3, fractions.Fraction(1, 3),
        datetime.date.min, datetime.datetime.max, datetime.timedelta(1), recursive_list(), recursive_dict(),
        deep(draw.choice([5, 50, 2000])), memoryview(b"abc"), sys, Exception("x"), os.sep, draw.random(),
        draw.getrandbits(70), draw.choice(METHODS), draw.choice(MEASURES),
    ])


def deep(levels):
    held = []
    for _ in range(levels):
        held = [held]
    return held


def people(draw, rows=None):
    rows = draw.choice([0, 1, 2, 12, 30, 30, 30]) if rows is None else rows
    return {"income": [draw.choice([None, draw.gauss(30000, 9000)]) if draw.random() < 0.1 else draw.gauss(30000, 9000)
                       for _ in range(rows)],
            "age": [draw.randrange(100) for _ in range(rows)], "sex": [draw.choice(["m", "f"]) for _ in range(rows)],
            "region": [draw.choice("abcd") for _ in range(rows)], "flag": [draw.random() < 0.5 for _ in range(rows)],
            "day": [datetime.date(2020, 1, 1) + datetime.timedelta(draw.randrange(900)) for _ in range(rows)]}


def odd_frame(draw):
    """Something in the place of a frame."""
    base = people(draw)
    ways = [
        lambda: {**base, odd_name(draw): base["age"]}, lambda: {**base, "age": base["age"][:-1]},
        lambda: {**base, "age": [odd_value(draw) for _ in base["age"]]}, lambda: {**base, "age": odd_value(draw)},
        lambda: {"age": []}, lambda: {}, lambda: [base], lambda: list(base), lambda: odd_value(draw),
        lambda: {**base, "income": [10 ** draw.randrange(40) for _ in base["age"]]},
        lambda: {**base, "sex": ["\ud800" for _ in base["age"]]}, lambda: {**base, "income": [float("inf")] * len(base["age"])},
        lambda: {**base, "age": base["sex"], "sex": base["day"]}, lambda: {"income": [None] * 5, "age": [None] * 5},
        lambda: Streamed(lambda: odd_value(draw)), lambda: Streamed(Hostile()._fail),
        lambda: Streamed(lambda: capsule(ctypes.addressof(RELEASED), b"arrow_array_stream")),
        lambda: Streamed(lambda: capsule(ctypes.addressof(RELEASED), b"arrow_array")),
        lambda: Streamed(lambda: capsule(ctypes.addressof(RELEASED), None)), lambda: twice(base),
        lambda: recursive_dict(), lambda: {**base, "age": recursive_list()}, lambda: {name: Hostile() for name in base},
    ]
    if INSTALLED:
        ways += [lambda: of_library(draw, base)] * 8
    return draw.choice(ways)()


def odd_name(draw):
    return draw.choice(["", "income ", 5, None, "\ud800", "a\0b", ("a", "b"), "x" * 5000, True, float("nan")])


def twice(base):
    """A frame whose stream is one and the same capsule, each time that it is asked for."""
    held = []

    def again():
        if not held:
            held.append(_frames.source(base).stream().__arrow_c_stream__())
        return held[0]

    return Streamed(again)


def of_library(draw, base):
    """Frames of what is installed, whole and broken."""
    name = draw.choice(sorted(INSTALLED))
    module = INSTALLED[name]
    rows = len(base["age"])
    if name == "numpy":
        return {column: draw.choice([module.array(cells), module.array(cells, dtype=object), module.zeros((rows, 2)),
                                     module.zeros(rows)[::-1], module.zeros(rows, dtype="complex128"),
                                     module.zeros(rows, dtype=[("a", "i4")]), module.zeros(rows, dtype=">f8"),
                                     module.zeros(rows, dtype="float16")]) for column, cells in base.items()}
    if name == "pandas":
        frame = module.DataFrame(base, index=draw.choice([None, range(5, 5 + rows), [1] * rows]))
        return draw.choice([
            lambda: frame, lambda: frame.T, lambda: frame.iloc[::-1], lambda: frame["age"], lambda: frame.astype(object),
            lambda: module.concat([frame, frame], axis=1), lambda: frame.set_index(["age", "sex"]), lambda: frame.iloc[:, :0],
            lambda: frame.astype({"sex": "category", "age": "Int8"}), lambda: frame.groupby("sex"),
            lambda: module.DataFrame({("a", 1): [1, 2], ("b", 2): [3, 4]}), lambda: frame.assign(age=[recursive_list()] * rows),
            lambda: frame.astype({"age": "complex128"}), lambda: frame.rename(columns={"age": 5, "sex": None})])()
    if name == "polars":
        frame = module.DataFrame(base)
        return draw.choice([lambda: frame, frame.lazy, lambda: frame["age"], lambda: frame.select(module.struct("age", "sex")),
                            lambda: frame.with_columns(module.col("age").implode().first()),
                            lambda: frame.lazy().select("nowhere"), lambda: frame.select(module.col("age").cast(module.Binary, strict=False))])()
    if name == "duckdb":
        query = draw.choice(["SELECT 1 AS income", "SELECT range AS income, range % 2 AS age FROM range(20)",
                             "SELECT [1, 2] AS income", "SELECT {'a': 1} AS income", "SELECT NULL AS income",
                             "SELECT 1 AS income, 2 AS income", "SELECT interval 1 day AS income"])
        return module.sql(query)
    table = module.table(base)
    reader = table.to_reader()
    read = draw.choice([True, False])
    if read:
        reader.read_all()
    return draw.choice([table, reader, table.to_batches()[0] if rows else table, table["age"], table.schema,
                        module.table({"income": [[1, 2]] * 3}), module.table({"income": [b"x"] * 3}),
                        module.table({"income": module.array([None] * 4, module.null())}), module.table([[1], [2]], names=["a", "a"]),
                        Streamed(table.__arrow_c_stream__), Streamed(table.__arrow_c_schema__ if hasattr(table, "__arrow_c_schema__")
                                                                     else table.__arrow_c_stream__)])


def schema(draw):
    return draw.choice([None, lambda: sf.Schema(quasi=["age", "sex"], confidential="income"),
                        lambda: sf.Schema(domain={"income": (0, 1e6), "age": (0, 120)}), lambda: {"age": {"role": odd_value(draw)}},
                        lambda: sf.Schema(kind={"age": odd_value(draw)}, hierarchy={"region": odd_value(draw)}),
                        lambda: sf.Schema(columns=odd_value(draw)), lambda: odd_value(draw)])


def calls():
    """Valid calls to spoil: a name, the function, and what makes its arguments."""
    columns = ["income", "age"]

    def masking(draw):
        method = draw.choice(METHODS)
        return {"data": people(draw), "method": method, "columns": columns, "seed": 1}

    def by_method(draw):
        return {"data": people(draw), "columns": columns, "seed": 1}

    def measuring(draw):
        frame = people(draw, 20)
        return {"original": frame, "masked": {**frame, "income": frame["income"][::-1]}, "measures": [draw.choice(MEASURES)],
                "columns": columns, "seed": 1}

    def comparing(draw):
        return {"data": people(draw, 20), "at_most": {"distance-linkage": 50}, "rank_by": ["emd"],
                "methods": [draw.choice(["mdav", "rank-swapping", "additive-noise"])], "columns": columns, "seed": 1}

    def tabulating(draw):
        return {"data": people(draw), "by": ["sex", "region"], "sum": "income"}

    made = [("mask", sf.mask, masking, 6), ("measure", sf.measure, measuring, 6), ("compare", sf.compare, comparing, 1),
            ("inspect", sf.inspect, lambda draw: {"data": people(draw)}, 2),
            ("sample", sf.sample, lambda draw: {"sample": "people", "rows": draw.choice([1, 20]), "seed": 1}, 1),
            ("tabulate", sf.tabulate, tabulating, 3),
            ("Recipe", lambda data, steps, **more: sf.Recipe(steps).apply(data, **more),
             lambda draw: {"data": people(draw), "steps": [{"method": draw.choice(METHODS), "columns": columns}], "seed": 1}, 2),
            ("Schema", sf.Schema, lambda draw: {"quasi": ["age"], "domain": {"age": (0, 100)}}, 1),
            ("Client", sf.Client, lambda draw: {"url": "http://127.0.0.1:1", "token": "t", "timeout": 1}, 1)]
    made += [(f"methods.{name}", getattr(sf.methods, name), by_method, 0.3) for name in sf.methods.__all__]
    return made


def one_call(draw, table):
    """The name and the work of a random call: a valid one, spoilt in some places."""
    name, function, make, _ = draw.choices(table, weights=[row[3] for row in table])[0]
    arguments = make(draw)
    if draw.random() < 0.15 and name not in ("Client", "Schema", "sample"):
        chosen = schema(draw)
        arguments["schema"] = chosen
    for _ in range(draw.choice([0, 1, 1, 1, 2])):
        place = draw.choice(list(arguments))
        frames = place in ("data", "original", "masked")
        if draw.random() < 0.1:
            arguments[draw.choice(["k", "window", "amount", "epsilon", "set", "threads", "progress", "nonsense", "rows"])] = place
        elif draw.random() < 0.1:
            arguments.pop(place)
            if not arguments:
                break
        elif frames:
            arguments[place] = lambda: odd_frame(draw)
        else:
            arguments[place] = odd_value(draw)
    if draw.random() < 0.3:
        for parameter in ("k", "window", "amount", "spread", "fraction", "rate"):
            if draw.random() < 0.3:
                arguments[parameter] = odd_value(draw)

    def work():
        made = {key: value() if callable(value) and getattr(value, "__name__", "") == "<lambda>" and key != "steps" else value
                for key, value in arguments.items()}
        result = function(**made)
        if draw.random() < 0.3:
            repr(result)
        if draw.random() < 0.1 and hasattr(result, "to_dict"):
            result.to_dict()

    return name, arguments, work


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--calls", type=int, default=1)
    parser.add_argument("--at", help="a file that has the number of the call that runs")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.environ.pop("SFUMATO_TOKEN", None)
    table, findings, raised = calls(), 0, 0
    for number in range(options.first, options.first + options.calls):
        if options.at:
            with open(options.at, "w") as file:
                file.write(str(number))
        draw = random.Random(f"{options.seed}-{number}")
        name, arguments = "making the arguments", {}
        signal.alarm(60)  # the call hangs: the process ends, and the parent says where
        try:
            name, arguments, work = one_call(draw, table)
            with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
                work()
        except (sf.Error, TypeError, HostileError):
            raised += 1
        except BaseException:
            findings += 1
            print(f"call {number}: {name}({', '.join(arguments)})\n{traceback.format_exc()}")
        signal.alarm(0)
    print(f"{options.calls} calls, {raised} refused, {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
