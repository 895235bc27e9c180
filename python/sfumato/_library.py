"""The binding to libsfumato.so: runs one job on its own thread, while the calling thread shows the progress and notices
Ctrl-C. Nothing else of the package touches the C interface."""

from __future__ import annotations

import _thread
import atexit
import ctypes
import json
import os
import pathlib
import threading
import time
from typing import Any, Dict, List, Mapping, Optional, Sequence, Set, Tuple

from ._arrow import ArrowArrayStream, Stream
from ._errors import Error, error_of
from ._progress import Progress, Show, shower
from ._requests import request_text

DONE, NO, BAD, FAILED, STOPPED = 0, 1, 2, 3, 130
_CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_double, ctypes.c_char_p, ctypes.c_void_p)
_BETWEEN_REPORTS = 0.05  # seconds
_LAST_SECONDS = 5.0  # for jobs that run when the interpreter ends


def _path() -> pathlib.Path:
    """Beside this file, as the wheel has it; the environment may name another one, for developers."""
    chosen = os.environ.get("SFUMATO_LIBRARY")
    return pathlib.Path(chosen) if chosen else pathlib.Path(__file__).with_name("libsfumato.so")


def _load() -> ctypes.CDLL:
    path = _path()
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise ImportError(f"sfumato's library cannot be loaded from {path}: {error}") from error
    library.sfumato_version.restype = ctypes.c_char_p
    library.sfumato_version.argtypes = []
    library.sfumato_describe.restype = ctypes.c_void_p
    library.sfumato_describe.argtypes = []
    library.sfumato_free.restype = None
    library.sfumato_free.argtypes = [ctypes.c_void_p]
    library.sfumato_run.restype = ctypes.c_int
    library.sfumato_run.argtypes = [
        ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p), ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64,
        ctypes.POINTER(ctypes.c_int64), _CALLBACK, ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p),
    ]  # fmt: skip
    return library


_library = _load()
_running: Set[_Call] = set()
_ending = False  # the interpreter: threads other than the main one are about to be ended
_described: Optional[Dict[str, Any]] = None


def version() -> str:
    """The version of the library, such as "0.1.0"."""
    return str(_library.sfumato_version().decode())


def describe() -> Dict[str, Any]:
    """Jobs, methods, measures, protections and rules with their parameters. Made once; not to be changed."""
    global _described
    if _described is None:
        _described = _document(_library.sfumato_describe())
    return _described


def _document(address: Optional[int]) -> Dict[str, Any]:
    if not address:
        raise MemoryError("not enough memory for the result")
    try:
        return json.loads(ctypes.string_at(address))  # type: ignore[no-any-return]
    finally:
        _library.sfumato_free(address)


class Answer:
    """What a job gives: its document, whether the answer is yes, and the tables that it makes.

    Attributes:
        result: the document that the program prints with ``--json``.
        yes: False where the job ran and the answer is no: a target not attained, unsafe cells.
        outputs: streams, each to be read once.
    """

    __slots__ = ("result", "yes", "outputs")

    def __init__(self, result: Dict[str, Any], yes: bool, outputs: List[Stream]) -> None:
        self.result, self.yes, self.outputs = result, yes, outputs


class _Call:
    """One call of sfumato_run with its memory. `stop` may be set by any thread."""

    def __init__(self, request: bytes, inputs: Sequence[Stream], outputs: int) -> None:
        self.request, self.inputs = request, inputs
        self.places = (ctypes.c_void_p * max(1, len(inputs)))(*[stream.address for stream in inputs])
        self.count = ctypes.c_int64()
        self.result = ctypes.c_void_p()
        self.callback = _CALLBACK(self._progress)
        self.done, self.what = 0.0, ""
        self.stop = self.ended = False
        self.status = FAILED
        self.failure: Optional[BaseException] = None
        self.finished = threading.Lock()
        self.begun = threading.Lock()  # taken by the thread that runs the call, or by the one that gives it up
        self.memory = (ArrowArrayStream * max(1, outputs))()
        self.capacity = outputs

    def _progress(self, done: float, what: Optional[bytes], user: Optional[int]) -> int:
        self.done, self.what = done, (what or b"").decode("utf-8", "replace")
        return 1 if self.stop else 0

    def run(self) -> None:
        """On a thread of its own, so that no signal handler of Python runs inside the callback, where ctypes would
        swallow what it raises."""
        if not self.begun.acquire(blocking=False):
            return
        _running.add(self)
        try:
            self.status = _library.sfumato_run(
                self.request, self.places, len(self.inputs), ctypes.addressof(self.memory), self.capacity,
                ctypes.byref(self.count), self.callback, None, ctypes.byref(self.result),
            )  # fmt: skip
        except BaseException as error:  # such as no memory
            self.failure = error
        finally:
            _running.discard(self)
            self.ended = True
            self.finished.release()

    def streams(self) -> List[Stream]:
        """The outputs, each in memory of its own."""
        made = []
        for i in range(self.count.value):
            structure = ArrowArrayStream()
            ctypes.memmove(ctypes.addressof(structure), ctypes.addressof(self.memory[i]), ctypes.sizeof(structure))
            made.append(Stream(structure))
        return made


