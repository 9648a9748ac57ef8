import { fileURLToPath } from "node:url";

import { defineConfig } from "@playwright/test";

import { COPIES, IS_STARTED_HERE } from "./fixtures/copy.ts";
import { PHONE } from "./fixtures/screens.ts";

const root = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const SWITCHES = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
// Generous, because a busy machine is slow.
const PATIENCE_MS = 20_000;
// The first start installs and builds; later ones take seconds.
const START_MS = 300_000;

export default defineConfig({
  testDir: ".",
  // These take pictures, and test nothing.
  testIgnore: process.env["SCREENSHOTS"] === undefined ? "screenshots/**" : [],
  outputDir: root("var/e2e"),
  // Each worker has its own server copy, and each test its own people.
  fullyParallel: true,
  workers: COPIES.length,
  timeout: 90_000,
  expect: { timeout: PATIENCE_MS, toPass: { timeout: PATIENCE_MS } },
  // On CI failed tests are retried: one that then passes is flaky, which is a bug to fix.
  retries: process.env["CI"] === undefined ? 0 : 2,
  forbidOnly: process.env["CI"] !== undefined,
  reporter: [["list"], ["./summary.ts"]],
  use: {
    launchOptions: { executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium", args: SWITCHES },
    viewport: PHONE,
    locale: "en-US",
    // Another zone than Zurich: times on screen must be Swiss anyway.
    timezoneId: "America/New_York",
    contextOptions: { reducedMotion: "reduce" },
    // page.route does not see a worker's requests, and each new one fetches the whole app.
    serviceWorkers: "block",
    actionTimeout: PATIENCE_MS,
    navigationTimeout: PATIENCE_MS,
    trace: "on-first-retry",
    screenshot: "only-on-failure",
  },
  webServer: IS_STARTED_HERE
    ? COPIES.map(({ url, folder }, index) => ({
        name: `copy ${index + 1}`,
        command: `exec ${process.env["PYTHON"] ?? "python3"} -m tools.run`,
        cwd: root(""),
        env: { PORT: new URL(url).port, VAR_DIR: folder, MOVABLE_CLOCK: "1" },
        url: `${url}/readyz`,
        timeout: START_MS,
        gracefulShutdown: { signal: "SIGTERM" as const, timeout: 10_000 },
      }))
    : [],
});
