"""P14 to P18: the web app's size, and its speed on a phone, also offline.

The benchmark's own server serves the built app, and a bare page of React and its router that is built by the
same Vite; Lighthouse and Chromium measure both in turns, in the same run.
"""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings

from demo.people import PROVIDER_EMAIL, provider_id
from marketplace import clock
from providers.models import Provider
from tools import install, services
from tools.bench.figures import Context, Row
from tools.bench.fill import make_providers, make_slots, settle
from tools.bench.load import server
from tools.console import tool

ON_HOME = 20
IN_SEARCH = 500
DAYS = 3
ROUNDS = 5
THREADS = 8
# No program takes longer, also on a slow machine; one that hangs is ended.
LONGEST_SECONDS = 30 * 60
# The pages of the specification's point 2, without those that every_page adds. The order does not exist: the
# visitor is signed out.
ORDER = "5b6b2e9e-6f0c-4c0b-a6f5-1f8a1e0b1c11"
PAGES = (
    *("/", "/login", "/register", "/booking", "/tracking", f"/tracking/{ORDER}", "/history", "/profile"),
    *(f"/checkout/{ORDER}", "/schedule-test", "/offline-test", "/terms", "/privacy", "/account/privacy"),
    *("/support", "/services", "/help", "/provider/apply"),
)


def _node(*arguments: object, cwd: Path = install.BENCH, chromium: str = "") -> str:
    """Run one of the programs beside the web app and return its output, whatever its exit code."""
    command = [tool("node", "install Node 20.19 or newer."), *map(str, arguments)]
    env = dict(os.environ) | {"CHROMIUM_PATH": chromium}
    done = subprocess.run(
        command,
        cwd=cwd,
        env=env,
        check=False,
        stdout=subprocess.PIPE,
        text=True,
        timeout=LONGEST_SECONDS,
    )
    return done.stdout


def _look(program: str, *arguments: object, chromium: str) -> Any:
    """Run a program that measures pages; return the figures of its last line."""
    said = _node(program, *arguments, chromium=chromium).strip()
    if not said:
        raise RuntimeError(f"{program} has measured nothing")
    return json.loads(said.splitlines()[-1])


def _at_most(row: str, what: str, figure: float, bars: tuple[float, float], detail: str = "") -> Row:
    floor, target = bars
    return Row(row, what, figure, floor, target, lower_is_better=True, detail=detail)


def _build_bare() -> None:
    """Build the bare page beside the app's files, with the same compressed copies."""
    folder = Path(settings.STATIC_ROOT) / "bare"
    _node("build-bare.mjs", folder)
    subprocess.run([sys.executable, "-m", "whitenoise.compress", "--quiet", folder], check=True)


def _providers(count: int, first: UUID | None = None) -> list[UUID]:
    now = clock.now()
    providers = make_providers(count, now=now, first=first)
    make_slots(providers, days=DAYS, now=now)
    settle()
    return providers


def sizes(*built: Path) -> list[Row]:
    """Measure the files (of other folders: ``built``) as the web app's own budget does, in KB (gzip)."""
    rows = json.loads(_node("scripts/size-budget.mjs", "--json", *built, cwd=install.FRONTEND))
    # Of several of a kind (such as the first route in each language) the largest counts.
    largest = {row["kind"]: row for row in sorted(rows, key=lambda row: row["kb"])}
    return [
        _at_most("P14", what, largest[kind]["kb"], bars, largest[kind]["name"])
        for kind, what, bars in (
            ("firstRoute", "JavaScript of the first route, KB gzip", (200, 120)),
            ("lazyRoute", "largest other page's own JavaScript, KB gzip", (25, 25)),
            ("styles", "all styles, KB gzip", (12, 12)),
            ("worker", "the service worker, KB gzip", (45, 45)),
        )
    ]


def lighthouse(origin: str, *, chromium: str) -> list[Row]:
    """Compare home with the bare page in Lighthouse's emulation of a phone."""
    pages = [f"{origin}/", f"{origin}/static/bare/index.html"]
    home, bare = _look("lighthouse.mjs", services.free_port(), ROUNDS, *pages, chromium=chromium)
    task, bare_task = _look("tasks.mjs", ROUNDS, *pages, chromium=chromium)
    score, bare_score = home["performance"], bare["performance"]
    paint, bare_paint = home["largestPaintMs"] / 1000, bare["largestPaintMs"] / 1000
    blocked, bare_blocked = home["blockedMs"], bare["blockedMs"]
    least = min(home[name] for name in ("accessibility", "best-practices", "seo"))
    said = f"{score:.2f} to {bare_score:.2f}"
    paints, both = f"{paint:.2f} to {bare_paint:.2f} s", f"{blocked:.0f} to {bare_blocked:.0f} ms"
    # Relative to the bare page, like the blocking time: its longest task is the browser's own work.
    tasks = f"{task:.0f} to {bare_task:.0f} ms"
    missed = " ".join(home["failed"])
    return [
        Row("P15", "home's Lighthouse score to a bare page's", score / bare_score, 0.90, 0.97, detail=said),
        _at_most("P15", "home's largest paint to the bare page's", paint / bare_paint, (1.6, 1.25), paints),
        _at_most("P15", "blocked time beyond the bare page's, ms", blocked - bare_blocked, (200, 100), both),
        _at_most("P15", "layout shift", home["shift"], (0.1, 0.02)),
        _at_most("P15", "longest task beyond it, 4x slower phone, ms", task - bare_task, (100, 50), tasks),
        Row("P15", "least of accessibility, best practices, SEO", least, 0.95, 1.0, detail=missed),
    ]


