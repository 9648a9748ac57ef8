const TURNS = 3;

/**
 * What a test looks at, one after the other: all of it with SWEEP=all, as `make proof` has it; else one of three, another one
 * at each turn, so that tests with turns of their own look at everything between them.
 */
export function sweep<T>(all: readonly T[], turn: number): T[] {
  return all.filter((_, index) => process.env["SWEEP"] === "all" || (index + turn) % TURNS === 0);
}
