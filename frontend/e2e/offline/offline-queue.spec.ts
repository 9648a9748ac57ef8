import type { Page } from "@playwright/test";

import type { FaultProxy } from "../fixtures/fault-proxy.ts";
import type { Order } from "../fixtures/orders.ts";
import type { Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { withoutBackgroundSync } from "../fixtures/without-background-sync.ts";
import { disconnect, reconnect } from "../support/offline.ts";
import { toast } from "../support/page.ts";
import {
  dispatchSync,
  expectEmptyQueue,
  goOffline,
  messageRow,
  noteRow,
  putRows,
  recordToasts,
  toastCount,
  writtenLines,
} from "../support/queue.ts";
import { rowsOf } from "../support/store.ts";
import { returningVisitor } from "../support/workers.ts";

const ACTS = 50;
const ORDERS = 5;
const NOTES = 8;
const LINES = ["I am at the door.", "The bell is broken."];
const LONG_TEST_MS = 180_000;
/** An action with a lost response is retried after a second, and three tabs render every delivery. */
const SENT_MS = 90_000;
/** Every third action loses its first response, after the server has acted. */
const LOST = 16;

type Seen = Order & { etag: string; specialInstructions: string };

const versionOf = ({ etag }: Seen): number => Number(/\d+/.exec(etag)?.[0]);
const noteOf = (order: Pick<Order, "id">, number: number): string => `${order.id.slice(-8)} note ${number}`;
const seen = (person: Person, { id }: Pick<Order, "id">): Promise<Seen> => person.call("GET", `/api/orders/${id}`);

/** Writes a message and edits the note, while offline. */
async function actOffline(page: Page, order: Order): Promise<void> {
  const dialog = page.getByRole("dialog", { name: /^Messages with/ });
  for (const line of LINES) {
    await dialog.getByLabel("Your message").fill(line);
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(
      dialog.getByRole("listitem").filter({ hasText: line }).getByText("Not sent yet").first(),
    ).toBeVisible();
    // Until then the next line would be typed behind it, and closing would ask whether to discard it.
    await expect(dialog.getByLabel("Your message")).toHaveValue("");
  }
  await page.keyboard.press("Escape");
  await expect(dialog.first()).toBeHidden();
  await page.getByRole("button", { name: "Change address, note or care" }).click();
  await page.getByRole("textbox", { name: "Note for your provider" }).fill(noteOf(order, 1));
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Update Queued")).toContainText("Your update will be submitted when you're back online.", {
    useInnerText: true,
  });
}

/** Loses responses after the server has acted, and cuts the connection once in between. */
function loseResponses(proxy: FaultProxy, cuts: () => Promise<void>): void {
  const known = new Set<string>();
  proxy.respondToWriteWith = ({ key }) => {
    if (proxy.writes.length === 20) void cuts();
    const isNew = !known.has(key);
    known.add(key);
    return isNew && known.size % 3 === 0 ? "lost" : null;
  };
}

const WAYS = [
  { where: "three tabs of a browser without Background Sync", hasSync: false },
  { where: "three tabs and the service worker", hasSync: true },
];

for (const { where, hasSync } of process.env["BACKGROUND_SYNC"] === "none" ? WAYS.slice(0, 1) : WAYS) {
  test(`50 acts queued offline take effect once each and in their order, from ${where}, though responses are lost`, async ({
    make,
    users,
    network,
  }) => {
    test.setTimeout(LONG_TEST_MS);
    const made = await make({
      users: [{ ref: "alice" }],
      providers: [{ ref: "salon" }],
      orders: Array.from({ length: ORDERS }, (_, number) => ({
        ref: `order${number}`,
        customer: "alice",
        provider: "salon",
        pickup: { days: 2 + number },
      })),
    });
    const account = made.users.alice.id;
    const [alice, proxy] = await returningVisitor(users, network, made.users.alice);
    const { page, context } = alice;
    if (!hasSync) await withoutBackgroundSync(context);
    const before = await Promise.all(Object.values(made.orders).map((order) => seen(alice, order)));
    const [first, ...others] = before;
    if (first === undefined) throw new Error("There is no order.");
    const tabs = [page, await context.newPage(), await context.newPage()];
    for (const tab of tabs) {
      await tab.goto(`/tracking/${first.id}`);
      await expect(tab.getByRole("button", { name: "Change address, note or care" }).first()).toBeVisible();
      await recordToasts(tab);
    }
    await expect.poll(() => page.evaluate(() => "SyncManager" in window)).toBe(hasSync);
    await page.getByRole("button", { name: "Message" }).click();
    await expect(page.getByRole("dialog").getByText("No messages yet.").first()).toBeVisible();

    await goOffline(alice);
    await actOffline(page, first);
    const notes = (order: Seen, from: number): unknown[] =>
      Array.from({ length: NOTES - from + 1 }, (_, number) =>
        noteRow(account, order, noteOf(order, from + number), order.etag),
      );
    const rest = others.flatMap((order) => [
      ...LINES.map((line) => messageRow(account, order, line)),
      ...notes(order, 1),
    ]);
    await putRows(page, [...notes(first, 2), ...rest]);
    await expect.poll(() => rowsOf(page)).toHaveLength(ACTS);
    proxy.writes.length = 0;

    alice.pageErrors.breaksConnections = true;
    loseResponses(proxy, async () => {
      await disconnect(alice);
      await reconnect(alice);
    });
    await reconnect(alice);
    if (hasSync) await dispatchSync(context, page);
    await expectEmptyQueue(page, SENT_MS);

    expect(new Set(proxy.writes.map(({ key }) => key)).size).toBe(ACTS);
    expect(proxy.writes.length).toBeGreaterThanOrEqual(ACTS + LOST);
    for (const order of before) {
      expect(await writtenLines(alice, order)).toEqual(LINES);
      const after = await seen(alice, order);
      expect([versionOf(after) - versionOf(order), after.specialInstructions]).toEqual([NOTES, noteOf(order, NOTES)]);
    }
    const toastCounts = async (): Promise<number[]> => Promise.all(tabs.map((tab) => toastCount(tab, "Sync Complete")));
    await expect.poll(toastCounts).toContain(1);
  });
}
