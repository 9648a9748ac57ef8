// Conversations on screen: their messages need no toast.
const open = new Set<string>();

/** Registers an open conversation. Returns a function that unregisters it. */
export function conversationOpened(orderId: string): () => void {
  open.add(orderId);
  return () => void open.delete(orderId);
}

export function isConversationOpen(orderId: string): boolean {
  return open.has(orderId);
}
