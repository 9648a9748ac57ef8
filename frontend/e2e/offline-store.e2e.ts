import type { Page } from "playwright-core";
import { expect, inject } from "vitest";

import type { Gateway } from "./support/gateway";
import { WAYS_OUT } from "./support/hostile";
import { comesBack } from "./support/offline";
import type { Order } from "./support/orders";
import type { Person } from "./support/person";
import { delaysPass, goesOffline, isEmptied, messageRow, noteRow, ordersOf, putsRows, row, written } from "./support/queue";
import { becomes, sees, seesNoMore } from "./support/seeing";
import { test, type Stage } from "./support/stage";
import { rowsOf } from "./support/store";
import { returns } from "./support/workers";

const DAY_MS = 86_400_000;
const FIVE_MINUTES_MS = 300_000;

type Scene = { alice: Person; page: Page; gateway: Gateway; account: string; order: Order };

async function begins(stage: Stage, email: string, act: (scene: Scene) => Promise<void>, before?: (page: Page) => Promise<unknown>): Promise<void> {
  await returns(stage, inject("baseUrl"), async (alice, gateway) => {
    const { page } = alice;
    const { id: account } = await alice.signsIn(email);
    const [order] = await ordersOf(alice, stage, 1);
    if (order === undefined) throw new Error("There is no order.");
    await before?.(page);
    await page.goto(`/tracking/${order.id}`);
    await sees(page.getByRole("button", { name: "Message" }));
    gateway.sent.length = 0;
    await act({ alice, page, gateway, account, order });
  });
}

/** Opens the conversation and writes a line in it. */
async function writes(page: Page, line: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: /^Messages with/ });
  await dialog.getByLabel("Your message").fill(line);
  await dialog.getByRole("button", { name: "Send" }).click();
}

async function opensConversation(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Message" }).click();
  await sees(page.getByRole("dialog").getByText("No messages yet."));
}

test("nothing is ever sent to the 30 hostile addresses that somebody has put into the queue, and the app goes on", async ({ stage }) => {
  await begins(stage, "laura.steiner@example.com", async ({ alice, page, gateway, account, order }) => {
    const messages = `/api/orders/${order.id}/messages`;
    const urls = [
      ...WAYS_OUT,
      ...["/admin/", "/api/../admin/", "/api/auth/logout", "/api/orders", "", "/", "data:text/html,x", "file:///etc/passwd", "ws://evil.example/"],
      ...[`${messages}/../../../auth/logout`, `${messages}?x=1`, `${messages}/`, `/api/orders/${order.id}%2Fcancellation`, `/api/orders/${order.id}/cancellation`],
    ];
    const methods = ["DELETE", "GET", "PUT", "post"].map((method) => ({ method, url: messages }));
    const names = ["../../auth/logout", `${order.id}/cancellation?`, "//evil.example"].map((orderId) => ({ type: "rate" as const, data: { orderId, rating: 5, comment: "" } }));
    const hostile = [...urls.map((url) => ({ url })), ...methods, ...names].map((act) => row(account, crypto.randomUUID(), { data: { body: "Hostile" }, ...act }));
    expect(hostile).toHaveLength(30);
    const asked: string[] = [];
    alice.context.on("request", (request) => asked.push(`${request.method()} ${request.url()}`));

    await goesOffline(alice);
    await putsRows(page, [...hostile, messageRow(account, order, "An honest line")]);
    gateway.asked.length = 0;
    await comesBack(alice);
    await sees(page.getByText("30 changes were not sent."));
    await becomes(async () => (await rowsOf(page)).map(({ refusal }) => refusal?.kind), hostile.map(() => "refused" as const));
    expect(gateway.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([`POST ${messages}`]);
    expect(asked.filter((one) => !one.includes(` ${gateway.address}/`))).toEqual([]);
    expect(gateway.asked.filter((path) => /admin|logout|cancellation|evil|passwd|%2F|messages[/?]/i.test(path))).toEqual([]);
    expect(await written(alice, order)).toEqual(["An honest line"]);

    await page.getByRole("button", { name: "Look at it" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Not sent" });
    expect(await dialog.getByText("Suuber does not take it.").count()).toBe(30);
    await dialog.getByRole("button", { name: "Retry" }).first().click();
    await dialog.getByRole("button", { name: "Discard" }).last().click();
    await sees(page.getByText("29 changes were not sent."));
    expect(gateway.sent).toHaveLength(1);
  });
});

test("rows that are nothing of the app's are passed over, and what was really queued is sent", async ({ stage }) => {
  await begins(stage, "chloe.martin@example.com", async ({ alice, page, account, order }) => {
    const own = messageRow(account, order, "A real one");
    const foreign = [
      { id: "empty" },
      { ...own, id: "no account", account: undefined },
      { ...own, id: "another kind", type: "delete_all" },
      { ...own, id: "counts in words", retryCount: "5", timestamp: "today" },
      { ...own, id: "no place", place: null },
      { ...own, id: "no lane", lane: 7 },
    ];
    const bare = [{ ...own, id: crypto.randomUUID(), lane: crypto.randomUUID(), data: null }, { ...own, id: crypto.randomUUID(), lane: crypto.randomUUID(), refusal: undefined, dueAt: "soon", baseVersion: undefined, data: { body: "Half a one" } }];
    alice.watch.allowAnswer(400);
    await goesOffline(alice);
    await putsRows(page, [...foreign, ...bare, own]);
    await comesBack(alice);
    await becomes(async () => (await written(alice, order)).sort(), ["A real one", "Half a one"]);
    await page.goto("/offline-test");
    await sees(page.getByText("One change was not sent."));
    await page.goto("/history");
    await sees(page.getByRole("heading", { level: 1, name: "Order History" }));
  });
});

const refusesToOpen = (page: Page): Promise<unknown> =>
  page.context().addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("A private window keeps nothing.", "InvalidStateError");
    };
  });
