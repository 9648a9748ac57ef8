"""Names of tables and columns are in the reader's language."""

from django.apps import apps
from django.utils import translation

from marketplace import names


def test_names_are_looked_up_when_they_are_shown():
    # From Django's own catalogues.
    column = apps.get_model("providers", "Application")._meta.get_field("first_name").verbose_name

    with translation.override("fr"):
        assert str(column) == names.called("first_name") == "prénom"
        assert names.heading("first_name") == "Prénom"
    with translation.override("en"):
        assert str(column) == "first name"
        assert names.heading("signed_in_at") == "Signed in at"


def test_the_names_that_somebody_reads_are_known_in_english():
    with translation.override("de"):
        shown = set(names.shown())

    assert {("orders", "saved cards"), ("orders", "pickup address"), ("accounts", "signed in at")} <= shown
