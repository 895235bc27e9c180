"""Measures of synthetic tables, recomputed from their definitions in plain Python: small random tables with missing,
negative and constant values, of numbers and categories, the files of unequal size."""

import itertools
import math
import random
import statistics

import pytest

import sfumato as sf

NUMBERS = ("whole", "real", "constant")
KEYS, TARGETS = ["kind", "whole"], ["answer", "real"]
COLUMNS = ["kind", "whole", "real", "constant", "answer"]


def people(rows, rng, original=None, copies=0.0):
    table = {name: [] for name in COLUMNS}
    for _ in range(rows):
        if original and rng.random() < copies:
            record = record_of(original, rng.randrange(len(original["kind"])), COLUMNS)
        else:
            record = [rng.choice("abcd"), float(rng.randint(-6, 8)), round(rng.gauss(-3, 50), 2), 7.0, rng.choice("xyy")]
            record = [None if name != "constant" and rng.random() < 0.08 else x for name, x in zip(COLUMNS, record)]
        for name, value in zip(COLUMNS, record):
            table[name].append(value)
    return table


def record_of(table, row, names):
    return tuple(table[name][row] for name in names)


def rows_of(table):
    return range(len(table["kind"]))


def present(values):
    return [value for value in values if value is not None]


def distances(original, queries, records, names):
    ranges = {name: max(present(original[name])) - min(present(original[name])) for name in names if name in NUMBERS}

    def cell(name, x, y):
        if x is None or y is None:
            return float(x is not y)
        if ranges.get(name, 0) == 0:
            return float(x != y)
        return min(abs(x - y) / ranges[name], 1)

    def between(i, k):
        return round(sum(cell(name, queries[name][i], records[name][k]) for name in names) / len(names), 13)

    return [[between(i, k) for k in rows_of(records)] for i in rows_of(queries)]


def quantile(values, p):  # type 7
    values = sorted(values)
    place = p * (len(values) - 1)
    below = math.floor(place)
    return values[below] + (place - below) * (values[min(below + 1, len(values) - 1)] - values[below])


def wilson(successes, trials, level=0.95):
    z = statistics.NormalDist().inv_cdf((1 + level) / 2)
    centre = (successes + z * z / 2) / (trials + z * z)
    half = z / (trials + z * z) * math.sqrt(max(0, successes * (trials - successes) / trials) + z * z / 4)
    return max(0, centre - half), min(1, centre + half)


def newcombe(s, n, t, m):
    (l, u), (v, w) = wilson(s, n), wilson(t, m)
    p, q = s / n, t / m
    return p - q - math.hypot(p - l, w - q), p - q + math.hypot(u - p, q - v)


def near(value, wanted):
    return value == pytest.approx(wanted, rel=1e-9, abs=1e-9)


def is_interval(details, shares):
    return near(details["lower"], 100 * shares[0]) and near(details["upper"], 100 * shares[1])


def check_copies(score, original, synthetic, holdout):
    of = [record_of(original, row, COLUMNS) for row in rows_of(original)]
    for details, table in ((score.details, synthetic), (score.details["holdout"], holdout)):
        counts = [of.count(record_of(table, row, COLUMNS)) for row in rows_of(table)]
        share = score.value if table is synthetic else details["percent"]
        assert near(share, 100 * sum(c > 0 for c in counts) / len(counts))
        assert near(details["of_unique"], 100 * counts.count(1) / len(counts))
        assert is_interval(details["interval"], wilson(sum(c > 0 for c in counts), len(counts)))


def check_distances(closest, ratio, original, synthetic, holdout):
    found = [[sorted(row)[:2] for row in distances(original, t, original, COLUMNS)] for t in (synthetic, holdout)]
    first = [[row[0] for row in rows] for rows in found]
    for p in ("0.01", "0.05", "0.5"):
        assert near(closest.details["quantiles"][p], quantile(first[0], float(p)))
        assert near(closest.details["holdout_quantiles"][p], quantile(first[1], float(p)))
    if quantile(first[1], 0.5) > 0:
        assert near(closest.value, 100 * min(1, quantile(first[0], 0.5) / quantile(first[1], 0.5)))
    else:
        assert closest.value is None
    ratios = [[row[0] / row[1] if row[1] > 0 else 1 for row in rows] for rows in found]
    assert near(ratio.value, quantile(ratios[0], 0.05))
    assert near(ratio.details["holdout"]["value"], quantile(ratios[1], 0.05))


def check_keys(scores, original, synthetic, holdout, target):
    keys = [record_of(synthetic, row, KEYS) for row in rows_of(synthetic)]
    both = [record_of(synthetic, row, [*KEYS, target]) for row in rows_of(synthetic)]

    def values(table):
        own = [record_of(table, row, KEYS) for row in rows_of(table)]
        s_q = [keys.count(key) for key in own]
        s_tq = [both.count(record_of(table, row, [*KEYS, target])) for row in rows_of(table)]
        alone = [own.count(key) == 1 for key in own]
        return {
            "replicated-uniques": sum(a and n == 1 for a, n in zip(alone, s_q)),
            "disclosive-attribution": sum(t == n > 0 for t, n in zip(s_tq, s_q)),
            "attribution-probability": sum(t / n if n else 0 for t, n in zip(s_tq, s_q)),
            "present": sum(a and n > 0 for a, n in zip(alone, s_q)),
        }

    of_original, of_holdout, rows = values(original), values(holdout), len(rows_of(original))
    for name in ("replicated-uniques", "disclosive-attribution", "attribution-probability"):
        assert near(scores[name].value, 100 * of_original[name] / rows)
        assert is_interval(scores[name].details["interval"], wilson(of_original[name], rows))
        assert near(scores[name].details["holdout"]["value"], 100 * of_holdout[name] / rows)
    assert near(scores["replicated-uniques"].details["present"], 100 * of_original["present"] / rows)
    shares = [original[target].count(value) / rows for value in set(original[target])]
    assert near(scores["attribution-probability"].details["baseline"], 100 * sum(share**2 for share in shares))


