"""Private files in a bucket of an S3-compatible service.

Imported only where ``PRIVATE_STORAGE_URL`` names one: boto3 costs time and memory.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from time import monotonic
from typing import Any

from boto3.exceptions import Boto3Error
from boto3.s3.transfer import S3TransferRetriesExceededError, TransferConfig
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, ConnectTimeoutError, ReadTimeoutError
from django.core.files.base import File
from storages.backends.s3 import S3Storage
from storages.utils import clean_name

from marketplace import clock


def _client(*, connect: float, read: float, attempts: int) -> Config:
    return Config(
        connect_timeout=connect,
        read_timeout=read,
        retries={"mode": "standard", "total_max_attempts": attempts},
        # Checksums that came after S3's first version are not understood by every compatible service.
        request_checksum_calculation="when_required",
        response_checksum_validation="when_required",
    )


# A worker waits for no store longer than for anything else; whoever waits for a page, far shorter.
_CLIENT = _client(connect=3, read=10, attempts=2)
_CLIENT_OF_PAGES = _client(connect=1, read=3, attempts=1)
_TIMED_OUT = (ConnectTimeoutError, ReadTimeoutError, TimeoutError)
# After a call that timed out nobody else in the process waits, for so long.
_NOT_ASKED_SECONDS = 10.0
_LEAST_SECONDS_TO_WAIT = 0.2
_PROMPT_SECONDS = 1.0
# Client errors that say nothing about one file: our key is not taken, or there were too many calls.
_FOR_ALL = (401, 403, 429)
# Of a larger file what exceeds this lies on the disk while it is sent.
_IN_MEMORY = 1024 * 1024


class _Silent(ConnectionError):
    """The store accepted a call and did not respond in time."""


class _Patience:
    """What a process knows of its store: one that hangs holds up one call now and then, and not all.

    Shared by the threads of a web process without a lock: at worst a few of them ask a store that hangs.
    """

    def __init__(self) -> None:
        self._asked_again_at = self._prompt_at = 0.0

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Wait for a call. Raises ``ConnectionError`` at once while the store hangs, or no time is left."""
        began = monotonic()
        if began < self._asked_again_at:
            raise ConnectionError("The store did not respond a moment ago.")
        left = clock.seconds_to_wait()
        # That time may have gone by while a large file arrived: the first call has limits of its own.
        is_first = clock.is_first_call("files")
        # Many calls may go on beyond that time, such as for a year's receipts, as long as each is prompt.
        is_prompt = began - self._prompt_at < _PROMPT_SECONDS
        if left is not None and left < _LEAST_SECONDS_TO_WAIT and not (is_first or is_prompt):
            raise ConnectionError("There is no time left to wait for the store.")
        if self._asked_again_at:
            # The first to ask again does so alone.
            self._asked_again_at = began + _NOT_ASKED_SECONDS
        try:
            yield
        except _Silent:
            self._asked_again_at = monotonic() + _NOT_ASKED_SECONDS
            raise
        except OSError:
            self._asked_again_at = 0.0
            raise
        ended = monotonic()
        self._asked_again_at = 0.0
        if ended - began < _PROMPT_SECONDS:
            self._prompt_at = ended


@contextmanager
def _as_os_error() -> Iterator[None]:
    """Raise what a folder would raise: ``FileNotFoundError``, or another ``OSError``.

    ``ConnectionError`` says that the service as a whole is away, or does not take our key.
    """
    try:
        yield
    except ClientError as error:
        status = error.response["ResponseMetadata"]["HTTPStatusCode"]
        if status == 404:
            raise FileNotFoundError(str(error)) from error
        if status >= 500 or status in _FOR_ALL:
            raise ConnectionError(str(error)) from error
        raise OSError(str(error)) from error
    except (BotoCoreError, Boto3Error, S3TransferRetriesExceededError) as error:
        has_timed_out = isinstance(getattr(error, "last_exception", error), _TIMED_OUT)
        raise (_Silent if has_timed_out else ConnectionError)(str(error)) from error


class Bucket(S3Storage):  # type: ignore[misc]  # the package has no types
    """A bucket, or the part of it below ``location``, behaving as a folder does.

    Objects are written without an ACL of their own, which makes them private, and have no address.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._patience = _Patience()
        of_pages = self.get_default_settings() | {"client_config": _CLIENT_OF_PAGES} | options
        # It makes its client when it is needed.
        self._of_pages = S3Storage(**of_pages)

    @property
    def connection(self) -> Any:
        """The client of whoever waits: for a page, or in the background."""
        return super().connection if clock.may_ask_again() else self._of_pages.connection

    @property
    def bucket(self) -> Any:
        """The bucket by that client."""
        return super().bucket if clock.may_ask_again() else self._of_pages.bucket

    @contextmanager
    def _asking(self) -> Iterator[None]:
        with self._patience.waiting(), _as_os_error():
            yield

    def get_default_settings(self) -> dict[str, Any]:
        """Return options that the settings leave out."""
        defaults: dict[str, Any] = super().get_default_settings()
        return defaults | {
            "client_config": _CLIENT,
            "transfer_config": TransferConfig(use_threads=False, num_download_attempts=1),
            "max_memory_size": _IN_MEMORY,
        }

    def _open(self, name: str, mode: str = "rb") -> "File[bytes]":
        """Open a file that has been fetched completely, so that reading it cannot fail."""
        with self._asking():
            opened: File[bytes] = super()._open(name, mode)
            opened.file  # noqa: B018 - fetches it
            return opened

    def _save(self, name: str, content: "File[bytes]") -> str:
        with self._asking():
            saved: str = super()._save(name, content)
            return saved

    def delete(self, name: str) -> None:
        """Delete a file; no error without one."""
        with self._asking():
            super().delete(name)

    def exists(self, name: str) -> bool:
        """Return whether there is such a file."""
        with self._asking():
            found: bool = super().exists(name)
            return found

    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        """Return folders and files of a folder."""
        with self._asking():
            folders, names = super().listdir(path)
            return folders, names

    def names(self, path: str) -> Iterator[str]:
        """Yield the names of a folder's files, fetched a thousand at a time; ``listdir`` holds them all."""
        before = f"{self._normalize_name(clean_name(path))}/"
        lists = self.connection.meta.client.get_paginator("list_objects")
        pages = iter(lists.paginate(Bucket=self.bucket_name, Delimiter="/", Prefix=before))
        while True:
            with self._asking():
                page = next(pages, None)
            if page is None:
                return
            yield from (entry["Key"].removeprefix(before) for entry in page.get("Contents", ()))

    def get_modified_time(self, name: str) -> datetime:
        """Return when a file was written (aware)."""
        with self._asking():
            at: datetime = super().get_modified_time(name)
            return at

    def url(self, name: str | None, *args: Any, **kwargs: Any) -> str:
        """Refuse: a private file has no address."""
        raise ValueError(f"{name} is private: it has no address.")