/** Another program's store of the same name, newer than ours. */
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

test.for([
  { how: "refuses to keep anything", email: "yannick.perret@example.com", spoils: refusesToOpen },
  { how: "is full", email: "manon.girard@example.com", spoils: isFull },
])("a device that $how says what it cannot keep, and loses nothing that was typed", async ({ email, spoils }, { stage }) => {
  await begins(
    stage,
    email,
    async ({ alice, page, order }) => {
      await opensConversation(page);
      await goesOffline(alice);
      await writes(page, "Please ring twice.");
      const dialog = page.getByRole("dialog", { name: /^Messages with/ });
      await sees(dialog.getByText("Message not sent"));
      expect(await dialog.getByLabel("Your message").inputValue()).toBe("Please ring twice.");
      expect(await dialog.getByText("Not sent yet").count()).toBe(0);

      await comesBack(alice);
      await dialog.getByRole("button", { name: "Send" }).click();
      await sees(dialog.getByRole("listitem").filter({ hasText: "Please ring twice." }));
      await seesNoMore(dialog.getByText("Message not sent"));
      expect(await written(alice, order)).toEqual(["Please ring twice."]);
    },
    spoils,
  );
});

test("a newer store of the same name that is none of ours takes what is done, and gives it out again", async ({ stage }) => {
  await begins(
    stage,
    "patrick.vogt@example.com",
    async ({ alice, page, order }) => {
      await opensConversation(page);
      await goesOffline(alice);
      await writes(page, "Please ring twice.");
      await sees(page.getByText("Not sent yet"));
      await comesBack(alice);
      await seesNoMore(page.getByText("Not sent yet"));
      expect(await written(alice, order)).toEqual(["Please ring twice."]);
    },
    isSomebodyElses,
  );
});

test("acts that wait come through the next release, which opens the store as its next version though an old page is still there, and are sent once each", async ({ stage }) => {
  await begins(stage, "patrick.vogt@example.com", async ({ alice, page, gateway, account, order }) => {
    const old = await alice.context.newPage();
    await old.goto("/history");
    await sees(old.getByRole("heading", { level: 1, name: "Order History" }));
    const { etag } = await alice.call<{ etag: string }>("GET", `/api/orders/${order.id}`);
    const lines = Array.from({ length: 10 }, (_, number) => `Line ${number}`);
    const acts = lines.flatMap((line) => [messageRow(account, order, line), noteRow(account, order, `Note after ${line}`, etag)]);
    const rows = acts.map((act) => ({ ...act, dueAt: Date.now() + FIVE_MINUTES_MS }));
    await putsRows(page, rows);

    gateway.isNextRelease = true;
    await page.goto("/history");
    await becomes(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name, version }) => `${name} ${version}`)), ["suuber 20"]);
    expect((await rowsOf<{ isOfNextRelease?: boolean }>(page)).map((row) => row.isOfNextRelease)).toEqual(rows.map(() => true));
    expect(gateway.sent).toEqual([]);
    await delaysPass(page);
    await isEmptied(page);
    expect(gateway.sent.map(({ key }) => key)).toEqual(rows.map(({ id }) => id));
    expect(await written(alice, order)).toEqual(lines);
  });
});

test("a clock that jumps eight days ahead and back while something waits holds nothing up, and throws nothing away", async ({ stage }) => {
  await begins(stage, "remo.lustenberger@example.com", async ({ alice, page, order }) => {
    await opensConversation(page);
    await goesOffline(alice);
    await writes(page, "Before the jump");
    await sees(page.getByText("Not sent yet"));
    for (const [number, days] of [8, -16].entries()) {
      await page.evaluate((ms) => {
        const before = Date.now.bind(Date);
        Date.now = () => before() + ms;
      }, days * DAY_MS);
      await writes(page, `After jump ${number}`);
      await expect.poll(() => page.getByText("Not sent yet").count()).toBe(number + 2);
    }
    await comesBack(alice);
    await isEmptied(page);
    expect(await written(alice, order)).toEqual(["Before the jump", "After jump 0", "After jump 1"]);
  });
});
