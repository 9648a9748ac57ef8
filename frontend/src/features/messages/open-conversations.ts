// The conversations that are on this screen: what is said there is seen there.
const open = new Set<string>();

/** Says that an order's conversation is on the screen. Returns the function that says it is no more. */
export function conversationOpened(orderId: string): () => void {
  open.add(orderId);
  return () => void open.delete(orderId);
}

export function isConversationOpen(orderId: string): boolean {
  return open.has(orderId);
}
