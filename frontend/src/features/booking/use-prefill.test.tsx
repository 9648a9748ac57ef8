import { renderHook, waitFor, type RenderHookResult } from "@testing-library/react";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { beforeEach, expect, test } from "vitest";

import { swrOptions } from "@/api/cache/swr-options";
import { SessionProvider } from "@/api/session/session";
import type { Prices, User } from "@/api/types";
import { alice, config, makeProvider, makeSuggestion, serve, signedIn, type TestServer } from "@/test/server";

import { emptyDraft, saveBookingDraft, type Draft, type Prefill } from "./draft";
import { usePrefill } from "./use-prefill";

const suggestion = makeSuggestion({ serviceType: "premium", weight: "12.5", specialInstructions: "Ring twice" });
const OWN = suggestion.provider.id;
const OTHER = "99999999-9999-4999-8999-999999999999";
const REBOOK = `GET /api/orders/${suggestion.orderId}/again`;
const { prices } = config;

beforeEach(() => window.sessionStorage.clear());

type Asked = { user?: User | null; prices?: Prices | undefined; server?: Parameters<typeof serve>[0] };

function prefillOf(
  query: string,
  { user = alice, server = {}, ...given }: Asked = {},
): { hook: RenderHookResult<Prefill | null | undefined, unknown>; calls: TestServer } {
  const calls = serve({ "GET /api/auth/session": { body: signedIn }, [REBOOK]: { body: suggestion }, ...server });
  const known = "prices" in given ? given.prices : prices;
  const wrapper = ({ children }: { children: ReactNode }): ReactNode => (
    <SWRConfig value={{ ...swrOptions, provider: () => new Map() }}>
      <SessionProvider>{children}</SessionProvider>
    </SWRConfig>
  );
  return { hook: renderHook(() => usePrefill(new URLSearchParams(query), user, known), { wrapper }), calls };
}

/** The prefill once it is loaded. */
async function valuesOf(query: string, asked?: Asked): Promise<Partial<Draft> | null> {
  const { hook } = prefillOf(query, asked);
  await waitFor(() => expect(hook.result.current).not.toBeUndefined());
  return hook.result.current?.values ?? null;
}

test("an address that asks for nothing prefills nothing", async () => {
  expect(await valuesOf(`providerId=${OWN}`)).toBeNull();
});

test.each([
  ["in summer", "2026-07-01T07:00:00Z", { date: "2026-07-01", time: "09:00" }],
  ["in winter", "2026-12-01T08:00:00.000Z", { date: "2026-12-01", time: "09:00" }],
  ["past midnight in Zurich", "2026-11-30T23:30:00Z", { date: "2026-12-01", time: "00:30" }],
])("an hour is that of Zurich, and the person's own choice: %s", async (_, at, pickup) => {
  expect(await valuesOf(`providerId=${OWN}&at=${at}`)).toEqual({ pickup, isOwnTime: true });
});

test.each([
  "",
  "tomorrow",
  "2026-13-45T99:00:00Z",
  "2026-11-20",
  "2026-11-20T09:00:00+01:00",
  "javascript:alert(1)",
  "9999-12-31T23:30:00Z",
  "0000-01-01T00:00:00Z",
])("a damaged hour (%s) is none", async (at) => {
  expect(await valuesOf(new URLSearchParams({ providerId: OWN, at }).toString())).toBeNull();
});

test("an order that is repeated is waited for, and fills in the whole form", async () => {
  const { hook } = prefillOf(`providerId=${OWN}&again=${suggestion.orderId}`);
  expect(hook.result.current).toBeUndefined();

  await waitFor(() => expect(hook.result.current).not.toBeUndefined());
  expect(hook.result.current?.values).toEqual({
    serviceType: "premium",
    weight: "12.5",
    note: "Ring twice",
    addOns: {},
    street: "Bahnhofstrasse 1",
    city: "Zurich",
    postalCode: "8001",
    pickup: { date: "2026-11-23", time: "09:00" },
    isOwnTime: true,
  });
});

test("with somebody else the order's hour is not prefilled: when one is free says nothing of another", async () => {
  const values = await valuesOf(`providerId=${OTHER}&again=${suggestion.orderId}`);
  expect(values).toMatchObject({ weight: "12.5", street: "Bahnhofstrasse 1" });
  expect(values).not.toHaveProperty("pickup");
});

test("an order whose hour is never free again leaves the time to the form", async () => {
  const never = { [REBOOK]: { body: { ...suggestion, provider: makeProvider(), pickupTime: null } } };
  expect(await valuesOf(`providerId=${OWN}&again=${suggestion.orderId}`, { server: never })).not.toHaveProperty(
    "pickup",
  );
});

test("what the address names itself goes before the order: the service, and the hour", async () => {
  const values = await valuesOf(
    `providerId=${OWN}&service=ironing&at=2026-11-24T13:00:00Z&again=${suggestion.orderId}`,
  );
  expect(values).not.toHaveProperty("serviceType");
  expect(values).toMatchObject({ pickup: { date: "2026-11-24", time: "14:00" }, weight: "12.5" });
});

test("an order of somebody else's is none", async () => {
  const notFound = { [REBOOK]: { status: 404, body: { message: "Not found", code: "not_found" } } };
  expect(await valuesOf(`providerId=${OWN}&again=${suggestion.orderId}`, { server: notFound })).toBeNull();
});

test.each([
  ["a visitor's", `again=${suggestion.orderId}`, null],
  ["a damaged", "again=..%2Fauth%2Flogout", alice],
])("%s order is not asked for", async (_, query, user) => {
  const { hook, calls } = prefillOf(`providerId=${OWN}&${query}`, { user });
  await waitFor(() => expect(calls.callsOf("GET /api/auth/session")).toHaveLength(1));
  expect(hook.result.current).toBeNull();
  expect(calls.callsOf(REBOOK)).toEqual([]);
});

test("nothing is said before the prices are known", () => {
  expect(
    prefillOf(`providerId=${OWN}&at=2026-11-24T13:00:00Z`, { prices: undefined }).hook.result.current,
  ).toBeUndefined();
});

const begun: Draft = {
  ...emptyDraft("premium", prices, { city: "Bern", postalCode: "3011" }),
  street: "Marktgasse 1",
  weight: "11.5",
  note: "Two bags",
  pickup: { date: "2026-11-25", time: "10:00" },
  isOwnTime: true,
};
const save = (draft: Draft): void =>
  saveBookingDraft({ providerId: OTHER, owner: alice.id, service: null, prefill: null }, draft, "27.50");

test("a form that was begun for somebody else goes on as it is, before the order that is repeated", async () => {
  save(begun);
  expect(await valuesOf(`providerId=${OWN}&like=${OTHER}&again=${suggestion.orderId}`)).toEqual(begun);
});

test("changed there meanwhile, it is another prefill", () => {
  save(begun);
  const first = prefillOf(`providerId=${OWN}&like=${OTHER}`).hook.result.current;
  save({ ...begun, note: "Three bags" });
  const second = prefillOf(`providerId=${OWN}&like=${OTHER}`).hook.result.current;
  expect(second?.values.note).toBe("Three bags");
  expect(second?.name).not.toBe(first?.name);
});

test("a form of another account is not gone on with", async () => {
  save(begun);
  expect(
    await valuesOf(`providerId=${OWN}&like=${OTHER}`, {
      user: { ...alice, id: "55555555-5555-4555-8555-555555555555" },
    }),
  ).toBeNull();
});
