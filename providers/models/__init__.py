"""Providers: their service areas, applications, reviews and reports."""

from providers.models.application import Application, ApplicationDocument, ApplicationEvent
from providers.models.customer_rating import CustomerRating
from providers.models.provider import (
    RATING_IN_TENTHS,
    CatalogueChange,
    Favourite,
    PostalCode,
    Provider,
    Review,
    ServiceArea,
    average_rating,
    excerpt_of,
)
from providers.models.report import ReviewReport

__all__ = [
    "RATING_IN_TENTHS",
    "Application",
    "ApplicationDocument",
    "ApplicationEvent",
    "CatalogueChange",
    "CustomerRating",
    "Favourite",
    "PostalCode",
    "Provider",
    "Review",
    "ReviewReport",
    "ServiceArea",
    "average_rating",
    "excerpt_of",
]
