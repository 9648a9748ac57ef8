import { useRef, useState } from "react";

import { useSaveCardChoice } from "@/api/payments/use-payment";
import type { Order } from "@/api/types";

export type Saving = {
  /** Whether the customer agrees to save the card. */
  isWanted: boolean;
  setIsWanted: (wanted: boolean) => void;
  /** Sends the choice if it differs from the server's; true if it was sent. */
  submitChoice: () => Promise<boolean>;
};

/** Whether to save the card of a payment. Opt-in: unticked at first. */
export function useSaving(order: Order): Saving {
  const saveChoice = useSaveCardChoice(order);
  const [isWanted, setIsWanted] = useState(false);
  // The server's state; null during a request, and if its response was lost.
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
