export const messages = {
  "booking.title": "Book Service",
} as const;
