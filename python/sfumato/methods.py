"""One function for each masking method, with its parameters, their ranges, units and defaults.
Written by scripts/python-functions from what the library says of itself; do not edit."""

from __future__ import annotations

from typing import Any, Literal, Mapping, Optional

from ._arguments import Columns, Pairs
from ._building import Domain, Memory
from ._masking import mask
from ._progress import Show
from ._results import Frame, Release
from ._schema import SchemaLike

__all__ = [
    "additive_noise",
    "bottom_coding",
    "correlated_noise",
    "data_shuffling",
    "data_swapping",
    "date_shift",
    "distribution_fit",
    "dp_copula",
    "generalization",
    "household_synthesis",
    "hybrid",
    "individual_ranking",
    "insensitive_microaggregation",
    "ipso",
    "jpeg",
    "laplace",
    "local_suppression",
    "mdav",
    "multiple_imputation",
    "multiplicative_noise",
    "outlier_coding",
    "pram",
    "projection_microaggregation",
    "pseudonyms",
    "rank_swapping",
    "recoding",
    "record_swapping",
    "resampling",
    "sampling",
    "sequential_trees",
    "top_coding",
    "uniform_noise",
    "variable_mdav",
    "weight_groups",
]


def __dir__() -> list[str]:
    """What is of use, for completion."""
    return __all__


