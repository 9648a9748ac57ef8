import type { Locator, Page } from "@playwright/test";

import type { MadeOrder } from "../fixtures/factory.ts";
import type { Order } from "../fixtures/orders.ts";
import type { Person } from "../fixtures/person.ts";
import { swissDay, swissInstant } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { lookAt, returningUser } from "../support/device.ts";
import { disconnect, expectAge, reconnect } from "../support/offline.ts";
import { toast, waitUntilLoaded } from "../support/page.ts";
import { navigate } from "../support/sign-out.ts";
import { countRows, expectStored, NONE } from "../support/store.ts";

type Detailed = Order & {
  specialInstructions: string;
  rating: number | null;
  timeline: { status: string; at: string | null }[];
};
type Message = { body: string };

const CONFIRMED = "Order Confirmed";

const main = (page: Page): Locator => page.getByRole("main");
const button = (within: Page | Locator, name: string | RegExp): Locator => within.getByRole("button", { name });
/** An order's number, as on every page. */
const numberOf = ({ id }: Pick<Order, "id">): RegExp => new RegExp(id.slice(-8));
const orderOf = (person: Person, { id }: MadeOrder): Promise<Detailed> => person.call("GET", `/api/orders/${id}`);

test("what a customer has seen stays to be read without a connection, with its age", async ({ make, users }) => {
  const {
    users: made,
    providers: { salon, other },
    orders: { job },
  } = await make({
    users: [
      { ref: "alice", addresses: [{}] },
      { ref: "yara", firstName: "Yara", lastName: "Zumthor" },
    ],
    providers: [{ ref: "salon" }, { ref: "other", user: "yara" }],
    orders: [{ ref: "job", customer: "alice", provider: "salon" }],
  });
  const alice = await returningUser(users, made.alice);
  const { page } = alice;
  const pages: Record<string, string | RegExp> = {
    "/": salon.businessName,
    "/history": salon.name,
    [`/tracking/${job.id}`]: CONFIRMED,
    [`/providers/${salon.id}`]: salon.name,
    "/notifications": /^Today|Yesterday/,
    "/profile/care": "Detergent",
    "/profile/addresses": /\b8\d{3}\b/,
  };
  await lookAt(page, pages);
  await expectStored(
    page,
    "orders",
    "order_tracking",
    "providers",
    `/api/providers/details/${salon.id}`,
    "/api/notifications",
    "/api/addresses",
    "/api/profile/care",
    "/api/config",
    "session",
  );

  await disconnect(alice);
  await navigate(page, "/");
  await expect(page.getByRole("status").filter({ hasText: "You are offline." }).first()).toBeVisible();
  for (const [path, text] of Object.entries(pages)) {
    await page.goto(path);
    await expect(main(page).getByText(text).first()).toBeVisible();
    await expectAge(page);
  }
  // A page that was never cached says so, without errors.
  await reconnect(alice);
  await page.goto("/services");
  await disconnect(alice);
  await navigate(page, `/providers/${other.id}`);
  await expect(
    main(page).getByText("No connection to Suuber. Check your internet connection and try again.").first(),
  ).toBeVisible();
  await reconnect(alice);
  await expect(main(page).getByText(other.name).first()).toBeVisible();
  await expect(page.getByText("You are offline.").first()).toBeHidden();
});

