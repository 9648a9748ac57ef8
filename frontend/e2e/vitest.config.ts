import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

import { InOrder } from "./support/in-order.ts";

// The browser tests: Node drives Chromium against a running server (BASE_URL), one test after the other.
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  cacheDir: "../node_modules/.vite",
  test: {
    environment: "node",
    include: ["**/*.e2e.ts"],
    globalSetup: ["support/global-setup.ts"],
    fileParallelism: false,
    sequence: { sequencer: InOrder },
    // One worker that keeps its modules: the connection to the browser is made once.
    isolate: false,
    maxWorkers: 1,
    reporters: ["verbose"],
    // Generous: a busy machine is slow, not wrong.
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // Where nobody watches, a test that failed is tried again, twice at most, and the summary names it: it is to be looked at all the same.
    retry: process.env["CI"] === undefined ? 0 : 2,
    expect: { poll: { timeout: 20_000, interval: 50 } },
  },
});
