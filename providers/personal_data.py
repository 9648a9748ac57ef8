"""Personal data of providers, and how it is erased."""

from uuid import UUID

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from marketplace import personal_data
from marketplace.personal_data import Deleted, Done, Emptied, Retained, Table, by, either
from providers import profile
from providers.models import (
    Application,
    ApplicationDocument,
    ApplicationEvent,
    CatalogueChange,
    CustomerRating,
    Favourite,
    PostalCode,
    Provider,
    Review,
    ReviewReport,
    ServiceArea,
)

_WORDS_OF_APPLICANT = dict.fromkeys(
    (
        "first_name", "last_name", "email", "phone", "address", "postal_code", "city", "business_name",
        "registration_number", "vat_number", "experience", "note",
    ),
    "",
)  # fmt: skip


def _reviews(user_id: UUID) -> "QuerySet[Model]":
    # What a provider does not see yet is not in their copy either.
    return either(Review, Q(author=user_id), Q(provider__user=user_id, published_at__isnull=False))


def _customer_ratings(user_id: UUID) -> "QuerySet[Model]":
    about = Q(customer=user_id, published_at__isnull=False)
    return either(CustomerRating, about, Q(provider__user=user_id))


def declare() -> None:
    """Register these tables, in the order in which they are erased."""
    personal_data.declare(
        Table(
            ApplicationDocument, _("Documents"), by(ApplicationDocument, "application__provider__user"),
            "kind name file content_type size uploaded_at checked_at refused_at", (Deleted(),),
            aside="id application digest", file="file", called="name",
        ),
        Table(
            ApplicationEvent, _("Steps of your application"),
            by(ApplicationEvent, "application__provider__user"), "status note at",
            (Emptied({"note": ""}),), withheld={"actor": _("It is about somebody of our team.")},
            aside="id application",
        ),
        Table(
            Application, _("Application"), by(Application, "provider__user"),
            "first_name last_name email phone address postal_code city business_name business_type "
            "registration_number vat_number service_areas experience started_at changed_at submitted_at note",
            (Emptied(_WORDS_OF_APPLICANT | {"service_areas": []}),), aside="provider uploads",
        ),
        Table(
            ReviewReport, _("Reviews that you reported"), by(ReviewReport, "reporter"),
            "review reason words created_at outcome decided_at note",
            (Emptied({"words": "", "note": ""}),), aside="id reporter",
        ),
        Table(
            Review, _("Reviews"), _reviews,
            "order rating comment created_at published_at hidden_at answer answered_at",
            (
                Retained("The stars stay in the provider's rating, without words and without a name."),
                Emptied({"comment": ""}, rows=by(Review, "author")),
                Emptied({"answer": ""}, rows=by(Review, "provider__user")),
            ),
            aside="id provider author publish_due_at",
        ),
        Table(
            CustomerRating, _("Ratings of customers"), _customer_ratings, "order rating created_at",
            (Retained("Stars without words and without a name."),),
            aside="id provider customer published_at publish_due_at",
        ),
        Table(
            Favourite, _("Favorites"), by(Favourite, "user"), "provider created_at", (Deleted(),),
            aside="id user",
        ),
        Table(
            ServiceArea, _("Places that you serve"), by(ServiceArea, "provider__user"),
            "postal_code position",
            (Deleted(),), aside="id provider",
        ),
        Table(
            Provider, _("Provider"), by(Provider, "user"),
            "id status approved_at paused_until cover_amount cover_ends_on business_name bio specialties "
            "profile_image_url accepts_instantly late_fee_percent rating_sum review_count created_at",
            (
                Done(profile.erase_photo),
                Emptied({"business_name": "", "bio": "", "specialties": []}),
            ),
            aside="user paused_by_operator cover_lapsed", file="profile_image_url",
        ),
    )  # fmt: skip
    personal_data.holds_nobody(PostalCode, "code locality canton latitude longitude others")
    personal_data.holds_nobody(CatalogueChange, "id token")
