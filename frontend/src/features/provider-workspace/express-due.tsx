import type { ReactElement } from "react";

import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";

import { isOver } from "./job-day";

/** Orders cached by an older version of the app have no lines. */
function isExpress(order: Order): boolean {
  const lines = (order.lines as Order["lines"] | undefined) ?? [];
  return !isOver(order) && lines.some(({ id }) => id === "express");
}

/** By when the first express job of a stop is to be back, also before its pickup: that day has to be planned. */
export function ExpressDue({ jobs, now }: { jobs: readonly Order[]; now: number }): ReactElement | null {
  const [first] = jobs
    .filter(isExpress)
    .map(({ returnBy }) => returnBy)
    .sort();
  if (first === undefined) return null;
  return (
    <span className="block text-caption font-semibold">
      {t("provider.job.express", { time: dayTimeInSentence(first, now) })}
    </span>
  );
}
