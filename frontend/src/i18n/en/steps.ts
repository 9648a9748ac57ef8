export const messages = {
  // The progress timeline of an order (specification point 4).
  "pending": "Order Placed",
  "confirmed": "Confirmed",
  "pickup": "Pickup in Progress",
  "washing": "Washing & Ironing",
  "delivery": "Delivery",
  "completed": "Completed",
  "cancelled": "Order Cancelled",
} as const;
