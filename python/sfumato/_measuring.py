"""The jobs measure and verify: what a masked table discloses, and what it is worth."""

from __future__ import annotations

import secrets
from typing import Any, Mapping, Optional

from ._arguments import Columns, settings
from ._building import Domain, Memory, Request, joined, names, not_empty
from ._findings import Verification
from ._frames import Source, native, source
from ._library import describe
from ._progress import Show
from ._results import Release, tables_by_name
from ._schema import SchemaLike
from ._scores import Scores


def measure(
    original: Any,
    masked: Any = None,
    *,
    measures: Optional[Columns] = None,
    columns: Optional[Columns] = None,
    set: Any = None,
    score: Optional[Columns] = None,
    keys: Optional[Columns] = None,
    per_column: bool = False,
    per_record: bool = False,
    export_permutation: bool = False,
    no_mapping: bool = False,
    synthetic: bool = False,
    holdout: Any = None,
    target: Optional[str] = None,
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    count: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Mapping[str, Any]] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
) -> Scores:
    """Measures the risk and the utility of masked tables against their original.

    Args:
        original: the original data.
        masked: the masked data: a frame or a ``Release``, or a list of several; without it the original is measured by
            itself.
        measures: names of measures; without it all that fit. ``sfumato.measures`` has a function for each.
        columns: columns to compare; without it the quasi-identifiers and confidential columns, and with no roles every
            numeric column.
        set: parameters of measures, ``{"distance-linkage": {"scale": "raw"}}`` or ``["distance-linkage.scale=raw"]``.
        score: scores of your own, such as ``"0.5*information-loss + 0.5*distance-linkage"``.
        keys: columns that an intruder knows; without it the declared quasi-identifiers.
        per_column: take every measure on each column alone, too.
        per_record: give the risk of each original record.
        export_permutation: give the original's values in the masked table's ranks, with ranks and permutation.
        no_mapping: do not take row i of a masked table for row i of the original.
        synthetic: the masked tables are synthetic: their rows do not correspond to those of the original.
        holdout: records of the same population that were not used to make synthetic data.
        target: the column of a synthetic table that an intruder wants to learn from ``keys``.
        map: the controller's map of records, with columns masked and original, counted from 1.
        intruder: what an intruder knows, in place of the original, for measures of risk.
        match: the column by which the intruder's records are found in the original.
        count: the column of all tables that says how many equal records a row stands for; measures of keys give what they
            give for the records. A weight is then the sum of those of the records.
        schema, quasi, …: as for ``mask``; the masked tables have the same.
        seed, threads, memory, progress: as for ``mask``.
        report: make the pages of the report at once.

    >>> import sfumato as sf
    >>> people = sf.sample("people", rows=200, seed=1)
    >>> release = sf.mask(people, "rank-swapping", columns=["income", "tax"], seed=1)
    >>> scores = sf.measure(people, release, measures=["um", "cm1"], columns=["income", "tax"])
    >>> round(scores["um"].value, 3)
    0.999
    """
    chosen = secrets.randbits(63) if seed is None else seed  # so that the page, made later, has the same numbers
    request = Request("measure", seed=chosen, threads=threads, memory=memory, report=True if report else "text")
    declared = joined(
        schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
    )
    like = request.data("original", original, "original", declared)
    lists = isinstance(masked, (list, tuple))
    not_empty("masked", masked)
    for one in masked if lists else [] if masked is None else [masked]:
        tables = one.copies if isinstance(one, Release) else [one]
        for table in tables:
            request.inputs.append(("masked", source(table, "masked")))
        if map is None and isinstance(one, Release) and not lists:
            map = one._record_map()
            no_mapping = no_mapping or (map is None and one.mapping == "none")
    if map is not None:
        request.data("map", map, "map")
    if holdout is not None:
        request.data("holdout", holdout, "holdout")
    if intruder is not None:
        request.data("intruder", intruder, "intruder")
    request.set(
        measures=names(measures),
        columns=columns,
        set=settings(set, describe()["measures"], request.inputs),
        score=score,
        keys=keys,
        per_column=per_column,
        per_record=per_record,
        export_permutation=export_permutation,
        no_mapping=no_mapping,
        synthetic=synthetic,
        target=target,
        match=match,
        count=count,
    )
    return scored(request, like, progress)


def scored(request: Request, like: Source, progress: Show) -> Scores:
    """Runs a measuring job."""
    answer = request.run(progress)
    tables = {name: native(streams[0], like) for name, streams in tables_by_name(answer).items()}
    return Scores(answer.result, request.members, like, request.inputs, tables)


def verify(
    released: Any,
    mine: Mapping[str, Any],
    *,
    schema: Optional[SchemaLike] = None,
    threads: Optional[int] = None,
    progress: Show = None,
) -> Verification:
    """Tells a person how far a release moved their own record.

    Args:
        released: the released data, or a ``Release``.
        mine: the person's true values, ``{"income": 25000, "tax": 3100}``.
        schema, threads, progress: as for ``mask``.

    >>> import sfumato as sf
    >>> people = sf.sample("people", rows=200, seed=1)
    >>> release = sf.mask(people, "mdav", columns=["income", "tax"], k=5)
    >>> sf.verify(release, {"income": 10021, "tax": 0}).nearest
    5
    """
    request = Request("verify", threads=threads)
    like = request.data("released", released.data if isinstance(released, Release) else released, "released", schema)
    request.set(mine=mine)
    return Verification(request.run(progress).result, request.members, like)