def every_page(origin: str, provider: UUID, *, chromium: str) -> list[Row]:
    """Run Lighthouse on the specification's pages, and a provider's, as a visitor with a phone."""
    paths = [*PAGES, f"/booking?providerId={provider}&service=premium", f"/providers/{provider}"]
    pages = [f"{origin}{path}" for path in paths]
    bare = f"{origin}/static/bare/index.html"
    seen = _look("every-page.mjs", services.free_port(), bare, *pages, chromium=chromium)
    slowest = min(seen["pages"], key=lambda page: page["performance"])
    failed = [f"{page['address']}: {' '.join(page['failed'])}" for page in seen["pages"] if page["failed"]]
    score = slowest["performance"] / seen["bare"]
    said = f"{slowest['address']}: {slowest['performance']:.2f} to {seen['bare']:.2f}"
    missed = f"of {len(pages)}: {'; '.join(failed)}"
    return [
        Row("P15", "least Lighthouse score of a page to a bare page's", score, 0.90, 0.97, detail=said),
        _at_most("P15", "pages short of full accessibility, practices, SEO", len(failed), (0, 0), missed),
    ]


def first_card(origin: str, *, chromium: str) -> list[Row]:
    """Measure when the first provider is visible on slow 4G."""
    seen = _look("paint.mjs", ROUNDS, f"{origin}/", chromium=chromium)
    first, following = seen["firstMs"] / 1000, seen["nextMs"] / 1000
    return [
        _at_most("P16", "first provider seen on slow 4G, first visit, s", first, (3.5, 2.0)),
        _at_most("P16", "the same at the next visit, s", following, (1.5, 0.8)),
    ]


def offline(origin: str, *, chromium: str) -> list[Row]:
    """Measure home offline, and sending a long queue."""
    card = _look("offline.mjs", ROUNDS, origin, chromium=chromium)["seenMs"] / 1000
    synced = _look("drain.mjs", origin, chromium=chromium)
    frame = f"longest frame meanwhile {synced['longestFrameMs']:.0f} ms"
    return [
        _at_most("P16", "first provider seen without a connection, s", card, (1.5, 0.5)),
        _at_most("P18", "500 queued acts sent, 2 ms an answer, s", synced["tookMs"] / 1000, (60, 5), frame),
    ]


def presses(origin: str, provider: UUID, *, chromium: str) -> list[Row]:
    """Measure typing into the search among hundreds of cards, and choosing the weight."""
    found = _look("keys.mjs", origin, provider, chromium=chromium)
    search, weight = found["search"], found["weight"]
    typed = f"{found['cards']} cards, median {search['median']:.0f} ms"
    moved = f"median {weight['median']:.0f} ms"
    return [
        _at_most("P17", "search: longest key until it is seen, ms", search["longest"], (200, 50), typed),
        _at_most("P17", "weight: longest move until it is seen, ms", weight["longest"], (200, 50), moved),
    ]


def run(ctx: Context) -> list[Row]:
    """Measure home with a few providers, then its search among many."""
    chromium = services.require_chromium()
    install.bench_packages()
    _build_bare()
    Provider.objects.update(status=Provider.Status.PAUSED)
    # The demonstration's pages need a provider with this id.
    providers = _providers(ON_HOME, first=provider_id(PROVIDER_EMAIL))
    origin = f"http://localhost:{ctx.port}"
    # Without TLS, as the content security policy upgrades all requests on an https site.
    public = {"PUBLIC_URL": origin, "DEMO": "1"}
    with server(replace(ctx, environment=ctx.environment | public), threads=THREADS):
        rows = sizes() + lighthouse(origin, chromium=chromium)
        rows += every_page(origin, providers[0], chromium=chromium) + first_card(origin, chromium=chromium)
        rows += offline(origin, chromium=chromium)
        _providers(IN_SEARCH - ON_HOME)
        return rows + presses(origin, providers[0], chromium=chromium)
