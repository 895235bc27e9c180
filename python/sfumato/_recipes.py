"""Recipes and plans: documents that the program reads from TOML files, made in Python, read and written."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from ._arguments import Columns, Inputs, Parameters, entry, hyphened, label, labels, listed
from ._building import not_empty
from ._documents import Path, parse_toml, read_text, toml_of, write_text
from ._errors import Error
from ._library import describe
from ._results import Frame, Release

Step = Union[str, Mapping[str, Any], Tuple[str, Mapping[str, Any]]]


class Recipe:
    """Several methods in order, and the rules that the result must keep.

    Args:
        steps: each a dict with ``method``, ``columns``, ``within``, ``fill`` and the method's parameters, by Python's
            names; or ``(method, parameters)``; or the name of a method alone.
        keep_bounds: keep values inside their domain; without one, inside the original's range.
        keep_integers: columns of whole numbers stay whole.
        derive: totals to recompute after masking, such as ``"total=wages+other"``.
        drop: columns to leave out of the release.

    >>> import sfumato as sf
    >>> people = sf.sample("people", rows=200, seed=1)
    >>> recipe = sf.Recipe([{"method": "mdav", "columns": ["income", "tax"], "k": 4},
    ...                     {"method": "rank-swapping", "columns": ["savings"], "window": 10}])
    >>> recipe.apply(people, seed=1).columns
    ['income', 'tax', 'savings']
    """

    def __init__(
        self,
        steps: Sequence[Step],
        *,
        keep_bounds: bool = False,
        keep_integers: bool = False,
        derive: Optional[Columns] = None,
        drop: Optional[Columns] = None,
    ) -> None:
        if not isinstance(steps, (list, tuple)) or len(steps) == 0:
            raise Error("steps must be a list of steps", "steps", "such as [{'method': 'mdav', 'k': 5}]")
        self.inputs: Inputs = []
        self._document: Dict[str, Any] = {}
        if keep_bounds:
            self._document["keep-bounds"] = True
        if keep_integers:
            self._document["keep-integers"] = True
        if derive is not None:
            self._document["derive"] = listed(derive)
        if drop is not None:
            self._document["drop"] = labels(drop)
        self._document["steps"] = [self._step(step) for step in steps]

    def _step(self, step: Step) -> Dict[str, Any]:
        if isinstance(step, str):
            step = {"method": step}
        elif isinstance(step, tuple) and len(step) == 2 and isinstance(step[1], Mapping):
            step = {"method": step[0], **step[1]}
        if not isinstance(step, Mapping) or not isinstance(step.get("method"), str):
            raise Error("a step of a recipe needs a method", "steps", "such as {'method': 'mdav', 'k': 5}")
        method = hyphened(step["method"])
        made: Dict[str, Any] = {"method": method}
        found = entry(describe()["methods"], method)
        parameters = Parameters(found["parameters"] if found else [], keep_defaults=True)
        given = {
            **{name: value for name, value in step.items() if name != "parameters"},
            **(step.get("parameters") or {}),
        }
        for name, value in given.items():
            if name == "columns":
                made["columns"] = labels(value)
                not_empty("columns", made["columns"])
            elif name != "method":
                parameters.add_own(name, label(value) if name == "within" else value)
        self.inputs += parameters.inputs
        return {**made, **parameters.members}

    def to_dict(self) -> Dict[str, Any]:
        """The document, as a recipe file has it."""
        return {**self._document, "steps": [dict(step) for step in self._document.get("steps", [])]}

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Recipe:
        """From a document as a recipe file has it."""
        if not isinstance(document, Mapping):
            raise Error(f"document must be a dict, not {type(document).__name__}", "document", "Recipe.load reads a file")
        made = cls.__new__(cls)
        made.inputs, made._document = [], dict(document)
        return made

    @classmethod
    def parse(cls, text: str) -> Recipe:
        """From the text of a recipe file (TOML)."""
        return cls.from_dict(parse_toml(text))

    @classmethod
    def load(cls, path: Path) -> Recipe:
        """From a recipe file, as ``sfumato mask --recipe`` reads it."""
        return cls.parse(read_text(path))

    def to_toml(self) -> str:
        """The text of a recipe file."""
        return toml_of(self.to_dict())

    def save(self, path: Path) -> None:
        """Writes a recipe file, for ``sfumato mask --recipe``."""
        write_text(path, self.to_toml())

    def apply(self, data: Frame, **arguments: Any) -> Release[Frame]:
        """Protects data by this recipe. Further arguments are those of ``sfumato.mask``, such as ``schema`` and
        ``seed``."""
        from ._masking import mask

        return mask(data, recipe=self, **arguments)

    def __repr__(self) -> str:
        methods: List[str] = [
            str(step.get("method")) for step in self._document.get("steps", []) if isinstance(step, Mapping)
        ]
        return f"Recipe({' + '.join(methods)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Recipe) and self._document == other._document

    __hash__ = None  # type: ignore[assignment]


RecipeLike = Union[Recipe, Mapping[str, Any], str]


def recipe_document(recipe: RecipeLike, inputs: Inputs) -> Any:
    """For a request: the document, or the text of a recipe file."""
    if isinstance(recipe, Recipe):
        inputs += recipe.inputs
        return recipe.to_dict()
    if isinstance(recipe, (Mapping, str)):
        return recipe
    raise Error(f"recipe must be a Recipe, not {type(recipe).__name__}", "recipe", "make one with sfumato.Recipe([…])")
