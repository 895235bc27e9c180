#!/usr/bin/env python3
"""Writes the C++ and Markdown blocks of a document into files, so that the build compiles what readers are told
to type. A block whose first line is a comment with a path ("// src/masking/x.cpp") goes there, and a block of four
backquotes ("````markdown") into the file that the words before it name last in backquotes: a page has no comments."""

import pathlib
import re
import sys

document, target = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
text = document.read_text(encoding="utf-8")
blocks = [(path.group(1), body) for body in re.findall(r"^```cpp\n(.*?)^```$", text, re.M | re.S)
          if (path := re.match(r"// (\S+\.cpp)\n", body))]
for before, body in re.findall(r"(.*?)^````markdown\n(.*?)^````$", text, re.M | re.S):
    blocks.append((re.findall(r"`(src/\S+\.md)`", before)[-1], body))
for name, body in blocks:
    file = target / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(body, encoding="utf-8")
