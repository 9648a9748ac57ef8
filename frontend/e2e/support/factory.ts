/** A day, counted from today, and a wall time in Switzerland ("10:00"); without it the first hour that is free. */
type Pickup = { days?: number; time?: string };
type Card = "visa" | "mastercard" | "amex" | "refusesCharges";

type UserSpec = {
  ref: string;
  firstName?: string;
  lastName?: string;
  phone?: string;
  language?: "en" | "de" | "fr" | "it";
  postalCode?: string;
  emailVerified?: boolean;
  addresses?: readonly { label?: string; street?: string; city?: string; postalCode?: string }[];
  /** The first is the default one. */
  cards?: readonly Card[];
  operator?: "all" | "support" | "operations" | "finance";
  secondFactor?: boolean;
  signedIn?: boolean;
};

type ProviderSpec = {
  ref: string;
  /** The account; without it one is made, which has the provider's ref. */
  user?: string;
  businessName?: string;
  bio?: string;
  specialties?: readonly string[];
  postalCodes?: readonly string[];
  acceptsInstantly?: boolean;
  lateFeePercent?: number;
  /** Without them every day from 08:00 to 20:00; 0 is Sunday. */
  hours?: readonly { weekday?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | "daily"; from?: string; to?: string; slotMinutes?: number; capacity?: number }[];
  daysOff?: readonly { firstDay: number; lastDay?: number; note?: string }[];
  pause?: { days?: number; byOperator?: boolean };
  iban?: string;
  application?: "draft" | "submitted" | "changes" | "rejected" | "approved";
};

type Booking = {
  ref: string;
  customer: string;
  provider: string;
  serviceType?: "standard" | "premium" | "ironing";
  weight?: string;
  pickupAddress?: string;
  deliveryAddress?: string;
  specialInstructions?: string;
};

type OrderStatus = "pending" | "confirmed" | "pickup" | "washing" | "delivery" | "completed" | "cancelled";

type OrderSpec = Booking & {
  pickup?: Pickup;
  placedHoursAgo?: number;
  addOns?: Readonly<Record<string, number>>;
  /** Confirmed, if nothing is said. */
  status?: OrderStatus;
  /** Unpaid while it is pending, paid otherwise, if nothing is said. */
  payment?: "paid" | "unpaid" | "declined";
  card?: Card | "refusesRefunds" | "disputed";
  cancelledBy?: "customer" | "provider" | "operator";
  reason?: string;
  handoverCodes?: boolean;
  handBack?: { reason?: string; agreed?: boolean };
  messages?: readonly { from: "customer" | "provider"; body: string }[];
  review?: { rating?: 1 | 2 | 3 | 4 | 5; comment?: string; reply?: string };
  /** What an operator returns; without an amount everything. */
  refund?: { amount?: string; note?: string };
};

type RecurringSpec = Booking & {
  pattern?: "weekly" | "biweekly" | "monthly";
  /** The first pickup is so many days from today; or else name the day of the week or of the month. */
  days?: number;
  dayOfWeek?: number;
  dayOfMonth?: number;
  time?: string;
  /** A card of the customer's, if it is not to be the default one. */
  card?: Card;
  pausedDays?: number;
};

/** What a test needs; a `ref` names a thing within it. */
export type World = {
  users?: readonly UserSpec[];
  providers?: readonly ProviderSpec[];
  orders?: readonly OrderSpec[];
  recurring?: readonly RecurringSpec[];
  favourites?: readonly { user: string; provider: string }[];
  supportRequests?: readonly {
    ref: string;
    user: string;
    category: "general" | "booking" | "payment" | "quality" | "technical" | "privacy";
    subject: string;
    message: string;
    answer?: string;
  }[];
};

export type MadeUser = {
  id: string;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  providerId: string | null;
  addressIds: string[];
  cards: Partial<Record<Card, { id: string; last4: string }>>;
  secondFactor: { secret: string; recoveryCodes: string[] } | null;
  /** What a browser that is signed in holds: cookies by name, and the token of unsafe calls. */
  session: { cookies: Record<string, string>; csrfToken: string } | null;
};
export type MadeProvider = { id: string; userId: string; businessName: string; name: string };
export type MadeOrder = {
  id: string;
  status: OrderStatus;
  paymentStatus: "unpaid" | "paid" | "partially_refunded" | "refunded" | "failed";
  totalAmount: string;
  pickupTime: string;
  /** The Swiss day and wall time of the pickup. */
  date: string;
  startTime: string;
  customerId: string;
  providerId: string;
};

type RefsOf<W, Kind extends string> = W extends Readonly<Record<Kind, readonly { readonly ref: infer Ref extends string }[]>> ? Ref : never;

/** What was made, by its refs. */
export type Made<W extends World> = {
  now: string;
  users: Record<RefsOf<W, "users"> | RefsOf<W, "providers">, MadeUser>;
  providers: Record<RefsOf<W, "providers">, MadeProvider>;
  orders: Record<RefsOf<W, "orders">, MadeOrder>;
  recurring: Record<RefsOf<W, "recurring">, { id: string }>;
  supportRequests: Record<RefsOf<W, "supportRequests">, { id: string }>;
};

/** Has the server make people, hours and orders of one test's own; what cannot be is refused with a sentence. */
export async function make<const W extends World>(baseUrl: string, world: W): Promise<Made<W>> {
  const answer = await fetch(new URL("/demo/factory", baseUrl), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(world),
  });
  if (!answer.ok) throw new Error(`The factory answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Made<W>;
}
