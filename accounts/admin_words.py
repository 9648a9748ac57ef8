"""Where operators see every notice text and replace it by their own words."""

from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from accounts import notice_texts, own_words
from accounts.models import NoticeWords, User
from marketplace import clock
from marketplace.admin_site.actions import action
from marketplace.admin_site.base_admin import ReadOnlyAdmin
from marketplace.admin_site.lists import choice_filter
from marketplace.admin_site.text_fields import LineField, ParagraphsField
from marketplace.errors import DomainError, Invalid

# What the log says of a change, and what its operator reads.
WENT_BACK = ("Went back to the text of the house.", _("The text of the house is said again."))
REPLACED = (
    "Put own words in place of the text of the house.",
    _("From now on your words are said; everywhere within half a minute."),
)


class WordsForm(forms.Form):
    """A title and a body; placeholders are checked by :func:`accounts.own_words.check`.

    ``seen`` is the number of the newest version that the page showed.
    """

    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)

    title = LineField(label=_("Title"), required=False, widget=UnfoldAdminTextInputWidget())
    body = ParagraphsField(
        label=_("Text"), required=False, widget=UnfoldAdminTextareaWidget(attrs={"rows": 8})
    )


@admin.register(NoticeWords)
class NoticeWordsAdmin(ReadOnlyAdmin):
    """What is said now, and below it the versions of own words."""

    list_display = ["key", "language", "title", "written_by", "written_at"]
    list_select_related = ["written_by"]
    list_filter = [choice_filter(title=_("language"), field="language", choices=settings.LANGUAGES)]
    ordering = ["-id"]
    actions_list = ["texts"]
    list_before_template = "admin/accounts/noticewords/present.html"

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Show what is said now, in the operator's language, to those who may replace it."""
        language = get_language() or settings.LANGUAGE_CODE
        extra = self._all(language) if self.has_act_permission(request) else {}
        page: HttpResponse = super().changelist_view(request, (extra_context or {}) | extra)
        return page

    @action(description=_("All texts"), url_path="texts", icon="edit_note", permissions=["act"])
    def texts(self, request: HttpRequest) -> HttpResponse:
        """List all texts; with ``key`` and ``language`` show one, and save what replaces it."""
        asked = request.GET
        languages = dict(settings.LANGUAGES)
        language = asked.get("language", "")
        if language not in languages:
            language = settings.LANGUAGE_CODE
        if asked.get("key", "") not in notice_texts.declared():
            return self._list(request, language)
        return self._one(request, asked["key"], language)

    def _address(self, **asked: str) -> str:
        return reverse("admin:accounts_noticewords_texts", query=asked)

    def _list(self, request: HttpRequest, language: str) -> HttpResponse:
        context = {"title": _("Texts that people are told")} | self._all(language)
        return self._drawn(request, "admin/accounts/noticewords/texts.html", context)

    def _all(self, language: str) -> dict[str, Any]:
        """Return every text as it is said in a language, and the languages."""
        held = own_words.in_force()
        rows = [
            {
                "key": key,
                "house": own_words.of_the_house(text, language=language),
                "own": held.get((key, language)),
                "address": self._address(key=key, language=language),
            }
            for key, text in notice_texts.declared().items()
        ]
        return {
            "rows": rows,
            "languages": [
                (name, self._address(language=code), code == language) for code, name in settings.LANGUAGES
            ],
        }

    def _one(self, request: HttpRequest, key: str, language: str) -> HttpResponse:
        newest = own_words.newest_number(key=key, language=language)
        held = own_words.in_force().get((key, language))
        house = own_words.of_the_house(own_words.text_of(key), language=language)
        began = held or house
        initial = {"title": began.title, "body": began.body, "seen": newest}
        form = WordsForm(request.POST or None, initial=initial)
        tried = None
        if request.method == "POST" and form.is_valid():
            if "show" in request.POST:
                tried = self._checked(form, key, language)
            elif self._carry_out(request, form, key, language):
                return HttpResponseRedirect(self._address(key=key, language=language))
            elif form.is_valid():
                # Somebody was faster: beside what was typed stands what holds now.
                form = WordsForm(initial=initial | form.cleaned_data | {"seen": newest})
        text = own_words.text_of(key)
        context = {
            "title": key,
            "language": dict(settings.LANGUAGES)[language],
            "house": house,
            "held": held,
            "names": sorted(text.names),
            "form": form,
            "is_tried": tried is not None,
            "preview": own_words.preview(text, language=language, words=tried or held),
            "versions": own_words.versions(key=key, language=language),
            "back": self._address(language=language),
        }
        return self._drawn(request, "admin/accounts/noticewords/text.html", context)

    def _carry_out(self, request: HttpRequest, form: WordsForm, key: str, language: str) -> bool:
        """Save own words or withdraw them; return whether it succeeded."""
        operator, now, given = cast("User", request.user), clock.now(), form.cleaned_data
        is_reset = "reset" in request.POST
        try:
            if is_reset:
                row = own_words.take_back(
                    operator=operator, key=key, language=language, now=now, seen=given["seen"]
                )
            else:
                row = own_words.put(operator=operator, key=key, language=language, now=now, **given)
        except Invalid as error:
            _show(error, form)
            return False
        except DomainError as error:
            self.message_user(request, error.message, messages.ERROR)
            return False
        logged, said = WENT_BACK if is_reset else REPLACED
        self.log_change(request, row, logged)
        self.message_user(request, said, messages.SUCCESS)
        return True

    def _checked(self, form: WordsForm, key: str, language: str) -> NoticeWords | None:
        words = {name: form.cleaned_data[name] for name in ("title", "body")}
        try:
            own_words.check(key=key, **words)
        except Invalid as error:
            _show(error, form)
            return None
        return NoticeWords(key=key, language=language, **words)

    def _drawn(self, request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
        whole = self.admin_site.each_context(request) | context | {"opts": self.opts}
        return TemplateResponse(request, template, whole)


def _show(error: Invalid, form: forms.Form) -> None:
    for field, sentences in (error.fields or {}).items():
        form.add_error(field, sentences)
