import type { PaymentIntent, StripeError } from "@stripe/stripe-js";
import { vi, type Mock } from "vitest";

type Result = { paymentIntent?: Pick<PaymentIntent, "id" | "status">; error?: Partial<StripeError> };

/** What a test can observe and control of the fake Stripe. */
export type TestStripe = {
  /** The keys that Stripe was started with. */
  keys: string[];
  /** The options of Elements. */
  options: Record<string, unknown>[];
  confirmPayment: Mock<(request: unknown) => Promise<Result>>;
  confirmSetup: Mock<(request: unknown) => Promise<Result>>;
  /** Called when the server has changed the PaymentIntent. */
  fetchUpdates: Mock<() => Promise<object>>;
  /** Makes the card form ready, or fail to load. */
  ready: () => void;
  failToLoad: () => void;
};

type Start = (key: string) => unknown;

type WindowStripe = Start & { version: string; start: Start };

// Stripe's loader keeps the first `window.Stripe` of the process, so there is only one, which delegates to the current
// test's.
const ofProcess = globalThis as { testStripe?: WindowStripe };
const windowStripe: WindowStripe = (ofProcess.testStripe ??= Object.assign(
  (key: string): unknown => windowStripe.start(key),
  { version: "endive", start: () => null },
));

/**
 * Replaces Stripe's script at `window.Stripe`. The form is ready at once, unless `ready` is false.
 */
export function stubStripe({ ready = true }: { ready?: boolean } = {}): TestStripe {
  const listeners = new Map<string, (event: unknown) => void>();
  const element = {
    on: (type: string, listener: (event: unknown) => void) => {
      listeners.set(type, listener);
      return element;
    },
    off: (type: string) => listeners.delete(type),
    mount: () => {
      if (ready) queueMicrotask(() => listeners.get("ready")?.({ elementType: "payment" }));
    },
    update: () => undefined,
    destroy: () => undefined,
  };
  const stub: TestStripe = {
    keys: [],
    options: [],
    confirmPayment: vi.fn<(request: unknown) => Promise<Result>>(() =>
      Promise.resolve({ paymentIntent: { id: "pi_1", status: "succeeded" } }),
    ),
    confirmSetup: vi.fn<(request: unknown) => Promise<Result>>(() => Promise.resolve({})),
    fetchUpdates: vi.fn<() => Promise<object>>(() => Promise.resolve({})),
    ready: () => listeners.get("ready")?.({ elementType: "payment" }),
    failToLoad: () => listeners.get("loaderror")?.({ elementType: "payment", error: { message: "No frame." } }),
  };
  const unused = (): void => undefined;
  windowStripe.start = (key) => {
    stub.keys.push(key);
    return {
      elements: (options: Record<string, unknown>) => {
        stub.options.push(options);
        return { create: () => element, getElement: () => element, update: unused, fetchUpdates: stub.fetchUpdates };
      },
      confirmPayment: stub.confirmPayment,
      confirmSetup: stub.confirmSetup,
      createToken: unused,
      createPaymentMethod: unused,
      confirmCardPayment: unused,
      registerAppInfo: unused,
      _registerWrapper: unused,
    };
  };
  vi.stubGlobal("Stripe", windowStripe);
  return stub;
}
