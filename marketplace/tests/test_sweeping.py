"""Sweeps over rows without columns of work: singly, failed after their attempts, or in one transaction."""

import sys
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.db.models import Value
from django.db.models.functions import Concat
from django.urls import reverse

from accounts.models import User
from conftest import NOW, client_for, make_user
from marketplace import clock
from marketplace.jobs import due, obstacles, sweeping
from marketplace.jobs.models import Job


@pytest.fixture
def people(db) -> list[User]:
    """Return rows to sweep."""
    return [make_user(f"emil{number:02}") for number in range(12)]


def sweep(act, *, now=NOW, **options):
    rows = User.objects.filter(email__startswith="emil").order_by("email")
    return sweeping.sweep("letter", rows, act=act, policy=due.Policy(batch=5), now=now, **options)


def test_of_many_rows_one_fails_one_is_busy_and_all_others_are_done_in_the_same_run(people) -> None:
    done: list = []

    def act(job, _now) -> None:
        if job.subject == people[1].pk:
            raise ValueError("on purpose")
        if job.subject == people[2].pk:
            raise obstacles.Busy
        done.append(job.subject)

    did = sweep(act)

    assert (did.done, did.failed, did.later) == (10, 1, 1)
    assert sorted(done) == sorted(person.pk for person in people if person not in people[1:3])
    assert list(Job.objects.order_by("last_error").values_list("subject", "attempts")) == [
        (people[2].pk, 0),
        (people[1].pk, 1),
    ]


def test_what_somebody_else_has_taken_meanwhile_stays_theirs(people) -> None:
    def overtaken(job, _now) -> None:
        if job.subject == people[0].pk:
            Job.objects.filter(pk=job.pk).update(attempts=2, leased_until=NOW + timedelta(minutes=9))

    sweep(overtaken)

    assert list(Job.objects.values_list("subject", "attempts")) == [(people[0].pk, 2)]


def test_a_row_that_keeps_failing_fails_for_good_and_an_operator_tries_it_again(people, dora) -> None:
    given_up: list = []

    def fail(job, _now) -> None:
        raise ValueError(f"attempt {job.attempts}")

    now = NOW
    for _ in range(7):
        sweep(fail, now=now, when_failed=lambda job, _: given_up.append(job.subject))
        now += timedelta(hours=3)

    assert sorted(given_up) == sorted(person.pk for person in people)
    assert set(Job.objects.values_list("attempts", "last_error")) == {(5, "ValueError: attempt 5")}
    operator_client, page = client_for(dora), reverse("admin:marketplace_job_changelist")
    shown = operator_client.get(page, {"state": "failed"}).content.decode()
    first = Job.objects.earliest("pk")
    response = operator_client.post(
        page, {"action": "try_again", "_selected_action": [first.pk]}, format="multipart", follow=True
    )
    assert "attempt 5" in shown
    assert "1 done" in response.content.decode()
    done: list = []
    sweep(lambda job, _: done.append(job.subject), now=clock.now())
    assert done == [first.subject]


def test_a_row_fails_for_good_only_once_what_follows_has_been_done_and_not_acted_on_meanwhile(people) -> None:
    acted: list = []
    given_up: list = []

    def fail(job, _now) -> None:
        acted.append(job.subject)
        raise ValueError("on purpose")

    def tell(job, _now) -> None:
        given_up.append(job.subject)
        if len(given_up) <= len(people):
            raise OperationalError("canceling statement due to lock timeout")

    now, failed = NOW, []
    for _ in range(7):
        sweep(fail, now=now, when_failed=tell)
        failed.append(Job.objects.filter(failed_at__isnull=False).count())
        now += timedelta(hours=3)

    assert failed == [0, 0, 0, 0, 0, len(people), len(people)]
    assert len(acted) == 5 * len(people)
    assert sorted(given_up) == sorted(2 * [person.pk for person in people])


def test_rows_whose_worker_ended_are_taken_one_by_one_after_the_others(people) -> None:
    batches: list[int] = []
    with pytest.raises(SystemExit):
        sweep(lambda *_: sys.exit(9))
    assert Job.objects.filter(leased_until__isnull=False).count() == 5

    def act(job, _now) -> None:
        batches.append(Job.objects.filter(leased_until__gt=later).count())

    later = NOW + due.Policy.lease
    did = sweep(act, now=later)

    assert did.done == 12
    assert batches == [5] * 5 + [2] * 2 + [1] * 5
    assert not Job.objects.exists()


def test_what_is_no_longer_due_leaves_no_job_behind(people) -> None:
    sweep(lambda *_: 1 / 0)
    User.objects.filter(email__startswith="emil").update(email=Concat(Value("gone-"), "email"))

    sweeping.stale_jobs(now=NOW + timedelta(days=2)).delete()

    assert not Job.objects.exists()


def test_after_a_worker_ended_with_a_batch_its_rows_are_taken_one_by_one(people) -> None:
    ids = [person.pk for person in people]
    together: list[int] = []
    single: list = []

    def run(now, act) -> None:
        def in_one_go(batch) -> set:
            together.append(len(batch))
            act()
            return set(batch)

        sweeping.sweep_together("letters", [ids], together=in_one_go, one_by_one=single.extend, now=now)

    with pytest.raises(SystemExit):
        run(NOW, sys.exit)
    run(NOW + sweeping.MARK_LEASE, lambda: None)
    run(NOW + 2 * sweeping.MARK_LEASE, lambda: None)

    assert (together, single) == ([12, 12], ids)
