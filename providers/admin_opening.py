"""The buttons by which operators pause and reopen providers, in the list and on a provider's page."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.dataclasses import UnfoldAction

from marketplace import clock
from marketplace.admin_site.actions import action
from marketplace.admin_site.asking import press
from providers import cover
from providers.approving import approve, pause, refuse_approving, refuse_pausing
from providers.models import Provider

Status = Provider.Status
OPEN, PAUSE = "open", "pause"
# The buttons on a provider's page, by status; applicants are decided on beside their documents.
_POSSIBLE = {Status.APPROVED: [PAUSE], Status.PAUSED: [OPEN, PAUSE]}


class OpeningPage:
    """The buttons "Open again" and "Pause"; the list has "Approve" in place of the former."""

    def get_actions_detail(self: Any, request: HttpRequest, object_id: Any) -> list[UnfoldAction]:
        """Offer only what is possible now."""
        provider = self.get_object(request, str(object_id))
        buttons: list[UnfoldAction] = super().get_actions_detail(request, object_id)  # type: ignore[misc]  # the page has it
        if provider is None:
            return buttons
        possible = [one for one in _POSSIBLE.get(provider.status, []) if _IS_POSSIBLE[one](provider)]
        return [button for button in buttons if button.path not in (OPEN, PAUSE) or button.path in possible]

    @action(description=gettext_lazy("Open again"), url_path=OPEN, icon="play_circle", permissions=["change"])
    def open_it(self: Any, request: HttpRequest, object_id: str) -> HttpResponse | None:
        """Show the consequences, and let customers book the provider again."""
        return _open(self, request, [self.row_or_404(request, object_id)], back=_page_of(object_id))

    @action(description=gettext_lazy("Pause"), url_path=PAUSE, icon="pause_circle", permissions=["change"])
    def pause_it(self: Any, request: HttpRequest, object_id: str) -> HttpResponse | None:
        """Ask why, and pause the provider."""
        return _pause(self, request, [self.row_or_404(request, object_id)], back=_page_of(object_id))

    @admin.action(description=gettext_lazy("Approve"), permissions=["change"])
    def approve_chosen(self: Any, request: HttpRequest, chosen: QuerySet[Provider]) -> HttpResponse | None:
        """Show the consequences, and let customers book the chosen providers."""
        return _open(self, request, chosen.select_related("user"), title=_("Approve"))

    @admin.action(description=gettext_lazy("Pause"), permissions=["change"])
    def pause_chosen(self: Any, request: HttpRequest, chosen: QuerySet[Provider]) -> HttpResponse | None:
        """Ask why, and pause the chosen providers."""
        return _pause(self, request, chosen.select_related("user"))


def _open(
    model_admin: Any, request: HttpRequest, providers: Iterable[Provider], *, back: str = "", title: str = ""
) -> HttpResponse | None:
    now = clock.now()

    def means(provider: Provider) -> str:
        refuse_approving(provider, now=now)
        if provider.status == Status.PAUSED:
            return _("Customers can book {name} again at once.").format(name=provider.user.short_name)
        return _("Customers can book {name} as soon as they have set their week; they are told.").format(
            name=provider.user.short_name
        )

    def act(provider: Provider) -> str:
        approve(provider_id=provider.pk, now=now, actor=request.user)  # type: ignore[arg-type]  # the site lets in none else
        return _("{name} can be booked.").format(name=provider)

    return press(
        model_admin, request, providers, title=title or _("Open again"), means=means, act=act, back=back
    )


def _pause(
    model_admin: Any, request: HttpRequest, providers: Iterable[Provider], *, back: str = ""
) -> HttpResponse | None:
    now = clock.now()

    def means(provider: Provider) -> str:
        refuse_pausing(provider, by_operator=True)
        return _(
            "Nobody can book {name} until our team opens them again. What is confirmed goes on. What is not "
            "paid or not accepted yet ends: the money goes back, and both sides are told. {name} is told of "
            "the pause."
        ).format(name=provider.user.short_name)

    def act(provider: Provider) -> str:
        pause(provider_id=provider.pk, now=now, by_operator=True)
        return _("{name} is paused.").format(name=provider)

    return press(
        model_admin,
        request,
        providers,
        title=_("Pause"),
        means=means,
        act=act,
        back=back,
        hint=_("for colleagues; the provider does not see it"),
    )


def _can_be_opened(provider: Provider) -> bool:
    """Return whether the account is open, and the recorded cover allows bookings."""
    return provider.user.is_active and cover.is_enough(provider=provider, now=clock.now())


def _can_be_paused(provider: Provider) -> bool:
    """Return whether a pause by an operator would change anything."""
    return not provider.is_paused_for_good


_IS_POSSIBLE = {OPEN: _can_be_opened, PAUSE: _can_be_paused}


def _page_of(object_id: str) -> str:
    return reverse("admin:providers_provider_change", args=[object_id])
