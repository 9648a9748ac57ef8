import { useCallback, useMemo } from "react";

import { messageTo } from "@/offline/ops";

import { below, keys } from "./keys";
import { bySending } from "./sending";
import { useRead, type Reading } from "./use-read";
import { useSend, type Delivery } from "./use-send";
import { pendingMessages, usePendingActions, type ShownMessage } from "./pending-actions";
import { useWrite } from "./use-write";

type Conversation = Omit<Reading<unknown>, "data" | "show"> & {
  messages: ShownMessage[] | undefined;
  /** Of them, those that are still to be sent: they are known without the server. */
  pending: ShownMessage[];
  send: (body: string) => Promise<Delivery>;
  /** `onProgress` hears which share of the photo, 0 to 1, has gone out. */
  sendPhoto: (file: File, onProgress: (share: number) => void) => Promise<unknown>;
  /** Says that what is on the screen was read. */
  markRead: () => Promise<unknown>;
};

/** What the customer and the provider of an order have written to each other, the oldest first. */
export function useConversation(orderId: string): Conversation {
  const { data, ...reading } = useRead(keys.messages(orderId), "checked");
  const actions = usePendingActions();
  const pending = useMemo(() => pendingMessages(orderId, actions), [orderId, actions]);
  const messages = useMemo(() => data && [...data, ...pending], [data, pending]);
  const write = useWrite();
  const send = useSend();
  return {
    messages,
    pending,
    ...reading,
    send: (body) => send(messageTo(orderId, body), [below(keys.messages(orderId))]),
    sendPhoto: (file, onProgress) =>
      write("post", "/api/orders/{order_id}/messages/photos", { path: { order_id: orderId }, ...bySending(file, onProgress) }, [below(keys.messages(orderId))]),
    markRead: useCallback(() => write("post", "/api/orders/{order_id}/messages/read", { path: { order_id: orderId } }), [write, orderId]),
  };
}
