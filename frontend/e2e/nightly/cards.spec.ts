import { expect, test } from "../fixtures/test.ts";
import { expectAccessible } from "../support/accessibility.ts";
import { orderWithLink } from "../support/paying.ts";

test.describe("a payment link", () => {
  test("is over with its order, and nothing when it was not made here", async ({ make, users }) => {
    const { alice, order, link } = await orderWithLink(make, users);
    const visitor = await users.visitor();
    const { page } = visitor;
    await alice.call("POST", `/api/orders/${order.id}/cancellation`);

    await page.goto(link);
    await expect(page.getByText("This order can no longer be paid").first()).toBeVisible();
    await expectAccessible(page);
    visitor.pageErrors.expectResponse(404, "/api/pay-links/made-up");
    await page.goto("/pay/made-up");
    await expect(page.getByText("This payment link is not valid").first()).toBeVisible();
    await expectAccessible(page);
  });
});
