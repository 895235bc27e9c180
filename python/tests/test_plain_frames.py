"""Dicts of lists: every type of value comes back as it was, masked columns in the type that they had. Needs nothing but
the package itself."""

import datetime
import decimal
import math
import unittest

from frames_support import masked
from sfumato._errors import Error
from sfumato._frames import native, source
from sfumato._library import run

D, T = datetime.date, datetime.datetime
ROWS = 24
MADRID = datetime.timezone(datetime.timedelta(hours=1))


def column(*values):
    """The values again and again."""
    return [values[i % len(values)] for i in range(ROWS)]


def everything():
    return {
        "x": [float(i * i % 17) for i in range(ROWS)],
        "whole": [i * 5 % 23 for i in range(ROWS)],
        "whole with none": column(1, None, 3),
        "limits": column(-(2**63), 2**63 - 1),
        "huge": column(2**64, -(10**37), 0),
        "floats with none": column(1.5, None, -0.25),
        "floats with nan": column(1.5, float("nan")),
        "mixed numbers": column(1, 2.5),
        "flags": column(True, False, None),
        "texts": column("a", "é€𝄞", "", None),
        "dates": column(D(1, 1, 1), D(9999, 12, 31), None, D(2024, 2, 29)),
        "moments": column(T(2020, 1, 2, 3, 4, 5, 6), None),
        "midnights": column(T(2020, 1, 2), T(1969, 12, 31), None),
        "instants": column(T(2020, 1, 2, 3, 4, 5, tzinfo=MADRID), None),
        "times": column(datetime.time(1, 2, 3, 4), None, datetime.time(23, 59, 59)),
        "decimals": column(decimal.Decimal("1.25"), decimal.Decimal("-3"), None),
        "long decimals": column(decimal.Decimal("12345678901234567890.123456789"), decimal.Decimal("1e-9")),
        "nothing": column(None),
    }


def same(left, right):
    """Equal, also where values are NaN, and of the same types."""
    if len(left) != len(right):
        return False
    for a, b in zip(left, right):
        both_nan = isinstance(a, float) and isinstance(b, float) and math.isnan(a) and math.isnan(b)
        if type(a) is not type(b) or not (both_nan or a == b):
            return False
    return True


