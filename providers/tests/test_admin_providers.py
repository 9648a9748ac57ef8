"""What an operator can do with providers and reviews, and what nobody can."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from conftest import client_for, make_provider, make_user
from marketplace import clock, wall_time
from providers import catalogue, cover
from providers.models import PostalCode, Provider, Review, ServiceArea
from providers.tests.test_reviews import make_order, recomputed, review

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]


def page(model, *args):
    return reverse(f"admin:providers_{model}_{'change' if args else 'changelist'}", args=args)


def press(operator_client, model, action, *rows, note=None):
    """Run an admin action on some rows, with a reason if it asks for one; return what the page then says."""
    body = {"action": action, "_selected_action": [str(row.pk) for row in rows]}
    said = {} if note is None else {"confirmed": "yes", "note": note}
    response = operator_client.post(page(model), body | said, follow=True)
    return [str(message) for message in response.context["messages"]]


def test_approves_row_by_row_and_reports_errors(operator_client, salon, chiara):
    waiting = make_provider(
        chiara,
        status="submitted",
    )
    Provider.objects.filter(pk=waiting.pk).update(approved_at=None)
    before = catalogue.version()

    said = press(operator_client, "provider", "approve_chosen", salon, waiting, note="")

    waiting.refresh_from_db()
    assert (waiting.status, waiting.approved_at) == ("approved", clock.now())
    assert len(said) == 1
    assert said[0].startswith("1 done, 1 refused: Only a provider whose application is handed in")
    assert catalogue.version() != before


@pytest.mark.parametrize("said", [{}, {"confirmed": "yes", "note": " "}])
@pytest.mark.parametrize(("action", "title"), [("hide_chosen", "Hide"), ("show_chosen", "Show again")])
def test_the_list_asks_why_before_reviews_are_hidden_or_shown(
    action, title, said, operator_client, salon, alice, chiara
):
    entries = [review(salon, alice, 2), review(salon, chiara, 4)]
    chosen = [str(entry.pk) for entry in entries]

    asked = operator_client.post(
        page("review"), {"action": action, "_selected_action": chosen} | said
    ).content.decode()

    assert title in asked
    assert "these 2 reviews" in asked
    assert ("Please say why." in asked) is bool(said)
    assert all(f'name="_selected_action" value="{pk}"' in asked for pk in chosen)
    assert Review.objects.filter(hidden_at=None).count() == 2
    assert not LogEntry.objects.filter(change_message__startswith="Pressed").exists()


def test_the_log_keeps_why_the_list_hid(operator_client, salon, alice):
    entry = review(salon, alice, 2)

    press(operator_client, "review", "hide_chosen", entry, note="Insults")

    assert LogEntry.objects.get(object_id=str(entry.pk)).change_message == "Pressed “Hide”: Insults"


def test_an_operator_pauses_a_provider_from_the_list(operator_client, salon):
    asked = operator_client.post(
        page("provider"), {"action": "pause_chosen", "_selected_action": [str(salon.pk)]}
    ).content.decode()
    assert "Nobody can book Bruno M. until our team opens them again. What is confirmed goes on." in asked
    assert "What is not paid or not accepted yet ends: the money goes back, and both sides are told." in asked

    assert press(operator_client, "provider", "pause_chosen", salon, note="Ill") == [f"{salon} is paused."]

    salon.refresh_from_db()
    assert salon.status == "paused"


def test_a_pause_by_the_team_and_its_end_are_notified(operator_client, salon, bruno):
    def titles():
        return {notice["title"] for notice in client_for(bruno).get("/api/notifications").json()["results"]}

    press(operator_client, "provider", "pause_chosen", salon, note="Ill")
    assert titles() == {"Our team has paused new bookings with you"}

    operator_client.post(reverse("admin:providers_provider_open_it", args=[salon.pk]), {"confirmed": "yes"})
    assert "You can be booked again" in titles()


def test_pauses_and_opens_on_the_provider_s_own_page(operator_client, salon):
    def button(name):
        return reverse(f"admin:providers_provider_{name}_it", args=[salon.pk])

    own_page = page("provider", salon.pk)
    assert button("open") not in operator_client.get(own_page).content.decode()

    assert "Please say why." in operator_client.post(button("pause"), {"confirmed": "yes", "note": " "}).text
    operator_client.post(button("pause"), {"confirmed": "yes", "note": "Two complaints"})
    shown = operator_client.get(own_page).content.decode()
    salon.refresh_from_db()
    assert (salon.status, salon.paused_by_operator) == ("paused", True)
    assert button("open") in shown
    assert button("pause") not in shown

    assert "Customers can book Bruno M. again at once." in operator_client.get(button("open")).text
    operator_client.post(button("open"), {"confirmed": "yes"})
    salon.refresh_from_db()
    assert salon.status == "approved"
    logged = LogEntry.objects.order_by("pk").values_list("change_message", flat=True)
    assert list(logged) == ["Pressed “Pause”: Two complaints", "Pressed “Open again”."]


@pytest.mark.parametrize("hindrance", ["cover too low", "cover ended", "account closed"])
def test_opening_is_not_offered_where_it_would_be_refused(operator_client, salon, hindrance):
    salon.status = Provider.Status.PAUSED
    if hindrance == "cover too low":
        salon.cover_amount = cover.LEAST_COVER - 1
    elif hindrance == "cover ended":
        salon.cover_ends_on = clock.local_date(clock.now()) - timedelta(days=1)
    else:
        salon.user.is_active = False
        salon.user.save(update_fields=["is_active"])
    salon.save()

    shown = operator_client.get(page("provider", salon.pk)).text

    assert reverse("admin:providers_provider_open_it", args=[salon.pk]) not in shown
    assert reverse("admin:providers_provider_pause_it", args=[salon.pk]) in shown


def test_what_cannot_be_is_said_before_anybody_confirms(operator_client, salon):
    response = operator_client.get(reverse("admin:providers_provider_open_it", args=[salon.pk]), follow=True)

    (message,) = (str(message) for message in response.context["messages"])
    assert message.startswith("0 done, 1 refused: Only a provider whose application is handed in")


def test_hides_and_shows_reviews_with_the_rating(operator_client, salon, alice):
    entry = review(salon, alice, 2)

    assert press(operator_client, "review", "hide_chosen", entry, note="Insults") == ["The review is hidden."]
    salon.refresh_from_db()
    assert (salon.review_count, salon.rating) == (0, 0.0)

    assert press(operator_client, "review", "hide_chosen", entry, note="Insults") == [
        "0 done, 1 refused: This review is already hidden."
    ]
    assert press(operator_client, "review", "show_chosen", entry, note="A mistake") == [
        "The review is shown again."
    ]
    salon.refresh_from_db()
    assert (salon.rating_sum, salon.review_count) == recomputed(salon) == (2, 1)


def test_nobody_edits_a_rating_or_deletes_a_review(operator_client, salon, alice):
    entry = review(salon, alice, 2)

    operator_client.post(page("review", entry.pk), {"rating": 5, "comment": "Great"})
    gone = operator_client.post(reverse("admin:providers_review_delete", args=[entry.pk]), {"post": "yes"})

    assert Review.objects.values_list("rating", "comment").get() == (2, "Fine")
    assert gone.status_code == 403


def provider_form(salon, **changes):
    form = {
        "business_name": salon.business_name,
        "bio": "",
        "specialties": "Express, Eco,, Express ",
        "profile_image_url": "",
        "late_fee_percent": 50,
        "service_areas-TOTAL_FORMS": 1,
        "service_areas-INITIAL_FORMS": 0,
        "service_areas-0-postal_code": "8004",
        "service_areas-0-position": 1,
        "service_areas-0-provider": str(salon.pk),
    }
    return form | changes


def test_edits_what_a_card_shows_but_not_status_or_rating(operator_client, salon):
    before = catalogue.version()
    form = provider_form(salon, business_name="New name", status="rejected", review_count=9, rating_sum=45)

    response = operator_client.post(page("provider", salon.pk), form)

    salon.refresh_from_db()
    assert response.status_code == 302
    assert (salon.business_name, salon.status, salon.review_count) == ("New name", "approved", 0)
    assert salon.specialties == ["Express", "Eco"]
    assert [area.postal_code for area in salon.service_areas.all()] == ["8001", "8004"]
    assert catalogue.version() != before


def test_refuses_a_service_area_that_does_not_exist(operator_client, salon):
    response = operator_client.post(
        page("provider", salon.pk), provider_form(salon, **{"service_areas-0-postal_code": "0001"})
    )

    assert "This is not a Swiss postal code." in response.content.decode()
    assert ServiceArea.objects.count() == 1


@pytest.mark.parametrize("model", ["provider", "review", "postalcode"])
def test_lists_of_100_take_few_queries(operator_client, alice, model, django_assert_max_num_queries):
    for number in range(100 if model != "postalcode" else 0):
        provider = make_provider(make_user(f"person{number}"))
        order = make_order(provider, alice)
        review(provider, alice, order=order, now=clock.now())

    with django_assert_max_num_queries(15):
        response = operator_client.get(page(model))

    assert response.status_code == 200
    assert len(response.context["cl"].result_list) == 100


@pytest.mark.parametrize("query", ["?q=Bruno", "?status__exact=approved", "?o=4"])
def test_finds_and_filters_providers(operator_client, salon, query):
    response = operator_client.get(page("provider") + query)

    assert list(response.context["cl"].result_list) == [salon]


@pytest.mark.parametrize(("visibility", "count"), [("visible", 1), ("hidden", 0), ("?", 1)])
def test_filters_reviews_by_visibility(operator_client, salon, alice, visibility, count):
    review(salon, alice)

    response = operator_client.get(page("review") + f"?visibility={visibility}")

    assert len(response.context["cl"].result_list) == count


@pytest.mark.parametrize("model", ["provider", "review"])
def test_lists_name_people_and_show_no_addresses(operator_client, salon, alice, model):
    review(salon, alice)
    person = alice if model == "review" else salon.user

    response = operator_client.get(page(model)).content.decode()

    assert person.get_full_name() in response
    assert person.email not in response


def test_shows_what_a_customer_wrote_as_text(operator_client, salon, alice):
    review(salon, alice, 5, "<script>alert(1)</script>")

    response = operator_client.get(page("review")).content.decode()

    assert "<script>alert(1)" not in response
    assert "&lt;script&gt;alert(1)" in response


def test_hides_a_review_on_its_own_page_with_a_reason(operator_client, salon, alice):
    entry = review(salon, alice, 1, comment="Rude words")
    hide = reverse("admin:providers_review_hide", args=[entry.pk])

    assert hide in operator_client.get(page("review", entry.pk)).content.decode()
    shown = operator_client.get(hide).content.decode()
    assert "Rude words" in shown
    assert "no longer count" in shown
    assert "Please say why." in operator_client.post(hide, {"confirmed": "yes", "note": ""}).content.decode()
    assert Review.objects.get().hidden_at is None

    operator_client.post(hide, {"confirmed": "yes", "note": "Insults"})

    assert Review.objects.get().hidden_at == clock.now()
    assert LogEntry.objects.latest("pk").change_message.endswith("Insults")
    own = operator_client.get(page("review", entry.pk)).content.decode()
    assert hide not in own
    assert reverse("admin:providers_review_show_again", args=[entry.pk]) in own


def test_of_a_review_that_is_not_published_yet_it_says_when_it_is_shown(operator_client, salon, alice):
    entry = review(salon, alice, 2)
    due_at = clock.now() + timedelta(days=7)
    Review.objects.update(published_at=None, publish_due_at=due_at)
    hide = operator_client.get(reverse("admin:providers_review_hide", args=[entry.pk])).text

    assert "The review by Alice M. is not shown yet, and will not be as long as it is hidden." in hide
    assert "no longer count" not in hide
    press(operator_client, "review", "hide_chosen", entry, note="Insults")

    again = operator_client.get(reverse("admin:providers_review_show_again", args=[entry.pk])).text
    day = wall_time.day(clock.local_date(due_at))
    assert f"The review by Alice M. is shown once both sides have written, at the latest on {day}." in again
    assert "Everybody sees" not in again
    assert press(operator_client, "review", "show_chosen", entry, note="Nothing wrong") == [
        "The review is no longer hidden."
    ]


def test_what_people_read_is_stored_as_the_api_stores_it(operator_client, salon):
    form = provider_form(
        salon,
        business_name=" Bruno\u200b's  \u202eLaundry ",
        bio="Clean.\u2066\r\nFast.\u200b",
        specialties="Ex\u200bpress,  Same \u202eDay",
    )

    assert operator_client.post(page("provider", salon.pk), form).status_code == 302

    shown = client_for().get(f"/api/providers/details/{salon.pk}").json()
    assert (shown["businessName"], shown["bio"]) == ("Bruno's Laundry", "Clean.\nFast.")
    assert shown["specialties"] == ["Express", "Same Day"]


def area_form(salon, *codes, **changes):
    """Return the provider's form with the stored area and further codes."""
    stored = salon.service_areas.get()
    form = provider_form(salon) | {
        "service_areas-TOTAL_FORMS": 1 + len(codes),
        "service_areas-INITIAL_FORMS": 1,
        "service_areas-0-id": stored.pk,
        "service_areas-0-postal_code": stored.postal_code,
        "service_areas-0-position": 0,
    }
    for number, code in enumerate(codes, 1):
        form[f"service_areas-{number}-postal_code"] = code
        form[f"service_areas-{number}-position"] = number
        form[f"service_areas-{number}-provider"] = str(salon.pk)
    return form | changes


