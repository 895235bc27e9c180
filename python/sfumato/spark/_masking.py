"""The job mask on a frame of Spark. Passes over the records collect what the method needs, the driver merges the
results, and Spark computes the masked frame where the records are stored, whenever an action asks for it."""

from __future__ import annotations

import secrets
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Union

from .._arguments import Columns
from .._building import Domain, Request, joined
from .._masking import set_steps
from .._recipes import RecipeLike
from .._results import Release, Result
from .._schema import Schema, SchemaLike
from ._blocks import BLOCK_ROWS
from ._class_counts import classes, distinct, keys_of
from ._column_types import of_types, with_types
from ._columns import without_codes
from ._counting import DRIVER_LIMIT, Declared
from ._ordering import DRAW, ordered, record_map, require_places
from ._parts import STATE, Parts, state_of, state_source
from ._records import NUMBER, Numbered, numbered
from ._session import arrow_schema, require_frame, spark_schema
from ._supplying import by_number, supply
from ._task_errors import error_from, errors_of_tasks, in_tasks
from . import _bringing, _filling, _households, _ranking, _units  # noqa: F401  (methods of supplying values)
from ._verifying import findings

_MOST_CLASSES = 1 << 20  # of quasi-identifiers that miss values, which the driver compares
_TOGETHER = 256  # partial results that one task merges; more are merged in two steps


class SparkRelease(Release[Any]):
    """A protected frame of Spark.

    ``data`` is computed from the original whenever an action asks for it, each time with the same values: write it to
    storage before the original changes. The other attributes are those of ``sfumato.Release``.
    """

    _kept: List[Any] = []
    _numbered: Any = None

    def with_numbers(self) -> Any:
        """The frame with the numbers of the original records; None where the release is not of all of them, or in another order."""
        return self._numbered() if self._numbered is not None and self.mapping == "same-rows" else None

    def unpersist(self) -> None:
        """Frees the storage of values that were found for whole columns; Spark computes them again when needed."""
        for frame in self._kept:
            frame.unpersist()

    def _rendered(self, format: str, members: Mapping[str, Any]) -> Any:
        return Result._rendered(self, format, members)

    def _before_and_after(self) -> List[Dict[str, str]]:
        return []


@errors_of_tasks()
def mask(
    data: Any,
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
    block_rows: Union[int, bool, None] = None,
    driver_limit: int = DRIVER_LIMIT,
    seed: Optional[int] = None,
    **parameters: Any,
) -> SparkRelease:
    """Protects a frame of Spark with one method, or with several in a recipe.

    The values are those of ``sfumato.mask`` on the same records in the same order, for any number of partitions: every
    record's random draws belong to its number.

    Args:
        data: the frame.
        method: a method that works on parts of the records: additive, correlated, multiplicative and uniform noise,
            PRAM, top- and bottom-coding, recoding, date shifts, pseudonyms, individual
            ranking, rank and data swapping, sampling, generalization. Others inside strata (`within`), or approximately (`block_rows`).
        recipe: in place of a method: a ``Recipe``, its document, or the text of a recipe file.
        columns: columns to protect; without it the quasi-identifiers and confidential columns, and with no roles every
            numeric column.
        within: a column: mask inside each group of records that are equal in it. A group is masked in one task, so that
            every method that keeps records in their places can be used.
        fill: leave no protected cell missing: draw it from the masked column, or from its stratum.
        keep_bounds: keep values inside their domain; without one, inside the original's range.
        keep_integers: columns of whole numbers stay whole.
        derive: totals to recompute after masking, such as ``"total=wages+other"``.
        drop: columns to leave out of the release, as identifiers are.
        map: give the controller's map in ``release.map``, a frame of Spark: which original record each masked one is. Keep it secret.
        reveal: give what may be published so that analysts can undo a bias.
        shuffle: release the records in random order.
        renumber: give households and units random new numbers.
        public: for a release to the public: shuffle, and renumber where there are households or units.
        row_number: a column with the number of each record, from 0. It is checked, and left out of the release.
        record_key: in place of a number: a column whose values are all different. It is checked and left out, too.
            Without either, a record's number is its place in its files; after a shuffle it has none.
        schema: what the columns mean.
        quasi, confidential, identifier, weight, household, unit, domain, missing: parts of a schema, as ``Schema`` takes them.
        block_rows: for a method that needs all records at once (mdav, hybrid, local-suppression, …): mask blocks of about so
            many near records in place of all of them; True means 20,000. The release is approximate and says so, with
            what the blocks lose on a sample.
        driver_limit: for generalization, the most distinct combinations of keys that are collected on the driver.
        seed: for a result that can be repeated. A release with a guessable seed can be undone.
        **parameters: parameters of the method, such as ``amount=0.2``.
    """
    require_frame(data)
    import pyarrow as pa

    outline = arrow_schema(data).empty_table()
    request = Request("mask", seed=seed, report="text")
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
    request.data("original", outline, "data", declared)
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
        row_number=row_number,
        record_key=record_key,
    )
    set_steps(request, method, recipe, {"fill": fill, "drop": drop}, parameters)
    if block_rows is not None and block_rows is not False:
        request.members["block-rows"] = BLOCK_ROWS if block_rows is True else block_rows
    if seed is None:
        request.members["secret"] = secrets.token_hex(32)
    if map:
        require_places(record_key)
    records = numbered(data, row_number, record_key)
    request.members["number-column"] = NUMBER
    outline = outline.append_column(NUMBER, pa.array([], pa.int64()))
    tables = [(name, pa.table(found.stream())) for name, found in request.inputs[1:]]
    parts = Parts(request.members, outline, tables)
    parts.driver_limit = driver_limit
    meant = {} if declared is None else Schema.of(declared).to_dict()
    kept: List[Any] = []
    try:
        release = _release_of(data, records, parts, request, meant, kept, row_number is not None)
    except BaseException:
        for frame in kept:
            frame.unpersist()
        raise
    release._kept = kept
    return release


