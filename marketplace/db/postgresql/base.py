"""Django's backend for PostgreSQL, with a cheaper health check of persistent connections.

Before a request's first statement Django sends ``SELECT 1`` on a persistent connection: a round trip per
request, half of what a cached list costs. A server that restarts or ends a session closes its end of the
socket, and an idle socket that is readable is detected without a query.
"""

import select

from django.db.backends.postgresql import base
from psycopg.pq import ConnStatus


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that is queried for its health only when its socket is readable."""

    def is_usable(self) -> bool:
        """Return whether the connection is usable. A readable socket may hold a notice only: query then."""
        if self.connection is None or self.connection.pgconn.status != ConnStatus.OK:
            return False
        socket = select.poll()
        socket.register(self.connection.fileno(), select.POLLIN)
        return super().is_usable() if socket.poll(0) else True
