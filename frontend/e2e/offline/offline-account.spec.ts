import type { Order } from "../fixtures/orders.ts";
import type { Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { reconnect } from "../support/offline.ts";
import {
  aliceAtOrder,
  type AliceWithOrder,
  expectEmptyQueue,
  type Fixtures,
  goOffline,
  noteRow,
  putRows,
  reconnectBriefly,
  recorded,
  recordToasts,
} from "../support/queue.ts";
import { endSession, fillSignIn } from "../support/sign-out.ts";
import { type Action, rowsOf } from "../support/store.ts";

const ACTS = 10;
const TABLES = ["offline_actions", "orders", "providers", "order_tracking", "reviews", "metadata"];

type Seen = Order & { etag: string };

const seen = (person: Person, { id }: Pick<Order, "id">): Promise<Seen> => person.call("GET", `/api/orders/${id}`);
const versionOf = ({ etag }: Seen): number => Number(/\d+/.exec(etag)?.[0]);

async function begin(fixtures: Fixtures): Promise<AliceWithOrder> {
  const setup = await aliceAtOrder(fixtures);
  // The first request after the end of the session gets a 401.
  setup.alice.pageErrors.allowResponse(401);
  setup.proxy.writes.length = 0;
  return setup;
}

/** Changes the note ten times offline; returns the order's earlier state. */
async function queueNotes({ alice, account, order }: AliceWithOrder): Promise<{ before: Seen; rows: Action[] }> {
  const before = await seen(alice, order);
  await goOffline(alice);
  const rows = Array.from({ length: ACTS }, (_, number) =>
    noteRow(account, order, `Note ${number} after ${before.etag}`, before.etag),
  );
  await putRows(alice.page, rows);
  return { before, rows };
}

/** Each took effect once, by a single call. */
async function wentOut(
  { alice, proxy, order }: AliceWithOrder,
  { before, rows }: { before: Seen; rows: Action[] },
): Promise<void> {
  await expectEmptyQueue(alice.page);
  expect(versionOf(await seen(alice, order)) - versionOf(before)).toBe(ACTS);
  const keys = proxy.writes.map(({ key }) => key);
  expect(keys.filter((key) => rows.some(({ id }) => id === key))).toEqual(rows.map(({ id }) => id));
}

/** Signs in on the sign-in page. */
async function signInHere(person: Person, email: string): Promise<void> {
  await person.page.goto("/login?next=/history");
  await fillSignIn(person, email);
  await expect(person.page).toHaveURL("/history");
  await expect(person.page.getByRole("heading", { level: 1, name: "Order History" })).toBeVisible();
}

/** The tables of the device's store with rows of an account. */
async function storedOf({ page }: Person, account: string): Promise<string[]> {
  const rows = await Promise.all(
    TABLES.map(async (table) => (await rowsOf<{ account: string }>(page, table)).map((row) => ({ ...row, table }))),
  );
  return rows
    .flat()
    .filter((row) => row.account === account)
    .map(({ table }) => table);
}

test("what was queued under an old token or a session that has ended goes out under the new one, and no attempt is counted", async ({
  make,
  users,
  network,
}) => {
  const setup = await begin({ make, users, network });
  const {
    alice,
    page,
    proxy,
    user: { email },
  } = setup;
  await recordToasts(page);
  const first = await queueNotes(setup);
  await alice.signIn(email);
  await reconnect(alice);
  await wentOut(setup, first);
  expect(Object.values((await recorded(page)).sent)).toEqual(first.rows.map(() => 0));

  const second = await queueNotes(setup);
  await endSession(alice);
  proxy.writes.length = 0;
  await reconnect(alice);
  await expect(page.getByText("You are signed out").first()).toBeVisible();
  // The page may still be on its way to the one of a visitor.
  await expect(async () => {
    const waiting = await rowsOf(page);
    expect(waiting.map(({ retryCount, error }) => [retryCount, error])).toEqual(second.rows.map(() => [0, null]));
  }).toPass();
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await fillSignIn(alice, email);
  await wentOut(setup, second);
});

test("who signs out without a connection leaves nothing on the device, and nothing of theirs is sent by the next one", async ({
  make,
  users,
  network,
}) => {
  const setup = await begin({ make, users, network });
  const { alice, page, proxy, user, account, order } = setup;
  const {
    users: { chiara },
  } = await make({ users: [{ ref: "chiara", firstName: "Chiara" }] });
  // Responses are stored once the page is quiet.
  await expect.poll(() => storedOf(alice, account)).toContain("metadata");
  const { before } = await queueNotes(setup);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Sign Out" }).click();
  const dialog = page.getByRole("dialog", { name: "Sign out and lose what is not sent?" });
  await expect(dialog.getByText("10 changes are only on this device.").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Sign out anyway" }).click();
  await expect(page).toHaveURL("/");
  await expect.poll(() => storedOf(alice, account)).toEqual([]);

  await reconnect(alice);
  await signInHere(alice, chiara.email);
  await reconnectBriefly(alice);
  await expect(page.getByRole("heading", { level: 1, name: "Order History" })).toBeVisible();
  await expect.poll(() => storedOf(alice, account)).toEqual([]);
  expect(proxy.writes.filter(({ account: by, path }) => by === account || path.includes(order.id))).toEqual([]);
  await alice.signIn(user.email);
  expect((await seen(alice, order)).etag).toBe(before.etag);
});

test("what somebody queued before their session ended waits for them, whoever uses the device meanwhile", async ({
  make,
  users,
  network,
}) => {
  const setup = await begin({ make, users, network });
  const {
    alice,
    page,
    proxy,
    user: { email },
    account,
  } = setup;
  const {
    users: { chiara },
  } = await make({ users: [{ ref: "chiara", firstName: "Chiara" }] });
  const queued = await queueNotes(setup);
  await endSession(alice);
  await reconnect(alice);
  await signInHere(alice, chiara.email);
  await reconnectBriefly(alice);
  // Other accounts' caches are deleted; their queued actions stay.
  await expect.poll(async () => new Set(await storedOf(alice, account))).toEqual(new Set(["offline_actions"]));
  await expect(page.getByText(/\d+ changes? (is|are|was|were)/)).toHaveCount(0);
  expect(proxy.writes.filter(({ path }) => path.startsWith("/api/orders/"))).toEqual([]);
  expect((await rowsOf(page)).map(({ account: by, retryCount }) => [by, retryCount])).toEqual(
    queued.rows.map(() => [account, 0]),
  );

  await signInHere(alice, email);
  await wentOut(setup, queued);
});
