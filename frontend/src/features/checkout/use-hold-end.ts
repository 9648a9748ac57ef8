import { useCallback, useEffect, useRef, useState } from "react";

import { useOrderCheck } from "@/api/orders/use-orders";
import type { Order } from "@/api/types";
import { now } from "@/lib/server-clock";

const ASK_AGAIN_MS = 5000;

type HoldEnd = {
  /** "asking": it seemed over when the page was opened, and the server has not confirmed that yet. */
  state: "held" | "asking" | "over";
  /** Asks the server whether the hold is over; without a response nothing changes. */
  check: () => void;
};

const isPast = ({ holdExpiresAt }: Order): boolean => holdExpiresAt !== null && Date.parse(holdExpiresAt) <= now();

/** Whether an order's reservation is still held. Only the server ends it, because the device's clock may be wrong. */
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
      // By now the response has also synced the clock.
      .then((fresh) =>
        setChecked({ of: holdExpiresAt, isOver: fresh.holdExpiresAt === holdExpiresAt && isPast(fresh) }),
      )
      .catch(() => undefined)
      .finally(() => {
        isAsking.current = false;
      });
  }, [ask, holdExpiresAt]);

  const isChecked = checked?.of === holdExpiresAt;
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
