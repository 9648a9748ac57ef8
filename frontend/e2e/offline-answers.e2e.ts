import { expect, inject } from "vitest";

import type { Gateway, Instead } from "./support/gateway";
import { comesBack } from "./support/offline";
import type { Order } from "./support/orders";
import type { Person } from "./support/person";
import { blinks, delaysPass, goesOffline, heardOn, isEmptied, listens, messageRow, ordersOf, putsRows, timesSaid, written } from "./support/queue";
import { becomes, sees, seesNoMore } from "./support/seeing";
import { test, type Stage } from "./support/stage";
import { rowsOf, type Action } from "./support/store";
import { returns } from "./support/workers";

type Answers = Record<string, Instead>;

const HTML = { "Content-Type": "text/html" };
const said = (status: number, code: string, headers: Record<string, string> = {}): Instead => ({
  status,
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify({ code, message: `The server has said ${status}.` }),
});

/** No word of our server's: tried again. */
const TRIED_AGAIN: Answers = {
  "200 of a portal": { status: 200, headers: HTML, body: "<h1>Accept our terms</h1>" },
  "204": { status: 204 },
  "301": { status: 301, headers: { Location: "/help" } },
  "408": said(408, "timeout"),
  "500": said(500, "server_error"),
  "503": said(503, "busy"),
  "a reset": "reset",
};
/** Our server's last word: its person decides. */
const REFUSED: Answers = { "404": said(404, "not_found"), "409": said(409, "wrong_status"), "413": said(413, "too_large"), "422": said(422, "idempotency_key_reused") };
/** Nothing that the act could help: sent again, and no attempt is counted. */
const NOT_COUNTED: Answers = { "401": said(401, "not_authenticated"), "403 of an old token": said(403, "csrf_failed"), "429": said(429, "throttled", { "Retry-After": "1" }) };

const textOf = ({ data }: Action): string => (data as { body: string }).body;

type Scene = { alice: Person; gateway: Gateway; account: string; order: Order };

/** Somebody with an order on their screen, and nothing in the queue. */
async function begins(stage: Stage, email: string, act: (scene: Scene) => Promise<void>): Promise<void> {
  await returns(stage, inject("baseUrl"), async (alice, gateway) => {
    const { id: account } = await alice.signsIn(email);
    const [order] = await ordersOf(alice, stage, 1);
    if (order === undefined) throw new Error("There is no order.");
    await alice.page.goto(`/tracking/${order.id}`);
    await sees(alice.page.getByRole("button", { name: "Message" }));
    await listens(alice.page);
    await act({ alice, gateway, account, order });
  });
}

/** Queues a line for each answer, which is the first that it gets. Each goes by itself: what holds up one is not the others' matter. */
async function queues({ alice, gateway, account, order }: Scene, answers: Answers): Promise<Action[]> {
  const rows = Object.keys(answers).map((body) => ({ ...messageRow(account, order, body), lane: crypto.randomUUID() }));
  const pending = new Map(rows.map(({ id }, number) => [id, Object.values(answers)[number] ?? null]));
  gateway.insteadOfWrite = ({ key }) => {
    const answer = pending.get(key) ?? null;
    pending.delete(key);
    return answer;
  };
  await goesOffline(alice);
  await putsRows(alice.page, rows);
  await comesBack(alice);
  return rows;
}

test("of 14 kinds of answers each is taken for what it is, and nothing is lost", async ({ stage }) => {
  await begins(stage, "tobias.huber@example.com", async (scene) => {
    const { alice, order } = scene;
    const { page, watch } = alice;
    watch.breaksConnections = true;
    for (const status of [401, 403, 404, 408, 409, 413, 422, 429, 500, 503]) watch.expectAnswer(status, `/api/orders/${order.id}/messages`);
    const rows = await queues(scene, { ...TRIED_AGAIN, ...REFUSED });
    const refused = async (): Promise<unknown> => (await rowsOf(page)).map((row) => [textOf(row), row.refusal?.kind, row.refusal?.status]).sort();
    await becomes(refused, Object.keys(REFUSED).map((name) => [name, "refused", Number(name)]));
    expect((await written(alice, order)).sort()).toEqual(Object.keys(TRIED_AGAIN).sort());
    const { sent } = await heardOn(page);
    expect(rows.map((row) => [textOf(row), sent[row.id]])).toEqual(rows.map((row) => [textOf(row), textOf(row) in TRIED_AGAIN ? 1 : undefined]));

    await page.getByRole("button", { name: "Look at it" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Not sent" });
    const entry = (name: string) => dialog.getByRole("listitem").filter({ hasText: `Message: ${name}` });
    for (const name of Object.keys(REFUSED)) await sees(entry(name).getByText(`The server has said ${name}.`));
    await entry("404").getByRole("button", { name: "Discard" }).click();
    await seesNoMore(entry("404"));
    for (const name of ["409", "413", "422"]) {
      await entry(name).getByRole("button", { name: "Retry" }).click();
      await seesNoMore(entry(name));
    }
    await isEmptied(page);
    await sees(dialog.getByText("Everything has been sent."));
    await page.keyboard.press("Escape");

    const later = await queues(scene, NOT_COUNTED);
    await isEmptied(page);
    const counts = (await heardOn(page)).sent;
    expect(later.map(({ id }) => counts[id])).toEqual([0, 0, 0]);
    expect((await written(alice, order)).sort()).toEqual([...Object.keys(TRIED_AGAIN), "409", "413", "422", ...Object.keys(NOT_COUNTED)].sort());
  });
});

test("an act that has failed five times is shown with why, said once, and is tried again or discarded", async ({ stage }) => {
  await begins(stage, "stefan.graf@example.com", async ({ alice, gateway, account, order }) => {
    const { page, watch } = alice;
    watch.expectAnswer(503, `/api/orders/${order.id}/messages`);
    const unsent = page.getByRole("button", { name: "Look at it" });
    const dialog = page.getByRole("dialog", { name: "Not sent" });
    /** Fails until it is not tried any more. */
    const fails = async (body: string): Promise<number> => {
      gateway.sent.length = 0;
      gateway.insteadOfWrite = () => said(503, "busy");
      await putsRows(page, [messageRow(account, order, body)]);
      await expect
        .poll(async () => {
          await delaysPass(page);
          return (await rowsOf(page)).map(({ refusal, retryCount }) => [refusal?.kind, retryCount]);
        })
        .toEqual([["failed", 5]]);
      await sees(unsent);
      await delaysPass(page);
      await blinks(alice);
      await sees(page.getByText("One change was not sent."));
      gateway.insteadOfWrite = null;
      return gateway.sent.length;
    };

    expect(await fails("Kept for Retry")).toBe(5);
    expect(await timesSaid(page, "A change was not sent")).toBe(1);
    await page.goto("/offline-test");
    await page.getByRole("tab", { name: "Action Queue" }).click();
    await sees(page.getByRole("main").getByText("Not sent, waiting for you"));
    await unsent.first().click();
    await sees(dialog.getByText("Five attempts to send it have failed."));
    await dialog.getByRole("button", { name: "Retry" }).click();
    await isEmptied(page);
    expect(await written(alice, order)).toEqual(["Kept for Retry"]);
    await page.keyboard.press("Escape");

    expect(await fails("Not wanted")).toBe(5);
    await unsent.first().click();
    await dialog.getByRole("button", { name: "Discard" }).click();
    await isEmptied(page);
    await sees(dialog.getByText("Everything has been sent."));
    await blinks(alice);
    expect(await written(alice, order)).toEqual(["Kept for Retry"]);
  });
});
