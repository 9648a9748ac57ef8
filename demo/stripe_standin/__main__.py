"""`python -m demo.stripe_standin`: the stand-in on a port of its own."""

from __future__ import annotations

import argparse
import socket
import sys
from pathlib import Path

import uvicorn

from demo.stripe_standin.app import Standin
from demo.stripe_standin.settings import (
    KEEP_ALIVE_SECONDS,
    PUBLISHABLE_KEY,
    SECRET_KEY,
    WEBHOOK_SECRET,
    StandinSettings,
)


def main() -> None:
    """Run until it is interrupted."""
    parser = argparse.ArgumentParser(prog="stripe_standin", description=__doc__)
    parser.add_argument("--port", type=int, required=True, help="0 takes a free one")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--data", type=Path, required=True, help="directory of its SQLite file")
    parser.add_argument("--webhook-url")
    parser.add_argument("--webhook-secret", default=WEBHOOK_SECRET)
    parser.add_argument("--secret-key", default=SECRET_KEY)
    parser.add_argument("--publishable-key", default=PUBLISHABLE_KEY)
    parser.add_argument("--prefix", default="", help="path that it is served under, such as /stripe-standin")
    parser.add_argument("--faults", action="store_true", help="open the control calls that tests use")
    given = parser.parse_args()
    settings = StandinSettings(
        data_dir=given.data,
        webhook_url=given.webhook_url,
        webhook_secret=given.webhook_secret,
        secret_key=given.secret_key,
        publishable_key=given.publishable_key,
        prefix=given.prefix,
        faults=given.faults,
    )
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((given.host, given.port))
        # Listen before printing the address, so that a call at once waits for the server.
        listener.listen(128)
        sys.stdout.write(
            f"Stripe stand-in at http://{given.host}:{listener.getsockname()[1]}{given.prefix}\n"
        )
        sys.stdout.flush()
        config = uvicorn.Config(
            Standin(settings),
            log_level="warning",
            timeout_graceful_shutdown=5,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
        )
        uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