class Unchanged(unittest.TestCase):
    def test_columns_come_back_as_they_were(self):
        before = everything()
        after, _ = masked(before, "additive-noise", ["x"])
        self.assertEqual(list(after), list(before))
        for name in before:
            if name != "x":
                self.assertTrue(same(before[name], after[name]), (name, before[name], after[name]))
        self.assertFalse(same(before["x"], after["x"]))

    def test_the_result_is_apart_from_the_original(self):
        before = {"x": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "t": list("abcdef")}
        after, _ = masked(before, "additive-noise", ["x"])
        after["t"][0] = "changed"
        self.assertEqual(before["t"][0], "a")

    def test_rows_that_are_left_keep_their_values(self):
        before = everything()
        before["row"] = list(range(ROWS))
        after, result = masked(before, "sampling", parameters={"fraction": 0.5})
        self.assertEqual(result["mapping"], "subset")
        self.assertEqual(len(after["row"]), ROWS // 2)
        for name in before:
            kept = [before[name][row] for row in after["row"]]
            if name == "instants":  # the same instants, in UTC
                self.assertEqual(after[name], kept)
            elif name == "mixed numbers":  # all floats, as they were sent
                self.assertEqual(after[name], kept)
            else:
                self.assertTrue(same(kept, after[name]), (name, kept, after[name]))


class Changed(unittest.TestCase):
    def after(self, values, method="rank-swapping", **members):
        before = {"x": [float(i) for i in range(len(values))], "v": values}
        return masked(before, method, ["v"], **members)[0]["v"]

    def test_numbers_keep_their_type_where_they_fit(self):
        swapped = self.after([3, 1, 2, 9, 8, 7, 6, 5, 4, 0] * 5, parameters={"window": 50})
        self.assertTrue(all(type(value) is int for value in swapped))
        self.assertEqual(sorted(swapped), sorted([3, 1, 2, 9, 8, 7, 6, 5, 4, 0] * 5))
        noisy = self.after([3, 1, 2, 9, 8, 7, 6, 5, 4, 0] * 5, "additive-noise")
        self.assertTrue(all(type(value) is float for value in noisy))
        decimals = self.after([decimal.Decimal(i) / 4 for i in range(50)], parameters={"window": 50})
        self.assertTrue(all(type(value) is decimal.Decimal for value in decimals))
        self.assertEqual(sorted(decimals), [decimal.Decimal(i) / 4 for i in range(50)])

    def test_missing_values_are_what_they_were(self):
        nan = self.after([float("nan"), 1.0, 2.0, 3.0] * 10, "additive-noise", fill=False)
        self.assertTrue(all(math.isnan(value) for value in nan[::4]))
        none = self.after([None, 1.0, 2.0, 3.0] * 10, "additive-noise", fill=False)
        self.assertEqual(none[::4], [None] * 10)

    def test_categories_keep_their_type(self):
        flags = self.after([True, False, True, None] * 10, "pram", parameters={"retain": 0.3})
        self.assertEqual({type(value) for value in flags}, {bool, type(None)})
        texts = self.after(["a", "b", "c", None] * 10, "pram", parameters={"retain": 0.3})
        self.assertEqual(set(texts), {"a", "b", "c", None})
        moments = [T(2020, 1, 1 + i % 5, 12, 30, i % 3, 500) for i in range(40)]
        self.assertLessEqual(set(self.after(moments, "pram", parameters={"retain": 0.3})), set(moments))
        times = [datetime.time(1 + i % 5, 2, 3, 40) for i in range(40)]
        self.assertLessEqual(set(self.after(times, "pram", parameters={"retain": 0.3})), set(times))
        dates = [D(2020, 1, 1 + i % 28) for i in range(56)]
        self.assertEqual(sorted(self.after(dates, parameters={"window": 30})), sorted(dates))


class Shapes(unittest.TestCase):
    def test_empty_frames(self):
        for empty in ({"a": [], "b": []}, {}):
            with self.subTest(empty):
                result = run({"job": "inspect"}, [("original", source(empty))]) if empty else None
                self.assertTrue(result is None or result.result)
        self.assertEqual(native(source({"a": [], "b": []}).stream(), source({})), {"a": [], "b": []})

    def test_what_is_not_a_table(self):
        for wrong in ({"a": [1, 2], "b": [1]}, {"a": 5}, {"a": "text"}, {"a": {1: 2}}, {1: [1], "1": [2]}):
            with self.assertRaises(Error):
                source(wrong)
        for wrong in ([1, "a"], [b"bytes"], [object()], [T(2020, 1, 1), T(2020, 1, 1, tzinfo=MADRID)], ["\ud800"],
                      [2**60, 0.5], [[1]], [decimal.Decimal("1e-80")], [datetime.timedelta(1)]):  # fmt: skip
            with self.assertRaises(Error) as raised:
                source({"column name": wrong}).stream()
            self.assertIn("column name", raised.exception.message)

    def test_names_that_are_not_texts(self):
        after, _ = masked({0: [1.0, 2.0, 3.0, 4.0], (1, "a"): list("abcd")}, "additive-noise", ["0"])
        self.assertEqual(list(after), [0, (1, "a")])
        self.assertEqual(after[(1, "a")], list("abcd"))

    def test_tuples_and_ranges_are_lists(self):
        after, _ = masked({"x": (1.0, 2.0, 3.0, 4.0), "i": range(4)}, "additive-noise", ["x"])
        self.assertEqual(after["i"], [0, 1, 2, 3])


if __name__ == "__main__":
    unittest.main()
