import { useCallback, useMemo } from "react";

import { messageTo } from "@/offline/ops";

import { below, keys } from "./keys";
import { useRead, type Reading } from "./use-read";
import { useSend, type Delivery } from "./use-send";
import { useWaiting, withWaitingMessages, type ShownMessage } from "./waiting";
import { useWrite } from "./use-write";

type Conversation = Omit<Reading<unknown>, "data" | "show"> & {
  messages: ShownMessage[] | undefined;
  send: (body: string) => Promise<Delivery>;
  /** Says that what is on the screen was read. */
  markRead: () => Promise<unknown>;
};

/** What the customer and the provider of an order have written to each other, the oldest first. */
export function useConversation(orderId: string): Conversation {
  const { data, ...reading } = useRead(keys.messages(orderId), "checked");
  const waiting = useWaiting();
  const messages = useMemo(() => data && withWaitingMessages(orderId, data, waiting), [orderId, data, waiting]);
  const write = useWrite();
  const send = useSend();
  return {
    messages,
    ...reading,
    send: (body) => send(messageTo(orderId, body), [below(keys.messages(orderId))]),
    markRead: useCallback(() => write("post", "/api/orders/{order_id}/messages/read", { path: { order_id: orderId } }), [write, orderId]),
  };
}
