"""The job mask: a frame goes in, and a release of the same kind comes out."""

from __future__ import annotations

import os
from typing import Any, List, Mapping, Optional, Union

from ._arguments import Columns, Parameters, entry, hyphened
from ._building import Domain, Memory, Request, joined
from ._documents import Path, read_text, write_private
from ._errors import Error
from ._frames import Source, source
from ._frames.plain import made as plain_table
from ._library import describe
from ._progress import Show
from ._recipes import RecipeLike, recipe_document
from ._results import Frame, Release, frame_of, tables_by_name
from ._schema import SchemaLike


def mask(
    data: Frame,
    method: Optional[str] = None,
    *,
    recipe: Optional[RecipeLike] = None,
    fitted: Optional[FittedLike] = None,
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
    fit: Union[bool, Path] = False,
    earlier: Optional[Any] = None,
    link: Optional[Columns] = None,
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
        fitted: in place of a method: what ``fit`` gave for an earlier table, as ``release.fitted``, its text or the path
            of its file. ``release.new`` says what is new in this table. A key is given as ``key``.
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
        fit: keep what was fitted (levels, cuts, limits, hierarchies) in ``release.fitted``, for the next table; a path
            writes it to that file too, for you alone to read.
        earlier: earlier releases, a ``Release`` or a frame, or a list of them: ``release.earlier`` says what an intruder who has them
            too can link.
        link: columns that link a person's records in these; without it the unit, or else all columns that are not keys.
        row_number: a column with the number of each record, from 0: a record's random draws belong to its number, in
            whatever order records come. The column is left out of the release.
        record_key: in place of a number: a column whose values are all different. It is left out, too.
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
    original = request.data("original", data, "data", declared)
    request.set(
        columns=columns,
        within=within,
        keep_bounds=keep_bounds,
        keep_integers=keep_integers,
        derive=derive,
        map=map,
        reveal=reveal,
        shuffle=shuffle,
        renumber=renumber,
        public=public,
        fit=bool(fit),
        link=link,
        row_number=row_number,
        record_key=record_key,
    )
    before = [] if earlier is None else list(earlier) if isinstance(earlier, (list, tuple)) else [earlier]
    for frame in before:
        request.inputs.append(("earlier", source(frame.data if isinstance(frame, Release) else frame, "earlier")))
    if fitted is not None:
        request.members["fitted"] = fitted_text(fitted)
        if "key" in parameters:
            request.set(key=parameters.pop("key"))
    set_steps(request, method, recipe, {"fill": fill, "drop": drop}, parameters)
    copies = parameters.get("copies")
    release = released(request, original, progress, map, copies if isinstance(copies, int) else 8)
    if fit and not isinstance(fit, bool):
        write_private(fit, str(release.fitted))
    return release


def set_steps(
    request: Request,
    method: Optional[str],
    recipe: Optional[RecipeLike],
    shared: Mapping[str, Any],
    parameters: Mapping[str, Any],
) -> None:
    """The steps of a release; a method that has a parameter of the name of a `shared` one gets that."""
    if recipe is not None:
        request.members["recipe"] = recipe_document(recipe, request.inputs)
    if method is not None:
        request.members["method"] = hyphened(method) if isinstance(method, str) else method
    own = entry(describe()["methods"], method) if isinstance(method, str) else None
    taken = Parameters(own["parameters"] if own else [])
    for name, value in shared.items():
        if own is not None and entry(own["parameters"], name) is not None:
            taken.add(name, value)
        else:
            request.set(**{name: value})
    for name, value in parameters.items():
        taken.add_own(name, value)
    if taken.members:
        request.members["parameters"] = taken.members
    request.inputs += taken.inputs


FittedLike = Union[str, "os.PathLike[str]"]


def fitted_text(fitted: FittedLike) -> str:
    """The text of a fitted file: as it is, or read from its path."""
    if isinstance(fitted, os.PathLike) or (isinstance(fitted, str) and "\n" not in fitted):
        return read_text(fitted)
    if isinstance(fitted, str):
        return fitted
    raise Error(f"fitted must be a text or a path, not {type(fitted).__name__}", "fitted", "use release.fitted")


def released(request: Request, original: Source, progress: Show, map: bool, room: int) -> Release[Any]:
    """Runs a masking job and restores its tables."""
    request.members["kept-rows"] = True
    answer = request.run(progress, max(8, min(room, 1000) + 2))
    made = tables_by_name(answer)
    maps = [plain_table(stream) for stream in made.get("map", [])]
    document = answer.result
    shuffled = "shuffled" in ((document.get("sidecar") or {}).get("release") or {})
    mapping = "none" if shuffled else document.get("mapping", "same-rows")
    rows: Optional[List[int]] = None
    if maps and mapping == "subset":
        rows = [int(place) - 1 for _, place in sorted(zip(maps[0]["masked"], maps[0]["original"]))]
    copies = [original.restore(stream, mapping, rows) for stream in made["masked"]]
    frames = [frame_of(pairs, original) for pairs in maps] if map else []
    shown = frames if len(frames) > 1 else frames[0] if frames else None
    return Release(
        document, request.members, original, copies, shown, request.inputs, maps[0] if rows is not None else None
    )
