import { expect, vi } from "vitest";

import figures from "@/i18n/figures.json";
import { addAmounts, subtractAmounts } from "@/lib/money";

import type {
  Care,
  Config,
  ListedProvider,
  NotificationList,
  Order,
  PriceLine,
  Provider,
  ProviderDetails,
  RebookSuggestion,
  ServiceType,
  Session,
  User,
} from "@/api/types";

/** A request of the app. */
export type Call = { method: string; path: string; headers: Headers; body: unknown };
type Reply = { status?: number; body?: unknown; headers?: Record<string, string> };
type Handler = Reply | ((call: Call) => Reply | Promise<Reply>);

/** What every page fetches, as for a visitor. */
export const visitor: Session = { authenticated: false, user: null, csrfToken: "token-1", eventsCursor: "" };

export const alice: User = {
  id: "11111111-1111-4111-8111-111111111111",
  email: "alice@example.com",
  emailVerified: true,
  firstName: "Alice",
  lastName: "Meier",
  phone: "+41 44 000 00 00",
  photoUrl: null,
  postalCode: null,
  language: null,
  isProvider: false,
  providerId: null,
  isOperator: false,
  impersonation: null,
};

export const signedIn: Session = { authenticated: true, user: alice, csrfToken: "token-1", eventsCursor: "" };

export const config: Config = {
  productName: "Suuber",
  stripePublishableKey: "pk_test_1",
  stripeScriptUrl: "/static/stripe.js",
  testPayments: true,
  demo: { providerId: "22222222-2222-4222-8222-222222222222", customerId: "11111111-1111-4111-8111-111111111111" },
  mapTilesUrl: null,
  mapTilesAttribution: "",
  languages: ["en"],
  minPasswordLength: 6,
  answerWithinMinutes: 120,
  supportEmail: "support@example.com",
  supportPhone: "+41 44 555 01 42",
  siteOwner: { name: "Suuber AG", address: ["Bahnhofstrasse 1", "8001 Zürich"], vatNumber: "CHE-107.787.577 MWST" },
  prices: {
    currency: "CHF",
    services: { standard: "25.00", premium: "30.00", ironing: "7.00" },
    platformFee: "2.50",
    extraKg: "3.50",
    includedKg: "10.0",
    minKg: "10.0",
    maxKg: "15.0",
    stepKg: "0.5",
    addOns: [
      { id: "express", name: "Express same-day", price: "10.00", most: 1 },
      { id: "delicate", name: "Delicate items", price: "5.00", most: 1 },
      { id: "shirt", name: "Dry cleaning: shirt or blouse", price: "15.00", most: 50 },
      { id: "coat", name: "Dry cleaning: coat", price: "25.00", most: 50 },
    ],
    expressWithinHours: 24,
    returnWithinHours: { standard: 72, premium: 48, ironing: 48 },
  },
  figureTexts: { en: figures },
  socialSignIn: { google: false, apple: false },
};

export const noNotifications: NotificationList = { unread: 0, results: [] };

/** A provider near 8001; pass what differs. */
export function makeProvider(fields: Partial<Provider> = {}): Provider {
  return {
    id: "22222222-2222-4222-8222-222222222222",
    rating: 4.8,
    reviewCount: 127,
    specialties: ["Express", "Delicates"],
    serviceArea: ["8001", "8002"],
    businessName: "Bruno's Laundry",
    user: { firstName: "Bruno", lastName: "K", profileImageUrl: null },
    distanceKm: 0.4,
    ...fields,
  };
}

/** The same, as on the provider's page. */
export function makeDetails(fields: Partial<ProviderDetails> = {}): ProviderDetails {
  return {
    ...makeProvider(),
    bio: "",
    bioExcerpt: "",
    acceptsInstantly: true,
    takesBookings: true,
    nextFreeAt: null,
    nextFreeTimes: [],
    answerMinutes: null,
    checks: [],
    areas: [],
    starCounts: [5, 4, 3, 2, 1].map((rating) => ({ rating, count: 0 })),
    reviews: [],
    ...fields,
  };
}

/** The same, as in a list: free far in the future by default. */
export function makeListed(fields: Partial<ListedProvider> = {}): ListedProvider {
  return { ...makeProvider(), bioExcerpt: "", acceptsInstantly: true, nextFreeAt: "2099-11-23T13:00:00Z", ...fields };
}

/** The lines of a standard wash with its add-ons, as the server names them. */
export function linesOf({
  serviceAmount = "25.00",
  addOns = [],
}: Partial<Pick<Order, "serviceAmount" | "addOns">>): PriceLine[] {
  const base = subtractAmounts(serviceAmount, addAmounts(...addOns.map(({ amount }) => amount)));
  return [
    { id: "base", name: "Standard wash and fold, 10 kg", quantity: 1, amount: base },
    ...addOns,
    { id: "platform_fee", name: "Platform fee", quantity: 1, amount: "2.50" },
  ];
}

