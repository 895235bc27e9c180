"""What a query server returns: an answer, an explanation of its cost, the budget, and what may be asked. Attributes have the
names and units of the server's documents."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

from ._errors import Error
from ._results import Warning, warnings_of

#: A number or a date as text, bounds {"lower": …, "upper": …} of a camouflaged database, or None.
Figure = Union[float, str, Dict[str, Any], None]


class ServerError(Error):
    """A server was not reached, or did not answer. `code` is the server's, or 'unreachable', 'timeout', 'disconnected',
    'certificate', 'redirect' or 'bad_response'; `http_status` is the status of its response, if there was one. `status` is
    the exit status of the program for such an error: 1 refused, 2 a bad request, 3 a failure."""

    def __init__(self, message: str, parameter: Optional[str] = None, hint: str = "", code: str = "failed",
                 status: int = 3, http_status: Optional[int] = None) -> None:
        super().__init__(message, parameter, hint, code, status)
        self.http_status = http_status

    def __reduce__(self) -> Any:
        return (type(self), (self.message, self.parameter, self.hint, self.code, self.status, self.http_status))


class Refused(ServerError):
    """The value of a refused question was used. `reason` says why it was refused, `rule` is the rule that did."""

    def __init__(self, reason: str, rule: Optional[str], hint: str) -> None:
        super().__init__(f"the question was refused: {reason}", None, hint, "refused", 1, 422)
        self.reason, self.rule = reason, rule

    def __reduce__(self) -> Any:
        return (type(self), (self.reason, self.rule, self.hint))


class _Document:
    """A document of the server with its members as attributes."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = dict(document)

    def to_dict(self) -> Dict[str, Any]:
        """The document as the server sent it."""
        return dict(self._document)

    @property
    def warnings(self) -> List[Warning]:
        """What to know, the worst first."""
        return warnings_of(self._document)


class Answer(_Document):
    """The answer to one question. A refused question is an answer, too: `refused` is True, and `value` and `frame()`
    raise `Refused`. `attempts` counts the requests that were sent: where the first of several was charged and its answer
    lost, `repeated` is True and `charged` is 0."""

    def __init__(self, document: Mapping[str, Any], attempts: int = 1) -> None:
        super().__init__(document)
        self.attempts = attempts

    @property
    def refused(self) -> bool:
        return bool(self._document.get("refused"))

    @property
    def reason(self) -> Optional[str]:
        """Why it was refused."""
        return self._document.get("reason")

    @property
    def rule(self) -> Optional[str]:
        """The rule that refused it, such as 'budget' or 'quota'."""
        return self._document.get("rule")

    @property
    def value(self) -> Union[Figure, List[Dict[str, Any]]]:
        """A number (of a date, text); of several aggregates a dict by name; of groups a list with one dict for each."""
        self._require_answer()
        return self._document.get("answer")

    @property
    def interval95(self) -> Union[Tuple[Any, Any], Dict[str, Tuple[Any, Any]], None]:
        """(lower, upper): contains the true figure with a probability of 95 % or more; by name where aggregates have names.
        None for groups, which have their own, and where no noise is added."""
        found: Union[Tuple[Any, Any], Dict[str, Tuple[Any, Any]], None] = _interval(self._document.get("interval95"))
        return found

    @property
    def certain(self) -> bool:
        """Intervals contain the true figure with certainty."""
        return bool(self._document.get("certain"))

    @property
    def charged(self) -> int:
        """What the question cost, in millionths of ε."""
        return int(self._document.get("charged", 0))

    @property
    def charged_epsilon(self) -> float:
        return float(self._document.get("charged_epsilon", 0.0))

    @property
    def left(self) -> Optional[int]:
        """What the user has left, in millionths of ε; None where nothing is counted, or not told."""
        return self._document.get("left")

    @property
    def left_epsilon(self) -> Optional[float]:
        return self._document.get("left_epsilon")

    @property
    def repeated(self) -> bool:
        """The user asked it before, and it cost nothing more."""
        return bool(self._document.get("repeated"))

    def columns(self) -> Dict[str, List[Any]]:
        """The answer as columns: the groups' keys, the figures, and the ends of their intervals, named `lower95` and
        `upper95`, after the aggregate's name where there are several. An answer without groups has one row."""
        self._require_answer()
        answer = self._document.get("answer")
        if not isinstance(answer, list):
            named = answer if isinstance(answer, dict) and not _is_bounds(answer) else {"value": answer}
            answer = [{**named, "interval95": self._document.get("interval95")}]
        rows = [_flat(row) for row in answer]
        names = list(dict.fromkeys(name for row in rows for name in row))
        return {name: [row.get(name) for row in rows] for name in names}

    def frame(self, kind: Optional[str] = None) -> Any:
        """The columns as a data frame: kind is 'pandas', 'polars' or 'pyarrow'; without it, the first of these that is
        installed, or else a dict of lists."""
        return make_frame(self.columns(), kind)

    def __float__(self) -> float:
        value = self.value
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise TypeError("the answer is not one number; see its attribute value")
        return float(value)

    def __repr__(self) -> str:
        if self.refused:
            return f"<refused: {self.reason}>"
        cost = f"charged ε = {self.charged_epsilon:g}"
        if self.left_epsilon is not None:
            cost += f", {self.left_epsilon:g} left"
        value = self.value
        if isinstance(value, list):
            return f"<answer with {len(value)} groups; {cost}>"
        shown = f"<answer {value!r}"
        if self.interval95 is not None:
            shown += f", 95 % interval {self.interval95!r}"
        return f"{shown}; {cost}>"

    def _require_answer(self) -> None:
        if self.refused:
            error = self._document.get("error") or {}
            raise Refused(str(self.reason), self.rule, str(error.get("hint") or "nothing was charged"))


