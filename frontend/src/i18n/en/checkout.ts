export const messages = {
  "title": "Checkout",
  "loading": "Loading your order...",

  "noOrder.title": "No order found",
  "noOrder.body": "The link may be incomplete. Your orders are in your history.",
  "noOrder.action": "Order history",
  "signIn.title": "Sign in to pay",
  "signIn.body": "An order is paid by the person who placed it.",
  "error.order": "The order could not be loaded.",

  "notKept": "Your order is placed, but its address was not kept",
  "notKept.drop": "Do not keep it",

  "cancelled.title": "This order was cancelled",
  "cancelled.body": "It can no longer be paid.",
  "expired.title": "Your place is no longer held",
  "expired.body":
    "The time to pay is over, so it is free for others again. Nothing was charged. Book again to get a new place.",
  "bookAgain": "Book again",

  "card.title": "Pay with",
  "card.another": "Another card",

  "next.title": "What happens next",
  "next.charged": "{total} is charged now, when you press the button.",
  "next.free": "Free to cancel until {time}.",
  "next.back": "Back by {day}.",
  "next.wrong": "Something not right? Tell us within 24 hours of getting it back.",
  "next.support": "Support",

  "hold.later": "You can leave and pay from your history while it is held.",
} as const;
