"""No log contains a secret: tokens of links to pay, to skip and to download, Stripe's secrets, any query."""

import logging
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from django.conf import settings

from conftest import client_for
from marketplace import logs
from marketplace.tests.proof import record
from marketplace.tests.server import accepts, database_url, free_port

SECRET_MARK = "canary8f3b"
START_SECONDS = 60
PATHS = [
    f"/pay/{SECRET_MARK}.1:abc",
    f"/pay/{SECRET_MARK}%3A2?redirect_status=failed",
    f"/skip/{SECRET_MARK}",
    f"/download/{SECRET_MARK}",
    f"/downloads/{SECRET_MARK}/export.zip",
    f"/api/pay-links/{SECRET_MARK}",
    f"/api/pay-links/{SECRET_MARK}/payment-intent",
    f"/api/unsubscribe/{SECRET_MARK}:abc",
    f"/api/skip-links/{SECRET_MARK}?seen={SECRET_MARK}",
    f"/tracking/1?payment_intent_client_secret=pi_1_secret_{SECRET_MARK}",
    f"/profile/payment-methods?setup_intent_client_secret=seti_1_secret_{SECRET_MARK}",
    f"/api/config?token={SECRET_MARK}",
    f"/nowhere/?next={SECRET_MARK}",
]


def written(*parts: object) -> str:
    message, *arguments = parts
    line = logging.LogRecord("x", logging.INFO, "x.py", 1, str(message), tuple(arguments), None)
    return logs.LineFormatter().format(line)


@pytest.mark.parametrize("path", PATHS)
def test_a_line_masks_tokens_and_drops_queries(path):
    line = written("GET %s from https://suuber.example%s", path, path)

    assert SECRET_MARK not in line
    assert "?" not in line
    assert path.split("/")[1].split("?")[0] in line


def test_a_traceback_is_masked_too():
    failure = ValueError(f"pi_1_secret_{SECRET_MARK} of /pay/{SECRET_MARK}")
    line = logging.LogRecord(
        "x", logging.ERROR, "x.py", 1, "failed", (), (ValueError, failure, failure.__traceback__)
    )

    said = logs.LineFormatter().format(line)

    assert SECRET_MARK not in said
    assert "pi_1_secret_*** of /pay/***" in said


@pytest.mark.django_db
def test_a_request_that_is_refused_is_one_line(caplog, dora, settings) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]

    assert client_for().get("/", headers={"Host": "evil.example"}).status_code == 400
    assert client_for(dora).get("/admin/orders/order/?customer__password__startswith=a").status_code == 400

    refused = [one for one in caplog.records if one.name.startswith("django.security.")]
    assert [one.name for one in refused] == [
        "django.security.DisallowedHost",
        "django.security.DisallowedModelAdminLookup",
    ]
    assert all(one.exc_info and "\n" not in logs.LineFormatter().format(one) for one in refused)


@pytest.mark.parametrize("said", ["Is 12:15 fine? Yes", "a/b", "GET /pay", "order 1 in 3 ms (why?)"])
def test_other_texts_stay_as_they_are(said):
    assert written(said).endswith(said)


HOSTILE = [
    "\x1b[2J",
    "\u2028",
    "\x85",
    "\x0b",
    "\x0c",
    "\x9b31m",
    "\u202e",
    "\x00",
    "\x7f",
    "\r",
    "\n",
    "\ufeff",
]


@pytest.mark.parametrize("sign", HOSTILE)
def test_nothing_that_a_terminal_obeys_or_that_breaks_a_line_is_written_as_it_is(sign):
    failure = ValueError(f"a{sign}b")
    trace = (ValueError, failure, None)
    line = logging.LogRecord("x", logging.ERROR, "x.py", 1, "GET /%s", (f"a{sign}b",), trace)

    said = logs.LineFormatter().format(line)

    assert sign not in said.replace("\n  ", "")
    assert len(said.splitlines()) == 2 + ("\n" in sign)
    assert said.splitlines()[0].isprintable()


@pytest.mark.parametrize(
    "text",
    [
        "/" * 64_000,
        "/pay/" * 10_000,
        "/pay//" * 10_000,
        "?" * 64_000,
        "/?" * 30_000,
        "https://" * 8_000,
        "pi_" * 20_000,
        "pi_a_secret_" * 5_000,
        " /a?b" * 12_000,
        "sk_live_" * 8_000,
    ],
    ids=lambda text: f"{text[:8]} x {len(text)}",
)
@pytest.mark.proof
def test_a_line_of_foreign_text_takes_no_time(text):
    written(text)
    began = time.process_time()
    rounds = 5
    for _ in range(rounds):
        said = written("%s", text)
    took = (time.process_time() - began) / rounds

    assert len(said) < 5_000
    assert took < 0.005
    assert masked_in(text * 4) < 4 * 0.05  # nor does a traceback, which is masked before it is cut
    record("S25", f"{1000 * took:.2f} ms a line", "under 5 ms a line")


def masked_in(text: str) -> float:
    began = time.process_time()
    logs.masked(text)
    return time.process_time() - began


def test_the_access_log_cuts_what_a_client_sends(client, db):
    lines: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda line: lines.append(logs.LineFormatter().format(line))  # type: ignore[method-assign]
    access = logging.getLogger("access")
    access.addHandler(handler)
    level = access.level
    access.setLevel(logging.INFO)
    try:
        client.get("/api/" + "/" * 30_000)
        client.get("/api/a%1b[2Jb%e2%80%a8c%0d%0a2026-11-19 INFO access forged")
    finally:
        access.removeHandler(handler)
        access.setLevel(level)

    assert len(lines) == 2
    assert len(lines[0]) < 1_200
    assert " 404 " in lines[0]
    assert len(lines[1].splitlines()) == 1
    assert "\\x1b[2Jb\\u2028c\\r\\n" in lines[1]


