"""Shared libraries that a program or library of ours needs: where they are, which Debian package they come from, and its
licence. The tarball, the wheel and the R package bring them along."""

import hashlib
import pathlib
import re
import shutil
import subprocess
import sys

# Every Linux of the wheel's tag has these (PEP 600).
EXPECTED = {"libc6", "libgcc-s1", "libstdc++6"}


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def needed_libraries(program):
    """Paths of all libraries that the program loads when it starts."""
    listing = output("ldd", program)
    if "not found" in listing:
        sys.exit(f"packaging: {program} lacks libraries:\n{listing}")
    return [pathlib.Path(path) for path in re.findall(r"=> (/\S+)", listing)]


def debian_package(library):
    """dpkg knows files by the folder they were packed in, which may be /lib or /usr/lib."""
    for path in (library, pathlib.Path("/usr") / library.relative_to("/")):
        found = subprocess.run(["dpkg-query", "--search", path], capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.split(":")[0]
    sys.exit(f"packaging: {library} belongs to no Debian package, so its licence is not known")


def copy_licences(packages, folder, copyright_file):
    """One file per package. `copyright_file` is that of the program."""
    for package in packages:
        text = pathlib.Path("/usr/share/doc", package, "copyright").read_text("utf-8")
        (folder / f"{package}.txt").write_text(text, "utf-8")
    # The texts refer to licences that every Debian system has; here they come along.
    texts = "".join(path.read_text("utf-8") for path in [copyright_file, *sorted(folder.glob("*.txt"))])
    for name in sorted(set(re.findall(r"/usr/share/common-licenses/([\w.-]*\w)", texts))):
        licence = pathlib.Path("/usr/share/common-licenses", name)
        if licence.is_file():
            shutil.copyfile(licence, folder / f"common-{name}.txt")


def unique_name(library):
    """libtbb.so.12 becomes libtbb-0123abcd.so.12."""
    digest = hashlib.sha256(library.read_bytes()).hexdigest()[:8]
    stem, dot, rest = library.name.partition(".")
    return f"{stem}-{digest}{dot}{rest}"


def patched(*arguments):
    subprocess.run(["patchelf", *map(str, arguments)], check=True)


def strip(path):
    subprocess.run(["strip", "--strip-unneeded", "--remove-section=.comment", path], check=True)


def copy_libraries(build, package):
    """The library and what it needs; returns the Debian packages that were copied from, with their files."""
    origin = build / "libsfumato.so"
    copies, packages = {}, {}
    for library in needed_libraries(origin):
        ours = library.resolve().is_relative_to(build) or library.is_relative_to(build)
        name = None if ours else debian_package(library)
        if name in EXPECTED:
            continue
        if name:
            packages.setdefault(name, []).append(library.name)
        copies[library.name] = (library, unique_name(library))
    shutil.copyfile(origin.resolve(), package / "libsfumato.so")
    for library, name in copies.values():
        shutil.copyfile(library, package / name)
    for file in [package / "libsfumato.so", *(package / name for _, name in copies.values())]:
        file.chmod(0o755)
        strip(file)
        patched("--set-soname", file.name, file)
        patched("--set-rpath", "$ORIGIN", file)
        needed = output("patchelf", "--print-needed", file).split()
        for old in needed:
            if old in copies:
                patched("--replace-needed", old, copies[old][1], file)
    return packages


def describe_packages(packages, where):
    """Which libraries were copied, and from which source packages of Debian."""
    lines = [f"Shared libraries in this {where}, from Debian 12, with another name and search path. The licence of each is the\n"
             "file that is named after its package; that of HiGHS is in the file copyright.\n\n"]
    for package, libraries in sorted(packages.items()):
        source = output("dpkg-query", "--show", "--showformat=${source:Package} ${source:Version}", package)
        lines.append(f"{', '.join(libraries)}: package {package}, source {source}\n")
    return "".join(lines)
