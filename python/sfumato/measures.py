"""One function for each measure of risk and utility, with its parameters, ranges, units and defaults.
Written by scripts/python-functions from what the library says of itself; do not edit."""

from __future__ import annotations

from typing import Any, Literal, Mapping, Optional

from ._arguments import Columns, Pairs
from ._building import Memory
from ._progress import Show
from ._schema import SchemaLike
from ._scores import Score
from ._typed import measured

__all__ = [
    "rank_linkage",
    "distance_linkage",
    "probabilistic_linkage",
    "permutation_distance",
    "power_mean",
    "cm1",
    "cm2",
    "cm3",
    "interval_disclosure",
    "interval_disclosure_sd",
    "k_anonymity",
    "individual_risk",
    "model_risk",
    "suda",
    "l_diversity",
    "t_closeness",
    "uniqueness",
    "reidentification",
    "identifying_power",
    "exact_copies",
    "closest_record",
    "neighbour_ratio",
    "replicated_uniques",
    "disclosive_attribution",
    "attribution_probability",
    "membership",
    "attribute_inference",
    "analysis",
    "emd",
    "information_loss",
    "pram_estimates",
    "propensity",
    "sse",
    "um",
    "information_loss_2",
    "probabilistic_loss",
    "contingency",
    "entropy_loss",
    "granularity",
    "suppressed",
    "classification",
    "marginals",
    "pair_relations",
    "score",
    "score_2",
    "score_tutorial",
]


def __dir__() -> list[str]:
    """What is of use, for completion."""
    return __all__


