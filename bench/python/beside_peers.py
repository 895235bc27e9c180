"""The package beside what Python users run today, in one process: the same task on the same frame, results compared where
the definitions agree, then ratios of processor time. A peer stops growing where its next size would take too long."""

import argparse
import collections
import math
import sys
import time
import warnings

import numpy as np
import pandas as pd

import peers
import sfumato as sf

SEED = 20261117


def amounts(rows, columns=10):
    """Correlated normal columns."""
    generator = np.random.default_rng(SEED)
    shared = generator.normal(size=(rows, 1))
    values = 1000 + 100 * (0.7 * shared + generator.normal(size=(rows, columns)))
    return pd.DataFrame(values, columns=[f"x{i}" for i in range(columns)])


def keys(rows):
    """Six categorical columns as a survey has them, the last one with many rare codes."""
    generator = np.random.default_rng(SEED)
    sizes = {"sex": 2, "region": 8, "education": 5, "status": 5, "age": 80, "occupation": 200}
    return pd.DataFrame({name: generator.zipf(1.6, rows) % size if name == "occupation" else generator.integers(size, size=rows)
                         for name, size in sizes.items()})


def timed(work):
    """(result, processor seconds of all threads, seconds on the clock)."""
    cpu, wall = time.process_time(), time.perf_counter()
    result = work()
    return result, time.process_time() - cpu, time.perf_counter() - wall


def require(holds, what):
    if not holds:
        sys.exit(f"results do not agree: {what}")


class Task:
    """A task: ours, its peers by name, and what must hold of our result and a peer's."""

    def __init__(self, name, data, ours, others, agree):
        self.name, self.data, self.ours, self.others, self.agree = name, data, ours, others, agree


def same_values(ours, theirs, frame):
    require(np.allclose(ours.to_numpy(), theirs.to_numpy(), rtol=1e-9), "values after mdav")


def swapped_alike(ours, theirs, frame):
    """Draws differ; both keep every column's values, and no value moves further than the window."""
    reach = int(len(frame) * 5 / 100)
    for masked in (ours, theirs):
        for name in frame.columns:
            before, after = frame[name].to_numpy(), masked[name].to_numpy()
            require(np.array_equal(np.sort(before), np.sort(after)), "values of a column after rank swapping")
            moved = np.abs(before.argsort(kind="stable").argsort() - after.argsort(kind="stable").argsort())
            require(moved.max() <= reach, "distance of a swap")


def noisy_alike(ours, theirs, frame):
    """The noise's standard deviation is a tenth of the column's, within four standard errors."""
    for masked in (ours, theirs):
        ratio = ((masked - frame).std() / frame.std()).to_numpy()
        require(np.abs(ratio - 0.1).max() < 0.1 * 4 / math.sqrt(2 * len(frame)), "amount of noise")


def equal(ours, theirs, frame):
    require(ours == theirs, f"{ours} and {theirs}")


def suda_alike(ours, theirs, frame):
    require(abs(ours - theirs) < 1e-9, f"share of special uniques: {ours} and {theirs}")


def distances_alike(ours, theirs, frame):
    """The median distance to the closest original record: the mean over columns of |difference| / range."""
    require(abs(ours - theirs) < 1e-9, f"distances to the closest record: {ours} and {theirs}")


def value(scores, name):
    return scores[name].value if hasattr(scores[name], "value") else scores[name]["value"]


def suda_package(frame):
    import suda

    found = suda.suda(frame.copy(), max_msu=3)
    return 100 * float((found["msu"] > 0).mean())


def pycanon_k(frame):
    from pycanon import anonymity

    return anonymity.k_anonymity(frame, list(frame.columns))


def sdmetrics_dcr(frame):
    from sdmetrics.single_table.privacy.dcr_utils import calculate_dcr

    described = {"columns": {name: {"sdtype": "numerical"} for name in frame.columns}}
    return float(np.median(calculate_dcr(noisy(frame), frame, described)))


def noisy(frame):
    return peers.additive_noise(frame, 0.3, np.random.default_rng(1))


