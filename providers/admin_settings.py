"""The admin site's form for what providers set of themselves, under the rules of their own settings."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import TabularInline
from unfold.widgets import UnfoldAdminTextInputWidget

from marketplace import postal_codes
from marketplace.admin_site.text_fields import LineField
from marketplace.errors import Invalid
from providers import profile
from providers.models import Provider, ServiceArea


class ServiceAreaForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic when it runs
    """A service area; ``CH-8001`` is 8001, and a new postal code must exist."""

    postal_code = LineField(max_length=8, widget=UnfoldAdminTextInputWidget)

    class Meta:
        model = ServiceArea
        fields = ["postal_code", "position"]

    def clean_postal_code(self) -> str:
        """Refuse a code that is not in the table of Swiss postal codes, unless it is served already."""
        text: str = self.cleaned_data["postal_code"]
        code = postal_codes.cleaned(text) or text
        if "postal_code" in self.changed_data and not postal_codes.is_registered(code):
            raise forms.ValidationError(_("This is not a Swiss postal code."))
        return code


class ServiceAreaFormSet(forms.BaseInlineFormSet):  # type: ignore[type-arg]  # not generic when it runs
    """All that a provider serves: as many codes as the settings allow; none only before it works."""

    def clean(self) -> None:
        super().clean()
        if any(self.errors) or not self.has_changed():
            return
        rows = [form.cleaned_data for form in self.forms if form not in self.deleted_forms]
        codes = [row["postal_code"] for row in rows if row.get("postal_code")]
        if not codes and self.instance.status not in profile.WORKING:
            return
        try:
            profile.check_area(codes, before=codes)
        except Invalid as error:
            raise forms.ValidationError(error.message, code=error.code) from None


class ServiceAreaInline(TabularInline):
    """Postal codes that a provider serves."""

    model = ServiceArea
    form = ServiceAreaForm
    formset = ServiceAreaFormSet
    extra = 0
    hide_title = True


class WordsField(LineField):
    """A list of words, typed with commas between them."""

    widget = UnfoldAdminTextInputWidget

    def prepare_value(self, value: Any) -> Any:
        """Show the list as one line."""
        return ", ".join(value) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[str]:
        """Return the words without blanks and repetitions; as many, and as long, as in the settings."""
        typed = [word.strip() for word in (super().clean(value) or "").split(",")]
        words = profile.once_each(word for word in typed if word)
        most, length = profile.MOST_SPECIALTIES, profile.LONGEST_SPECIALTY
        if len(words) > most or max(map(len, words), default=0) > length:
            said = _("At most {most} words, each of {length} characters at most.")
            raise forms.ValidationError(said.format(most=most, length=length))
        return words

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compare as text: the initial value is a list, the submitted one a line."""
        return super().has_changed(self.prepare_value(initial), data)


class ProviderForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic when it runs
    """The fields of a provider that operators edit."""

    specialties = WordsField(required=False, help_text=gettext_lazy("with commas: Express, Same Day"))

    class Meta:
        model = Provider
        fields = "__all__"  # noqa: DJ007 - the admin site names its fields
