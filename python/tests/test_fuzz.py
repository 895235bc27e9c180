"""Random calls in a process of their own, so that a crash is seen. SFUMATO_FUZZ_CALLS sets their number (2,000; 10,000 for a
longer run), SFUMATO_FUZZ_SEED the seed (1); both are printed."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest


class Fuzz(unittest.TestCase):
    def test_random_calls_never_crash(self):
        calls = int(os.environ.get("SFUMATO_FUZZ_CALLS", "2000"))
        seed = int(os.environ.get("SFUMATO_FUZZ_SEED", "1"))
        script = pathlib.Path(__file__).with_name("fuzz_calls.py")
        print(f"fuzz: {calls} calls of seed {seed}")
        with tempfile.TemporaryDirectory() as folder:
            at = pathlib.Path(folder, "at")
            done = subprocess.run([sys.executable, "-X", "faulthandler", script, f"--seed={seed}", f"--calls={calls}",
                                   f"--at={at}"], cwd=folder, capture_output=True, text=True)
            place = at.read_text() if at.exists() else "none"
        self.assertEqual(done.returncode, 0, f"exit status {done.returncode} at call {place} of seed {seed}; repeat it with "
                         f"{script.name} --seed {seed} --first {place} --calls 1\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
        print(done.stdout.strip())


if __name__ == "__main__":
    unittest.main()