def tasks():
    def draw():
        return np.random.default_rng(2)

    return [
        Task("mdav, k = 3, 10 columns", amounts, lambda frame: sf.mask(frame, "mdav", columns=list(frame.columns), k=3).data,
             {"numpy, textbook": lambda frame: peers.mdav(frame, 3)}, same_values),
        Task("rank swapping, window 5 %, 10 columns", amounts,
             lambda frame: sf.mask(frame, "rank-swapping", columns=list(frame.columns), window=5, seed=1).data,
             {"numpy, textbook": lambda frame: peers.rank_swapping(frame, 5, draw())}, swapped_alike),
        Task("additive noise, 10 columns", amounts,
             lambda frame: sf.mask(frame, "additive-noise", columns=list(frame.columns), amount=0.1, seed=1).data,
             {"numpy, one line": lambda frame: peers.additive_noise(frame, 0.1, draw())}, noisy_alike),
        Task("k-anonymity, 6 keys", keys,
             lambda frame: value(sf.measure(frame, measures=["k-anonymity"], columns=list(frame.columns)), "k-anonymity"),
             {"pycanon": pycanon_k, "pandas, one line": peers.smallest_class}, equal),
        Task("SUDA, 6 keys, sets of up to 3", keys,
             lambda frame: value(sf.measure(frame, measures=["suda"], columns=list(frame.columns),
                                            set={"suda.max-size": 3}), "suda"),
             {"suda": suda_package, "pandas, textbook": lambda frame: peers.minimal_sample_uniques(frame, 3)[0]}, suda_alike),
        Task("distance to the closest record, 10 columns", amounts,
             lambda frame: sf.measures.closest_record(frame, noisy(frame), columns=list(frame.columns)).details["quantiles"]["0.5"],
             {"scikit-learn, NearestNeighbors": lambda frame: float(np.median(peers.closest_distances(frame, noisy(frame)))),
              "sdmetrics, calculate_dcr": sdmetrics_dcr}, distances_alike),
    ]


def run(task, sizes, longest):
    """`longest`: seconds of processor time that a peer may take by its growth so far; ours may take four times as long."""
    print(f"\n{task.name}")
    for work in (task.ours, *task.others.values()):
        work(task.data(200))  # imports and first calls are not measured
    before = collections.defaultdict(list)  # by peer: (rows, processor seconds)
    for rows in sizes:
        frame = task.data(rows)
        if not affordable(before["sfumato"], rows, 4 * longest):
            print(f"  {rows:>9,}  sfumato would take longer than {4 * longest:g} s")
            return
        ours, cpu, wall = timed(lambda: task.ours(frame))
        before["sfumato"].append((rows, cpu))
        print(f"  {rows:>9,}  {'sfumato':32} {cpu:9.2f} s of the processor {wall:9.2f} s on the clock")
        for name, work in task.others.items():
            if not affordable(before[name], rows, longest):
                print(f"  {'':9}  {name:32} not run: it would take longer than {longest:g} s")
                continue
            theirs, their_cpu, their_wall = timed(lambda: work(frame))
            before[name].append((rows, their_cpu))
            task.agree(ours, theirs, frame)
            print(f"  {'':9}  {name:32} {their_cpu:9.2f} s of the processor {their_wall:9.2f} s on the clock, "
                  f"{their_cpu / max(cpu, 1e-3):.3g} and {their_wall / wall:.3g} times ours")


def affordable(done, rows, limit):
    """By the growth between the last two sizes; by n² after one alone where it took more than a hundredth of a second."""
    if not done:
        return True
    if len(done) > 1:
        (small, fast), (large, slow) = done[-2:]
        growth = min(2.5, max(1.0, math.log(max(slow, 1e-3) / max(fast, 1e-3)) / math.log(large / small)))
    else:
        (large, slow), growth = done[-1], 2.0
    return done[-1][0] * 11 >= rows and slow * (rows / large) ** growth <= limit


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", default="1000,10000,100000,1000000")
    parser.add_argument("--longest", type=float, default=60, help="processor seconds that a peer may take")
    parser.add_argument("--only", default="", help="tasks whose name contains this")
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    sizes = [int(size) for size in options.sizes.split(",")]
    for task in tasks():
        if options.only in task.name:
            run(task, sizes, options.longest)


if __name__ == "__main__":
    main()
