"""A client of a database behind `sfumato query serve`. It sends questions and reads answers, with limits of time and careful
repetition; costs, refusals and noise are the server's alone."""

from __future__ import annotations

import email.utils
import json
import math
import os
import random
import ssl
import time
from typing import Any, Dict, NoReturn, Optional, Tuple, Union

from . import _http
from ._answers import Answer, Budget, Explanation, QuerySchema, Refused, ServerError
from ._errors import Error

__all__ = ["Answer", "Budget", "Client", "Explanation", "QuerySchema", "Refused", "ServerError"]

_QUERY, _EXPLAIN = ("POST", "/v1/query"), ("POST", "/v1/explain")
_BUDGET, _SCHEMA, _HEALTH = ("GET", "/v1/budget"), ("GET", "/v1/schema"), ("GET", "/health")
_LONGEST_WAIT = 30.0  # seconds; a server that wants more is reported instead
_NOT_CHARGED_TWICE = "ask again: if the question was charged, the same question is not charged a second time"


class Client:
    """Asks a database behind `sfumato query serve`.

    url      such as "https://statistics.example:8443"; plain http only for this machine.
    token    what the operator gave you; without it, the environment variable SFUMATO_TOKEN.
    timeout  seconds for one request, from the connection to the last byte; the server takes at most 60 unless told.
    retries  how often a request is sent again when the server is not reached, breaks the connection off, or says that it
             is busy (statuses 429, 502, 503, 504). A question is never charged twice: the server recognises the same
             question of the same user with the same epsilon, and returns the first answer. A request whose time is up, or
             that fails (status 500), is not sent again.
    ca_file  certificates to trust (PEM), instead of the operating system's.
    insecure True allows plain http to other machines, where everybody between can read the token and the answers.

    >>> client = sf.Client("https://statistics.example:8443")               # doctest: +SKIP
    >>> client.explain("SELECT AVG(age) FROM people", epsilon=0.2).cost      # doctest: +SKIP
    200000
    >>> client.ask("SELECT AVG(age) FROM people", epsilon=0.2).value         # doctest: +SKIP
    41.3
    """

    def __init__(self, url: str, token: Optional[str] = None, *, timeout: float = 75.0, retries: int = 2,
                 ca_file: Union[str, "os.PathLike[str]", None] = None, insecure: bool = False) -> None:
        self._token = _checked_token(os.environ.get("SFUMATO_TOKEN") if token is None else token)
        del token  # so that no traceback that shows variables has it
        self._address = _checked_address(url, insecure)
        self._timeout = _checked_number(timeout, "timeout", 0.001, 86400.0)
        if isinstance(retries, bool) or not isinstance(retries, int) or not 0 <= retries <= 100:
            raise Error("retries is not an integer from 0 to 100", parameter="retries", hint="give a number such as 2")
        self._retries = retries
        self._trusted = _trusted(self._address.tls, ca_file)

    def ask(self, sql: str, epsilon: Optional[float] = None, *, laplace_extrema: bool = False) -> Answer:
        """Asks a question. `epsilon` is the most that each of its aggregates may cost (0.1 unless given; up to six decimals).
        A refusal is an answer whose attribute `refused` is True; its `value` raises `Refused`."""
        document, status, attempts = self._send(_QUERY, _question(sql, epsilon, laplace_extrema))
        if status == 422 and "refused" not in document:
            error = document["error"]
            document = {**document, "refused": True, "reason": error.get("message"), "rule": None, "answer": None}
        if status == 200 and "answer" not in document:
            self._fail("the server's answer has no member 'answer'", "bad_response", "is it a sfumato query server?")
        return Answer(document, attempts)

    def explain(self, sql: str, epsilon: Optional[float] = None, *, laplace_extrema: bool = False) -> Explanation:
        """What a question would cost and how accurate its answer would be, before it is asked. Costs nothing."""
        document, _, _ = self._send(_EXPLAIN, _question(sql, epsilon, laplace_extrema))
        return Explanation(document)

    def budget(self) -> Budget:
        """What you have spent and have left."""
        return Budget(self._send(_BUDGET, None)[0])

    def schema(self) -> QuerySchema:
        """What may be asked: tables, columns, declared domains, functions and limits."""
        return QuerySchema(self._send(_SCHEMA, None)[0])

    def health(self) -> bool:
        """True if the server runs; raises an Error otherwise. Needs no token, and sends none."""
        return self._send(_HEALTH, None)[0].get("status") == "ok"

    def __repr__(self) -> str:
        return f"<sfumato.Client of {getattr(self, '_address', 'no server')}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Client holds a token and is not copied or pickled; make another one")

    def _send(self, route: Tuple[str, str], question: Optional[Dict[str, Any]]) -> Tuple[Dict[str, Any], int, int]:
        """The document, its status (200, or 422 of a refusal) and the number of requests that were sent."""
        body = None if question is None else json.dumps(question).encode("ascii")
        for attempt in range(1, self._retries + 2):
            response, wait = self._attempt(route, body, last=attempt > self._retries)
            if response is not None:
                return (*self._document(route, response), attempt)
            time.sleep(_pause(attempt) if wait is None else wait)
        raise AssertionError("the last attempt returns or raises")

    def _attempt(self, route: Tuple[str, str], body: Optional[bytes],
                 last: bool) -> Tuple[Optional[_http.Response], Optional[float]]:
        """A response; or None where the request should be sent again, with the seconds that the server wants to wait."""
        token = None if route is _HEALTH else self._token
        charged = route is _QUERY
        try:
            response = _http.exchange(self._address, self._trusted, route, body, token, self._timeout)
        except _http.Untrusted as error:
            self._fail(f"the certificate of {self._address} was not accepted: {error}", "certificate",
                       "give ca_file the certificate of the authority that issued it")
        except _http.TimeIsUp as error:
            self._fail(f"{self._address} did not answer within {self._timeout:g} seconds", "timeout",
                       _NOT_CHARGED_TWICE if charged and error.sent else "try again, or give a longer timeout")
        except _http.NotHttp as error:
            self._fail(f"what {self._address} sent is not a response: {error}", "bad_response",
                       "is it a sfumato query server?")
        except _http.Unsent as error:
            if last:
                self._fail(f"{self._address} cannot be reached: {error}", "unreachable",
                           "is the server running, and the address right?")
            return None, None
        except _http.Uncertain:
            if last:
                self._fail(f"{self._address} ended the connection before its answer was complete", "disconnected",
                           _NOT_CHARGED_TWICE if charged else "try again")
            return None, None
        if response.status in (429, 502, 503, 504) and not last:
            wait = _retry_after(response)
            if wait is None or wait <= _LONGEST_WAIT:
                return None, wait
        return response, None

    def _document(self, route: Tuple[str, str], response: _http.Response) -> Tuple[Dict[str, Any], int]:
        if 300 <= response.status < 400:
            self._fail(f"{self._address} redirects to another address, which is not followed: it would get the token",
                       "redirect", "give the server's own address", response.status)
        try:
            document = json.loads(response.body.decode("utf-8"))
        except (ValueError, RecursionError):
            document = None
        error = document.get("error") if isinstance(document, dict) else None
        if isinstance(document, dict) and (response.status == 200 or _is_refusal(route, response.status, error)):
            return document, response.status
        if isinstance(error, dict):
            self._fail(str(error.get("message") or "the request failed"), str(error.get("code") or "failed"),
                       str(error.get("hint") or ""), response.status)
        self._fail(f"{self._address} answered with status {response.status} and without a document of the query server",
                   "bad_response", "is it a sfumato query server?", response.status)

    def _fail(self, message: str, code: str, hint: str, status: Optional[int] = None) -> NoReturn:
        bad_request = status is not None and 400 <= status < 500 and status != 429
        raise ServerError(self._shown(message), None, self._shown(hint), self._shown(code), 2 if bad_request else 3,
                          status) from None

    def _shown(self, text: str) -> str:
        """A text of the server in one line of at most 500 characters, without the token."""
        text = self._token.hide_in(text)
        return "".join(character if character.isprintable() else " " for character in text[:500])