class Explanation(_Document):
    """What a question would cost, and how accurate its answer would be. Nothing is charged for it."""

    @property
    def query(self) -> str:
        """The question's normal form: questions with the same one are the same question."""
        return str(self._document.get("query", ""))

    @property
    def cost(self) -> int:
        """At most, in millionths of ε."""
        return int(self._document.get("cost", 0))

    @property
    def cost_epsilon(self) -> float:
        return float(self._document.get("cost_epsilon", 0.0))

    @property
    def expected_error(self) -> Optional[float]:
        """Mean absolute error; None where it depends on the data."""
        return self._document.get("expected_error")

    @property
    def groups(self) -> int:
        return int(self._document.get("groups", 1))

    @property
    def parts(self) -> List[Dict[str, Any]]:
        return list(self._document.get("parts", []))

    @property
    def aggregates(self) -> List[Dict[str, Any]]:
        """Cost, parts and expected error of each aggregate, where there are several."""
        return list(self._document.get("aggregates", []))

    @property
    def notes(self) -> List[str]:
        return list(self._document.get("notes", []))

    def __repr__(self) -> str:
        error = "" if self.expected_error is None else f", expected error {self.expected_error:g}"
        return f"<costs at most ε = {self.cost_epsilon:g}{error}: {self.query}>"


class Budget(_Document):
    """What a user may spend and has spent. Members without `_epsilon` are in millionths of ε. Those of the whole database,
    `spent` and `database_left`, are in to_dict() of an administrator."""

    @property
    def user(self) -> str:
        return str(self._document.get("user", ""))

    @property
    def quota_epsilon(self) -> Optional[float]:
        """The user's share; None: no share of its own."""
        return self._document.get("quota_epsilon")

    @property
    def spent(self) -> int:
        """By the user."""
        return int(self._document.get("spent_by_user", 0))

    @property
    def spent_epsilon(self) -> float:
        return float(self._document.get("spent_by_user_epsilon", 0.0))

    @property
    def left(self) -> int:
        return int(self._document.get("left", 0))

    @property
    def left_epsilon(self) -> float:
        return float(self._document.get("left_epsilon", 0.0))

    def __repr__(self) -> str:
        return f"<budget of {self.user}: ε = {self.spent_epsilon:g} spent, {self.left_epsilon:g} left>"


class QuerySchema(_Document):
    """What may be asked: tables with their columns and declared domains, functions, and limits of the protection."""

    @property
    def protection(self) -> str:
        return str(self._document.get("protection", ""))

    @property
    def tables(self) -> Dict[str, Dict[str, Dict[str, Any]]]:
        """Column declarations by table and column name."""
        return {table["name"]: {column["name"]: dict(column) for column in table["columns"]}
                for table in self._document.get("tables", [])}

    @property
    def functions(self) -> List[str]:
        return [str(one["form"]) for one in self._document.get("functions", [])]

    @property
    def limits(self) -> Dict[str, Any]:
        return dict(self._document.get("limits", {}))

    def __repr__(self) -> str:
        tables = "; ".join(f"{name}({', '.join(columns)})" for name, columns in self.tables.items())
        return f"<{self.protection}: {tables}>"


def _is_bounds(figure: Any) -> bool:
    return isinstance(figure, dict) and set(figure) == {"lower", "upper"}


def _interval(interval: Any) -> Any:
    if isinstance(interval, dict):
        return {name: _interval(one) for name, one in interval.items()}
    return tuple(interval) if isinstance(interval, list) else None


def _flat(row: Mapping[str, Any]) -> Dict[str, Any]:
    """One row: bounds and intervals are spread over two columns each."""
    intervals = row.get("interval95")
    flat: Dict[str, Any] = {}
    for name, figure in row.items():
        if name == "interval95":
            continue
        prefix = "" if name == "value" else name + "_"
        if _is_bounds(figure):
            flat[prefix + "lower"], flat[prefix + "upper"] = figure["lower"], figure["upper"]
            continue
        flat[name] = figure
        interval = intervals.get(name) if isinstance(intervals, dict) else intervals if name == "value" else None
        if isinstance(interval, list) and len(interval) == 2:
            flat[prefix + "lower95"], flat[prefix + "upper95"] = interval
    return flat


def make_frame(columns: Dict[str, List[Any]], kind: Optional[str]) -> Any:
    """Columns as a data frame of one kind."""
    kinds = [kind] if kind is not None else ["pandas", "polars", "pyarrow", "dict"]
    for one in kinds:
        try:
            if one == "pandas":
                import pandas
                return pandas.DataFrame(columns)
            if one == "polars":
                import polars
                return polars.DataFrame(columns)
            if one == "pyarrow":
                import pyarrow
                return pyarrow.table(columns)
            if one == "dict":
                return columns
        except ImportError:
            if kind is not None:
                raise Error(f"{kind} is not installed", parameter="kind",
                            hint="install it, or use kind='dict' for a dict of lists") from None
            continue
        raise Error(f"there is no kind of frame named {one!r}", parameter="kind",
                    hint="use 'pandas', 'polars', 'pyarrow' or 'dict'")
    return columns
