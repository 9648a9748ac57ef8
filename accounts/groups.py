"""The three groups of operators, and what each may do in the admin site by default.

A group is created once, if missing; what superusers change later stays.
"""

from typing import Any

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.db.models import Q

# Permissions of every operator.
_EVERYBODY: dict[str, str] = {
    "accounts": "view_address view_notification view_user",
    "marketplace": "view_figureversion",
    "orders": (
        "hold_order view_damageclaim view_dispute view_handover view_message view_occurrence view_order "
        "view_orderevent view_orderline view_payment view_payouthold "
        "view_recurringbooking view_refund view_reservation"
    ),
    "providers": "view_provider view_review view_servicearea",
}
GROUPS: dict[str, dict[str, str]] = {
    "support": {
        "accounts": (
            "change_supportrequest change_user impersonate_user view_impersonation view_supportrequest"
        ),
        "orders": "add_message",
        "providers": "view_postalcode view_reviewreport",
        "scheduling": "view_dayoff view_timeslot view_weeklywindow",
    },
    "operations": {
        "accounts": (
            "change_noticewords change_supportrequest change_user view_impersonation "
            "view_noticewords view_supportrequest"
        ),
        "admin": "view_logentry",
        "marketplace": "add_figureversion change_job change_outboxmessage view_job view_outboxmessage",
        "orders": (
            "add_message add_order add_recurringbooking cancel_order change_order "
            "change_payment change_recurringbooking decide_damageclaim move_order"
        ),
        "providers": (
            "add_servicearea change_provider change_review change_reviewreport "
            "change_servicearea delete_servicearea review_application view_application "
            "view_postalcode view_reviewreport"
        ),
        "scheduling": (
            "add_dayoff add_timeslot add_weeklywindow change_dayoff change_timeslot "
            "change_weeklywindow delete_dayoff delete_weeklywindow view_dayoff view_timeslot "
            "view_weeklywindow"
        ),
    },
    "finance": {
        "admin": "view_logentry",
        "marketplace": "add_figureversion",
        "orders": (
            "change_payment change_refund change_stripeevent decide_damageclaim pay_payout refund_order "
            "view_feeinvoice view_ledgerentry view_payout view_payoutaccount view_savedcard "
            "view_stripeevent"
        ),
    },
}


def labels(group: str) -> set[str]:
    """Return the permissions of a group as Django names them: ``orders.refund_order``."""
    return {
        f"{app}.{codename}"
        for table in (_EVERYBODY, GROUPS[group])
        for app, codenames in table.items()
        for codename in codenames.split()
    }


def create_missing(**_: Any) -> None:
    """Create missing groups, after the permissions of all apps exist; idempotent.

    Receives Django's ``post_migrate``, once an app's permissions have been created.
    """
    for name in sorted(set(GROUPS) - set(Group.objects.values_list("name", flat=True))):
        wanted = labels(name)
        one_of = Q()
        for label in wanted:
            app, codename = label.split(".")
            one_of |= Q(content_type__app_label=app, codename=codename)
        found = list(Permission.objects.filter(one_of))
        if len(found) == len(wanted):
            with transaction.atomic():
                Group.objects.create(name=name).permissions.set(found)
