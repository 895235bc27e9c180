#!/usr/bin/env python3
"""Runs the commands that the documents show. In a ```console block, lines that start with "$ " are
run and the lines after them are the output, exactly; a line "…" stands for any lines, and a command that
ends in a backslash goes on in the next line. In a ```console-noisy block numbers may differ, and with
them the spaces between columns. In a ```sh block every command must succeed. A ```toml block that starts
with a comment such as "# recipe.toml" becomes the file of that name. Each document has a folder of its
own, in which its commands run one after the other; documents run side by side. `make` targets are looked
up, not run: the tests are part of one. With --update, output that differs is written into the document,
of a reference page into the page beside the source; lines "…" stay where they still stand for lines."""

import argparse
import concurrent.futures
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ELLIPSIS = "…"


def blocks(text):
    """(language, first line number, lines) of each fenced block; four backquotes can hold three."""
    inside, language, start, lines = "", "", 0, []
    for number, line in enumerate(text.splitlines(), 1):
        fence = re.match(r"^(```+)([^\s`]*)\s*$", line)
        if fence and not inside:
            inside, language, start, lines = fence.group(1), fence.group(2), number, []
        elif fence and fence.group(1) == inside:
            inside = ""
            yield language, start, lines
        elif inside:
            lines.append(line)


def steps(language, start, lines):
    """(line number, command, expected output or None, line number of that output) of a block."""
    if language == "sh":
        for offset, line in enumerate(lines, 1):
            if line.strip() and not line.startswith("#"):
                yield start + offset, line, None, 0
        return
    place = 0
    while place < len(lines):
        if not lines[place].startswith("$ "):
            place += 1
            continue
        number, command = start + place + 1, lines[place][2:]
        while command.endswith("\\") and place + 1 < len(lines):
            place += 1
            command = command[:-1] + lines[place].lstrip()
        place += 1
        first = place
        while place < len(lines) and not lines[place].startswith("$ "):
            place += 1
        yield number, command, lines[first:place], start + first + 1


def without_numbers(text):
    return re.sub(r"[ \t]+", " ", re.sub(r"-?\d[\d.]*(e[-+]?\d+)?", "#", text))


def fits(expected, actual):
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == ELLIPSIS else re.escape(line) + r"\n" for line in expected)
    return re.fullmatch(pattern, actual) is not None


def updated(expected, actual):
    """The actual lines; "…" stands again for what lies between the lines around it, whatever their numbers, or
    between as many others where those have changed."""
    lines, literal, gaps = actual.splitlines(), [], []  # gaps: how many literal lines stand before each "…"
    for line in expected:
        if line.strip() == ELLIPSIS:
            gaps.append(len(literal))
        else:
            literal.append(line)
    places = {-1: -1, len(literal): len(lines)}  # where a literal line is now
    old, new = [without_numbers(line) for line in literal], [without_numbers(line) for line in lines]
    for block in difflib.SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
        places.update({block.a + i: block.b + i for i in range(block.size)})
    result, place = [], 0
    for gap in gaps:
        before = max(index for index in places if index < gap)
        after = min(index for index in places if index >= gap)
        begin, end = places[before] + gap - before, places[after] - (after - gap)
        if place <= begin < end:
            result += lines[place:begin] + [ELLIPSIS]
            place = end
    return result + lines[place:]


def source_of(document, root):
    """The file that is edited: a generated reference page comes from the one beside its source."""
    relative = document.relative_to(root).as_posix()
    page = re.fullmatch(r"docs/reference/(methods|measures)/([\w-]+)\.md", relative)
    if not page:
        return document
    folders = ("masking",) if page.group(1) == "methods" else ("risk", "utility", "compare")
    places = [root / "src" / folder / (page.group(2).replace("-", "_") + ".md") for folder in folders]
    return next((place for place in places if place.exists()), document)


