import type { Page } from "@playwright/test";

import { expect, test } from "../fixtures/test.ts";
import { WAYS_OUT } from "../support/hostile.ts";
import { reconnect } from "../support/offline.ts";
import {
  type AliceWithOrder,
  aliceWithOrder,
  expectEmptyQueue,
  type Fixtures,
  goOffline,
  makeDue,
  messageRow,
  noteRow,
  putRows,
  row,
  writtenLines,
} from "../support/queue.ts";
import { rowsOf } from "../support/store.ts";

const DAY_MS = 86_400_000;
const FIVE_MINUTES_MS = 300_000;

/** Alice at her order; `before` can prepare her device's store. */
async function begin(fixtures: Fixtures, before?: (page: Page) => Promise<unknown>): Promise<AliceWithOrder> {
  const setup = await aliceWithOrder(fixtures);
  const { page, proxy, order } = setup;
  await before?.(page);
  await page.goto(`/tracking/${order.id}`);
  await expect(page.getByRole("button", { name: "Message" })).toBeVisible();
  proxy.writes.length = 0;
  return setup;
}

/** Opens the conversation, and writes a message. */
async function write(page: Page, line: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: /^Messages with/ });
  await dialog.getByLabel("Your message").fill(line);
  await dialog.getByRole("button", { name: "Send" }).click();
}

async function openConversation(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Message" }).click();
  await expect(page.getByRole("dialog").getByText("No messages yet.").first()).toBeVisible();
}

test("nothing is ever sent to the 30 hostile addresses that somebody has put into the queue, and the app goes on", async ({
  make,
  users,
  network,
}) => {
  const { alice, page, proxy, account, order } = await begin({ make, users, network });
  const messages = `/api/orders/${order.id}/messages`;
  const urls = [
    ...WAYS_OUT,
    ...[
      "/admin/",
      "/api/../admin/",
      "/api/auth/logout",
      "/api/orders",
      "",
      "/",
      "data:text/html,x",
      "file:///etc/passwd",
      "ws://evil.example/",
    ],
    ...[
      `${messages}/../../../auth/logout`,
      `${messages}?x=1`,
      `${messages}/`,
      `/api/orders/${order.id}%2Fcancellation`,
      `/api/orders/${order.id}/cancellation`,
    ],
  ];
  const methods = ["DELETE", "GET", "PUT", "post"].map((method) => ({ method, url: messages }));
  const names = ["../../auth/logout", `${order.id}/cancellation?`, "//evil.example"].map((orderId) => ({
    type: "rate" as const,
    data: { orderId, rating: 5, comment: "" },
  }));
  const hostile = [...urls.map((url) => ({ url })), ...methods, ...names].map((act) =>
    row(account, crypto.randomUUID(), { data: { body: "Hostile" }, ...act }),
  );
  expect(hostile).toHaveLength(30);
  const requests: string[] = [];
  alice.context.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));

  await goOffline(alice);
  await putRows(page, [...hostile, messageRow(account, order, "An honest line")]);
  proxy.requests.length = 0;
  await reconnect(alice);
  await expect(page.getByText("30 changes were not sent.").first()).toBeVisible();
  await expect
    .poll(async () => (await rowsOf(page)).map(({ error }) => error?.kind))
    .toEqual(hostile.map(() => "refused" as const));
  expect(proxy.writes.map(({ method, path }) => `${method} ${path}`)).toEqual([`POST ${messages}`]);
  expect(requests.filter((one) => !one.includes(` ${proxy.address}/`))).toEqual([]);
  expect(proxy.requests.filter((path) => /admin|logout|cancellation|evil|passwd|%2F|messages[/?]/i.test(path))).toEqual(
    [],
  );
  expect(await writtenLines(alice, order)).toEqual(["An honest line"]);

  await page.getByRole("button", { name: "Look at it" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Not sent" });
  await expect(dialog.getByText("Suuber does not take it.")).toHaveCount(30);
  await dialog.getByRole("button", { name: "Retry" }).first().click();
  await dialog.getByRole("button", { name: "Discard" }).last().click();
  await expect(page.getByText("29 changes were not sent.").first()).toBeVisible();
  expect(proxy.writes).toHaveLength(1);
});

test("rows that are nothing of the app's are passed over, and what was really queued is sent", async ({
  make,
  users,
  network,
}) => {
  const { alice, page, account, order } = await begin({ make, users, network });
  const own = messageRow(account, order, "A real one");
  const foreign = [
    { id: "empty" },
    { ...own, id: "no account", account: undefined },
    { ...own, id: "another kind", type: "delete_all" },
    { ...own, id: "counts in words", retryCount: "5", timestamp: "today" },
    { ...own, id: "no position", position: null },
    { ...own, id: "no entity", entityId: 7 },
  ];
  const bare = [
    { ...own, id: crypto.randomUUID(), entityId: crypto.randomUUID(), data: null },
    {
      ...own,
      id: crypto.randomUUID(),
      entityId: crypto.randomUUID(),
      error: undefined,
      dueAt: "soon",
      baseVersion: undefined,
      data: { body: "Half a one" },
    },
  ];
  alice.pageErrors.allowResponse(400);
  await goOffline(alice);
  await putRows(page, [...foreign, ...bare, own]);
  await reconnect(alice);
  await expect.poll(async () => (await writtenLines(alice, order)).sort()).toEqual(["A real one", "Half a one"]);
  await page.goto("/offline-test");
  await expect(page.getByText("One change was not sent.").first()).toBeVisible();
  await page.goto("/history");
  await expect(page.getByRole("heading", { level: 1, name: "Order History" })).toBeVisible();
});

