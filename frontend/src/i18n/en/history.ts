export const messages = {
  "history.title": "Order History",
} as const;
