"""One exchange with a query server: a request, its response, and limits of time, size and place. It follows no redirect
and uses no proxy of the environment, because every request carries a token."""

from __future__ import annotations

import http.client
import io
import ipaddress
import socket
import ssl
import time
import urllib.parse
from typing import Any, Dict, NamedTuple, Optional, Tuple

#: No answer comes near this: a question has at most some thousands of groups.
LARGEST_RESPONSE = 64 * 1024 * 1024


class Token:
    """A token that no representation shows, also not in the local variables of a traceback."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        return self._text

    def hide_in(self, text: str) -> str:
        return text.replace(self._text, "…") if self._text else text

    def __repr__(self) -> str:
        return "<token>"


class Address(NamedTuple):
    """Where a server is: `prefix` is the path below which a proxy serves it, without a slash at its end."""

    tls: bool
    host: str
    port: int
    prefix: str

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.tls else 'http'}://{host}:{self.port}{self.prefix}"


class Response(NamedTuple):
    status: int
    headers: Dict[str, str]  # names in lower case
    body: bytes


class Unsent(Exception):
    """No connection was made: the server has not seen the request."""


class Uncertain(Exception):
    """The connection ended before a whole response came: the server may have answered the request."""


class TimeIsUp(Exception):
    """No whole response came in time; `sent` says whether the server may have seen the request."""

    def __init__(self, sent: bool) -> None:
        super().__init__("time is up")
        self.sent = sent


class Untrusted(Exception):
    """The server's certificate was not accepted."""


class NotHttp(Exception):
    """What came is not a response, or is larger than any answer."""


def read_address(url: str) -> Address:
    """Raises ValueError with what is wrong; the text does not repeat the address, which may contain a password."""
    if any(ord(character) <= 32 or ord(character) > 126 for character in url):
        raise ValueError("it contains spaces or characters that are not ASCII")
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in ("http", "https"):
        raise ValueError("it does not begin with http:// or https://")
    if parts.username is not None or parts.password is not None:
        raise ValueError("it contains a user or a password")
    if parts.query or parts.fragment:
        raise ValueError("it has a part after '?' or '#'")
    if not parts.hostname:
        raise ValueError("it names no host")
    port = parts.port  # raises ValueError itself
    tls = parts.scheme == "https"
    return Address(tls, parts.hostname, port if port is not None else (443 if tls else 80), parts.path.rstrip("/"))


def is_loopback(host: str) -> bool:
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class _TimedReader(io.RawIOBase):
    """Bytes of a socket until a deadline: a server that sends one byte a second does not extend it."""

    def __init__(self, held: socket.socket, deadline: float) -> None:
        self._socket, self._deadline = held, deadline

    def readable(self) -> bool:
        return True

    def readinto(self, place: Any) -> int:
        self._socket.settimeout(_remaining(self._deadline))
        return self._socket.recv_into(place)


class _TimedSocket:
    """What http.client needs of a socket, with one deadline for all of it."""

    def __init__(self, held: socket.socket, deadline: float) -> None:
        self._socket, self._deadline = held, deadline

    def sendall(self, data: bytes) -> None:
        self._socket.settimeout(_remaining(self._deadline))
        self._socket.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self._socket, self._deadline))

    def close(self) -> None:
        """Nothing: http.client calls it before the body is read; `exchange` closes the socket."""


def _remaining(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise socket.timeout("time is up")
    return left


def _connect(address: Address, trusted: Optional[ssl.SSLContext], deadline: float) -> Any:
    held = None
    try:
        held = socket.create_connection((address.host, address.port), timeout=_remaining(deadline))
        held.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if trusted is None:
            return held
        held.settimeout(_remaining(deadline))
        return trusted.wrap_socket(held, server_hostname=address.host)
    except BaseException as error:
        if held is not None:
            held.close()
        if isinstance(error, ssl.SSLCertVerificationError):
            raise Untrusted(error.verify_message) from None
        if isinstance(error, (socket.timeout, TimeoutError)):
            raise TimeIsUp(sent=False) from None
        if isinstance(error, (OSError, UnicodeError)):
            raise Unsent(getattr(error, "strerror", None) or str(error) or type(error).__name__) from None
        raise


def _read(connection: http.client.HTTPConnection) -> Response:
    response = connection.getresponse()
    body = response.read(LARGEST_RESPONSE + 1)
    if len(body) > LARGEST_RESPONSE:
        raise NotHttp("the response is larger than any answer")
    declared = response.getheader("Content-Length")
    if declared is not None and declared.isdigit() and len(body) != int(declared):
        raise http.client.IncompleteRead(body)
    return Response(response.status, {name.lower(): value for name, value in response.getheaders()}, body)


def exchange(address: Address, trusted: Optional[ssl.SSLContext], route: Tuple[str, str], body: Optional[bytes],
             token: Optional[Token], timeout: float) -> Response:
    """One request over a connection of its own. All of it, the connection too, takes at most `timeout` seconds, except
    that the look-up of a name is the operating system's."""
    deadline = time.monotonic() + timeout
    held = _connect(address, trusted, deadline)
    connection = http.client.HTTPConnection(address.host, address.port)
    connection.debuglevel = 0  # a program that has set it for all connections would print the token
    connection.sock = _TimedSocket(held, deadline)
    method, path = route
    try:
        connection.putrequest(method, address.prefix + path, skip_accept_encoding=True)
        if token is not None:
            connection.putheader("Authorization", "Bearer " + token.reveal())
        connection.putheader("Accept", "application/json")
        connection.putheader("Connection", "close")
        if body is not None:
            connection.putheader("Content-Type", "application/json")
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        return _read(connection)
    except (socket.timeout, TimeoutError):
        raise TimeIsUp(sent=True) from None
    except (http.client.IncompleteRead, http.client.RemoteDisconnected, OSError):
        raise Uncertain() from None
    except (http.client.HTTPException, ValueError) as error:
        raise NotHttp(type(error).__name__) from None
    finally:
        connection.close()
        held.close()
