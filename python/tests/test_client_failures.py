"""The client against a server that misbehaves: cut, slow, foreign, too large. What may be sent again is, and the
token goes nowhere else."""

import http.client
import io
import contextlib
import os
import pathlib
import socket
import sys
import time
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from query_server import OddServer, reply
from sfumato import Error, _http
from sfumato.client import Client

TOKEN = "sfumato_0123456789abcdef"
ANSWER = {"version": 1, "answer": 12, "charged": 100000, "charged_epsilon": 0.1, "left": 0, "left_epsilon": 0,
          "interval95": [10, 14], "certain": False, "refused": False, "reason": None, "rule": None, "repeated": False,
          "warnings": [], "warning_grades": []}
BUSY = {"error": {"code": "busy", "message": "too many requests are waiting", "hint": "try again in a moment"}}
COUNT = "SELECT COUNT(*) FROM people"


class Failures(unittest.TestCase):
    def failing(self, code, *behaviours, call=lambda client: client.ask(COUNT), **options):
        """The error of a call, and the requests that the server saw."""
        with OddServer(*behaviours) as server:
            client = Client(server.url, TOKEN, **{"retries": 1, "timeout": 5, **options})
            with self.assertRaises(Error) as raised:
                call(client)
        self.assertEqual(raised.exception.code, code)
        self.assertNotIn(TOKEN, str(raised.exception) + repr(raised.exception) + str(raised.exception.hint))
        return raised.exception, server.requests

    def test_a_cut_connection_is_tried_again_with_the_same_question(self):
        for cut in (lambda connection: None, reply(200, ANSWER)[:-10], reply(503, BUSY), reply(502, b"<html>")):
            with self.subTest(cut), OddServer(cut, reply(200, {**ANSWER, "repeated": True})) as server:
                answer = Client(server.url, TOKEN).ask(COUNT, 0.1)
                self.assertEqual((answer.value, answer.attempts, answer.repeated), (12, 2, True))
                self.assertEqual(server.requests[0], server.requests[1])
                self.assertIn(b'{"query": "SELECT COUNT(*) FROM people", "epsilon": 0.1}', server.requests[0])

    def test_attempts_end(self):
        error, requests = self.failing("disconnected", lambda connection: None, retries=2)
        self.assertEqual(len(requests), 3)
        self.assertIn("not charged a second time", error.hint)
        error, requests = self.failing("busy", reply(503, BUSY), retries=2)
        self.assertEqual((len(requests), error.http_status), (3, 503))
        error, requests = self.failing("disconnected", lambda connection: None, retries=0)
        self.assertEqual(len(requests), 1)

    def test_a_failure_of_the_server_is_not_tried_again(self):
        failure = {"error": {"code": "unanswered", "message": "the request could not be answered", "hint": "try again"}}
        error, requests = self.failing("unanswered", reply(500, failure))
        self.assertEqual((len(requests), error.http_status, error.hint), (1, 500, "try again"))

    def test_retry_after_is_obeyed_within_limits(self):
        with OddServer(reply(429, BUSY, "Retry-After: 1"), reply(200, ANSWER)) as server:
            began = time.monotonic()
            self.assertEqual(Client(server.url, TOKEN).ask(COUNT).attempts, 2)
            self.assertGreaterEqual(time.monotonic() - began, 1)
        for header in ("Retry-After: 3600", "Retry-After: Fri, 31 Dec 2100 23:59:59 GMT"):
            _, requests = self.failing("busy", reply(429, BUSY, header))
            self.assertEqual(len(requests), 1)
        for header in ("Retry-After: soon", "Retry-After: \u00b2", "Retry-After: -1"):
            with OddServer(reply(429, BUSY, header.encode("latin-1").decode("latin-1")), reply(200, ANSWER)) as server:
                self.assertEqual(Client(server.url, TOKEN).ask(COUNT).attempts, 2)

    def test_nothing_listens(self):
        with socket.create_server(("127.0.0.1", 0)) as held:
            port = held.getsockname()[1]
        with self.assertRaises(Error) as raised:
            Client(f"http://127.0.0.1:{port}", TOKEN, retries=1).ask(COUNT)
        self.assertEqual(raised.exception.code, "unreachable")

    def test_slow_servers_are_left(self):
        def silent(connection):
            connection.recv(1)

        def dripping(connection):
            for byte in reply(200, ANSWER):
                connection.sendall(bytes([byte]))
                time.sleep(0.05)

        for slow in (silent, dripping):
            with self.subTest(slow.__name__):
                began = time.monotonic()
                error, requests = self.failing("timeout", slow, timeout=0.5)
                self.assertLess(time.monotonic() - began, 5)
                self.assertEqual(len(requests), 1)
                self.assertIn("not charged a second time", error.hint)

    def test_redirects_are_not_followed(self):
        with OddServer(reply(200, ANSWER)) as other:
            for status in (301, 302, 303, 307, 308):
                error, requests = self.failing("redirect", reply(status, b"", f"Location: {other.url}/v1/query"))
                self.assertEqual((len(requests), error.http_status), (1, status))
            self.assertEqual(other.requests, [])

    def test_proxies_of_the_environment_are_not_used(self):
        with OddServer(reply(200, ANSWER)) as proxy, OddServer(reply(200, ANSWER)) as server, \
                mock.patch.dict(os.environ, {"http_proxy": proxy.url, "HTTP_PROXY": proxy.url, "no_proxy": ""}):
            self.assertEqual(Client(server.url, TOKEN).ask(COUNT).value, 12)
            self.assertEqual(proxy.requests, [])

    def test_what_is_no_answer(self):
        nested = b'{"answer": ' + b"[" * 200000 + b"]" * 200000 + b"}"
        for garbage in (b"hello\r\n\r\n", reply(200, b"<html>hello</html>"), reply(200, b"\xff\xfe"), reply(200, [1, 2]),
                        reply(200, {"version": 1}), reply(404, b"not here"), reply(200, nested), reply(200, b""),
                        b"HTTP/1.1 200 OK\r\n" + b"X: " + b"y" * 100000 + b"\r\n\r\n",
                        b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 1000 + b"\r\n",
                        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"):
            with self.subTest(garbage[:60]):
                with OddServer(garbage) as server, self.assertRaises(Error) as raised:
                    Client(server.url, TOKEN, retries=0, timeout=5).ask(COUNT)
                self.assertIn(raised.exception.code, ("bad_response", "disconnected"))

    def test_huge_bodies_are_not_read_to_the_end(self):
        def huge(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
            while True:
                connection.sendall(b" " * 65536)

        with mock.patch.object(_http, "LARGEST_RESPONSE", 1 << 20):
            self.failing("bad_response", huge)
            self.failing("bad_response", reply(200, b" " * (1 << 21)))

    def test_words_of_the_server_cannot_show_the_token_or_control_the_terminal(self):
        rude = {"error": {"code": "x", "message": f"\x1b[2Jtoken {TOKEN}\n" + "y" * 10000, "hint": TOKEN}}
        error, _ = self.failing("x", reply(400, rude))
        self.assertNotIn("\x1b", str(error))
        self.assertLess(len(str(error)), 1500)

    def test_health_sends_no_token(self):
        with OddServer(reply(200, {"version": 1, "status": "ok"})) as server:
            self.assertTrue(Client(server.url, TOKEN).health())
            self.assertNotIn(TOKEN.encode(), server.requests[0])

    def test_debugging_of_http_does_not_print_the_token(self):
        printed = io.StringIO()
        with OddServer(reply(200, ANSWER)) as server, mock.patch.object(http.client.HTTPConnection, "debuglevel", 2), \
                contextlib.redirect_stdout(printed):
            Client(server.url, TOKEN).ask(COUNT)
        self.assertNotIn(TOKEN, printed.getvalue())

    def test_a_prefix_of_a_proxy(self):
        with OddServer(reply(200, ANSWER)) as server:
            Client(server.url + "/people/", TOKEN).ask(COUNT)
            self.assertTrue(server.requests[0].startswith(b"POST /people/v1/query HTTP/1.1\r\n"))


class Construction(unittest.TestCase):
    def parameter_of(self, *words, **options):
        with self.assertRaises(Error) as raised:
            Client(*words, **options)
        self.assertNotIn(TOKEN, str(raised.exception))
        return raised.exception.parameter

    def test_addresses(self):
        for url in ("", "127.0.0.1:8080", "ftp://127.0.0.1", "http://", "http://127.0.0.1:99999", "http://127.0.0.1:x",
                    "http://anna:secret@127.0.0.1", "http://127.0.0.1/?x=1", "http://127.0.0.1/#x", "http://127.0.0.1/\r\nX: y",
                    "http://statistics.example", "http://10.0.0.1", "http://127.0.0.1.example", "http://[::2]", None, 5, b"http://"):
            self.assertEqual(self.parameter_of(url, TOKEN), "url", url)
        for url in ("http://127.0.0.1", "http://localhost:8080", "http://[::1]:8080", "https://statistics.example:8443/x"):
            self.assertNotIn(TOKEN, repr(Client(url, TOKEN)))
        self.assertIn("10.0.0.1", repr(Client("http://10.0.0.1", TOKEN, insecure=True)))

    def test_tokens_and_numbers(self):
        url = "http://127.0.0.1"
        with mock.patch.dict(os.environ, clear=True):
            for token in (None, "", " ", "a\nb", "a b", "\u00fc", b"abc", 5):
                self.assertEqual(self.parameter_of(url, token), "token")
        with mock.patch.dict(os.environ, {"SFUMATO_TOKEN": TOKEN}):
            Client(url)
        for timeout in (0, -1, float("nan"), float("inf"), "5", None, True):
            self.assertEqual(self.parameter_of(url, TOKEN, timeout=timeout), "timeout")
        for retries in (-1, 1.5, True, None, 10 ** 30):
            self.assertEqual(self.parameter_of(url, TOKEN, retries=retries), "retries")
        self.assertEqual(self.parameter_of(url, TOKEN, ca_file="x.pem"), "ca_file")
        self.assertEqual(self.parameter_of("https://127.0.0.1", TOKEN, ca_file="/nowhere/x.pem"), "ca_file")


if __name__ == "__main__":
    unittest.main()
