"""Shows `look` a page with every fault it should find, so that its silence about other pages means
something. Names what it overlooked; exits 1 then."""

import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
EXPECTED = [
    "console: a complaint",
    "page: a mishap",
    "missing.png",
    "the page has no title",
    "the page has no language",
    "an image without alt",
    "a script",
    "a link to nowhere: #nowhere",
    "the id twice is there twice",
    'chart "?" has no role',
    'chart "?" has no title',
    'chart "?" has no text alternative',
    'chart "hidden" does not show',
    '"below" lies over "above"',
    '"too far to the right" leaves the chart',
    'chart "crowded" has a coordinate that is not a number',
    "at width 1280: the page is 20",
    "at width 390: the page is 20",
]


def main():
    found = subprocess.run([FOLDER / "look", FOLDER / "faulty.html"], capture_output=True, text=True)
    overlooked = [fault for fault in EXPECTED if fault not in found.stderr]
    if found.returncode != 1 or overlooked:
        print(f"exit status {found.returncode}; overlooked: {overlooked}\n{found.stderr}", file=sys.stderr)
        return 1
    print(f"look finds all {len(EXPECTED)} faults")
    return 0


if __name__ == "__main__":
    sys.exit(main())