test("a rating, another hour, a note and a message wait for the connection, and take effect with it", async ({
  make,
  users,
}) => {
  const {
    users: made,
    orders: { done, coming },
  } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [
      { ref: "done", customer: "alice", provider: "salon", status: "completed" },
      { ref: "coming", customer: "alice", provider: "salon", pickup: { days: 2, time: "10:00" } },
    ],
  });
  const hour = { date: swissDay(4), startTime: "11:00" };
  const alice = await returningUser(users, made.alice);
  const { page } = alice;

  await page.goto(`/tracking/${done.id}`);
  await lookAt(page, { [`/tracking/${coming.id}`]: numberOf(coming) });
  await button(page, "Change pickup time").click();
  await expect(page.getByRole("dialog").getByLabel("Day").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await button(page, "Message").click();
  await expect(page.getByRole("dialog").getByText("No messages yet.").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expectStored(page, `/api/orders/${coming.id}/messages`, "order_tracking");
  await disconnect(alice);

  await navigate(page, `/tracking/${done.id}`);
  await expect(main(page).getByText("Offline Mode").first()).toBeVisible();
  await page.getByRole("radio", { name: /Excellent/ }).check();
  await button(page, "Queue Rating").click();
  await expect(toast(page, "Rating Queued")).toContainText("Your rating will be submitted when you're back online.", {
    useInnerText: true,
  });

  await navigate(page, `/tracking/${coming.id}`);
  await button(page, "Change pickup time").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Day").selectOption(hour.date);
  await dialog.getByLabel("Time").selectOption(hour.startTime);
  await button(dialog, "Change pickup time").click();
  await expect(toast(page, "Reschedule Queued")).toContainText(
    "Your reschedule will be submitted when you're back online.",
    { useInnerText: true },
  );
  await button(page, "Change address, note or care").click();
  await page.getByRole("textbox", { name: "Note for your provider" }).fill("Ring twice.");
  await button(page, "Save").click();
  await expect(toast(page, "Update Queued")).toContainText("Your update will be submitted when you're back online.", {
    useInnerText: true,
  });
  await button(page, "Message").click();
  await dialog.getByLabel("Your message").fill("I am late.");
  await button(dialog, "Send").click();
  await expect(
    dialog.getByRole("listitem").filter({ hasText: "I am late." }).getByText("Not sent yet").first(),
  ).toBeVisible();
  // Until then closing would ask whether to discard it.
  await expect(dialog.getByLabel("Your message")).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("status").filter({ hasText: "4 changes are sent later." }).first()).toBeVisible();
  await expect(main(page).getByText("Ring twice.").first()).toBeVisible();

  // This order's conversation was never cached.
  await navigate(page, `/tracking/${done.id}`);
  await button(page, "Message").click();
  await expect(dialog.getByText("What was written before needs a connection.").first()).toBeVisible();
  await dialog.getByLabel("Your message").fill("Thank you!");
  await button(dialog, "Send").click();
  await expect(
    dialog.getByRole("listitem").filter({ hasText: "Thank you!" }).getByText("Not sent yet").first(),
  ).toBeVisible();
  await expect(dialog.getByLabel("Your message")).toHaveValue("");
  await page.keyboard.press("Escape");
  await navigate(page, `/tracking/${coming.id}`);

  await reconnect(alice);
  await expect.poll(async () => (await countRows(page, () => true))["offline_actions"]).toBe(0);
  expect((await orderOf(alice, done)).rating).toBe(5);
  const after = await orderOf(alice, coming);
  expect(after.specialInstructions).toBe("Ring twice.");
  expect(Date.parse(after.pickupTime)).toBe(swissInstant(hour.date, hour.startTime).getTime());
  for (const [id, line] of [
    [coming.id, "I am late."],
    [done.id, "Thank you!"],
  ]) {
    expect((await alice.call<Message[]>("GET", `/api/orders/${id}/messages`)).map(({ body }) => body)).toEqual([line]);
  }
  await expect(main(page).getByText("Ring twice.").first()).toBeVisible();
  await expect(page.getByText(/sent later/).first()).toBeHidden();
});

