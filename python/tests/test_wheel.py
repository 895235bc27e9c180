"""The wheel itself: its tag, its record, its libraries and their licences. SFUMATO_WHEEL names it; without it there is
nothing to check."""

import base64
import csv
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest
import zipfile

WHEEL = os.environ.get("SFUMATO_WHEEL")


@unittest.skipUnless(WHEEL, "no wheel was named")
class Wheel(unittest.TestCase):
    def setUp(self):
        self.archive = zipfile.ZipFile(WHEEL)
        self.names = self.archive.namelist()
        self.addCleanup(self.archive.close)

    def text(self, ending):
        (name,) = [name for name in self.names if name.endswith(".dist-info/" + ending)]
        return self.archive.read(name).decode()

    def test_name_and_tag_agree(self):
        version, tag = re.fullmatch(r"sfumato-([\d.]+)-(py3-none-manylinux_2_\d+_\w+)\.whl", pathlib.Path(WHEEL).name).groups()
        self.assertIn(f"Tag: {tag}\n", self.text("WHEEL"))
        self.assertIn("Root-Is-Purelib: false", self.text("WHEEL"))
        self.assertIn(f"\nVersion: {version}\n", self.text("METADATA"))
        self.assertNotRegex(self.text("METADATA"), r"(?m)^Requires-Dist: [^;\n]*$")  # no required dependency
        self.assertLessEqual(int(tag.split("_")[2]), 35)
        self.assertLess(os.path.getsize(WHEEL), 12e6)

    def test_the_record_is_complete(self):
        rows = list(csv.reader(self.text("RECORD").splitlines()))
        self.assertEqual(sorted(row[0] for row in rows), sorted(self.names))
        for name, digest, size in rows:
            if name.endswith("/RECORD"):
                self.assertEqual((digest, size), ("", ""))
                continue
            data = self.archive.read(name)
            found = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            self.assertEqual((digest, int(size)), ("sha256=" + found, len(data)), name)

    def test_the_same_bytes_come_again(self):
        dates = {info.date_time for info in self.archive.infolist()}
        self.assertEqual(dates, {(1980, 1, 1, 0, 0, 0)})
        self.assertFalse([name for name in self.names if "__pycache__" in name or name.endswith(".pyc")])

    def test_libraries_have_names_of_their_own_and_licences(self):
        libraries = [name for name in self.names if ".so" in name]
        self.assertIn("sfumato/libsfumato.so", libraries)
        for name in libraries:
            if name != "sfumato/libsfumato.so":
                self.assertRegex(name, r"^sfumato/lib\w+-[0-9a-f]{8}\.so[.\d]*$")
        self.assertIn("Apache License", self.text("licenses/LICENSE"))
        self.assertIn("libtbb", self.text("licenses/third-party/README"))

    @unittest.skipUnless(shutil.which("readelf"), "no readelf")
    def test_libraries_find_each_other_alone(self):
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            self.archive.extractall(folder)
            libraries = {path.name: path for path in pathlib.Path(folder, "sfumato").glob("lib*.so*")}
            system = re.compile(r"lib(c|m|dl|pthread|rt|stdc\+\+|gcc_s)\.so\.\d+|ld-linux-x86-64\.so\.2")
            for path in libraries.values():
                shown = subprocess.run(["readelf", "--dynamic", path], capture_output=True, text=True, check=True).stdout
                self.assertEqual(re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", shown), ["$ORIGIN"], path.name)
                self.assertEqual(re.findall(r"\(SONAME\).*\[(.*)\]", shown), [path.name])
                for needed in re.findall(r"\(NEEDED\).*\[(.*)\]", shown):
                    self.assertTrue(needed in libraries or system.fullmatch(needed), f"{path.name} needs {needed}")

    def test_the_installed_package_is_this_one(self):
        import sfumato._library as library

        self.assertEqual(pathlib.Path(library.__file__).with_name("libsfumato.so"), library._path())
        self.assertTrue(library._path().is_file())
        self.assertIn(f"-{library.version()}-", pathlib.Path(WHEEL).name)
        code = "import sys, sfumato._library; print([name for name in ('numpy', 'pandas', 'polars', 'pyarrow') if name in sys.modules])"
        shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        self.assertEqual(shown, "[]\n")  # importing the package imports no other


if __name__ == "__main__":
    unittest.main()
