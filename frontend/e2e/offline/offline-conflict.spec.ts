import type { Page } from "@playwright/test";

import type { Order } from "../fixtures/orders.ts";
import { expect, test } from "../fixtures/test.ts";
import { reconnect } from "../support/offline.ts";
import {
  aliceWithOrder,
  expectEmptyQueue,
  expectSteps,
  goOffline,
  messageRow,
  noteRow,
  putRows,
  writtenLines,
} from "../support/queue.ts";
import { rowsOf } from "../support/store.ts";

/** Edits the note of the order on screen. */
async function writeNote(page: Page, note: string): Promise<void> {
  await page.getByRole("button", { name: "Change address, note or care" }).click();
  const dialog = page.getByRole("dialog", { name: "Change address, note or care" });
  await dialog.getByRole("textbox", { name: "Note for your provider" }).fill(note);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.first()).toBeHidden();
}

test("an order that was changed elsewhere meanwhile is never overwritten: both versions are shown, and its person chooses", async ({
  make,
  users,
  network,
}) => {
  const { alice, page, proxy, account, order } = await aliceWithOrder({ make, users, network });
  const note = async (): Promise<string> =>
    (await alice.call<Order & { specialInstructions: string }>("GET", `/api/orders/${order.id}`)).specialInstructions;
  alice.pageErrors.expectResponse(409, `/api/orders/${order.id}`);
  const dialog = page.getByRole("dialog", { name: "Not sent" });

  for (const [choice, chosen] of [
    ["Keep theirs", "Theirs 1"],
    ["Send mine anyway", "Mine 2"],
  ] as const) {
    const number = chosen.slice(-1);
    await page.goto(`/tracking/${order.id}`);
    await expect(page.getByRole("button", { name: "Change address, note or care" })).toBeVisible();
    await goOffline(alice);
    await writeNote(page, `Mine ${number}`);
    await putRows(page, [messageRow(account, order, `After ${number}`)]);
    await alice.call("PATCH", `/api/orders/${order.id}`, { specialInstructions: `Theirs ${number}` });
    proxy.writes.length = 0;

    await reconnect(alice);
    await page.getByRole("button", { name: "Look at it" }).first().click();
    await expect(dialog.getByText(`Yours: Mine ${number}`).first()).toBeVisible();
    await expect(dialog.getByText(`Now: Theirs ${number}`).first()).toBeVisible();
    await expect.poll(() => note()).toBe(`Theirs ${number}`);
    // Later actions on the order wait for the decision.
    expect(proxy.writes).toHaveLength(1);

    await dialog.getByRole("button", { name: choice }).click();
    await expectEmptyQueue(page);
    await expect.poll(() => note()).toBe(chosen);
    await expect(dialog.getByText("Everything has been sent.").first()).toBeVisible();
  }
  expect(await writtenLines(alice, order)).toEqual(["After 1", "After 2"]);
});

test("none of 100 changes that were made elsewhere is overwritten by what was done before somebody saw them", async ({
  make,
  users,
  network,
}) => {
  const { alice, page, proxy, account, order } = await aliceWithOrder({ make, users, network });
  const path = `/api/orders/${order.id}`;
  alice.pageErrors.expectResponse(409, path);
  await page.goto(`/tracking/${order.id}`);
  await expect(page.getByRole("button", { name: "Change address, note or care" })).toBeVisible();
  await goOffline(alice);
  const rows: unknown[] = [];
  const { csrfToken } = await alice.call<{ csrfToken: string }>("GET", "/api/auth/session");
  const changeElsewhere = async (specialInstructions: string): Promise<{ etag: string }> => {
    // Not by `call`, which asks for a token each time.
    const headers = { "X-CSRFToken": csrfToken };
    const response = await alice.context.request.patch(path, { headers, data: { specialInstructions } });
    expect(response.ok()).toBe(true);
    return (await response.json()) as { etag: string };
  };
  let { etag } = await alice.call<{ etag: string }>("GET", path);
  for (let number = 1; number <= 100; number += 1) {
    // Own entity ids, so that one does not block the others.
    rows.push({ ...noteRow(account, order, `Mine ${number}`, etag), entityId: crypto.randomUUID() });
    ({ etag } = await changeElsewhere(`Theirs ${number}`));
  }
  await putRows(page, rows);
  proxy.writes.length = 0;

  await reconnect(alice);
  await expectSteps(async () => (await rowsOf(page)).filter(({ error }) => error?.kind === "conflict").length, 100);
  await expect(page.getByText("100 changes were not sent.").first()).toBeVisible();
  expect(proxy.writes).toHaveLength(100);
  const after = await alice.call<{ etag: string; specialInstructions: string }>("GET", path);
  expect([after.etag, after.specialInstructions]).toEqual([etag, "Theirs 100"]);
  await page.getByRole("button", { name: "Look at it" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Not sent" });
  await expect(dialog.getByText("Now: Theirs 100")).toHaveCount(100);

  // Title and close button stay visible when scrolled.
  await dialog.evaluate((sheet) => sheet.scrollTo(0, sheet.scrollHeight));
  const [sheet, title] = [
    await dialog.boundingBox(),
    await dialog.getByRole("heading", { name: "Not sent" }).boundingBox(),
  ];
  expect((title?.y ?? 0) - (sheet?.y ?? 0)).toBeGreaterThan(0);
  expect((title?.y ?? 0) - (sheet?.y ?? 0)).toBeLessThan(60);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog.first()).toBeHidden();
});