@atexit.register
def _stop_all() -> None:
    """Jobs of daemon threads end before the interpreter, which they call back."""
    global _ending
    _ending = True
    for call in list(_running):
        call.stop = True
    end = time.monotonic() + _LAST_SECONDS
    while _running and time.monotonic() < end:
        time.sleep(0.01)


def _wait(call: _Call, progress: Progress) -> None:
    """Runs the call, shows its progress, and passes on what is raised meanwhile after the job has stopped."""
    if _ending and threading.current_thread() is not threading.main_thread():
        raise Error("the interpreter ends", None, "", "interrupted", STOPPED)
    call.finished.acquire()
    raised: Optional[BaseException] = None
    try:
        try:
            _thread.start_new_thread(call.run, ())
        except RuntimeError:  # there are no threads any more: the interpreter ends
            call.run()
        while not (call.finished.acquire(timeout=_BETWEEN_REPORTS) or call.ended):
            if not call.stop and progress.report(call.done, call.what):
                call.stop = True
    except BaseException as error:  # KeyboardInterrupt, or raised by the caller's function
        call.stop = True
        raised = error
    if raised is None:
        return
    _wait_for_end(call)
    _give_back(call)
    raise raised


def _wait_for_end(call: _Call) -> None:
    """Of a job that was asked to stop; further signals have to wait. A thread that did not begin will not."""
    while True:
        try:
            if call.begun.acquire(blocking=False):
                return
            while not call.ended:
                call.finished.acquire(timeout=_BETWEEN_REPORTS)
            return
        except BaseException:  # Ctrl-C again
            continue


def _give_back(call: _Call) -> None:
    """Frees what came of a job that nothing will ask for."""
    if call.result.value:
        _library.sfumato_free(call.result.value)
    if call.status <= NO:
        del call.streams()[:]


def _opened(source: Any) -> Stream:
    """The source's stream. What its library cannot do is an Error."""
    try:
        return source.stream()  # type: ignore[no-any-return]
    except MemoryError:
        raise
    except Error as error:
        error.parameter = error.parameter or source.argument
        raise
    except Exception as error:
        raise Error(f"{source.what} cannot be read: {error}", source.argument) from error


def run(
    request: Mapping[str, Any],
    inputs: Sequence[Tuple[str, Any]] = (),
    progress: Show = None,
    outputs: int = 8,
) -> Answer:
    """Runs one job.

    Args:
        request: the job and its parameters, by the names of the C interface (with hyphens).
        inputs: names and sources of the tables that go in.
        progress: None shows a bar where there is a terminal or a notebook and the job takes a while, False shows
            nothing, True shows a bar always; a function is called with the share that is done and the name of the
            job, and stops the job by returning True or by raising.
        outputs: for how many tables there is room at first.

    Raises:
        Error: the request or the data are wrong, or the job was stopped by `progress`.
        KeyboardInterrupt: Ctrl-C, after the job has stopped.
    """
    members = dict(request)
    members["inputs"] = [name for name, _ in inputs]
    members.setdefault("spelling", "underscored")
    text = request_text(members)
    if b"\0" in text:
        raise Error("a text of the request contains a null character")
    streams = [_opened(source) for _, source in inputs]
    call = _Call(text, streams, outputs)
    with shower(progress) as shown:
        _wait(call, shown)
        if call.status == BAD and call.count.value > call.capacity:  # the inputs can be used again
            _document(call.result.value)
            call = _Call(text, streams, call.count.value)
            _wait(call, shown)
    if call.failure is not None:
        raise call.failure
    document = _document(call.result.value)
    if call.status > NO or document.get("error"):  # a refusal has the status of an answer that is no
        known = {name: source.what for name, source in inputs}
        raise error_of(document.get("error") or {}, call.status, request, known)
    return Answer(document, call.status == DONE, call.streams())
