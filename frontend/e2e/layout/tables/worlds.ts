import type { World } from "../../fixtures/factory.ts";

export const ALICE = { ref: "alice" } as const;
export const SALON = { ref: "salon" } as const;
/** Alice's, with the salon. */
export const BOOKED = { customer: "alice", provider: "salon" } as const;

/** Alice, the salon, and an order of hers that it is about to fetch. */
export const WITH_A_JOB = {
  users: [ALICE],
  providers: [SALON],
  orders: [{ ref: "job", ...BOOKED, pickup: { days: 2, time: "10:00" } }],
} as const satisfies World;

/** The same once it is done. */
export const WITH_A_PAST = {
  users: [ALICE],
  providers: [SALON],
  orders: [{ ref: "past", ...BOOKED, status: "completed", pickup: { days: -3, time: "10:00" } }],
} as const satisfies World;
