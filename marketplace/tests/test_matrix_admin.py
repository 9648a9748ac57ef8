"""The admin site is open to operators alone, and reads change nothing there either."""

import re
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from accounts.tests.soft_factors import give_app
from conftest import make_user
from marketplace.tests.admin_forms import signed_in
from marketplace.tests.fixtures import Writes, dump, proven
from orders.models import Order

# Reads that are logged.
LOOKS = re.compile(r"/(conversation|document)/$|^/admin/orders/order/[^/]+/change/$")
# URLs that are open to everybody: sign-in and sign-out.
DOORS = {"/admin/login/", "/admin/logout/", "/admin/second-factor/"}


def admin_paths() -> list[str]:
    """Return every URL of the admin site except those, with the ids of existing rows."""
    site = next(part for part in get_resolver().url_patterns if getattr(part, "app_name", "") == "admin")
    found = []
    for part in site.url_patterns:
        inner = part.url_patterns if isinstance(part, URLResolver) else [part]
        base = str(part.pattern) if isinstance(part, URLResolver) else ""
        model = apps.get_model(*base.strip("/").split("/")) if base.count("/") == 2 else None
        row = model._default_manager.first() if model else None
        for pattern in inner:
            path = re.sub(r"<[^>]+>", str(row.pk) if row else "1", str(pattern.pattern))
            found.append(f"/admin/{base}{path}")
    return sorted({path for path in found if re.fullmatch(r"[/\w-]+", path)} - DOORS)


def browser(fixtures, actor: str) -> Client:
    return signed_in(fixtures.users[actor])


OUTSIDE = ["guest", "alice", "bruno", "udo"]


@pytest.mark.parametrize("actor", OUTSIDE)
def test_the_admin_site_is_closed_to_everybody_else(fixtures, sampled, actor):
    before = dump()
    client = Client()
    if actor != "guest":
        client.force_login(fixtures.users[actor])
    for path in sampled(admin_paths(), OUTSIDE.index(actor)):
        for response in (client.get(path), client.post(path, {})):
            assert response.status_code == 302, path
            assert response["Location"].startswith("/admin/login/"), path

    assert dump() == before


@pytest.mark.long
def test_the_admin_site_opens_to_an_operator_and_asking_changes_nothing(fixtures, sampled):
    client = browser(fixtures, "dora")
    for path in sampled(admin_paths()):
        writes = Writes()
        with connection.execute_wrapper(writes):
            response = client.get(path)
        assert response.status_code in {200, 302, 403, 404}, path
        # Opening an order or a document, and reading a conversation, are logged.
        logged = [sql for sql in writes.found if LOOKS.search(path) and "django_admin_log" in sql]
        assert writes.found == logged, path


# --- Actions ---------------------------------------------------------------------------------------------

# Who may run which action, beside superusers: (group's actor, model of the page, action).
PRESSED_BY = {
    ("orders.order", "check_data"): {"emma", "otto", "fina"},
    **{("orders.order", f"to_{stage}"): {"otto"} for stage in ("confirmed", "pickup", "washing")},
    **{("orders.order", f"to_{stage}"): {"otto"} for stage in ("delivery", "completed", "cancelled")},
    **{("orders.order", name): {"otto"} for name in ("advance_chosen", "cancel_chosen")},
    **{("orders.recurringbooking", f"{act}_chosen"): {"otto"} for act in ("pause", "resume", "end")},
    **{("orders.recurringbooking", f"{act}_it"): {"otto"} for act in ("pause", "resume", "end")},
    **{("providers.provider", f"{act}_chosen"): {"otto"} for act in ("approve", "pause")},
    **{("providers.provider", f"{act}_it"): {"otto"} for act in ("open", "pause")},
    **{("providers.application", f"{act}_it"): {"otto"} for act in ("approve", "ask", "reject")},
    **{("providers.application", name): {"otto"} for name in ("record_cover", "ask_for_another")},
    **{("providers.review", f"{act}_chosen"): {"otto"} for act in ("hide", "show")},
    **{("providers.review", name): {"otto"} for name in ("hide", "show_again")},
    **{("scheduling.timeslot", f"{act}_chosen"): {"otto"} for act in ("close", "open")},
    **{
        (f"marketplace.{model}", name): {"otto"}
        for model in ("outboxmessage", "job")
        for name in ("try_again", "try_it_again")
    },
    **{("marketplace.outboxmessage", name): {"otto"} for name in ("set_aside", "set_it_aside")},
    **{
        (f"orders.{model}", name): {"fina"}
        for model in ("refund", "stripeevent")
        for name in ("try_again", "try_it_again")
    },
    **{("orders.stripeevent", name): {"fina"} for name in ("set_aside", "set_it_aside")},
    ("orders.order", "refund"): {"fina"},
    **{("orders.refund", name): {"fina"} for name in ("mark_paid_by_bank", "settle_paid_twice")},
    **{
        (f"orders.{model}", f"borne_by_{bearer}"): {"fina"}
        for model in ("refund", "dispute")
        for bearer in ("platform", "provider")
    },
    ("orders.damageclaim", "decide_it"): {"otto", "fina"},
    ("orders.order", "conversation"): {"emma", "otto", "fina"},
    ("orders.order", "write_message"): {"emma", "otto"},
    ("orders.ledgerentry", "balance"): {"fina"},
    **{("orders.order", f"{act}_money"): {"emma", "otto", "fina"} for act in ("hold", "release")},
    **{("orders.payout", f"mark_{what}"): {"fina"} for what in ("paid", "refused", "failed")},
    **{
        ("orders.payout", name): {"fina"}
        for name in ("make_bank_file", "make_bank_file_again", "make_week", "pay_through_stripe")
    },
    **{
        ("orders.payout", name): {"fina"}
        for name in ("mark_it_paid", "mark_it_refused", "pay_it_through_stripe", "mark_it_failed")
    },
    ("orders.feeinvoice", "document"): {"fina"},
    ("accounts.user", "reset_second_factor"): {"emma", "otto"},
    ("accounts.user", "sign_in_as"): {"emma"},
    **{(label, "timeline"): {"emma", "otto", "fina"} for label in ("accounts.user", "providers.provider")},
    ("accounts.noticewords", "texts"): {"otto"},
    **{("accounts.supportrequest", f"{act}_it"): {"emma", "otto"} for act in ("answer", "close")},
    ("marketplace.figureversion", "decide"): {"otto", "fina"},
    **{("providers.reviewreport", act): {"otto"} for act in ("keep", "hide")},
}


