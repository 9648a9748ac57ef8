import { payOrder, placeOrder, providerWithHours, setStatus } from "../fixtures/orders.ts";
import { DEMO } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";

test("an order that is completed while it is on screen says so and asks for a rating; the sample never shows", async ({ users }) => {
  const alice = await users.visitor();
  const dora = await users.visitor();
  const { page } = alice;
  await alice.signIn("lea.burckhardt@example.com");
  await dora.signIn(DEMO.operator);
  const order = await payOrder(alice, await placeOrder(alice, await providerWithHours(alice, 3)));
  await page.goto("/tracking");
  await expect(page.getByText("Order Confirmed").first()).toBeVisible();

  await setStatus(dora, order, "pickup", "washing", "delivery", "completed");

  await expect(page.getByText("Order Completed").first()).toBeVisible();
  await expect(page.getByText("How was your laundry?").first()).toBeVisible();
  await expect(page.getByText(/Maria S\.|Sample order/)).toHaveCount(0);
});
