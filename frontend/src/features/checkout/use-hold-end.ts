import { useCallback, useEffect, useRef, useState } from "react";

import { useOrderCheck } from "@/api/orders/use-orders";
import type { Order } from "@/api/types";
import { now } from "@/lib/server-clock";

const ASK_AGAIN_MS = 5000;

type HoldEnd = {
  /** "asking": it seems to have ended before the page was opened, and the server has not said yet. */
  state: "held" | "asking" | "over";
  /** Asks the server whether the hold has ended; a call that gets no answer changes nothing. */
  check: () => void;
};

const isPast = ({ holdExpiresAt }: Order): boolean => holdExpiresAt !== null && Date.parse(holdExpiresAt) <= now();

/** Whether the place of an order is still held. It ends only when the server says so, whatever the device's clock shows. */
export function useHoldEnd(order: Order): HoldEnd {
  const ask = useOrderCheck(order.id);
  const { holdExpiresAt } = order;
  const [wasPast] = useState(() => (isPast(order) ? holdExpiresAt : null));
  const [checked, setChecked] = useState<{ of: string; isOver: boolean } | null>(null);
  const isAsking = useRef(false);

  const check = useCallback(() => {
    if (isAsking.current || holdExpiresAt === null) return;
    isAsking.current = true;
    ask()
      // The answer has corrected our clock, too.
      .then((fresh) =>
        setChecked({ of: holdExpiresAt, isOver: fresh.holdExpiresAt === holdExpiresAt && isPast(fresh) }),
      )
      .catch(() => undefined)
      .finally(() => {
        isAsking.current = false;
      });
  }, [ask, holdExpiresAt]);

  const isChecked = checked !== null && checked.of === holdExpiresAt;
  const isUnsure = wasPast !== null && wasPast === holdExpiresAt && !isChecked;
  useEffect(() => {
    if (!isUnsure) return undefined;
    check();
    const timer = setInterval(check, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isUnsure, check]);

  if (isChecked && checked.isOver) return { state: "over", check };
  return { state: isUnsure ? "asking" : "held", check };
}
