"""Every filter of every list of the admin site takes whatever stands in its address: never a 5xx."""

from typing import Any

import pytest
from django.contrib import admin
from django.urls import reverse

from accounts.models import User
from marketplace.tests.admin_forms import signed_in
from marketplace.tests.proof import figure, record, sample

VALUES = [
    *("x", "-1", "1e9", str(10**40), "None", "__all__", "%", "'", '"', "\u2028", "1,x", "[]", "a" * 3_000),
    *("0001-01-01", "9999-12-31", "2026-02-30", "2026-11-19T25:00", "00000000-0000-0000-0000-000000000000"),
    *("true", "1", "\ud800".encode("utf-8", "surrogatepass").decode("latin-1")),
]
# What every list takes beside its filters.
ALWAYS = ("p", "o", "q", "e", "all", "_facets", "nonsense", "pk__in")


def names_of(page: Any, request: Any, model: Any) -> list[str]:
    """Return the names by which a list's filters stand in its address."""
    found: list[str] = []
    for one in page.get_list_filter(request):
        field, _ = one if isinstance(one, tuple) else (one, None)
        if isinstance(field, type) and issubclass(field, admin.SimpleListFilter):
            found.append(str(field.parameter_name))
        else:
            suffixes = ("__exact", "__isnull", "__in", "__gte", "_from", "__id__exact")
            found += [f"{field}{suffix}" for suffix in suffixes]
    if page.date_hierarchy:
        found += [f"{page.date_hierarchy}__{part}" for part in ("year", "month", "day")]
    return [*found, *ALWAYS]


LISTS = sorted(admin.site._registry, key=lambda model: model._meta.label_lower)


# A date is taken as Swiss midnight: what a test takes for an error is a warning where it runs.
@pytest.mark.filterwarnings("ignore:.*received a naive datetime")
@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize("model", sample(LISTS, every=3), ids=lambda model: model._meta.label_lower)
def test_a_list_takes_any_value_in_its_address(dora: User, model: Any) -> None:
    client, page = signed_in(dora), admin.site._registry[model]
    path = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    first = client.get(path)
    if first.status_code == 403:
        pytest.skip("a list of its own site")
    names = names_of(page, first.wsgi_request, model)
    # A quick run gives each name one value, elsewhere another; the proof gives each all of them.
    each = figure(len(VALUES), 1)
    chosen = [(name, value) for name in names for value in VALUES][len(path) % each :: each]
    for name, value in chosen:
        response = client.get(path, {name: value})
        assert response.status_code in {200, 302}, (path, name, value)

    record("S27 filters", f"{model._meta.label_lower}: {len(chosen)} values, 0 x 5xx", "0 x 5xx")


@pytest.mark.parametrize("value", [str(10**40), "0001-01-01", "x"])
@pytest.mark.filterwarnings("ignore:.*received a naive datetime")
def test_a_number_or_a_date_that_no_column_holds_is_left_out_too(dora: User, value: str) -> None:
    client, path = signed_in(dora), reverse("admin:accounts_user_changelist")

    for name in ("groups__id__exact", "date_joined__gte", "is_active__exact"):
        assert client.get(path, {name: value}, follow=True).status_code == 200


@pytest.mark.parametrize(
    ("label", "name"), [("scheduling_weeklywindow", "weekday"), ("providers_review", "rating")]
)
def test_a_value_that_a_filter_does_not_offer_is_left_out_of_the_address(dora: User, label, name) -> None:
    response = signed_in(dora).get(reverse(f"admin:{label}_changelist"), {name: "x"})

    assert (response.status_code, response["Location"].split("?")[1]) == (302, "e=1")
