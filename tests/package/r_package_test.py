#!/usr/bin/env python3
"""The R package of build/r as a user gets it: installed into a new Debian 12 with the commands of docs/r.md, where it masks
made-up people and writes a report. Run by scripts/test-r --bare. Needs root; exit code 77 where that or a tool is missing."""

import os
import shutil
import sys
import unittest

from package_test import FOLDER, ROOT, apt, debian, run, run_in

JOB = """
library(sfumato)
people <- sample_data("people", rows = 200, seed = 1)
release <- mask(people, "mdav", columns = c("income", "tax"), k = 5)
stopifnot(nrow(release$data) == 200, release$details$groups == 40)
report(release, "/root/release.html")
cat(file.size("/root/release.html") > 10000, "\\n")
"""
PACKAGES = ("r-base-dev", "r-cran-cpp11")  # what docs/r.md installs


class RPackage(unittest.TestCase):
    def test_the_guide_names_these_packages(self):
        guide = (ROOT / "docs/r.md").read_text()
        self.assertIn(" ".join(("apt install --no-install-recommends", *PACKAGES)), guide)
        self.assertIn("R CMD INSTALL build/r/sfumato_*.tar.gz", guide)

    def test_it_works_on_a_bare_debian(self):
        root = FOLDER / "debian-with-r"
        shutil.rmtree(root, ignore_errors=True)
        run("cp", "--archive", debian(), root)
        try:
            apt(root, "update")
            apt(root, "install", *PACKAGES)
            (package,) = (ROOT / "build/r").glob("sfumato_*.tar.gz")
            shutil.copy(package, root / "root" / package.name)
            own = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}
            run_in(root, "R", "CMD", "INSTALL", f"/root/{package.name}", env=own)
            (root / "root/job.R").write_text(JOB)
            self.assertEqual(run_in(root, "Rscript", "/root/job.R", env=own), "TRUE \n")
        finally:
            shutil.rmtree(root, ignore_errors=True)


if __name__ == "__main__":
    missing = [tool for tool in ("mmdebstrap", "unshare") if shutil.which(tool) is None]
    if os.geteuid() != 0 or missing:
        print(f"r_package_test: needs root and {', '.join(missing) or 'nothing else'}")
        sys.exit(77)
    unittest.main()
