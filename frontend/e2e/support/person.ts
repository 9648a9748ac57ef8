import { randomUUID } from "node:crypto";

import type { BrowserContext, Page } from "playwright-core";

import type { Watch } from "./watch";

export type User = { id: string; email: string; firstName: string; providerId: string | null };
type Session = { user: User | null; csrfToken: string };
type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** All demo accounts have this one, and so do the accounts that tests make. */
export const PASSWORD = "laundry-demo";
export const DEMO = { customer: "customer@example.com", provider: "provider@example.com", operator: "operator@example.com" };

/** An answer other than the one that was needed. */
class Refused extends Error {
  constructor(
    readonly status: number,
    call: string,
    readonly body: string,
  ) {
    super(`${call} answered ${status}: ${body.slice(0, 300)}`);
  }
}

/** Somebody with a browser of their own: the page they look at, and calls of the API in their name. */
export class Person {
  constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    readonly watch: Watch,
    readonly baseUrl: string,
  ) {}

  /** Calls the API with this person's cookies. Throws `Refused` for anything but success. */
  async call<T>(method: Method, path: string, data?: unknown): Promise<T> {
    const headers: Record<string, string> = method === "GET" ? {} : { "X-CSRFToken": await this.#token() };
    if (method === "POST") headers["Idempotency-Key"] = randomUUID();
    const answer = await this.context.request.fetch(path, { method, headers, ...(data === undefined ? {} : { data }) });
    const text = await answer.text();
    if (!answer.ok()) throw new Refused(answer.status(), `${method} ${path}`, text);
    return (text === "" ? null : JSON.parse(text)) as T;
  }

  /** Makes a new account and is signed in with it. The server allows 30 an hour: use a demo account where one will do. */
  async registers(firstName = "Alice"): Promise<User> {
    const email = `${firstName.toLowerCase()}-${randomUUID()}@example.com`;
    const body = { email, password: PASSWORD, firstName, lastName: "Meier", phone: "" };
    return (await this.call<{ user: User }>("POST", "/api/auth/register", body)).user;
  }

  /** Signs in with an account that exists. */
  async signsIn(email: string): Promise<User> {
    return (await this.call<{ user: User }>("POST", "/api/auth/login", { email, password: PASSWORD })).user;
  }

  async #token(): Promise<string> {
    const session = await this.context.request.get("/api/auth/session");
    return ((await session.json()) as Session).csrfToken;
  }
}
