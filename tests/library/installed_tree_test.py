#!/usr/bin/env python3
"""Installs the library, builds the two example programs against the installed tree, one with pkg-config and one with
find_package, and runs them. Also checks what the library exports and needs, and that README and guide show the examples
as they are."""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

FORBIDDEN = ("arrow", "parquet", "libpq", "ssl", "crypto", "sqlite", "readstat", "CLI")


def run(*command, **options):
    result = subprocess.run([str(part) for part in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            check=False, **options)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout


def check(condition, message):
    if not condition:
        sys.exit(message)


def check_library(library):
    names = [line.split()[-1] for line in run("nm", "-D", "--defined-only", library).splitlines()]
    check(sorted(names) == ["sfumato_describe", "sfumato_free", "sfumato_run", "sfumato_version"], f"exports {names}")
    dynamic = run("readelf", "-d", library)
    check("libsfumato.so.0]" in dynamic, "no versioned soname")
    for line in run("ldd", library).splitlines():
        check(not any(name in line.split("=>")[0] for name in FORBIDDEN), f"the library needs {line.strip()}")
        check("not found" not in line, f"the library does not find {line.strip()}")


def build_with_pkg_config(source, prefix, folder):
    paths = ":".join(str(path.parent) for path in prefix.rglob("sfumato.pc"))
    flags = run("pkg-config", "--cflags", "--libs", "sfumato", env=dict(os.environ, PKG_CONFIG_PATH=paths)).split()
    program = folder / "mask-c"
    run("cc", "-std=c99", "-Wall", "-Wextra", "-Werror", source / "mask.c", "-o", program, *flags)
    return program


def build_with_find_package(source, prefix, folder):
    run("cmake", "-S", source, "-B", folder / "cpp", f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
    run("cmake", "--build", folder / "cpp")
    return folder / "cpp" / "mask"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    examples = arguments.root / "examples" / "library"
    for document in ("README.md", "docs/library.md"):
        text = (arguments.root / document).read_text(encoding="utf-8")
        for example in ("c/mask.c", "cpp/mask.cpp"):
            check((examples / example).read_text(encoding="utf-8").strip() in text, f"{document} does not show {example} as it is")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prefix = folder / "installed"
        run("cmake", "--install", arguments.build, "--component", "library", "--prefix", prefix)
        library = next(prefix.rglob("libsfumato.so"))
        check_library(library)
        environment = dict(os.environ, LD_LIBRARY_PATH=str(library.parent))
        said = run(build_with_pkg_config(examples / "c", prefix, folder), env=environment)
        check('"method": "mdav"' in said, f"the C program says {said}")
        said = run(build_with_find_package(examples / "cpp", prefix, folder), env=environment)
        check(said == "1000 records\n", f"the C++ program says {said}")
    print("installed, built and run")


if __name__ == "__main__":
    main()
