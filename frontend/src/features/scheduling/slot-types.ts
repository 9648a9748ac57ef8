import { CalendarDays, Clock, Zap } from "lucide-react";
import type { ComponentType } from "react";

import type { SlotType } from "@/api/types";

export const SLOT_TYPES: readonly SlotType[] = ["same_day", "next_day", "scheduled"];

/** Icons of the slot types; the name is always beside them. */
export const SLOT_TYPE_ICONS: Record<SlotType, ComponentType<{ className?: string; "aria-hidden"?: boolean }>> = {
  same_day: Zap,
  next_day: Clock,
  scheduled: CalendarDays,
};
