export const messages = {
  "notifications.title": "Notifications",
  "markAll": "Mark all as read",
  "notRead": "Not marked as read",
  "allRead": "All marked as read",
  "order": "Order {number}",
  "unread": "Unread",
  "empty.title": "Nothing new",
  "empty.body": "News about your orders will appear here.",
  "error.body": "Your notifications could not be loaded.",
  "choose": "Choose which notifications you get",
} as const;
