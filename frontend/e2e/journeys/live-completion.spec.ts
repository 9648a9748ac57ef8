import { setStatus } from "../fixtures/orders.ts";
import { expect, test } from "../fixtures/test.ts";

test("an order that is completed while it is on screen says so and asks for a rating; the sample never shows", async ({
  make,
  users,
}) => {
  const made = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "order", customer: "alice", provider: "salon" }],
  });
  const { page } = await users.signedIn(made.users.alice);
  const bruno = await users.signedIn(made.users.salon);
  await page.goto("/tracking");
  await expect(page.getByText("Order Confirmed").first()).toBeVisible();

  await setStatus(bruno, made.orders.order, "pickup", "washing", "delivery", "completed");

  await expect(page.getByText("Order Completed").first()).toBeVisible();
  await expect(page.getByText("How was your laundry?").first()).toBeVisible();
  await expect(page.getByText(/Maria S\.|Sample order/)).toHaveCount(0);
});
