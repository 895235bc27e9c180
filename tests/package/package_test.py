#!/usr/bin/env python3
"""The packages of build/package, as a user gets them. The tarball runs where there is nothing but the C and C++ libraries,
and runs again after it was moved. The Debian package passes lintian, is installed by apt into a new Debian 12, runs, is
removed, and leaves no file. Debian is kept in build/package-test, so that the next run is fast. Needs root; exit code 77
where that or a tool is missing."""

import gzip
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = ROOT / "build/package"
FOLDER = ROOT / "build/package-test"
DEBIAN = FOLDER / "debian"  # as it was made; tests work on copies
SUITES = ("bookworm", "bookworm-updates", "bookworm-security")
PLAN = """\
seed = 1
measures = ["sse"]
[data]
sample = "people"
rows = 100
columns = ["income", "savings"]
[[methods]]
method = "mdav"
k = [3, 5]
[[figures]]
title = "Loss by k"
x = "k"
y = ["sse"]
"""
CATALOGUE = """\
[table.companies.column.employees]
kind = "number"
domain = [-1, 1000000]
"""


def only(pattern):
    found = list(PACKAGES.glob(pattern))
    if len(found) != 1:
        sys.exit(f"package_test: expected one {pattern} in {PACKAGES}, found {len(found)}: run scripts/package")
    return found[0]


