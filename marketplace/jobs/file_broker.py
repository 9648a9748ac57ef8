"""The broker of the embedded default: kombu's file transport, with files written atomically.

Kombu opens a file and then writes it. A worker that reads it in between gets an empty message, and dies. Here
a file is written under a temporary name and renamed when it is complete.
"""

import json
import os
import uuid
from pathlib import Path
from time import monotonic_ns
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps


def _write_whole(file: Path, content: str, *, replace: bool) -> None:
    """Write a file atomically; an existing one is left unless ``replace``."""
    fresh = file.with_name(f"{file.name}.{uuid.uuid4().hex}.new")
    fresh.write_text(content)
    try:
        if replace:
            fresh.replace(file)
        elif not file.exists():
            os.link(fresh, file)
    except FileExistsError:
        pass
    finally:
        fresh.unlink(missing_ok=True)


# The type stubs lack the methods that are overridden here.
_Channel: Any = filesystem.Channel


class Channel(_Channel):  # type: ignore[misc]  # kombu is untyped
    """Writes messages and exchange tables atomically."""

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:
        # Names sort by age: the oldest message is consumed first.
        name = f"{monotonic_ns() // 1_000_000}_{uuid.uuid4()}.{queue}.msg"
        _write_whole(Path(self.data_folder_out) / name, dumps(payload), replace=True)

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        self.control_folder.mkdir(exist_ok=True)
        _write_whole(self._exchange_file(exchange), json.dumps([]), replace=False)
        super()._queue_bind(exchange, routing_key, pattern, queue)


class Transport(filesystem.Transport):
    """Kombu's file transport with :class:`Channel`."""

    Channel = Channel
