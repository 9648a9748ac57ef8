import { useRef, useState } from "react";

import type { Failure } from "@/ui/failure-notice";

import { errorText } from "./error-text";

type Act = {
  isBusy: boolean;
  /** Why it did not work, to be said where it was pressed: it stands until it is tried again. */
  failure: Failure | null;
  /** Sends it once, however often it is pressed meanwhile. `failed` is the title of what is said, and the sentence where the server gives none. */
  act: (send: () => Promise<unknown>, failed?: { title?: string; fallback?: string }) => Promise<void>;
};

/** One act of a screen that has no form. */
export function useAct(): Act {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isSending = useRef(false);

  const act: Act["act"] = async (send, { title, fallback } = {}) => {
    if (isSending.current) return;
    isSending.current = true;
    setIsBusy(true);
    setFailure(null);
    try {
      await send();
    } catch (error) {
      setFailure({ ...(title !== undefined && { title }), text: errorText(error, fallback) });
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  };

  return { isBusy, failure, act };
}
