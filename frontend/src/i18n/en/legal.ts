export const messages = {
  "updated": "Last updated: 1 November 2026",
  "contactSupport": "Contact Support",

  "terms.title": "Terms of Service",
  "terms.lead": "What customers, providers and {product} owe each other.",
  "terms.role.title": "What {product} is",
  "terms.role.body":
    "{product} is a marketplace. Neighbours offer laundry services, customers book them, and {product} brings both together, takes the payment and passes it on. The contract for the service is between the customer and the provider.",
  "terms.booking.title": "Booking and payment",
  "terms.booking.body":
    "A booking is placed when you confirm it, and your place is held for 15 minutes until you have paid by card. Prices are in Swiss francs and shown in full before you confirm: the service, weight above 10 kg, and a platform fee of CHF 2.50 on every order.",
  "terms.cancel.title": "Cancelling and changing",
  "terms.cancel.body":
    "You can cancel or change a booking free of charge up to 1 hour before pickup, and in any case within 1 hour of booking. Later, a fee may apply according to the provider's policy, at most the share of the service amount that is shown before you confirm the cancellation. If the provider or {product} cancels, you get everything back.",
  "terms.quality.title": "Quality and damage",
  "terms.quality.body":
    "Your satisfaction counts. Report damage or missing items within 24 hours of delivery, with photos if you can, and we settle it with the provider and its insurance.",
  "terms.provider.title": "Provider requirements",
  "terms.provider.body": "Anyone may apply to become a provider. Before the first booking we verify:",
  "terms.provider.identity": "Identity, business registration and insurance",
  "terms.provider.background": "A background check",
  "terms.provider.references": "References",
  "terms.provider.cover": "Liability cover of at least 1M CHF",
  "terms.conduct.title": "Fair use",
  "terms.conduct.body":
    "Do not book what you do not mean to use, do not arrange payment outside {product}, and treat each other with respect. Accounts that harm others are closed.",
  "terms.changes.title": "Changes of these terms",
  "terms.changes.body": "We announce changes 30 days ahead. For an order, the terms apply that stood when it was placed.",
  "terms.law.title": "Applicable law",
  "terms.law.body": "Swiss law applies. The place of jurisdiction is Zurich, unless the law names another for consumers.",

  "privacy.title": "Privacy Policy",
  "privacy.lead": "Which data we keep, why, and what you can ask of us.",
  "privacy.settings": "Privacy Settings",
  "privacy.collect.title": "What we keep",
  "privacy.collect.body":
    "Your name, e-mail address and phone number; the addresses you give for pickup and delivery; your orders, messages and ratings. Card numbers go straight to our payment provider and never reach us.",
  "privacy.use.title": "What we use it for",
  "privacy.use.body":
    "To carry out your bookings, to take and return payments, to tell you how an order stands, and to answer you. Nothing is sold, and nothing is used for advertising unless you allow it.",
  "privacy.share.title": "Who sees what",
  "privacy.share.body":
    "A provider sees your first name until you have paid; then also your address and phone number, because they are needed for the pickup. Your ratings show your first name and the first letter of your last name. Payments are processed by Stripe.",
  "privacy.retention.title": "How long",
  "privacy.retention.account": "Account data: while your account is active, plus 3 years",
  "privacy.retention.orders": "Order history: 7 years",
  "privacy.retention.support": "Support requests: 3 years",
  "privacy.rights.title": "Your rights",
  "privacy.rights.body":
    "You can ask what we keep about you, have it corrected, get a copy, or have it deleted. We answer privacy requests within 30 days, under the Swiss Federal Act on Data Protection and, where it applies, the GDPR.",
  "privacy.contact.title": "Data protection officer",
  "privacy.contact.body": "Reachable Monday to Friday, 9:00-17:00 CET.",
  "privacy.cookies.title": "Cookies and storage",
  "privacy.cookies.body":
    "One cookie keeps you signed in and one protects your forms. Your browser also stores what you typed into an unfinished booking. There are no advertising or tracking cookies.",
  "privacy.map.title": "Sources",
  "privacy.map.body": "Distances are computed from Swiss postal codes; their coordinates come from GeoNames (CC BY 4.0).",
} as const;
