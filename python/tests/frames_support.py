"""What the tests of frames share: masking any frame through the binding alone."""

from sfumato._frames import native, source
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
    rows = None
    if answer.result["mapping"] == "subset":  # the last table says which records are left
        kept = native(answer.outputs.pop(), source({}))
        rows = [place - 1 for place in kept["original"]]
    return original.restore(answer.outputs[0], answer.result["mapping"], rows), answer.result
