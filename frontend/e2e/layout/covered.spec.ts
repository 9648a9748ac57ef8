import { cancelUnpaid, payOrder, placeOrder, providerWithHours } from "../fixtures/orders.ts";
import { DEMO } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { covered, expectNoOverflow, openPage, outgrown } from "../support/overflow.ts";
import { routeOf, ROUTES } from "../support/routes.ts";

const VISITOR = [
  ...["/", "/login", "/login/help", "/login/second-step", "/email-link", "/register", "/booking", "/tracking", "/history", "/notifications", "/profile", "/checkout", "/provider/apply"],
  ...["/schedule-test", "/offline-test", "/terms", "/privacy", "/account/privacy", "/support", "/services", "/help"],
];
const CUSTOMER = [
  ...["/", "/tracking", "/history", "/notifications", "/profile", "/profile/edit", "/profile/addresses"],
  ...["/profile/payment-methods", "/profile/settings", "/profile/security", "/recurring", "/account/privacy", "/support", "/provider/apply?step=1"],
];
const PROVIDER = ["/provider", "/provider?tab=done", "/provider/schedule", "/provider/messages", "/provider/earnings", "/provider/settings"];

type Ids = { unpaid: string; paid: string; provider: string };

const withIds = ({ unpaid, paid, provider }: Ids): string[] => [
  `/checkout/${unpaid}`,
  `/tracking/${unpaid}`,
  `/tracking/${paid}`,
  `/providers/${provider}`,
  `/booking?providerId=${provider}`,
];
/** The links of mails are looked at where there are some (covered-links-and-sheets). */
const OF_MAILS = ["/pay/:token", "/skip/:token"];

test("no route is left out", () => {
  const looked = [...VISITOR, ...CUSTOMER, ...PROVIDER, ...withIds({ unpaid: "x", paid: "x", provider: "x" })].map(routeOf);
  expect(ROUTES.filter((route) => !looked.includes(route) && !OF_MAILS.includes(route))).toEqual([]);
});

test("no control of a page open to everybody lies under anything, and no word breaks", async ({ users }) => {
  const visitor = await users.visitor();
  await expectNoOverflow(visitor.page, VISITOR);
});

test("no control of a customer's page lies under anything, and no word breaks", async ({ users }) => {
  const alice = await users.visitor();
  await alice.signIn(DEMO.customer);
  await expectNoOverflow(alice.page, CUSTOMER);
});

test("no control of paying, of an order and of a provider's profile lies under anything, and no word breaks", async ({ users }) => {
  const alice = await users.visitor();
  const { id } = await alice.signIn("fabian.eugster@example.com");
  await cancelUnpaid(alice, id);
  const provider = await providerWithHours(alice, 3);
  const unpaid = await placeOrder(alice, provider, 2);
  const paid = await payOrder(alice, await placeOrder(alice, provider, 3));
  await expectNoOverflow(alice.page, withIds({ unpaid: unpaid.id, paid: paid.id, provider: provider.id }));
  await alice.call("POST", `/api/orders/${unpaid.id}/cancellation`);
});

test("no control of a provider's page lies under anything, and no word breaks", async ({ users }) => {
  const bruno = await users.visitor();
  await bruno.signIn(DEMO.provider);
  await expectNoOverflow(bruno.page, PROVIDER);
});

test("what sticks out of its box is found", async ({ users }) => {
  const { page } = await users.visitor();
  await openPage(page, "/help");
  await expect.poll(() => page.evaluate(outgrown)).toEqual([]);

  await page.evaluate(() => {
    const box = document.createElement("p");
    box.style.cssText = "width: 20px; white-space: nowrap";
    box.textContent = "Longer than that";
    document.querySelector("main")?.append(box);
  });
  await expect.poll(() => page.evaluate(outgrown)).toEqual(['"Longer than that" sticks out']);
});

test("what lies over a control is found", async ({ users }) => {
  const { page } = await users.visitor();
  await openPage(page, "/login");
  await expect.poll(() => page.evaluate(covered, "body")).toEqual([]);

  await page.evaluate(() => {
    const over = document.createElement("aside");
    over.style.cssText = "position: fixed; inset: 0";
    document.body.append(over);
  });
  await expect.poll(() => page.evaluate(covered, "body")).toContain('a "Continue as guest" lies under aside ""');
});

test("a desk has the four places in its header, a phone at its foot", async ({ users }) => {
  const { page } = await users.visitor();
  await openPage(page, "/help");
  const places = page.getByRole("navigation", { name: "Main" });

  await page.setViewportSize({ width: 767, height: 1024 });
  await expect(places).toHaveCount(1);
  expect((await places.boundingBox())?.y).toBeGreaterThan(900);

  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(places).toHaveCount(1);
  expect((await places.boundingBox())?.y).toBeLessThan(64);
  await places.getByRole("link", { name: "Track" }).click();
  await expect(places.locator("[aria-current=page]", { hasText: "Track" }).first()).toBeVisible();
});
