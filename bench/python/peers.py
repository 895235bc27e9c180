"""What Python users run today for the same tasks: short functions of numpy, pandas and scikit-learn, and packages. The
functions are the textbook's, as a user would write them, without loops where numpy has none."""

import itertools
import math

import numpy as np
import pandas as pd


def standardized(values):
    return (values - values.mean(axis=0)) / values.std(axis=0, ddof=1)


def mdav(frame, k):
    """Domingo-Ferrer and Torra (2005), Algorithm 5.1, one scan of all remaining records for each distance."""
    values = frame.to_numpy(float)
    scaled, left = standardized(values), np.arange(len(values))
    masked = np.empty_like(values)

    def squares(records, centre):
        return ((scaled[records] - centre) ** 2).sum(axis=1)

    def take(seed, size):
        nonlocal left
        near = np.argpartition(squares(left, scaled[seed]), size - 1)[:size]
        masked[left[near]] = values[left[near]].mean(axis=0)
        left = np.delete(left, near)

    while len(left) >= 3 * k:
        first = left[squares(left, scaled[left].mean(axis=0)).argmax()]
        second = left[squares(left, scaled[first]).argmax()]
        take(first, k)
        take(second, k)
    if len(left) >= 2 * k:
        take(left[squares(left, scaled[left].mean(axis=0)).argmax()], k)
    if len(left):
        masked[left] = values[left].mean(axis=0)
    return pd.DataFrame(masked, columns=frame.columns)


def rank_swapping(frame, window, generator):
    """Moore (1996): each value is exchanged with one whose rank is at most `window` percent of the records higher."""
    masked, reach = frame.copy(), int(len(frame) * window / 100)
    for name in frame.columns:
        order = frame[name].to_numpy().argsort(kind="stable")
        values, free = frame[name].to_numpy()[order], np.ones(len(order), bool)
        for i in range(len(order)):
            if free[i]:
                free[i] = False
                choices = np.flatnonzero(free[i + 1:i + 1 + reach])
                if len(choices):
                    j = i + 1 + generator.choice(choices)
                    free[j] = False
                    values[i], values[j] = values[j], values[i]
        column = np.empty_like(values)
        column[order] = values
        masked[name] = column
    return masked


def additive_noise(frame, amount, generator):
    return frame + generator.normal(size=frame.shape) * amount * frame.std().to_numpy()


def smallest_class(frame):
    return int(frame.groupby(list(frame.columns), sort=False).size().min())


def minimal_sample_uniques(frame, largest):
    """Share of records (in percent) that are alone on some set of at most `largest` columns, and their mean SUDA score:
    each minimal set of s of the m columns counts (m − s)!. Elliot, Manning and Ford (2002)."""
    columns, rows = list(frame.columns), len(frame)
    unique_on, scores = {}, np.zeros(rows)
    for size in range(1, largest + 1):
        for chosen in itertools.combinations(columns, size):
            alone = frame.groupby(list(chosen), sort=False)[chosen[0]].transform("size").to_numpy() == 1
            below = np.zeros(rows, bool)
            for part in itertools.combinations(chosen, size - 1):
                if part:
                    below |= unique_on[part]
            scores += (alone & ~below) * math.factorial(len(columns) - size)
            unique_on[chosen] = alone
    return 100 * float((scores > 0).mean()), scores


def closest_distances(original, masked):
    """Of each masked record to the closest original one: the mean over columns of |difference| / range."""
    from sklearn.neighbors import NearestNeighbors

    spread = (original.max() - original.min()).to_numpy()
    search = NearestNeighbors(n_neighbors=1, metric="manhattan").fit(original.to_numpy() / spread)
    distances, _ = search.kneighbors(masked.to_numpy() / spread)
    return distances[:, 0] / original.shape[1]
