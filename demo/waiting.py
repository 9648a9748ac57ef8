"""Work for operators in the demonstration, made by the rules with a ``now`` in the past.

An application, a support request and a reported review; :mod:`demo.past` makes a disputed payment, and
:mod:`demo.paid_weeks` payouts that are due.
"""

from datetime import datetime, timedelta

from accounts import support_requests
from accounts.models import SupportRequest, User
from demo.people import EXPERIENCE, QUESTION, REPORT
from providers import applying, documents, reporting
from providers.models import Application, ApplicationDocument, Provider, Review, ReviewReport

Kind = ApplicationDocument.Kind


def leave_waiting(*, applicant: User, asker: User, reported: Provider, now: datetime) -> None:
    """Make an application, a support request and a reported review, the oldest of yesterday."""
    _apply(applicant, now - timedelta(hours=26))
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


def _apply(user: User, at: datetime) -> None:
    values = {
        "business_type": Application.BusinessType.INDIVIDUAL,
        "service_areas": ["3011", "3005", "3006"],
        "experience": EXPERIENCE,
    }
    applying.fill_in(user=user, values=values, now=at - timedelta(minutes=20))
    for kind, name in ((Kind.ID_DOCUMENT, "passport.pdf"), (Kind.INSURANCE_CERTIFICATE, "insurance.pdf")):
        content = paper(f"{kind.label} of {user.get_full_name()}, of the demonstration")
        documents.save_document(
            user=user, kind=kind, content=content, name=name, now=at - timedelta(minutes=10)
        )
    applying.submit(user=user, now=at)


def paper(words: str) -> bytes:
    """Return a PDF of one page with a line of text, which must be ASCII without brackets."""
    shown = f"BT /F1 18 Tf 60 760 Td ({words}) Tj ET"
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
