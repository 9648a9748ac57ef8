export const messages = {
  "notifications.title": "Notifications",
} as const;
