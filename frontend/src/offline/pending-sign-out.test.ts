import "fake-indexeddb/auto";

import { beforeEach, expect, test, vi } from "vitest";

import { clearPendingSignOut, setSignOutPending } from "./pending-sign-out";
import { sendPendingSignOut } from "./sync";

const kept = new Set<string>();
const asked: string[] = [];
let signOut: () => Response;

const json = (body: object, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

beforeEach(() => {
  kept.clear();
  asked.length = 0;
  signOut = () => json({ success: true });
  vi.stubGlobal("caches", {
    has: (name: string) => Promise.resolve(kept.has(name)),
    open: (name: string) => Promise.resolve(kept.add(name)),
    delete: (name: string) => Promise.resolve(kept.delete(name)),
  });
  vi.stubGlobal("fetch", (url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(url);
    if (url === "/api/auth/session") return Promise.resolve(json({ user: { id: "alice" }, csrfToken: "token-1" }));
    expect(headers["X-CSRFToken"]).toBe("token-1");
    return Promise.resolve(signOut());
  });
});

test("a sign-out that was made offline is sent by the worker, once", async () => {
  setSignOutPending();
  await vi.waitFor(() => expect(kept.size).toBe(1));
  await sendPendingSignOut();
  await sendPendingSignOut();
  expect(asked).toEqual(["/api/auth/session", "/api/auth/logout"]);
});

test("it stays owed until the server has taken it", async () => {
  setSignOutPending();
  await vi.waitFor(() => expect(kept.size).toBe(1));
  signOut = () => json({ code: "database_busy" }, 503);
  await expect(sendPendingSignOut()).rejects.toThrow();
  signOut = () => json({ success: true });
  await sendPendingSignOut();
  expect(kept.size).toBe(0);
});

test("who has signed in since owes nothing", async () => {
  setSignOutPending();
  await vi.waitFor(() => expect(kept.size).toBe(1));
  clearPendingSignOut();
  await vi.waitFor(() => expect(kept.size).toBe(0));
  await sendPendingSignOut();
  expect(asked).toEqual([]);
});
