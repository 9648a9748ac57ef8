import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- Vitest reads what a set-up provides from this interface.
  export interface ProvidedContext {
    browserAddress: string;
    baseUrl: string;
  }
}

const SWITCHES = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Makes sure that there is a server to test, and starts the one browser that all tests share. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // Vitest itself sets the variable to "/" where nobody has.
  const wanted = process.env["BASE_URL"] ?? "/";
  const baseUrl = wanted === "/" ? "http://localhost:8000" : wanted;
  const answer = await fetch(`${baseUrl}/readyz`).catch(() => null);
  if (answer?.status !== 200) throw new Error(`Nothing is ready at ${baseUrl}: start it with make run, or set BASE_URL.`);
  const browser = await chromium.launchServer({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: SWITCHES,
  });
  project.provide("browserAddress", browser.wsEndpoint());
  project.provide("baseUrl", baseUrl);
  return () => browser.close();
}
