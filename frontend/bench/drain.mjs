// How long 500 queued acts take to be sent when there is a connection again, the server answering each in 2 ms: `node drain.mjs ORIGIN`.
import { randomUUID } from "node:crypto";
import { createServer, request } from "node:http";

import { launch, phone } from "./browser.mjs";
import { queueActs } from "./queue-acts.mjs";

const [origin] = process.argv.slice(2);
const ACTS = 500;
const ORDERS = 20;
const ANSWER_MS = 2;
/** Twice what is allowed: what is not sent by then will not be. */
const LONGEST_MS = 120_000;
const account = randomUUID();
const session = {
  authenticated: true,
  user: {
    id: account,
    email: "a@example.com",
    firstName: "Anna",
    lastName: "Meier",
    roles: ["customer"],
    providerId: null,
  },
  csrfToken: "token",
};

const sent = new Set();

/** Stands before the server: knows the account, and takes what the queue sends. */
const proxy = createServer((asked, answer) => {
  const say = (status, body, headers = {}) =>
    answer.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
  if (asked.url === "/api/auth/session") return say(200, session);
  if (asked.method === "POST") {
    const key = asked.headers["idempotency-key"];
    sent.add(key);
    return asked.resume().on("end", () => setTimeout(() => say(201, {}, { "Idempotency-Key": key }), ANSWER_MS));
  }
  const far = request(origin + asked.url, { headers: asked.headers }, (given) =>
    given.pipe(answer.writeHead(given.statusCode, given.headers)),
  );
  far.on("error", () => answer.destroy());
  far.end();
});
await new Promise((done) => proxy.listen(0, "127.0.0.1", done));

/**
 * Scrolls the page and notes the longest time between two frames, until the app says that everything is sent; null if
 * it has not said so in time.
 */
function scrollUntilSent(longestMs) {
  return new Promise((done) => {
    let last = performance.now();
    let longest = 0;
    const began = last;
    const frame = (at) => {
      longest = Math.max(longest, at - last);
      last = at;
      window.scrollBy(0, Math.sin(at / 100) > 0 ? 8 : -8);
      const isDone = [...document.querySelectorAll("[data-toasts]")].some((toasts) =>
        toasts.textContent.includes("Sync Complete"),
      );
      if (isDone) done({ tookMs: performance.now() - began, longestFrameMs: longest });
      else if (performance.now() - began > longestMs) done(null);
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

const browser = await launch();
try {
  const { context, page } = await phone(browser);
  await page.goto(`http://localhost:${proxy.address().port}/help`, { waitUntil: "networkidle" });
  // The store is there once the queue was looked at for the first time.
  const hasStore = () => page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === "suuber"));
  const until = Date.now() + LONGEST_MS;
  while (!(await hasStore())) {
    if (Date.now() > until) throw new Error("The app has not opened its store.");
    await page.waitForTimeout(50);
  }
  await context.setOffline(true);
  await page.evaluate(queueActs, { account, acts: ACTS, orders: ORDERS });
  await context.setOffline(false);
  const seen = await page.evaluate(scrollUntilSent, LONGEST_MS);
  if (seen === null || sent.size !== ACTS)
    throw new Error(`${sent.size} of ${ACTS} acts were sent${seen === null ? ` in ${LONGEST_MS / 1000} s` : ""}.`);
  console.log(JSON.stringify(seen));
} finally {
  await browser.close();
  proxy.close();
  proxy.closeAllConnections();
}
