export const messages = {
  "tracking.title": "Track Order",
} as const;