def _is_refusal(route: Tuple[str, str], status: int, error: Any) -> bool:
    return route is _QUERY and status == 422 and isinstance(error, dict) and error.get("code") == "refused"


def _question(sql: Any, epsilon: Any, laplace_extrema: Any) -> Dict[str, Any]:
    if not isinstance(sql, str) or not sql.strip():
        raise Error("the question is not a text", parameter="sql", hint="such as \"SELECT COUNT(*) FROM people\"")
    try:
        sql.encode("utf-8")
    except UnicodeEncodeError:
        raise Error("the question contains half of a character (a surrogate)", parameter="sql",
                    hint="decode its text with the right encoding") from None
    question: Dict[str, Any] = {"query": sql}
    if epsilon is not None:
        question["epsilon"] = _checked_number(epsilon, "epsilon", 1e-6, 1000.0)
    if not isinstance(laplace_extrema, bool):
        raise Error("laplace_extrema is not True or False", parameter="laplace_extrema", hint="leave it out for False")
    if laplace_extrema:
        question["laplace_extrema"] = True
    return question


def _checked_number(value: Any, parameter: str, least: float, most: float) -> float:
    try:
        number = math.nan if isinstance(value, (bool, str, bytes)) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not least <= number <= most:
        raise Error(f"{parameter} is not a number from {least:g} to {most:g}", parameter=parameter,
                    hint="give one in this range")
    return number


