import { expect, test } from "../fixtures/test.ts";
import { lookAt, returningUser } from "../support/device.ts";
import { type Action, countRows, expectStored, NONE, stored, withStore } from "../support/store.ts";

const WEEK_AND_A_SECOND_MS = 7 * 24 * 60 * 60_000 + 1000;

/** A rating after five failed attempts: it waits for the user's decision. */
function failedRating(account: string, orderId: string): Action {
  const act = {
    type: "rate" as const,
    url: `/api/orders/${orderId}/rating`,
    method: "POST",
    data: { orderId, rating: 5, comment: "" },
  };
  const error = { kind: "failed" as const, status: 0, text: null, current: null };
  return {
    ...act,
    id: crypto.randomUUID(),
    timestamp: Date.now(),
    retryCount: 5,
    failures: [],
    account,
    entityId: orderId,
    position: 1,
    baseVersion: null,
    dueAt: 0,
    error,
  };
}

test("seven days and a second later nothing of then is in any of the six stores", async ({ make, users, clock }) => {
  const {
    users: made,
    providers: { salon },
    orders: { job },
  } = await make({
    users: [{ ref: "alice" }, { ref: "chiara", firstName: "Chiara" }],
    providers: [{ ref: "salon" }],
    orders: [
      { ref: "job", customer: "alice", provider: "salon" },
      { ref: "rated", customer: "chiara", provider: "salon", status: "completed", review: { rating: 5 } },
    ],
  });
  const alice = await returningUser(users, made.alice);
  const { page } = alice;
  await lookAt(page, {
    "/history": new RegExp(job.id.slice(-8)),
    [`/tracking/${job.id}`]: "Order Confirmed",
    [`/providers/${salon.id}`]: salon.name,
  });
  await expectStored(page, "orders", "order_tracking", "providers", "reviews", "metadata");
  await withStore(page, { put: [failedRating(made.alice.id, job.id)] });
  expect(Object.values(await countRows(page, () => true)).every((rows) => rows > 0)).toBe(true);

  const then = new Date(Date.now() + WEEK_AND_A_SECOND_MS);
  await clock.set(then, alice);
  await page.goto("/terms");
  await expect.poll(() => countRows(page, ({ timestamp }) => timestamp < then.getTime() - 60_000)).toEqual(NONE);
  await expect(page.getByText(/could not be sent for seven days/).first()).toBeVisible();
  const left = await stored(page);
  expect([left["orders"], left["order_tracking"], left["offline_actions"]]).toEqual([[], [], []]);
});
