import { useRef, useState } from "react";

import { usePresence } from "@/lib/use-presence";
import type { Failure } from "@/ui/failure-notice";
import { sayFailureElsewhere } from "@/ui/overlay/say-elsewhere";

import { errorText, isConnectionError } from "./error-text";

type Act = {
  isBusy: boolean;
  /** Why it failed, to be shown beside the button until the next try. */
  failure: Failure | null;
  /** Runs `send`; further presses meanwhile are ignored. `failed`: title, and text if the server gives none. */
  act: (send: () => Promise<unknown>, failed?: { title?: string; fallback?: string }) => Promise<void>;
};

/** One action of a screen without a form. */
export function useAct(): Act {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isSending = useRef(false);
  const isHere = usePresence();

  const act: Act["act"] = async (send, { title, fallback } = {}) => {
    if (isSending.current) return;
    isSending.current = true;
    setIsBusy(true);
    setFailure(null);
    try {
      await send();
    } catch (error) {
      const text = errorText(error, fallback);
      if (!isHere()) sayFailureElsewhere(error, title, text);
      setFailure({ ...(title !== undefined && { title }), text, needsConnection: isConnectionError(error) });
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  };

  return { isBusy, failure, act };
}
