"""The memory of the demonstration's web process after many sign-ins and large bodies."""

import json
import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path

import pytest
from django.conf import settings

from accounts.models import User
from accounts.passwords import PasswordHasher
from conftest import PASSWORD, make_user
from marketplace.tests.proof import record
from marketplace.tests.server import database_url
from tools.run import ALLOCATOR

MOST_MEGABYTES = 150
FULL = os.environ.get("PROOF") == "1"
SIGN_INS, AT_ONCE, BODIES = (400, 32, 40) if FULL else (60, 24, 12)


def megabytes(pid: int) -> int:
    """Return a process's peak resident memory (Linux)."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) // 1024


def call(port: int, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, str, str]:
    """Make a call on a connection of its own; return the status, the body and the cookies."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, path, body, {"Content-Type": "application/json", **headers})
        response = connection.getresponse()
        cookies = [
            value.split(";")[0] for name, value in response.getheaders() if name.lower() == "set-cookie"
        ]
        return response.status, response.read().decode(), "; ".join(cookies)
    finally:
        connection.close()


def sign_in(port: int, number: int = 0) -> int:
    """Sign one of several people in, each from an address: many attempts at or from one are rate limited."""
    _, said, cookie = call(port, "GET", "/api/auth/session")
    token = json.loads(said)["csrfToken"]
    body = json.dumps({"email": f"person{number % AT_ONCE}@example.org", "password": PASSWORD}).encode()
    headers = {"Cookie": cookie, "X-CSRFToken": token, "Origin": f"http://localhost:{port}"}
    headers["X-Forwarded-For"] = f"203.0.113.{number % AT_ONCE}"
    return call(port, "POST", "/api/auth/login", body, Host=f"localhost:{port}", **headers)[0]


def begin_a_large_body(port: int, *, chunked: bool) -> str:
    """Announce 30 MB and send them until the server hangs up; return its first line."""
    how = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {30 * 1024 * 1024}"
    head = f"POST /api/orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{how}\r\n\r\n"
    piece = b"x" * 65_536
    with socket.create_connection(("127.0.0.1", port), timeout=30) as wire:
        wire.sendall(head.encode())
        wire.settimeout(0.2 if not chunked else 0)
        try:
            for _ in range(480):
                wire.settimeout(30)
                wire.sendall(b"10000\r\n" + piece + b"\r\n" if chunked else piece)
                wire.settimeout(0.001)
                try:
                    if said := wire.recv(200):
                        return said.decode().split("\r\n")[0]
                except TimeoutError:
                    continue
        except OSError:
            pass
        wire.settimeout(30)
        return wire.recv(200).decode().split("\r\n")[0]


@pytest.fixture
def demo(tmp_path, transactional_db):
    """Run the demonstration's server on the test's database."""
    for number in range(AT_ONCE):
        make_user(f"person{number}")
    User.objects.update(password=PasswordHasher().encode(PASSWORD, "a-salt-of-16-signs"))
    with socket.create_server(("127.0.0.1", 0)) as bound, (tmp_path / "log").open("wb") as log:
        port = bound.getsockname()[1]
        env = os.environ | ALLOCATOR | {
            "TESTING": "0", "DEMO": "1", "REDIS_URL": "", "VAR_DIR": str(tmp_path), "PORT": str(port),
            "DATABASE_URL": database_url(), "LOG_LEVEL": "WARNING", "TRUSTED_PROXIES": "1",
        }  # fmt: skip
        process = subprocess.Popen(  # noqa: S603 - our own server
            [sys.executable, "-m", "demo.serve", str(bound.fileno())],
            cwd=settings.BASE_DIR, env=env, stdout=log, stderr=log, pass_fds=[bound.fileno()],
        )  # fmt: skip
        try:
            yield process.pid, port
        finally:
            process.terminate()
            process.wait(20)


@pytest.mark.long
@pytest.mark.proof
def test_sign_ins_and_large_bodies_leave_it_small(demo):
    pid, port = demo
    assert sign_in(port) == 200
    before = megabytes(pid)

    with ThreadPoolExecutor(AT_ONCE) as people:
        statuses = list(people.map(lambda number: sign_in(port, number), range(SIGN_INS)))
        first_lines = list(people.map(lambda n: begin_a_large_body(port, chunked=n % 2 == 0), range(BODIES)))

    assert set(statuses) == {200}
    assert {line.split(" ")[1] for line in first_lines} == {"413"}
    after = megabytes(pid)
    assert after <= MOST_MEGABYTES, f"{before} MB grew to {after} MB"
    record("P19 demonstration", f"{before} MB, then at most {after} MB", f"at most {MOST_MEGABYTES} MB")
