import { useEffect, useRef } from "react";

import { below, type Key } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import { useRead, type Reading } from "@/api/cache/use-read";
import { useWrite } from "@/api/http/use-write";
import { useNotifications } from "@/api/notifications/use-notifications";
import type { SupportReply, SupportRequest, SupportRequestCreate } from "@/api/types";

// Not in keys.ts, which every page loads: only two pages need these.
const REQUESTS: Key<"/api/support-requests"> = ["/api/support-requests", {}];
const repliesOf = (id: string): Key<"/api/support-requests/{request_id}/replies"> => [
  "/api/support-requests/{request_id}/replies",
  { path: { request_id: id } },
];

type Read = Pick<Reading<unknown>, "error" | "isBusy" | "retry">;

/** Sends a support request, with or without an account; throws as `useWrite` does. */
export function useSendSupportRequest(): (request: SupportRequestCreate) => Promise<unknown> {
  const write = useWrite();
  return (body) => write("post", "/api/support-requests", { body }, [below(REQUESTS)]);
}

/** Revalidates requests and threads when the number of unread notifications changes, and on focus. */
function useRefreshOnNotifications(): void {
  const { unread } = useNotifications();
  const refresh = useRefresh();
  const seen = useRef(unread);
  useEffect(() => {
    if (seen.current === unread) return;
    seen.current = unread;
    void refresh(below(REQUESTS));
  }, [unread, refresh]);
  useEffect(() => {
    const lookAgain = (): void => {
      if (document.visibilityState === "visible") void refresh(below(REQUESTS));
    };
    document.addEventListener("visibilitychange", lookAgain);
    return () => document.removeEventListener("visibilitychange", lookAgain);
  }, [refresh]);
}

/** The account's support requests, newest first; operators' replies update it. */
export function useSupportRequests(): Read & { requests: SupportRequest[] | undefined } {
  useRefreshOnNotifications();
  const { data: requests, error, isBusy, retry } = useRead(REQUESTS, "checked");
  return { requests, error, isBusy, retry };
}

type Thread = Read & { replies: SupportReply[] | undefined; reply: (body: string) => Promise<unknown> };

/** The replies to one request, oldest first. */
export function useSupportThread(id: string): Thread {
  const { data: replies, error, isBusy, retry } = useRead(repliesOf(id), "checked");
  const write = useWrite();
  return {
    replies,
    error,
    isBusy,
    retry,
    reply: (body) =>
      write("post", "/api/support-requests/{request_id}/replies", { path: { request_id: id }, body: { body } }, [
        below(REQUESTS),
      ]),
  };
}
