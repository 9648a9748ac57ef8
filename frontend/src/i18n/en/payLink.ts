/** The page that a payment link opens, signed in or not. */
export const messages = {
  "title": "Pay for your order",
  "loading": "Loading your order...",
  "error": "The order could not be loaded.",

  "invalid.title": "This payment link is not valid",
  "invalid.body": "It may be incomplete. Please open it from the message again.",
  "expired.title": "The time to pay is over",
  "expired.body": "The pickup time is free for others again. Nothing was charged. Book again to get a new one.",
  "over.title": "This order can no longer be paid",
  "over.body": "It was cancelled or refunded.",
  "refunded.body": "The payment came too late, or the order was cancelled. You get {amount} back.",
  "bookAgain": "Book again",

  "paid.track": "Track your order",
  "waiting.check": "Check again",
} as const;
