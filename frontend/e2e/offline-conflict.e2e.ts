import type { Page } from "playwright-core";
import { expect, inject } from "vitest";

import { comesBack } from "./support/offline";
import type { Order } from "./support/orders";
import { goesOffline, isEmptied, messageRow, noteRow, ordersOf, putsRows, written } from "./support/queue";
import { becomes, sees, seesNoMore } from "./support/seeing";
import { test } from "./support/stage";
import { returns } from "./support/workers";

/** Changes the note of the order on the screen. */
async function writesNote(page: Page, note: string): Promise<void> {
  await page.getByRole("button", { name: "Change address or note" }).click();
  const dialog = page.getByRole("dialog", { name: "Change address or note" });
  await dialog.getByRole("textbox", { name: "Note" }).fill(note);
  await dialog.getByRole("button", { name: "Save" }).click();
  await seesNoMore(dialog);
}

test("an order that was changed elsewhere meanwhile is never overwritten: both versions are shown, and its person chooses", async ({ stage }) => {
  await returns(stage, inject("baseUrl"), async (alice, gateway) => {
    const { page, watch } = alice;
    const { id: account } = await alice.signsIn("mira.schmid@example.com");
    const [order] = await ordersOf(alice, stage, 1);
    if (order === undefined) throw new Error("There is no order.");
    const note = async (): Promise<string> => (await alice.call<Order & { specialInstructions: string }>("GET", `/api/orders/${order.id}`)).specialInstructions;
    watch.expectAnswer(409, `/api/orders/${order.id}`);
    const dialog = page.getByRole("dialog", { name: "Not sent" });

    for (const [choice, chosen] of [["Keep theirs", "Theirs 1"], ["Send mine anyway", "Mine 2"]] as const) {
      const number = chosen.slice(-1);
      await page.goto(`/tracking/${order.id}`);
      await sees(page.getByRole("button", { name: "Change address or note" }));
      await goesOffline(alice);
      await writesNote(page, `Mine ${number}`);
      await putsRows(page, [messageRow(account, order, `After ${number}`)]);
      await alice.call("PATCH", `/api/orders/${order.id}`, { specialInstructions: `Theirs ${number}` });
      gateway.sent.length = 0;

      await comesBack(alice);
      await page.getByRole("button", { name: "Look at it" }).first().click();
      await sees(dialog.getByText(`Yours: Mine ${number}`));
      await sees(dialog.getByText(`Now: Theirs ${number}`));
      expect(await note()).toBe(`Theirs ${number}`);
      // What was done to the order afterwards waits for the decision.
      expect(gateway.sent).toHaveLength(1);

      await dialog.getByRole("button", { name: choice }).click();
      await isEmptied(page);
      expect(await note()).toBe(chosen);
      await sees(dialog.getByText("Everything has been sent."));
    }
    expect(await written(alice, order)).toEqual(["After 1", "After 2"]);
  });
});

test("none of 100 changes that were made elsewhere is overwritten by what was done before somebody saw them", async ({ stage }) => {
  await returns(stage, inject("baseUrl"), async (alice, gateway) => {
    const { page, watch } = alice;
    const { id: account } = await alice.signsIn("mira.schmid@example.com");
    const [order] = await ordersOf(alice, stage, 1);
    if (order === undefined) throw new Error("There is no order.");
    const path = `/api/orders/${order.id}`;
    watch.expectAnswer(409, path);
    await page.goto(`/tracking/${order.id}`);
    await sees(page.getByRole("button", { name: "Change address or note" }));
    await goesOffline(alice);
    const rows: unknown[] = [];
    let { etag } = await alice.call<{ etag: string }>("GET", path);
    for (let number = 1; number <= 100; number += 1) {
      // Each by itself: what holds up one is not to hold up the others.
      rows.push({ ...noteRow(account, order, `Mine ${number}`, etag), lane: crypto.randomUUID() });
      ({ etag } = await alice.call<{ etag: string }>("PATCH", path, { specialInstructions: `Theirs ${number}` }));
    }
    await putsRows(page, rows);
    gateway.sent.length = 0;

    await comesBack(alice);
    await sees(page.getByText("100 changes were not sent."));
    expect(gateway.sent).toHaveLength(100);
    const after = await alice.call<{ etag: string; specialInstructions: string }>("GET", path);
    expect([after.etag, after.specialInstructions]).toEqual([etag, "Theirs 100"]);
    await page.getByRole("button", { name: "Look at it" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Not sent" });
    await becomes(() => dialog.getByText("Now: Theirs 100").count(), 100);

    // However far down somebody reads, what the sheet is and the way out of it stay.
    await dialog.evaluate((sheet) => sheet.scrollTo(0, sheet.scrollHeight));
    const [sheet, title] = [await dialog.boundingBox(), await dialog.getByRole("heading", { name: "Not sent" }).boundingBox()];
    expect((title?.y ?? 0) - (sheet?.y ?? 0)).toBeGreaterThan(0);
    expect((title?.y ?? 0) - (sheet?.y ?? 0)).toBeLessThan(60);
    await dialog.getByRole("button", { name: "Close" }).click();
    await seesNoMore(dialog);
  });
});