def run(*command, status=0, **options):
    """Standard output of a command; an error that shows both streams if it ends with another status."""
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode != status:
        raise AssertionError(f"{' '.join(map(str, command))} gave {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def run_in(root, *command, **options):
    """Within a root folder, with a /proc that goes away with the command: the loader finds libraries relative to a program
    through it."""
    return run("unshare", "--pid", "--fork", "--mount-proc", f"--root={root}", *command, **options)


def apt(root, *arguments):
    run_in(root, "apt-get", "--quiet", "--yes", "--no-install-recommends", *arguments, env={
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8",
        **{name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}})


def debian():
    """A minimal Debian 12 from the mirror that this machine uses."""
    if not (DEBIAN / "made").exists():
        shutil.rmtree(DEBIAN, ignore_errors=True)
        FOLDER.mkdir(parents=True, exist_ok=True)
        targets = run("apt-get", "indextargets", "--format", "$(SITE) $(RELEASE) $(COMPONENT)", "Created-By: Packages")
        sources = sorted({line for line in targets.splitlines() if line.split()[1] in SUITES and line.endswith(" main")})
        if not sources:
            sys.exit("package_test: the apt sources of this machine name no Debian 12 (bookworm)")
        run("mmdebstrap", "--quiet", "--mode=root", "--variant=apt", "--skip=cleanup/apt", "bookworm", DEBIAN,
            input="".join(f"deb {source}\n" for source in sources))
        (DEBIAN / "made").touch()
    return DEBIAN


def bare_root(folder):
    """The files of the C and C++ libraries, and nothing else: no shell either."""
    packages = ("libc6", "libgcc-s1", "libstdc++6")
    files = run_in(debian(), "dpkg-query", "--listfiles", *packages)
    shutil.rmtree(folder, ignore_errors=True)
    for path in files.split():
        source, target = DEBIAN / path.lstrip("/"), folder / path.lstrip("/")
        if source.is_dir():
            target.mkdir(parents=True, exist_ok=True)
        else:
            shutil.copy2(source, target, follow_symlinks=False)
    (folder / "proc").mkdir()
    return folder


def files_of(root):
    """All files but those that apt and dpkg keep about their work."""
    found = set()
    for folder, _, names in os.walk(root):
        inside = pathlib.Path(folder).relative_to(root)
        if inside.parts[:2] not in (("var", "cache"), ("var", "lib"), ("var", "log")):
            found.update(str(inside / name) for name in names)
    return found


class Packaged(unittest.TestCase):
    def check_program(self, root, program):
        """A few true jobs, which together use every library."""
        job = root / "job"
        shutil.rmtree(job, ignore_errors=True)
        job.mkdir()
        (job / "catalogue.toml").write_text(CATALOGUE)

        def sfumato(line, **options):
            return run_in(root, program, *line.split(), **options)

        self.assertEqual(sfumato("--version"), run(ROOT / "build/release/sfumato", "--version"))
        sfumato("sample people --rows 200 --seed 1 -o /job/people.csv --quiet")
        sfumato("mask mdav /job/people.csv --columns income,savings --k 5 -o /job/masked.parquet")
        scores = sfumato("measure /job/people.csv /job/masked.parquet --columns income,savings")
        self.assertIn("distance-linkage", scores)
        sfumato("mask jpeg /job/people.csv --columns income,savings -o /job/masked.sav")
        (job / "plan.toml").write_text(PLAN)
        sfumato("run /job/plan.toml -o /job/plan --figures pdf,png --quiet")
        self.assertTrue((job / "plan/figure-1.pdf").read_bytes().startswith(b"%PDF-"))
        sfumato("sample companies --rows 2000 --seed 3 -o /job/companies.csv --quiet")
        sfumato("table tabulate /job/companies.csv --by legal_form,region --sum turnover -o /job/table.json --quiet")
        sfumato("table check /job/table.json --rule p-percent=15 -o /job/checked.json", status=1)
        protected = sfumato("table protect suppress /job/checked.json -o /job/pattern.json")
        self.assertTrue(protected.startswith("SAFE:"), protected)
        sfumato("query init /job/companies.db /job/companies.csv --catalogue /job/catalogue.toml "
                "--protection camouflage --quiet")
        self.assertIn("answer", run_in(root, program, "query", "ask", "/job/companies.db",
                                       "SELECT SUM(employees) FROM companies"))
        shutil.rmtree(job)

    def check_search_paths(self, files):
        """An empty entry would stand for the current folder, where anyone may have put a library."""
        for file in files:
            for entry in run("patchelf", "--print-rpath", file).strip().split(":"):
                self.assertRegex(entry, r"^\$ORIGIN(/|$)", file)

    def test_the_tarball_runs_without_further_libraries_and_after_it_was_moved(self):
        root = bare_root(FOLDER / "bare")
        tarball = only("sfumato-*.tar.gz")
        first = root / "opt"
        first.mkdir(exist_ok=True)
        run("tar", "--extract", "--file", tarball, "--directory", first)
        name = tarball.name.removesuffix(".tar.gz")
        self.assertEqual([path.name for path in first.iterdir()], [name])
        self.check_search_paths([ROOT / "build/release/sfumato", *first.glob("*/bin/*"), *first.glob("*/lib/sfumato/*")])
        self.check_program(root, f"/opt/{name}/bin/sfumato")
        (root / "srv").mkdir()
        (first / name).rename(root / "srv/moved here")
        self.check_program(root, "/srv/moved here/bin/sfumato")
        shutil.rmtree(root)

    def test_the_debian_package_is_installed_runs_and_is_removed(self):
        root = FOLDER / "installed"
        shutil.rmtree(root, ignore_errors=True)
        run("cp", "--archive", "--reflink=auto", debian(), root)
        for name in ("resolv.conf", "hosts"):
            shutil.copyfile(pathlib.Path("/etc", name).resolve(), root / "etc" / name)
        package = only("sfumato_*.deb")
        shutil.copy(package, root / "tmp")
        before = files_of(root)
        try:
            apt(root, "install", f"/tmp/{package.name}")
        except AssertionError:  # the lists may name packages that the mirror has replaced
            apt(root, "update")
            apt(root, "install", f"/tmp/{package.name}")
        for archive in root.glob("var/cache/apt/archives/*.deb"):  # the next run need not fetch it
            shutil.copy2(archive, DEBIAN / "var/cache/apt/archives")
        self.check_program(root, "/usr/bin/sfumato")
        manual = gzip.decompress((root / "usr/share/man/man1/sfumato.1.gz").read_bytes()).decode()
        self.assertIn(".B compare\n", manual)
        run("bash", "-n", root / "usr/share/bash-completion/completions/sfumato")
        apt(root, "purge", "sfumato")
        installed = run("dpkg-deb", "--contents", package).splitlines()
        paths = [root / line.split(" ./", 1)[1] for line in installed if not line.startswith("d")]
        self.assertGreater(len(paths), 8)
        self.assertEqual([path for path in paths if path.exists()], [])
        apt(root, "autoremove", "--purge")
        self.assertEqual(files_of(root) ^ before, set())
        shutil.rmtree(root)

    def test_lintian_finds_no_errors(self):
        run("lintian", "--allow-root", "--fail-on", "error,warning", only("sfumato_*.deb"))


def main():
    missing = [tool for tool in ("mmdebstrap", "lintian", "patchelf", "dpkg-deb", "unshare") if shutil.which(tool) is None]
    if missing:
        print(f"package_test: skipped, since {', '.join(missing)} is missing: run scripts/setup")
        sys.exit(77)
    if os.geteuid() != 0:
        print("package_test: skipped, since only root can make a root folder with a Debian in it")
        sys.exit(77)
    if subprocess.run(["unshare", "--pid", "--fork", "--mount-proc", "true"], capture_output=True).returncode != 0:
        print("package_test: skipped, since this machine forbids mounts (is it a container?)")
        sys.exit(77)
    unittest.main()


if __name__ == "__main__":
    main()
