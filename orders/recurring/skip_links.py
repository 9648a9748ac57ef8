"""Links by which one pickup is skipped without signing in; the holder may do nothing else.

A link is the signed id of its occurrence. Opening it changes nothing: skipping is a POST.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from uuid import UUID

from django.core import signing
from django.utils.translation import gettext as _

from marketplace.errors import NotFound
from orders.models import Occurrence


def _signer() -> signing.Signer:
    return signing.Signer(salt="orders.skip_link", sep="~")


def path_for(occurrence_id: UUID) -> str:
    """Return the address of a pickup's skip page within this site."""
    name = urlsafe_b64encode(occurrence_id.bytes).decode().rstrip("=")
    return f"/skip/{_signer().sign(name)}"


def occurrence_of(token: str) -> Occurrence:
    """Return the pickup that a link is for, with booking, provider and order; 404 if there is none."""
    unknown = NotFound(_("This link is not valid. Please open it from the message again."))
    try:
        occurrence_id = UUID(bytes=urlsafe_b64decode(f"{_signer().unsign(token)}=="))
    except (signing.BadSignature, ValueError) as error:
        raise unknown from error
    found = Occurrence.objects.select_related(
        "booking__customer", "booking__provider__user", "order__provider__user"
    )
    occurrence = found.filter(pk=occurrence_id).first()
    if occurrence is None:
        raise unknown
    return occurrence
