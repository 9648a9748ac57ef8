import type { World } from "../../fixtures/factory.ts";

export const ALICE = { ref: "alice" } as const;
export const SALON = { ref: "salon" } as const;
/** An order of alice with the salon. */
export const BOOKED = { customer: "alice", provider: "salon" } as const;

/** Alice, the salon, and an order that is about to be picked up. */
export const WITH_A_JOB = {
  users: [ALICE],
  providers: [SALON],
  orders: [{ ref: "job", ...BOOKED, pickup: { days: 2, time: "10:00" } }],
} as const satisfies World;

/** The same, completed. */
export const WITH_A_PAST = {
  users: [ALICE],
  providers: [SALON],
  orders: [{ ref: "past", ...BOOKED, status: "completed", pickup: { days: -3, time: "10:00" } }],
} as const satisfies World;

/** Alice and the salon with data of some weeks: orders in many states, messages, recurring pickups. */
export const LIVED_IN = {
  users: [
    {
      ...ALICE,
      addresses: [{ label: "Home" }, { label: "Work", street: "Bahnhofstrasse 1" }],
      cards: ["visa", "mastercard"],
    },
  ],
  providers: [
    {
      ...SALON,
      bio: "We wash with rain water.",
      specialties: ["Eco-friendly"],
      iban: "CH93 0076 2011 6238 5295 7",
      daysOff: [{ firstDay: 20, note: "In the mountains" }],
    },
  ],
  orders: [
    { ref: "past", ...BOOKED, status: "completed", pickup: { days: -6, time: "10:00" } },
    {
      ref: "rated",
      ...BOOKED,
      status: "completed",
      pickup: { days: -4, time: "10:00" },
      review: { rating: 4, comment: "As good as new.", reply: "Thank you!" },
    },
    { ref: "washing", ...BOOKED, status: "washing", pickup: { days: -1, time: "10:00" } },
    { ref: "unpaid", ...BOOKED, status: "pending", pickup: { days: 2, time: "10:00" } },
    {
      ref: "paid",
      ...BOOKED,
      pickup: { days: 3, time: "10:00" },
      messages: [
        { from: "customer", body: "Ring twice." },
        { from: "provider", body: "I will." },
      ],
    },
    { ref: "cancelled", ...BOOKED, status: "cancelled", pickup: { days: 5, time: "10:00" } },
  ],
  recurring: [{ ref: "weekly", ...BOOKED, days: 4, time: "15:00" }],
  supportRequests: [
    {
      ref: "question",
      user: "alice",
      category: "general",
      subject: "Which soap?",
      message: "Is it without perfume?",
      answer: "It is.",
    },
  ],
} as const satisfies World;

/** The longest that a name, a street or a business name may be, without a blank. */
const LONG = "Donaudampfschifffahrt".repeat(4).slice(0, 80);
const BOOKED_LONG = {
  ...BOOKED,
  pickupAddress: `${LONG}, ${LONG.slice(0, 40)} 8006`,
  deliveryAddress: `${LONG}, ${LONG.slice(0, 40)} 8001`,
  specialInstructions: LONG,
} as const;

/** The same as `LIVED_IN`, with words that no line is long enough for. */
export const LONG_WORDS = {
  users: [
    {
      ...LIVED_IN.users[0],
      firstName: LONG,
      lastName: LONG,
      addresses: [
        { label: LONG.slice(0, 40), street: LONG, city: LONG },
        { street: LONG, city: LONG, postalCode: "8006" },
      ],
    },
    // The holder of an account at a bank has 70 letters.
    { ref: "salon", firstName: LONG.slice(0, 34), lastName: LONG.slice(0, 35) },
  ],
  providers: [
    {
      ...LIVED_IN.providers[0],
      user: "salon",
      businessName: LONG,
      bio: LONG,
      specialties: [LONG.slice(0, 30)],
      daysOff: [{ firstDay: 20, note: LONG }],
    },
  ],
  orders: [
    { ref: "past", ...BOOKED_LONG, status: "completed", pickup: { days: -6, time: "10:00" } },
    {
      ref: "rated",
      ...BOOKED_LONG,
      status: "completed",
      pickup: { days: -4, time: "10:00" },
      review: { rating: 4, comment: LONG, reply: LONG },
    },
    { ref: "done", ...BOOKED_LONG, status: "completed", pickup: { days: -2, time: "10:00" } },
    { ref: "washing", ...BOOKED_LONG, status: "washing", pickup: { days: -1, time: "10:00" } },
    { ref: "unpaid", ...BOOKED_LONG, status: "pending", pickup: { days: 2, time: "10:00" } },
    {
      ref: "paid",
      ...BOOKED_LONG,
      pickup: { days: 3, time: "10:00" },
      messages: [
        { from: "customer", body: LONG },
        { from: "provider", body: LONG },
      ],
    },
    { ref: "cancelled", ...BOOKED_LONG, status: "cancelled", reason: LONG, pickup: { days: 5, time: "10:00" } },
  ],
  recurring: [{ ref: "weekly", ...BOOKED_LONG, days: 4, time: "15:00" }],
  supportRequests: [
    { ref: "question", user: "alice", category: "general", subject: LONG, message: LONG, answer: LONG },
  ],
} as const satisfies World;
