const TURNS = 3;

/**
 * A sample of what a test checks: all with SWEEP=all (`make proof`), else every third, offset by `turn`, so that tests
 * with different turns cover everything together.
 */
export function sweep<T>(all: readonly T[], turn: number): T[] {
  return all.filter((_, index) => process.env["SWEEP"] === "all" || (index + turn) % TURNS === 0);
}
