import { expect, inject } from "vitest";

import type { Gateway } from "./support/gateway";
import { sessionEnds } from "./support/leaving";
import { comesBack } from "./support/offline";
import type { Order } from "./support/orders";
import { PASSWORD, type Person } from "./support/person";
import { blinks, goesOffline, heardOn, isEmptied, listens, noteRow, ordersOf, putsRows } from "./support/queue";
import { arrivesAt, becomes, sees } from "./support/seeing";
import { test, type Stage } from "./support/stage";
import { rowsOf, type Action } from "./support/store";
import { returns } from "./support/workers";

const ACTS = 10;
const TABLES = ["offline_actions", "orders", "providers", "order_tracking", "reviews", "metadata"];

type Seen = Order & { etag: string };
type Scene = { alice: Person; gateway: Gateway; account: string; order: Order };

const seen = (person: Person, { id }: Order): Promise<Seen> => person.call("GET", `/api/orders/${id}`);
const versionOf = ({ etag }: Seen): number => Number(/\d+/.exec(etag)?.[0]);

async function begins(stage: Stage, email: string, act: (scene: Scene) => Promise<void>): Promise<void> {
  await returns(stage, inject("baseUrl"), async (alice, gateway) => {
    // Whoever asks first after the session has ended is told so.
    alice.watch.allowAnswer(401);
    const { id: account } = await alice.signsIn(email);
    const [order] = await ordersOf(alice, stage, 1);
    if (order === undefined) throw new Error("There is no order.");
    await alice.page.goto(`/tracking/${order.id}`);
    await sees(alice.page.getByRole("button", { name: "Message" }));
    gateway.sent.length = 0;
    await act({ alice, gateway, account, order });
  });
}

/** Changes the note ten times without a connection; answers what the order was before. */
async function queues({ alice, account, order }: Scene): Promise<{ before: Seen; rows: Action[] }> {
  const before = await seen(alice, order);
  await goesOffline(alice);
  const rows = Array.from({ length: ACTS }, (_, number) => noteRow(account, order, `Note ${number} after ${before.etag}`, before.etag));
  await putsRows(alice.page, rows);
  return { before, rows };
}

/** Each took effect once, by one call. */
async function wentOut({ alice, gateway, order }: Scene, { before, rows }: { before: Seen; rows: Action[] }): Promise<void> {
  await isEmptied(alice.page);
  expect(versionOf(await seen(alice, order)) - versionOf(before)).toBe(ACTS);
  const keys = gateway.sent.map(({ key }) => key);
  expect(keys.filter((key) => rows.some(({ id }) => id === key))).toEqual(rows.map(({ id }) => id));
}

async function fillsSignIn({ page }: Person, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In with Email" }).click();
}

/** Signs in as somebody on the page for it. */
async function signsInHere(person: Person, email: string): Promise<void> {
  await person.page.goto("/login?next=/history");
  await fillsSignIn(person, email);
  await arrivesAt(person.page, "/history");
  await sees(person.page.getByRole("heading", { level: 1, name: "Order History" }));
}

/** What the device keeps of an account, in all of its tables. */
async function keptOf({ page }: Person, account: string): Promise<string[]> {
  const kept = await Promise.all(TABLES.map(async (table) => (await rowsOf<{ account: string }>(page, table)).map((row) => ({ ...row, table }))));
  return kept.flat().filter((row) => row.account === account).map(({ table }) => table);
}

test("what was queued under an old token or a session that has ended goes out under the new one, and no attempt is counted", async ({ stage }) => {
  const email = "selina.arnold@example.com";
  await begins(stage, email, async (scene) => {
    const { alice, gateway } = scene;
    const { page } = alice;
    await listens(page);
    const first = await queues(scene);
    await alice.signsIn(email);
    await comesBack(alice);
    await wentOut(scene, first);
    expect(Object.values((await heardOn(page)).sent)).toEqual(first.rows.map(() => 0));

    const second = await queues(scene);
    await sessionEnds(alice);
    gateway.sent.length = 0;
    await comesBack(alice);
    await sees(page.getByText("You are signed out"));
    expect((await rowsOf(page)).map(({ retryCount, refusal }) => [retryCount, refusal])).toEqual(second.rows.map(() => [0, null]));
    await page.getByRole("link", { name: "Sign in", exact: true }).click();
    await fillsSignIn(alice, email);
    await wentOut(scene, second);
  });
});

test("who signs out without a connection leaves nothing on the device, and nothing of theirs is sent by the next one", async ({ stage }) => {
  await begins(stage, "nicolas.dubois@example.com", async (scene) => {
    const { alice, gateway, account, order } = scene;
    const { page } = alice;
    // The app keeps what it has seen once its page is quiet.
    await expect.poll(() => keptOf(alice, account)).toContain("metadata");
    const { before } = await queues(scene);
    await page.goto("/profile");
    await page.getByRole("button", { name: "Sign Out" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign out and lose what is not sent?" });
    await sees(dialog.getByText("10 changes are only on this device."));
    await dialog.getByRole("button", { name: "Sign out anyway" }).click();
    await arrivesAt(page, "/");
    await becomes(() => keptOf(alice, account), []);

    await comesBack(alice);
    await signsInHere(alice, "katrin.wyss@example.com");
    await blinks(alice);
    await sees(page.getByRole("heading", { level: 1, name: "Order History" }));
    expect(await keptOf(alice, account)).toEqual([]);
    expect(gateway.sent.filter(({ account: by, path }) => by === account || path.includes(order.id))).toEqual([]);
    await alice.signsIn("nicolas.dubois@example.com");
    expect((await seen(alice, order)).etag).toBe(before.etag);
  });
});

test("what somebody queued before their session ended waits for them, whoever uses the device meanwhile", async ({ stage }) => {
  const email = "fabian.eugster@example.com";
  await begins(stage, email, async (scene) => {
    const { alice, gateway, account } = scene;
    const { page } = alice;
    const queued = await queues(scene);
    await sessionEnds(alice);
    await comesBack(alice);
    await signsInHere(alice, "katrin.wyss@example.com");
    await blinks(alice);
    // What others have seen leaves the device; what they did waits.
    await becomes(async () => new Set(await keptOf(alice, account)), new Set(["offline_actions"]));
    expect(await page.getByText(/\d+ changes? (is|are|was|were)/).count()).toBe(0);
    expect(gateway.sent.filter(({ path }) => path.startsWith("/api/orders/"))).toEqual([]);
    expect((await rowsOf(page)).map(({ account: by, retryCount }) => [by, retryCount])).toEqual(queued.rows.map(() => [account, 0]));

    await signsInHere(alice, email);
    await wentOut(scene, queued);
  });
});
