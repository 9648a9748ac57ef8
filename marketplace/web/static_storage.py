"""Static files: named by a hash of their content and compressed when they are collected."""

from collections.abc import Iterator
from typing import Any

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

WEB_APP = "app/"
LEFT_AS_THEY_ARE = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise is untyped
    """Hashes and compresses Django's files; the web app's build has hashed its own already."""

    def create_compressor(self, **kwargs: Any) -> Compressor:
        """Skip source maps: compressing them takes longer than everything else."""
        return super().create_compressor(**kwargs | {"extensions": LEFT_AS_THEY_ARE})

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        """Yield what was done to each file."""
        others = {path: source for path, source in paths.items() if not path.startswith(WEB_APP)}
        yield from super().post_process(others, dry_run=dry_run, **options)
        if not dry_run:
            for name, compressed in self.compress_files(path for path in paths if path not in others):
                yield name, compressed, True
