"""Names of tables and columns, in the reader's language.

Django derives a name from the source's: "created at" from ``created_at``. The admin site and people's data
exports show it. ``tools.texts`` puts these names into the catalogues beside the texts.
"""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.utils import translation
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from marketplace import personal_data


def translate() -> None:
    """Make the names of tables and columns lazily translated; called when apps are ready."""
    for config in apps.get_app_configs():
        config.verbose_name = _looked_up(config.verbose_name)
    for model in apps.get_models():
        options = model._meta
        # A derived plural is lazy as well, but built from the untranslated English name.
        if not isinstance(options.verbose_name, Promise):
            options.verbose_name_plural = gettext_lazy(str(options.verbose_name_plural))
        options.verbose_name = _looked_up(options.verbose_name)
        for field in options.local_fields:
            field.verbose_name = _looked_up(field.verbose_name)


def _looked_up(name: Any) -> Any:
    return name if isinstance(name, Promise) else gettext_lazy(name)


def called(column: str) -> str:
    """Return a column's name for use within a sentence."""
    return gettext(_words(column))


def heading(column: str) -> str:
    """Return a column's name as the heading of a table."""
    return capfirst(called(column))


def _words(column: str) -> str:
    return column.replace("_", " ")


def shown() -> Iterator[tuple[str, str]]:
    """Yield the English names that somebody reads, each with its app."""
    pages = [model for model in apps.get_models() if admin.site.is_registered(model)]
    below = {inline.model for model in pages for inline in admin.site.get_model_admin(model).inlines}
    with translation.override("en"):
        for options in (model._meta for model in {*pages, *below}):
            yield options.app_label, str(options.app_config.verbose_name)
            yield options.app_label, str(options.verbose_name)
            yield options.app_label, str(options.verbose_name_plural)
            for field in options.local_fields:
                yield options.app_label, str(field.verbose_name)
        for table in personal_data.tables():
            for column in (*table.columns, *table.withheld):
                yield table.model._meta.app_label, _words(column)
