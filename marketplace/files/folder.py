"""Private files in a folder of this machine."""

import os
from collections.abc import Iterator

from django.core.files.storage import FileSystemStorage


class Folder(FileSystemStorage):
    """A folder, of which a directory can be listed name by name."""

    def names(self, path: str) -> Iterator[str]:
        """Yield the names of a directory's files as they are read; ``listdir`` holds all of them at once."""
        with os.scandir(self.path(path)) as entries:
            yield from (entry.name for entry in entries if not entry.is_dir())
