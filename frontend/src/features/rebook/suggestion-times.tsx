import { useId, type ReactElement } from "react";

import type { RebookSuggestion } from "@/api/types";
import { useProvider } from "@/api/providers/use-providers";
import { t } from "@/i18n/i18n";
import { formatDay, zurichTime } from "@/lib/dates";
import { RadioTile } from "@/ui/radio-tile";
import { useNow } from "@/ui/use-now";

const MOST_TIMES = 6;
const TILE =
  "flex min-h-14 flex-col rounded-md border border-line-strong px-1 py-1.5 text-center transition-colors hover:bg-sunken has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand";

type SuggestionTimesProps = { suggestion: RebookSuggestion; value: string | null; onChange: (at: string) => void };

const HOUR = 3_600_000;

/** The suggestion's own time first, then the next free ones, without the hour of the pickup that exists. */
function timesOf(
  { pickupTime, existingPickup }: RebookSuggestion,
  next: readonly string[],
  value: string | null,
  now: number,
): string[] {
  const booked = existingPickup === null ? NaN : Date.parse(existingPickup.pickupTime);
  const isApart = (at: string): boolean => !(Math.abs(Date.parse(at) - booked) < HOUR);
  const known = [pickupTime, value, ...next.filter(isApart)].filter((at) => at !== null && Date.parse(at) > now);
  return [...new Map(known.map((at) => [Date.parse(at ?? ""), at ?? ""])).values()].slice(0, MOST_TIMES);
}

/** The pickup: preselected is the free time nearest to the last one, followed by the next free ones. */
export function SuggestionTimes({ suggestion, value, onChange }: SuggestionTimesProps): ReactElement {
  const name = useId();
  const now = useNow();
  const { provider } = useProvider(suggestion.provider.id);
  const times = timesOf(suggestion, provider?.nextFreeTimes ?? [], value, now);
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{t("rebook.time")}</legend>
      {times.length === 0 && <p className="text-ink-soft">{t("rebook.time.none")}</p>}
      <div className="grid grid-cols-3 gap-2">
        {times.map((at) => (
          <RadioTile
            key={at}
            name={name}
            value={at}
            checked={at === value}
            onChoose={() => onChange(at)}
            className={TILE}
          >
            <span className="text-caption">{formatDay(at, now)}</span>{" "}
            <span className="font-semibold tabular-nums">{zurichTime(at)}</span>
          </RadioTile>
        ))}
      </div>
    </fieldset>
  );
}