def check_inference(score, original, synthetic, holdout, target):
    tolerance = 0
    if target in NUMBERS:
        known = present(original[target])
        tolerance = 0.05 * (quantile(known, 0.95) - quantile(known, 0.05))

    def right(truth, guess):
        return guess is not None and (abs(truth - guess) <= tolerance if tolerance else truth == guess)

    def rate(table):
        chances = []
        for row, apart in enumerate(distances(original, table, synthetic, KEYS)):
            nearest = [k for k in rows_of(synthetic) if apart[k] == min(apart)]
            truth = table[target][row]
            if truth is not None:
                chances.append(sum(right(truth, synthetic[target][k]) for k in nearest) / len(nearest))
        return sum(chances), len(chances)

    (s, n), (t, m) = rate(original), rate(holdout)
    assert near(score.value, 100 * (s / n - t / m))
    assert is_interval(score.details["interval"], newcombe(s, n, t, m))
    assert is_interval(score.details["original"]["interval"], wilson(s, n))
    assert is_interval(score.details["holdout"]["interval"], wilson(t, m))


def areas(pairs):
    """Areas of two scores, with DeLong's variances and covariance, from all pairs of a member and another."""
    wins = [[[(a > b) + (a == b) / 2 for b in others] for a in members] for members, others in pairs]
    rows = [[statistics.mean(row) for row in one] for one in wins]
    columns = [[statistics.mean(column) for column in zip(*one)] for one in wins]

    def covariance(i, k):
        def of(lists):
            means = statistics.mean(lists[i]), statistics.mean(lists[k])
            products = sum((x - means[0]) * (y - means[1]) for x, y in zip(lists[i], lists[k]))
            return products / (len(lists[i]) - 1) / len(lists[i])

        return of(rows) + of(columns)

    return [statistics.mean(one) for one in rows], [covariance(0, 0), covariance(1, 1), covariance(0, 1)]


def check_membership(score, original, synthetic, holdout):
    """The holdout is split at random: one of all splits must give the same numbers."""
    near_s = [min(row) for row in distances(original, original, synthetic, COLUMNS)]
    other_s = [min(row) for row in distances(original, holdout, synthetic, COLUMNS)]
    to_h = distances(original, original, holdout, COLUMNS)
    within_h = distances(original, holdout, holdout, COLUMNS)

    def ratio(a, b):
        return round(a / b, 10) if b > 0 else math.inf if a > 0 else 1.0

    def agrees(others, members):
        reference = [k for k in rows_of(holdout) if k not in others]
        by_distance = [-near_s[i] for i in members], [-other_s[i] for i in others]
        by_ratio = (
            [ratio(min(to_h[i][k] for k in reference), near_s[i]) for i in members],
            [ratio(min(within_h[i][k] for k in reference), other_s[i]) for i in others],
        )
        (a, b), (v, w, c) = areas([by_distance, by_ratio])
        z = statistics.NormalDist().inv_cdf(0.9875)
        for area, variance, name in ((a, v, "distance"), (b, w, "ratio")):
            spread = z * math.sqrt(variance)
            shares = max(0, area - spread), min(1, area + spread)
            if variance < 1e-15:
                shares = wilson(area * len(members), len(members), 0.975)
            details = score.details[name]
            if not near(details["area"], 100 * area) or not is_interval(details["interval"], shares):
                return False
        chance = 50 + 100 / math.sqrt(2 * math.pi) * math.sqrt(max(0, v + w - 2 * c))
        return near(score.value, 100 * max(a, b)) and score.details["chance"] == pytest.approx(chance, abs=1e-6)

    half = len(rows_of(holdout)) // 2  # as many as there are originals
    assert any(agrees(others, rows_of(original)) for others in itertools.combinations(rows_of(holdout), half))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("target", TARGETS)
def test_values_are_those_of_the_definitions(seed, target):
    rng = random.Random(seed)
    original = people(12, rng)
    synthetic = people(17 + seed, rng, original, copies=0.3)
    holdout = people(12, rng, original, copies=0.1)
    scores = sf.measure(
        original, synthetic, synthetic=True, holdout=holdout, keys=KEYS, target=target, columns=COLUMNS, seed=seed
    )
    check_copies(scores["exact-copies"], original, synthetic, holdout)
    check_distances(scores["closest-record"], scores["neighbour-ratio"], original, synthetic, holdout)
    check_keys(scores, original, synthetic, holdout, target)
    check_inference(scores["attribute-inference"], original, synthetic, holdout, target)


@pytest.mark.parametrize("seed", range(3))
def test_membership_is_that_of_a_split_of_the_holdout(seed):
    rng = random.Random(100 + seed)
    original = people(4, rng)
    synthetic, holdout = people(9, rng, original, copies=0.4), people(8, rng)
    scores = sf.measure(original, synthetic, synthetic=True, holdout=holdout, columns=COLUMNS, seed=seed)
    check_membership(scores["membership"], original, synthetic, holdout)
