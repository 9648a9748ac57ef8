import type { Page } from "@playwright/test";

import { expect, test } from "../fixtures/test.ts";
import { type Act, type Actor, type Kind, KINDS } from "../support/held-acts.ts";
import { disconnect, reconnect } from "../support/offline.ts";
import { expectEmptyQueue, makeDue } from "../support/queue.ts";
import { sweep } from "../support/sweep.ts";

const LONG_TEST_MS = 900_000;

/** How long after the act its page goes; most can be taken back for ten seconds. */
const AFTER_MS = [0, 1000, 5000, 9900];

/** "cut": the connection breaks once it is shown as done; "offline": it was broken before. */
const LINES = ["online", "cut", "offline"] as const;
/** How a page goes; each gives the page that comes after it. */
const WAYS: Readonly<Record<string, (page: Page) => Promise<Page>>> = {
  closed: async (page) => {
    const closed = page.waitForEvent("close");
    await page.close({ runBeforeUnload: true });
    await closed;
    return page.context().newPage();
  },
  reloaded: async (page) => {
    await page.reload();
    return page;
  },
  // Nothing tells such a page that it ends.
  killed: async (page) => {
    const tools = await page.context().newCDPSession(page);
    const crashed = page.waitForEvent("crash");
    void tools.send("Page.crash").catch(() => undefined);
    await crashed;
    const next = await page.context().newPage();
    await page.close();
    return next;
  },
};

const CASES = LINES.flatMap((line) => AFTER_MS.map((after) => ({ line, after })));

type Case = { act: Act; line: (typeof LINES)[number]; after: number; leave: (page: Page) => Promise<Page> };

/** Does it, leaves, comes back: nothing was lost. Gives the page that came back. */
async function doAndLeave(
  page: Page,
  { person, proxy, address }: Actor,
  { open, isHeld }: Kind,
  { act, line, after, leave }: Case,
): Promise<Page> {
  await act.prepare?.();
  await page.goto(act.path);
  await open(page);
  // The ten seconds pass by these steps alone, not with the machine's time.
  if (isHeld) await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  proxy.writes.length = 0;
  if (line === "offline") await disconnect(person);
  await act.press(page);
  if (line === "cut") await disconnect(person);
  if (after > 0) await page.clock.fastForward(after);
  const next = await leave(page);

  await next.clock.resume();
  await reconnect(person);
  await next.goto("/history");
  await expect(next.getByRole("heading", { level: 1, name: "Order History" })).toBeVisible();
  await makeDue(next);
  await expect.poll(act.effects).toBe(1);
  await expectEmptyQueue(next);
  // Sent more than once, it takes effect once: the server knows it by its key.
  expect(new Set(proxy.writes.filter(({ path }) => address.test(path)).map(({ key }) => key)).size).toBe(1);
  expect(await act.effects()).toBe(1);
  return next;
}

for (const [name, kind] of Object.entries(KINDS))
  for (const [turn, [way, leave]] of Object.entries(WAYS).entries())
    test(`${name} takes effect once, though its page is ${way} within ten seconds, with and without a connection`, async ({
      make,
      users,
      network,
    }) => {
      test.setTimeout(LONG_TEST_MS);
      const cases = sweep(
        CASES.filter(({ line }) => kind.waits || line !== "offline"),
        turn,
      );
      const actor = await kind.begin({ make, users, network }, cases.length);
      actor.person.pageErrors.breaksConnections = true;
      let { page } = actor.person;
      await page.clock.install({ time: Date.now() });
      for (const [number, { line, after }] of cases.entries()) {
        const act = actor.acts[number];
        if (act === undefined) throw new Error("There is a case too many.");
        await test.step(`${line}, ${after} ms`, async () => {
          page = await doAndLeave(page, actor, kind, { act, line, after, leave });
        });
      }
    });
