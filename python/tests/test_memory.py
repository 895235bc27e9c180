"""What masking takes: methods that work column by column need at most three times the data beside the frame, what comes
back included. Child processes tell their peak of resident memory."""

import subprocess
import sys
import textwrap

import pytest

CHILD = """
    import numpy as np
    import {library} as library
    from sfumato._frames import source
    from sfumato._library import run

    def memory(what):
        with open("/proc/self/status") as file:
            return next(1024 * int(line.split()[1]) for line in file if line.startswith(what))

    run({{"job": "sample", "sample": "people", "rows": 100, "seed": 1}})
    rows, columns = 10**6, 10
    random = np.random.default_rng(1)
    frame = {make}({{f"c{{i}}": random.normal(size=rows) for i in range(columns)}})
    with_frame = memory("VmRSS")
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")  # the peak begins here
    original = source(frame)
    answer = run({{"job": "mask", "method": "{method}", "seed": 1, "threads": 2}}, [("original", original)])
    masked = original.restore(answer.outputs[0])
    assert len(masked) == rows
    print((memory("VmHWM") - with_frame) / (rows * columns * 8))
"""


@pytest.mark.parametrize("library, make", [("pandas", "library.DataFrame"), ("polars", "library.DataFrame"), ("pyarrow", "library.table")])
@pytest.mark.parametrize("method", ["additive-noise", "individual-ranking", "rank-swapping"])
def test_peak(library, make, method):
    pytest.importorskip(library)
    if library != "pandas" and method != "additive-noise":
        pytest.skip("one kind of frame is enough")
    code = textwrap.dedent(CHILD).format(library=library, make=make, method=method)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    # Beyond the frame itself: the library's copy, the masked columns, and what a method sorts by.
    assert float(done.stdout) < 3.0
