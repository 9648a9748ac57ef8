import consent from "./consent.json";

/** The card form, wherever it stands, and what customers agree to when they save a card. */
export const messages = {
  "title": "Card payment",
  "test": "Test payments",
  "loadingForm": "Loading the payment form...",
  "safe": "Your card details go to Stripe directly and never reach {product}.",
  "unknown": "The payment could not be completed. Please try again.",
  "replaced": "This payment was begun anew elsewhere. Please reload the page.",
  "pay": "Pay {total} CHF",
  "pay.busy": "Processing payment...",
  "error.intent.title": "The payment could not be started",
  "error.form.title": "The payment form could not be loaded",
  "error.form.body": "Check your internet connection, and that nothing blocks payments in your browser.",
  "notConfigured.title": "Payment Processing Not Configured",
  "notConfigured.body": "Card payments are not set up here yet. Nothing was charged.",
  "backToHome": "Back to Home",

  "track": "Track order",
  "summary.title": "Order summary",
  "summary.provider": "Provider",
  "summary.service": "Service",
  "summary.pickup": "Pickup",
  "summary.address": "Address",

  "hold": "Your place is held for {time}",
  "hold.until": "Your place is held until {time}",
  "declined": "Nothing was charged. Try another card or ask your bank.",

  // After a payment (specification point 8); shown by checkout, and by tracking after a bank's own page.
  "payment.successful": "Payment Successful",
  "payment.successful.body": "Your order has been confirmed!",
  "payment.successful.waiting": "Waiting for provider confirmation",
  "payment.processing": "Payment Processing",
  "payment.processing.body": "Your order is confirmed as soon as the payment has arrived.",
  "payment.failed": "Payment Failed",
  "payment.failed.body": "Nothing was charged. Please try again.",
  "payment.unpaid": "Order Cancelled",
  "payment.unpaid.body": "Nothing was charged.",
  "payment.late": "Payment Refunded",
  "payment.late.body": "You get {amount} back.",

  // Stored with the card as what its owner agreed to: the server reads the same file.
  ...consent,
  "offline": "This needs a connection. Nothing is charged without one.",
} as const;
