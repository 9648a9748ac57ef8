import { useRef, useState } from "react";

import { useSaveCardWish } from "@/resources/use-payment";
import type { Order } from "@/resources/types";

export type Saving = {
  /** Whether the customer agrees to have the card saved. */
  isWanted: boolean;
  setIsWanted: (wanted: boolean) => void;
  /** Tells the server before the payment, if it does not know yet; true where it was told something new. */
  tell: () => Promise<boolean>;
};

/** Whether the card of a payment is saved. Nobody agrees by leaving the box as it is: it starts empty. */
export function useSaving(order: Order): Saving {
  const wish = useSaveCardWish(order);
  const [isWanted, setIsWanted] = useState(false);
  // What the server knows; null while a call is on its way, and after one whose answer was lost.
  const told = useRef<boolean | null>(false);

  const tell = async (): Promise<boolean> => {
    if (told.current === isWanted) return false;
    told.current = null;
    await wish(isWanted);
    told.current = isWanted;
    return true;
  };
  return { isWanted, setIsWanted, tell };
}
