import { useCallback, useMemo } from "react";

import { below, keys } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import { call } from "@/api/http/client";
import { bySending } from "@/api/http/upload";
import { useSend, type Delivery } from "@/api/http/use-send";
import { useWrite } from "@/api/http/use-write";
import type { Message } from "@/api/types";
import type { Action } from "@/offline/db";
import { messageTo } from "@/offline/operations";
import { usePendingActions } from "@/offline/pending-actions";

export type ShownMessage = Message & { /** Queued, not sent yet. */ isPending?: boolean };

/** Queued messages of a conversation. */
function pendingMessages(orderId: string, pending: readonly Action[]): ShownMessage[] {
  const own = pending.filter(
    ({ entityId, url, error }) => entityId === orderId && url.endsWith("/messages") && error === null,
  );
  return own.map(({ id, data, timestamp }): ShownMessage => {
    const body = String((data as { body?: unknown }).body);
    return {
      id,
      body,
      photoUrl: null,
      mine: true,
      senderName: "",
      sentAt: new Date(timestamp).toISOString(),
      isPending: true,
    };
  });
}

type Conversation = Omit<Reading<unknown>, "data" | "show"> & {
  messages: ShownMessage[] | undefined;
  /** The queued ones among them, known without the server. */
  pending: ShownMessage[];
  send: (body: string) => Promise<Delivery>;
  /** `onProgress` gets the share of the photo that is sent, 0 to 1. */
  sendPhoto: (file: File, onProgress: (share: number) => void) => Promise<unknown>;
  /** Marks the messages on screen as read. */
  markRead: () => Promise<unknown>;
};

/**
 * The messages between customer and provider of an order, oldest first. `providerId`: to whom a customer writes; it is
 * not sent once another provider does the order.
 */
export function useConversation(orderId: string, providerId?: string): Conversation {
  const { data, ...reading } = useRead(keys.messages(orderId), "checked");
  const actions = usePendingActions();
  const pending = useMemo(() => pendingMessages(orderId, actions), [orderId, actions]);
  const messages = useMemo(() => data && [...data, ...pending], [data, pending]);
  const write = useWrite();
  const send = useSend();
  const to = providerId === undefined ? {} : { providerId };
  return {
    messages,
    pending,
    ...reading,
    send: (body) => send(messageTo(orderId, { body, ...to }), [below(keys.messages(orderId))]),
    sendPhoto: (file, onProgress) =>
      write(
        "post",
        "/api/orders/{order_id}/messages/photos",
        { path: { order_id: orderId }, ...bySending(file, onProgress, to) },
        [below(keys.messages(orderId))],
      ),
    markRead: useCallback(
      // Not what somebody asks for: it ends no retry of that.
      () => call("post", "/api/orders/{order_id}/messages/read", { path: { order_id: orderId } }),
      [orderId],
    ),
  };
}
