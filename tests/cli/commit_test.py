#!/usr/bin/env python3
"""The commit that `sfumato --version` names: from git, from a source archive, or unknown; and that an unchanged commit
leaves the header as it is, so that nothing is compiled again."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Commit(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.header = pathlib.Path(folder.name) / "commit.hpp"
        self.source = pathlib.Path(folder.name) / "source"
        (self.source / "cmake").mkdir(parents=True)
        shutil.copy(ROOT / ".gitattributes", self.source)
        (self.source / "cmake/commit.txt").write_text("$Format:%H$\n")

    def git(self, *arguments):
        identity = ("-c", "user.name=tester", "-c", "user.email=tester@example.org")
        return subprocess.run(["git", *identity, *arguments], cwd=self.source, check=True, capture_output=True,
                              text=True).stdout.strip()

    def commit_files(self):
        self.git("init", "--quiet")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "first")
        return self.git("rev-parse", "HEAD")

    def named(self, source=None):
        subprocess.run(["cmake", "-D", f"SOURCE={source or self.source}", "-D", f"HEADER={self.header}",
                        "-P", ROOT / "cmake/WriteCommit.cmake"], check=True)
        return re.search(r'source_commit = "(.*)"', self.header.read_text("utf-8")).group(1)

    def test_is_the_head_of_the_repository_in_twelve_digits(self):
        head = self.commit_files()
        self.git("tag", "v9")
        self.assertEqual(self.named(), head[:12])

    def test_says_that_tracked_files_changed(self):
        head = self.commit_files()
        (self.source / "new.txt").write_text("not tracked")
        self.assertEqual(self.named(), head[:12])
        (self.source / "cmake/commit.txt").write_text("changed")
        self.assertEqual(self.named(), head[:12] + "+changes")

    def test_is_unknown_outside_git_even_within_the_folder_of_a_repository(self):
        self.assertEqual(self.named(), "unknown")
        self.commit_files()
        inner = self.source / "unpacked"
        shutil.copytree(self.source / "cmake", inner / "cmake")
        self.assertEqual(self.named(inner), "unknown")

    def test_comes_with_a_source_archive(self):
        head = self.commit_files()
        unpacked = self.source.parent / "unpacked"
        unpacked.mkdir()
        self.git("archive", "--output", "../source.tar", "HEAD")
        shutil.unpack_archive(self.source.parent / "source.tar", unpacked)
        self.assertEqual(self.named(unpacked), head[:12])

    def test_leaves_the_header_alone_when_the_commit_is_the_same(self):
        self.commit_files()
        self.named()
        os.utime(self.header, (0, 0))
        self.named()
        self.assertEqual(self.header.stat().st_mtime, 0)


if __name__ == "__main__":
    unittest.main()
