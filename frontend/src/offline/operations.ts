// The operations that can be queued offline, by name (specification point 7). Screens and the queue build the same
// requests.
import type { Action } from "./db";

type Rating = { orderId: string; rating: number; comment: string };

export type GenericOperation = { type: "generic"; method: string; url: string; data: unknown };

/** One action of the user, before it is sent. */
export type Operation =
  | { type: "rate" | "create_review"; data: Rating }
  | { type: "reschedule"; data: { orderId: string; newDate: string; newTime: string; refuseSecondPickup?: boolean } }
  | { type: "update_order"; data: { orderId: string; updates: Record<string, unknown> } }
  | GenericOperation;

/** A request as it is sent: always below this origin's /api/. */
export type Call = { method: "POST" | "PATCH" | "DELETE"; url: string; body: unknown };

const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const isId = (value: unknown): value is string => typeof value === "string" && new RegExp(`^${ID}$`).test(value);

/** The only stored methods and URLs that are sent; IndexedDB can be edited by the user. */
const ALLOWED = new RegExp(
  `^(?:POST /api/(?:orders/${ID}/(?:messages|status|proofs)|recurring-bookings/${ID}/occurrences/${ID}/skip|notifications/read)` +
    `|DELETE /api/(?:addresses|payment-methods)/${ID})$`,
);

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});

type Described = { type: string; url?: string; method?: string; data: unknown };

/** The id of the order that it is about; null for none. */
export function orderOf({ type, url, data }: Described): string | null {
  const named =
    type === "generic" ? new RegExp(`^/api/orders/(${ID})/`).exec(url ?? "")?.[1] : fieldsOf(data)["orderId"];
  return isId(named) ? named : null;
}

/** The request for an operation or a stored action. Null if it is not allowed or not valid. */
export function callOf(operation: Described): Call | null {
  const { type, method = "", url = "" } = operation;
  if (type === "generic")
    return ALLOWED.test(`${method} ${url}`) ? { method: method as Call["method"], url, body: operation.data } : null;
  const orderId = orderOf(operation);
  if (orderId === null) return null;
  const data = fieldsOf(operation.data);
  const { rating, comment } = data;
  switch (type as Exclude<Action["type"], "generic">) {
    case "rate":
      return { method: "POST", url: `/api/orders/${orderId}/rating`, body: { rating, comment } };
    case "create_review":
      return { method: "POST", url: "/api/reviews", body: { orderId, rating, comment } };
    case "reschedule":
      return {
        method: "PATCH",
        url: `/api/orders/${orderId}/reschedule`,
        body: {
          newPickupDate: data["newDate"],
          newPickupTime: data["newTime"],
          refuseSecondPickup: data["refuseSecondPickup"],
        },
      };
    case "update_order":
      return { method: "PATCH", url: `/api/orders/${orderId}`, body: fieldsOf(data["updates"]) };
    default:
      return null;
  }
}

type Words = { body: string; /** To whom a customer wrote: nobody else is to read it. */ providerId?: string };

export const messageTo = (orderId: string, data: Words): Operation => ({
  type: "generic",
  method: "POST",
  url: `/api/orders/${orderId}/messages`,
  data,
});

type Proof = { /** The handover: "pickup" or "delivery". */ kind: string; bags: number | null; photo: Blob | null };

export const proofOf = (orderId: string, data: Proof): Operation => ({
  type: "generic",
  method: "POST",
  url: `/api/orders/${orderId}/proofs`,
  data,
});

/** The form of a call that sends a photo; null for a call that sends JSON. */
export function formOf({ url, body }: Call): FormData | null {
  if (!url.endsWith("/proofs")) return null;
  const { kind, bags, photo } = fieldsOf(body);
  const form = new FormData();
  form.append("kind", String(kind));
  if (typeof bags === "number") form.append("bags", String(bags));
  if (photo instanceof Blob) form.append("file", photo, "photo");
  return form;
}

type Step = {
  status: string;
  /** When it was taken (ISO instant). */ at: string;
  /** The customer's handover code, if they ask for one. */ code?: string;
};

export const stepTo = (orderId: string, data: Step): GenericOperation => ({
  type: "generic",
  method: "POST",
  url: `/api/orders/${orderId}/status`,
  data,
});
