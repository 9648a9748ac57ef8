"""P1 to P3: the list of 50 providers, uncached and cached, against a view that does nothing."""

from statistics import median

from marketplace import clock
from providers.models import Provider
from tools.bench.figures import Context, Row, interleaved
from tools.bench.fill import make_providers, make_slots, settle
from tools.bench.load import CLIENTS, exchange, load, request, server

CODE = "8001"
ROWS = 50
UNCACHED = f"/bench/uncached-list/{CODE}"


def run(ctx: Context) -> list[Row]:
    """Measure the list uncached, cached and as a bare view."""
    now = clock.now()
    Provider.objects.update(status=Provider.Status.PAUSED)
    make_slots(make_providers(ROWS, now=now), days=28, now=now)
    settle()
    with server(ctx) as port:
        etag = _etag(exchange(port, request(f"/api/providers/{CODE}")))
        waits: list[float] = []

        def rate(path: str, expected: int = 200, headers: dict[str, str] | None = None) -> float:
            found = load(port, [path], ctx.seconds, headers)
            if set(found.statuses) != {expected}:
                raise RuntimeError(f"{path} answered {found.statuses}")
            if path == UNCACHED:
                waits.append(found.p95_ms)
            return found.requests_per_second

        bare, uncached, cached, not_modified = interleaved(
            ctx.rounds,
            lambda: rate(f"/bench/bare-list/{CODE}"),
            lambda: rate(UNCACHED),
            lambda: rate(f"/api/providers/{CODE}"),
            lambda: rate(f"/api/providers/{CODE}", 304, {"If-None-Match": etag}),
        )
    return [
        Row(
            "P1",
            "list of 50, uncached, to a bare view of the same objects",
            uncached / bare,
            0.20,
            0.35,
            detail=f"{uncached:.0f} to {bare:.0f} a second",
        ),
        Row(
            "P2",
            "the same from the cache",
            cached / bare,
            0.60,
            0.80,
            detail=f"{cached:.0f} to {bare:.0f} a second",
        ),
        Row(
            "P2",
            "304 to the bare view",
            not_modified / bare,
            0.60,
            0.80,
            detail=f"{not_modified:.0f} to {bare:.0f} a second",
        ),
        Row("P3", f"list of 50, uncached, p95 at {CLIENTS} clients, ms", median(waits), 80, 40, True),
    ]


def _etag(response: bytes) -> str:
    head = response.split(b"\r\n\r\n")[0].decode()
    return next(line.split(": ", 1)[1] for line in head.split("\r\n") if line.lower().startswith("etag:"))
