import { Clock } from "lucide-react";
import { useEffect, type ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";
import { useNow } from "@/ui/use-now";

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const ASK_AGAIN_MS = 5000;

/** The remaining time, "14:32"; "0:00" once it is over. */
function timeLeft(expiresAt: string, now: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / SECOND_MS));
  return `${Math.floor(seconds / 60)}:${(seconds % 60).toString().padStart(2, "0")}`;
}

type HoldProps = { expiresAt: string; onOver: () => void; /** What can be done until then. */ hint?: string };

/**
 * Countdown of a reserved slot. At its end `onOver` is called, then every five seconds while rendered: only the server
 * decides whether it has ended, and a response may fail.
 */
export function Hold({ expiresAt, onOver, hint }: HoldProps): ReactElement {
  const now = useNow(SECOND_MS);
  const isOver = Date.parse(expiresAt) <= now;
  const isFar = Date.parse(expiresAt) - now > HOUR_MS;

  useEffect(() => {
    if (!isOver) return undefined;
    onOver();
    const timer = setInterval(onOver, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isOver, onOver]);

  return (
    <div className="mb-4 flex items-start gap-3 rounded-md bg-brand-soft px-4 py-3 text-brand-ink">
      <Clock aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div>
        <p className="font-semibold tabular-nums">
          {isFar
            ? t("payment.hold.until", { time: dayTimeInSentence(expiresAt, now) })
            : t("payment.hold", { time: timeLeft(expiresAt, now) })}
        </p>
        {hint !== undefined && <p className="text-caption">{hint}</p>}
      </div>
    </div>
  );
}