/** A paid, confirmed order of alice with bruno; pass what differs. */
export function makeOrder(fields: Partial<Order> = {}): Order {
  const serviceType: ServiceType = "standard";
  return {
    lines: linesOf(fields),
    id: "33333333-3333-4333-8333-33333333abcd",
    etag: '"1"',
    status: "confirmed",
    paymentStatus: "paid",
    serviceType,
    weight: "10.0",
    serviceAmount: "25.00",
    addOns: [],
    platformFee: "2.50",
    totalAmount: "27.50",
    refundedAmount: "0.00",
    providerEarning: null,
    createdAt: "2026-11-20T09:00:00Z",
    pickupTime: "2026-11-20T13:00:00Z",
    pickupUntil: "2026-11-20T14:00:00Z",
    deadline: null,
    returnBy: "2026-11-23T13:00:00Z",
    freeCancellationUntil: null,
    holdExpiresAt: null,
    answerBy: null,
    handBackBy: null,
    substituteOfferedAt: null,
    messagesUntil: null,
    claimsUntil: null,
    rating: null,
    customerId: alice.id,
    providerId: makeProvider().id,
    pickupAddress: "Bahnhofstrasse 1, Zurich 8001",
    deliveryAddress: "Bahnhofstrasse 1, Zurich 8001",
    specialInstructions: "",
    care: null,
    cancellationReason: null,
    acceptsInstantly: true,
    needsProviderAnswer: false,
    handoversWithCode: [],
    claimState: null,
    receiptNumber: null,
    creditNotes: [],
    recurringBookingId: null,
    provider: { ...makeProvider(), phone: "+41 44 111 11 11" },
    customer: null,
    timeline: [],
    allowedTransitions: [],
    reviewable: false,
    reviewState: null,
    customerRatings: null,
    review: null,
    ...fields,
  };
}

/** What alice wants of her laundry; pass what differs. */
export function makeCare(fields: Partial<Care> = {}): Care {
  return {
    detergent: "sensitive",
    softener: false,
    temperature: 30,
    allergies: "Lavender",
    ironing: true,
    notes: "",
    ...fields,
  };
}

/** An earlier booking of alice with bruno, as a suggestion to repeat. */
export function makeSuggestion(fields: Partial<RebookSuggestion> = {}): RebookSuggestion {
  return {
    orderId: "33333333-3333-4333-8333-33333333abcd",
    provider: makeProvider(),
    acceptsInstantly: true,
    serviceType: "standard",
    weight: "10.0",
    pickupAddress: "Bahnhofstrasse 1, Zurich 8001",
    deliveryAddress: "Bahnhofstrasse 1, Zurich 8001",
    specialInstructions: "",
    pickupTime: "2026-11-23T08:00:00Z",
    returnBy: "2026-11-26T08:00:00Z",
    existingPickup: null,
    serviceAmount: "25.00",
    addOns: [],
    platformFee: "2.50",
    totalAmount: "27.50",
    ...fields,
  };
}

// The real setTimeout: a test may use a fake one.
const nextTurn = setTimeout;
/** Number of requests so far in this test file. */
let asked = 0;

/** Resolves when no response causes further requests, so that the app has processed all of them. */
export async function nothingAsked(): Promise<void> {
  for (let before = -1; before !== asked;) {
    before = asked;
    await new Promise((done) => void nextTurn(done));
  }
}

/**
 * Rejects when a request is aborted, as fetch does; but not after its test has ended, because the app would show that
 * error in a later test.
 */
function aborted(signal: AbortSignal | null | undefined, isOver: () => boolean): Promise<never> {
  return new Promise((_, reject) =>
    signal?.addEventListener("abort", () => isOver() || reject(new DOMException("Given up.", "AbortError"))),
  );
}

const everywhere: Record<string, Handler> = {
  "GET /api/support-hours": { body: { isOpen: true, changesAt: "2099-11-23T19:00:00Z" } },
  "GET /api/auth/session": { body: visitor },
  "GET /api/config": { body: config },
  "GET /api/notifications": { body: noNotifications },
  "GET /api/orders/again": { body: [] },
};

/** A fake server that answers and records requests. */
export type TestServer = {
  calls: Call[];
  /** The recorded calls of a route such as "POST /api/orders". */
  callsOf: (route: string) => Call[];
  /** Changes responses during the test. */
  setHandlers: (handlers: Record<string, Handler>) => void;
};

/**
 * Answers the app's requests: serve({ "GET /api/providers/8001": { body: [] } }). Keys are method and path with query.
 * A request without a handler fails the test with a 599.
 */
export function serve(handlers: Record<string, Handler> = {}): TestServer {
  const table: Record<string, Handler> = { ...everywhere, ...handlers };
  const calls: Call[] = [];
  const test = expect.getState().currentTestName;
  const isOver = (): boolean => expect.getState().currentTestName !== test;

  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}): Promise<Response> => {
    init.signal?.throwIfAborted();
    const url = new URL(input, window.location.origin);
    const call: Call = {
      method: init.method ?? "GET",
      path: url.pathname + url.search,
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? (JSON.parse(init.body) as unknown) : init.body,
    };
    calls.push(call);
    asked += 1;
    const handler = table[`${call.method} ${call.path}`];
    if (handler === undefined) return new Response(`No answer for ${call.method} ${call.path}`, { status: 599 });
    const {
      status = 200,
      body,
      headers = {},
    } = typeof handler === "function" ? await Promise.race([handler(call), aborted(init.signal, isOver)]) : handler;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return new Response(status === 204 ? null : text, {
      status,
      headers: { "Content-Type": "application/json", ...headers },
    });
  });
  // No live events, except in the tests of the live connection itself.
  vi.stubGlobal(
    "EventSource",
    class extends EventTarget {
      readyState = 0;
      close = (): void => undefined;
    },
  );

  return {
    calls,
    callsOf: (route) => calls.filter((call) => `${call.method} ${call.path}` === route),
    setHandlers: (changes) => void Object.assign(table, changes),
  };
}

/** A handler that never responds, to test loading states. */
export const never = (): Promise<never> => new Promise(() => undefined);