def replace_output(path, command_lines, expected, actual_lines):
    """Replaces the expected output below the command in a file; says whether it was found."""
    text = path.read_text(encoding="utf-8")
    old = "\n".join(command_lines + expected) + "\n"
    if text.count(old) != 1:
        return False
    path.write_text(text.replace(old, "\n".join(command_lines + actual_lines) + "\n"), encoding="utf-8")
    return True


class Document:
    """One document and what its commands said."""

    def __init__(self, path, root, environment, update):
        self.path, self.root, self.environment, self.update = path, root, environment, update
        self.targets = set(re.findall(r"^([a-z-]+):", (root / "Makefile").read_text(), re.M))
        self.count, self.failures, self.changes = 0, [], []

    def run(self):
        text = self.path.read_text(encoding="utf-8")
        self.lines = text.splitlines()
        with tempfile.TemporaryDirectory() as folder:
            for language, start, lines in blocks(text):
                named = re.fullmatch(r"# (\S+\.toml)", lines[0]) if language == "toml" and lines else None
                if named:
                    pathlib.Path(folder, named.group(1)).write_text("\n".join(lines) + "\n", encoding="utf-8")
                if language in ("console", "console-noisy", "sh"):
                    for step in steps(language, start, lines):
                        self.count += 1
                        self.run_step(folder, language, *step)
        for command_lines, expected, actual_lines in self.changes:
            if not replace_output(source_of(self.path, self.root), command_lines, expected, actual_lines):
                self.failures.append(f"{self.path.relative_to(self.root)}: not found once, edit by hand: {command_lines[0]}")
        return self

    def run_step(self, folder, language, number, command, expected, output_at):
        where = f"{self.path.relative_to(self.root)}:{number}: {command}"
        made = re.match(r"make (\S+)", command)
        if made:
            if made.group(1) not in self.targets:
                self.failures.append(f"{where}\n    the Makefile has no such target")
            return
        result = subprocess.run(["bash", "-c", command], cwd=folder, env=self.environment, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300, check=False)
        if expected is None:
            if result.returncode != 0:
                self.failures.append(f"{where}\n    exit {result.returncode}: {result.stdout}")
        elif language == "console-noisy":
            if not fits([without_numbers(line) for line in expected], without_numbers(result.stdout)):
                self.failures.append(f"{where}\n    says something else:\n{result.stdout}")
        elif not fits(expected, result.stdout):
            if self.update:
                self.changes.append((self.lines[number - 1:output_at - 1], expected, updated(expected, result.stdout)))
            else:
                self.failures.append(f"{where}\n--- the document says\n" + "\n".join(expected) +
                                     f"\n--- the program says\n{result.stdout}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True, type=pathlib.Path)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    parser.add_argument("--update", action="store_true", help="write the output that there is into the documents")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="documents run side by side")
    parser.add_argument("documents", nargs="*", help="paths below the root; without any, all documents")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    environment = dict(os.environ, PATH=f"{arguments.program.resolve().parent}:{os.environ['PATH']}",
                       SFUMATO_EXAMPLES=str(root / "examples"), NO_COLOR="1", COLUMNS="100")
    paths = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md")),
             *sorted((root / "examples").rglob("*.md"))]
    if arguments.documents:
        paths = [root / path for path in arguments.documents]
    documents = [Document(path, root, environment, arguments.update) for path in paths if path.exists()]
    with concurrent.futures.ThreadPoolExecutor(max_workers=max(1, arguments.jobs)) as pool:
        documents = list(pool.map(Document.run, documents))
    total, failed = sum(one.count for one in documents), [text for one in documents for text in one.failures]
    print("\n".join(failed))
    changed = sum(len(one.changes) for one in documents)
    print(f"{total - len(failed) - changed} passed, {len(failed)} failed" + (f", {changed} updated" if changed else ""))
    return 1 if failed or (total == 0 and not arguments.documents) else 0


if __name__ == "__main__":
    sys.exit(main())
