#!/usr/bin/env python3
"""Runs the commands that the documents show. In a ```console block, lines that start with "$ " are
run and the lines after them are the output, exactly; a line "…" stands for any lines. In a
```console-noisy block numbers may differ, and with them the spaces between columns. In a ```sh
block every command must succeed. A ```toml block that starts with a comment such as "# recipe.toml"
becomes the file of that name. Each document has a folder of its own, in which its commands run
one after the other. `make` targets are looked up, not run: the tests are part of one."""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def blocks(text):
    """(language, first line number, lines) of each fenced block."""
    inside, language, start, lines = False, "", 0, []
    for number, line in enumerate(text.splitlines(), 1):
        fence = re.match(r"^```(\S*)\s*$", line)
        if fence and not inside:
            inside, language, start, lines = True, fence.group(1), number, []
        elif fence:
            inside = False
            yield language, start, lines
        elif inside:
            lines.append(line)


def steps(language, start, lines):
    """(line number, command, expected output or None) of a block."""
    if language == "sh":
        for offset, line in enumerate(lines, 1):
            if line.strip() and not line.startswith("#"):
                yield start + offset, line, None
        return
    command, number, expected = None, 0, []
    for offset, line in enumerate(lines, 1):
        if line.startswith("$ "):
            if command:
                yield number, command, expected
            command, number, expected = line[2:], start + offset, []
        else:
            expected.append(line)
    if command:
        yield number, command, expected


def without_numbers(text):
    return re.sub(r"[ \t]+", " ", re.sub(r"-?\d[\d.]*(e[-+]?\d+)?", "#", text))


def fits(expected, actual):
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == "…" else re.escape(line) + r"\n" for line in expected)
    return re.fullmatch(pattern, actual) is not None


def run_document(path, root, environment):
    failures, count = [], 0
    targets = set(re.findall(r"^([a-z-]+):", (root / "Makefile").read_text(), re.M))
    with tempfile.TemporaryDirectory() as folder:
        for language, start, lines in blocks(path.read_text(encoding="utf-8")):
            named = re.fullmatch(r"# (\S+\.toml)", lines[0]) if language == "toml" and lines else None
            if named:
                pathlib.Path(folder, named.group(1)).write_text("\n".join(lines) + "\n", encoding="utf-8")
            if language not in ("console", "console-noisy", "sh"):
                continue
            for number, command, expected in steps(language, start, lines):
                count += 1
                where = f"{path.relative_to(root)}:{number}: {command}"
                made = re.match(r"make (\S+)", command)
                if made:
                    if made.group(1) not in targets:
                        failures.append(f"{where}\n    the Makefile has no such target")
                    continue
                result = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300, check=False)
                if expected is None and result.returncode != 0:
                    failures.append(f"{where}\n    exit {result.returncode}: {result.stdout}")
                elif language == "console-noisy":
                    if not fits([without_numbers(line) for line in expected], without_numbers(result.stdout)):
                        failures.append(f"{where}\n    says something else:\n{result.stdout}")
                elif expected is not None and not fits(expected, result.stdout):
                    failures.append(f"{where}\n--- the document says\n" + "\n".join(expected) +
                                    f"\n--- the program says\n{result.stdout}")
    return count, failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True, type=pathlib.Path)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    parser.add_argument("documents", nargs="*", help="paths below the root; without any, all documents")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    environment = dict(os.environ, PATH=f"{arguments.program.resolve().parent}:{os.environ['PATH']}",
                       SFUMATO_EXAMPLES=str(root / "examples"), NO_COLOR="1", COLUMNS="100")
    documents = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md")),
                 *sorted((root / "examples").rglob("*.md"))]
    if arguments.documents:
        documents = [root / path for path in arguments.documents]
    total, failed = 0, []
    for document in documents:
        if document.exists():
            count, failures = run_document(document, root, environment)
            total += count
            failed += failures
    print("\n".join(failed))
    print(f"{total - len(failed)} passed, {len(failed)} failed")
    return 1 if failed or (total == 0 and not arguments.documents) else 0


if __name__ == "__main__":
    sys.exit(main())
