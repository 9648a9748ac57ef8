import { PNG } from "./support/pictures";
import { DEMO } from "./support/person";
import { moves, pays, placesOrder } from "./support/orders";
import { sees, seesNoMore, toast } from "./support/seeing";
import { test } from "./support/stage";

test("bags, a photo and the code that the customer wishes stand in the timeline the moment that they are noted", async ({ stage }) => {
  const alice = await stage.enters();
  const nora = await stage.enters();
  await alice.signsIn(DEMO.customer);
  const { providerId } = await nora.signsIn(DEMO.provider);
  const order = await pays(alice, await placesOrder(alice, { id: providerId ?? "" }, 1));
  await moves(nora, order, "pickup");

  // 1. The customer wishes a code, and reads it.
  await alice.page.goto(`/tracking/${order.id}`);
  await alice.page.getByRole("switch", { name: "Ask for a code at handover" }).click();
  await sees(alice.page.getByText("Your code for the pickup"));
  const code = (await alice.page.getByText(/^\d \d \d \d$/).textContent())?.replaceAll(" ", "") ?? "";

  // 2. The provider counts, and takes a photo.
  await nora.page.goto(`/provider#${order.id}`);
  const job = nora.page.locator("li").filter({ hasText: order.id.slice(-8) });
  await job.getByRole("button", { name: "Photo and bags" }).click();
  const proof = nora.page.getByRole("dialog", { name: "Photo and bags" });
  for (let bag = 0; bag < 3; bag += 1) await proof.getByRole("button", { name: "One bag more" }).click();
  await proof.getByLabel("Take a photo").setInputFiles({ name: "bags.png", mimeType: "image/png", buffer: PNG });
  await sees(proof.getByRole("img", { name: "Your photo" }));
  await proof.getByRole("button", { name: "Save" }).click();
  await toast(nora.page, "Noted");
  await sees(job.getByText("3 bags · Photo"));
  const step = alice.page.locator("li").filter({ hasText: "Pickup in Progress" }).filter({ has: alice.page.getByText("3 bags") });
  await sees(step.getByRole("button", { name: "Photo of the pickup" }));

  // 3. A wrong code is refused and counted where the customer sees it; with the right one it goes on.
  nora.watch.expectAnswer(409, `/api/orders/${order.id}/status`);
  await job.getByRole("button", { name: "Start washing" }).click();
  const asks = nora.page.getByRole("dialog", { name: "Code from" });
  await asks.getByRole("textbox", { name: "Code" }).fill(String((Number(code) + 1) % 10_000).padStart(4, "0"));
  await asks.getByRole("button", { name: "Start washing" }).click();
  await sees(asks.getByText("This code is not right. Please ask again: 4 tries are left."));
  await sees(alice.page.getByText("1 wrong code was tried."));
  await asks.getByRole("textbox", { name: "Code" }).fill(code);
  await asks.getByRole("button", { name: "Start washing" }).click();
  await seesNoMore(asks);
  await sees(job.getByRole("button", { name: "Start delivery" }));

  // 4. Both stand in the timeline of the customer, who has done nothing; the delivery has a code of its own.
  await sees(step.getByText("Confirmed with code"));
  await sees(alice.page.getByText("Your code for the delivery"));
  await step.getByRole("button", { name: "Photo of the pickup" }).click();
  const large = alice.page.getByRole("dialog", { name: "Photo of the pickup" });
  await sees(large.getByRole("img", { name: "Photo of the pickup" }));
});
