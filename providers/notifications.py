"""Notifications of applicants, providers and reporters of reviews."""

from datetime import date, datetime

from django.utils.translation import gettext_lazy as _

from accounts import notifications
from accounts.notice_texts import NoticeText, Said
from providers.models import Application, Provider, ReviewReport

APPLICATION_PAGE = "/provider/apply"
WORKSPACE = "/provider"

SUBMITTED = NoticeText(
    "application_submitted",
    _("Application Submitted"),
    _("Our team reviews it within 5-7 business days. You can follow it here."),
)
CHANGES = NoticeText("application_changes", _("Your application needs a change"), "{note}")
REJECTED = NoticeText(
    "application_rejected", _("Your application was not accepted"), _("{note} You may apply again.")
)
APPROVED = NoticeText(
    "application_approved",
    _("Welcome as a provider"),
    _("Your application is approved. Set your week, and neighbors can book you."),
)
COVER_ENDS = NoticeText(
    "insurance_ends",
    _("Your liability insurance ends on {date}"),
    _("Please send us the new certificate, so that you can be booked without a break."),
)
COVER_ENDED = NoticeText(
    "insurance_ended",
    _("New bookings are paused: your insurance has ended"),
    _("Orders in progress continue. Send us the new certificate, and you can be booked again."),
)
COVER_ENDED_WAITING = NoticeText(
    "insurance_ended.waiting",
    _("New bookings are paused: your insurance has ended"),
    _(
        "Orders in progress continue. We are about to read the certificate that you sent. "
        "Once it is recorded, you can be booked again."
    ),
)
COVER_TOO_LOW = NoticeText(
    "insurance_ended.too_low",
    _("New bookings are paused: your insurance covers too little"),
    _("Orders in progress continue. Send us a certificate of CHF 1,000,000, and you can be booked again."),
)
ANOTHER_CERTIFICATE = NoticeText(
    "insurance_ends.another", _("Please send us another insurance certificate"), "{note}"
)
PAUSED_BY_TEAM = NoticeText(
    "availability_changed.paused",
    _("Our team has paused new bookings with you"),
    _("What is confirmed goes on. Please write to support to have it reopened."),
)
REOPENED = NoticeText(
    "availability_changed.reopened",
    _("You can be booked again"),
    _("Our team has ended the pause. Please look whether your week is right."),
)
REPORT_KEPT = NoticeText("review_report.kept", _("The review that you reported stays"), "{note}")
REPORT_HIDDEN = NoticeText(
    "review_report.hidden",
    _("The review that you reported is hidden"),
    _("Thank you for telling us: nobody sees it any more."),
)
# Kinds in the group about a provider's work.
KINDS = (
    "application_submitted", "application_changes", "application_rejected", "application_approved",
    "insurance_ends", "insurance_ended",
)  # fmt: skip
TEXTS = [
    SUBMITTED, CHANGES, REJECTED, APPROVED, COVER_ENDS, COVER_ENDED,
    COVER_ENDED_WAITING, COVER_TOO_LOW,
    ANOTHER_CERTIFICATE, PAUSED_BY_TEAM, REOPENED,
    REPORT_KEPT, REPORT_HIDDEN,
]  # fmt: skip


def submitted(*, application: Application, now: datetime) -> None:
    """Confirm that the application was received."""
    _tell(application.provider, "application_submitted", SUBMITTED.of(), now)


def changes_asked(*, application: Application, now: datetime) -> None:
    """Pass on what operators need before they can decide."""
    _tell(application.provider, "application_changes", CHANGES.of(note=application.note), now)


def rejected(*, application: Application, now: datetime) -> None:
    """Say why an application was rejected, and that another one is possible."""
    _tell(application.provider, "application_rejected", REJECTED.of(note=application.note), now)


def approved(*, provider: Provider, now: datetime) -> None:
    """Welcome a new provider, and say what to do first."""
    _tell(provider, "application_approved", APPROVED.of(), now, link=WORKSPACE)


def cover_ends(*, provider: Provider, ends_on: date, days: int, now: datetime) -> None:
    """Remind a provider that their cover ends, once per threshold in ``days``."""
    notifications.notify(
        user_id=provider.user_id,
        kind="insurance_ends",
        said=COVER_ENDS.of(date=f"{ends_on:%d.%m.%Y}"),
        link=APPLICATION_PAGE,
        dedupe_key=f"cover-{ends_on.isoformat()}-{days}",
        now=now,
    )


def cover_ended(*, provider: Provider, is_waiting: bool, now: datetime) -> None:
    """Say that bookings are off until there is a new certificate, or until the one that is there is read."""
    text = COVER_ENDED_WAITING if is_waiting else COVER_ENDED
    _tell(provider, "insurance_ended", text.of(), now)


def cover_too_low(*, provider: Provider, now: datetime) -> None:
    """Say that bookings are off until there is a certificate of enough."""
    _tell(provider, "insurance_ended", COVER_TOO_LOW.of(), now)


def another_certificate_asked(*, provider: Provider, note: str, now: datetime) -> None:
    """Pass on what is wrong with a certificate that was sent."""
    _tell(provider, "insurance_ends", ANOTHER_CERTIFICATE.of(note=note), now)


def paused_by_team(*, provider: Provider, now: datetime) -> None:
    """Say that our team has paused a provider, and whom to ask."""
    _tell(provider, "availability_changed", PAUSED_BY_TEAM.of(), now, link="/support")


def reopened(*, provider: Provider, now: datetime) -> None:
    """Say that a pause by our team, or for want of insurance, is over."""
    _tell(provider, "availability_changed", REOPENED.of(), now, link=WORKSPACE)


def report_decided(*, report: ReviewReport, now: datetime) -> None:
    """Notify the reporter of a review of the decision."""
    kept = report.outcome == ReviewReport.Outcome.KEPT
    notifications.notify(
        user_id=report.reporter_id,
        kind="review_report",
        said=REPORT_KEPT.of(note=report.note) if kept else REPORT_HIDDEN.of(),
        link=f"/providers/{report.review.provider_id}",
        dedupe_key=f"report-{report.pk}",
        now=now,
    )


def _tell(provider: Provider, kind: str, said: Said, now: datetime, *, link: str = APPLICATION_PAGE) -> None:
    notifications.notify(
        user_id=provider.user_id,
        kind=kind,
        said=said,
        link=link,
        # Every change of status is reported, however often an application comes back.
        dedupe_key=f"{said.text.key}-{now.isoformat()}",
        now=now,
    )