def additive_noise(
    data: Frame,
    *,
    amount: float = 0.1,
    keep_moments: bool = False,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Additive noise. Adds independent normal noise to every value.

    Additive noise adds an independent normal draw to every value of every protected column. The noise of a column
    is ``amount`` times its standard deviation.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        amount: Standard deviation of the noise (0 to 100 standard deviations of the column; default 0.1; more is
            safer).
        keep_moments: Shrink the result so that means and variances are kept in expectation.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric.

    When to use it:
        - Continuous columns (amounts, measurements) of which analysts need means, totals and regressions.
        - The amount of noise may be published, so that analysts can correct variances and regression coefficients.
        - As a simple baseline in comparisons. ``amount`` from 0.1 to 0.5 is usual.

    When not to use it:
        - Noise is independent between columns: correlations shrink towards 0. ``correlated-noise`` keeps them.
        - The noise of a large value is as small as that of a small one. In skewed columns extreme records stay
          recognisable; use ``multiplicative-noise``, ``rank-swapping`` or ``top-coding`` for them.
        - Values can leave their range: incomes become negative, zeros vanish, integers become fractions. The rules of
          ``mask`` repair that (bounds, whole numbers), with a bias at the bounds.
        - It gives no guarantee. With a known ``amount`` the nearest masked record is often the right one; measure
          with ``distance-linkage``. For differential privacy use ``laplace``.
        - Columns in which many values are equal, such as zeros: the peak is destroyed for analysts, and an intruder
          who knows of it can read the noise from the values around it.

    Reference:
        Kim (1986), A method for limiting disclosure in microdata based on random noise and transformation, Proc. ASA
        Section on Survey Research Methods

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.additive_noise(people, columns=["income", "tax", "savings"], seed=1)
        >>> release.data["income"][:3]
        [8937.309266322804, 16001.51664227813, 39939.58836504656]
    """
    return mask(
        data,
        "additive-noise",
        amount=amount,
        keep_moments=keep_moments,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def bottom_coding(
    data: Frame,
    *,
    at: Optional[float] = None,
    quantile: float = 0.01,
    category: Optional[str] = None,
    limit: Optional[Pairs] = None,
    replacement: Literal["limit", "mean", "median"] = "limit",
    constant: Optional[float] = None,
    multivariate: bool = False,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Bottom-coding. Replaces values below a limit by the limit.

    Bottom coding replaces every value below a limit by the limit. The limit is a given number, a quantile of the
    column, or a category of an ordinal column.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        at: The limit itself, for every column; overrides ``quantile`` (-1e+150 to 1e+150).
        quantile: The limit as a quantile of each column's values (0 to 1; default 0.01; more is safer).
        category: The limit of ordinal columns, one of their categories; overrides ``quantile``.
        limit: The limit of a column, COLUMN=LIMIT, a number or a category; overrides the others.
        replacement: What numbers beyond the limit become: the limit, or the mean or median of all of them (one of
            ``limit``, ``mean``, ``median``; default limit).
        constant: A number that takes the place of all beyond the limit; overrides ``replacement`` (-1e+150 to
            1e+150).
        multivariate: Move whole records onto a quantile of their Mahalanobis distances instead.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric and ordinal.

    When to use it:
        - A few very small values identify their holders: the youngest parents, large losses, the earliest dates of
          birth.
        - The limit is public or follows from a rule ("under 18"): give it with ``at``.
        - Together with ``top-coding``, before noise or swapping, which protect extreme values worst.

    When not to use it:
        - Means and totals are biased upwards, since the lower tail is cut.
        - The smallest value is common, such as 0 in amounts: nothing lies below it, and nothing is protected.
        - All values above the limit stay exact. It does not prevent linkage by ordinary combinations: use ``mdav``,
          ``rank-swapping``, ``recoding`` or ``generalization`` for these.
        - A limit that is a quantile is itself a value, or a mean of two values, of the data.

    Reference:
        Willenborg, De Waal (2001), Elements of statistical disclosure control, Springer

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.bottom_coding(people, columns=["income", "tax", "savings"], quantile=0.5)
        >>> release.data["income"][:3]
        [16412, 16412, 39248]
    """
    return mask(
        data,
        "bottom-coding",
        at=at,
        quantile=quantile,
        category=category,
        limit=limit,
        replacement=replacement,
        constant=constant,
        multivariate=multivariate,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def correlated_noise(
    data: Frame,
    *,
    amount: float = 0.1,
    keep_moments: bool = False,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Correlated noise. Adds normal noise that is correlated as the data are.

    Correlated noise adds normal noise whose covariance matrix is ``amount`` times that of the data. Correlations
    are therefore kept in expectation, and the known factor lets analysts correct variances.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        amount: γ: the noise has γ times the covariance matrix of the data (0 to 10,000 share of the covariance;
            default 0.1; more is safer).
        keep_moments: Shrink the result so that means and covariances are kept in expectation.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric.

    When to use it:
        - Several continuous columns of which analysts need correlations, regressions or principal components.
        - Means and the whole covariance matrix must be right on average: use ``keep_moments``.
        - The amount of noise may be published. ``amount`` from 0.05 to 1 is usual.

    When not to use it:
        - Skewed columns: noise has one size for all records, so extreme records stay recognisable. Use
          ``multiplicative-noise``, ``rank-swapping`` or ``top-coding``.
        - Non-linear relations, quantiles and distributions that are not normal are not kept; the sum is more normal
          than the data.
        - Values can leave their range: negative amounts, fractions. The rules of ``mask`` repair bounds and whole
          numbers, with a bias.
        - It gives no guarantee. Noise along the main directions of the data is large and across them small, so
          linkage on many columns stays easy; measure with ``distance-linkage``.
        - Exact moments in every release: ``ipso``, or ``multiplicative-noise`` with variant covariance.

    Reference:
        Kim (1986), A method for limiting disclosure in microdata based on random noise and transformation, Proc. ASA
        Section on Survey Research Methods; Tendick (1991), Optimal noise addition for preserving confidentiality in
        multivariate data, J. Statistical Planning and Inference 27

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.correlated_noise(people, columns=["income", "tax", "savings"], seed=1)
        >>> release.data["income"][:3]
        [9463.41891258021, 16976.79363206544, 37397.75511792097]
    """
    return mask(
        data,
        "correlated-noise",
        amount=amount,
        keep_moments=keep_moments,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def data_shuffling(
    data: Frame,
    *,
    given: Optional[Columns] = None,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Data shuffling. Reorders each column's values by ranks drawn from a model of the table.

    Data shuffling gives each column's own values to other records, by ranks that are drawn from a model of the
    table. Rank correlations are kept, also with the ``given`` columns, while nothing else connects a value with
    its record.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        given: Columns that stay, and whose relation to the shuffled ones is kept.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric and ordinal.

    When to use it:
        - Numeric or ordinal confidential columns beside key columns that are released unchanged (``given``).
        - Marginal distributions must stay exactly as they are, and relations between columns nearly.
        - Strong protection is wanted without synthetic values: every released value occurs in the original.

    When not to use it:
        - Relations that are not monotone, interactions and small subgroups are lost: the model is a normal copula.
        - The largest and smallest values are still in the file. Use ``top-coding`` first where their size identifies.
        - The ``given`` columns are not protected. A record that they identify gets a value that is typical for them.
        - Many equal values, such as zeros: rank correlations shrink.
        - Rules between columns (``tax ≤ income``) can break. Nominal columns are refused: use ``data-swapping`` or
          ``multiple-imputation``.

    Reference:
        Muralidhar, Sarathy (2006), Data shuffling: a new masking approach for numerical data, Management Science
        52(5)

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.data_shuffling(people, columns=["income", "tax", "savings"], seed=1)
        >>> release.data["income"][:3]
        [0, 0, 42850]
    """
    return mask(
        data,
        "data-shuffling",
        given=given,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def data_swapping(
    data: Frame,
    *,
    rate: float = 0.1,
    keep: Optional[Columns] = None,
    together: bool = False,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Data swapping. Exchanges values between records that are equal in chosen columns.

    Data swapping exchanges the protected values of some records with those of other records that are equal in the
    ``keep`` columns. Counts over the ``keep`` columns and any one protected column do not change at all.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        rate: Share of the records that exchange their values (0 to 1 of the records; default 0.1; more is safer).
        keep: Columns whose joint counts with every protected column stay.
        together: Exchange all protected values of a record at once, so that they stay together.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric, nominal and
        ordinal.

    When to use it:
        - Categories or numbers whose tables by the ``keep`` columns (region by sex by education) must stay exact.
        - Uncertainty is enough: an intruder who finds a person cannot be sure that the values belong to that person.
        - Released values must be real ones and all columns must keep their values.

    When not to use it:
        - Most records stay as they are while ``rate`` is small. It gives no guarantee; measure with
          ``reidentification`` or ``distance-linkage``.
        - Many ``keep`` columns: classes become small, records are alone and cannot be swapped, and those that need
          protection most stay.
        - Relations of protected columns with columns that are not kept weaken. Relations among the protected columns
          weaken too, unless ``together``.
        - Geography of households: ``record-swapping`` chooses the households at risk and keeps their members
          together.

    Reference:
        Dalenius, Reiss (1982), Data-swapping: a technique for disclosure control, Journal of Statistical Planning and
        Inference 6

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["region"][:3]
        ['South-East', 'South-East', 'South-East']
        >>> release = sf.methods.data_swapping(people, columns=["sex", "region", "education"], rate=0.3,
        ...                         seed=1)
        >>> release.data["region"][:3]
        ['South-East', 'South-East', 'South-East']
    """
    return mask(
        data,
        "data-swapping",
        rate=rate,
        keep=keep,
        together=together,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def date_shift(
    data: Frame,
    *,
    days: int = 180,
    keep_weekday: bool = False,
    key: Any = None,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Shifted dates. Moves all dates of a person by the same random number of days.

    All dates of a person move by the same number of days. The time between two dates of a person stays exact; the
    calendar no longer leads to the person.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        days: Largest shift, to earlier or to later dates (1 to 36,500 days; default 180; more is safer).
        keep_weekday: Shift by whole weeks, so that every date keeps its day of the week.
        key: The secret key of ``keyed``, a text of at least 16 characters.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be nominal and ordinal.

    When to use it:
        - Histories of patients, customers or companies whose durations and order are analysed: admission to
          discharge, first to last visit.
        - Files that come every month: with the same ``key``, a person has the same shift in all of them.

    When not to use it:
        - The season or the calendar itself is analysed: shifts of up to 180 days blur it. Use ``recoding`` with a
          hierarchy of dates (week, month, quarter), or a smaller ``days``.
        - As the only protection. The pattern of a person's intervals can be unique, and an intruder who knows one
          date of a person for certain learns the shift and all other dates. Protect the other columns, too.
        - Dates of events that are known to all, such as an epidemic's peak: they tell the shifts of the people
          concerned.

    Reference:
        Hripcsak, Mirhaji, Low, Malin (2016), Preserving temporal relations in clinical data while maintaining
        privacy, JAMIA 23(6)

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["visit"] = [f"{1 + number % 28:02}/03/2021" for number in range(200)]
        >>> people["visit"][:3]
        ['01/03/2021', '02/03/2021', '03/03/2021']
        >>> release = sf.methods.date_shift(people, columns=["visit"], unit="household_id",
        ...                         schema={"visit": {"date": "day/month/year"}}, seed=1)
        >>> release.data["visit"][:3]
        [datetime.date(2020, 12, 16), datetime.date(2020, 12, 17), datetime.date(2021, 3, 19)]
    """
    return mask(
        data,
        "date-shift",
        days=days,
        keep_weekday=keep_weekday,
        key=key,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def distribution_fit(
    data: Frame,
    *,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Distribution fit. Replaces each column by a sample from the distribution that fits it best.

    Distribution fit replaces each column by a sample from the distribution that fits it best. The sample is
    assigned by rank, so that the order of the records and much of the relation between columns are kept.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric.

    When to use it:
        - Continuous columns with a smooth distribution of a known family: ages, lengths, log-normal amounts.
        - No released value may be an original one, and a description of the distribution may be published.
        - As a baseline in comparisons.

    When not to use it:
        - Columns with many zeros or several peaks: no family fits, and the result can be far off, with negative
          amounts. Check the ``distance`` in the details; above about 0.1 the fit is poor.
        - Ranks are kept. It hides nothing from an intruder who knows ranks: the richest record stays the richest. Use
          ``rank-swapping`` or ``data-shuffling``.
        - The strength cannot be set: the method has no parameters. It gives no guarantee.
        - Whole tables with relations between columns: ``ipso``, ``multiple-imputation`` or ``dp-copula`` model them.

    Reference:
        Liew, Choi, Liew (1985), A data distortion by probability distribution, ACM Transactions on Database Systems
        10(3)

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.distribution_fit(people, columns=["income", "tax", "savings"], seed=1)
        >>> release.data["income"][:3]
        [10646.030783439568, 15606.055996571526, 41168.58774202958]
    """
    return mask(
        data,
        "distribution-fit",
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def dp_copula(
    data: Frame,
    *,
    epsilon: float = 1,
    rows: int = 0,
    share: float = 0.5,
    bins: int = 0,
    spacing: Literal["auto", "equal", "magnitude"] = "auto",
    domain_from_data: Optional[float] = None,
    drop: Optional[Columns] = None,
    keep: Optional[Columns] = None,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Private copula. Draws synthetic records from noisy marginals and correlations, ε-differentially private.

    The private copula counts noisy histograms of all columns and noisy correlations of all pairs, and draws
    synthetic records from them. The release is ε-differentially private and corresponds record by record to
    nothing in the original.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        epsilon: What the whole release spends of the privacy budget (1e-06 to 1,000,000; default 1; less is safer).
        rows: Synthetic records to draw; 0 means as many as the original has (0 to 1,000,000,000 records; default 0).
        share: Share of epsilon for the marginals; the rest is for correlations (0.05 to 0.95; default 0.5).
        bins: Bins of each numeric column; 0 chooses by the number of records and columns and epsilon (0 to 100,000;
            default 0).
        spacing: How bins divide the domain: equally wide, wider away from 0, or that for domains of 10,000 units and
            more (one of ``auto``, ``equal``, ``magnitude``; default auto).
        domain_from_data: For columns without a domain: from 0 to this times the largest value. Promises nothing (1 to
            1,000,000).
        drop: Columns that are not protected and that the release leaves out.
        keep: Columns that are released as they are beside the synthetic records. ε does not cover them.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric, nominal and
        ordinal.

    When to use it:
        - A whole table of numeric and categorical columns must be released with a proof against any intruder.
        - Files of thousands of records with few columns (up to about ten), and analysts who need marginals and
          correlations.
        - More or fewer records than the original are wanted: ``rows``.

    When not to use it:
        - Small files or small ``epsilon`` with many columns: m columns share ε with m·(m − 1)/2 pairs. Look at
          ``sd_percent`` of the marginals and at ``sd`` of the correlations in the details before a release; both are
          known without the data.
        - Relations beyond monotone ones (interactions, nominal columns of many categories) are lost.
        - Columns that are released beside the protected ones are not covered. A release is refused unless each of
          them is named: ``drop`` leaves them out of the release, ``keep`` releases them as they are.
        - Domains or categories were read from the data, or several steps are combined: then the guarantee is void.
        - A household of s records has s times ε. Each further release of the same people adds its ε.

    Reference:
        Li, Xiong, Jiang (2014), Differentially private synthesization of multi-dimensional data using copula
        functions, EDBT

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.dp_copula(people, columns=["age", "income"], epsilon=1,
        ...                         drop=[name for name in people if name not in ("age", "income")], schema=sf.sample_schema("people"), seed=1)
        >>> release.data["income"][:3]
        [2, 191154, 9033]
    """
    return mask(
        data,
        "dp-copula",
        epsilon=epsilon,
        rows=rows,
        share=share,
        bins=bins,
        spacing=spacing,
        domain_from_data=domain_from_data,
        drop=drop,
        keep=keep,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def generalization(
    data: Frame,
    *,
    k: int = 5,
    suppress: float = 0,
    hierarchy: Optional[Pairs] = None,
    level: Optional[Pairs] = None,
    breaks: Optional[Pairs] = None,
    model: Optional[str] = None,
    population: Any = None,
    population_size: Optional[float] = None,
    objective: Literal["loss", "precision", "discernibility", "average-class-size", "entropy", "kl"] = "loss",
    aggregate: Literal["geometric-mean", "sum", "max", "arithmetic-mean"] = "geometric-mean",
    importance: Optional[Pairs] = None,
    local: bool = False,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Generalization. Makes values coarser along hierarchies until each record is one of k equal records.

    Generalization makes the values of the key columns coarser along hierarchies until each record is equal to at
    least ``k`` − 1 others in all keys. Of all combinations of levels it finds the one that costs least; it can
    also enforce further privacy models and suppress a small share of the records.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        k: Smallest group size (1 to 1,000,000,000 records; default 5; more is safer).
        suppress: Largest share of records that may be suppressed (0 to 100 % of records; default 0).
        hierarchy: For a column its hierarchy: rows of a value with its ancestors, or a frame of such rows; without it
            that of the schema.
        level: The level of a column, {column: level}, where it is known and not to be found: 0 leaves it.
        breaks: Cut points of a number without a hierarchy, COLUMN="10 20 30; 20", levels separated by ';'; without,
            round numbers.
        model: Further privacy models, such as l-diversity:COLUMN:distinct:5, separated by commas.
        population: A frame of the population with the same columns, which k-map and similar models count.
        population_size: Size of the population for population-uniqueness; without, the records of ``population`` (at
            least 1 people).
        objective: The loss that the best levels minimise (one of ``loss``, ``precision``, ``discernibility``,
            ``average-class-size``, ``entropy``, ``kl``; default loss).
        aggregate: How loss, precision or entropy of the columns become one number (one of ``geometric-mean``,
            ``sum``, ``max``, ``arithmetic-mean``; default geometric-mean).
        importance: How much a column counts there, {column: number} above 0, 1 where not given.
        local: Generalize each class of records only as far as it needs.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric, nominal and
        ordinal.

    When to use it:
        - Keys are categories, dates or numbers with a meaningful hierarchy, and k-anonymity must be proved.
        - Attribute disclosure must be limited too: add l-diversity, t-closeness or another model for the confidential
          columns.
        - The same coding must hold in the whole file, so that it can be tabulated. With ``local`` the coding differs
          by class.
        - A small ``suppress`` (1 to 5 %) keeps detail for most records: without it one rare record makes a whole
          column coarse.

    When not to use it:
        - Many keys or small files: levels rise until little is left. Use ``local-suppression`` after a moderate
          ``recoding``, or ``mdav`` for numeric keys.
        - Analysts need numbers. A generalized column is nominal text such as ``[70, 80)``.
        - k-anonymity alone does not hide a confidential value that all records of a class share. No model covers
          columns that are neither keys nor named in a model.
        - Hierarchies were designed by looking at single records: their labels can disclose these.

    Reference:
        Samarati (2001), Protecting respondents' identities in microdata release, IEEE TKDE 13(6); the models and
        objectives are those of Prasser, Eicher, Spengler, Bild, Kuhn (2020), Flexible data anonymization using ARX,
        Software: Practice and Experience 50(7)

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> levels = [[level, "lower" if "primary" in level else "higher",
        ...                         "any"] for level in sorted({*people["education"]} - {None})]
        >>> people["education"][:3]
        ['primary', 'secondary', 'secondary']
        >>> release = sf.methods.generalization(people, columns=["sex", "education"], k=5,
        ...                         schema={"education": {"hierarchy": levels}})
        >>> release.data["education"][:3]
        ['any', 'any', 'any']
    """
    return mask(
        data,
        "generalization",
        k=k,
        suppress=suppress,
        hierarchy=hierarchy,
        level=level,
        breaks=breaks,
        model=model,
        population=population,
        population_size=population_size,
        objective=objective,
        aggregate=aggregate,
        importance=importance,
        local=local,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def household_synthesis(
    data: Frame,
    *,
    leaf: int = 5,
    complexity: float = 1e-08,
    smooth: bool = False,
    rule: Optional[Columns] = None,
    tries: int = 100,
    head: Optional[Pairs] = None,
    shared: Optional[Columns] = None,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Household-wise synthesis. Draws the head of each household from trees, then the members given the head.

    Household-wise synthesis draws whole households. The sizes are those of the original. The head of each
    household is drawn first with its columns and those of the household, then every further member given the
    head, the member before, and the size.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        leaf: Fewest original records of a leaf, from which values are drawn (1 to 1,000,000 records; default 5; more
            is safer).
        complexity: A split must lower the impurity of the whole tree by more than this share of it (0 to 1; default
            1e-08).
        smooth: Move numbers that fewer than leaf records, or fewer than 5, have, inside the range of their leaf.
        rule: A rule that records must keep, such as 'if relation=child then age<30'.
        tries: How often a record that breaks a rule is drawn again (1 to 10,000; default 100).
        head: The value that marks the head of a household, such as relation=1; else the first record.
        shared: Columns that belong to the household; by default those that are equal for all its members.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric, nominal and
        ordinal.

    When to use it:
        - Records are members of households, and analysts ask about couples, children, or income of the household.
        - Columns such as region, rent or number of rooms must be equal for all members.
        - Rules hold between members: a child is younger than the head.

    When not to use it:
        - No column has the role household: every record is then a household of one. Use ``sequential-trees``.
        - Households are large (institutions): a member is drawn given the head and one other member, not given all of
          them.
        - A promise is needed: trees promise nothing, as with ``sequential-trees``. The number of households of each
          size is that of the original, also where there is one of a size: recode rare sizes first. Use ``dp-copula``
          for a proof.

    Reference:
        Alfons, Kraft, Templ, Filzmoser (2011), Simulation of close-to-reality population data for household surveys
        with application to EU-SILC, Statistical Methods & Applications 20, 383-407; Reiter (2005), Journal of
        Official Statistics 21, 441-462, for the trees

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.household_synthesis(people, columns=["age", "income"],
        ...                         schema=sf.sample_schema("people"), seed=1)
        >>> release.data["income"][:3]
        [8582, 14384, 52334]
    """
    return mask(
        data,
        "household-synthesis",
        leaf=leaf,
        complexity=complexity,
        smooth=smooth,
        rule=rule,
        tries=tries,
        head=head,
        shared=shared,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def hybrid(
    data: Frame,
    *,
    k: int = 10,
    fill: bool = False,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Hybrid microdata (MDAV and IPSO). Replaces groups of similar records by synthetic ones with the same means and
    covariances.

    Hybrid microdata groups near records by ``mdav`` and replaces every group by synthetic records with exactly
    the means and covariances of that group. So even small parts of the data keep their means, covariances and
    regressions.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        k: Smallest group size (3 to 1,000,000,000 records; default 10; more is safer).
        fill: Give missing cells a synthetic value too.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric.

    When to use it:
        - Numeric columns of which analysts study subgroups, and the relations between columns must hold within them.
        - A middle way between microaggregation and synthesis: variances do not shrink as they do with ``mdav``.
        - A small ``k`` stays close to the originals, a large ``k`` tends to plain ``ipso``.

    When not to use it:
        - k-anonymity is required: synthetic records of a group differ, so no combination need occur twice. Use
          ``mdav``.
        - A small ``k`` with many columns: a group of few records has little freedom, and drawn records lie close to
          the originals.
        - Skewed columns: draws inside a group are normal, so values leave their range (negative amounts). The rules
          of ``mask`` repair that.
        - It gives no guarantee; measure with ``distance-linkage``.

    Reference:
        Domingo-Ferrer, González-Nicolás (2010), Hybrid microdata using microaggregation, Information Sciences 180

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.hybrid(people, columns=["income", "tax", "savings"], seed=1)
        >>> release.data["income"][:3]
        [11956.095662566626, 12465.766772495077, 92782.18817315329]
    """
    return mask(
        data,
        "hybrid",
        k=k,
        fill=fill,
        columns=columns,
        within=within,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def individual_ranking(
    data: Frame,
    *,
    k: int = 3,
    optimal: bool = False,
    centre: Literal["mean", "median"] = "mean",
    fill: bool = False,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Individual ranking. Replaces each value by the mean of at least k neighbours in its sorted column.

    Individual ranking sorts each column by itself and cuts it into groups of at least ``k`` neighbours. Each
    value is replaced by the mean of its group, so every value of a column occurs at least ``k`` times.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        k: Smallest group size (1 to 1,000,000,000 records; default 3; more is safer).
        optimal: Divide each column where the sum of squares within groups is smallest.
        centre: What numbers of a group become: their mean, or their median (one of ``mean``, ``median``; default
            mean).
        fill: Give missing cells the mean of their column.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric.

    When to use it:
        - One column must be released with little loss, for example a confidential amount of which exact values must
          not be seen.
        - Values that are unique because of their precision must disappear, while ranks and the shape of a
          distribution stay.
        - With ``optimal`` for a single column: no other microaggregation loses less.

    When not to use it:
        - Several columns that an intruder may know: combinations of group means are mostly unique, and records are
          linked easily. The release is not k-anonymous. Use ``mdav`` for columns together.
        - Intervals of the original values are narrow: a value lies between the neighbouring group means. Measure with
          ``interval-disclosure``.
        - As the only protection of a file. In published comparisons it has small loss and high risk.

    Reference:
        Defays, Nanopoulos (1993), Panels of enterprises and confidentiality: the small aggregates method, Proc.
        Symposium on Design and Analysis of Longitudinal Surveys, Statistics Canada

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.individual_ranking(people, columns=["income", "tax", "savings"])
        >>> release.data["income"][:3]
        [10072.0, 14096.666666666666, 38548.666666666664]
    """
    return mask(
        data,
        "individual-ranking",
        k=k,
        optimal=optimal,
        centre=centre,
        fill=fill,
        columns=columns,
        within=within,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def insensitive_microaggregation(
    data: Frame,
    *,
    k: int = 3,
    scale: Literal["std", "raw", "domain"] = "std",
    fill: bool = False,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Insensitive microaggregation. Replaces each record by the mean of at least k with similar distances from a
    fixed point.

    Insensitive microaggregation sorts records by their distance from a fixed point and groups at least ``k`` of
    them along this order. Replacing one record changes every group by at most one record, which is what a
    differentially private release needs.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        k: Smallest group size (1 to 1,000,000,000 records; default 3; more is safer).
        scale: What columns are divided by: standard deviation, nothing, or the width of the domain (one of ``std``,
            ``raw``, ``domain``; default std).
        fill: Give missing cells the mean of their group too.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric.

    When to use it:
        - To see what the grouping of ``laplace`` in mode ``multivariate`` loses before any noise is added.
        - k-anonymity of large files in little time, where the distance from the fixed point orders the records well,
          such as amounts that grow together.
        - To reproduce published results on differential privacy through microaggregation.

    When not to use it:
        - By itself it gives no differential privacy: means are released without noise.
        - Least loss is wanted: records at the same distance can lie in opposite directions. ``mdav`` loses less.
        - With ``scale`` std one record moves all others through the standard deviations. No guarantee of differential
          privacy can be based on that; use domain or raw.
        - The protection covers the protected columns only and does not prevent attribute disclosure.

    Reference:
        Soria-Comas, Domingo-Ferrer, Sánchez, Martínez (2014), Enhancing data utility in differential privacy via
        microaggregation-based k-anonymity, The VLDB Journal 23

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.insensitive_microaggregation(people, columns=["income", "tax", "savings"])
        >>> release.data["income"][:3]
        [11721.0, 12547.0, 45743.333333333336]
    """
    return mask(
        data,
        "insensitive-microaggregation",
        k=k,
        scale=scale,
        fill=fill,
        columns=columns,
        within=within,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def ipso(
    data: Frame,
    *,
    covariates: Optional[Columns] = None,
    fill: bool = False,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Information preserving synthesis (IPSO). Draws synthetic records with exactly the original means and
    covariances.

    IPSO (information preserving statistical obfuscation) draws normal records and rescales them to exactly the
    means and covariances of the original. With ``covariates`` the regressions on them are reproduced exactly as
    well.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        covariates: Columns that stay and that the others are modelled on.
        fill: Give missing cells a synthetic value too.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric.

    When to use it:
        - Analysts use linear models: means, covariances, regressions and principal components come out exactly.
        - Confidential numeric columns beside covariates that are released unchanged.
        - Strong protection: without covariates, where every column is protected, no released record belongs to any
          original.

    When not to use it:
        - The shape of a distribution matters: results are normal around the fit, negative and fractional where
          originals never were. Use ``data-shuffling``, ``multiple-imputation`` or ``hybrid``.
        - Subgroups that are not covariates: only the statistics of the whole file are exact. ``hybrid`` keeps those
          of small parts.
        - A covariate that determines a column: the residuals are 0 and the originals come back.
        - Small files: exact moments of few records are themselves disclosive.

    Reference:
        Burridge (2003), Information preserving statistical obfuscation, Statistics and Computing 13

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.ipso(people, columns=["income", "tax", "savings"], seed=1)
        >>> release.data["income"][:3]
        [15917.753703807399, 14833.721014973216, 6726.636986210431]
    """
    return mask(
        data,
        "ipso",
        covariates=covariates,
        fill=fill,
        columns=columns,
        within=within,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def jpeg(
    data: Frame,
    *,
    quality: int = 80,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """JPEG. Codes the table as a greyscale JPEG image and reads it back.

    The JPEG method codes the table as a greyscale image, one record per row of pixels, compresses it with loss
    and reads it back. What the code leaves out of the image is what protects the records.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        quality: Quality of the JPEG image (1 to 100; default 80; less is safer).
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric.

    When to use it:
        - In comparisons and to reproduce published results: it was proposed as an unusual but working form of noise.
        - Numeric files that are sorted or in which neighbouring records are alike, so that the loss is small.

    When not to use it:
        - As the only protection of a release. It gives no guarantee, and its strength depends on the order of the
          file.
        - Columns with outliers: 256 grey levels cover the whole range, so most values of a skewed column fall into a
          few levels.
        - The result depends on the order of records and columns: sorting the file changes every value.
        - Noise that can be described and corrected is needed: use ``additive-noise`` or ``correlated-noise``.

    Reference:
        Domingo-Ferrer, Torra (2001), A quantitative comparison of disclosure control methods for microdata, in:
        Confidentiality, Disclosure and Data Access, North-Holland

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.jpeg(people, columns=["income", "tax", "savings"])
        >>> release.data["income"][:3]
        [11319, 14407, 38076]
    """
    return mask(
        data,
        "jpeg",
        quality=quality,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def laplace(
    data: Frame,
    *,
    epsilon: float = 1,
    k: int = 1,
    mode: Literal["record", "multivariate", "individual", "paper-2013"] = "record",
    scale: Literal["domain", "raw", "std"] = "domain",
    order: Literal["auto", "keep", "shuffle"] = "auto",
    domain_from_data: Optional[float] = None,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Laplace noise. Adds noise that makes the release ε-differentially private.

    Laplace noise releases numeric columns under ε-differential privacy: one record changes the probability of any
    release by at most the factor e^ε. The noise depends on the declared domain of each column and on ``epsilon``,
    never on the data.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        epsilon: What the whole release spends of the privacy budget (1e-06 to 1,000,000; default 1; less is safer).
        k: Smallest group size, in the modes that group records (1 to 1,000,000,000 records; default 1).
        mode: What gets noise: records, centroids of groups, means of sorted columns, or as published in 2013 (one of
            ``record``, ``multivariate``, ``individual``, ``paper-2013``; default record).
        scale: What columns are divided by before records are grouped: domain width, nothing, or deviation (one of
            ``domain``, ``raw``, ``std``; default domain).
        order: Order of the rows in mode record: kept unless the file is sorted, kept, or random (one of ``auto``,
            ``keep``, ``shuffle``; default auto).
        domain_from_data: For columns without a domain: from 0 to this times the largest value. Promises nothing (1 to
            1,000,000).
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric.

    When to use it:
        - A proof is required that holds against any intruder and any background knowledge.
        - Domains are narrow and the file is large, or ``epsilon`` is large. Check the noise before a release: it is
          in the details.
        - Mode ``individual`` where only the marginal distribution of each column is needed.

    When not to use it:
        - Domains are wide and ``epsilon`` is about 1: in mode ``record`` the noise is wider than the data. Four
          columns with ``epsilon`` 1 have noise of scale four times the domain. Use ``dp-copula``, or answer queries
          instead of releasing records.
        - Columns that are released beside the protected ones are not covered; they must be public already, or left
          out.
        - Domains, ``epsilon`` or ``k`` were chosen by looking at the data, or several steps are combined: then the
          guarantee is void.
        - A household of s records has s times ε. Each further release of the same people adds its ε.
        - Without a need for a proof, ``mdav``, ``rank-swapping`` or ``correlated-noise`` keep much more.

    Reference:
        Dwork, McSherry, Nissim, Smith (2006), Calibrating noise to sensitivity in private data analysis, TCC;
        Soria-Comas, Domingo-Ferrer, Sánchez, Martínez (2013), Improving the utility of differentially private data
        releases via k-anonymity, TrustCom

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.laplace(people, columns=["income"], epsilon=1,
        ...                         schema=sf.sample_schema("people"), seed=1)
        >>> release.data["income"][:3]
        [0, 542687, 0]
    """
    return mask(
        data,
        "laplace",
        epsilon=epsilon,
        k=k,
        mode=mode,
        scale=scale,
        order=order,
        domain_from_data=domain_from_data,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def local_suppression(
    data: Frame,
    *,
    k: int = 3,
    importance: Optional[Pairs] = None,
    missing_as: Literal["wildcard", "category"] = "wildcard",
    subsets: int = 0,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Local suppression. Blanks single cells until every record agrees with k records.

    Local suppression blanks single cells of the key columns until every record agrees with at least ``k`` records
    in all keys. Records that are safe already are not touched, so most of the file stays as it is.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        k: Smallest number of records that each record agrees with, itself included (1 to 16,384 records; default 3;
            more is safer).
        importance: How much a cell of a column counts, {column: number} above 0, 1 where not given: cells of
            important columns are kept rather than others.
        missing_as: Whether a missing cell agrees with every value, or is a category of its own (one of ``wildcard``,
            ``category``; default wildcard).
        subsets: Protect every subset of this many keys instead of all together; 0 is all together (0 to 64 keys;
            default 0).
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric, nominal and
        ordinal.

    When to use it:
        - Categorical keys (sex, region, education, marital status) with few records below ``k``.
        - As the last step after ``recoding``: recode the columns with many values first, then suppress the rest.
        - Analysts can handle missing values, and true values are wanted in all other cells.
        - ``importance`` keeps cells of the columns that analysts need most.

    When not to use it:
        - Keys with many different values, such as exact ages or incomes: most cells would be suppressed. Use
          ``recoding``, ``generalization`` or ``mdav``.
        - Missing cells are not missing at random afterwards: rare combinations lose their values. Estimates for small
          groups are biased.
        - Agreeing with ``k`` records in the ``wildcard`` reading is weaker than being equal to ``k`` records. An
          intruder who knows which cells were suppressed learns more. Use ``missing_as`` category for plain
          k-anonymity.
        - It does not protect confidential columns: ``k`` records that agree can share a confidential value. Use
          ``generalization`` with l-diversity or t-closeness.

    Reference:
        Hundepool et al. (2012), Statistical disclosure control, Wiley, section 3.4.2

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["region"][:3]
        ['South-East', 'South-East', 'South-East']
        >>> release = sf.methods.local_suppression(people, columns=["sex", "region", "education"], k=3)
        >>> release.data["region"][:3]
        [None, 'South-East', 'South-East']
    """
    return mask(
        data,
        "local-suppression",
        k=k,
        importance=importance,
        missing_as=missing_as,
        subsets=subsets,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def mdav(
    data: Frame,
    *,
    k: int = 3,
    together: int = 0,
    seeds: Literal["farthest", "most-distant"] = "farthest",
    hierarchy: Optional[Pairs] = None,
    centre: Literal["mean", "median"] = "mean",
    fill: bool = False,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """MDAV microaggregation. Replaces each record by the mean of a group of at least k similar ones.

    MDAV (maximum distance to average vector) puts records into groups of at least ``k`` that are near each other
    in all protected columns. Each record then gets the mean of its group, so that every combination of protected
    values occurs at least ``k`` times.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        k: Smallest group size (1 to 1,000,000,000 records; default 3; more is safer).
        together: Columns grouped at a time, in file order; 0 means all (0 to 1,000,000 columns; default 0).
        seeds: Start groups at the record farthest from the centroid, or at the most distant pair (one of
            ``farthest``, ``most-distant``; default farthest).
        hierarchy: For a column its hierarchy: rows of a value with its ancestors, or a frame of such rows; without it
            that of the schema.
        centre: What numbers of a group become: their mean, or their median (one of ``mean``, ``median``; default
            mean).
        fill: Give missing cells the mean of their group too.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric, nominal and
        ordinal.

    When to use it:
        - Several numeric columns that an intruder may know (turnover, employees, age, income) must become k-anonymous
          together.
        - Means must be kept exactly, and correlations nearly. No value is invented by chance: the method is
          deterministic.
        - Columns are mixed: numbers, ordinal and nominal categories can be grouped together, with or without
          hierarchies.
        - Choose ``k`` from 3 to 10 for most files. ``compare`` finds the smallest ``k`` that satisfies a limit of
          risk.

    When not to use it:
        - The protection covers the protected columns only. A record that is unique in other released columns stays
          unique.
        - It does not protect against attribute disclosure: all ``k`` records of a group can share a confidential
          value. Use ``generalization`` with l-diversity or t-closeness for that.
        - Variances shrink, and extreme values move most. Tails, sums over small domains and tests of variance suffer.
        - With many columns groups become wide and information is lost. Then use ``together`` (with less protection),
          fewer columns, or ``hybrid``, which keeps covariances.
        - Where clusters have different sizes ``variable-mdav`` cuts fewer of them. For one column
          ``individual-ranking`` with ``optimal`` is better.

    Reference:
        Domingo-Ferrer, Torra (2005), Ordinal, continuous and heterogeneous k-anonymity through microaggregation, Data
        Mining and Knowledge Discovery 11; Domingo-Ferrer, Sánchez, Rufian-Torrell (2013), Anonymization of nominal
        data based on semantic marginality, Information Sciences 242

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.mdav(people, columns=["income", "tax", "savings"], k=5)
        >>> release.data["income"][:3]
        [12671.2, 13748.2, 37367.0]
    """
    return mask(
        data,
        "mdav",
        k=k,
        together=together,
        seeds=seeds,
        hierarchy=hierarchy,
        centre=centre,
        fill=fill,
        columns=columns,
        within=within,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def multiple_imputation(
    data: Frame,
    *,
    copies: int = 5,
    given: Optional[Columns] = None,
    frame: Any = None,
    released: int = 0,
    fill: bool = False,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Multiple imputation. Replaces the protected columns by several draws from regressions on the other columns.

    Multiple imputation releases several copies of the table in which the protected columns are drawn anew from
    regressions on the other columns. Original values of these columns are not released, and the variation between
    copies shows analysts how uncertain the draws are.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        copies: How many copies are drawn; 3 to 10 are usual (2 to 100; default 5).
        given: Columns that predict, among those that stay; by default all that can.
        frame: Background columns of all units of the population; copies then hold units outside the data.
        released: Units in each copy, with a frame; 0 means as many as the data have (0 to 1,000,000,000 records;
            default 0).
        fill: Draw missing cells of protected columns too.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric, nominal and
        ordinal.

    When to use it:
        - Confidential columns, numeric or categorical, that other columns predict; analysts fit models or tabulate.
        - Correct confidence intervals matter: estimates of the copies are combined by known rules.
        - Synthetic samples of a population whose background columns are known (``frame``).

    When not to use it:
        - Relations that the regressions do not have (interactions, non-linear effects) are lost.
        - Columns that stay are not protected. A column that they determine comes back as it was.
        - Skewed amounts with many zeros: linear draws become negative. Drawn numbers are real and may leave the
          range.
        - One file is needed: use ``data-shuffling``, ``ipso`` or ``dp-copula``. It gives no guarantee; for that use
          ``dp-copula``.
        - More copies tell an intruder more about a value; 3 to 10 are enough for most purposes.

    Reference:
        Rubin (1993), Discussion: statistical disclosure limitation, Journal of Official Statistics 9

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.multiple_imputation(people, columns=["income", "tax", "savings"], copies=3,
        ...                         seed=1)
        >>> release.data["income"][:3]
        [26059.720010970548, 23145.057915230424, 37026.88866138687]
    """
    return mask(
        data,
        "multiple-imputation",
        copies=copies,
        given=given,
        frame=frame,
        released=released,
        fill=fill,
        columns=columns,
        within=within,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def multiplicative_noise(
    data: Frame,
    *,
    spread: float = 0.1,
    shift: float = 0,
    variant: Literal["hoehne", "cell", "covariance"] = "hoehne",
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Multiplicative noise. Multiplies every value by a random factor and restores the moments.

    Multiplicative noise multiplies every value by a random factor on either side of 1 and then restores means and
    variances, or the whole covariance matrix. Large values change as much in relative terms as small ones.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        spread: s: standard deviation of the normal draw whose size is the distance of a factor from 1 (0 to 100;
            default 0.1; more is safer).
        shift: f: smallest distance of a factor from 1 (0 to 100; default 0).
        variant: What shares a sign, and which moments are restored (one of ``hoehne``, ``cell``, ``covariance``;
            default hoehne).
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric.

    When to use it:
        - Skewed amounts of companies or persons: turnover, income, savings. A fixed relative change protects the
          largest too.
        - No value may stay close to its original: a positive ``shift`` keeps every factor away from 1.
        - Exact means and variances (``hoehne``, ``cell``) or an exact covariance matrix (``covariance``) are required
          in each release.

    When not to use it:
        - Zeros carry information: restoring the moments moves them, so they do not stay 0. ``uniform-noise`` keeps
          zeros.
        - Values around 0 with both signs: a factor hardly changes small values.
        - It gives no guarantee. An intruder who knows ``shift`` knows two narrow intervals for every value; measure
          with ``interval-disclosure``.
        - Integers become fractions, and restored values can become negative. The rules of ``mask`` repair that.
        - Ranks change little in skewed columns. ``rank-swapping`` protects better against linkage through ranks.

    Reference:
        Höhne (2004), Varianten von Zufallsüberlagerung, working paper of the German Federal Statistical Office;
        Oganian, Karr (2011), Masking methods that preserve positivity constraints in microdata, J. Statistical
        Planning and Inference 141

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.multiplicative_noise(people, columns=["income", "tax", "savings"], seed=1)
        >>> release.data["income"][:3]
        [9573.606127621031, 14949.829513451885, 38715.93379727172]
    """
    return mask(
        data,
        "multiplicative-noise",
        spread=spread,
        shift=shift,
        variant=variant,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def outlier_coding(
    data: Frame,
    *,
    quantile: float = 0.975,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Multivariate outlier coding. Moves outlying records onto an ellipsoid around the others.

    Outlier coding finds records that lie far from the bulk of the others in all columns together, and moves them
    straight towards its centre, onto the border of an ellipsoid. Centre and shape of the ellipsoid come from a
    robust estimate, which the outliers themselves do not move.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        quantile: Share of normal records that lie inside the ellipsoid; records outside it are moved (0.01 to 1;
            default 0.975; less is safer).
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric.

    When to use it:
        - A record stands out by a combination of values, such as a small company with a large turnover, while each
          value alone is usual: ``top-coding`` does not find it.
        - As a first step before noise, swapping or microaggregation, which protect outlying records worst.

    When not to use it:
        - Skewed columns, such as incomes: the ellipsoid is that of normal data, and a long tail lies outside it. Many
          records are moved then; ``coded`` says how many. Use ``top-coding`` or ``mdav``, or take logarithms first.
        - It has no guarantee: records inside the ellipsoid stay exactly as they were.
        - Means, variances and correlations shrink, since the extremes are drawn in.
        - Categories and columns that are mostly zero: half of the records then lie in a plane. More of them are used
          for the centre (``records_of_centre``), and the estimate is less robust.

    Reference:
        Rousseeuw, Van Driessen (1999), A fast algorithm for the minimum covariance determinant estimator,
        Technometrics 41; Templ (2017), Statistical disclosure control for microdata, Springer

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.outlier_coding(people, columns=["income", "tax", "savings"])
        >>> release.data["income"][:3]
        [11038.54068092975, 14384.0, 12544.172118431863]
    """
    return mask(
        data,
        "outlier-coding",
        quantile=quantile,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def pram(
    data: Frame,
    *,
    retain: float = 0.8,
    matrix: Any = None,
    invariant: bool = False,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Post-randomisation (PRAM). Changes categories at random, with probabilities that can be published.

    PRAM (post-randomisation) changes each category at random, with known probabilities that may be published. A
    single cell can no longer be trusted, but the frequencies of the categories can still be estimated.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        retain: Probability that a cell keeps its category (0 to 1; default 0.8; less is safer).
        matrix: A frame with the probabilities, in place of ``retain``.
        invariant: Choose the probabilities so that frequencies are kept in expectation.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be nominal and ordinal.

    When to use it:
        - Nominal or ordinal columns, as keys or as confidential values: region, occupation, diagnosis.
        - Analysts can use a published matrix to correct tables, or ``invariant`` is used so that plain tables need no
          correction.
        - Deniability is wanted: every released category can be a changed one.

    When not to use it:
        - Combinations become impossible ("widowed, 5 years old"): cells are changed independently of other columns.
          Use ``within`` to change inside strata, ``data-swapping``, or ``record-swapping`` for geography.
        - Few categories with a small ``retain``: of two categories with ``retain`` 0 every cell becomes the other
          one, which is easily undone. The fewer categories, the less ``retain`` may fall.
        - Rare categories are still visible as such, and most of their cells are true ones while ``retain`` is high.
        - It gives no k-anonymity. Measure with ``reidentification`` or ``probabilistic-linkage``.
        - Relations between columns weaken, and corrections increase the variance of every estimate.

    Reference:
        Gouweleeuw, Kooiman, Willenborg, de Wolf (1998), Post randomisation for statistical disclosure control: theory
        and implementation, Journal of Official Statistics 14(4)

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["region"][:3]
        ['South-East', 'South-East', 'South-East']
        >>> release = sf.methods.pram(people, columns=["sex", "region", "education"], retain=0.7, seed=1)
        >>> release.data["region"][:3]
        ['Centre', 'South-East', 'North']
    """
    return mask(
        data,
        "pram",
        retain=retain,
        matrix=matrix,
        invariant=invariant,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def projection_microaggregation(
    data: Frame,
    *,
    k: int = 3,
    onto: Literal["component", "zscores"] = "component",
    centre: Literal["mean", "median"] = "mean",
    fill: bool = False,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Projection microaggregation. Replaces each record by the mean of at least k neighbours along one direction.

    Projection microaggregation gives each record one number for all its columns, sorts the records by it, and
    groups at least ``k`` neighbours. Each value becomes the mean of its group, so every combination of values
    occurs at least ``k`` times.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        k: Smallest group size (1 to 1,000,000,000 records; default 3; more is safer).
        onto: Sort by the first principal component, or by the sum of z-scores (one of ``component``, ``zscores``;
            default component).
        centre: What numbers of a group become: their mean, or their median (one of ``mean``, ``median``; default
            mean).
        fill: Give missing cells the mean of their group too.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric.

    When to use it:
        - Columns that are strongly correlated, so that one direction holds most of the variation.
        - Large files: it is much faster than ``mdav`` and also k-anonymous.
        - To reproduce published results of the methods based on z-scores or on the first principal component.

    When not to use it:
        - Columns with weak correlations: neighbours along one direction lie far apart in others, and the loss is
          larger than that of ``mdav``.
        - The protection covers the protected columns only, and does not prevent attribute disclosure: all records of
          a group can share a confidential value. Use ``generalization`` with l-diversity or t-closeness for that.
        - Variances shrink, and correlations grow: group means lie along the direction.

    Reference:
        Anwar (1993), Micro-aggregation: the small aggregates method, Eurostat; Domingo-Ferrer, Mateo-Sanz (2002),
        Practical data-oriented microaggregation for statistical disclosure control, IEEE Transactions on Knowledge
        and Data Engineering 14

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.projection_microaggregation(people, columns=["income", "tax", "savings"])
        >>> release.data["income"][:3]
        [12821.666666666666, 12821.666666666666, 49205.333333333336]
    """
    return mask(
        data,
        "projection-microaggregation",
        k=k,
        onto=onto,
        centre=centre,
        fill=fill,
        columns=columns,
        within=within,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def pseudonyms(
    data: Frame,
    *,
    how: Literal["random", "keyed", "sequential"] = "random",
    key: Any = None,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Pseudonyms. Replaces identifiers by names without meaning.

    Pseudonyms replace identifiers by names without meaning. Records of the same unit still belong together,
    within a file or, with a key, across files.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        how: Where pseudonyms come from (one of ``random``, ``keyed``, ``sequential``; default random).
        key: The secret key of ``keyed``, a text of at least 16 characters.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric, nominal and
        ordinal.

    When to use it:
        - Panel or register data in which records of one person or company must stay linked.
        - Files that different offices deliver at different times: ``keyed`` pseudonyms with the same key can be
          joined.
        - Household or company numbers that are needed for analysis but identify.

    When not to use it:
        - As the only protection. Pseudonyms hide names alone: a person who is known by other columns is found as
          before, with all of that person's records. Protect these columns with ``recoding``, ``local-suppression``,
          ``mdav`` or others.
        - Records need not be linked: leave the identifiers out, which ``mask`` does by itself.
        - The key cannot be kept secret: with it all identifiers can be tried.

    Reference:
        Krawczyk, Bellare, Canetti (1997), HMAC: keyed-hashing for message authentication, RFC 2104; FIPS 180-4
        (2015), Secure hash standard

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["record_id"][:3]
        [100001, 100002, 100003]
        >>> release = sf.methods.pseudonyms(people, columns=["record_id"], how="sequential", seed=1)
        >>> release.data["record_id"][:3]
        [188, 152, 57]
    """
    return mask(
        data,
        "pseudonyms",
        how=how,
        key=key,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def rank_swapping(
    data: Frame,
    *,
    window: float = 5,
    top: float = 0,
    bottom: float = 0,
    risk_keys: Optional[Columns] = None,
    risk_k: int = 2,
    risk_window: float = 20,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Rank swapping. Exchanges values between records of nearby rank.

    Rank swapping sorts each protected column and exchanges values between records whose ranks differ by at most
    ``window`` percent of the records. Every column keeps exactly its own values; only the record that holds a
    value changes. Tails can be averaged before.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        window: Largest rank distance of a swap (0.1 to 100 % of records; default 5; more is safer).
        top: Largest values that become their mean before the swap (0 to 50 % of records; default 0).
        bottom: Smallest values that become their mean before the swap (0 to 50 % of records; default 0).
        risk_keys: Columns that an intruder knows: records that are rare on them are swapped over ``risk_window``.
        risk_k: A record is at risk where fewer than this number have its ``risk_keys`` (2 to 1,000,000 records;
            default 2).
        risk_window: Largest rank distance of a swap of a record at risk, where it is more than ``window`` (0.1 to 100
            % of records; default 20).
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric and ordinal.

    When to use it:
        - Numeric or ordinal columns whose marginal distributions must stay exactly as they are: means, quantiles,
          totals.
        - Released values must be real ones: no fractions, no negative amounts, no impossible codes.
        - Skewed columns. Distances are in ranks, so extreme values move as many ranks as others.
        - In published comparisons it is one of the best trade-offs of risk and utility for ``window`` of about 10 to
          20.

    When not to use it:
        - Columns are swapped independently of each other. Relations between them weaken as ``window`` grows, and
          rules such as ``tax ≤ income`` can break. ``data-shuffling`` keeps rank correlations at any strength.
        - It gives no guarantee. An intruder who knows the method and some columns links through ranks; measure with
          ``rank-linkage`` and ``interval-disclosure``.
        - The largest and the smallest values are still in the file. Give ``top`` and ``bottom``, or use
          ``top-coding`` first, where their size identifies.
        - Files of few records: where n·window/100 is below 1 nothing is swapped at all.
        - Nominal columns have no ranks: use ``pram`` or ``data-swapping``.

    Reference:
        Moore (1996), Controlled data-swapping techniques for masking public use microdata sets, US Bureau of the
        Census, RR 96/04

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.rank_swapping(people, columns=["income", "tax", "savings"], window=10,
        ...                         seed=1)
        >>> release.data["income"][:3]
        [3570, 11697, 32338]
    """
    return mask(
        data,
        "rank-swapping",
        window=window,
        top=top,
        bottom=bottom,
        risk_keys=risk_keys,
        risk_k=risk_k,
        risk_window=risk_window,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def recoding(
    data: Frame,
    *,
    hierarchy: Optional[Pairs] = None,
    cuts: Optional[Pairs] = None,
    level: Optional[Pairs] = None,
    recode: Optional[Pairs] = None,
    depth: int = 1,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Recoding. Replaces values by their ancestors in a hierarchy.

    Recoding replaces values by coarser ones from a hierarchy, a chosen number of levels up: ages by age bands,
    towns by regions. It is applied to whole columns and in the same way in every record.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        hierarchy: For a column its hierarchy: rows of a value with its ancestors, or a frame of such rows; without it
            that of the schema.
        cuts: Intervals of numbers that are chosen for a column, COLUMN=METHOD:INTERVALS; the method is equal-width,
            equal-count or logarithmic.
        level: The level of a column, {column: level}: 0 leaves it, 1 is the parent of each value.
        recode: For a column a map: rows of old and new value, or a frame of them; others stay as they are.
        depth: The level of the columns that neither ``level`` nor ``recode`` names (0 to 100 levels; default 1; more
            is safer).
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric, nominal and
        ordinal.

    When to use it:
        - Key columns have too many values: exact age, postcode, occupation, date of birth.
        - A number is needed in a few classes only: ``cuts`` chooses them.
        - The classification is given by the user, for example by the standard of a statistical office, and must be
          the same in every release.
        - As the first step before ``local-suppression``.

    When not to use it:
        - A given ``k`` must be reached with the least loss: ``generalization`` searches for the levels, recoding only
          applies them.
        - A few records stand out in an otherwise safe column: ``local-suppression`` or ``top-coding`` change less.
        - It has no guarantee: after recoding rare combinations may remain. Measure with ``k-anonymity`` or
          ``individual-risk``.
        - Analysts need numbers: a recoded number is a label.

    Reference:
        Hundepool et al. (2012), Statistical disclosure control, Wiley, section 3.4.2

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> levels = [[level, "lower" if "primary" in level else "higher",
        ...                         "any"] for level in sorted({*people["education"]} - {None})]
        >>> people["education"][:3]
        ['primary', 'secondary', 'secondary']
        >>> release = sf.methods.recoding(people, columns=["education"],
        ...                         schema={"education": {"hierarchy": levels}})
        >>> release.data["education"][:3]
        ['lower', 'higher', 'higher']
    """
    return mask(
        data,
        "recoding",
        hierarchy=hierarchy,
        cuts=cuts,
        level=level,
        recode=recode,
        depth=depth,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def record_swapping(
    data: Frame,
    *,
    rate: float = 0.1,
    geography: Optional[Columns] = None,
    risk_keys: Optional[Columns] = None,
    k: int = 3,
    similar: Optional[Columns] = None,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Targeted record swapping. Exchanges the geography of rare households with that of similar households
    elsewhere.

    Targeted record swapping exchanges the geography of households that stand out in their area with that of
    similar households in other areas. Nothing but the geography changes, and counts by area and household size
    stay exact.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        rate: Share of the households that are swapped, including those at risk, which all are (0 to 1 of the
            households; default 0.1; more is safer).
        geography: Columns of the place where a household lives.
        risk_keys: Columns by which a person could be identified within a place.
        k: A record with fewer equal records in its place is at risk (at least 1 records; default 3).
        similar: Columns in which swapped households must be equal.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric, nominal and
        ordinal.

    When to use it:
        - Census or register data of persons in households that are published by area, as microdata or as tables.
        - Households with a rare member in a small area are the main risk.
        - Totals by area, household size and the ``similar`` columns must stay as they are.

    When not to use it:
        - Relations between area and all other columns weaken. Name the columns that matter most as ``similar``.
        - Households at risk remain visible as rare combinations in the whole country; only their area is uncertain.
        - Many ``similar`` columns: no partner is left for the households at risk (``at_risk_without_partner`` counts
          them).
        - It gives no guarantee, and the share of swapped households must stay secret in practice. Combine it with
          ``recoding`` or ``local-suppression``.

    Reference:
        Shlomo, Tudor, Groom (2010), Data swapping for protecting census tables, Privacy in Statistical Databases,
        LNCS 6344

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["region"][:3]
        ['South-East', 'South-East', 'South-East']
        >>> release = sf.methods.record_swapping(people, rate=0.2, geography=["region"], risk_keys=["age",
        ...                         "sex"], schema=sf.sample_schema("people"), seed=1)
        >>> release.data["region"][:3]
        ['North', 'North', 'East']
    """
    return mask(
        data,
        "record-swapping",
        rate=rate,
        geography=geography,
        risk_keys=risk_keys,
        k=k,
        similar=similar,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def resampling(
    data: Frame,
    *,
    samples: int = 3,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Resampling. Replaces each column by the mean of sorted samples drawn from it.

    Resampling draws several samples with replacement from each column, sorts them and averages them rank by rank.
    The averages replace the original values by rank, so each column keeps its shape and the records keep their
    order.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        samples: Samples drawn from each column (1 to 1,000 samples; default 3).
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric.

    When to use it:
        - Exact values must not be released, but distributions, ranks and rank correlations must stay.
        - As a method of little loss in comparisons, or as one step of several.

    When not to use it:
        - Ranks are kept. It hides nothing from an intruder who knows ranks or can guess them: measure with
          ``rank-linkage`` and ``interval-disclosure``. Use ``rank-swapping`` where that matters.
        - Large files: the averages come very close to the original order statistics.
        - Columns with few different values: most values are returned unchanged.
        - The protection cannot be set to a wanted strength: ``samples`` changes it little, and more samples come
          closer to the original.

    Reference:
        Heer (1993), A bootstrap procedure to preserve statistical confidentiality in contingency tables, Proc.
        International Seminar on Statistical Confidentiality, Eurostat; Domingo-Ferrer, Mateo-Sanz (1999), On
        resampling for statistical confidentiality in contingency tables, Computers & Mathematics with Applications 38

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.resampling(people, columns=["income", "tax", "savings"], seed=1)
        >>> release.data["income"][:3]
        [10424.0, 15612.333333333334, 41453.666666666664]
    """
    return mask(
        data,
        "resampling",
        samples=samples,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def sampling(
    data: Frame,
    *,
    fraction: float = 0.5,
    reweight: Literal["inverse", "calibrate", "none"] = "inverse",
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Sampling. Releases a simple random sample of the records.

    Sampling releases a simple random sample of the records. An intruder who finds a unique record in the sample
    cannot be sure that it is unique in the population. Weights are divided by the probability of a record, so
    that weighted totals stay right.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        fraction: Share of the records that is released (1e-06 to 1 of the records; default 0.5; less is safer).
        reweight: Weights of the sample: divided by the probability of a record, scaled to keep their total in each
            stratum exactly, or as they were (one of ``inverse``, ``calibrate``, ``none``; default inverse).
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric, nominal and
        ordinal.

    When to use it:
        - Full files of a census or a register, of which a sample is enough for research.
        - As the first step before other methods: it lowers the probability that a given person is in the file at all.
        - Test files for development.

    When not to use it:
        - Records that are released stay as exposed as they were. Combine it with ``recoding``, ``local-suppression``
          or ``mdav``.
        - Persons who are unique in the population are found with certainty if they are in the sample; measure with
          ``uniqueness``.
        - The file is a sample already and participation is known.
        - Rare groups: few or none of their records remain.

    Reference:
        Willenborg, De Waal (2001), Elements of statistical disclosure control, Springer

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.sampling(people, columns=["income", "tax", "savings"], fraction=0.5, seed=1)
        >>> release.data["income"][:3]
        [14384, 39248, 0]
    """
    return mask(
        data,
        "sampling",
        fraction=fraction,
        reweight=reweight,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def sequential_trees(
    data: Frame,
    *,
    leaf: int = 5,
    complexity: float = 1e-08,
    smooth: bool = False,
    rule: Optional[Columns] = None,
    tries: int = 100,
    order: Optional[Columns] = None,
    rows: int = 0,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Sequential trees. Draws each column from a tree on the columns before it.

    Sequential trees draw one column after the other. The first is sampled from its values. For each further
    column a tree is grown on the original columns before it, and a synthetic record gets a value of the leaf in
    which its own values put it. This is the default of the R package synthpop.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        leaf: Fewest original records of a leaf, from which values are drawn (1 to 1,000,000 records; default 5; more
            is safer).
        complexity: A split must lower the impurity of the whole tree by more than this share of it (0 to 1; default
            1e-08).
        smooth: Move numbers that fewer than leaf records, or fewer than 5, have, inside the range of their leaf.
        rule: A rule that records must keep, such as 'if relation=child then age<30'.
        tries: How often a record that breaks a rule is drawn again (1 to 10,000; default 100).
        order: Protected columns that are drawn first, in this order; the others follow as in the file.
        rows: Synthetic records to draw; 0 means as many as the original has (0 to 1,000,000,000 records; default 0).
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric, nominal and
        ordinal.

    When to use it:
        - Columns of any kind, with relations of any shape: interactions, thresholds, and totals that depend on
          categories.
        - A file for teaching, for writing programs, or for a first look, from which no conclusion on single people is
          drawn.
        - More or fewer records than the original are wanted: ``rows``.

    When not to use it:
        - A promise is needed. Trees promise nothing: leaves hold real values, and small leaves come close to the
          original. Measure the risks of the file (``exact-copies``, ``membership``, ``attribute-inference``), best
          with a holdout, before it is released. Use ``dp-copula`` for a proof.
        - A value that one record alone has, such as the largest income or a rare occupation, can be released as it
          is. ``smooth`` moves such numbers; ``lone_numbers`` and ``lone_categories`` in the details of a release
          count the cells that still have one, and a warning names their columns. Join rare categories before.
        - Sums and other identities between columns are not kept by themselves: draw the parts and derive the total.
        - Relations between members of a household matter: use ``household-synthesis``.
        - Standard errors from synthetic records: use ``multiple-imputation``, whose copies show the uncertainty of
          the draws.

    Reference:
        Reiter (2005), Using CART to generate partially synthetic public use microdata, Journal of Official Statistics
        21, 441-462; Nowok, Raab, Dibben (2016), synthpop: bespoke creation of synthetic data in R, Journal of
        Statistical Software 74(11)

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.sequential_trees(people, columns=["income", "tax", "savings"], seed=1)
        >>> release.data["income"][:3]
        [12951, 10021, 5772]
    """
    return mask(
        data,
        "sequential-trees",
        leaf=leaf,
        complexity=complexity,
        smooth=smooth,
        rule=rule,
        tries=tries,
        order=order,
        rows=rows,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def top_coding(
    data: Frame,
    *,
    at: Optional[float] = None,
    quantile: float = 0.99,
    category: Optional[str] = None,
    limit: Optional[Pairs] = None,
    replacement: Literal["limit", "mean", "median"] = "limit",
    constant: Optional[float] = None,
    multivariate: bool = False,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Top-coding. Replaces values above a limit by the limit.

    Top coding replaces every value above a limit by the limit. The limit is a given number, a quantile of the
    column, or a category of an ordinal column.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        at: The limit itself, for every column; overrides ``quantile`` (-1e+150 to 1e+150).
        quantile: The limit as a quantile of each column's values (0 to 1; default 0.99; less is safer).
        category: The limit of ordinal columns, one of their categories; overrides ``quantile``.
        limit: The limit of a column, COLUMN=LIMIT, a number or a category; overrides the others.
        replacement: What numbers beyond the limit become: the limit, or the mean or median of all of them (one of
            ``limit``, ``mean``, ``median``; default limit).
        constant: A number that takes the place of all beyond the limit; overrides ``replacement`` (-1e+150 to
            1e+150).
        multivariate: Move whole records onto a quantile of their Mahalanobis distances instead.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric and ordinal.

    When to use it:
        - A few very large values identify their holders: the highest incomes, the oldest people, the largest
          companies.
        - The limit is public or follows from a rule ("90 years and over"): give it with ``at``.
        - As a first step before noise or swapping, which protect extreme values worst.

    When not to use it:
        - Totals, means and measures of inequality are biased downwards, since the upper tail is cut. Publish the mean
          above the limit separately where that is safe, or use ``multiplicative-noise`` or ``mdav``.
        - All values below the limit stay exact. It does not prevent linkage by ordinary combinations: use ``mdav``,
          ``rank-swapping``, ``recoding`` or ``generalization`` for these.
        - A limit that is a quantile is itself a value, or a mean of two values, of the data.

    Reference:
        Willenborg, De Waal (2001), Elements of statistical disclosure control, Springer

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.top_coding(people, columns=["income", "tax", "savings"], quantile=0.75)
        >>> release.data["income"][:3]
        [10021.0, 14384.0, 30064.5]
    """
    return mask(
        data,
        "top-coding",
        at=at,
        quantile=quantile,
        category=category,
        limit=limit,
        replacement=replacement,
        constant=constant,
        multivariate=multivariate,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def uniform_noise(
    data: Frame,
    *,
    spread: float = 0.1,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Uniform multiplicative noise. Multiplies every value by a factor drawn uniformly around 1.

    Uniform noise multiplies every value by a factor that is drawn evenly between 1 − ``spread`` and 1 +
    ``spread``. Each cell has a factor of its own.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        spread: β: factors lie between 1−β and 1+β (0 to 1 share of the value; default 0.1; more is safer).
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric.

    When to use it:
        - Positive amounts where a relative uncertainty is enough, such as "within 20 %".
        - Signs and zeros must be kept, for example where 0 means "does not apply".
        - Analysts should correct variances with one published number.

    When not to use it:
        - Zeros or signs tell something: they are released as they are. Use ``multiplicative-noise``, which moves
          zeros, or ``rank-swapping``.
        - Many factors lie close to 1, so many values stay close to their originals. ``multiplicative-noise`` with a
          ``shift`` excludes that.
        - The interval of every original is known exactly: y/(1 + β) to y/(1 − β). It gives no guarantee; measure with
          ``interval-disclosure``.
        - Skewed columns keep their ranks nearly unchanged, so the largest record stays the largest. Use
          ``top-coding`` first.
        - Correlations shrink, since factors are independent between columns.

    Reference:
        Kim, Winkler (2003), Multiplicative noise for masking continuous data, US Bureau of the Census, RR Statistics
        2003-01

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.uniform_noise(people, columns=["income", "tax", "savings"], seed=1)
        >>> release.data["income"][:3]
        [10979.948892745637, 13468.236179363557, 40082.53518433593]
    """
    return mask(
        data,
        "uniform-noise",
        spread=spread,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def variable_mdav(
    data: Frame,
    *,
    k: int = 3,
    gain: float = 0.2,
    centre: Literal["mean", "median"] = "mean",
    fill: bool = False,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """V-MDAV microaggregation. Replaces each record by the mean of a group of similar ones, whose size follows the
    data.

    V-MDAV groups records like ``mdav``, but a group may take in up to 2``k`` − 1 records where these lie closer
    to it than to the rest. Natural clusters are cut less often, and every combination of values still occurs at
    least ``k`` times.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        k: Smallest group size (1 to 1,000,000,000 records; default 3; more is safer).
        gain: How near a record must be to a group to join it, by its distance to the next one outside (0 to 1,000;
            default 0.2).
        centre: What numbers of a group become: their mean, or their median (one of ``mean``, ``median``; default
            mean).
        fill: Give missing cells the mean of their group too.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric.

    When to use it:
        - Numeric data with clusters of different sizes: regions, branches, types of households.
        - The k-anonymity of ``mdav`` is wanted with less loss inside clusters.
        - Try ``gain`` 0.2 for scattered data and about 1 for clustered data, and compare ``sse_percent``.

    When not to use it:
        - Data without clusters: groups above ``k`` then only add loss. ``mdav`` is as good.
        - Columns that are not numeric: use ``mdav``, which takes categories.
        - The protection covers the protected columns only, and does not prevent attribute disclosure: all records of
          a group can share a confidential value. Use ``generalization`` with l-diversity or t-closeness for that.
        - Variances shrink, and extreme values move most.

    Reference:
        Solanas, Martínez-Ballesté (2006), V-MDAV: a multivariate microaggregation with variable group size, Proc.
        COMPSTAT

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.variable_mdav(people, columns=["income", "tax", "savings"])
        >>> release.data["income"][:3]
        [10674.666666666666, 14615.666666666666, 36162.0]
    """
    return mask(
        data,
        "variable-mdav",
        k=k,
        gain=gain,
        centre=centre,
        fill=fill,
        columns=columns,
        within=within,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )


def weight_groups(
    data: Frame,
    *,
    k: int = 5,
    margins: Optional[Columns] = None,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    derive: Optional[Columns] = None,
    fit: bool = False,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    drop: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Pairs] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Release[Frame]:
    """Weight groups. Replaces sampling weights by the mean of at least k households with similar weights.

    Weight groups replace sampling weights by the mean of at least ``k`` households, units or records with similar
    weights. A weight that one household alone has leads to it; afterwards at least ``k`` share each weight. The
    total of the weights stays as it was, also in each combination of given margins.

    Args:
        data: The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists.
        k: Smallest number of households that share a weight; of units or records where there are none (1 to
            1,000,000,000 households, units or records; default 5; more is safer).
        margins: Columns in whose combinations the totals of weights are kept exactly.
        columns: Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles
            every numeric column.
        within: Mask inside each group of records that are equal here.
        fill: Leave no protected cell missing: draw it from the masked column.
        keep_bounds: Keep values inside their domain; without one, inside the original's range.
        keep_integers: Columns of whole numbers stay whole.
        map: Give the controller's map: which original record each masked one is. Keep it secret.
        reveal: Give what may be published so that analysts can undo a bias.
        shuffle: Release the records in random order, so that their order does not say which record is which.
        renumber: Give households random new numbers.
        public: For a release to the public: shuffle, and renumber where there are households.
        derive: Recompute a total after masking, so that it adds up, or a list of them.
        fit: Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated alike.
        row_number: A column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: In place of a number: a column whose values are all different. It is left out, too.
        drop: Columns to leave out of the release, as identifiers are.
        schema: What the columns mean: a ``sfumato.Schema``.
        quasi: Columns by which a person could be recognised.
        confidential: Columns that must not become known.
        identifier: Columns that name a person; the release leaves them out.
        weight: The column of sampling weights.
        household: The column that numbers households.
        unit: The column that numbers persons or companies with several records.
        domain: For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        seed: For a result that can be repeated.
        threads: How many threads to use; without it as many as the machine has.
        memory: What the data may take, such as ``"4GB"``.
        report: Make the pages of the report at once.
        progress: None, True or False for a bar, or a function of the share that is done and the job.

    Returns:
        The release; ``data`` is a frame of the kind that came in. Protected columns may be numeric.

    When to use it:
        - The file has calibrated weights: nearly every household has its own, and who knows the weights of another
          release, or the variables that they were computed from, finds its records.
        - Weighted totals must stay: the sum of all weights, and those of regions or age groups (``margins``).
        - As one step of a recipe, beside the methods that protect the quasi-identifiers.

    When not to use it:
        - Weights follow a design with few values, such as one for each stratum: they are shared already and tell the
          stratum, which is usually released anyway.
        - Weights tell a stratum that must not be known: groups inside a stratum still do. Leave that column out of
          ``margins``, so that groups mix strata.
        - Estimates of small domains that are not margins change: weights inside a group are averaged. A smaller ``k``
          changes less.
        - Numbers that are not weights: ``individual-ranking`` does the same for them and can choose groups of least
          loss.

    Reference:
        De Waal, Willenborg (1997), Statistical disclosure control and sampling weights, Journal of Official
        Statistics 13; Willenborg, De Waal (2001), Elements of statistical disclosure control, Springer

    Example:
        >>> import sfumato as sf
        >>> people = sf.sample("people", rows=200, seed=1, like={})
        >>> people["income"][:3]
        [10021, 14384, 39248]
        >>> release = sf.methods.weight_groups(people, columns=["income", "tax", "savings"])
        >>> release.data["income"][:3]
        [9835.6, 14036.4, 39375.4]
    """
    return mask(
        data,
        "weight-groups",
        k=k,
        margins=margins,
        columns=columns,
        within=within,
        fill=fill,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        derive=derive,
        fit=fit,
        row_number=row_number,
        record_key=record_key,
        drop=drop,
        schema=schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
        seed=seed,
        threads=threads,
        memory=memory,
        report=report,
        progress=progress,
    )
