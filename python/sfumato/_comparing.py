"""The jobs compare and plan: methods at the same risk, ranked by utility, and experiments over grids of parameters."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from ._arguments import Columns, hyphened, listed, settings, texts
from ._building import Domain, Memory, Request, joined, names
from ._comparisons import Comparison, PlanResult
from ._documents import Path, parse_toml, read_text
from ._errors import Error
from ._frames import Source, native, source
from ._library import Answer, describe
from ._progress import Show
from ._results import Frame, tables_by_name
from ._schema import SchemaLike


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
    replicates: Optional[int] = None,
    time_limit: int = 0,
    thorough: bool = False,
    candidates: Any = None,
    holdout_share: float = 0.0,
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
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Mapping[str, Any]] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Comparison[Frame]:
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
        replicates: draws of a method that draws; without it 5, and 3 for 200,000 records or more.
        time_limit: seconds after which no further setting is tried; 0 is no limit.
        thorough: search the dials of a large file on all its records with all draws.
        candidates: finished releases, of any tool, that take part beside the methods: frames by their names.
        holdout_share: share of the records that is split off before masking, as the holdout of measures of synthetic
            data.
        keep_draw: release a draw that was compared, not a fresh one.
        shuffle, renumber, public: as for ``mask``, of the winner.
        columns: columns to protect and compare.
        schema, quasi, …, seed, threads, memory, progress: as for ``mask``.

    >>> import sfumato as sf
    >>> people = sf.sample("people", rows=200, seed=1)
    >>> result = sf.compare(people, columns=["income", "tax"], equal={"distance-linkage": 10}, rank_by="emd",
    ...                     methods=["mdav", "additive-noise"], tolerance="20%", seed=1)
    >>> [one.method for one in result.ranking]
    ['additive-noise', 'mdav']
    """
    request = Request("compare", seed=seed, threads=threads, memory=memory)
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
    if isinstance(tolerance, (int, float)) and not isinstance(tolerance, bool):
        tolerance = str(tolerance)
    request.set(
        equal=_limits(equal),
        at_most=_limits(at_most),
        rank_by=names(rank_by),
        methods=names(methods),
        set=settings(set, describe()["measures"], request.inputs),
        fix=settings(fix, describe()["methods"], request.inputs),
        sweep=sweep,
        tolerance=tolerance,
        replicates=replicates,
        time_limit=time_limit,
        thorough=thorough,
        candidates=_candidates(candidates, request),
        holdout_share=holdout_share,
        keep_draw=keep_draw,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        columns=columns,
    )
    answer = request.run(progress, 16)
    return Comparison(answer.result, request.members, like, answer.yes, _winners(answer, like))


def _candidates(candidates: Any, request: Request) -> Optional[List[str]]:
    """Finished releases become inputs of the request, under their names."""
    if candidates is None:
        return None
    if not isinstance(candidates, Mapping) or not candidates:
        raise Error("'candidates' must be a dict of frames", "candidates", 'such as {"synthpop": frame}')
    for name, frame in candidates.items():
        request.inputs.append((str(name), source(frame, f"candidates[{name!r}]")))
    return [str(name) for name in candidates]


def _winners(answer: Answer, like: Optional[Source]) -> Dict[int, List[Any]]:
    """The tables of the winners by the number of their part."""
    parts = answer.result.get("comparisons") or [answer.result]
    made: Dict[int, List[Any]] = {}
    for name, streams in tables_by_name(answer).items():
        number = int(name.split()[-1])
        release = (parts[number - 1].get("release") if number <= len(parts) else None) or {}
        mapping = release.get("mapping", "none")
        for stream in streams:
            restored = native(stream) if like is None else like.restore(stream, mapping, None)
            made.setdefault(number, []).append(restored)
    return made


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
) -> PlanResult[Any]:
    """Runs an experiment: methods with grids of parameters, measured, and targets.

    Args:
        plan: a plan's document, or the text of a plan file (TOML); ``load_plan`` reads a file.
        data: the data, under whatever name the plan gives as its file; or a dict of frames by these names.
        dry_run: show the grid and what it will cost.
        schema, seed, threads, memory, progress: as for ``mask``.
    """
    request = Request("plan", seed=seed, threads=threads, memory=memory, report="text" if dry_run else True)
    if not isinstance(plan, (str, Mapping)):
        raise Error(f"plan must be a dict or a text, not {type(plan).__name__}", "plan", "sfumato.load_plan reads a file")
    document = parse_toml(plan) if isinstance(plan, str) else dict(plan)
    like: Optional[Source] = None
    for name, frame in _plan_data(document, data).items():
        like = request.data(name, frame, "data", schema)
    request.members["plan"] = document
    request.set(dry_run=dry_run)
    answer = request.run(progress, 16)
    return PlanResult(answer.result, request.members, like, answer.yes, _winners(answer, like))


def load_plan(path: Path) -> Dict[str, Any]:
    """A plan file (TOML) as a document, for ``run_plan``."""
    return parse_toml(read_text(path))


def _plan_data(plan: Mapping[str, Any], data: Any) -> Dict[str, Any]:
    """Frames by the names that the plan gives its files."""
    if data is None:
        return {}
    given = plan.get("data")
    entries: Sequence[Any] = given if isinstance(given, list) else [given]
    paths = [one["path"] for one in entries if isinstance(one, Mapping) and isinstance(one.get("path"), str)]
    if isinstance(data, dict) and data and set(data) <= set(paths):
        return dict(data)
    if len(paths) != 1:
        raise Error(f"the plan names {len(paths)} files", "data", "give a dict with a frame for each of them")
    return {str(paths[0]): data}
