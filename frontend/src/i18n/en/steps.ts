export const messages = {
  "pending": "Order Placed",
  "confirmed": "Confirmed",
  "pickup": "Pickup in Progress",
  "washing": "Washing & Ironing",
  "delivery": "Delivery",
  "completed": "Completed",
  "cancelled": "Order Cancelled",
} as const;
