"""Where operators answer support requests: the queue, and a page for each request with its thread."""

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldBooleanWidget

from accounts import selectors, support_hours, support_requests
from accounts.models import SupportRequest, User
from accounts.search import people_ids
from marketplace import clock
from marketplace.admin_site.actions import action, as_shown, carry_out, display
from marketplace.admin_site.base_admin import ReadOnlyAdmin
from marketplace.admin_site.exporting import ExportedList
from marketplace.admin_site.files import file_link
from marketplace.admin_site.lists import choice_filter
from marketplace.admin_site.text_fields import ParagraphsField

Status = SupportRequest.Status
ORDERS_SHOWN = 10


class AnswerForm(forms.Form):
    """A reply, and whether it closes the request."""

    body = ParagraphsField(
        label=gettext_lazy("What the person reads"),
        max_length=5000,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 8}),
        error_messages={"required": gettext_lazy("Please write an answer.")},
    )
    closes = forms.BooleanField(
        label=gettext_lazy("Close the request with this answer"), required=False, widget=UnfoldBooleanWidget
    )


def of_people(words: str) -> list[Q]:
    """Find requests by account, and those of visitors by the name and email they typed."""
    typed = Q(name__istartswith=words) | Q(email__istartswith=words)
    return [Q(account_id__in=people_ids(words)), typed]


def of_words(words: str) -> list[Q]:
    """Find requests by their text, without an index: they are deleted after three years, so there are few."""
    return [Q(subject__icontains=words) | Q(message__icontains=words)]


