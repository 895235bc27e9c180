"""Requests that are being built: members by the names of the C interface, tables with what their columns mean, and the
numbers that every job takes."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Tuple, Union

from ._arguments import Inputs, Parameters, entry, hyphened, labels, listed
from ._errors import Error
from ._frames import Source, source
from ._library import Answer, describe, run
from ._progress import Show
from ._schema import Schema, SchemaLike, declarations

Domain = Mapping[str, Tuple[float, float]]
Memory = Union[int, str]
_MAY_BE_EMPTY = ("candidates", "drop", "mean", "sum")  # without it nothing, not everything


class Request:
    """A request that is being built: its members, and the tables that go in."""

    def __init__(
        self,
        job: str,
        *,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
        memory: Optional[Memory] = None,
        report: Any = True,
    ) -> None:
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
            info = self._infos.get(hyphened(name), {})
            if info.get("kind") == "columns" and info["name"] not in _MAY_BE_EMPTY:
                not_empty(name, labels(value))
            parameters.add(name, value)
        self._take(parameters)

    def set_own(self, members: Mapping[str, Any]) -> None:
        """Parameters of a protection, which has the types of its function."""
        parameters = Parameters(self._infos.values())
        for name, value in members.items():
            parameters.add_own(name, value)
        self._take(parameters)

    def _take(self, parameters: Parameters) -> None:
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
        base = Schema.of(schema).to_dict()
    more = Schema(**given).to_dict()
    for name, declared in more.items():
        base[name] = {**base.get(name, {}), **declared}
    return Schema(columns=base)


def not_empty(name: str, value: Any) -> None:
    """An empty selection is a mistake: left out, it would select everything."""
    if isinstance(value, (list, tuple, set, frozenset)) and len(value) == 0:
        raise Error(f"{name} is empty", name, "leave it out, or name what it selects")


def names(names: Any) -> Any:
    """Names of methods or measures in either spelling."""
    found = listed(names)
    if isinstance(found, (list, tuple)):
        return [hyphened(name) if isinstance(name, str) else name for name in found]
    return found
