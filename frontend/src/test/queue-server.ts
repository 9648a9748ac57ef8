import { vi } from "vitest";

import { db, type Action } from "@/offline/db";
import { actionsOf } from "@/offline/queue";

export const ALICE = "11111111-1111-4111-8111-111111111111";
export const BOB = "22222222-2222-4222-8222-222222222222";
export const ORDER = "33333333-3333-4333-8333-333333333333";
export const OTHER_ORDER = "44444444-4444-4444-8444-444444444444";

type Sent = { method: string; path: string; headers: Headers; body: unknown };
export type Reply = Response | "reset";

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });
/** A success response. */
export const taken = ({ headers }: Sent): Response =>
  json({}, 201, { "Idempotency-Key": headers.get("Idempotency-Key") ?? "" });
/** An error response of our API. */
export const errorResponse = (
  status: number,
  code: string,
  more: object = {},
  headers: Record<string, string> = {},
): Response => json({ message: "A sentence.", code, ...more }, status, headers);

/** A fake server for the queue: session, CSRF token and responses. */
export class QueueServer {
  account: string | null = ALICE;
  token = "token-1";
  readonly calls: Sent[] = [];
  reply: (call: Sent) => Reply = taken;

  fetch = (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (path === "/api/auth/session")
      return Promise.resolve(
        json({ user: this.account === null ? null : { id: this.account }, csrfToken: this.token }),
      );
    const { body: sent } = init;
    const text = typeof sent === "string" ? sent : "null";
    const body: unknown = sent instanceof FormData ? Object.fromEntries(sent) : JSON.parse(text);
    const call = { method: init.method ?? "GET", path, headers, body };
    this.calls.push(call);
    const reply = this.reply(call);
    return reply === "reset" ? Promise.reject(new TypeError("reset")) : Promise.resolve(reply);
  };
}

/** Clears the store, and installs a new fake server, online. */
export async function resetQueue(): Promise<QueueServer> {
  await Promise.all(db.tables.map((table) => table.clear()));
  const server = new QueueServer();
  vi.stubGlobal("fetch", server.fetch);
  vi.stubGlobal("navigator", { onLine: true });
  return server;
}

/** The only action of alice's queue. */
export async function theOne(): Promise<Action> {
  const [action, ...more] = await actionsOf(ALICE);
  if (action === undefined || more.length > 0) throw new Error("There is not exactly one action.");
  return action;
}