@admin.register(SupportRequest)
class SupportRequestAdmin(ExportedList, ReadOnlyAdmin):
    """Support requests; of the open ones the one that waits longest first."""

    change_form_template = "admin/accounts/supportrequest/thread.html"
    change_list_template = "admin/accounts/supportrequest/queue.html"
    list_display = ["subject", "shown_status", "waits", "who", "shown_category", "is_chat", "created_at"]
    list_filter = [
        choice_filter(title=gettext_lazy("status"), field="status", choices=Status.choices),
        choice_filter(
            title=gettext_lazy("category"), field="category", choices=SupportRequest.Category.choices
        ),
    ]
    list_select_related = ["account"]
    search_fields = ["subject"]
    search_help_text = gettext_lazy("The beginning of a name or an email address, or words of the request")
    searches = (of_people, of_words)
    actions_detail = ["answer_it", "close_it"]

    # --- The list -------------------------------------------------------------------------------------

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Show the list; the open queue refreshes itself while people may begin a chat."""
        is_queue = request.GET.get("status") == Status.OPEN
        extra = {"is_live": is_queue and support_hours.at(clock.now()).is_open}
        page: HttpResponse = super().changelist_view(request, (extra_context or {}) | extra)
        return page

    def get_ordering(self, request: HttpRequest) -> list[str]:
        """Order the open queue by waiting time, everything else newest first."""
        return ["waiting_since"] if request.GET.get("status") == Status.OPEN else ["-created_at", "-id"]

    @admin.display(description=gettext_lazy("From"))
    def who(self, row: SupportRequest) -> str:
        return row.account.known_name if row.account else row.known_name

    @display(
        description="Status",
        label={Status.OPEN: "warning", Status.ANSWERED: "success", Status.CLOSED: "info"},
    )
    def shown_status(self, row: SupportRequest) -> tuple[str, str]:
        return row.status, row.get_status_display()

    @admin.display(description=gettext_lazy("About"))
    def shown_category(self, row: SupportRequest) -> str:
        return row.get_category_display()

    @admin.display(description=gettext_lazy("Waits"))
    def waits(self, row: SupportRequest) -> str:
        """Return for how long the person has been waiting for us."""
        return _age(row.waiting_since)

    # --- Its page -------------------------------------------------------------------------------------

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show the thread beside the person's account and orders."""
        row = self.get_object(request, object_id)
        extra = {"thread": self._thread_of(request, row)} if row is not None else {}
        return super().change_view(request, object_id, form_url, (extra_context or {}) | extra)

    def _thread_of(self, request: HttpRequest, row: SupportRequest) -> dict[str, Any]:
        replies = [
            (line.author.known_name, line.by_operator, line.sent_at, line.body, "")
            for line in selectors.newest_replies(request_id=row.pk)
        ]
        photos = [
            (
                self.who(row),
                False,
                photo.sent_at,
                "",
                file_link(f"support-requests/{row.pk}/photos/{photo.pk}"),
            )
            for photo in row.photos.all()
        ]
        lines = sorted([*replies, *photos], key=lambda line: line[2])
        account = row.account
        sees_orders = account is not None and self.admin_site.may(request, "orders.view_order")
        sees_people = account is not None and self.admin_site.may(request, "accounts.view_user")
        return {
            "lines": [(self.who(row), False, row.created_at, row.message, ""), *lines],
            "is_live": row.is_chat and row.status != Status.CLOSED,
            "order": (
                str(row.about_order_id)[-8:],
                reverse("admin:orders_order_change", args=[row.about_order_id]),
            )
            if row.about_order_id is not None and self.admin_site.may(request, "orders.view_order")
            else None,
            "facts": [
                (_("Status"), row.get_status_display()),
                (_("Waits"), self.waits(row)),
                (_("About"), row.get_category_display()),
                (_("From"), row.known_name),
                (_("Email"), row.email or _("none: the account is closed")),
                (_("Sent"), row.created_at),
                (_("Live chat"), _("yes") if row.is_chat else _("no")),
            ],
            "account": (account.known_name, reverse("admin:accounts_user_change", args=[account.pk]))
            if account is not None and sees_people
            else None,
            "orders": _orders_of(account) if account is not None and sees_orders else [],
            "is_visitor": account is None,
        }

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Offer to answer where a reply address is left, and to close what is not closed."""
        row = self.get_object(request, str(object_id))
        buttons: list[Any] = super().get_actions_detail(request, object_id)
        if row is None:
            return []
        possible = {"answer": bool(row.email), "close": row.status != Status.CLOSED}
        return [button for button in buttons if possible[button.path]]

    @action(description=gettext_lazy("Answer"), url_path="answer", icon="reply", permissions=["act"])
    def answer_it(self, request: HttpRequest, object_id: str) -> HttpResponse:
        row = self.row_or_404(request, object_id)
        form = AnswerForm(request.POST if request.method == "POST" else None)
        if form.is_valid() and self._answer(request, row, form.cleaned_data):
            return HttpResponseRedirect(self._page_of(row))
        row = self.row_or_404(request, object_id)
        if row.account_id:
            reached = _("{name} reads this by email and in the app.")
            then = _("What they write then opens the request again.")
        else:
            reached = _("{name} reads this by email.")
            then = _("They have no account: what they write then comes by email, or as a new request.")
        return self._ask(request, row, _("Answer"), [reached.format(name=row.known_name), then], form)

    def _answer(self, request: HttpRequest, row: SupportRequest, given: dict[str, Any]) -> int:
        """Send an answer; returns 0 if something was written meanwhile that its author has not seen."""

        def act(row: SupportRequest) -> str:
            support_requests.reply_as_operator(
                operator=request.user,  # type: ignore[arg-type]  # the site lets nobody else in
                request_id=row.pk,
                body=given["body"],
                closes=given["closes"],
                now=clock.now(),
            )
            if given["closes"]:
                return _("{name} is answered, and the request is closed.").format(name=row.known_name)
            return _("{name} is answered.").format(name=row.known_name)

        return carry_out(self, request, [row], act, means=_as_read, locks=True)

    @action(
        description=gettext_lazy("Close the request"), url_path="close", icon="task_alt", permissions=["act"]
    )
    def close_it(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for confirmation, then close."""
        row = self.row_or_404(request, object_id)
        if request.method != "POST":
            silent = _("{name} is told nothing.").format(name=row.known_name)
            if row.account_id:
                means = [silent, _("It leaves the queue; what they write opens it again.")]
            else:
                then = _("They have no account: what they write then comes by email, or as a new request.")
                means = [silent, _("It leaves the queue."), then]
            return self._ask(request, row, _("Close the request"), means, forms.Form())

        def act(row: SupportRequest) -> str:
            support_requests.close(request_id=row.pk, now=clock.now())
            return _("The request is closed.")

        carry_out(self, request, [row], act, means=_as_read)
        return HttpResponseRedirect(self._page_of(row))

    def _page_of(self, row: SupportRequest) -> str:
        return reverse("admin:accounts_supportrequest_change", args=[row.pk])

    def _ask(
        self, request: HttpRequest, row: SupportRequest, title: str, means: list[str], form: forms.Form
    ) -> HttpResponse:
        """Render a confirmation page that says what the action does."""
        context = self.admin_site.each_context(request) | {
            "title": title,
            "about": row.subject,
            "quoted": _last_words(row),
            "form": form,
            "as_shown": as_shown(row, _as_read(row)),
            "sentences": means,
            "back": self._page_of(row),
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/question.html", context)

    def get_queryset(self, request: HttpRequest) -> QuerySet[SupportRequest]:
        found: QuerySet[SupportRequest] = super().get_queryset(request)
        return found.select_related("account")


def _last_words(row: SupportRequest) -> list[str]:
    """Return what the person wrote since our last answer, at least their newest message."""
    replies = selectors.newest_replies(request_id=row.pk)
    answered = next((place for place in range(len(replies), 0, -1) if replies[place - 1].by_operator), 0)
    fresh = [reply.body for reply in replies[answered:]]
    if not answered:
        return [row.message, *fresh]
    return fresh or [next((one.body for one in reversed(replies) if not one.by_operator), row.message)]


def _as_read(row: SupportRequest) -> str:
    """Return how far the conversation was when its page was shown: a line of the other side changes it."""
    return f"{row.status} {row.replies.count()} {row.photos.count()}"


def _orders_of(account: User) -> list[tuple[str, str, str]]:
    """Return a person's newest orders: label, status and admin page."""
    return [
        (str(order), order.get_status_display(), reverse("admin:orders_order_change", args=[order.pk]))
        for order in account.orders.order_by("-created_at")[:ORDERS_SHOWN]
    ]


def _age(since: datetime | None) -> str:
    """Return the age of an instant in its largest unit; a dash for ``None``."""
    return timesince(since, clock.now(), depth=1) if since else "-"
