"""Modules can be found: no two of the same name in an app, and none too small to be one."""

from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = ("accounts", "demo", "marketplace", "orders", "providers", "scheduling", "tools")
FEWEST_LINES = 40
# Names that Django, Celery or Python require, one in each app or package.
FORCED = {
    *("admin", "app_config", "apps", "asgi", "base", "formats", "models", "tasks", "urls", "wsgi"),
    "__main__",
}
# Small modules that stay separate, and why.
ALONE = {
    "accounts/locks.py": "plumbing for every app that counts what an account has",
    "demo/clock.py": "named by a setting",
    "marketplace/admin_site/files.py": "a rule of its own: which files of people the back office opens",
    "marketplace/admin_site/text_fields.py": "a rule of its own: how the admin site stores what people read",
    "marketplace/csv_file.py": "plumbing that the back office reads as well as the API",
    "marketplace/db/insert_new.py": "a statement of its own",
    "marketplace/db/prepared.py": "a statement of its own",
    "marketplace/db/snapshots.py": "a statement of its own",
    "marketplace/files/folder.py": "named by a setting",
    "marketplace/http/openapi.py": "read by the settings, before any app is there",
    "marketplace/http/packing.py": "a format that is never changed, read by models and pruning",
    "marketplace/http/sessions.py": "a rule of its own: by which clock a session ends",
    "marketplace/jobs/gaps.py": "a rule of its own: what nobody is held to after an outage",
    "marketplace/metrics/page.py": "named by an address, and read where there is a token alone",
    "marketplace/metrics/request_times.py": "named by a setting",
    "scheduling/personal_data.py": "said in each app alike",
    "marketplace/web/initial_data.py": "read by the pages and by their template",
    "marketplace/web/static_storage.py": "named by a setting",
    "orders/admin/admin_operator.py": "read by every module with buttons of orders",
    "orders/models/actor.py": "who acts: read by every rule",
    "orders/lifecycle/answering.py": "a rule of its own: how long a provider may take",
    "orders/documents/letters.py": "read by the bank's file and by documents",
    "orders/recurring/skip_links.py": "a rule of its own: what a link may do",
    "orders/prices/turnaround.py": "a rule of its own: when laundry is back",
    "accounts/support_hours.py": "a rule of its own: when somebody is there for a chat",
    "orders/claims/time_value.py": "a rule of its own: what an item is still worth",
    "accounts/models/photo.py": "a table of its own",
    "marketplace/files/portraits.py": "a rule of its own: what the photo of a person is",
    "orders/lifecycle/customer_photos.py": "a rule of its own: who sees the photo of a customer",
    "tools/audit.py": "a program",
    "tools/bench/bare.py": "what a measurement is compared with",
    "tools/console.py": "read by every tool",
    "tools/fix.py": "a program",
    "tools/proof/years.py": "a rule of its own: when ten simulated years are enough",
    "tools/instant.py": "a rule of its own: when checks run",
}


def modules() -> list[Path]:
    """Return our modules by path, except tests, migrations and commands."""
    found = [path.relative_to(ROOT) for room in OURS for path in (ROOT / room).rglob("*.py")]
    left_out = {"tests", "migrations", "commands"}
    return [path for path in found if path.stem != "__init__" and not left_out & {*path.parts}]


@pytest.mark.parametrize("app", OURS)
def test_no_two_modules_of_an_app_have_one_name(app) -> None:
    named = defaultdict(list)
    for path in modules():
        if path.parts[0] == app and path.stem not in FORCED:
            named[path.stem].append(str(path))

    assert named
    assert [paths for paths in named.values() if len(paths) > 1] == []


def test_what_is_too_small_to_be_found_lives_with_its_provider() -> None:
    lines = {str(path): len((ROOT / path).read_text().splitlines()) for path in modules()}
    small = {path for path, count in lines.items() if count < FEWEST_LINES}

    assert {path for path in small if Path(path).stem not in FORCED} == {*ALONE}
