import { Check, CircleCheck } from "lucide-react";
import type { ReactElement } from "react";

import type { TimeSlot } from "@/api/types";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { formatLongDate } from "@/lib/weeks";

import { isRoomy, placesLeft } from "./slots";

type SlotButtonProps = {
  slot: TimeSlot;
  isChosen: boolean;
  /** The one button of the grid that Tab reaches. */
  isStop: boolean;
  onChoose: () => void;
  onFocus: () => void;
};

/** One slot: its start and how many places are left, green above a share of one half. */
export function SlotButton({ slot, isChosen, isStop, onChoose, onFocus }: SlotButtonProps): ReactElement {
  const left = t("scheduling.left", { count: placesLeft(slot) });
  const isGreen = isRoomy(slot) && !isChosen;
  const Icon = isChosen ? Check : CircleCheck;
  const name = t("scheduling.slot", {
    day: formatLongDate(slot.date),
    start: slot.startTime,
    end: slot.endTime,
    type: t(`scheduling.type.${slot.slotType}`),
    left,
  });
  return (
    <button
      type="button"
      aria-label={name}
      aria-pressed={isChosen}
      tabIndex={isStop ? 0 : -1}
      onClick={onChoose}
      onFocus={onFocus}
      className={cx(
        "flex min-h-14 w-full flex-col items-center justify-center rounded-md border py-1.5 transition-colors",
        isChosen ? "border-brand bg-brand text-on-brand" : "border-line-strong bg-surface hover:border-brand hover:bg-brand-soft",
      )}
    >
      <span className="font-semibold tabular-nums">{slot.startTime}</span>
      <span className={cx("flex items-center gap-1 text-caption whitespace-nowrap tabular-nums", isGreen && "text-good", !isGreen && !isChosen && "text-ink-soft")}>
        {(isGreen || isChosen) && <Icon aria-hidden className="size-3.5 shrink-0" />}
        {left}
      </span>
    </button>
  );
}
