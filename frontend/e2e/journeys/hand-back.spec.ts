import { ADDRESS_LINE, freeHours, nameOf, payOrder, placeOrderAt, type Provider, providersNear, type Slot } from "../fixtures/orders.ts";
import { DEMO, type Person, type User } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { toast } from "../support/page.ts";

/** What two neighbours have free at the same time, soonest first. */
async function sharedHour(person: Person, one: string, other: string): Promise<Slot> {
  const others = await freeHours(person, other, 1, 7);
  const isShared = (slot: Slot): boolean => others.some(({ date, startTime }) => date === slot.date && startTime === slot.startTime);
  const shared = (await freeHours(person, one, 1, 7)).find(isShared);
  if (shared === undefined) throw new Error("The two have no hour in common.");
  return shared;
}

/** The neighbour, by the address of the demonstration, as the list of providers has them. */
async function neighbour(person: Person, { providerId }: User): Promise<Provider> {
  const found = (await providersNear(person)).find(({ id }) => id === providerId);
  if (found === undefined) throw new Error("The neighbour is not on home.");
  return found;
}

test("a provider cannot do it, the customer lets neighbours be asked, and sees at once who comes instead", async ({ users }) => {
  const alice = await users.visitor();
  const nora = await users.visitor();
  const luca = await users.visitor();
  await alice.signIn(DEMO.customer);
  const { providerId: from } = await nora.signIn(DEMO.provider);
  const instead = await neighbour(alice, await luca.signIn("luca.brunner@example.com"));
  const slot = await sharedHour(alice, from ?? "", instead.id);
  const order = await payOrder(alice, await placeOrderAt(alice, { id: from ?? "" }, slot, "", ADDRESS_LINE));
  await alice.page.goto(`/tracking/${order.id}`);
  await expect(alice.page.getByText("Order Confirmed").first()).toBeVisible();
  await luca.page.goto("/provider");
  await expect(luca.page.getByRole("tab", { name: /^To do/ }).first()).toBeVisible();

  // 1. She says why, and her job says that it is looked for.
  await nora.page.goto(`/provider#${order.id}`);
  const job = nora.page.locator("li").filter({ hasText: order.id.slice(-8) });
  await job.getByRole("button", { name: "I can't do this one" }).click();
  const question = nora.page.getByRole("dialog", { name: "You can't do this pickup?" });
  await question.getByLabel(/Why can't you do it/).fill("My machine broke.");
  await question.getByRole("button", { name: "Hand back" }).click();
  await expect(question.first()).toBeHidden();
  await expect(job.getByRole("button", { name: "I can do it after all" }).first()).toBeVisible();

  // 2. The customer reads it where she is, and agrees.
  await expect(alice.page.getByRole("heading", { name: /can't do your pickup$/ }).first()).toBeVisible();
  await expect(alice.page.getByText("My machine broke.", { exact: true }).first()).toBeVisible();
  await alice.page.getByRole("button", { name: "Ask neighbours" }).click();
  await expect(alice.page.getByRole("heading", { name: /^We are asking \d neighbours?$/ }).first()).toBeVisible();

  // Whether the search is asked about once more, when it has just ended, is a matter of moments.
  alice.pageErrors.allowResponse(404);
  nora.pageErrors.allowResponse(404);

  // 3. The neighbour is asked where he is, and takes it.
  const offers = luca.page.getByRole("region", { name: "Can you take this pickup?" });
  await expect(offers.getByText("8001 Zurich").first()).toBeVisible();
  await offers.getByRole("button", { name: "Accept" }).click();
  await expect(toast(luca.page, "The pickup is yours")).toBeVisible();
  await expect(luca.page.locator("li").filter({ hasText: order.id.slice(-8) }).first()).toBeVisible();

  // 4. Everybody sees it without asking.
  await expect(alice.page.getByRole("heading", { name: `${nameOf(instead)} comes instead` })).toBeVisible();
  await expect(job.first()).toBeHidden();
});
