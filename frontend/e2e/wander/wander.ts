import type { Browser } from "@playwright/test";
import fc from "fast-check";

import { type ActName, ACTS, actOf } from "./acts.ts";
import type { Failure } from "./printing.ts";
import { does, end } from "./walk.ts";
import { type Setup, Violation, Walker } from "./walker.ts";

const LONGEST = 20;
/** Seeds of the walks of one seed lie beside each other. */
const WALKS_OF_A_SEED = 10_000;

type Settings = {
  seed: number;
  /** No walk begins after it. */
  untilMs: number;
  /** How long a walk that fails is shortened. */
  shrinkingMs: number;
  say: (line: string) => void;
};
/** How far it went, and what it found. */
export type Wandered = { walks: number; steps: number; failure: Failure | null };

const SETUPS: fc.Arbitrary<Setup> = fc.record({
  who: fc.constantFrom("customer", "provider", "visitor", "customer"),
  screen: fc.constantFrom("phone", "desk"),
  device: fc.constantFrom("new", "known"),
  words: fc.constantFrom("usual", "usual", "long"),
});

/** The walk so far; `known` are the screens that axe has found right. */
type Model = { walker: Walker; known: ReadonlySet<string> };

/** An act that is planned when its turn comes, by a number. */
class Command implements fc.AsyncCommand<object, Model> {
  constructor(
    private readonly act: ActName,
    private readonly choice: number,
  ) {}

  check(): boolean {
    return true;
  }

  async run(_: object, { walker, known }: Model): Promise<void> {
    const given = await actOf(this.act).plan(walker, this.choice);
    if (given !== null) await does(walker, this.act, given, known);
  }
}

/** Acts by their weight. A number cannot be shortened, and another act is another walk. */
const COMMANDS = fc.oneof(
  ...Object.entries(ACTS).map(([act, { weight }]) => ({
    weight,
    arbitrary: fc.noShrink(fc.nat().map((choice) => new Command(act as ActName, choice))),
  })),
);

/** Walks by seed until the time is over, or until something does not hold: that walk is made as short as it can be. */
export async function wander(browser: Browser, { seed, untilMs, shrinkingMs, say }: Settings): Promise<Wandered> {
  const known = new Set<string>();
  const wandered: Wandered = { walks: 0, steps: 0, failure: null };
  const hasFailed = (): boolean => wandered.failure !== null;
  let shrunkUntilMs = Infinity;

  const walks = fc.asyncProperty(
    SETUPS,
    fc.commands([COMMANDS], { maxCommands: LONGEST, size: "max" }),
    async (setup, commands) => {
      if (Date.now() > shrunkUntilMs) return;
      const walker = await Walker.begin(browser, setup);
      try {
        await fc.asyncModelRun(() => ({ model: {}, real: { walker, known } }), commands);
        await endAs(walker);
        if (wandered.failure === null) for (const screen of walker.seen) known.add(`${setup.screen} ${screen}`);
      } catch (error) {
        const violation = error instanceof Violation ? error : new Violation("an unexpected error", String(error));
        // While a walk is shortened, another fault is another matter.
        if (wandered.failure !== null && wandered.failure.violation.kind !== violation.kind) return;
        wandered.failure = { seed, setup, steps: walker.done, violation };
        if (shrunkUntilMs === Infinity) shrunkUntilMs = Date.now() + shrinkingMs;
        say(`  ${walker.done.length} steps: ${violation.message.slice(0, 300)}`);
        throw violation;
      } finally {
        wandered.steps += walker.done.length;
        await walker.close();
      }
    },
  );
  while (Date.now() < untilMs && !hasFailed()) {
    const { failed, errorInstance } = await fc.check(walks, {
      seed: seed * WALKS_OF_A_SEED + wandered.walks,
      numRuns: 1,
    });
    wandered.walks += 1;
    // No walk could begin.
    if (failed && !hasFailed()) throw errorInstance;
  }
  return wandered;
}

/** Ends a walk; what then does not hold is of its end. */
async function endAs(walker: Walker): Promise<void> {
  try {
    await end(walker);
  } catch (error) {
    if (error instanceof Violation) error.isOfEnd = true;
    throw error;
  }
}
