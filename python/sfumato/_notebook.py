"""Results in a notebook: warnings first, then tables and the library's own pictures. Every value is escaped, because
names of columns and values come from data."""

from __future__ import annotations

import base64
import html
from typing import Any, Iterable, List, Mapping, Sequence, Tuple

_STYLE = (
    ".sfumato table{border-collapse:collapse;margin:.5em 0}"
    ".sfumato td,.sfumato th{padding:.15em .6em;text-align:left;border-bottom:1px solid rgba(128,128,128,.3)}"
    ".sfumato td.n{text-align:right;font-variant-numeric:tabular-nums}"
    ".sfumato p.stop{border-left:4px solid #b00020;padding-left:.6em;font-weight:bold}"
    ".sfumato p.mind{border-left:4px solid #b26a00;padding-left:.6em}"
    ".sfumato p.note{border-left:4px solid #888;padding-left:.6em}"
    ".sfumato tr.winner{font-weight:bold}"
    ".sfumato img{max-width:22em;background:#fff;margin:.3em}"
    ".sfumato img.wide{max-width:44em}"
)
_LABELS = {"stop": "Stop", "mind": "Warning", "note": "Note"}


def page(title: str, warnings: Iterable[Any], parts: Iterable[str]) -> str:
    """A result: its warnings, then its parts."""
    said = "".join(warning(one.grade, one.text) for one in warnings)
    return f'<div class="sfumato"><style>{_STYLE}</style><h4>{escaped(title)}</h4>{said}{"".join(parts)}</div>'


def warning(grade: str, text: str) -> str:
    kind = grade if grade in _LABELS else "mind"
    return f'<p class="{kind}">{_LABELS[kind]}: {escaped(text)}</p>'


def escaped(value: Any) -> str:
    return html.escape("" if value is None else str(value), quote=True)


def table(
    titles: Sequence[str], rows: Iterable[Sequence[Any]], numbers: Sequence[int] = (), bold: Sequence[int] = ()
) -> str:
    """`numbers` are the columns with numbers, `bold` the rows that stand out."""
    head = "".join(f"<th>{escaped(title)}</th>" for title in titles)
    body: List[str] = []
    for place, row in enumerate(rows):
        cells = "".join(
            f"<td{' class=n' if column in numbers else ''}>{escaped(cell)}</td>".replace("class=n", 'class="n"')
            for column, cell in enumerate(row)
        )
        body.append(f"<tr{' class=' + chr(34) + 'winner' + chr(34) if place in bold else ''}>{cells}</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"


def facts(pairs: Iterable[Tuple[str, Any]]) -> str:
    rows = "".join(f"<tr><th>{escaped(name)}</th><td>{escaped(value)}</td></tr>" for name, value in pairs)
    return f"<table><tbody>{rows}</tbody></table>" if rows else ""


def text_block(text: str) -> str:
    return f"<pre>{escaped(text)}</pre>" if text else ""


def pictures(found: Sequence[Mapping[str, str]], most: int, wide: bool = False) -> str:
    """Pictures of the library as images, so that nothing in them can act on the notebook."""
    shown = []
    for one in found[:most]:
        data = base64.b64encode(str(one.get("picture", "")).encode("utf-8")).decode("ascii")
        kind = ' class="wide"' if wide else ""
        shown.append(f'<img{kind} alt="{escaped(one.get("title"))}" src="data:image/svg+xml;base64,{data}"/>')
    return "".join(shown)


def number(value: Any) -> str:
    """Five significant digits; nothing for None."""
    if isinstance(value, float):
        return f"{value:.5g}"
    if isinstance(value, (list, tuple)):
        return ", ".join(number(item) for item in value)
    return "" if value is None else str(value)


def words(parameters: Mapping[str, Any]) -> str:
    """Parameters that say something: flags that are off and what was left empty do not."""
    said = [
        (name, value)
        for name, value in parameters.items()
        if value is not None and value is not False and value != "" and value != [] and value != {}
    ]
    return ", ".join(f"{name} {number(value)}" for name, value in said)
