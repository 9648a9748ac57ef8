"""A browser in the admin site: opening a page, typing, pressing Save."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.models import User
from conftest import sign_in
from marketplace.tests.fixtures import proven


def signed_in(user: User) -> Client:
    """Return a client in which a user is signed in, with the second factor if there is one."""
    client = Client()
    sign_in(client, user)
    return proven(client, user)


def page_of(row: Any) -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def form_on(client: Client, address: str) -> dict[str, Any]:
    """Return what a browser would submit from a page as it is rendered, unchanged."""
    context = client.get(address).context
    forms = [context["adminform"].form]
    for inline in context["inline_admin_formsets"]:
        forms += [inline.formset.management_form, *inline.formset.initial_forms]
    sent = {field.html_name: field.value() for form in forms for field in form if not field.field.disabled}
    filled = {name: value for name, value in sent.items() if value is not None and value is not False}
    return {name: "on" if value is True else value for name, value in filled.items()} | {
        "_shown": context["shown"]
    }


def press_save(client: Client, address: str, form: dict[str, Any], **changes: Any) -> str:
    """Submit a form with some fields changed, and return the next page."""
    return client.post(address, form | changes, follow=True).content.decode()


def inputs_on(page: str) -> set[str]:
    """Return the names of the editable inputs on a row's page."""
    form = re.search(r'<form[^>]* id="\w+_form".*?</form>', page, re.DOTALL)
    found = re.findall(r"<(?:input|select|textarea)\b[^>]*>", form[0]) if form else []
    shown = [tag for tag in found if 'type="hidden"' not in tag]
    return {name[1] for tag in shown if (name := re.search(r'name="([^"]+)"', tag))}
