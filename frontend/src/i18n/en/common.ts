export const messages = {
  "nav.label": "Main",
  "nav.home": "Home",
  "nav.track": "Track",
  "nav.history": "History",
  "nav.profile": "Profile",
  "skip": "Skip to content",

  "header.location": "Zurich, Switzerland",
  "header.home": "home",
  "header.account": "Your profile",
  "bell.one": "Notifications, {count} unread",
  "bell.other": "Notifications, {count} unread",
  "bell.none": "Notifications",

  "back": "Back",
  "tryAgain": "Try again",
  "close": "Close",
  "loading": "Loading...",
  "required": "required",
  "goHome": "Go Home",

  "distance.m": "{value} m away",
  "distance.km": "{value} km away",
  "distance.unknown": "Distance unknown",
  "stars": "{value} of 5 stars",
  "reviews.one": "{count} review",
  "reviews.other": "{count} reviews",

  "service.standard": "Standard Wash and Fold",
  "service.premium": "Premium Care",
  "service.ironing": "Ironing Only",

  // The progress timeline of an order (specification point 4).
  "status.step.pending": "Order Placed",
  "status.step.confirmed": "Confirmed",
  "status.step.pickup": "Pickup in Progress",
  "status.step.washing": "Washing & Ironing",
  "status.step.delivery": "Delivery",
  "status.step.completed": "Completed",
  "status.step.cancelled": "Order Cancelled",
  "status.title.pending": "Order Placed",
  "status.title.confirmed": "Order Confirmed",
  "status.title.pickup": "Pickup in Progress",
  "status.title.washing": "Washing in Progress",
  "status.title.delivery": "Out for Delivery",
  "status.title.completed": "Order Completed",
  "status.title.cancelled": "Order Cancelled",
  "status.unpaid": "Waiting for payment",

  "price.service": "Service",
  "price.fee": "Platform fee",
  "price.total": "Total",

  // After a payment (specification point 8); shown by checkout, and by tracking after a bank's own page.
  "payment.successful": "Payment Successful",
  "payment.successful.body": "Your order has been confirmed!",
  "payment.successful.waiting": "Waiting for provider confirmation",
  "payment.processing": "Payment Processing",
  "payment.processing.body": "Your order is confirmed as soon as the payment has arrived.",
  "payment.failed": "Payment Failed",
  "payment.failed.body": "Nothing was charged. Please try again.",
  "payment.late": "Payment Refunded",
  "payment.late.body": "Your place was taken in the meantime. You get {amount} back.",

  "error.title": "Something went wrong",
  "error.body": "This page could not be shown. Your data is safe.",
  "error.network": "No connection to {product}. Check your internet connection and try again.",
  "error.server": "{product} did not answer as expected. Please try again in a moment.",
  "error.throttled": "Too many attempts. Please try again in {seconds} seconds.",
  "offline.title": "You are offline",
  "offline.age": "Shown as of {time}.",

  // Specification point 2: any other path.
  "notFound.title": "404 Page Not Found",
  "notFound.body": "Did you forget to add the page to the router?",

  "demo.testPayments": "Test payments",
} as const;
