"""One function for each sensitivity rule of tables, for ``check``.
Written by scripts/python-functions from what the library says of itself; do not edit."""

from __future__ import annotations

from typing import Optional

from ._typed import rule_text

__all__ = [
    "frequency",
    "group",
    "k_disclosure",
    "dominance",
    "p_percent",
    "pq",
    "request",
    "zero",
]


def __dir__() -> list[str]:
    """What is of use, for completion."""
    return __all__


def frequency(
    n: int,
) -> str:
    """Minimum frequency. A cell with fewer than n contributors is sensitive.

    For example frequency=3: a cell with fewer than 3 contributors is sensitive.

    Args:
        n: The minimum number of contributors (1 to 1,000,000,000).

    Returns:
        The rule, for ``check``.

    Reference:
        Hundepool et al. (2012), Statistical Disclosure Control, chapter 4

    Example:
        >>> import sfumato as sf
        >>> sf.rules.frequency(3)
        'frequency=3'
    """
    return rule_text("frequency", [n], [None], 1)


def group(
    k: int,
) -> str:
    """Group disclosure. A count is sensitive if, in a margin that sums over one variable, fewer than k are outside
    it.

    For example group=3: a count is sensitive if fewer than 3 of one of its margins are outside it. A margin is a
    total over the parts of one variable; in a hierarchy, every total over its own parts. The cell is safe if the
    largest value of margin − cell that an attacker must take as possible is k or more; the attacker knows what is
    published, and that counts are integers. Cells of 0 are not sensitive: no one is in them. Structural zeros,
    which are 0 and have an upper bound of 0 or the status 'kept', do not count as a place for the others; a
    margin with only one part that can be other than 0 is not a disclosure, since everyone knows beforehand that
    all are in that part. Zeros that are not structural may be suppressed. Contributors who know their own cell do
    not attack this rule: a person does not know that no one else is in the same cell; choose a larger k against a
    coalition.

    Args:
        k: How many of the margin must be possible outside the cell (1 to 1,000,000,000).

    Returns:
        The rule, for ``check``.

    Reference:
        Hundepool et al. (2012), Statistical Disclosure Control, chapter 5; Lupp and Langsrud (2021), UNECE work
        session on statistical data confidentiality

    Example:
        >>> import sfumato as sf
        >>> sf.rules.group(3)
        'group=3'
    """
    return rule_text("group", [k], [None], 1)


def k_disclosure(
    k: int,
    range: Optional[float] = None,
) -> str:
    """Small differences. A cell is sensitive if a margin that sums over one variable has fewer than k contributors
    outside it.

    For example k-disclosure=3: a difference of a margin and its part that stands for fewer than 3 must not be
    known. The difference margin − cell must not be known exactly; with a range, not to within so many percent of
    it on either side. In counts it is 0 to k − 1. In sums the contributors outside the cell are counted, 1 to k −
    1, and the difference is their sum. The rule differs from group=k, which is for counts only, in what is safe:
    for group an attacker must take k or more outside the cell as possible; for k-disclosure any other number is
    enough. A pattern that is safe by group=k is also safe by k-disclosure=k without a range, and not the other
    way round. Margins, zeros and structural zeros are those of the rule group. The parameter ``coalition`` of the
    R package GaussSuppression is k − 1.

    Args:
        k: Differences of fewer contributors are protected (1 to 1,000,000,000).
        range: How closely the difference may not be estimated, above 0; if not given, not exactly (0 to 100 %).

    Returns:
        The rule, for ``check``.

    Reference:
        Lupp and Langsrud (2021), UNECE work session on statistical data confidentiality

    Example:
        >>> import sfumato as sf
        >>> sf.rules.k_disclosure(3)
        'k-disclosure=3'
    """
    return rule_text("k-disclosure", [k, range], [None, None], 1)


def dominance(
    n: int,
    k: float,
) -> str:
    """Dominance, (n,k). A cell is sensitive if its n largest contributors have more than k % of it.

    For example dominance=1,85: a cell is sensitive if its largest 1 contributor has more than 85 % of it.

    Args:
        n: How many of the largest contributors (1 to 1,000,000,000).
        k: Their share of the cell, above 0 and below 100 (0 to 100 %).

    Returns:
        The rule, for ``check``.

    Reference:
        Hundepool et al. (2012), Statistical Disclosure Control, chapter 4

    Example:
        >>> import sfumato as sf
        >>> sf.rules.dominance(1, 85)
        'dominance=1,85'
    """
    return rule_text("dominance", [n, k], [None, None], 2)


def p_percent(
    p: float,
    n: int = 1,
) -> str:
    """p-percent. A cell is sensitive if a coalition of n contributors can estimate the largest contribution within p
    %.

    For example p-percent=15: a cell is sensitive if the largest contribution can be estimated within 15 % by
    another contributor; p-percent=15,2 by a coalition of two.

    Args:
        p: Estimates closer than this are disclosures; above 0 and below 100 (0 to 100 %).
        n: The number of contributors in a coalition (1 to 1,000,000,000; default 1).

    Returns:
        The rule, for ``check``.

    Reference:
        Hundepool et al. (2012), Statistical Disclosure Control, chapter 4

    Example:
        >>> import sfumato as sf
        >>> sf.rules.p_percent(15)
        'p-percent=15'
    """
    return rule_text("p-percent", [p, n], [None, 1], 1)


def pq(
    p: float,
    q: float,
    n: int = 1,
) -> str:
    """Prior-posterior, pq. A cell is sensitive if contributions that were known within q % can be estimated within p
    % after it is published, by a coalition of n contributors.

    For example pq=10,50: a cell is sensitive if contributions that were known within 50 % can be estimated within
    10 % after it is published; pq=10,50,2 by a coalition of two.

    Args:
        p: Estimates closer than this are disclosures; above 0 and below q (0 to 100 %).
        q: Prior knowledge: how closely every contribution is known; above 0 (0 to 100 %).
        n: The number of contributors in a coalition (1 to 1,000,000,000; default 1).

    Returns:
        The rule, for ``check``.

    Reference:
        Hundepool et al. (2012), Statistical Disclosure Control, chapter 4

    Example:
        >>> import sfumato as sf
        >>> sf.rules.pq(10, 50)
        'pq=10,50'
    """
    return rule_text("pq", [p, q, n], [None, None, 1], 2)


def request(
    first: float,
    second: float,
) -> str:
    """Request. A cell is sensitive if a contributor who requested protection has more than a given share of it.

    For example request=50,25: a cell is sensitive if a contributor with the first request code has more than 50 %
    of it, or one with the second code more than 25 %.

    Args:
        first: The share, above 0, for contributors with the first request code (0 to 100 %).
        second: The share, above 0, for contributors with the second request code (0 to 100 %).

    Returns:
        The rule, for ``check``.

    Reference:
        Hundepool et al. (2014), the tau-Argus manual

    Example:
        >>> import sfumato as sf
        >>> sf.rules.request(50, 25)
        'request=50,25'
    """
    return rule_text("request", [first, second], [None, None], 2)


def zero(
    range: Optional[float] = None,
) -> str:
    """Zeros. A cell whose contributors all have 0 is sensitive.

    For example zero=5: a cell whose contributors all have 0 is sensitive, with protection levels of 5.

    Args:
        range: The protection level, above 0, in the unit of the table; without it the safety range of the smallest
            other cell (at least 0).

    Returns:
        The rule, for ``check``.

    Reference:
        Hundepool et al. (2014), the tau-Argus manual

    Example:
        >>> import sfumato as sf
        >>> sf.rules.zero(5)
        'zero=5'
    """
    return rule_text("zero", [range], [None], 1)
