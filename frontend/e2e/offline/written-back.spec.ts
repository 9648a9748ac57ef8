import type { Locator, Page } from "@playwright/test";

import type { Person } from "../fixtures/person.ts";
import { swissDay } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import { reconnect } from "../support/offline.ts";
import { toast, waitUntilLoaded } from "../support/page.ts";
import { expectEmptyQueue, type Fixtures, goOffline } from "../support/queue.ts";
import { rowsOf } from "../support/store.ts";

const LONG_TEST_MS = 300_000;

type Write = {
  by: Person;
  path: string;
  /** The address that it is sent to. */
  address: string;
  press: (page: Page) => Promise<void>;
  /** What is on screen once the server has it. */
  shows: (page: Page) => Locator;
};

const dialogOf = (page: Page): Locator => page.getByRole("dialog");

/** The connection to the server is cut with its answer to a write: nothing is read after it. Gives how to mend it. */
async function cutAfterAnswer({ page, pageErrors }: Person, address: string): Promise<() => Promise<void>> {
  let isCut = false;
  pageErrors.breaksConnections = true;
  await page.route("**/api/**", (route) => (isCut ? route.abort() : route.fallback()));
  await page.route(`**${address}`, async (route) => {
    if (isCut || route.request().method() === "GET") return route.fallback();
    const response = await route.fetch();
    expect(response.ok()).toBe(true);
    isCut = true;
    return route.fulfill({ response });
  });
  return () => page.unrouteAll();
}

async function writeNote(page: Page, note: string): Promise<void> {
  await page.getByRole("button", { name: "Change address, note or care" }).click();
  await dialogOf(page).getByRole("textbox", { name: "Note for your provider" }).fill(note);
  await dialogOf(page).getByRole("button", { name: "Save" }).click();
  await expect(dialogOf(page)).toHaveCount(0);
}

/** The writes of a customer and of a provider, each to an order of its own. */
async function begin({ make, users }: Pick<Fixtures, "make" | "users">): Promise<Record<string, Write>> {
  const order = { customer: "alice", provider: "salon" };
  const made = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [
      { ref: "noted", ...order, pickup: { days: 2, time: "10:00" } },
      { ref: "moved", ...order, pickup: { days: 3, time: "10:00" } },
      { ref: "cancelled", ...order, pickup: { days: 4, time: "10:00" } },
      { ref: "written", ...order, pickup: { days: 5, time: "10:00" } },
      { ref: "rated", ...order, pickup: { days: -2, time: "10:00" }, status: "completed" },
      { ref: "job", ...order, pickup: { days: 0 } },
    ],
    recurring: [{ ref: "booking", ...order, days: 6 }],
  });
  const { noted, moved, cancelled, written, rated, job } = made.orders;
  const alice = await users.signedIn(made.users.alice);
  const bruno = await users.signedIn(made.users.salon);
  const at = (id: string): string => `/tracking/${id}`;
  const api = (id: string, part = ""): string => `/api/orders/${id}${part}`;
  const main = (page: Page): Locator => page.getByRole("main");
  return {
    "a note": {
      by: alice,
      path: at(noted.id),
      address: api(noted.id),
      press: (page) => writeNote(page, "Ring twice."),
      shows: (page) => main(page).getByText("Ring twice.").first(),
    },
    "another hour": {
      by: alice,
      path: at(moved.id),
      address: api(moved.id, "/reschedule"),
      press: async (page) => {
        await page.getByRole("button", { name: "Change pickup time" }).click();
        await dialogOf(page).getByLabel("Day").selectOption(swissDay(4));
        await dialogOf(page).getByLabel("Time").selectOption("15:00");
        await dialogOf(page).getByRole("button", { name: "Change pickup time" }).click();
      },
      shows: (page) => main(page).getByText(/15:00/).first(),
    },
    "a cancellation": {
      by: alice,
      path: at(cancelled.id),
      address: api(cancelled.id, "/cancellation"),
      press: async (page) => {
        await page.getByRole("button", { name: "Cancel order" }).click();
        await dialogOf(page).getByRole("button", { name: "Cancel order" }).click();
      },
      shows: (page) => main(page).getByText("Order Cancelled").first(),
    },
    "a message": {
      by: alice,
      path: at(written.id),
      address: api(written.id, "/messages"),
      press: async (page) => {
        await page.getByRole("button", { name: "Message" }).click();
        await dialogOf(page).getByLabel("Your message").fill("I am at the door.");
        await dialogOf(page).getByRole("button", { name: "Send" }).click();
      },
      shows: (page) => dialogOf(page).getByRole("listitem").filter({ hasText: "I am at the door." }).first(),
    },
    "a review": {
      by: alice,
      path: at(rated.id),
      address: "/api/reviews",
      press: async (page) => {
        await page.getByRole("radio", { name: /Excellent/ }).check();
        await page.getByRole("button", { name: /^Submit/ }).click();
      },
      shows: (page) =>
        main(page)
          .getByText(/your rating|your review/i)
          .first(),
    },
    "a skipped pickup": {
      by: alice,
      path: "/recurring",
      address: "/api/recurring-bookings/**/skip",
      press: async (page) => {
        await page
          .getByRole("button", { name: /^Skip / })
          .first()
          .click();
        await dialogOf(page).getByRole("button", { name: "Skip pickup" }).click();
        await expect(toast(page, "Pickup skipped")).toBeVisible();
        await page.locator("[data-toasts]").getByRole("button", { name: "Close" }).first().click();
      },
      shows: (page) => main(page).getByText("Skipped", { exact: true }).first(),
    },
    "a step": {
      by: bruno,
      path: `/provider#${job.id}`,
      address: api(job.id, "/status"),
      press: async (page) => {
        const own = page.locator("li").filter({ hasText: job.id.slice(-8) });
        await own.getByRole("button", { name: "Start pickup" }).click();
        await expect(toast(page, "Pickup started")).toBeVisible();
        await page.locator("[data-toasts]").getByRole("button", { name: "Close" }).first().click();
      },
      shows: (page) =>
        page
          .locator("li")
          .filter({ hasText: job.id.slice(-8) })
          .getByRole("button", { name: "Start washing" }),
    },
  };
}

