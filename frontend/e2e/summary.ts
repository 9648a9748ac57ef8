import { relative } from "node:path";

import type { FullConfig, Reporter, Suite, TestCase } from "@playwright/test/reporter";

/** Lists failed and flaky tests at the end, one per line: a flaky one is a bug, too. */
export default class Summary implements Reporter {
  #suite: Suite | null = null;
  #root = "";

  onBegin({ rootDir }: FullConfig, suite: Suite): void {
    this.#root = rootDir;
    this.#suite = suite;
  }

  onEnd(): void {
    const tests = this.#suite?.allTests() ?? [];
    for (const [word, outcome] of [
      ["FLAKY", "flaky"],
      ["FAILED", "unexpected"],
    ] as const) {
      for (const test of tests.filter((one) => one.outcome() === outcome))
        process.stdout.write(`${word} ${this.#nameOf(test)}\n`);
    }
  }

  #nameOf(test: TestCase): string {
    const [, , file = "", ...titles] = test.titlePath();
    return `${relative(this.#root, test.location.file) || file}:${test.location.line} › ${titles.join(" › ")}`;
  }

  printsToStdio(): boolean {
    return false;
  }
}
