import { useCallback, useRef } from "react";

import { idempotencyKey } from "./client";

/** The Idempotency-Key of an attempt: the same for the same body, as a repeat after a lost answer must have the first one's. */
export function useAttemptKey(): (body: unknown) => string {
  const attempt = useRef({ text: "", key: "" });
  return useCallback((body) => {
    const text = JSON.stringify(body);
    if (attempt.current.text !== text) attempt.current = { text, key: idempotencyKey() };
    return attempt.current.key;
  }, []);
}