const failToOpen = (page: Page): Promise<unknown> =>
  page.context().addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("A private window keeps nothing.", "InvalidStateError");
    };
  });
/** Another program's store with the same name and a newer version. */
async function isSomebodyElses(page: Page): Promise<void> {
  await page.goto("/robots.txt");
  await page.evaluate(async () => {
    await new Promise((done) => (indexedDB.deleteDatabase("suuber").onsuccess = done));
    await new Promise<void>((done) => {
      const opening = indexedDB.open("suuber", 9000);
      opening.onupgradeneeded = () => opening.result.createObjectStore("else");
      opening.onsuccess = () => {
        opening.result.close();
        done();
      };
    });
  });
}
const isFull = (page: Page): Promise<unknown> =>
  page.context().addInitScript(() => {
    for (const name of ["put", "add"] as const) {
      IDBObjectStore.prototype[name] = () => {
        throw new DOMException("There is no room.", "QuotaExceededError");
      };
    }
  });

for (const { how, spoils } of [
  { how: "refuses to keep anything", spoils: failToOpen },
  { how: "is full", spoils: isFull },
]) {
  test(`a device that ${how} says what it cannot store, and loses nothing that was typed`, async ({
    make,
    users,
    network,
  }) => {
    const { alice, page, order } = await begin({ make, users, network }, spoils);
    await openConversation(page);
    await goOffline(alice);
    await write(page, "Please ring twice.");
    const dialog = page.getByRole("dialog", { name: /^Messages with/ });
    await expect(dialog.getByText("Message not sent").first()).toBeVisible();
    await expect(dialog.getByLabel("Your message")).toHaveValue("Please ring twice.");
    await expect(dialog.getByText("Not sent yet")).toHaveCount(0);

    await reconnect(alice);
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(dialog.getByRole("listitem").filter({ hasText: "Please ring twice." }).first()).toBeVisible();
    await expect(dialog.getByText("Message not sent").first()).toBeHidden();
    expect(await writtenLines(alice, order)).toEqual(["Please ring twice."]);
  });
}

test("a newer store of the same name that is none of ours takes what is done, and gives it out again", async ({
  make,
  users,
  network,
}) => {
  const { alice, page, order } = await begin({ make, users, network }, isSomebodyElses);
  await openConversation(page);
  await goOffline(alice);
  await write(page, "Please ring twice.");
  await expect(page.getByText("Not sent yet").first()).toBeVisible();
  await reconnect(alice);
  await expect(page.getByText("Not sent yet").first()).toBeHidden();
  expect(await writtenLines(alice, order)).toEqual(["Please ring twice."]);
});

test("acts that wait come through the next release, which opens the store as its next version though an old page is still there, and are sent once each", async ({
  make,
  users,
  network,
}) => {
  const { alice, page, proxy, account, order } = await begin({ make, users, network });
  const old = await alice.context.newPage();
  await old.goto("/history");
  await expect(old.getByRole("heading", { level: 1, name: "Order History" })).toBeVisible();
  const { etag } = await alice.call<{ etag: string }>("GET", `/api/orders/${order.id}`);
  const lines = Array.from({ length: 10 }, (_, number) => `Line ${number}`);
  const acts = lines.flatMap((line) => [
    messageRow(account, order, line),
    noteRow(account, order, `Note after ${line}`, etag),
  ]);
  const rows = acts.map((act) => ({ ...act, dueAt: Date.now() + FIVE_MINUTES_MS }));
  await putRows(page, rows);

  proxy.isNextRelease = true;
  await page.goto("/history");
  await expect
    .poll(() =>
      page.evaluate(async () => (await indexedDB.databases()).map(({ name, version }) => `${name} ${version}`)),
    )
    .toEqual(["suuber 20"]);
  expect((await rowsOf<{ isOfNextRelease?: boolean }>(page)).map((row) => row.isOfNextRelease)).toEqual(
    rows.map(() => true),
  );
  expect(proxy.writes).toEqual([]);
  await makeDue(page);
  await expectEmptyQueue(page);
  expect(proxy.writes.map(({ key }) => key)).toEqual(rows.map(({ id }) => id));
  expect(await writtenLines(alice, order)).toEqual(lines);
});

test("a clock that jumps eight days ahead and back while something waits holds nothing up, and throws nothing away", async ({
  make,
  users,
  network,
}) => {
  const { alice, page, order } = await begin({ make, users, network });
  await openConversation(page);
  await goOffline(alice);
  await write(page, "Before the jump");
  await expect(page.getByText("Not sent yet").first()).toBeVisible();
  for (const [number, days] of [8, -16].entries()) {
    await page.evaluate((ms) => {
      const before = Date.now.bind(Date);
      Date.now = () => before() + ms;
    }, days * DAY_MS);
    await write(page, `After jump ${number}`);
    await expect(page.getByText("Not sent yet")).toHaveCount(number + 2);
  }
  await reconnect(alice);
  await expectEmptyQueue(page);
  expect(await writtenLines(alice, order)).toEqual(["Before the jump", "After jump 0", "After jump 1"]);
});
