"""The jobs on records as functions: inspect, mask, measure, compare, plans, samples. Each builds a request, runs it, and
returns the result as an object."""

from __future__ import annotations

import secrets
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from . import _comparisons as comparisons
from ._arguments import Columns, Inputs, Parameters, entry, hyphened, listed, settings, texts
from ._documents import Path, parse_toml, read_text
from ._errors import Error
from ._frames import Source, native, source
from ._frames.plain import made as plain_table
from ._library import Answer, describe, run
from ._progress import Show
from ._recipes import RecipeLike, recipe_document
from ._results import (
    FittingMethods,
    Frame,
    Inspection,
    Release,
    Scores,
    Verification,
    frame_of,
    tables_by_name,
)
from ._schema import Schema, SchemaLike, declarations

Domain = Mapping[str, Tuple[float, float]]
Memory = Union[int, str]


class Request:
    """A request that is being built: its members, and the tables that go in."""

    def __init__(self, job: str, *, seed: Optional[int] = None, threads: Optional[int] = None, memory: Optional[Memory] = None, report: Any = True) -> None:
        self.members: Dict[str, Any] = {"job": job, "report": report}
        self.inputs: Inputs = []
        found = entry(describe()["jobs"], job)
        self._infos = {info["name"]: info for info in (found or {}).get("parameters", [])}
        for name, value in (("seed", seed_text(seed)), ("threads", threads), ("memory", memory)):
            if value is not None:
                self.members[name] = value

    def data(self, name: str, frame: Any, what: str, schema: Optional[SchemaLike] = None) -> Source:
        """Adds a table, with what its columns mean."""
        found = source(frame, what)
        self.inputs.append((name, found))
        declared = declarations(schema, self.inputs)
        if declared:
            self.members.setdefault("schema", {})[name] = declared
        return found

    def set(self, **members: Any) -> None:
        """Parameters of the job; what is None or the default is left out."""
        parameters = Parameters(self._infos.values())
        for name, value in members.items():
            parameters.add(name, value)
        self.members.update(parameters.members)
        self.inputs += parameters.inputs

    def run(self, progress: Show, outputs: int = 8) -> Answer:
        return run(self.members, self.inputs, progress, outputs)


def seed_text(seed: Optional[int]) -> Any:
    """Seeds beyond 2^63 go as texts."""
    if isinstance(seed, int) and not isinstance(seed, bool) and seed >= 2**63:
        return str(seed)
    return seed


def joined(schema: Optional[SchemaLike], **shortcuts: Any) -> Optional[SchemaLike]:
    """A schema with the roles, domains and missing codes that were given beside it."""
    given = {name: value for name, value in shortcuts.items() if value is not None}
    if not given:
        return schema
    base: Dict[str, Any] = {}
    if schema is not None:
        base = schema.to_dict() if isinstance(schema, Schema) else Schema.from_dict(schema).to_dict()
    more = Schema(**given).to_dict()
    for name, declared in more.items():
        base[name] = {**base.get(name, {}), **declared}
    return Schema(columns=base)


