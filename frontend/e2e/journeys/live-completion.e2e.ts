import { moves, pays, placesOrder, providerWithHours } from "../support/orders";
import { DEMO } from "../support/person";
import { becomes, sees } from "../support/seeing";
import { test } from "../support/stage";

test("an order that is completed while it is on screen says so and asks for a rating; the sample never shows", async ({ stage }) => {
  const alice = await stage.enters();
  const dora = await stage.enters();
  const { page } = alice;
  await alice.signsIn("lea.burckhardt@example.com");
  await dora.signsIn(DEMO.operator);
  const order = await pays(alice, await placesOrder(alice, await providerWithHours(alice, 3)));
  await page.goto("/tracking");
  await sees(page.getByText("Order Confirmed"));

  await moves(dora, order, "pickup", "washing", "delivery", "completed");

  await sees(page.getByText("Order Completed"));
  await sees(page.getByText("How was your laundry?"));
  await becomes(() => page.getByText(/Maria S\.|Sample order/).count(), 0);
});
