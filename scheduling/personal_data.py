"""Personal data in schedules, and how it is erased."""

from django.utils.translation import gettext_lazy as _

from marketplace import personal_data
from marketplace.personal_data import Deleted, Retained, Table, by
from scheduling.models import DayOff, SlotCoverage, TimeSlot, WeeklyWindow


def declare() -> None:
    """Register these tables, in the order in which they are erased."""
    personal_data.declare(
        Table(
            WeeklyWindow, _("Working hours"), by(WeeklyWindow, "provider__user"),
            "weekday start_time end_time slot_minutes capacity", (Deleted(),), aside="id provider",
        ),
        Table(
            DayOff, _("Days off"), by(DayOff, "provider__user"), "start_on end_on note", (Deleted(),),
            aside="id provider",
        ),
        Table(
            TimeSlot, _("Time slots"), by(TimeSlot, "provider__user"),
            "date start_time end_time capacity booked is_closed is_manual",
            (Retained("Those that were booked belong to their orders; the others are pruned each night."),),
            aside="id provider starts_at ends_at shrink_to",
        ),
    )  # fmt: skip
    personal_data.holds_nobody(SlotCoverage, "provider generated_until pruned_before")
