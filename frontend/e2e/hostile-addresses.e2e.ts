import { expect } from "vitest";

import { DEMO } from "./support/person";
import { sees } from "./support/seeing";
import { test } from "./support/stage";

const ROUTES = ["/tracking/", "/checkout/", "/pay/", "/skip/", "/providers/"];
const ID = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
// What a parameter would have to be to reach another call: dots, slashes, queries and fragments, encoded once and twice.
const PARAMETERS = [
  "%2E%2E",
  "..%2Fauth%2Flogout%3F",
  "..%2F..%2Fapi%2Fauth%2Flogout",
  "%2Fapi%2Fauth%2Flogout",
  "%5C..%5Cauth%5Clogout",
  "..;%2Fauth%2Flogout",
  "%252E%252E%252Fauth%252Flogout",
  `${ID}%2Fcancellation%3F`,
  `${ID}%2Fcancellation`,
  `${ID}%2F..%2F..%2Fprofile`,
  `${ID}%23%2Fcancellation`,
  `${ID}%3Bx%2Fcancellation`,
];
const QUERY = "?payment_intent=x&redirect_status=succeeded";

test("60 hostile addresses act on nothing and ask for nothing but what the page is about", async ({ stage }) => {
  const alice = await stage.enters();
  const { page } = alice;
  const { email } = await alice.signsIn(DEMO.customer);
  await page.goto("/profile");
  await sees(page.getByText(email));
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(`${request.method()} ${decodeURIComponent(pathname)}`);
  });

  const addresses = ROUTES.flatMap((route) => PARAMETERS.map((parameter) => route + parameter + QUERY));
  expect(addresses).toHaveLength(60);
  for (const address of addresses) {
    await page.evaluate((to) => {
      window.history.pushState({}, "", to);
      window.dispatchEvent(new PopStateEvent("popstate", { state: {} }));
    }, address);
    await sees(page.getByRole("heading", { level: 1 }));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }

  const isUnsafe = (call: string): boolean => !call.startsWith("GET ");
  const isElsewhere = (call: string): boolean => /logout|cancellation|\.\.|%|\\|;/.test(call) || call === "GET /api/profile";
  expect(calls.filter((call) => isUnsafe(call) || isElsewhere(call))).toEqual([]);

  await page.goto("/profile");
  await sees(page.getByText(email));
});