def mask(
    data: Frame,
    method: Optional[str] = None,
    *,
    recipe: Optional[RecipeLike] = None,
    columns: Optional[Columns] = None,
    within: Optional[str] = None,
    fill: bool = False,
    keep_bounds: bool = False,
    keep_integers: bool = False,
    derive: Optional[Columns] = None,
    drop: Optional[Columns] = None,
    map: bool = False,
    reveal: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Mapping[str, Any]] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    report: bool = False,
    progress: Show = None,
    **parameters: Any,
) -> Release[Frame]:
    """Protects a table with one method, or with several in a recipe.

    Columns whose role is identifier are left out; columns that are not protected stay as they are.

    Args:
        data: the table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict
            of lists. The release is of the same kind.
        method: the method, such as ``"mdav"``; ``sfumato.methods`` has a function for each.
        recipe: in place of a method: a ``Recipe``, its document, or the text of a recipe file.
        columns: columns to protect; without it the quasi-identifiers and confidential columns, and with no roles every
            numeric column.
        within: mask inside each group of records that are equal in this column.
        fill: leave no protected cell missing: draw it from the masked column.
        keep_bounds: keep values inside their domain; without one, inside the original's range.
        keep_integers: columns of whole numbers stay whole.
        derive: totals to recompute after masking, such as ``"total=wages+other"``.
        drop: columns to leave out of the release, as identifiers are.
        map: give the controller's map: which original record each masked one is. Keep it secret.
        reveal: give what may be published so that analysts can undo a bias.
        shuffle: release the records in random order.
        renumber: give households random new numbers.
        public: for a release to the public: shuffle, and renumber where there are households.
        schema: what the columns mean.
        quasi, confidential, identifier, weight, household, domain, missing: parts of a schema, as ``Schema`` takes them.
        seed: for a result that can be repeated. A release with a guessable seed can be undone.
        threads: how many threads to use; without it as many as the machine has.
        memory: what the data may take, such as ``"4GB"``.
        report: measure risk and utility for the report at once, while the record map of a shuffled release is known.
        progress: as for every job: None shows a bar where there is a terminal or a notebook and the job takes a while,
            False nothing, True a bar always; a function is called with the share that is done and the job's name, and
            stops the job by returning True.
        **parameters: parameters of the method, such as ``k=5``.

    >>> import sfumato as sf
    >>> people = sf.sample("people", rows=200, seed=1)
    >>> release = sf.mask(people, "mdav", columns=["income", "tax"], k=5)
    >>> release.details["groups"]
    40
    """
    request = Request("mask", seed=seed, threads=threads, memory=memory, report=True if report else "text")
    original = request.data("original", data, "data", joined(schema, quasi=quasi, confidential=confidential, identifier=identifier, weight=weight, household=household, domain=domain, missing=missing))
    request.set(columns=columns, within=within, keep_bounds=keep_bounds, keep_integers=keep_integers, derive=derive, map=map, reveal=reveal, shuffle=shuffle, renumber=renumber, public=public)
    if recipe is not None:
        request.members["recipe"] = recipe_document(recipe, request.inputs)
    if method is not None:
        request.members["method"] = hyphened(method) if isinstance(method, str) else method
    own = entry(describe()["methods"], method) if isinstance(method, str) else None
    taken = Parameters(own["parameters"] if own else [])
    for name, value in (("fill", fill), ("drop", drop)):  # a method with its own has it among its parameters
        if own is not None and entry(own["parameters"], name) is not None:
            taken.add(name, value)
        else:
            request.set(**{name: value})
    for name, value in parameters.items():
        taken.add(name, value)
    if taken.members:
        request.members["parameters"] = taken.members
    request.inputs += taken.inputs
    copies = parameters.get("copies")
    return released(request, original, progress, map, copies if isinstance(copies, int) else 8)


