"""Django's backend for PostgreSQL, with a cheaper look at whether a kept connection still lives.

Before a request's first statement Django asks a kept connection ``SELECT 1``: a round trip each request,
half of what a list from the cache costs. A server that restarts or ends a session closes its end of the
socket, and an idle socket that has something to say is seen without asking anybody.
"""

import select

from django.db.backends.postgresql import base
from psycopg.pq import ConnStatus


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that is asked only when its socket has something to say."""

    def is_usable(self) -> bool:
        """Tell whether the connection can be used. The server may send a notice unasked: then it is asked."""
        if self.connection is None or self.connection.pgconn.status != ConnStatus.OK:
            return False
        socket = select.poll()
        socket.register(self.connection.fileno(), select.POLLIN)
        return super().is_usable() if socket.poll(0) else True
