"""Parameters of methods, measures, protections and rules as R writes them: defaults, and sentences for help pages."""

import re

NULL_KINDS = ("text", "columns", "texts", "pairs", "table", "tree")
RESERVED = {"if", "else", "repeat", "while", "function", "for", "next", "break"}


def r_name(name):
    spelled = name.replace("-", "_")
    return spelled + "_" if spelled in RESERVED else spelled


def number(value):
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return repr(value)


def default(info):
    """The default as source text; None where it must be given."""
    kind, initial = info["kind"], info["default"]
    if kind == "flag":
        return "FALSE"
    if info["required"]:
        return None
    if kind == "choice":
        return f'"{initial}"'
    if kind in ("number", "integer"):
        return "NULL" if initial is None else number(initial)
    if kind == "text" and isinstance(initial, str) and initial:
        return f'"{initial}"'
    return "NULL"


def bound(value):
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    return f"{value:,}" if isinstance(value, int) and abs(value) < 10**15 else f"{value:g}"


def range_words(info):
    lower, upper = info["lower"], info["upper"]
    if info["kind"] == "choice":
        return "one of " + ", ".join(f"`{choice}`" for choice in info["choices"])
    if lower is not None and upper is not None:
        return f"{bound(lower)} to {bound(upper)}"
    if lower is not None:
        return f"at least {bound(lower)}"
    return f"at most {bound(upper)}" if upper is not None else ""


# In R tables are data frames, and there are no files.
IN_R = {
    ("hierarchy", "pairs"): "A list with, for a column, its hierarchy: a data frame whose rows are a value with its ancestors; "
    "without it that of the schema",
    ("recode", "pairs"): "A list with, for a column, a map: a data frame of old and new values; others stay as they are",
    ("key", "table"): "The secret key of `keyed`, a text of at least 16 characters",
}
FRAMES = (("A file ", "A data frame "), ("File ", "A data frame "), ("that of the sidecar", "that of the schema"))


def sentence(info):
    """What a parameter means, with its range, unit and default, as Markdown."""
    text = IN_R.get((info["name"], info["kind"]))
    if text is None:
        text = info["doc"].rstrip(".").replace("; may be repeated", ", or several")
        if info["kind"] == "table":
            for old, new in FRAMES:
                text = text.replace(old, new)
    words, unit, facts = range_words(info), info["unit"], []
    if words:
        facts.append(words + (f" {unit}" if unit and info["kind"] != "choice" else ""))
    elif unit:
        facts.append(unit)
    given = default(info)
    if given not in (None, "NULL", "FALSE"):
        facts.append("default " + given.strip('"'))
    if info.get("dial") not in (None, "none"):
        facts.append(info["dial"])
    return text + (f" ({'; '.join(facts)})." if facts else ".")


def spelled(text, names):
    """Texts of the reference with parameters by R's names."""

    def code(match):
        inner = match.group(1)
        word = inner.split("=")[0]
        if word in names:
            inner = word.replace("-", "_") + inner[len(word) :]
        return f"`{inner}`"

    text = re.sub(r"(?<!`)`([^`\n]+)`(?!`)", code, text)
    return text.replace("COLUMN=FILE", "list(column = data frame)").replace("COLUMN=NUMBER", "c(column = number)").replace(
        "COLUMN=LEVEL", "c(column = level)").replace("NAME=2,OTHER=0.5", "c(name = number)")  # fmt: skip
