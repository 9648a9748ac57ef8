import { Check, CircleCheck } from "lucide-react";
import type { ReactElement } from "react";

import type { TimeSlot } from "@/api/types";
import { t } from "@/i18n/i18n";
import { rich } from "@/i18n/rich";
import { cx } from "@/lib/cx";
import { formatLongDate } from "@/lib/weeks";

import { capacityLeft, isRoomy, pickupEnd } from "./slots";

type SlotButtonProps = {
  slot: TimeSlot;
  isChosen: boolean;
  /** The grid's only tab stop (roving tabindex). */
  isStop: boolean;
  onChoose: () => void;
  onFocus: () => void;
};

/** A slot: start and free capacity, green if more than half is free. */
export function SlotButton({ slot, isChosen, isStop, onChoose, onFocus }: SlotButtonProps): ReactElement {
  const isGreen = isRoomy(slot) && !isChosen;
  const Icon = isChosen ? Check : CircleCheck;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      tabIndex={isStop ? 0 : -1}
      onClick={onChoose}
      onFocus={onFocus}
      className={cx(
        "relative flex min-h-14 w-full flex-col items-center justify-center rounded-md border py-1.5 transition-colors",
        isChosen
          ? "border-brand bg-brand text-on-brand"
          : "border-line-strong bg-surface hover:border-brand hover:bg-brand-soft",
      )}
    >
      {rich("scheduling.slot", {
        day: formatLongDate(slot.date),
        start: slot.startTime,
        end: pickupEnd(slot),
        type: t(`scheduling.type.${slot.slotType}`),
        left: t("scheduling.left", { count: capacityLeft(slot) }),
        unseen: (text) => <span className="sr-only">{text}</span>,
        time: (text) => <span className="font-semibold tabular-nums">{text}</span>,
        places: (text) => (
          <span
            className={cx(
              "flex items-center gap-1 text-caption whitespace-nowrap tabular-nums",
              isGreen && "text-good",
              !isGreen && !isChosen && "text-ink-soft",
            )}
          >
            {(isGreen || isChosen) && <Icon aria-hidden className="size-3.5 shrink-0" />}
            <span>{text}</span>
          </span>
        ),
      })}
    </button>
  );
}
