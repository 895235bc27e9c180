"""The jobs inspect, key-risks, hierarchy, distributions, fitting-methods and sample: what a table looks like, which
methods fit it, and made-up tables."""

from __future__ import annotations

from typing import Any, List, Mapping, Optional

from ._arguments import Columns
from ._building import Domain, Memory, Request, joined
from ._findings import FittingMethods, Inspection
from ._frames import native, source
from ._library import describe
from ._progress import Show
from ._results import Release, Result
from ._schema import Schema, SchemaLike


def inspect(
    data: Any,
    *,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Mapping[str, Any]] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Inspection:
    """Shows columns, kinds, proposed roles, missing values and unique records.

    >>> import sfumato as sf
    >>> found = sf.inspect(sf.sample("people", rows=200, seed=1))
    >>> found.uniqueness["unique_records"]
    184
    """
    request = Request("inspect", threads=threads, memory=memory)
    like = request.data(
        "original",
        data,
        "data",
        joined(
            schema,
            quasi=quasi,
            confidential=confidential,
            identifier=identifier,
            weight=weight,
            household=household,
            unit=unit,
            domain=domain,
            missing=missing,
        ),
    )
    answer = request.run(progress)
    return Inspection(answer.result, request.members, like)


def fitting_methods(
    data: Any,
    *,
    columns: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> FittingMethods:
    """Lists the masking methods that fit a table, and why the others do not.

    >>> import sfumato as sf
    >>> people = sf.sample("people", rows=200, seed=1)
    >>> sf.fitting_methods(people, columns=["sex", "region"]).fitting
    ['data-swapping', 'generalization', 'household-synthesis', 'local-suppression', 'mdav', 'multiple-imputation', 'pram', 'pseudonyms', 'record-swapping', 'sampling', 'sequential-trees']
    """
    request = Request("fitting-methods", threads=threads, memory=memory)
    like = request.data("original", data, "data", schema)
    request.set(columns=columns)
    return FittingMethods(request.run(progress).result, request.members, like)


def key_risks(
    data: Any,
    *,
    keys: Optional[Columns] = None,
    special: Optional[Columns] = None,
    riskiest: int = 20,
    without_suda: bool = False,
    schema: Optional[SchemaLike] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Result:
    """Shows how many records are unique on the keys, the riskiest of them, and why.

    Args:
        data: the data.
        keys: columns that an intruder knows; without it the declared quasi-identifiers.
        special: columns whose rare and extreme values are listed.
        riskiest: how many of the riskiest records are listed.
        without_suda: leave out SUDA, which takes longest.
        schema, threads, memory, progress: as for ``mask``.

    >>> import sfumato as sf
    >>> found = sf.key_risks(sf.sample("people", rows=200, seed=1), keys=["age", "sex", "region"])
    >>> len(found.to_dict()["riskiest"])
    20
    """
    request = Request("key-risks", threads=threads, memory=memory)
    like = request.data("original", data, "data", schema)
    request.set(keys=keys, special=special, riskiest=riskiest, without_suda=without_suda)
    return Result(request.run(progress).result, request.members, like)


def hierarchy(
    data: Any,
    column: str,
    specification: Optional[Mapping[str, Any]] = None,
    *,
    keys: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Result:
    """Proposes or builds a hierarchy of a column, and counts unique records at each level.

    Args:
        data: the data.
        column: the column.
        specification: how the hierarchy is built; without it one is proposed.
        keys: columns that an intruder knows; without it the declared quasi-identifiers.
        schema, threads, memory, progress: as for ``mask``.

    >>> import sfumato as sf
    >>> found = sf.hierarchy(sf.sample("people", rows=200, seed=1), "age", keys=["age", "sex"])
    >>> found.to_dict()["column"]
    'age'
    """
    request = Request("hierarchy", threads=threads, memory=memory)
    like = request.data("original", data, "data", schema)
    request.set(column=column, specification=specification, keys=keys)
    return Result(request.run(progress).result, request.members, like)


def distributions(
    original: Any,
    masked: Any = None,
    *,
    columns: Optional[Columns] = None,
    changed: int = 10,
    schema: Optional[SchemaLike] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Result:
    """Shows each column before and after masking, and the records that changed most.

    Args:
        original: the original data.
        masked: the masked data, or a ``Release``; without it the original alone.
        columns: columns to show.
        changed: how many of the records that changed most are listed.
        schema, threads, memory, progress: as for ``mask``.

    >>> import sfumato as sf
    >>> people = sf.sample("people", rows=200, seed=1)
    >>> release = sf.mask(people, "mdav", columns=["income", "tax"], k=5)
    >>> [one["name"] for one in sf.distributions(people, release, columns=["income"]).to_dict()["columns"]]
    ['income']
    """
    request = Request("distributions", threads=threads, memory=memory)
    like = request.data("original", original, "original", schema)
    if masked is not None:
        request.data("masked", masked.data if isinstance(masked, Release) else masked, "masked")
    request.set(columns=columns, changed=changed)
    return Result(request.run(progress).result, request.members, like)


def sample(
    name: str,
    *,
    rows: int = 1000,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    like: Any = None,
    progress: Show = None,
) -> Any:
    """Makes up realistic data.

    Args:
        name: the data set: ``"people"``, ``"companies"``, …; ``sfumato.samples()`` lists them.
        rows: how many records.
        seed: for data that can be repeated.
        like: a frame of the kind that is wanted; without it a frame of the first library that is installed, of pandas,
            polars and pyarrow, or a dict of lists.
        threads, progress: as for ``mask``.

    >>> import sfumato as sf
    >>> people = sf.sample("people", rows=3, seed=1, like={})
    >>> people["income"]
    [10021, 14384, 39248]
    """
    request = Request("sample", seed=seed, threads=threads, report=False)
    request.members["sample"] = name
    request.set(rows=rows)
    answer = request.run(progress)
    return native(answer.outputs[0], None if like is None else source(like, "like"))


def sample_schema(name: str) -> Schema:
    """What the columns of a made-up data set mean.

    >>> import sfumato as sf
    >>> sf.sample_schema("people").to_dict()["age"]["role"]
    'quasi-identifier'
    """
    request = Request("sample", report=False)
    request.members.update({"sample": name, "rows": 0})
    return Schema.from_dict(request.run(False).result["sidecar"])


def samples() -> List[str]:
    """The names of the made-up data sets."""
    return [entry["name"] for entry in describe()["samples"]]