def codes_served(salon):
    return list(salon.service_areas.order_by("position").values_list("postal_code", flat=True))


def test_a_postal_code_is_read_as_everywhere(operator_client, salon):
    response = operator_client.post(page("provider", salon.pk), area_form(salon, " CH-8004 "))

    assert response.status_code == 302
    assert codes_served(salon) == ["8001", "8004"]


@pytest.mark.parametrize("status", ["approved", "paused"])
def test_nobody_who_works_is_left_without_an_area(operator_client, salon, status):
    Provider.objects.update(status=status)
    salon.refresh_from_db()

    refused = operator_client.post(
        page("provider", salon.pk), area_form(salon, **{"service_areas-0-DELETE": "on"})
    )

    assert "Name at least one postal code that you serve." in refused.content.decode()
    assert codes_served(salon) == ["8001"]


def test_more_areas_than_a_provider_may_choose_are_refused(operator_client, salon):
    codes = list(PostalCode.objects.exclude(code="8001").values_list("code", flat=True)[:60])

    refused = operator_client.post(page("provider", salon.pk), area_form(salon, *codes))

    assert "Name at most 60 postal codes." in refused.content.decode()
    assert codes_served(salon) == ["8001"]


@pytest.mark.parametrize("words", [", ".join("ABCDEFGHI"), "W" * 31])
def test_more_or_longer_specialties_than_a_provider_may_name_are_refused(operator_client, salon, words):
    refused = operator_client.post(page("provider", salon.pk), area_form(salon, specialties=words))

    assert "At most 8 words, each of 30 characters at most." in refused.content.decode()
    salon.refresh_from_db()
    assert salon.specialties == []