def released(request: Request, original: Source, progress: Show, map: bool, room: int) -> Release[Any]:
    """Runs a masking job and restores its tables."""
    request.members["kept-rows"] = True
    answer = request.run(progress, max(8, min(room, 1000) + 2))
    made = tables_by_name(answer)
    rows: Optional[List[int]] = None
    map_frame = None
    if made.get("map"):
        pairs = plain_table(made["map"][0])
        places = sorted(zip(pairs["masked"], pairs["original"]))
        rows = [int(place) - 1 for _, place in places]
        map_frame = frame_of(pairs, original) if map else None
    document = answer.result
    mapping = document.get("mapping", "same-rows")
    copies = [original.restore(stream, mapping, rows) for stream in made["masked"]]
    return Release(document, request.members, original, copies, map_frame, request.inputs)


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
    map: Any = None,
    intruder: Any = None,
    match: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
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
        map: the controller's map of records, with columns masked and original, counted from 1.
        intruder: what an intruder knows, in place of the original, for measures of risk.
        match: the column by which the intruder's records are found in the original.
        schema, quasi, …: as for ``mask``; the masked tables have the same.
        seed, threads, memory, progress: as for ``mask``.
        report: make the pages of the report at once.

    >>> import sfumato as sf
    >>> people = sf.sample("people", rows=200, seed=1)
    >>> release = sf.mask(people, "rank-swapping", columns=["income", "tax"], seed=1)
    >>> scores = sf.measure(people, release, measures=["um", "cm1"], columns=["income", "tax"])
    >>> round(scores["um"].value, 3)
    0.997
    """
    chosen = secrets.randbits(63) if seed is None else seed  # so that the page, made later, has the same numbers
    request = Request("measure", seed=chosen, threads=threads, memory=memory, report=True if report else "text")
    declared = joined(schema, quasi=quasi, confidential=confidential, identifier=identifier, weight=weight, household=household, domain=domain, missing=missing)
    like = request.data("original", original, "original", declared)
    lists = isinstance(masked, (list, tuple))
    for one in masked if lists else [] if masked is None else [masked]:
        tables = one.copies if isinstance(one, Release) else [one]
        for table in tables:
            request.inputs.append(("masked", source(table, "masked")))
        if map is None and isinstance(one, Release) and not lists:
            map = one.map
            no_mapping = no_mapping or (one.mapping == "none")
    if map is not None:
        request.data("map", map, "map")
    if intruder is not None:
        request.data("intruder", intruder, "intruder")
    request.set(measures=_names(measures), columns=columns, set=settings(set, describe()["measures"], request.inputs), score=score, keys=keys, per_column=per_column, per_record=per_record, export_permutation=export_permutation, no_mapping=no_mapping, match=match)
    return scored(request, like, progress)


def _names(names: Any) -> Any:
    """Names of methods or measures in either spelling."""
    found = listed(names)
    if isinstance(found, (list, tuple)):
        return [hyphened(name) if isinstance(name, str) else name for name in found]
    return found


def scored(request: Request, like: Source, progress: Show) -> Scores:
    """Runs a measuring job."""
    answer = request.run(progress)
    tables = {name: native(streams[0], like) for name, streams in tables_by_name(answer).items()}
    return Scores(answer.result, request.members, like, request.inputs, tables)


def _limits(value: Any) -> Any:
    """{"distance-linkage": 5} as texts; a list of values of one measure is that many targets."""
    if isinstance(value, Mapping):
        made: List[str] = []
        for name, limit in value.items():
            for one in limit if isinstance(limit, (list, tuple)) else [limit]:
                made += texts({hyphened(name): one})
        return made
    return listed(value)


def compare(
    data: Frame,
    *,
    equal: Any = None,
    at_most: Any = None,
    rank_by: Optional[Columns] = None,
    methods: Optional[Columns] = None,
    set: Any = None,
    fix: Any = None,
    sweep: Optional[Columns] = None,
    tolerance: Any = None,
    replicates: int = 5,
    time_limit: int = 0,
    thorough: bool = False,
    keep_draw: bool = False,
    shuffle: bool = False,
    renumber: bool = False,
    public: bool = False,
    columns: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Mapping[str, Any]] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> comparisons.Comparison[Frame]:
    """Brings methods to the same risk, ranks them by utility, and releases the best.

    Args:
        data: the data to protect.
        equal: what all methods are brought to: ``{"distance-linkage": 5}``, or a list of values for several targets;
            without it a risk that suits the data.
        at_most: in place of ``equal``: risks that no method may exceed, ``{"distance-linkage": 5, "rank-linkage": 0.9}``.
            Of a measure where larger is safer, it is the least value.
        rank_by: measures that rank the methods.
        methods: methods that take part, also recipes such as ``"recoding+rank-swapping"``; without it all that fit.
        set: parameters of measures, ``{"emd": {"clusters": 200}}``.
        fix: parameters of methods that are not to be turned, ``{"laplace": {"mode": "record"}}``.
        sweep: parameters whose values compete with each other, ``"laplace.k"``.
        tolerance: how far from the target is still at the target, such as ``"1%"``.
        replicates: draws of a method that draws.
        time_limit: seconds after which no further setting is tried; 0 is no limit.
        thorough: search the dials of a large file on all its records with all draws.
        keep_draw: release a draw that was compared, not a fresh one.
        shuffle, renumber, public: as for ``mask``, of the winner.
        columns: columns to protect and compare.
        schema, quasi, …, seed, threads, memory, progress: as for ``mask``.

    >>> import sfumato as sf
    >>> people = sf.sample("people", rows=200, seed=1)
    >>> result = sf.compare(people, columns=["income", "tax"], equal={"distance-linkage": 10}, rank_by="emd",
    ...                     methods=["mdav", "additive-noise"], tolerance="20%", seed=1)
    >>> [one.method for one in result.ranking]
    ['mdav', 'additive-noise']
    """
    request = Request("compare", seed=seed, threads=threads, memory=memory)
    like = request.data("original", data, "data", joined(schema, quasi=quasi, confidential=confidential, identifier=identifier, weight=weight, household=household, domain=domain, missing=missing))
    if isinstance(tolerance, (int, float)) and not isinstance(tolerance, bool):
        tolerance = str(tolerance)
    request.set(equal=_limits(equal), at_most=_limits(at_most), rank_by=_names(rank_by), methods=_names(methods), set=settings(set, describe()["measures"], request.inputs), fix=settings(fix, describe()["methods"], request.inputs), sweep=sweep, tolerance=tolerance, replicates=replicates, time_limit=time_limit, thorough=thorough, keep_draw=keep_draw, shuffle=shuffle, renumber=renumber, public=public, columns=columns)
    answer = request.run(progress, 16)
    return comparisons.Comparison(answer.result, request.members, like, answer.yes, _winners(answer, like))


def _winners(answer: Answer, like: Optional[Source]) -> Dict[int, List[Any]]:
    """The tables of the winners by the number of their part."""
    made: Dict[int, List[Any]] = {}
    for name, streams in tables_by_name(answer).items():
        for stream in streams:
            restored = native(stream) if like is None else _restored(stream, like)
            made.setdefault(int(name.split()[-1]), []).append(restored)
    return made


def _restored(stream: Any, like: Source) -> Any:
    return like.restore(stream, "none", None)


def inspect(
    data: Any,
    *,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
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
    like = request.data("original", data, "data", joined(schema, quasi=quasi, confidential=confidential, identifier=identifier, weight=weight, household=household, domain=domain, missing=missing))
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
    ['data-swapping', 'local-suppression', 'mdav', 'multiple-imputation', 'pram', 'pseudonyms', 'sampling']
    """
    request = Request("fitting-methods", threads=threads, memory=memory)
    like = request.data("original", data, "data", schema)
    request.set(columns=columns)
    return FittingMethods(request.run(progress).result, request.members, like)


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


