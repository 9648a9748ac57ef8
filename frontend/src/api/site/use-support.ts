import { useEffect, useRef } from "react";

import { below, type Key } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import { useRead, type Reading } from "@/api/cache/use-read";
import { sendFromDraft, type SentFrom } from "@/api/http/draft-key";
import { bySending } from "@/api/http/upload";
import { useWrite } from "@/api/http/use-write";
import { useNotifications } from "@/api/notifications/use-notifications";
import type { SupportHours, SupportReply, SupportRequest, SupportRequestCreate } from "@/api/types";
import { useNow } from "@/ui/use-now";

// Not in keys.ts, which every page loads: only two pages need these.
const REQUESTS: Key<"/api/support-requests"> = ["/api/support-requests", {}];
const repliesOf = (id: string): Key<"/api/support-requests/{request_id}/replies"> => [
  "/api/support-requests/{request_id}/replies",
  { path: { request_id: id } },
];

const HOURS: Key<"/api/support-hours"> = ["/api/support-hours", {}];

type Read = Pick<Reading<unknown>, "error" | "isBusy" | "retry">;

/** Sends a support request, with or without an account; throws as `useWrite` does. */
export function useSendSupportRequest(): (request: SupportRequestCreate, from: SentFrom) => Promise<SupportRequest> {
  const write = useWrite();
  return (body, from) =>
    sendFromDraft(from, body, (idempotencyKey) =>
      write("post", "/api/support-requests", { body, idempotencyKey }, [below(REQUESTS)]),
    );
}

/** Adds a photo to the thread of a request. `onProgress` gets the share that is sent, 0 to 1. */
export function useSendSupportPhoto(): (
  requestId: string,
  file: File,
  onProgress: (share: number) => void,
) => Promise<unknown> {
  const write = useWrite();
  return (id, file, onProgress) =>
    write(
      "post",
      "/api/support-requests/{request_id}/photos",
      { path: { request_id: id }, ...bySending(file, onProgress) },
      [below(REQUESTS)],
    );
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

type Thread = Read & {
  replies: SupportReply[] | undefined;
  reply: (body: string, from: SentFrom) => Promise<unknown>;
  /** `onProgress` gets the share of the photo that is sent, 0 to 1. */
  addPhoto: (file: File, onProgress: (share: number) => void) => Promise<unknown>;
};

/** The replies to one request, oldest first. */
export function useSupportThread(id: string): Thread {
  const { data: replies, error, isBusy, retry } = useRead(repliesOf(id), "checked");
  const write = useWrite();
  const addPhoto = useSendSupportPhoto();
  return {
    replies,
    error,
    isBusy,
    retry,
    reply: (body, from) =>
      sendFromDraft(from, body, (idempotencyKey) =>
        write(
          "post",
          "/api/support-requests/{request_id}/replies",
          { path: { request_id: id }, body: { body }, idempotencyKey },
          [below(REQUESTS)],
        ),
      ),
    addPhoto: (file, onProgress) => addPhoto(id, file, onProgress),
  };
}

/** Whether somebody is there for a chat, and when that changes (ISO instant); fetched again then. */
export function useSupportHours(): Read & { hours: SupportHours | undefined } {
  const { data: hours, error, isBusy, retry } = useRead(HOURS, "checked");
  const now = useNow();
  const isOver = hours !== undefined && Date.parse(hours.changesAt) <= now;
  useEffect(() => {
    if (isOver) void retry();
  }, [isOver, retry]);
  return { hours, error, isBusy, retry };
}