def names_of(buttons: Any) -> list[str]:
    found = []
    for button in buttons or []:
        found += button["items"] if isinstance(button, dict) else [button]
    return found


def buttons_of(page: admin.ModelAdmin) -> dict[str, str]:
    """Return the names of a page's actions, and where each is offered."""
    groups = ("actions", "actions_list", "actions_detail", "actions_row", "actions_submit_line")
    return {name: group for group in groups for name in names_of(getattr(page, group))}


def all_buttons() -> list[tuple[Any, str, str]]:
    """Return every action: the model of its page, its name, and where it is offered."""
    pages = admin.site._registry.items()
    return [(model, name, group) for model, page in pages for name, group in buttons_of(page).items()]


def test_every_button_asks_for_a_permission_of_its_own():
    for model, page in admin.site._registry.items():
        for name in buttons_of(page):
            assert getattr(getattr(page, name), "allowed_permissions", None), (model, name)


def press(fixtures, client: Client, model: Any, name: str, group: str, *, note: str = "Why") -> Any:
    """Call an action's URL directly, with a reason."""
    label = f"{model._meta.app_label}_{model._meta.model_name}"
    row = fixtures.values["order"] if label == "orders_order" else model._default_manager.first().pk
    if group == "actions":
        sent = {"action": name, "_selected_action": [str(row)], "confirmed": "yes", "note": note}
        return client.post(reverse(f"admin:{label}_changelist"), sent)
    on_row = group in ("actions_detail", "actions_row")
    sent = {"confirmed": "yes", "note": note}
    return client.post(reverse(f"admin:{label}_{name}", args=[row] if on_row else []), sent)


GROUPED = ["emma", "otto", "fina"]


@pytest.mark.parametrize("actor", GROUPED)
def test_a_button_does_nothing_for_whoever_may_not_press_it(fixtures, sampled, actor):
    client, before = browser(fixtures, actor), dump()
    closed = [
        (model, name, group)
        for model, name, group in all_buttons()
        if actor not in PRESSED_BY[model._meta.label_lower, name] and model._default_manager.exists()
    ]
    for model, name, group in sampled(closed, GROUPED.index(actor)):
        response = press(fixtures, client, model, name, group)
        if group != "actions":
            assert response.status_code == 403, (model, name)
        assert dump() == before, (model, name)


@pytest.mark.parametrize("group", ["actions_list", "actions_detail"])
def test_the_page_of_a_button_is_closed_to_whoever_may_not_press_it(fixtures, group):
    nora = make_user("nora", is_staff=True)  # staff without a group
    give_app(nora)
    client, seen = signed_in(nora), 0
    for model, page in admin.site._registry.items():
        label = f"{model._meta.app_label}_{model._meta.model_name}"
        for name in names_of(getattr(page, group)):
            first = model._default_manager.first()
            if group == "actions_detail" and first is None:
                continue
            row = [first.pk] if group == "actions_detail" else []
            response = client.get(reverse(f"admin:{label}_{name}", args=row))
            assert response.status_code == 403, (model, name)
            seen += 1

    assert seen


@pytest.mark.parametrize("actor", ["otto", "fina"])
def test_a_button_works_for_whoever_may_press_it(fixtures, actor):
    client = browser(fixtures, actor)
    for (label, name), actors in PRESSED_BY.items():
        model = apps.get_model(label)
        page = admin.site.get_model_admin(model)
        if actor in actors and model._default_manager.exists():
            response = press(fixtures, client, model, name, buttons_of(page)[name])
            assert response.status_code in {200, 302}, (label, name)

    moved = Order.objects.get(pk=fixtures.values["order"])
    assert (moved.status == "confirmed") == (actor == "fina")


def test_nothing_of_other_packages_is_edited_in_the_admin_site():
    labels = {model._meta.app_label for model in admin.site._registry}

    # "admin" and "auth" are Django's own: the log, which nobody changes, and groups.
    assert labels == {"accounts", "admin", "auth", "marketplace", "orders", "providers", "scheduling"}


@pytest.mark.parametrize(
    "path", ["/admin/", "/admin/orders/order/", "/admin/login/", "/admin/second-factor/"]
)
def test_a_form_of_the_admin_site_needs_the_csrf_token(fixtures, path):
    client = Client(enforce_csrf_checks=True)
    client.force_login(fixtures.users["dora"])
    proven(client, fixtures.users["dora"])

    assert client.post(path, {}).status_code == 403
