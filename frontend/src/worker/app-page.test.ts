import { describe, expect, test } from "vitest";

import { isAppPage, isAsset, withNewNonce } from "./app-page";

const SCRIPT = "/static/app/assets/main-AAAAAAAA.js";
const STYLES = "/static/app/assets/main-BBBBBBBB.css";
const TEXT = `<meta name="csp-nonce" content="n0nce"><link rel="stylesheet" href="${STYLES}"><script type="module" src="${SCRIPT}" nonce="n0nce"></script>`;
const POLICY = "default-src 'none'; script-src 'self' 'nonce-n0nce'; style-src 'self' 'nonce-n0nce'";

/** The app page as the server sends it, with overrides. */
function appPage({
  text = TEXT,
  status = 200,
  policy = POLICY,
}: { text?: string; status?: number; policy?: string } = {}): Response {
  return new Response(text, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Encoding": "gzip",
      "Content-Security-Policy": policy,
    },
  });
}

const nonces = (text: string): string[] =>
  [...text.matchAll(/nonce="([^"]+)"|nonce-([^']+)'|csp-nonce" content="([^"]+)"/g)].map(
    ([, a, b, c]) => a ?? b ?? c ?? "",
  );

describe("the app page as it is handed out", () => {
  test("has one nonce everywhere, another one each time", async () => {
    const all = [];
    for (const response of [await withNewNonce(appPage()), await withNewNonce(appPage())]) {
      const found = nonces((response.headers.get("Content-Security-Policy") ?? "") + (await response.text()));
      expect(found).toHaveLength(4);
      expect(new Set(found).size).toBe(1);
      all.push(found[0]);
    }
    expect(new Set([...all, "n0nce"]).size).toBe(3);
    expect(all[0]).toMatch(/^\w{18,36}$/);
  });

  test("keeps its other headers, and says nothing of how it was packed", async () => {
    const response = await withNewNonce(appPage());
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(response.headers.has("Content-Encoding")).toBe(false);
  });
});

describe("the worker caches an app page", () => {
  const isOwn = (address: string): boolean => [SCRIPT, STYLES].includes(address);

  test("of its own build, which stays cached", async () => {
    const response = appPage();
    expect(await isAppPage(response, isOwn)).toBe(true);
    expect(await response.text()).toBe(TEXT);
  });

  test.each([
    ["of another build", appPage({ text: TEXT.replace("AAAAAAAA", "CCCCCCCC") })],
    ["of an app that is not built", appPage({ text: "<h1>Suuber</h1>" })],
    ["of a captive portal", appPage({ text: "<h1>Accept our terms</h1>", policy: "" })],
    ["of a server in trouble", appPage({ status: 503 })],
  ])("but none %s", async (_, response) => {
    expect(await isAppPage(response, isOwn)).toBe(false);
  });
});

test.each([
  ["text/javascript; charset=utf-8", 200, true],
  ["text/css", 200, true],
  ["image/png", 200, true],
  ["text/html; charset=utf-8", 200, false],
  ["text/javascript", 404, false],
])("a file that comes as %s with %i is kept: %s", (type, status, isKept) => {
  expect(isAsset(new Response("", { status, headers: { "Content-Type": type } }))).toBe(isKept);
});
