import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { chromium, type Browser, type BrowserContextOptions } from "playwright-core";
import { inject, test as base } from "vitest";

import { shareClock } from "./clock";
import { Person } from "./person";
import { Watch } from "./watch";
import { withoutBackgroundSync } from "./without-background-sync";

const PICTURES = fileURLToPath(new URL("../../test-results/", import.meta.url));
const PATIENCE_MS = 20_000;
export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 800 };

let connection: Promise<Browser> | null = null;

function browser(): Promise<Browser> {
  connection ??= chromium.connect(inject("browserAddress"));
  return connection;
}

type Options = Pick<BrowserContextOptions, "baseURL" | "viewport" | "colorScheme" | "locale" | "timezoneId" | "reducedMotion" | "javaScriptEnabled" | "serviceWorkers">;

/** The people of one test, each with a browser profile of their own. */
export class Stage {
  readonly #people: Person[] = [];

  /** A new visitor with a phone. */
  async enters(options: Options = {}): Promise<Person> {
    const context = await (
      await browser()
    ).newContext({
      baseURL: inject("baseUrl"),
      viewport: PHONE,
      locale: "en-US",
      // The times on screen are Swiss ones wherever the browser is.
      timezoneId: "America/New_York",
      reducedMotion: "reduce",
      // What a worker asks for is not seen by page.route, and each new one fetches the whole app.
      serviceWorkers: "block",
      ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    await shareClock(context);
    if (process.env["BACKGROUND_SYNC"] === "none") await withoutBackgroundSync(context);
    const watch = new Watch();
    await watch.follow(context);
    const person = new Person(await context.newPage(), context, watch, options.baseURL ?? inject("baseUrl"));
    this.#people.push(person);
    return person;
  }

  async photograph(name: string): Promise<void> {
    await mkdir(PICTURES, { recursive: true });
    for (const [index, { page }] of this.#people.entries()) {
      await page.screenshot({ path: `${PICTURES}${name.replace(/\W+/g, "-").slice(0, 80)}-${index}.png` }).catch(() => undefined);
    }
  }

  /** Sends everybody home; answers what went wrong behind the test's back. */
  async close(): Promise<string[]> {
    const complaints = this.#people.flatMap(({ watch }) => watch.complaints());
    await Promise.all(this.#people.map(({ context }) => context.close()));
    return complaints;
  }
}

/** A test with a stage for people; it fails too when anything went wrong in a browser that the test did not expect. */
export const test = base.extend<{ stage: Stage }>({
  stage: async ({ task, onTestFinished }, use) => {
    const stage = new Stage();
    const complaints: string[] = [];
    // Not thrown while the stage is cleared away: a test that is tried once more would get the same stage again.
    onTestFinished(() => {
      if (complaints.length > 0) throw new Error(`Behind the scenes:\n${complaints.join("\n")}`);
    });
    await use(stage);
    const hasFailed = task.result?.state === "fail" || (task.result?.errors?.length ?? 0) > 0;
    if (hasFailed) await stage.photograph(task.name);
    complaints.push(...(await stage.close()));
  },
});