def _release_of(
    data: Any, records: Numbered, parts: Parts, request: Request, declared: Declared, kept: List[Any], given: bool
) -> SparkRelease:  # fmt: skip
    """The release, once all passes are done and its promises are verified. What is stored is in `kept`; `given`: the caller has
    numbered the records."""
    fitted = _fitted(records, parts, kept)
    wanted = fitted.wanted
    mapped = bool(request.members.get("map"))
    protected = parts.job("mask-apply").result["columns"]
    masked = with_types(_masked(fitted.data, parts), data, protected)
    own = {name: entry for name, entry in declared.items() if name not in protected}  # cells as they came, with their codes
    shown = masked.select(*[without_codes(masked, name, own) for name in masked.columns])
    counted = [classes(shown, names, wanted["holder"] if names in wanted["held"] else "") for names in wanted["classes"]]
    values = {name: distinct(data.select(without_codes(data, name, declared)), name) for name in wanted["distinct"]}
    suppressed = any(one.get("suppressed") for one in wanted["promises"])
    keys = [("keys", keys_of(shown, one["columns"])) for one in counted
            if one["columns"] == wanted["keys"] and (one["gaps"] or suppressed) and one["classes"] <= _MOST_CLASSES]  # fmt: skip
    found = findings(fitted.data, parts, wanted["promises"])
    answer = parts.job("mask-describe", None, keys[:1] + found, classes=counted, distinct=values, report=True)
    told = {name: value for name, value in request.members.items() if name != "secret"}
    placed = record_map(masked, records, given) if mapped else None
    release = SparkRelease(answer.result, told, None, [ordered(masked, mapped and given)], map=placed)
    beside = () if mapped or DRAW in masked.columns else (NUMBER,)  # a map and a random order have them already
    release._numbered = lambda: of_types(_masked(fitted.data, parts, beside), masked)
    return release


class _Fitted(NamedTuple):
    """The records with the values that were supplied, and which classes and values are still to be counted."""

    data: Any
    wanted: Dict[str, Any]


def _fitted(records: Numbered, parts: Parts, kept: List[Any]) -> _Fitted:
    """All passes, and the values that steps need of all records, which are stored in `kept`."""
    data = records.data
    many = False  # partitions, as the first pass shows
    moved = False  # by a join, out of the order that they have on one machine
    while True:
        found = in_tasks(data, parts.partial, STATE)
        if many:
            found = found.repartition(_TOGETHER // 8).mapInArrow(parts.joined, STATE)
        rows = found.repartition(1).mapInArrow(parts.joined, STATE).collect()
        many = many or any(row["parts"] > _TOGETHER for row in rows)
        for row in rows:
            if row["error"] is not None:
                raise error_from(row["error"])
        texts = [row["partial"] for row in rows]
        if not texts:  # no records at all
            texts = [state_of(parts.job("mask-partial", place=""))]
        merged = parts.job("mask-merge", None, [("partial", state_source(texts))])
        parts.state = state_of(merged)
        while "supply" in merged.result:
            found = supply(data, parts, merged.result["supply"])
            kept += found.kept
            data = found.data
            parts.extend(arrow_schema(data).empty_table())
            merged = parts.job("mask-merge", None, [("partial", state_source(found.tallies))])
            parts.state = state_of(merged)
            moved = records.in_order
        if moved and merged.result["stage"] == "survey":  # the first stage that asks for the order
            data, moved = by_number(data), False
        if merged.result["finished"]:
            return _Fitted(data, merged.result)


def _masked(data: Any, parts: Parts, beside: Sequence[str] = ()) -> Any:
    """The masked frame, whose columns are those of a part without records. `beside` are columns of whole numbers that
    records keep, where none is left out."""
    import pyarrow as pa

    made = pa.table(parts.job("mask-apply").outputs[0])
    for name in beside:
        made = made.append_column(name, pa.array([], pa.int64()))
    plain, columns = spark_schema(made.schema)
    return in_tasks(data, parts.masked(plain, beside), columns)
