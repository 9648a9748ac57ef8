import { CalendarDays, Clock, Zap } from "lucide-react";
import type { ComponentType } from "react";

import type { SlotType } from "@/api/types";

export const SLOT_TYPES: readonly SlotType[] = ["same_day", "next_day", "scheduled"];

/** The sign of each kind of slot; its name always stands beside it. */
export const SLOT_TYPE_ICONS: Record<SlotType, ComponentType<{ className?: string; "aria-hidden"?: boolean }>> = {
  same_day: Zap,
  next_day: Clock,
  scheduled: CalendarDays,
};
