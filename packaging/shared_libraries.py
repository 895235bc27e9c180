"""Shared libraries that a program or library of ours needs: where they are, which Debian package they come from, and its
licence. Both the tarball and the wheel bring them along."""

import pathlib
import re
import shutil
import subprocess
import sys


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
