"""Work for operators in the demonstration, made by the rules with a ``now`` in the past.

An application that waits and one in each other state, a support request and a reported review;
:mod:`demo.past` makes a disputed payment, and :mod:`demo.paid_weeks` payouts that are due.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from unicodedata import normalize

from accounts import support_requests
from accounts.models import Address, SupportRequest, User
from demo.people import ASKED_FOR, EXPERIENCE, QUESTION, REJECTED_FOR, REPORT
from marketplace.files import private
from providers import applying, approving, documents, reporting
from providers.models import Application, ApplicationDocument, Provider, Review, ReviewReport

Kind = ApplicationDocument.Kind
PAPERS = ((Kind.ID_DOCUMENT, "passport.pdf"), (Kind.INSURANCE_CERTIFICATE, "insurance.pdf"))


@dataclass(frozen=True)
class Applicants:
    """Who has applied, by how far they have come; the approved ones are providers already."""

    draft: User
    submitted: User
    changes: User
    rejected: User
    approved: list[Provider]


def make_operator_work(
    *, applicants: Applicants, operator: User, asker: User, reported: Provider, now: datetime
) -> None:
    """Make applications, a support request and a reported review; none waits longer than a day."""
    _apply_all(applicants, operator, now)
    subject, message = QUESTION
    support_requests.send_request(
        account=asker,
        name=asker.get_full_name(),
        email=asker.email,
        category=SupportRequest.Category.QUALITY,
        subject=subject,
        message=message,
        now=now - timedelta(hours=5),
    )
    review = Review.objects.filter(provider=reported).exclude(comment="").latest("created_at")
    reporting.report_review(
        reporter=reported.user,
        review_id=review.pk,
        reason=ReviewReport.Reason.UNTRUE,
        words=REPORT,
        now=now - timedelta(hours=3),
    )


def _apply_all(applicants: Applicants, operator: User, now: datetime) -> None:
    _fill_in(applicants.draft, ["1205", "1227"], now - timedelta(hours=3))
    _apply(applicants.submitted, ["3011", "3005", "3006"], now - timedelta(hours=26))
    for user, code, decide, note in (
        (applicants.changes, "3011", approving.ask_for_changes, ASKED_FOR),
        (applicants.rejected, "4051", approving.reject, REJECTED_FOR),
    ):
        _apply(user, [code], now - timedelta(days=9))
        provider = Provider.objects.get(user=user)
        decide(provider_id=provider.pk, note=note, actor=operator, now=now - timedelta(days=4))
    for provider in applicants.approved:
        _apply_before_work(provider, operator)


def _apply_before_work(provider: Provider, operator: User) -> None:
    """Give a provider who works already the application that they were approved by; its rows, for speed."""
    user, at, approved_at = provider.user, provider.created_at - timedelta(days=6), provider.created_at
    home = Address.objects.get(user=user)
    application = Application.objects.create(
        provider=provider, first_name=user.first_name, last_name=user.last_name, email=user.email,
        phone=user.phone, address=home.street, postal_code=home.postal_code, city=home.city,
        service_areas=list(provider.service_areas.order_by("position").values_list("postal_code", flat=True)),
        experience=EXPERIENCE, started_at=at, changed_at=at, submitted_at=at,
    )  # fmt: skip
    for kind, name in PAPERS:
        content = _paper_of(user, kind)
        ApplicationDocument.objects.create(
            application=application, kind=kind, name=name, content_type="application/pdf", size=len(content),
            file=private.store(content, folder=documents.FOLDER, suffix=".pdf"),
            digest=sha256(content).hexdigest(), uploaded_at=at, checked_at=approved_at,
        )  # fmt: skip
    for status, actor, when in (
        (Provider.Status.SUBMITTED, user, at),
        (Provider.Status.APPROVED, operator, approved_at),
    ):
        applying.record(application=application, status=status, actor=actor, now=when)


def _fill_in(user: User, service_areas: list[str], at: datetime, **personal: str) -> None:
    """Fill in both sections; what ``personal`` leaves out is known of the account."""
    values = personal | {
        "business_type": Application.BusinessType.INDIVIDUAL,
        "service_areas": service_areas,
        "experience": EXPERIENCE,
    }
    applying.fill_in(user=user, values=values, now=at)


def _apply(user: User, service_areas: list[str], at: datetime, **personal: str) -> None:
    _fill_in(user, service_areas, at - timedelta(minutes=20), **personal)
    for kind, name in PAPERS:
        documents.save_document(
            user=user, kind=kind, content=_paper_of(user, kind), name=name, now=at - timedelta(minutes=10)
        )
    applying.submit(user=user, now=at)


def _paper_of(user: User, kind: ApplicationDocument.Kind) -> bytes:
    return paper(f"{kind.label} of {user.get_full_name()}, of the demonstration")


def paper(words: str) -> bytes:
    """Return a PDF of one page with a line of text, without its accents; it must have no brackets."""
    plain = normalize("NFKD", words).encode("ascii", "ignore").decode()
    shown = f"BT /F1 18 Tf 60 760 Td ({plain}) Tj ET"
    parts = (
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        f"<</Length {len(shown)}>>stream\n{shown}\nendstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    paper, places = "%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(f"{len(paper):010} 00000 n \n")
        paper += f"{number} 0 obj{part}endobj\n"
    table = f"xref\n0 {len(parts) + 1}\n0000000000 65535 f \n{''.join(places)}"
    end = f"trailer<</Size {len(parts) + 1}/Root 1 0 R>>\nstartxref\n{len(paper)}\n%%EOF\n"
    return (paper + table + end).encode("ascii")
