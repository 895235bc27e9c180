#!/usr/bin/env python3
"""`sfumato app` as a process: access, uploads in pieces, events while a job runs, stopping from the page and by signal,
and what a killed program leaves. Usage: program_test.py --program build/release/sfumato"""

import argparse
import http.client
import json
import os
import pathlib
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time

PROGRAM = None


class App:
    """The program in a folder, and a browser that has opened its address."""

    def __init__(self, folder, *options):
        self.process = subprocess.Popen([PROGRAM, "app", str(folder), "--no-browser", "--json", *options],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        text = ""
        while not text.rstrip().endswith("}"):
            line = self.process.stdout.readline()
            assert line, self.process.stderr.read()
            text += line
        document = json.loads(text)
        self.port, self.url = document["port"], document["url"]
        status, headers, _ = self.plain("GET", self.url[self.url.index("/start"):], {})
        assert status == 200, status
        self.cookie = headers["Set-Cookie"].split(";")[0]

    def plain(self, method, path, headers, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, answer.headers, data

    def headers(self):
        return {"Cookie": self.cookie, "X-Sfumato": "1", "Origin": f"http://127.0.0.1:{self.port}",
                "Sec-Fetch-Site": "same-origin"}

    def call(self, method, path, body=None):
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        return self.plain(method, path, self.headers(), data)

    def get(self, path):
        status, _, data = self.call("GET", path)
        assert status == 200, (path, status, data)
        return json.loads(data)

    def end(self, how=signal.SIGINT):
        self.process.send_signal(how)
        self.process.wait(60)
        return self.process.returncode


def access(folder):
    app = App(folder)
    path = app.url[app.url.index("/start"):]
    assert app.plain("GET", path, {})[0] == 401  # the token is used
    assert app.plain("GET", path, {"Cookie": app.cookie})[0] == 200
    assert app.plain("GET", "/api/files", {})[0] == 401
    assert app.plain("GET", "/api/files", {"Cookie": app.cookie, "Host": "evil.example"})[0] == 403
    form = {"Cookie": app.cookie, "Content-Type": "application/x-www-form-urlencoded", "Origin": "http://evil.example"}
    status, headers, data = app.plain("POST", "/api/stop", form, b"a=b")
    assert status == 403 and json.loads(data)["error"]["code"] == "forbidden", (status, data)
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert app.call("POST", "/api/jobs", b"{" + b" " * (9 << 20))[0] == 413
    assert app.call("POST", "/api/jobs", b"[" * 100000)[0] == 400
    assert app.end() == 0


def uploads(folder):
    app = App(folder, "--upload-limit", "3MB")
    rows = b"a,b\n" + b"1,2\n" * 500_000
    assert app.call("PUT", "/api/files/big.csv", rows)[0] == 201
    assert (folder / "big.csv").read_bytes() == rows
    assert os.stat(folder / "big.csv").st_mode & 0o777 == 0o600
    assert app.call("GET", "/api/files/big.csv")[2] == rows
    too_large = f"PUT /api/files/more.csv HTTP/1.1\r\nHost: 127.0.0.1:{app.port}\r\nCookie: {app.cookie}\r\nX-Sfumato: 1\r\n"
    with socket.create_connection(("127.0.0.1", app.port)) as client:
        client.sendall((too_large + "Content-Length: 4000000\r\n\r\n").encode())
        assert client.recv(100).startswith(b"HTTP/1.1 413"), "refused before the body comes"
    with socket.create_connection(("127.0.0.1", app.port)) as client:
        client.sendall((too_large + "Content-Length: 2000000\r\n\r\n").encode() + b"x" * 1000)
        for _ in range(600):
            if list((folder / ".sfumato/uploads").iterdir()):
                break
            time.sleep(0.05)
        assert len(list((folder / ".sfumato/uploads").iterdir())) == 1
        app.process.kill()
        app.process.wait()
    assert not (folder / "more.csv").exists()
    again = App(folder)
    assert not list((folder / ".sfumato/uploads").iterdir()), "what the killed program left is gone"
    with socket.create_connection(("127.0.0.1", again.port)) as client:
        client.sendall((too_large.replace(str(app.port), str(again.port)).replace(app.cookie, again.cookie)
                        + "Content-Length: 2000\r\n\r\n").encode() + b"x" * 1000)
        time.sleep(0.3)
    for _ in range(100):  # a client that goes away leaves nothing, either
        if not list((folder / ".sfumato/uploads").iterdir()):
            break
        time.sleep(0.1)
    assert not list((folder / ".sfumato/uploads").iterdir())
    assert again.end(signal.SIGTERM) == 0


def events(folder):
    subprocess.run([PROGRAM, "sample", "people", "--rows", "20000", "--seed", "1", "-o", str(folder / "people.csv"),
                    "--quiet"], check=True)
    app = App(folder)
    job = {"job": "compare", "methods": ["mdav", "rank-swapping", "additive-noise"], "columns": ["income", "tax", "savings"],
           "equal": ["distance-linkage=5"], "seed": 1, "inputs": {"original": {"file": "people.csv"}}}
    status, _, data = app.call("POST", "/api/jobs", job)
    assert status == 202, data
    path = "/api/jobs/" + json.loads(data)["id"]
    with socket.create_connection(("127.0.0.1", app.port), timeout=60) as client:
        client.sendall(f"GET {path}/events HTTP/1.1\r\nHost: 127.0.0.1:{app.port}\r\nCookie: {app.cookie}\r\n\r\n".encode())
        text = b""
        while text.count(b"event: state") < 2 and b"event: end" not in text:
            piece = client.recv(65536)
            assert piece, text
            text += piece
        assert b"text/event-stream" in text and b"Content-Length" not in text
        assert app.get("/api/session")["name"] == folder.name  # others are answered meanwhile
        assert app.call("DELETE", path)[0] == 200
        while piece := client.recv(65536):
            text += piece
    assert b'event: end' in text, text
    state = app.get(path)["state"]
    assert state in ("stopped", "done"), state
    assert app.call("POST", "/api/stop")[0] == 200
    app.process.wait(60)
    assert app.process.returncode == 0


def release(folder):
    """The exported recipe, run by the command line in another folder, gives every file of the release."""
    subprocess.run([PROGRAM, "sample", "people", "--rows", "300", "--seed", "1", "-o", str(folder / "people.csv"),
                    "--quiet"], check=True)
    with (folder / "people.csv").open("a") as data:
        data.write("100999,Extra Person,-9,male,West,primary,single,500001,38.8,-9,none,15\n")
    app = App(folder)
    schema = {"age": {"hierarchy": {"kind": "intervals", "widths": [10, 20]}},
              "sex": {"hierarchy": [["female", "*"], ["male", "*"]]}}
    request = {"job": "release", "data": "people.csv", "name": "out", "schema": schema, "seed": 5, "report": True,
               "public": True, "map": True, "reading": {"delimiter": ",", "missing": ["-9", "none"]},
               "recipe": {"steps": [{"method": "recoding", "columns": ["age", "sex"], "level": {"age": 2, "sex": 1}},
                                    {"method": "mdav", "columns": ["income", "tax", "savings"], "k": 4}],
                          "drop": ["region", "education", "marital_status"]}}
    while True:
        status, _, data = app.call("POST", "/api/jobs?wait=10000", request)
        job = json.loads(data)
        while status == 202 or job["state"] in ("waiting", "running"):
            time.sleep(0.2)
            status, job = 200, app.get("/api/jobs/" + job["id"])
        if job["state"] == "done":
            break
        assert job["error"]["code"] == "refused" and "accept" not in request, job["error"]
        assert not (folder / "out.csv").exists() and not (folder / "out.recipe.toml").exists()
        request["accept"] = [{"warning": warning["id"], "by": "A. Head", "reason": "agreed"} for warning in job["error"]["warnings"]]
    names = [file["name"] for file in job["result"]["files"]]
    assert {"out.csv", "out.toml", "out.html", "out.map.csv", "out.recipe.toml", "out.roles.toml",
            "out.hierarchies"} == set(names), names
    other = folder / "other"
    other.mkdir()
    for name in ("people.csv", "out.recipe.toml", "out.roles.toml"):
        (other / name).write_bytes((folder / name).read_bytes())
    (other / "out.hierarchies").mkdir()
    for file in (folder / "out.hierarchies").iterdir():
        (other / "out.hierarchies" / file.name).write_bytes(file.read_bytes())
    command = shlex.split(job["result"]["command"])
    assert command[0] == "sfumato"
    subprocess.run([PROGRAM, *command[1:], "--quiet"], cwd=other, check=True, stderr=subprocess.DEVNULL)
    for name in ("out.csv", "out.toml", "out.map.csv", "out.html"):
        ours, theirs = (folder / name).read_text(), (other / name).read_text()
        assert ours.replace(" --quiet", "") == theirs.replace(" --quiet", ""), name
    assert app.end() == 0


def pages(folder):
    web = folder / "web"
    (web / "app").mkdir(parents=True)
    (web / "index.html").write_text("<!doctype html>")
    (web / "app" / "main.js").write_text("export {};")
    (folder / "outside.js").write_text("secret")
    (web / "link.js").symlink_to(folder / "outside.js")
    work = folder / "work"
    work.mkdir()
    app = App(work, "--pages", str(web))
    status, headers, data = app.call("GET", "/")
    assert status == 200 and data == b"<!doctype html>" and headers["Content-Type"].startswith("text/html")
    assert app.plain("GET", "/", app.headers() | {"If-None-Match": headers["ETag"]})[0] == 304
    assert app.call("GET", "/app/main.js")[1]["Content-Type"].startswith("text/javascript")
    for path in ("/link.js", "/../outside.js", "/%2e%2e/outside.js", "/app/..%2f..%2foutside.js", "/app", "/app/"):
        assert app.call("GET", path)[0] in (400, 404), path
    assert app.end() == 0
    assert subprocess.run([PROGRAM, "app", str(work), "--listen", "0.0.0.0:0"], capture_output=True).returncode == 2
    assert subprocess.run([PROGRAM, "app", str(work / "none")], capture_output=True).returncode == 2


def main():
    global PROGRAM
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    PROGRAM = os.path.abspath(parser.parse_args().program)
    for test in (access, uploads, events, release, pages):
        with tempfile.TemporaryDirectory() as folder:
            test(pathlib.Path(folder))
        print(f"{test.__name__}: done")
    return 0


if __name__ == "__main__":
    sys.exit(main())