def _checked_address(url: Any, insecure: Any) -> _http.Address:
    if not isinstance(url, str):
        raise Error("the address of the server is not a text", parameter="url", hint="such as \"http://127.0.0.1:8080\"")
    try:
        address = _http.read_address(url)
    except ValueError as error:
        raise Error(f"the address of the server is not valid: {error}", parameter="url",
                    hint="such as \"http://127.0.0.1:8080\" or \"https://statistics.example:8443\"") from None
    if not address.tls and insecure is not True and not _http.is_loopback(address.host):
        raise Error(f"{address.host} is another machine, and over http everybody between can read the token",
                    parameter="url", hint="use https, or set insecure=True where the way there is protected otherwise")
    return address


def _checked_token(token: Any) -> _http.Token:
    """Of visible ASCII characters, as headers of HTTP take them; errors do not repeat it."""
    if token is None:
        raise Error("there is no token", parameter="token", hint="give one, or set the environment variable SFUMATO_TOKEN")
    if not isinstance(token, str) or not token.strip() or not all(33 <= ord(one) <= 126 for one in token.strip()):
        raise Error("the token is not a text of visible ASCII characters", parameter="token",
                    hint="give it as `sfumato query token` showed it")
    return _http.Token(token.strip())


def _trusted(tls: bool, ca_file: Any) -> Optional[ssl.SSLContext]:
    if not tls:
        if ca_file is not None:
            raise Error("ca_file has no effect on an http address", parameter="ca_file", hint="use https, or leave it out")
        return None
    try:
        context = ssl.create_default_context(cafile=None if ca_file is None else os.fspath(ca_file))
    except (OSError, TypeError, ValueError) as error:
        raise Error(f"the certificates cannot be read: {getattr(error, 'strerror', None) or error}", parameter="ca_file",
                    hint="give a file in PEM format") from None
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _retry_after(response: _http.Response) -> Optional[float]:
    """Seconds, of a number or a date; None if the header is missing or not valid."""
    text = response.headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time()) if text else None
    except (TypeError, ValueError, OverflowError):
        return None


def _pause(attempt: int) -> float:
    """Before the next attempt: twice as long each time, and not the same for all clients."""
    return min(5.0, 0.1 * 2.0 ** (attempt - 1)) * (0.5 + random.random() / 2)
