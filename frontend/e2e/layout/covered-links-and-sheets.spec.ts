import { ADDRESS_LINE, cancelUnpaid, freeHours, payOrder, placeOrder, type Provider, providerWithHours, setStatus } from "../fixtures/orders.ts";
import { DEMO, type Person } from "../fixtures/person.ts";
import { swissDay } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { expectNoOverflow, expectSheetsFit } from "../support/overflow.ts";

type Notices = { results: { link: string | null }[] };

/** The demo provider, who works every day and accepts at once. */
async function demoProvider(users: Users): Promise<Pick<Provider, "id">> {
  const bruno = await users.visitor();
  const { providerId } = await bruno.signIn(DEMO.provider);
  if (providerId === null) throw new Error("The demo provider is none.");
  return { id: providerId };
}

/** Has pickups repeat from tomorrow on: the first is placed at once, and the news of it brings the links to skip it and to pay it. */
async function repeats(person: Person, customerId: string, provider: Pick<Provider, "id">): Promise<{ bookingId: string; links: string[] }> {
  const [hour] = await freeHours(person, provider.id, 1, 1);
  if (hour === undefined) throw new Error("No hour is free tomorrow.");
  const own = { customerId, providerId: provider.id, serviceType: "standard", weight: "10.0", pickupAddress: ADDRESS_LINE, deliveryAddress: ADDRESS_LINE };
  const rhythm = { recurringPattern: "weekly", dayOfWeek: new Date(swissDay(1)).getUTCDay(), preferredTime: hour.startTime };
  const links = async (): Promise<string[]> => {
    const { results } = await person.call<Notices>("GET", "/api/notifications");
    return results.flatMap(({ link }) => (link !== null && /^\/(skip|pay)\//.test(link) ? [link] : []));
  };
  const known = await links();
  const { id } = await person.call<{ id: string }>("POST", "/api/recurring-bookings", { ...own, ...rhythm });
  const fresh = async (): Promise<string[]> => (await links()).filter((link) => !known.includes(link));
  await expect.poll(async () => (await fresh()).length, { timeout: 100_000, intervals: [250] }).toBe(2);
  return { bookingId: id, links: await fresh() };
}

test("no control behind a link of a mail, of a finished order, of further dates or nowhere lies under anything", async ({ users }) => {
  const chloe = await users.visitor();
  const dora = await users.visitor();
  const { page, pageErrors } = chloe;
  const provider = await demoProvider(users);
  const { id } = await chloe.signIn("chloe.martin@example.com");
  await dora.signIn(DEMO.operator);
  await cancelUnpaid(chloe, id);
  const done = await payOrder(chloe, await placeOrder(chloe, provider, 2));
  await setStatus(dora, done, "pickup", "washing", "delivery", "completed");
  const paid = await payOrder(chloe, await placeOrder(chloe, await providerWithHours(chloe, 3), 3));
  const { bookingId, links } = await repeats(chloe, id, provider);
  pageErrors.allowResponse(404);

  try {
    await expectNoOverflow(page, [
      ...links,
      "/no/such/page",
      `/booking?providerId=${provider.id}#dates`,
      `/booking?providerId=${provider.id}#recurring`,
      "/recurring?form=open",
      `/tracking/${done.id}`,
    ]);
    const tracking = `/tracking/${paid.id}`;
    await expectSheetsFit(page, [
      { at: "/", press: /^Place: /, shows: (dialog) => dialog.getByRole("group", { name: "Your addresses" }) },
      { at: `/providers/${provider.id}`, press: /^Verified/ },
      { at: "/profile/addresses", press: "Edit" },
      { at: "/profile/addresses", press: "Add address" },
      { at: "/history", press: "Rate Service" },
      { at: tracking, press: "Message", shows: (dialog) => dialog.getByLabel("Your message") },
      { at: tracking, press: "Change pickup time", shows: (dialog) => dialog.getByLabel("Day") },
      { at: tracking, press: "Change address or note" },
      { at: tracking, press: "Cancel order", shows: (dialog) => dialog.getByRole("button", { name: "Keep order" }) },
      { at: "/recurring", press: "Edit" },
      { at: "/recurring", press: /^Skip / },
      { at: "/recurring", press: /^Move /, shows: (dialog) => dialog.getByRole("grid") },
      { at: "/recurring", press: "Pause" },
      { at: "/recurring", press: "Cancel booking" },
    ]);
  } finally {
    await chloe.call("DELETE", `/api/recurring-bookings/${bookingId}`);
    await cancelUnpaid(chloe, id);
    await chloe.call("POST", `/api/orders/${paid.id}/cancellation`);
  }
});
