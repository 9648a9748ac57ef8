import type { Page } from "playwright-core";
import { expect, inject } from "vitest";

import type { Order } from "./support/orders";
import { comesBack, goesOffline, isEmptied, messageRow, ordersOf, putsRows, written } from "./support/queue";
import { sees, seesNoMore } from "./support/seeing";
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
