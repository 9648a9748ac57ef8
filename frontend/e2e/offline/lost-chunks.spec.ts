import { readFileSync } from "node:fs";

import type { Page } from "@playwright/test";

import type { MadeOrder } from "../fixtures/factory.ts";
import type { Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { disconnect, reconnect } from "../support/offline.ts";
import { expectEmptyQueue, writtenLines } from "../support/queue.ts";
import { interceptFirst } from "../support/requests.ts";
import { sweep } from "../support/sweep.ts";

const LONG_TEST_MS = 900_000;
/** A reload takes as long as the machine needs. */
const AGAIN_MS = 10_000;
const OPEN_MS = 90_000;

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };
type Manifest = Readonly<Record<string, Chunk>>;

const MANIFEST = new URL("../../dist/app/.vite/manifest.json", import.meta.url);
const ENTRY = "src/main.tsx";
/** What sends the queue, and what shows a conversation and writes to it. */
const NEEDED = ["src/app/banners.tsx", "src/features/messages/conversation.tsx"];

/** A chunk with all that it imports. */
function closure(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key]?.imports ?? []) closure(manifest, imported, seen);
  return seen;
}

/**
 * The chunks, by the build's manifest, without which the queue is neither sent nor read; without the page's own script,
 * which has a test of its own.
 */
function chunksOfQueue(): string[] {
  const manifest = JSON.parse(readFileSync(MANIFEST, "utf8")) as Manifest;
  const entry = closure(manifest, ENTRY);
  const needed = NEEDED.flatMap((key) => [...closure(manifest, key)]);
  // What is loaded while it runs and has no name of its own: the queue, the store.
  const shared = [...entry, ...needed].flatMap((key) =>
    (manifest[key]?.dynamicImports ?? [])
      .filter((name) => name.startsWith("_"))
      .flatMap((name) => [...closure(manifest, name)]),
  );
  const all = new Set([...needed, ...shared].filter((key) => !entry.has(key)));
  return [...all].map((key) => manifest[key]?.file ?? "");
}

/** Presses what offers to try again, until the page is there. */
async function tryUntilOpen(page: Page): Promise<void> {
  // The last one is in the dialog, if there is one: it covers those of the page.
  const again = page.getByRole("button", { name: "Try again" }).last();
  const field = page.getByLabel("Your message");
  const open = page.getByRole("button", { name: "Message" }).first();
  await expect(async () => {
    await expect(field.or(open).or(again).first()).toBeVisible();
    if (await again.isVisible()) await again.click();
    else if (!(await field.isVisible())) await open.click();
    await expect(field).toBeVisible({ timeout: AGAIN_MS });
  }).toPass({ timeout: OPEN_MS });
}

/** Writes a message without a connection: it is kept, or its field says why not, and keeps it. */
async function writeOffline(page: Page, line: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: /^Messages with/ });
  await dialog.getByLabel("Your message").fill(line);
  await dialog.getByRole("button", { name: "Send" }).click();
  const isQueued = dialog.getByRole("listitem").filter({ hasText: line }).getByText("Not sent yet").first();
  const isRefused = dialog.getByRole("alert").first();
  await expect(isQueued.or(isRefused).first()).toBeVisible();
  if (await isRefused.isVisible()) await expect(dialog.getByLabel("Your message")).toHaveValue(line);
}

/** Back online everything goes out, by itself or by what the page offers. */
async function expectSent(alice: Person, order: Pick<MadeOrder, "id">, lines: readonly string[]): Promise<void> {
  const { page } = alice;
  const again = page.getByRole("button", { name: "Try again" }).first();
  const field = page.getByLabel("Your message");
  const close = page.getByRole("dialog").getByRole("button", { name: "Close" });
  await expect(async () => {
    // What stayed in its field is sent by its person.
    if ((await field.isVisible()) && (await field.inputValue()) === lines.at(-1))
      await page.getByRole("button", { name: "Send" }).click({ timeout: 2000 });
    else if (await again.isVisible()) {
      // The page says it above itself, which is behind the conversation.
      if (await close.isVisible()) await close.click({ timeout: 2000 });
      await again.click({ timeout: 2000 });
    }
    expect(await writtenLines(alice, order)).toEqual(lines);
  }).toPass({ timeout: OPEN_MS });
  await expectEmptyQueue(page);
  expect(await writtenLines(alice, order)).toEqual(lines);
}

test("whichever chunk of the queue fails to arrive once, nothing is lost and nothing is silent", async ({
  make,
  users,
}) => {
  test.setTimeout(LONG_TEST_MS);
  const files = chunksOfQueue();
  expect(files.length).toBeGreaterThan(10);
  const {
    users: made,
    orders: { order },
  } = await make({
    users: [{ ref: "alice" }],
    providers: [{ ref: "salon" }],
    orders: [{ ref: "order", customer: "alice", provider: "salon" }],
  });
  const alice = await users.signedIn(made.alice);
  const { page, pageErrors } = alice;
  pageErrors.lacksChunks = true;
  const lines: string[] = [];
  for (const file of sweep(files, 0)) {
    const line = `Without ${file}`;
    lines.push(line);
    await test.step(file, async () => {
      let isMissed = false;
      await interceptFirst(page, `**/${file}`, (route) => {
        isMissed = true;
        return route.abort("connectionreset");
      });
      await page.goto(`/tracking/${order.id}`);
      await tryUntilOpen(page);
      await expect.poll(() => isMissed).toBe(true);
      await disconnect(alice);
      await writeOffline(page, line);
      await reconnect(alice);
      await expectSent(alice, order, lines);
      await page.unroute(`**/${file}`);
    });
  }
});
