export const messages = {
  "updated": "Last updated: {day}",
  "privacy.updated": "Last updated: {day}",
  "contactSupport": "Contact Support",
  "owner.title": "Who runs {product}",
  "owner.demo": "This is a demonstration: nothing is really sold, and the company is made up.",
  "owner.vat": "UID and VAT number: {number}",

  "terms.title": "Terms of Service",
  "terms.lead": "What customers, providers and {product} owe each other.",
  "terms.role.title": "What {product} is",
  "terms.role.body":
    "{product} is a marketplace. Neighbors offer laundry services, customers book them, and {product} brings both together, takes the payment and passes it on. The contract for the service is between the customer and the provider; {product} is party only to the use of the marketplace.",
  "terms.account.title": "Your account",
  "terms.account.body":
    "You may browse as a guest. To book you need an account with a true name and an email address that reaches you. Keep your password to yourself: what is done with your account counts as done by you, unless you have told us that somebody else has it.",
  "terms.prices.title": "Services and prices",
  "terms.prices.body":
    "Prices are in Swiss francs and include everything that we charge. They range from CHF {figureLowest} to {figureHighest} for a service, and are shown in full before you confirm:",
  "terms.prices.standard": "Standard wash and fold: CHF {figureStandardExact}, up to 10 kg, back within 48-72 hours",
  "terms.prices.premium": "Premium care: CHF {figurePremiumExact}, up to 10 kg, back within 24-48 hours",
  "terms.prices.ironing": "Ironing only: CHF {figureIroningExact}, up to 10 pieces, back within 24-48 hours",
  "terms.prices.weight": "Each kilogram above 10: CHF {figureExtraKg}, up to 15 kg",
  "terms.prices.addOns":
    "Add-ons: express same-day CHF {figureExpress} (in select areas: pickup today, back within 24 hours), delicate items CHF {figureDelicate}, dry cleaning CHF {figureCleaningFrom} to {figureCleaningTo} per item",
  "terms.prices.fee": "Platform fee: CHF {figureFee} on every order",
  "terms.booking.title": "Booking and payment",
  "terms.booking.body":
    "Pickups are usually by the hour from 9:00 to 17:00, typically in the windows 8:00-12:00 and 13:00-17:00, on the days that your provider has free; some neighbors have other times under More dates. A booking is placed when you confirm it, and your place is held for {figureHold} until you have paid by card. Most providers accept at once. Where one confirms by hand, they have 2 hours, and never longer than until pickup; if they do not confirm, everything is returned to you. A payment that arrives after the {figureHold} is returned too, unless your place is still free.",
  "terms.recurring.title": "Recurring pickups",
  "terms.recurring.body":
    "A recurring booking is placed and charged to your saved card 48 hours before each pickup; the form says so before you create it, also where the first one is charged at once. You can skip, move or end it at any time before that.",
  "terms.cancel.title": "Cancelling and changing",
  "terms.cancel.body":
    "You can cancel or change a booking free of charge up to {figureBefore} before pickup, and in any case within {figureAfter} of booking. Later, a fee may apply according to the provider's policy, at most the share of the service amount that is shown before you confirm the cancellation; the rest is returned to you. If the provider or {product} cancels, you get everything back.",
  "terms.handBack.title": "When a provider cannot come",
  "terms.handBack.body":
    "A provider who cannot do a confirmed order hands it back. We ask you first: you may cancel free of charge, or let up to three neighbors who are free take it over at the same price and on the same terms. If nobody does within 2 hours, or 1 hour before pickup, everything is returned to you.",
  "terms.quality.title": "Quality and damage",
  "terms.quality.body":
    "Your satisfaction counts. Report damage or missing items within 24 hours of delivery, with photos if you can, and we settle it with the provider and its insurance. Empty the pockets, and say in the note what needs special care: nobody answers for what was left in a pocket or not named as delicate.",
  "terms.reviews.title": "Reviews",
  "terms.reviews.body":
    "Whoever had an order done may rate it once, with one to five stars. We publish what is said as it is said, and hide only what is insulting, unlawful or not about the service. The provider may answer once.",
  "terms.provider.title": "Provider requirements",
  "terms.provider.body":
    "Anyone may apply to become a provider. Before the first booking we verify, within 5-7 business days:",
  "terms.provider.identity": "Identity, business registration and insurance",
  "terms.provider.background": "A background check",
  "terms.provider.references": "References",
  "terms.provider.cover": "Liability cover of at least 1M CHF",
  "terms.payouts.title": "What providers are paid",
  "terms.payouts.body":
    "A provider is paid what the customer paid, less the platform fee, once a week for the orders that were completed. What is disputed is held back until it is settled. Providers are their own masters: they see to their taxes, social security and permits themselves, and invoice VAT where they owe it.",
  "terms.conduct.title": "Fair use",
  "terms.conduct.body":
    "Do not book what you do not mean to use, do not arrange payment outside {product}, and treat each other with respect. Phone numbers and addresses are for the order alone. Accounts that harm others are closed.",
  "terms.liability.title": "What we answer for",
  "terms.liability.body":
    "{product} answers for its own work, the marketplace and the payments, under the law; for slight negligence only where the law demands it. For the laundry itself the provider answers. Same-day pickup depends on who is free near you.",
  "terms.changes.title": "Changes of these terms",
  "terms.changes.body":
    "We announce changes 30 days ahead by email. If you do not agree you may close your account before they apply. For an order, the terms apply that stood when it was placed.",
  "terms.law.title": "Applicable law",
  "terms.law.body":
    "Swiss law applies. The place of jurisdiction is Zurich, unless the law names another for consumers. If something goes wrong, write to us first: our support is there {figureDays} {figureHours} CET, answers emails within 24 hours, and most things are settled within a day.",

  "privacy.title": "Privacy Policy",
  "privacy.lead": "Which data we keep, why, and what you can ask of us.",
  "privacy.settings": "Privacy Settings",
  "privacy.collect.title": "What we keep",
  "privacy.collect.body":
    "Your name, email address and phone number; the addresses you give for pickup and delivery; your orders, messages, photos and ratings; what you write to our support; what you always want for your laundry, allergies included if you choose to name them; your devices that may show notifications; of devices that are signed in, the browser, the system and the beginning of the network address; for a day, the network address that a wrong password or something sent by a visitor came from. Of providers also what they apply with: their business, their documents, the account they are paid to. Card numbers go straight to our payment provider and never reach us; we see the brand and the last four digits.",
  "privacy.use.title": "What we use it for",
  "privacy.use.body":
    "To carry out your bookings, to take and return payments, to tell you how an order stands, to answer you, and to keep the books that the law asks for. Nothing is sold, and nothing is used for advertising unless you allow it. Nobody is judged by a machine alone: operators decide about applications, reviews and accounts.",
  "privacy.share.title": "Who sees what",
  "privacy.share.body":
    "A provider sees your first name and initial until you have paid; then also your address and phone number, because they are needed for the pickup, and no longer than 30 days after the order. With a paid order the provider also sees what you always want for your laundry, allergies included. Your ratings show your first name and the first letter of your last name. Providers rate their customers with stars, too: other providers see nothing but the average, from three ratings on. Photos in a conversation or a damage report are seen by both sides of that order. Operators look at orders, documents and conversations only where their work needs it; each look is written down. Payments are processed by Stripe, which has rules of its own and may keep data in the European Union and the United States, under the safeguards that the law demands.",
  "privacy.position.title": "Positions",
  "privacy.position.body":
    "Your position is used to find neighbors only when you ask for it, and is not kept. A provider on the way may share theirs with the customer of that order and nobody else; one position is kept, never a trail, and it is gone an hour after the order at the latest. You can turn both off in your privacy settings.",
  "privacy.retention.title": "How long",
  "privacy.retention.account": "Account data: while your account is active, plus 3 years",
  "privacy.retention.orders": "Order history: 7 years",
  "privacy.retention.support": "Support requests: 3 years",
  "privacy.retention.photos":
    "Photos of a handover: 90 days after the order; photos in messages and damage reports: 1 year",
  "privacy.rights.title": "Your rights",
  "privacy.rights.body":
    "In your privacy settings you get a copy of all that we keep about you, within 24 hours, and have your account deleted. You can also ask us, or have something corrected: we answer privacy requests within 30 days, under the Swiss Federal Act on Data Protection and, where it applies, the GDPR. You may also complain to the Federal Data Protection and Information Commissioner.",
  "privacy.choices.title": "What you decide",
  "privacy.choices.body":
    "Five switches in your privacy settings say whether we may count how the app is used, send you offers, notify you, use your position and pass data on to partners. You can turn each at any time; we keep when you did, and under which text.",
  "privacy.contact.title": "Data protection officer",
  "privacy.contact.body": "Reachable through our support, Monday to Friday, 9:00-17:00 CET.",
  "privacy.security.title": "How it is kept safe",
  "privacy.security.body":
    "Everything travels encrypted. Passwords are kept as hashes that cannot be turned back, documents and photos where no public address leads. If something goes wrong that puts you at risk, we tell you and the authorities without delay.",
  "privacy.cookies.title": "Cookies and storage",
  "privacy.cookies.body":
    "There are five cookies: “sessionid” keeps you signed in, until you have not been here for two weeks; “csrftoken” protects your forms, for a year; “device” lets you in on your own device while somebody else guesses your password, for two years; “language” and “theme” keep what you chose, for a year. Where you pay, Stripe sets its own, against fraud. Your browser also stores what you typed into an unfinished booking and, so that the app works without a connection, your orders and what waits to be sent; signing out removes it, and after 7 days it goes by itself. Until you clear it there, it also keeps the postal code that you chose, favorites without an account, and small settings, such as which notifications you have read. There are no advertising or tracking cookies.",
  "privacy.changes.title": "Changes of this policy",
  "privacy.changes.body": "We announce changes 30 days ahead by email.",
  "privacy.map.title": "Sources",
  "privacy.map.body":
    "Distances are computed from Swiss postal codes; their coordinates come from GeoNames (CC BY 4.0).",
} as const;
