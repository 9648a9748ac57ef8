import type { Page } from "playwright-core";
import { expect, inject } from "vitest";

import type { Gateway } from "./support/gateway";
import { comesBack, losesConnection } from "./support/offline";
import type { Order } from "./support/orders";
import { DEMO, type Person } from "./support/person";
import { goesOffline, isEmptied, listens, messageRow, noteRow, ordersOf, putsRows, timesSaid, wakesWorker, written } from "./support/queue";
import { sees, seesNoMore, toast } from "./support/seeing";
import { test } from "./support/stage";
import { rowsOf } from "./support/store";
import { withoutBackgroundSync } from "./support/without-background-sync";
import { returns } from "./support/workers";

const ACTS = 50;
const ORDERS = 5;
const NOTES = 8;
const LINES = ["I am at the door.", "The bell is broken."];
/** Every third act loses its first answer after the server has acted. */
const LOST = 16;

type Seen = Order & { etag: string; specialInstructions: string };

const versionOf = ({ etag }: Seen): number => Number(/\d+/.exec(etag)?.[0]);
const noteOf = (order: Order, number: number): string => `${order.id.slice(-8)} note ${number}`;
const seen = (person: Person, { id }: Order): Promise<Seen> => person.call("GET", `/api/orders/${id}`);

/** Writes to the provider and changes the note, as a person without a connection does. */
async function actsOffline(page: Page, order: Order): Promise<void> {
  const dialog = page.getByRole("dialog", { name: /^Messages with/ });
  for (const line of LINES) {
    await dialog.getByLabel("Your message").fill(line);
    await dialog.getByRole("button", { name: "Send" }).click();
    await sees(dialog.getByRole("listitem").filter({ hasText: line }).getByText("Not sent yet"));
  }
  await page.keyboard.press("Escape");
  await seesNoMore(dialog);
  await page.getByRole("button", { name: "Change address or note" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill(noteOf(order, 1));
  await page.getByRole("button", { name: "Save" }).click();
  expect(await toast(page, "Update Queued")).toContain("Your update will be submitted when you're back online.");
}

/** Loses answers after the server has acted, and cuts the connection once in the middle of it all. */
function losesAnswers(gateway: Gateway, cuts: () => Promise<void>): void {
  const known = new Set<string>();
  gateway.insteadOfWrite = ({ key }) => {
    if (gateway.sent.length === 20) void cuts();
    const isNew = !known.has(key);
    known.add(key);
    return isNew && known.size % 3 === 0 ? "lost" : null;
  };
}

const WAYS = [
  { where: "three tabs of a browser without Background Sync", email: "mira.schmid@example.com", hasSync: false },
  { where: "three tabs and the service worker", email: DEMO.customer, hasSync: true },
];

test.for(process.env["BACKGROUND_SYNC"] === "none" ? WAYS.slice(0, 1) : WAYS)("50 acts queued offline take effect once each and in their order, from $where, though answers are lost", async ({ email, hasSync }, { stage }) => {
  await returns(stage, inject("baseUrl"), async (alice, gateway) => {
    const { page, context } = alice;
    if (!hasSync) await withoutBackgroundSync(context);
    const { id: account } = await alice.signsIn(email);
    const orders = await ordersOf(alice, stage, ORDERS);
    const before = await Promise.all(orders.map((order) => seen(alice, order)));
    const [first, ...others] = before;
    if (first === undefined) throw new Error("There is no order.");
    const tabs = [page, await context.newPage(), await context.newPage()];
    for (const tab of tabs) {
      await tab.goto(`/tracking/${first.id}`);
      await sees(tab.getByRole("button", { name: "Change address or note" }));
      await listens(tab);
    }
    expect(await page.evaluate(() => "SyncManager" in window)).toBe(hasSync);
    await page.getByRole("button", { name: "Message" }).click();
    await sees(page.getByRole("dialog").getByText("No messages yet."));

    await goesOffline(alice);
    await actsOffline(page, first);
    const notes = (order: Seen, from: number): unknown[] => Array.from({ length: NOTES - from + 1 }, (_, number) => noteRow(account, order, noteOf(order, from + number), order.etag));
    const rest = others.flatMap((order) => [...LINES.map((line) => messageRow(account, order, line)), ...notes(order, 1)]);
    await putsRows(page, [...notes(first, 2), ...rest]);
    expect(await rowsOf(page)).toHaveLength(ACTS);
    gateway.sent.length = 0;

    alice.watch.breaksConnections = true;
    losesAnswers(gateway, async () => {
      await losesConnection(alice);
      await comesBack(alice);
    });
    await comesBack(alice);
    if (hasSync) await wakesWorker(context, page);
    await isEmptied(page);

    expect(new Set(gateway.sent.map(({ key }) => key)).size).toBe(ACTS);
    expect(gateway.sent.length).toBeGreaterThanOrEqual(ACTS + LOST);
    for (const order of before) {
      expect(await written(alice, order)).toEqual(LINES);
      const after = await seen(alice, order);
      expect([versionOf(after) - versionOf(order), after.specialInstructions]).toEqual([NOTES, noteOf(order, NOTES)]);
    }
    const told = async (): Promise<number[]> => Promise.all(tabs.map((tab) => timesSaid(tab, "Sync Complete")));
    await expect.poll(told).toContain(1);
  });
});
