import { ADDRESS_LINE, booksHour, freeHours, nameOf, pays, providersNear, type Provider, type Slot } from "../support/orders";
import { DEMO, type Person, type User } from "../support/person";
import { sees, seesNoMore, toast } from "../support/seeing";
import { test } from "../support/stage";

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

test("a provider cannot do it, the customer lets neighbours be asked, and sees at once who comes instead", async ({ stage }) => {
  const alice = await stage.enters();
  const nora = await stage.enters();
  const luca = await stage.enters();
  await alice.signsIn(DEMO.customer);
  const { providerId: from } = await nora.signsIn(DEMO.provider);
  const instead = await neighbour(alice, await luca.signsIn("luca.brunner@example.com"));
  const slot = await sharedHour(alice, from ?? "", instead.id);
  const order = await pays(alice, await booksHour(alice, { id: from ?? "" }, slot, "", ADDRESS_LINE));
  await alice.page.goto(`/tracking/${order.id}`);
  await sees(alice.page.getByText("Order Confirmed"));
  await luca.page.goto("/provider");
  await sees(luca.page.getByRole("tab", { name: /^To do/ }));

  // 1. She says why, and her job says that it is looked for.
  await nora.page.goto(`/provider#${order.id}`);
  const job = nora.page.locator("li").filter({ hasText: order.id.slice(-8) });
  await job.getByRole("button", { name: "I can't do this one" }).click();
  const question = nora.page.getByRole("dialog", { name: "You can't do this pickup?" });
  await question.getByLabel(/Why can't you do it/).fill("My machine broke.");
  await question.getByRole("button", { name: "Hand back" }).click();
  await seesNoMore(question);
  await sees(job.getByRole("button", { name: "I can do it after all" }));

  // 2. The customer reads it where she is, and agrees.
  await sees(alice.page.getByRole("heading", { name: /can't do your pickup$/ }));
  await sees(alice.page.getByText("My machine broke.", { exact: true }));
  await alice.page.getByRole("button", { name: "Ask neighbours" }).click();
  await sees(alice.page.getByRole("heading", { name: /^We are asking \d neighbours?$/ }));

  // Whether the search is asked about once more, when it has just ended, is a matter of moments.
  alice.watch.allowAnswer(404);
  nora.watch.allowAnswer(404);

  // 3. The neighbour is asked where he is, and takes it.
  const offers = luca.page.getByRole("region", { name: "Can you take this pickup?" });
  await sees(offers.getByText("8001 Zurich"));
  await offers.getByRole("button", { name: "Accept" }).click();
  await toast(luca.page, "The pickup is yours");
  await sees(luca.page.locator("li").filter({ hasText: order.id.slice(-8) }));

  // 4. Everybody sees it without asking.
  await sees(alice.page.getByRole("heading", { name: `${nameOf(instead)} comes instead` }));
  await seesNoMore(job);
});
