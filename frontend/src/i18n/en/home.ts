export const messages = {
  "title": "Fresh laundry, from next door",

  "book.title": "Book Service",
  "book.body": "From {figureStandard} CHF + fees",
  "offer.title": "Help Your Community",
  "offer.body": "Offer laundry services to neighbors",

  "steps.title": "How it works",
  "steps.book.title": "Book service",
  "steps.book.body": "Choose what you need and when. It takes less than 2 minutes.",
  "steps.pickup.title": "Pickup",
  "steps.pickup.body": "Your provider collects the laundry at your door.",
  "steps.clean.title": "Professional cleaning",
  "steps.clean.body": "Washed, dried, folded and ironed with eco-friendly products.",
  "steps.deliver.title": "Delivery",
  "steps.deliver.body": "Fresh laundry comes back to you. You follow every step.",
  "steps.start": "Get Started Now",

  "trust.title": "Why {product}",
  "trust.fast.title": "Fast Service",
  "trust.fast.body": "Same-day availability",
  "trust.quality.title": "Top Quality",
  "trust.quality.body": "Verified and insured providers",
  "trust.tracking.title": "Real-time Tracking",
  "trust.tracking.body": "From pickup to your door",
  "trust.satisfaction.title": "Satisfaction",
  "trust.satisfaction.body": "100% satisfaction",
} as const;
