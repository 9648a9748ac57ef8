import { CARDS } from "../fixtures/cards.ts";
import { expect, test } from "../fixtures/test.ts";
import { toast } from "../support/page.ts";
import { fillCard, pressPay } from "../support/paying.ts";

test("the checkout sends no number that was mistyped", async ({ make, users }) => {
  const {
    users: made,
    orders: { job },
  } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "job", customer: "alice", provider: "salon", status: "pending" }],
  });
  const { page } = await users.signedIn(made.alice);
  await page.goto(`/checkout/${job.id}`);
  await expect(page.getByText("Test payments").first()).toBeVisible();

  await fillCard(page, CARDS.mistyped);
  await pressPay(page, "27.50");
  await expect(toast(page, "Payment Failed")).toContainText("Your card number is invalid.", { useInnerText: true });
  await expect(page).toHaveURL(`/checkout/${job.id}`);
});
