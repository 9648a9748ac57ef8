// How long 500 queued acts take to be sent when there is a connection again, the server answering each in 2 ms: `node drain.mjs ORIGIN`.
import { randomUUID } from "node:crypto";
import { createServer, request } from "node:http";

import { launch, phone } from "./browser.mjs";

const [origin] = process.argv.slice(2);
const ACTS = 500;
const ORDERS = 20;
const ANSWER_MS = 2;
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

/** Puts acts into the app's own store, as its screens would. */
async function queue({ account, acts, orders }) {
  const db = await new Promise((done, fail) => {
    const opened = indexedDB.open("suuber");
    opened.onsuccess = () => done(opened.result);
    opened.onerror = () => fail(opened.error);
  });
  const store = db.transaction("offline_actions", "readwrite").objectStore("offline_actions");
  const lanes = Array.from({ length: orders }, () => crypto.randomUUID());
  for (let place = 1; place <= acts; place += 1) {
    const lane = lanes[place % orders];
    const url = `/api/orders/${lane}/messages`;
    const times = { timestamp: Date.now(), dueAt: 0, retryCount: 0, place };
    store.put({
      id: crypto.randomUUID(),
      type: "generic",
      method: "POST",
      url,
      data: { body: `Line ${place}` },
      account,
      lane,
      baseVersion: null,
      refusal: null,
      ...times,
    });
  }
  await new Promise((done) => (store.transaction.oncomplete = done));
  db.close();
}

/** Scrolls the page and notes the longest time between two frames, until the app says that everything is sent. */
function scrollUntilSent() {
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
  while (!(await hasStore())) await page.waitForTimeout(50);
  await context.setOffline(true);
  await page.evaluate(queue, { account, acts: ACTS, orders: ORDERS });
  await context.setOffline(false);
  const seen = await page.evaluate(scrollUntilSent);
  if (sent.size !== ACTS) throw new Error(`${sent.size} of ${ACTS} acts were sent`);
  console.log(JSON.stringify(seen));
} finally {
  await browser.close();
  proxy.close();
  proxy.closeAllConnections();
}
