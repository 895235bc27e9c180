"""Docstrings: what a method or a measure does, its parameters with ranges, units and defaults, when to use it, its
reference, and an example that the tests run."""

import re
import textwrap

from signatures import sentence, spelled

WIDTH = 110


def wrapped(text, indent="", hanging=None):
    return textwrap.fill(" ".join(text.split()), WIDTH, initial_indent=indent, break_long_words=False,
                         break_on_hyphens=False, subsequent_indent=indent if hanging is None else hanging)  # fmt: skip


def markdown(text, names):
    """Paragraphs, lists and code blocks of a page, wrapped for a docstring; tables are left out."""
    blocks, lines, code = [], [], None
    for line in text.strip("\n").split("\n") + [""]:
        if line.startswith("```"):
            if code is None:
                code = []
            else:
                blocks.append(textwrap.indent("\n".join(code), "    ").replace("\\", "\\\\"))
                code = None
        elif code is not None:
            code.append(line)
        elif line.startswith("|"):
            continue
        elif not line.strip() or line.startswith("- "):
            if lines:
                blocks.append(paragraph(" ".join(lines), names))
            lines = [line] if line.strip() else []
        else:
            lines.append(line.strip())
    return "\n".join(blocks)


def paragraph(text, names):
    text = spelled(text, names)
    return wrapped(text[2:], "- ", "  ") if text.startswith("- ") else wrapped(text)


def section(title, text):
    return f"{title}:\n{textwrap.indent(text, '    ')}\n" if text.strip() else ""


def arguments(pairs):
    """Names with sentences."""
    return "\n".join(wrapped(f"{name}: {words}", "", "    ") for name, words in pairs)


def docstring(entry, head, pairs, returns, example):
    """The whole, indented by four spaces, without quotes."""
    names = {info["name"] for info in entry["parameters"]}
    page = entry.get("page") or {}
    parts = [wrapped(head) + "\n"]
    description = page.get("description") or entry.get("notes") or ""
    if description.strip():
        parts.append(markdown(description, names) + "\n")
    parts.append(section("Args", arguments(pairs)))
    parts.append(section("Returns", wrapped(returns)))
    parts.append(section("When to use it", markdown(page.get("when_to_use", ""), names)))
    parts.append(section("When not to use it", markdown(page.get("when_not_to_use", ""), names)))
    parts.append(section("Reference", wrapped(spelled(entry.get("reference") or "", names))))
    if example:
        parts.append(section("Example", example))
    text = "\n".join(part for part in parts if part)
    return textwrap.indent(re.sub(r"\n{3,}", "\n\n", text), "    ").strip() + "\n    "


def own_arguments(entry, renamed=None):
    names = {info["name"] for info in entry["parameters"]}
    return [((renamed or {}).get(info["name"], info["name"].replace("-", "_")), sentence(info, names))
            for info in entry["parameters"]]  # fmt: skip
