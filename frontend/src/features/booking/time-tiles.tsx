import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router-dom";

import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { RadioTile } from "@/ui/radio-tile";

import type { Hour } from "./pickup-times";
import { useDatesLink } from "./use-dates";

const SHAPE =
  "flex min-h-14 flex-col items-center justify-center rounded-md border px-1 py-1.5 text-center transition-colors";
const FREE = "border-line-strong hover:bg-sunken";
const DEAD = "cursor-not-allowed border-line bg-sunken text-ink-soft";
const CHECKED =
  "has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-offset-2";

type TimeTileProps = {
  name: string;
  value: string;
  title: string;
  caption: string;
  checked: boolean;
  disabled: boolean;
  onChoose: () => void;
};

/** A date or hour with a caption. */
export function TimeTile({ title, caption, ...input }: TimeTileProps): ReactElement {
  const { checked, disabled } = input;
  return (
    <RadioTile {...input} className={cx(SHAPE, CHECKED, disabled ? DEAD : FREE)}>
      <span className={cx("font-semibold tabular-nums max-[22rem]:text-caption", disabled && "line-through")}>
        {title}
      </span>{" "}
      <span className={cx("text-caption", !checked && "text-ink-soft")}>{caption}</span>
    </RadioTile>
  );
}

/** Opens the scheduler for later dates; `date` is the one chosen there. */
export function MoreDatesTile({ date }: { date: string | null }): ReactElement {
  const datesLink = useDatesLink();
  const isChosen = date !== null;
  return (
    <Link {...datesLink("once")} className={cx(SHAPE, isChosen ? "border-brand bg-brand text-on-brand" : FREE)}>
      <span className="font-semibold max-[22rem]:text-caption">{t("booking.pickup.more")}</span>{" "}
      <span className={cx("text-caption", !isChosen && "text-ink-soft")}>
        {date ?? t("booking.pickup.more.caption")}
      </span>
    </Link>
  );
}

type TileGroupProps = { legend: string; describedBy?: string | undefined; children: ReactNode };

export function TileGroup({ legend, describedBy, children }: TileGroupProps): ReactElement {
  return (
    <fieldset aria-describedby={describedBy}>
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className="grid grid-cols-3 gap-2">{children}</div>
    </fieldset>
  );
}

/** An hour's caption: the remaining capacity, or why it cannot be chosen. */
export function captionOf({ state, left }: Hour): string {
  return state === "free" ? t("booking.pickup.left", { count: left }) : t(`booking.pickup.${state}`);
}
