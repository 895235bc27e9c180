"""What the tests of frames share: masking any frame, the way the package does it."""

from sfumato._frames import restore_release, source
from sfumato._library import run


def masked(frame, method, columns=None, schema=None, **members):
    """The masked frame and the result of the job."""
    original = source(frame)
    request = {"job": "mask", "method": method, "seed": 1, "kept-rows": True, **members}
    if columns is not None:
        request["columns"] = columns
    if schema is not None:
        request["schema"] = {"original": schema}
    answer = run(request, [("original", original)])
    frames, _ = restore_release(original, answer.outputs, answer.result["mapping"])
    return frames[0], answer.result
