import { test as base } from "../fixtures/test.ts";
import { asTest } from "../wander/printing.ts";
import { printedWalk, type Walk } from "../wander/walk.ts";
import { wander } from "../wander/wander.ts";

const MINUTE_MS = 60_000;
const SEED = Number(process.env["SEED"] ?? 1);
const MINUTES = Number(process.env["MINUTES"] ?? 0.5);
const SHRINKING_MS = 5 * MINUTE_MS;
const LONGEST_WALK_MS = 5 * MINUTE_MS;

/** A walk as it is printed: `await walk.press('button "Message"')`. */
const test = base.extend<{ walk: Walk }>({
  walk: async ({ browser }, use) => {
    const { walk, close } = printedWalk(browser);
    await use(walk);
    await close();
  },
});

test("whatever people do, in whatever order, the app holds", async ({ browser }) => {
  test.setTimeout(MINUTES * MINUTE_MS + SHRINKING_MS + LONGEST_WALK_MS);
  const say = (line: string): void => void process.stdout.write(`${line}\n`);

  const { walks, steps, failure } = await wander(browser, {
    seed: SEED,
    untilMs: Date.now() + MINUTES * MINUTE_MS,
    shrinkingMs: SHRINKING_MS,
    say,
  });

  say(`seed ${SEED}: ${walks} walks, ${steps} steps, ${failure === null ? 0 : 1} violations`);
  if (failure !== null) throw new Error(`The shortest walk found:\n\n${asTest(failure)}`);
});

test("a printed walk can be walked", async ({ walk }) => {
  await walk.begin({ who: "customer", screen: "phone", device: "new", words: "usual" });
  await walk.open("/tracking/{paid}");
  await walk.press('button "Message"');
  await walk.goOffline();
  await walk.comeOnline();
  await walk.end();
});
