import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { BrowserContext } from "playwright-core";

import type { Person } from "./person";
import { shiftDate } from "./shift-date";

const SECOND_MS = 1000;

/** The file that the server under test reads its clock's offset from (it runs with MOVABLE_CLOCK=1). */
function file(): string {
  const folder = process.env["VAR_DIR"];
  if (folder === undefined) throw new Error("VAR_DIR must name the data folder of the server under test, to move its clock.");
  return join(folder, "clock");
}

function write(seconds: number): void {
  writeFileSync(`${file()}.e2e`, String(seconds));
  renameSync(`${file()}.e2e`, file());
}

function read(): number {
  try {
    return Number(readFileSync(file(), "utf8"));
  } catch {
    return 0;
  }
}

/** How far the server's clock was ahead of the machine's when the run began: tests and browsers have the same. */
const ahead = process.env["VAR_DIR"] === undefined ? 0 : read();
const machineNow = Date.now.bind(Date);
shiftDate(ahead * SECOND_MS);

/** Gives every page and worker of a browser profile the clock of the server. */
export async function shareClock(context: BrowserContext): Promise<void> {
  if (ahead === 0) return;
  context.on("serviceworker", (worker) => void worker.evaluate(shiftDate, ahead * SECOND_MS).catch(() => undefined));
  await context.addInitScript(shiftDate, ahead * SECOND_MS);
}

/** Makes it this instant, for the server and for the people who look at it; ends with `clockIsRight`. */
export async function itIs(instant: Date, ...people: Person[]): Promise<void> {
  write((instant.getTime() - machineNow()) / SECOND_MS);
  for (const { context } of people) await context.clock.install({ time: instant });
}

/** Back to the present. */
export function clockIsRight(): void {
  write(ahead);
}
