"""Buttons above lists: check the data, and make last week's payouts before the next run does."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace import audit, clock, wall_time
from marketplace.admin_site.actions import action
from orders.admin.admin_operator import operator_id
from orders.checks import data_checks
from orders.models import DataCheck, Payout, PayoutRun
from orders.payouts import weekly_run
from orders.payouts.payable import week_to_pay


class WeeklyRunPage:
    """The button "Make last week's payouts"."""

    @action(
        description=gettext_lazy("Make last week's payouts"),
        url_path="make",
        icon="event_repeat",
        permissions=["pay"],
    )
    def make_week(self: Any, request: HttpRequest) -> HttpResponse:
        """Show what the run will make (GET), and start it in the background (POST)."""
        week, back = week_to_pay(clock.now()), reverse("admin:orders_payout_changelist")
        owed = len(weekly_run.providers_owed(week=week))
        if request.method == "POST":
            if request.POST.get("week", f"{week}") != f"{week}":
                messages.warning(request, _("Another week is to be paid by now. Please look again."))
                return HttpResponseRedirect(request.path)
            _start(request, week, owed)
            return HttpResponseRedirect(back)
        context = self.admin_site.each_context(request) | {
            "title": _("Make last week's payouts"),
            "week": week,
            "owed": owed,
            "run": PayoutRun.objects.filter(week=week).first(),
            "back": back,
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/orders/payout/make.html", context)


def _start(request: HttpRequest, week: date, owed: int) -> None:
    """Start the run of a week, or say that nobody is owed anything. Both are logged."""
    pressed = f"Pressed “Make last week's payouts” for the week of {week:%d.%m.%Y}"
    if owed:
        weekly_run.reopen(week=week)
        weekly_run.wake()
        said = _("The payouts of the week of {week} are being made. They stand here in a moment.")
        sentence = f"{pressed}: {owed} to make."
    else:
        said = _("Nothing was made: nobody is owed anything more of the week of {week}.")
        sentence = f"{pressed}, refused (nobody_owed)."
    level = messages.INFO if owed else messages.WARNING
    messages.add_message(request, level, said.format(week=wall_time.short_day(week)))
    audit.record(user_id=operator_id(request), about=Payout, sentence=sentence)


class DataCheckPage:
    """The button "Check the data" above the list of orders."""

    @action(
        description=gettext_lazy("Check the data"),
        url_path="check-data",
        icon="fact_check",
        permissions=["view"],
    )
    def check_data(self: Any, request: HttpRequest) -> HttpResponse:
        """Show the result of the last check (GET), or start another in the background (POST)."""
        found, waiting = data_checks.last_finished(), data_checks.open_check()
        check, comparison = found.get(DataCheck.Kind.DATA), found.get(DataCheck.Kind.STRIPE)
        shown = f"{check.pk if check else ''}"
        if request.method == "POST":
            if waiting is not None or request.POST.get("seen", shown) != shown:
                messages.warning(request, _("Somebody has asked for a check since this page was shown."))
            else:
                data_checks.ask(actor_id=request.user.pk, now=clock.now())
            return HttpResponseRedirect(request.path)
        context = self.admin_site.each_context(request) | {
            "title": _("Check of the data"),
            "check": check,
            "comparison": comparison,
            "checks": [one for one in (comparison, check) if one],
            "waiting": waiting,
            "seen": shown,
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/orders/order/check_data.html", context)
