"""The liability insurance of providers: requirements, reminders, and its end."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts import closing
from accounts.models import Notification
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_user
from marketplace import clock
from marketplace.errors import DomainError
from marketplace.jobs import due
from marketplace.jobs.models import Job
from marketplace.tests.faults import FaultOf
from providers import approving, insurance
from providers.models import ApplicationDocument, Provider
from providers.tests.applicants import send, submitted

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]
TODAY = date(2026, 11, 18)
TOMORROW = NOW + timedelta(days=1)
NEXT_YEAR = TODAY + timedelta(days=365)
MILLION = Decimal("1000000.00")
PAUSE, RESUME = "/api/provider/pause", "/api/provider/resume"


def recorded(provider, *, amount=MILLION, ends_on=None, now=NOW) -> str:
    return insurance.record_cover(provider_id=provider.pk, amount=amount, ends_on=ends_on, now=now)


def week(user):
    return client_for(user).get("/api/provider/week").json()


@pytest.fixture
def applicant():
    nora = make_user("nora", phone="+41 79 123 45 67")
    submitted(client_for(nora))
    return nora.provider


@pytest.mark.parametrize(
    ("amount", "ends_on", "code"),
    [
        (MILLION - Decimal("0.01"), None, "cover_too_low"),
        (MILLION, TODAY - timedelta(days=1), "cover_ended"),
    ],
)
def test_recorded_cover_that_is_not_enough_keeps_from_being_approved(
    applicant, amount, ends_on, code
) -> None:
    recorded(applicant, amount=amount, ends_on=ends_on)

    with pytest.raises(DomainError) as refused:
        approving.approve(provider_id=applicant.pk, now=NOW)

    assert refused.value.code == code
    assert Provider.objects.get().status == "submitted"


@pytest.mark.parametrize(("amount", "ends_on"), [(None, None), (MILLION, TODAY)])
def test_cover_that_is_enough_or_was_not_recorded_is_no_obstacle(applicant, amount, ends_on) -> None:
    recorded(applicant, amount=amount, ends_on=ends_on)

    approving.approve(provider_id=applicant.pk, now=NOW)

    assert Provider.objects.get().status == "approved"


def test_reminders_go_out_thirty_fourteen_and_three_days_before(bruno, salon) -> None:
    recorded(salon, ends_on=TODAY + timedelta(days=31))

    notices = {}
    for day in range(32):
        for _ in range(2):
            insurance.watch(now=NOW + timedelta(days=day))
        notices[day] = Notification.objects.filter(user=bruno, kind="insurance_ends").count()

    assert [day for day in notices if day and notices[day] > notices[day - 1]] == [1, 17, 28]
    assert Notification.objects.filter(user=bruno, kind="insurance_ended").count() == 0


def test_cover_that_has_ended_pauses_new_bookings_until_there_is_a_new_one(bruno, salon) -> None:
    recorded(salon, ends_on=TODAY)
    insurance.watch(now=NOW)
    assert Provider.objects.get(pk=salon.pk).status == "approved"

    tomorrow = NOW + timedelta(days=1)
    for _ in range(2):
        insurance.watch(now=tomorrow)

    salon.refresh_from_db()
    assert (salon.status, salon.paused_by_operator, salon.cover_lapsed) == ("paused", True, True)
    assert Notification.objects.filter(user=bruno, kind="insurance_ended").count() == 1
    with pytest.raises(DomainError, match="team has paused"):
        approving.resume(provider_id=salon.pk, now=tomorrow)
    with pytest.raises(DomainError, match="cover has ended"):
        approving.resume(provider_id=salon.pk, now=tomorrow, by_operator=True)

    assert recorded(salon, ends_on=TODAY + timedelta(days=365), now=tomorrow)
    salon.refresh_from_db()
    assert (salon.status, salon.cover_lapsed) == ("approved", False)


@pytest.mark.parametrize(
    ("amount", "ends_on", "said", "state"),
    [
        (MILLION - Decimal("0.01"), NEXT_YEAR, "your insurance covers too little", "too_low"),
        (MILLION, TODAY - timedelta(days=1), "your insurance has ended", "ended"),
    ],
)
def test_whose_recorded_cover_is_not_enough_is_paused_at_once(
    bruno, salon, amount, ends_on, said, state
) -> None:
    assert recorded(salon, amount=amount, ends_on=ends_on) == "paused"

    assert (week(bruno)["isPaused"], week(bruno)["mayResume"]) == (True, False)
    assert week(bruno)["pausedForCover"] is True
    assert client_for(bruno).get("/api/provider-application").json()["coverState"] == state
    notice = client_for(bruno).get("/api/notifications").json()["results"][0]
    assert notice["title"] == f"New bookings are paused: {said}"
    assert [recorded(salon, amount=amount, ends_on=ends_on), insurance.watch(now=NOW)] == ["", 0]
    assert recorded(salon, ends_on=NEXT_YEAR) == "approved"
    assert (week(bruno)["isPaused"], week(bruno)["pausedForCover"]) == (False, False)
    assert client_for(bruno).get("/api/provider-application").json()["coverState"] == "enough"


def test_who_is_paused_again_for_the_same_past_end_is_notified_again(bruno, salon) -> None:
    yesterday = TODAY - timedelta(days=1)
    assert recorded(salon, ends_on=yesterday) == "paused"
    assert recorded(salon, ends_on=NEXT_YEAR) == "approved"

    # The wrong certificate was looked at, and the first one was right.
    assert recorded(salon, ends_on=yesterday, now=NOW + timedelta(minutes=5)) == "paused"

    assert Notification.objects.filter(user=bruno, kind="insurance_ended").count() == 2


def test_a_cover_that_was_recorded_as_too_low_before_is_acted_upon(bruno, salon) -> None:
    Provider.objects.filter(pk=salon.pk).update(cover_amount=MILLION - 1)

    assert [insurance.watch(now=NOW), insurance.watch(now=NOW)] == [1, 0]

    assert (week(bruno)["isPaused"], week(bruno)["mayResume"]) == (True, False)


def test_a_cover_that_is_too_low_leaves_a_holiday_and_an_operator_s_pause_as_they_are(bruno, salon) -> None:
    client_for(bruno).post(PAUSE, {"until": "2026-12-01"})
    assert recorded(salon, amount=MILLION - 1) == ""
    assert client_for(bruno).post(RESUME).json()["code"] == "cover_too_low"
    assert recorded(salon) == ""
    assert client_for(bruno).post(RESUME).status_code == 200

    approving.pause(provider_id=salon.pk, now=NOW, by_operator=True)
    assert [recorded(salon, amount=MILLION - 1), insurance.watch(now=NOW)] == ["", 0]
    assert Notification.objects.filter(user=bruno, kind="insurance_ended").count() == 1


def test_who_is_paused_for_another_reason_stays_so(salon) -> None:
    approving.pause(provider_id=salon.pk, now=NOW, by_operator=True)

    assert not recorded(salon, ends_on=TODAY + timedelta(days=365))
    assert Provider.objects.get(pk=salon.pk).status == "paused"


def test_an_operator_s_pause_outlasts_the_end_of_the_cover_and_a_new_certificate(salon, bruno, dora) -> None:
    recorded(salon, ends_on=TODAY)
    assert client_for(dora).post(f"{PAUSE}?providerId={salon.pk}", {"until": None}).status_code == 200
    insurance.watch(now=TOMORROW)

    assert not recorded(salon, ends_on=NEXT_YEAR, now=TOMORROW)

    assert (week(bruno)["isPaused"], week(bruno)["mayResume"]) == (True, False)


def test_an_operator_pauses_who_is_paused_for_the_end_of_the_cover(salon, bruno, dora, time_machine) -> None:
    recorded(salon, ends_on=TODAY)
    insurance.watch(now=TOMORROW)
    time_machine.move_to(TOMORROW)

    paused = client_for(dora).post(f"{PAUSE}?providerId={salon.pk}", {"until": None})

    assert paused.status_code == 200
    assert not recorded(salon, ends_on=NEXT_YEAR, now=TOMORROW)
    assert (week(bruno)["isPaused"], week(bruno)["mayResume"]) == (True, False)


def test_operators_are_offered_to_pause_who_has_no_cover_any_more(salon, dora) -> None:
    recorded(salon, ends_on=TODAY)
    insurance.watch(now=TOMORROW)
    browser = Client()
    browser.force_login(dora)
    page = reverse("admin:providers_provider_change", args=[salon.pk])
    button = reverse("admin:providers_provider_pause_it", args=[salon.pk])
    assert button in browser.get(page).content.decode()

    browser.post(button, {"confirmed": "yes", "note": "Reported"})

    assert button not in browser.get(page).content.decode()
    assert not recorded(salon, ends_on=NEXT_YEAR, now=TOMORROW)


def test_a_holiday_goes_on_after_a_new_certificate(salon, bruno, time_machine) -> None:
    recorded(salon, ends_on=TODAY)
    client_for(bruno).post(PAUSE, {"until": "2026-12-01"})
    assert (week(bruno)["mayResume"], week(bruno)["pausedForCover"]) == (True, False)
    for _ in range(2):
        insurance.watch(now=TOMORROW)
    assert Notification.objects.filter(user=bruno, kind="insurance_ended").count() == 1
    time_machine.move_to(TOMORROW)
    assert (week(bruno)["mayResume"], week(bruno)["pausedForCover"]) == (False, True)
    assert client_for(bruno).post(RESUME).json()["code"] == "cover_ended"
    assert client_for(bruno).post(PAUSE, {"until": "2026-12-02"}).status_code == 200

    assert not recorded(salon, ends_on=NEXT_YEAR, now=TOMORROW)

    shown = week(bruno)
    assert (shown["isPaused"], shown["pausedUntil"], shown["mayResume"]) == (True, "2026-12-02", True)
    assert shown["pausedForCover"] is False
    time_machine.move_to(datetime(2026, 12, 2, 9, tzinfo=UTC))
    assert approving.resume_due(now=clock.now()) == 1
    assert week(bruno)["isPaused"] is False


def test_whose_holiday_ends_without_cover_opens_with_the_certificate(salon, bruno, time_machine) -> None:
    recorded(salon, ends_on=TODAY)
    client_for(bruno).post(PAUSE, {"until": "2026-12-01"})
    insurance.watch(now=TOMORROW)
    back = datetime(2026, 12, 1, 9, tzinfo=UTC)
    time_machine.move_to(back)

    assert [approving.resume_due(now=back), approving.resume_due(now=back)] == [0, 0]

    assert (week(bruno)["isPaused"], week(bruno)["pausedUntil"]) == (True, None)
    assert recorded(salon, ends_on=NEXT_YEAR, now=back)
    assert week(bruno)["isPaused"] is False


def test_a_closed_account_stays_closed_when_its_certificate_is_recorded(salon, bruno) -> None:
    recorded(salon, ends_on=TODAY)
    insurance.watch(now=TOMORROW)
    closing.close(user_id=bruno.pk, now=TOMORROW)

    assert not recorded(salon, ends_on=NEXT_YEAR, now=TOMORROW)

    assert Provider.objects.get(pk=salon.pk).status == "paused"


def test_a_new_certificate_waits_until_somebody_has_read_it(bruno, salon) -> None:
    waiting = ApplicationDocument.objects.filter(kind="insuranceCertificate", checked_at=None)
    send(client_for(bruno), "insuranceCertificate")
    assert waiting.count() == 1

    recorded(salon, ends_on=TODAY + timedelta(days=365))

    assert waiting.count() == 0


def test_who_has_sent_a_certificate_is_not_reminded_and_reads_that_it_waits(bruno, salon) -> None:
    recorded(salon, ends_on=TODAY + timedelta(days=3))
    send(client_for(bruno), "insuranceCertificate")

    insurance.watch(now=NOW)

    assert not Notification.objects.filter(user=bruno, kind="insurance_ends").exists()
    assert client_for(bruno).get("/api/provider-application").json()["certificateState"] == "waits"


def test_cover_that_ends_while_a_certificate_waits_pauses_and_says_what_is_waited_for(
    bruno, salon, time_machine
) -> None:
    recorded(salon, ends_on=TODAY)
    send(client_for(bruno), "insuranceCertificate")
    time_machine.move_to(TOMORROW)

    insurance.watch(now=TOMORROW)

    assert "about to read the certificate" in Notification.objects.get(kind="insurance_ended").body
    shown = week(bruno)
    assert (shown["pausedForCover"], shown["certificateWaits"]) == (True, True)
    recorded(salon, ends_on=NEXT_YEAR, now=TOMORROW)
    assert (week(bruno)["isPaused"], week(bruno)["certificateWaits"]) == (False, False)
    assert Notification.objects.filter(user=bruno, title="You can be booked again").count() == 1


def test_reading_a_certificate_is_not_said_to_end_a_pause_of_one_s_own(bruno, salon, time_machine) -> None:
    recorded(salon, ends_on=TODAY)
    client_for(bruno).post(PAUSE, {"until": None})
    send(client_for(bruno), "insuranceCertificate")
    time_machine.move_to(TOMORROW)
    insurance.watch(now=TOMORROW)

    shown = week(bruno)

    assert (shown["pausedForCover"], shown["certificateWaits"]) == (True, False)


def test_a_certificate_that_cannot_be_used_says_why_until_another_one_is_sent(bruno, salon) -> None:
    recorded(salon, ends_on=TODAY + timedelta(days=3))
    send(client_for(bruno), "insuranceCertificate")
    insurance.ask_for_another(provider_id=salon.pk, note="It cannot be read.", now=NOW)

    shown = client_for(bruno).get("/api/provider-application").json()

    assert (shown["certificateState"], shown["note"]) == ("refused", "It cannot be read.")
    insurance.watch(now=NOW)
    assert Notification.objects.filter(user=bruno, title__startswith="Your liability insurance ends").exists()
    send(client_for(bruno), "insuranceCertificate")
    assert client_for(bruno).get("/api/provider-application").json()["certificateState"] == "waits"


def test_operators_read_first_the_certificate_whose_cover_ends_first(operator_client, bruno, salon) -> None:
    other = make_provider(make_user("nora"))
    for provider, days in ((salon, 30), (other, 4)):
        recorded(provider, ends_on=TODAY + timedelta(days=days))
        send(client_for(provider.user), "insuranceCertificate")

    def queue():
        return next(
            one
            for one in operator_client.get("/admin/").context["queues"]
            if one.title == "Insurance certificates"
        )

    assert (queue().count, queue().is_urgent) == (2, False)
    rows = operator_client.get("/admin/providers/application/?stage=certificate").context["cl"].result_list
    assert [row.provider_id for row in rows] == [other.pk, salon.pk]
    Provider.objects.filter(pk=other.pk).update(cover_ends_on=TODAY + timedelta(days=3))
    assert queue().is_urgent


def test_one_provider_that_fails_holds_up_no_other(salon, monkeypatch) -> None:
    other = make_provider(make_user("other"))
    Provider.objects.update(cover_ends_on=TODAY - timedelta(days=1))
    first = min((salon, other), key=lambda provider: provider.pk)
    pause = approving.pause_for_cover

    def failing(*, provider_id, **rest):
        if provider_id == first.pk:
            raise RuntimeError("This one fails.")
        pause(provider_id=provider_id, **rest)

    monkeypatch.setattr(approving, "pause_for_cover", failing)
    insurance.watch(now=NOW)

    assert Provider.objects.filter(status="paused").count() == 1


@pytest.mark.parametrize(
    ("sweep", "before"),
    [
        (insurance.watch, {"cover_ends_on": TODAY - timedelta(days=1)}),
        (approving.resume_due, {"status": "paused", "paused_until": TODAY}),
    ],
)
def test_a_provider_about_whom_nothing_can_be_done_is_given_up_and_shown_to_operators(
    salon, operator_client, sweep, before
) -> None:
    Provider.objects.filter(pk=salon.pk).update(**before)

    with connection.execute_wrapper(FaultOf(salon.pk, unless=Job._meta.db_table)):
        for hours in range(12):
            sweep(now=NOW + timedelta(hours=hours))

    failed = Job.objects.get()
    assert (failed.subject, failed.attempts, failed.failed_at is not None) == (salon.pk, 5, True)
    assert "Job failed" in operator_client.get("/admin/").text
    due.retry(failed, now=NOW + timedelta(hours=13))
    sweep(now=NOW + timedelta(hours=13))
    assert (Provider.objects.get(pk=salon.pk).status, Job.objects.count()) == (
        "paused" if sweep is insurance.watch else "approved",
        0,
    )
