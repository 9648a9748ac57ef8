"""The demonstration's web server: one process for pages, API, live events and the stand-in.

Its arguments are the file descriptors of inherited listening sockets: ``python -m demo.serve 3 4``.
"""

import socket
import sys
import warnings

import uvicorn

from demo.payments import with_standin
from demo.stripe_standin.settings import KEEP_ALIVE_SECONDS
from marketplace.asgi import application

GRACE_SECONDS = 3


def main(descriptors: list[int]) -> None:
    """Serve on inherited sockets until SIGTERM."""
    config = uvicorn.Config(
        with_standin(application),
        lifespan="off",
        log_level="info",
        log_config=None,
        access_log=False,  # the application writes its own, without secrets
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        # There is no proxy: the peer is the client.
        proxy_headers=False,
        server_header=False,
    )
    # Django warns that static files are read at once; they are small.
    warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
    sockets = [socket.socket(fileno=descriptor) for descriptor in descriptors]
    uvicorn.Server(config).run(sockets=sockets)


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]])
