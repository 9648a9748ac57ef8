"""In which form the API answers: always its own, whatever a client says that it accepts."""

from collections.abc import Iterable

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class AnyAccept(DefaultContentNegotiation):
    """Chooses a parser by ``Content-Type`` as usual, and always the first renderer, which is JSON."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Take the first."""
        first = next(iter(renderers))
        return first, first.media_type