def test_a_long_traceback_keeps_its_beginning_and_its_end():
    failure = ValueError(f"began {'/pay/' * 20_000} pi_1_secret_{SECRET_MARK} ended")
    line = logging.LogRecord("x", logging.ERROR, "x.py", 1, "failed", (), (ValueError, failure, None))

    said = logs.LineFormatter().format(line)

    assert "ValueError: began" in said
    assert said.endswith("pi_1_secret_*** ended")
    assert len(said) < 20_000


@pytest.mark.parametrize(("level", "lines"), [("INFO", 1), ("DEBUG", 3)])
def test_a_worker_says_which_task_failed_and_at_debug_which_went_well(level, lines):
    code = (
        "import logging, django; django.setup()\n"
        "from marketplace.celery import app\n"
        # As the command of a worker or of beat does with --loglevel INFO.
        "app.log.setup(loglevel='INFO')\n"
        "logging.getLogger('celery.beat').info('a line')\n"
        "logging.getLogger('celery.app.trace').info('a line')\n"
        "logging.getLogger('celery.app.trace').error('a line')\n"
    )
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "marketplace.settings", "LOG_LEVEL": level}
    run = [sys.executable, "-c", code]

    done = subprocess.run(  # noqa: S603 - our own program
        run, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=True
    )

    assert (done.stdout + done.stderr).count("a line") == lines


@contextmanager
def running(log: Path, *command: object, port: int = 0, keep: int = 0, **env: str) -> Iterator[None]:
    """Run a process of the product beside the test until the block ends; its output goes to a file.

    Waits until it listens on ``port``; ``keep`` is an open file descriptor that it inherits.
    """
    environment = os.environ | {
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "marketplace.settings",
        "LOG_LEVEL": "INFO",
    }
    with log.open("wb") as said:
        process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", *map(str, command)],
            cwd=settings.BASE_DIR, env=environment | env, stdout=said, stderr=said,
            pass_fds=[keep] if keep else [],
        )  # fmt: skip
        try:
            deadline = time.monotonic() + START_SECONDS
            while port and not accepts(port):
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.05)
            yield
        finally:
            process.terminate()
            process.wait(20)


def ask(port: int, path: str, version: str = "HTTP/1.1") -> bytes:
    """Send a raw request, and return the beginning of the response."""
    lines = [
        f"GET {path} {version}",
        "Host: localhost",
        f"Referer: http://localhost/pay/{SECRET_MARK}?x={SECRET_MARK}",
        "Connection: close",
    ]
    with closing(socket.create_connection(("127.0.0.1", port), timeout=30)) as wire:
        wire.sendall("\r\n".join([*lines, "", ""]).encode())
        return wire.recv(100)


@pytest.mark.long
@pytest.mark.proof
@pytest.mark.django_db(transaction=True)
def test_no_process_writes_a_secret(tmp_path):
    """Web as in production and in the demonstration, live events, and a worker with a malformed message."""
    web, events, demo = free_port(), free_port(), free_port()
    files = {name: tmp_path / f"{name}.log" for name in ("web", "events", "demo", "worker")}
    for folder in ("messages", "control"):
        (tmp_path / "queue" / folder).mkdir(parents=True)
    as_demo = {"TESTING": "0", "DEMO": "1", "REDIS_URL": "", "VAR_DIR": str(tmp_path), "PORT": str(demo)}
    bound = socket.create_server(("127.0.0.1", demo))
    gunicorn = ("gunicorn", "--workers", 1, "--bind")
    asgi = (f"127.0.0.1:{events}", "--worker-class", "uvicorn_worker.UvicornWorker", "marketplace.asgi")
    celery = ("celery", "-A", "marketplace")

    with ExitStack() as stack:
        start = stack.enter_context
        start(
            running(files["worker"], *celery, "worker", "--pool=solo", "-Q", "probe", "-l", "INFO", **as_demo)
        )
        start(bound)
        start(running(files["demo"], "demo.serve", bound.fileno(), keep=bound.fileno(), **as_demo))
        start(running(files["web"], *gunicorn, f"127.0.0.1:{web}", "marketplace.wsgi", port=web))
        start(running(files["events"], *gunicorn, *asgi, port=events))
        for port in (web, events, demo):
            for path in PATHS:
                assert ask(port, path).startswith(b"HTTP/1.1 ")
            ask(port, f"/pay/{SECRET_MARK}?{SECRET_MARK}", version="HTTP/9.9")
        wait_for(files["worker"], " ready.")
        call = (
            *celery,
            "call",
            f"no/pay/{SECRET_MARK}",
            "--queue=probe",
            f'--kwargs={{"link": "/pay/{SECRET_MARK}?x=1"}}',
        )
        with running(tmp_path / "call.log", *call, **as_demo):
            wait_for(files["worker"], "unregistered task")

    said = {name: file.read_text() for name, file in files.items()}
    for name in ("web", "events", "demo"):
        assert said[name].count(" access ") >= len(PATHS), said[name]
        assert "/pay/***" in said[name]
    found = {name: text.count(SECRET_MARK) for name, text in said.items()}
    assert found == dict.fromkeys(files, 0), said
    record("S22", f"{len(PATHS)} addresses x 3 servers, and a worker: {sum(found.values())} found", "0 found")


def wait_for(file: Path, words: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while words not in file.read_text():
        assert time.monotonic() < deadline, file.read_text()
        time.sleep(0.1)
