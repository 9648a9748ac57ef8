import type { Setup, Step, Violation } from "./walker.ts";

/** A walk that ended in something that must not be. */
export type Failure = { seed: number; setup: Setup; steps: readonly Step[]; violation: Violation };

/** Prints a walk as a test, a line a step; it runs as it is in nightly/wander.spec.ts. */
export function asTest({ seed, setup, steps, violation }: Failure): string {
  const world = Object.entries(setup).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const lines = steps.map(({ act, given }) => `walk.${act}(${given.map((one) => JSON.stringify(one)).join(", ")})`);
  const last = violation.isOfEnd ? ["walk.end()"] : [];
  return [
    `test("seed ${seed}: ${violation.kind}", async ({ walk }) => {`,
    ...[`walk.begin({ ${world.join(", ")} })`, ...lines, ...last].map((call) => `  await ${call};`),
    ...violation.message.split("\n").map((line) => `  // ${line.slice(0, 400)}`),
    "});",
  ].join("\n");
}
