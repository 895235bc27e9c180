"""Servers for the tests of the client: the real one on this machine, and one that misbehaves as it is told."""

import contextlib
import json
import os
import pathlib
import re
import socket
import subprocess
import tempfile
import threading
import time

CATALOGUE = """
[table.people.column.age]
kind = "number"
domain = [0, 100]
outside = "clamp"

[table.people.column.region]
role = "quasi-identifier"
kind = "category"
categories = ["Centre", "East", "North", "North-East", "South", "South-East", "South-West", "West"]
"""


def program():
    """The path of the program: SFUMATO_PROGRAM, or the release build of this tree; None if there is none."""
    root = pathlib.Path(__file__).resolve().parents[2]
    path = pathlib.Path(os.environ.get("SFUMATO_PROGRAM", root / "build" / "release" / "sfumato"))
    return path.resolve() if path.exists() else None


class Database:
    """A folder with a database of made-up people, and tokens for it."""

    def __init__(self, protection="dp", init=("--budget", "5")):
        self._folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self._folder.name)
        (self.path / "catalogue.toml").write_text(CATALOGUE)
        self.run("sample", "people", "--rows", "400", "--seed", "4", "-o", "people.csv", "--quiet")
        self.run("query", "init", "people.db", "people.csv", "--catalogue", "catalogue.toml", "--protection", protection,
                 *init, "--quiet")

    def run(self, *words):
        done = subprocess.run([program(), *words], cwd=self.path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def token(self, user, *words):
        return json.loads(self.run("query", "token", "people.db", "--user", user, *words, "--json"))["token"]

    def close(self):
        self._folder.cleanup()

    @contextlib.contextmanager
    def served(self, *words, scheme="http"):
        """Runs the server; gives its address."""
        log = self.path / "server.log"
        with open(self.path / "server.txt", "w+") as output:
            child = subprocess.Popen([program(), "query", "serve", "people.db", "--listen", "127.0.0.1:0", "--log", log,
                                      *words], cwd=self.path, stdout=output, stderr=subprocess.STDOUT)
            try:
                yield self._address(child, scheme)
            finally:
                child.terminate()
                child.wait(20)

    def _address(self, child, scheme):
        for _ in range(600):
            said = re.search(scheme + r"://127\.0\.0\.1:(\d+)", (self.path / "server.txt").read_text())
            if said:
                return f"{scheme}://127.0.0.1:{said.group(1)}"
            assert child.poll() is None, (self.path / "server.txt").read_text()
            time.sleep(0.05)
        raise AssertionError("the server did not start")


def certificate(folder):
    """A self-signed certificate of 127.0.0.1 and its key."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key,
                    "-out", cert], check=True, capture_output=True)
    key.chmod(0o600)
    return cert, key


def reply(status, body, *headers):
    """The bytes of a response."""
    if not isinstance(body, bytes):
        body = json.dumps(body).encode()
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


class OddServer:
    """Answers its n-th connection by the n-th of some behaviours, the last of them from then on: bytes are sent as they
    are; a function gets the connection. Keeps the requests."""

    def __init__(self, *behaviours):
        self._behaviours = list(behaviours)
        self.requests = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = "http://127.0.0.1:%d" % self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(20)

    def _serve(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with connection, contextlib.suppress(OSError):
                self.requests.append(self._request(connection))
                behaviour = self._behaviours[min(len(self.requests), len(self._behaviours)) - 1]
                if callable(behaviour):
                    behaviour(connection)
                else:
                    connection.sendall(behaviour)

    @staticmethod
    def _request(connection):
        data = b""
        while b"\r\n\r\n" not in data:
            data += connection.recv(65536) or b"\r\n\r\n"
        length = re.search(rb"content-length: (\d+)", data, re.I)
        while length and len(data.split(b"\r\n\r\n", 1)[1]) < int(length.group(1)):
            data += connection.recv(65536)
        return data
