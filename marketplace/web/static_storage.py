"""Static files: named after their content and compressed once, when they are collected."""

from collections.abc import Iterator
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

WEB_APP = "app/"


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise is untyped
    """Renames and compresses Django's files; the web app's build has named its own already."""

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        """Yield what was done to each file."""
        others = {path: source for path, source in paths.items() if not path.startswith(WEB_APP)}
        yield from super().post_process(others, dry_run=dry_run, **options)
        if not dry_run:
            for name, compressed in self.compress_files(path for path in paths if path not in others):
                yield name, compressed, True
