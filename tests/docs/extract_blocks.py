#!/usr/bin/env python3
"""Writes the C++ blocks of a document into files, so that the build compiles what readers are told
to type. A block whose first line is a comment with a path ("// src/masking/x.cpp") goes there."""

import pathlib
import re
import sys

document, target = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
for body in re.findall(r"^```cpp\n(.*?)^```$", document.read_text(encoding="utf-8"), re.M | re.S):
    path = re.match(r"// (\S+\.cpp)\n", body)
    if path:
        file = target / path.group(1)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(body, encoding="utf-8")
