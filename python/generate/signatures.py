"""Parameters of methods, measures, protections and rules as Python writes them: types, defaults, and sentences for
docstrings."""

import keyword
import re

OPTIONAL = {"text": "Optional[str]", "columns": "Optional[Columns]", "texts": "Optional[Columns]",
            "pairs": "Optional[Pairs]", "table": "Any", "tree": "Optional[Mapping[str, Any]]"}  # fmt: skip


def python_name(name):
    """rank-swapping → rank_swapping; words of the language get an underscore."""
    spelled = name.replace("-", "_")
    return spelled + "_" if keyword.iskeyword(spelled) else spelled


def choice_type(info):
    return "Literal[" + ", ".join(f'"{choice}"' for choice in info["choices"]) + "]"


def annotation(info):
    """The type of a parameter, and its default as source text; None where it must be given."""
    kind, initial = info["kind"], info["default"]
    if kind == "flag":
        return "bool", "False"
    if kind == "choice":
        return choice_type(info), None if info["required"] else f'"{initial}"'
    if kind in ("number", "integer"):
        plain = "int" if kind == "integer" else "float"
        if info["required"]:
            return plain, None
        return (f"Optional[{plain}]", "None") if initial is None else (plain, number(initial, kind))
    if kind == "text" and isinstance(initial, str) and initial:
        return "str", f'"{initial}"'
    return OPTIONAL[kind], "None"


def number(value, kind):
    if kind == "integer" or (isinstance(value, float) and value.is_integer() and abs(value) < 1e15):
        return str(int(value))
    return repr(value)


def bound(value):
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    return f"{value:,}" if isinstance(value, int) and abs(value) < 10**15 else f"{value:g}"


def range_words(info):
    lower, upper = info["lower"], info["upper"]
    if info["kind"] == "choice":
        return "one of " + ", ".join(f"``{choice}``" for choice in info["choices"])
    if lower is not None and upper is not None:
        return f"{bound(lower)} to {bound(upper)}"
    if lower is not None:
        return f"at least {bound(lower)}"
    return f"at most {bound(upper)}" if upper is not None else ""


# In Python tables are frames, and there are no files.
IN_PYTHON = {
    ("hierarchy", "pairs"): "For a column its hierarchy: rows of a value with its ancestors, or a frame of such rows; "
    "without it that of the schema",
    ("recode", "pairs"): "For a column a map: rows of old and new value, or a frame of them; others stay as they are",
    ("key", "table"): "The secret key of ``keyed``, a text of at least 16 characters",
}
FRAMES = (("A file ", "A frame "), ("File ", "A frame "), ("that of the sidecar", "that of the schema"))


def sentence(info, names):
    """What a parameter means, with its range, unit and default."""
    text = IN_PYTHON.get((info["name"], info["kind"]))
    if text is None:
        text = spelled(info["doc"], names).rstrip(".").replace("; may be repeated", ", or a list of them")
        if info["kind"] == "table":
            for old, new in FRAMES:
                text = text.replace(old, new)
    words = range_words(info)
    unit = info["unit"]
    facts = []
    if words:
        facts.append(words + (f" {unit}" if unit and info["kind"] != "choice" else ""))
    elif unit:
        facts.append(unit)
    _, default = annotation(info)
    if default not in (None, "None", "False"):
        facts.append(f"default {default.strip(chr(34))}")
    if info.get("dial") not in (None, "none"):
        facts.append(info["dial"])
    return text + (f" ({'; '.join(facts)})." if facts else ".")


def spelled(text, names):
    """Texts of the reference in docstrings: parameters by Python's names, and code in double backquotes."""

    def code(match):
        inner = match.group(1)
        word = inner.split("=")[0]
        if word in names:
            inner = word.replace("-", "_") + inner[len(word) :]
        return f"``{inner}``"

    text = re.sub(r"(?<!`)`([^`\n]+)`(?!`)", code, text)
    return text.replace("\\", "\\\\").replace('"""', "'''").replace("COLUMN=FILE", "{column: rows or frame}").replace(
        "COLUMN=NUMBER", "{column: number}").replace("COLUMN=LEVEL", "{column: level}").replace("NAME=2,OTHER=0.5", "{name: number}")  # fmt: skip
