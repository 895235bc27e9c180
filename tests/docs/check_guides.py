#!/usr/bin/env python3
"""Guides can be found and read: each docs/*.md has a picture, takes less than 10 minutes and stands in docs/index.md
with its minutes; links and pictures of the documents exist. Prints each offence; exits 1 if there is one."""

import argparse
import math
import pathlib
import re
import sys

WORDS_A_MINUTE = 200
FOR_DEVELOPERS = {"architecture.md", "dependencies.md"}
TO_LOOK_UP = {"glossary.md"}
LINK = re.compile(r"\]\(([^)\s]+)\)")


def prose(path):
    """The text without its code blocks."""
    return re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.S | re.M)


def minutes(path):
    return max(1, math.ceil(len(re.sub(r"[|]|---", "", prose(path)).split()) / WORDS_A_MINUTE))


def anchors(path):
    """The names of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", prose(path), flags=re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(path, root):
    for link in LINK.findall(prose(path)):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        if not target.exists():
            yield f"{path.relative_to(root)}: there is no '{link}'"
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            yield f"{path.relative_to(root)}: '{name or path.name}' has no heading '#{anchor}'"


def guide_offences(path, index):
    name = path.name
    if "![" not in prose(path):
        yield f"docs/{name}: has no picture"
    row = re.search(rf"^\|.*\]\({re.escape(name)}\).*\| *(.*?) *\|$", index, flags=re.M)
    if row is None:
        yield f"docs/{name}: has no row in docs/index.md"
    elif name not in TO_LOOK_UP:
        taken = minutes(path)
        if taken >= 10:
            yield f"docs/{name}: takes {taken} minutes to read; shorten or divide it"
        if row.group(1) != str(taken):
            yield f"docs/index.md: says {row.group(1)} minutes for {name}, which takes {taken}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", required=True, type=pathlib.Path)
    root = parser.parse_args().root.resolve()
    index = (root / "docs" / "index.md").read_text(encoding="utf-8")
    documents = sorted((root / "docs").glob("*.md"))
    offences = [one for path in documents if path.name not in FOR_DEVELOPERS | {"index.md"}
                for one in guide_offences(path, index)]
    offences += [one for path in [root / "README.md", *documents] for one in broken_links(path, root)]
    print("\n".join(offences))
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main())