def sample(name: str, *, rows: int = 1000, seed: Optional[int] = None, threads: Optional[int] = None, like: Any = None, progress: Show = None) -> Any:
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


def run_plan(
    plan: Union[Mapping[str, Any], str],
    data: Any = None,
    *,
    dry_run: bool = False,
    schema: Optional[SchemaLike] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> comparisons.PlanResult[Any]:
    """Runs an experiment: methods with grids of parameters, measured, and targets.

    Args:
        plan: a plan's document, or the text of a plan file (TOML); ``load_plan`` reads a file.
        data: the data, under whatever name the plan gives as its file; or a dict of frames by these names.
        dry_run: show the grid and what it will cost.
        schema, seed, threads, memory, progress: as for ``mask``.
    """
    request = Request("plan", seed=seed, threads=threads, memory=memory, report=not dry_run)
    document = parse_toml(plan) if isinstance(plan, str) else dict(plan)
    like: Optional[Source] = None
    for name, frame in _plan_data(document, data).items():
        like = request.data(name, frame, "data", schema)
    request.members["plan"] = document
    request.set(dry_run=dry_run)
    answer = request.run(progress, 16)
    return comparisons.PlanResult(answer.result, request.members, like, answer.yes, _winners(answer, like))


def load_plan(path: Path) -> Dict[str, Any]:
    """A plan file (TOML) as a document, for ``run_plan``."""
    return parse_toml(read_text(path))


def _plan_data(plan: Mapping[str, Any], data: Any) -> Dict[str, Any]:
    """Frames by the names that the plan gives its files."""
    if data is None:
        return {}
    if isinstance(data, dict) and data and all(not isinstance(value, (list, tuple)) for value in data.values()):
        return dict(data)
    given = plan.get("data")
    entries: Sequence[Any] = given if isinstance(given, list) else [given]
    names = [one.get("path") for one in entries if isinstance(one, Mapping) and isinstance(one.get("path"), str)]
    if len(names) != 1:
        raise Error(f"the plan names {len(names)} files", "data", "give a dict with a frame for each of them")
    return {str(names[0]): data}
