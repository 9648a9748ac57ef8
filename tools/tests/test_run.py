"""`make run` reports errors in one sentence, separates its data, and leaves no processes behind."""

import os
import signal
import socket
import stat
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tools import install, processes, run
from tools.console import ROOT


@pytest.fixture
def taken_port():
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        yield holder.getsockname()[1]


def wait_until(condition, seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return False


def is_running(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


# --- errors in one sentence ------------------------------------------------------------------------


def test_a_taken_port_is_one_sentence(taken_port) -> None:
    env = os.environ | {"PORT": str(taken_port)}

    done = subprocess.run(
        [sys.executable, "-m", "tools.run"], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert f"Port {taken_port} is in use" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("port", ["eight", "0", "65536", "-1", "80 80"])
def test_a_port_that_is_none_is_refused(port, monkeypatch, capsys) -> None:
    monkeypatch.setenv("PORT", port)

    with pytest.raises(SystemExit):
        run.chosen_port()

    assert "is not a port" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("secret", "publishable"),
    [("sk_live_1", "pk_live_1"), ("sk_test_1", "pk_live_1"), ("sk_test_1", ""), ("", "pk_test_1")],
)
def test_live_or_half_keys_are_refused(secret, publishable, monkeypatch, capsys) -> None:
    monkeypatch.setenv("STRIPE_SECRET_KEY", secret)
    monkeypatch.setenv("STRIPE_PUBLISHABLE_KEY", publishable)

    with pytest.raises(SystemExit):
        run.stripe_keys(8000)

    assert "test-mode Stripe keys alone" in capsys.readouterr().err


# --- the environment of the children ---------------------------------------------------------------


def test_real_test_keys_take_the_place_of_the_stand_in(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("STRIPE_SECRET_KEY", "sk_test_1")
    monkeypatch.setenv("STRIPE_PUBLISHABLE_KEY", "pk_test_1")

    env = run.environment(8000, tmp_path)

    assert env["STRIPE_SECRET_KEY"] == "sk_test_1"
    assert "STRIPE_API_BASE" not in env or "stripe-standin" not in env["STRIPE_API_BASE"]


def test_keys_may_stand_in_the_env_file(tmp_path) -> None:
    file = tmp_path / ".env"
    file.write_text("STRIPE_SECRET_KEY='sk_test_1'\nSTRIPE_WEBHOOK_SECRET= # later\nSECRET_KEY=x\n")

    assert run.from_file(file) == {"STRIPE_SECRET_KEY": "sk_test_1", "STRIPE_WEBHOOK_SECRET": ""}


def test_nothing_outside_decides_where_the_data_are(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://production/suuber")
    monkeypatch.setenv("REDIS_URL", "redis://production")
    monkeypatch.setenv("DEBUG", "1")

    env = run.environment(8123, tmp_path)

    assert env["DATABASE_URL"] == f"sqlite:///{tmp_path / 'suuber.sqlite3'}"
    assert (env["REDIS_URL"], env["DEBUG"], env["DEMO"], env["PORT"]) == ("", "0", "1", "8123")


def test_the_secret_is_made_once_and_for_its_owner_alone(tmp_path) -> None:
    first, second = (
        run.secret(tmp_path, "secret-key", length=60),
        run.secret(tmp_path, "secret-key", length=60),
    )

    assert first == second
    assert len(first) >= 60
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


def test_a_second_copy_in_the_same_checkout_keeps_its_own_data(monkeypatch, tmp_path) -> None:
    monkeypatch.delenv("VAR_DIR", raising=False)
    monkeypatch.setattr(run, "ROOT", tmp_path)

    first, lock = run.claim_data(8000)
    second, other = run.claim_data(8001)

    assert (first, second) == (tmp_path / "var", tmp_path / "var" / "port-8001")
    lock.close()
    other.close()
    again, lock = run.claim_data(8002)
    assert again == tmp_path / "var"
    lock.close()


# --- what is built, and when -----------------------------------------------------------------------


def test_the_web_app_is_built_anew_only_when_a_source_changes(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(install, "FRONTEND", tmp_path)
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "main.tsx").write_text("one")
    (tmp_path / "node_modules").mkdir()
    before = install.digest(*install.frontend_sources())

    (tmp_path / "node_modules" / "package.js").write_text("new")
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "main.js").write_text("built")
    assert install.digest(*install.frontend_sources()) == before

    (tmp_path / "src" / "main.tsx").write_text("two")
    assert install.digest(*install.frontend_sources()) != before


# --- no processes are left -------------------------------------------------------------------------

FAMILY = """
import subprocess
child = subprocess.Popen(["sleep", "300"])
print(child.pid, flush=True)
child.wait()
"""
DEAF = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("deaf", flush=True)
time.sleep(300)
"""
PARENT = """
import time
from tools import processes
processes.stop_on_signals()
child = processes.Child("sleep", ["sleep", "300"])
print(child.process.pid, flush=True)
time.sleep(300)
"""


def test_ending_a_child_ends_what_it_has_started() -> None:
    child = processes.Child("family", [sys.executable, "-c", FAMILY])
    assert wait_until(lambda: child._tail)
    grandchild = int(child._tail[0])

    processes.end([child])

    assert child.ended is not None
    assert wait_until(lambda: not is_running(grandchild))


def test_a_child_that_does_not_listen_is_ended_all_the_same() -> None:
    child = processes.Child("deaf", [sys.executable, "-c", DEAF])
    assert wait_until(lambda: child._tail)

    processes.end([child], grace=0.2)

    assert child.ended == -signal.SIGKILL


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_children_end_when_their_parent_is_ended(number) -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    child = int(parent.stdout.readline())
    assert is_running(child)

    parent.send_signal(number)
    parent.wait(20)
    parent.stdout.close()

    assert wait_until(lambda: not is_running(child))
