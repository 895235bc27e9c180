"""How two columns of numbers go together: ranks, and the correlations of Pearson and of Spearman."""

import math


def ranks(values):
    """From 1 for the smallest; equal values share their mean rank."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    result = [0.0] * len(values)
    begin = 0
    while begin < len(order):
        end = begin
        while end + 1 < len(order) and values[order[end + 1]] == values[order[begin]]:
            end += 1
        for position in range(begin, end + 1):
            result[order[position]] = (begin + end) / 2 + 1
        begin = end + 1
    return result


def pearson(x, y):
    mean_x, mean_y = math.fsum(x) / len(x), math.fsum(y) / len(y)
    products = math.fsum((a - mean_x) * (b - mean_y) for a, b in zip(x, y))
    squares_x = math.fsum((a - mean_x) ** 2 for a in x)
    squares_y = math.fsum((b - mean_y) ** 2 for b in y)
    return products / math.sqrt(squares_x * squares_y)


def spearman(x, y):
    return pearson(ranks(x), ranks(y))
