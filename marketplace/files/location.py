"""Where private files are stored: a folder, or a bucket of an S3-compatible service.

Read while settings are loaded: nothing of Django's models or of boto3 may be imported here.
"""

import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

# What a bucket's address may say of its service.
_OPTIONS = {
    "endpoint_url": re.compile(r"https?://[\w.-]+(:\d{1,5})?/?"),
    "region_name": re.compile(r"[a-z\d-]{1,40}"),
}
_BUCKET = re.compile(r"[a-z\d][a-z\d.-]{1,61}[a-z\d]")
_PREFIX = re.compile(r"(/[\w-][\w.-]*)*/?")
# Of the credentials that boto3 looks for itself, what a file of settings may name as well.
Credentials = dict[str, str | None]


def is_bucket(url: str) -> bool:
    """Return whether an address is ``s3://bucket/prefix?endpoint_url=…&region_name=…``."""
    try:
        parts = urlsplit(url)
        options = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
    except ValueError:
        return False
    return (
        parts.scheme == "s3"
        and _BUCKET.fullmatch(parts.netloc) is not None
        and _PREFIX.fullmatch(parts.path) is not None
        and len(dict(options)) == len(options)
        and all(name in _OPTIONS and _OPTIONS[name].fullmatch(value) for name, value in options)
    )


def private_storage(url: str, *, folder: Path, credentials: Credentials) -> dict[str, Any]:
    """Return the entry of ``STORAGES`` for private files: the folder, unless a bucket's address is given.

    Without credentials here boto3 looks for them: environment, shared files, role of the machine.
    """
    if not url:
        return {
            "BACKEND": "marketplace.files.folder.Folder",
            "OPTIONS": {
                "location": folder,
                "base_url": None,
                "file_permissions_mode": 0o600,
                "directory_permissions_mode": 0o700,
            },
        }
    parts = urlsplit(url)
    options = {"bucket_name": parts.netloc, "location": parts.path.strip("/")} | dict(parse_qsl(parts.query))
    given = {name: value for name, value in credentials.items() if value}
    return {"BACKEND": "marketplace.files.bucket.Bucket", "OPTIONS": options | given}
