import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Person } from "./person";

const SECOND_MS = 1000;

/** The file that the server under test reads its clock's offset from (it runs with MOVABLE_CLOCK=1). */
function file(): string {
  const folder = process.env["VAR_DIR"];
  if (folder === undefined) throw new Error("VAR_DIR must name the data folder of the server under test, to move its clock.");
  return join(folder, "clock");
}

/** Makes it this instant, for the server and for the people who look at it; ends with `clockIsRight`. */
export async function itIs(instant: Date, ...people: Person[]): Promise<void> {
  const seconds = (instant.getTime() - Date.now()) / SECOND_MS;
  writeFileSync(`${file()}.e2e`, String(seconds));
  renameSync(`${file()}.e2e`, file());
  for (const { context } of people) await context.clock.install({ time: instant });
}

/** Back to the present. */
export function clockIsRight(): void {
  rmSync(file(), { force: true });
}
