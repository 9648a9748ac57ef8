"""Private files in a bucket of an S3-compatible service.

Imported only where ``PRIVATE_STORAGE_URL`` names one: boto3 costs time and memory.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from boto3.exceptions import Boto3Error
from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.core.files.base import File
from storages.backends.s3 import S3Storage

# A worker waits for no store longer than for anything else: two attempts of 3 and 10 seconds.
_CLIENT = Config(
    connect_timeout=3,
    read_timeout=10,
    retries={"mode": "standard", "total_max_attempts": 2},
    # Checksums that came after S3's first version are not understood by every compatible service.
    request_checksum_calculation="when_required",
    response_checksum_validation="when_required",
)
# Client errors that say nothing about one file: our key is not taken, or there were too many calls.
_FOR_ALL = (401, 403, 429)
# Of a larger file what exceeds this lies on the disk while it is sent.
_IN_MEMORY = 1024 * 1024


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
    except (BotoCoreError, Boto3Error) as error:
        raise ConnectionError(str(error)) from error


class Bucket(S3Storage):  # type: ignore[misc]  # the package has no types
    """A bucket, or the part of it below ``location``, behaving as a folder does.

    Objects are written without an ACL of their own, which makes them private, and have no address.
    """

    def get_default_settings(self) -> dict[str, Any]:
        """Return options that the settings leave out."""
        defaults: dict[str, Any] = super().get_default_settings()
        return defaults | {
            "client_config": _CLIENT,
            "transfer_config": TransferConfig(use_threads=False),
            "max_memory_size": _IN_MEMORY,
        }

    def _open(self, name: str, mode: str = "rb") -> "File[bytes]":
        """Open a file that has been fetched completely, so that reading it cannot fail."""
        with _as_os_error():
            opened: File[bytes] = super()._open(name, mode)
            opened.file  # noqa: B018 - fetches it
            return opened

    def _save(self, name: str, content: "File[bytes]") -> str:
        with _as_os_error():
            saved: str = super()._save(name, content)
            return saved

    def delete(self, name: str) -> None:
        """Delete a file; no error without one."""
        with _as_os_error():
            super().delete(name)

    def exists(self, name: str) -> bool:
        """Return whether there is such a file."""
        with _as_os_error():
            found: bool = super().exists(name)
            return found

    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        """Return folders and files of a folder."""
        with _as_os_error():
            folders, names = super().listdir(path)
            return folders, names

    def get_modified_time(self, name: str) -> datetime:
        """Return when a file was written (aware)."""
        with _as_os_error():
            at: datetime = super().get_modified_time(name)
            return at

    def url(self, name: str | None, *args: Any, **kwargs: Any) -> str:
        """Refuse: a private file has no address."""
        raise ValueError(f"{name} is private: it has no address.")
