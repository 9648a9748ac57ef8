import { useState } from "react";

import { errorText } from "@/resources/error-text";
import type { Failure } from "@/ui/failure-notice";
import { showToast, type Toast } from "@/ui/overlay/toast";

export type Act = {
  send: () => Promise<unknown>;
  /** What is told when it worked. */
  done: Toast;
  /** The title of what is told when it did not, and the sentence where the server gives none. */
  failed: { title: string; fallback?: string };
  /** Says a failure aloud in a toast, too. */
  isToast?: boolean;
};

/** Changes recurring bookings and fetches again what has changed with them. Answers why it did not work, or null when it is done. */
export function useActs(): { isBusy: boolean; act: (act: Act) => Promise<Failure | null> } {
  const [isBusy, setIsBusy] = useState(false);

  const act = async ({ send, done, failed, isToast = false }: Act): Promise<Failure | null> => {
    setIsBusy(true);
    try {
      await send();
      showToast(done);
      return null;
    } catch (error) {
      const text = errorText(error, failed.fallback);
      if (isToast) showToast({ title: failed.title, description: text, variant: "destructive" });
      return { title: failed.title, text, isSaid: isToast };
    } finally {
      setIsBusy(false);
    }
  };

  return { isBusy, act };
}
