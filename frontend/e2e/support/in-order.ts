import { basename } from "node:path";

import { BaseSequencer, type TestSpecification } from "vitest/node";

/** How long the longest files take, in seconds, where three parts run beside each other. */
const LONG: Record<string, number> = {
  "every-read": 102,
  "failing-dialogs": 62,
  "first-paint": 78,
  "left-account": 118,
  "offline-queue": 92,
  "offline-screens": 143,
  "offline-shell": 150,
  "offline-store": 98,
  pages: 68,
  states: 116,
};
/** How long the others take on average. */
const USUAL = 23;

const lengthOf = ({ moduleId }: TestSpecification): number => LONG[basename(moduleId, ".e2e.ts")] ?? USUAL;

/** The files by name: every run is like the one before. Of several parts each gets about the same to do, the longest first. */
export class InOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((one, other) => one.moduleId.localeCompare(other.moduleId)));
  }

  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    const parts = Array.from({ length: count }, () => ({ length: 0, files: [] as TestSpecification[] }));
    for (const file of (await this.sort(files)).toSorted((one, other) => lengthOf(other) - lengthOf(one))) {
      const shortest = parts.reduce((least, part) => (part.length < least.length ? part : least));
      shortest.length += lengthOf(file);
      shortest.files.push(file);
    }
    return parts[index - 1]?.files ?? [];
  }
}
