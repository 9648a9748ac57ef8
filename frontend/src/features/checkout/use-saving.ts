import { useRef, useState } from "react";

import { useSaveCardChoice } from "@/api/payments/use-payment";
import type { Order } from "@/api/types";

export type Saving = {
  /** Whether the customer agrees to have the card saved. */
  isWanted: boolean;
  setIsWanted: (wanted: boolean) => void;
  /** Tells the server before the payment, if it does not know yet; true where that was something new. */
  submitChoice: () => Promise<boolean>;
};

/** Whether the card of a payment is saved. Nobody agrees by leaving the box as it is: it starts empty. */
export function useSaving(order: Order): Saving {
  const saveChoice = useSaveCardChoice(order);
  const [isWanted, setIsWanted] = useState(false);
  // What the server knows; null while a call is on its way, and after one whose answer was lost.
  const submitted = useRef<boolean | null>(false);

  const submitChoice = async (): Promise<boolean> => {
    if (submitted.current === isWanted) return false;
    submitted.current = null;
    await saveChoice(isWanted);
    submitted.current = isWanted;
    return true;
  };
  return { isWanted, setIsWanted, submitChoice };
}
