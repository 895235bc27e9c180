"""What the generated functions share: a measure on its own, and the text of a sensitivity rule."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence

from ._arguments import Columns, plain_text
from ._building import Memory
from ._measuring import measure
from ._progress import Show
from ._schema import SchemaLike
from ._scores import Score


def measured(
    name: str,
    original: Any,
    masked: Any,
    parameters: Mapping[str, Any],
    *,
    columns: Optional[Columns],
    no_mapping: bool,
    map: Any,
    intruder: Any,
    match: Optional[str],
    schema: Optional[SchemaLike],
    seed: Optional[int],
    threads: Optional[int],
    memory: Optional[Memory],
    progress: Show,
) -> Score:
    """One measure with its parameters."""
    scores = measure(
        original,
        masked,
        measures=[name],
        set={name: parameters} if parameters else None,
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
    return scores[name]._replace(warnings=scores.warnings)


def rule_text(name: str, values: Sequence[Any], defaults: Sequence[Any], shown: int) -> str:
    """dominance=1,85. Values at the end that are the default are left out, but for the first `shown`."""
    kept = list(values)
    while kept and (kept[-1] is None or (len(kept) > shown and kept[-1] == defaults[len(kept) - 1])):
        kept.pop()
    return f"{name}={','.join(plain_text(value) for value in kept)}" if kept else name