def rank_linkage(
    original: Any,
    masked: Any = None,
    *,
    zero: Literal["report", "floor"] = "report",
    form: Literal["mean-log", "log-mean", "printed"] = "mean-log",
    sample: int = 0,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Rank linkage. Mean logarithm of the rank distance from each original record to its nearest masked one.

    For each original record the nearest masked record is found by ranks, and the value is the mean logarithm of
    these distances. It does not depend on units or on any monotone change of a column, so values of different
    methods and data sets can be compared.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        zero: How a distance of 0 is treated: no value with a note, or counted as half a rank (one of ``report``,
            ``floor``; default report).
        form: (1/(nm)) Σ ln d; (1/m) ln of the mean of d; or (1/n) ln Σ d, as the paper prints it (one of
            ``mean-log``, ``log-mean``, ``printed``; default mean-log).
        sample: Records that are searched for, drawn at random; 0: all of them up to 100,000, and 20,000 of a larger
            file (0 to 1,000,000,000 records; default 0).
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A higher value is better. Range: from
        -ln(2)/m with files of equal length, any number else; null when a record is matched exactly.

    When to use it:
        The measure answers the question: how near does some masked record lie to each original one? It uses ranks, so
        no outlier dominates it. It needs no record mapping, so it holds for synthetic files too, and for files of
        another length. It is the risk axis of published comparisons of masking methods at equal risk. It takes
        numeric, ordinal and nominal columns.

    When not to use it:
        - It does not ask whether the nearest record is the right one. Use ``distance-linkage`` for the share of right
          links.
        - Methods that keep ranks (``individual-ranking``, ``resampling``) match records exactly, and the value is
          then null.
        - Columns with few different values have many ties, and ranks say little. Use ``k-anonymity`` or
          ``individual-risk``.
        - The value has no upper bound that is the same for all files. Compare only files with the same number of
          columns and about the same number of records.

    Reference:
        Domingo-Ferrer, Ricci, Soria-Comas: a methodology to compare anonymization methods regarding their
        risk-utility trade-off, Eq. (3), in the form that gives its published values

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.rank_linkage(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(rank-linkage = 0.34988, risk, higher is better: the nearest masked record is 4.66 ranks away on average)
    """
    return measured(
        "rank-linkage",
        original,
        masked,
        {
            "zero": zero,
            "form": form,
            "sample": sample,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def distance_linkage(
    original: Any,
    masked: Any = None,
    *,
    scale: Literal["std", "raw", "domain", "mahalanobis"] = "std",
    direction: Literal["masked-to-original", "original-to-masked"] = "masked-to-original",
    ties: Literal["expected", "hit"] = "expected",
    prefixes: int = 0,
    weights: Optional[Pairs] = None,
    sample: int = 0,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Distance-based record linkage. Share of records re-identified by their nearest neighbour.

    Each masked record is linked to the nearest original record, and the value is the share of records for which
    that link is right. It is what an intruder achieves who holds the original values of the compared columns.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        scale: What each column is divided by, or Mahalanobis' distance (one of ``std``, ``raw``, ``domain``,
            ``mahalanobis``; default std).
        direction: From which file to which file the nearest neighbour is searched (one of ``masked-to-original``,
            ``original-to-masked``; default masked-to-original).
        ties: How a partner among several nearest is counted (one of ``expected``, ``hit``; default expected).
        prefixes: Average over the first 1, 2, …, q columns; 0 links on all columns at once (0 to 1,000 columns;
            default 0).
        weights: Weights of squared differences, as {name: number}; a column without one has 1.
        sample: Records that are searched for, drawn at random; 0: all of them up to 100,000, and 20,000 of a larger
            file (0 to 1,000,000,000 records; default 0).
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A lower value is better. Range: 0 to 100 %.

    When to use it:
        The measure answers the question: how many records can an intruder re-identify who knows the true values? It
        is the usual risk measure for numeric files that were masked row by row (noise, microaggregation, rank
        swapping). It also takes nominal and ordinal columns, alone or mixed with numbers. It needs to know which
        masked record came from which original one. Use it to compare methods at equal risk, and to find the weakest
        setting of a method that is still safe.
        Compare only the columns that an intruder can know. An intruder who knows three columns out of ten is measured
        by naming these three columns. An intruder file in place of the original measures what an outsider really
        holds.

    When not to use it:
        - Synthetic files have no true pairs; use ``cm3`` or ``rank-linkage``.
        - The value assumes the worst case: the intruder knows every compared value exactly. The real risk is often
          lower.
        - It says nothing about attribute disclosure. After microaggregation the links are wrong, but a group whose
          members share one confidential value discloses it. Use ``l-diversity``, ``t-closeness`` or
          ``interval-disclosure``.
        - For categorical keys of a sample use ``individual-risk``, which takes the population into account, or
          ``k-anonymity``.
        - A low value is not a guarantee. Another distance or other knowledge can link better; see
          ``probabilistic-linkage``.

    Reference:
        Pagliuca, Seri (1999), Some results of individual ranking method on the system of enterprise accounts annual
        survey; Domingo-Ferrer, Mateo-Sanz, Torres: concepts for the evaluation of anonymized data, §4.1

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.distance_linkage(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(distance-linkage = 13.333, risk, lower is better: 13.3 % of records re-identified by their nearest neighbour)
    """
    return measured(
        "distance-linkage",
        original,
        masked,
        {
            "scale": scale,
            "direction": direction,
            "ties": ties,
            "prefixes": prefixes,
            "weights": weights,
            "sample": sample,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def probabilistic_linkage(
    original: Any,
    masked: Any = None,
    *,
    agreement: float = 0.1,
    link: Literal["assignment", "argmax"] = "assignment",
    assignment_limit: int = 5000,
    prefixes: int = 0,
    known_rates: bool = False,
    false_match: float = 0.01,
    false_non_match: float = 0.01,
    sample: int = 0,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Probabilistic record linkage. Share of records re-identified by the columns in which they agree, weighed by
    what that is worth.

    Two records agree or disagree in each column, and each agreement has a weight that is learned from all pairs.
    Records are linked by the largest total weight, and the value is the share of records whose link is right.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        agreement: Largest difference at which two values agree (0 to 10 standard deviations; default 0.1).
        link: One-to-one with the largest total weight, or each original to its heaviest records (one of
            ``assignment``, ``argmax``; default assignment).
        assignment_limit: Largest number of records for an assignment; it takes four bytes for each pair (1 to 50,000
            records; default 5000).
        prefixes: Average over the first 1, 2, …, q columns; 0 links on all columns at once (0 to 20 columns; default
            0).
        known_rates: The worst case: an intruder who knows how often true pairs and others agree.
        false_match: Largest share of other pairs that may be labelled as linked (0 to 1; default 0.01).
        false_non_match: Largest share of matches that may be labelled as not linked (0 to 1; default 0.01).
        sample: Originals that are linked, drawn at random; 0: all of them up to 50,000, and 5,000 of a larger file.
            An assignment is of all records (0 to 1,000,000,000 records; default 0).
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A lower value is better. Range: 0 to 100 %.

    When to use it:
        The measure answers the question: how many records does an intruder re-identify with statistical record
        linkage? It is the method of statistical offices for matching registers, so it describes a professional
        intruder. It needs no scale and treats numbers and categories alike, which makes it the natural linkage
        measure for categorical and mixed files, for example after PRAM. It needs the record mapping, to know which
        links are right.

    When not to use it:
        - With one or two columns nearly all pairs look alike, and the model has nothing to learn. Use
          ``distance-linkage``.
        - Very skewed columns agree nearly everywhere. The model can then take the frequent agreement for matches
          (``prevalence`` near 1), and the value is too low. Check ``m``, ``u`` and ``prevalence``, or use
          ``known_rates``.
        - Synthetic files have no true pairs; see ``cm3``.
        - Beyond a few ten thousand records it is slow: every pair is looked at.
        - It says nothing about attribute disclosure.

    Reference:
        Fellegi, Sunter (1969), A theory for record linkage, JASA 64; Jaro (1989), Advances in record-linkage
        methodology as applied to matching the 1985 Census of Tampa, Florida, JASA 84; Domingo-Ferrer, Mateo-Sanz,
        Torres: concepts for the evaluation of anonymized data, §4.2

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.probabilistic_linkage(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(probabilistic-linkage = 10.769, risk, lower is better: 10.8 % of records re-identified by the columns in which they agree)
    """
    return measured(
        "probabilistic-linkage",
        original,
        masked,
        {
            "agreement": agreement,
            "link": link,
            "assignment-limit": assignment_limit,
            "prefixes": prefixes,
            "known-rates": known_rates,
            "false-match": false_match,
            "false-non-match": false_non_match,
            "sample": sample,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def permutation_distance(
    original: Any,
    masked: Any = None,
    *,
    sample: int = 0,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Permutation distance. Mean over records of the largest change of rank in any column.

    For each record the measure takes the column in which its rank moved most, and counts the ranks. The value is
    the mean over records.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        sample: For the linkage in the details. Records that are searched for, drawn at random; 0: all of them up to
            100,000, and 20,000 of a larger file (0 to 1,000,000,000 records; default 0).
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A higher value is better. Range: 0 to n - 1
        ranks.

    When to use it:
        The measure answers the question: how far did masking move the records in the order of their values? In the
        permutation model every masking is a permutation of ranks plus a small change of values, so this movement is
        the protection of a record. The measure is easy to explain, does not depend on units, and treats all methods
        alike. Each respondent can check their own record. It takes numeric, ordinal and nominal columns and needs the
        record mapping.

    When not to use it:
        - It counts the column that moved most. One column that moved far hides others that did not move. Look at
          ``power-mean``, which takes the worst column, or measure each column alone.
        - Synthetic files have no own masked record; use ``rank-linkage`` or ``cm3``.
        - In columns full of ties a few ranks mean little.
        - A mean hides the records that did not move. Look at the quantiles in the details.

    Reference:
        Domingo-Ferrer, Muralidhar (2016), New directions in anonymization: permutation paradigm, verifiability by
        subjects and intruders, transparency to users, Information Sciences 337-338

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.permutation_distance(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(permutation-distance = 8.8795, risk, higher is better: records moved by 8.88 of 195 ranks in the column that moved them most; 17.8 % are still nearest to their own)
    """
    return measured(
        "permutation-distance",
        original,
        masked,
        {
            "sample": sample,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def power_mean(
    original: Any,
    masked: Any = None,
    *,
    alpha: float = 0.5,
    power_mean_columns: Literal["worst", "mean"] = "worst",
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Power mean of permutation distances. Power mean of the numbers of ranks by which a column's values moved.

    The measure takes, for each column, a power mean of the numbers of ranks by which the values moved. A small
    exponent looks at values that hardly moved (risk), a large one at values that moved far (loss of utility).

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        alpha: The exponent: below 1 it measures risk, above 1 loss of utility (-100 to 100; default 0.5).
        power_mean_columns: Whether the worst column counts or the mean of all (one of ``worst``, ``mean``; default
            worst).
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: both. A higher value is better. Range: 0 to n - 1
        ranks.

    When to use it:
        The measure answers the question: how strong was the masking of a column, seen as a permutation of its ranks?
        One formula serves both sides: α < 1 for disclosure risk and α > 1 for information loss. Use it for numeric
        and ordinal columns that were masked row by row, to find the column that is protected least. It does not
        depend on units.

    When not to use it:
        - With α ≤ 0 one value that kept its rank makes the value 0; on real data that is nearly always so.
        - It looks at columns one by one and does not see relations between columns; see ``cm1``, ``cm2`` and
          ``distance-linkage``.
        - Synthetic files have no record mapping; use ``rank-linkage`` or ``cm3``.
        - In columns full of ties ranks say little.

    Reference:
        Ruiz (2018), On some consequences of the permutation paradigm for data anonymization, Information Sciences
        430-431; Domingo-Ferrer, Muralidhar, Bras-Amorós: general confidentiality and utility metrics based on the
        permutation model, Eq. (10)

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.power_mean(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(power-mean = 1.7753, both, higher is better: values of 'savings' moved by 1.78 ranks; fewer would be more risk)
    """
    return measured(
        "power-mean",
        original,
        masked,
        {
            "alpha": alpha,
            "columns": power_mean_columns,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def cm1(
    original: Any,
    masked: Any = None,
    *,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Confidentiality from the largest canonical correlation. One minus the squared largest canonical correlation of
    original and masked ranks.

    The measure asks how well some linear combination of masked ranks follows some combination of original ranks.
    The value is 1 minus the square of the largest canonical correlation.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A higher value is better. Range: 0 to 1.

    When to use it:
        The measure answers the question: is there any combination of columns that the masking left nearly unchanged?
        It is the strict confidentiality measure of the permutation model: one column that kept its ranks makes it 0.
        Use it for numeric and ordinal files that were masked row by row, together with the utility measure ``um``,
        which is made for comparison with it. It has a fixed scale from 0 to 1, so methods and files can be compared.

    When not to use it:
        - Rows of synthetic files have no partners. The rows are then compared as they stand, and the value says
          little; use ``cm3``.
        - Files with few records and many columns correlate by chance. If n − 1 is less than the sum of the ranks of
          both sides, the largest correlation is 1 whatever the data, and the note says so.
        - It judges by the least protected combination of columns, not by the average. ``cm2`` uses all correlations.
        - It sees monotone linear relations of ranks only. A value of 1 is not a proof of independence.

    Reference:
        Domingo-Ferrer, Muralidhar, Bras-Amorós: general confidentiality and utility metrics for privacy-preserving
        data publishing based on the permutation model, Eq. (2)

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.cm1(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(cm1 = 0.0095583, risk, higher is better: the best combination of masked ranks explains 99 % of the variation of one of original ranks)
    """
    return measured(
        "cm1",
        original,
        masked,
        {},
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def cm2(
    original: Any,
    masked: Any = None,
    *,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Confidentiality from all canonical correlations. Product of one minus the squared canonical correlations of
    original and masked ranks.

    The measure combines all canonical correlations between original and masked ranks. The value is the product of
    1 minus their squares.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A higher value is better. Range: 0 to 1.

    When to use it:
        The measure answers the question: how much do the masked ranks, taken together, say about the original ones?
        It uses all relations, where ``cm1`` uses the strongest one only. Use it for numeric and ordinal files that
        were masked row by row, together with the utility measure ``um``. Its detail ``minus_log`` is −ln CM2, the
        information that the two files share: it adds up over independent groups of columns, and it shows differences
        between small values.

    When not to use it:
        - Rows of synthetic files have no partners; use ``cm3``, which is built on this measure.
        - The value falls with the number of columns, since more factors are multiplied. Compare only files with the
          same columns. Independent data of n records and m columns give a value a little below 1 by chance.
        - Values of usual masked files are very small. Compare ``minus_log``, or read ``cm1``.
        - Files with few records and many columns correlate by chance; the note says so.

    Reference:
        Domingo-Ferrer, Muralidhar, Bras-Amorós: general confidentiality and utility metrics for privacy-preserving
        data publishing based on the permutation model, Eq. (5)

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.cm2(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(cm2 = 0.00010124, risk, higher is better: 0.000101 on a scale from 0 (some ranks fully disclosed) to 1 (ranks independent))
    """
    return measured(
        "cm2",
        original,
        masked,
        {},
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def cm3(
    original: Any,
    masked: Any = None,
    *,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Confidentiality without a record mapping. The least cm2 of the other columns when both files are sorted by one
    column.

    Both files are sorted by one column, records at equal places are taken for pairs, and ``cm2`` is computed on
    the other columns. The value is the smallest result over all columns.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A higher value is better. Range: 0 to 1.

    When to use it:
        The measure answers the question: how much do the files have in common for an intruder who does not know which
        record is which? It is made for synthetic files, where no record mapping exists. An intruder who knows one
        column well can align the files by it; the measure tries every column. It also finds whole records that were
        only put in another order: then it is 0. Files without a record mapping are measured with it by default.

    When not to use it:
        - For files with a record mapping ``cm1`` and ``cm2`` are sharper.
        - A synthetic file that keeps strong relations between columns has a low value, because sorting by one column
          sorts the related columns too. This is also a sign of utility. Compare it with ``um``, and between files of
          the same data.
        - It needs at least two compared columns, and columns with many ties sort badly.
        - It says nothing about copies of single records; use ``distance-linkage`` or ``rank-linkage`` on them.

    Reference:
        Domingo-Ferrer, Muralidhar, Bras-Amorós: general confidentiality and utility metrics for privacy-preserving
        data publishing based on the permutation model, Algorithm 1 and Eq. (6)

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.cm3(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(cm3 = 0.058255, risk, higher is better: 0.0583 on a scale from 0 (records recovered by sorting) to 1, by 'income')
    """
    return measured(
        "cm3",
        original,
        masked,
        {},
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def interval_disclosure(
    original: Any,
    masked: Any = None,
    *,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Interval disclosure by ranks. Share of original values within a few ranks of their masked value.

    An interval of ranks is drawn around each masked value, and the measure counts how often the original value
    lies in it. The value is the mean share over intervals of 1, 2, …, 10 % of the records to each side and over
    all columns.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A lower value is better. Range: 0 to 100 %.

    When to use it:
        The measure answers the question: how well does a masked value tell the original one, without any linkage? It
        is a measure of attribute disclosure for numeric files that were masked row by row: an intruder who knows
        which record belongs to a person, and how strong the masking is, learns an interval for the value. It is a
        part of ``score``. It does not depend on units or on skewness.

    When not to use it:
        - One percent of ranks at the upper end of a skewed column can be a wide interval of values. There
          ``interval-disclosure-sd`` may say the opposite.
        - Columns with many equal values (zeros) are disclosed by construction: the interval starts and ends with the
          same value.
        - It needs the record mapping; synthetic files have no value.
        - Categories are not accepted; use ``l-diversity`` or ``entropy-loss``.
        - It does not say whether a record can be found; use ``distance-linkage``.

    Reference:
        Domingo-Ferrer, Mateo-Sanz, Torres: concepts for the evaluation of anonymized data, §4.3 and §5

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.interval_disclosure(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(interval-disclosure = 83.915, risk, lower is better: 83.9 % of original values lie in a narrow interval around their masked value)
    """
    return measured(
        "interval-disclosure",
        original,
        masked,
        {},
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def interval_disclosure_sd(
    original: Any,
    masked: Any = None,
    *,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Interval disclosure by standard deviations. Share of original values within a few hundredths of a standard
    deviation of their masked value.

    A narrow interval, a few hundredths of a standard deviation wide, is drawn around each masked value, and the
    measure counts how often the original value lies in it. The value is the mean share over ten widths and all
    columns.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A lower value is better. Range: 0 to 100 %.

    When to use it:
        The measure answers the question: how often is the masked value nearly the original one, in units of the
        column? It is a measure of attribute disclosure for numeric files that were masked row by row, and a part of
        ``score-2``. Use it beside ``interval-disclosure``, which asks the same by ranks, when absolute closeness
        matters.

    When not to use it:
        - In skewed columns the standard deviation is large, and most values look disclosed: a small company's
          turnover is within 1 % of a standard deviation of nearly every other small company. Use
          ``interval-disclosure``.
        - It needs the record mapping; synthetic files have no value.
        - Categories are not accepted; use ``entropy-loss`` or ``l-diversity``.
        - It does not say whether a record can be found; use ``distance-linkage``.

    Reference:
        Domingo-Ferrer, Mateo-Sanz, Torres: concepts for the evaluation of anonymized data, §6 (ID2)

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.interval_disclosure_sd(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(interval-disclosure-sd = 44.718, risk, lower is better: 44.7 % of original values lie in a narrow interval around their masked value)
    """
    return measured(
        "interval-disclosure-sd",
        original,
        masked,
        {},
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def k_anonymity(
    original: Any,
    masked: Any = None,
    *,
    keys: Optional[Columns] = None,
    missing_as: Literal["wildcard", "category"] = "wildcard",
    alpha: float = 1,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """k-anonymity. The smallest number of records that share their keys.

    Records with the same values in the keys form a class, and the value is the size of the smallest class. A file
    is k-anonymous when every record shares its keys with at least k − 1 others.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        keys: Columns that an intruder knows; without, the compared quasi-identifiers, or all compared columns.
        missing_as: Whether a missing key matches every value, or is a value of its own (one of ``wildcard``,
            ``category``; default wildcard).
        alpha: The count of a pair of records that miss the same key, with missing as wildcard (0 to 1; default 1).
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A higher value is better. Range: 1 to n
        records.

    When to use it:
        The measure answers the question: among how many records can a person hide whose keys are known? It is the
        standard check of a categorical file before release, and of releases by ``generalization`` and
        ``local-suppression``. It needs only one file: the original can be measured alone, before any masking. Choose
        as keys the columns that others can know, such as age, sex and region. Values of 3 to 10 are usual; scientific
        use files are often released with 3 or 5.

    When not to use it:
        - It does not protect a confidential value that all k records share. Add ``l-diversity`` or ``t-closeness``.
        - It counts the sample, not the population. A unique record of a small sample can be one of many people. Use
          ``individual-risk``, ``model-risk`` or ``uniqueness`` for that.
        - After noise, PRAM or swapping it misleads in both directions: new unique combinations are not real people.
          Use ``distance-linkage`` or ``probabilistic-linkage``.
        - Numeric columns with many values make every record unique. Recode them first.
        - The smallest class is one number. Look at ``below`` to see whether one record or half of the file is at
          risk.

    Reference:
        Samarati, Sweeney (1998), Protecting privacy when disclosing information: k-anonymity and its enforcement
        through generalization and suppression, SRI International

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.local_suppression(people, columns=["sex", "region", "education"], k=3)
        >>> sf.measures.k_anonymity(people, release, columns=["sex", "region", "education"], seed=1)
        Score(k-anonymity = 3, risk, higher is better: every record is one of 3 or more with its keys when a missing key matches anything; 24 of 200 records are unique when it is a value of its own)
    """
    return measured(
        "k-anonymity",
        original,
        masked,
        {
            "keys": keys,
            "missing-as": missing_as,
            "alpha": alpha,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def individual_risk(
    original: Any,
    masked: Any = None,
    *,
    keys: Optional[Columns] = None,
    missing_as: Literal["wildcard", "category"] = "wildcard",
    threshold: float = 0.1,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Individual risk of re-identification. Share of records that are expected to be re-identified by their keys.

    Each record gets the probability that a match by its keys is right, given how many people of the population
    share these keys. The value is the mean of these probabilities, so the expected share of re-identified
    records.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        keys: Columns that an intruder knows; without, the compared quasi-identifiers, or all compared columns.
        missing_as: Whether a missing key matches every value, or is a value of its own (one of ``wildcard``,
            ``category``; default wildcard).
        threshold: Records and households above this risk are counted (0 to 1 probability; default 0.1).
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A lower value is better. Range: 0 to 100 %.

    When to use it:
        The measure answers the question: how many records would an intruder identify who matches the keys against a
        register of the population? It is made for sample surveys with sampling weights and categorical keys, such as
        household surveys. The weights say how many people stand behind the records with the same keys. The values by
        record show which records to protect with ``local-suppression`` or recoding. The original can be measured
        alone. Where households are declared, the details also say how likely it is that some member of the household
        is found.

    When not to use it:
        - Without weights it is 1/f, the risk of an intruder who knows that the person is in the file. Then
          ``reidentification`` says the same with more details.
        - Weights describe the average person of a group. A person who is rare in the population and in the sample is
          taken for one of many, and the risk is too low. ``model-risk`` and ``suda`` look at such records.
        - Calibrated weights that differ much inside a class of keys make the estimate worse.
        - Numeric keys with many values make all records unique. Recode them first.
        - It does not see that keys were perturbed. For PRAM or swapping use ``probabilistic-linkage``.
        - It says nothing about attribute disclosure; see ``l-diversity``.

    Reference:
        Benedetti, Franconi (1998), Statistical and technological solutions for controlled data dissemination;
        Franconi, Polettini (2004), Individual risk estimation in mu-Argus: a review, Privacy in Statistical
        Databases, LNCS 3050

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.local_suppression(people, columns=["sex", "region", "education"], k=3)
        >>> sf.measures.individual_risk(people, release, columns=["sex", "region", "education"], seed=1)
        Score(individual-risk = 18.424, risk, lower is better: 36.847 of 200 records are expected to be re-identified by their keys)
    """
    return measured(
        "individual-risk",
        original,
        masked,
        {
            "keys": keys,
            "missing-as": missing_as,
            "threshold": threshold,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def model_risk(
    original: Any,
    masked: Any = None,
    *,
    keys: Optional[Columns] = None,
    formula: Literal["main", "two-way"] = "main",
    population_size: Optional[float] = None,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Risk by a log-linear model. Share of records that are unique on their keys and expected to be matched
    correctly.

    A log-linear model smooths the counts of all combinations of the keys, and gives each unique record the
    probability that a match with it is right. The value is the expected number of right matches with unique
    records, as a share of all records.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        keys: Columns that an intruder knows; without, the compared quasi-identifiers, or all compared columns.
        formula: The model's effects: of each key, or of each pair of keys (one of ``main``, ``two-way``; default
            main).
        population_size: Size of the population; without, the sum of the weights (at least 1 people).
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A lower value is better. Range: 0 to 100 %.

    When to use it:
        The measure answers the question: how many sample uniques would be matched rightly in the population? Use it
        for samples with categorical keys when the sampling fraction is known but weights do not tell rare people from
        others. The model sees that a combination is rare because its single values are rare. ``main`` suits large
        tables with few records a cell; ``two-way`` fits better where keys depend on each other. The original can be
        measured alone.

    When not to use it:
        - The sample should be drawn at random, with about equal probabilities. For weights that differ much use
          ``individual-risk``.
        - ``main`` overestimates the population counts of combinations that never occur together, and so
          underestimates the risk of a strange combination. Compare with ``two-way``.
        - Without weights and without ``population_size`` the file is taken for the whole population: every unique is
          a right match.
        - Only uniques enter the value; ``expected`` has all records.
        - It does not see that keys were perturbed; use ``probabilistic-linkage`` after PRAM or swapping.

    Reference:
        Skinner, Holmes (1998), Estimating the re-identification risk per record in microdata, Journal of Official
        Statistics 14(4); Elamir, Skinner (2006), Record level measures of disclosure risk for survey microdata,
        Journal of Official Statistics 22(3); Skinner, Shlomo (2008), Assessing identification risk in survey
        microdata using log-linear models, JASA 103

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.pram(people, columns=["sex", "region", "education"], seed=1)
        >>> sf.measures.model_risk(people, release, columns=["sex", "region", "education"], seed=1)
        Score(model-risk = 12.5, risk, lower is better: 25 correct matches are expected of the 25 records that are unique on their keys, as if the file were the whole population)
    """
    return measured(
        "model-risk",
        original,
        masked,
        {
            "keys": keys,
            "formula": formula,
            "population-size": population_size,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def suda(
    original: Any,
    masked: Any = None,
    *,
    keys: Optional[Columns] = None,
    fraction: float = 0.01,
    max_size: int = 0,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Special uniques (SUDA). Share of records that are unique on some of their keys, with a score for how few are
    enough.

    The measure finds, for each record, the smallest sets of keys in which it is alone. The value is the share of
    records with such a set, and a score says how few keys suffice.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        keys: Columns that an intruder knows; without, the compared quasi-identifiers, or all compared columns.
        fraction: Share of the population that is in the sample, for the DIS scores (0.0001 to 1; default 0.01).
        max_size: Largest size of the sets of keys that are searched; 0 searches all (0 to 64 keys; default 0).
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A lower value is better. Range: 0 to 100 %.

    When to use it:
        The measure answers the question: which records are special, because a few of their keys already single them
        out? A person who is unique by age and marital status alone (a widow aged 17) is probably rare in the
        population too, and is easier to find than a person who is unique only by seven keys together. Use it for
        categorical keys of samples, beside ``individual-risk``, which does not see this. The original can be measured
        alone. The contributions show which key to recode first; the scores by record show where to suppress.

    When not to use it:
        - Without ``max_size`` the value is the share of sample uniques of all keys; only the scores tell special ones
          from others. Do not read the value alone.
        - DIS scores are calibrated by experience, not by a model of the population. Use them for an order of records,
          and ``model-risk`` or ``individual-risk`` for probabilities.
        - It does not see records in pairs or small groups; see ``k-anonymity``.
        - Many keys cost much: the number of sets grows steeply, to thousands a record with 15 keys. Set ``max_size``.
        - Numeric columns with many values make every record unique in one key. Recode them first.

    Reference:
        Elliot, Manning, Ford (2002), A computational algorithm for handling the special uniques problem,
        International Journal of Uncertainty, Fuzziness and Knowledge-Based Systems 10(5); Manning, Haglin, Keane
        (2008), A recursive search algorithm for statistical disclosure assessment, Data Mining and Knowledge
        Discovery 16(2)

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.pram(people, columns=["sex", "region", "education"], seed=1)
        >>> sf.measures.suda(people, release, columns=["sex", "region", "education"], seed=1)
        Score(suda = 10.5, risk, lower is better: 21 of 200 records are unique on some of their keys; the most certain match is right with probability 0.00876)
    """
    return measured(
        "suda",
        original,
        masked,
        {
            "keys": keys,
            "fraction": fraction,
            "max-size": max_size,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def l_diversity(
    original: Any,
    masked: Any = None,
    *,
    keys: Optional[Columns] = None,
    column: Optional[str] = None,
    model: Literal["distinct", "entropy", "recursive"] = "distinct",
    c: float = 2,
    l: int = 2,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """l-diversity. The smallest diversity of a confidential column among records that share their keys.

    Among the records that share their keys, the measure counts how diverse the values of a confidential column
    are. The value is the smallest diversity of any class.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        keys: Columns that an intruder knows; without, the compared quasi-identifiers, or all compared columns.
        column: The confidential column; without, the first compared column of that role.
        model: How the diversity of a class is counted (one of ``distinct``, ``entropy``, ``recursive``; default
            distinct).
        c: For recursive: the largest ratio of the most frequent value to the rarer ones (0.001 to 1,000; default 2).
        l: Records in classes of smaller diversity are counted (1 to 1,000,000; default 2).
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A higher value is better. Range: at least 0
        values.

    When to use it:
        The measure answers the question: if an intruder finds the right class of records, what remains unknown about
        the confidential value? Use it beside ``k-anonymity`` for files with categorical keys and a categorical
        confidential column, such as a diagnosis. It finds classes in which all records have one value; such a class
        discloses it whatever its size. The original can be measured alone. ``distinct`` is easy to explain.
        ``entropy`` and ``recursive`` also see that one value is much more frequent than the others.

    When not to use it:
        - Values that differ but mean nearly the same are counted as different (two cancers, incomes of 1,000 and
          1,001). For ordered columns use ``t-closeness`` with ``ordered``, for numbers ``interval-disclosure``.
        - A rare value cannot be diverse everywhere. If 99 % of all records have one value, no masking gives a high
          ``entropy``; ``t-closeness`` compares with the whole file and is the better question.
        - It says nothing about identity disclosure; keep ``k-anonymity`` or ``individual-risk``.
        - A numeric confidential column has nearly as many values as records, so ``distinct`` is then the class size.

    Reference:
        Machanavajjhala, Kifer, Gehrke, Venkitasubramaniam (2007), l-diversity: privacy beyond k-anonymity, ACM
        Transactions on Knowledge Discovery from Data 1(1)

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.local_suppression(people, columns=["sex", "region", "education"], k=3)
        >>> sf.measures.l_diversity(people, release, columns=["sex", "region", "education", "income"],
        ...                         keys=["sex", "region", "education"], column="income", seed=1)
        Score(l-diversity = 1, risk, higher is better: every class of records with equal keys has a diversity of 1 or more in 'income'; 45 records have less than 2)
    """
    return measured(
        "l-diversity",
        original,
        masked,
        {
            "keys": keys,
            "column": column,
            "model": model,
            "c": c,
            "l": l,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def t_closeness(
    original: Any,
    masked: Any = None,
    *,
    keys: Optional[Columns] = None,
    column: Optional[str] = None,
    distance: Literal["equal", "ordered", "hierarchical"] = "equal",
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """t-closeness. The largest distance of a confidential column among records that share their keys from all
    records.

    For each class of records that share their keys, the distribution of a confidential column is compared with
    its distribution among all records. The value is the largest distance of any class.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        keys: Columns that an intruder knows; without, the compared quasi-identifiers, or all compared columns.
        column: The confidential column; without, the first compared column of that role.
        distance: Distance of values: all equal, by their order, or by the column's hierarchy (one of ``equal``,
            ``ordered``, ``hierarchical``; default equal).
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A lower value is better. Range: 0 to 1.

    When to use it:
        The measure answers the question: how much more does an intruder learn from the keys than from the whole file?
        Use it beside ``k-anonymity`` when the confidential column is skewed or has similar values, where
        ``l-diversity`` misleads. Use ``ordered`` for ordinal and numeric columns, and ``hierarchical`` when the
        values have a hierarchy. The original can be measured alone.

    When not to use it:
        - Small values cost much utility: a class that looks like the whole file has lost the relation between keys
          and the confidential column, which analysts often want.
        - Small classes are far from the whole file by chance alone. Read it together with the class sizes
          (``k-anonymity``).
        - It does not tell whether a person can be found. Keep a measure of identity disclosure.
        - One number for the worst class can come from a single small class; look at the values by record.

    Reference:
        Li, Li, Venkatasubramanian (2007), t-closeness: privacy beyond k-anonymity and l-diversity, IEEE 23rd
        International Conference on Data Engineering

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.local_suppression(people, columns=["sex", "region", "education"], k=3)
        >>> sf.measures.t_closeness(people, release, columns=["sex", "region", "education", "income"],
        ...                         keys=["sex", "region", "education"], column="income", distance="ordered", seed=1)
        Score(t-closeness = 0.58923, risk, lower is better: among records with the same keys 'income' is distributed as among all, up to a distance of 0.589)
    """
    return measured(
        "t-closeness",
        original,
        masked,
        {
            "keys": keys,
            "column": column,
            "distance": distance,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def uniqueness(
    original: Any,
    masked: Any = None,
    *,
    keys: Optional[Columns] = None,
    population: Any = None,
    population_size: Optional[float] = None,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Uniqueness in sample and population. Share of records that are unique on their keys in the file.

    The value is the share of records that are alone with their keys in the file. With a population file, or with
    the size of the population, the details say how many of them are alone in the population too.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        keys: Columns that an intruder knows; without, the compared quasi-identifiers, or all compared columns.
        population: A frame of the whole population, with the same keys.
        population_size: Size of the population, where no file of it is given; without, the sum of the weights (at
            least 1 people).
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A lower value is better. Range: 0 to 100 %.

    When to use it:
        The measure answers the question: how many records are unique, and how many of them are unique among all
        people? A sample unique that is also a population unique can be found with certainty. Use it for samples with
        categorical keys. Give a population file where you have one: then the answer is counted. Otherwise give the
        size of the population, or weights, and compare the estimates of four models. The original can be measured
        alone.

    When not to use it:
        - The estimates of the models can differ by a factor of ten and more. Report all of them; do not pick one.
        - Uniques are only a part of the risk: two people with equal keys are nearly as exposed. See
          ``individual-risk`` and ``k-anonymity``.
        - It does not say which unique is rare in the population. ``suda`` and ``model-risk`` rank the records.
        - The models assume a simple random sample.
        - After noise, PRAM or swapping, unique records are often not real people. Use ``distance-linkage``.

    Reference:
        Bethlehem, Keller, Pannekoek (1990), Disclosure control of microdata, JASA 85; Zayatz (1991), Estimation of
        the percent of unique population elements on a microdata file using the sample, US Bureau of the Census; Chen,
        Keller-McNulty (1998), Estimation of identification disclosure risk in microdata, Journal of Official
        Statistics 14(1); Hoshino (2001), Applying Pitman's sampling formula to microdata disclosure risk assessment,
        Journal of Official Statistics 17(4)

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.local_suppression(people, columns=["sex", "region", "education"], k=3)
        >>> sf.measures.uniqueness(people, release, columns=["sex", "region", "education"], seed=1)
        Score(uniqueness = 12, risk, lower is better: 24 of 200 records are unique on their keys in the file when a missing key is a value of its own (0 when it matches anything))
    """
    return measured(
        "uniqueness",
        original,
        masked,
        {
            "keys": keys,
            "population": population,
            "population-size": population_size,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def reidentification(
    original: Any,
    masked: Any = None,
    *,
    keys: Optional[Columns] = None,
    missing_as: Literal["wildcard", "category"] = "wildcard",
    attacker: Literal["prosecutor", "journalist", "marketer"] = "prosecutor",
    threshold: float = 0.2,
    population: Any = None,
    population_size: Optional[float] = None,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Re-identification by prosecutor, journalist and marketer. The chance that an attacker who knows the keys finds
    the right record.

    The measure gives the probability that an attacker who knows the keys finds the right record, for three
    attackers. A prosecutor knows that the person is in the file, a journalist knows only the population, and a
    marketer wants many right matches.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        keys: Columns that an intruder knows; without, the compared quasi-identifiers, or all compared columns.
        missing_as: Whether a missing key matches every value, or is a value of its own (one of ``wildcard``,
            ``category``; default wildcard).
        attacker: The attacker whose probability is the value (one of ``prosecutor``, ``journalist``, ``marketer``;
            default prosecutor).
        threshold: Probabilities above it are counted (0 to 1; default 0.2).
        population: A frame of the whole population, with the same keys.
        population_size: Size of the population, where no file of it is given; without, the sum of the weights (at
            least 1 people).
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A lower value is better. Range: 0 to 100 %.

    When to use it:
        The measure answers the question: how likely is a right match by keys, at worst and on average? The three
        attackers are the standard of health data (de-identification under HIPAA and similar rules). Use it for
        categorical keys. Use ``prosecutor`` when it may be known who is in the file, ``journalist`` when the file is
        a sample, and ``marketer`` when the concern is the number of people found. The original can be measured alone.

    When not to use it:
        - The prosecutor's largest probability is 1/k of ``k-anonymity``: one unique record makes it 100 %. Look at
          ``above`` and ``average``, or at ``individual-risk``.
        - Without a population file, ``population_size`` or weights, journalist and marketer are the same as the
          prosecutor.
        - It says nothing about attribute disclosure; see ``l-diversity`` and ``t-closeness``.
        - It does not see that keys were perturbed; use ``probabilistic-linkage`` after PRAM or swapping.

    Reference:
        El Emam, Dankar (2008), Protecting privacy using k-anonymity, Journal of the American Medical Informatics
        Association 15(5); Dankar, El Emam (2010), A method for evaluating marketer re-identification risk, EDBT/ICDT
        Workshops

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.local_suppression(people, columns=["sex", "region", "education"], k=3)
        >>> sf.measures.reidentification(people, release, columns=["sex", "region", "education"], seed=1)
        Score(reidentification = 33.333, risk, lower is better: an attacker who looks for a person who is in the file is right with a chance of up to 33.3 %; it is above 20 % for 28 % of the records)
    """
    return measured(
        "reidentification",
        original,
        masked,
        {
            "keys": keys,
            "missing-as": missing_as,
            "attacker": attacker,
            "threshold": threshold,
            "population": population,
            "population-size": population_size,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def identifying_power(
    original: Any,
    masked: Any = None,
    *,
    keys: Optional[Columns] = None,
    order: int = 3,
    top: int = 10,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Identifying power of sets of columns. Share of records that are unique on all keys, and which sets of keys
    make them unique.

    The value is the share of records that are alone with all their keys. The details say which sets of keys
    single out most records, and what each key contributes.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        keys: Columns that an intruder knows; without, the compared quasi-identifiers, or all compared columns.
        order: Largest size of the sets of keys that are counted (1 to 20 keys; default 3).
        top: How many sets are listed (1 to 1,000 sets; default 10).
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A lower value is better. Range: 0 to 100 %.

    When to use it:
        The measure answers the question: which columns make records unique? Use it before masking, to decide which
        key to recode or to leave out first, and to see how dangerous an added column would be. It takes columns of
        any kind and needs only the original.

    When not to use it:
        - It counts uniques of the file, not of the population. Use ``uniqueness`` or ``individual-risk`` for that.
        - Records in pairs and small groups do not count; see ``k-anonymity``.
        - It does not rank records; use ``suda`` or ``individual-risk``.
        - Many keys with a high ``order`` have too many sets: more than 200,000 are refused.

    Reference:
        Sweeney (2000), Simple demographics often identify people uniquely, Carnegie Mellon University; Motwani, Xu
        (2007), Efficient algorithms for masking and finding quasi-identifiers, VLDB

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.pram(people, columns=["sex", "region", "education"], seed=1)
        >>> sf.measures.identifying_power(people, release, columns=["sex", "region", "education"], seed=1)
        Score(identifying-power = 12.5, risk, lower is better: 12.5 % of the records are unique on all their keys, and 12.5 % with sex, region, education alone)
    """
    return measured(
        "identifying-power",
        original,
        masked,
        {
            "keys": keys,
            "order": order,
            "top": top,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def exact_copies(
    original: Any,
    masked: Any = None,
    *,
    holdout: Any = None,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Exact copies in a synthetic file. Share of synthetic records that are equal to a record of the original.

    The measure counts synthetic records that are equal to an original record in all compared columns. A synthetic
    file that holds a copy of a unique record publishes that person, however different all other records are.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        holdout: Records of the same population that were not used to make the synthetic file.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A lower value is better. Range: 0 to 100 %.

    When to use it:
        The measure answers the question: are there original records in this synthetic file? Use it first for every
        synthetic file. Give a ``holdout``: records of the same population that were not used to make the synthetic
        file. Their share of copies is what chance gives where few columns with few values are compared.

    When not to use it:
        - Rows of the masked file come from rows of the original: a file that was masked has copies by design where
          cells are left unchanged. Use ``distance-linkage``.
        - A record that differs from an original one in the last digit is not a copy. ``closest-record``,
          ``neighbour-ratio`` and ``membership`` see it.

    Reference:
        Article 29 Data Protection Working Party (2014), Opinion 05/2014 on anonymisation techniques, WP216 (singling
        out); Wilson (1927), JASA 22

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.exact_copies(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(exact-copies = 19.5, risk, lower is better: 39 of 200 synthetic records are copies of an original record, and 13 of a unique one: record 8 is original record 142, for example)
    """
    return measured(
        "exact-copies",
        original,
        masked,
        {
            "holdout": holdout,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def closest_record(
    original: Any,
    masked: Any = None,
    *,
    holdout: Any = None,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Distance to the closest record. How near synthetic records are to original ones, compared with unseen records.

    The measure compares how far synthetic records are from their closest original record with how far records are
    that the synthesizer never saw. It is the usual measure of synthetic files, and not enough by itself.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        holdout: Records of the same population that were not used to make the synthetic file.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A higher value is better. Range: 0 to 100 %.

    When to use it:
        The measure answers the question: is the synthetic file as a whole nearer to the original than fresh records
        of the same population would be? Use it for files of any columns, with a ``holdout`` where there is one.

    When not to use it:
        - As the only measure: a few verbatim copies among many fresh records leave the median as it was. Use
          ``exact-copies`` and ``membership`` too.
        - As a proof of safety: a large distance does not protect a person whose target can be inferred; see
          ``attribute-inference``.

    Reference:
        Platzer, Reutterer (2021), Holdout-based empirical assessment of mixed-type synthetic data, Frontiers in Big
        Data 4; Gower (1971), Biometrics 27

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.closest_record(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(closest-record = 93.83, risk, higher is better: the median distance to the closest original record is 0.00176, and 0.00187 for original records and their nearest others)
    """
    return measured(
        "closest-record",
        original,
        masked,
        {
            "holdout": holdout,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def neighbour_ratio(
    original: Any,
    masked: Any = None,
    *,
    holdout: Any = None,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Nearest neighbour distance ratio. How clearly the nearest synthetic records point at one original record.

    The measure compares the distance of a synthetic record to its nearest original record with that to the second
    nearest. A small ratio means that the record points at one original record alone.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        holdout: Records of the same population that were not used to make the synthetic file.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A higher value is better. Range: 0 to 1.

    When to use it:
        The measure answers the question: do some synthetic records single out an original record? It looks at the
        lowest 5 % of the ratios, so that it sees leaks that the median of ``closest-record`` does not.

    When not to use it:
        - Where fewer than 5 % of the records leak it sees nothing; use ``exact-copies``.
        - Originals with equal records: a copy of one of them has the ratio 1.

    Reference:
        Zhao, Kunar, Birke, Chen (2021), CTAB-GAN: effective table data synthesizing, ACML; Gower (1971), Biometrics
        27

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.neighbour_ratio(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(neighbour-ratio = 0, risk, higher is better: for 5 % of the synthetic records the nearest original record is at most 0 times as far away as the second nearest)
    """
    return measured(
        "neighbour-ratio",
        original,
        masked,
        {
            "holdout": holdout,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def replicated_uniques(
    original: Any,
    masked: Any = None,
    *,
    keys: Optional[Columns] = None,
    holdout: Any = None,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Replicated uniques. Share of original records that are unique by their keys in both files.

    The measure counts original records that are alone with their keys, and whose keys occur exactly once in the
    synthetic file too. It is repU of the R package synthpop.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        keys: Columns that an intruder knows; without, the compared quasi-identifiers, or all compared columns.
        holdout: Records of the same population that were not used to make the synthetic file.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A lower value is better. Range: 0 to 100 %.

    When to use it:
        The measure answers the question: for how many people would an intruder who knows the keys believe to have
        found the record? Use it for files with keys such as age, sex and place.

    When not to use it:
        - A record of a synthetic file need not be the person's, even where the keys agree. Look at
          ``disclosive-attribution`` for what is learned then.
        - An original that is written twice gives 0: ``present`` in the details is then the share of all uniques.

    Reference:
        Raab, Nowok, Dibben (2024), Practical privacy metrics for synthetic data, arXiv:2406.16826 (repU)

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.replicated_uniques(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(replicated-uniques = 6.5, risk, lower is better: 6.5 % of the original records are unique by their keys, and so is a synthetic record with the same keys)
    """
    return measured(
        "replicated-uniques",
        original,
        masked,
        {
            "keys": keys,
            "holdout": holdout,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def disclosive_attribution(
    original: Any,
    masked: Any = None,
    *,
    keys: Optional[Columns] = None,
    target: Optional[str] = None,
    holdout: Any = None,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Disclosive attribution. Share of original records whose keys give away the target in the synthetic file.

    The measure counts original records for which all synthetic records with the same keys have one value of the
    target, the right one. An intruder who knows the keys then learns the target. It is DiSCO of the R package
    synthpop.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        keys: Columns that an intruder knows; without, the compared quasi-identifiers, or all compared columns.
        target: The column that an intruder wants to learn; without, the first compared confidential one.
        holdout: Records of the same population that were not used to make the synthetic file.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A lower value is better. Range: 0 to 100 %.

    When to use it:
        The measure answers the question: of how many people does the synthetic file give away the target? Use it with
        keys that can be known and a target that is worth learning.

    When not to use it:
        - Numbers with many values as target: hardly two records have the same. Use ``attribute-inference``, which has
          a tolerance.
        - Targets that the keys determine anyway, such as a region by its town: look at the holdout beside it.

    Reference:
        Raab, Nowok, Dibben (2024), Practical privacy metrics for synthetic data, arXiv:2406.16826 (DiSCO)

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.disclosive_attribution(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(disclosive-attribution = None, risk, lower is better: needs a column that an intruder wants to learn: name it with target)
    """
    return measured(
        "disclosive-attribution",
        original,
        masked,
        {
            "keys": keys,
            "target": target,
            "holdout": holdout,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def attribution_probability(
    original: Any,
    masked: Any = None,
    *,
    keys: Optional[Columns] = None,
    target: Optional[str] = None,
    holdout: Any = None,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Attribution probability. The chance that a synthetic record with the same keys has the right target.

    The measure gives the probability that an intruder is right who knows the keys of an original record and takes
    the target of a random synthetic record with the same keys.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        keys: Columns that an intruder knows; without, the compared quasi-identifiers, or all compared columns.
        target: The column that an intruder wants to learn; without, the first compared confidential one.
        holdout: Records of the same population that were not used to make the synthetic file.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A lower value is better. Range: 0 to 100 %.

    When to use it:
        The measure answers the question: how good are guesses of the target on average? It includes records whose
        keys leave several values, which ``disclosive-attribution`` does not count.

    When not to use it:
        - Without its references: where a target has two values, guessing is right half of the time. ``baseline`` and
          ``holdout`` in the details say what is no leak.
        - Numbers with many values as keys: hardly a synthetic record has the same keys. Use ``attribute-inference``.

    Reference:
        Elliot (2014), Final report on the disclosure risk associated with the synthetic data produced by the SYLLS
        team, University of Manchester; Taub, Elliot, Pampaka, Smith (2018), Differential correct attribution
        probability for synthetic data, PSD, LNCS 11126

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.attribution_probability(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(attribution-probability = None, risk, lower is better: needs a column that an intruder wants to learn: name it with target)
    """
    return measured(
        "attribution-probability",
        original,
        masked,
        {
            "keys": keys,
            "target": target,
            "holdout": holdout,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def membership(
    original: Any,
    masked: Any = None,
    *,
    holdout: Any = None,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Membership inference. How well an attacker tells records the file was made from from others.

    The measure says how well an attacker who has the synthetic file can tell records that it was made from from
    other records of the same population. Being in the data can be the secret: a register of patients, for
    example.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        holdout: Records of the same population that were not used to make the synthetic file.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A lower value is better. Range: 0 to 100 %.

    When to use it:
        The measure answers the question: does the synthetic file remember its training records? It needs a
        ``holdout``. Use it for every synthetic file of people; it sees copies, near copies and overfitted models.

    When not to use it:
        - Without a real holdout: records that the synthesizer saw, or of another population, give a wrong value.
        - With records that belong together, such as households, and no column that says so: a record of the holdout
          is nearer to its relatives in the reference, which no original record has there, so that score 2 lies a
          little above 50 without a leak (50.22 ± 0.06 for 10⁶ made-up people in households, 50.02 with one person of
          each). Declare the column of household numbers with the role household, or give one person of each household
          in all files. A household with members in the original and in the holdout makes every risk look smaller:
          split whole households.
        - As a proof: two attacks were tried, and others may do better. A value of 50 means that these two found
          nothing.

    Reference:
        Stadler, Oprisanu, Troncoso (2022), Synthetic data: anonymisation groundhog day, USENIX Security; van Breugel,
        Sun, Qian, van der Schaar (2023), Membership inference attacks against synthetic data through overfitting
        detection, AISTATS; DeLong, DeLong, Clarke-Pearson (1988), Biometrics 44

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.membership(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(membership = None, risk, lower is better: needs records of the same population that were not used to make the synthetic file: name them with holdout)
    """
    return measured(
        "membership",
        original,
        masked,
        {
            "holdout": holdout,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def attribute_inference(
    original: Any,
    masked: Any = None,
    *,
    keys: Optional[Columns] = None,
    target: Optional[str] = None,
    holdout: Any = None,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Attribute inference. How much better the target of a person in the data is guessed than of another.

    The measure lets an attacker guess the target of a person from the synthetic record that is nearest in the
    keys. What counts is how much more often the guess is right for people in the data than for people who are
    not.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        keys: Columns that an intruder knows; without, the compared quasi-identifiers, or all compared columns.
        target: The column that an intruder wants to learn; without, the first compared confidential one.
        holdout: Records of the same population that were not used to make the synthetic file.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: risk. A lower value is better. Range: -100 to 100
        %.

    When to use it:
        The measure answers the question: does the synthetic file say more about the people it was made from than
        about others? It needs a ``holdout``, keys and a target. Numbers may be keys and target.

    When not to use it:
        - To judge what statistics say about everybody: that smokers fall ill can be learned from any honest file, and
          is in both rates.
        - With a holdout of another population.

    Reference:
        Giomi, Boenisch, Wehmeyer, Tasnádi (2023), A unified framework for quantifying privacy risk in synthetic data,
        PoPETs 2023(2); Newcombe (1998), Statistics in Medicine 17

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.attribute_inference(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(attribute-inference = None, risk, lower is better: needs a column that an intruder wants to learn: name it with target)
    """
    return measured(
        "attribute-inference",
        original,
        masked,
        {
            "keys": keys,
            "target": target,
            "holdout": holdout,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def analysis(
    original: Any,
    masked: Any = None,
    *,
    regressions: Optional[str] = None,
    means: Optional[str] = None,
    confidence: float = 95,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Agreement of named analyses. Mean overlap of the confidence intervals that both files give for regressions and
    means.

    The measure runs regressions and means that you name on both files and compares their confidence intervals.
    The value is the mean overlap of the intervals, in percent.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        regressions: Regressions, as income ~ age + savings; tax ~ income.
        means: Means, of all records or by groups, as income by region; tax.
        confidence: Confidence of the intervals that are compared (1 to 99.99 %; default 95).
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: utility. A higher value is better. Range: 0 to 100
        %.

    When to use it:
        The measure answers the question: do the analyses of your users come to the same conclusions? It is the most
        direct measure of utility where these analyses are known. It fits masked and synthetic files, also of
        different lengths, and needs no record mapping. Name the main analyses of a survey and compare methods by them
        at equal risk.

    When not to use it:
        - It knows only what you name. Add a general measure such as ``propensity`` or ``emd`` for other uses.
        - It runs the same analysis on both files. Users who correct for the masking, as after ``pram`` or noise, get
          better results than it shows.
        - Large files have narrow intervals, and small biases give no overlap. Look at ``relative_bias`` too.
        - Sampling weights are not used, so the estimates are those of the sample.
        - Without a named analysis there is no value.

    Reference:
        Karr, Kohnen, Oganian, Reiter, Sanil (2006), A framework for evaluating the utility of data altered to protect
        confidentiality, The American Statistician 60

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.analysis(people, release, columns=["income", "tax", "savings"],
        ...                      regressions="income ~ tax + savings", seed=1)
        Score(analysis = 28.565, utility, higher is better: confidence intervals overlap by 28.6 % on average over 3 estimates)
    """
    return measured(
        "analysis",
        original,
        masked,
        {
            "regressions": regressions,
            "means": means,
            "confidence": confidence,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def emd(
    original: Any,
    masked: Any = None,
    *,
    clusters: int = 0,
    fitted: int = 0,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Earth mover's distance. Mean distance over which records must move to turn the original file into the masked
    one.

    The earth mover's distance is the mean distance over which records must move to turn the original file into
    the masked one. It sees any difference between the two joint distributions.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        clusters: Clusters of each file between which mass is moved; 0 is exact up to 5,000 records and 500 beyond, as
            many as there are records is exact (0 to 50,000 clusters; default 0).
        fitted: Records of each file that clusters are fitted to, and that all records join; 0 is all up to 100,000
            records and 100 for each cluster beyond (0 to 1,000,000,000 records; default 0).
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: utility. A lower value is better. Range: from 0
        (columns on the original's range).

    When to use it:
        The measure answers the question: how far apart are the two files as distributions? It needs no record mapping
        and no model, so it fits masked and synthetic files alike, also of different lengths. It looks at all compared
        columns together. Use it to compare methods at equal risk where the later analyses are not known.

    When not to use it:
        - Each column is divided by its range. One outlier makes the range large, and all other differences look
          small.
        - Categories have no place on a scale and are not accepted; use ``contingency``.
        - Even two samples of one population have a distance above 0, which grows with the number of columns. Compare
          values only between files of the same size and columns.
        - Beyond 5,000 records the default is approximate; for large files ``propensity`` is a cheaper alternative.
        - It says nothing about particular analyses; use ``analysis``.

    Reference:
        Rubner, Tomasi, Guibas (2000), The earth mover's distance as a metric for image retrieval, International
        Journal of Computer Vision 40

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.emd(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(emd = 0.067544, utility, lower is better: a record moves by 0.0675 on average, where 1 is the whole range of one column)
    """
    return measured(
        "emd",
        original,
        masked,
        {
            "clusters": clusters,
            "fitted": fitted,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def information_loss(
    original: Any,
    masked: Any = None,
    *,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Information loss. Mean change of values, means, covariances, variances and correlations.

    The measure compares values, means, covariances, variances and correlations of the original and the masked
    file. The value is the mean of the five changes, in percent.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: utility. A lower value is better. Range: from 0 %.

    When to use it:
        The measure answers the question: how much did the numbers and their basic statistics change? It is the
        information loss of the published comparisons of masking methods and a part of ``score``. Use it for numeric
        files that were masked row by row. Use it to compare methods at equal risk.

    When not to use it:
        - Relative changes explode where originals are near 0: a saving of 1 that becomes 100 counts as a change of
          9,900 %. Then use ``probabilistic-loss``, which is bounded, or ``sse``.
        - Synthetic files have no pairs of values; use ``propensity``, ``emd``, ``um`` or ``probabilistic-loss``.
        - Categories are not accepted; use ``contingency`` or ``entropy-loss``.
        - It sees first and second moments only. Quantiles, tails and regressions of subgroups can be worse; use
          ``analysis`` with the analyses of your users.

    Reference:
        Domingo-Ferrer, Mateo-Sanz, Torres: concepts for the evaluation of anonymized data, Table 1 and §5

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.information_loss(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(information-loss = 119.19, utility, lower is better: values and statistics changed by 119 % on average)
    """
    return measured(
        "information-loss",
        original,
        masked,
        {},
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def pram_estimates(
    original: Any,
    masked: Any = None,
    *,
    matrix: Any = None,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Frequencies estimated after PRAM. How far frequencies that are estimated with the published matrix are from
    the truth.

    After post-randomisation (PRAM) the true frequencies can be estimated from the release and its published
    matrix. The value is the distance of these estimates from the true frequencies.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        matrix: A frame with the published matrix, or matrices.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: utility. A lower value is better. Range: from 0; to
        1 where no estimate is negative.

    When to use it:
        The measure answers the question: how well can a user who has the matrix recover the frequencies? Use it for
        releases of ``pram`` whose matrix is published, to choose ``retain`` or between an invariant and a plain
        matrix. It compares the corrected counts with the uncorrected ones. It needs no record mapping.

    When not to use it:
        - It looks at one column at a time. Use ``contingency`` for tables of several columns.
        - For other methods than PRAM there is no matrix, and the value is the plain distance of frequencies.
        - With an invariant matrix the release already has the right expectation. The correction then removes no bias
          and adds variance.
        - A published matrix helps an intruder too: measure the risk with ``probabilistic-linkage`` and
          ``known-rates``.

    Reference:
        Gouweleeuw, Kooiman, Willenborg, de Wolf (1998), Post randomisation for statistical disclosure control: theory
        and implementation, Journal of Official Statistics 14(4)

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.pram(people, columns=["sex", "region", "education"], seed=1)
        >>> sf.measures.pram_estimates(people, release, columns=["sex", "region", "education"], seed=1)
        Score(pram-estimates = 0.06067, utility, lower is better: estimated shares are off by 6.07 % in all, those of the release by 6.07 %)
    """
    return measured(
        "pram-estimates",
        original,
        masked,
        {
            "matrix": matrix,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def propensity(
    original: Any,
    masked: Any = None,
    *,
    model: Literal["logistic", "cart"] = "logistic",
    terms: Literal["main", "squares", "products", "all"] = "products",
    penalty: float = 1,
    leaf: int = 20,
    permutations: int = 0,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Propensity score. Mean squared distance of the estimated probability that a record is masked from the share of
    masked records.

    A model estimates for each record of both files the probability that it is a masked one. The value is the mean
    squared distance of these probabilities from what is known without looking at the records.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        model: The model that distinguishes the files: a logistic regression or a classification tree (one of
            ``logistic``, ``cart``; default logistic).
        terms: Terms of the logistic regression besides the columns: squares, products of pairs, or both (one of
            ``main``, ``squares``, ``products``, ``all``; default products).
        penalty: Ridge penalty of the logistic regression; 0 is plain maximum likelihood (0 to 1,000,000; default 1).
        leaf: Fewest records of both files in a leaf of the classification tree (1 to 1,000,000 records; default 20).
        permutations: Shuffles of the labels that estimate the value expected under no difference; 0 is none (0 to
            1,000; default 0).
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: utility. A lower value is better. Range: 0 to 0.25.

    When to use it:
        The measure answers the question: can a model tell the masked records from the original ones? If it cannot,
        analyses of the masked file give nearly the results of the original. It needs no record mapping, takes columns
        of any kind and is the usual general utility measure for synthetic files. ``logistic`` is fast and smooth;
        ``cart`` also finds differences in shapes and interactions that were not named.

    When not to use it:
        - A method that keeps means and covariances exactly (``ipso``, ``multiplicative-noise`` with covariances)
          gives 0 with the logistic model by construction. The note and ``structural_zero`` say so, and such a 0 says
          nothing. Use ``cart``.
        - The value of ``cart`` is above 0 even for equal distributions. Compare it between files, or use
          ``permutations``.
        - The raw value is hard to read. Read the ratio to its expectation under no difference.
        - It does not say which analysis suffers; use ``analysis``.

    Reference:
        Woo, Reiter, Oganian, Karr (2009), Global measures of data utility for microdata masked for disclosure
        limitation, Journal of Privacy and Confidentiality 1; Snoke, Raab, Nowok, Dibben, Slavkovic (2018), General
        and specific utility measures for synthetic data, JRSS A 181

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.propensity(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(propensity = 0.00070639, utility, lower is better: 0.283 % of the value of two files that can always be distinguished)
    """
    return measured(
        "propensity",
        original,
        masked,
        {
            "model": model,
            "terms": terms,
            "penalty": penalty,
            "leaf": leaf,
            "permutations": permutations,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def sse(
    original: Any,
    masked: Any = None,
    *,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Sum of squared errors. Squared differences between original and masked values, as a share of the total
    variation.

    The measure adds up the squared differences between original and masked values. The value is this sum as a
    share of the total variation of the original, in percent.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: utility. A lower value is better. Range: from 0 %.

    When to use it:
        The measure answers the question: how much of the variation of the data did masking destroy? It is the
        standard loss of microaggregation, where it equals the share of variation inside the groups. Use it to compare
        groupings, and for any numeric file that was masked row by row. It is easy to compute and treats all columns
        alike.

    When not to use it:
        - Squares give outliers a large weight: a few records decide.
        - It punishes every change of a cell, also one that keeps all statistics, such as swapping. Use
          ``propensity``, ``emd`` or ``analysis`` where statistics matter more than cells.
        - It needs the record mapping; synthetic files have no value.
        - Categories are not accepted; use ``entropy-loss`` or ``contingency``.

    Reference:
        Domingo-Ferrer, Mateo-Sanz (2002), Practical data-oriented microaggregation for statistical disclosure
        control, IEEE TKDE 14

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.sse(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(sse = 313.51, utility, lower is better: squared errors are 314 % of the total variation)
    """
    return measured(
        "sse",
        original,
        masked,
        {},
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def um(
    original: Any,
    masked: Any = None,
    *,
    on: Literal["ranks", "values"] = "ranks",
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Utility from covariances. How well the masked data's spread follows the principal axes of the original.

    The measure compares how the spread of both files is distributed over the principal axes of the original
    ranks. The value is 1 where relations between columns are kept, and 0 where they are no better than those of
    uncorrelated data.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        on: Whether covariances are of ranks or of the values themselves (one of ``ranks``, ``values``; default
            ranks).
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: utility. A higher value is better. Range: 0 to 1.

    When to use it:
        The measure answers the question: did masking keep the dependence between the columns? It is the utility
        measure of the permutation model and is made for comparison with ``cm1``, ``cm2`` and ``cm3`` on the same
        scale from 0 to 1. It needs no record mapping, so it fits masked and synthetic files. It does not depend on
        units, since it uses ranks.

    When not to use it:
        - It does not look at the marginal distributions: any increasing change of a column keeps the value at 1. Use
          ``emd``, ``propensity`` or ``probabilistic-loss`` for these.
        - With a single column it is always 1.
        - If the original columns are nearly uncorrelated, small changes give 0.
        - It sees covariances only; interactions and relations in subgroups are not seen. Use ``analysis`` or
          ``propensity`` with ``cart``.

    Reference:
        Domingo-Ferrer, Muralidhar, Bras-Amorós: general confidentiality and utility metrics for privacy-preserving
        data publishing based on the permutation model, Eq. (9)

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.um(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(um = 0.99945, utility, higher is better: 0.999 on a scale from 0 (relations between columns lost) to 1 (relations kept))
    """
    return measured(
        "um",
        original,
        masked,
        {
            "on": on,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def information_loss_2(
    original: Any,
    masked: Any = None,
    *,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Information loss, in three equal parts. Mean change of values, of univariate and of bivariate statistics.

    The measure compares values, univariate statistics and bivariate statistics of both files. The value is the
    mean of these three changes, in percent.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: utility. A lower value is better. Range: from 0 %.

    When to use it:
        The measure answers the question: how much did values, means and variances, and covariances and correlations
        change? It weighs the three parts equally, where ``information-loss`` gives the values one of five terms. It
        is a part of ``score-2``. Use it for numeric files that were masked row by row.

    When not to use it:
        - Relative changes explode where originals are near 0. Then use ``probabilistic-loss``, which is bounded, or
          ``sse``.
        - Synthetic files have no pairs of values; use ``propensity``, ``emd``, ``um`` or ``probabilistic-loss``.
        - Categories are not accepted; use ``contingency`` or ``entropy-loss``.
        - It sees first and second moments only; use ``analysis`` with the analyses of your users.

    Reference:
        Torres (2003), Contributions to microaggregation for statistical data protection, PhD thesis, Polytechnical
        University of Catalonia; Domingo-Ferrer, Mateo-Sanz, Torres: concepts for the evaluation of anonymized data,
        §6

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.information_loss_2(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(information-loss-2 = 104.74, utility, lower is better: values changed by 32.5 %, means and variances by 173 %, covariances and correlations by 109 %)
    """
    return measured(
        "information-loss-2",
        original,
        masked,
        {},
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def probabilistic_loss(
    original: Any,
    masked: Any = None,
    *,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Probabilistic information loss. How far statistics of the masked file exceed the variation by sampling alone.

    The measure compares the change of each statistic with its standard error. The value is the mean probability
    that a sample of the original, as large as the masked file, would lie nearer to it.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: utility. A lower value is better. Range: 0 to 100
        %.

    When to use it:
        The measure answers the question: are the changes larger than what sampling alone would do? It covers means,
        variances, covariances, correlations and quantiles. It is bounded between 0 and 100 %, so no small denominator
        can dominate it, as happens with ``information-loss``. It needs no record mapping, so it fits masked and
        synthetic files, also of different lengths.

    When not to use it:
        - With many records standard errors become small, and every change looks large. Compare only files of the same
          size.
        - Standard errors are asymptotic; with heavy tails or few records they are poor.
        - Categories are not accepted; use ``contingency``.
        - It is a mean over many statistics. The analysis that matters may be worse; use ``analysis``.

    Reference:
        Mateo-Sanz, Domingo-Ferrer, Sebé (2005), Probabilistic information loss measures in confidentiality protection
        of continuous microdata, Data Mining and Knowledge Discovery 11(2)

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.probabilistic_loss(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(probabilistic-loss = 58.136, utility, lower is better: a sample as large as the masked file would lie nearer to the original with 58.1 % chance)
    """
    return measured(
        "probabilistic-loss",
        original,
        masked,
        {},
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def contingency(
    original: Any,
    masked: Any = None,
    *,
    order: int = 2,
    distance: Literal["total-variation", "hellinger", "jensen-shannon"] = "total-variation",
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Distance of contingency tables. Distance between the tables of counts of both files over sets of columns.

    The measure makes the tables of counts over all sets of a few columns, in both files, and takes their
    distances. The value is the mean distance, in percent.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        order: How many columns a table has; fewer where fewer are compared (1 to 8 columns; default 2).
        distance: The distance between two tables of shares (one of ``total-variation``, ``hellinger``,
            ``jensen-shannon``; default total-variation).
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: utility. A lower value is better. Range: 0 to 100
        %.

    When to use it:
        The measure answers the question: how different are the frequency tables that users make? Tables of counts are
        the main use of categorical files, so it suits releases after ``pram``, ``recoding``, ``data-swapping`` or
        ``local-suppression``, and synthetic files. It needs no record mapping, and the files may have different
        lengths. Numbers take part by their deciles.

    When not to use it:
        - Recoded files have labels that the original does not have. Each is a category of its own, and the distance
          is large although the counts agree after recoding both. Use ``granularity`` or ``entropy-loss`` there.
        - The mean hides bad tables. Look at ``worst_sets``.
        - High orders have many cells and few records a cell; their distance is large by chance.
        - Numbers are compared by deciles only; use ``emd`` or ``propensity`` for fine differences.

    Reference:
        Shlomo, Young (2006), Statistical disclosure control methods through a risk-utility framework, Privacy in
        Statistical Databases, LNCS 4302; Lin (1991), Divergence measures based on the Shannon entropy, IEEE
        Transactions on Information Theory 37

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.pram(people, columns=["sex", "region", "education"], seed=1)
        >>> sf.measures.contingency(people, release, columns=["sex", "region", "education"], seed=1)
        Score(contingency = 10.833, utility, lower is better: tables of 2 columns lie 10.8 % apart on average, where 0 means equal and 100 means nothing in common)
    """
    return measured(
        "contingency",
        original,
        masked,
        {
            "order": order,
            "distance": distance,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def entropy_loss(
    original: Any,
    masked: Any = None,
    *,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Entropy-based information loss. Uncertainty about the original values when the masked ones are known.

    The measure asks how uncertain the original value is once the masked value is known. The value is the share of
    the entropy of the original columns that is lost.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: utility. A lower value is better. Range: 0 to 100
        %.

    When to use it:
        The measure answers the question: how much information about single values did masking destroy? It is made for
        categorical methods: ``recoding``, ``local-suppression`` and ``pram`` are measured on one scale. Numbers take
        part by their deciles. It needs the record mapping.

    When not to use it:
        - It punishes every change of a record, also one that keeps all tables, such as swapping. Use ``contingency``
          or ``propensity`` where statistics matter.
        - It looks at columns one by one; relations between columns are not seen.
        - Small files with many different masked values look better than they are: a masked value that occurs once
          tells its original exactly.
        - Numbers are compared by deciles only; use ``sse`` or ``information-loss``.
        - Synthetic files have no value.

    Reference:
        de Waal, Willenborg (1999), Information loss through global recoding and local suppression, Netherlands
        Official Statistics 14; Kooiman, Willenborg, Gouweleeuw (1998), PRAM: a method for disclosure limitation of
        microdata, Statistics Netherlands

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.pram(people, columns=["sex", "region", "education"], seed=1)
        >>> sf.measures.entropy_loss(people, release, columns=["sex", "region", "education"], seed=1)
        Score(entropy-loss = 48.744, utility, lower is better: 48.7 % of the information in the values is lost)
    """
    return measured(
        "entropy-loss",
        original,
        masked,
        {},
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def granularity(
    original: Any,
    masked: Any = None,
    *,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Granularity. How fine the masked values are, by the hierarchies of the columns.

    The measure asks how fine the masked values are, by the number of leaves of the column's hierarchy that each
    of them stands for. The value is 100 % for unchanged values and 0 % where everything is suppressed.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: utility. A higher value is better. Range: 0 to 100
        %.

    When to use it:
        The measure answers the question: how much detail did generalization and suppression take away? It is the loss
        that ``generalization`` minimises, measured on the release of any method. Use it for ``recoding``,
        ``generalization`` and ``local-suppression``. It takes columns of any kind and needs the record mapping. The
        hierarchies are those in the sidecar of the release or in the folder of ``hierarchies``, else those that the
        sidecar of the original declares.

    When not to use it:
        - It sees only coarser and missing values. Noise, PRAM and swapping keep it at 100 %. Use ``entropy-loss`` or
          ``contingency``.
        - Without hierarchies it has no value. Name a folder with ``hierarchies``, or declare them in the sidecar of
          the original.
        - It depends on the shape of the hierarchy, not on the data: a label over many leaves that never occur is a
          large loss.
        - It says nothing about analyses; use ``classification`` or ``analysis``.

    Reference:
        Iyengar (2002), Transforming data to satisfy privacy constraints, ACM SIGKDD; Prasser, Kohlmayer, Kuhn (2016),
        The importance of context: risk-based de-identification of biomedical data, Methods of Information in Medicine
        55

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> levels = [[level, "lower" if "primary" in level else "higher",
        ...                         "any"] for level in sorted({*people["education"]} - {None})]
        >>> release = sf.methods.recoding(people, columns=["education"],
        ...                         schema={"education": {"hierarchy": levels}})
        >>> sf.measures.granularity(people, release, columns=["education"],
        ...                         schema={"education": {"hierarchy": levels}}, seed=1)
        Score(granularity = 58.505, utility, higher is better: values are as fine as 58.5 % of what they were)
    """
    return measured(
        "granularity",
        original,
        masked,
        {},
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def suppressed(
    original: Any,
    masked: Any = None,
    *,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Suppressed cells. Share of the cells with a value that have none in the masked file.

    The measure counts the cells that have a value in the original and none in the masked file. The value is their
    share of all cells with a value in the original.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: utility. A lower value is better. Range: 0 to 100
        %.

    When to use it:
        The measure answers the question: how much of the file was blanked? Use it for ``local-suppression`` and
        ``generalization``, and to compare their settings. It is the first number that users of a release ask for. It
        takes columns of any kind and needs the record mapping.

    When not to use it:
        - It does not see coarser or perturbed values; use ``granularity``, ``entropy-loss`` or ``contingency``.
        - Suppressed cells are not a random sample of the cells: rare people lose most. A small share can bias the
          analysis of small groups; use ``analysis``.
        - It says nothing about risk: few suppressed cells can leave many unique records. See ``k-anonymity``.

    Reference:
        Hundepool, Domingo-Ferrer, Franconi, Giessing, Schulte Nordholt, Spicer, de Wolf (2012), Statistical
        disclosure control, Wiley

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.local_suppression(people, columns=["sex", "region", "education"], k=3)
        >>> sf.measures.suppressed(people, release, columns=["sex", "region", "education"], seed=1)
        Score(suppressed = 2.5253, utility, lower is better: 2.53 % of the cells are suppressed, in 7.5 % of the records)
    """
    return measured(
        "suppressed",
        original,
        masked,
        {},
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def classification(
    original: Any,
    masked: Any = None,
    *,
    target: Optional[str] = None,
    folds: int = 10,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Classification accuracy kept. How well a classifier trained on the masked file predicts a column of the
    original.

    A classifier is trained on the masked file and predicts a column of the original records. The value is the
    accuracy that is kept, on a scale where guessing is 0 % and training on the original is 100 %.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        target: The column to predict; without, the last compared one that is confidential, else nominal or ordinal,
            else any.
        folds: Parts that are predicted from the others in turn (2 to 100 parts; default 10).
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: utility. A higher value is better. Range: up to
        about 100 %; below 0 where it is worse than guessing.

    When to use it:
        The measure answers the question: does a model that was trained on the release still work on real records? Use
        it where users train classifiers, for masked, recoded and synthetic files. It takes columns of any kind, the
        files may have different lengths, and it needs no record mapping. Name the column that users want to predict.

    When not to use it:
        - Where the other columns do not predict the target, there is no value.
        - One classifier and one target are a special question. A general answer needs ``propensity``, ``emd`` or
          ``contingency``.
        - Naive Bayes sees each predictor alone. Lost interactions between predictors are not seen.
        - A rare class is hardly noticed by accuracy.

    Reference:
        Prasser, Eicher, Bild, Spengler, Kuhn (2017), A tool for optimizing de-identified health data for use in
        statistical classification, IEEE CBMS; Kohavi (1995), A study of cross-validation and bootstrap for accuracy
        estimation and model selection, IJCAI

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.classification(people, release, columns=["age", "income", "marital_status"],
        ...                         target="marital_status", seed=1)
        Score(classification = 100, utility, higher is better: a classifier of 'marital_status' is right in 70.5 % of records when trained on the masked file, and 70.5 % when trained on the original)
    """
    return measured(
        "classification",
        original,
        masked,
        {
            "target": target,
            "folds": folds,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def marginals(
    original: Any,
    masked: Any = None,
    *,
    holdout: Any = None,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Marginal distributions kept. How well each column by itself has the distribution of the original.

    The measure says how well each column of a synthetic file, by itself, has the distribution of the original.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        holdout: Records of the same population: what another sample of it would give.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: utility. A higher value is better. Range: 0 to 100
        %.

    When to use it:
        The measure answers the question: do counts and quantiles of single columns come out right? Use it first for a
        synthetic file. Rows need not correspond.

    When not to use it:
        - As the only measure of utility: a file whose columns were shuffled one by one keeps all marginals. Use
          ``pair-relations`` and ``propensity`` too.

    Reference:
        Massey (1951), The Kolmogorov-Smirnov test for goodness of fit, JASA 46; total variation distance

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.marginals(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(marginals = 100, utility, higher is better: columns agree to 100 % on average, the worst, 'income', to 100 %)
    """
    return measured(
        "marginals",
        original,
        masked,
        {
            "holdout": holdout,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def pair_relations(
    original: Any,
    masked: Any = None,
    *,
    holdout: Any = None,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Relations of pairs of columns. Mean absolute difference of the associations of all pairs of columns.

    The measure compares the associations of all pairs of columns in a synthetic file with those of the original.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        holdout: Records of the same population: what another sample of it would give.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: utility. A lower value is better. Range: 0 to 2.

    When to use it:
        The measure answers the question: are relations between two columns kept, as correlations and cross tables
        show them? Use it beside ``marginals``. Rows need not correspond.

    When not to use it:
        - Relations of three and more columns: ``propensity`` and ``contingency`` see these.
        - Single regressions that matter: name them with ``analysis``.

    Reference:
        Spearman (1904), American Journal of Psychology 15; Cramér (1946), Mathematical Methods of Statistics, §21.9;
        Fisher (1925), Statistical Methods for Research Workers (correlation ratio)

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.pair_relations(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(pair-relations = 0.026693, utility, lower is better: associations of pairs of columns differ by 0.0267 on average)
    """
    return measured(
        "pair-relations",
        original,
        masked,
        {
            "holdout": holdout,
        },
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def score(
    original: Any,
    masked: Any = None,
    *,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Score. Half information loss, half disclosure risk, with the weights of the comparison of 2001.

    The score adds information loss and disclosure risk with the weights of a published comparison of 2001. It
    ranks masked files of the same data by one number.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: both. A lower value is better. Range: from 0.

    When to use it:
        The score answers the question: which method offers the best compromise by the published weights? Use it to
        reproduce or extend the comparisons of Domingo-Ferrer and Torra, and to sort many settings of many methods
        quickly. It needs numeric columns and the record mapping.

    When not to use it:
        - Do not decide by it. One point of information loss is not one point of re-identification, and a low score
          can hide a high risk. Fix an acceptable risk first, then compare utility.
        - Information loss has no bound and dominates where originals are near 0. Then use a score of your own with
          ``probabilistic-loss``.
        - Synthetic and categorical files have no value.
        - The linkage parts use the first seven columns only, so the order of the columns matters.
        - Values of different data sets cannot be compared.

    Reference:
        Domingo-Ferrer, Torra (2001), A quantitative comparison of disclosure control methods for microdata, in
        Confidentiality, Disclosure and Data Access, North-Holland

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.score(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(score = 83.928, both, lower is better: IL 119.19, DLD 22.393, PLD 4.4444, ID 83.915)
    """
    return measured(
        "score",
        original,
        masked,
        {},
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def score_2(
    original: Any,
    masked: Any = None,
    *,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Score 2. Half information loss in three parts, half disclosure risk without probabilistic linkage.

    The score adds information loss in three parts and disclosure risk without probabilistic linkage. It is the
    second score of the published comparison of 2001.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: both. A lower value is better. Range: from 0.

    When to use it:
        The score answers the question: which method offers the best compromise by the published weights? Use it in
        place of ``score`` for larger files, since it needs no probabilistic linkage, and where values, univariate and
        bivariate statistics should weigh the same. It needs numeric columns and the record mapping.

    When not to use it:
        - Do not decide by it. A single number hides the choice between risk and utility. Fix an acceptable risk
          first, then compare utility.
        - Information loss has no bound and dominates where originals are near 0.
        - ``interval-disclosure-sd`` is high for skewed columns whatever the method.
        - Synthetic and categorical files have no value.
        - The linkage part uses the first seven columns only, so the order of the columns matters.

    Reference:
        Domingo-Ferrer, Torra (2001), A quantitative comparison of disclosure control methods for microdata, in
        Confidentiality, Disclosure and Data Access, North-Holland

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.score_2(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(score-2 = 74.049, both, lower is better: IL 104.74, DLD 22.393, ID1 83.915, ID2 44.718)
    """
    return measured(
        "score-2",
        original,
        masked,
        {},
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def score_tutorial(
    original: Any,
    masked: Any = None,
    *,
    columns: Optional[Columns] = None,
    no_mapping: bool = False,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Score:
    """Tutorial score. Half information loss, half record linkage by distance and by probability.

    The score adds information loss and the two kinds of record linkage. It is the simple score of tutorials on
    disclosure control, and leaves out interval disclosure.

    Args:
        original: The original data.
        masked: The masked data, or a ``Release``; without it the original by itself.
        columns: Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        no_mapping: Do not take row i of the masked table for row i of the original.
        map: The controller's map of records: a frame with columns masked and original, counted from 1.
        intruder: What an intruder knows, in place of the original: a frame.
        match: Column by which the intruder's records are found in the original.
        schema: What the columns mean: a ``sfumato.Schema``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The score, with ``value``, ``details`` and ``note``. Side: both. A lower value is better. Range: from 0.

    When to use it:
        The score answers the question: which method offers the best compromise between information loss and
        re-identification? Use it in teaching and to compare with published tutorials. It needs numeric columns and
        the record mapping.

    When not to use it:
        - Do not decide by it. A single number hides the choice between risk and utility. Fix an acceptable risk
          first, then compare utility.
        - It does not see attribute disclosure; ``score`` and ``score-2`` have interval disclosure.
        - Information loss has no bound and dominates where originals are near 0.
        - Synthetic and categorical files have no value.
        - The linkage parts use the first seven columns only, so the order of the columns matters.

    Reference:
        Domingo-Ferrer, Torra (2001), Disclosure control methods and information loss for microdata, in
        Confidentiality, Disclosure and Data Access, North-Holland

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], seed=1)
        >>> sf.measures.score_tutorial(people, release, columns=["income", "tax", "savings"], seed=1)
        Score(score-tutorial = 66.902, both, lower is better: IL 119.19, DLD 22.393, PLD 6.8376)
    """
    return measured(
        "score-tutorial",
        original,
        masked,
        {},
        columns=columns,
        no_mapping=no_mapping,
        map=map,
        intruder=intruder,
        match=match,
        schema=schema,
        seed=seed,
        threads=threads,
        memory=memory,
        progress=progress,
    )
