import type { FaultResponse } from "../fixtures/fault-proxy.ts";
import { expect, test } from "../fixtures/test.ts";
import { reconnect } from "../support/offline.ts";
import {
  aliceAtOrder,
  type AliceWithOrder,
  expectEmptyQueue,
  type Fixtures,
  goOffline,
  makeDue,
  messageRow,
  putRows,
  reconnectBriefly,
  recorded,
  recordToasts,
  toastCount,
  writtenLines,
} from "../support/queue.ts";
import { type Action, rowsOf } from "../support/store.ts";

type Responses = Record<string, FaultResponse>;

const HTML = { "Content-Type": "text/html" };
const said = (status: number, code: string, headers: Record<string, string> = {}): FaultResponse => ({
  status,
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify({ code, message: `The server has said ${status}.` }),
});

/** Responses that are not our server's: retried. */
const RETRIED: Responses = {
  "200 of a portal": { status: 200, headers: HTML, body: "<h1>Accept our terms</h1>" },
  "204": { status: 204 },
  "301": { status: 301, headers: { Location: "/help" } },
  "408": said(408, "timeout"),
  "500": said(500, "server_error"),
  "503": said(503, "database_busy"),
  "a reset": "reset",
};
/** Final responses of our server: the user decides. */
const REJECTED: Responses = {
  "404": said(404, "not_found"),
  "409": said(409, "wrong_status"),
  "413": said(413, "too_large"),
  "422": said(422, "idempotency_key_reused"),
};
/** Not the action's fault: sent again, without counting an attempt. */
const NOT_COUNTED: Responses = {
  "401": said(401, "not_authenticated"),
  "403 of an old token": said(403, "csrf_failed"),
  "429": said(429, "throttled", { "Retry-After": "1" }),
};

const textOf = ({ data }: Action): string => (data as { body: string }).body;

/** Alice at her order, with an empty queue. */
async function begin(fixtures: Fixtures): Promise<AliceWithOrder> {
  const setup = await aliceAtOrder(fixtures);
  await recordToasts(setup.page);
  return setup;
}

/** Queues one message per response, which is the first that it gets. Own entity ids, so that none blocks another. */
async function queueLines({ alice, proxy, account, order }: AliceWithOrder, responses: Responses): Promise<Action[]> {
  const rows = Object.keys(responses).map((body) => ({
    ...messageRow(account, order, body),
    entityId: crypto.randomUUID(),
  }));
  const pending = new Map(rows.map(({ id }, number) => [id, Object.values(responses)[number] ?? null]));
  proxy.respondToWriteWith = ({ key }) => {
    const response = pending.get(key) ?? null;
    pending.delete(key);
    return response;
  };
  await goOffline(alice);
  await putRows(alice.page, rows);
  await reconnect(alice);
  return rows;
}

test("of 14 kinds of responses each is taken for what it is, and nothing is lost", async ({ make, users, network }) => {
  const setup = await begin({ make, users, network });
  const { alice, page, order } = setup;
  const { pageErrors } = alice;
  pageErrors.breaksConnections = true;
  for (const status of [401, 403, 404, 408, 409, 413, 422, 429, 500, 503])
    pageErrors.expectResponse(status, `/api/orders/${order.id}/messages`);
  const rows = await queueLines(setup, { ...RETRIED, ...REJECTED });
  const rejectedRows = async (): Promise<unknown> =>
    (await rowsOf(page)).map((row) => [textOf(row), row.error?.kind, row.error?.status]).sort();
  await expect.poll(rejectedRows).toEqual(Object.keys(REJECTED).map((name) => [name, "refused", Number(name)]));
  expect((await writtenLines(alice, order)).sort()).toEqual(Object.keys(RETRIED).sort());
  const { sent } = await recorded(page);
  expect(rows.map((row) => [textOf(row), sent[row.id]])).toEqual(
    rows.map((row) => [textOf(row), textOf(row) in RETRIED ? 1 : undefined]),
  );

  await page.getByRole("button", { name: "Look at it" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Not sent" });
  const entry = (name: string) => dialog.getByRole("listitem").filter({ hasText: `Message: ${name}` });
  for (const name of Object.keys(REJECTED))
    await expect(entry(name).getByText(`The server has said ${name}.`).first()).toBeVisible();
  await entry("404").getByRole("button", { name: "Discard" }).click();
  await expect(entry("404").first()).toBeHidden();
  for (const name of ["409", "413", "422"]) {
    await entry(name).getByRole("button", { name: "Retry" }).click();
    await expect(entry(name).first()).toBeHidden();
  }
  await expectEmptyQueue(page);
  await expect(dialog.getByText("Everything has been sent.").first()).toBeVisible();
  await page.keyboard.press("Escape");

  const later = await queueLines(setup, NOT_COUNTED);
  await expectEmptyQueue(page);
  const counts = (await recorded(page)).sent;
  expect(later.map(({ id }) => counts[id])).toEqual([0, 0, 0]);
  expect((await writtenLines(alice, order)).sort()).toEqual(
    [...Object.keys(RETRIED), "409", "413", "422", ...Object.keys(NOT_COUNTED)].sort(),
  );
});

test("an act that has failed five times is shown with why, said once, and is tried again or discarded", async ({
  make,
  users,
  network,
}) => {
  const { alice, page, proxy, account, order } = await begin({ make, users, network });
  alice.pageErrors.expectResponse(503, `/api/orders/${order.id}/messages`);
  const lookButton = page.getByRole("button", { name: "Look at it" });
  const dialog = page.getByRole("dialog", { name: "Not sent" });
  /** Fails until it is given up. */
  const failUntilGivenUp = async (body: string): Promise<number> => {
    proxy.writes.length = 0;
    proxy.respondToWriteWith = () => said(503, "database_busy");
    await putRows(page, [messageRow(account, order, body)]);
    await expect
      .poll(async () => {
        await makeDue(page);
        return (await rowsOf(page)).map(({ error, retryCount }) => [error?.kind, retryCount]);
      })
      .toEqual([["failed", 5]]);
    await expect(lookButton.first()).toBeVisible();
    await makeDue(page);
    await reconnectBriefly(alice);
    await expect(page.getByText("One change was not sent.").first()).toBeVisible();
    proxy.respondToWriteWith = null;
    return proxy.writes.length;
  };

  await expect.poll(() => failUntilGivenUp("Kept for Retry")).toBe(5);
  await expect.poll(() => toastCount(page, "A change was not sent")).toBe(1);
  await page.goto("/offline-test");
  await page.getByRole("tab", { name: "Action Queue" }).click();
  await expect(page.getByRole("main").getByText("Not sent, waiting for you").first()).toBeVisible();
  await lookButton.first().click();
  await expect(dialog.getByText("Five attempts to send it have failed.").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Retry" }).click();
  await expectEmptyQueue(page);
  expect(await writtenLines(alice, order)).toEqual(["Kept for Retry"]);
  await page.keyboard.press("Escape");

  await expect.poll(() => failUntilGivenUp("Not wanted")).toBe(5);
  await lookButton.first().click();
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expectEmptyQueue(page);
  await expect(dialog.getByText("Everything has been sent.").first()).toBeVisible();
  await reconnectBriefly(alice);
  expect(await writtenLines(alice, order)).toEqual(["Kept for Retry"]);
});
