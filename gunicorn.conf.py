"""What gunicorn reads by itself where it is started: its words go through our formatter.

Access lines are the application's own (marketplace/http/middleware.py): gunicorn's would show the
query and the page that a request came from, and with them secrets.
"""

import os
from typing import Any

from marketplace import logs

accesslog = None
# Should somebody ask for gunicorn's access lines all the same, they say neither path nor query.
access_log_format = "%(h)s %(m)s %(s)s %(b)s %(M)sms"
logconfig_dict = logs.of_a_server()


def child_exit(_server: Any, worker: Any) -> None:
    """Forget what a worker that has ended was measuring, where workers share their figures."""
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        from prometheus_client import multiprocess  # noqa: PLC0415 - only where it is used

        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]  # untyped