test("what the server has answered to a write is on screen, and after a reload, though nothing can be read after it", async ({
  make,
  users,
}) => {
  test.setTimeout(LONG_TEST_MS);
  const writes = await begin({ make, users });
  for (const [what, { by, path, address, press, shows }] of Object.entries(writes)) {
    await test.step(what, async () => {
      const { page } = by;
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await waitUntilLoaded(page);
      const mend = await cutAfterAnswer(by, address);
      await press(page);
      await expect(page.getByText("No connection to Suuber.").first()).toBeVisible();
      await expect(shows(page)).toBeVisible();
      await page.reload();
      if (what === "a message") await page.getByRole("button", { name: "Message" }).click();
      await expect(page.getByText("No connection to Suuber.").first()).toBeVisible();
      await expect(shows(page)).toBeVisible();
      await mend();
    });
  }
});

test("three notes that wait and one change by somebody else are one question, and after it none", async ({
  make,
  users,
}) => {
  test.setTimeout(LONG_TEST_MS);
  const {
    users: made,
    orders: { order },
  } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "order", customer: "alice", provider: "salon", pickup: { days: 2 } }],
  });
  const alice = await users.signedIn(made.alice);
  const { page } = alice;
  await page.goto(`/tracking/${order.id}`);
  // What the form needs is here before the connection is not.
  await writeNote(page, "Before");
  await expect(page.getByRole("main").getByText("Before").first()).toBeVisible();
  const address = `/api/orders/${order.id}`;
  type Noted = { specialInstructions: string };
  const notes = ["Mine 1", "Mine 2", "Mine 3"];
  alice.pageErrors.expectResponse(409, address);
  await goOffline(alice);
  for (const note of notes) {
    await writeNote(page, note);
    await expect(page.getByRole("main").getByText(note).first()).toBeVisible();
  }
  await expect.poll(() => rowsOf(page)).toHaveLength(notes.length);
  await alice.call("PATCH", address, { specialInstructions: "Theirs" });
  const answers: number[] = [];
  page.on("response", (response) => {
    if (response.request().method() === "PATCH") answers.push(response.status());
  });

  await reconnect(alice);
  await expect(page.getByText("One change was not sent.").first()).toBeVisible();
  await page.getByRole("button", { name: "Look at it" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Not sent" });
  await expect(dialog.getByText("Yours: Mine 1").first()).toBeVisible();
  await expect(dialog.getByText("Now: Theirs").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Send mine anyway" }).click();

  await expectEmptyQueue(page);
  await expect(dialog.getByText("Everything has been sent.").first()).toBeVisible();
  // The first was asked about once; none after it was refused.
  expect(answers).toEqual([409, 200, 200, 200]);
  expect((await alice.call<Noted>("GET", address)).specialInstructions).toBe("Mine 3");
  await expect(page.getByText(/changes? (was|were) not sent/)).toHaveCount(0);
});