test("a provider's step without a connection is sent with the time at which it was taken", async ({ make, users }) => {
  const {
    users: made,
    orders: { job: order },
  } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "job", customer: "alice", provider: "salon" }],
  });
  const alice = await users.signedIn(made.alice);
  const bruno = await returningUser(users, made.salon);
  const { page } = bruno;
  await page.goto("/provider");
  const job = main(page)
    .locator("li, article")
    .filter({ hasText: order.id.slice(-8) });
  await expect(job.first()).toBeVisible();
  await expectStored(page, "/api/provider/orders");
  await disconnect(bruno);
  await navigate(page, "/history");
  await navigate(page, "/provider");
  // Read a moment ago, so it is not fetched again and has no age.
  await expect(page.getByRole("status").filter({ hasText: "You are offline." })).toBeVisible();

  const before = Date.now();
  await button(job.last(), "Start pickup").click();
  const taken = Date.now();
  await expect.poll(async () => (await countRows(page, () => true))["offline_actions"]).toBe(1);
  // Closing the app during the undo time does not lose the step.
  expect(Date.now() - taken).toBeLessThan(8000);
  await expect(page.getByRole("status").filter({ hasText: "One change is sent later." }).first()).toBeVisible();
  await reconnect(bruno);
  await expect.poll(async () => (await orderOf(alice, order)).status).toBe("pickup");
  const at = Date.parse((await orderOf(alice, order)).timeline.find(({ status }) => status === "pickup")?.at ?? "");
  // A busy machine may delay the press itself.
  expect(at).toBeGreaterThan(before - 2000);
  expect(at).toBeLessThan(taken + 2000);
  expect(Date.now() - taken).toBeGreaterThan(8000);
});

test("signing out without a connection leaves nothing on the device, on no tab and behind no Back", async ({
  make,
  users,
}) => {
  const {
    users: { alice: owner },
    orders: { job: order },
  } = await make({
    users: [{ ref: "alice", addresses: [{}] }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "job", customer: "alice", provider: "salon" }],
  });
  const alice = await returningUser(users, owner);
  const { page, context } = alice;
  await lookAt(page, {
    "/history": numberOf(order),
    [`/tracking/${order.id}`]: CONFIRMED,
    "/profile/addresses": /\b8\d{3}\b/,
  });
  await expectStored(page, "orders", "order_tracking", "/api/addresses");
  const beside = await context.newPage();
  await beside.goto("/profile/addresses");
  await expect(
    main(beside)
      .getByText(/\b8\d{3}\b/)
      .first(),
  ).toBeVisible();

  await disconnect(alice);
  await navigate(page, "/profile");
  await button(page, "Sign Out").click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { name: "Available in Your Area" })).toBeVisible();
  await expect(beside.getByText(/You are signed out|Sign in/).first()).toBeVisible();
  await expect(main(beside)).not.toHaveText(/\b8\d{3}\b/, { useInnerText: true });
  await expect.poll(() => countRows(page, (row) => row.account === owner.id)).toEqual(NONE);

  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await waitUntilLoaded(page);
  await expect(main(page)).not.toHaveText(new RegExp(`Sign Out|${owner.email}|${owner.firstName}`), {
    useInnerText: true,
  });
  await page.goto("/profile/addresses");
  await expect(main(page).getByRole("link", { name: "Sign in" }).first()).toBeVisible();

  await reconnect(alice);
  await page.goto("/profile/addresses");
  await expect(main(page).getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  await expect.poll(async () => (await alice.call<{ user: unknown }>("GET", "/api/auth/session")).user).toBe(null);
  await expect.poll(() => countRows(page, (row) => row.account === owner.id)).toEqual(NONE);
});

test("booking and paying say that they need a connection, and come back with it", async ({ make, users }) => {
  const {
    users: made,
    providers: { salon },
    orders: { job: order },
  } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "job", customer: "alice", provider: "salon", status: "pending" }],
  });
  const alice = await returningUser(users, made.alice);
  const { page } = alice;
  await page.goto(`/booking?providerId=${salon.id}`);
  await expect(button(page, "Confirm Booking").first()).toBeVisible();
  await disconnect(alice);
  await expect(main(page).getByText("Booking needs a connection.").first()).toBeVisible();
  await expect(button(page, "Confirm Booking")).toHaveCount(0);
  await reconnect(alice);
  await expect(button(page, "Confirm Booking").first()).toBeVisible();

  await lookAt(page, { [`/tracking/${order.id}`]: numberOf(order) });
  await expectStored(page, "order_tracking");
  await disconnect(alice);
  await navigate(page, `/checkout/${order.id}`);
  await expect(main(page).getByText("This needs a connection. Nothing is charged without one.").first()).toBeVisible();
  await reconnect(alice);
  await expect(button(page, /^Pay /).first()).toBeVisible();
  await expect(main(page).getByText("This needs a connection.")).toHaveCount(0);
});
