import { expect, test } from "../fixtures/test.ts";
import { toast } from "../support/page.ts";

/** No demo provider serves this locality, so only the test's own can be asked. */
const ZERMATT = ["3920"];

test("a provider cannot do it, the customer lets other providers be asked, and sees at once who comes instead", async ({
  make,
  users,
}) => {
  const made = await make({
    users: [{ ref: "alice" }, { ref: "luca", firstName: "Luca", lastName: "Brunner" }],
    providers: [
      { ref: "salon", postalCodes: ZERMATT },
      { ref: "neighbour", user: "luca", postalCodes: ZERMATT },
    ],
    orders: [{ ref: "order", customer: "alice", provider: "salon", pickup: { days: 2, time: "10:00" } }],
  });
  const { order } = made.orders;
  const alice = await users.signedIn(made.users.alice);
  const bruno = await users.signedIn(made.users.salon);
  const luca = await users.signedIn(made.users.luca);
  await alice.page.goto(`/tracking/${order.id}`);
  await expect(alice.page.getByText("Order Confirmed").first()).toBeVisible();
  await luca.page.goto("/provider");
  await expect(luca.page.getByRole("tab", { name: /^To do/ }).first()).toBeVisible();

  // 1. The provider gives a reason, and the job shows the search.
  await bruno.page.goto(`/provider#${order.id}`);
  const job = bruno.page.locator("li").filter({ hasText: order.id.slice(-8) });
  await job.getByRole("button", { name: "I can't do this one" }).click();
  const question = bruno.page.getByRole("dialog", { name: "You can't do this pickup?" });
  await question.getByLabel(/Why can't you do it/).fill("My machine broke.");
  await question.getByRole("button", { name: "Hand back" }).click();
  await expect(question.first()).toBeHidden();
  await expect(job.getByRole("button", { name: "I can do it after all" }).first()).toBeVisible();

  // 2. The customer reads it live, and agrees.
  await expect(alice.page.getByRole("heading", { name: /can't do your pickup$/ }).first()).toBeVisible();
  await expect(alice.page.getByText("My machine broke.", { exact: true }).first()).toBeVisible();
  await alice.page.getByRole("button", { name: "Ask neighbors" }).click();
  await expect(alice.page.getByRole("heading", { name: "We are asking 1 neighbor", exact: true })).toBeVisible();

  // The page may or may not fetch the search once more after its end.
  alice.pageErrors.allowResponse(404);
  bruno.pageErrors.allowResponse(404);

  // 3. The other provider gets the offer live, and takes it.
  const offers = luca.page.getByRole("region", { name: "Can you take this pickup?" });
  await expect(offers.getByText("3920 Zermatt")).toBeVisible();
  await offers.getByRole("button", { name: "Accept" }).click();
  await expect(toast(luca.page, "The pickup is yours")).toBeVisible();
  await expect(
    luca.page
      .locator("li")
      .filter({ hasText: order.id.slice(-8) })
      .first(),
  ).toBeVisible();

  // 4. Everybody sees it live.
  await expect(
    alice.page.getByRole("heading", { name: `${made.providers.neighbour.name} comes instead` }),
  ).toBeVisible();
  await expect(job.first()).toBeHidden();
});
