// What all measurements in the browser share.
import { chromium } from "playwright-core";

const SWITCHES = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
// Lighthouse's "Slow 4G", as the browser's own throttle has to be set for it: its delay meets requests, not packets.
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 0.9 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 0.9 * 1024 * 1024) / 8,
};
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  hasTouch: true,
  isMobile: true,
  locale: "en-US",
};

/** A browser of our own; `port` opens it to Lighthouse. */
export function launch(port = null) {
  const args = port === null ? SWITCHES : [...SWITCHES, `--remote-debugging-port=${port}`];
  return chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args });
}

/** A phone without a past; `cpu` is how many times slower it is than this machine. */
export async function phone(browser, { slow4g = false, cpu = 1 } = {}) {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  if (slow4g) await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
  if (cpu !== 1) await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpu });
  return { context, page };
}

export function median(figures) {
  const sorted = [...figures].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}
