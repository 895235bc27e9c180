"""Help pages in R's documentation format, made of Markdown: paragraphs, lists, code. Tables are left out."""

import re

from signatures import spelled

HEAD = "% Written by scripts/r-functions; do not edit.\n"


def plain(text):
    """Characters that mean something in Rd."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("{", "\\{").replace("}", "\\}")


def verbatim(text):
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("{", "\\{").replace("}", "\\}")


def inline(text):
    parts = re.split(r"`([^`]+)`", text)
    made = [plain(part) if place % 2 == 0 else f"\\code{{{plain(part)}}}" for place, part in enumerate(parts)]
    text = "".join(made)
    text = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text)
    return re.sub(r"\*\*([^*]+)\*\*", r"\\strong{\1}", text)


def markdown(text, names=()):
    """Blocks of a page as Rd."""
    made, lines, items, code = [], [], [], None

    def flush():
        if lines:
            made.append(inline(" ".join(lines)))
            lines.clear()

    def flush_items():
        if items:
            made.append("\\itemize{\n" + "\n".join(f"\\item {inline(item)}" for item in items) + "\n}")
            items.clear()

    for line in spelled(text, set(names)).strip("\n").split("\n") + [""]:
        if line.startswith("```"):
            flush()
            flush_items()
            if code is None:
                code = []
            else:
                made.append("\\preformatted{" + verbatim("\n".join(code)) + "\n}")
                code = None
        elif code is not None:
            code.append(line)
        elif line.startswith("|"):
            flush()
        elif line.startswith("- "):
            flush()
            items.append(line[2:].strip())
        elif not line.strip():
            flush()
            flush_items()
        elif items and line.startswith(" "):
            items[-1] += " " + line.strip()
        else:
            flush_items()
            lines.append(line.strip())
    return "\n\n".join(made)


def arguments(pairs):
    return "\\arguments{\n" + "\n".join(f"\\item{{{name}}}{{{inline(words)}}}" for name, words in pairs) + "\n}\n"


def pieces(text):
    """Arguments of a call, split at commas that stand in no brackets or quotes."""
    made, depth, quoted, piece = [], 0, False, ""
    for letter in text:
        quoted ^= letter == '"'
        depth += (letter in "([{") - (letter in ")]}") if not quoted else 0
        if letter == "," and depth == 0 and not quoted:
            made.append(piece.strip())
            piece = ""
        else:
            piece += letter
    return made + [piece.strip()]


def wrapped(call, width=88):
    """A usage broken after commas."""
    if len(call) <= width:
        return call
    open_bracket = call.index("(") + 1
    words, lines, line = pieces(call[open_bracket:-1]), [], call[:open_bracket]
    for place, word in enumerate(words):
        piece = word + (", " if place + 1 < len(words) else ")")
        if len(line) + len(piece) > width:
            lines.append(line.rstrip())
            line = "  "
        line += piece
    return "\n".join(lines + [line])


def page(name, title, description, usage, pairs, value="", sections=(), reference="", examples="", aliases=(), keywords=""):
    text = HEAD + f"\\name{{{name}}}\n"
    text += "".join(f"\\alias{{{alias}}}\n" for alias in (aliases or [name]))
    text += f"\\title{{{inline(title)}}}\n\\description{{\n{description}\n}}\n"
    if usage:
        text += "\\usage{\n" + "\n\n".join(wrapped(one) for one in usage).replace("%", "\\%") + "\n}\n"
    if pairs:
        text += arguments(pairs)
    if value:
        text += f"\\value{{\n{inline(value)}\n}}\n"
    for heading, words in sections:
        if words.strip():
            text += f"\\section{{{heading}}}{{\n{words}\n}}\n"
    if reference:
        text += f"\\references{{\n{inline(reference)}\n}}\n"
    if examples:
        text += "\\examples{\n" + examples.replace("%", "\\%") + "\n}\n"
    if keywords:
        text += f"\\keyword{{{keywords}}}\n"
    return text
