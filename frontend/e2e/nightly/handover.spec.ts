import { expect, test } from "../fixtures/test.ts";
import { toast } from "../support/page.ts";
import { PNG } from "../support/pictures.ts";

test("bags, a photo and the code that the customer wants stand in the timeline the moment that they are noted", async ({
  make,
  users,
}) => {
  const {
    users: made,
    orders: { order },
  } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [
      { ref: "order", customer: "alice", provider: "salon", status: "pickup", pickup: { days: 1, time: "10:00" } },
    ],
  });
  const alice = await users.signedIn(made.alice);
  const bruno = await users.signedIn(made.salon);

  // 1. The customer switches codes on, and reads the first.
  await alice.page.goto(`/tracking/${order.id}`);
  await alice.page.getByRole("switch", { name: "Ask for a code at handover" }).click();
  await expect(alice.page.getByText("Your code for the pickup").first()).toBeVisible();
  const code = (await alice.page.getByText(/^\d \d \d \d$/).textContent())?.replaceAll(" ", "") ?? "";

  // 2. The provider counts the bags, and takes a photo.
  await bruno.page.goto(`/provider#${order.id}`);
  const job = bruno.page.locator("li").filter({ hasText: order.id.slice(-8) });
  await job.getByRole("button", { name: "Photo and bags" }).click();
  const proof = bruno.page.getByRole("dialog", { name: "Photo and bags" });
  for (let bag = 0; bag < 3; bag += 1) await proof.getByRole("button", { name: "One bag more" }).click();
  await proof.getByLabel("Take a photo").setInputFiles({ name: "bags.png", mimeType: "image/png", buffer: PNG });
  await expect(proof.getByRole("img", { name: "Your photo" }).first()).toBeVisible();
  await proof.getByRole("button", { name: "Save" }).click();
  await expect(toast(bruno.page, "Noted")).toBeVisible();
  await expect(job.getByText("3 bags · Photo").first()).toBeVisible();
  const step = alice.page
    .locator("li")
    .filter({ hasText: "Pickup in Progress" })
    .filter({ has: alice.page.getByText("3 bags") });
  await expect(step.getByRole("button", { name: "Photo of the pickup" })).toBeVisible();

  // 3. A wrong code is refused, and counted for the customer to see; the right one works.
  bruno.pageErrors.expectResponse(409, `/api/orders/${order.id}/status`);
  await job.getByRole("button", { name: "Start washing" }).click();
  const asks = bruno.page.getByRole("dialog", { name: "Code from" });
  await asks.getByRole("textbox", { name: "Code" }).fill(String((Number(code) + 1) % 10_000).padStart(4, "0"));
  await asks.getByRole("button", { name: "Start washing" }).click();
  await expect(asks.getByText("This code is not right. Please ask again: 4 tries are left.").first()).toBeVisible();
  await expect(alice.page.getByText("1 wrong code was tried.").first()).toBeVisible();
  await asks.getByRole("textbox", { name: "Code" }).fill(code);
  await asks.getByRole("button", { name: "Start washing" }).click();
  await expect(asks.first()).toBeHidden();
  await expect(job.getByRole("button", { name: "Start delivery" }).first()).toBeVisible();

  // 4. Both are in the customer's timeline; the delivery has another code.
  await expect(step.getByText("Confirmed with code").first()).toBeVisible();
  await expect(alice.page.getByText("Your code for the delivery").first()).toBeVisible();
  await step.getByRole("button", { name: "Photo of the pickup" }).click();
  const large = alice.page.getByRole("dialog", { name: "Photo of the pickup" });
  await expect(large.getByRole("img", { name: "Photo of the pickup" }).first()).toBeVisible();
});
